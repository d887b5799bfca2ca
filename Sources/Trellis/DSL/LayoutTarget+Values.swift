// What a sentence of the maker can be compared with besides items and anchors (row F08).

extension LayoutExpression: LayoutTarget {
  /// The attribute, with its multiplier and constant.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .terms([term])) }
}

extension LayoutComposite: LayoutTarget {
  /// The attributes, one by one.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .terms(terms)) }
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
