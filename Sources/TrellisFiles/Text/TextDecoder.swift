// The text of a view in a document: `"text"`, `"font"`, `"lines"` and `"textInsets"`.

/// The text of a view, and the room around it.
struct TextNode: Sendable {
  var description = TextDescription()
  /// Whether there is a text at all.
  var isShown = false
  /// Top, leading, bottom, trailing.
  var insets = [0.0, 0, 0, 0]

  static let keys = ["text", "font", "lines", "textInsets"]

  /// Takes over what the keys of an edit name.
  mutating func take(_ other: TextNode, _ keys: [String]) {
    for key in keys {
      switch key {
      case "text":
        description.text = other.description.text
        isShown = other.isShown
      case "font":
        let (text, lines) = (description.text, description.lines)
        description = other.description
        (description.text, description.lines) = (text, lines)
      case "lines": description.lines = other.description.lines
      case "textInsets": insets = other.insets
      default: continue
      }
    }
  }
}

struct TextDecoder {
  let reader: ValueReader

  static let styles = [
    "largeTitle", "title1", "title2", "title3", "headline", "body", "callout", "subheadline", "footnote", "caption1",
    "caption2",
  ]
  private static let weights = [
    ("ultraLight", 100.0), ("thin", 200), ("light", 300), ("regular", 400), ("medium", 500), ("semibold", 600),
    ("bold", 700), ("heavy", 800), ("black", 900),
  ]

  static func weight(named name: String) -> Double? { weights.first { $0.0 == name }?.1 }

  /// Reads one property. False if the key is none.
  func decode(_ key: String, _ value: JSONValue, into node: inout TextNode) throws(Fault) -> Bool {
    switch key {
    case "text":
      node.isShown = value.kind != .null
      node.description.text = node.isShown ? try reader.string(value, "\"text\"") : ""
    case "font": try decodeFont(value, &node.description)
    case "lines":
      let lines = try reader.number(value, "the number of lines", in: 0...100_000)
      guard lines == lines.rounded() else {
        throw Fault(value.offset, "the number of lines is \(formatted(lines)); write a whole number, or 0 for no limit")
      }
      node.description.lines = Int(lines)
    case "textInsets":
      let sides = try reader.tuple(
        value, "\"textInsets\"", "[top, leading, bottom, trailing], as in [6, 0, 6, 0]", count: 4)
      node.insets = try sides.map { side throws(Fault) in try reader.length(side, "the room around the text") }
    default: return false
    }
    return true
  }

  /// A size, a text style, or an object.
  private func decodeFont(_ value: JSONValue, _ font: inout TextDescription) throws(Fault) {
    if value.kind == .object {
      for (key, value) in value.members {
        switch key.text {
        case "family": font.family = try reader.string(value, "the family of the font")
        case "file": font.file = try reader.string(value, "the file of the font")
        case "style": font.style = try reader.word(value, "the text style", among: Self.styles)
        case "size": font.size = try size(value)
        case "weight": font.weight = try weight(value)
        case "italic": font.isItalic = try reader.flag(value, "\"italic\"")
        default:
          throw reader.unknownKey(key, among: ["family", "file", "style", "size", "weight", "italic"])
        }
      }
      if font.family != nil, font.file != nil {
        throw Fault(value.offset, "the font has a family and a file; remove one of them")
      }
    } else if let text = value.text, reader.names.metric(text) == nil {
      font.style = try reader.word(value, "the text style", among: Self.styles)
    } else {
      font.size = try size(value)
    }
  }

  private func size(_ value: JSONValue) throws(Fault) -> Double {
    try reader.number(value, "the size of the font", in: 0.1...10_000)
  }

  private func weight(_ value: JSONValue) throws(Fault) -> Double {
    guard let text = value.text, reader.names.metric(text) == nil else {
      return try reader.number(value, "the weight of the font", in: 1...1_000)
    }
    let word = try reader.word(value, "the weight of the font", among: Self.weights.map(\.0))
    return Self.weight(named: word) ?? 400
  }
}
