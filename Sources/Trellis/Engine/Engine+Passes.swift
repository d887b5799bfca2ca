// What can only be told from frames: heights that follow from widths, and the safe areas of inner views.
//
// A layout solves, looks at the frames, and solves again where they say something else than was assumed. The answer has
// to be that from scratch, whatever the last layout was:
//
// - Heights. Where no constraint relates a width to a height, widths do not depend on heights, so the heights of the
//   last layout are as good a start as any: the widths are the same, and with them the heights. Where one does (an
//   aspect ratio), each layout starts from the heights of natural widths and follows the widths once.
// - Safe areas. A view's own frame may depend on how much of it is covered, so each layout starts from safe areas of
//   zero and follows the frames until they stand still, eight solves in all at most. Views inside one another settle
//   from the outside in, mostly in two.

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
  private static let safeAreaPasses = 7

  /// Whether any active constraint relates a width to a height.
  private var isCoupled: Bool { crossAxisCount > 0 }

  private var followsSafeAreas: Bool { !safeAreaDependents.isEmpty && rootSafeArea != .zero }

  /// Whether a layout may take more than one solve.
  var hasFollowers: Bool { !widthDependents.isEmpty || followsSafeAreas }

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
    for node in safeAreaDependents { setSafeArea(of: node, .zero) }
  }

  /// Compares what was assumed with the frames of the last solve. Whether another solve is needed.
  ///
  /// - Parameter pass: How many solves this layout has had before that one.
  func followFrames(pass: Int) throws(LayoutError) -> Bool {
    guard hasFollowers, pass < Self.safeAreaPasses else { return false }
    var isChanged = false
    let heightPasses = isCoupled || !followsSafeAreas ? 1 : Self.safeAreaPasses
    if pass < heightPasses { isChanged = try followWidths() }
    if followsSafeAreas, try followSafeAreas() { isChanged = true }
    return isChanged
  }

  // MARK: Heights

  /// The intrinsic size of a view as rows are to have it: with the height for the width where there is one.
  func contentSize(of view: View, _ node: ItemNode, natural size: Size) throws(LayoutError) -> Size {
    guard view.storedHeightForWidth != nil else {
      widthDependents[node.slot] = nil
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
      guard var dependent = widthDependents[slot], dependent.width != width else { continue }
      if try setHeight(of: dependent, width) { isChanged = true }
      dependent.width = width
      widthDependents[slot] = dependent
    }
    return isChanged
  }

  /// Whether the height is another.
  @discardableResult
  private func setHeight(of dependent: WidthDependent, _ width: Double) throws(LayoutError) -> Bool {
    let height = try height(of: dependent, width)
    let place = 2 * Int(dependent.node.slot) + 1
    guard contentSizes[place] != height else { return false }
    contentSizes[place] = height
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

  /// A constraint mentions the safe area of a view, or its margins, which are measured from there.
  func noteSafeAreaUse(_ constraint: Constraint) {
    if constraint.kind == .marginGuide || constraint.kind == .safeAreaGuide {
      followSafeArea(of: constraint.second)
      return
    }
    if constraint.firstAttribute.isMargin { followSafeArea(of: constraint.first) }
    if constraint.secondAttribute.isMargin { followSafeArea(of: constraint.second) }
  }

  private func followSafeArea(of node: ItemNode?) {
    guard let view = node?.marginsOwner, view !== root, !view.followsSafeArea else { return }
    view.followsSafeArea = true
    safeAreaDependents.append(view)
  }

  /// Works out how much of each view is covered: what of its frame lies outside the root's safe area.
  private func followSafeAreas() throws(LayoutError) -> Bool {
    guard let solver else { return false }
    let rows = safeAreaDependents.flatMap { variables[(4 * Int($0.slot))..<(4 * Int($0.slot) + 4)] }
    let values: [Double]
    do { values = try solver.values(rows) } catch { throw LayoutError(error) }
    var isChanged = false
    for (index, node) in safeAreaDependents.enumerated() {
      let insets = insets[node.slot] ?? .zero
      let left = values[4 * index] - insets.left
      let top = values[4 * index + 1] - insets.top
      let width = values[4 * index + 2] + insets.left + insets.right
      let height = values[4 * index + 3] + insets.top + insets.bottom
      let (near, far) = covered(left, width, rootSafeArea.left, rootSize.width - rootSafeArea.right)
      let (above, below) = covered(top, height, rootSafeArea.top, rootSize.height - rootSafeArea.bottom)
      let area = PhysicalInsets(top: above, left: near, bottom: below, right: far)
      if setSafeArea(of: node, area) { isChanged = true }
    }
    return isChanged
  }

  /// How much of a stretch lies before and behind a range; together at most all of it. To a micropoint, so that what
  /// solving leaves beside an edge is not a change.
  private func covered(_ start: Double, _ length: Double, _ low: Double, _ high: Double) -> (Double, Double) {
    let before = min(max(0, low - start), max(0, length))
    let behind = min(max(0, start + length - high), max(0, length - before))
    return ((before * 1e6).rounded() / 1e6, (behind * 1e6).rounded() / 1e6)
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

extension ItemNode {
  /// The view whose margins an attribute of this item means.
  fileprivate var marginsOwner: ItemNode? {
    switch kind {
    case .view, .scrollView, .stackView: self
    case .contentGuide, .frameGuide, .marginsGuide, .safeAreaGuide: parent
    case .guide, .stackGuide: nil
    }
  }
}
