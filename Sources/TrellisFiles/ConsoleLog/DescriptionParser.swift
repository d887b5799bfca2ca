// One description of a constraint, read back: `<NSLayoutConstraint:0x… 'id' H:|-(8)-[UILabel:0x…'Title']   (active, names:
// '|':UIView:0x… )>` and its older and younger forms (docs/semantics.md#2.9), those of SnapKit and Masonry, and what Trellis
// prints itself.
//
// Names come last in a description and are needed first: what `|` stands for, and which words are items. So the end is
// read before the body.

import Foundation
import Trellis

/// Reads one description. Every step moves forward in a few kilobytes.
struct DescriptionParser {
  private let bytes: [UInt8]
  private let line: Int
  private var position = 0
  private var end: Int
  /// Items by their names in this description; `|` for the superview.
  private var names: [(name: [UInt8], item: LoggedItem)] = []

  init(_ bytes: [UInt8], line: Int) {
    self.bytes = bytes
    self.line = line
    end = bytes.count
  }

  /// The constraint; nil where it is none that can be read.
  mutating func constraint() -> LoggedConstraint? {
    guard take("<") else { return nil }
    let className = word { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
    guard take(":"), let address = address() else { return nil }
    if bytes.last == UInt8(ascii: ">") { end -= 1 }
    var made = LoggedConstraint(
      text: String(decoding: bytes, as: UTF8.self), line: line, className: className, address: address,
      first: LoggedItem(className: "", address: ""), firstAttribute: .notAnAttribute, relation: .equal)
    if take("@") { made.source = source() }
    readNames()
    skipSpaces()
    // `'identifier'`, or Masonry's key.
    if peek("'"), let quoted = quotedWord() { made.identifier = quoted }
    skipSpaces()
    made.mask = mask()
    skipSpaces()
    let start = position
    if body(&made) { return made }
    // A key of Masonry's, `MASLayoutConstraint:0x… key view.left == …`, may be any word.
    position = start
    made.identifier = made.identifier ?? word { isWord($0) }
    skipSpaces()
    return position > start && body(&made) ? made : nil
  }

  /// The item that a line of a tree is about: `| | *UILabel:0x…'Title'- `, `*<UIView:0x…> - `.
  static func treeItem(_ line: [UInt8]) -> LoggedItem? {
    var parser = DescriptionParser(line, line: 0)
    while parser.position < parser.end {
      let byte = parser.bytes[parser.position]
      if isLetter(byte) || byte == UInt8(ascii: "_") { break }
      parser.position += 1
    }
    return parser.item(endingIn: "->, ")
  }

  // MARK: The end

  /// `(active, names: a:UIView:0x1, '|':UIView:0x2 )`, `(Names: '|':UIView:0x2 )`, `(inactive)`.
  private mutating func readNames() {
    guard let open = lastIndex(of: "(Names:") ?? lastIndex(of: "(active") ?? lastIndex(of: "(inactive") else { return }
    defer { end = open }
    guard let colon = bytes[open..<end].firstIndex(of: UInt8(ascii: ":")) else { return }
    var tail = DescriptionParser(Array(bytes[(colon + 1)..<end]), line: line)
    for _ in 0..<64 {
      tail.skipSpaces()
      guard let entry = tail.nameEntry() else { return }
      names.append(entry)
      tail.skipSpaces()
      guard tail.take(",") else { return }
    }
    names.sort { $0.name.count > $1.name.count }
  }

  /// `title:0x1`, `title:UILabel:0x1`, `'|':UIView:0x2`, `'|':card:0x2`.
  private mutating func nameEntry() -> (name: [UInt8], item: LoggedItem)? {
    let isBar = take("'|':")
    guard let mark = index(of: ":0x", from: position) else { return nil }
    var words = bytes[position..<mark]
    position = mark + 1
    guard let address = address() else { return nil }
    let title = peek("'") ? quotedWord() : nil
    if isBar {
      let known = names.first { $0.item.address == address }?.item
      let className = String(decoding: words, as: UTF8.self)
      return (
        [UInt8(ascii: "|")], known ?? LoggedItem(className: className, address: address, title: title, name: nil)
      )
    }
    var className = ""
    if let colon = words.lastIndex(of: UInt8(ascii: ":")) {
      className = String(decoding: words[(colon + 1)...], as: UTF8.self)
      words = words[..<colon]
    }
    let name = Array(words)
    return (
      name,
      LoggedItem(className: className, address: address, title: title, name: String(decoding: name, as: UTF8.self))
    )
  }

  // MARK: The body

  private mutating func body(_ made: inout LoggedConstraint) -> Bool {
    let isRead: Bool
    if peek("H:") || peek("V:"), !peek("V:0x"), !peek("H:0x") {
      isRead = format(&made)
    } else {
      isRead = equation(&made)
    }
    guard isRead, made.constant.isFinite, made.multiplier.isFinite, abs(made.constant) <= 1e8 else { return false }
    made.superview = made.superview ?? names.first { $0.name == [UInt8(ascii: "|")] }?.item
    if made.isInSuperview, let superview = made.superview {
      made.second = superview
      made.secondAttribute = made.firstAttribute.axis == .horizontal ? .left : .top
      made.isInSuperview = false
    }
    return true
  }

  /// `H:|-(8)-[a]`, `V:[a]-(>=8@750)-[b]`, `H:[a(120)]`, with `(LTR)` and the forces of a content size behind.
  private mutating func format(_ made: inout LoggedConstraint) -> Bool {
    let isHorizontal = peek("H:")
    position += 2
    let isAbsolute = contains("(LTR)")
    let near: Attribute = isHorizontal ? (isAbsolute ? .left : .leading) : .top
    let far: Attribute = isHorizontal ? (isAbsolute ? .right : .trailing) : .bottom
    guard let before = formatItem(&made, isHorizontal) else { return false }
    if position >= end || made.firstAttribute.isSize { return made.firstAttribute.isSize && rest(&made) }
    if take("-") {
      if take("(") {
        guard predicate(&made), take(")"), take("-") else { return false }
      } else {
        guard let number = number(), take("-") else { return false }
        made.constant = number
      }
    }
    guard let after = formatItem(&made, isHorizontal), !made.firstAttribute.isSize else { return false }
    switch (before, after) {
    case (.bar, .bar): return false
    case (.bar, .item(let item)):
      guard let superview = made.superview else { return false }
      (made.first, made.firstAttribute, made.second, made.secondAttribute) = (item, near, superview, near)
    case (.item(let item), .bar):
      guard let superview = made.superview else { return false }
      (made.first, made.firstAttribute, made.second, made.secondAttribute) = (superview, far, item, far)
    case (.item(let one), .item(let other)):
      (made.first, made.firstAttribute, made.second, made.secondAttribute) = (other, near, one, far)
    }
    return rest(&made)
  }

  private enum FormatItem { case bar, item(LoggedItem) }

  /// `|`, `[item]`, or `[item(120)]`, which is a length.
  private mutating func formatItem(_ made: inout LoggedConstraint, _ isHorizontal: Bool) -> FormatItem? {
    if take("|") {
      made.superview = names.first { $0.name == [UInt8(ascii: "|")] }?.item
      return .bar
    }
    guard take("["), let item = item(endingIn: "](") else { return nil }
    if take("(") {
      guard predicate(&made), take(")") else { return nil }
      (made.first, made.firstAttribute) = (item, isHorizontal ? .width : .height)
    }
    return take("]") ? .item(item) : nil
  }

  /// `>=8@750`, `NSSpace(8)`, `120`.
  private mutating func predicate(_ made: inout LoggedConstraint) -> Bool {
    made.relation = relation() ?? .equal
    let isSymbol = take("NSSpace(")
    guard let number = number() else { return false }
    if isSymbol, !take(")") { return false }
    made.constant = number
    if take("@") {
      guard let priority = self.number() else { return false }
      made.priority = priority
    }
    return made.priority > 0 && made.priority <= 1000
  }

  /// `a.width == 0.5*b.width + 10`, `a.height >= 44`, `a.midY == + 37.5`.
  private mutating func equation(_ made: inout LoggedConstraint) -> Bool {
    guard let first = item(endingIn: "."), take("."), let (attribute, isMask) = attribute() else { return false }
    (made.first, made.firstAttribute) = (first, attribute)
    skipSpaces()
    guard let relation = relation() else { return false }
    made.relation = relation
    skipSpaces()
    let start = position
    if let number = signedNumber() {
      skipSpaces()
      if position >= end || peek("priority:") || peek("@") || peek("(") || peek("Hug:") {
        made.constant = number
        made.isInSuperview = isMask || attribute.isPosition
        return rest(&made)
      }
      position = start
    }
    if take("-") { made.multiplier = -1 }
    let factorStart = position
    if let factor = number() {
      skipSpaces()
      if take("*") || take("x ") { made.multiplier *= factor } else { position = factorStart }
    }
    skipSpaces()
    guard let second = item(endingIn: "."), take("."), let (other, _) = self.attribute() else { return false }
    (made.second, made.secondAttribute) = (second, other)
    skipSpaces()
    if peek("+") || peek("-") {
      guard let number = signedNumber() else { return false }
      made.constant = number
    }
    return rest(&made)
  }

  /// `priority:750`, `@ 750`, `Hug:250 CompressionResistance:750`.
  private mutating func rest(_ made: inout LoggedConstraint) -> Bool {
    skipSpaces()
    _ = take("(LTR)") || take("(RTL)")
    skipSpaces()
    if take("priority:") || take("@") || take("^") {
      skipSpaces()
      guard let priority = number() else { return false }
      made.priority = priority
    }
    skipSpaces()
    if take("Hug:") {
      guard let hugging = number() else { return false }
      skipSpaces()
      guard take("CompressionResistance:"), let compression = number() else { return false }
      made.content = (hugging, compression)
    }
    skipSpaces()
    return position >= end && made.priority > 0 && made.priority <= 1000
  }

  // MARK: Parts

  /// An item: a name that the description explains, `Class:0x…` with a title, or one word.
  private mutating func item(endingIn terminators: String) -> LoggedItem? {
    let ends = Set(terminators.utf8)
    for (name, item) in names where name != [UInt8(ascii: "|")] && peek(name) {
      let after = position + name.count
      if after >= end || ends.contains(bytes[after]) {
        position = after
        return item
      }
    }
    if let mark = index(of: ":0x", from: position), mark - position <= 512,
      !bytes[position..<mark].contains(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "=") })
    {
      let className = String(decoding: bytes[position..<mark], as: UTF8.self)
      let start = position
      position = mark + 1
      if let address = address() {
        let title = peek("'") ? quotedWord(before: ends) : nil
        let known = names.first { $0.item.address == address && $0.name != [UInt8(ascii: "|")] }?.item
        return LoggedItem(className: className, address: address, title: title, name: known?.name)
      }
      position = start
    }
    let start = position
    let name = word { isWord($0) || $0 == UInt8(ascii: "-") }
    guard position > start, position >= end || ends.contains(bytes[position]) else { return nil }
    return LoggedItem(className: "", address: "", title: nil, name: name)
  }

  private mutating func attribute() -> (Attribute, isMask: Bool)? {
    let name = word { isLetter($0) }
    switch name {
    case "minX": return (.left, true)
    case "midX": return (.centerX, true)
    case "maxX": return (.right, true)
    case "minY": return (.top, true)
    case "midY": return (.centerY, true)
    case "maxY": return (.bottom, true)
    case "baseline": return (.lastBaseline, false)
    default:
      return Attribute.allCases.first { $0 != .notAnAttribute && $0.description == name }.map { ($0, false) }
    }
  }

  private mutating func relation() -> Relation? {
    if take("==") { return .equal }
    if take("<=") { return .lessThanOrEqual }
    if take(">=") { return .greaterThanOrEqual }
    return nil
  }

  private mutating func signedNumber() -> Double? {
    let start = position
    var sign = 1.0
    if take("-") { sign = -1 } else { _ = take("+") }
    skipSpaces()
    if let number = number() { return sign * number }
    position = start
    return nil
  }

  private mutating func number() -> Double? {
    let start = position
    if position < end, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") { position += 1 }
    while position < end, isDigit(bytes[position]) || bytes[position] == UInt8(ascii: ".") { position += 1 }
    if position < end, position > start, bytes[position] | 0x20 == UInt8(ascii: "e") {
      var after = position + 1
      if after < end, bytes[after] == UInt8(ascii: "-") || bytes[after] == UInt8(ascii: "+") { after += 1 }
      if after < end, isDigit(bytes[after]) {
        position = after
        while position < end, isDigit(bytes[position]) { position += 1 }
      }
    }
    if position - start <= 40, let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) {
      return value
    }
    position = start
    return nil
  }

  private mutating func address() -> String? {
    guard take("0x") else { return nil }
    let digits = word { isHexadecimal($0) }
    return digits.isEmpty || digits.utf8.count > 16 ? nil : "0x" + digits
  }

  /// SnapKit's `File.swift#81`, to the next space.
  private mutating func source() -> String? {
    let text = word { $0 != UInt8(ascii: " ") }
    return text.isEmpty ? nil : text.replacing("#", with: ":")
  }

  /// `h=--& v=&--`.
  private mutating func mask() -> String? {
    let start = position
    guard take("h=") else { return nil }
    _ = word { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "&") }
    skipSpaces()
    guard take("v=") else {
      position = start
      return nil
    }
    _ = word { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "&") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// What stands between apostrophes. A title may have some itself: the one counts that something expected follows.
  private mutating func quotedWord(before ends: Set<UInt8> = []) -> String? {
    guard take("'") else { return nil }
    let start = position
    var close = start
    while close < end {
      if bytes[close] == UInt8(ascii: "'") {
        let next = close + 1 < end ? bytes[close + 1] : UInt8(ascii: " ")
        let isExpected =
          ends.isEmpty ? [UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ")")].contains(next) : ends.contains(next)
        if isExpected || close + 1 >= end {
          position = close + 1
          return String(decoding: bytes[start..<close], as: UTF8.self)
        }
      }
      close += 1
    }
    return nil
  }

  private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
    let start = position
    while position < end, isPart(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipSpaces() {
    while position < end, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t") {
      position += 1
    }
  }

  private func peek(_ text: String) -> Bool { peek(Array(text.utf8)) }

  private func peek(_ text: [UInt8]) -> Bool {
    position + text.count <= end && bytes[position..<position + text.count].elementsEqual(text)
  }

  private mutating func take(_ text: String) -> Bool {
    guard peek(text) else { return false }
    position += text.utf8.count
    return true
  }

  private func contains(_ text: String) -> Bool { index(of: text, from: position) != nil }

  private func index(of text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    guard start <= end - wanted.count else { return nil }
    return (start...(end - wanted.count)).first { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }

  private func lastIndex(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard position <= end - wanted.count else { return nil }
    return (position...(end - wanted.count)).last { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
