// A JSON text as a flat table of nodes, each knowing where it stands.
//
// Foundation's JSON has no positions, so a mistake in a layout could not be reported as FILE:LINE:COLUMN; that is why
// this reader exists. Nodes lie in one array in document order (a container is followed by its children and knows where
// it ends), so that a file of millions of values costs two allocations, and neither reading nor freeing a deep document
// recurses. Numbers and strings stay in the text until someone asks.
//
// Reference: RFC 8259. Strict: see JSONReader.

/// A parsed JSON text.
final class JSONTree: Sendable {
  enum Kind: UInt8 {
    case null, false_, true_, number, string, escapedString, array, object

    /// The kind in words, with its article.
    var noun: String {
      switch self {
      case .null: return "null"
      case .false_: return "false"
      case .true_: return "true"
      case .number: return "a number"
      case .string, .escapedString: return "a string"
      case .array: return "an array"
      case .object: return "an object"
      }
    }
  }

  /// 12 bytes. Offsets are 32 bits wide, which bounds a document at 4 GB.
  struct Node {
    var kind: Kind
    /// Byte offset of the first character of the value (of the quotation mark, for a string).
    var start: UInt32
    /// For a container the index of the node after its last child, else the byte offset after the value.
    var end: UInt32
  }

  let bytes: [UInt8]
  let nodes: [Node]

  init(bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  var root: JSONValue { JSONValue(tree: self, index: 0) }
}

/// One value of a JSON text.
struct JSONValue {
  let tree: JSONTree
  /// Index into the tree's nodes.
  let index: Int

  private var node: JSONTree.Node { tree.nodes[index] }

  var kind: JSONTree.Kind { node.kind }

  /// Byte offset of the value's first character.
  var offset: Int { Int(node.start) }

  var isString: Bool { kind == .string || kind == .escapedString }

  /// Index of the node after this value and all that is in it.
  fileprivate var next: Int {
    kind == .array || kind == .object ? Int(node.end) : index + 1
  }

  /// The elements of an array, in order; empty for any other value.
  var elements: ElementSequence {
    ElementSequence(tree: tree, following: index + 1, end: kind == .array ? next : index + 1)
  }

  /// The members of an object, in order; empty for any other value.
  var members: MemberSequence {
    MemberSequence(tree: tree, following: index + 1, end: kind == .object ? next : index + 1)
  }

  /// The number, or nil for any other value. Always finite.
  var number: Double? {
    guard kind == .number else { return nil }
    return decimalValue(tree.bytes, Int(node.start)..<Int(node.end))
  }

  /// The content of a string as UTF-8, escapes resolved; empty for any other value.
  var utf8: ArraySlice<UInt8> {
    switch kind {
    case .string:
      return tree.bytes[Int(node.start) + 1..<Int(node.end) - 1]
    case .escapedString:
      var content: [UInt8] = []
      content.reserveCapacity(Int(node.end - node.start))
      var position = Int(node.start) + 1
      while position < Int(node.end) - 1 {
        position = JSONEscape.appendCharacter(at: position, of: tree.bytes, to: &content)
      }
      return content[...]
    default:
      return []
    }
  }

  /// The string, or nil for any other value.
  var text: String? {
    isString ? String(decoding: utf8, as: UTF8.self) : nil
  }

  /// Byte offset in the document of what stands at `offset` in ``utf8``; a string's end maps to its closing quotation mark.
  func documentOffset(ofContent offset: Int) -> Int {
    let start = Int(node.start) + 1
    guard kind == .escapedString else { return start + offset }
    var position = start
    var scratch: [UInt8] = []
    while position < Int(node.end) - 1 {
      let following = JSONEscape.appendCharacter(at: position, of: tree.bytes, to: &scratch)
      if scratch.count > offset { return position }
      position = following
    }
    return position
  }

  struct ElementSequence: Sequence, IteratorProtocol {
    let tree: JSONTree
    var following: Int
    let end: Int

    mutating func next() -> JSONValue? {
      guard following < end else { return nil }
      let value = JSONValue(tree: tree, index: following)
      following = value.next
      return value
    }
  }

  struct MemberSequence: Sequence, IteratorProtocol {
    let tree: JSONTree
    var following: Int
    let end: Int

    mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard following < end else { return nil }
      let key = JSONValue(tree: tree, index: following)
      let value = JSONValue(tree: tree, index: following + 1)
      following = value.next
      return (key, value)
    }
  }
}

/// The value of a decimal literal that was checked for its grammar; infinite beyond the largest double.
func decimalValue(_ bytes: [UInt8], _ range: Range<Int>) -> Double {
  // Integers of up to 15 digits are exact in a double; most numbers of a layout are such.
  var integer = 0
  var index = range.lowerBound
  let negative = index < range.upperBound && bytes[index] == UInt8(ascii: "-")
  if negative { index += 1 }
  if range.upperBound - index <= 15 {
    while index < range.upperBound, bytes[index] &- 0x30 <= 9 {
      integer = integer * 10 + Int(bytes[index] &- 0x30)
      index += 1
    }
    if index == range.upperBound { return negative ? -Double(integer) : Double(integer) }
  }
  return Double(String(decoding: bytes[range], as: UTF8.self)) ?? .infinity
}

/// Escapes of JSON strings. All functions expect a text that the reader has checked.
enum JSONEscape {
  /// Appends the character at `position`, escaped or not, and returns the position after it. Unescaped bytes are taken
  /// one at a time.
  static func appendCharacter(at position: Int, of bytes: [UInt8], to content: inout [UInt8]) -> Int {
    guard bytes[position] == UInt8(ascii: "\\") else {
      content.append(bytes[position])
      return position + 1
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "u"):
      var value = hexadecimal(at: position + 2, of: bytes)
      var following = position + 6
      if 0xD800..<0xDC00 ~= value {
        value = 0x10000 + ((value - 0xD800) << 10) + (hexadecimal(at: position + 8, of: bytes) - 0xDC00)
        following = position + 12
      }
      content.append(contentsOf: Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8))
      return following
    default: content.append(bytes[position + 1])
    }
    return position + 2
  }

  /// The value of four hexadecimal digits.
  static func hexadecimal(at position: Int, of bytes: [UInt8]) -> UInt32 {
    bytes[position..<position + 4].reduce(0) { $0 << 4 | UInt32(hexadecimalDigit($1) ?? 0) }
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - 0x61 + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - 0x41 + 10
    default: return nil
    }
  }
}
