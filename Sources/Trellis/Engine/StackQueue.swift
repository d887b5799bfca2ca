// The stack views whose constraints a layout brings up to date.

/// Stack views that wait for the next layout, and what is computed while they are updated.
struct StackQueue {
  /// In the order in which they were queued. May hold some that have left.
  private(set) var stacks: [ItemNode] = []
  /// Those whose ancestors were looked at since, because content inside changed its size.
  private var visited: Set<Int32> = []
  /// What stacks without a content size add up to along each axis.
  var lengths = AxisPair<[ObjectIdentifier: Double]>(horizontal: [:], vertical: [:])
  /// Stacks whose baselines have moved since rows were lowered.
  private(set) var movedBaselines: [ItemNode] = []

  mutating func append(_ stack: ItemNode) { stacks.append(stack) }

  mutating func noteMovedBaselines(of stack: ItemNode) { movedBaselines.append(stack) }

  /// Whether the ancestors of a stack are still to be looked at; they count as looked at from then on.
  mutating func visit(_ slot: Int32) -> Bool { visited.insert(slot).inserted }

  /// Forgets an item that leaves.
  mutating func remove(_ slot: Int32) {
    if !visited.isEmpty { visited.remove(slot) }
  }

  /// The queue has been worked through.
  mutating func finish() {
    stacks.removeAll(keepingCapacity: true)
    visited.removeAll(keepingCapacity: true)
    lengths = AxisPair(horizontal: [:], vertical: [:])
  }

  /// The stacks whose baselines have moved; none from then on.
  mutating func takeMovedBaselines() -> [ItemNode] {
    defer { movedBaselines = [] }
    return movedBaselines
  }
}
