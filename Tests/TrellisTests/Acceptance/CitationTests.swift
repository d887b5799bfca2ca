// Every citation of a rule has a target: sections and rows of docs/semantics.md, rules of docs/storyboards.md, and documents
// by their path.

import Foundation
import Testing

/// What a text cites, by the forms that this project uses.
struct Citations {
  /// "semantics 2.3, 2.5", "docs/semantics.md 2.10", and the numbers that names of tests begin with.
  var sections: [String]
  /// "A05", "rows B01 to B11": the codes as they are written.
  var rows: [String]
  /// "storyboards rule 5".
  var rules: [String]
  /// "docs/coming-from-uikit.md".
  var documents: [String]

  init(_ text: String) throws {
    let numbers = #"\d+(?:\.\d+)?(?:(?:, | and )[1-4]\.\d+)*"#
    let cited =
      try matches("(?i:semantics)(?:\\.md)?,? (?:§|section )?(\(numbers))", in: text)
      + matches("@Test\\(\\s*\"(\(numbers)) ", in: text)
    sections = try cited.flatMap { try matches(#"\d+(?:\.\d+)?"#, in: $0[1]).map { $0[0] } }
    rows = try matches(#"(?<![\w#])[A-F][0-3]\d(?!\w)"#, in: text).map { $0[0] }
    rules = try matches(#"\brules? (\d+)\b"#, in: text).map { $0[1] }
    documents = try matches(#"(?<![\w./])(?:docs|Benchmarks)/[\w./-]+\.md\b"#, in: text).map { $0[0] }
  }

  /// The comments of a source, and the names of its tests: hexadecimal digits in code are not rows.
  static func cited(in source: String) -> String {
    source.components(separatedBy: "\n").compactMap { line in
      if line.contains("@Test(") { return line }
      return line.range(of: "//").map { String(line[$0.lowerBound...]) }
    }.joined(separator: "\n")
  }
}

@Suite("Citations")
struct CitationTests {
  @Test func areRecognized() throws {
    let found = try Citations(
      """
      // Texts (semantics 2.3, 2.5 and 2.9) of constraints; semantics, section 4. See docs/semantics.md 2.10: 114.286
      // rows B01 to B11, C14; storyboards rule 5 and docs/coming-from-uikit.md. Not 2.4 alone, not #F00A10, not A4.
      @Test("2.11 the grammar") @Test("A05 2.5 points")
      """)
    #expect(found.sections == ["2.3", "2.5", "2.9", "4", "2.10", "2.11"])
    #expect(found.rows == ["B01", "B11", "C14", "A05"])
    #expect(found.rules == ["5"])
    #expect(found.documents == ["docs/semantics.md", "docs/coming-from-uikit.md"])
  }

  @Test func haveTargets() throws {
    let semantics = try SemanticsDocument()
    let rows = Set(semantics.rows.map(\.id))
    let rules = Set(try matches(#"<a id="rule-(\d+)"></a>"#, in: Repository.text("docs/storyboards.md")).map { $0[1] })
    var files = try Repository.files(in: "Sources", ".swift", ".md") + Repository.files(in: "CSolver", ".c", ".h")
    files += try Repository.files(in: "Tests", ".swift", ".md", "Goldens/rows-stacks.json")
    files += try Repository.files(in: "Tools/Sources", ".swift") + Repository.files(in: "Tools/Tests", ".swift")
    files += try Repository.files(in: "docs", ".md") + ["README.md", "CONTRIBUTING.md", "Benchmarks/README.md"]
    var count = 0
    for file in files where !file.hasSuffix("CitationTests.swift") {
      let text = try Repository.text(file)
      let found = try Citations(file.hasSuffix(".swift") ? Citations.cited(in: text) : text)
      count += found.sections.count + found.rows.count
      for section in found.sections {
        #expect(semantics.sections.contains(section), "\(file) cites section \(section) of docs/semantics.md")
      }
      if !file.hasPrefix("CSolver/") {
        for row in found.rows { #expect(rows.contains(row), "\(file) cites row \(row) of docs/semantics.md") }
        for rule in found.rules { #expect(rules.contains(rule), "\(file) cites rule \(rule) of docs/storyboards.md") }
      }
      for document in found.documents {
        let path = Repository.root.appendingPathComponent(document).path
        #expect(FileManager.default.fileExists(atPath: path), "\(file) cites \(document)")
      }
    }
    #expect(count > 300)
  }
}
