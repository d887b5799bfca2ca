// The documents of the article "Layout documents", with their results.

import Foundation
import Testing

@testable import TrellisFiles

@Suite struct DocumentArticleTests {
  /// A block of the article: its language and its text.
  private static func blocks() throws -> [(language: String, text: String)] {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    let article = try String(
      contentsOf: package.appending(path: "Sources/Trellis/Trellis.docc/LayoutDocuments.md"), encoding: .utf8)
    let parts = article.components(separatedBy: "\n```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].components(separatedBy: "\n")
      return (lines[0], lines.dropFirst().joined(separator: "\n"))
    }
  }

  private func dictionary(_ text: String) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test func documentsGiveWhatTheArticleSays() throws {
    let blocks = try Self.blocks()
    #expect(blocks.map(\.language) == ["json", "result", "json", "result", "json", "result", "json", "error"])
    for (document, answer) in zip(blocks, blocks.dropFirst()) where document.language == "json" {
      if answer.language == "error" {
        let error = #expect(throws: DocumentError.self) {
          _ = try LayoutDocument(parsing: document.text, file: "a.json")
        }
        #expect(error?.description == answer.text)
      } else {
        let result = try LayoutDocument(parsing: document.text, file: "a.json").run()
        let found = try dictionary(result.json())
        #expect(found == (try dictionary(answer.text)), "\(result.json())")
      }
    }
  }
}
