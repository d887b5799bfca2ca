// Rolling back to a savepoint: every kept state is restored, and the solver is told what that changes.
//
// The order matters. First, what was not there is deactivated and leaves the tree; then all states are restored, so that
// what returns is seen as it was; then views, constraints, and what the engine computes itself: content sizes, broken
// constraints and, after a solve, frames.

import Simplex

extension Engine {
  /// Keeps what is known of an item's content before that changes.
  func keepContent(of node: ItemNode) {
    guard let savepoint = transaction.savepoint, node.slot >= 0, node.kind != .frameGuide else { return }
    let slot = slots[Int(node.slot)]
    savepoint.contents.keep(
      node,
      KeptContent(
        size: slot.contentSize, followsWidth: dependents.heights[node.slot] != nil,
        isToBeAsked: node.dirt.contains(.intrinsicSize)))
  }

  func setContentSize(_ size: Size, of node: ItemNode) {
    if transaction.savepoint != nil { keepContent(of: node) }
    slots[Int(node.slot)].contentSize = size
  }

  /// An item is about to leave while a savepoint is open.
  func noteDeparture(of node: ItemNode) {
    keepContent(of: node)
    transaction.noteDeparture(of: node, from: self)
  }

  /// Rolls everything back to the innermost savepoint, and closes that.
  func rollBack() {
    guard let point = transaction.close() else { return }
    // What is restored is not a change: it is what the next savepoint out knows.
    ChangeBlock.run(nil) {
      transaction.suspend(true)
      restore(point)
      transaction.suspend(false)
    }
    scene?.report = point.report
    solveRestored(point)
  }

  /// Solves what was restored, and restores the frames.
  private func solveRestored(_ point: Savepoint) {
    defer { restoreFrames(point) }
    needsLayout = true
    // A layout that is running solves it itself; what had not been laid out at the savepoint waits for a layout.
    guard let scene, !cycle.isRunning, !point.needsLayout, point.report != nil else { return }
    cycle.isRunning = true
    defer { cycle.isRunning = false }
    do throws(LayoutError) {
      try apply()
      refreshBreaks()
      try solveRecovering(SolveOptions(), style: scene.messageStyle, choose: nil)
      // Where the optimum is not unique, another may be read: those frames are restored, too.
      transaction.open(point)
      defer { _ = transaction.close() }
      _ = try readFrames(scale: settings.scale)
      needsLayout = false
    } catch {
      // The next layout finds out what is wrong.
    }
  }

  private func restoreFrames(_ point: Savepoint) {
    reader.makeRoom(in: storage)
    for (node, frame) in point.frames.entries {
      if node.engine === self, node.slot >= 0 {
        storage.frames[Int(node.slot)] = frame
        reader.touch(node.slot)
      } else if node.engine == nil {
        node.storedFrame = frame
      }
    }
  }

  // MARK: States

  private func restore(_ point: Savepoint) {
    for (constraint, kept) in point.constraints.entries {
      guard let owner = constraint.ownerReference else { continue }
      if kept.state.owner.map({ $0 == owner }) != true || kept.state.sequence != constraint.sequence {
        constraint.uninstall()
      }
    }
    let lists = TreeLists(point)
    lists.removeAdded()
    let changed = restoreStates(point)
    lists.reinsert()
    restoreConstraints(point)
    restoreSettings(point)
    for node in changed where node.engine === self {
      metricsChanged(node)
      baselinesChanged(of: node)
      if let view = node.view { directionChanged(view) }
    }
    for (view, _) in point.views.entries {
      guard let engine = view.node.engine else { continue }
      engine.queueAutoresizing(view)
      engine.queueStacks(around: view.node, force: true)
    }
    for (_, kept) in point.objects.entries { kept.object.restored() }
    restoreContents(point)
    restoreBreaks(point)
    restoreRequests(point)
    pendingErrors = point.pendingErrors
  }

  /// Restores what is kept of single objects. Returns the items whose metrics changed.
  private func restoreStates(_ point: Savepoint) -> [ItemNode] {
    for (_, kept) in point.objects.entries { kept.restore() }
    var changed: [ItemNode] = []
    for (node, state) in point.nodes.entries {
      let before = node.unrecordedState
      node.unrecordedState = state
      if before.rare.metrics != state.rare.metrics || before.rare.baselineSources != state.rare.baselineSources {
        changed.append(node)
      }
      if let engine = node.engine,
        before.sizing != state.sizing || before.rare.suppressedContent != state.rare.suppressedContent
      {
        engine.markDirty(node, .contentPriorities)
      }
    }
    return changed
  }

  private func restoreConstraints(_ point: Savepoint) {
    var returning: [(constraint: Constraint, owner: ItemNode)] = []
    for (constraint, kept) in point.constraints.entries {
      let before = constraint.unrecordedState
      constraint.unrecordedState = kept.state
      if before.owner != nil {
        constraint.noteDifference(from: before)
        continue
      }
      constraint.unrecordedState.owner = nil
      guard let owner = kept.owner, owner.isPresent, constraint.first.isDescendant(of: owner),
        constraint.second?.isDescendant(of: owner) ?? true
      else { continue }
      returning.append((constraint, owner))
    }
    returning.sort { $0.constraint.sequence < $1.constraint.sequence }
    var byOwner: [ObjectIdentifier: (owner: ItemNode, constraints: [Constraint])] = [:]
    for (constraint, owner) in returning.reversed() {
      byOwner[ObjectIdentifier(owner), default: (owner, [])].constraints.append(constraint)
    }
    for (owner, constraints) in byOwner.values { owner.own(again: constraints) }
    for (constraint, owner) in returning {
      constraint.unrecordedState.owner = Unmanaged.passUnretained(owner)
      constraint.enterReferences()
      owner.engine?.add(constraint)
    }
  }

  private func restoreSettings(_ point: Savepoint) {
    let before = settings
    settings = point.settings
    if before.size != settings.size { rootSizeChanged() }
    if before.safeAreaInsets != settings.safeAreaInsets { noteSafeArea(of: root) }
  }

  // MARK: What the engine computes

  private func restoreContents(_ point: Savepoint) {
    for (node, content) in point.contents.entries where node.engine === self && node.slot >= 0 {
      slots[Int(node.slot)].contentSize = content.size
      dependents.heights[node.slot] = content.followsWidth ? WidthDependent(node: node) : nil
      if content.isToBeAsked {
        markDirty(node, .intrinsicSize)
      } else {
        markDirty(node, .contentPriorities)
        node.dirt = node.dirt.subtracting(.intrinsicSize)
      }
    }
  }

  private func restoreBreaks(_ point: Savepoint) {
    releaseBreaks()
    for past in point.breaks {
      let victim = past.victim
      guard victim.engine === self, !victim.isBroken else { continue }
      queue.remove(victim)
      breakConstraint(victim, [.terms, .constant, .priority])
      recovery.breaks.append(past)
    }
    refreshBreaks()
  }

  /// The reasons of the breaks count as unchanged, whatever happened meanwhile.
  private func refreshBreaks() {
    recovery.breaks = recovery.breaks.map { past in
      Break(
        victim: past.victim, victimRevision: past.victim.revision,
        others: past.others.map { ($0.constraint, $0.constraint.revision) }, systemRevision: recovery.systemRevision,
        report: past.report)
    }
  }

  private func restoreRequests(_ point: Savepoint) {
    cycle.updateRequests.removeAll { $0.engine !== self || !$0.life.contains(.needsUpdateConstraints) }
    cycle.layoutRequests.removeAll { $0.engine !== self || !$0.life.contains(.needsLayout) }
    let asked = Set(cycle.updateRequests.map(ObjectIdentifier.init))
    let told = Set(cycle.layoutRequests.map(ObjectIdentifier.init))
    for (node, state) in point.nodes.entries where node.engine === self {
      let identity = ObjectIdentifier(node)
      if state.life.contains(.needsUpdateConstraints), !asked.contains(identity) { cycle.updateRequests.append(node) }
      if state.life.contains(.needsLayout), !told.contains(identity) { cycle.layoutRequests.append(node) }
    }
  }
}

extension Constraint {
  /// Queues the numbers that changed of a constraint that stayed active.
  fileprivate func noteDifference(from before: State) {
    guard let engine else { return }
    if before.multiplier != storedMultiplier { engine.markDirty(self, .terms) }
    if before.constant != storedConstant { engine.markDirty(self, .constant) }
    // A weight is told with the priority.
    engine.markDirty(self, .priority)
  }
}

/// The tree as a savepoint has it: lists of subviews and guides, restored as a whole.
private struct TreeLists {
  let views: [(object: View, state: View.State)]

  init(_ point: Savepoint) { views = point.views.entries }

  /// Takes out of the tree what was elsewhere or nowhere.
  func removeAdded() {
    for (view, kept) in views {
      let subviews = Set(kept.subviews.map(ObjectIdentifier.init))
      for subview in view.subviews where !subviews.contains(ObjectIdentifier(subview)) {
        subview.node.engine?.detach(subview)
        subview.node.parent = nil
      }
      // A view around this one may be removed after it, with what is in its lists.
      view.unrecordedState.subviews.removeAll { $0.node.parent !== view.node }
      let guides = Set((kept.layoutGuides + kept.systemGuides).map(ObjectIdentifier.init))
      for guide in view.layoutGuides + view.systemGuides where !isLasting(guide, in: view) {
        if guides.contains(ObjectIdentifier(guide)) { continue }
        for constraint in guide.node.references.sorted(by: { $0.sequence < $1.sequence }) { constraint.uninstall() }
        guide.node.engine?.detach(guide.node)
        guide.node.parent = nil
      }
      view.unrecordedState.layoutGuides.removeAll { $0.node.parent !== view.node }
      view.unrecordedState.systemGuides.removeAll { $0.node.parent !== view.node }
    }
    for (view, kept) in views {
      for subview in kept.subviews where subview.superview != nil && subview.superview !== view {
        subview.removeFromSuperview()
      }
      for guide in kept.layoutGuides where guide.owningView != nil && guide.owningView !== view {
        guide.owningView?.removeLayoutGuide(guide)
      }
    }
  }

  /// Restores the lists, and attaches what is in them to the scene of its superview.
  func reinsert() {
    // A view that has come in since may have been kept with what it took from others before; those come first.
    var claimed = Set<ObjectIdentifier>()
    for (view, kept) in views {
      let made = view.systemGuides.filter { guide in
        guide.owningView === view && !kept.systemGuides.contains { $0 === guide }
      }
      view.unrecordedState = kept
      view.unrecordedState.systemGuides += made
      view.unrecordedState.subviews = kept.subviews.filter { subview in
        // One that has become the root of a scene stays there.
        if let engine = subview.node.engine, engine.root === subview.node { return false }
        return claimed.insert(ObjectIdentifier(subview)).inserted
      }
      view.noteGuides()
      for (position, subview) in view.subviews.enumerated() {
        subview.node.parent = view.node
        subview.node.positionHint = Int32(clamping: position)
      }
      for guide in view.layoutGuides + view.systemGuides { guide.node.parent = view.node }
    }
    for (view, _) in views {
      guard let engine = view.node.engine else { continue }
      for guide in view.layoutGuides + view.systemGuides where guide.node.engine == nil { engine.attach(guide.node) }
      for subview in view.subviews where subview.node.engine == nil { engine.attach(subview) }
    }
  }

  /// Whether the guide stays once it was asked for: the caller may still have it. One that a stack made for itself goes.
  private func isLasting(_ guide: LayoutGuide, in view: View) -> Bool {
    switch guide.node.kind {
    case .marginsGuide: view.arranging?.sharesMarginsGuide ?? true
    case .safeAreaGuide, .readableGuide, .keyboardGuide: true
    default: false
    }
  }
}
