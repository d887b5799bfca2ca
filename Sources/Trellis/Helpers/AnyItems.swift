// Helpers for arrays of views and guides mixed.
//
// `any LayoutItem` is not a `LayoutItem` to the compiler, so that the helpers of arrays are not there for such an array. They
// are for arrays of what stands for its items here.

/// An item, by its record.
final class ItemStandIn: LayoutItem {
  let node: ItemNode

  init(_ item: any LayoutItem) { node = item.node }

  var frame: Rect { node.frame }
  var className: String { node.item?.className ?? "" }
  var itemName: String? { node.item?.itemName }
  var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .item(node)) }
}

extension Array where Element == any LayoutItem {
  private var standIns: [ItemStandIn] { map(ItemStandIn.init) }

  /// Makes and changes the constraints of all items: `items.layout.make { $0.height.equalTo(44) }`.
  public var layout: ItemsLayout { standIns.layout }

  /// Aligns an attribute of every item with that of the first; as of an array of views.
  ///
  /// - Throws: As ``LayoutItem/align(_:with:offset:multiplier:relation:priority:fileID:line:)``.
  @discardableResult
  public func align(
    _ attribute: Attribute, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.align(attribute, priority: priority, fileID: fileID, line: line)
  }

  /// Matches a dimension of every item to that of the first; as of an array of views.
  ///
  /// - Throws: As ``LayoutItem/match(_:to:of:multiplier:offset:relation:priority:fileID:line:)``.
  @discardableResult
  public func match(
    _ dimension: Attribute, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.match(dimension, priority: priority, fileID: fileID, line: line)
  }

  /// Sets a dimension of every item to a number of points; as of an array of views.
  ///
  /// - Throws: As the initializer of ``Constraint``.
  @discardableResult
  public func setDimension(
    _ dimension: Attribute, to length: Double, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.setDimension(dimension, to: length, priority: priority, fileID: fileID, line: line)
  }

  /// Gives every item the width and height of the first; as of an array of views.
  ///
  /// - Throws: ``LayoutError/Kind/priorityOutOfRange``, and as ``Constraint/activate()``.
  @discardableResult
  public func matchSizes(
    priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.matchSizes(priority: priority, fileID: fileID, line: line)
  }

  /// Builds a line of items, pair by pair; as of an array of views.
  ///
  /// - Throws: ``LayoutError/Kind/invalidFormat(column:)``, ``LayoutError/Kind/priorityOutOfRange``, and as
  ///   ``Constraint/activate()``.
  @discardableResult
  public func buildLine(
    aligned alignment: FormatOptions = [], spacing: String = "-", priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.buildLine(aligned: alignment, spacing: spacing, priority: priority, fileID: fileID, line: line)
  }

  /// Lines items up along an axis with a fixed space between neighbours; as of an array of views.
  ///
  /// - Throws: ``LayoutError/Kind/missingSuperview``, and as ``Constraint/activate()``.
  @discardableResult
  public func distribute(
    along axis: Axis, spacing: Double, inset: Double? = nil, alignment: Attribute? = nil, matchesSizes: Bool = false,
    priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.distribute(
      along: axis, spacing: spacing, inset: inset, alignment: alignment, matchesSizes: matchesSizes,
      priority: priority, fileID: fileID, line: line)
  }

  /// Lines items up from leading to trailing, aligned with the first; as of an array of views.
  ///
  /// - Throws: As `distribute(along:spacing:)`.
  @discardableResult
  public func arrangeInRow(
    spacing: Double = 8, alignment: Attribute? = .centerY, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.arrangeInRow(
      spacing: spacing, alignment: alignment, priority: priority, fileID: fileID, line: line)
  }

  /// Lines items up from top to bottom, aligned with the first; as of an array of views.
  ///
  /// - Throws: As `distribute(along:spacing:)`.
  @discardableResult
  public func arrangeInColumn(
    spacing: Double = 8, alignment: Attribute? = .leading, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.arrangeInColumn(
      spacing: spacing, alignment: alignment, priority: priority, fileID: fileID, line: line)
  }

  /// Spreads items over their superview with the same space between neighbours; as of an array of views.
  ///
  /// - Throws: ``LayoutError/Kind/missingSuperview``, and as ``Constraint/activate()``.
  @discardableResult
  public func distributeWithEqualSpacing(
    along axis: Axis, insetsEnds: Bool = true, alignment: Attribute? = nil, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Distribution {
    try standIns.distributeWithEqualSpacing(
      along: axis, insetsEnds: insetsEnds, alignment: alignment, priority: priority, fileID: fileID, line: line)
  }

  /// Puts each item in the middle of one of as many equal regions of the superview; as of an array of views.
  ///
  /// - Throws: As `distributeWithEqualSpacing(along:)`.
  @discardableResult
  public func distributeInEqualRegions(
    along axis: Axis, alignment: Attribute? = nil, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.distributeInEqualRegions(
      along: axis, alignment: alignment, priority: priority, fileID: fileID, line: line)
  }

  /// Spreads the centres of items evenly between the first and the last one; as of an array of views.
  ///
  /// - Throws: As ``Constraint/activate()``.
  @discardableResult
  public func distributeWithEqualCenters(
    along axis: Axis, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try standIns.distributeWithEqualCenters(along: axis, priority: priority, fileID: fileID, line: line)
  }

  /// Spreads items over their superview with square spacer views between them; as of an array of views.
  ///
  /// - Throws: As `distributeWithEqualSpacing(along:)`.
  @discardableResult
  public func distributeWithSpacers(
    along axis: Axis, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Distribution {
    try standIns.distributeWithSpacers(along: axis, priority: priority, fileID: fileID, line: line)
  }
}
