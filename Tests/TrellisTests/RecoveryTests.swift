// Which constraint of a conflict is broken, and when it is tried again.

import Testing

@testable import Trellis

@Suite("Recovery")
struct RecoveryTests {
  private func widths(_ view: View, _ values: Double...) throws -> [Constraint] {
    try values.map { try relate(view, .width, plus: $0) }
  }

  @Test("A broken constraint comes back when its opponent goes or yields", arguments: 0..<4)
  func comesBack(way: Int) throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    let made = try widths(view, 10, 20)
    try page.scene.layout()
    #expect(page.scene.brokenConstraints.map(\.constant) == [20])
    switch way {
    case 0: made[0].isActive = false
    case 1: made[0].priority = 999
    case 2: made[0].constant = 20
    default: made[1].constant = 10
    }
    let report = try page.scene.layout()
    #expect(report.conflicts.isEmpty && page.scene.brokenConstraints.isEmpty && made[1].isActive)
    #expect(isClose(view.frame.width, way == 3 ? 10 : 20))
  }

  @Test("It stays out, and is not tried, while its reason holds")
  func staysOut() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    let made = try widths(view, 10, 20)
    try page.scene.layout()
    try relate(view, .height, plus: 4)
    let report = try page.scene.layout()
    #expect(page.scene.engine.session.statistics == PassStatistics(rowsAdded: 1))
    #expect(report.conflicts.count == 1 && !report.conflicts[0].isNew && report.conflicts[0].broken === made[1])
  }

  @Test("The one activated again is the most recent")
  func activatedAgain() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    let made = try widths(view, 10, 20)
    try page.scene.layout()
    made[0].deactivate()
    try made[0].activate()
    let report = try page.scene.layout()
    #expect(report.conflicts.map(\.broken.constant) == [10] && isClose(view.frame.width, 20))
    #expect(report.conflicts[0].constraints.map(\.constant) == [20, 10])
  }

  @Test(
    "A hidden stack loses a margin, whenever layouts were asked for", arguments: [Axis.horizontal, .vertical], 0..<3)
  func hiddenStackWithMargins(axis: Axis, layouts: Int) throws {
    let (inner, outer) = (StackView("inner"), StackView("outer"))
    inner.addArrangedSubview(View("leaf", intrinsicSize: Size(width: 30, height: 40)))
    for stack in [inner, outer] { stack.axis = axis }
    outer.addArrangedSubview(View("other", intrinsicSize: Size(width: 50, height: 60)))
    outer.addArrangedSubview(inner)
    let page = try Page(300, 300, outer)
    if layouts > 1 { try page.scene.layout() }
    inner.isLayoutMarginsRelativeArrangement = true
    if layouts > 0 { try page.scene.layout() }
    inner.isHidden = true
    let report = try page.scene.layout()
    let edge = axis == .horizontal ? "right" : "bottom"
    #expect(report.conflicts.map(\.broken.identifier) == ["UIView-\(edge)Margin-guide-constraint"])
    #expect(isClose(axis == .horizontal ? inner.frame.width : inner.frame.height, 0))
  }

  @Test("Of two contents without room the later sibling's gives way, in the order that siblings are in")
  func contentOfTheLaterSibling() throws {
    let (a, b) = (View("a"), View("b"))
    let page = try Page(100, 100, b, a)
    for view in [a, b] {
      view.intrinsicSize = Size(width: 80, height: 10)
      view.setContentCompressionResistancePriority(.required, for: .horizontal)
      try relate(view, .top, .equal, page.root, .top)
    }
    try relate(a, .leading, .equal, page.root, .leading)
    try relate(b, .leading, .equal, a, .trailing)
    try relate(b, .trailing, .equal, page.root, .trailing)
    try page.scene.layout()
    #expect(isClose(b.frame.width, 80) && isClose(a.frame.width, 20))
    page.root.bringSubviewToFront(b)
    try page.scene.layout()
    #expect(isClose(a.frame.width, 80) && isClose(b.frame.width, 20))
    page.root.sendSubviewToBack(b)
    try page.scene.layout()
    #expect(isClose(b.frame.width, 80) && isClose(a.frame.width, 20))
  }

  @Test("A broken constraint that is deactivated is gone for good")
  func deactivated() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    var made = try widths(view, 10, 20)
    try page.scene.layout()
    weak var broken: Constraint?
    broken = made[1]
    made.removeLast().deactivate()
    _ = try page.scene.layout()
    #expect(broken == nil && page.scene.brokenConstraints.isEmpty)
  }

  @Test("What is active does not depend on the edits that led there", arguments: [false, true])
  func greedy(isStepwise: Bool) throws {
    // a and b exclude each other, b and c too: a and c hold, whichever conflict is met first.
    let view = View("view")
    let page = try Page(100, 100, view)
    let a = try relate(view, .width, .greaterThanOrEqual, plus: 50)
    if isStepwise { try page.scene.layout() }
    let b = try relate(view, .width, .lessThanOrEqual, plus: 40)
    if isStepwise { try page.scene.layout() }
    let c = try relate(view, .width, plus: 60)
    try page.scene.layout()
    #expect(!a.isBroken && b.isBroken && !c.isBroken && isClose(view.frame.width, 60))
    a.isActive = false
    try page.scene.layout()
    #expect(!b.isBroken && c.isBroken && isClose(view.frame.width, 40))
    a.isActive = true
    try page.scene.layout()
    #expect(a.isBroken && !b.isBroken && c.isBroken)
  }

  @Test("A handler can choose; an invalid choice is the default")
  func handler() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    let made = try widths(view, 10, 20)
    var offered: [[Double]] = []
    page.scene.conflictHandler = { constraints in
      offered.append(constraints.map(\.constant))
      return constraints.first
    }
    try page.scene.layout()
    #expect(offered == [[10, 20]] && made[0].isBroken && isClose(view.frame.width, 20))
    page.scene.conflictHandler = { _ in Constraint(item: view, attribute: .width, constant: 1) }
    made[0].constant = 11
    try page.scene.layout()
    #expect(made[1].isBroken && isClose(view.frame.width, 11))
    page.scene.conflictHandler = { _ in nil }
    made[0].constant = 12
    try page.scene.layout()
    #expect(made[1].isBroken)
  }

  @Test("The root's size is listed, as the placeholder Apple has for it, and never broken")
  func rootSize() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    try relate(view, .left, .equal, page.root)
    try relate(view, .right, .equal, page.root)
    let width = try relate(view, .width, plus: 200)
    let conflict = try #require(try page.scene.layout().conflicts.first)
    #expect(conflict.broken === width && conflict.constraints.count == 4)
    #expect(
      masked(try #require(conflict.constraints.last).description)
        == "<NSLayoutConstraint:0x… 'UIView-Encapsulated-Layout-Width' H:[root(100)]   (Names: root:0x… )>")
    page.scene.size = Size(width: 200, height: 100)
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.width, 200))
  }

  @Test("Sizes are at least 0, which is not listed")
  func nonnegative() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    let width = try relate(view, .width, plus: -5)
    let conflict = try #require(try page.scene.layout().conflicts.first)
    #expect(conflict.constraints.count == 1 && conflict.broken === width && isClose(view.frame.width, 0))
  }

  @Test("A constraint of nothing but a contradiction")
  func contradiction() throws {
    let view = View("view")
    let page = try Page(100, 100, view)
    let constraint = try relate(view, .left, .equal, view, .left, plus: 3)
    try relate(view, .top, .equal, page.root, plus: 4)
    let conflict = try #require(try page.scene.layout().conflicts.first)
    #expect(conflict.constraints.count == 1 && conflict.broken === constraint && isClose(view.frame.minY, 4))
    constraint.constant = 0
    #expect(try page.scene.layout().conflicts.isEmpty)
  }

  @Test("A broken constraint is met as nearly as the required ones allow, before every optional one")
  func nearlyMet() throws {
    let view = View("view", intrinsicSize: Size(width: 10, height: 10))
    let page = try Page(300, 100, view)
    let limit = try relate(view, .width, .lessThanOrEqual, plus: 120)
    try relate(view, .width, .greaterThanOrEqual, plus: 40)
    let wish = try relate(view, .width, plus: 50, at: 999.9)
    let wide = try relate(view, .width, plus: 200)
    let report = try page.scene.layout()
    #expect(report.brokenConstraints.map(ObjectIdentifier.init) == [ObjectIdentifier(wide)])
    #expect(isClose(view.frame.width, 120) && wide.residual == nil && !wide.isEffective)
    #expect(report.levels.map(\.priority) == [999.9, 750, 250].map { Double(Float($0)) })
    #expect(isClose(report.levels[0].error, 70) && isClose(wish.residual ?? 0, 70))
    #expect(try page.scene.ambiguities().allSatisfy { $0.attribute != .width })
    // Edits of what is active and of what is not.
    limit.constant = 150
    try page.scene.layout()
    #expect(isClose(view.frame.width, 150) && wide.isBroken)
    wide.constant = 30
    try page.scene.layout()
    #expect(isClose(view.frame.width, 40) && wide.isBroken)
    wide.constant = 140
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.width, 140) && wide.isEffective)
    wide.constant = 200
    try page.scene.layout()
    limit.isActive = false
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.width, 200))
  }

  @Test("Several broken constraints share one level: the sum of what they lack is least")
  func commonLevel() throws {
    let view = View("view")
    let page = try Page(300, 100, view)
    try relate(view, .width, .lessThanOrEqual, plus: 100)
    try relate(view, .height, .equal, view, .width)
    let made = [
      try relate(view, .width, plus: 150), try relate(view, .height, plus: 120), try relate(view, .width, plus: 110),
    ]
    let low = try relate(view, .width, plus: -30)
    try page.scene.layout()
    #expect((made + [low]).allSatisfy(\.isBroken) && isClose(view.frame.width, 100))
    // Two that want it small, and three that want it large: as most of them want.
    for constraint in made { constraint.isActive = false }
    try page.scene.layout()
    #expect(isClose(view.frame.width, 0))
  }

  @Test("Of a content size that is broken the required side is nearly met, the optional side stays")
  func nearContent() throws {
    let view = View("view", intrinsicSize: Size(width: 200, height: 10))
    let page = try Page(300, 100, view)
    view.setContentCompressionResistancePriority(.required, for: .horizontal)
    let limit = try relate(view, .width, .lessThanOrEqual, plus: 120)
    try relate(view, .width, plus: 60, at: 990)
    let report = try page.scene.layout()
    #expect(report.brokenConstraints.first?.isContentSize == true && isClose(view.frame.width, 120))
    try page.scene.layout()
    view.intrinsicSize = Size(width: 100, height: 10)
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.width, 100))
    limit.constant = 80
    try page.scene.layout()
    #expect(isClose(view.frame.width, 80))
    view.intrinsicSize = Size(width: -1, height: 10)
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(view.frame.width, 60))
  }

  @Test("A fitting size, too, meets what gives way as nearly as it can")
  func fittingSize() throws {
    let (box, view) = (View("box"), View("view"))
    box.addSubview(view)
    let page = try Page(300, 100, box)
    try view.pinEdges()
    try relate(view, .width, .lessThanOrEqual, plus: 120)
    let wide = try relate(view, .width, plus: 200)
    try relate(view, .height, plus: 10)
    #expect(isClose(box.systemLayoutSizeFitting(View.layoutFittingCompressedSize).width, 120))
    try page.scene.layout()
    #expect(isClose(box.systemLayoutSizeFitting(View.layoutFittingCompressedSize).width, 120))
    wide.constant = 100
    #expect(isClose(box.systemLayoutSizeFitting(View.layoutFittingCompressedSize).width, 100))
  }

  @Test("What takes back edits leaves broken constraints as they were, nearly met")
  func takenBack() throws {
    let view = View("view")
    let page = try Page(300, 100, view)
    let limit = try relate(view, .width, .lessThanOrEqual, plus: 120)
    let wide = try relate(view, .width, plus: 200)
    try page.scene.layout()
    struct Stop: Error {}
    _ = try? page.scene.animate(duration: 1) {
      limit.constant = 90
      wide.constant = 60
      try page.scene.layout()
      #expect(!wide.isBroken && isClose(view.frame.width, 60))
      throw Stop()
    }
    try page.scene.layout()
    #expect(wide.isBroken && isClose(view.frame.width, 120))
  }

  @Test("Addresses in texts are numbers that the next run gives again, unless memory is asked for")
  func addresses() throws {
    func messages() throws -> ([String], Page) {
      let (view, other) = (View(), View("named"))
      let page = try Page(300, 100, view, other)
      try relate(view, .left, .equal, other, .right, plus: 4)
      try relate(view, .left, .equal, other, .right, plus: 5)
      _ = try widths(other, 1, 2)
      return (try page.scene.layout().conflicts.map(\.message), page)
    }
    let (first, page) = try messages()
    let (second, _) = try messages()
    #expect(first == second && first.count == 2)
    let view = page.root.subviews[0]
    let real = memoryAddress(of: view)
    let constraint = try relate(view, .width, plus: 3)
    #expect(!constraint.description.contains(real) && constraint.description == constraint.description)
    page.scene.showsMemoryAddresses = true
    #expect(constraint.description.contains("UIView:\(real)(3)"))
  }

  @Test("A message lists at most 32 constraints, so that many conflicts with a long set in common stay readable")
  func longSets() throws {
    func length(_ count: Int) throws -> Int {
      let page = try Page(300, 100)
      let views = (0..<count).map { View("v\($0)") }
      page.root.addSubviews(views)
      for (view, next) in zip(views, views.dropFirst()) { try relate(view, .left, .equal, next, .left, plus: 1) }
      for index in 0..<count {
        try relate(views[0], .left, .equal, views[count - 1], .left, plus: Double(10_000 + index))
      }
      let report = try page.scene.layout()
      #expect(report.conflicts.count == count)
      #expect(report.conflicts.allSatisfy { $0.constraints.count == count })
      #expect(report.conflicts[0].message.contains(",\n    … and \(count - 8) more\n)\n"))
      return report.conflicts.reduce(0) { $0 + $1.message.utf8.count + $1.description.utf8.count }
    }
    let (short, long) = (try length(50), try length(100))
    #expect(Double(long) < 2.2 * Double(short))
  }

  @Test("Many conflicts at once, one broken in each")
  func many() throws {
    let page = try Page(100, 100)
    var seconds: [Constraint] = []
    for index in 0..<50 {
      let view = View("view\(index)")
      page.root.addSubview(view)
      seconds.append(try widths(view, 10, 20)[1])
    }
    #expect(try page.scene.layout().conflicts.count == 50)
    #expect(seconds.allSatisfy { $0.isBroken })
  }
}
