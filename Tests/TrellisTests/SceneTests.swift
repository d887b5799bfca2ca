// Scenes: edits, change sets, rounding, strict mode, and what a failed layout leaves behind.

import Testing

@testable import Trellis

@Suite("Scene")
struct SceneTests {
  @Test("The change set is what changed, and nothing else")
  func changeSet() throws {
    let a = View("a")
    let b = View("b")
    let inner = View("inner")
    let page = try Page(100, 100, a, b)
    b.addSubview(inner)
    try place(a, 0, 0, 10, 10)
    try place(b, 20, 0, 50, 50)
    try place(inner, 1, 1, 5, 5)
    #expect(Set(try page.scene.layout().changes.compactMap(\.item.itemName)) == ["root", "a", "b", "inner"])
    #expect(!page.scene.needsLayout)
    try #require(page.root.constraints.first { $0.firstItem === b && $0.firstAttribute == .left }).setConstant(30)
    #expect(page.scene.needsLayout && b.frame.isClose(20, 0, 50, 50))
    let report = try page.scene.layout()
    #expect(report.changes.map(\.item.itemName) == ["b"])
    #expect(report.changes[0].frame == b.frame && b.frame.isClose(30, 0, 50, 50) && inner.frame.isClose(1, 1, 5, 5))
    try inner.constraints[0].setConstant(5)
    #expect(try page.scene.layout().changes.isEmpty)
  }

  @Test("A resize changes two rows in place")
  func resize() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    for edge in [Attribute.left, .top, .right, .bottom] { try relate(view, edge, .equal, page.root) }
    try page.scene.layout()
    page.scene.size = Size(width: 250, height: 40)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 250, 40) && page.root.frame.isClose(0, 0, 250, 40))
    #expect(page.scene.engine.session.statistics == PassStatistics(constantsSet: 4))
  }

  @Test("Views in and out")
  func viewsInAndOut() throws {
    let a = View("a")
    let page = try Page(100, 100, a)
    try place(a, 1, 2, 3, 4)
    try page.scene.layout()
    let b = View("b")
    page.root.addSubview(b)
    try relate(b, .left, .equal, a, .right, plus: 2)
    try relate(b, .width, .equal, a, times: 3)
    #expect(try page.scene.layout().changes.map(\.item.itemName) == ["b"])
    #expect(page.scene.engine.session.statistics == PassStatistics(rowsAdded: 2))
    #expect(isClose(b.frame.minX, 6) && isClose(b.frame.width, 9))
    b.removeFromSuperview()
    #expect(try page.scene.layout().changes.isEmpty)
    #expect(page.scene.engine.session.statistics == PassStatistics())
    let c = View("c")
    page.root.addSubview(c)
    try relate(c, .top, .equal, a, .bottom)
    #expect(try page.scene.layout().changes.map(\.item.itemName) == ["c"])
    #expect(isClose(c.frame.minY, 6) && page.scene.engine.slots.count == 3)
  }

  @Test("Edges are rounded, half up, and sizes follow", arguments: [1.0, 2, 3])
  func rounding(scale: Double) throws {
    let outer = View("outer")
    let inner = View("inner")
    let next = View("next")
    let page = try Page(100, 100, outer, next)
    outer.addSubview(inner)
    try place(outer, 10.25, -0.5, 33.4, 10.2)
    try place(inner, 0.3, 0.3, 10.3, 5)
    try relate(next, .left, .equal, outer, .right)
    try relate(next, .width, plus: 20.2)
    page.scene.scale = scale
    try page.scene.layout()
    func pixel(_ value: Double) -> Double { (value * scale + 0.5).rounded(.down) / scale }
    #expect(
      outer.frame.isClose(pixel(10.25), pixel(-0.5), pixel(43.65) - pixel(10.25), pixel(9.7) - pixel(-0.5)))
    #expect(isClose(inner.frame.minX, pixel(10.55) - pixel(10.25)))
    #expect(isClose(inner.frame.width, pixel(20.85) - pixel(10.55)))
    #expect(isClose(next.frame.minX, outer.frame.maxX))
    if scale == 1 { #expect(outer.frame.isClose(10, 0, 34, 10)) }
    page.scene.scale = nil
    try page.scene.layout()
    #expect(outer.frame.isClose(10.25, -0.5, 33.4, 10.2))
    page.scene.scale = 0
    #expect(page.scene.scale == nil)
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
  }

  @Test("An unusable content size is an error of the layout, and the frames stay")
  func badContentSize() throws {
    let view = View("view", intrinsicSize: Size(width: 5, height: 5))
    let page = try Page(100, 100, view)
    try page.scene.layout()
    view.intrinsicSize = Size(width: .nan, height: 5)
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
    #expect(isClose(view.frame.width, 5))
    view.intrinsicSize = Size(width: 8, height: -3)
    try page.scene.layout()
    #expect(isClose(view.frame.width, 8) && isClose(view.frame.height, 0))
  }

  @Test("Constants that add up to too much are an error that an edit cures")
  func sumOutOfRange() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(100, 100, a, b)
    try a.setBaselines(first: 1e8, last: 0)
    let constraint = try relate(b, .top, .equal, a, .firstBaseline, times: 100, plus: 1)
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
    constraint.multiplier = 1
    try page.scene.layout()
    #expect(isClose(b.frame.minY, 1e8 + 1, within: 1e-3))
  }

  @Test("Setters with unusable values leave things as they were")
  func badMetrics() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    view.layoutMargins = EdgeInsets(all: .nan)
    #expect(view.layoutMargins == EdgeInsets(all: 8))
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
    view.alignmentRectInsets.top = .infinity
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
    view.firstBaselineOffsetFromTop = .nan
    view.lastBaselineOffsetFromBottom = 2e8
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
    try page.scene.layout()
    #expect(view.alignmentRectInsets == .zero && view.firstBaselineOffsetFromTop == 0)
  }

  @Test("A view may change the tree while it is asked for its content size")
  func editsWhileAsked() throws {
    final class Growing: View {
      var child: View?
      override var intrinsicContentSize: Size {
        if child == nil {
          let made = View("made", intrinsicSize: Size(width: 7, height: 7))
          child = made
          addSubview(made)
          try? made.leftAnchor.constraint(equalTo: leftAnchor, constant: 3).activate()
          invalidateIntrinsicContentSize()
        }
        return Size(width: 20, height: 20)
      }
    }
    let view = Growing("growing")
    let page = try Page(100, 100, view)
    try page.scene.layout()
    let child = try #require(view.child)
    #expect(child.frame.isClose(3, 0, 7, 7) && isClose(view.frame.width, 20))
    #expect(page.scene.needsLayout)
    try page.scene.layout()
    #expect(!page.scene.needsLayout)
  }
}

@Suite("Strict mode")
struct StrictTests {
  @Test("A conflict throws, and every edit since the last layout is undone")
  func takesBack() throws {
    let a = View("a", intrinsicSize: Size(width: 10, height: 10))
    let b = View("b")
    let moved = View("moved")
    let page = try Page(100, 100, a, b)
    b.addSubview(moved)
    page.scene.mode = .strict
    let left = try relate(a, .left, .equal, page.root, plus: 5)
    let width = try relate(b, .width, plus: 40)
    let optional = try relate(b, .height, .equal, a, times: 2, plus: 1, at: 400)
    let inside = try relate(moved, .top, .equal, b, plus: 3)
    try page.scene.layout()
    let before = [page.root, a, b, moved].map(\.frame)
    let descriptions = page.root.constraints.map(\.description)

    left.constant = 50
    optional.priority = 300
    optional.multiplier = 4
    a.intrinsicSize = Size(width: 30, height: 30)
    a.setContentHuggingPriority(400, for: .vertical)
    a.layoutMargins = .zero
    page.root.layoutDirection = .rightToLeft
    page.scene.size = Size(width: 70, height: 70)
    moved.removeFromSuperview()
    let fresh = View("fresh")
    page.root.addSubview(fresh)
    let guide = LayoutGuide("guide")
    b.addLayoutGuide(guide)
    let contradiction = try relate(b, .width, plus: 41)
    #expect(kind { try page.scene.layout() } == .unsatisfiable)

    #expect([page.root, a, b, moved].map(\.frame) == before)
    #expect(left.constant == 5 && optional.priority == 400 && optional.multiplier == 2 && width.isActive)
    #expect(!contradiction.isActive && fresh.superview == nil && guide.owningView == nil)
    #expect(moved.superview === b && inside.isActive && page.scene.size == Size(width: 100, height: 100))
    #expect(a.intrinsicSize.width == 10 && a.contentHuggingPriority(for: .vertical) == 250)
    #expect(a.layoutMargins == EdgeInsets(all: 8) && page.root.layoutDirection == nil)
    #expect(page.root.constraints.map(\.description) == descriptions)
    #expect(!page.scene.needsLayout)
    #expect(try page.scene.layout().changes.isEmpty)

    left.constant = 6
    #expect(try page.scene.layout().changes.map(\.item.itemName) == ["a"])
    #expect(isClose(a.frame.minX, 6) && isClose(b.frame.height, 21))
  }

  @Test("The error has the log's words and the constraint that recovery would have broken")
  func words() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    page.scene.mode = .strict
    try relate(view, .width, plus: 40)
    let second = try relate(view, .width, plus: 50)
    do {
      try page.scene.layout()
      Issue.record("no error")
    } catch {
      #expect(error.kind == .unsatisfiable && error.constraint == second.description)
      #expect(error.text.hasPrefix("Unable to simultaneously satisfy constraints.\n"))
    }
    // There is no layout to go back to: the tree is as it was built, and can be corrected.
    #expect(second.isActive && view.frame == .zero)
    second.priority = 999
    try page.scene.layout()
    #expect(isClose(view.frame.width, 40))
  }

  @Test("Turning it on with a conflict standing throws; turning it off recovers")
  func turnedOn() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    try relate(view, .width, plus: 40)
    let second = try relate(view, .width, plus: 50)
    try page.scene.layout()
    page.scene.mode = .strict
    try relate(view, .height, plus: 7)
    #expect(kind { try page.scene.layout() } == .unsatisfiable)
    #expect(second.isBroken && isClose(view.frame.height, 0))
    page.scene.mode = .recover
    try relate(view, .height, plus: 8)
    #expect(try page.scene.layout().conflicts.count == 1)
    #expect(isClose(view.frame.height, 8))
  }
}
