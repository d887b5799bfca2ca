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

extension Constraint {
  /// The space between the last baseline of one item and the first of the next.
  fileprivate var baselineForm: SpacingForm? {
    guard storedMultiplier == 1, let second, first !== second else { return nil }
    switch (firstAttribute, secondAttribute) {
    case (.firstBaseline, .lastBaseline):
      return SpacingForm(
        axis: .vertical, before: second, after: first, relation: relation, constant: constant, isBetweenBaselines: true)
    case (.lastBaseline, .firstBaseline):
      return SpacingForm(
        axis: .vertical, before: first, after: second, relation: relation.reversed, constant: 0 - constant,
        isBetweenBaselines: true)
    default:
      return nil
    }
  }
}

extension SpacingForm {
  /// What a format needs besides.
  fileprivate var options: FormatOptions {
    isBetweenBaselines ? .spacingBaselineToBaseline : isAbsolute ? .directionLeftToRight : []
  }
}
