// One side of a constraint as an expression: `b.trailing + 8`, `0.6 * root.centerY`.
//
// A constraint DSL on operators is as good as its type checking is fast (semantics, section 4: 8800 ms to 39 ms once the
// overloads were few). So there is one expression type, generic over a family that says what it goes with, and the
// numbers in it are doubles: no protocol of things that can be added, no overload per kind of number.

/// What an expression goes with. The families are types without values.
public protocol AnchorFamily {}

/// The left or right end of something, by direction or not.
public protocol HorizontalEdgeFamily: AnchorFamily {}

/// Leading, trailing and their margins.
public enum LeadingTrailing: HorizontalEdgeFamily {}

/// Left, right and their margins.
public enum LeftRight: HorizontalEdgeFamily {}

/// Horizontal centres, which go with either family of edges.
public enum HorizontalCenter: AnchorFamily {}

/// Top, bottom, vertical centres, baselines and their margins.
public enum VerticalPosition: AnchorFamily {}

/// Widths and heights.
public enum Dimension: AnchorFamily {}

/// An attribute of an item, times a number, plus a number: `2 * b.width + 10`.
///
/// Compare two of them to describe a constraint (``ConstraintSpec``); families that do not go together do not compile:
/// horizontal with vertical, a size with a position, leading with left.
public struct LayoutExpression<Family: AnchorFamily> {
  var term: AnchorTerm

  init(_ node: ItemNode, _ attribute: Attribute) {
    term = AnchorTerm(node: node, attribute: attribute)
  }

  /// The item; nil once it is gone.
  public var item: (any LayoutItem)? { term.node.item }
  /// The attribute of the item.
  public var attribute: Attribute { term.attribute }
  /// What the attribute is multiplied by.
  public var multiplier: Double { term.multiplier }
  /// What is added, in points.
  public var constant: Double { term.constant }
}

extension LayoutItem {
  /// The edge where text starts.
  public var leading: LayoutExpression<LeadingTrailing> { LayoutExpression(node, .leading) }
  /// The edge where text ends.
  public var trailing: LayoutExpression<LeadingTrailing> { LayoutExpression(node, .trailing) }
  /// The left edge, whatever the direction.
  public var left: LayoutExpression<LeftRight> { LayoutExpression(node, .left) }
  /// The right edge, whatever the direction.
  public var right: LayoutExpression<LeftRight> { LayoutExpression(node, .right) }
  /// The horizontal centre.
  public var centerX: LayoutExpression<HorizontalCenter> { LayoutExpression(node, .centerX) }
  /// The top edge.
  public var top: LayoutExpression<VerticalPosition> { LayoutExpression(node, .top) }
  /// The bottom edge.
  public var bottom: LayoutExpression<VerticalPosition> { LayoutExpression(node, .bottom) }
  /// The vertical centre.
  public var centerY: LayoutExpression<VerticalPosition> { LayoutExpression(node, .centerY) }
  /// The width.
  public var width: LayoutExpression<Dimension> { LayoutExpression(node, .width) }
  /// The height.
  public var height: LayoutExpression<Dimension> { LayoutExpression(node, .height) }
}

extension View {
  /// The baseline of the first line of text; the top edge without text.
  public var firstBaseline: LayoutExpression<VerticalPosition> { LayoutExpression(node, .firstBaseline) }
  /// The baseline of the last line of text; the bottom edge without text.
  public var lastBaseline: LayoutExpression<VerticalPosition> { LayoutExpression(node, .lastBaseline) }
  /// The leading edge, moved in by the margin.
  public var leadingMargin: LayoutExpression<LeadingTrailing> { LayoutExpression(node, .leadingMargin) }
  /// The trailing edge, moved in by the margin.
  public var trailingMargin: LayoutExpression<LeadingTrailing> { LayoutExpression(node, .trailingMargin) }
  /// The left edge, moved in by the margin.
  public var leftMargin: LayoutExpression<LeftRight> { LayoutExpression(node, .leftMargin) }
  /// The right edge, moved in by the margin.
  public var rightMargin: LayoutExpression<LeftRight> { LayoutExpression(node, .rightMargin) }
  /// The top edge, moved in by the margin.
  public var topMargin: LayoutExpression<VerticalPosition> { LayoutExpression(node, .topMargin) }
  /// The bottom edge, moved in by the margin.
  public var bottomMargin: LayoutExpression<VerticalPosition> { LayoutExpression(node, .bottomMargin) }
  /// The horizontal centre of what the margins leave.
  public var centerXWithinMargins: LayoutExpression<HorizontalCenter> { LayoutExpression(node, .centerXWithinMargins) }
  /// The vertical centre of what the margins leave.
  public var centerYWithinMargins: LayoutExpression<VerticalPosition> { LayoutExpression(node, .centerYWithinMargins) }
}
