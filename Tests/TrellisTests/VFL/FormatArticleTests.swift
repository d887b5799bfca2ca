// The article "Visual Format Language": its code, compiled and run, with what its comments say. The last test compares
// this file with the article, line by line, so that neither changes alone.

import Foundation
import Testing

@testable import Trellis

@Suite("Article: Visual Format Language")
struct FormatArticleTests {
  @Test("The code runs, and gives what its comments say")
  func code() throws {
    let name = View("name", intrinsicSize: Size(width: 60, height: 17))
    let field = View("field")
    let page = View("page")
    page.addSubviews([name, field])
    let row = Constraint.constraints(
      withVisualFormat: "H:|-left-[name(>=minimum)]-[field]-|", options: .alignAllCenterY,
      metrics: ["left": 12, "minimum": 44], views: ["name": name, "field": field])
    let column = Constraint.constraints(withVisualFormat: "V:|-[field(30)]", views: ["field": field])
    Constraint.activate(row + column)
    let scene = try Scene(root: page, size: Size(width: 320, height: 100))
    try scene.layout()
    #expect(name.frame.isClose(12, 26.5, 60, 17))
    #expect(field.frame.isClose(80, 20, 220, 30))

    let buttons = (1...3).map { _ in View() }
    page.addSubviews(buttons)
    let line = Constraint.constraints(
      withVisualFormat: "H:|-\(buttons)-|", options: [.alignAllTop, .alignAllBottom])
    Constraint.activate(line)
    for button in buttons.dropFirst() {
      Constraint.activate(Constraint.constraints(withVisualFormat: "[\(button)(\(buttons[0]))]"))
    }
    Constraint.activate(Constraint.constraints(withVisualFormat: "V:[\(field)]-\(4)-[\(buttons[0])(\(20))]"))
    try scene.layout()
    #expect(buttons[2].frame.isClose(212, 54, 88, 20) && buttons[0].frame.isClose(20, 54, 88, 20))
    #expect(isClose(buttons[1].frame.minX, 116))

    let inner = Constraint.constraints(
      withVisualFormat: "V:|-[field]", views: ["field": field], spacing: .classic)
    #expect(inner[0].constant == 8)

    func print(_ text: String) { #expect(Self.article.contains("\n```\n\(text)\n```\n")) }
    let wrong = Constraint.constraints(withVisualFormat: "V:|[field(>30)]|", views: ["field": field])
    print(wrong[0].lastError?.text ?? "")

    #expect(row[1].visualFormat()?.format.description == "H:[name(>=44)]")
    let centre = field.centerXAnchor.constraint(equalTo: page.centerXAnchor)
    #expect(centre.visualFormat(.extended)?.format.description == "C:field.centerX(page.centerX)")
  }

  @Test("The extended code and the helpers")
  func extendedCode() throws {
    let sheet = View("sheet")
    let keys = (1...4).map { View("key\($0)") }
    let logo = View("logo")
    sheet.addSubviews(keys + [logo])
    let names = Dictionary(uniqueKeysWithValues: (keys + [logo]).map { ($0.name ?? "", $0) })
    let format: VisualFormat = """
      // a square logo over a row of keys
      V:|~[logo(25%)]~[key1(44)]-|
      C:logo.centerX(|.centerX).width(logo.height)
      H:|-[key1..4(key1)]-|
      C:key2.top(key1.top).height(key1.height)
      """
    Constraint.activate(Constraint.constraints(withVisualFormat: format, views: names, dialect: .extended))
    let sheetScene = try Scene(root: sheet, size: Size(width: 300, height: 400))
    try sheetScene.layout()
    #expect(logo.frame.isClose(100, 118, 100, 100))
    #expect(keys[1].frame.isClose(87, 336, 59, 44))

    let tabs = [View("one"), View("two"), View("three")]
    let bar = View("bar")
    bar.addSubviews(tabs)
    try tabs[0].pinEdges([.top, .leading, .bottom])
    try tabs[2].pin(.trailing)
    try tabs.buildLine(aligned: [.alignAllTop, .alignAllBottom], spacing: "-1-")
    try tabs.matchSizes()
    try Scene(root: bar, size: Size(width: 302, height: 40)).layout()
    #expect(tabs[1].frame.isClose(101, 0, 100, 40))
  }

  private static let article = text(
    of: "../../../Sources/Trellis/Trellis.docc/VisualFormatLanguage.md")

  private static func text(of path: String) -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return (try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  @Test("Every line of the article's code is in this file, in order; lines with a result stand as expectations")
  func articleIsThisFile() throws {
    let source = Self.text(of: "FormatArticleTests.swift").split(separator: "\n").map(trimmed)
    var position = 0
    var isCode = false
    var count = 0
    for line in Self.article.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
        continue
      }
      // A line that ends in a comment says what a value is: its expectation names the same value.
      let parts = line.components(separatedBy: " // ")
      let code = trimmed(parts[0])
      guard isCode, !code.isEmpty else { continue }
      let isResult = parts.count > 1
      let found = source[position...].firstIndex { isResult ? $0.hasPrefix("#expect(\(code)") : $0 == code }
      position = try #require(found, "the article has \(line)") + 1
      count += 1
    }
    #expect(count > 50)
  }

  private func trimmed(_ line: some StringProtocol) -> String { line.trimmingCharacters(in: .whitespaces) }
}
