import Testing

@_spi(Tools) @testable import TrellisFiles

@Suite struct EquationTests {
  private static let names: NameTable = {
    var names = NameTable()
    _ = names.add("root", .item(.view(0), isScroll: false))
    _ = names.add("a", .item(.view(1), isScroll: false))
    _ = names.add("list", .item(.view(2), isScroll: true))
    _ = names.add("gap", .item(.guide(0), isScroll: false))
    names.addMetric("pad", 8)
    names.addMetric("a", 3)
    return names
  }()

  private func equations(_ text: String) throws -> [AttributeEquation] {
    let equation = try EquationParser.parse(Array(text.utf8)[...], names: Self.names)
    return try AttributeEquation.make(from: equation)
  }

  /// The form of a constraint in one line, for comparing.
  private func form(_ text: String) throws -> [String] {
    try equations(text).map { equation in
      var line = "\(equation.first).\(equation.firstAttribute.word) \(equation.relation.sign) "
      if let second = equation.second {
        line += "\(formatted(equation.multiplier)) \(second).\(equation.secondAttribute?.word ?? "") "
      }
      return line + formatted(equation.constant)
    }
  }

  @Test(arguments: [
    ("a.width >= 44", "view(1).width >= 44"),
    ("a.width==44", "view(1).width = 44"),
    ("  a.width\t<=  pad ", "view(1).width <= 8"),
    ("a.left = root.left", "view(1).left = 1 view(0).left 0"),
    ("a.left = root.left + 10", "view(1).left = 1 view(0).left 10"),
    ("a.left=root.left-10", "view(1).left = 1 view(0).left -10"),
    ("a.centerY = 0.6 * root.centerY + 4 @ 250", "view(1).centerY = 0.6 view(0).centerY 4"),
    ("a.centerY = root.centerY * 0.6", "view(1).centerY = 0.6 view(0).centerY 0"),
    ("a.width = root.width / 2", "view(1).width = 0.5 view(0).width 0"),
    ("a.width = 3 * root.width / 4 - 1", "view(1).width = 0.75 view(0).width -1"),
    ("a.width = 10 + root.width", "view(1).width = 1 view(0).width 10"),
    ("a.width = pad + 2 * pad - root.width", "view(1).width = -1 view(0).width 24"),
    ("a.width = 2 * (root.width - pad) + 1", "view(1).width = 2 view(0).width -15"),
    ("a.width = -root.width + 1e2", "view(1).width = -1 view(0).width 100"),
    ("a.width = 1.5e+1", "view(1).width = 15"),
    ("a.width = .5", "view(1).width = 0.5"),
    ("a.width = a", "view(1).width = 3"),
    ("a.top = list.content.top", "view(1).top = 1 content(2).top 0"),
    ("a.top = list.frame.top", "view(1).top = 1 frame(2).top 0"),
    ("gap.leading >= a.trailingMargin + 0", "guide(0).leading >= 1 view(1).trailingMargin 0"),
    ("a.baseline = list.firstBaseline", "view(1).lastBaseline = 1 view(2).firstBaseline 0"),
    ("a.width = 0 * root.width + 100", "view(1).width = 0 view(0).width 100"),
  ])
  func oneConstraint(_ text: String, _ expected: String) throws {
    #expect(try form(text) == [expected])
  }

  @Test func composites() throws {
    #expect(
      try form("a.edges = list.content.edges - 1")
        == ["top", "leading", "bottom", "trailing"].map { "view(1).\($0) = 1 content(2).\($0) -1" })
    #expect(try form("a.size >= 2 * gap.size") == ["width", "height"].map { "view(1).\($0) >= 2 guide(0).\($0) 0" })
    #expect(try form("a.center = root.center").count == 2)
    #expect(try form("a.size = 300") == ["view(1).width = 300", "view(1).height = 300"])
  }

  @Test(arguments: [("a.width = 1 @ 250", 250), ("a.width = 1@999.5", 999.5), ("a.width = 1 @ pad", 8)])
  func priorities(_ text: String, _ expected: Double) throws {
    let equation = try EquationParser.parse(Array(text.utf8)[...], names: Self.names)
    #expect(equation.priority?.value == expected)
  }

  @Test func everyAttributeHasItsWord() throws {
    for attribute in AttributeName.allCases {
      let target = attribute.family == .dimension ? "44" : "root.\(attribute.word)"
      #expect(try equations("a.\(attribute.word) = \(target)")[0].firstAttribute == attribute)
    }
  }

  /// Suggestions are near, and silent where nothing is.
  @Test func suggestions() {
    let words = ["width", "height", "centerX", "centerY", "leading"]
    #expect(Suggestion.nearest(to: "widht", among: words) == "width")
    #expect(Suggestion.nearest(to: "centrex", among: words) == "centerX")
    #expect(Suggestion.nearest(to: "Leading", among: words) == "leading")
    #expect(Suggestion.nearest(to: "zebra", among: words) == nil)
    #expect(Suggestion.nearest(to: "", among: words) == nil)
    #expect(Suggestion.distance(Array("ca".utf8), Array("abc".utf8)) == 3)
    #expect(Suggestion.distance(Array("abcd".utf8), Array("acbd".utf8)) == 1)
  }
}
