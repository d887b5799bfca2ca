// Heights that follow from widths, and safe areas that follow from frames: how many solves that takes, and that the
// answer is that from scratch. Numbers are in Goldens/rows-heights.json.

import Testing

@testable import Trellis

@Suite("Sizes from content")
struct HeightForWidthTests {
  /// A text of a length: lines of 20 points, as many as it takes.
  private func text(_ length: Double) -> HeightForWidth {
    HeightForWidth { width in 20 * max(1, (length / max(width, 1)).rounded(.up)) }
  }

  private func page(_ length: Double) throws -> (Page, View) {
    let view = View("text", intrinsicSize: Size(width: length, height: 20))
    view.heightForWidth = text(length)
    let page = try Page(100, 500, view)
    for edge in [Attribute.leading, .trailing, .top] { try relate(view, edge, .equal, page.root) }
    return (page, view)
  }

  @Test("Two solves where widths decide heights, one where no width changes")
  func passes() throws {
    let (page, view) = try page(250)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 100, 60) && page.scene.engine.fixedPoint.solveCount == 2)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 100, 60))
    let below = View("below", intrinsicSize: Size(width: 5, height: 5))
    page.root.addSubview(below)
    try relate(below, .top, .equal, view, .bottom)
    try relate(below, .leading, .equal, page.root)
    try page.scene.layout()
    #expect(page.scene.engine.fixedPoint.solveCount == 1 && below.frame.isClose(0, 60, 5, 5))
    page.scene.size.width = 125
    try page.scene.layout()
    #expect(page.scene.engine.fixedPoint.solveCount == 2 && below.frame.minY == 40)
    page.scene.size.width = 130
    try page.scene.layout()
    #expect(page.scene.engine.fixedPoint.solveCount == 1 && below.frame.minY == 40)
    view.heightForWidth = text(600)
    try page.scene.layout()
    #expect(below.frame.minY == 100)
    view.heightForWidth = nil
    try page.scene.layout()
    #expect(below.frame.minY == 20)
  }

  @Test("A step of a table that the width reaches except for rounding counts")
  func steps() throws {
    let table = try HeightForWidth(steps: [.init(width: 100, height: 40), .init(width: 200, height: 20)])
    #expect([0, 100, 199.9, 200, 5000].map { table($0) } == [40, 40, 40, 20, 20])
    let view = View("v")
    view.heightForWidth = table
    let page = try Page(3, 100, view)
    try relate(view, .leading, .equal, page.root)
    try relate(view, .top, .equal, page.root)
    try relate(view, .width, .equal, page.root, .width, times: 200.0 / 3)
    try page.scene.layout()
    #expect(view.frame.height == 20)
    for steps in [[], [(10, 1), (10, 2)], [(-1, 1)], [(1, .infinity)]] as [[(Double, Double)]] {
      #expect(
        kind { _ = try HeightForWidth(steps: steps.map { .init(width: $0.0, height: $0.1) }) } == .valueOutOfRange)
    }
  }

  @Test("With an aspect ratio a layout starts from the natural width, so edits leave no trace")
  func coupled() throws {
    func lay(_ widths: [Double]) throws -> (Rect, Int) {
      let (page, view) = try page(250)
      let picture = View("picture")
      page.root.addSubview(picture)
      try relate(picture, .width, .equal, view, .height, times: 2)
      try relate(picture, .height, plus: 10)
      try relate(picture, .leading, .equal, page.root)
      try relate(picture, .top, .equal, view, .bottom)
      // The text is as wide as the picture leaves it, and the picture as wide as the text is high.
      try relate(view, .width, .lessThanOrEqual, picture, .width, plus: 20)
      page.root.constraints.first { $0.firstAttribute == .trailing }?.deactivate()
      for width in widths {
        page.scene.size.width = width
        try page.scene.layout()
      }
      return (view.frame, page.scene.engine.fixedPoint.solveCount)
    }
    let direct = try lay([300])
    let wandering = try lay([10, 900, 40, 300])
    #expect(direct.0 == wandering.0 && direct.1 <= 2 && wandering.1 <= 2)
  }

  @Test("A height that cannot be used is an error of the layout, and is asked for again")
  func unusable() throws {
    let (page, view) = try page(250)
    try page.scene.layout()
    var isBroken = true
    view.heightForWidth = HeightForWidth { width in isBroken && width < 90 ? .nan : 30 }
    try page.scene.layout()
    page.scene.size.width = 80
    #expect(kind { try page.scene.layout() } == .valueOutOfRange)
    #expect(view.frame.isClose(0, 0, 100, 30))
    isBroken = false
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 80, 30))
  }

  @Test("Strict mode judges the settled layout, and takes heights back")
  func strict() throws {
    let (page, view) = try page(250)
    view.setContentCompressionResistancePriority(.required, for: .vertical)
    page.scene.mode = .strict
    // Room for three lines: at the natural width one would do, at 50 it takes five.
    try relate(view, .bottom, .lessThanOrEqual, page.root, plus: -440)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 100, 60))
    page.scene.size.width = 50
    #expect(kind { try page.scene.layout() } == .unsatisfiable)
    #expect(page.scene.size.width == 100)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 100, 60))
    page.scene.size = Size(width: 50, height: 540)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 50, 100))
    // The old height would not fit, the new one does.
    page.scene.size = Size(width: 125, height: 480)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 125, 40))
  }

  @Test("A conflict of the first pass that the second does not have is not reported")
  func transient() throws {
    let (page, view) = try page(250)
    view.setContentCompressionResistancePriority(.required, for: .vertical)
    try relate(view, .bottom, .lessThanOrEqual, page.root, plus: -440)
    try page.scene.layout()
    var logged = 0
    page.scene.log = { _ in logged += 1 }
    page.scene.size = Size(width: 125, height: 480)
    #expect(try page.scene.layout().conflicts.isEmpty && view.frame.height == 40)
    page.scene.size = Size(width: 50, height: 480)
    let report = try page.scene.layout()
    #expect(report.conflicts.count == 1 && report.conflicts[0].isNew && logged == 1)
    page.scene.size.width = 49
    #expect(try page.scene.layout().conflicts.map(\.isNew) == [false])
  }

  @Test("Safe areas of inner views follow their frames, and leave no trace")
  func safeAreas() throws {
    let outer = View("outer")
    let inner = View("inner")
    let leaf = View("leaf")
    let page = try Page(100, 200, outer)
    outer.addSubview(inner)
    inner.addSubview(leaf)
    try place(outer, 0, 10, 100, 100)
    try place(inner, 0, 5, 100, 50)
    try relate(leaf, .top, .equal, inner.safeAreaLayoutGuide)
    try relate(leaf, .left, .equal, inner, .leftMargin)
    try page.scene.layout()
    #expect(leaf.frame.isClose(8, 0, 0, 0) && page.scene.engine.fixedPoint.solveCount == 1)
    page.scene.safeAreaInsets = PhysicalInsets(top: 40, left: 3, bottom: 100)
    try page.scene.layout()
    #expect(leaf.frame.isClose(11, 25, 0, 0) && page.scene.engine.fixedPoint.solveCount == 2)
    #expect(inner.safeAreaInsets == PhysicalInsets(top: 25, left: 3))
    page.scene.safeAreaInsets = PhysicalInsets(top: 140)
    try page.scene.layout()
    #expect(leaf.frame.isClose(8, 50, 0, 0))
    inner.removeFromSuperview()
    try page.scene.layout()
    outer.addSubview(inner)
    try place(inner, 0, 0, 100, 50)
    page.scene.safeAreaInsets = PhysicalInsets(top: 20)
    try page.scene.layout()
    #expect(leaf.frame.isClose(8, 10, 0, 0))
    page.scene.safeAreaInsets = .zero
    try page.scene.layout()
    #expect(leaf.frame.isClose(8, 0, 0, 0) && inner.safeAreaInsets == .zero)
  }
}
