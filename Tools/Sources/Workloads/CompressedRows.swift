// The rows of a program as flat arrays, for a file that other solvers read: read back from the solver that has them.

import Simplex

/// Rows as compressed sparse rows.
struct CompressedRows {
  /// Row i has the entries `starts[i] ..< starts[i + 1]`; one more than there are rows.
  private(set) var starts: [Int32] = [0]
  /// Per entry, the index of its variable.
  private(set) var variables: [Int32] = []
  /// Per entry.
  private(set) var coefficients: [Double] = []
  /// Per row, -1 for at most, 0 for equal, 1 for at least.
  let relations: [Int8]
  /// Per row.
  let constants: [Double]
  /// Per row; 1000 for a row that must hold.
  let priorities: [Double]
  /// Per row, the priority of falling short where the relation is equality.
  let prioritiesBelow: [Double]
  /// Per row.
  let weights: [Double]

  /// The number of rows.
  var count: Int { relations.count }

  /// Reads rows of a solver.
  ///
  /// - Complexity: O(entries).
  init(_ rows: [Row], of solver: Solver) throws(SolverError) {
    relations = try solver.relations(rows).map(\.rawValue)
    constants = try solver.constants(rows)
    (priorities, prioritiesBelow) = try solver.priorities(rows)
    weights = try solver.weights(rows)
    for row in rows {
      let terms = try solver.terms(row)
      variables += terms.variables.map(\.index)
      coefficients += terms.coefficients
      starts.append(Int32(variables.count))
    }
  }
}
