// What a constraint of a log says, as a person would.

import Trellis

enum LogWords {
  /// The most that a list names.
  private static let longestList = 8

  /// Things with semicolons between, of many the first.
  static func list(_ words: [String]) -> String {
    let shown = words.prefix(longestList)
    let more = words.count - shown.count
    return shown.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }

  /// `wide` or `high`.
  static func side(_ attribute: Attribute) -> String { attribute.axis == .vertical ? "high" : "wide" }

  static func bound(_ relation: Relation) -> String {
    switch relation {
    case .equal: ""
    case .lessThanOrEqual: "at most "
    case .greaterThanOrEqual: "at least "
    }
  }

  /// The constraint in words: `UILabel ‘Tech’ is 8 points from the top of UIView 0x7f`.
  static func words(_ constraint: LoggedConstraint) -> String {
    let optional = constraint.priority < 1000 ? " (priority \(rounded(constraint.priority)))" : ""
    return sentence(constraint) + optional
  }

  private static func sentence(_ constraint: LoggedConstraint) -> String {
    let (first, bound) = (constraint.first.words, bound(constraint.relation))
    guard let second = constraint.second else {
      if constraint.firstAttribute.isSize {
        return "\(first) is \(bound)\(rounded(constraint.constant)) \(side(constraint.firstAttribute))"
      }
      return "\(constraint.firstAttribute) of \(first) is \(bound)\(rounded(constraint.constant))"
    }
    if let gap = gap(constraint, second) { return gap }
    if constraint.multiplier == 1, constraint.constant == 0 {
      return "\(constraint.firstAttribute) of \(first) is \(bound)\(constraint.secondAttribute) of \(second.words)"
    }
    let factor = constraint.multiplier == 1 ? "" : "\(rounded(constraint.multiplier)) times "
    let shift =
      constraint.constant == 0
      ? ""
      : constraint.constant < 0 ? " minus \(rounded(-constraint.constant))" : " plus \(rounded(constraint.constant))"
    return "\(constraint.firstAttribute) of \(first) is \(bound)\(factor)\(constraint.secondAttribute) of "
      + "\(second.words)\(shift)"
  }

  /// A space between two edges.
  private static func gap(_ constraint: LoggedConstraint, _ second: LoggedItem) -> String? {
    guard constraint.multiplier == 1, let one = end(constraint.firstAttribute),
      let other = end(constraint.secondAttribute)
    else { return nil }
    let isSuperview = constraint.superview == second || constraint.superview == constraint.first
    let isNear = one == .near
    let (name, opposite) =
      constraint.axis == .horizontal ? ("leading edge", "trailing edge") : ("top", "bottom")
    switch (one, other) {
    case (.near, .far), (.far, .near):
      guard !isSuperview else { return nil }
      // The one that comes first, and the gap from it to the next.
      let gap = isNear ? constraint.constant : -constraint.constant
      let (before, after) = isNear ? (second, constraint.first) : (constraint.first, second)
      let relation = isNear ? constraint.relation : constraint.relation.turned
      return "there are \(bound(relation))\(rounded(gap)) points between \(before.words) and \(after.words)"
    case (.near, .near), (.far, .far):
      let edge = isNear ? name : opposite
      // The inner one first, with the space inside.
      let isInner = constraint.superview.map { $0 == second } ?? true
      let (inner, outer) = isInner ? (constraint.first, second) : (second, constraint.first)
      let sign = (isInner ? 1.0 : -1) * (isNear ? 1 : -1)
      let relation = sign > 0 ? constraint.relation : constraint.relation.turned
      let space = sign * constraint.constant + 0
      if space == 0, relation == .equal { return "\(inner.words) is at the \(edge) of \(outer.words)" }
      return "\(inner.words) is \(bound(relation))\(rounded(space)) points from the \(edge) of \(outer.words)"
    }
  }

  private enum End { case near, far }

  private static func end(_ attribute: Attribute) -> End? {
    switch attribute {
    case .left, .leading, .top: .near
    case .right, .trailing, .bottom: .far
    default: nil
    }
  }
}

extension Relation {
  fileprivate var turned: Relation {
    switch self {
    case .equal: .equal
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }
}
