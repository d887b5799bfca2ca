// Rows on their way into the solver, as compressed sparse rows: flat arrays that cross into C as they are. Appending a
// term is two array appends; nothing is allocated per term or per row.

/// Rows in memory of the caller's, as compressed sparse rows: `starts` has a length of `rowCount` + 1, `variables` and
/// `coefficients` one of `entryCount`, the others one of `rowCount`. Without `prioritiesBelow` they are `priorities`, without
/// `weights` all are 1. `isKnown`: whoever made them knows that
/// the solver would refuse none, so that it need not look at each.
package struct RowMemory {
  let rowCount: Int
  let entryCount: Int
  let starts: UnsafePointer<Int32>
  let variables: UnsafePointer<Int32>
  let coefficients: UnsafePointer<Double>
  let relations: UnsafePointer<Int8>
  let constants: UnsafePointer<Double>
  let priorities: UnsafePointer<Double>
  let prioritiesBelow: UnsafePointer<Double>?
  let weights: UnsafePointer<Double>?
  let isKnown: Bool

  /// Names the parts.
  package init(
    rowCount: Int, entryCount: Int, starts: UnsafePointer<Int32>, variables: UnsafePointer<Int32>,
    coefficients: UnsafePointer<Double>, relations: UnsafePointer<Int8>, constants: UnsafePointer<Double>,
    priorities: UnsafePointer<Double>, prioritiesBelow: UnsafePointer<Double>?, weights: UnsafePointer<Double>?,
    isKnown: Bool = false
  ) {
    self.rowCount = rowCount
    self.entryCount = entryCount
    self.starts = starts
    self.variables = variables
    self.coefficients = coefficients
    self.relations = relations
    self.constants = constants
    self.priorities = priorities
    self.prioritiesBelow = prioritiesBelow
    self.weights = weights
    self.isKnown = isKnown
  }
}

/// Rows that are handed to a ``Solver`` together.
///
/// A row is built by appending its terms and ending it:
///
/// ```swift
/// var batch = RowBatch()
/// batch.append(width, 1)
/// batch.append(height, -2)
/// batch.end(.greaterOrEqual, constant: 150, priority: 750)  // width − 2·height ≥ 150 @ 750
/// ```
///
/// A batch checks nothing; ``Solver/add(_:)`` does. Every operation is amortized O(1).
public struct RowBatch: Sendable {
  /// Row i has the entries `starts[i] ..< starts[i + 1]`.
  var starts: [Int32] = [0]
  /// Per entry, the index of its variable.
  var variables: [Int32] = []
  /// Per entry.
  var coefficients: [Double] = []
  /// Per row, the raw value of its relation.
  var relations: [Int8] = []
  /// Per row.
  var constants: [Double] = []
  /// Per row.
  var priorities: [Double] = []
  /// Per row; empty while no row has another than its priority.
  var ownPrioritiesBelow: [Double] = []
  /// Per row; empty while all are 1.
  var ownWeights: [Double] = []

  /// Creates an empty batch.
  public init() {}

  /// Makes room, so that as many more rows and entries are appended without another allocation. Complexity: linear in
  /// what is there.
  public mutating func reserve(rows: Int, entries: Int) {
    let rowCount = count + max(rows, 0)
    starts.reserveCapacity(rowCount + 1)
    relations.reserveCapacity(rowCount)
    constants.reserveCapacity(rowCount)
    priorities.reserveCapacity(rowCount)
    let entryCount = variables.count + max(entries, 0)
    variables.reserveCapacity(entryCount)
    coefficients.reserveCapacity(entryCount)
  }

  /// Appends a term to the row being built. A variable may occur once in a row; a coefficient of zero is dropped.
  public mutating func append(_ variable: Variable, _ coefficient: Double) {
    variables.append(variable.index)
    coefficients.append(coefficient)
  }

  /// Ends the row being built and begins the next.
  ///
  /// - Parameters:
  ///   - relation: How the sum of the terms compares with the constant.
  ///   - constant: The right side, at most 1e9 in size.
  ///   - priority: 0 < p ≤ 1000. A row at 1000 must hold; every other priority is a level of its own.
  ///   - priorityBelow: For `equal` rows, the priority of falling short of the constant where it differs from
  ///     `priority`, which then is that of exceeding it: a content size with its hugging (`priority`) and its
  ///     compression resistance (`priorityBelow`) is one such row. Without effect on inequalities.
  ///   - weight: What one unit of error costs within the level, > 0.
  public mutating func end(
    _ relation: Relation, constant: Double, priority: Double = 1000, priorityBelow: Double? = nil, weight: Double = 1
  ) {
    starts.append(Int32(clamping: variables.count))
    relations.append(relation.rawValue)
    constants.append(constant)
    priorities.append(priority)
    // Few rows have these; as long as none has, nothing is kept of them.
    let below = priorityBelow ?? priority
    if !ownPrioritiesBelow.isEmpty {
      ownPrioritiesBelow.append(below)
    } else if below != priority {
      ownPrioritiesBelow = priorities
      ownPrioritiesBelow[count - 1] = below
    }
    if !ownWeights.isEmpty {
      ownWeights.append(weight)
    } else if weight != 1 {
      ownWeights = Array(repeating: 1, count: count)
      ownWeights[count - 1] = weight
    }
  }

  /// Per row.
  var prioritiesBelow: [Double] { ownPrioritiesBelow.isEmpty ? priorities : ownPrioritiesBelow }
  /// Per row.
  var weights: [Double] { ownWeights.isEmpty ? Array(repeating: 1, count: count) : ownWeights }

  /// Takes all rows out, and the terms of the row being built.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    starts.removeAll(keepingCapacity: keepingCapacity)
    starts.append(0)
    variables.removeAll(keepingCapacity: keepingCapacity)
    coefficients.removeAll(keepingCapacity: keepingCapacity)
    relations.removeAll(keepingCapacity: keepingCapacity)
    constants.removeAll(keepingCapacity: keepingCapacity)
    priorities.removeAll(keepingCapacity: keepingCapacity)
    ownPrioritiesBelow.removeAll(keepingCapacity: keepingCapacity)
    ownWeights.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The number of rows that were ended.
  public var count: Int { relations.count }
}
