// Finds in a console log what Auto Layout has said in it: conflicts, as UIKit and AppKit print them since iOS 6 and OS X
// 10.7, and the views that `_autolayoutTrace` or a sentence calls ambiguous. Forms: docs/semantics.md#2.5 and 2.9.

import Trellis

/// What a console log says about layouts.
struct LogReader {
  private(set) var conflicts: [LoggedConflict] = []
  private(set) var ambiguities: [LoggedAmbiguity] = []

  /// The longest description of a constraint, and the most of one message, in bytes and members: a log is no program.
  private static let (longestDescription, mostMembers) = (4_096, 4_096)

  /// Reads a log. Never fails: what cannot be read is kept as such. Linear in the log.
  init(_ bytes: [UInt8]) {
    let text = LogText(bytes)
    var starts: [Int] = []
    for word in ["Unable to simultaneously satisfy constraints", "Conflicting constraints detected"] as [StaticString] {
      var offset = 0
      while let found = text.find(word, from: offset) {
        starts.append(found)
        offset = found + word.utf8CodeUnitCount
      }
    }
    starts.sort()
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : text.bytes.count
      conflicts.append(Self.conflict(text, from: start, to: end))
    }
    ambiguities = Self.ambiguities(text)
  }

  // MARK: Conflicts

  private static func conflict(_ text: LogText, from start: Int, to end: Int) -> LoggedConflict {
    var conflict = LoggedConflict(line: text.line(of: start))
    let recovery = text.find("Will attempt to recover by breaking", from: start, before: end)
    let listEnd = recovery ?? end
    var offset = start
    while conflict.constraints.count < mostMembers, let found = description(in: text, from: offset, before: listEnd) {
      offset = found.upperBound
      read(found, text) {
        conflict.constraints.append($0)
      } orElse: {
        conflict.unreadable.append($0)
      }
    }
    if let recovery, let found = description(in: text, from: recovery, before: end) {
      read(found, text) {
        conflict.broken = $0
      } orElse: {
        conflict.unreadable.append($0)
      }
    }
    conflict.isPrivate = conflict.constraints.isEmpty && text.find("<private>", from: start, before: end) != nil
    return conflict
  }

  private static func read(
    _ range: Range<Int>, _ text: LogText, _ found: (LoggedConstraint) -> Void,
    orElse fail: ((line: Int, text: String)) -> Void
  ) {
    let line = text.line(of: range.lowerBound)
    let raw = Array(text.bytes[range])
    // A wrapped line was broken anywhere, or between words.
    let space = UInt8(ascii: " ")
    let readings =
      raw.contains(UInt8(ascii: "\n"))
      ? [raw.filter { $0 != UInt8(ascii: "\n") }, joined(raw, by: [space]), joined(raw, by: [])] : [raw]
    for reading in readings {
      var parser = DescriptionParser(reading, line: line)
      if let constraint = parser.constraint() { return found(constraint) }
    }
    fail((line, String(decoding: joined(raw, by: [space]).prefix(400), as: UTF8.self)))
  }

  /// One line of several, without the spaces that begin them.
  private static func joined(_ raw: [UInt8], by joint: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    for part in raw.split(separator: UInt8(ascii: "\n")) {
      if !line.isEmpty { line += joint }
      line += part.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    return line
  }

  /// The next `<Class:0x… >` with the address of a constraint, from bracket to bracket.
  private static func description(in text: LogText, from offset: Int, before end: Int) -> Range<Int>? {
    let bytes = text.bytes
    var start = offset
    while start < end {
      guard let open = bytes[start..<end].firstIndex(of: UInt8(ascii: "<")) else { return nil }
      let head = bytes[open..<min(open + 160, end)]
      guard isHead(head) else {
        start = open + 1
        continue
      }
      // The bracket that ends it has a quotation mark, a full stop or the end of the line behind it; `>=` has not.
      let limit = min(open + longestDescription, end)
      var close = open + 1
      while close < limit {
        if bytes[close] == UInt8(ascii: "<"), close > open + 1, isHead(bytes[close..<min(close + 160, limit)]) { break }
        if bytes[close] == UInt8(ascii: ">"), isEnd(bytes, after: close, limit: end) { return open..<(close + 1) }
        close += 1
      }
      // It has no end: what there is of it.
      let lineEnd = bytes[open..<min(close, limit)].firstIndex(of: UInt8(ascii: "\n")) ?? min(close, limit)
      return open..<max(lineEnd, open + 1)
    }
    return nil
  }

  /// `<`, a class whose name ends in `Constraint`, `:0x`.
  private static func isHead(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "<") else { return false }
    let name = bytes.dropFirst().prefix { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
    guard name.count >= 10, name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ":") else {
      return false
    }
    return name.suffix(10).elementsEqual("Constraint".utf8)
  }

  private static func isEnd(_ bytes: [UInt8], after close: Int, limit: Int) -> Bool {
    guard close + 1 < limit else { return true }
    switch bytes[close + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "`"): return true
    case UInt8(ascii: "."):
      return close + 2 >= limit || bytes[close + 2] == UInt8(ascii: "\n") || bytes[close + 2] == UInt8(ascii: " ")
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      return bytes[(close + 1)..<min(close + 40, limit)].allSatisfy {
        $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "(")
      }
        || bytes[(close + 1)..<min(close + 12, limit)].contains(UInt8(ascii: "\n"))
    default: return false
    }
  }

  // MARK: Ambiguity

  /// Lines of `_autolayoutTrace`: `*UILabel:0x…'Title'- AMBIGUOUS LAYOUT for UILabel:0x….minX{id: 170}, …`, and the older
  /// `*<UIView:0x…> - AMBIGUOUS LAYOUT`.
  private static func ambiguities(_ text: LogText) -> [LoggedAmbiguity] {
    var found: [LoggedAmbiguity] = []
    var offset = 0
    for _ in 0..<mostMembers {
      guard let mark = text.find("AMBIGUOUS LAYOUT", from: offset) else { break }
      offset = mark + 16
      let bytes = text.bytes
      let lineStart =
        bytes[..<mark].suffix(2_048).lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? max(0, mark - 2_048)
      let lineEnd = bytes[mark...].prefix(8_192).firstIndex(of: UInt8(ascii: "\n")) ?? min(bytes.count, mark + 8_192)
      guard let item = DescriptionParser.treeItem(Array(bytes[lineStart..<mark])) else { continue }
      let rest = String(decoding: bytes[(mark + 16)..<lineEnd], as: UTF8.self)
      let names: [(String, Attribute)] = [
        (".minX", .left), (".minY", .top), (".Width", .width), (".Height", .height), (".maxX", .right),
        (".maxY", .bottom),
      ]
      let own = rest.split(separator: ",").filter { item.address.isEmpty || $0.contains(item.address) }
      let attributes = names.filter { name in own.contains { $0.contains(name.0) } }.map(\.1)
      found.append(LoggedAmbiguity(line: text.line(of: mark), item: item, attributes: attributes))
    }
    return found
  }
}
