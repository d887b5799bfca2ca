// From the queue of edits to the solver's rows, as whole arrays, each row edited in place where the solver can.
//
// Order: intrinsic sizes are asked for (subviews first), rows and variables go, variables come, rows come, and what is
// left is changed in place. Should a call fail half way, the solver is filled anew at the next pass.

internal import CTrellis
import Simplex

extension Engine {
  /// Brings the solver up to date with the tree.
  func apply() throws(LayoutError) {
    if session.needsRebuild { queueEverything() }
    cycle.isApplying = true
    defer { cycle.isApplying = false }
    try askIntrinsicSizes()
    updateStacks()
    updateAutoresizing()
    do {
      try applyQueue()
    } catch let error as LayoutError {
      session.needsRebuild = true
      throw error
    } catch let error as SolverError {
      session.needsRebuild = true
      throw LayoutError(error)
    } catch {
      session.needsRebuild = true
      throw LayoutError(.noAnswer, "\(error)")
    }
  }

  /// Forgets the solver and queues the whole tree.
  private func queueEverything() {
    session.close()
    reader.needsFullRead = true
    storage.removeAllVariables()
    for slot in slots.indices { slots[slot].contentRows = AxisPair(horizontal: nil, vertical: nil) }
    queue.removeAll()
    releaseBreaks()
    root.view?.forEachView { view in
      requeue(view.node)
      for guide in view.allGuides where guide.node.kind != .frameGuide { requeue(guide.node) }
      view.node.forEachOwned {
        $0.row = nil
        queue($0, .added)
      }
    }
  }

  private func requeue(_ node: ItemNode) {
    node.dirt = node.dirt.union(.added)
    queue.addedSlots.append(node.slot)
    if node.dirt.contains(.intrinsicSize) { queue.slotsToAsk.append(node.slot) }
  }

  private func applyQueue() throws {
    let solver = try session.open()
    try queue.applyRemovals(to: solver)
    let added = try addVariables(solver)
    var incoming = IncomingRows()
    defer { incoming.deallocate() }
    var changes = RowChanges()
    let lowering = Lowering(self)
    try addRoot(lowering, &incoming, &changes)
    for slot in added {
      guard let node = slots[Int(slot)].reference else { continue }
      try node.read { try addSystemRows($0, lowering, &incoming) }
      if incoming.isFull { try add(&incoming, solver) }
    }
    for node in queue.takeNodes() where node.engine === self {
      if node.dirt.contains(.geometry), node.kind == .scrollView { try moveContentOrigin(node, lowering, &changes) }
      if !node.dirt.isDisjoint(with: [.contentPriorities, .contentForce]) {
        updateContentRows(node, lowering, &incoming, &changes)
      }
      queue.finish(node)
      if incoming.isFull { try add(&incoming, solver) }
    }
    // Rows of content sizes are noted in the slots, which lowering looks at: these first.
    try add(&incoming, solver)
    // A plain row has 1 to 4 terms. Where there are few, growing as needed costs nothing.
    let count = queue.rowCount
    if count > 1024 { try solver.reserve(rows: count, entries: 3 * count) }
    try updateConstraintRows(solver, lowering, &incoming, &changes)
    try session.apply(changes)
    // New constraints have been looked at on the way.
    if changes.hasConstraints {
      for queued in queue.constraints {
        if case .constraint(let constraint) = queued.meaning { constraint.read { $0.leaveQueue() } }
      }
    }
    queue.constraints.removeAll()
    session.needsRebuild = false
  }

  /// Adds the rows that have accumulated.
  private func add(_ incoming: inout IncomingRows, _ solver: Solver) throws {
    guard !incoming.isEmpty else { return }
    session.statistics.rowsAdded += incoming.count
    let (tags, slots) = (session.rowTags, slots)
    try incoming.add(to: solver) { highest in
      tags.fill(to: Int(highest.index) + 1, with: .none)
    } _: { row, tag in
      tags[Int(row.index)] = tag
      if let constraint = tag.constraint {
        constraint.read {
          $0.row = row
          $0.leaveQueue()
        }
        return
      }
      switch tag.meaning {
      case .contentSize(let slot, let axis), .contentOrigin(let slot, let axis):
        slots[Int(slot)].contentRows[axis] = row
      case .rootOrigin, .rootSize: session.rootRows.append(row)
      case .constraint, .none: break
      }
    }
  }
}

// MARK: - Items

extension Engine {
  /// Asks views for their content size, subviews before superviews. A view may change the tree while it is asked: what
  /// comes in is asked too, what is invalidated meanwhile waits for the next layout.
  private func askIntrinsicSizes() throws(LayoutError) {
    var asked = 0
    let invalidated = queue.nodes
    while asked < queue.slotsToAsk.count {
      let fresh = queue.slotsToAsk[asked...]
      asked = queue.slotsToAsk.count
      // Superviews come in before their subviews, so backwards is bottom-up.
      for slot in fresh.reversed() {
        if let node = slots[Int(slot)].node { try askIntrinsicSize(node) }
      }
    }
    queue.slotsToAsk.removeAll(keepingCapacity: true)
    guard invalidated.count > 1 else {
      if let node = invalidated.first, node.engine === self, node.dirt.contains(.intrinsicSize) {
        node.dirt = node.dirt.union(.contentPriorities)
        try askIntrinsicSize(node)
      }
      return
    }
    let deepestFirst = invalidated.filter { $0.engine === self && $0.dirt.contains(.intrinsicSize) }
      .sorted { slots[Int($0.slot)].depth > slots[Int($1.slot)].depth }
    for node in deepestFirst {
      if node.engine === self { node.dirt = node.dirt.union(.contentPriorities) }
      try askIntrinsicSize(node)
    }
  }

  private func askIntrinsicSize(_ node: ItemNode) throws(LayoutError) {
    guard node.engine === self, node.dirt.contains(.intrinsicSize), let view = node.view else { return }
    if transaction.savepoint != nil { keepContent(of: node) }
    // Before the question, so that a view that invalidates itself in its answer is asked again.
    node.dirt = node.dirt.subtracting(.intrinsicSize)
    var size = view.intrinsicContentSize
    if node.life.contains(.answers) { try askAlignment(of: view, node) }
    guard node.engine === self else { return }
    guard size.width.isFinite, size.height.isFinite, max(size.width, size.height) <= valueLimit else {
      node.dirt = node.dirt.union(.intrinsicSize)
      throw LayoutError(
        .valueOutOfRange,
        "The intrinsic content size \(formatted(size.width)) × \(formatted(size.height)) of "
          + "\(itemDescription(node)) is not usable.  It must be finite and at most 1e8 points.")
    }
    size = try contentSize(of: view, node, natural: size)
    // The function for the height may have taken the view out.
    guard node.engine === self else { return }
    guard size != slots[Int(node.slot)].contentSize else { return }
    setContentSize(size, of: node)
    queueStacks(around: node)
  }

  /// Asks a view of a class of its own where its content lies in its frame, and whose baselines it has.
  private func askAlignment(of view: View, _ node: ItemNode) throws(LayoutError) {
    let insets = view.alignmentRectInsets
    guard insets.isUsable else {
      node.dirt = node.dirt.union(.intrinsicSize)
      throw view.outOfRange("alignmentRectInsets \(insets)")
    }
    let before = node.metrics?.alignmentInsets ?? .zero
    if insets != before || insets.isPhysical != before.isPhysical {
      view.changeMetrics { $0.alignmentInsets = insets }
    }
    askBaselines(of: view, node)
  }

  /// Gives variables to the items that came in. Returns their slots.
  private func addVariables(_ solver: Solver) throws -> [Int32] {
    var added: [Int32] = []
    added.reserveCapacity(queue.addedSlots.count)
    // A slot that was left and taken again is there twice.
    for slot in queue.addedSlots {
      slots[Int(slot)].read { node in
        guard node.dirt.contains(.added) else { return }
        queue.finish(node)
        added.append(slot)
      }
    }
    queue.addedSlots.removeAll()
    guard !added.isEmpty else { return [] }
    // Left and top are free, sizes are not.
    let flags = [UInt8](unsafeUninitializedCapacity: 4 * added.count) { flags, count in
      for index in flags.indices { flags[index] = UInt8(truncatingIfNeeded: (index >> 1) & 1) }
      count = flags.count
    }
    let fresh = try solver.addVariables(flags: flags)
    storage.assign(fresh, to: added, index: reader.indexOfVariable)
    return added
  }

  /// The root lies at the origin with the size of the scene: four rows that a resize changes in place.
  private func addRoot(
    _ lowering: Lowering, _ incoming: inout IncomingRows, _ changes: inout RowChanges
  ) throws(LayoutError) {
    guard session.rootRows.isEmpty || queue.isRootSizeDirty else { return }
    var lowered = LoweredRow()
    for (index, tag) in RowTag.root.enumerated() {
      _ = try lowering.lower(tag, into: &lowered)
      if session.rootRows.isEmpty {
        lowered.append(to: &incoming, tag)
      } else {
        changes.setConstant(session.rootRows[index], lowered.constant)
      }
    }
    queue.isRootSizeDirty = false
  }

  private func addSystemRows(
    _ node: ItemNode, _ lowering: Lowering, _ incoming: inout IncomingRows
  ) throws(LayoutError) {
    if node.kind == .contentGuide {
      var lowered = LoweredRow()
      for axis in Axis.allCases {
        let tag = RowTag.contentOrigin(node.slot, axis)
        if try lowering.lower(tag, into: &lowered) { lowered.append(to: &incoming, tag) }
      }
    } else if node.isView {
      let size = slots[Int(node.slot)].contentSize
      guard size.width >= 0 || size.height >= 0 || node.contentConstraints != nil else { return }
      var none = RowChanges()
      updateContentRows(node, lowering, &incoming, &none)
    }
  }

  /// The alignment insets of a scroll view changed.
  private func moveContentOrigin(
    _ scrollView: ItemNode, _ lowering: Lowering, _ changes: inout RowChanges
  ) throws(LayoutError) {
    guard let content = scrollView.contentGuide else { return }
    var lowered = LoweredRow()
    for axis in Axis.allCases {
      guard let row = slots[Int(content.slot)].contentRows[axis] else { continue }
      if try lowering.lower(.contentOrigin(content.slot, axis), into: &lowered) {
        changes.setConstant(row, lowered.constant)
      }
    }
  }

  /// One row per axis that has a content size.
  private func updateContentRows(
    _ node: ItemNode, _ lowering: Lowering, _ incoming: inout IncomingRows, _ changes: inout RowChanges
  ) {
    let slot = slots[Int(node.slot)]
    var lowered = LoweredRow()
    for axis in Axis.allCases {
      let present = slot.contentRows[axis]
      if slot.contentSize[axis] < 0, present == nil, node.contentConstraints == nil { continue }
      if node.dirt.contains(.contentPriorities) { node.contentConstraints?[Int(axis.rawValue)]?.revision += 1 }
      if slot.contentSize[axis] >= 0, node.suppressedContent?[Int(axis.rawValue)] != true {
        lowering.lowerContentSize(of: node, axis, into: &lowered)
        if let row = present {
          changes.setConstant(row, lowered.constant)
          changes.setPriority(row, lowered.priority, below: lowered.priorityBelow)
        } else {
          lowered.append(to: &incoming, .contentSize(node.slot, axis))
        }
      } else if let row = present {
        changes.removals.append(row)
        session.rowTags[Int(row.index)] = .none
        slots[Int(node.slot)].contentRows[axis] = nil
      }
    }
  }
}

// MARK: - Constraints

extension Engine {
  /// Lowers what was queued.
  private func updateConstraintRows(
    _ solver: Solver, _ lowering: Lowering, _ incoming: inout IncomingRows, _ changes: inout RowChanges
  ) throws {
    var lowered = LoweredRow()
    dependents.baselineEnds = BaselineEnds()
    defer { dependents.baselineEnds = nil }
    let waiting = queue.constraints
    for index in waiting.indices {
      prefetchOwned(waiting.elements, after: index)
      switch waiting[index].meaning {
      case .constraint(let constraint):
        try constraint.read { try update($0, solver, lowering, &lowered, &incoming, &changes) }
        if incoming.isFull { try add(&incoming, solver) }
      case .owned(let node): try addOwned(of: node, solver, lowering, &lowered, &incoming)
      case .none: break
      }
    }
    try add(&incoming, solver)
  }

  /// Prefetches what later elements of the queue own: each view's constraints are known only from its record, and the record
  /// only from the queue.
  @inline(__always)
  private func prefetchOwned(_ waiting: UnsafeMutableBufferPointer<QueuedConstraints>, after index: Int) {
    if index + 8 < waiting.count, case .owned(let node) = waiting[index + 8].meaning {
      lx_stride_prefetch(UInt(bitPattern: node.toOpaque()) + 64)
    }
    if index + 4 < waiting.count, case .owned(let node) = waiting[index + 4].meaning {
      node.read { $0.prefetchOwned() }
    }
  }

  /// Makes rows of what a view owned when it came in.
  private func addOwned(
    of node: Unmanaged<ItemNode>, _ solver: Solver, _ lowering: Lowering, _ lowered: inout LoweredRow,
    _ incoming: inout IncomingRows
  ) throws {
    let (first, isLong) = node.read { node in
      node.ownedQueueIndex = -1
      return (node.firstOwned, node.ownedCount > 64)
    }
    var upcoming = first
    // A short list has ended before what is prefetched comes, and was prefetched with its owner.
    guard isLong else {
      while let constraint = upcoming {
        let (isNew, next) = look(at: constraint)
        if isNew {
          try constraint.read { try add($0, lowering, &lowered, &incoming) }
          if incoming.isFull { try add(&incoming, solver) }
        }
        upcoming = next
      }
      return
    }
    // Two ahead are looked at before one is lowered: each is one to be waited for, and known only from the one before.
    var (isNew, second) = look(at: upcoming)
    var (isSecondNew, after) = look(at: second)
    var stride = lx_stride()
    while let constraint = upcoming {
      if let after { lx_stride_visit(&stride, after.toOpaque()) }
      let (isAfterNew, next) = look(at: after)
      // What was activated since is in the queue itself.
      if isNew {
        try constraint.read { try add($0, lowering, &lowered, &incoming) }
        if incoming.isFull { try add(&incoming, solver) }
      }
      (upcoming, second, after) = (second, after, next)
      (isNew, isSecondNew) = (isSecondNew, isAfterNew)
    }
  }

  /// Whether a constraint waits for a row with all of its owner's, and which comes after it.
  @inline(__always)
  private func look(at constraint: Unmanaged<Constraint>?) -> (isNew: Bool, next: Unmanaged<Constraint>?) {
    constraint?.read { ($0.isNew, $0.ownerLinks.next) } ?? (false, nil)
  }

  private func update(
    _ constraint: Constraint, _ solver: Solver, _ lowering: Lowering, _ lowered: inout LoweredRow,
    _ incoming: inout IncomingRows, _ changes: inout RowChanges
  ) throws {
    guard let row = constraint.row else {
      try add(constraint, lowering, &lowered, &incoming)
      return
    }
    let dirt = constraint.dirt
    changes.hasConstraints = true
    if !dirt.isDisjoint(with: [.terms, .constant, .added]) {
      try lowering.lower(constraint, into: &lowered)
      if !dirt.isDisjoint(with: [.terms, .added]) {
        try solver.setTerms(row, lowered.variables, lowered.coefficients)
        session.statistics.termsSet += 1
      }
      changes.setConstant(row, lowered.constant)
    }
    if dirt.contains(.priority) {
      let priority = constraint.rowPriority
      changes.setPriority(row, priority, below: priority)
      changes.setWeight(row, constraint.storedWeight)
    }
  }

  @inline(__always)
  private func add(
    _ constraint: Constraint, _ lowering: Lowering, _ lowered: inout LoweredRow, _ incoming: inout IncomingRows
  ) throws {
    if lowering.appendPlain(constraint, to: &incoming) {
      incoming.end(
        .constraint(Unmanaged.passUnretained(constraint)), constraint.relation.simplex,
        constant: constraint.storedConstant, priority: constraint.rowPriority, weight: constraint.storedWeight)
    } else {
      try addGeneral(constraint, lowering, &lowered, &incoming)
    }
  }

  @inline(never)
  private func addGeneral(
    _ constraint: Constraint, _ lowering: Lowering, _ lowered: inout LoweredRow, _ incoming: inout IncomingRows
  ) throws {
    try lowering.lower(constraint, into: &lowered)
    lowered.append(to: &incoming, .constraint(Unmanaged.passUnretained(constraint)))
  }
}

extension Constraint {
  /// What was queued is done.
  fileprivate func leaveQueue() {
    dirt = []
    queueIndex = -1
  }
}
