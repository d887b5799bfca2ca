// Every message of the format parser with its caret (semantics 2.11), and formats that are long.

import Testing

@testable import Trellis

@Suite("E: errors of visual formats")
struct FormatErrorTests {
  struct Case: CustomTestStringConvertible {
    let format: String
    let column: Int
    let message: String
    var testDescription: String { format }

    init(_ format: String, _ column: Int, _ message: String) {
      self.format = format
      self.column = column
      self.message = message
    }
  }

  private static let viewName =
    "Expected a view. View names must start with a letter or an underscore, then contain letters, numbers, and "
    + "underscores."
  private static let number = "Expected a number or key from the metrics dictionary, but encountered something else"
  private static let ranOut = "Unexpectedly ran out of character fodder in the middle of parsing a view"
  private static let list =
    "Expected a ')' at the end of a constraint modifier, or a ',' before another constraint modifier"

  static let cases: [Case] = [
    // Logs and Apple's documentation.
    Case("V|[backgroundBox]|", 1, "Expected ':' after 'V' to specify vertical arrangement"),
    Case("H|[a]|", 1, "Expected ':' after 'H' to specify horizontal arrangement"),
    Case("|[whiteBox2][blackBox]", 21, "blackBox is not a key in the views dictionary."),
    Case("V:|[blackBox4(>30)]|", 15, "Unknown relation. Must be ==, >=, or <="),
    Case(
      "|[whiteBox1][blackBox4(blackWidth][redBox]|", 33,
      "A predicate on a view's thickness must end with ')' and the view must end with ']'"),
    Case("H:|-10-|", 7, "Expected a view"),
    Case("H:[a]-10-", 9, "Expected a view or '|'"),
    Case("H:[a]-10-5", 9, "Expected a view or '|'"),
    Case("H:[a]x", 5, "Expected a view or '|'"),
    Case("H:|-[1a]-|", 5, viewName),
    Case("[]", 1, viewName),
    Case("[-a]", 1, viewName),
    Case(
      "H:|-x-[a]", 5, "Encountered metric with name \"x\", but value was not specified in metrics or views dictionaries"
    ),
    Case(
      "[a(5@high)]", 9,
      "Encountered metric with name \"high\", but value was not specified in metrics or views dictionaries"),
    Case(
      "[a(nothing)]", 10,
      "Encountered metric with name \"nothing\", but value was not specified in metrics or views dictionaries"),
    Case("H:|-*-[a]", 4, number),
    Case("[a]-()-[a]", 5, number),
    Case("[a(==)]", 5, number),
    Case("[a(5@)]", 5, number),
    Case("[a]-(5,)-[a]", 7, number),
    Case(
      "[a]-e-[a]", 5, "Encountered metric with name \"e\", but value was not specified in metrics or views dictionaries"
    ),
    // The rest, word for word; where the caret stands follows the rule of the current character.
    Case("|", 1, "Expected a connection after the '|' character"),
    Case("||", 1, "Expected a connection after the '|' character"),
    Case("|a", 1, "Expected a connection after the '|' character"),
    Case("H:|(5)-[a]", 3, "Expected a connection after the '|' character"),
    Case("H:", 2, "Expected more input"),
    Case("x", 0, "Expected a view"),
    Case("h:[a]", 0, "Expected a view"),
    Case("|-", 2, "Expected a view"),
    Case("[a", 2, ranOut),
    Case("[", 1, ranOut),
    Case("[a(", 3, ranOut),
    Case("[a(5", 4, ranOut),
    Case("[a(5)", 5, ranOut),
    Case("[a.b]", 2, "Expected a ']' here. That is how you give the end of a view."),
    Case("[a[a]", 2, "Expected a ']' here. That is how you give the end of a view."),
    Case("[a(5))]", 5, "Expected ']' after specifying thickness."),
    Case("[a]-(5", 6, list),
    Case("[a]-(5;6)-[a]", 6, list),
    Case("[a]-(5)[a]", 7, "Expected a '-' here"),
    Case("[a]-5[a]", 5, "Expected a '-' here"),
    Case("[a]-5", 5, "Expected a '-' here"),
    Case(
      "[a]-5,6-[a]", 5,
      "Expected a '-' here. To specify a list of constraints, you must use parentheses around the list of constraints"),
    Case(
      "[a]-blackBox4-[a]", 13,
      "It's not possible to set a space equal to the width or height of a view.  Perhaps you want to use a view as a "
        + "spacer? [view1][spacer(==view1)][view2]"),
    Case("[a]-<5-[a]", 5, "Unknown relation. Must be ==, >=, or <="),
    Case("[a]-=5-[a]", 5, "Unknown relation. Must be ==, >=, or <="),
    Case("[a]|[a]", 4, "Expected the end of the format string"),
    Case("[a]||", 4, "Expected the end of the format string"),
    Case("[a]\0", 3, "Expected a view or '|'"),
  ]

  @Test("The message and the caret", arguments: cases)
  func message(of wrong: Case) throws {
    let page = try FormatPage(
      "a", "whiteBox1", "whiteBox2", "blackBox4", "redBox", "backgroundBox", metrics: ["blackWidth": 4])
    #expect(page.fault(wrong.format) == FoundFault(wrong.message, wrong.column))
  }

  @Test("Texts without a caret")
  func withoutCaret() throws {
    let page = try FormatPage("a")
    #expect(text { _ = try page.make("") } == "Unable to parse constraint format: It's an empty string.")
    #expect(
      text { _ = try page.make("[a]-[ä]") } == "Unable to parse constraint format: It contains non-ASCII characters.")
    #expect(kind { _ = try page.make("[a]-[ä]") } == .invalidFormat(column: 5))
  }

  @Test("A bar of a view without a superview: the caret is after the view")
  func noSuperview() throws {
    let page = try FormatPage("a")
    let message = "Unable to interpret '|' character, because the related view doesn't have a superview"
    for (format, column) in [("H:|-[lone]-[a]-|", 10), ("H:[a]-[lone]-|", 12), ("|[lone]x", 7)] {
      let error = #expect(throws: LayoutError.self) {
        _ = try Constraint.constraints(
          withVisualFormat: VisualFormat(format), views: ["lone": View(), "a": page["a"]]
        ).sound()
      }
      #expect(error?.kind == .invalidFormat(column: column), "\(format)")
      #expect(error?.text.contains(message) == true)
    }
  }

  @Test("A failed call changes nothing")
  func changesNothing() throws {
    let page = try FormatPage("a", "b")
    for format in ["|~[a]~[b(1e999)]|", "Z:[a][b]\n[x]", "|-a-[b(5@2000)]"] {
      #expect(throws: LayoutError.self) { _ = try page.make(format, [], .standard, .extended) }
    }
    #expect(page.root.layoutGuides.isEmpty && page.root.constraints.isEmpty)
    #expect(page.root.subviews.map(\.name) == ["a", "b"])
  }

  @Test("Long formats take time in proportion, or are refused")
  func longFormats() throws {
    let page = try FormatPage("a", "row1", "row100000")
    let count = 1 << 16
    #expect(try page.make(String(repeating: "[a]", count: count)).count == count - 1)
    #expect(try page.make("[a(1" + String(repeating: ",1", count: count) + ")]").count == count + 1)
    let wrong = [
      "[" + String(repeating: "a", count: 1 << 20) + "]", "[a(" + String(repeating: "(", count: 1 << 20),
      "|" + String(repeating: "-", count: 1 << 20), "[a(" + String(repeating: "9", count: 1 << 20) + "@5x",
    ]
    for format in wrong { #expect(page.fault(format) != nil) }
    let extended = [
      String(repeating: "[row1..100000(1)]", count: 1 << 10), "[row1..99999999999999999999]",
      "[a(" + String(repeating: "1+", count: 1 << 18), String(repeating: " ", count: 1 << 20) + "x",
      String(repeating: "\n", count: 1 << 20) + "|",
    ]
    for format in extended {
      #expect(kind { _ = try page.make(format, [], .standard, .extended) } != nil)
    }
    #expect(try page.make(String(repeating: "//\n", count: 1 << 18), [], .standard, .extended).isEmpty)
  }

  @Test("A short format with ranges does not stand for millions of constraints")
  func rangesAreBounded() throws {
    let names = (1...400).map { "v\($0)" }
    let views: [String: any LayoutItem] = Dictionary(uniqueKeysWithValues: names.map { ($0, View($0)) })
    let sizes = String(repeating: "1,", count: 1000) + "1"
    let error = #expect(throws: LayoutError.self) {
      _ = try Constraint.constraints(withVisualFormat: "[v1..400(\(sizes))]", views: views, dialect: .extended).sound()
    }
    #expect(error?.text.contains("100000 views and predicates at most") == true)
  }
}
