// What constraints leave open (semantics 2.6).

import Simplex

/// A number of an item that another layout, just as good, would have different.
public struct Ambiguity {
  /// The view or guide.
  public let item: any LayoutItem
  /// The axis it is open on.
  public let axis: Axis
  /// Left or top for the position, width or height for the size.
  public let attribute: Attribute
}

extension Engine {
  /// What is ambiguous in the last layout. An item that no constraint mentions is not: nobody asked for anything.
  /// Computed once per layout.
  func ambiguities() throws(LayoutError) -> [Ambiguity] {
    if let ambiguity { return ambiguity }
    guard let solver, solver.outcome == .optimal else { return [] }
    let open: [Variable]
    do { open = try solver.ambiguousVariables() } catch { throw LayoutError(error) }
    let isOpen = Set(open)
    var found: [Ambiguity] = []
    for (slot, node) in nodes.enumerated() {
      // A stack's guides are open across the axis that they are for; nobody sees them.
      guard let node, node.kind != .stackGuide, let item = node.item, isConstrained(node) else { continue }
      for (offset, attribute) in [Attribute.left, .top, .width, .height].enumerated()
      where 4 * slot + offset < variables.count && isOpen.contains(variables[4 * slot + offset]) {
        found.append(Ambiguity(item: item, axis: attribute.axis ?? .horizontal, attribute: attribute))
      }
    }
    ambiguity = found
    return found
  }

  private func isConstrained(_ node: ItemNode) -> Bool {
    if !node.references.isEmpty { return true }
    guard node.isView else {
      // The content area is what a scroll view's edges mean to what is inside.
      return node.kind == .contentGuide && node.parent.map { !$0.references.isEmpty } ?? false
    }
    return contentRows[2 * Int(node.slot)] != nil || contentRows[2 * Int(node.slot) + 1] != nil
  }
}

extension View {
  /// Whether another layout, with other numbers for this view, would satisfy the constraints as well as the last one
  /// did. False for a view that no constraint mentions, and for one in no scene or not laid out yet. Edits since the
  /// last layout are not looked at.
  ///
  /// The first question after a layout examines the whole scene; see ``Scene/ambiguities()``.
  public var hasAmbiguousLayout: Bool {
    guard let found = try? node.engine?.ambiguities() else { return false }
    return found.contains { $0.item === self }
  }
}
