// A fitting size is that of the subtree alone, as if in no scene.

import Testing

@testable import Trellis

@Suite("Fitting sizes")
struct FittingTests {
  private let compressed = View.layoutFittingCompressedSize

  private func cell() throws -> View {
    let (cell, title, body) = (View("cell"), View("title"), View("body"))
    cell.addSubviews([title, body])
    try title.setDimension(.height, to: 40)
    try body.setDimension(.height, to: 100)
    try title.pinEdges([.top, .leading, .trailing], insets: EdgeInsets(all: 10))
    try body.pin(.top, to: .bottom, of: title, offset: 10)
    try body.pinEdges([.leading, .trailing, .bottom], insets: EdgeInsets(all: 10))
    return cell
  }

  @Test("What the present size broke counts, so measuring and resizing ends")
  func broken() throws {
    let cell = try cell()
    let scene = try Scene(root: cell, size: Size(width: 320, height: 44))
    let report = try scene.layout()
    #expect(!report.conflicts.isEmpty)
    #expect(cell.systemLayoutSizeFitting(compressed) == Size(width: 20, height: 170))
    scene.size.height = cell.systemLayoutSizeFitting(compressed).height
    #expect(try scene.layout().conflicts.isEmpty)
    #expect(cell.systemLayoutSizeFitting(compressed) == Size(width: 20, height: 170))
  }

  @Test("A content size that the present size broke counts")
  func brokenContent() throws {
    let (root, label) = (View("root"), View("label", intrinsicSize: Size(width: 30, height: 50)))
    root.addSubview(label)
    label.setContentCompressionResistancePriority(.required, for: .vertical)
    try label.pinEdges()
    let scene = try Scene(root: root, size: Size(width: 100, height: 20))
    #expect(try scene.layout().conflicts.count == 1)
    #expect(root.systemLayoutSizeFitting(compressed) == Size(width: 30, height: 50))
  }

  @Test("What a stack holds a hidden view with is the stack's")
  func hidden() throws {
    let (detail, label) = (View("detail"), View("label", intrinsicSize: Size(width: 120, height: 40)))
    detail.addSubview(label)
    try label.pinEdges(insets: EdgeInsets(all: 10))
    let stack = StackView([View("head", intrinsicSize: Size(width: 100, height: 20)), detail], axis: .vertical)
    let page = try Page(300, 300, stack)
    try stack.pinEdges([.top, .leading])
    for isHidden in [false, true, false] {
      detail.isHidden = isHidden
      try page.scene.layout()
      #expect(detail.systemLayoutSizeFitting(compressed) == Size(width: 140, height: 60))
    }
    stack.alignment = .center
    stack.distribution = .fillEqually
    detail.isHidden = true
    try page.scene.layout()
    #expect(detail.systemLayoutSizeFitting(compressed) == Size(width: 140, height: 60))
  }

  @Test("A constraint that a superview was told to hold does not count")
  func heldOutside() throws {
    let view = View("view", intrinsicSize: Size(width: 30, height: 20))
    let page = try Page(300, 300, view)
    let wide = view.widthAnchor.constraint(equalToConstant: 200)
    page.root.addConstraint(wide)
    try page.scene.layout()
    #expect(view.frame.width == 200)
    #expect(view.systemLayoutSizeFitting(compressed) == Size(width: 30, height: 20))
  }

  @Test("What covers the view, and the margins around it, do not count; what it adds itself does")
  func covered() throws {
    let (panel, label) = (View("panel"), View("label", intrinsicSize: Size(width: 30, height: 20)))
    let page = try Page(300, 300, panel)
    panel.addSubview(label)
    page.root.layoutMargins = EdgeInsets(all: 40)
    page.scene.safeAreaInsets = PhysicalInsets(top: 44, left: 5)
    panel.preservesSuperviewLayoutMargins = true
    for edge in [Attribute.left, .right, .top, .bottom] { try relate(label, edge, .equal, panel.layoutMarginsGuide) }
    try relate(panel, .top, .equal, page.root)
    try relate(panel, .left, .equal, page.root)
    try page.scene.layout()
    #expect(label.frame.minY == 84 && label.frame.minX == 45)
    #expect(panel.systemLayoutSizeFitting(compressed) == Size(width: 46, height: 36))
    panel.additionalSafeAreaInsets = PhysicalInsets(top: 7)
    try page.scene.layout()
    let before = (label.frame, panel.frame)
    #expect(panel.systemLayoutSizeFitting(compressed) == Size(width: 46, height: 43))
    // The scene is as it was.
    #expect(!page.scene.needsLayout && panel.safeAreaInsets == PhysicalInsets(top: 51, left: 5))
    page.scene.size.width = 310
    try page.scene.layout()
    #expect(before.0 == label.frame && before.1 == panel.frame)
  }

  @Test("Text is asked for the widths of the question, not those of the scene")
  func text() throws {
    let (cell, label) = (View("cell"), View("label", intrinsicSize: Size(width: 200, height: 20)))
    cell.addSubview(label)
    label.heightForWidth = HeightForWidth { width in 20 * max(1, (200 / max(width, 1)).rounded(.up)) }
    try label.pinEdges(insets: EdgeInsets(all: 10))
    let page = try Page(60, 300, cell)
    try relate(cell, .left, .equal, page.root)
    try relate(cell, .right, .equal, page.root)
    try relate(cell, .top, .equal, page.root)
    try page.scene.layout()
    #expect(label.frame.size == Size(width: 40, height: 100))
    #expect(cell.systemLayoutSizeFitting(compressed) == Size(width: 220, height: 40))
    let narrow = cell.systemLayoutSizeFitting(
      Size(width: 120, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(narrow == Size(width: 120, height: 60))
    #expect(label.frame.size == Size(width: 40, height: 100))
    page.scene.size.width = 61
    try page.scene.layout()
    #expect(page.scene.engine.fixedPoint.solveCount == 1 || label.frame.height == 100)
  }

  @Test("The baseline of a row is that of the view that is the tallest in the question")
  func baselines() throws {
    let tall = View("tall", intrinsicSize: Size(width: 10, height: 60))
    let small = View("small", intrinsicSize: Size(width: 10, height: 20))
    try tall.setBaselines(first: 50, last: 5)
    try small.setBaselines(first: 12, last: 3)
    let row = StackView([small, tall], alignment: .top)
    let (cell, below) = (View("cell"), View("below", intrinsicSize: Size(width: 10, height: 10)))
    cell.addSubviews([row, below])
    try row.pinEdges([.top, .leading, .trailing])
    try relate(below, .top, .equal, row, .firstBaseline)
    try relate(below, .bottom, .equal, cell)
    try relate(below, .leading, .equal, cell)
    let page = try Page(100, 100, cell)
    try relate(cell, .left, .equal, page.root)
    try relate(cell, .top, .equal, page.root)
    try relate(cell, .height, plus: 5, at: 900)
    try relate(tall, .height, plus: 5, at: 800)
    try page.scene.layout()
    let inScene = cell.systemLayoutSizeFitting(compressed)
    cell.removeFromSuperview()
    #expect(cell.systemLayoutSizeFitting(compressed) == inScene)
  }
}
