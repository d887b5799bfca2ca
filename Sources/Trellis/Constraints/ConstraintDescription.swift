// Constraints in Auto Layout's words (semantics 2.9): the classic form of iOS 9 and before, which most of what is
// written about Auto Layout quotes, and the modern one.

/// Which of Auto Layout's two ways of printing a constraint.
public enum DescriptionStyle: Hashable, Sendable, CaseIterable {
  /// `<NSLayoutConstraint:0x… H:[head(120)]   (Names: head:0x… )>`: iOS 9 and before.
  case classic
  /// `<NSLayoutConstraint:0x… head.width == 120   (active, names: head:0x… )>`: iOS 10 and later.
  case modern
}

extension Constraint: CustomStringConvertible, CustomDebugStringConvertible {
  /// The constraint in the classic style.
  public var description: String { description(.classic) }

  /// The constraint in the classic style, with its label and where it was made.
  public var debugDescription: String {
    "\(description) \(label.map { "\($0) " } ?? "")@\(location)"
  }

  /// The constraint in Auto Layout's words.
  public func description(_ style: DescriptionStyle) -> String {
    var names = Names(style)
    let body = body(style, &names)
    let className =
      switch kind {
      case .contentSize: "NSContentSizeLayoutConstraint"
      case .autoresizing: "NSAutoresizingMaskLayoutConstraint"
      default: "NSLayoutConstraint"
      }
    let quoted = identifier.map { " '\($0)'" } ?? ""
    return "<\(className):\(printedAddress)\(quoted) \(body)\(names.suffix(isActive: isActive))>"
  }

  /// What the constraint says, without addresses of what has a name: `H:|-(50)-[box]`.
  var shortText: String {
    var names = Names(.classic)
    return body(.classic, &names)
  }

  /// What the constraint says and where it was made, without addresses of what has a name:
  /// `H:|-(50)-[box]  Login.swift:12`.
  var summary: String {
    let source = isSystemMade ? identifier.map { "  (\($0))" } ?? "  (made by the layout)" : "  \(label ?? location)"
    return shortText + source
  }

  private func body(_ style: DescriptionStyle, _ names: inout Names) -> String {
    if kind == .contentSize {
      let hug = first.sizing.hugging(systemAxis)
      let compression = first.sizing.compression(systemAxis)
      return sizeBody(style, &names, priority: "") + " Hug:\(hug) CompressionResistance:\(compression)"
    }
    if kind == .autoresizing { return autoresizingBody(style, &names) }
    if second == nil {
      return sizeBody(style, &names, priority: priority.isRequired ? "" : "@\(priority)")
    }
    return spacingBody(&names) ?? generalBody(&names)
  }

  /// `h=--& v=--& head.minX == 10`: the mask, and the constraint with the names of edges that only masks have.
  private func autoresizingBody(_ style: DescriptionStyle, _ names: inout Names) -> String {
    let mask = first.item?.maskText ?? ""
    guard let second, firstAttribute.isPosition else {
      let body = second == nil ? sizeBody(style, &names, priority: "") : generalBody(&names)
      return "\(mask) \(body)"
    }
    if firstAttribute == .right || firstAttribute == .bottom {
      names.bar(second)
      let letter = firstAttribute == .right ? "H" : "V"
      return "\(mask) \(letter):[\(names.name(first))]-(\(formatted(-constant + 0)))-|"
    }
    let edge = firstAttribute == .left ? "minX" : "minY"
    names.bar(second)
    if secondAttribute.isSize {
      return "\(mask) \(generalBody(&names, attribute: edge))"
    }
    let sign = constant < 0 ? "- " : "+ "
    let number = style == .classic ? sign + formatted(abs(constant)) : formatted(constant)
    return "\(mask) \(names.name(first)).\(edge) == \(number)"
  }

  /// `H:[head(>=120@750)]`, or `head.width >= 120 priority:750`.
  private func sizeBody(_ style: DescriptionStyle, _ names: inout Names, priority: String) -> String {
    let number = formatted(constant)
    guard style == .classic, firstAttribute.isSize else {
      let suffix = priority.isEmpty ? "" : " priority:\(self.priority)"
      return "\(names.name(first)).\(firstAttribute) \(relation) \(number)\(suffix)"
    }
    return "\(firstAttribute == .width ? "H" : "V"):[\(names.name(first))(\(relation.sign)\(number)\(priority))]"
  }

  /// `H:|-(50)-[x]`: edges that face each other, or the same edge of a view and its superview, told in the direction of
  /// the space. The other way round Auto Layout prints an equation; of its own guides it tells only the space.
  private func spacingBody(_ names: inout Names) -> String? {
    guard let form = spacingForm, form.isForward || isGuideEdge else { return nil }
    var gap = formatted(form.constant)
    if storedConstant == standardSpace { gap = "NSSpace(\(gap))" }
    gap = "-(\(form.relation.sign)\(gap)\(priority.isRequired ? "" : "@\(priority)"))-"
    func name(_ node: ItemNode, isBar: Bool) -> String {
      guard isBar else { return "[\(names.name(node))]" }
      names.bar(node)
      return "|"
    }
    let before = name(form.before, isBar: form.bar == .before)
    let after = name(form.after, isBar: form.bar == .after)
    let suffix = form.isAbsolute ? "(LTR)" : ""
    return "\(form.axis == .horizontal ? "H" : "V"):\(before)\(gap)\(after)\(suffix)"
  }

  /// Whether the constraint is an edge of a guide that the system makes.
  private var isGuideEdge: Bool { kind == .marginGuide || kind == .safeAreaGuide || kind == .readableGuide }

  /// `a.width == 0.5*b.width + 10 priority:750`.
  private func generalBody(_ names: inout Names, attribute: String? = nil) -> String {
    guard let second else { return "" }
    let factor =
      storedMultiplier == 1 ? "" : storedMultiplier == -1 ? "-" : "\(formatted(storedMultiplier))*"
    let shift =
      constant == 0
      ? "" : constant < 0 ? " - \(formatted(-constant))" : " + \(formatted(constant))"
    let suffix = priority.isRequired ? "" : " priority:\(priority)"
    return
      "\(names.name(first)).\(attribute ?? firstAttribute.description) \(relation) \(factor)\(names.name(second)).\(secondAttribute)\(shift)"
      + suffix
  }
}

/// The names that a description has used, to be explained at its end.
private struct Names {
  private let style: DescriptionStyle
  private var entries: [String] = []
  /// What `|` stands for, in the words that explain it.
  private var superview: [String] = []

  init(_ style: DescriptionStyle) {
    self.style = style
  }

  /// What stands for an item in the body. The modern style gives a guide's class, address and identifier right there.
  mutating func name(_ node: ItemNode) -> String {
    guard let name = node.item?.itemName, style == .classic || node.isView else { return anonymousName(node) }
    let entry = "\(name):\(node.printedAddress)"
    if !entries.contains(entry) { entries.append(entry) }
    return name
  }

  /// `'|':UIView:0x…`; a superview that has a name is listed by that, too.
  mutating func bar(_ node: ItemNode) {
    let name = node.item?.itemName.map { "\($0):\(node.printedAddress)" }
    superview = [name, "'|':\(name ?? anonymousName(node))"].compactMap(\.self)
  }

  func suffix(isActive: Bool) -> String {
    let entries = self.entries.filter { !superview.contains($0) } + superview
    let list = entries.joined(separator: ", ")
    switch style {
    case .classic: return entries.isEmpty ? "" : "   (Names: \(list) )"
    case .modern:
      let state = isActive ? "active" : "inactive"
      return entries.isEmpty ? "   (\(state))" : "   (\(state), names: \(list) )"
    }
  }
}

private func anonymousName(_ node: ItemNode) -> String {
  let title = node.item?.descriptionTitle
  return "\(node.item?.className ?? "(null)"):\(node.printedAddress)\(title.map { "'\($0)'" } ?? "")"
}

/// A view or guide as errors name it: `<UIView: 0x…; name = head; frame = (0 0; 100 20)>`.
func itemDescription(_ node: ItemNode) -> String {
  guard let item = node.item else { return "(null)" }
  let frame = item.frame
  let name = item.itemName.map { " name = \($0);" } ?? ""
  return
    "<\(item.className): \(node.printedAddress);\(name) frame = (\(formatted(frame.minX)) \(formatted(frame.minY)); "
    + "\(formatted(frame.width)) \(formatted(frame.height)))>"
}

/// An anchor as errors name it: `<NSLayoutDimension:0x… "UIView:0x….height">`.
func anchorDescription(_ node: ItemNode, _ attribute: Attribute) -> String {
  let className =
    attribute.isSize
    ? "NSLayoutDimension" : attribute.axis == .horizontal ? "NSLayoutXAxisAnchor" : "NSLayoutYAxisAnchor"
  let address = node.layoutEngine.address(of: node, part: UInt8(truncatingIfNeeded: attribute.rawValue))
  return "<\(className):\(address) \"\(node.item?.itemName ?? anonymousName(node)).\(attribute)\">"
}
