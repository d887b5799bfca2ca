// The properties that depend on frames: heights that follow from widths, the safe areas of inner views, margins preserved
// from superviews, how much of a width is readable, and which view of a row is the tallest, whose baseline is the row's.
//
// A layout assumes values of these (`FrameDependentProperties`), solves, computes them from the frames, and solves again
// with that until both agree: a fixed point. Several answers may agree with themselves (a bar that is 30 points high under
// a status bar of 44 lies under 30 points of it; one of 44, held open by its own safe area, under 44), so which one is
// found must not depend on the layout before. Therefore each layout starts from the same assumptions, those of views that
// nothing covers, and takes the same way.
//
// - Where there are texts and no constraint relates a width to a height, horizontal positions and widths do not depend on
//   anything vertical. They settle first, and with them the heights of texts; only then the vertical ones go their way, from
//   the start. So the heights of the layout before are as good a beginning as any, and an edit that changes no width
//   costs no second solve.
// - Where one does (an aspect ratio), everything starts from the heights of natural widths and goes on together.
//
// What is assumed lies on a grid of micropoints, so that the last digits of a solve, which do depend on the solve before,
// decide nothing.
//
// Most scenes agree after two or three solves. Those that chase their own insets in steps get more (`PassRun.limit`). Where
// assumptions come round again, or that limit is reached, no answer agrees with itself, or none was found: then
// assumptions may only grow, which ends, with texts that are not cut off and nothing under a bar; and the report
// names the views (`LayoutReport.unsettled`).

import Simplex

/// The iteration of one layout, or of one fitting size.
struct PassRun {
  /// How many solves assumptions are followed freely, of one kind. A view that grows into what covers it, by its own
  /// height at a time, gets there within it from a height of one point on (status bars are 20 to 59 points).
  private static let limit = 64
  /// How many solves follow in which they may only grow.
  private static let growthLimit = 16

  let properties: FrameDependentProperties
  /// What does not agree in the end.
  private(set) var unsettled: [UnsettledView] = []
  /// Steps so far: of what is horizontal, where that goes first, and of all else. The latter begin anew with each step of
  /// the former, so that they do not count those: a layout that knows its heights already takes one less.
  private var horizontalSteps = 0
  private var steps = 0
  private var growthSteps = 0
  /// Assumptions of an earlier pass, to see whether they come round.
  private var mark: [Double] = []
  /// Whether assumptions may only grow any more.
  private var isGrowing = false

  init(_ properties: FrameDependentProperties) { self.properties = properties }

  /// What to assume next; nil at the end.
  ///
  /// - Parameters:
  ///   - assumed: What the last solve assumed.
  ///   - measured: What its frames say.
  mutating func next(
    after assumed: [Double], _ measured: [Double], _ engine: Engine
  ) throws(LayoutError) -> [Double]? {
    guard measured != assumed else { return nil }
    var wanted = measured
    if !isGrowing {
      if properties.remembersHeights, properties.differHorizontally(measured, assumed) {
        let start = try properties.start(engine, heights: properties.heights(in: measured))
        properties.replaceVertical(of: start, in: &wanted)
        steps = 0
        horizontalSteps += 1
        noteStep(horizontalSteps, from: assumed, to: wanted)
      } else {
        steps += 1
        noteStep(steps, from: assumed, to: wanted)
      }
    }
    guard isGrowing else { return wanted }
    wanted = properties.larger(of: assumed, wanted)
    growthSteps += 1
    guard wanted != assumed, growthSteps <= Self.growthLimit else {
      unsettled = properties.differences(between: assumed, measured)
      return nil
    }
    return wanted
  }

  private mutating func noteStep(_ step: Int, from assumed: [Double], to wanted: [Double]) {
    isGrowing = step >= Self.limit || wanted == mark
    // At powers of two, so that a cycle of any length is found.
    if step & (step - 1) == 0 { mark = assumed }
  }
}

/// How far the layout that is running has come, and what the last one found.
struct FixedPointState {
  var run: PassRun?
  /// How many solves the last layout took; more than one where properties depend on frames.
  var solveCount = 0
  /// What the last layout assumed of frames that they do not confirm.
  var unsettled: [UnsettledView] = []
}

extension Engine {
  /// Whether a layout may take more than one solve.
  var hasFrameDependents: Bool { !dependents.heights.isEmpty || hasFrameDependentsBesideHeights }

  /// Whether anything but heights that follow from widths depends on frames.
  var hasFrameDependentsBesideHeights: Bool {
    if !dependents.readable.isEmpty || !dependents.baselineStacks.isEmpty || hasKeyboardDependents { return true }
    return !dependents.safeAreas.isEmpty
      && (rootSafeArea != .zero || !insets.additionalSafeArea.isEmpty
        || dependents.safeAreas.contains { $0.metrics?.preservesSuperviewMargins == true })
  }

  // MARK: Passes

  /// Goes back to where every layout starts from. To be called before the first solve of a layout.
  func startPasses() throws(LayoutError) {
    fixedPoint.unsettled = []
    dependents.removeStale(from: self)
    for node in dependents.movedBaselines where node.engine === self {
      node.arranging?.resetBaselines(in: self)
    }
    dependents.movedBaselines = []
    for node in dependents.keyboard { assumeKeyboardInset(node === root ? keyboardCover : 0, of: node) }
    guard hasFrameDependents else {
      fixedPoint.run = nil
      // What was assumed before the last of them went.
      for node in dependents.safeAreas { assumeInsets(insets.additionalSafeArea[node.slot] ?? .zero, nil, of: node) }
      return
    }
    if dependents.isCoupled {
      for slot in dependents.heights.keys.sorted() {
        guard let node = dependents.heights[slot]?.node, node.engine === self else { continue }
        let height = try height(of: node, naturalWidth(of: node))
        if node.engine === self { assumeHeight(height, of: node) }
      }
    }
    for node in dependents.safeAreas { assumeInsets(insets.additionalSafeArea[node.slot] ?? .zero, nil, of: node) }
    for node in dependents.readable { assumeReadableInset(0, of: node) }
    fixedPoint.run = nil
  }

  /// Compares what was assumed with the frames of the last solve. Whether another solve is needed.
  ///
  /// - Parameter pass: How many solves this layout has had before that one.
  func compareWithFrames(pass: Int) throws(LayoutError) -> Bool {
    guard hasFrameDependents, let solver else { return false }
    // Constraints that came in with the first solve may have added dependents.
    var run =
      pass > 0 ? fixedPoint.run ?? PassRun(makeFrameDependentProperties()) : PassRun(makeFrameDependentProperties())
    defer { fixedPoint.run = run }
    let properties = run.properties
    guard !properties.isEmpty else { return false }
    let assumed = properties.assumed(self)
    let measured = try properties.measured(self) { slots throws(SolverError) in
      try solver.values(storage.variables(of: slots))
    }
    guard properties.isPresent(in: self) else {
      // A function for a height has taken a view out. One that goes on like that is let go.
      run = PassRun(makeFrameDependentProperties())
      return pass < UpdateCycle.roundLimit
    }
    guard let next = try run.next(after: assumed, measured, self) else {
      fixedPoint.unsettled = run.unsettled
      return false
    }
    properties.assume(next, self, isSilent: false)
    return true
  }

  func makeFrameDependentProperties() -> FrameDependentProperties {
    FrameDependentProperties(
      self, top: root, area: insets.safeArea[root.slot] ?? .zero, widthLimit: rootSize.width,
      isCoupled: dependents.isCoupled,
      texts: dependents.heights.keys.sorted().compactMap { dependents.heights[$0]?.node },
      insetViews: dependents.safeAreas, readable: dependents.readable,
      baselineStacks: dependents.baselineStacks,
      keyboard: (dependents.keyboard.filter { $0 !== root }, rootSize.height - keyboardCover))
  }

  // MARK: Finding dependents

  /// Indexes what a constraint mentions of the properties that depend on frames: the safe area of a view, or its margins,
  /// which are measured from there, the readable part of its width, or the baseline of a stack.
  func indexFrameDependents(of constraint: Constraint) {
    switch constraint.kind {
    case .marginGuide, .safeAreaGuide, .readableGuide:
      addDependentSafeArea(of: constraint.second)
      noteKeyboardGuide(constraint)
      // Once for the four edges.
      guard constraint.kind == .readableGuide, constraint.firstAttribute == .left else { return }
      if let view = constraint.second { dependents.readable.append(view) }
    default:
      if constraint.firstAttribute.isMargin { addDependentSafeArea(of: constraint.first) }
      if constraint.secondAttribute.isMargin { addDependentSafeArea(of: constraint.second) }
      if constraint.firstAttribute.isBaseline { addDependentBaseline(of: constraint.first) }
      if constraint.secondAttribute.isBaseline, let second = constraint.second { addDependentBaseline(of: second) }
    }
  }

  /// What a view adds to its own safe area changed, or the view came in.
  func noteAdditionalSafeArea(of node: ItemNode) {
    let area = node.metrics?.additionalSafeArea ?? .zero
    insets.additionalSafeArea[node.slot] = area == .zero ? nil : area
    if node === root {
      noteSafeArea(of: node)
    } else if area != .zero {
      // What is inside is measured from there.
      addDependentSafeArea(of: node)
    }
  }

  private func addDependentSafeArea(of node: ItemNode?) {
    guard let view = node?.marginsOwner, view !== root, !view.hasDependentSafeArea else { return }
    view.hasDependentSafeArea = true
    dependents.safeAreas.append(view)
  }

  private func addDependentBaseline(of node: ItemNode) {
    guard let stack = node.arranging, !stack.hasDependentBaseline else { return }
    stack.hasDependentBaseline = true
    dependents.baselineStacks.append(node)
  }
}

// MARK: - Heights

extension Engine {
  /// The intrinsic size of a view as rows are to have it: with the height for the width where there is one.
  func contentSize(of view: View, _ node: ItemNode, natural size: Size) throws(LayoutError) -> Size {
    guard view.storedHeightForWidth != nil else {
      if !dependents.heights.isEmpty { dependents.heights[node.slot] = nil }
      return size
    }
    let width = size.width >= 0 ? size.width : rootSize.width
    // The constraints may have changed as well; the passes find out.
    let asked = dependents.isCoupled ? width : dependents.heights[node.slot]?.asked?.width ?? width
    dependents.heights[node.slot] = WidthDependent(node: node)
    return Size(width: size.width, height: try height(of: node, asked))
  }

  private func naturalWidth(of node: ItemNode) -> Double {
    let width = slots[Int(node.slot)].contentSize.width
    return width >= 0 ? width : rootSize.width
  }

  /// The height of a view's content at a width, asked for where it is another width than last.
  func height(of node: ItemNode, _ width: Double) throws(LayoutError) -> Double {
    if let asked = dependents.heights[node.slot]?.asked, asked.width == width { return asked.height }
    guard let height = node.view?.storedHeightForWidth?(width) else { return -1 }
    guard height.isFinite, height <= valueLimit else {
      // Asked again by the next layout.
      if node.engine === self { markDirty(node, .intrinsicSize) }
      throw LayoutError(
        .valueOutOfRange,
        "The height \(formatted(height)) for the width \(formatted(width)) of \(itemDescription(node)) is not "
          + "usable.  It must be finite and at most 1e8 points.")
    }
    if node.engine === self, dependents.heights[node.slot]?.node === node {
      dependents.heights[node.slot]?.asked = (width, height)
    }
    return height
  }

  /// Forgets the widths that heights were asked for, so that the next layout is one from scratch.
  func forgetWidths() {
    for slot in dependents.heights.keys { dependents.heights[slot]?.asked = nil }
  }
}

// MARK: - Assuming

extension Engine {
  func assumeHeight(_ height: Double, of node: ItemNode, isSilent: Bool = false) {
    var size = slots[Int(node.slot)].contentSize
    guard size.height != height else { return }
    size.height = height
    guard !isSilent else {
      slots[Int(node.slot)].contentSize = size
      return
    }
    setContentSize(size, of: node)
    markDirty(node, .contentPriorities)
    queueStacks(around: node)
  }

  /// - Parameter margins: Those that apply where the view preserves its superview's; nil for its own.
  func assumeInsets(_ area: PhysicalInsets, _ margins: PhysicalInsets?, of node: ItemNode, isSilent: Bool = false) {
    guard area != insets.safeArea[node.slot] ?? .zero || margins != insets.preservedMargins[node.slot] else { return }
    insets.safeArea[node.slot] = area == .zero ? nil : area
    insets.preservedMargins[node.slot] = margins
    if !isSilent { marginsChanged(node) }
  }

  func assumeReadableInset(_ inset: Double, of node: ItemNode, isSilent: Bool = false) {
    guard insets.readable[node.slot] ?? 0 != inset else { return }
    insets.readable[node.slot] = inset == 0 ? nil : inset
    guard !isSilent else { return }
    for constraint in node.references where constraint.kind == .readableGuide && constraint.second === node {
      markDirty(constraint, .constant)
    }
  }

  func assumeBaseline(_ slot: Int32, of node: ItemNode, isSilent: Bool = false) {
    guard let stack = node.arranging, let view = slot < 0 ? nil : slots[Int(slot)].node else { return }
    guard !isSilent else {
      (stack.firstBaselineNode, stack.lastBaselineNode) = (view, view)
      return
    }
    if stack.takeBaselines(view, view, in: self) { dependents.movedBaselines.append(node) }
  }
}

extension ItemNode {
  /// The view whose margins an attribute of this item means.
  var marginsOwner: ItemNode? {
    switch kind {
    case .view, .scrollView, .stackView: self
    case .contentGuide, .frameGuide, .marginsGuide, .safeAreaGuide, .readableGuide, .keyboardGuide: parent
    case .guide, .stackGuide: nil
    }
  }
}
