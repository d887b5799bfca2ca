// What an engine knows of one item, side by side, so that an item is one append when it comes in and one line of the
// cache when it is looked at. Variables and edges are arrays of their own: they cross into the solver as a whole.

import Simplex

/// A value for each axis.
struct AxisPair<Value> {
  var horizontal: Value
  var vertical: Value

  subscript(axis: Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

/// What the engine knows of one item.
struct Slot {
  // `Unmanaged`, as an optional `unowned(unsafe)` field makes compiler and runtime (6.3) disagree on what an optional
  // `Slot` looks like: a generic iterator over slots never ends.
  private(set) var reference: Unmanaged<ItemNode>?
  /// Slot of the superview or owning view; -1 for the root.
  var parent: Int32
  var depth: Int32
  /// Slots of what lies in the item, a list in no particular order; -1 ends it.
  var firstChild: Int32 = -1
  var nextSibling: Int32 = -1
  var previousSibling: Int32 = -1
  /// Rows of the intrinsic size; of a content guide, of its left and top.
  var contentRows = AxisPair<Row?>(horizontal: nil, vertical: nil)
  var direction: LayoutDirection
  /// What subviews inherit.
  var inheritedDirection: LayoutDirection
  /// The intrinsic size as last asked for; negative for none.
  var contentSize = Size(width: -1, height: -1)

  init(_ node: borrowing ItemNode, in parent: Slot?, at parentSlot: Int32) {
    reference = Unmanaged.passUnretained(copy node)
    self.parent = parentSlot
    depth = parent.map { $0.depth + 1 } ?? 0
    guard node.hasExtras else {
      inheritedDirection = parent?.inheritedDirection ?? .leftToRight
      direction = node.isView ? inheritedDirection : parent?.direction ?? .leftToRight
      return
    }
    inheritedDirection = node.metrics?.direction ?? parent?.inheritedDirection ?? .leftToRight
    direction =
      node.isView ? node.metrics?.semantics.direction ?? inheritedDirection : parent?.direction ?? .leftToRight
  }

  /// Reads the item's record without taking hold of it; does nothing in a free slot.
  @inline(__always)
  func read(_ body: (ItemNode) -> Void) { reference?.read(body) }

  var isTaken: Bool { reference != nil }

  /// The item's record, which is alive as long as the item is in the tree; nil in a free slot.
  var node: ItemNode? {
    get { reference?.takeUnretainedValue() }
    set { reference = newValue.map(Unmanaged.passUnretained) }
  }
}
