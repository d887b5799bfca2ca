// Items in and out of an engine: their slots, what they bring along, and what they leave behind.
//
// Each costs what it consists of and what mentions it; nothing here looks at the rest of the scene.

import Simplex

extension Engine {
  /// Takes a subtree in; returns its views of a class that may override hooks.
  @discardableResult
  func attach(_ view: View) -> [ItemNode] {
    var answering: [ItemNode] = []
    // No gaps to be filled, and no view whose `updateConstraints` is running.
    let hasRoom = !storage.hasGaps && cycle.updatingNode == nil
    let addedSlots = queue.addedSlots
    view.readSubtree { view in
      if hasRoom, isPlain(view) {
        attachPlain(view, addedSlots)
      } else {
        attachWhole(view)
        if view.node.life.contains(.answers) { answering.append(view.node) }
      }
      let count = view.subviews.count
      guard count > 16 else { return }
      storage.reserve(count)
      queue.addedSlots.makeRoom(for: count)
    }
    needsLayout = true
    return answering
  }

  /// The record of a plain view whose superview is in already.
  @inline(__always)
  private func attachPlain(_ view: View, _ addedSlots: FlatArray<Int32>) {
    let node = view.node
    let slot = storage.append(node, in: node.parentReference?.read { $0.slot } ?? -1)
    node.engine = self
    node.slot = slot
    addedSlots.append(slot)
    noteContent(of: node, hasNone: view.hasNoContent)
    reader.append(slot)
    attachOwned(by: node)
  }

  /// What a view owns.
  private func attachOwned(by node: ItemNode) {
    if node.ownedSpecialCount > 0 || cycle.updatingNode != nil {
      node.readOwned { add($0) }
    } else if node.ownedCount > 0 {
      queue.appendOwned(by: node)
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
      if keeper === self { node.keeper = nil } else { keeper.stateKeeper?.keepAll(of: node) }
    }
    node.engine = self
    needsLayout = true
    takePending(of: node)
    let parent = node === root ? nil : node.parent
    if node.kind == .frameGuide {
      node.slot = parent?.slot ?? -1
      return
    }
    node.slot = storage.insert(node, in: parent?.slot ?? -1)
    if node === root { noteSafeArea(of: node) }
    if node.isView { noteContent(of: node, hasNone: node.hasNoContent) } else { node.dirt = .added }
    queue.addedSlots.append(node.slot)
    reader.append(node.slot)
    if let stack = node.arranging { queueStack(stack) }
    if node.metrics != nil { noteMetrics(node) }
    if !node.life.isEmpty { noteRequests(of: node) }
  }

  /// Lets a subtree go; returns its views of a class that may override hooks.
  @discardableResult
  func detach(_ view: View) -> [ItemNode] {
    var answering: [ItemNode] = []
    view.forEachView { view in
      if view.node.life.contains(.answers) { answering.append(view.node) }
      view.node.forEachOwned { remove($0) }
      for guide in view.allGuides { detach(guide.node) }
      detach(view.node)
    }
    storage.removeDetachedScrollViews(from: self)
    return answering
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
    queue.removeOwned(by: node)
    let slot = node.slot
    for axis in Axis.allCases { dropContentRow(node, axis) }
    if !node.dirt.contains(.added) { queue.remove(storage.removeVariables(of: slot)) }
    insets.remove(slot)
    stacks.remove(slot)
    if !dependents.heights.isEmpty { dependents.heights[slot] = nil }
    storage.remove(node)
    for case let constraint? in node.contentConstraints ?? [] where constraint.isBroken {
      constraint.isBroken = false
      constraint.revision += 1
      recovery.remove(constraint)
    }
    queue.removeMask(of: node)
    if let stack = node.arranging, stack.isQueued { stack.isQueued = false }
    release(node)
  }

  /// A view that came in is to be asked for its content size, unless it has none.
  private func noteContent(of node: ItemNode, hasNone: Bool) {
    if hasNone {
      node.dirt = [.added, .unasked]
    } else {
      node.dirt = [.added, .intrinsicSize]
      queue.slotsToAsk.append(node.slot)
    }
  }

  func release(_ node: ItemNode) {
    node.storedFrame = storage.frames[Int(node.slot)]
    node.engine = nil
    node.slot = -1
    node.dirt = []
    node.hasDependentSafeArea = false
    node.arranging?.hasDependentBaseline = false
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
    session.rowTags[Int(row.index)] = .none
    queue.remove(row)
  }
}
