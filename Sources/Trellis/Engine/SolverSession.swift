// The solver of a scene, what its rows stand for, and what was handed to it.

import Simplex

/// What the last layout handed to the solver: the cost of an edit on this side.
struct PassStatistics: Equatable {
  var rowsAdded = 0
  var constantsSet = 0
  var prioritiesSet = 0
  var termsSet = 0
}

/// Rows on their way to other constants, priorities and weights, or out.
struct RowChanges {
  private(set) var constantRows: [Row] = []
  private(set) var constants: [Double] = []
  private(set) var priorityRows: [Row] = []
  private(set) var priorities: [Double] = []
  private(set) var prioritiesBelow: [Double] = []
  private(set) var weightRows: [Row] = []
  private(set) var weights: [Double] = []
  var removals: [Row] = []
  /// Whether any constraint is among them.
  var hasConstraints = false

  mutating func setConstant(_ row: Row, _ constant: Double) {
    constantRows.append(row)
    constants.append(constant)
  }

  mutating func setPriority(_ row: Row, _ priority: Double, below: Double) {
    priorityRows.append(row)
    priorities.append(priority)
    prioritiesBelow.append(below)
  }

  mutating func setWeight(_ row: Row, _ weight: Double) {
    weightRows.append(row)
    weights.append(weight)
  }
}

/// The solver of a scene and the meaning of its rows.
struct SolverSession {
  /// nil until the first layout, and where the solver has to be filled anew.
  private(set) var solver: Solver?
  /// What each row stands for.
  let rowTags = FlatArray<RowTag>()
  /// Left, top, width and height of the root.
  var rootRows: [Row] = []
  /// Whether the solver has to be filled anew: a call failed half way.
  var needsRebuild = false
  var statistics = PassStatistics()

  /// The solver; a new one where there is none.
  mutating func open() throws(SolverError) -> Solver {
    if let solver { return solver }
    let made = try Solver()
    solver = made
    return made
  }

  /// Forgets the solver and its rows.
  mutating func close() {
    solver = nil
    rowTags.removeAll()
    rootRows = []
  }

  /// Hands changes over, kind by kind.
  mutating func apply(_ changes: RowChanges) throws(SolverError) {
    guard let solver else { return }
    if !changes.removals.isEmpty { try solver.remove(changes.removals) }
    if !changes.constantRows.isEmpty { try solver.setConstants(changes.constantRows, changes.constants) }
    if !changes.priorityRows.isEmpty {
      try solver.setPriorities(changes.priorityRows, changes.priorities, below: changes.prioritiesBelow)
    }
    if !changes.weightRows.isEmpty { try solver.setWeights(changes.weightRows, changes.weights) }
    statistics.constantsSet += changes.constantRows.count
    statistics.prioritiesSet += changes.priorityRows.count
  }
}
