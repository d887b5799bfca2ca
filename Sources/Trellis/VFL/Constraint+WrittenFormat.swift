// The way back: a constraint as a visual format, where there is one that gives it again.

extension Constraint {
  /// The constraint as a visual format, and the options it needs: used together they give an equivalent constraint, the
  /// same one except for the order of its sides, its weight and its names.
  ///
  /// The items are in the format itself, and it also reads as text where they have names that a format can use. Numbers
  /// are exact, unlike those of ``description``. Apple's language has formats for spaces between edges that face each
  /// other, spaces to the superview, baselines of a column, and sizes that are numbers or equal to another view's; the
  /// extended one has `C:` for everything else.
  ///
  /// - Returns: nil where the dialect has no format for the constraint, where the system made it, and where an item is
  ///   gone.
  public func visualFormat(_ dialect: FormatDialect = .apple) -> (format: VisualFormat, options: FormatOptions)? {
    guard kind == .relation, let firstItem = first.item, second == nil || second?.item != nil else { return nil }
    var text = VisualFormat.StringInterpolation(literalCapacity: 32, interpolationCount: 4)
    var options: FormatOptions = []
    if let space = spacingForm ?? baselineForm {
      write(space, &text)
      options = space.options
    } else if firstAttribute.isSize, hasPlainSize {
      text.appendLiteral("\(firstAttribute == .width ? "H" : "V"):[")
      text.appendInterpolation(firstItem)
      text.appendLiteral(secondItem == nil ? "(\(relation.sign)" : "(\(relation)")
      if let secondItem { text.appendInterpolation(secondItem) } else { text.appendInterpolation(storedConstant) }
      writePriority(&text)
      text.appendLiteral(")]")
    } else if dialect == .extended, let secondItem {
      writeExplicit(firstItem, secondItem, &text)
    } else {
      return nil
    }
    return (VisualFormat(stringInterpolation: text), options)
  }

  /// Whether the second side is a number, or another item's same size and nothing more.
  private var hasPlainSize: Bool {
    second == nil || (secondAttribute == firstAttribute && storedMultiplier == 1 && storedConstant == 0)
  }

  private func write(_ space: SpacingForm, _ text: inout VisualFormat.StringInterpolation) {
    text.appendLiteral(space.axis == .horizontal ? "H:" : "V:")
    func write(_ node: ItemNode, isBar: Bool) {
      guard !isBar, let item = node.item else { return text.appendLiteral("|") }
      text.appendLiteral("[")
      text.appendInterpolation(item)
      text.appendLiteral("]")
    }
    write(space.before, isBar: space.bar == .before)
    if isStandard(space) {
      text.appendLiteral("-")
    } else {
      text.appendLiteral("-(\(space.relation.sign)")
      text.appendInterpolation(space.constant)
      writePriority(&text)
      text.appendLiteral(")-")
    }
    write(space.after, isBar: space.bar == .after)
  }

  /// Whether a bare `-` gives the space.
  private func isStandard(_ space: SpacingForm) -> Bool {
    guard space.relation == .equal, priority.isRequired, storedConstant == standardSpace else { return false }
    if space.bar == .none { return space.constant == StandardSpacing.standard.sibling }
    return StandardSpacing.standard.superview == .points(space.constant)
  }

  /// `C:a.centerX(b.centerX*0.5+10@750)`
  private func writeExplicit(
    _ firstItem: any LayoutItem, _ secondItem: any LayoutItem, _ text: inout VisualFormat.StringInterpolation
  ) {
    text.appendLiteral("C:")
    text.appendInterpolation(firstItem)
    text.appendLiteral(".\(firstAttribute)(\(relation.sign)")
    text.appendInterpolation(secondItem)
    text.appendLiteral(".\(secondAttribute)")
    if storedMultiplier != 1 {
      text.appendLiteral("*")
      text.appendInterpolation(storedMultiplier)
    }
    if storedConstant != 0 {
      text.appendLiteral(storedConstant < 0 ? "-" : "+")
      text.appendInterpolation(abs(storedConstant))
    }
    writePriority(&text)
    text.appendLiteral(")")
  }

  private func writePriority(_ text: inout VisualFormat.StringInterpolation) {
    guard !priority.isRequired else { return }
    text.appendLiteral("@")
    text.appendInterpolation(priority)
  }
}

/// A constraint between two edges as the space between two positions, in the order in which they are met.
struct SpacingForm {
  /// Which position is a superview.
  enum Bar { case none, before, after }

  var axis: Axis
  var before: ItemNode
  var after: ItemNode
  var bar = Bar.none
  var relation: Relation
  var constant: Double
  /// What a format needs besides: left to right, or baselines.
  var options: FormatOptions = []
  /// Whether the constraint measures what comes after the space from what comes before it, as Auto Layout does where it
  /// prints a space.
  var isForward = true
}

extension Constraint {
  /// The space between edges that face each other, or between the same edge of a view and its superview.
  var spacingForm: SpacingForm? {
    guard storedMultiplier == 1, let second, let side = firstAttribute.side, let otherSide = secondAttribute.side,
      side.axis == otherSide.axis, side.isAbsolute == otherSide.isAbsolute
    else { return nil }
    let options: FormatOptions = side.isAbsolute ? .directionLeftToRight : []
    if side.isNear != otherSide.isNear {
      guard first !== second, !first.isInside(second), !second.isInside(first) else { return nil }
      // The near edge (leading, left, top) belongs to the item that comes after the space.
      return side.isNear
        ? SpacingForm(
          axis: side.axis, before: second, after: first, relation: relation, constant: constant, options: options)
        : SpacingForm(
          axis: side.axis, before: first, after: second, relation: relation.reversed, constant: 0 - constant,
          options: options, isForward: false)
    }
    let isInner = first.isInside(second)
    guard isInner || second.isInside(first) else { return nil }
    let (inner, outer) = isInner ? (first, second) : (second, first)
    // Into the superview from its near edge, out of it at its far edge. Subtracting from 0 rather than negating keeps
    // "-0" out of descriptions.
    let isInwards = isInner == side.isNear
    let relation = isInwards ? self.relation : self.relation.reversed
    let constant = isInwards ? self.constant : 0 - self.constant
    return side.isNear
      ? SpacingForm(
        axis: side.axis, before: outer, after: inner, bar: .before, relation: relation, constant: constant,
        options: options, isForward: isInwards)
      : SpacingForm(
        axis: side.axis, before: inner, after: outer, bar: .after, relation: relation, constant: constant,
        options: options, isForward: isInwards)
  }

  /// The space between the last baseline of one item and the first of the next.
  fileprivate var baselineForm: SpacingForm? {
    guard storedMultiplier == 1, let second, first !== second else { return nil }
    let options: FormatOptions = .spacingBaselineToBaseline
    switch (firstAttribute, secondAttribute) {
    case (.firstBaseline, .lastBaseline):
      return SpacingForm(
        axis: .vertical, before: second, after: first, relation: relation, constant: constant, options: options)
    case (.lastBaseline, .firstBaseline):
      return SpacingForm(
        axis: .vertical, before: first, after: second, relation: relation.reversed, constant: 0 - constant,
        options: options)
    default:
      return nil
    }
  }
}

/// One of the four edges that the spacing form pairs.
private struct Side {
  var axis: Axis
  var isNear: Bool
  var isAbsolute: Bool
}

extension Attribute {
  fileprivate var side: Side? {
    switch self {
    case .leading: Side(axis: .horizontal, isNear: true, isAbsolute: false)
    case .trailing: Side(axis: .horizontal, isNear: false, isAbsolute: false)
    case .left: Side(axis: .horizontal, isNear: true, isAbsolute: true)
    case .right: Side(axis: .horizontal, isNear: false, isAbsolute: true)
    case .top: Side(axis: .vertical, isNear: true, isAbsolute: false)
    case .bottom: Side(axis: .vertical, isNear: false, isAbsolute: false)
    default: nil
    }
  }
}

extension Relation {
  /// The relation as formats and descriptions write it, where `==` goes without saying.
  var sign: String { self == .equal ? "" : description }
}

extension ItemNode {
  /// Whether the node is a subview or a guide of the other.
  fileprivate func isInside(_ other: ItemNode) -> Bool { parent === other }
}
