// Autoresizing masks, turned into constraints held by the superview (semantics 2.7, row B16).

/// A frame that a mask holds.
private struct HeldFrame: RowContributor {
  let view: ItemNode
  let superview: ItemNode
  let rules: [AutoresizingRule]

  var contributedRules: [SystemRule] {
    rules.map { rule in
      SystemRule(
        kind: .autoresizing, first: view, firstAttribute: rule.attribute,
        second: rule.other == .notAnAttribute ? nil : superview, secondAttribute: rule.other,
        multiplier: rule.multiplier, constant: rule.constant)
    }
  }
}

/// One constraint of a translation.
private struct AutoresizingRule {
  let attribute: Attribute
  var other = Attribute.notAnAttribute
  var multiplier = 1.0
  let constant: Double
}

extension View {
  /// Makes the constraints those of the mask.
  func translateAutoresizing(in engine: Engine) {
    guard var state = autoresizing else { return }
    defer { autoresizing = state }
    let isArranged = superview?.arranging?.arranges(self) ?? false
    guard state.settings.isTranslated, let superview, !isArranged else {
      for constraint in state.constraints { constraint.uninstall() }
      state.constraints = []
      return
    }
    let rules = rules(&state, superview)
    let isSame =
      state.constraints.count == rules.count
      && zip(state.constraints, rules).allSatisfy { constraint, rule in
        constraint.ownerNode === superview.node && constraint.firstAttribute == rule.attribute
          && constraint.secondAttribute == rule.other
      }
    if isSame {
      for (constraint, rule) in zip(state.constraints, rules) {
        constraint.edit(multiplier: rule.multiplier, constant: rule.constant, priority: .required)
      }
      return
    }
    for constraint in state.constraints { constraint.uninstall() }
    state.constraints = HeldFrame(view: node, superview: superview.node, rules: rules).install(on: superview.node)
  }

  private func rules(_ state: inout AutoresizingState, _ superview: View) -> [AutoresizingRule] {
    if state.settings.frame == nil { state.settings.frame = frame }
    let held = state.settings.frame ?? frame
    let size = state.settings.superviewSize ?? measure(superview, &state)
    // Constraints are about alignment rectangles, of the view and of the superview.
    let inner = node.physicalInsets(node.direction)
    let outer = superview.node.physicalInsets(superview.node.direction)
    let horizontal = AutoresizingRule.rules(
      .horizontal, state.settings.mask, at: held.minX + inner.left - outer.left,
      length: held.width - inner.left - inner.right, in: size.width - outer.left - outer.right)
    let vertical = AutoresizingRule.rules(
      .vertical, state.settings.mask, at: held.minY + inner.top - outer.top,
      length: held.height - inner.top - inner.bottom, in: size.height - outer.top - outer.bottom)
    return horizontal + vertical
  }

  /// The superview's size at the first translation in it.
  private func measure(_ superview: View, _ state: inout AutoresizingState) -> Size {
    if state.measuredSuperview === superview { return state.measuredSize }
    state.measuredSuperview = superview
    state.measuredSize = superview.presentSize
    return state.measuredSize
  }
}

extension AutoresizingRule {
  /// The two constraints of an axis: position first, except for a fixed size between flexible margins.
  static func rules(
    _ axis: Axis, _ mask: AutoresizingMask, at near: Double, length: Double, in total: Double
  ) -> [AutoresizingRule] {
    let isHorizontal = axis == .horizontal
    let (start, end) = isHorizontal ? (Attribute.left, Attribute.right) : (.top, .bottom)
    let size = isHorizontal ? Attribute.width : .height
    let flexible = mask.flexibility(axis)
    let far = total - near - length
    /// What gives way is this much of the superview's length less what does not.
    let parts = [(flexible.near, near), (flexible.size, length), (flexible.far, far)]
    let rest = parts.reduce(0) { $0 + ($1.0 ? 0 : $1.1) }
    func share(_ part: Double) -> Double {
      let sum = total - rest
      return abs(sum) < 1e-9 ? 1 / Double(parts.count { $0.0 }) : part / sum
    }
    func atShare(_ attribute: Attribute, _ part: Double) -> AutoresizingRule {
      let share = share(part)
      // Too large a share to be a coefficient, of a superview that was drawn with next to no room, holds what was drawn.
      guard max(abs(share), abs(share * rest)) <= 1e9 else {
        return attribute == size
          ? AutoresizingRule(attribute: size, constant: part)
          : AutoresizingRule(attribute: start, other: start, constant: part)
      }
      // Too small a share to be a coefficient is none.
      guard abs(share) >= multiplierMinimum else {
        return attribute == size
          ? AutoresizingRule(attribute: size, constant: 0)
          : AutoresizingRule(attribute: start, other: start, constant: 0)
      }
      return AutoresizingRule(attribute: attribute, other: size, multiplier: share, constant: -share * rest)
    }
    let atStart = AutoresizingRule(attribute: start, other: start, constant: near)
    let atEnd = AutoresizingRule(attribute: end, other: end, constant: -far)
    let fixed = AutoresizingRule(attribute: size, constant: length)
    switch (flexible.near, flexible.size, flexible.far) {
    case (true, false, true): return [fixed, atShare(start, near)]
    case (true, false, false): return [atEnd, fixed]
    case (false, true, false): return [atStart, atEnd]
    case (true, true, false): return [atShare(start, near), atEnd]
    case (false, true, true): return [atStart, atShare(size, length)]
    case (true, true, true): return [atShare(start, near), atShare(size, length)]
    case (false, false, _): return [atStart, fixed]
    }
  }
}
