// The table of acceptance rows against the tests that show them, generated into the documentation.
//
// A row is shown by a test or a golden whose name begins with it: `@Test("A05 …")`, `"row": "B08 …"`. Names are found by
// reading the test sources, so whoever adds a test need not know of this file. Tests/Acceptance/rows.tsv has the rows: the
// number, what it says, and what serves it here where the original cannot exist.
//
// TRELLIS_RECORD=1 writes the article anew (Sources/Trellis/Trellis.docc/AcceptanceTable.md).

import Foundation
import Testing

private struct Row {
  var id: String
  var says: String
  var servedBy: String?
}

private struct Shown {
  var file: String
  var name: String
}

private enum Acceptance {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let article = package.appendingPathComponent("Sources/Trellis/Trellis.docc/AcceptanceTable.md")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  static func rows() throws -> [Row] {
    try text("Tests/Acceptance/rows.tsv").split(separator: "\n").map { line in
      let cells = line.split(separator: "\t").map(String.init)
      try #require(cells.count == 2 || cells.count == 3, "\(line)")
      return Row(id: cells[0], says: cells[1], servedBy: cells.count == 3 ? cells[2] : nil)
    }
  }

  static func files(in folder: String, _ suffix: String) throws -> [String] {
    let root = package.appendingPathComponent(folder)
    let all = FileManager.default.enumerator(atPath: root.path)?.allObjects.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(suffix) && !$0.contains(".build") }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The names of tests and goldens, by the rows they begin with.
  static func shown() throws -> [String: [Shown]] {
    var shown: [String: [Shown]] = [:]
    let sources = try files(in: "Tests", ".swift").filter { !$0.hasSuffix("AcceptanceTableTests.swift") }.map {
      ($0, #"@Test\(\s*"((?:[^"\\]|\\.)*)""#)
    }
    let goldens = try files(in: "Tests/TrellisFilesTests/Goldens", ".json").map { ($0, #""row":\s*"([^"]*)""#) }
    for (file, pattern) in sources + goldens {
      for name in try matches(pattern, in: text(file)) {
        for id in leadingRows(name) { shown[id, default: []].append(Shown(file: file, name: name)) }
      }
    }
    return shown
  }

  static func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]).replacingOccurrences(of: "\\\"", with: "\"") }
    }
  }

  /// `B08 B10 …` and `E01 to E03 …`: the rows that a name begins with.
  static func leadingRows(_ name: String) -> [String] {
    var found: [String] = []
    var isRange = false
    for word in name.split(separator: " ") {
      let id = word.trimmingCharacters(in: CharacterSet(charactersIn: ",:"))
      if let (letter, number) = parse(id) {
        if isRange, let (_, start) = found.last.flatMap(parse), start < number {
          for between in (start + 1)..<number {
            found.append("\(letter)\(between < 10 ? "0" : "")\(between)")
          }
        }
        found.append(id)
        isRange = false
      } else if ["to", "–", "-"].contains(id), !found.isEmpty {
        isRange = true
      } else if id != "and" {
        break
      }
    }
    return found
  }

  private static func parse(_ id: String) -> (Character, Int)? {
    guard id.count == 3, let letter = id.first, ("A"..."F").contains(letter), let number = Int(id.dropFirst()) else {
      return nil
    }
    return (letter, number)
  }

  static let sections = [
    "A": "Model, attributes, relations", "B": "Ownership, activation, life", "C": "Priority and conflict",
    "D": "Content size", "E": "Visual format language", "F": "Constraints in blocks",
  ]

  static func render(_ rows: [Row], _ shown: [String: [Shown]]) -> String {
    var lines = [
      "# What was promised, and what shows it", "",
      "Every behaviour, rule, number, text and example of the documents this project was made from, and its tests.", "",
      "## Overview", "",
      "Generated from the names of tests and goldens (`TRELLIS_RECORD=1 swift test --filter AcceptanceTable`). A row is",
      "shown by the tests named after it; a row that describes what cannot exist here says what serves it.", "",
    ]
    for letter in sections.keys.sorted() {
      lines += ["### \(sections[letter] ?? "")", "", "| row | what it says | shown by |", "| --- | --- | --- |"]
      for row in rows where row.id.hasPrefix(letter) {
        let served = row.servedBy.map { " — *here:* \($0)" } ?? ""
        let tests = (shown[row.id] ?? []).map { "\(target(of: $0.file)): \(rest(of: $0.name))" }
        let cells = [row.id, row.says + served, tests.joined(separator: "; ")]
        lines.append("| \(cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ")) |")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  /// `MakerTests` for its file, `rows-model` for a golden.
  private static func target(of file: String) -> String {
    let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    return file.hasSuffix(".json") ? "golden `\(name)`" : "`\(name)`"
  }

  private static func rest(of name: String) -> String {
    var words = name.split(separator: " ")[...]
    while let word = words.first {
      let isRow = word.count <= 4 && !leadingRows(String(word)).isEmpty
      guard isRow || ["to", "–", "and"].contains(String(word)) else { break }
      words = words.dropFirst()
    }
    return words.joined(separator: " ")
  }
}

@Suite("The acceptance table")
struct AcceptanceTableTests {
  @Test func everyRowIsThere() throws {
    let ids = try Acceptance.rows().map(\.id)
    let counts = ["A": 16, "B": 24, "C": 14, "D": 10, "E": 39, "F": 18]
    let expected = counts.keys.sorted().flatMap { letter in
      (1...(counts[letter] ?? 0)).map { "\(letter)\($0 < 10 ? "0" : "")\($0)" }
    }
    #expect(ids == expected)
  }

  @Test func everyRowIsShown() throws {
    let shown = try Acceptance.shown()
    let missing = try Acceptance.rows().map(\.id).filter { shown[$0] == nil }
    #expect(missing.isEmpty, "no test and no golden begins with \(missing.joined(separator: ", "))")
    let known = Set(try Acceptance.rows().map(\.id))
    let unknown = shown.keys.filter { !known.contains($0) }.sorted()
    #expect(unknown.isEmpty, "there is no row \(unknown.joined(separator: ", "))")
  }

  @Test func namesOfSeveralRows() {
    #expect(Acceptance.leadingRows("B08 B10 a name with A01 inside") == ["B08", "B10"])
    #expect(Acceptance.leadingRows("E01 to E04 many") == ["E01", "E02", "E03", "E04"])
    #expect(Acceptance.leadingRows("E01, E02 and E05: some") == ["E01", "E02", "E05"])
    #expect(Acceptance.leadingRows("A row") == [] && Acceptance.leadingRows("G01 A100 x") == [])
  }

  /// Writes the article on request; otherwise only sees that there is one with every row, so that a new test elsewhere
  /// does not make this one fail.
  @Test func articleHasEveryRow() throws {
    let rows = try Acceptance.rows()
    let text = Acceptance.render(rows, try Acceptance.shown())
    if ProcessInfo.processInfo.environment["TRELLIS_RECORD"] == "1" {
      try Data(text.utf8).write(to: Acceptance.article)
    }
    let written = try String(contentsOf: Acceptance.article, encoding: .utf8)
    for row in rows { #expect(written.contains("| \(row.id) |")) }
  }
}
