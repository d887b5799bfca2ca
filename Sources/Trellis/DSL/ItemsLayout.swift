// `views.layout`: one block for several views or guides, as Masonry has it on arrays.

/// The constraints of several views or guides as the DSL makes them; get one as `views.layout`.
///
/// The block is run once for each item. Every call is all or nothing for all of them together.
public struct ItemsLayout {
  let items: [ItemLayout]
}

extension Array where Element: LayoutItem {
  /// Makes and changes the constraints of all items: `views.layout.make { $0.height.equalTo(44) }`.
  public var layout: ItemsLayout { ItemsLayout(items: map(\.layout)) }
}

extension ItemsLayout {
  /// Makes and activates what the block describes of each item.
  ///
  /// - Returns: The constraints, item by item.
  /// - Throws: As ``ItemLayout/make(fileID:line:_:)``.
  @discardableResult
  public func make(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    try carryOut(.make, fileID, line, describe)
  }

  /// Edits in place what the block describes of each item and is there, and makes what is not.
  ///
  /// - Throws: As ``ItemLayout/update(fileID:line:_:)``.
  @discardableResult
  public func update(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    try carryOut(.update, fileID, line, describe)
  }

  /// Deactivates what was made for each item, and makes what the block describes.
  ///
  /// - Throws: As ``ItemLayout/remake(fileID:line:_:)``.
  @discardableResult
  public func remake(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    try carryOut(.remake, fileID, line, describe)
  }

  private func carryOut(
    _ way: LayoutPlan.Way, _ fileID: String, _ line: UInt, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    var plans: [LayoutPlan] = []
    for item in items { plans.append(try item.plan(way, try item.specs(fileID, line, describe))) }
    return try LayoutPlan.carryOut(plans)
  }
}
