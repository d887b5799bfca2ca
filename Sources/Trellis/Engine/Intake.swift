// Many items coming in at once.
//
// What each adds to the engine's arrays is a few words, so taking them out of the engine for as long as plain views come
// counts: there, every access would be checked for being exclusive, and cost more than what it is about.

/// The arrays of an engine that items come into, taken out of it; it has none of them meanwhile.
struct Intake {
  private let slots: FlatArray<Slot>
  private var added: [Int32]
  private var constraints: [QueuedConstraints]

  init(of engine: Engine) {
    slots = engine.slots
    (added, constraints) = (engine.addedSlots, engine.dirtyConstraints)
    (engine.addedSlots, engine.dirtyConstraints) = ([], [])
  }

  /// Gives the arrays back. Nothing is left here.
  mutating func end(_ engine: Engine) {
    (engine.addedSlots, engine.dirtyConstraints) = (added, constraints)
    (added, constraints) = ([], [])
  }

  /// A plain view whose superview is in already.
  mutating func take(_ node: ItemNode, _ engine: Engine) {
    let slot = Int32(truncatingIfNeeded: slots.count)
    let parent = node.parentReference?.read { $0.slot } ?? -1
    node.engine = engine
    node.slot = slot
    var record = Slot(node, in: parent < 0 ? nil : slots[Int(parent)], at: parent)
    if parent >= 0 {
      let first = slots[Int(parent)].firstChild
      record.nextSibling = first
      if first >= 0 { slots[Int(first)].previousSibling = slot }
      slots[Int(parent)].firstChild = slot
    }
    slots.append(record)
    added.append(slot)
    engine.frames.append(node.storedFrame)
    engine.noteContent(of: node)
    if !engine.needsFullReading { engine.unreadSlots.append(slot) }
  }

  /// The constraints that such a view owns, all of them plain.
  mutating func queueOwned(of node: ItemNode) {
    guard node.ownedCount > 0 else { return }
    node.ownedQueueIndex = Int32(truncatingIfNeeded: constraints.count)
    constraints.append(.owned(Unmanaged.passUnretained(node)))
  }
}

/// What waits for rows. None of it is held: an owner holds the constraints, the tree the owners.
enum QueuedConstraints {
  /// What was here is in force no longer.
  case none
  case constraint(Unmanaged<Constraint>)
  /// All constraints that the view of a node owned when it came in: they are looked at once, when they are lowered.
  case owned(Unmanaged<ItemNode>)
}
