// Operators, the declarative form with its difference, and named states.

import Testing

@testable import Trellis

@Suite("DSL: operators")
struct OperatorTests {
  @Test("E37 F18 anchors with operators: what compiles can be made, and axes do not mix")
  func operators() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(300, 200, a, b)
    let root = page.root
    let made = try Constraint.activate {
      a.leading == root.leading + 10
      a.trailing == b.leading - 8 ~ .high
      a.top == root.top + 20
      b.firstBaseline == a.lastBaseline
      a.width == 2 * b.width + 10
      b.trailing <= root.trailing - 10
      b.centerX >= root.centerX
      a.height == 40
      b.height >= a.height / 2 ~ 999.5
      a.left == root.left + 10
      root.right >= b.centerX
    }
    #expect(made.count == 11 && made.allSatisfy(\.isActive))
    #expect(made[1].priority == 750 && made[1].constant == -8)
    #expect(made[4].multiplier == 2 && made[4].constant == 10)
    #expect(made[8].priority == 999.5 && made[8].multiplier == 0.5)
    #expect(made[0].line + 3 == made[3].line && made[0].fileID.hasSuffix("DeclarativeTests.swift"))
    try page.scene.layout()
    #expect(isClose(a.frame.minX, 10) && isClose(a.frame.width, 2 * b.frame.width + 10))
    #expect(isClose(b.frame.minY, 60) && isClose(b.frame.height, 20))
  }

  @Test("A factor on the first side is solved for")
  func firstSide() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(300, 200, a, b)
    let made = try Constraint.activate {
      2 * a.width + 4 == b.width - 6
      -1 * a.height <= b.height
      b.width == 110
      b.height == 30
    }
    #expect(made[0].multiplier == 0.5 && made[0].constant == -5)
    #expect(made[1].relation == .greaterThanOrEqual && made[1].multiplier == -1)
    try page.scene.layout()
    #expect(isClose(a.frame.width, 50))
    #expect(kind { try Constraint.activate { 0 * a.width == b.width } } == .multiplierOutOfRange)
    #expect(kind { try Constraint.activate { a.width / 0 == b.width } } == .multiplierOutOfRange)
  }

  @Test("Composites compare attribute by attribute")
  func composites() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(100, 100, a, b)
    let made = try Constraint.activate {
      (a.edges == page.root.edges.inset(by: 10)) ~ .high
      b.size == Size(width: 20, height: 10)
      b.center == a.center.offset(by: Point(x: 5, y: 0))
      b.size <= a.size
    }
    #expect(made.count == 10 && made[3].priority == .high)
    try page.scene.layout()
    #expect(a.frame.isClose(10, 10, 80, 80) && b.frame.isClose(45, 45, 20, 10))
  }

  @Test("An error of a block has the line of its sentence, and activates nothing")
  func errors() throws {
    let a = View("a")
    let stranger = View("stranger")
    _ = try Page(100, 100, a)
    var line: UInt = 0
    do {
      line = #line + 3
      try Constraint.activate {
        a.width == 10
        a.top == stranger.top
      }
      Issue.record("no error")
    } catch {
      #expect(error.kind == .noCommonAncestor)
      #expect(error.location == "TrellisTests/DeclarativeTests.swift:\(line)")
    }
    #expect(a.constraints.isEmpty)
  }
}

@Suite("DSL: declarative")
struct DeclarativeTests {
  /// A column of rows, one of them highlighted, and a badge that may be there.
  private func describe(_ page: Page, _ rows: [View], badge: View?, isWide: Bool, gap: Double) throws
    -> LayoutDifference
  {
    try page.root.layout.declare {
      for row in rows {
        row.leading == page.root.leading
        row.height == 20 ~ (isWide ? .required : .high)
      }
      for (above, below) in zip(rows, rows.dropFirst()) { below.top == above.bottom + gap }
      if isWide {
        rows[0].width == 0.5 * page.root.width
      } else {
        rows[0].width == page.root.width
      }
      if let badge {
        badge.center == rows[0].center
      }
    }
  }

  @Test("Unchanged constraints stay, constants, priorities and multipliers are edited, the rest goes")
  func difference() throws {
    let rows = [View("a"), View("b"), View("c")]
    let badge = View("badge")
    let page = try Page(100, 100, rows[0], rows[1], rows[2], badge)
    let first = try describe(page, rows, badge: nil, isWide: false, gap: 4)
    #expect(first.added.count == 9 && first.kept.isEmpty)
    try page.scene.layout()
    #expect(rows[2].frame.isClose(0, 48, 0, 20) && isClose(rows[0].frame.width, 100))

    let same = try describe(page, rows, badge: nil, isWide: false, gap: 4)
    #expect(same.isEmpty && same.kept.count == 9 && !page.scene.needsLayout)

    let wide = try describe(page, rows, badge: nil, isWide: true, gap: 6)
    // Three priorities, two gaps, one multiplier.
    #expect(wide.edited.count == 6 && wide.kept.count == 3 && wide.added.isEmpty && wide.removed.isEmpty)
    try page.scene.layout()
    #expect(isClose(rows[2].frame.minY, 52) && isClose(rows[0].frame.width, 50))
    #expect(page.scene.engine.session.statistics.rowsAdded == 0)

    let fewer = try describe(page, Array(rows.prefix(2)), badge: badge, isWide: true, gap: 6)
    #expect(fewer.removed.count == 3 && fewer.added.count == 2 && fewer.edited.isEmpty)
    #expect(fewer.removed.allSatisfy { !$0.isActive })
    try page.scene.layout()
    #expect(isClose(badge.frame.midX, 25))

    let none = try page.root.layout.declare {}
    #expect(none.removed.count == 8)
    #expect(page.root.constraints.isEmpty)
  }

  @Test("A difference that fails changes nothing", arguments: [false, true])
  func transactional(isLate: Bool) throws {
    let a = View("a")
    let stranger = View("stranger")
    let page = try Page(100, 100, a)
    try page.root.layout.declare {
      a.leading == page.root.leading + 10
      a.width == 20
    }
    try page.scene.layout()
    let failure = kind {
      try page.root.layout.declare {
        a.leading == page.root.leading + 50
        if isLate { a.top == stranger.top } else { a.height == Double.infinity }
      }
    }
    #expect(failure == (isLate ? .noCommonAncestor : .valueOutOfRange))
    #expect(!page.scene.needsLayout)
    #expect(page.root.constraints.map(\.constant) == [10] && a.constraints.map(\.constant) == [20])
  }

  @Test("A group is switched at once, and edited while it is off")
  func groups() throws {
    let a = View("a")
    let page = try Page(100, 100, a)
    let group = ConstraintGroup()
    try group.apply {
      a.leading == page.root.leading + 10
      a.width == 30
    }
    try page.scene.layout()
    #expect(a.frame.isClose(10, 0, 30, 0))
    group.deactivate()
    let difference = try group.apply {
      a.leading == page.root.leading + 20
      a.width == 30
      a.height == 5
    }
    #expect(difference.edited.count == 1 && difference.added.count == 1 && difference.kept.count == 1)
    #expect(page.root.constraints.isEmpty && group.constraints.allSatisfy { !$0.isActive })
    try group.activate()
    try page.scene.layout()
    #expect(a.frame.isClose(20, 0, 30, 5))
  }

  @Test("What left with its view comes back when it is described again")
  func returning() throws {
    let a = View("a")
    let page = try Page(100, 100, a)
    let describe = { try page.root.layout.declare { a.leading == page.root.leading + 10 } }
    _ = try describe()
    a.removeFromSuperview()
    #expect(page.root.constraints.isEmpty)
    page.root.addSubview(a)
    #expect(try describe().added.count == 1)
    try page.scene.layout()
    #expect(isClose(a.frame.minX, 10))
  }
}

@Suite("DSL: states")
struct StateTests {
  private func login() throws -> (Page, View) {
    let label = View("label")
    let page = try Page(320, 568, label)
    try label.layout.make { make in
      make.centerX.equalToSuperview()
      make.size.equalTo(Size(width: 100, height: 20))
    }
    try label.layout.define("resting") { label.top == page.root.top + 250 }
    try label.layout.define("keyboard") { label.top == page.root.top }
    return (page, label)
  }

  @Test("B10 B14 a state switches in one step: deactivated first, then activated, never both")
  func switching() throws {
    let (page, label) = try login()
    #expect(label.layout.states == ["resting", "keyboard"] && label.layout.currentState == nil)
    try label.layout.state("resting")
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(label.frame.minY, 250))
    for _ in 0..<3 {
      try label.layout.state("keyboard")
      #expect(try page.scene.layout().conflicts.isEmpty)
      #expect(isClose(label.frame.minY, 0))
      try label.layout.state("resting")
      #expect(try page.scene.layout().conflicts.isEmpty)
      #expect(isClose(label.frame.minY, 250))
    }
    try label.layout.state("resting")
    #expect(!page.scene.needsLayout)
    try label.layout.state(nil)
    #expect(label.layout.currentState == nil && page.root.constraints.count == 1)
  }

  @Test("Defining a state again does the difference, at once if it is the current one")
  func redefining() throws {
    let (page, label) = try login()
    try label.layout.state("resting")
    try page.scene.layout()
    let difference = try label.layout.define("resting") { label.top == page.root.top + 200 }
    #expect(difference.edited.count == 1)
    try label.layout.define("keyboard") { label.top == page.root.top + 5 }
    try page.scene.layout()
    #expect(isClose(label.frame.minY, 200))
    #expect(page.scene.engine.session.statistics.rowsAdded == 0)
  }

  @Test("A switch that fails changes nothing")
  func failing() throws {
    let (page, label) = try login()
    let stranger = View("stranger")
    try label.layout.define("broken") { label.left == stranger.left }
    try label.layout.state("resting")
    try page.scene.layout()
    #expect(kind { try label.layout.state("broken") } == .noCommonAncestor)
    #expect(kind { try label.layout.state("unknown") } == .unknownState)
    #expect(text { try label.layout.state("unknown") }?.contains("resting, keyboard, broken") == true)
    #expect(label.layout.currentState == "resting" && !page.scene.needsLayout)
    #expect(isClose(label.frame.minY, 250))
  }
}
