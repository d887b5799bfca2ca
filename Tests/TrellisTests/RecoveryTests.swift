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
    #expect(page.scene.engine.passStatistics == PassStatistics(rowsAdded: 1))
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

  @Test("What is in force does not depend on the edits that led there", arguments: [false, true])
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
    #expect(!a.isOutOfForce && b.isOutOfForce && !c.isOutOfForce && isClose(view.frame.width, 60))
    a.isActive = false
    try page.scene.layout()
    #expect(!b.isOutOfForce && c.isOutOfForce && isClose(view.frame.width, 40))
    a.isActive = true
    try page.scene.layout()
    #expect(a.isOutOfForce && !b.isOutOfForce && c.isOutOfForce)
  }

  @Test("A handler can choose; a choice that is none is the default")
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
    #expect(offered == [[10, 20]] && made[0].isOutOfForce && isClose(view.frame.width, 20))
    page.scene.conflictHandler = { _ in try? Constraint(item: view, attribute: .width, constant: 1) }
    made[0].constant = 11
    try page.scene.layout()
    #expect(made[1].isOutOfForce && isClose(view.frame.width, 11))
    page.scene.conflictHandler = { _ in nil }
    made[0].constant = 12
    try page.scene.layout()
    #expect(made[1].isOutOfForce)
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

  @Test("Many conflicts at once, one broken in each")
  func many() throws {
    let page = try Page(100, 100)
    var seconds: [Constraint] = []
    for index in 0..<50 {
      let view = View("view\(index)")
      try page.root.addSubview(view)
      seconds.append(try widths(view, 10, 20)[1])
    }
    #expect(try page.scene.layout().conflicts.count == 50)
    #expect(seconds.allSatisfy { $0.isOutOfForce })
  }
}
