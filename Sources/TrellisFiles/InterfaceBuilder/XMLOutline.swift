// Where every element of an XML text begins, found before the text is parsed.
//
// Foundation's XML parser tells a line and a column, but of the position it has read up to, which lies after the start
// tag; an error that points there points at the next line. This pass records the byte offset of each start tag, in the
// order in which the parser will report them. It is also where the tricks of XML end: a document type is refused, and
// with it every entity but the five of the language, so nothing can expand and no other file can be read.
//
// Reference: XML 1.0, fifth edition, productions 39 to 44 (elements), 15 (comments), 18 (CDATA), 28 (document type).

import Foundation

/// The start tags of an XML text.
struct XMLOutline {
  /// Elements that lie inside each other; libxml2 itself stops at 256.
  static let maximumDepth = 250
  /// Byte offset of the `<` of each start tag.
  private(set) var starts: [Int] = []

  private let bytes: [UInt8]
  private var position = 0

  /// Finds the start tags. Where the text is not well-formed the pass ends early and leaves the verdict to the parser.
  ///
  /// - Throws: A document type, too deep nesting, or an encoding other than UTF-8.
  init(of bytes: [UInt8]) throws(Fault) {
    self.bytes = bytes
    try checkEncoding()
    try scan()
  }

  private func checkEncoding() throws(Fault) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C])
      || bytes.starts(with: [0x3C, 0])
    {
      throw Fault(0, "the text is UTF-16; save it as UTF-8, which Interface Builder writes")
    }
    try checkBeginning()
    if let offset = Self.firstInvalid(bytes) {
      throw Fault(offset, "the bytes are not UTF-8; save the file as UTF-8, which Interface Builder writes")
    }
    try checkDeclaration()
    guard bytes.contains(where: { !(0x09...0x0D).contains($0) && $0 != 0x20 }) else {
      throw Fault(0, "the file is empty; a storyboard or xib is expected")
    }
  }

  /// What does not begin as XML is another kind of file, of which the parser would only say where it gave up.
  private func checkBeginning() throws(Fault) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].firstIndex(where: { !(0x09...0x0D).contains($0) && $0 != 0x20 }),
      bytes[first] != UInt8(ascii: "<")
    else { return }
    guard bytes[first] != UInt8(ascii: "{"), bytes[first] != UInt8(ascii: "[") else {
      throw Fault(
        first, "this is JSON, and a storyboard or xib is expected; layout documents go to 'trellis layout' or 'check'")
    }
    throw Fault(first, "this is not XML; a storyboard or xib is expected, which begins with '<'")
  }

  /// Foundation's parser traps on what is not UTF-8, so it must not see it.
  private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
    var position = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        // NUL is not a character of XML, and would end the parser's strings.
        if scalar.value == 0 { return position }
        position += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return min(position, bytes.count - 1)
      }
    }
  }

  /// An encoding that is named must be the one that was checked.
  private func checkDeclaration() throws(Fault) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes[start...].starts(with: Array("<?xml".utf8)),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return }
    let declaration = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let index = declaration.range(of: "encoding") else { return }
    let name = declaration[index.upperBound...].drop { $0 == "=" || $0 == "\"" || $0 == "'" || $0.isWhitespace }
    guard name.lowercased().hasPrefix("utf-8") || name.lowercased().hasPrefix("us-ascii") else {
      throw Fault(start, "the XML declaration names another encoding than UTF-8; save the file as UTF-8")
    }
  }

  private mutating func scan() throws(Fault) {
    var depth = 0
    while let open = find(UInt8(ascii: "<")) {
      position = open + 1
      guard position < bytes.count else { return }
      switch bytes[position] {
      case UInt8(ascii: "!"):
        if has("!--") {
          guard skip(past: "-->") else { return }
        } else if has("![CDATA[") {
          guard skip(past: "]]>") else { return }
        } else {
          throw Fault(
            open, "a document type is declared; Interface Builder writes none and entities are not resolved, remove it")
        }
      case UInt8(ascii: "?"):
        guard skip(past: "?>") else { return }
      case UInt8(ascii: "/"):
        depth -= 1
      default:
        starts.append(open)
        guard let isEmpty = skipTag() else { return }
        if isEmpty { continue }
        depth += 1
        guard depth <= Self.maximumDepth else {
          throw Fault(open, "elements nest deeper than \(Self.maximumDepth) levels; flatten the file")
        }
      }
    }
  }

  private func find(_ byte: UInt8) -> Int? {
    bytes[position...].firstIndex(of: byte)
  }

  private func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func skip(past text: StaticString) -> Bool {
    while position < bytes.count {
      if has(text) {
        position += text.utf8CodeUnitCount
        return true
      }
      position += 1
    }
    return false
  }

  /// Moves past the `>` of a start tag. Whether the element is empty; nil at the end of the text.
  private mutating func skipTag() -> Bool? {
    var quote: UInt8?
    var previous: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return previous == UInt8(ascii: "/")
      }
      previous = byte
    }
    return nil
  }
}
