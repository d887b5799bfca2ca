// A constraint between two edges as a space, as descriptions and visual formats write it.

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
  /// Whether the edges are left and right, whatever the direction.
  var isAbsolute = false
  /// Whether the space is one between baselines.
  var isBetweenBaselines = false
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
    if side.isNear != otherSide.isNear {
      guard first !== second, !first.isInside(second), !second.isInside(first) else { return nil }
      // The near edge (leading, left, top) belongs to the item that comes after the space.
      return side.isNear
        ? SpacingForm(
          axis: side.axis, before: second, after: first, relation: relation, constant: constant,
          isAbsolute: side.isAbsolute)
        : SpacingForm(
          axis: side.axis, before: first, after: second, relation: relation.reversed, constant: 0 - constant,
          isAbsolute: side.isAbsolute, isForward: false)
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
        isAbsolute: side.isAbsolute, isForward: isInwards)
      : SpacingForm(
        axis: side.axis, before: inner, after: outer, bar: .after, relation: relation, constant: constant,
        isAbsolute: side.isAbsolute, isForward: isInwards)
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
