// Margins, safe area and their guides (semantics 2.2).

import Testing

@testable import Trellis

@Suite("Margins and safe area")
struct MarginTests {
  @Test("A plain view has margins of 8, also through its guide")
  func defaults() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(100, 80, a, b)
    for edge in [(Attribute.leading, Attribute.leadingMargin), (.trailing, .trailingMargin)] {
      try relate(a, edge.0, .equal, page.root, edge.1)
      try relate(b, edge.0, .equal, page.root.layoutMarginsGuide, edge.0)
    }
    try relate(a, .top, .equal, page.root, .topMargin)
    try relate(a, .bottom, .equal, page.root, .bottomMargin)
    try relate(b, .top, .equal, page.root.layoutMarginsGuide)
    try relate(b, .bottom, .equal, page.root.layoutMarginsGuide)
    try page.scene.layout()
    #expect(a.frame.isClose(8, 8, 84, 64) && b.frame.isClose(8, 8, 84, 64))
    #expect(page.root.layoutMarginsGuide.frame.isClose(8, 8, 84, 64))
    #expect(page.root.layoutMarginsGuide === page.root.layoutMarginsGuide && page.root.layoutGuides.isEmpty)
  }

  @Test("Margins by direction follow it, margins by edge do not, and either reads as the other")
  func directions() throws {
    let a = View("a")
    let page = try Page(100, 80, a)
    let guide = page.root.layoutMarginsGuide
    page.root.layoutMargins = EdgeInsets(top: 1, leading: 10, bottom: 3, trailing: 30)
    try page.scene.layout()
    #expect(guide.frame.isClose(10, 1, 60, 76))
    page.root.layoutDirection = .rightToLeft
    try page.scene.layout()
    #expect(guide.frame.isClose(30, 1, 60, 76))
    #expect(page.root.physicalLayoutMargins == PhysicalInsets(top: 1, left: 30, bottom: 3, right: 10))
    page.root.physicalLayoutMargins = PhysicalInsets(top: 2, left: 5, bottom: 2, right: 15)
    try page.scene.layout()
    #expect(guide.frame.isClose(5, 2, 80, 76))
    #expect(page.root.layoutMargins == EdgeInsets(top: 2, leading: 15, bottom: 2, trailing: 5))
    page.root.layoutDirection = nil
    try page.scene.layout()
    #expect(guide.frame.isClose(5, 2, 80, 76))
    #expect(page.root.layoutMargins == EdgeInsets(top: 2, leading: 5, bottom: 2, trailing: 15))
  }

  @Test("Preserved margins of a view at its superview's edges are the larger of both, through several levels")
  func preserved() throws {
    let outer = View("outer")
    let inner = View("inner")
    let leaf = View("leaf")
    let page = try Page(200, 100, outer)
    outer.addSubview(inner)
    inner.addSubview(leaf)
    try place(outer, 0, 0, 200, 100)
    try place(inner, 0, 0, 200, 100)
    try relate(leaf, .left, .equal, inner, .leftMargin)
    try relate(leaf, .top, .equal, inner, .topMargin)
    try relate(leaf, .right, .equal, inner, .rightMargin)
    try relate(leaf, .bottom, .equal, inner, .bottomMargin)
    page.root.layoutMargins = EdgeInsets(top: 4, leading: 20, bottom: 30, trailing: 2)
    inner.preservesSuperviewLayoutMargins = true
    try page.scene.layout()
    #expect(leaf.frame.isClose(8, 8, 184, 84))
    outer.preservesSuperviewLayoutMargins = true
    try page.scene.layout()
    #expect(leaf.frame.isClose(20, 8, 172, 62))
    #expect(inner.effectiveLayoutMargins == PhysicalInsets(top: 8, left: 20, bottom: 30, right: 8))
    page.root.layoutMargins = EdgeInsets(all: 11)
    try page.scene.layout()
    #expect(leaf.frame.isClose(11, 11, 178, 78))
    inner.preservesSuperviewLayoutMargins = false
    try page.scene.layout()
    #expect(leaf.frame.isClose(8, 8, 184, 84))
  }

  @Test("Of a superview's margins a view preserves what reaches into it, and no more where it reaches out")
  func preservedInPlace() throws {
    let (panel, leaf) = (View("panel"), View("leaf"))
    let page = try Page(390, 844, panel)
    panel.addSubview(leaf)
    page.root.layoutMargins = EdgeInsets(top: 0, leading: 16, bottom: 40, trailing: 16)
    page.scene.safeAreaInsets = PhysicalInsets(top: 47, bottom: 34)
    panel.preservesSuperviewLayoutMargins = true
    try relate(panel, .top, .equal, page.root.safeAreaLayoutGuide)
    let left = try relate(panel, .left, .equal, page.root)
    let right = try relate(panel, .right, .equal, page.root)
    let bottom = try relate(panel, .bottom, .equal, page.root)
    for edge in [Attribute.left, .right, .top, .bottom] { try relate(leaf, edge, .equal, panel.layoutMarginsGuide) }
    try page.scene.layout()
    #expect(panel.effectiveLayoutMargins == PhysicalInsets(top: 8, left: 16, bottom: 74, right: 16))
    #expect(leaf.frame.isClose(16, 8, 358, 844 - 47 - 8 - 74))
    (left.constant, right.constant, bottom.constant) = (5, -12, 100)
    try page.scene.layout()
    #expect(panel.effectiveLayoutMargins == PhysicalInsets(top: 8, left: 11, bottom: 74, right: 8))
    // Without a constraint that asks for them they are those of the frames.
    leaf.removeFromSuperview()
    let other = View("other")
    page.root.addSubview(other)
    try place(other, 6, 60, 50, 50)
    other.preservesSuperviewLayoutMargins = true
    try page.scene.layout()
    #expect(other.effectiveLayoutMargins == PhysicalInsets(top: 8, left: 10, bottom: 8, right: 8))
  }

  @Test("B24 the safe area is an item, and the root's margins are measured from it")
  func safeArea() throws {
    let a = View("a")
    let page = try Page(375, 812, a)
    let safe = page.root.safeAreaLayoutGuide
    try relate(a, .top, .equal, safe)
    try relate(a, .bottom, .equal, safe)
    try relate(a, .leading, .equal, safe)
    try relate(a, .trailing, .equal, safe)
    try page.scene.layout()
    #expect(a.frame.isClose(0, 0, 375, 812))
    page.scene.safeAreaInsets = PhysicalInsets(top: 44, bottom: 34)
    try page.scene.layout()
    #expect(a.frame.isClose(0, 44, 375, 734) && safe.frame.isClose(0, 44, 375, 734))
    #expect(page.root.safeAreaInsets == PhysicalInsets(top: 44, bottom: 34))
    #expect(page.root.effectiveLayoutMargins == PhysicalInsets(top: 52, left: 8, bottom: 42, right: 8))
    #expect(page.root.layoutMarginsGuide.owningView === page.root)
    try page.scene.layout()
    #expect(page.root.layoutMarginsGuide.frame.isClose(8, 52, 359, 718))
    page.root.insetsLayoutMarginsFromSafeArea = false
    try page.scene.layout()
    #expect(page.root.layoutMarginsGuide.frame.isClose(8, 8, 359, 796))
  }

  @Test("Margins and safe area are measured from the frame, not from the alignment rectangle")
  func alignmentInsets() throws {
    let box = View("box")
    let page = try Page(200, 100, box)
    box.alignmentRectInsets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    try place(box, 10, 20, 100, 50)
    let guide = box.layoutMarginsGuide
    try page.scene.layout()
    #expect(box.frame.isClose(8, 19, 106, 54))
    #expect(guide.frame.isClose(8, 8, 90, 38))
    box.alignmentRectInsets = .zero
    try page.scene.layout()
    #expect(guide.frame.isClose(8, 8, 84, 34))
  }

  @Test("A scroll view's margins guide lies in its content, its safe area in its frame")
  func scrollView() throws {
    let list = ScrollView("list")
    let page = try Page(200, 100, list)
    let rows = View("rows")
    list.addSubview(rows)
    try place(list, 0, 0, 200, 100)
    let margins = list.layoutMarginsGuide
    for edge in [Attribute.left, .right, .top, .bottom] { try relate(rows, edge, .equal, margins) }
    try relate(rows, .width, plus: 300)
    try relate(rows, .height, plus: 400)
    _ = list.safeAreaLayoutGuide
    try page.scene.layout()
    #expect(rows.frame.isClose(8, 8, 300, 400) && list.contentSize == Size(width: 316, height: 416))
    #expect(list.safeAreaLayoutGuide.frame.isClose(0, 0, 200, 100))
  }

  @Test("Conflicts name the guides and their edges, and break what the caller wrote")
  func conflict() throws {
    let a = View("a")
    let page = try Page(100, 100, a)
    try relate(a, .left, .equal, page.root.layoutMarginsGuide)
    try relate(a, .bottom, .equal, page.root.safeAreaLayoutGuide)
    try relate(a, .top, .equal, page.root)
    let tall = try relate(a, .height, plus: 120)
    let near = try relate(a, .left, .equal, page.root)
    let report = try page.scene.layout()
    #expect(
      report.brokenConstraints.map(ObjectIdentifier.init).sorted() == [tall, near].map(ObjectIdentifier.init).sorted())
    let text = masked(report.conflicts.map(\.message).joined())
    #expect(
      text.contains(
        "<NSLayoutConstraint:0x… 'UIView-leftMargin-guide-constraint' H:|-(8)-[UIViewLayoutMarginsGuide](LTR)   "
          + "(Names: UIViewLayoutMarginsGuide:0x…, root:0x…, '|':root:0x… )>"))
    #expect(
      text.contains(
        "<NSLayoutConstraint:0x… 'UIViewSafeAreaLayoutGuide-bottom' V:[UIViewSafeAreaLayoutGuide]-(0)-|   "
          + "(Names: UIViewSafeAreaLayoutGuide:0x…, root:0x…, '|':root:0x… )>"))
  }

  @Test("Constraints of system guides are for reading")
  func systemMade() throws {
    let page = try Page(100, 100)
    _ = page.root.layoutMarginsGuide
    let constraint = try #require(page.root.constraints.first)
    #expect(constraint.isSystemMade && constraint.isActive && constraint.constant == 8)
    #expect(kind { try constraint.setConstant(3) } == .systemConstraint)
    #expect(kind(in: page.root) { page.root.addConstraint(constraint) } == .systemConstraint)
    constraint.deactivate()
    page.root.removeConstraints(page.root.constraints)
    #expect(page.root.constraints.count == 4 && constraint.isActive)
    let other = View()
    #expect(kind(in: other) { other.addLayoutGuide(page.root.layoutMarginsGuide) } == .systemGuide)
    #expect(kind { try page.scene.setSafeAreaInsets(PhysicalInsets(top: -1)) } == .valueOutOfRange)
    #expect(kind { try page.root.setPhysicalLayoutMargins(PhysicalInsets(left: .nan)) } == .valueOutOfRange)
    #expect(page.root.layoutMargins == EdgeInsets(all: 8))
  }

  @Test("In strict mode a layout that fails takes margins and safe area back")
  func strict() throws {
    let a = View("a")
    let page = try Page(100, 100, a)
    page.scene.mode = .strict
    try relate(a, .top, .equal, page.root.safeAreaLayoutGuide)
    try relate(a, .bottom, .equal, page.root.layoutMarginsGuide)
    try page.scene.layout()
    #expect(a.frame.isClose(0, 0, 0, 92))
    page.scene.safeAreaInsets = PhysicalInsets(top: 50)
    page.root.layoutMargins = EdgeInsets(all: 70)
    #expect(kind { try page.scene.layout() } == .unsatisfiable)
    #expect(page.scene.safeAreaInsets == .zero && page.root.layoutMargins == EdgeInsets(all: 8))
    try page.scene.layout()
    #expect(a.frame.isClose(0, 0, 0, 92))
  }

  @Test("What a view adds to its safe area holds inside it, too")
  func additionalSafeArea() throws {
    let (panel, list, outside) = (View("panel"), View("list"), View("outside"))
    let page = try Page(100, 200, panel, outside)
    panel.addSubview(list)
    try place(panel, 0, 50, 100, 150)
    try place(list, 0, 0, 100, 150)
    try place(outside, 0, 0, 100, 200)
    page.scene.safeAreaInsets = PhysicalInsets(top: 20, bottom: 10)
    let guides = [panel, list, outside, page.root].map(\.safeAreaLayoutGuide)
    panel.additionalSafeAreaInsets = PhysicalInsets(top: 30, left: 4)
    try page.scene.layout()
    #expect(panel.safeAreaInsets == PhysicalInsets(top: 30, left: 4, bottom: 10))
    #expect(list.safeAreaInsets == PhysicalInsets(top: 30, left: 4, bottom: 10))
    #expect(outside.safeAreaInsets == PhysicalInsets(top: 20, bottom: 10))
    #expect(guides[1].frame.isClose(4, 30, 96, 110) && guides[2].frame.isClose(0, 20, 100, 170))
    // What moves out of the covered part is free of it.
    try #require(list.superview?.constraints.first { $0.firstItem === list && $0.firstAttribute == .left }).setConstant(
      3)
    try page.scene.layout()
    #expect(list.safeAreaInsets.left == 1)
    page.root.additionalSafeAreaInsets = PhysicalInsets(top: 5)
    try page.scene.layout()
    #expect(page.root.safeAreaInsets == PhysicalInsets(top: 25, bottom: 10) && outside.safeAreaInsets.top == 25)
    panel.additionalSafeAreaInsets = .zero
    try page.scene.layout()
    // Beyond its superview's edge a view has the superview's inset, and no more.
    #expect(list.safeAreaInsets == PhysicalInsets(bottom: 10) && guides[3].frame.isClose(0, 25, 100, 165))
    #expect(kind { try panel.setAdditionalSafeAreaInsets(PhysicalInsets(left: -1)) } == .valueOutOfRange)
    #expect(kind { try panel.setAdditionalSafeAreaInsets(PhysicalInsets(top: .nan)) } == .valueOutOfRange)
  }

  @Test("The readable guide lies between the margins, in the middle of what is wider than lines should be")
  func readable() throws {
    let (text, column) = (View("text"), View("column"))
    let page = try Page(320, 100, text, column)
    try place(column, 0, 0, 50, 20)
    let guide = page.root.readableContentGuide
    for edge in [Attribute.leading, .trailing, .top, .bottom] { try relate(text, edge, .equal, guide) }
    try page.scene.layout()
    #expect(text.frame.isClose(8, 8, 304, 84))
    page.scene.size = Size(width: 1024, height: 100)
    try page.scene.layout()
    #expect(text.frame.isClose(176, 8, 672, 84))
    page.root.physicalLayoutMargins = PhysicalInsets(top: 1, left: 24, bottom: 2, right: 100)
    page.scene.readableWidth = 500
    try page.scene.layout()
    #expect(text.frame.isClose(224, 1, 500, 97) && page.root.readableContentGuide === guide)
    #expect(try page.scene.ambiguities().isEmpty)
    // It does not hold a view's own width down.
    let inner = column.readableContentGuide
    let wide = try relate(column, .width, plus: 900, at: 1)
    column.constraints.first { $0.constant == 50 }?.deactivate()
    try page.scene.layout()
    #expect(isClose(column.frame.width, 900) && inner.frame.isClose(200, 8, 500, 4))
    wide.constant = 300
    try page.scene.layout()
    #expect(inner.frame.isClose(8, 8, 284, 4))
    #expect(kind { try page.scene.setReadableWidth(-1) } == .valueOutOfRange)
    #expect(kind { try page.scene.setReadableWidth(.infinity) } == .valueOutOfRange)
  }
}
