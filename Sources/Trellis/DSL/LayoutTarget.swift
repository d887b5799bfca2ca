// What a sentence of the maker can be compared with (row F08): an item, one of its attributes, or a boxed value.

/// What `equalTo` and its like accept: a view or guide (the same attribute of it), an expression such as `b.bottom + 8`, a
/// composite such as `b.edges`, an anchor, a number, a ``Point``, a ``Size`` or ``EdgeInsets``.
public protocol LayoutTarget {
  /// What to compare with; opaque outside the module.
  var layoutTarget: LayoutTargetValue { get }
}

/// What to compare with. It has no public members.
public struct LayoutTargetValue {
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

  let kind: Kind
}

extension LayoutItem {
  /// The item: the same attribute of it.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .item(node)) }
}

extension LayoutExpression: LayoutTarget {
  /// The attribute, with its multiplier and constant.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .terms([term])) }
}

extension LayoutComposite: LayoutTarget {
  /// The attributes, one by one.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .terms(terms)) }
}

extension LayoutAnchor {
  /// The attribute of the item.
  public var layoutTarget: LayoutTargetValue {
    LayoutTargetValue(kind: .terms([AnchorTerm(node: reference.node, attribute: reference.attribute)]))
  }
}

extension Double: LayoutTarget {
  /// A number of points.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .number(self)) }
}

extension Int: LayoutTarget {
  /// A number of points.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .number(Double(self))) }
}

extension Point: LayoutTarget {
  /// A point: x for horizontal positions, y for vertical ones, in the superview.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .point(self)) }
}

extension Size: LayoutTarget {
  /// A size: width and height.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .size(self)) }
}

extension EdgeInsets: LayoutTarget {
  /// Insets: each edge moved inwards from the superview's.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .insets(self)) }
}
