// The anchors that only views have: baselines and margins.

extension View {
  /// The baseline of the first line of text.
  public var firstBaselineAnchor: YAxisAnchor {
    YAxisAnchor(reference: AnchorReference(node: node, attribute: .firstBaseline))
  }
  /// The baseline of the last line of text.
  public var lastBaselineAnchor: YAxisAnchor {
    YAxisAnchor(reference: AnchorReference(node: node, attribute: .lastBaseline))
  }
  /// The leading edge, moved in by the margin.
  public var leadingMarginAnchor: XAxisAnchor {
    XAxisAnchor(reference: AnchorReference(node: node, attribute: .leadingMargin))
  }
  /// The trailing edge, moved in by the margin.
  public var trailingMarginAnchor: XAxisAnchor {
    XAxisAnchor(reference: AnchorReference(node: node, attribute: .trailingMargin))
  }
  /// The left edge, moved in by the margin.
  public var leftMarginAnchor: AbsoluteXAxisAnchor {
    AbsoluteXAxisAnchor(reference: AnchorReference(node: node, attribute: .leftMargin))
  }
  /// The right edge, moved in by the margin.
  public var rightMarginAnchor: AbsoluteXAxisAnchor {
    AbsoluteXAxisAnchor(reference: AnchorReference(node: node, attribute: .rightMargin))
  }
  /// The top edge, moved in by the margin.
  public var topMarginAnchor: YAxisAnchor {
    YAxisAnchor(reference: AnchorReference(node: node, attribute: .topMargin))
  }
  /// The bottom edge, moved in by the margin.
  public var bottomMarginAnchor: YAxisAnchor {
    YAxisAnchor(reference: AnchorReference(node: node, attribute: .bottomMargin))
  }
  /// The horizontal centre of what the margins leave.
  public var centerXWithinMarginsAnchor: CenterXAnchor {
    CenterXAnchor(reference: AnchorReference(node: node, attribute: .centerXWithinMargins))
  }
  /// The vertical centre of what the margins leave.
  public var centerYWithinMarginsAnchor: YAxisAnchor {
    YAxisAnchor(reference: AnchorReference(node: node, attribute: .centerYWithinMargins))
  }
}
