// What a constraint can hold on to.

/// What a constraint can hold on to: a ``View`` or a ``LayoutGuide``. Only these two conform.
public protocol LayoutItem: AnyObject, LayoutTarget {
  /// Where the item lies in its superview's coordinates (a guide: in its owning view's), in points, as of the last
  /// layout.
  var frame: Rect { get }
  /// The class name that descriptions of constraints print, such as `UIView`.
  var className: String { get }
  /// The name that descriptions print in place of the class and address: a view's name, a guide's identifier.
  var itemName: String? { get }
}

extension LayoutItem {
  /// The item: the same attribute of it. One of a class of a caller's own has no record: constraints with it are refused
  /// as those with an item that is gone.
  public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .item(ItemNode(.view))) }

  /// The record of the item.
  @inlinable
  var node: ItemNode {
    if case .item(let node) = layoutTarget.kind { return node }
    return .ofNothing
  }
}

extension ItemNode {
  /// The record of an item that is gone.
  @usableFromInline
  static var ofNothing: ItemNode { ItemNode(.view) }
}

/// What has a record: a view or a guide, with what descriptions print of it.
protocol RecordedItem: LayoutItem {
  var node: ItemNode { get }
  /// The text that descriptions print after class and address.
  var descriptionTitle: String? { get }
  /// What descriptions print of the autoresizing mask.
  var maskText: String { get }
}
