// A program and the solver that holds it, edited in step: the two sides of every comparison between a warm answer and
// one from scratch.

import Simplex

/// What a solver said about a program.
package struct Answer: Equatable, Sendable {
  package var outcome: Outcome
  /// Per variable; empty unless optimal.
  package var values: [Double] = []
  /// Per row; empty unless optimal.
  package var errors: [Double] = []
  package var levels: [Level] = []
  /// Members as indices of the program's rows and variables.
  package var conflicts: [[Member]] = []

  /// A member of a conflicting set.
  package enum Member: Hashable, Sendable {
    case row(Int)
    case nonnegativity(Int)
  }

  package init(outcome: Outcome) { self.outcome = outcome }
}

/// A program in a solver. Variables and rows of the program keep their position in the arrays of handles.
package final class LoadedProgram {
  package private(set) var program: Program
  package let solver: Solver
  package private(set) var variables: [Variable]
  package private(set) var rows: [Simplex.Row]

  /// Loads a program into a solver of its own.
  package init(_ program: Program) throws {
    self.program = program
    solver = try Solver()
    variables = try solver.addVariables(nonnegative: program.nonnegative)
    rows = []
    rows = try solver.add(batch(program.rows))
  }

  private func batch(_ rows: [Program.Row]) -> RowBatch {
    var batch = RowBatch()
    for row in rows {
      for term in row.terms { batch.append(variables[term.variable], term.coefficient) }
      batch.end(
        row.relation, constant: row.constant, priority: row.priority, priorityBelow: row.priorityBelow,
        weight: row.weight)
    }
    return batch
  }

  /// Makes an edit on both sides.
  package func apply(_ edit: Edit) throws {
    switch edit {
    case .constants(let changes):
      try solver.setConstants(changes.map { rows[$0.row] }, changes.map(\.value))
    case .weights(let changes):
      try solver.setWeights(changes.map { rows[$0.row] }, changes.map(\.value))
    case .priorities(let changes):
      let below = changes.contains { $0.below != nil } ? changes.map { $0.below ?? $0.value } : nil
      try solver.setPriorities(changes.map { rows[$0.row] }, changes.map(\.value), below: below)
    case .terms(let row, let terms):
      try solver.setTerms(rows[row], terms.map { variables[$0.variable] }, terms.map(\.coefficient))
    case .addRows(let added):
      rows += try solver.add(batch(added))
    case .removeRows(let removed):
      try solver.remove(removed.map { rows[$0] })
      for row in removed.sorted(by: >) { rows.remove(at: row) }
    case .addVariables(let nonnegative):
      variables += try solver.addVariables(nonnegative: nonnegative)
    case .removeVariables(let removed):
      try solver.removeVariables(removed.map { variables[$0] })
      for variable in removed.sorted(by: >) { variables.remove(at: variable) }
    }
    program.apply(edit)
  }

  /// Solves, and reads everything there is to read.
  package func solve(_ options: SolveOptions = SolveOptions()) throws -> Answer {
    var answer = Answer(outcome: try solver.solve(options))
    switch answer.outcome {
    case .optimal:
      answer.values = try solver.values(variables)
      answer.errors = try solver.errors(rows)
      answer.levels = try solver.levels()
    case .infeasible:
      let rowOf = Dictionary(uniqueKeysWithValues: zip(rows, rows.indices))
      let variableOf = Dictionary(uniqueKeysWithValues: zip(variables, variables.indices))
      answer.conflicts = try solver.conflicts().map { set in
        set.map { member in
          switch member {
          case .row(let row): .row(rowOf[row] ?? -1)
          case .nonnegativity(let variable): .nonnegativity(variableOf[variable] ?? -1)
          }
        }
      }
    case .unsolved, .pivotLimit, .breakdown:
      break
    }
    return answer
  }

  /// The variables that the solver calls ambiguous, as indices of the program.
  package func ambiguousVariables() throws -> Set<Int> {
    let indexOf = Dictionary(uniqueKeysWithValues: zip(variables, variables.indices))
    return Set(try solver.ambiguousVariables().map { indexOf[$0] ?? -1 })
  }
}
