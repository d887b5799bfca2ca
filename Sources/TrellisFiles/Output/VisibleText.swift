// Text from files, for outputs where characters can do more than be seen: terminals, logs, build annotations,
// pages. Labels, ids and file names are the work of strangers.
//
// Escaped are the control characters (ESC and CSI steer terminals, line ends begin a new line of output), the separators
// of lines and paragraphs, and what reorders text (UAX #9: embeddings, overrides, isolates and marks; "Trojan Source",
// Boucher and Anderson 2021), besides byte order marks and annotation anchors, which are seen by nobody.

extension Unicode.Scalar {
  /// Whether a character acts on the text around it instead of being seen.
  var isActive: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0x00..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

/// A text on one line, what acts instead of being seen written as `\u{1b}`. Linear; a plain text is not copied.
@_spi(Tools) public func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
  var result = ""
  for scalar in text.unicodeScalars { append(visible: scalar, to: &result) }
  return result
}

func append(visible scalar: Unicode.Scalar, to text: inout String) {
  if scalar.isActive {
    text += "\\u{" + String(scalar.value, radix: 16) + "}"
  } else {
    text.unicodeScalars.append(scalar)
  }
}

/// Text from a document, quoted for a message: one line, printable, of bounded length.
func quoted(_ text: some StringProtocol) -> String {
  let limit = 48
  var result = "'"
  for (length, scalar) in text.unicodeScalars.enumerated() {
    if length == limit {
      result += "…"
      break
    }
    append(visible: scalar, to: &result)
  }
  return result + "'"
}

/// A string as JSON writes it, in ASCII where its characters act instead of being seen.
@_spi(Tools) public func jsonString(_ text: String) -> String {
  if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
    return "\"" + text + "\""
  }
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.isActive:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// How many columns of a terminal a text takes: two for the wide characters of East Asia and for pictures (UAX #11), none
/// for marks that join the character before them.
@_spi(Tools) public func terminalWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
  return text.reduce(0) { $0 + terminalWidth($1) }
}

/// See ``terminalWidth(_:)-(String)``.
@_spi(Tools) public func terminalWidth(_ character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  switch first.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    return 2
  case _ where first.properties.generalCategory == .nonspacingMark || first.properties.generalCategory == .format:
    return 0
  default:
    // A character that asks for a picture, or is put together of several.
    return character.unicodeScalars.contains { $0.value == 0xFE0F } || first.properties.isEmojiPresentation ? 2 : 1
  }
}

/// A text of at most so many columns, its beginning cut off where it is longer: of a path the end tells most.
@_spi(Tools) public func ending(of text: String, columns: Int) -> String {
  guard columns > 0 else { return "" }
  if terminalWidth(text) <= columns { return text }
  var width = 1
  var kept: [Character] = []
  for character in text.reversed() {
    width += terminalWidth(character)
    guard width <= columns else { break }
    kept.append(character)
  }
  return "…" + String(kept.reversed())
}
