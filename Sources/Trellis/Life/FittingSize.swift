// The size that a view's content wants (semantics 2.7): its subtree solved alone, towards a target size at a priority of
// its own. A program and a solver for this question; the view and its scene stay as they are.

import Simplex

extension View {
  /// As small as the constraints allow, for ``systemLayoutSizeFitting(_:horizontalFittingPriority:verticalFittingPriority:)``.
  public static let layoutFittingCompressedSize = Size.zero
  /// As large as the constraints allow: 10,000 points.
  public static let layoutFittingExpandedSize = Size(width: 10_000, height: 10_000)

  /// The size that the constraints inside the view give it, when it wants to be as near to a target as they allow.
  ///
  /// The constraints that mention nothing outside the view's subtree count, with content sizes, and `width == target
  /// width` and `height == target height` at the fitting priorities. Nothing changes. Constraints that cannot hold
  /// together give way as in a layout. Outside a scene the whole tree is taken into one for the question.
  ///
  /// Linear in the subtree, but for what the solver needs; and pending edits of the scene are handed to its solver.
  ///
  /// - Parameters:
  ///   - target: The size to be near to, in points.
  ///   - horizontalFittingPriority: How much the width matters; 50 by default, below everything usual.
  ///   - verticalFittingPriority: How much the height matters.
  /// - Returns: The size of the frame, in points.
  /// - Throws: ``LayoutError/Kind/priorityOutOfRange``, ``LayoutError/Kind/valueOutOfRange``,
  ///   ``LayoutError/Kind/noAnswer``, ``LayoutError/Kind/solver(_:)``, and what ``updateConstraints()`` throws.
  public func systemLayoutSizeFitting(
    _ target: Size, horizontalFittingPriority: Priority = .fittingSizeLevel,
    verticalFittingPriority: Priority = .fittingSizeLevel
  ) throws(LayoutError) -> Size {
    try checkPriority(horizontalFittingPriority, nil)
    try checkPriority(verticalFittingPriority, nil)
    for length in [target.width, target.height] where !(0...valueLimit).contains(length) {
      throw LayoutError(
        .valueOutOfRange, "The target length \(formatted(length)) is not usable.  It must be between 0 and 1e8 points.")
    }
    let wish = FittingWish(target: target, priorities: [horizontalFittingPriority, verticalFittingPriority])
    if let engine = node.engine { return try engine.fittingSize(of: self, wish) }
    var top = self
    while let superview = top.superview { top = superview }
    let scene = try Scene(root: top, size: .zero)
    try scene.throwPendingError()
    return try scene.engine.fittingSize(of: self, wish)
  }
}

/// What the fitting size is to be near to.
struct FittingWish {
  var target: Size
  /// Horizontal and vertical.
  var priorities: [Priority]
}

/// The program of a subtree.
private struct Subprogram {
  var batch = RowBatch()
  var ranks: [(Int, UInt64)] = []
  /// From the scene's variables to those of this program.
  var variables: [Variable: Variable] = [:]
  /// Which row holds the content height of a slot.
  var heights: [Int32: Int] = [:]

  mutating func append(_ row: LoweredRow, _ constraint: Constraint) {
    guard row.variables.allSatisfy({ variables[$0] != nil }) else { return }
    for (variable, coefficient) in zip(row.variables, row.coefficients) {
      if let variable = variables[variable] { batch.append(variable, coefficient) }
    }
    batch.end(
      row.relation.simplex, constant: row.constant, priority: Double(constraint.storedPriority.rawValue),
      weight: constraint.storedWeight)
    ranks.append(constraint.rank)
  }

  mutating func append(
    _ variable: Variable, equals constant: Double, priority: Double, below: Double? = nil, rank: (Int, UInt64)
  ) {
    batch.append(variable, 1)
    batch.end(.equal, constant: constant, priority: priority, priorityBelow: below)
    ranks.append(rank)
  }
}

extension Engine {
  fileprivate func fittingSize(of view: View, _ wish: FittingWish) throws(LayoutError) -> Size {
    guard !isApplying else {
      throw LayoutError(.noAnswer, "A fitting size can't be asked for while views are asked for their content sizes.")
    }
    let wasRunning = cycle.isRunning
    cycle.isRunning = true
    defer { cycle.isRunning = wasRunning }
    if !wasRunning { try updateConstraints() }
    let neededLayout = needsLayout
    try apply()
    needsLayout = neededLayout
    guard view.node.engine === self else {
      throw LayoutError(.noAnswer, "\(itemDescription(view.node)) left its scene while its fitting size was asked for.")
    }
    do {
      return try solveAlone(view, wish)
    } catch let error as LayoutError {
      throw error
    } catch let error as SolverError {
      throw LayoutError(error)
    } catch {
      throw LayoutError(.noAnswer, "\(error)")
    }
  }

  private func solveAlone(_ view: View, _ wish: FittingWish) throws -> Size {
    let solver = try Solver()
    var program = Subprogram()
    var nodes: [ItemNode] = []
    view.forEachNode { if $0.kind != .frameGuide { nodes.append($0) } }
    var signs: [Bool] = []
    for _ in nodes { signs += [false, false, true, true] }
    let fresh = try solver.addVariables(nonnegative: signs)
    for (index, node) in nodes.enumerated() {
      for offset in 0..<4 { program.variables[variables[4 * Int(node.slot) + offset]] = fresh[4 * index + offset] }
    }
    for axis in Axis.allCases {
      // Where it lies says nothing about its size.
      program.append(fresh[Int(axis.rawValue)], equals: 0, priority: 1000, rank: (-1, 0))
      let insets = insets[view.node.slot] ?? .zero
      let inset = axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom
      program.append(
        fresh[2 + Int(axis.rawValue)], equals: max(0, wish.target[axis] - inset),
        priority: Double(wish.priorities[Int(axis.rawValue)].rawValue), rank: (1, .max))
    }
    view.forEachNode { node in appendContent(of: node, &program) }
    for constraint in constraints(firstMentioning: view) {
      let row = try lowered(constraint)
      program.append(row, constraint)
    }
    let rows = try solver.add(program.batch)
    try solveBreaking(solver, rows, program.ranks)
    if try followWidths(of: nodes, fresh, solver, program.heights.mapValues { rows[$0] }) {
      try solveBreaking(solver, rows, program.ranks)
    }
    let size = try solver.values([fresh[2], fresh[3]])
    let insets = insets[view.node.slot] ?? .zero
    return Size(width: size[0] + insets.left + insets.right, height: size[1] + insets.top + insets.bottom)
  }

  /// Heights that follow from widths are asked for with the widths found. Whether one is another.
  private func followWidths(
    of nodes: [ItemNode], _ fresh: [Variable], _ solver: Solver, _ rows: [Int32: Row]
  ) throws -> Bool {
    var changed: (rows: [Row], heights: [Double]) = ([], [])
    for (index, node) in nodes.enumerated() {
      guard let row = rows[node.slot], let height = node.view?.storedHeightForWidth else { continue }
      let width = try solver.values([fresh[4 * index + 2]])[0]
      let length = height(max(0, (width * 1e6).rounded() / 1e6))
      guard node.engine === self, length.isFinite, length >= 0, length <= valueLimit,
        length != slots[Int(node.slot)].contentSize.height
      else { continue }
      changed.rows.append(row)
      changed.heights.append(length)
    }
    guard !changed.rows.isEmpty else { return false }
    try solver.setConstants(changed.rows, changed.heights)
    return true
  }

  /// Every constraint in force whose first item is in the subtree, once.
  private func constraints(firstMentioning view: View) -> [Constraint] {
    var found: [Constraint] = []
    view.forEachNode { node in
      for constraint in node.references where constraint.first === node && constraint.ownerNode != nil {
        if !constraint.isBroken { found.append(constraint) }
      }
    }
    return found.sorted { $0.sequence < $1.sequence }
  }

  /// Content sizes, and where the content of a scroll view begins.
  private func appendContent(of node: ItemNode, _ program: inout Subprogram) {
    guard node.kind != .frameGuide else { return }
    for axis in Axis.allCases where slots[Int(node.slot)].contentRows[axis] != nil {
      let place = Int(axis.rawValue)
      if node.isView {
        guard let length = program.variables[variables[4 * Int(node.slot) + 2 + place]] else { continue }
        if axis == .vertical { program.heights[node.slot] = program.ranks.count }
        program.append(
          length, equals: slots[Int(node.slot)].contentSize[axis],
          priority: Double(node.sizing.hugging(axis).rawValue),
          below: Double(node.sizing.compression(axis).rawValue), rank: (2, 0))
      } else if let scrollView = node.parent, let start = program.variables[variables[4 * Int(node.slot) + place]],
        let frame = program.variables[variables[4 * Int(scrollView.slot) + place]]
      {
        program.batch.append(start, 1)
        program.batch.append(frame, -1)
        program.batch.end(.equal, constant: contentOrigin(scrollView, axis))
        program.ranks.append((-1, 0))
      }
    }
  }

  /// Solves; of what cannot hold together the last by rank gives way.
  private func solveBreaking(_ solver: Solver, _ rows: [Row], _ ranks: [(Int, UInt64)]) throws {
    let rank = Dictionary(uniqueKeysWithValues: zip(rows, ranks))
    while true {
      switch try solver.solve() {
      case .optimal: return
      case .infeasible:
        for conflict in try solver.conflicts() {
          var blamed: (row: Row, rank: (Int, UInt64))?
          for case .row(let row) in conflict {
            guard let own = rank[row] else { continue }
            if let best = blamed?.rank, own < best { continue }
            blamed = (row, own)
          }
          guard let blamed else { throw LayoutError(.noAnswer, "The system's own constraints contradict each other.") }
          try solver.remove([blamed.row])
        }
      case .pivotLimit, .breakdown, .unsolved:
        throw LayoutError(.noAnswer, "The solver gave up on a fitting size.")
      }
    }
  }
}
