// docs/semantics.md as data: its sections, and the acceptance rows of its third part.

import Foundation
import Testing

enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The files under a folder whose names end like this, sorted; builds and tools' caches are left out.
  static func files(in folder: String, _ suffixes: String...) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.allObjects
      .compactMap { $0 as? String }
    let found = try #require(names, "no folder \(folder)").filter { name in
      suffixes.contains(where: name.hasSuffix) && !name.contains(".build")
    }
    return found.map { "\(folder)/\($0)" }.sorted()
  }
}

/// All matches of a pattern: the groups of each, "" for one that took no part.
func matches(_ pattern: String, in text: String) throws -> [[String]] {
  let expression = try NSRegularExpression(pattern: pattern)
  return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map { match in
    (0..<match.numberOfRanges).map { group in
      Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
    }
  }
}

struct SemanticsDocument {
  struct Row: Equatable {
    var id: String
    var rule: String
    /// What serves a row whose original cannot exist here; "" for most.
    var servedBy: String
  }

  /// "1", "1.1", "2.10": what has an anchor.
  var sections: Set<String>
  var rows: [Row]

  init() throws {
    let text = try Repository.text("docs/semantics.md")
    sections = Set(try matches(#"<a id="([0-9.]+)"></a>"#, in: text).map { $0[1] })
    rows = try text.components(separatedBy: "\n").filter { $0.hasPrefix(#"| <a id=""#) }.compactMap { line in
      // `\|` in a cell is a bar of its text.
      let cells = line.replacingOccurrences(of: "\\|", with: "\u{1}").split(
        separator: "|", omittingEmptySubsequences: false
      ).map { $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\u{1}", with: "|") }
      guard let id = try matches(#"<a id="([A-F]\d\d)"></a>([A-F]\d\d)"#, in: cells[1]).first else { return nil }
      try #require(cells.count == 5 && id[1] == id[2], "\(line)")
      return Row(id: id[1], rule: cells[2], servedBy: cells[3])
    }
  }
}
