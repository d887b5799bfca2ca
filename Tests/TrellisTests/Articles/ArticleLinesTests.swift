// The code of every article is code of a test: each Swift block of an article stands, line for line, in a test that runs.
//
// Indentation, empty lines and a comment at the end of a line do not count; otherwise a block is a run of consecutive
// lines of one test file.

import Foundation
import Testing

@Suite("Articles, line by line")
struct ArticleLinesTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines that count.
  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let code = line.range(of: "  // ").map { line[..<$0.lowerBound] } ?? line[...]
      let trimmed = code.trimmingCharacters(in: .whitespaces)
      return trimmed.isEmpty || trimmed.hasPrefix("//") ? nil : trimmed
    }
  }

  private static func swiftBlocks(_ article: String) -> [String] {
    article.components(separatedBy: "\n```swift\n").dropFirst().map { rest in
      rest.components(separatedBy: "\n```").first ?? ""
    }
  }

  @Test(
    "The code of an article is compiled and run",
    arguments: [
      ("ComingFromAutoLayout", "ComingFromAutoLayoutTests"), ("ComingFromMasonry", "ComingFromMasonryTests"),
      ("UpdateCycle", "UpdateCycleArticleTests"),
    ])
  func isRun(article: String, test: String) throws {
    let blocks = Self.swiftBlocks(try Self.text("Sources/Trellis/Trellis.docc/\(article).md"))
    let code = Self.lines(try Self.text("Tests/TrellisTests/Articles/\(test).swift"))
    #expect(blocks.count >= 4)
    for block in blocks {
      let wanted = Self.lines(block)
      #expect(!wanted.isEmpty)
      let isThere = code.indices.contains { code[$0...].starts(with: wanted) }
      #expect(isThere, "not in \(test).swift, line for line:\n\(block)")
    }
  }
}
