// Rows B05, B17 to B23 and C14: the update cycle, animation, and the mistakes the documents warn of.

import Testing

@testable import Trellis

/// A view that notes when it is asked what.
private class Witness: View {
  var log: Log?
  var update: ((Witness) throws(LayoutError) -> Void)?
  var arrange: ((Witness) throws(LayoutError) -> Void)?

  final class Log { var lines: [String] = [] }

  convenience init(_ name: String, _ log: Log) {
    self.init(name)
    self.log = log
  }

  override func updateConstraints() throws(LayoutError) {
    log?.lines.append("update \(name ?? "")")
    try update?(self)
    super.updateConstraints()
  }

  override func layoutSubviews() throws(LayoutError) {
    super.layoutSubviews()
    log?.lines.append("layout \(name ?? "")")
    try arrange?(self)
  }
}

/// The label of the documents: constraints made once, an offset that changes.
private final class Awesome: View {
  let label = View("label", intrinsicSize: Size(width: 50, height: 20))
  var labelOffset = 0.0 {
    didSet { setNeedsUpdateConstraints() }
  }
  private(set) var labelCenterY: Constraint?
  private var didSetConstraints = false
  private(set) var updates = 0

  override func updateConstraints() throws(LayoutError) {
    updates += 1
    if !didSetConstraints {
      didSetConstraints = true
      labelCenterY = try Constraint.activate {
        label.centerY == centerY
        label.centerX == centerX
      }[0]
    }
    try labelCenterY?.setConstant(labelOffset)
    super.updateConstraints()
  }
}

@Suite("B: the update cycle")
struct UpdateCycleTests {
  @Test("B05 constraints are updated from the leaves up, subviews laid out from the root down")
  func b05Order() throws {
    let log = Witness.Log()
    let root = Witness("root", log)
    let (a, b, a1) = (Witness("a", log), Witness("b", log), Witness("a1", log))
    root.addSubviews([a, b])
    a.addSubview(a1)
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    #expect(log.lines.prefix(4).map { $0.prefix(6) } == ["update", "update", "update", "update"])
    #expect(log.lines.firstIndex(of: "update a1")! < log.lines.firstIndex(of: "update a")!)
    #expect(log.lines[3] == "update root")
    #expect(log.lines[4...] == ["layout root", "layout a", "layout b", "layout a1"])
    log.lines = []
    try scene.layout()
    #expect(log.lines.isEmpty)
    a1.setNeedsUpdateConstraints()
    root.setNeedsUpdateConstraints()
    #expect(root.needsUpdateConstraints && scene.needsLayout)
    try scene.layout()
    #expect(log.lines == ["update a1", "update root"])
    b.setNeedsLayout()
    a.setNeedsLayout()
    try scene.layout()
    #expect(log.lines.suffix(2) == ["layout b", "layout a"])
  }

  @Test("B05 a frame that changes tells the view and its superview, and nobody else")
  func b05Told() throws {
    let log = Witness.Log()
    let root = Witness("root", log)
    let (a, b) = (Witness("a", log), Witness("b", log))
    root.addSubviews([a, b])
    try place(b, 0, 0, 5, 5)
    let left = try relate(a, .left, .equal, root)
    let width = try relate(a, .width, plus: 10)
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    log.lines = []
    left.constant = 20
    try scene.layout()
    // It moved, its size did not change.
    #expect(log.lines == ["layout root"])
    width.constant = 30
    try scene.layout()
    #expect(log.lines.suffix(2) == ["layout root", "layout a"])
  }

  @Test("B18 changes take effect at the next layout, or at layoutIfNeeded")
  func b18Deferred() throws {
    let box = View("box")
    let page = try Page(100, 100, box)
    let width = try relate(box, .width, plus: 10)
    try page.scene.layout()
    width.constant = 20
    #expect(isClose(box.frame.width, 10) && page.scene.needsLayout)
    box.layoutIfNeeded()
    #expect(isClose(box.frame.width, 20) && !page.scene.needsLayout)
    View("free").layoutIfNeeded()
  }

  @Test("B19 B20 B23 an offset through updateConstraints, and by setting the constant: the same frame")
  func b19Offset() throws {
    let awesome = Awesome("awesome")
    awesome.addSubview(awesome.label)
    let scene = try Scene(root: awesome, size: Size(width: 200, height: 100))
    try scene.layout()
    #expect(awesome.label.frame.isClose(75, 40, 50, 20) && awesome.updates == 1)
    awesome.labelOffset = 40
    #expect(awesome.label.frame.isClose(75, 40, 50, 20) && awesome.updates == 1)
    try scene.layout()
    #expect(awesome.label.frame.isClose(75, 80, 50, 20) && awesome.updates == 2)
    // Made once, then only changed.
    #expect(awesome.constraints.count == 2 && scene.engine.session.statistics.rowsAdded == 0)
    awesome.labelOffset = 0
    try scene.layout()
    awesome.labelCenterY?.constant = 40
    try scene.layout()
    #expect(awesome.label.frame.isClose(75, 80, 50, 20))
    #expect(scene.lints().isEmpty)
  }

  @Test("What layoutSubviews edits is solved in the same layout")
  func editsOnTheWay() throws {
    let log = Witness.Log()
    let root = Witness("root", log)
    let box = View("box")
    root.addSubview(box)
    let height = try relate(box, .height, plus: 0)
    try relate(box, .width, .equal, root, times: 0.5)
    root.arrange = { _ throws(LayoutError) in try height.setConstant(2 * box.frame.width) }
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    let report = try scene.layout()
    #expect(box.frame.isClose(0, 0, 50, 100))
    #expect(report.changes.count { $0.item === box } == 1 && report.changes.contains { $0.item === root })
    scene.size.width = 60
    try scene.layout()
    #expect(box.frame.isClose(0, 0, 30, 60))
  }

  @Test("A view that never has enough ends the layout, and continues in the next")
  func roundLimit() throws {
    let log = Witness.Log()
    let root = Witness("root", log)
    let box = View("box")
    root.addSubview(box)
    let width = try relate(box, .width, plus: 1)
    root.arrange = { _ throws(LayoutError) in try width.setConstant(width.constant + 1) }
    root.update = { root throws(LayoutError) in root.setNeedsUpdateConstraints() }
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    let reached = box.frame.width
    #expect(reached > 10 && scene.needsLayout)
    try scene.layout()
    #expect(box.frame.width > reached)
  }

  @Test("An error on the way is the layout's; in strict mode everything is undone", arguments: [false, true])
  func errors(isLate: Bool) throws {
    let log = Witness.Log()
    let root = Witness("root", log)
    let box = View("box")
    let stranger = View("stranger")
    root.addSubview(box)
    let width = try relate(box, .width, plus: 10)
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    scene.mode = .strict
    let fail: (Witness) throws(LayoutError) -> Void = { _ throws(LayoutError) in
      try width.setConstant(50)
      try box.topAnchor.constraint(equalTo: stranger.topAnchor).activate()
    }
    if isLate { root.arrange = fail } else { root.update = fail }
    width.constant = 30
    if !isLate { root.setNeedsUpdateConstraints() }
    #expect(kind { try scene.layout() } == .noCommonAncestor)
    #expect(width.constant == 10 && isClose(box.frame.width, 10))
    root.arrange = nil
    root.update = nil
    try scene.layout()
    #expect(isClose(box.frame.width, 10) && width.constant == 10)
    width.constant = 20
    try scene.layout()
    #expect(isClose(box.frame.width, 20))
  }

  @Test("A layout within a layout does nothing")
  func nested() throws {
    let log = Witness.Log()
    let root = Witness("root", log)
    root.arrange = { view throws(LayoutError) in view.layoutIfNeeded() }
    root.update = { view throws(LayoutError) in
      view.updateConstraintsIfNeeded()
      view.layoutIfNeeded()
    }
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    #expect(log.lines == ["update root", "layout root"])
    root.update = nil
    root.setNeedsUpdateConstraints()
    root.updateConstraintsIfNeeded()
    #expect(log.lines.last == "update root" && !root.needsUpdateConstraints)
  }

  @Test("B21 B22 what a view should not do in updateConstraints is noted, once")
  func b21Lints() throws {
    let log = Witness.Log()
    let root = View("root")
    let view = Witness("view", log)
    let inner = View("inner")
    root.addSubview(view)
    view.addSubview(inner)
    try relate(inner, .width, .equal, view)
    view.update = { view throws(LayoutError) in
      view.removeConstraints(view.constraints)
      try view.widthAnchor.constraint(equalToConstant: 100).activate()
      try view.centerXAnchor.constraint(equalTo: root.centerXAnchor).activate()
    }
    let scene = try Scene(root: root, size: Size(width: 300, height: 100))
    try scene.layout()
    let lints = scene.lints()
    #expect(Set(lints.map(\.kind)) == [.constrainsOwnSize, .constrainsSuperview, .removesAllConstraints])
    #expect(lints.allSatisfy { $0.view === view && !$0.text.isEmpty })
    view.setNeedsUpdateConstraints()
    try scene.layout()
    #expect(scene.lints().count == 3)
  }

  @Test("C14 a fixed size that content contradicts is noted")
  func c14Lint() throws {
    let label = View("label", intrinsicSize: Size(width: 133, height: 20))
    let page = try Page(300, 100, label)
    let fixed = try relate(label, .width, plus: 120)
    try relate(label, .height, plus: 20)
    try page.scene.layout()
    #expect(page.scene.lints().map(\.kind) == [.fixedContentSize])
    #expect(page.scene.lints()[0].constraint === fixed && page.scene.lints()[0].view === label)
    fixed.priority = .high
    #expect(page.scene.lints().isEmpty)
  }
}

@Suite("B17: animation")
struct AnimationTests {
  private func page() throws -> (Page, View, Constraint) {
    let box = View("box")
    let page = try Page(300, 500, box)
    let top = try relate(box, .top, .equal, page.root, plus: 250)
    try box.setDimensions(to: Size(width: 100, height: 20))
    return (page, box, top)
  }

  @Test("B17 a block of changes gives the frames before, after and between", arguments: [false, true])
  func b17Between(laysOutItself: Bool) throws {
    let (page, box, top) = try page()
    // Not part of the animation: a scene that was never laid out is laid out first.
    let left = try relate(box, .left, .equal, page.root, plus: 10)
    let animation = try page.scene.animate(duration: 0.25, curve: .linear) {
      try top.setConstant(0)
      if laysOutItself { box.layoutIfNeeded() }
    }
    #expect(animation.steps.count == 1 && animation.steps[0].item === box && !animation.steps[0].appears)
    #expect(animation.steps[0].from.isClose(10, 250, 100, 20) && animation.steps[0].to.isClose(10, 0, 100, 20))
    #expect(animation.frame(of: box, at: -1) == animation.steps[0].from)
    #expect(animation.frame(of: box, at: 0.125).isClose(10, 125, 100, 20))
    #expect(animation.frame(of: box, at: 0.25) == box.frame && animation.frame(of: box, at: 9) == box.frame)
    #expect(animation.frame(of: page.root, at: 0.1) == page.root.frame)
    #expect(animation.times(perSecond: 10) == [0, 0.1, 0.2, 0.25])
    #expect(animation.frames(at: 0.05).map(\.frame.minY).allSatisfy { isClose($0, 200) })
    #expect(left.isActive)
  }

  @Test("B17 what comes in appears where it ends")
  func b17Appears() throws {
    let (page, box, top) = try page()
    let badge = View("badge", intrinsicSize: Size(width: 10, height: 10))
    let animation = try page.scene.animate {
      page.root.addSubview(badge)
      try badge.pin(.top, to: .bottom, of: box)
      try top.setConstant(100)
    }
    #expect(animation.duration == 0.25)
    let step = try #require(animation.steps.first { $0.item === badge })
    #expect(step.appears && step.from == step.to && isClose(step.to.minY, 120))
  }

  @Test("B17 a block that fails is undone", arguments: [Scene.Mode.recover, .strict], [false, true])
  func b17Failing(mode: Scene.Mode, inLayout: Bool) throws {
    let (page, box, top) = try page()
    try page.scene.layout()
    page.scene.mode = mode
    let stranger = View("stranger")
    let failure = kind {
      try page.scene.animate {
        try top.setConstant(0)
        if inLayout {
          box.intrinsicSize = Size(width: .infinity, height: 1)
        } else {
          try box.leftAnchor.constraint(equalTo: stranger.leftAnchor).activate()
        }
      }
    }
    #expect(failure == (inLayout ? .valueOutOfRange : .noCommonAncestor))
    #expect(top.constant == 250 && isClose(box.frame.minY, 250))
    try page.scene.layout()
    #expect(isClose(box.frame.minY, 250) && page.scene.mode == mode)
    #expect(kind { try page.scene.animate(duration: -1) {} } == .valueOutOfRange)
    #expect(
      kind { try page.scene.animate(curve: .bezier(2, 0, 1, 1)) {} } == .valueOutOfRange)
  }

  @Test("Curves begin at 0, end at 1, and pass their known points")
  func curves() {
    let curves: [AnimationCurve] = [.linear, .easeIn, .easeOut, .easeInOut, .bezier(0.25, 0.1, 0.25, 1)]
    for curve in curves {
      #expect(curve.progress(at: 0, of: 2) == 0 && curve.progress(at: 2, of: 2) == 1)
      var last = 0.0
      for step in 1...20 {
        let now = curve.progress(at: Double(step) / 10, of: 2)
        #expect(now > last)
        last = now
      }
      #expect(curve.settlingDuration == nil)
    }
    #expect(isClose(AnimationCurve.easeInOut.progress(at: 1, of: 2), 0.5))
    // Symmetric pairs, and CSS's `ease` at its middle: 0.8024.
    let early = AnimationCurve.easeIn.progress(at: 0.3, of: 1)
    #expect(isClose(early + AnimationCurve.easeOut.progress(at: 0.7, of: 1), 1))
    #expect(isClose(AnimationCurve.bezier(0.25, 0.1, 0.25, 1).progress(at: 0.5, of: 1), 0.8024, within: 1e-4))
  }

  @Test("Springs satisfy the equation of their motion", arguments: [0.3, 0.7, 1.0, 1.5, 3.0], [0.0, 4.0])
  func springs(dampingRatio: Double, velocity: Double) throws {
    let curve = AnimationCurve.spring(dampingRatio: dampingRatio, response: 0.5, initialVelocity: velocity)
    guard case .spring(let mass, let stiffness, let damping, _) = curve else { return }
    let duration = try #require(curve.settlingDuration)
    func x(_ time: Double) -> Double { curve.progress(at: time, of: 1e3) }
    let h = 1e-4
    for time in stride(from: 0.01, to: duration, by: duration / 17) {
      let acceleration = (x(time + h) - 2 * x(time) + x(time - h)) / (h * h)
      let speed = (x(time + h) - x(time - h)) / (2 * h)
      let residual = mass * acceleration - stiffness * (1 - x(time)) + damping * speed
      #expect(abs(residual) < 1e-2)
    }
    #expect(isClose(x(1e-6) / 1e-6, velocity, within: 1e-3))
    #expect(abs(x(duration) - 1) <= 1e-3 && abs(x(1.5 * duration) - 1) <= 1e-3)
    let peak = stride(from: 0, to: duration, by: 1e-3).map(x).max() ?? 0
    if velocity == 0 { #expect((peak > 1 + 1e-3) == (dampingRatio < 0.9)) }
    #expect(AnimationCurve.spring(stiffness: 100, damping: 0).settlingDuration == nil)
  }
}
