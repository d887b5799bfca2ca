// XML property lists with positions, as far as files of strings use them.
//
// Strict, and small: no entity but the five of XML and numbers, no other file, bounded depth. A document type is passed over
// if it declares nothing itself.
//
// Reference: Apple's PropertyList-1.0.dtd; XML 1.0, productions 14 to 18, 28, 39 to 44, 66, 68.

/// A value of a property list.
struct PropertyList {
  indirect enum Value {
    case string(String)
    case dictionary([(key: String, value: PropertyList)])
    case array([PropertyList])
    /// `integer`, `real`, `true`, `false`, `date` or `data`.
    case other(String)
  }

  var value: Value
  /// Where its element begins.
  var offset: Int

  /// What it is, with its article.
  var noun: String {
    switch value {
    case .string: "a <string>"
    case .dictionary: "a <dict>"
    case .array: "an <array>"
    case .other(let name): "<\(name)>"
    }
  }

  /// The value of a key of a dictionary; nil for any other value.
  subscript(key: String) -> PropertyList? {
    guard case .dictionary(let members) = value else { return nil }
    return members.last { $0.key == key }?.value
  }

  var text: String? {
    if case .string(let text) = value { text } else { nil }
  }
}

struct PropertyListReader {
  private static let maximumDepth = 64
  private let bytes: [UInt8]
  private var position = 0

  private struct Tag {
    var name: String
    var offset: Int
    var isEmpty: Bool
    var isClosing: Bool
  }

  static func read(_ bytes: [UInt8]) throws(Fault) -> PropertyList {
    var reader = PropertyListReader(bytes: bytes)
    let root = try reader.readTag("<plist>")
    guard root.name == "plist", !root.isClosing, !root.isEmpty else {
      throw Fault(root.offset, "the outermost element is <\(root.name)>; a property list begins with <plist>")
    }
    let list = try reader.readValue(try reader.readTag("a <dict>"), depth: 0)
    try reader.close("plist", root.offset)
    try reader.skipMisc()
    guard reader.position >= bytes.count else {
      throw Fault(reader.position, "there is text after </plist>; remove it")
    }
    return list
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func readValue(_ tag: Tag, depth: Int) throws(Fault) -> PropertyList {
    guard depth <= Self.maximumDepth else {
      throw Fault(tag.offset, "values nest deeper than \(Self.maximumDepth) levels; flatten the list")
    }
    guard !tag.isClosing else { throw Fault(tag.offset, "</\(tag.name)> closes nothing here; a value is expected") }
    var list = PropertyList(value: .other(tag.name), offset: tag.offset)
    switch tag.name {
    case "dict": list.value = .dictionary(tag.isEmpty ? [] : try readMembers(tag, depth))
    case "array":
      var elements: [PropertyList] = []
      while !tag.isEmpty {
        let next = try readTag("</array>")
        if next.isClosing {
          try check(next, closes: "array")
          break
        }
        elements.append(try readValue(next, depth: depth + 1))
      }
      list.value = .array(elements)
    case "string": list.value = .string(tag.isEmpty ? "" : try readText(tag))
    case "integer", "real", "date", "data", "true", "false":
      if !tag.isEmpty { _ = try readText(tag) }
    default:
      throw Fault(tag.offset, "<\(tag.name)> is not an element of property lists; use <dict> and <string>")
    }
    return list
  }

  private mutating func readMembers(_ tag: Tag, _ depth: Int) throws(Fault) -> [(key: String, value: PropertyList)] {
    var members: [(key: String, value: PropertyList)] = []
    while true {
      let next = try readTag("</dict>")
      if next.isClosing {
        try check(next, closes: "dict")
        return members
      }
      guard next.name == "key" else {
        throw Fault(next.offset, "<\(next.name)> stands without a <key>; write <key>NAME</key> before it")
      }
      let key = next.isEmpty ? "" : try readText(next)
      let value = try readTag("the value of \(quoted(key))")
      guard value.name != "key", !value.isClosing else {
        throw Fault(value.offset, "the value of \(quoted(key)) is missing; write it after its <key>")
      }
      members.append((key, try readValue(value, depth: depth + 1)))
    }
  }

  private func check(_ tag: Tag, closes name: String) throws(Fault) {
    guard tag.name == name else {
      throw Fault(tag.offset, "</\(tag.name)> closes <\(name)>; close elements in the order in which they were opened")
    }
  }

  private mutating func close(_ name: String, _ start: Int) throws(Fault) {
    let tag = try readTag("</\(name)>")
    guard tag.isClosing else { throw Fault(tag.offset, "a property list holds one value; put all into one <dict>") }
    try check(tag, closes: name)
  }

  // MARK: - Characters

  private func has(_ text: StaticString) -> Bool { text.withUTF8Buffer { bytes[position...].starts(with: $0) } }

  private mutating func skip(past text: StaticString, _ what: String) throws(Fault) {
    let start = position
    while position < bytes.count {
      if has(text) {
        position += text.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw Fault(start, "\(what) does not end; close it with \(text)")
  }

  /// Spaces, comments, declarations and the document type.
  private mutating func skipMisc() throws(Fault) {
    while position < bytes.count {
      if (0x09...0x0D).contains(bytes[position]) || bytes[position] == 0x20 {
        position += 1
      } else if has("<!--") {
        try skip(past: "-->", "the comment")
      } else if has("<?") {
        try skip(past: "?>", "the declaration")
      } else if has("<!DOCTYPE") {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
          guard bytes[position] != UInt8(ascii: "[") else {
            throw Fault(start, "the document type declares something of its own; use the one of property lists")
          }
          position += 1
        }
        guard position < bytes.count else { throw Fault(start, "the document type does not end; close it with >") }
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func readTag(_ what: String) throws(Fault) -> Tag {
    try skipMisc()
    guard position < bytes.count else { throw Fault(position, "the text ends too early; \(what) is missing") }
    guard bytes[position] == UInt8(ascii: "<") else {
      throw Fault(position, "there is text where \(what) is expected; put it into a <string>")
    }
    let start = position
    position += 1
    var tag = Tag(name: "", offset: start, isEmpty: false, isClosing: false)
    if position < bytes.count, bytes[position] == UInt8(ascii: "/") {
      tag.isClosing = true
      position += 1
    }
    let nameStart = position
    while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
    tag.name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        tag.isEmpty = bytes[position - 2] == UInt8(ascii: "/") && !tag.isClosing
        guard !tag.name.isEmpty else { throw Fault(start, "a tag without a name; write <dict>, <key> or <string>") }
        return tag
      } else if byte == UInt8(ascii: "<") {
        break
      }
    }
    throw Fault(start, "the tag does not end; close it with >")
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }

  /// The characters up to the closing tag of an element that holds nothing else.
  private mutating func readText(_ tag: Tag) throws(Fault) -> String {
    var text: [UInt8] = []
    while position < bytes.count {
      if has("<!--") {
        try skip(past: "-->", "the comment")
      } else if has("<![CDATA[") {
        let start = position + 9
        try skip(past: "]]>", "the character data")
        text += bytes[start..<position - 3]
      } else if bytes[position] == UInt8(ascii: "<") {
        let end = try readTag("</\(tag.name)>")
        guard end.isClosing else {
          throw Fault(end.offset, "<\(end.name)> stands within <\(tag.name)>; close that before, or write &lt;")
        }
        try check(end, closes: tag.name)
        return String(decoding: text, as: UTF8.self)
      } else if bytes[position] == UInt8(ascii: "&") {
        try readReference(&text)
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    throw Fault(tag.offset, "<\(tag.name)> is not closed; write </\(tag.name)>")
  }

  private mutating func readReference(_ text: inout [UInt8]) throws(Fault) {
    let start = position
    let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) ?? start
    guard end > start else { throw Fault(start, "'&' stands alone; write &amp;") }
    position = end + 1
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    let known: [String: UInt8] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]
    if let character = known[name] { return text.append(character) }
    var value: UInt32?
    if name.hasPrefix("#x") {
      value = UInt32(name.dropFirst(2), radix: 16)
    } else if name.hasPrefix("#") {
      value = UInt32(name.dropFirst())
    }
    guard let value, value > 0, let scalar = Unicode.Scalar(value) else {
      throw Fault(start, "the entity &\(name); is not known; only &amp; &lt; &gt; &quot; &apos; and numbers are")
    }
    text += Array(String(Character(scalar)).utf8)
  }
}
