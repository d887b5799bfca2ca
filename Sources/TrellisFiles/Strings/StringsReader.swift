// `.strings` in its old form: `"key" = "text";`, with comments and escapes, with or without braces around all.
//
// Reference: Apple, Property List Programming Guide, "Old-Style ASCII Property Lists".

/// Reads pairs of strings from UTF-8.
struct StringsReader {
  private let bytes: [UInt8]
  private var position = 0

  static func read(_ bytes: [UInt8]) throws(Fault) -> [String: String] {
    var reader = StringsReader(bytes: bytes)
    return try reader.readAll()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func readAll() throws(Fault) -> [String: String] {
    var texts: [String: String] = [:]
    try skipSpace()
    let brace = byte == UInt8(ascii: "{") ? position : nil
    if brace != nil { position += 1 }
    while true {
      try skipSpace()
      guard let byte else {
        if let brace { throw Fault(brace, "the braces are not closed; end the list with '}'") }
        return texts
      }
      if byte == UInt8(ascii: "}"), brace != nil {
        position += 1
        try skipSpace()
        guard position >= bytes.count else { throw Fault(position, "there is text after the last '}'; remove it") }
        return texts
      }
      let key = try readString("a key")
      try skipSpace()
      // A key alone stands for itself.
      var text = key
      if self.byte == UInt8(ascii: "=") {
        position += 1
        try skipSpace()
        text = try readString("the text of \(quoted(key))")
        try skipSpace()
      }
      guard self.byte == UInt8(ascii: ";") else {
        throw Fault(position, "the entry of \(quoted(key)) does not end here; write \"KEY\" = \"TEXT\"; with a ';'")
      }
      position += 1
      texts[key] = text
    }
  }

  /// Spaces and both kinds of comments.
  private mutating func skipSpace() throws(Fault) {
    while let byte {
      switch byte {
      case 0x09...0x0D, 0x20: position += 1
      case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/"):
        while let byte = self.byte, byte != 0x0A, byte != 0x0D { position += 1 }
      case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "*"):
        let start = position
        position += 2
        while position + 1 < bytes.count,
          bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
        {
          position += 1
        }
        guard position + 1 < bytes.count else { throw Fault(start, "the comment does not end; close it with */") }
        position += 2
      // U+2028 and U+2029 end lines, too; a byte order mark in the middle says nothing.
      case 0xE2 where bytes[position...].starts(with: [0xE2, 0x80, 0xA8]),
        0xE2 where bytes[position...].starts(with: [0xE2, 0x80, 0xA9]),
        0xEF where bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]):
        position += 3
      default: return
      }
    }
  }

  private mutating func readString(_ what: String) throws(Fault) -> String {
    guard let quote = byte else { throw Fault(position, "the text ends too early; \(what) is missing") }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return try readWord(what) }
    let start = position
    position += 1
    var units: [UInt8] = []
    while let byte {
      if byte == quote {
        position += 1
        return String(decoding: units, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        try readEscape(&units)
      } else {
        units.append(byte)
        position += 1
      }
    }
    throw Fault(start, "\(what) has no closing quotation mark; close it with \(quote == 0x22 ? "\"" : "'")")
  }

  private mutating func readWord(_ what: String) throws(Fault) -> String {
    let start = position
    while let byte, Self.isWord(byte) { position += 1 }
    guard position > start else {
      throw Fault(position, "\(what) is expected here; write it in quotation marks")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "$"), UInt8(ascii: ":"),
      UInt8(ascii: "/"):
      true
    default: false
    }
  }

  private mutating func readEscape(_ units: inout [UInt8]) throws(Fault) {
    let start = position
    position += 1
    guard let byte else { throw Fault(start, "the text ends within an escape; write \\\\ for a backslash") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "a"): units.append(0x07)
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "v"): units.append(0x0B)
    case UInt8(ascii: "U"), UInt8(ascii: "u"): try readUnit(start, &units)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = UInt32(byte - UInt8(ascii: "0"))
      var digits = 1
      while digits < 3, let next = self.byte, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(next) {
        value = value * 8 + UInt32(next - UInt8(ascii: "0"))
        position += 1
        digits += 1
      }
      Self.append(value, &units)
    // Any other character stands for itself, as to Foundation.
    default: units.append(byte)
    }
  }

  /// Four hexadecimal digits; the halves of a pair are two escapes.
  private mutating func readUnit(_ start: Int, _ units: inout [UInt8]) throws(Fault) {
    var value = try readHexadecimal(start)
    if (0xD800...0xDBFF).contains(value) {
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "U") || bytes[position + 1] == UInt8(ascii: "u")
      else { throw Fault(start, "half of a pair of escapes; write the other half after it") }
      position += 2
      let low = try readHexadecimal(start)
      guard (0xDC00...0xDFFF).contains(low) else {
        throw Fault(start, "half of a pair of escapes; write the other half after it")
      }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    } else if (0xDC00...0xDFFF).contains(value) {
      throw Fault(start, "half of a pair of escapes; write the other half before it")
    }
    Self.append(value, &units)
  }

  private mutating func readHexadecimal(_ start: Int) throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte, let digit = JSONEscape.hexadecimalDigit(byte) else {
        throw Fault(start, "the escape has fewer than four hexadecimal digits; write it as \\U00E9")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private static func append(_ value: UInt32, _ units: inout [UInt8]) {
    units += Array(String(Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}").utf8)
  }
}
