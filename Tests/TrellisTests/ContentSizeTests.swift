// Rows D01 to D10 of the acceptance table: intrinsic content size.

import Testing

@testable import Trellis

private final class AwesomeView: View {
  override var intrinsicContentSize: Size { Size(width: 300, height: 20) }
}

@Suite("D: intrinsic content size")
struct ContentSizeTests {
  @Test("D01 the content size is the size")
  func d01ContentSize() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: 133))
    let page = try Page(320, 568, head)
    try page.scene.layout()
    #expect(isClose(head.frame.width, 133) && isClose(head.frame.height, 133))
    head.intrinsicSize = Size(width: 40, height: View.noIntrinsicMetric)
    try page.scene.layout()
    #expect(isClose(head.frame.width, 40) && isClose(head.frame.height, 0))
  }

  @Test("D02 explicit sizes win")
  func d02ExplicitWins() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: 133))
    let page = try Page(320, 568, head)
    try relate(head, .width, plus: 120)
    try relate(head, .height, plus: 140)
    let report = try page.scene.layout()
    #expect(isClose(head.frame.width, 120) && isClose(head.frame.height, 140))
    #expect(report.levels.map(\.priority) == [750, 250])
    #expect(zip(report.levels, [13.0, 7]).allSatisfy { isClose($0.error, $1) })
    #expect(report.conflicts.isEmpty)
  }

  @Test("D03 the printed form")
  func d03Description() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: 133))
    head.setContentHuggingPriority(251, for: .horizontal)
    head.setContentHuggingPriority(251, for: .vertical)
    let page = try Page(320, 568, head)
    try page.scene.layout()
    #expect(
      head.constraints.map { masked($0.description) } == [
        "<NSContentSizeLayoutConstraint:0x… H:[head(133)] Hug:251 CompressionResistance:750   (Names: head:0x… )>",
        "<NSContentSizeLayoutConstraint:0x… V:[head(133)] Hug:251 CompressionResistance:750   (Names: head:0x… )>",
      ])
    // As the documents print them, one line after the other.
    #expect(head.constraints.map(\.priority) == [1000, 1000])
    #expect(
      masked(head.constraints[0].description(.modern))
        == "<NSContentSizeLayoutConstraint:0x… head.width == 133 Hug:251 CompressionResistance:750   "
        + "(active, names: head:0x… )>")
  }

  @Test("D04 explicit sizes come first in the list, the content size is not effective")
  func d04ListAndEffect() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: 133))
    let page = try Page(320, 568, head)
    try relate(head, .width, plus: 120)
    try relate(head, .height, plus: 120)
    try page.scene.layout()
    let list = head.constraints
    #expect(
      list.map { masked($0.description) } == [
        "<NSLayoutConstraint:0x… H:[head(120)]   (Names: head:0x… )>",
        "<NSLayoutConstraint:0x… V:[head(120)]   (Names: head:0x… )>",
        "<NSContentSizeLayoutConstraint:0x… H:[head(133)] Hug:250 CompressionResistance:750   (Names: head:0x… )>",
        "<NSContentSizeLayoutConstraint:0x… V:[head(133)] Hug:250 CompressionResistance:750   (Names: head:0x… )>",
      ])
    #expect(list.map(\.isEffective) == [true, true, false, false])
    #expect(zip(list, head.constraints).allSatisfy { $0 === $1 })
  }

  @Test("D05 content-size constraints appear with the first layout")
  func d05AfterLayout() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: 133))
    #expect(head.constraints.isEmpty)
    let page = try Page(320, 568, head)
    #expect(head.constraints.isEmpty)
    try page.scene.layout()
    #expect(head.constraints.count == 2 && head.constraints.allSatisfy { $0.isContentSize })
  }

  @Test("D06 an overridden content size")
  func d06Override() throws {
    let view = AwesomeView()
    let page = try Page(320, 568, view)
    try page.scene.layout()
    #expect(isClose(view.frame.width, 300) && isClose(view.frame.height, 20))
    #expect(
      view.constraints.map { masked($0.description) } == [
        "<NSContentSizeLayoutConstraint:0x… H:[AwesomeView:0x…(300)] Hug:250 CompressionResistance:750>",
        "<NSContentSizeLayoutConstraint:0x… V:[AwesomeView:0x…(20)] Hug:250 CompressionResistance:750>",
      ])
  }

  @Test("D07 no metric, no constraint on that axis")
  func d07NoMetric() throws {
    let view = View(intrinsicSize: Size(width: View.noIntrinsicMetric, height: 20))
    let page = try Page(320, 568, view)
    try page.scene.layout()
    #expect(view.constraints.map(\.firstAttribute) == [.height])
    #expect(page.root.constraints.isEmpty)
  }

  @Test("D08 defaults are 250 and 750, per axis")
  func d08Defaults() throws {
    let view = View()
    for axis in Axis.allCases {
      #expect(view.contentHuggingPriority(for: axis) == 250)
      #expect(view.contentCompressionResistancePriority(for: axis) == 750)
    }
    view.setContentHuggingPriority(251, for: .horizontal)
    view.setContentCompressionResistancePriority(749, for: .vertical)
    #expect(view.contentHuggingPriority(for: .vertical) == 250)
    #expect(view.contentHuggingPriority(for: .horizontal) == 251)
    #expect(view.contentCompressionResistancePriority(for: .horizontal) == 750)
    #expect(view.contentCompressionResistancePriority(for: .vertical) == 749)
  }

  @Test("D08 hugging and compression decide, and change in place")
  func d08HuggingDecides() throws {
    let a = View("a", intrinsicSize: Size(width: 100, height: 10))
    let b = View("b", intrinsicSize: Size(width: 100, height: 10))
    let page = try Page(300, 100, a, b)
    try relate(a, .left, .equal, page.root)
    try relate(b, .left, .equal, a, .right)
    try relate(b, .right, .equal, page.root)
    a.setContentHuggingPriority(251, for: .horizontal)
    try page.scene.layout()
    #expect(isClose(a.frame.width, 100) && isClose(b.frame.width, 200))
    b.setContentHuggingPriority(252, for: .horizontal)
    try page.scene.layout()
    #expect(isClose(a.frame.width, 200) && isClose(b.frame.width, 100))
    #expect(page.scene.engine.session.statistics.rowsAdded == 0)
    try page.scene.setSize(Size(width: 120, height: 100))
    a.setContentCompressionResistancePriority(751, for: .horizontal)
    try page.scene.layout()
    #expect(isClose(a.frame.width, 100) && isClose(b.frame.width, 20))
  }

  @Test("D09 removing all constraints removes the content size, until it is invalidated")
  func d09RemoveAll() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: 133))
    let page = try Page(320, 568, head)
    try page.scene.layout()
    head.removeConstraints(head.constraints)
    try page.scene.layout()
    #expect(head.constraints.isEmpty && isClose(head.frame.width, 0))
    head.invalidateIntrinsicContentSize()
    try page.scene.layout()
    #expect(head.constraints.count == 2 && isClose(head.frame.width, 133))
  }

  @Test("D10 content-size constraints are marked, and read-only")
  func d10Marked() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: -1))
    let page = try Page(320, 568, head)
    try page.scene.layout()
    let constraint = try #require(head.constraints.first)
    #expect(constraint.isContentSize && constraint.isSystemMade && constraint.isActive && constraint.constant == 133)
    #expect(kind { try constraint.setConstant(4) } == .systemConstraint)
    #expect(kind { try constraint.setPriority(4) } == .systemConstraint)
    #expect(kind(in: page.root) { page.root.addConstraint(constraint) } == .systemConstraint)
  }

  @Test("A required compression resistance can be in a conflict, and is broken first")
  func requiredCompression() throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: -1))
    head.setContentCompressionResistancePriority(.required, for: .horizontal)
    let page = try Page(320, 568, head)
    let width = try relate(head, .width, plus: 120)
    let conflict = try #require(try page.scene.layout().conflicts.first)
    #expect(conflict.broken.isContentSize && conflict.constraints.count == 2)
    #expect(isClose(head.frame.width, 120) && head.constraints.count == 2)
    width.constant = 140
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(head.frame.width, 140))
    width.constant = 120
    #expect(try page.scene.layout().conflicts.count == 1)
    head.intrinsicSize = Size(width: 100, height: -1)
    #expect(try page.scene.layout().conflicts.isEmpty)
  }
}
