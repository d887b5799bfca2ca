// From the queue of edits to the solver's rows, as whole arrays, each row edited in place where the solver can.
//
// Order: intrinsic sizes are asked for (subviews first), rows and variables go, variables come, rows come, and what is
// left is changed in place. Should a call fail half way, the solver is filled anew at the next pass.

import Simplex

/// Rows on their way to other constants and priorities.
private struct Changes {
  var constantRows: [Row] = []
  var constants: [Double] = []
  var priorityRows: [Row] = []
  var priorities: [Double] = []
  var prioritiesBelow: [Double] = []
  var weightRows: [Row] = []
  var weights: [Double] = []
  var removals: [Row] = []
  /// Whether any constraint is among them.
  var hasConstraints = false
}

extension Engine {
  /// Brings the solver up to date with the tree.
  func apply() throws(LayoutError) {
    if needsRebuild { queueEverything() }
    isApplying = true
    defer { isApplying = false }
    try askIntrinsicSizes()
    updateStacks()
    updateAutoresizing()
    do {
      try applyQueue()
    } catch let error as LayoutError {
      needsRebuild = true
      throw error
    } catch let error as SolverError {
      needsRebuild = true
      throw LayoutError(error)
    } catch {
      needsRebuild = true
      throw LayoutError(.noAnswer, "\(error)")
    }
  }

  /// Forgets the solver and queues the whole tree.
  private func queueEverything() {
    solver = nil
    needsFullReading = true
    rowTags.removeAll()
    rootRows = []
    removedRows = []
    removedVariables = []
    variables = []
    for slot in slots.indices { slots[slot].contentRows = AxisPair(horizontal: nil, vertical: nil) }
    for queued in dirtyConstraints {
      switch queued.meaning {
      case .constraint(let constraint): constraint.read { $0.queueIndex = -1 }
      case .owned(let node): node.read { $0.ownedQueueIndex = -1 }
      case .none: break
      }
    }
    dirtyConstraints.removeAll()
    dirtyNodes = []
    addedSlots.removeAll()
    slotsToAsk = []
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
    addedSlots.append(node.slot)
    if node.dirt.contains(.intrinsicSize) { slotsToAsk.append(node.slot) }
  }

  private func applyQueue() throws {
    let solver = try self.solver ?? Solver()
    self.solver = solver
    if !removedRows.isEmpty {
      try solver.remove(removedRows)
      removedRows.removeAll(keepingCapacity: true)
    }
    if !removedVariables.isEmpty {
      try solver.removeVariables(removedVariables)
      removedVariables.removeAll(keepingCapacity: true)
    }
    let added = try addVariables(solver)
    var incoming = IncomingRows()
    defer { incoming.deallocate() }
    var changes = Changes()
    placeRoot(&incoming, &changes)
    for slot in added {
      guard let node = slots[Int(slot)].reference else { continue }
      node.read { addSystemRows($0, &incoming) }
      if incoming.isFull { try takeIn(&incoming, solver) }
    }
    let dirty = dirtyNodes
    dirtyNodes.removeAll(keepingCapacity: true)
    for node in dirty where node.engine === self {
      if node.dirt.contains(.geometry), node.kind == .scrollView { moveContentOrigin(node, &changes) }
      if !node.dirt.isDisjoint(with: [.contentPriorities, .contentForce]) {
        updateContentRows(node, &incoming, &changes)
      }
      keepLaterQuestion(node)
      if incoming.isFull { try takeIn(&incoming, solver) }
    }
    // Rows of content sizes are noted in the slots, which lowering looks at: these first.
    try takeIn(&incoming, solver)
    try reserveRows(solver)
    try updateConstraintRows(solver, &incoming, &changes)
    try handOver(changes, solver)
    // New constraints have been looked at on the way.
    if changes.hasConstraints {
      for queued in dirtyConstraints {
        if case .constraint(let constraint) = queued.meaning { constraint.read { $0.leaveQueue() } }
      }
    }
    dirtyConstraints.removeAll()
    needsRebuild = false
  }

  private func handOver(_ changes: Changes, _ solver: Solver) throws {
    if !changes.removals.isEmpty { try solver.remove(changes.removals) }
    if !changes.constantRows.isEmpty { try solver.setConstants(changes.constantRows, changes.constants) }
    if !changes.priorityRows.isEmpty {
      try solver.setPriorities(changes.priorityRows, changes.priorities, below: changes.prioritiesBelow)
    }
    if !changes.weightRows.isEmpty { try solver.setWeights(changes.weightRows, changes.weights) }
    passStatistics.constantsSet += changes.constantRows.count
    passStatistics.prioritiesSet += changes.priorityRows.count
  }

  /// Adds the rows that have gathered.
  private func takeIn(_ incoming: inout IncomingRows, _ solver: Solver) throws {
    guard !incoming.isEmpty else { return }
    passStatistics.rowsAdded += incoming.count
    let (tags, slots) = (rowTags, slots)
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
      case .rootOrigin, .rootSize: rootRows.append(row)
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
    let invalidated = dirtyNodes
    while asked < slotsToAsk.count {
      let fresh = slotsToAsk[asked...]
      asked = slotsToAsk.count
      // Superviews come in before their subviews, so backwards is bottom-up.
      for slot in fresh.reversed() {
        if let node = slots[Int(slot)].node { try askIntrinsicSize(node) }
      }
    }
    slotsToAsk.removeAll(keepingCapacity: true)
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
    added.reserveCapacity(addedSlots.count)
    // A slot that was left and taken again is there twice.
    for slot in addedSlots {
      slots[Int(slot)].read { node in
        guard node.dirt.contains(.added) else { return }
        keepLaterQuestion(node)
        added.append(slot)
      }
    }
    addedSlots.removeAll()
    guard !added.isEmpty else { return [] }
    // Left and top are free, sizes are not.
    var flags = [UInt8](repeating: 1, count: 4 * added.count)
    for place in stride(from: 0, to: flags.count, by: 4) { (flags[place], flags[place + 1]) = (0, 0) }
    let fresh = try solver.addVariables(flags: flags)
    let missing = 4 * slots.count - variables.count
    if missing > 0 { variables.append(contentsOf: repeatElement(variables.first ?? fresh[0], count: missing)) }
    noteSlots(added, of: fresh)
    return added
  }

  /// What was queued for the item is done, but for an intrinsic size that was invalidated while views were asked.
  private func keepLaterQuestion(_ node: ItemNode) {
    node.dirt = node.dirt.intersection(.intrinsicSize)
    if !node.dirt.isEmpty { dirtyNodes.append(node) }
  }

  /// Left, top, width and height of the root's alignment rectangle: empty where the insets leave nothing.
  var rootConstants: [Double] {
    let inset = insets[root.slot] ?? PhysicalInsets()
    return [
      inset.left, inset.top, max(0, rootSize.width - inset.left - inset.right),
      max(0, rootSize.height - inset.top - inset.bottom),
    ]
  }

  /// The root lies at the origin with the size of the scene: four rows that a resize changes in place.
  private func placeRoot(_ incoming: inout IncomingRows, _ changes: inout Changes) {
    let constants = rootConstants
    if rootRows.isEmpty {
      let tags: [RowTag] = [.rootOrigin, .rootOrigin, .rootSize(.horizontal), .rootSize(.vertical)]
      for (index, tag) in tags.enumerated() {
        incoming.append(variables[4 * Int(root.slot) + index], 1)
        incoming.end(tag, .equal, constant: constants[index])
      }
    } else if isRootSizeDirty {
      changes.constantRows += rootRows
      changes.constants += constants
    }
    isRootSizeDirty = false
  }

  private func addSystemRows(_ node: ItemNode, _ incoming: inout IncomingRows) {
    if node.kind == .contentGuide, let scrollView = node.parent {
      for axis in Axis.allCases {
        let offset = Int(axis.rawValue)
        incoming.append(variables[4 * Int(node.slot) + offset], 1)
        incoming.append(variables[4 * Int(scrollView.slot) + offset], -1)
        incoming.end(.contentOrigin(node.slot, axis), .equal, constant: contentOrigin(scrollView, axis))
      }
    } else if node.isView {
      let size = slots[Int(node.slot)].contentSize
      guard size.width >= 0 || size.height >= 0 || node.contentConstraints != nil else { return }
      var none = Changes()
      updateContentRows(node, &incoming, &none)
    }
  }

  private func moveContentOrigin(_ scrollView: ItemNode, _ changes: inout Changes) {
    guard let content = (scrollView.view as? ScrollView)?.contentLayoutGuide.node else { return }
    for axis in Axis.allCases {
      guard let row = slots[Int(content.slot)].contentRows[axis] else { continue }
      changes.constantRows.append(row)
      changes.constants.append(contentOrigin(scrollView, axis))
    }
  }

  /// Where content starts, from the scroll view's alignment rectangle: at its frame.
  func contentOrigin(_ scrollView: ItemNode, _ axis: Axis) -> Double {
    guard let insets = insets[scrollView.slot] else { return 0 }
    return axis == .horizontal ? -insets.left : -insets.top
  }

  /// One row per axis that has a content size: too large is an error at the hugging priority, too small at the
  /// compression resistance.
  private func updateContentRows(_ node: ItemNode, _ incoming: inout IncomingRows, _ changes: inout Changes) {
    let slot = slots[Int(node.slot)]
    for axis in Axis.allCases {
      let size = slot.contentSize[axis]
      let present = slot.contentRows[axis]
      if size < 0, present == nil, node.contentConstraints == nil { continue }
      let constraint = node.contentConstraints?[Int(axis.rawValue)]
      if node.dirt.contains(.contentPriorities) { constraint?.revision += 1 }
      let isWanted = size >= 0 && node.suppressedContent?[Int(axis.rawValue)] != true
      let isBroken = constraint?.isBroken == true
      let hugging = Constraint.rowPriority(node.sizing.hugging(axis), isBroken: isBroken)
      let compression = Constraint.rowPriority(node.sizing.compression(axis), isBroken: isBroken)
      if let row = present {
        if isWanted {
          changes.constantRows.append(row)
          changes.constants.append(size)
          changes.priorityRows.append(row)
          changes.priorities.append(hugging)
          changes.prioritiesBelow.append(compression)
        } else {
          changes.removals.append(row)
          rowTags[Int(row.index)] = .none
          slots[Int(node.slot)].contentRows[axis] = nil
        }
      } else if isWanted {
        incoming.append(variables[4 * Int(node.slot) + 2 + Int(axis.rawValue)], 1)
        incoming.end(
          .contentSize(node.slot, axis), .equal, constant: size, priority: hugging, priorityBelow: compression)
      }
    }
  }
}

// MARK: - Constraints

extension Engine {
  /// Makes room for the rows of what was queued.
  private func reserveRows(_ solver: Solver) throws(SolverError) {
    var count = 0
    for queued in dirtyConstraints {
      switch queued.meaning {
      case .constraint: count += 1
      case .owned(let node): count += node.read { Int($0.ownedCount) }
      case .none: break
      }
    }
    // A plain row has 1 to 4 terms. Where there are few, growing as needed costs nothing.
    if count > 1024 { try solver.reserve(rows: count, entries: 3 * count) }
  }

  /// Lowers what was queued.
  private func updateConstraintRows(
    _ solver: Solver, _ incoming: inout IncomingRows, _ changes: inout Changes
  ) throws {
    let lowering = Lowering(self)
    var lowered = LoweredRow()
    for queued in dirtyConstraints {
      switch queued.meaning {
      case .constraint(let constraint):
        try constraint.read { try update($0, solver, lowering, &lowered, &incoming, &changes) }
        if incoming.isFull { try takeIn(&incoming, solver) }
      case .owned(let node): try addOwned(of: node, solver, lowering, &lowered, &incoming)
      case .none: break
      }
    }
    try takeIn(&incoming, solver)
  }

  /// Makes rows of what a view owned when it came in.
  private func addOwned(
    of node: Unmanaged<ItemNode>, _ solver: Solver, _ lowering: Lowering, _ lowered: inout LoweredRow,
    _ incoming: inout IncomingRows
  ) throws {
    var upcoming = node.read { node in
      node.ownedQueueIndex = -1
      return node.firstOwned
    }
    // Two ahead are looked at before one is lowered: each is one to be waited for, and known only from the one before.
    var (isNew, following) = look(at: upcoming)
    var (isFollowingNew, after) = look(at: following)
    while let constraint = upcoming {
      let (isAfterNew, next) = look(at: after)
      // What was activated since is in the queue itself.
      if isNew {
        try constraint.read { try add($0, lowering, &lowered, &incoming) }
        if incoming.isFull { try takeIn(&incoming, solver) }
      }
      (upcoming, following, after) = (following, after, next)
      (isNew, isFollowingNew) = (isFollowingNew, isAfterNew)
    }
  }

  /// Whether a constraint waits for a row with all of its owner's, and which comes after it.
  @inline(__always)
  private func look(at constraint: Unmanaged<Constraint>?) -> (isNew: Bool, next: Unmanaged<Constraint>?) {
    constraint?.read { ($0.isNew, $0.ownerLinks.next) } ?? (false, nil)
  }

  private func update(
    _ constraint: Constraint, _ solver: Solver, _ lowering: Lowering, _ lowered: inout LoweredRow,
    _ incoming: inout IncomingRows, _ changes: inout Changes
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
        passStatistics.termsSet += 1
      }
      changes.constantRows.append(row)
      changes.constants.append(lowered.constant)
    }
    if dirt.contains(.priority) {
      let priority = constraint.rowPriority
      changes.priorityRows.append(row)
      changes.priorities.append(priority)
      changes.prioritiesBelow.append(priority)
      changes.weightRows.append(row)
      changes.weights.append(constraint.storedWeight)
    }
  }

  private func add(
    _ constraint: Constraint, _ lowering: Lowering, _ lowered: inout LoweredRow, _ incoming: inout IncomingRows
  ) throws {
    let tag = RowTag.constraint(Unmanaged.passUnretained(constraint))
    if lowering.appendPlain(constraint, to: &incoming) {
      incoming.end(
        tag, constraint.relation.simplex, constant: constraint.storedConstant,
        priority: constraint.rowPriority, weight: constraint.storedWeight)
    } else {
      try lowering.lower(constraint, into: &lowered)
      lowered.append(to: &incoming)
      incoming.end(
        tag, lowered.relation.simplex, constant: lowered.constant, priority: constraint.rowPriority,
        weight: constraint.storedWeight)
    }
  }
}

extension Constraint {
  /// What was queued is done.
  fileprivate func leaveQueue() {
    dirt = []
    queueIndex = -1
  }
}
