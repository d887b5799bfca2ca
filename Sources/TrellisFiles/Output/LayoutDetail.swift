// What can be worked out about a layout besides its frames: what is open, what decides each frame, constraints as lengths.

import Trellis

/// What to work out about a layout besides its frames.
public struct LayoutDetail: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a set from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// What is ambiguous. Costs about another solve.
  public static let ambiguity = LayoutDetail(rawValue: 1)
  /// Which constraints decide each frame, and by how much. Costs about a small solve for each constraint or view.
  public static let influences = LayoutDetail(rawValue: 2)
  /// Lengths between edges, for drawing constraints.
  public static let dimensions = LayoutDetail(rawValue: 4)
  /// What resolves each conflict. Costs about another solve where there is one, and some small ones for each.
  public static let cures = LayoutDetail(rawValue: 8)
  /// With ``cures``: where everything lies with each. Costs two layouts of what a change touches for each.
  public static let curedFrames = LayoutDetail(rawValue: 16)
}

/// A constraint that moves or resizes a view.
public struct LayoutInfluence: Sendable, Equatable {
  /// The constraint's identifier in the file; nil for what is not a constraint of the file, such as a content size.
  public var constraint: String?
  /// The constraint in words.
  public var text: String
  /// By how much x, y, width and height change for each point that its constant grows.
  public var change: [Double]
}

/// A constraint as a length between two points, whatever file it comes from.
struct MeasuredConstraint {
  var attribute: Attribute
  var relation: Trellis.Relation
  var multiplier: Double
  var constant: Double
  var isPair: Bool

  /// The number to write at it: `8`, `≥8`, `×0.5`, `=`.
  var label: String {
    // A distance has no sign: ten points before an edge are ten points.
    let isBackwards = isPair && !attribute.isSize && multiplier == 1 && constant < 0
    let relation = isBackwards ? relation.turned : relation
    let constant = isBackwards ? -constant : constant
    let sign = relation == .equal ? "" : relation == .lessThanOrEqual ? "≤" : "≥"
    let factor = multiplier == 1 || !isPair ? "" : "×" + rounded((multiplier * 100).rounded() / 100)
    if attribute.isSize, isPair, factor.isEmpty, constant == 0 { return sign.isEmpty ? "=" : sign }
    let number = factor.isEmpty || constant != 0 ? rounded(constant) : ""
    return sign + factor + (factor.isEmpty || number.isEmpty ? number : " " + number)
  }

  /// Across the first view, for a size.
  static func size(of rect: Rect, _ axis: Axis) -> (Point, Point) {
    axis == .horizontal
      ? (Point(x: rect.minX, y: rect.maxY - 4), Point(x: rect.maxX, y: rect.maxY - 4))
      : (Point(x: rect.maxX - 4, y: rect.minY), Point(x: rect.maxX - 4, y: rect.maxY))
  }

  /// From a coordinate of one rectangle to one of another, at the middle of the smaller.
  static func distance(
    _ axis: Axis, from one: Double, of first: Rect, to two: Double, of second: Rect
  ) -> (Point, Point) {
    let smaller = second.width * second.height < first.width * first.height ? second : first
    return axis == .horizontal
      ? (Point(x: one, y: smaller.midY), Point(x: two, y: smaller.midY))
      : (Point(x: smaller.midX, y: one), Point(x: smaller.midX, y: two))
  }

  /// Where an attribute lies in an alignment rectangle; nil for a size.
  static func coordinate(_ attribute: Attribute, in rect: Rect, margins: PhysicalInsets, isRightToLeft: Bool) -> Double?
  {
    switch attribute {
    case .left: rect.minX
    case .right: rect.maxX
    case .leading: isRightToLeft ? rect.maxX : rect.minX
    case .trailing: isRightToLeft ? rect.minX : rect.maxX
    case .top, .firstBaseline: rect.minY
    case .bottom, .lastBaseline: rect.maxY
    case .centerX: rect.midX
    case .centerY: rect.midY
    case .leftMargin: rect.minX + margins.left
    case .rightMargin: rect.maxX - margins.right
    case .leadingMargin: isRightToLeft ? rect.maxX - margins.right : rect.minX + margins.left
    case .trailingMargin: isRightToLeft ? rect.minX + margins.left : rect.maxX - margins.right
    case .topMargin: rect.minY + margins.top
    case .bottomMargin: rect.maxY - margins.bottom
    case .centerXWithinMargins: rect.midX + (margins.left - margins.right) / 2
    case .centerYWithinMargins: rect.midY + (margins.top - margins.bottom) / 2
    case .width, .height, .notAnAttribute: nil
    }
  }
}

extension Trellis.Relation {
  /// With its sides exchanged.
  fileprivate var turned: Trellis.Relation {
    switch self {
    case .lessThanOrEqual: .greaterThanOrEqual
    case .equal: .equal
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }
}
