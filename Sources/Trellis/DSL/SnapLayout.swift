// SnapKit's spelling: `view.snp.makeConstraints { make in … }`, `other.snp.bottom`.
//
// SnapKit's calls do not throw, and sit where nothing can: in property initializers and overrides. So these keep their
// errors for the next layout; `view.layout` has the same calls with errors that are thrown at once.

/// An item with SnapKit's names; get one as `view.snp`.
///
/// Attributes are those of the item: `make.top.equalTo(title.snp.bottom).offset(8)`.
@dynamicMemberLookup
public struct SnapLayout<Item: LayoutItem> {
  let item: Item

  /// An attribute of the item, such as `snp.bottom`, `snp.edges`, `snp.leadingMargin`.
  public subscript<Value: LayoutTarget>(dynamicMember attribute: KeyPath<Item, Value>) -> Value {
    item[keyPath: attribute]
  }

  /// Makes and activates what the block describes, as ``ItemLayout/make(fileID:line:_:)``. A block that is wrong changes
  /// nothing, and the next layout throws.
  public func makeConstraints(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) {
    postponing { () throws(LayoutError) in try item.layout.make(fileID: fileID, line: line, describe) }
  }

  /// Deactivates what was made for the item and makes what the block describes, as
  /// ``ItemLayout/remake(fileID:line:_:)``. A block that is wrong changes nothing, and the next layout throws.
  public func remakeConstraints(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) {
    postponing { () throws(LayoutError) in try item.layout.remake(fileID: fileID, line: line, describe) }
  }

  /// Edits in place what the block describes again, as ``ItemLayout/update(fileID:line:_:)``, and makes what is new. A
  /// block that is wrong changes nothing, and the next layout throws.
  public func updateConstraints(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) {
    postponing { () throws(LayoutError) in try item.layout.update(fileID: fileID, line: line, describe) }
  }

  /// Makes what the block describes without activating it, as ``ItemLayout/prepare(fileID:line:_:)``. None of a block that
  /// is wrong; the next layout throws.
  public func prepareConstraints(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) -> [Constraint] {
    var constraints: [Constraint] = []
    postponing { () throws(LayoutError) in
      constraints = try item.layout.prepare(fileID: fileID, line: line, describe)
      return constraints
    }
    return constraints
  }

  /// Deactivates everything that was made for the item.
  public func removeConstraints() { item.layout.removeAll() }

  private func postponing(_ change: () throws(LayoutError) -> [Constraint]) {
    do { _ = try change() } catch { item.node.postpone(error) }
  }
}

extension LayoutItem {
  /// The item with SnapKit's names: `view.snp.makeConstraints { make in make.edges.equalToSuperview().inset(16) }`.
  public var snp: SnapLayout<Self> { SnapLayout(item: self) }
}

extension Constraint {
  /// Sets the constant, as it is; for a captured constraint, `width.update(offset: 80)`.
  @discardableResult
  public func update(offset: Double) -> Constraint {
    constant = offset
    return self
  }

  /// Sets the constant to an inset, in points: counted inwards on every edge.
  @discardableResult
  public func update(inset: Double) -> Constraint {
    constant = firstAttribute.isFarEdge ? -inset : inset
    return self
  }

  /// Sets the priority.
  @discardableResult
  public func update(priority: Priority) -> Constraint {
    self.priority = priority
    return self
  }
}
