// Stack views: the constraints that they make, by identifier, and what an edit costs (semantics 2.10). Numbers are in
// Goldens/rows-stacks.json; random stacks in StackJudgeTests.

import Foundation
import Testing

@testable import Trellis

@Suite("Stack views")
struct StackTests {
  /// A stack in the top left corner of a page, its views named a, b, c and so on.
  private func page(_ sizes: [Size], _ change: (StackView) throws -> Void) throws -> (Page, StackView) {
    let views = sizes.enumerated().map { View(String("abcdefgh".dropFirst($0).prefix(1)), intrinsicSize: $1) }
    let stack = StackView(views)
    stack.name = "stack"
    try change(stack)
    let page = try Page(400, 300, stack)
    try relate(stack, .leading, .equal, page.root)
    try relate(stack, .top, .equal, page.root)
    return (page, stack)
  }

  /// The stack's own constraints without addresses and explanations of names, sorted.
  private func list(_ stack: StackView) -> [String] {
    stack.constraints.filter { $0.kind == .stack || $0.kind == .stackSpacing }.map { constraint in
      var text = constraint.description(.classic).dropLast()
      if let names = text.range(of: "   (Names") { text = text[..<names.lowerBound] }
      text = text.drop { $0 != "'" }
      return String(text).replacing("'", with: "").replacing("UISV-", with: "")
    }.sorted()
  }

  private let sizes = [Size(width: 40, height: 10), Size(width: 80, height: 20), Size(width: 60, height: 30)]

  @Test("fill: edges of the canvas, gaps, tops and bottoms")
  func fill() throws {
    let (page, stack) = try page(sizes) { $0.spacing = 8 }
    #expect(stack.constraints.isEmpty)
    try page.scene.layout()
    #expect(
      list(stack) == [
        "alignment a.bottom == b.bottom", "alignment a.bottom == c.bottom", "alignment a.top == b.top",
        "alignment a.top == c.top", "canvas-connection H:[c]-(0)-|", "canvas-connection V:[a]-(0)-|",
        "canvas-connection stack.leading == a.leading", "canvas-connection stack.top == a.top",
        "spacing H:[a]-(8)-[b]", "spacing H:[b]-(8)-[c]",
      ])
    let first = try #require(stack.constraints.first)
    #expect(first.isSystemMade && first.owner === stack && first.isActive)
    #expect(kind { try first.setConstant(1) } == .systemConstraint)
    stack.removeConstraints(stack.constraints.filter { !$0.isContentSize })
    #expect(list(stack).count == 10)
  }

  @Test("fillEqually and fillProportionally")
  func filling() throws {
    let (page, stack) = try page(sizes) { $0.distribution = .fillEqually }
    try page.scene.layout()
    #expect(
      list(stack).filter { $0.hasPrefix("fill") } == [
        "fill-equally b.width == a.width", "fill-equally c.width == a.width",
      ])
    stack.distribution = .fillProportionally
    stack.spacing = 10
    try page.scene.layout()
    #expect(
      list(stack).filter { $0.hasPrefix("fill") } == [
        "fill-proportionally a.width == 0.2*stack.width priority:999",
        "fill-proportionally b.width == 0.4*stack.width priority:998",
        "fill-proportionally c.width == 0.3*stack.width priority:997",
      ])
    stack.subviews[0].isHidden = true
    stack.subviews[1].intrinsicSize = Size(width: 0, height: 10)
    try page.scene.layout()
    #expect(
      list(stack).filter { $0.hasPrefix("fill") || $0.hasPrefix("hiding") } == [
        "fill-proportionally H:[b(0)]", "fill-proportionally stack.width == c.width",
        "hiding H:[a(0)]",
      ])
    stack.subviews[1].isHidden = true
    try page.scene.layout()
    #expect(list(stack).filter { $0.hasPrefix("fill") } == ["fill-proportionally stack.width == c.width"])
    stack.subviews[2].intrinsicSize = Size(width: -1, height: 10)
    try page.scene.layout()
    #expect(list(stack).filter { $0.hasPrefix("fill") }.isEmpty)
    for view in stack.subviews { view.isHidden = false }
    stack.subviews[0].intrinsicSize = Size(width: 0, height: 10)
    try page.scene.layout()
    #expect(
      list(stack).filter { $0.hasPrefix("fill") } == [
        "fill-equally b.width == a.width", "fill-equally c.width == a.width",
      ])
  }

  @Test("equalSpacing and equalCentering stand on guides")
  func gaps() throws {
    let (page, stack) = try page(sizes) {
      $0.distribution = .equalSpacing
      $0.spacing = 4
    }
    try page.scene.layout()
    let wanted = [
      "canvas-fit H:[stack(0@49)]", "distributing-edge H:[a]-(0)-[distributing]",
      "distributing-edge distributing.trailing == b.leading",
    ]
    for text in wanted { #expect(list(stack).contains(text), "\(text)") }
    #expect(list(stack).contains("spacing H:[a]-(>=4)-[b]"))
    #expect(list(stack).contains("fill-equally distributing.width == distributing.width"))
    #expect(stack.systemGuides.count == 2 && stack.layoutGuides.isEmpty)
    stack.distribution = .equalCentering
    try page.scene.layout()
    #expect(list(stack).contains("distributing-edge distributing.leading == a.centerX"))
    #expect(list(stack).contains("distributing-edge distributing.trailing == b.centerX"))
    #expect(list(stack).contains("fill-equally distributing.width == distributing.width priority:149"))
    #expect(stack.systemGuides.count == 2)
    stack.distribution = .fill
    try page.scene.layout()
    #expect(stack.systemGuides.isEmpty && list(stack).count == 10)
  }

  @Test("alignments other than fill stand on a spanner")
  func spanner() throws {
    let (page, stack) = try page(Array(sizes.prefix(2))) { $0.alignment = .bottom }
    try page.scene.layout()
    let common = [
      "ambiguity-suppression V:[a(0@25)]", "ambiguity-suppression V:[b(0@25)]", "alignment a.bottom == b.bottom",
    ]
    for text in common { #expect(list(stack).contains(text), "\(text)") }
    #expect(list(stack).contains("canvas-connection V:[a]-(0)-|"))
    #expect(list(stack).contains("canvas-connection stack.top == alignment-spanner.top"))
    #expect(list(stack).contains("spanning-boundary alignment-spanner.bottom == a.bottom priority:999.5"))
    #expect(list(stack).contains("spanning-boundary alignment-spanner.top <= a.top"))
    #expect(list(stack).contains("spanning-fit V:[alignment-spanner(0@51)]"))
    stack.alignment = .center
    try page.scene.layout()
    #expect(list(stack).contains("canvas-connection stack.centerY == a.centerY"))
    #expect(list(stack).contains("canvas-connection V:[alignment-spanner]-(0)-|"))
    #expect(!list(stack).contains("canvas-fit V:[stack(0@49)]"))
    stack.subviews[1].isHidden = true
    try page.scene.layout()
    #expect(list(stack).contains("canvas-fit V:[stack(0@49)]"))
    stack.axis = .vertical
    stack.subviews[1].isHidden = false
    try page.scene.layout()
    #expect(list(stack).contains("canvas-connection stack.centerX == a.centerX"))
    #expect(list(stack).contains("spanning-boundary alignment-spanner.leading <= a.leading"))
    #expect(list(stack).contains("spacing V:[a]-(0)-[b]"))
  }

  @Test("Within the margins the canvas is their guide")
  func margins() throws {
    let (page, stack) = try page(Array(sizes.prefix(1))) { $0.isLayoutMarginsRelativeArrangement = true }
    try page.scene.layout()
    #expect(list(stack).contains("canvas-connection UIViewLayoutMarginsGuide.leading == a.leading"))
    #expect(stack.frame.isClose(0, 0, 56, 26) && stack.subviews[0].frame.isClose(8, 8, 40, 10))
  }

  @Test("A view in or out costs its own constraints and its neighbours', not the stack's")
  func difference() throws {
    let many = (0..<50).map { _ in Size(width: 5, height: 5) }
    let (page, stack) = try page(many) { $0.spacing = 2 }
    try page.scene.layout()
    let constraints = Set(stack.constraints.map(ObjectIdentifier.init))
    let view = View("new", intrinsicSize: Size(width: 7, height: 5))
    stack.insertArrangedSubview(view, at: 25)
    try page.scene.layout()
    // Two gaps and two alignments, and the view's intrinsic size.
    #expect(page.scene.engine.session.statistics.rowsAdded == 6)
    #expect(Set(stack.constraints.map(ObjectIdentifier.init)).intersection(constraints).count == constraints.count - 1)
    #expect(stack.frame.isClose(0, 0, 257 + 100, 5))
    view.isHidden = true
    try page.scene.layout()
    #expect(page.scene.engine.session.statistics.rowsAdded <= 5 && stack.frame.isClose(0, 0, 348, 5))
    view.removeFromSuperview()
    try page.scene.layout()
    #expect(page.scene.engine.session.statistics.rowsAdded == 0 && stack.arrangedSubviews.count == 50)
    stack.spacing = 3
    try page.scene.layout()
    #expect(
      page.scene.engine.session.statistics.rowsAdded == 0 && page.scene.engine.session.statistics.constantsSet == 49)
    #expect(stack.frame.isClose(0, 0, 397, 5))
  }

  @Test("A stack that leaves comes back as it was; views leave with their places")
  func leaving() throws {
    let (page, stack) = try page(sizes) { $0.spacing = 10 }
    try page.scene.layout()
    let b = stack.arrangedSubviews[1]
    stack.removeArrangedSubview(b)
    #expect(b.superview === stack && stack.arrangedSubviews.count == 2)
    try page.scene.layout()
    #expect(stack.frame.isClose(0, 0, 110, 30))
    page.root.addSubview(b)
    #expect(b.superview === page.root)
    stack.addArrangedSubview(b)
    stack.removeFromSuperview()
    page.root.addSubview(stack)
    try relate(stack, .leading, .equal, page.root, plus: 5)
    try relate(stack, .top, .equal, page.root)
    stack.subviews[0].isHidden = true
    try page.scene.layout()
    #expect(stack.frame.isClose(5, 0, 150, 30) && b.frame.isClose(70, 0, 80, 30))
    b.removeFromSuperview()
    #expect(stack.arrangedSubviews.count == 2)
    try page.scene.layout()
    #expect(stack.frame.isClose(5, 0, 60, 30))
  }

  @Test("In strict mode a layout that fails takes the arrangement back")
  func strict() throws {
    let (page, stack) = try page(sizes) { $0.spacing = 10 }
    page.scene.mode = .strict
    let width = try relate(stack, .width, .lessThanOrEqual, plus: 250)
    try page.scene.layout()
    #expect(stack.frame.isClose(0, 0, 200, 30))
    let view = View("d")
    stack.insertArrangedSubview(view, at: 0)
    stack.spacing = 100
    stack.arrangedSubviews[1].isHidden = true
    stack.setCustomSpacing(300, after: stack.arrangedSubviews[2])
    #expect(kind { try page.scene.layout() } == .unsatisfiable)
    #expect(stack.arrangedSubviews.map(\.name) == ["a", "b", "c"] && stack.spacing == 10)
    #expect(!stack.arrangedSubviews[0].isHidden && view.superview == nil)
    #expect(stack.customSpacing(after: stack.arrangedSubviews[1]) == nil)
    width.constant = 260
    try page.scene.layout()
    #expect(stack.frame.isClose(0, 0, 200, 30))
  }

  @Test("Mistakes change nothing")
  func mistakes() throws {
    let stack = StackView([View("a")])
    #expect(kind(in: stack) { stack.addArrangedSubview(stack) } == .cyclicHierarchy)
    #expect(kind { try stack.setSpacing(.nan) } == .valueOutOfRange)
    #expect(kind(in: stack) { stack.setCustomSpacing(1e9, after: stack.arrangedSubviews[0]) } == .valueOutOfRange)
    stack.setCustomSpacing(7, after: stack.arrangedSubviews[0])
    stack.setCustomSpacing(StackView.spacingUseDefault, after: stack.arrangedSubviews[0])
    stack.setCustomSpacing(5, after: View())
    #expect(stack.arrangedSubviews.count == 1 && stack.spacing == 0 && stack.arrangement.customSpacing.isEmpty)
    stack.spacing = .infinity
    #expect(stack.spacing == 0)
    let scene = try Scene(root: stack, size: Size(width: 10, height: 10))
    #expect(kind { try scene.layout() } == .valueOutOfRange)
    try scene.layout()
    #expect(stack.arrangedSubviews[0].frame.isClose(0, 0, 10, 10))
  }

  @Test("The log of a hidden view with a width of its own reads as on a phone")
  func hiddenConflict() throws {
    let (page, stack) = try page(sizes) { _ in }
    let width = try relate(stack.subviews[0], .width, plus: 40)
    stack.subviews[0].isHidden = true
    let report = try page.scene.layout()
    #expect(report.brokenConstraints.map(ObjectIdentifier.init) == [ObjectIdentifier(width)])
    let message = masked(report.conflicts[0].message)
    #expect(message.contains("\"<NSLayoutConstraint:0x… 'UISV-hiding' H:[a(0)]   (Names: a:0x… )>\""))
    stack.subviews[0].isHidden = false
    #expect(try page.scene.layout().conflicts.isEmpty)
  }

  @Test("A baseline through nested stacks is that of the tallest view of a row, the first of several")
  func nestedBaselines() throws {
    let a = View("a", intrinsicSize: Size(width: 10, height: 20))
    let b = View("b", intrinsicSize: Size(width: 10, height: 30))
    a.firstBaselineOffsetFromTop = 15
    b.firstBaselineOffsetFromTop = 25
    let inner = StackView([a, b])
    inner.alignment = .top
    let outer = StackView([inner], axis: .vertical)
    let x = View("x", intrinsicSize: Size(width: 5, height: 5))
    let page = try Page(100, 100, outer, x)
    try relate(outer, .leading, .equal, page.root)
    try relate(outer, .top, .equal, page.root, plus: 10)
    try relate(x, .leading, .equal, page.root)
    try relate(x, .firstBaseline, .equal, outer)
    try page.scene.layout()
    #expect(x.frame.minY == 35)
    b.firstBaselineOffsetFromTop = 22
    try page.scene.layout()
    #expect(x.frame.minY == 32)
    a.intrinsicSize = Size(width: 10, height: 40)
    try page.scene.layout()
    #expect(x.frame.minY == 25)
    a.intrinsicSize = Size(width: 10, height: 30)
    try page.scene.layout()
    #expect(x.frame.minY == 25)
    inner.alignment = .fill
    b.intrinsicSize = Size(width: 10, height: 50)
    try page.scene.layout()
    #expect(x.frame.minY == 25)
    inner.alignment = .top
    try page.scene.layout()
    #expect(x.frame.minY == 32)
    a.isHidden = true
    try page.scene.layout()
    #expect(x.frame.minY == 32)
    b.removeFromSuperview()
    try page.scene.layout()
    #expect(x.frame.minY == 10)
    a.isHidden = false
    try page.scene.layout()
    #expect(x.frame.minY == 25)
  }

  @Test("In a row with a line of baselines, the baseline of the tallest is that line")
  func rowBaselines() throws {
    let views = [(20.0, 15.0), (40, 25), (30, 28)].map { height, baseline in
      let view = View(nil, intrinsicSize: Size(width: 10, height: height))
      view.lastBaselineOffsetFromBottom = height - baseline
      return view
    }
    let row = StackView(views, alignment: .lastBaseline)
    let (x, y) = (View("x", intrinsicSize: Size(width: 5, height: 5)), View("y"))
    y.intrinsicSize = Size(width: 5, height: 5)
    let page = try Page(100, 100, row, x, y)
    try relate(row, .leading, .equal, page.root)
    try relate(row, .top, .equal, page.root, plus: 10)
    try relate(x, .lastBaseline, .equal, row)
    try relate(y, .top, .equal, row, .firstBaseline)
    try page.scene.layout()
    // The third hangs three lower than the second's baseline needs; both baselines are at 28.
    #expect(isClose(x.frame.maxY, 38) && isClose(y.frame.minY, views[1].frame.minY + 10))
    #expect(isClose(views[1].frame.minY, 3))
  }

  @Test("Texts that wrap side by side on one line of baselines have equal shares, under the phone's identifier")
  func textWidths() throws {
    func page(_ texts: Int, _ alignment: StackAlignment) throws -> (page: Page, row: StackView) {
      let views = (0..<3).map { index in
        let view = View("v\(index)", intrinsicSize: Size(width: 40, height: 20))
        if index < texts { view.heightForWidth = HeightForWidth { (9000 / max($0, 1)).rounded(.up) } }
        return view
      }
      for view in views.prefix(texts) { view.intrinsicSize.width = 450 }
      let row = StackView(views, alignment: alignment)
      row.name = "row"
      let page = try Page(300, 400, row)
      try row.pinEdges([.leading, .trailing, .top])
      try page.scene.layout()
      return (page, row)
    }
    func shares(_ row: StackView) -> [Constraint] {
      row.constraints.filter { $0.identifier == "UISV-text-width-disambiguation" }
    }
    let (three, row) = try page(3, .firstBaseline)
    #expect(
      shares(row).map { masked($0.description) }
        == (0..<3).map {
          "<NSLayoutConstraint:0x… 'UISV-text-width-disambiguation' v\($0).width == 0.333333*row.width priority:760   "
            + "(Names: v\($0):0x…, row:0x… )>"
        })
    #expect(row.arrangedSubviews.allSatisfy { isClose($0.frame.width, 100) && isClose($0.frame.height, 90) })
    #expect(try three.scene.ambiguities().isEmpty)
    let (two, pair) = try page(2, .lastBaseline)
    #expect(shares(pair).count == 2 && pair.arrangedSubviews.prefix(2).allSatisfy { isClose($0.frame.width, 100) })
    // One text has what is left over, and other alignments leave texts to hugging and compression resistance.
    let (one, single) = try page(1, .firstBaseline)
    #expect(shares(single).isEmpty && isClose(single.arrangedSubviews[0].frame.width, 220))
    let (centred, middle) = try page(3, .center)
    #expect(shares(middle).isEmpty)
    withExtendedLifetime((three, two, one, centred)) {}
  }

  @Test("Deeply nested stacks are let go of without recursion")
  func deep() throws {
    var stack = StackView("leaf")
    weak let leaf = stack
    for _ in 0..<20_000 { stack = StackView([stack]) }
    stack = StackView()
    #expect(leaf == nil)
  }
}
