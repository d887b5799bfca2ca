// What a layout changed, put together once somebody asks for it.
//
// A layout may move half of all items at once, and few callers look at each change, so a layout notes slots and frames only:
// two flat arrays. Which item a slot stands for is looked up when the changes are asked for. Until then the engine
// tells its lists of every item that leaves, and a list keeps those of its own.

/// An item whose frame a layout changed.
public struct FrameChange {
  /// The view or guide.
  public let item: any LayoutItem
  /// Its new frame, in its superview's coordinates, in points.
  public let frame: Rect
}

/// A list that somebody else holds.
struct WeakChangeList {
  weak var list: ChangeList?
}

/// The changes of one layout.
final class ChangeList {
  /// Ascending, each once.
  private var slots: FlatArray<Int32>
  /// By index in `slots`.
  private var frames: FlatArray<Rect>
  /// The items of those slots that have lost them since.
  private var left: [Int32: any LayoutItem] = [:]
  private var made: [FrameChange]?
  /// Tells what leaves; nil once that is of no interest. Neither holds the other, and a list may go on another thread.
  private weak var engine: Engine?

  /// The changes of an engine's layout: slots, ascending, and the frame of each.
  init(_ engine: Engine, _ slots: FlatArray<Int32>, _ frames: FlatArray<Rect>) {
    self.slots = slots
    self.frames = frames
    self.engine = engine
    engine.reader.changeLists.append(WeakChangeList(list: self))
  }

  /// Changes that are known.
  init(_ changes: [FrameChange]) {
    slots = FlatArray()
    frames = FlatArray()
    made = changes
  }

  /// The changes. Linear in their number when first asked for.
  var changes: [FrameChange] {
    if let made { return made }
    let changes = left.isEmpty ? engine?.changes(slots, frames) ?? [] : changesWithLeft
    made = changes
    leaveEngine()
    (slots, frames, left) = (FlatArray(), FlatArray(), [:])
    return changes
  }

  private var changesWithLeft: [FrameChange] {
    zip(slots, frames).compactMap { slot, frame in
      (left[slot] ?? engine?.slots[Int(slot)].node?.item).map { FrameChange(item: $0, frame: frame) }
    }
  }

  /// The item is about to lose its slot.
  func noteLeaving(_ slot: Int32, _ item: any LayoutItem) {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle] < slot { low = middle + 1 } else { high = middle }
    }
    // The first that leaves it is the one that the layout was about.
    if low < slots.count, slots[low] == slot, left[slot] == nil { left[slot] = item }
  }

  private func leaveEngine() {
    engine?.reader.changeLists.removeAll { $0.list == nil || $0.list === self }
    engine = nil
  }
}

extension Engine {
  /// How many lists are kept to be looked up later: that of the last layout, and what a caller may hold for a while.
  private static let changeListLimit = 8

  /// The items in slots, each with its frame: one retain for each.
  fileprivate func changes(_ changed: FlatArray<Int32>, _ frames: FlatArray<Rect>) -> [FrameChange] {
    let (slots, changed, frames) = (slots.elements, changed.elements, frames.elements)
    return [FrameChange](unsafeUninitializedCapacity: changed.count) { buffer, count in
      for index in changed.indices {
        slots[Int(changed[index])].read { node in
          guard let item = node.item else { return }
          buffer.initializeElement(at: count, to: FrameChange(item: item, frame: frames[index]))
          count &+= 1
        }
      }
    }
  }

  /// Makes a list of what a layout changed.
  func makeChangeList(_ slots: FlatArray<Int32>, _ frames: FlatArray<Rect>) -> ChangeList {
    reader.changeLists.removeAll { $0.list == nil }
    if reader.changeLists.count >= Self.changeListLimit { _ = reader.changeLists[0].list?.changes }
    return ChangeList(self, slots, frames)
  }

  /// An item is about to leave its slot.
  func noteLeaving(_ node: ItemNode) {
    guard !reader.changeLists.isEmpty, let item = node.item else { return }
    for list in reader.changeLists { list.list?.noteLeaving(node.slot, item) }
  }

  /// The engine is about to go: who holds a list gets it whole.
  func finishChangeLists() {
    for list in reader.changeLists { _ = list.list?.changes }
  }
}
