// The edits that wait for the next layout.

import Simplex

/// A constraint that waits for the next layout, or all those that came in with a view. None of it is held: an owner holds
/// the constraints, the tree the owners.
struct QueuedConstraints {
  /// The same, to be asked which it is.
  enum Meaning {
    /// What was here is not active any more.
    case none
    case constraint(Unmanaged<Constraint>)
    /// What the view of a node owned when it came in: looked at once, when it is lowered.
    case owned(Unmanaged<ItemNode>)
  }

  /// The address of a constraint, or that of a node plus 1; both are even.
  private let address: UInt

  static let none = QueuedConstraints(address: 0)

  @inline(__always)
  static func constraint(_ constraint: Unmanaged<Constraint>) -> QueuedConstraints {
    QueuedConstraints(address: UInt(bitPattern: constraint.toOpaque()))
  }

  @inline(__always)
  static func owned(_ node: Unmanaged<ItemNode>) -> QueuedConstraints {
    QueuedConstraints(address: UInt(bitPattern: node.toOpaque()) | 1)
  }

  /// What is queued.
  @inline(__always)
  var meaning: Meaning {
    guard let pointer = UnsafeRawPointer(bitPattern: address & ~1) else { return .none }
    return address & 1 == 0 ? .constraint(.fromOpaque(pointer)) : .owned(.fromOpaque(pointer))
  }
}

/// What edits have queued. Nothing is handed to the solver before the next layout. Edits are `mutating` throughout, as those
/// of `SlotStorage`.
struct EditQueue {
  /// Whether anything was edited since the last layout.
  var needsLayout = true
  /// Items that came in, superviews first.
  let addedSlots = FlatArray<Int32>()
  /// Those of them whose content sizes have to be asked for.
  var slotsToAsk: [Int32] = []
  /// Items with something else to be done about them.
  private(set) var nodes: [ItemNode] = []
  /// Active constraints, in the order in which they are to get rows.
  let constraints = FlatArray<QueuedConstraints>()
  /// Views whose autoresizing masks are to be translated.
  private(set) var masks: [ItemNode] = []
  private(set) var removedRows: [Row] = []
  private(set) var removedVariables: [Variable] = []
  var isRootSizeDirty = false

  // MARK: Constraints

  /// Queues a constraint.
  mutating func append(_ constraint: Constraint, _ dirt: Constraint.Dirt) {
    constraint.dirt = constraint.dirt.union(dirt)
    guard constraint.queueIndex < 0 else { return }
    constraint.queueIndex = Int32(constraints.count)
    constraints.append(.constraint(Unmanaged.passUnretained(constraint)))
  }

  /// Takes a constraint out of the queue.
  mutating func remove(_ constraint: Constraint) {
    if constraint.queueIndex >= 0 { constraints[Int(constraint.queueIndex)] = .none }
    constraint.queueIndex = -1
    constraint.dirt = []
  }

  /// Queues all constraints that a view owned when it came in.
  @inline(__always)
  mutating func appendOwned(by node: ItemNode) {
    node.ownedQueueIndex = Int32(truncatingIfNeeded: constraints.count)
    constraints.append(.owned(Unmanaged.passUnretained(node)))
  }

  /// Takes what a view owned when it came in out of the queue.
  mutating func removeOwned(by node: ItemNode) {
    guard node.ownedQueueIndex >= 0 else { return }
    constraints[Int(node.ownedQueueIndex)] = .none
    node.ownedQueueIndex = -1
  }

  /// How many rows the queued constraints have, or are to get.
  var rowCount: Int {
    var count = 0
    for queued in constraints {
      switch queued.meaning {
      case .constraint: count += 1
      case .owned(let node): count += node.read { Int($0.ownedCount) }
      case .none: break
      }
    }
    return count
  }

  // MARK: Items

  /// Queues an item, which is in the queue already unless its `dirt` was empty.
  mutating func append(_ node: ItemNode, _ dirt: ItemNode.Dirt) {
    if node.dirt.isEmpty { nodes.append(node) }
    node.dirt = node.dirt.union(dirt)
    if dirt.contains(.intrinsicSize), node.dirt.contains(.unasked) {
      node.dirt = node.dirt.subtracting(.unasked)
      slotsToAsk.append(node.slot)
    }
  }

  /// What was queued for the item is done, but for an intrinsic size that was invalidated while views were asked.
  mutating func finish(_ node: ItemNode) {
    node.dirt = node.dirt.intersection(.intrinsicSize)
    if !node.dirt.isEmpty { nodes.append(node) }
  }

  /// The queued items; none from then on.
  mutating func takeNodes() -> [ItemNode] {
    defer { nodes = [] }
    return nodes
  }

  mutating func appendMask(of node: ItemNode) {
    guard !node.isMaskQueued else { return }
    node.isMaskQueued = true
    masks.append(node)
  }

  mutating func removeMask(of node: ItemNode) {
    guard node.isMaskQueued else { return }
    node.isMaskQueued = false
    masks.removeAll { $0 === node }
  }

  /// The views whose masks are queued; none from then on.
  mutating func takeMasks() -> [ItemNode] {
    defer { masks = [] }
    return masks
  }

  // MARK: Rows and variables

  mutating func remove(_ row: Row) { removedRows.append(row) }

  mutating func remove(_ variables: [Variable]) { removedVariables.append(contentsOf: variables) }

  /// Removes the queued rows and variables from the solver.
  mutating func applyRemovals(to solver: Solver) throws(SolverError) {
    if !removedRows.isEmpty {
      try solver.remove(removedRows)
      removedRows.removeAll(keepingCapacity: true)
    }
    if !removedVariables.isEmpty {
      try solver.removeVariables(removedVariables)
      removedVariables.removeAll(keepingCapacity: true)
    }
  }

  /// Empties the queue: its solver is gone, and the whole tree is about to be queued.
  mutating func removeAll() {
    for queued in constraints {
      switch queued.meaning {
      case .constraint(let constraint): constraint.read { $0.queueIndex = -1 }
      case .owned(let node): node.read { $0.ownedQueueIndex = -1 }
      case .none: break
      }
    }
    constraints.removeAll()
    addedSlots.removeAll()
    (nodes, slotsToAsk, removedRows, removedVariables) = ([], [], [], [])
  }
}
