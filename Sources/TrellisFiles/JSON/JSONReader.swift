// A strict JSON reader whose values know where they stand, in one pass and without recursion.
//
// Strict, because a layout document is written by hand and read by machines of other people: what one reader forgives,
// another rejects or reads differently (RFC 8259, section 9 leaves extensions to each reader; this one has none).
// Refused, each with its position and its cure: duplicate keys, trailing and missing commas, comments, single quotes,
// unquoted keys, bad escapes, lone surrogates, control characters, invalid UTF-8, leading zeros, NaN, Infinity and
// numbers beyond the largest double, content after the end. A byte order mark is accepted.

struct JSONReader {
  /// How deep arrays and objects may nest. A view costs two levels, so this is a tree of 500 views one in another, which
  /// leaves the recursive parts of a layout well within the smallest stacks of threads (512 KB).
  static let maximumDepth = 1_000

  /// For a file of another kind.
  private static let expectation = "a layout document is expected, which is JSON and begins with '{'"

  private let bytes: [UInt8]
  private var position: Int
  private var nodes: [JSONTree.Node] = []
  /// Indices of the open containers' nodes.
  private var open: [Int] = []

  /// Reads a whole text. Linear in its length.
  static func read(_ bytes: [UInt8]) throws(Fault) -> JSONTree {
    guard bytes.count <= Int(UInt32.max) else {
      throw Fault(0, "the document is larger than 4 GB; split it, or hand it to 'trellis batch' line by line")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Fault(0, "the text is UTF-16; save it as UTF-8, which JSON is written in")
    }
    var reader = JSONReader(bytes: bytes)
    try reader.readDocument()
    return JSONTree(bytes: bytes, nodes: reader.nodes)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    nodes.reserveCapacity(bytes.count / 16)
  }

  // MARK: - Structure

  private mutating func readDocument() throws(Fault) {
    skipSpace()
    guard position < bytes.count else {
      throw Fault(
        position, "the document is empty; the smallest one is {\"trellis\": 1, \"size\": [320, 568]}")
    }
    var wantsValue = true
    while true {
      if wantsValue {
        wantsValue = try readValue()
        continue
      }
      guard let container = open.last else { break }
      wantsValue = try readSeparator(in: container)
    }
    skipSpace()
    if position < bytes.count {
      throw Fault(position, "unexpected \(nextCharacter) after the end of the document; one file holds one document")
    }
  }

  /// Reads a value, or the head of a container with the key of its first member. True if a value must follow.
  private mutating func readValue() throws(Fault) -> Bool {
    skipSpace()
    guard position < bytes.count else { throw unexpectedEnd() }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = bytes[position] == UInt8(ascii: "{")
      if open.count == Self.maximumDepth {
        throw Fault(
          start, "arrays and objects nest deeper than \(Self.maximumDepth) levels; flatten the document")
      }
      position += 1
      open.append(nodes.count)
      nodes.append(JSONTree.Node(kind: isObject ? .object : .array, start: UInt32(start), end: 0))
      skipSpace()
      if position < bytes.count, bytes[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        position += 1
        try close()
        return false
      }
      if isObject { try readKey() }
      return true
    case UInt8(ascii: "\""):
      try readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try readNumber()
    default:
      try readLiteral()
    }
    return false
  }

  /// Reads what stands after a value: a comma (and the next key), or the container's end. True if a value must follow.
  private mutating func readSeparator(in container: Int) throws(Fault) -> Bool {
    skipSpace()
    guard position < bytes.count else { throw unexpectedEnd() }
    let isObject = nodes[container].kind == .object
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    switch bytes[position] {
    case closing:
      position += 1
      try close()
      return false
    case UInt8(ascii: ","):
      let comma = position
      position += 1
      skipSpace()
      if position < bytes.count, bytes[position] == closing {
        throw Fault(comma, "a comma with nothing after it; remove it")
      }
      if isObject { try readKey() }
      return true
    default:
      let name = isObject ? "object" : "array"
      let end = isObject ? "}" : "]"
      throw Fault(
        position, "expected ',' or '\(end)' but found \(nextCharacter); put a ',' between the values of an \(name)")
    }
  }

  private mutating func readKey() throws(Fault) {
    skipSpace()
    guard position < bytes.count else { throw unexpectedEnd() }
    guard bytes[position] == UInt8(ascii: "\"") else {
      throw Fault(
        position, "expected a key but found \(nextCharacter); keys are written in double quotes, as in \"size\"")
    }
    try readString()
    skipSpace()
    guard position < bytes.count else { throw unexpectedEnd() }
    guard bytes[position] == UInt8(ascii: ":") else {
      throw Fault(position, "expected ':' after the key but found \(nextCharacter); a member is \"key\": value")
    }
    position += 1
  }

  private mutating func close() throws(Fault) {
    guard let container = open.popLast() else { return }
    nodes[container].end = UInt32(nodes.count)
    if nodes[container].kind == .object { try checkKeys(of: container) }
  }

  /// Finds a key that an object has twice. Linear in the number of keys; small objects, which is nearly all, allocate
  /// nothing beyond their keys.
  private func checkKeys(of container: Int) throws(Fault) {
    var keys: [(key: ArraySlice<UInt8>, offset: Int)] = []
    var index = container + 1
    while index < nodes.count {
      let node = nodes[index]
      keys.append((content(of: node), Int(node.start)))
      let value = nodes[index + 1]
      index = value.kind == .array || value.kind == .object ? Int(value.end) : index + 2
    }
    if keys.count <= 8 {
      for (number, entry) in keys.enumerated() where keys[..<number].contains(where: { $0.key == entry.key }) {
        throw duplicate(entry)
      }
    } else {
      var seen = Set<ArraySlice<UInt8>>(minimumCapacity: keys.count)
      for entry in keys where !seen.insert(entry.key).inserted { throw duplicate(entry) }
    }
  }

  private func duplicate(_ entry: (key: ArraySlice<UInt8>, offset: Int)) -> Fault {
    Fault(entry.offset, "the key \(quoted(String(decoding: entry.key, as: UTF8.self))) appears twice; remove one")
  }

  private func content(of node: JSONTree.Node) -> ArraySlice<UInt8> {
    guard node.kind == .escapedString else { return bytes[Int(node.start) + 1..<Int(node.end) - 1] }
    var content: [UInt8] = []
    var position = Int(node.start) + 1
    while position < Int(node.end) - 1 {
      position = JSONEscape.appendCharacter(at: position, of: bytes, to: &content)
    }
    return content[...]
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  // MARK: - Strings

  private mutating func readString() throws(Fault) {
    let start = position
    var isEscaped = false
    position += 1
    while true {
      guard position < bytes.count else {
        throw Fault(start, "this string is never closed; close it with '\"'")
      }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        nodes.append(
          JSONTree.Node(
            kind: isEscaped ? .escapedString : .string, start: UInt32(start), end: UInt32(position)))
        return
      case UInt8(ascii: "\\"):
        isEscaped = true
        try readEscape()
      case 0x0A, 0x0D:
        throw Fault(position, "the line ends inside a string; close it with '\"', or write \\n")
      case 0x00..<0x20:
        let escape = byte == 0x09 ? "\\t" : "\\u" + hexadecimal(byte)
        throw Fault(position, "a control character inside a string; write \(escape)")
      case 0x20..<0x80:
        position += 1
      default:
        guard let length = UTF8Sequence.length(at: position, of: bytes) else {
          throw Fault(position, "not UTF-8 (byte 0x\(hexadecimal(byte).suffix(2))); save the file as UTF-8")
        }
        position += length
      }
    }
  }

  private mutating func readEscape() throws(Fault) {
    guard position + 1 < bytes.count else {
      throw Fault(position, "the document ends inside an escape; close the string with '\"'")
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      let first = try readHexadecimal(at: position)
      if 0xDC00..<0xE000 ~= first { throw loneSurrogate() }
      if 0xD800..<0xDC00 ~= first {
        let low = position + 6
        guard low + 1 < bytes.count, bytes[low] == UInt8(ascii: "\\"), bytes[low + 1] == UInt8(ascii: "u"),
          0xDC00..<0xE000 ~= (try readHexadecimal(at: low))
        else { throw loneSurrogate() }
        position += 6
      }
      position += 6
    default:
      throw Fault(
        position, "unknown escape; JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX (a backslash itself is \\\\)")
    }
  }

  /// The value of the escape `\uXXXX` at an offset.
  private func readHexadecimal(at escape: Int) throws(Fault) -> UInt32 {
    guard escape + 6 <= bytes.count,
      bytes[escape + 2..<escape + 6].allSatisfy({ JSONEscape.hexadecimalDigit($0) != nil })
    else { throw Fault(escape, "\\u needs four hexadecimal digits, as in \\u00e9") }
    return JSONEscape.hexadecimal(at: escape + 2, of: bytes)
  }

  private func loneSurrogate() -> Fault {
    Fault(position, "half of a surrogate pair; write the pair, as in \\ud83d\\ude00, or the character itself")
  }

  // MARK: - Numbers and literals

  private mutating func readNumber() throws(Fault) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let integer = position
    skipDigits()
    if position == integer {
      let word = wordFollowing(position)
      let found = word.isEmpty ? "'-'" : quoted("-" + word)
      throw Fault(start, "\(found) is not a number; a number is written like -12.5")
    }
    if bytes[integer] == UInt8(ascii: "0"), position > integer + 1 {
      throw Fault(start, "a number does not start with 0; remove the leading zeros")
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      skipDigits()
      if position == fraction { throw Fault(start, "no digits after the decimal point; write 12.0 or 12") }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      let exponent = position
      skipDigits()
      if position == exponent { throw Fault(start, "no digits in the exponent; write it like 1e3") }
    }
    let tail = wordFollowing(position)
    if !tail.isEmpty {
      let literal = String(decoding: bytes[start..<position], as: UTF8.self) + tail
      throw Fault(start, "\(quoted(literal)) is not a number; numbers are decimal, as in 12.5, and carry no unit")
    }
    guard decimalValue(bytes, start..<position).isFinite else {
      throw Fault(start, "a number beyond the largest double; layout numbers stay within 1e9")
    }
    nodes.append(JSONTree.Node(kind: .number, start: UInt32(start), end: UInt32(position)))
  }

  private mutating func skipDigits() {
    while position < bytes.count, bytes[position] &- 0x30 <= 9 { position += 1 }
  }

  private mutating func readLiteral() throws(Fault) {
    let start = position
    let word = wordFollowing(position)
    switch word {
    case "null": nodes.append(JSONTree.Node(kind: .null, start: UInt32(start), end: UInt32(start + 4)))
    case "true": nodes.append(JSONTree.Node(kind: .true_, start: UInt32(start), end: UInt32(start + 4)))
    case "false": nodes.append(JSONTree.Node(kind: .false_, start: UInt32(start), end: UInt32(start + 5)))
    case "NaN", "nan", "Infinity", "inf", "Inf":
      throw Fault(start, "\(word) is not JSON; write a finite number")
    case "":
      throw unexpectedCharacter()
    default:
      let known = Suggestion.nearest(to: word.lowercased(), among: ["null", "true", "false"])
      if known == nil, nodes.isEmpty { throw Fault(start, "found \(quoted(word)), and \(Self.expectation)") }
      let cure = known.map { "write \($0)" } ?? "strings are written in double quotes"
      throw Fault(start, "\(quoted(word)) is not a value; \(cure)")
    }
    position += word.utf8.count
  }

  private func unexpectedCharacter() -> Fault {
    switch bytes[position] {
    case UInt8(ascii: "'"):
      return Fault(position, "single quotes; strings are written in double quotes")
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return Fault(position, "JSON has no comments; remove it")
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return Fault(position, "a number starts with a digit or '-'; write it like 0.5")
    case UInt8(ascii: ","):
      return Fault(position, "a value is missing before this comma; write one, or remove the comma")
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return Fault(position, "expected a value but found \(nextCharacter); write the value, or remove what asks for it")
    case UInt8(ascii: "<") where nodes.isEmpty:
      return Fault(position, "this is XML, and \(Self.expectation)")
    case _ where nodes.isEmpty:
      return Fault(position, "found \(nextCharacter), and \(Self.expectation)")
    default:
      return Fault(position, "expected a value but found \(nextCharacter); remove it")
    }
  }

  /// Letters, digits and underscores from a position on.
  private func wordFollowing(_ start: Int) -> String {
    var end = start
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private func unexpectedEnd() -> Fault {
    guard let container = open.last else {
      return Fault(bytes.count, "the document ends where a value was expected; write it")
    }
    let node = nodes[container]
    let (line, column) = SourcePosition.lineAndColumn(of: Int(node.start), in: bytes)
    let (name, end) = node.kind == .object ? ("object", "}") : ("array", "]")
    return Fault(
      bytes.count, "the document ends inside the \(name) that begins at \(line):\(column); close it with '\(end)'")
  }

  /// The character at the position, quoted.
  private var nextCharacter: String {
    guard position < bytes.count else { return "the end of the document" }
    let length = UTF8Sequence.length(at: position, of: bytes)
    guard let length else { return "the byte 0x\(hexadecimal(bytes[position]).suffix(2))" }
    return quoted(String(decoding: bytes[position..<position + length], as: UTF8.self))
  }
}

/// Four hexadecimal digits.
private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return String(repeating: "0", count: 4 - digits.count) + digits
}

/// Whether a byte may stand in a name: `[A-Za-z0-9_]`.
func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
    return true
  default:
    return false
  }
}

/// Well-formed UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
  /// The length in bytes of the character at a position, or nil if the bytes there are none.
  static func length(at position: Int, of bytes: [UInt8]) -> Int? {
    let lead = bytes[position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard position + length <= bytes.count, second ~= bytes[position + 1],
      bytes[position + 2..<max(position + 2, position + length)].allSatisfy({ 0x80...0xBF ~= $0 })
    else { return nil }
    return length
  }
}
