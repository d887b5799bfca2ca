// Rows E01 to E22 of the acceptance table: the language, its options and the order of what it makes. Numbers are the
// table's.

import Testing

@testable import Trellis

@Suite("E: visual formats")
struct VisualFormatTests {
  @Test("E01 a format gives an array; every constraint relates one or two items")
  func e01Array() throws {
    let page = try FormatPage("a", "b")
    let constraints = try page.make("H:|-[a(100)]-[b(==a)]-|", .alignAllTop)
    #expect(constraints.count == 6)
    for constraint in constraints {
      #expect(constraint.firstItem != nil)
      #expect((constraint.secondItem == nil) == (constraint.secondAttribute == .notAnAttribute))
      #expect(!constraint.isActive && constraint.priority == .required)
      #expect(constraint.location.hasPrefix("TrellisTests/FormatSupport.swift:"))
    }
  }

  @Test("E02 the grammar: bars and connections are optional, views are not")
  func e02Grammar() throws {
    let page = try FormatPage("a", "b")
    let forms: [(String, Int)] = [
      ("[a]", 0), ("|[a]", 1), ("[a]|", 1), ("|[a]|", 2), ("[a][b]", 1), ("|-[a]-[b]-|", 3), ("V:[a]", 0),
      ("H:|-20-[a(30)]-(>=4,<=8)-[b(a,>=10@5)]", 6),
    ]
    for (format, count) in forms { #expect(try page.make(format).count == count, "\(format)") }
    for format in ["", "|", "||", "|-|", "H:", "[a]-", "|-", "[a]-[b", "[]"] {
      #expect(page.fault(format) != nil, "\(format)")
    }
  }

  @Test("E03 H: and V:, the colon immediately after; H without one")
  func e03Orientation() throws {
    let page = try FormatPage("a", "b")
    #expect(try page.bodies("H:[a]-3-[b]") == ["H:[a]-(3)-[b]"])
    #expect(try page.bodies("V:[a]-3-[b]") == ["V:[a]-(3)-[b]"])
    #expect(try page.bodies("[a]-3-[b]") == ["H:[a]-(3)-[b]"])
    #expect(page.fault("H[a]")?.column == 1 && page.fault("V :[a]")?.column == 1)
  }

  @Test("E04 | is the superview")
  func e04Bar() throws {
    let page = try FormatPage("a")
    let (leading, trailing) = try {
      let pair = try page.make("H:|-1-[a]-2-|")
      return (pair[0], pair[1])
    }()
    #expect(leading.firstItem === page["a"] && leading.secondItem === page.root && leading.constant == 1)
    #expect(trailing.firstItem === page.root && trailing.secondItem === page["a"] && trailing.constant == 2)
    #expect(leading.firstAttribute == .leading && trailing.firstAttribute == .trailing)
  }

  @Test("E05 the standard space: 8 and 20, 8 and 8, or the margins")
  func e05StandardSpace() throws {
    let page = try FormatPage("a", "b")
    #expect(
      try page.bodies("|-[a]-[b]-|") == ["H:|-(NSSpace(20))-[a]", "H:[a]-(NSSpace(8))-[b]", "H:[b]-(NSSpace(20))-|"])
    #expect(
      try page.bodies("|-[a]-[b]-|", [], .classic)
        == ["H:|-(NSSpace(8))-[a]", "H:[a]-(NSSpace(8))-[b]", "H:[b]-(NSSpace(8))-|"])
    #expect(
      try page.bodies("|-[a]-[b]-|", [], .margins)
        == ["a.leading == root.leadingMargin", "H:[a]-(NSSpace(8))-[b]", "root.trailingMargin == b.trailing"])
    #expect(
      try page.bodies("V:|-[a]-[b]-|", .directionRightToLeft, .margins)
        == ["a.top == root.topMargin", "V:[a]-(NSSpace(8))-[b]", "root.bottomMargin == b.bottom"])
    #expect(
      try page.bodies("|-[a]-|", .directionRightToLeft, .margins)
        == ["root.rightMargin == a.right", "a.left == root.leftMargin"])
    try page.layout("V:|-[a]-|", "H:|-[a]-|", spacing: StandardSpacing(sibling: 3, superview: .points(4)))
    #expect(page["a"].frame.isClose(4, 4, 312, 560))
  }

  @Test("E05 a standard space is symbolic until its constant is edited")
  func e05Symbolic() throws {
    let page = try FormatPage("a", "b")
    let space = try page.make("[a]-[b]")[0]
    try space.setConstant(9)
    #expect(body(space) == "H:[a]-(9)-[b]")
    try space.setConstant(8)
    #expect(body(space) == "H:[a]-(NSSpace(8))-[b]")
    #expect(try page.bodies("[a]-8-[b]") == ["H:[a]-(8)-[b]"])
  }

  @Test("E06 -50- and -(50)-")
  func e06Explicit() throws {
    let page = try FormatPage("a")
    #expect(try page.bodies("|-50-[a]") == ["H:|-(50)-[a]"])
    #expect(try page.bodies("|-(50)-[a]") == ["H:|-(50)-[a]"])
    for (text, value) in [("1e2", 100), (".5", 0.5), ("5.", 5), ("0x1F", 31), ("0x.8p1", 1), ("1.25e-1", 0.125)] {
      #expect(try page.make("|-\(text)-[a]")[0].constant == value, "\(text)")
    }
  }

  @Test("E07 no connection: the edges touch")
  func e07Flush() throws {
    let page = try FormatPage("a", "b")
    #expect(try page.bodies("[a][b]") == ["H:[a]-(0)-[b]"])
    #expect(try page.bodies("V:|[a][b]|") == ["V:|-(0)-[a]", "V:[a]-(0)-[b]", "V:[b]-(0)-|"])
  }

  @Test("E08 a name that is not a key")
  func e08Names() throws {
    let page = try FormatPage("a")
    #expect(page.fault("|[a][blackBox]") == FoundFault("blackBox is not a key in the views dictionary.", 13))
  }

  @Test("E09 parentheses are the width of a row's view and the height of a column's")
  func e09Size() throws {
    let page = try FormatPage("a")
    #expect(try page.bodies("H:[a(5)]") == ["a.width == 5"])
    #expect(try page.bodies("V:[a(5)]") == ["a.height == 5"])
  }

  @Test("E10 50 from the left, 100 from the top, at least 150")
  func e10Inequalities() throws {
    let page = try FormatPage("view")
    try page.layout("H:|-50-[view(>=150)]", "V:|-100-[view(>=150)]")
    #expect(page["view"].frame.isClose(50, 100, 150, 150))
  }

  @Test("E11 several predicates")
  func e11Predicates() throws {
    let page = try FormatPage("view")
    try page.layout("H:|-50-[view(>=150,<=200)]", "V:|-100-[view(>=150)]")
    #expect(page["view"].frame.isClose(50, 100, 150, 150))
  }

  @Test(
    "E12 no blanks",
    arguments: [
      (" [a]", 0), ("H: [a]", 2), ("[a] [b]", 3), ("[ a]", 1), ("[a ]", 2), ("[a( 5)]", 3), ("[a(5 )]", 4),
      ("[a(>= 5)]", 5), ("[a]- 5-[b]", 4), ("[a]-5 -[b]", 5), ("[a]-5- [b]", 6), ("[a]-(5, 6)-[b]", 7), ("[a]|\n", 4),
    ])
  func e12Blanks(format: String, column: Int) throws {
    #expect(try FormatPage("a", "b").fault(format)?.column == column)
  }

  @Test("E13 no arithmetic")
  func e13Arithmetic() throws {
    let size = "A predicate on a view's thickness must end with ')' and the view must end with ']'"
    let list = "Expected a ')' at the end of a constraint modifier, or a ',' before another constraint modifier"
    let wrong: [(String, String, Int)] = [
      ("[a(10+40)]", size, 5), ("[a(5*10)]", size, 4), ("[a(b*2)]", size, 4), ("[a]-(10+40)-[b]", list, 7),
      ("[a]-5*10-[b]", "Expected a '-' here", 5),
    ]
    for (format, message, column) in wrong {
      #expect(try FormatPage("a", "b").fault(format) == FoundFault(message, column), "\(format)")
    }
  }

  @Test("E14 example 1: beside a view")
  func e14Example() throws {
    let page = try FormatPage("view", "view2")
    try page.layout("H:|-50-[view(>=150)]", "V:|-100-[view(>=150)]", "H:[view]-[view2(>=50)]", "V:|-100-[view2(>=50)]")
    #expect(page["view2"].frame.isClose(208, 100, 50, 50))
  }

  @Test("E15 the same in one row; the two columns cannot be one, for both start at the same height")
  func e15Merged() throws {
    let page = try FormatPage("view", "view2")
    try page.layout("H:|-50-[view(>=150)]-[view2(>=50)]", "V:|-100-[view(>=150)]", "V:|-100-[view2(>=50)]")
    #expect(page["view"].frame.isClose(50, 100, 150, 150) && page["view2"].frame.isClose(208, 100, 50, 50))
    let column = try FormatPage("view", "view2")
    try column.layout("H:|-50-[view(>=150)]-[view2(>=50)]", "V:|-100-[view(>=150)][view2(>=50)]")
    #expect(column["view2"].frame.isClose(208, 250, 50, 50))
  }

  @Test("E16 example 2: one below the other")
  func e16Example() throws {
    let page = try FormatPage("view", "view2", "view3")
    try page.layout(
      "H:|-50-[view(>=150)]", "V:|-100-[view(>=150)]", "H:[view]-[view2(>=50)]", "H:[view]-[view3(>=50)]",
      "V:|-(100)-[view2(>=50)][view3(>=100)]")
    #expect(page["view3"].frame.isClose(208, 150, 50, 100))
  }

  @Test("E17 options are an alignment mask and a direction mask; raw values are Apple's")
  func e17Options() throws {
    let raw: [(FormatOptions, UInt)] = [
      (.alignAllLeft, 2), (.alignAllRight, 4), (.alignAllTop, 8), (.alignAllBottom, 16), (.alignAllLeading, 32),
      (.alignAllTrailing, 64), (.alignAllCenterX, 512), (.alignAllCenterY, 1024), (.alignAllLastBaseline, 2048),
      (.alignAllFirstBaseline, 4096), (.alignmentMask, 0xFFFF), (.directionLeftToRight, 0x10000),
      (.directionRightToLeft, 0x20000), (.directionMask, 0x30000), (.spacingBaselineToBaseline, 0x80000),
      (.spacingMask, 0x80000),
    ]
    for (option, value) in raw { #expect(option.rawValue == value) }
    let page = try FormatPage("a", "b")
    #expect(
      try page.bodies("[a]-[b]", [.alignAllTop, .directionLeftToRight])
        == ["H:[a]-(NSSpace(8))-[b](LTR)", "a.top == b.top"])
    for option in [FormatOptions(rawValue: 1), [.directionMask], FormatOptions(rawValue: 1 << 20)] {
      #expect(page.fault("[a]-[b]", option)?.column == 7)
    }
  }

  @Test("E17 the directions: items change places from right to left; columns do not care")
  func e17Directions() throws {
    let page = try FormatPage("a", "b")
    #expect(
      try page.bodies("|-3-[a]-4-[b]-5-|", .directionLeftToRight)
        == ["H:|-(3)-[a](LTR)", "H:[a]-(4)-[b](LTR)", "H:[b]-(5)-|(LTR)"])
    #expect(
      try page.bodies("|-3-[a]-4-[b]-5-|", .directionRightToLeft)
        == ["H:[a]-(3)-|(LTR)", "H:[b]-(4)-[a](LTR)", "H:|-(5)-[b](LTR)"])
    for options in [FormatOptions.directionLeftToRight, .directionRightToLeft] {
      #expect(try page.bodies("V:|-3-[a]-4-[b]-5-|", options) == ["V:|-(3)-[a]", "V:[a]-(4)-[b]", "V:[b]-(5)-|"])
    }
    try page.layout("|-3-[a(50)]-4-[b(50)]", options: .directionRightToLeft)
    #expect(isClose(page["a"].frame.minX, 267) && isClose(page["b"].frame.minX, 213))
  }

  @Test("E17 leading to trailing follows the direction of the tree")
  func e17RightToLeft() throws {
    let page = try FormatPage("a")
    page.root.layoutDirection = .rightToLeft
    try page.layout("|-30-[a(50)]")
    #expect(isClose(page["a"].frame.minX, 240))
  }

  @Test("E18 one of two views has a place in the other axis, alignment gives the other its own")
  func e18AlignAllTop() throws {
    let page = try FormatPage("view", "view2")
    try page.layout("V:|-100-[view(>=150)]", "V:[view2(>=50)]")
    try page.layout("H:|-50-[view(>=150)]-[view2(>=50)]", options: .alignAllTop)
    #expect(isClose(page["view"].frame.minY, 100) && isClose(page["view2"].frame.minY, 100))
  }

  @Test("E19 aligned by top and bottom: the same height")
  func e19TopAndBottom() throws {
    let page = try FormatPage("view", "view2")
    try page.layout("V:|-100-[view(>=150)]")
    try page.layout("H:|-50-[view(>=150)]-[view2(>=50)]", options: [.alignAllTop, .alignAllBottom])
    #expect(page["view2"].frame.isClose(208, 100, 50, 150))
  }

  @Test("E20 options 0: leading to trailing, edge to edge, no alignment")
  func e20Default() throws {
    #expect(FormatOptions.directionLeadingToTrailing == [] && FormatOptions.spacingEdgeToEdge == [])
    let constraints = try FormatPage("a", "b").make("[a]-[b]", FormatOptions(rawValue: 0))
    #expect(constraints.count == 1 && constraints[0].firstAttribute == .leading)
  }

  @Test("E21 alignment along the axis is an error, at the end of the format")
  func e21Orthogonal() throws {
    let page = try FormatPage("a", "b")
    let horizontal =
      "Options mask required views to be aligned on a horizontal edge, which is not allowed for layout that is also "
      + "horizontal."
    for option in [FormatOptions.alignAllLeft, .alignAllRight, .alignAllLeading, .alignAllTrailing, .alignAllCenterX] {
      #expect(page.fault("H:|-[a]-[b]-|", option) == FoundFault(horizontal, 13))
      #expect(try page.make("V:|-[a]-[b]-|", option).count == 4)
    }
    let vertical =
      "Options mask required views to be aligned on a vertical edge, which is not allowed for layout that is also "
      + "vertical."
    for option in [
      FormatOptions.alignAllTop, .alignAllBottom, .alignAllCenterY, .alignAllFirstBaseline, .alignAllLastBaseline,
    ] {
      #expect(page.fault("V:[a]-[b]", option) == FoundFault(vertical, 9))
      #expect(try page.make("H:|-[a]-[b]-|", option).count == 4)
    }
  }

  @Test("E22 a column aligned by leading edges, gap 8")
  func e22Column() throws {
    let page = try FormatPage("view1", "view2")
    try page.layout("H:|-30-[view1(50)]", "H:[view2(20)]", "V:|[view1(10)]", "V:[view2(10)]")
    try page.layout("V:[view1]-8-[view2]", options: .alignAllLeading)
    #expect(page["view1"].frame.isClose(30, 0, 50, 10) && page["view2"].frame.isClose(30, 18, 20, 10))
  }

  @Test("Order: connection, size, …, trailing connection, then alignment by pairs and attributes")
  func emissionOrder() throws {
    let page = try FormatPage("a", "b", "c")
    #expect(
      try page.bodies("|-(>=1,<=9@3)-[a(>=2,<=8)]-[b(a)][c]-7-|", [.alignAllBottom, .alignAllTop]) == [
        "H:|-(>=1)-[a]", "H:|-(<=9@3)-[a]", "a.width >= 2", "a.width <= 8", "H:[a]-(NSSpace(8))-[b]",
        "b.width == a.width", "H:[b]-(0)-[c]", "H:[c]-(7)-|", "a.top == b.top", "a.bottom == b.bottom",
        "b.top == c.top",
        "b.bottom == c.bottom",
      ])
  }

  @Test("Baseline to baseline: between the views of a column, not at its ends, not in a row")
  func baselines() throws {
    let page = try FormatPage("a", "b")
    #expect(
      try page.bodies("V:|-4-[a]-10-[b]-4-|", .spacingBaselineToBaseline)
        == ["V:|-(4)-[a]", "b.firstBaseline == a.lastBaseline + 10", "V:[b]-(4)-|"])
    #expect(
      page.fault("[a]-[b]", .spacingBaselineToBaseline)
        == FoundFault("BaselineToBaseline format option not valid for horizontal layout", 7))
    try page["a"].setBaselines(first: 10, last: 4)
    try page["b"].setBaselines(first: 12, last: 4)
    try page.layout("V:|-4-[a(20)]-30-[b(20)]", options: .spacingBaselineToBaseline)
    #expect(isClose(page["b"].frame.minY, 38))
  }

  @Test("Layout guides are items, their superview is their owner")
  func guides() throws {
    let page = try FormatPage("a")
    let guide = LayoutGuide("gap")
    page.root.addLayoutGuide(guide)
    let constraints = Constraint.constraints(
      withVisualFormat: "|[a]-[gap(30)]-5-|", views: ["a": page["a"], "gap": guide])
    let printed = "UILayoutGuide:0x…'gap'"
    #expect(
      constraints.map(body) == [
        "H:|-(0)-[a]", "H:[a]-(NSSpace(8))-[\(printed)]", "\(printed).width == 30", "H:[\(printed)]-(5)-|",
      ])
    Constraint.activate(constraints)
    try page.scene.layout()
    #expect(isClose(page["a"].frame.width, 277) && isClose(guide.frame.minX, 285))
  }
}
