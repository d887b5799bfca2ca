// Many items coming in at once.
//
// What each adds to the engine's arrays is a few words, so taking them out of the engine for as long as plain views come
// counts: there, every access would be checked for being exclusive, and cost more than what it is about.

/// The arrays of an engine that items come into, taken out of it; it has none of them meanwhile.
struct Intake {
  private let slots: FlatArray<Slot>
  private var added: [Int32]
  private var constraints: [Unmanaged<Constraint>?]

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

  /// A plain constraint of such a view.
  mutating func queue(_ constraint: Constraint) {
    constraint.dirt = constraint.dirt.union(.added)
    guard constraint.queueIndex < 0 else { return }
    constraint.queueIndex = Int32(truncatingIfNeeded: constraints.count)
    constraints.append(Unmanaged.passUnretained(constraint))
  }
}
