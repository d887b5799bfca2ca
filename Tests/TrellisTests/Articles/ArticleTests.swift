// The code of the articles: what stands in an article is what is compiled and run here, word for word, except for `_ = `
// before a value that is only shown and for the spaces before its comment. A function holds
// the code of one article between `// article` and `// end`, block by block; expectations lie between the blocks.

import Foundation
import Testing

@Suite("Articles")
struct ArticleTests {
  @Test(
    "An article's code is the code that is tested",
    arguments: [
      "StackViews", "MarginsAndSafeArea", "SizesFromContent", "WritingConstraints", "WhenSomethingIsWrong", "Templates",
      "FlatScenes",
    ])
  func isTested(_ article: String) throws {
    let here = URL(fileURLWithPath: #filePath)
    let package = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: package.appending(path: "Sources/Trellis/Trellis.docc/\(article).md"), encoding: .utf8)
    let source = try String(
      contentsOf: here.deletingLastPathComponent().appending(path: "\(article)Article.swift"), encoding: .utf8)
    let written = blocks(text, from: "```swift", to: "```")
    #expect(written.count >= 4)
    #expect(written == blocks(source, from: "// article", to: "// end"))
  }

  /// The lines between markers, less the indentation of the first marker.
  private func blocks(_ text: String, from start: String, to end: String) -> [[String]] {
    var blocks: [[String]] = []
    var indentation: Int?
    for line in text.components(separatedBy: "\n") {
      let trimmed = line.drop { $0 == " " }
      if let depth = indentation {
        if trimmed == end {
          indentation = nil
        } else {
          let shown = String(line.dropFirst(min(depth, line.count)))
            .replacingOccurrences(of: " +//", with: "  //", options: .regularExpression)
          blocks[blocks.count - 1].append(shown.hasPrefix("_ = ") ? String(shown.dropFirst(4)) : shown)
        }
      } else if trimmed == start {
        indentation = line.count - trimmed.count
        blocks.append([])
      }
    }
    return blocks
  }
}
