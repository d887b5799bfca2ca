// Items by slot: the flat arrays in which everything else finds what it needs of an item.
//
// An item takes a slot when it comes into the scene and gives it back when it leaves. Slots are used again; variables,
// edges and frames of a free slot mean nothing.

import Simplex

/// The items of a scene by slot. What edits go through is `mutating` also where only arrays behind references change: a call
/// on the engine's part in place copies nothing.
struct SlotStorage {
  let slots = FlatArray<Slot>()
  /// Left, top, width, height of each slot. A free slot has the root's.
  let variables = FlatArray<Variable>()
  /// Left, top, right, bottom of each frame in absolute space, rounded where the scene rounds; as of the last layout,
  /// NaN for an item that came in since. Slots that are newer than the last layout are not in it.
  let edges = FlatArray<Double>()
  /// The frame of each item in its superview, as of the last layout; of one that came in since, that of before. A free
  /// slot has what it had.
  let frames = FlatArray<Rect>()
  private(set) var scrollViews: [ItemNode] = []
  private var freeSlots: [Int32] = []
  /// Whether some of `scrollViews` have left while a view is taken out.
  private var hasDetachedScrollViews = false

  /// Whether a slot is free, to be taken by the next item.
  var hasGaps: Bool { !freeSlots.isEmpty }

  /// Makes room for so many more items.
  mutating func reserve(_ count: Int) {
    slots.makeRoom(for: count)
    frames.makeRoom(for: count)
  }

  /// Puts an item in the slot after the last. O(1).
  @inline(__always)
  mutating func append(_ node: ItemNode, in parent: Int32) -> Int32 {
    let slot = Int32(truncatingIfNeeded: slots.count)
    slots.append(Slot(node, in: parent < 0 ? nil : slots[Int(parent)], at: parent))
    frames.append(node.storedFrame)
    link(slot, into: parent)
    return slot
  }

  /// Puts an item in a slot: a free one where there is one. O(1).
  mutating func insert(_ node: ItemNode, in parent: Int32) -> Int32 {
    if node.kind == .scrollView { scrollViews.append(node) }
    guard let slot = freeSlots.popLast() else { return append(node, in: parent) }
    slots[Int(slot)] = Slot(node, in: parent < 0 ? nil : slots[Int(parent)], at: parent)
    frames[Int(slot)] = node.storedFrame
    if 4 * Int(slot) < edges.count { for offset in 0..<4 { edges[4 * Int(slot) + offset] = .nan } }
    link(slot, into: parent)
    return slot
  }

  /// Frees the slot of an item. The variables are the caller's to remove. O(1).
  mutating func remove(_ node: ItemNode) {
    unlink(node.slot)
    slots[Int(node.slot)].node = nil
    freeSlots.append(node.slot)
    guard node.kind == .scrollView else { return }
    if node === scrollViews.last { scrollViews.removeLast() } else { hasDetachedScrollViews = true }
  }

  /// Takes scroll views that have left off the list: once for each subtree that leaves.
  mutating func removeDetachedScrollViews(from engine: Engine) {
    guard hasDetachedScrollViews else { return }
    hasDetachedScrollViews = false
    scrollViews.removeAll { $0.engine !== engine }
  }

  /// Puts a slot on the list of its parent's.
  @inline(__always)
  private func link(_ slot: Int32, into parent: Int32) {
    guard parent >= 0 else { return }
    let first = slots[Int(parent)].firstChild
    slots[Int(slot)].nextSibling = first
    if first >= 0 { slots[Int(first)].previousSibling = slot }
    slots[Int(parent)].firstChild = slot
  }

  /// Takes a slot off the list of its parent's. The item's own list goes with the item: what is in it leaves afterwards.
  private func unlink(_ slot: Int32) {
    let (parent, previous) = (slots[Int(slot)].parent, slots[Int(slot)].previousSibling)
    let next = slots[Int(slot)].nextSibling
    if previous >= 0 {
      slots[Int(previous)].nextSibling = next
    } else if parent >= 0, slots[Int(parent)].firstChild == slot {
      slots[Int(parent)].firstChild = next
    }
    if next >= 0 { slots[Int(next)].previousSibling = previous }
  }

  mutating func removeAll() {
    slots.removeAll()
    scrollViews = []
  }

  // MARK: Variables

  /// The variables of a slot.
  func variables(of slot: Int32) -> [Variable] { (0..<4).map { variables[4 * Int(slot) + $0] } }

  /// The variables of slots, one after another.
  func variables(of slots: [Int32]) -> [Variable] { slots.flatMap { variables(of: $0) } }

  /// Assigns variables to slots, four to each, and writes to `index` where each is: by its number, 4 times the slot plus 0
  /// to 3.
  mutating func assign(_ fresh: [Variable], to added: [Int32], index: FlatArray<Int32>) {
    guard let anything = variables.first ?? fresh.first else { return }
    variables.fill(to: 4 * slots.count, with: anything)
    var highest: Int32 = -1
    for variable in fresh { highest = max(highest, variable.index) }
    index.fill(to: Int(highest) + 1, with: -1)
    let (variables, indices) = (variables.elements, index.elements)
    precondition(fresh.count >= 4 * added.count)
    fresh.withUnsafeBufferPointer { fresh in
      for (position, slot) in added.enumerated() {
        precondition(slot >= 0 && 4 &* Int(slot) &+ 4 <= variables.count)
        for offset in 0..<4 {
          let variable = fresh[4 &* position &+ offset]
          variables[4 &* Int(slot) &+ offset] = variable
          indices[Int(variable.index)] = 4 &* slot &+ Int32(truncatingIfNeeded: offset)
        }
      }
    }
  }

  /// Takes the variables of a slot out. Returns them; none where the slot has not got any yet. O(1).
  mutating func removeVariables(of slot: Int32) -> [Variable] {
    guard 4 * Int(slot) + 4 <= variables.count else { return [] }
    let removed = variables(of: slot)
    for offset in 0..<4 { variables[4 * Int(slot) + offset] = variables[offset] }
    return removed
  }

  mutating func removeAllVariables() { variables.removeAll() }

  // MARK: Frames

  /// Where the last layout put an item, in the scene's absolute coordinates.
  func absoluteFrame(of slot: Int32) -> Rect? {
    guard slot >= 0, 4 * Int(slot) < edges.count, edges[4 * Int(slot)].isFinite else { return nil }
    let base = 4 * Int(slot)
    return Rect(
      x: edges[base], y: edges[base + 1], width: edges[base + 2] - edges[base],
      height: edges[base + 3] - edges[base + 1])
  }
}
