// The program that the library makes of a document, so that it can be measured through the core alone without a second
// lowering that might differ from the first.

import Simplex

/// The program of a solver that was solved, and its values.
struct RecordedProgram {
  /// Per variable, whether it must be ≥ 0.
  private let nonnegative: [Bool]
  private let rows: RowBatch
  /// The value of each variable.
  let values: [Double]

  /// Reads the program. O(entries).
  init(_ solver: Solver) throws(SolverError) {
    let variables = solver.variables
    nonnegative = try solver.isNonnegative(variables)
    values = try solver.values(variables)
    // A new solver numbers its variables from 0; in this one some may be gone.
    let handles = try Solver().addVariables(nonnegative: nonnegative)
    let renumbered = Dictionary(uniqueKeysWithValues: zip(variables, handles))
    let all = solver.rows
    let relations = try solver.relations(all)
    let constants = try solver.constants(all)
    let (priorities, below) = try solver.priorities(all)
    let weights = try solver.weights(all)
    var batch = RowBatch()
    for (index, row) in all.enumerated() {
      let terms = try solver.terms(row)
      for (variable, coefficient) in zip(terms.variables, terms.coefficients) {
        if let variable = renumbered[variable] { batch.append(variable, coefficient) }
      }
      batch.end(
        relations[index], constant: constants[index], priority: priorities[index], priorityBelow: below[index],
        weight: weights[index])
    }
    rows = batch
  }

  /// Builds a solver with the program, and its variables.
  func makeSolver() throws(SolverError) -> (solver: Solver, variables: [Variable]) {
    let solver = try Solver()
    let variables = try solver.addVariables(nonnegative: nonnegative)
    _ = try solver.add(rows)
    return (solver, variables)
  }
}
