// The size that a view's content wants (semantics 2.7): its subtree solved alone, towards a target size at a priority of
// its own. A program and a solver for this question; the view and its scene stay as they are.

import Simplex

extension View {
  /// As small as the constraints allow, for
  /// ``systemLayoutSizeFitting(_:horizontalFittingPriority:verticalFittingPriority:)``.
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

extension View: SizeFitting {
  func fittedSize(_ target: Size, _ horizontalPriority: Priority, _ verticalPriority: Priority) -> Size {
    systemLayoutSizeFitting(
      target, horizontalFittingPriority: horizontalPriority, verticalFittingPriority: verticalPriority)
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
  /// natural widths, and what is broken in the scene counts again. What the engine assumes of it is restored.
  private func solveAlone(_ view: View, _ wish: FittingWish) throws -> Size {
    var subtree = Subtree(view, self)
    let properties = subtree.properties(wish)
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
    // Views that no constraint depends on have what they add themselves, too.
    for node in subtree.nodes where node.isView && insets.safeArea[node.slot] != nil {
      insets.safeArea[node.slot] = insets.additionalSafeArea[node.slot]
    }
    insets.preservedMargins = [:]
    properties.assume(try properties.start(self), self, isSilent: true)
    var run = PassRun(properties)
    while true {
      try subtree.solve(wish)
      let assumed = properties.assumed(self)
      let measured = try properties.measured(self) { slots throws(SolverError) in try subtree.values(slots) }
      guard subtree.nodes.allSatisfy({ $0.engine === self }) else {
        throw LayoutError(.noAnswer, "A view left its scene while a height for a width was asked for.")
      }
      guard let next = try run.next(after: assumed, measured, self) else { break }
      properties.assume(next, self, isSilent: true)
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
  private(set) var stacks: [any ArrangingView] = []
  /// Broken or not, owned within the subtree, in the order of activation.
  private var constraints: [Constraint] = []
  private var slots: Set<Int32> = []
  /// What was solved last.
  private var solved: FittingProgram?

  init(_ view: View, _ engine: Engine) {
    self.view = view
    self.engine = engine
    view.forEachNode { node in
      // A frame guide has the slot of its scroll view.
      guard node.kind != .frameGuide else { return }
      slots.insert(node.slot)
      nodes.append(node)
      guard node.isView, let view = node.view else { return }
      if view.storedHeightForWidth != nil, engine.slots[Int(node.slot)].contentSize.height >= 0 { texts.append(node) }
      if let stack = view.arranging { stacks.append(stack) }
      node.forEachOwned { constraints.append($0) }
    }
    constraints.sort { $0.sequence < $1.sequence }
    // What the owner holds about items outside of it was left by moving views; it does not count here.
    constraints.removeAll { !slots.contains($0.first.slot) || !($0.second.map { slots.contains($0.slot) } ?? true) }
  }

  /// The properties in the subtree that depend on frames.
  func properties(_ wish: FittingWish) -> FrameDependentProperties {
    var insetViews: [ItemNode] = []
    var readable: [ItemNode] = []
    for node in nodes where node.isView && node !== view.node {
      if node.hasDependentSafeArea { insetViews.append(node) }
    }
    for constraint in constraints where constraint.kind == .readableGuide && constraint.firstAttribute == .left {
      if let node = constraint.second { readable.append(node) }
    }
    return FrameDependentProperties(
      engine, top: view.node, area: engine.insets.additionalSafeArea[view.node.slot] ?? .zero,
      widthLimit: wish.target.width, isCoupled: constraints.contains { $0.relatesAxes }, texts: texts,
      insetViews: insetViews, readable: readable,
      baselineStacks: stacks.compactMap { $0.hasDependentBaseline ? $0.node : nil },
      keyboard: (engine.dependents.keyboard.filter { slots.contains($0.slot) && $0.engine === engine }, .infinity))
  }

  /// Left, top, width and height of slots as solved.
  func values(_ slots: [Int32]) throws(SolverError) -> [Double] {
    try solved?.values(slots) ?? []
  }

  /// Solves what the engine assumes at present.
  mutating func solve(_ wish: FittingWish) throws(LayoutError) {
    var program = LoweredProgram(engine, slots: nodes.lazy.map(\.slot), ignoringBreaks: true)
    append(wish, to: &program)
    for node in nodes { try program.append(contentTags(of: node)) }
    try program.append(constraints.lazy.map { .constraint(Unmanaged.passUnretained($0)) })
    var fitting: FittingProgram
    do { fitting = try FittingProgram(program, engine) } catch { throw LayoutError(error) }
    try fitting.solveRecovering()
    solved = fitting
  }

  /// The position, which says nothing about the size, and the target.
  private func append(_ wish: FittingWish, to program: inout LoweredProgram) {
    let base = program.firstVariables[view.node.slot] ?? 0
    let insets = engine.insets.alignment[view.node.slot] ?? .zero
    for axis in Axis.allCases {
      let variable = base + Int(axis.rawValue)
      let inset = axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom
      let priority = Double(wish.priorities[Int(axis.rawValue)].rawValue)
      program.rows.append(
        LoweredProgram.Row(
          variables: [variable], coefficients: [1], relation: .equal, constant: 0, tag: .rootOrigin(axis))
      )
      program.rows.append(
        LoweredProgram.Row(
          variables: [variable + 2], coefficients: [1], relation: .equal, constant: max(0, wish.target[axis] - inset),
          priority: priority, priorityBelow: priority, tag: .rootSize(axis)))
    }
  }

  /// Content sizes, and where the content of a scroll view begins. What the present layout has broken is among them, what
  /// a caller has removed is not.
  private func contentTags(of node: ItemNode) -> [RowTag] {
    if node.isView {
      let size = engine.slots[Int(node.slot)].contentSize
      return Axis.allCases.filter { size[$0] >= 0 && node.suppressedContent?[Int($0.rawValue)] != true }
        .map { .contentSize(node.slot, $0) }
    }
    guard node.kind == .contentGuide, let scrollView = node.parent, slots.contains(scrollView.slot) else { return [] }
    return Axis.allCases.map { .contentOrigin(node.slot, $0) }
  }
}

/// The program of a fitting size in a solver of its own: of what cannot hold together the last by rank is broken.
private struct FittingProgram: RecoverableProgram {
  private let solver: Solver
  private let engine: Engine
  private let program: LoweredProgram
  private let variables: [Variable]
  private let rows: [Row]
  /// Where in the program a row of the solver is.
  private let indices: [Row: Int]
  private var broken: Set<Int> = []

  init(_ program: LoweredProgram, _ engine: Engine) throws(SolverError) {
    self.program = program
    self.engine = engine
    solver = try Solver()
    variables = try solver.addVariables(nonnegative: program.nonnegative)
    rows = try solver.add(program.batch(over: variables))
    indices = Dictionary(uniqueKeysWithValues: zip(rows, rows.indices))
  }

  func values(_ slots: [Int32]) throws(SolverError) -> [Double] {
    try solver.values(
      slots.flatMap { slot in program.firstVariables[slot].map { variables[$0..<($0 + 4)] } ?? [] })
  }

  func solve() throws(LayoutError) -> Outcome { try solver.solveChecked() }

  func conflicts() throws(LayoutError) -> [[Int]] {
    let found: [[ConflictMember]]
    do { found = try solver.conflicts() } catch { throw LayoutError(error) }
    return found.map { conflict in
      conflict.compactMap { if case .row(let row) = $0 { indices[row] } else { nil } }
        .map { (program.rows[$0].tag.fittingRank(in: engine), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  func isEnforced(_ index: Int) -> Bool { !broken.contains(index) }

  mutating func breakOne(of conflict: [Int], attempt: Int) throws(LayoutError) -> Bool {
    guard let index = conflict.last else { throw .systemConflict }
    broken.insert(index)
    let row = program.rows[index]
    do {
      try solver.setPriorities(
        [rows[index]], [min(row.priority, brokenPriority)], below: [min(row.priorityBelow, brokenPriority)])
    } catch {
      throw LayoutError(error)
    }
    return true
  }
}
