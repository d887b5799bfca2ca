// What a constraint can be about: an item, one of its attributes, or a boxed value (row F08).

/// What `equalTo` and its like accept: a view or guide (the same attribute of it), an expression such as `b.bottom + 8`, a
/// composite such as `b.edges`, an anchor, a number, a ``Point``, a ``Size`` or ``EdgeInsets``.
public protocol LayoutTarget {
  /// What to compare with; opaque outside the module.
  var layoutTarget: LayoutTargetValue { get }
}

/// What to compare with. It has no public members.
public struct LayoutTargetValue {
  @usableFromInline
  enum Kind {
    case item(ItemNode)
    case terms([AnchorTerm])
    case number(Double)
    case point(Point)
    case size(Size)
    case insets(EdgeInsets)
    /// The superview of the item that is described; on the maker's behalf.
    case superview
  }

  @usableFromInline let kind: Kind

  @inlinable
  init(kind: Kind) { self.kind = kind }
}

/// An attribute of an item, times a number, plus a number.
@usableFromInline
struct AnchorTerm {
  var node: ItemNode
  var attribute: Attribute
  var multiplier = 1.0
  var constant = 0.0
}

extension LayoutAnchor {
  /// The attribute of the item.
  public var layoutTarget: LayoutTargetValue {
    LayoutTargetValue(kind: .terms([AnchorTerm(node: reference.node, attribute: reference.attribute)]))
  }
}
