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
  /// The constraints count that are held within the view's subtree, with content sizes, and `width == target
  /// width` and `height == target height` at the fitting priorities: as if the view were in no scene. Its present size,
  /// what gave way to that, what its superview (a stack view, say) holds it with and what covers it make no difference.
  /// Nothing changes. Constraints that cannot hold together give way as in a layout. Outside a scene the whole tree is
  /// taken into one for the question.
  ///
  /// Linear in the subtree, but for what the solver needs; and pending edits of the scene are handed to its solver.
  ///
  /// - Parameters:
  ///   - target: The size to be near to, in points.
  ///   - horizontalFittingPriority: How much the width matters; 50 by default, below everything usual.
  ///   - verticalFittingPriority: How much the height matters.
  /// - Returns: The size of the frame, in points. On an error it is the present one, and the next layout throws what
  ///   ``fittingSize(_:horizontalFittingPriority:verticalFittingPriority:)`` throws at once.
  public func systemLayoutSizeFitting(
    _ target: Size, horizontalFittingPriority: Priority = .fittingSizeLevel,
    verticalFittingPriority: Priority = .fittingSizeLevel
  ) -> Size {
    do {
      return try fittingSize(
        target, horizontalFittingPriority: horizontalFittingPriority, verticalFittingPriority: verticalFittingPriority)
    } catch {
      if !node.isWaiting(error) { node.postpone(error) }
      return frame.size
    }
  }

  /// The same as ``systemLayoutSizeFitting(_:horizontalFittingPriority:verticalFittingPriority:)`` for those who want the
  /// error at once.
  ///
  /// - Throws: ``LayoutError/Kind/priorityOutOfRange``, ``LayoutError/Kind/valueOutOfRange``,
  ///   ``LayoutError/Kind/noAnswer``, ``LayoutError/Kind/solver(_:)``, and what ``updateConstraints()`` throws.
  public func fittingSize(
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
    return try scene.engine.fittingSize(of: self, wish)
  }
}

/// What the fitting size is to be near to.
struct FittingWish {
  var target: Size
  /// Horizontal and vertical.
  var priorities: [Priority]
}

extension Engine {
  fileprivate func fittingSize(of view: View, _ wish: FittingWish) throws(LayoutError) -> Size {
    guard !cycle.isApplying else {
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

  /// Solves the subtree as if it were in no scene: nothing covers it, nothing outside counts, texts start from their
  /// natural widths, and what gave way in the scene is there again. What the engine assumes of it is put back.
  private func solveAlone(_ view: View, _ wish: FittingWish) throws -> Size {
    var subtree = Subtree(view, self)
    let following = subtree.following(wish)
    let assumptions = insets
    let heights = subtree.texts.map { slots[Int($0.slot)].contentSize.height }
    let baselines = subtree.stacks.map { ($0.firstBaselineNode, $0.lastBaselineNode) }
    defer {
      insets.restoreAssumptions(of: assumptions)
      for (node, height) in zip(subtree.texts, heights) where node.engine === self {
        slots[Int(node.slot)].contentSize.height = height
      }
      for (stack, nodes) in zip(subtree.stacks, baselines) {
        (stack.firstBaselineNode, stack.lastBaselineNode) = nodes
      }
    }
    // Views that nobody follows have what they add themselves, too.
    for node in subtree.nodes where node.isView && insets.safeArea[node.slot] != nil {
      insets.safeArea[node.slot] = insets.additionalSafeArea[node.slot]
    }
    insets.preservedMargins = [:]
    following.assume(try following.start(self), self, isSilent: true)
    var run = PassRun(following)
    while true {
      try subtree.solve(wish)
      let assumed = following.assumed(self)
      let measured = try following.measured(self) { slots throws(SolverError) in try subtree.values(slots) }
      guard subtree.nodes.allSatisfy({ $0.engine === self }) else {
        throw LayoutError(.noAnswer, "A view left its scene while a height for a width was asked for.")
      }
      guard let next = try run.next(after: assumed, measured, self) else { break }
      following.assume(next, self, isSilent: true)
    }
    let rectangle = try subtree.values([view.node.slot])
    let insets = insets.alignment[view.node.slot] ?? .zero
    return Size(width: rectangle[2] + insets.left + insets.right, height: rectangle[3] + insets.top + insets.bottom)
  }
}

/// A subtree that is solved alone: its program and its solver.
private struct Subtree {
  let view: View
  let engine: Engine
  /// The items of the subtree that have variables.
  private(set) var nodes: [ItemNode] = []
  /// Views whose height follows from their width.
  private(set) var texts: [ItemNode] = []
  private(set) var stacks: [StackView] = []
  /// In force or out of it, owned within the subtree, in the order of activation.
  private var constraints: [Constraint] = []
  /// Where each slot's four variables begin.
  private var places: [Int32: Int] = [:]
  private var variables: [Variable] = []
  private var solver: Solver?

  init(_ view: View, _ engine: Engine) {
    self.view = view
    self.engine = engine
    view.forEachNode { node in
      // A frame guide has the slot of its scroll view.
      guard node.kind != .frameGuide else { return }
      places[node.slot] = 4 * nodes.count
      nodes.append(node)
      guard node.isView, let view = node.view else { return }
      if view.storedHeightForWidth != nil, engine.slots[Int(node.slot)].contentSize.height >= 0 { texts.append(node) }
      if let stack = view as? StackView { stacks.append(stack) }
      node.forEachOwned { constraints.append($0) }
    }
    constraints.sort { $0.sequence < $1.sequence }
    // What the owner holds about items outside of it was made by moving views about; it says nothing in here.
    constraints.removeAll { places[$0.first.slot] == nil || ($0.second.map { places[$0.slot] == nil } ?? false) }
  }

  /// What follows from frames in the subtree.
  func following(_ wish: FittingWish) -> Following {
    var insetViews: [ItemNode] = []
    var readable: [ItemNode] = []
    for node in nodes where node.isView && node !== view.node {
      if node.followsSafeArea { insetViews.append(node) }
    }
    for constraint in constraints where constraint.kind == .readableGuide && constraint.firstAttribute == .left {
      if let node = constraint.second { readable.append(node) }
    }
    return Following(
      engine, top: view.node, area: engine.insets.additionalSafeArea[view.node.slot] ?? .zero,
      widthLimit: wish.target.width, isCoupled: constraints.contains { $0.relatesAxes }, texts: texts,
      insetViews: insetViews, readable: readable,
      baselineStacks: stacks.compactMap { $0.followsBaseline ? $0.node : nil },
      keyboard: (engine.dependents.keyboard.filter { places[$0.slot] != nil && $0.engine === engine }, .infinity))
  }

  /// Left, top, width and height of slots as solved.
  func values(_ slots: [Int32]) throws(SolverError) -> [Double] {
    guard let solver else { return [] }
    return try solver.values(
      slots.flatMap { slot in places[slot].map { variables[$0..<($0 + 4)] } ?? [] })
  }

  /// Solves what the engine assumes at present.
  mutating func solve(_ wish: FittingWish) throws {
    let solver = try Solver()
    var signs: [Bool] = []
    for _ in nodes { signs += [false, false, true, true] }
    variables = try solver.addVariables(nonnegative: signs)
    var program = Subprogram()
    let base = places[view.node.slot] ?? 0
    for axis in Axis.allCases {
      let place = base + Int(axis.rawValue)
      // Where it lies says nothing about its size.
      program.append(variables[place], equals: 0, priority: 1000, rank: (-1, 0))
      let insets = engine.insets.alignment[view.node.slot] ?? .zero
      let inset = axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom
      program.append(
        variables[place + 2], equals: max(0, wish.target[axis] - inset),
        priority: Double(wish.priorities[Int(axis.rawValue)].rawValue), rank: (1, .max))
    }
    for node in nodes { appendContent(of: node, &program) }
    // From the scene's variables to those of this program.
    var own: [Variable: Variable] = [:]
    for node in nodes {
      guard let place = places[node.slot] else { continue }
      for offset in 0..<4 { own[engine.storage.variables[4 * Int(node.slot) + offset]] = variables[place + offset] }
    }
    for constraint in constraints { program.append(try engine.lowered(constraint), constraint, own) }
    let rows = try solver.add(program.batch)
    try solveBreaking(solver, Dictionary(uniqueKeysWithValues: zip(rows, program.standings)))
    self.solver = solver
  }

  /// Content sizes, and where the content of a scroll view begins. What the present layout has put out of force is
  /// among them, what a caller has removed is not.
  private func appendContent(of node: ItemNode, _ program: inout Subprogram) {
    guard let place = places[node.slot] else { return }
    for axis in Axis.allCases {
      let offset = Int(axis.rawValue)
      if node.isView {
        let length = engine.slots[Int(node.slot)].contentSize[axis]
        guard length >= 0, node.suppressedContent?[offset] != true else { continue }
        program.append(
          variables[place + 2 + offset], equals: length, priority: Double(node.sizing.hugging(axis).rawValue),
          below: Double(node.sizing.compression(axis).rawValue), rank: (2, 0))
      } else if node.kind == .contentGuide, let scrollView = node.parent, let frame = places[scrollView.slot] {
        program.batch.append(variables[place + offset], 1)
        program.batch.append(variables[frame + offset], -1)
        program.batch.end(.equal, constant: engine.contentOrigin(scrollView, axis))
        program.standings.append(RowStanding((-1, 0), 1000))
      }
    }
  }

  /// Solves; of what cannot hold together the last by rank gives way, and is met as nearly as the others allow.
  private func solveBreaking(_ solver: Solver, _ standings: [Row: RowStanding]) throws {
    while true {
      switch try solver.solve() {
      case .optimal: return
      case .infeasible:
        for conflict in try solver.conflicts() {
          var blamed: (row: Row, standing: RowStanding)?
          for case .row(let row) in conflict {
            guard let own = standings[row] else { continue }
            if let best = blamed?.standing.rank, own.rank < best { continue }
            blamed = (row, own)
          }
          guard let (row, standing) = blamed else {
            throw LayoutError(.noAnswer, "The system's own constraints contradict each other.")
          }
          try solver.setPriorities(
            [row], [min(standing.priority, brokenPriority)], below: [min(standing.priorityBelow, brokenPriority)])
        }
      case .pivotLimit, .breakdown, .unsolved:
        throw LayoutError(.noAnswer, "The solver gave up on a fitting size.")
      }
    }
  }
}

/// What becomes of a row in a conflict.
private struct RowStanding {
  /// Of those in a conflict the last gives way.
  let rank: (Int, UInt64)
  let priority: Double
  let priorityBelow: Double

  init(_ rank: (Int, UInt64), _ priority: Double, below: Double? = nil) {
    self.rank = rank
    self.priority = priority
    priorityBelow = below ?? priority
  }
}

/// The rows of a subtree.
private struct Subprogram {
  var batch = RowBatch()
  var standings: [RowStanding] = []

  mutating func append(_ row: LoweredRow, _ constraint: Constraint, _ own: [Variable: Variable]) {
    // The baseline of a stack may lie in a view that has left the stack.
    guard row.variables.allSatisfy({ own[$0] != nil }) else { return }
    for (variable, coefficient) in zip(row.variables, row.coefficients) {
      if let variable = own[variable] { batch.append(variable, coefficient) }
    }
    let priority = Double(constraint.storedPriority.rawValue)
    batch.end(row.relation.simplex, constant: row.constant, priority: priority, weight: constraint.storedWeight)
    standings.append(RowStanding(constraint.rank, priority))
  }

  mutating func append(
    _ variable: Variable, equals constant: Double, priority: Double, below: Double? = nil, rank: (Int, UInt64)
  ) {
    batch.append(variable, 1)
    batch.end(.equal, constant: constant, priority: priority, priorityBelow: below)
    standings.append(RowStanding(rank, priority, below: below))
  }
}
