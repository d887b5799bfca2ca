// Items in and out of an engine: their slots, what they bring along, and what they leave behind.
//
// Each costs what it consists of and what mentions it; nothing here looks at the rest of the scene.

import Simplex

extension Engine {
  func attach(_ view: View) {
    // No gaps to be filled, and no view that watches.
    let hasRoom = freeSlots.isEmpty && updatingNode == nil
    view.readSubtree { view in
      if hasRoom, isPlain(view) { attachPlain(view.node) } else { attachWhole(view) }
      let count = view.subviews.count
      guard count > 16 else { return }
      slots.makeRoom(for: count)
      frames.makeRoom(for: count)
      addedSlots.makeRoom(for: count)
    }
    needsLayout = true
  }

  /// The record of a plain view whose superview is in already.
  private func attachPlain(_ node: ItemNode) {
    let slot = Int32(truncatingIfNeeded: slots.count)
    let parent = node.parentReference?.read { $0.slot } ?? -1
    node.engine = self
    node.slot = slot
    slots.append(Slot(node, in: parent < 0 ? nil : slots[Int(parent)], at: parent))
    link(slot, into: parent)
    addedSlots.append(slot)
    frames.append(node.storedFrame)
    noteContent(of: node)
    if !needsFullReading { unreadSlots.append(slot) }
    attachOwned(by: node)
  }

  /// What a view owns.
  private func attachOwned(by node: ItemNode) {
    if node.ownedSpecialCount > 0 || updatingNode != nil {
      node.readOwned { add($0) }
    } else if node.ownedCount > 0 {
      node.ownedQueueIndex = Int32(truncatingIfNeeded: dirtyConstraints.count)
      dirtyConstraints.append(.owned(Unmanaged.passUnretained(node)))
    }
  }

  /// A view with all that may come with one.
  private func attachWhole(_ view: View) {
    attach(view.node)
    if view.autoresizing != nil { queueAutoresizing(view) }
    if view.hasGuides { for guide in view.allGuides { attach(guide.node) } }
    attachOwned(by: view.node)
  }

  /// Whether a view is what most are: of no class of its own, without metrics, guides or a mask, and not the root.
  private func isPlain(_ view: View) -> Bool {
    view.isPlain && view.node.isPlain && view.node !== root
  }

  func attach(_ node: ItemNode) {
    if let keeper = node.keeper {
      if keeper === self { node.keeper = nil } else { keeper.transaction.savepoint?.keepAll(of: node) }
    }
    node.engine = self
    needsLayout = true
    if let errors = node.pendingErrors {
      pendingErrors += errors
      node.pendingErrors = nil
    }
    let parent = node === root ? nil : node.parent
    if node.kind == .frameGuide {
      node.slot = parent?.slot ?? -1
      return
    }
    let parentSlot = parent?.slot ?? -1
    let record = Slot(node, in: parentSlot < 0 ? nil : slots[Int(parentSlot)], at: parentSlot)
    if let slot = freeSlots.popLast() {
      node.slot = slot
      slots[Int(slot)] = record
      frames[Int(slot)] = node.storedFrame
      if 4 * Int(slot) < edges.count { for offset in 0..<4 { edges[4 * Int(slot) + offset] = .nan } }
    } else {
      node.slot = Int32(slots.count)
      slots.append(record)
      frames.append(node.storedFrame)
    }
    link(node.slot, into: parentSlot)
    if node === root { noteSafeArea(of: node) }
    if node.isView { noteContent(of: node) } else { node.dirt = .added }
    addedSlots.append(node.slot)
    if !needsFullReading { unreadSlots.append(node.slot) }
    if node.kind == .scrollView { scrollViews.append(node) }
    if node.kind == .stackView, let stack = node.view as? StackView { queueStack(stack) }
    if node.metrics != nil { noteMetrics(node) }
    if !node.life.isEmpty { noteRequests(of: node) }
  }

  func detach(_ view: View) {
    view.forEachView { view in
      view.node.forEachOwned { remove($0) }
      for guide in view.allGuides { detach(guide.node) }
      detach(view.node)
    }
    guard hasLeftScrollViews else { return }
    hasLeftScrollViews = false
    scrollViews.removeAll { $0.engine !== self }
  }

  func detach(_ node: ItemNode) {
    needsLayout = true
    if node.kind == .frameGuide {
      node.engine = nil
      node.slot = -1
      return
    }
    noteLeaving(node)
    if !transaction.savepoints.isEmpty { noteDeparture(of: node) }
    noteLeavingBaselines(node)
    if node.ownedQueueIndex >= 0 {
      dirtyConstraints[Int(node.ownedQueueIndex)] = .none
      node.ownedQueueIndex = -1
    }
    let slot = node.slot
    let index = Int(slot)
    unlink(slot)
    for axis in Axis.allCases { dropContentRow(node, axis) }
    if !node.dirt.contains(.added), 4 * index + 4 <= variables.count {
      removedVariables.append(contentsOf: variables[(4 * index)..<(4 * index + 4)])
      for offset in 0..<4 { variables[4 * index + offset] = variables[offset] }
    }
    if !insets.isEmpty { insets[slot] = nil }
    if !safeAreas.isEmpty { safeAreas[slot] = nil }
    if !additionalSafeAreas.isEmpty { additionalSafeAreas[slot] = nil }
    if !preservedMargins.isEmpty { preservedMargins[slot] = nil }
    if !climbedStacks.isEmpty { climbedStacks.remove(slot) }
    if !readableInsets.isEmpty { readableInsets[slot] = nil }
    if !keyboardInsets.isEmpty { keyboardInsets[slot] = nil }
    if !widthDependents.isEmpty { widthDependents[slot] = nil }
    slots[index].node = nil
    freeSlots.append(slot)
    for case let constraint? in node.contentConstraints ?? [] where constraint.isBroken {
      constraint.isBroken = false
      constraint.revision += 1
      breaks.removeAll { $0.victim === constraint }
    }
    if node.kind == .scrollView {
      if node === scrollViews.last { scrollViews.removeLast() } else { hasLeftScrollViews = true }
    }
    if node.isMaskQueued {
      node.isMaskQueued = false
      dirtyAutoresizing.removeAll { $0 === node }
    }
    if node.kind == .stackView, let stack = node.view as? StackView, stack.isQueued {
      stack.isQueued = false
    }
    release(node)
  }

  /// A view that came in is to be asked for its content size, unless it has none.
  func noteContent(of node: ItemNode) {
    if node.hasNoContent {
      node.dirt = [.added, .unasked]
    } else {
      node.dirt = [.added, .intrinsicSize]
      slotsToAsk.append(node.slot)
    }
  }

  /// Puts a slot on the list of its parent's.
  private func link(_ slot: Int32, into parent: Int32) {
    guard parent >= 0 else { return }
    let first = slots[Int(parent)].firstChild
    slots[Int(slot)].nextSibling = first
    if first >= 0 { slots[Int(first)].previousSibling = slot }
    slots[Int(parent)].firstChild = slot
  }

  /// Takes a slot off the list of its parent's. What lies in an item goes after it: its own list is let go then.
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

  func release(_ node: ItemNode) {
    node.storedFrame = frames[Int(node.slot)]
    node.engine = nil
    node.slot = -1
    node.dirt = []
    node.followsSafeArea = false
    if node.kind == .stackView { (node.view as? StackView)?.followsBaseline = false }
  }

  /// Queues the row of a content size for removal and forgets it.
  func dropContentRow(_ node: ItemNode, _ axis: Axis) {
    guard let row = slots[Int(node.slot)].contentRows[axis] else { return }
    slots[Int(node.slot)].contentRows[axis] = nil
    dropRow(row)
  }

  /// Queues the row of a constraint for removal and forgets it.
  func dropRow(of constraint: Constraint) {
    guard let row = constraint.row else { return }
    constraint.row = nil
    dropRow(row)
  }

  private func dropRow(_ row: Row) {
    rowTags[Int(row.index)] = .none
    removedRows.append(row)
  }
}
