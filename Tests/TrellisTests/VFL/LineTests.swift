// Rows E35 and E36 of the acceptance table: helpers made of visual formats.

import Testing

@testable import Trellis

@Suite("E: helpers of visual formats")
struct LineTests {
  @Test("E35 constrainToSuperview: inside, at a size, by the formats of row E34")
  func e35ConstrainToSuperview() throws {
    let page = try FormatPage("view", width: 100, height: 30)
    let made = try page["view"].constrainToSuperview(minimumSize: 44, priority: 600)
    #expect(
      made.map(body) == [
        "H:|-(>=0@600)-[view]", "view.width == 44 priority:600", "H:[view]-(>=0@600)-|", "V:|-(>=0@600)-[view]",
        "view.height == 44 priority:600", "V:[view]-(>=0@600)-|",
      ])
    #expect(made.allSatisfy { $0.isActive })
    try page.scene.layout()
    #expect(isClose(page["view"].frame.width, 44))
    #expect(kind { try View().constrainToSuperview(minimumSize: 5) } == .missingSuperview)
    #expect(kind { try page["view"].constrainToSuperview(minimumSize: 5, priority: 0) } == .priorityOutOfRange)
    #expect(kind { try page["view"].constrainToSuperview(minimumSize: .nan) } == .valueOutOfRange)
    #expect(page.root.constraints.count == 4 && page["view"].constraints.count == 2)
  }

  @Test("E35 stretchToSuperview: an indent on all sides")
  func e35Stretch() throws {
    let page = try FormatPage("view")
    let made = try page["view"].stretchToSuperview(indent: 12, priority: 999)
    #expect(made.map(body)[0] == "H:|-(12@999)-[view]" && made.count == 4)
    try page.scene.layout()
    #expect(page["view"].frame.isClose(12, 12, 296, 544))
    try Constraint.deactivate(page["view"].stretchToSuperview(indent: -5))
    #expect(kind { try View().stretchToSuperview() } == .missingSuperview)
  }

  @Test("E35 width, both lengths: setDimension, setDimensions")
  func e35Sizes() throws {
    let page = try FormatPage("view")
    #expect(body(try page["view"].setDimension(.width, to: 30, priority: 500)) == "view.width == 30 priority:500")
    let size = try page["view"].setDimensions(to: Size(width: 3, height: 4), priority: 700)
    #expect(size.map(body) == ["view.width == 3 priority:700", "view.height == 4 priority:700"])
  }

  @Test("E35 buildLine: pairs, with the spacing as a format has it")
  func e35BuildLine() throws {
    let page = try FormatPage("a", "b", "c")
    let views = [page["a"], page["b"], page["c"]]
    let row = try views.buildLine(aligned: .alignAllCenterY, spacing: "-(5)-", priority: 800)
    #expect(
      row.map(body) == [
        "H:[a]-(5@800)-[b]", "a.centerY == b.centerY priority:800", "H:[b]-(5@800)-[c]",
        "b.centerY == c.centerY priority:800",
      ])
    #expect(try views.buildLine().map(body) == ["H:[a]-(NSSpace(8))-[b]", "H:[b]-(NSSpace(8))-[c]"])
    #expect(try views.buildLine(spacing: "").map(body) == ["H:[a]-(0)-[b]", "H:[b]-(0)-[c]"])
    #expect(try [View]().buildLine().isEmpty)
    #expect(try [page["a"]].buildLine().isEmpty)
    let count = page.root.constraints.count
    #expect(kind { try views.buildLine(spacing: "-(5") } == .invalidFormat(column: 8))
    #expect(kind { try views.buildLine(aligned: [.alignAllTop, .alignAllLeading]) } == .invalidFormat(column: 9))
    #expect(kind { try views.buildLine(priority: 1001) } == .priorityOutOfRange)
    #expect(kind { try [page["a"], View("lone")].buildLine() } == .noCommonAncestor)
    #expect(page.root.constraints.count == count)
  }

  @Test("E36 centerX creates a column, as the comment says, and so do the horizontal edges")
  func e36Columns() throws {
    let page = try FormatPage("a", "b")
    let views = [page["a"], page["b"]]
    let columns: [FormatOptions] = [
      .alignAllCenterX, .alignAllLeading, .alignAllTrailing, .alignAllLeft, .alignAllRight,
    ]
    for alignment in columns {
      #expect(try views.buildLine(aligned: alignment).map(body)[0] == "V:[a]-(NSSpace(8))-[b]")
    }
    let rows: [FormatOptions] = [
      [], .alignAllTop, .alignAllBottom, .alignAllCenterY, .alignAllLastBaseline, .alignAllFirstBaseline,
      .directionLeftToRight,
    ]
    for alignment in rows {
      let first = try #require(try views.buildLine(aligned: alignment).first)
      #expect(body(first).hasPrefix("H:[a]-(NSSpace(8))-[b]"))
    }
  }

  @Test("E35 matchSizes: all to the first")
  func e35MatchSizes() throws {
    let page = try FormatPage("a", "b", "c")
    let made = try [page["a"], page["b"], page["c"]].matchSizes(priority: 750)
    #expect(
      made.map(body) == [
        "b.width == a.width priority:750", "b.height == a.height priority:750", "c.width == a.width priority:750",
        "c.height == a.height priority:750",
      ])
    #expect(try [View]().matchSizes().isEmpty)
  }

  @Test("E35 install with a priority: all or nothing")
  func e35Install() throws {
    let page = try FormatPage("a", "b")
    let row = try page.make("|-[a(5@20)]-[b]")
    try Constraint.install(row, priority: 300)
    #expect(row.allSatisfy { $0.isActive && $0.priority == 300 })
    let single = try page.make("[a(6)]")[0]
    try single.install(priority: 9)
    #expect(single.isActive && single.priority == 9)
    let lone = Constraint(item: page["a"], attribute: .top, toItem: View("x"), attribute: .top)
    let mixed = try page.make("[b(7@8)]") + [lone]
    #expect(throws: LayoutError.self) { try Constraint.install(mixed, priority: 100) }
    #expect(mixed.map(\.priority) == [8, 1000] && mixed.allSatisfy { !$0.isActive })
  }
}
