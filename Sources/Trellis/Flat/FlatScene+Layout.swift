// The layout of a flat scene: what is new becomes rows, conflicts are broken, and what changed is read.

import Simplex

/// Required constraints of a ``FlatScene`` that could not all hold, and the one that was broken.
public struct FlatConflict: Hashable, Sendable {
  /// A minimal set: without any one of them the others can hold. In the order of their making, content sizes last. The size
  /// of the root, and that sizes can't be negative, may have a part in it; neither is listed.
  public let constraints: [FlatConstraint]
  /// The one of them that was broken: a content size, else the one made last. It is met as nearly as the required ones allow,
  /// before every optional one, and tried again as soon as something of the conflict changes.
  public let broken: FlatConstraint
}

/// The result of a layout of a ``FlatScene``.
public struct FlatReport: Sendable {
  /// The items whose frame in the root changed, each once, in no particular order.
  public let changes: [FlatItem]
  /// The conflicts that are unresolved after this layout.
  public let conflicts: [FlatConflict]
  /// The optional priorities, from high to low, with the sum of the absolute errors of each, in points.
  public let levels: [Level]
  /// What the solve cost.
  public let statistics: Statistics
}

/// What is broken in a flat scene, and what has been edited of the conflicts since.
struct FlatRecovery {
  struct Break {
    var conflict: FlatConflict
    /// Whether the size of the root has a part in it.
    var involvesRoot: Bool
  }

  /// In the order of their breaking.
  var breaks: [Break] = []
  /// Constraints of standing conflicts that were edited or removed.
  var edited: Set<Int32> = []
  var isRootEdited = false
}

extension FlatScene {
  /// Solves what was edited since the last layout. Next to nothing where nothing was.
  ///
  /// - Returns: What changed, which conflicts stand, and how well each priority is met.
  /// - Throws: ``LayoutError/Kind/noAnswer`` where the solver gives up, ``LayoutError/Kind/solver(_:)`` with
  ///   `SolverError.memory` or `SolverError.size`. Frames are those of before then.
  /// - Complexity: The first time about linear in the constraints, afterwards in what the edits reach.
  @discardableResult
  public func layout() throws(LayoutError) -> FlatReport {
    do {
      let solver = try openSolver()
      guard needsLayout else { return try report(solver, changes: []) }
      try addVariables(solver)
      try setRoot(solver)
      try addRows(solver)
      try settle(solver)
      let changes = try read(solver)
      needsLayout = false
      return try report(solver, changes: changes)
    } catch let error as LayoutError {
      throw error
    } catch let error as SolverError {
      throw LayoutError(error)
    } catch {
      throw LayoutError(.noAnswer, "\(error)")
    }
  }

  private func report(_ solver: Solver, changes: [FlatItem]) throws(SolverError) -> FlatReport {
    FlatReport(
      changes: changes, conflicts: recovery.breaks.map(\.conflict), levels: try solver.levels(),
      statistics: solver.statistics)
  }

  private func openSolver() throws(SolverError) -> Solver {
    if let solver { return solver }
    let made = try Solver()
    solver = made
    return made
  }

  /// Gives variables to the items that came in: left and top are free, sizes are not. An item keeps them, and leaves them to
  /// the one that takes its place; as none is ever removed, they are numbered in the order of the items.
  private func addVariables(_ solver: Solver) throws(SolverError) {
    let added = itemRecords.count - solvedItems
    guard added > 0 else { return }
    var flags = [UInt8](repeating: 0, count: 4 * added)
    for size in stride(from: 2, to: flags.count, by: 4) { (flags[size], flags[size + 1]) = (1, 1) }
    let variables = try solver.addVariables(flags: flags)
    assert(variables.first?.index == Int32(4 * solvedItems))
    solvedItems = itemRecords.count
  }

  /// The root lies at the origin with the size of the scene: four rows, two of which a resize changes.
  private func setRoot(_ solver: Solver) throws(SolverError) {
    if rootRows.isEmpty {
      var batch = RowBatch()
      for (index, constant) in [0, 0, size.width, size.height].enumerated() {
        batch.append(Variable(index: Int32(index)), 1)
        batch.end(.equal, constant: constant)
      }
      rootRows = try solver.add(batch)
    } else if isSizeNew {
      try solver.setConstants([rootRows[2], rootRows[3]], [size.width, size.height])
    }
    isSizeNew = false
  }

  /// Makes rows of new constraints, a few hundred at a time, which the cache holds.
  private func addRows(_ solver: Solver) throws(SolverError) {
    let fresh = constraints.count - loweredCount
    if fresh > 1024 { try solver.reserve(rows: fresh, entries: 3 * fresh) }
    let lowering = FlatLowering(
      records: constraints.elements, items: itemRecords.elements, direction: direction)
    var incoming = IncomingRows()
    defer { incoming.deallocate() }
    // Of the rows under way, the constraints.
    var pending: [Int32] = []
    // A place may have been left and taken again since.
    relowered.sort()
    var last: Int32 = -1
    for index in relowered where index != last && Int(index) < loweredCount {
      last = index
      lowering.append(index, to: &incoming, &pending)
      if incoming.isFull { try lowering.flush(&incoming, &pending, to: solver) }
    }
    for index in Int32(truncatingIfNeeded: loweredCount)..<Int32(truncatingIfNeeded: constraints.count) {
      lowering.append(index, to: &incoming, &pending)
      if incoming.isFull { try lowering.flush(&incoming, &pending, to: solver) }
    }
    try lowering.flush(&incoming, &pending, to: solver)
    loweredCount = constraints.count
    relowered.removeAll(keepingCapacity: true)
  }

  /// Reads what the solve changed.
  private func read(_ solver: Solver) throws(SolverError) -> [FlatItem] {
    let isFirst = !isRead
    values.fill(to: 4 * solvedItems, with: 0)
    if isFirst {
      let variables = (0..<Int32(4 * solvedItems)).map(Variable.init(index:))
      guard let memory = values.elements.baseAddress else { return [] }
      try variables.withUnsafeBufferPointer { buffer throws(SolverError) in try solver.readValues(buffer, to: memory) }
      isRead = true
      return items
    }
    let count = try solver.readChanges(into: &changedVariables, &changedValues)
    layoutNumber &+= 1
    changedIn.fill(to: solvedItems, with: 0)
    var changes: [FlatItem] = []
    for index in 0..<count {
      let variable = changedVariables[index].index
      values[Int(variable)] = changedValues[index]
      let item = Int(variable / 4)
      guard changedIn[item] != layoutNumber else { continue }
      changedIn[item] = layoutNumber
      // The place of a removed item goes back to zero.
      if item == 0 || itemRecords[item].parent >= 0 { changes.append(self.item(at: variable / 4)) }
    }
    return changes
  }

  /// The items whose position or size the constraints leave open, in the order of their numbers: another layout would meet every
  /// priority as well.
  ///
  /// - Throws: ``LayoutError/Kind/solver(_:)`` with `SolverError.unsolved` before a layout and after an edit;
  ///   `SolverError.memory`.
  /// - Complexity: That of a layout from scratch at most, mostly far less.
  public func ambiguousItems() throws(LayoutError) -> [FlatItem] {
    guard let solver, !needsLayout else { throw LayoutError(SolverError.unsolved) }
    do {
      var items: [FlatItem] = []
      for variable in try solver.ambiguousVariables() {
        let index = variable.index / 4
        guard index == 0 || itemRecords[Int(index)].parent >= 0, items.last?.index != index else { continue }
        items.append(item(at: index))
      }
      return items
    } catch {
      throw LayoutError(error)
    }
  }
}

// MARK: - Conflicts

extension FlatScene {
  /// How often broken constraints are tried again within one layout; each try settles at least one.
  private static let retryLimit = 64

  /// Solves, and breaks constraints, until what is left can hold, and nothing is broken whose reason is gone.
  private func settle(_ solver: Solver) throws {
    try retryStaleBreaks(solver)
    var program = FlatProgram(scene: self, solver: solver)
    for _ in 0..<Self.retryLimit {
      try program.solveRecovering()
      guard try retryStaleBreaks(solver) else { return }
    }
    if try program.solve() == .infeasible {
      throw LayoutError(.noAnswer, "The constraints that are broken go round in circles.")
    }
  }

  /// Tries the constraints again whose conflict has changed. Whether there are any.
  @discardableResult
  private func retryStaleBreaks(_ solver: Solver) throws(SolverError) -> Bool {
    guard !recovery.breaks.isEmpty else {
      (recovery.edited, recovery.isRootEdited) = ([], false)
      return false
    }
    func isStale(_ past: FlatRecovery.Break) -> Bool {
      (past.involvesRoot && recovery.isRootEdited)
        || past.conflict.constraints.contains { member in
          recovery.edited.contains(member.index) || !contains(member)
            || (member != past.conflict.broken && constraints[Int(member.index)].isBroken)
        }
    }
    let stale = recovery.breaks.filter(isStale)
    let kept = recovery.breaks.filter { !isStale($0) }
    for past in stale where contains(past.conflict.broken) { try setBroken(past.conflict.broken.index, false, solver) }
    for past in stale {
      for member in past.conflict.constraints where contains(member) {
        constraints[Int(member.index)].flags.remove(.contested)
      }
    }
    recovery.breaks = kept
    for past in kept { contest(past.conflict) }
    (recovery.edited, recovery.isRootEdited) = ([], false)
    return !stale.isEmpty
  }

  fileprivate func contest(_ conflict: FlatConflict) {
    for member in conflict.constraints { constraints[Int(member.index)].flags.insert(.contested) }
  }

  fileprivate func setBroken(_ index: Int32, _ isBroken: Bool, _ solver: Solver) throws(SolverError) {
    var record = constraints[Int(index)]
    if isBroken { record.flags.insert(.broken) } else { record.flags.remove(.broken) }
    let priorities = record.rowPriorities
    try solver.setPriorities([Row(index: record.row)], [priorities.above], below: [priorities.below])
    constraints[Int(index)] = record
  }
}

/// The rows of a flat scene: of a conflict, a content size gives way, else what was made last.
private struct FlatProgram: RecoverableProgram {
  /// A constraint, or the root.
  enum Member: Hashable {
    case root
    case constraint(FlatConstraint)
  }

  let scene: FlatScene
  let solver: Solver

  func solve() throws(LayoutError) -> Outcome { try solver.solveChecked() }

  func conflicts() throws(LayoutError) -> [[Member]] {
    do {
      let conflicts = try solver.conflicts()
      var constraints: [Row: FlatConstraint] = [:]
      let rows = Set(
        conflicts.joined().compactMap { member -> Row? in if case .row(let row) = member { row } else { nil } })
      for (index, record) in scene.constraints.enumerated() where record.row >= 0 {
        let row = Row(index: record.row)
        guard rows.contains(row) else { continue }
        constraints[row] = FlatConstraint(index: Int32(truncatingIfNeeded: index), stamp: record.stamp)
      }
      return conflicts.map { members in
        let rows = members.compactMap { member -> Row? in if case .row(let row) = member { row } else { nil } }
        let found = rows.compactMap { constraints[$0] }.sorted { rank($0) < rank($1) }
        return (found.count < rows.count ? [.root] : []) + found.map(Member.constraint)
      }
    } catch {
      throw LayoutError(error)
    }
  }

  private func rank(_ constraint: FlatConstraint) -> (Int, UInt32) {
    (scene.constraints[Int(constraint.index)].isContent ? 1 : 0, constraint.stamp)
  }

  func isEnforced(_ member: Member) -> Bool {
    switch member {
    case .root: true
    case .constraint(let constraint): scene.constraints[Int(constraint.index)].isRequired
    }
  }

  mutating func breakOne(of conflict: [Member], attempt: Int) throws(LayoutError) -> Bool {
    let members = conflict.compactMap { member -> FlatConstraint? in
      if case .constraint(let constraint) = member { constraint } else { nil }
    }
    guard let victim = members.last else { throw .systemConflict }
    do { try scene.setBroken(victim.index, true, solver) } catch { throw LayoutError(error) }
    let found = FlatConflict(constraints: members, broken: victim)
    scene.contest(found)
    scene.recovery.breaks.append(.init(conflict: found, involvesRoot: members.count < conflict.count))
    return true
  }
}
