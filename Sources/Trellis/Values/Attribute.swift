// Attributes and relations, with Auto Layout's raw values (semantics 2.1).

/// What of an item a constraint relates. Raw values are those of `NSLayoutConstraint.Attribute`.
public enum Attribute: Int, Hashable, Sendable, CaseIterable {
  /// No attribute: the second side of a constraint that sets a size to a constant.
  case notAnAttribute = 0
  /// Left edge of the alignment rectangle, whatever the direction.
  case left = 1
  /// Right edge of the alignment rectangle, whatever the direction.
  case right = 2
  /// Top edge of the alignment rectangle.
  case top = 3
  /// Bottom edge of the alignment rectangle.
  case bottom = 4
  /// The edge where text starts: left in a left-to-right layout.
  case leading = 5
  /// The edge where text ends: right in a left-to-right layout.
  case trailing = 6
  /// Width of the alignment rectangle.
  case width = 7
  /// Height of the alignment rectangle.
  case height = 8
  /// Horizontal centre of the alignment rectangle.
  case centerX = 9
  /// Vertical centre of the alignment rectangle.
  case centerY = 10
  /// Baseline of the last line of text; the bottom edge of an item without text.
  case lastBaseline = 11
  /// Baseline of the first line of text; the top edge of an item without text.
  case firstBaseline = 12
  /// Left edge moved in by the left margin.
  case leftMargin = 13
  /// Right edge moved in by the right margin.
  case rightMargin = 14
  /// Top edge moved in by the top margin.
  case topMargin = 15
  /// Bottom edge moved in by the bottom margin.
  case bottomMargin = 16
  /// Leading edge moved in by the leading margin.
  case leadingMargin = 17
  /// Trailing edge moved in by the trailing margin.
  case trailingMargin = 18
  /// Horizontal centre of the area within the margins.
  case centerXWithinMargins = 19
  /// Vertical centre of the area within the margins.
  case centerYWithinMargins = 20

  /// The axis that the attribute belongs to; nil for ``notAnAttribute``.
  public var axis: Axis? {
    switch self {
    case .notAnAttribute: nil
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins:
      .horizontal
    case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
      .centerYWithinMargins:
      .vertical
    }
  }

  /// Whether the attribute is a width or a height.
  public var isSize: Bool { isOne(of: 0b1_1000_0000) }

  /// Whether the attribute is a position: neither a size nor nothing.
  public var isPosition: Bool { !isSize && self != .notAnAttribute }

  /// Whether the attribute depends on the layout direction.
  public var isDirectional: Bool {
    isOne(of: 0b110_0000_0000_0110_0000)
  }

  /// Whether the attribute is measured from the margins.
  var isMargin: Bool { rawValue >= Attribute.leftMargin.rawValue }

  /// Whether the attribute is an edge, a centre or a size: what neither margins nor text move.
  var isPlain: Bool {
    isOne(of: 0b111_1111_1110)
  }

  /// Whether both are, and of one axis.
  @inline(__always)
  func isPlain(beside other: Attribute) -> Bool {
    isPlain && other.isPlain && isHorizontal == other.isHorizontal
  }

  /// Whether any constraint may relate the two: both are sizes, or edges and centres of one axis which do not mix what
  /// follows the direction with what does not. Of other pairs some may be related too: see `Constraint.checkPairing`.
  @inline(__always)
  func surelyGoes(with other: Attribute) -> Bool {
    let both = 1 &<< UInt32(truncatingIfNeeded: rawValue) | 1 &<< UInt32(truncatingIfNeeded: other.rawValue) as UInt32
    let sizes: UInt32 = 0b1_1000_0000
    let vertical: UInt32 = 0b100_0001_1000
    let absolute: UInt32 = 0b10_0000_0110
    let directional: UInt32 = 0b10_0110_0000
    return both & ~sizes == 0 || both & ~vertical == 0 || both & ~absolute == 0 || both & ~directional == 0
  }

  /// Whether the attribute's axis is the horizontal one.
  var isHorizontal: Bool { isOne(of: 0b1110_0110_0010_1110_0110) }

  /// Whether the attribute is a left, top or leading edge.
  var isNearEdge: Bool { isOne(of: 0b10_1010) }

  /// Whether the attribute is a centre, whatever the margins.
  var isCenter: Bool { isOne(of: 0b110_0000_0000) }

  /// Whether the bit of the raw value is set.
  @inline(__always)
  private func isOne(of bits: UInt32) -> Bool { (bits &>> UInt32(truncatingIfNeeded: rawValue)) & 1 != 0 }

  /// Whether the attribute names the left or right edge whatever the direction.
  var isAbsoluteHorizontalEdge: Bool {
    isOne(of: 0b110_0000_0000_0110)
  }
}

extension Attribute: CustomStringConvertible {
  /// The attribute's name, as descriptions of constraints print it.
  public var description: String {
    switch self {
    case .notAnAttribute: "notAnAttribute"
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "leading"
    case .trailing: "trailing"
    case .width: "width"
    case .height: "height"
    case .centerX: "centerX"
    case .centerY: "centerY"
    case .lastBaseline: "lastBaseline"
    case .firstBaseline: "firstBaseline"
    case .leftMargin: "leftMargin"
    case .rightMargin: "rightMargin"
    case .topMargin: "topMargin"
    case .bottomMargin: "bottomMargin"
    case .leadingMargin: "leadingMargin"
    case .trailingMargin: "trailingMargin"
    case .centerXWithinMargins: "centerXWithinMargins"
    case .centerYWithinMargins: "centerYWithinMargins"
    }
  }
}

/// How the two sides of a constraint compare. Raw values are those of `NSLayoutConstraint.Relation`; there is no strict
/// `<` or `>`.
public enum Relation: Int, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// The first side is at most the second.
  case lessThanOrEqual = -1
  /// Both sides are equal.
  case equal = 0
  /// The first side is at least the second.
  case greaterThanOrEqual = 1

  /// The sign: `<=`, `==` or `>=`.
  public var description: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "=="
    case .greaterThanOrEqual: ">="
    }
  }

  /// The relation with its sides exchanged.
  var reversed: Relation {
    switch self {
    case .lessThanOrEqual: .greaterThanOrEqual
    case .equal: .equal
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }
}

extension Attribute {
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

// MARK: - Edges and axes

extension Attribute {
  /// Whether an inset from this edge counts against the axis.
  var isFarEdge: Bool {
    switch self {
    case .right, .bottom, .trailing, .rightMargin, .bottomMargin, .trailingMargin, .lastBaseline: true
    default: false
    }
  }

  /// Whether an inset can be counted from here: the attribute is an edge, a margin or a baseline.
  var isEdge: Bool {
    switch self {
    case .notAnAttribute, .width, .height, .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: false
    default: true
    }
  }

  /// The size along the attribute's axis.
  var extent: Attribute { axis == .vertical ? .height : .width }
}

extension Axis {
  /// The edges and the size along the axis, and the centre across it.
  var attributes: (near: Attribute, far: Attribute, extent: Attribute, center: Attribute) {
    self == .horizontal ? (.leading, .trailing, .width, .centerX) : (.top, .bottom, .height, .centerY)
  }

  /// The other axis.
  var across: Axis { self == .horizontal ? .vertical : .horizontal }
}
