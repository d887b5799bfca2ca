// The rows of a batch as the flat arrays they are, for code of this package that hands a program to someone else: a file
// that other solvers read.

/// Rows as compressed sparse rows; the meaning of each array is that of `RowBatch`.
@_spi(Tools) public struct CompressedRows: Sendable {
  /// Row i has the entries `starts[i] ..< starts[i + 1]`; one more than there are rows.
  public let starts: [Int32]
  /// Per entry, the index of its variable.
  public let variables: [Int32]
  /// Per entry.
  public let coefficients: [Double]
  /// Per row, -1 for at most, 0 for equal, 1 for at least.
  public let relations: [Int8]
  /// Per row.
  public let constants: [Double]
  /// Per row; 1000 for a row that must hold.
  public let priorities: [Double]
  /// Per row, the priority of falling short where the relation is equality.
  public let prioritiesBelow: [Double]
  /// Per row.
  public let weights: [Double]

  /// The number of rows.
  public var count: Int { relations.count }
}

extension RowBatch {
  /// The ended rows. Complexity: linear in the rows, as what they leave to defaults is written out.
  @_spi(Tools) public var compressed: CompressedRows {
    CompressedRows(
      starts: starts, variables: variables, coefficients: coefficients, relations: relations, constants: constants,
      priorities: priorities, prioritiesBelow: prioritiesBelow, weights: weights)
  }
}
