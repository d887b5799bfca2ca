// Numbers, rectangles, masks, variations and constraints of Interface Builder files.

import Trellis

extension InterfaceDecoder {
  /// Lengths in a file are finite and at most 1e8 points, which is also what the engine takes.
  static let limit = 1e8

  /// Elements that say nothing about layout, in the positions where views have children.
  static let irrelevant: Set<String> = [
    "accessibilityTraits", "alignment", "animationInterval", "array", "attributedTitle", "backButtonConfiguration",
    "backgroundConfiguration", "bezelColor", "binding", "blurEffect", "bool", "boundsRect", "browserDelegate",
    "calendarUnits", "catalog", "codeSnippet", "collectionViewFlowLayout", "collectionViewLayout", "colorPanel",
    "connections", "contentFilters", "dataDetectorType", "date", "dateFormatter", "edgeInsets",
    "directionalEdgeInsets", "exclude", "extendedEdge", "font", "formControlStyle", "fragment",
    "freeformSimulatedSizeMetrics", "gestureRecognizers", "glowColor", "imageReference", "include", "inset", "integer",
    "items", "keyboardAppearance", "layoutGuides", "listContentConfiguration", "locale", "mask", "menu",
    "modalFormSheetSimulatedSizeMetrics", "modalPageSheetSimulatedSizeMetrics", "navigationItem", "nil",
    "offsetWrapper", "placeholderString", "point", "preferredSymbolConfiguration", "real", "scopeButtonTitles",
    "segments", "shadow", "simulatedNavigationBarMetrics", "simulatedOrientationMetrics", "simulatedScreenMetrics",
    "simulatedStatusBarMetrics", "simulatedTabBarMetrics", "simulatedToolbarMetrics", "size", "state", "tabBarItem",
    "tableCellView", "textAttributes", "textInputTraits", "timeZone", "toolbarAppearance", "toolbarItems", "value",
    "vibrancyEffect", "viewLayoutGuide", "visibilityPriorities", "wkWebViewConfiguration", "simulatedMetrics",
    "navigationBarAppearance", "tabBarAppearance", "numberFormatter", "pageControlAppearance", "symbolConfiguration",
    "tableHeaderCell", "behavior", "color", "action", "accessibility",
    "attributedString",
    "dependencies", "outlet", "outletCollection", "userDefinedRuntimeAttributes", "string", "rect", "autoresizingMask",
    "fontDescription", "gridRows", "gridColumns", "gridCells", "scroller", "button", "menuItem",
  ]

  func number(_ text: String?) -> Double? {
    guard let text else { return nil }
    // `32700.99.1234`: a version may have more parts than a number.
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let head = parts.count > 2 ? parts[0] + "." + parts[1] : text[...]
    guard let value = Double(head), value.isFinite, abs(value) <= Self.limit else { return nil }
    return value
  }

  func rect(_ item: ElementTree.Element) throws(Fault) -> Rect {
    guard let x = number(item.attributes["x"]), let y = number(item.attributes["y"]),
      let width = number(item.attributes["width"]), let height = number(item.attributes["height"])
    else {
      throw Fault(item.offset, "a frame needs x, y, width and height, numbers of at most 1e8 points; give all four")
    }
    return Rect(x: x, y: y, width: width, height: height)
  }

  func mask(_ item: ElementTree.Element) -> AutoresizingWords {
    var mask: AutoresizingWords = []
    for (name, bit) in [
      ("flexibleMinX", AutoresizingWords.minX), ("widthSizable", .width), ("flexibleMaxX", .maxX),
      ("flexibleMinY", .minY), ("heightSizable", .height), ("flexibleMaxY", .maxY),
    ] where item.attributes[name] == "YES" { mask.insert(bit) }
    return mask
  }

  func insets(_ item: ElementTree.Element, _ leading: String, _ trailing: String) -> EdgeInsets {
    EdgeInsets(
      top: number(item.attributes["top"]) ?? 0, leading: number(item.attributes[leading]) ?? 0,
      bottom: number(item.attributes["bottom"]) ?? 0, trailing: number(item.attributes[trailing]) ?? 0)
  }

  func variation(_ index: Int) -> InterfaceVariation {
    let item = tree.elements[index]
    var variation = InterfaceVariation(
      key: item.attributes["key"] ?? "", attributes: item.attributes, offset: item.offset)
    variation.attributes["key"] = nil
    for mask in tree.children(of: index) where tree.elements[mask].name == "mask" {
      for reference in tree.children(of: mask) {
        guard let id = tree.elements[reference].attributes["reference"] else { continue }
        if tree.elements[reference].name == "exclude" {
          variation.excluded.insert(id)
        } else if tree.elements[reference].name == "include" {
          variation.included.insert(id)
        }
      }
    }
    return variation
  }

  // MARK: - Constraints

  func readConstraint(_ index: Int) throws(Fault) -> InterfaceConstraint {
    let item = tree.elements[index]
    let attributes = item.attributes
    let second = attributes["secondItem"]
    for (key, name) in [("firstItem", attributes["firstItem"]), ("secondItem", second)] {
      guard let name, !tree.identifiers.contains(name) else { continue }
      throw Fault(
        item.offset,
        "\(key) \(quoted(name)) is not in this file; add the object, or remove constraint \(quoted(attributes["id"] ?? ""))"
      )
    }
    guard let first = attributes["firstAttribute"] else {
      throw Fault(item.offset, "the constraint has no firstAttribute; give it one")
    }
    var constraint = InterfaceConstraint(
      id: attributes["id"] ?? "constraint-\(index)", first: attributes["firstItem"],
      firstAttribute: try attribute(first, item), relation: try relation(attributes["relation"], item), second: second,
      secondAttribute: .notAnAttribute, multiplier: 1, constant: 0, priority: 1000,
      isInstalled: attributes["installed"] != "NO", isSymbolic: attributes["symbolic"] == "YES",
      label: attributes["userLabel"] ?? attributes["identifier"], offset: item.offset)
    if second != nil {
      guard let name = attributes["secondAttribute"] else {
        throw Fault(item.offset, "the constraint has a secondItem and no secondAttribute; give it one")
      }
      constraint.secondAttribute = try attribute(name, item)
      try checkPair(constraint)
    }
    try Self.apply(attributes, to: &constraint)
    for child in tree.children(of: index) where tree.elements[child].name == "variation" {
      let variation = variation(child)
      // Tried here, so that a mistake in it is found whatever the size class.
      var scratch = constraint
      try Self.apply(variation.attributes, to: &scratch)
      constraint.variations.append(variation)
    }
    return constraint
  }

  /// Takes over the numbers of a constraint or of a variation of it.
  static func apply(_ attributes: [String: String], to constraint: inout InterfaceConstraint) throws(Fault) {
    if let text = attributes["constant"] {
      guard let value = Double(text), value.isFinite, abs(value) <= limit else {
        throw Fault(constraint.offset, "constant \(quoted(text)) is not a length; use a number of at most 1e8 points")
      }
      constraint.constant = value
      constraint.isSymbolic = false
    }
    if let text = attributes["priority"] {
      guard let value = Double(text), value > 0, value <= 1000 else {
        throw Fault(constraint.offset, "priority \(quoted(text)) is out of range; use a number above 0, at most 1000")
      }
      constraint.priority = value
    }
    if let text = attributes["multiplier"] {
      guard let value = multiplier(text) else {
        throw Fault(
          constraint.offset,
          "multiplier \(quoted(text)) is not usable; write 0.5, 1:2 or 1/2, not 0, within 4e-7 to 1e6")
      }
      constraint.multiplier = value
    }
    if let text = attributes["installed"] { constraint.isInstalled = text != "NO" }
  }

  /// `1:2`, `1/3` or a decimal.
  private static func multiplier(_ text: String) -> Double? {
    let parts = text.filter { $0 != " " }.split(whereSeparator: { $0 == ":" || $0 == "/" }).map { Double($0) }
    var value: Double?
    if parts.count == 1 { value = parts[0] }
    if parts.count == 2, let over = parts[0], let under = parts[1], under != 0 { value = over / under }
    guard let value, value.isFinite, (4e-7...1e6).contains(abs(value)) else { return nil }
    return value
  }

  private func relation(_ text: String?, _ item: ElementTree.Element) throws(Fault) -> Trellis.Relation {
    switch text {
    case nil, "equal": return .equal
    case "lessThanOrEqual": return .lessThanOrEqual
    case "greaterThanOrEqual": return .greaterThanOrEqual
    case let text?:
      throw Fault(
        item.offset, "relation \(quoted(text)) is not known; use equal, lessThanOrEqual or greaterThanOrEqual")
    }
  }

  /// Refuses what Auto Layout raises an exception for; Interface Builder writes none of it, but merges do.
  private func checkPair(_ constraint: InterfaceConstraint) throws(Fault) {
    let (first, second) = (constraint.firstAttribute, constraint.secondAttribute)
    guard first.isSize != second.isSize || (!first.isSize && first.axis != second.axis) else { return }
    throw Fault(
      constraint.offset,
      "constraint \(quoted(constraint.id)) relates \(first) to \(second); relate two sizes, or two positions of one axis"
    )
  }

  private func attribute(_ text: String, _ item: ElementTree.Element) throws(Fault) -> Attribute {
    // Old files say `baseline` for the last one.
    if text == "baseline" { return .lastBaseline }
    guard let attribute = Self.attributes[text] else {
      throw Fault(item.offset, "attribute \(quoted(text)) is not known; use one such as leading, top or width")
    }
    return attribute
  }

  private static let attributes: [String: Attribute] = Dictionary(
    uniqueKeysWithValues: Attribute.allCases.filter { $0 != .notAnAttribute }.map { ($0.description, $0) })
}
