// The program of a script at one of its steps, by the script's own numbers: what the solver's program must be, and what
// a solver from scratch is built of.

import Simplex
import TestSupport

/// A program whose rows and variables have numbers that stay with them.
package struct ScriptModel {
  /// Per number, the row; nil for one that left.
  package private(set) var rows: [Program.Row?] = []
  /// Per number, whether the variable must be ≥ 0; nil for one that left.
  package private(set) var variables: [Bool?] = []
  /// Numbers of rows that are there, in no order that means anything.
  package private(set) var liveRows: [Int] = []
  /// Numbers of variables that are there.
  package private(set) var liveVariables: [Int] = []
  /// Per number, in how many rows a variable is.
  package private(set) var uses: [Int] = []

  private var rowIndex: [Int] = []
  private var variableIndex: [Int] = []

  package init() {}

  package func hasRow(_ id: Int) -> Bool { rows.indices.contains(id) && rows[id] != nil }

  package func hasVariable(_ id: Int) -> Bool { variables.indices.contains(id) && variables[id] != nil }

  /// A row that is there.
  package func row(_ id: Int) -> Program.Row? { rows.indices.contains(id) ? rows[id] : nil }

  /// Whether a step makes sense here.
  package func accepts(_ step: ScriptStep) -> Bool {
    switch step {
    case .addVariable(let id, _): !hasVariable(id)
    case .removeVariable(let id): hasVariable(id) && uses[id] == 0
    case .addRow(let id, let row): !hasRow(id) && areUsable(row.terms)
    case .removeRow(let id): hasRow(id)
    case .setConstant(let id, _), .setWeight(let id, _), .setPriority(let id, _, _): hasRow(id)
    case .setTerms(let id, let terms): hasRow(id) && areUsable(terms)
    case .solve: true
    }
  }

  private func areUsable(_ terms: [Program.Term]) -> Bool {
    for (position, term) in terms.enumerated() {
      guard hasVariable(term.variable) else { return false }
      for other in 0..<position where terms[other].variable == term.variable { return false }
    }
    return true
  }

  /// Makes a step that was accepted.
  ///
  /// - Returns: The step that takes it back; nil for a solve.
  @discardableResult
  package mutating func apply(_ step: ScriptStep) -> ScriptStep? {
    switch step {
    case .addVariable(let id, let nonnegative):
      while variables.count <= id {
        variables.append(nil)
        uses.append(0)
        variableIndex.append(-1)
      }
      variables[id] = nonnegative
      variableIndex[id] = liveVariables.count
      liveVariables.append(id)
      return .removeVariable(id)
    case .removeVariable(let id):
      let nonnegative = variables[id] ?? false
      variables[id] = nil
      Self.remove(id, from: &liveVariables, &variableIndex)
      return .addVariable(id, nonnegative: nonnegative)
    case .addRow(let id, let row):
      while rows.count <= id {
        rows.append(nil)
        rowIndex.append(-1)
      }
      rows[id] = row
      rowIndex[id] = liveRows.count
      liveRows.append(id)
      for term in row.terms { uses[term.variable] += 1 }
      return .removeRow(id)
    case .removeRow(let id):
      guard let row = rows[id] else { return nil }
      for term in row.terms { uses[term.variable] -= 1 }
      rows[id] = nil
      Self.remove(id, from: &liveRows, &rowIndex)
      return .addRow(id, row)
    case .setConstant(let id, let value):
      let old = rows[id]?.constant ?? 0
      rows[id]?.constant = value
      return .setConstant(id, old)
    case .setWeight(let id, let value):
      let old = rows[id]?.weight ?? 1
      rows[id]?.weight = value
      return .setWeight(id, old)
    case .setPriority(let id, let value, let below):
      let (old, oldBelow) = (rows[id]?.priority ?? 1000, rows[id]?.priorityBelow)
      rows[id]?.priority = value
      rows[id]?.priorityBelow = below
      return .setPriority(id, old, below: oldBelow)
    case .setTerms(let id, let terms):
      let old = rows[id]?.terms ?? []
      for term in old { uses[term.variable] -= 1 }
      for term in terms { uses[term.variable] += 1 }
      rows[id]?.terms = terms
      return .setTerms(id, old)
    case .solve:
      return nil
    }
  }

  private static func remove(_ id: Int, from live: inout [Int], _ position: inout [Int]) {
    let last = live[live.count - 1]
    live[position[id]] = last
    position[last] = position[id]
    live.removeLast()
  }

  /// The program with rows and variables numbered in the order of the live ones, for the judge.
  package var program: Program {
    var position = [Int](repeating: 0, count: variables.count)
    for (index, id) in liveVariables.enumerated() { position[id] = index }
    var program = Program(nonnegative: liveVariables.map { variables[$0] ?? false })
    for case var row? in liveRows.map({ rows[$0] }) {
      for term in row.terms.indices { row.terms[term].variable = position[row.terms[term].variable] }
      program.rows.append(row)
    }
    return program
  }
}
