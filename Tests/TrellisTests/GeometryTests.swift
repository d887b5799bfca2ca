// Alignment rectangles, margins, baselines, directions, scroll views (semantics 2.2 and 2.7).

import Testing

@testable import Trellis

@Suite("Geometry")
struct GeometryTests {
  @Test("Constraints place the alignment rectangle, the frame lies around it")
  func alignmentInsets() throws {
    let view = View("view", intrinsicSize: Size(width: 40, height: 20))
    view.alignmentRectInsets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    let page = try Page(100, 100, view)
    try relate(view, .leading, .equal, page.root, plus: 10)
    try relate(view, .top, .equal, page.root, plus: 10)
    try page.scene.layout()
    #expect(view.frame.isClose(8, 9, 46, 24))
    #expect(view.alignmentRect(forFrame: view.frame).isClose(10, 10, 40, 20))
    #expect(view.frame(forAlignmentRect: view.alignmentRect(forFrame: view.frame)) == view.frame)
    page.root.layoutDirection = .rightToLeft
    try page.scene.layout()
    // The leading inset is on the right now: alignment 50 ..< 90, frame 46 ..< 92.
    #expect(view.frame.isClose(46, 9, 46, 24))
    view.alignmentRectInsets = .zero
    try page.scene.layout()
    #expect(view.frame.isClose(50, 10, 40, 20))
  }

  @Test("Margins are edges moved in, from the frame, by the view's own direction")
  func margins() throws {
    let box = View("box")
    let inner = View("inner")
    let page = try Page(200, 200, box)
    box.addSubview(inner)
    try place(box, 10, 20, 100, 80)
    for (edge, margin) in [
      (Attribute.leading, Attribute.leadingMargin), (.trailing, .trailingMargin), (.top, .topMargin),
      (.bottom, .bottomMargin),
    ] {
      try relate(inner, edge, .equal, box, margin)
    }
    try page.scene.layout()
    #expect(inner.frame.isClose(8, 8, 84, 64))
    box.layoutMargins = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    try page.scene.layout()
    #expect(inner.frame.isClose(2, 1, 94, 76))
    #expect(page.scene.engine.session.statistics.rowsAdded == 0)
    box.layoutDirection = .rightToLeft
    try page.scene.layout()
    #expect(inner.frame.isClose(4, 1, 94, 76))
    box.alignmentRectInsets = EdgeInsets(all: 5)
    try page.scene.layout()
    #expect(inner.frame.isClose(4, 1, 104, 86))
    let centre = View("centre")
    box.addSubview(centre)
    try centre.centerXAnchor.constraint(equalTo: box.centerXWithinMarginsAnchor).activate()
    try centre.centerYAnchor.constraint(equalTo: box.centerYWithinMarginsAnchor).activate()
    try page.scene.layout()
    #expect(isClose(centre.frame.midX, inner.frame.midX) && isClose(centre.frame.midY, inner.frame.midY))
  }

  @Test("Baselines: first from the top, last from the bottom, edges without text")
  func baselines() throws {
    let label = View("label", intrinsicSize: Size(width: 50, height: 40))
    let field = View("field", intrinsicSize: Size(width: 50, height: 30))
    let plain = View("plain", intrinsicSize: Size(width: 5, height: 5))
    let page = try Page(200, 200, label, field, plain)
    try label.setBaselines(first: 14, last: 6)
    try field.setBaselines(first: 20, last: 8)
    try relate(label, .top, .equal, page.root, plus: 10)
    try field.firstBaselineAnchor.constraint(equalTo: label.firstBaselineAnchor).activate()
    try plain.lastBaselineAnchor.constraint(equalTo: label.lastBaselineAnchor).activate()
    try page.scene.layout()
    #expect(isClose(field.frame.minY, 4))
    #expect(isClose(plain.frame.maxY, 44))
    field.firstBaselineOffsetFromTop = 0
    try page.scene.layout()
    #expect(isClose(field.frame.minY, 24))
  }

  @Test("A directional constraint follows its owner; relation, constant and multiplier mirror with it")
  func mirrored() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(300, 100, a, b)
    page.root.layoutDirection = .rightToLeft
    try relate(a, .leading, .greaterThanOrEqual, page.root, plus: 10)
    try relate(a, .width, plus: 40)
    try relate(b, .leading, .equal, a, .trailing, plus: 8)
    try relate(b, .trailing, .lessThanOrEqual, page.root, plus: -100)
    try relate(b, .width, .greaterThanOrEqual, plus: 200, at: 500)
    let report = try page.scene.layout()
    #expect(isClose(a.frame.maxX, 290) && isClose(b.frame.maxX, 242) && isClose(b.frame.minX, 100))
    #expect(report.levels.first.map { isClose($0.error, 58) } == true)
    // A view of its own direction keeps it inside, and lies where its superview's says.
    b.layoutDirection = .leftToRight
    let inner = View("inner")
    b.addSubview(inner)
    try relate(inner, .leading, .equal, b, plus: 3)
    try page.scene.layout()
    #expect(isClose(inner.frame.minX, 3) && isClose(b.frame.maxX, 242))
    #expect(inner.effectiveLayoutDirection == .leftToRight && a.effectiveLayoutDirection == .rightToLeft)
  }

  @Test("The error of a mirrored constraint has the sign of what was written")
  func mirroredError() throws {
    let a = View("a")
    let page = try Page(300, 100, a)
    page.root.layoutDirection = .rightToLeft
    try relate(a, .leading, .equal, page.root, plus: 10)
    let wish = try relate(a, .leading, .equal, page.root, plus: 30, at: 500)
    try page.scene.layout()
    #expect(wish.residual.map { isClose($0, -20) } == true)
  }

  @Test("A scroll view's edges mean its content to what is inside, its frame to what is not")
  func scrollEdges() throws {
    let scroll = ScrollView("scroll")
    let inner = View("inner")
    let beside = View("beside")
    let page = try Page(400, 400, scroll, beside)
    scroll.addSubview(inner)
    try place(scroll, 50, 60, 100, 100)
    try relate(inner, .left, .equal, scroll, plus: 5)
    try relate(inner, .top, .equal, scroll, .topMargin)
    try relate(inner, .width, plus: 300)
    try relate(inner, .height, .equal, scroll, times: 2)
    try relate(scroll, .right, .equal, inner, plus: 7)
    try relate(scroll, .bottom, .equal, inner)
    try relate(beside, .left, .equal, scroll, .right)
    let floating = View("floating")
    scroll.addSubview(floating)
    try relate(floating, .centerX, .equal, scroll)
    try relate(floating, .top, .equal, scroll.frameLayoutGuide, plus: 4)
    try relate(floating, .width, plus: 20)
    try page.scene.layout()
    #expect(scroll.frame.isClose(50, 60, 100, 100))
    #expect(inner.frame.isClose(5, 8, 300, 200))
    #expect(isClose(scroll.contentSize.width, 312) && isClose(scroll.contentSize.height, 208))
    #expect(isClose(beside.frame.minX, 150))
    #expect(isClose(floating.frame.midX, 50) && isClose(floating.frame.minY, 4))
    scroll.layoutMargins = EdgeInsets(all: 20)
    try page.scene.layout()
    #expect(inner.frame.isClose(5, 20, 300, 200) && isClose(scroll.contentSize.height, 220))
  }

  @Test("Geometry prints as numbers, and a frame has no negative zero")
  func descriptions() throws {
    #expect("\(Rect(x: 1, y: -2.5, width: 30, height: 1.0 / 3))" == "(1, -2.5, 30, 0.333333)")
    #expect("\(Point(x: 1, y: 2)) \(Size(width: 3, height: 4))" == "(1, 2) (3, 4)")
    let box = View("box")
    let page = try Page(100, 100, box)
    // The solver's own zero is negative here.
    try relate(page.root, .left, .equal, box, .right, plus: -5)
    try relate(box, .width, plus: 5)
    try relate(box, .top, .equal, page.root, times: -1)
    try page.scene.layout()
    #expect(box.frame.minX.sign == .plus && box.frame.minY.sign == .plus && box.frame.isClose(0, 0, 5, 0))
  }

  @Test("Content that nothing decides is reported")
  func scrollAmbiguity() throws {
    let scroll = ScrollView("scroll")
    let inner = View("inner")
    let page = try Page(400, 400, scroll)
    scroll.addSubview(inner)
    try place(scroll, 50, 60, 100, 100)
    try relate(inner, .left, .equal, scroll)
    try relate(inner, .top, .equal, scroll)
    try relate(inner, .width, plus: 30)
    try relate(inner, .height, plus: 30)
    try page.scene.layout()
    let open = try page.scene.ambiguities()
    #expect(open.allSatisfy { $0.item === scroll.contentLayoutGuide })
    #expect(open.map(\.attribute) == [.width, .height])
    #expect(!scroll.hasAmbiguousLayout && !inner.hasAmbiguousLayout)
  }

  @Test("Ambiguity: no constraints is none, equal wishes against each other is")
  func ambiguity() throws {
    let idle = View("idle")
    let torn = View("torn")
    let page = try Page(100, 100, idle, torn)
    try relate(torn, .left, .equal, page.root)
    try relate(torn, .top, .equal, page.root)
    try relate(torn, .height, plus: 4)
    try relate(torn, .width, plus: 10, at: 500)
    try relate(torn, .width, plus: 20, at: 500)
    #expect(!idle.hasAmbiguousLayout && torn.hasAmbiguousLayout)
    #expect(try page.scene.ambiguities().map(\.attribute) == [.width])
    #expect(try page.scene.ambiguities().map(\.axis) == [.horizontal])
  }

  @Test("Anchors of one family make the constraints they name")
  func anchors() throws {
    let a = View("a")
    let b = View("b")
    let made = [
      a.leadingAnchor.constraint(equalTo: b.trailingAnchor, constant: 1),
      a.leadingAnchor.constraint(greaterThanOrEqualTo: b.centerXAnchor),
      a.centerXAnchor.constraint(equalTo: b.leftAnchor),
      a.centerXAnchor.constraint(lessThanOrEqualTo: b.trailingAnchor),
      a.rightMarginAnchor.constraint(equalTo: b.centerXAnchor, priority: 20),
      a.topAnchor.constraint(lessThanOrEqualTo: b.firstBaselineAnchor),
      a.widthAnchor.constraint(equalTo: b.heightAnchor, multiplier: 2, constant: 3),
      a.heightAnchor.constraint(greaterThanOrEqualToConstant: 44, priority: .defaultLow),
    ]
    #expect(
      made.map(\.firstAttribute) == [.leading, .leading, .centerX, .centerX, .rightMargin, .top, .width, .height])
    #expect(
      made.map(\.secondAttribute)
        == [.trailing, .centerX, .left, .trailing, .centerX, .firstBaseline, .height, .notAnAttribute])
    #expect(made[6].multiplier == 2 && made[6].constant == 3 && made[7].priority == 250 && made[4].priority == 20)
    #expect(a.topAnchor.item === a && a.topAnchor.attribute == .top)
  }
}
