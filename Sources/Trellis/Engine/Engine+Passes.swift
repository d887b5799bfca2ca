// What can only be told from frames: heights that follow from widths, the safe areas of inner views, margins preserved
// from superviews, how much of a width is readable, and which view of a row is the tallest, whose baseline is the row's.
//
// A layout assumes something of these (`Following`), solves, looks at what the frames say, and solves again with that
// until both agree. Several answers may agree with themselves (a bar that is 30 points high under a status bar of 44 lies
// under 30 points of it; one of 44, held open by its own safe area, under 44), so which one is found must not depend
// on the layout before. Therefore each layout starts from the same assumptions, those of views that nothing covers, and
// takes the same way.
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

/// A view whose height follows from its width.
struct WidthDependent {
  let node: ItemNode
  /// The width that the height was asked for last, and what it was; nil for one to be asked again.
  var asked: (width: Double, height: Double)?
}

/// The way of one layout, or of one fitting size, through its passes.
struct PassRun {
  /// How many solves assumptions are followed freely, of one kind. A view that grows into what covers it, by its own
  /// height at a time, gets there within it from a height of one point on (status bars are 20 to 59 points).
  private static let limit = 64
  /// How many solves follow in which they may only grow.
  private static let growthLimit = 16

  let following: Following
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

  init(_ following: Following) { self.following = following }

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
      if following.remembersHeights, following.differHorizontally(measured, assumed) {
        let start = try following.start(engine, heights: following.heights(in: measured))
        following.takeVertical(of: start, in: &wanted)
        steps = 0
        horizontalSteps += 1
        noteStep(horizontalSteps, from: assumed, to: wanted)
      } else {
        steps += 1
        noteStep(steps, from: assumed, to: wanted)
      }
    }
    guard isGrowing else { return wanted }
    wanted = following.larger(of: assumed, wanted)
    growthSteps += 1
    guard wanted != assumed, growthSteps <= Self.growthLimit else {
      unsettled = following.differences(between: assumed, measured)
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

extension Engine {
  /// Whether any active constraint relates a width to a height.
  private var isCoupled: Bool { crossAxisCount > 0 }

  /// Whether a layout may take more than one solve.
  var hasFollowers: Bool {
    if !widthDependents.isEmpty || !readableDependents.isEmpty || !baselineStacks.isEmpty || followsKeyboard {
      return true
    }
    return !safeAreaDependents.isEmpty
      && (rootSafeArea != .zero || !additionalSafeAreas.isEmpty
        || safeAreaDependents.contains { $0.metrics?.preservesSuperviewMargins == true })
  }

  // MARK: Passes

  /// Goes back to where every layout starts from. To be called before the first solve of a layout.
  func startPasses() throws(LayoutError) {
    unsettled = []
    tidyDependents()
    for node in movedBaselines where node.engine === self { (node.view as? StackView)?.startBaselines(in: self) }
    movedBaselines = []
    for node in keyboardDependents { assumeKeyboardInset(node === root ? keyboardCover : 0, of: node) }
    guard hasFollowers else {
      passRun = nil
      // What was assumed before the last of them went.
      for node in safeAreaDependents { assumeInsets(additionalSafeAreas[node.slot] ?? .zero, nil, of: node) }
      return
    }
    if isCoupled {
      for slot in widthDependents.keys.sorted() {
        guard let node = widthDependents[slot]?.node, node.engine === self else { continue }
        let height = try height(of: node, naturalWidth(of: node))
        if node.engine === self { assumeHeight(height, of: node) }
      }
    }
    for node in safeAreaDependents { assumeInsets(additionalSafeAreas[node.slot] ?? .zero, nil, of: node) }
    for node in readableDependents { assumeReadableInset(0, of: node) }
    passRun = nil
  }

  /// Compares what was assumed with the frames of the last solve. Whether another solve is needed.
  ///
  /// - Parameter pass: How many solves this layout has had before that one.
  func followFrames(pass: Int) throws(LayoutError) -> Bool {
    guard hasFollowers, let solver else { return false }
    // Constraints that came in with the first solve may have made more follow.
    var run = pass > 0 ? passRun ?? PassRun(makeFollowing()) : PassRun(makeFollowing())
    defer { passRun = run }
    let following = run.following
    guard !following.isEmpty else { return false }
    let assumed = following.assumed(self)
    let measured = try following.measured(self) { slots throws(SolverError) in
      try solver.values(slots.flatMap { variables[(4 * Int($0))..<(4 * Int($0) + 4)] })
    }
    guard following.isPresent(in: self) else {
      // A function for a height has taken a view out. One that goes on like that is let go.
      run = PassRun(makeFollowing())
      return pass < UpdateCycle.roundLimit
    }
    guard let next = try run.next(after: assumed, measured, self) else {
      unsettled = run.unsettled
      return false
    }
    following.assume(next, self, isSilent: false)
    return true
  }

  func makeFollowing() -> Following {
    Following(
      self, top: root, area: safeAreas[root.slot] ?? .zero, widthLimit: rootSize.width, isCoupled: isCoupled,
      texts: widthDependents.keys.sorted().compactMap { widthDependents[$0]?.node },
      insetViews: safeAreaDependents, readable: readableDependents,
      baselineStacks: baselineStacks,
      keyboard: (keyboardDependents.filter { $0 !== root }, rootSize.height - keyboardCover))
  }

  /// Lets go of what has left, and of what is twice in a list because it came back.
  private func tidyDependents() {
    safeAreaDependents.removeAll { node in
      guard node.engine === self, node.followsSafeArea else { return true }
      node.followsSafeArea = false
      return false
    }
    for node in safeAreaDependents { node.followsSafeArea = true }
    var seen: Set<Int32> = []
    readableDependents.removeAll { $0.engine !== self || !seen.insert($0.slot).inserted }
    seen = []
    keyboardDependents.removeAll { $0.engine !== self || !seen.insert($0.slot).inserted }
    seen = []
    baselineStacks.removeAll { node in
      node.engine !== self || (node.view as? StackView)?.followsBaseline != true || !seen.insert(node.slot).inserted
    }
  }

  // MARK: Who follows

  /// A constraint mentions what follows from frames: the safe area of a view, or its margins, which are measured from
  /// there, the readable part of its width, or the baseline of a stack.
  func noteFollowers(of constraint: Constraint) {
    switch constraint.kind {
    case .marginGuide, .safeAreaGuide, .readableGuide:
      followSafeArea(of: constraint.second)
      noteKeyboardGuide(constraint)
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

  private func followBaseline(of node: ItemNode) {
    guard node.kind == .stackView, let stack = node.view as? StackView, !stack.followsBaseline else { return }
    stack.followsBaseline = true
    baselineStacks.append(node)
  }
}

// MARK: - Heights

extension Engine {
  /// The intrinsic size of a view as rows are to have it: with the height for the width where there is one.
  func contentSize(of view: View, _ node: ItemNode, natural size: Size) throws(LayoutError) -> Size {
    guard view.storedHeightForWidth != nil else {
      if !widthDependents.isEmpty { widthDependents[node.slot] = nil }
      return size
    }
    let width = size.width >= 0 ? size.width : rootSize.width
    // The constraints may have changed as well; the passes find out.
    let asked = isCoupled ? width : widthDependents[node.slot]?.asked?.width ?? width
    widthDependents[node.slot] = WidthDependent(node: node)
    return Size(width: size.width, height: try height(of: node, asked))
  }

  private func naturalWidth(of node: ItemNode) -> Double {
    let width = slots[Int(node.slot)].contentSize.width
    return width >= 0 ? width : rootSize.width
  }

  /// The height of a view's content at a width, asked for where it is another width than last.
  func height(of node: ItemNode, _ width: Double) throws(LayoutError) -> Double {
    if let asked = widthDependents[node.slot]?.asked, asked.width == width { return asked.height }
    guard let height = node.view?.storedHeightForWidth?(width) else { return -1 }
    guard height.isFinite, height <= valueLimit else {
      // Asked again by the next layout.
      if node.engine === self { markDirty(node, .intrinsicSize) }
      throw LayoutError(
        .valueOutOfRange,
        "The height \(formatted(height)) for the width \(formatted(width)) of \(itemDescription(node)) is not "
          + "usable.  It must be finite and at most 1e8 points.")
    }
    if node.engine === self, widthDependents[node.slot]?.node === node {
      widthDependents[node.slot]?.asked = (width, height)
    }
    return height
  }

  /// Forgets the widths that heights were asked for, so that the next layout is one from scratch.
  func forgetWidths() {
    for slot in widthDependents.keys { widthDependents[slot]?.asked = nil }
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
    guard area != safeAreas[node.slot] ?? .zero || margins != preservedMargins[node.slot] else { return }
    safeAreas[node.slot] = area == .zero ? nil : area
    preservedMargins[node.slot] = margins
    if !isSilent { marginsChanged(node) }
  }

  func assumeReadableInset(_ inset: Double, of node: ItemNode, isSilent: Bool = false) {
    guard readableInsets[node.slot] ?? 0 != inset else { return }
    readableInsets[node.slot] = inset == 0 ? nil : inset
    guard !isSilent else { return }
    for constraint in node.references where constraint.kind == .readableGuide && constraint.second === node {
      markDirty(constraint, .constant)
    }
  }

  func assumeBaseline(_ slot: Int32, of node: ItemNode, isSilent: Bool = false) {
    guard let stack = node.view as? StackView, let view = slot < 0 ? nil : slots[Int(slot)].node else { return }
    guard !isSilent else {
      (stack.firstBaselineNode, stack.lastBaselineNode) = (view, view)
      return
    }
    if stack.takeBaselines(view, view, in: self) { movedBaselines.append(node) }
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
