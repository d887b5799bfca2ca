// A script that builds a program, edits it and solves it in between, as values: what is generated, played, made smaller
// and printed. Building is editing too, so a script needs no program to start from.
//
// Rows and variables have numbers of the script's own. A number stays with its row or variable when others go, so any
// step may be left out of a script; what then makes no sense is skipped. A row that left may come back under its number.

import Simplex
import TestSupport

/// One step of a script.
package enum ScriptStep: Equatable, Sendable {
  case addVariable(Int, nonnegative: Bool)
  case removeVariable(Int)
  /// The terms name variables by their numbers.
  case addRow(Int, Program.Row)
  case removeRow(Int)
  case setConstant(Int, Double)
  case setWeight(Int, Double)
  case setPriority(Int, Double, below: Double?)
  case setTerms(Int, [Program.Term])
  /// Solves what came of the steps since the last solve, and compares.
  case solve(Solve)

  /// How the edited solver solves. A solve from scratch is always one with the defaults.
  package enum Solve: Int, Sendable, CaseIterable {
    case warm, dense, sparse, cold, whole

    package var options: SolveOptions {
      switch self {
      case .warm: SolveOptions()
      case .dense: SolveOptions(algebra: .dense)
      case .sparse: SolveOptions(algebra: .sparse)
      case .cold: SolveOptions(cold: true)
      case .whole: SolveOptions(whole: true)
      }
    }
  }
}

extension ScriptStep: CustomStringConvertible {
  /// The step as Swift source, to be pasted into a test.
  package var description: String {
    switch self {
    case .addVariable(let id, let nonnegative): ".addVariable(\(id), nonnegative: \(nonnegative)),"
    case .removeVariable(let id): ".removeVariable(\(id)),"
    case .addRow(let id, let row): ".addRow(\(id), \(Self.text(row))),"
    case .removeRow(let id): ".removeRow(\(id)),"
    case .setConstant(let id, let value): ".setConstant(\(id), \(value)),"
    case .setWeight(let id, let value): ".setWeight(\(id), \(value)),"
    case .setPriority(let id, let value, let below):
      ".setPriority(\(id), \(value), below: \(below.map { "\($0)" } ?? "nil")),"
    case .setTerms(let id, let terms): ".setTerms(\(id), \(Self.text(terms))),"
    case .solve(let how): ".solve(.\(how)),"
    }
  }

  private static func text(_ terms: [Program.Term]) -> String {
    "[\(terms.map { ".init(\($0.variable), \($0.coefficient))" }.joined(separator: ", "))]"
  }

  private static func text(_ row: Program.Row) -> String {
    let below = row.priorityBelow.map { ", priorityBelow: \($0)" } ?? ""
    let weight = row.weight == 1 ? "" : ", weight: \(row.weight)"
    return ".init(\(text(row.terms)), .\(row.relation), \(row.constant), priority: \(row.priority)\(below)\(weight))"
  }
}
