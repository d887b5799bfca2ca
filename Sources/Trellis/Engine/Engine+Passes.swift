// What can only be told from frames: heights that follow from widths, the safe areas of inner views, how much of a width is
// readable, and which view of a row is the tallest, whose baseline is the row's.
//
// A layout solves, looks at the frames, and solves again where they say something else than was assumed. The answer has
// to be that from scratch, whatever the last layout was:
//
// - Heights. Where no constraint relates a width to a height, widths do not depend on heights, so the heights of the
//   last layout are as good a start as any: the widths are the same, and with them the heights. Where one does (an
//   aspect ratio), each layout starts from the heights of natural widths and follows the widths once.
// - Safe areas. A view's own frame may depend on how much of it is covered, so each layout starts from safe areas of
//   zero and follows the frames until they stand still, eight solves in all at most. Views inside one another settle
//   from the outside in, mostly in two. Readable guides and the baselines of rows are treated alike: they start at the
//   margins, and at the first view.

import Simplex

/// A view whose height follows from its width.
struct WidthDependent {
  let node: ItemNode
  /// The intrinsic width, or without one the root's.
  var naturalWidth: Double
  /// The width that the height in force was asked for; nil for one to be asked again.
  var width: Double?
}

extension Engine {
  /// How often frames are followed: one less than solves. Beyond it stand only views that flee from their own margins.
  private static let framePasses = 7

  /// Whether any active constraint relates a width to a height.
  private var isCoupled: Bool { crossAxisCount > 0 }

  private var followsSafeAreas: Bool {
    !safeAreaDependents.isEmpty && (rootSafeArea != .zero || !additionalSafeAreas.isEmpty)
  }

  private var followsPositions: Bool { followsSafeAreas || !readableDependents.isEmpty || !baselineStacks.isEmpty }

  /// Whether a layout may take more than one solve.
  var hasFollowers: Bool { !widthDependents.isEmpty || followsPositions }

  // MARK: Passes

  /// Goes back to where every layout starts from. To be called before the first solve of a layout.
  func startPasses() throws(LayoutError) {
    if isCoupled {
      for slot in widthDependents.keys.sorted() {
        widthDependents[slot]?.width = nil
        if let dependent = widthDependents[slot] { try setHeight(of: dependent, dependent.naturalWidth) }
      }
    }
    safeAreaDependents.removeAll { $0.engine !== self || !$0.followsSafeArea }
    for node in safeAreaDependents { setSafeArea(of: node, additionalSafeAreas[node.slot] ?? .zero) }
    readableDependents.removeAll { $0.engine !== self }
    for node in readableDependents { setReadableInset(of: node, 0) }
    baselineStacks.removeAll { $0.engine !== self || ($0.view as? StackView)?.followsBaseline != true }
    for node in movedBaselines where node.engine === self { (node.view as? StackView)?.startBaselines(in: self) }
    movedBaselines = []
  }

  /// Compares what was assumed with the frames of the last solve. Whether another solve is needed.
  ///
  /// - Parameter pass: How many solves this layout has had before that one.
  func followFrames(pass: Int) throws(LayoutError) -> Bool {
    guard hasFollowers, pass < Self.framePasses else { return false }
    var isChanged = false
    let heightPasses = isCoupled || !followsPositions ? 1 : Self.framePasses
    if pass < heightPasses { isChanged = try followWidths() }
    do throws(SolverError) {
      if followsSafeAreas, try followSafeAreas() { isChanged = true }
      if !readableDependents.isEmpty, try followReadableWidths() { isChanged = true }
      if !baselineStacks.isEmpty, try followBaselines() { isChanged = true }
    } catch {
      throw LayoutError(error)
    }
    return isChanged
  }

  // MARK: Heights

  /// The intrinsic size of a view as rows are to have it: with the height for the width where there is one.
  func contentSize(of view: View, _ node: ItemNode, natural size: Size) throws(LayoutError) -> Size {
    guard view.storedHeightForWidth != nil else {
      if !widthDependents.isEmpty { widthDependents[node.slot] = nil }
      return size
    }
    let naturalWidth = size.width >= 0 ? size.width : rootSize.width
    var dependent = widthDependents[node.slot] ?? WidthDependent(node: node, naturalWidth: naturalWidth)
    dependent.naturalWidth = naturalWidth
    widthDependents[node.slot] = dependent
    // The constraints may have changed as well; the passes find out.
    let width = isCoupled ? naturalWidth : dependent.width ?? naturalWidth
    return Size(width: size.width, height: try height(of: dependent, width))
  }

  private func followWidths() throws(LayoutError) -> Bool {
    guard let solver else { return false }
    let slots = widthDependents.keys.sorted()
    let widths: [Double]
    do { widths = try solver.values(slots.map { variables[4 * Int($0) + 2] }) } catch { throw LayoutError(error) }
    var isChanged = false
    for (slot, value) in zip(slots, widths) {
      // What solving left a hair beside a step of a table is the step.
      let width = max(0, (value * 1e6).rounded() / 1e6)
      guard let dependent = widthDependents[slot], dependent.width != width else { continue }
      if try setHeight(of: dependent, width) { isChanged = true }
      // The function may have taken the view out: that is a change, and there is nothing to remember.
      guard widthDependents[slot]?.node === dependent.node else {
        isChanged = true
        continue
      }
      widthDependents[slot]?.width = width
    }
    return isChanged
  }

  /// Whether the height is another.
  @discardableResult
  private func setHeight(of dependent: WidthDependent, _ width: Double) throws(LayoutError) -> Bool {
    let height = try height(of: dependent, width)
    guard dependent.node.engine === self else { return true }
    var size = slots[Int(dependent.node.slot)].contentSize
    guard size.height != height else { return false }
    size.height = height
    setContentSize(size, of: dependent.node)
    markDirty(dependent.node, .contentPriorities)
    queueStacks(around: dependent.node)
    return true
  }

  private func height(of dependent: WidthDependent, _ width: Double) throws(LayoutError) -> Double {
    guard let height = dependent.node.view?.storedHeightForWidth?(width) else { return -1 }
    guard height.isFinite, height <= valueLimit else {
      // Asked again by the next layout.
      markDirty(dependent.node, .intrinsicSize)
      throw LayoutError(
        .valueOutOfRange,
        "The height \(formatted(height)) for the width \(formatted(width)) of \(itemDescription(dependent.node)) is not "
          + "usable.  It must be finite and at most 1e8 points.")
    }
    return height
  }

  /// Forgets the widths that heights were asked for, so that the next layout is one from scratch.
  func forgetWidths() {
    for slot in widthDependents.keys { widthDependents[slot]?.width = nil }
  }

  // MARK: Safe areas

  /// A constraint mentions what follows from frames: the safe area of a view, or its margins, which are measured from
  /// there, the readable part of its width, or the baseline of a stack.
  func noteFollowers(of constraint: Constraint) {
    switch constraint.kind {
    case .marginGuide, .safeAreaGuide, .readableGuide:
      followSafeArea(of: constraint.second)
      // Once for the four edges.
      guard constraint.kind == .readableGuide, constraint.firstAttribute == .left else { return }
      if let view = constraint.second { readableDependents.append(view) }
    default:
      if constraint.firstAttribute.isMargin { followSafeArea(of: constraint.first) }
      if constraint.secondAttribute.isMargin { followSafeArea(of: constraint.second) }
      if constraint.firstAttribute.isBaseline { followBaseline(of: constraint.first) }
      if constraint.secondAttribute.isBaseline, let second = constraint.second { followBaseline(of: second) }
    }
  }

  /// What a view adds to its own safe area changed, or the view came in.
  func noteAdditionalSafeArea(of node: ItemNode) {
    let area = node.metrics?.additionalSafeArea ?? .zero
    additionalSafeAreas[node.slot] = area == .zero ? nil : area
    if node === root {
      noteSafeArea(of: node)
    } else if area != .zero {
      // What is inside is measured from there.
      followSafeArea(of: node)
    }
  }

  private func followSafeArea(of node: ItemNode?) {
    guard let view = node?.marginsOwner, view !== root, !view.followsSafeArea else { return }
    view.followsSafeArea = true
    safeAreaDependents.append(view)
  }

  /// Works out how much of each view is covered: what of its frame lies outside the root's safe area, or that of a view
  /// on the way there which adds to its own.
  private func followSafeAreas() throws(SolverError) -> Bool {
    guard let solver else { return false }
    let rows = safeAreaDependents.flatMap { variables[(4 * Int($0.slot))..<(4 * Int($0.slot) + 4)] }
    let values = try solver.values(rows)
    var frames: [Int32: Rect] = [:]
    for (index, node) in safeAreaDependents.enumerated() {
      let insets = insets[node.slot] ?? .zero
      frames[node.slot] = Rect(
        x: values[4 * index] - insets.left, y: values[4 * index + 1] - insets.top,
        width: values[4 * index + 2] + insets.left + insets.right,
        height: values[4 * index + 3] + insets.top + insets.bottom)
    }
    let rootFrame = Rect(x: 0, y: 0, width: rootSize.width, height: rootSize.height)
    let visible = rootFrame.inside(safeAreas[root.slot] ?? .zero)
    var isChanged = false
    for node in safeAreaDependents {
      guard let frame = frames[node.slot] else { continue }
      var safe = visible
      var superview = additionalSafeAreas.isEmpty ? nil : node.parent
      while let view = superview {
        if additionalSafeAreas[view.slot] != nil, let outer = frames[view.slot] {
          safe = safe.intersection(outer.inside(safeAreas[view.slot] ?? .zero))
        }
        superview = view.parent
      }
      let (near, far) = covered(frame.minX, frame.width, safe.minX, safe.maxX)
      let (above, below) = covered(frame.minY, frame.height, safe.minY, safe.maxY)
      var area = PhysicalInsets(top: above, left: near, bottom: below, right: far)
      if let own = additionalSafeAreas[node.slot] { area = area + own }
      if setSafeArea(of: node, area) { isChanged = true }
    }
    return isChanged
  }

  /// How much of a stretch lies before and behind a range; together at most all of it. To a micropoint, so that what
  /// solving leaves beside an edge is not a change; and no more than a caller could say, where views flee.
  private func covered(_ start: Double, _ length: Double, _ low: Double, _ high: Double) -> (Double, Double) {
    let before = min(max(0, low - start), max(0, length))
    let behind = min(max(0, start + length - high), max(0, length - before))
    return (
      (min(before, valueLimit) * 1e6).rounded() / 1e6, (min(behind, valueLimit) * 1e6).rounded() / 1e6
    )
  }

  @discardableResult
  private func setSafeArea(of node: ItemNode, _ area: PhysicalInsets) -> Bool {
    let before = safeAreas[node.slot] ?? .zero
    guard area != before else { return false }
    safeAreas[node.slot] = area == .zero ? nil : area
    marginsChanged(node)
    return true
  }
}

// MARK: - Readable widths

extension Engine {
  /// Of what is wider than lines should be, the readable guide takes the middle.
  private func followReadableWidths() throws(SolverError) -> Bool {
    guard let solver, let widest = scene?.readableWidth else { return false }
    let widths = try solver.values(readableDependents.map { variables[4 * Int($0.slot) + 2] })
    var isChanged = false
    for (node, width) in zip(readableDependents, widths) {
      let insets = insets[node.slot] ?? .zero
      let margins = node.effectiveMargins
      let excess = width + insets.left + insets.right - margins.left - margins.right - widest
      if setReadableInset(of: node, (max(0, excess / 2) * 1e6).rounded() / 1e6) { isChanged = true }
    }
    return isChanged
  }

  @discardableResult
  private func setReadableInset(of node: ItemNode, _ inset: Double) -> Bool {
    guard readableInsets[node.slot] ?? 0 != inset else { return false }
    readableInsets[node.slot] = inset == 0 ? nil : inset
    for constraint in node.references where constraint.kind == .readableGuide && constraint.second === node {
      markDirty(constraint, .constant)
    }
    return true
  }
}

// MARK: - Baselines of stacks

extension Engine {
  private func followBaseline(of node: ItemNode) {
    guard node.kind == .stackView, let stack = node.view as? StackView, !stack.followsBaseline else { return }
    stack.followsBaseline = true
    baselineStacks.append(node)
  }

  /// Looks for the tallest view of each row whose baseline is mentioned, and of the rows that such a baseline is taken
  /// from in turn.
  private func followBaselines() throws(SolverError) -> Bool {
    guard let solver else { return false }
    var isChanged = false
    var pending = baselineStacks
    while let node = pending.popLast() {
      guard node.engine === self, let stack = node.view as? StackView else { continue }
      let visible = stack.arrangement.views.filter { !$0.isHidden && $0.node.engine === self }
      if stack.axis == .horizontal, visible.count > 1 {
        let heights = try solver.values(visible.map { variables[4 * Int($0.node.slot) + 3] })
        let tallest = heights.reduce(0, max)
        let index = heights.firstIndex { $0 >= tallest - 1e-6 } ?? 0
        if stack.takeBaselines(visible[index].node, visible[index].node, in: self) {
          movedBaselines.append(node)
          isChanged = true
        }
      }
      if let first = stack.firstBaselineNode { pending.append(first) }
      if let last = stack.lastBaselineNode, last !== stack.firstBaselineNode { pending.append(last) }
    }
    return isChanged
  }
}

extension Rect {
  /// What is left inside insets.
  fileprivate func inside(_ insets: PhysicalInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top, width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }

  /// What both have in common, of no extent where that is nothing.
  fileprivate func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }
}

extension ItemNode {
  /// The view whose margins an attribute of this item means.
  fileprivate var marginsOwner: ItemNode? {
    switch kind {
    case .view, .scrollView, .stackView: self
    case .contentGuide, .frameGuide, .marginsGuide, .safeAreaGuide, .readableGuide: parent
    case .guide, .stackGuide: nil
    }
  }
}
