// The properties of a view in a document: read from the view itself, and from an edit of it.

struct ViewDecoder {
  /// The properties that an edit can change.
  static let propertyKeys = [
    "hugging", "compression", "baseline", "margins", "preservesSuperviewMargins", "insetsMarginsFromSafeArea",
    "alignmentInsets", "hidden", "direction",
  ]
  static let allKeys = ["name", "kind", "views", "intrinsic", "frame"] + propertyKeys
  /// Keys of the format that this version does not lay out yet, each with what to write meanwhile.
  static let laterKeys: [String: String] = [
    "autoresizing": "write the view's constraints as equations",
    "heightForWidth": "give the view an intrinsic height",
    "axis": "write the stack's constraints as equations",
    "spacing": "write the stack's constraints as equations",
    "distribution": "write the stack's constraints as equations",
    "alignment": "write the stack's constraints as equations",
  ]

  let reader: ValueReader

  /// Reads one property. False if the key is none.
  func decode(_ key: String, _ value: JSONValue, into view: inout ViewNode) throws(Fault) -> Bool {
    switch key {
    case "hugging": view.hugging = try reader.priorities(value, "the hugging")
    case "compression": view.compression = try reader.priorities(value, "the compression")
    case "baseline":
      let pair = try reader.numbers(
        value, "the baseline", "[first from top, last from bottom], as in [16, 4]", count: 2)
      view.baseline = (pair[0], pair[1])
    case "margins": view.margins = try insets(value, "\"margins\"")
    case "preservesSuperviewMargins":
      view.preservesSuperviewMargins = try reader.flag(value, "\"preservesSuperviewMargins\"")
    case "insetsMarginsFromSafeArea":
      view.insetsMarginsFromSafeArea = try reader.flag(value, "\"insetsMarginsFromSafeArea\"")
    case "alignmentInsets": view.alignmentInsets = try insets(value, "\"alignmentInsets\"")
    case "hidden": view.isHidden = try reader.flag(value, "\"hidden\"")
    case "direction": view.isRightToLeft = try isRightToLeft(value)
    default: return false
    }
    return true
  }

  func isRightToLeft(_ value: JSONValue) throws(Fault) -> Bool {
    try reader.word(value, "the direction", among: ["ltr", "rtl"]) == "rtl"
  }

  /// The insets of the safe area, none of them negative.
  func safeArea(_ value: JSONValue) throws(Fault) -> [Double] {
    let sides = try reader.tuple(
      value, "\"safeArea\"", "[top, leading, bottom, trailing], as in [44, 0, 34, 0]", count: 4)
    return try sides.map { side throws(Fault) in try reader.length(side, "the inset of the safe area") }
  }

  private func insets(_ value: JSONValue, _ what: String) throws(Fault) -> [Double] {
    try reader.numbers(value, what, "[top, leading, bottom, trailing], as in [8, 8, 8, 8]", count: 4)
  }
}
