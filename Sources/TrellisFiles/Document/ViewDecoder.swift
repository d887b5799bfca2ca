// The properties of a view in a document: read from the view itself, and from an edit of it.

struct ViewDecoder {
  /// The properties that an edit can change.
  static let propertyKeys =
    [
      "hugging", "compression", "baseline", "margins", "preservesSuperviewMargins", "insetsMarginsFromSafeArea",
      "additionalSafeArea", "alignmentInsets", "heightForWidth", "hidden", "direction", "arranged", "spacingAfter",
    ] + TextNode.keys + stackKeys
  /// The properties that only a stack has.
  static let stackKeys = ["axis", "spacing", "distribution", "alignment", "marginsRelative", "baselineRelative"]
  /// The properties that only a view in a stack has.
  static let arrangedKeys = ["arranged", "spacingAfter"]
  static let allKeys = ["name", "kind", "views", "intrinsic", "frame", "autoresizing", "ignore"] + propertyKeys
  let reader: ValueReader

  /// Rules that are not to be checked.
  func rules(_ value: JSONValue) throws(Fault) -> Set<String> {
    var rules: Set<String> = []
    for element in try reader.array(value, "\"ignore\"") {
      rules.insert(try reader.word(element, "the rule to ignore", among: LintRule.names))
    }
    return rules
  }

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
    case "additionalSafeArea": view.additionalSafeArea = try safeArea(value, key)
    case "alignmentInsets": view.alignmentInsets = try insets(value, "\"alignmentInsets\"")
    case "heightForWidth": view.heightForWidth = value.kind == .null ? nil : try steps(value)
    case "hidden": view.isHidden = try reader.flag(value, "\"hidden\"")
    case "direction": view.isRightToLeft = try isRightToLeft(value)
    case "arranged": view.isArranged = try reader.flag(value, "\"arranged\"")
    case "spacingAfter":
      view.spacingAfter = value.kind == .null ? nil : try reader.number(value, "the spacing after this view")
    default:
      if try TextDecoder(reader: reader).decode(key, value, into: &view.text) { return true }
      return try decodeStack(key, value, into: &view.stack)
    }
    return true
  }

  private func decodeStack(_ key: String, _ value: JSONValue, into stack: inout StackNode) throws(Fault) -> Bool {
    switch key {
    case "axis":
      stack.isVertical = try reader.word(value, "the axis", among: ["horizontal", "vertical"]) == "vertical"
    case "spacing":
      stack.spacing =
        value.text == "standard" && reader.names.metric("standard") == nil
        ? .standard : .points(try reader.number(value, "the spacing"))
    case "distribution":
      stack.distribution = try reader.word(
        value, "the distribution",
        among: ["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering"])
    case "alignment":
      stack.alignment = try reader.word(
        value, "the alignment",
        among: ["fill", "leading", "top", "firstBaseline", "center", "trailing", "bottom", "lastBaseline"])
    case "marginsRelative": stack.isMarginsRelative = try reader.flag(value, "\"marginsRelative\"")
    case "baselineRelative": stack.isBaselineRelative = try reader.flag(value, "\"baselineRelative\"")
    default: return false
    }
    return true
  }

  /// Checks that a view has the properties that were read for it: those of a stack, those of a view in one.
  static func check(_ keys: [JSONValue], of kind: ViewNode.Kind, in superview: ViewNode.Kind?) throws(Fault) {
    for key in keys {
      let word = key.text ?? ""
      if TextNode.keys.contains(word), kind != .view {
        throw Fault(key.offset, "\(quoted(word)) belongs to a plain view; put it into a view inside of this one")
      }
      if stackKeys.contains(word), kind != .stack {
        throw Fault(key.offset, "\(quoted(word)) belongs to a stack; add \"kind\": \"stack\", or remove it")
      }
      if arrangedKeys.contains(word), superview != .stack {
        throw Fault(key.offset, "\(quoted(word)) belongs to a view in a stack; remove it")
      }
    }
  }

  func isRightToLeft(_ value: JSONValue) throws(Fault) -> Bool {
    try reader.word(value, "the direction", among: ["ltr", "rtl"]) == "rtl"
  }

  /// The insets of the safe area, or what a view adds to it, none of them negative.
  func safeArea(_ value: JSONValue, _ key: String = "safeArea") throws(Fault) -> [Double] {
    let sides = try reader.tuple(
      value, "\"\(key)\"", "[top, leading, bottom, trailing], as in [44, 0, 34, 0]", count: 4)
    return try sides.map { side throws(Fault) in try reader.length(side, "the inset of the safe area") }
  }

  /// The words of an autoresizing mask, in the order of their bits.
  static let maskWords = [
    "flexibleLeftMargin", "flexibleWidth", "flexibleRightMargin", "flexibleTopMargin", "flexibleHeight",
    "flexibleBottomMargin",
  ]

  /// An autoresizing mask as bits.
  func mask(_ value: JSONValue) throws(Fault) -> UInt {
    var mask: UInt = 0
    for element in try reader.array(value, "\"autoresizing\"") {
      let word = try reader.word(element, "this part of the mask", among: Self.maskWords)
      mask |= 1 << UInt(Self.maskWords.firstIndex(of: word) ?? 0)
    }
    return mask
  }

  /// Checks that a view with an autoresizing mask has a frame, and that the size of its superview that goes with the
  /// frame is known.
  static func checkMask(_ key: JSONValue, of view: ViewNode, in superview: ViewNode) throws(Fault) {
    guard view.frame != nil else {
      throw Fault(key.offset, "'autoresizing' without a frame to hold; add \"frame\": [x, y, width, height]")
    }
    guard superview.superview == nil || superview.frame != nil else {
      throw Fault(
        key.offset,
        "'autoresizing' in \(quoted(superview.name)), whose own size in the drawing is not known; give that view a "
          + "\"frame\" too, or write constraints")
    }
  }

  /// A table of `[width, height]`, the widths increasing.
  private func steps(_ value: JSONValue) throws(Fault) -> [DocumentSize] {
    var steps: [DocumentSize] = []
    for element in try reader.array(value, "\"heightForWidth\"") {
      let pair = try reader.tuple(element, "this step", "[width, height], as in [100, 40]", count: 2)
      let step = DocumentSize(
        width: try reader.length(pair[0], "the width"), height: try reader.length(pair[1], "the height"))
      if let last = steps.last, step.width <= last.width {
        throw Fault(
          element.offset,
          "a step of width \(formatted(step.width)) after one of \(formatted(last.width)); order the "
            + "steps by width, each once")
      }
      steps.append(step)
    }
    guard !steps.isEmpty else {
      throw Fault(value.offset, "\"heightForWidth\" has no steps; write at least one, as in [[0, 20]]")
    }
    return steps
  }

  private func insets(_ value: JSONValue, _ what: String) throws(Fault) -> [Double] {
    try reader.numbers(value, what, "[top, leading, bottom, trailing], as in [8, 8, 8, 8]", count: 4)
  }
}
