// Programs whose constraints compete for room, each beside its twin in which all fit: W3 with names that no cell has room
// for, and labels in one row that want twice the room there is, at five priorities. What gives way is known by hand.

import Simplex
import Trellis

/// A program with competing constraints.
public enum Competition: String, CaseIterable, Sendable {
  /// W3, the names of all cells 300 points wide (where all fit: 60).
  case cells = "W3"
  /// Labels in one row with the widths of W3's names, in half the room they want (where all fit: in all of it), which resist
  /// compression at 750, 740 … 710 in turn.
  case labels

  /// The fewest views there can be.
  public var smallestSize: Int { self == .cells ? Workload.cells.smallestSize : 5 }

  /// How many views it has at the size `n`.
  public func viewCount(_ n: Int) -> Int { self == .cells ? Workload.cells.viewCount(n) : n + 1 }

  /// The frames, or what of them is determined: of labels, what each priority falls short of. Positions and widths of single
  /// labels are not, as those of one priority may share a shortage in many ways.
  ///
  /// - Complexity: O(n).
  public func closedForm(_ n: Int, isCompeting: Bool) -> [Double] {
    guard self == .labels else { return Workload.cells.closedForm(n, after: Self.names(n, isCompeting)) }
    var wanted = [Double](repeating: 0, count: Self.priorities.count)
    for label in 0..<n { wanted[label % wanted.count] += Numbers.nameWidth(label) }
    let total = wanted.reduce(0, +)
    var missing = total - Self.room(n, isCompeting)
    var shortages = wanted
    for level in shortages.indices.reversed() {
      shortages[level] = min(missing, wanted[level])
      missing -= shortages[level]
    }
    return shortages
  }

  /// Resistance of the labels in turn, from high to low.
  static let priorities: [Double] = [750, 740, 730, 720, 710]

  static func room(_ n: Int, _ isCompeting: Bool) -> Double {
    let wanted = (0..<n).reduce(0) { $0 + Numbers.nameWidth($1) }
    return isCompeting ? (wanted / 2).rounded() : wanted
  }

  static func names(_ n: Int, _ isCompeting: Bool) -> [WorkloadEdit] {
    (0..<n / 8).map { cell in
      let view = Workload.firstRow + CellPart.allCases.count * cell + CellPart.name.rawValue
      return WorkloadEdit(view: view, isWidth: true, value: isCompeting ? 300 : 60)
    }
  }

  /// What each priority falls short of, by the widths of labels.
  static func shortages(_ widths: some Sequence<Double>) -> [Double] {
    var shortages = [Double](repeating: 0, count: priorities.count)
    for (label, width) in widths.enumerated() {
      shortages[label % shortages.count] += Numbers.nameWidth(label) - width
    }
    return shortages
  }
}

/// A competition handed to a solver.
public struct CoreCompetition {
  /// The solver that holds the program.
  public let solver: Solver
  private let variables: [Variable]
  private let isLabels: Bool

  /// Builds a competition at the size `n`.
  ///
  /// - Throws: What the solver refuses; nothing, unless memory runs out.
  /// - Complexity: O(n).
  public init(_ competition: Competition, size n: Int, isCompeting: Bool) throws(SolverError) {
    isLabels = competition == .labels
    if competition == .cells {
      let program = try CoreProgram(.cells, size: n)
      let edits = Competition.names(n, isCompeting)
      let rows = try program.rows(of: edits)
      try program.solver.setConstants(
        rows.compactMap { $0 }, zip(rows, edits).compactMap { $0 == nil ? nil : $1.value })
      (solver, variables) = (program.solver, program.variables)
      return
    }
    solver = try Solver()
    // Left and width of each label.
    variables = try solver.addVariables(nonnegative: (0..<2 * n).map { $0 % 2 == 1 })
    var batch = RowBatch()
    for label in 0..<n {
      batch.append(variables[2 * label], 1)
      if label > 0 {
        batch.append(variables[2 * label - 2], -1)
        batch.append(variables[2 * label - 1], -1)
      }
      batch.end(.equal, constant: 0)
      batch.append(variables[2 * label + 1], 1)
      batch.end(
        .equal, constant: Numbers.nameWidth(label), priority: 250,
        priorityBelow: Competition.priorities[label % Competition.priorities.count])
    }
    batch.append(variables[2 * n - 2], 1)
    batch.append(variables[2 * n - 1], 1)
    batch.end(.equal, constant: Competition.room(n, isCompeting))
    _ = try solver.add(batch)
  }

  /// All values of the last solve. O(n).
  public func values() throws(SolverError) -> [Double] { try solver.values(variables) }

  /// What of the values is determined; see ``Competition/closedForm(_:isCompeting:)``.
  public func determined(_ values: [Double]) -> [Double] {
    isLabels ? Competition.shortages(stride(from: 1, to: values.count, by: 2).map { values[$0] }) : values
  }
}

/// A competition as views in a scene.
public struct ViewCompetition {
  /// The scene around the views.
  public let scene: Scene
  private let program: ViewProgram?
  private let labels: [View]

  /// Builds a competition at the size `n`: makes the views and activates the constraints between them.
  ///
  /// - Throws: What the façade refuses; nothing, as the competitions are sound.
  /// - Complexity: O(n).
  public init(_ competition: Competition, size n: Int, isCompeting: Bool) throws(LayoutError) {
    if competition == .cells {
      let program = try ViewProgram(.cells, size: n)
      for edit in Competition.names(n, isCompeting) { try program.apply(edit) }
      (scene, self.program, labels) = (program.scene, program, [])
      return
    }
    let root = View()
    var labels: [View] = []
    var constraints: [Constraint] = []
    for label in 0..<n {
      let view = View(intrinsicSize: Size(width: Numbers.nameWidth(label), height: 20))
      let priority = Competition.priorities[label % Competition.priorities.count]
      view.setContentCompressionResistancePriority(Priority(Float(priority)), for: .horizontal)
      root.addSubview(view)
      constraints.append(view.topAnchor.constraint(equalTo: root.topAnchor))
      constraints.append(view.leftAnchor.constraint(equalTo: labels.last?.rightAnchor ?? root.leftAnchor))
      labels.append(view)
    }
    if let last = labels.last { constraints.append(last.rightAnchor.constraint(equalTo: root.rightAnchor)) }
    Constraint.activate(constraints)
    scene = try Scene(root: root, size: Size(width: Competition.room(n, isCompeting), height: 100))
    (program, self.labels) = (nil, labels)
  }

  /// All frames of the last layout, as numbers. O(n).
  public func values() -> [Double] { program?.frames() ?? labels.map(\.frame.width) }

  /// What of the values is determined; see ``Competition/closedForm(_:isCompeting:)``.
  public func determined(_ values: [Double]) -> [Double] {
    program == nil ? Competition.shortages(values) : values
  }
}
