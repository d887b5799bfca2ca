// The extended dialect: what each construct means, and that Apple's dialect refuses it.

import Testing

@testable import Trellis

@Suite("Extended visual formats")
struct ExtendedFormatTests {
  private func bodies(_ format: String, _ page: FormatPage, _ options: FormatOptions = []) throws -> [String] {
    try page.bodies(format, options, .standard, .extended)
  }

  static let extendedOnly = [
    "[v1(v2*2)]", "[v1(v2/2)]", "[v1(50%)]", "[v1(v2+10)]", "[v1(10+40)]", "[v1(v2.height)]", "[v1(|.height)]",
    "|~[v1]~|", "|-50%-[v1]", "[v1]->[v2]", "[v1(5@strong)]", "[v1..2]", "[v1,v2]", "[s:[v1]]", "HV:|[v1]|",
    "C:v1.width(v2.width)",
    "Z:[v1][v2]", "|[v1]| // comment", "// comment", "[v1]\n[v2]", "| - [v1] - |", "[v1]-(v2)-[v3]", "",
  ]

  @Test("Off by default, and on by the dialect", arguments: extendedOnly)
  func offByDefault(format: String) throws {
    let page = try FormatPage("v1", "v2", "v3")
    #expect(page.fault(format) != nil)
    if !format.isEmpty { _ = try page.make(format, [], .standard, .extended) }
  }

  @Test("Every format of Apple's means the same")
  func appleFormats() throws {
    let page = try FormatPage("a", "b", metrics: ["m": 4])
    for format in ["|-[a]-[b]-|", "V:|->=5@20-[a(>=m,<=9@m)]-(-3)-[b(a@4)]-m-|", "[a]-0x1F-[b]", "[a(5.)]"] {
      #expect(try bodies(format, page) == page.bodies(format))
    }
  }

  @Test("E33 multiples, operators, attributes of views")
  func multiples() throws {
    let page = try FormatPage("v1", "v2", metrics: ["m": 3])
    let forms: [(String, String)] = [
      ("[v1(v2*2)]", "v1.width == 2*v2.width"), ("[v1(2*v2)]", "v1.width == 2*v2.width"),
      ("[v1(==v2/2-10)]", "v1.width == 0.5*v2.width - 10"), ("[v1(10-v2)]", "v1.width == -v2.width + 10"),
      ("V:[v1(>=v2*m+m@m)]", "v1.height >= 3*v2.height + 3 priority:3"),
      ("[v1(v2.height*1.5)]", "v1.width == 1.5*v2.height"), ("[v1(10+40)]", "v1.width == 50"),
      ("[v1(5*10/4-1)]", "v1.width == 11.5"), ("[v1(|/2)]", "v1.width == 0.5*root.width"),
      ("[v1(|.height)]", "v1.width == root.height"),
    ]
    for (format, expected) in forms { #expect(try bodies(format, page) == [expected], "\(format)") }
    let wrong: [(String, String, Int)] = [
      ("[v1(v2*v2)]", "One side of a product must be a number", 6),
      ("[v1(v2+v2)]", "A constraint relates at most two items, and here is a third", 6),
      ("[v1(5/0)]", "Expected a number other than 0 after '/'", 6),
      ("[v1(5/v2)]", "Expected a number other than 0 after '/'", 6),
      ("[v1(v2.size)]", "Expected an attribute, as in view.width or view.centerX", 11),
    ]
    for (format, message, column) in wrong {
      #expect(page.fault(format, [], .extended) == FoundFault(message, column), "\(format)")
    }
  }

  @Test("Percentages of the superview, as sizes and as gaps")
  func percentages() throws {
    let page = try FormatPage("a", "b")
    #expect(try bodies("[a(50%)]", page) == ["a.width == 0.5*root.width"])
    #expect(try bodies("V:[a(>=12.5%-4@9)]", page) == ["a.height >= 0.125*root.height - 4 priority:9"])
    try page.layout("|-10%-[a(25%)]-(5%)-[b(20)]", "V:|-50%-[a(10%)]", "V:|[b]|", dialect: .extended)
    #expect(page["a"].frame.isClose(32, 284, 80, 56.8))
    #expect(isClose(page["b"].frame.minX, 128))
    #expect(page.root.layoutGuides.count == 3)
    let guides = page.root.layoutGuides.map(\.frame)
    #expect(guides[0].isClose(0, 0, 32, 0) && guides[1].isClose(112, 0, 16, 0) && guides[2].isClose(0, 0, 0, 284))
    let error = #expect(throws: LayoutError.self) {
      _ = try Constraint.constraints(withVisualFormat: "[a(5%)]", views: ["a": View()], dialect: .extended).sound()
    }
    #expect(error?.kind == .invalidFormat(column: 4))
  }

  @Test("A gap as wide as a view")
  func gapLikeView() throws {
    let page = try FormatPage("a", "b")
    try page.layout("|[a(30)]-(a*2)-[b(10)]", "V:|[a(1)]", "V:|[b(1)]", dialect: .extended)
    #expect(isClose(page["b"].frame.minX, 90))
    #expect(try page.scene.ambiguities().isEmpty)
  }

  @Test("~ makes equal gaps, in either direction of the tree")
  func equalGaps() throws {
    for direction in [LayoutDirection.leftToRight, .rightToLeft] {
      let page = try FormatPage("a", "b", width: 300)
      page.root.layoutDirection = direction
      try page.layout("|~[a(40)]~[b(50)]~|", "V:|~[a(20)]~|", "V:|-~-[b(10)]-5-|", dialect: .extended)
      let isLTR = direction == .leftToRight
      #expect(isClose(page["a"].frame.minX, isLTR ? 70 : 190) && isClose(page["b"].frame.minX, isLTR ? 180 : 70))
      #expect(isClose(page["a"].frame.minY, 274) && isClose(page["b"].frame.minY, 553))
      #expect(try page.scene.ambiguities().isEmpty)
    }
  }

  @Test("-> leaves two views alone")
  func disconnection() throws {
    let page = try FormatPage("a", "b")
    #expect(try bodies("|[a(5)]->[b]|", page) == ["H:|-(0)-[a]", "a.width == 5", "H:[b]-(0)-|"])
    #expect(try bodies("|->=5-[a]->[b]", page) == ["H:|-(>=5)-[a]"])
  }

  @Test("Named priorities, after metrics of the same name")
  func namedPriorities() throws {
    let page = try FormatPage("a")
    let priorities = try page.make("[a(1@required,2@strong,3@medium,4@weak)]", [], .standard, .extended).map(\.priority)
    #expect(priorities == [1000, 750, 500, 250])
    let metric = try FormatPage("a", metrics: ["weak": 3])
    #expect(try metric.make("[a(1@weak)]", [], .standard, .extended)[0].priority == 3)
  }

  @Test("Ranges are joined as they are to what stands before, or else after them")
  func ranges() throws {
    let page = try FormatPage("v1", "v2", "v3", "v4", "w")
    #expect(try bodies("|-[v1..4(v1)]-|", page) == bodies("|-[v1(v1)]-[v2(v1)]-[v3(v1)]-[v4(v1)]-|", page))
    #expect(try bodies("[v1..v3]-5-[w]", page) == bodies("[v1]-5-[v2]-5-[v3]-5-[w]", page))
    #expect(try bodies("V:[w][v2..4(9)]|", page) == bodies("V:[w][v2(9)][v3(9)][v4(9)]|", page))
    #expect(try bodies("|-3-[v2..3]", page) == bodies("|-3-[v2]-3-[v3]", page))
    #expect(try bodies("[v2..2(7)]", page) == ["v2.width == 7"])
    let range = "Expected the number of the last view of the range, as in [row1..8]"
    for format in ["[v3..1]", "[v1..]", "[w..4]", "[v1..w]", "[v1..2.]"] {
      #expect(page.fault(format, [], .extended) != nil, "\(format)")
    }
    #expect(page.fault("[v3..1]", [], .extended) == FoundFault(range, 5))
    #expect(page.fault("[v3..5]", [], .extended) == FoundFault("v5 is not a key in the views dictionary.", 6))
  }

  @Test("A list of views stands in one place: each is joined to what is before and after")
  func lists() throws {
    let page = try FormatPage("a", "b", "c", "d")
    #expect(
      try bodies("|-[a(5),b]-3-[c]|", page) == [
        "H:|-(NSSpace(20))-[a]", "H:|-(NSSpace(20))-[b]", "a.width == 5", "H:[a]-(3)-[c]", "H:[b]-(3)-[c]",
        "H:[c]-(0)-|",
      ])
    #expect(
      try bodies("V:[a , b (c)] - [c,d(>=4,<=9)]|", page, .alignAllLeading) == [
        "b.height == c.height", "V:[a]-(NSSpace(8))-[c]", "V:[b]-(NSSpace(8))-[c]", "V:[a]-(NSSpace(8))-[d]",
        "V:[b]-(NSSpace(8))-[d]", "d.height >= 4", "d.height <= 9", "V:[c]-(0)-|", "V:[d]-(0)-|",
        "a.leading == c.leading", "a.leading == d.leading", "b.leading == c.leading", "b.leading == d.leading",
      ])
    try page.layout("H:|[a,b]-10-[c(a),d(a)]|", "V:|[a][b(a)]|", "V:|[c][d(c)]|", dialect: .extended)
    #expect(page["b"].frame.isClose(0, 284, 155, 284) && page["d"].frame.isClose(165, 284, 155, 284))
    let order = try FormatPage("a", "b", "c")
    #expect(try order.make("Z:[c,a][b]", [], .standard, .extended).isEmpty)
    #expect(order.root.subviews.map(\.name) == ["c", "a", "b"])
    for (format, column) in [
      ("[a,]", 3), ("[a,1]", 3), ("[a,", 3), ("[a,x]", 4), ("[a,b", 4), ("[a(5),b(6]", 9), ("[,a]", 1),
    ] {
      #expect(page.fault(format, [], .extended)?.column == column, "\(format)")
    }
    let message = "Unable to interpret '|' character, because the related view doesn't have a superview"
    for format in ["|[a,lone]", "[a,lone]|"] {
      let error = #expect(throws: LayoutError.self) {
        _ = try Constraint.constraints(
          withVisualFormat: VisualFormat(format), views: ["a": page["a"], "lone": View()], dialect: .extended
        ).sound()
      }
      #expect(error?.text.contains(message) == true)
    }
    let many = "[a" + String(repeating: ",a", count: 400) + "]"
    #expect(page.fault(many + "-" + many, [], .extended) != nil)
  }

  @Test("A stack is a line of views with a name that later lines know")
  func stacks() throws {
    let page = try FormatPage("a", "b", "c", "d")
    #expect(
      try bodies("V:|-[col:[a(30)]-4-[b]]-5-|", page)
        == [
          "a.top == G.top", "a.height == 30", "V:[a]-(4)-[b]", "G.bottom == b.bottom", "a.leading == G.leading",
          "a.trailing == G.trailing", "b.leading == G.leading", "b.trailing == G.trailing",
          "V:|-(NSSpace(20))-[G]", "V:[G]-(5)-|",
        ].map { $0.replacing("G", with: "UILayoutGuide:0x…'gap1'") })
    let text = """
      V:|[left:[a(30)]-4-[b]]|
      V:|[right : -10-[c][d(c)]- ]|
      |[left]-8-[right(left*3)]|
      """
    try page.layout(text, dialect: .extended)
    #expect(page["a"].frame.isClose(0, 0, 78, 30) && page["b"].frame.isClose(0, 34, 78, 534))
    #expect(page["c"].frame.isClose(86, 10, 234, 269) && page["d"].frame.isClose(86, 279, 234, 269))
    #expect(page.root.layoutGuides.map(\.frame).contains { $0.isClose(86, 0, 234, 568) })
    #expect(try page.scene.ambiguities().isEmpty)
    let both = try FormatPage("a", "b", "c", "d")
    try both.layout("H:|~[row:[a(20)][b(20)]]~|\nC:row.centerY(|.centerY).height(10)\n[c,d(row)]|", dialect: .extended)
    #expect(both["a"].frame.isClose(140, 279, 20, 10) && both["b"].frame.isClose(160, 279, 20, 10))
    #expect(isClose(both["d"].frame.width, 40) && isClose(both["d"].frame.minX, 280))
    let name = "A stack needs a name of its own, as in [column:[view1][view2]]"
    for (format, column, message) in [
      ("[a:[b]]", 2, name), ("[s:[a]]\n[s:[b]]", 10, name), ("[s:]", 3, "Expected a view"),
      ("[s:[t:[a]]]", 5, "A stack cannot stand in another one"),
      ("[s:[a]|]", 6, "Expected a ']' here. That is how you give the end of a view."),
      ("[s][s:[a]]", 2, "s is not a key in the views dictionary."),
    ] {
      let error = #expect(throws: LayoutError.self) { _ = try page.make(format, [], .standard, .extended) }
      #expect(error?.kind == .invalidFormat(column: column) && error?.text.contains(message) == true, "\(format)")
    }
    #expect(page.fault("[s:[a]") != nil && page.fault("[s:[a]", [], .extended)?.column == 6)
  }

  @Test("HV: is both axes")
  func bothAxes() throws {
    let page = try FormatPage("a")
    #expect(try bodies("HV:|-[a]|", page) == bodies("H:|-[a]|", page) + bodies("V:|-[a]|", page))
    #expect(try bodies("VH:[a(5)]", page) == ["a.height == 5", "a.width == 5"])
  }

  @Test("C: is any constraint")
  func explicit() throws {
    let page = try FormatPage("a", "b")
    #expect(
      try bodies("C:a.centerX(b.centerX*0.5+10@500).top(>=|.topMargin,<=b).width(40%)", page) == [
        "a.centerX == 0.5*b.centerX + 10 priority:500", "a.top >= root.topMargin", "a.top <= b.top",
        "a.width == 0.4*root.width",
      ])
    #expect(try bodies("C:a.baseline(b.firstBaseline)", page) == ["a.lastBaseline == b.firstBaseline"])
    #expect(kind { _ = try bodies("C:a.width(b.left)", page) } == .invalidPairing)
    #expect(kind { _ = try bodies("C:a.top(5)", page) } == .locationEqualToConstant)
    #expect(page.fault("C:", [], .extended) == FoundFault("No view was specified for this constraint", 2))
    #expect(page.fault("C:xy.top(a)", [], .extended) == FoundFault("xy is not a key in the views dictionary.", 4))
    for format in ["C:a", "C:a.top", "C:a.nose(b)", "C:x.top(a)", "C:a.top(a", "C:a.top(a)b"] {
      #expect(page.fault(format, [], .extended) != nil, "\(format)")
    }
  }

  @Test("Z: brings views to the front, in order")
  func order() throws {
    let page = try FormatPage("a", "b", "c")
    #expect(try page.make("Z:|[c][a]", [], .standard, .extended).isEmpty)
    #expect(page.root.subviews.map(\.name) == ["b", "c", "a"])
    let inner = View("inner")
    page["b"].addSubview(inner)
    for views in [["x": inner, "y": page["a"]], ["x": page.root, "y": page["a"]]] {
      #expect(throws: LayoutError.self) {
        _ = try Constraint.constraints(withVisualFormat: "Z:[x][y]", views: views, dialect: .extended).sound()
      }
    }
    #expect(page.root.subviews.map(\.name) == ["b", "c", "a"])
  }

  @Test("Blanks, lines and comments")
  func lines() throws {
    let page = try FormatPage("a", "b")
    let text = """
      // the form
      H: | - [ a ( >= 5 , <= 9 @ 3 ) ] - ( 4 ) - [ b ] // a row

      V:|[a]\t|
      """
    #expect(try bodies(text, page) == bodies("|-[a(>=5,<=9@3)]-(4)-[b]", page) + bodies("V:|[a]|", page))
    #expect(page.fault("[a]\n[b]\n[c]", [], .extended) == nil)
    let error = #expect(throws: LayoutError.self) { _ = try page.make("[a]\n [x]|", [], .standard, .extended) }
    #expect(error?.kind == .invalidFormat(column: 7))
    #expect(
      error?.text == "Unable to parse constraint format: \nx is not a key in the views dictionary. \n [x]| \n   ^")
  }

  @Test("A size equal to itself says nothing and does no harm")
  func equalToItself() throws {
    let page = try FormatPage("v1", "v2")
    try page.layout("|[v1..2(v1)]|", "V:|[v1(1)]", "V:|[v2(1)]", dialect: .extended)
    #expect(isClose(page["v2"].frame.width, 160))
  }
}
