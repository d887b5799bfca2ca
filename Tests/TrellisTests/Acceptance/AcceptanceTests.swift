// The acceptance rows of docs/semantics.md against the tests that show them.
//
// A row is shown by a test or a golden whose name begins with its code: `@Test("A05 …")`, `"row": "B08 …"`. Names are found by
// reading the sources, so whoever adds a test need not know of this file. A test that checks nothing shows nothing
// (`TestSources`), nor does a golden without a result.
//
// TRELLIS_RECORD=1 writes the table again (Tests/Acceptance/trace.md).

import Foundation
import Testing

private struct Shown {
  var file: String
  var name: String
  var checks: Bool
}

private enum Acceptance {
  static let trace = "Tests/Acceptance/trace.md"

  /// The tests and goldens, by the rows that their names begin with.
  static func shown() throws -> [String: [Shown]] {
    var shown: [String: [Shown]] = [:]
    let files = try Repository.files(in: "Tests", ".swift") + Repository.files(in: "Tools/Tests", ".swift")
    let sources = files.filter { !$0.hasSuffix("AcceptanceTests.swift") }
    for test in try TestSources(sources.map { ($0, try Repository.text($0)) }).tests {
      for id in leadingRows(test.name) {
        shown[id, default: []].append(Shown(file: test.file, name: test.name, checks: test.checks))
      }
    }
    for file in try Repository.files(in: "Tests/TrellisFilesTests/Goldens", ".json") {
      let data = Data(try Repository.text(file).utf8)
      let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any], "\(file)")
      for golden in object["cases"] as? [[String: Any]] ?? [object] {
        guard let name = golden["row"] as? String else { continue }
        for id in leadingRows(name) {
          shown[id, default: []].append(Shown(file: file, name: name, checks: hasResult(golden)))
        }
      }
    }
    return shown
  }

  /// Whether a golden holds anything to compare with: a number, a list that may be empty, or an error.
  static func hasResult(_ golden: [String: Any]) -> Bool {
    let states = golden["states"] as? [[String: Any]] ?? []
    return golden["error"] is String
      || states.contains { state in
        state.contains { key, value in
          let isPartial = ["frames", "values"].contains(key)
          return !isPartial || (value as? [String: Any])?.isEmpty == false
        }
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

  static func render(_ rows: [SemanticsDocument.Row], _ shown: [String: [Shown]]) -> String {
    var lines = [
      "# Acceptance rows and their tests", "",
      "The rows are those of [docs/semantics.md](../../docs/semantics.md#3). Generated from the names of tests and goldens by",
      "`TRELLIS_RECORD=1 swift test --filter AcceptanceTests`; `AcceptanceTests` fails where a row has no test that checks anything.",
      "", "| row | rule | shown by |", "| --- | --- | --- |",
    ]
    for row in rows {
      let served = row.servedBy.isEmpty ? "" : " (here: \(row.servedBy))"
      let tests = (shown[row.id] ?? []).map { "\(target(of: $0.file)): \(rest(of: $0.name))" }
      let cells = [row.id, row.rule + served, tests.joined(separator: "; ")]
      lines.append("| \(cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
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

@Suite("Acceptance rows")
struct AcceptanceTests {
  @Test func everyRowIsThere() throws {
    let ids = try SemanticsDocument().rows.map(\.id)
    let counts = ["A": 16, "B": 24, "C": 14, "D": 10, "E": 39, "F": 18]
    let expected = counts.keys.sorted().flatMap { letter in
      (1...(counts[letter] ?? 0)).map { "\(letter)\($0 < 10 ? "0" : "")\($0)" }
    }
    #expect(ids == expected)
  }

  @Test func everyRowIsShownByTestsThatCheck() throws {
    let shown = try Acceptance.shown()
    let rows = try SemanticsDocument().rows
    let missing = rows.map(\.id).filter { shown[$0] == nil }
    #expect(missing.isEmpty, "no test and no golden begins with \(missing.joined(separator: ", "))")
    let known = Set(rows.map(\.id))
    let unknown = shown.keys.filter { !known.contains($0) }.sorted()
    #expect(unknown.isEmpty, "there is no row \(unknown.joined(separator: ", "))")
    for test in Set(shown.values.joined().filter { !$0.checks }.map { "\($0.file): \($0.name)" }) {
      Issue.record("checks nothing: \(test)")
    }
    if ProcessInfo.processInfo.environment["TRELLIS_RECORD"] == "1" {
      let file = Repository.root.appendingPathComponent(Acceptance.trace)
      try Data(Acceptance.render(rows, shown).utf8).write(to: file)
    }
  }

  /// Not that it is up to date: a new test elsewhere does not make this one fail.
  @Test func traceHasEveryRow() throws {
    let written = try Repository.text(Acceptance.trace)
    for row in try SemanticsDocument().rows { #expect(written.contains("| \(row.id) |")) }
  }

  @Test func namesOfSeveralRows() {
    #expect(Acceptance.leadingRows("B08 B10 a name with A01 inside") == ["B08", "B10"])
    #expect(Acceptance.leadingRows("E01 to E04 many") == ["E01", "E02", "E03", "E04"])
    #expect(Acceptance.leadingRows("E01, E02 and E05: some") == ["E01", "E02", "E05"])
    #expect(Acceptance.leadingRows("A row") == [] && Acceptance.leadingRows("G01 A100 x") == [])
  }

  @Test func goldensWithoutAResult() {
    #expect(!Acceptance.hasResult(["row": "A01", "document": [String: Any]()]))
    #expect(!Acceptance.hasResult(["states": [["frames": [String: Any]()]]]))
    #expect(Acceptance.hasResult(["states": [["frames": ["a": [0, 0, 1, 1]]]]]))
    #expect(Acceptance.hasResult(["states": [["conflicts": [Any]()]]]))
    #expect(Acceptance.hasResult(["error": "unknown item"]))
  }
}

@Suite("Tests that check nothing")
struct TestSourcesTests {
  private static let source = """
    @Test("A01 empty") func empty() {}
    @Test("A02 work without a check") func work() throws { let frame = try layout(); _ = frame.width }
    @Test("A03 in a comment") func commented() { /* #expect(1 == 1) */ }  // #expect(2 == 2)
    @Test("A04 in a literal") func quoted() { print("#expect(1 == 1) \\(f("}"))"); print(#"#require(x)"#) }
    @Test("A05 always true") func always() { #expect(true); #expect( true, "note") }
    @Test("A06 calls what checks nothing") func callsIdle() { layout() }
    @Test("A07 expects") func expects() { #expect(layout() == 1) }
    @Test("A08 requires", arguments: [1, 2]) func requires(_ n: Int) throws { if n > 0 { try #require(find(n)) } }
    @Test("A09 calls what checks") func calls() { world.outer { 1 } }
    @Test("A10 expects an error") func throwing() { #expect(throws: Failure.self) { try layout() } }
    func outer(_ body: () -> Int) { same(body()) }
    func same(_ x: Int) { guard x != 1 else { return }; Issue.record("differs") }
    func layout() -> Int { 1 }
    """

  @Test func areFound() throws {
    let tests = try TestSources([("a.swift", Self.source)]).tests
    #expect(tests.count == 10)
    #expect(tests.filter(\.checks).map { String($0.name.prefix(3)) } == ["A07", "A08", "A09", "A10"])
  }

  @Test func functionsOfOtherFiles() throws {
    let caller = #"@Test("A01 x") func x() { check(1) }"#
    let checking = "func check(_ x: Int) { #expect(x == 1) }"
    let idle = "func check(_ x: Int) {}"
    func checks(_ texts: String...) throws -> [Bool] {
      try TestSources(texts.enumerated().map { ("\($0.offset).swift", $0.element) }).tests.map(\.checks)
    }
    #expect(try checks(caller, checking) == [true])
    #expect(try checks(caller, idle) == [false])
    #expect(try checks(caller, checking, idle) == [false])
    #expect(try checks(caller + "\n" + idle, checking) == [false])
  }
}
