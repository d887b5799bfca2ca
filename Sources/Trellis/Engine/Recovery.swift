// What happens when required constraints cannot all hold (docs/semantics.md#2.5).
//
// Every conflict that the solver reports is a minimal set. One of it is broken: a placeholder of the system where there is
// one, else a gap of a stack, else the constraint that a caller activated last, and what guides and stacks are built on
// only where nothing else is left (`ConflictRank`). Then the rest is solved again. `RecoverableProgram` is that loop,
// for the constraints of a scene and for the rows of a fitting size.
//
// As in Auto Layout a broken constraint is still met as nearly as the required ones allow. Its row stays, at a priority of
// its own below required and above every optional one. All broken constraints share that level, so its error is the sum
// of theirs: a level for each, in the order of breaking, would let the answer depend on the edits that led to it, and the
// sum depends on nothing but which ones are broken.
//
// A broken constraint stays active, and stays broken exactly as long as the reason holds: the other members of its
// conflict are unchanged and not broken, and the constraint is unchanged. When one of them is edited, goes, or is broken
// itself, the constraint is tried again, in the same layout.
//
// That makes the outcome a function of the tree and the order of activation, not of the edits that led there: when
// nothing is left to be tried, each broken constraint is excluded by constraints of lower rank that are not. By
// induction over the ranks, the ones that are not broken are those that a greedy pass would keep: each one, in that order,
// that can hold together with those kept before. (A conflict handler that chooses otherwise is remembered as long as its
// reason holds, so its choices do depend on the way.)

import Simplex

/// A program whose required rows may contradict each other, and how one of a conflict is broken.
protocol RecoverableProgram {
  /// A row that can be broken.
  associatedtype Member

  /// Hands over what was edited and solves it.
  func solve() throws(LayoutError) -> Outcome
  /// The conflicts of the last solve, the members of each in the order of their ranks.
  func conflicts() throws(LayoutError) -> [[Member]]
  /// Whether the row is there and not broken.
  func isEnforced(_ member: Member) -> Bool
  /// Breaks one of a conflict.
  ///
  /// - Parameter attempt: How many rounds have broken nothing before.
  /// - Returns: Whether one was broken; not where an edit has done away with the conflict.
  mutating func breakOne(of conflict: [Member], attempt: Int) throws(LayoutError) -> Bool
}

extension RecoverableProgram {
  /// Solves, and breaks one of each conflict, until what is left can hold.
  mutating func solveRecovering() throws(LayoutError) {
    var attempt = 0
    while try solve() == .infeasible {
      var isAnyBroken = false
      // What is done about one conflict may do away with the next.
      for conflict in try conflicts() where conflict.allSatisfy(isEnforced) {
        if try breakOne(of: conflict, attempt: attempt) { isAnyBroken = true }
      }
      if !isAnyBroken { attempt += 1 }
    }
  }
}

extension LayoutError {
  /// A conflict has no member that may be broken.
  static var systemConflict: LayoutError {
    LayoutError(.noAnswer, "The system's own constraints contradict each other.")
  }
}

extension Solver {
  /// Solves; any outcome but an answer or a conflict is an error.
  func solveChecked(_ options: SolveOptions = SolveOptions()) throws(LayoutError) -> Outcome {
    let outcome: Outcome
    do { outcome = try solve(options) } catch { throw LayoutError(error) }
    switch outcome {
    case .optimal, .infeasible: return outcome
    case .pivotLimit:
      throw LayoutError(.noAnswer, "The solver reached its bound on pivots.")
    case .breakdown, .unsolved:
      throw LayoutError(.noAnswer, "The solver's residuals stayed too large; there is no answer.")
    }
  }
}

/// The priority of broken constraints: no number that a caller can give lies between it and required.
let brokenPriority = 999.999_99

/// A broken constraint, and why it is.
struct Break {
  let victim: Constraint
  let victimRevision: UInt32
  let others: [(constraint: Constraint, revision: UInt32)]
  let systemRevision: UInt32
  var report: ConflictReport
}

/// The broken constraints of a scene, and what their reasons depend on.
struct ConflictRecovery {
  /// In the order of their breaking.
  var breaks: [Break] = []
  /// Counts changes to what no constraint stands for: origins and signs.
  var systemRevision: UInt32 = 0
  /// The constraints that stand for the root's width and height, once asked for.
  var rootConstraints: [Constraint?] = [nil, nil]
  /// What cures of the last layout's conflicts are tried in, once one was asked for.
  var probe: AnyObject?

  /// Forgets a constraint that is broken no longer.
  mutating func remove(_ constraint: Constraint) { breaks.removeAll { $0.victim === constraint } }

  /// Removes the breaks whose reason no longer holds, and returns their constraints in the order of their ranks.
  mutating func removeStale() -> [Constraint] {
    guard !breaks.isEmpty else { return [] }
    let stale = breaks.filter(isStale).map(\.victim)
    if !stale.isEmpty { breaks.removeAll(where: isStale) }
    return stale.sortedByRank()
  }

  private func isStale(_ past: Break) -> Bool {
    past.systemRevision != systemRevision || past.victim.revision != past.victimRevision
      || past.others.contains { $0.constraint.revision != $0.revision || $0.constraint.isBroken }
  }
}

extension Engine {
  /// Siblings were put in another order, by which conflicts are decided: what is broken is tried again.
  func noteOrderOfSiblings() {
    guard !recovery.breaks.isEmpty else { return }
    recovery.systemRevision += 1
    needsLayout = true
  }

  /// How often broken constraints are tried again within one layout. Each try settles at least one constraint for the
  /// default choice, in practice all; a conflict handler could go round in circles.
  private static let retryLimit = 64

  /// Solves, breaking constraints until what is left can hold.
  ///
  /// - Parameter choose: Picks one of a conflict's constraints; nil for the default.
  func solveRecovering(
    _ options: SolveOptions, style: MessageStyle, choose: (([Constraint]) -> Constraint?)?
  ) throws(LayoutError) {
    let standing = StandingConflicts(recovery.breaks)
    for index in recovery.breaks.indices where recovery.breaks[index].report.isNew {
      recovery.breaks[index].report = recovery.breaks[index].report.standing
    }
    try startPasses()
    var pass = 0
    repeat {
      try settle(options, style: style, standing: standing, choose: choose)
      fixedPoint.solveCount += 1
      pass += 1
    } while try compareWithFrames(pass: pass - 1)
  }

  /// One pass: solves, and breaks constraints, until what is left can hold.
  private func settle(
    _ options: SolveOptions, style: MessageStyle, standing: StandingConflicts,
    choose: (([Constraint]) -> Constraint?)?
  ) throws(LayoutError) {
    retryStaleBreaks()
    var program = SceneProgram(engine: self, options: options, style: style, standing: standing, choose: choose)
    for _ in 0..<Self.retryLimit {
      try program.solveRecovering()
      guard retryStaleBreaks() else { return }
    }
    // Whatever is still to be tried stays broken; the values are those of the last solve.
    if try program.solve() == .infeasible {
      throw LayoutError(.noAnswer, "The choices of the conflict handler go round in circles.")
    }
  }

  /// Solves what was handed over. Any outcome but an answer or a conflict is an error.
  func solveOnce(_ options: SolveOptions) throws(LayoutError) -> Outcome {
    guard let solver else { return .unsolved }
    let outcome = try solver.solveChecked(options)
    if outcome == .optimal {
      do { try reader.takeChanges(of: solver, storage) } catch { throw LayoutError(error) }
    }
    return outcome
  }

  /// The conflicts of the last solve as constraints, system-made ones last.
  func currentConflicts() throws(LayoutError) -> [[Constraint]] {
    guard let solver else { return [] }
    do { return try solver.conflicts().map(constraints(of:)) } catch { throw LayoutError(error) }
  }

  private func constraints(of members: [ConflictMember]) -> [Constraint] {
    var constraints: [Constraint] = []
    for case .row(let row) in members {
      if let constraint = constraint(of: row) { constraints.append(constraint) }
    }
    return constraints.sortedByRank()
  }

  /// Breaks a constraint. What else is to be done about its row is `dirt`.
  func breakConstraint(_ victim: Constraint, _ dirt: Constraint.Dirt = .priority) {
    victim.isBroken = true
    reprioritize(victim, dirt)
  }

  /// Queues a row for the priority of its constraint, broken or not. This is not an edit of the constraint.
  private func reprioritize(_ constraint: Constraint, _ dirt: Constraint.Dirt) {
    if constraint.kind == .contentSize {
      markDirty(constraint.first, .contentForce)
    } else {
      queue(constraint, dirt)
    }
  }

  /// Queues the broken constraints whose reason no longer holds. Whether there are any.
  @discardableResult
  func retryStaleBreaks() -> Bool {
    let stale = recovery.removeStale()
    for victim in stale { reinstate(victim) }
    return !stale.isEmpty
  }

  /// Tries every broken constraint again at the next pass.
  func releaseBreaks() {
    let victims = recovery.breaks.map(\.victim)
    recovery.breaks = []
    for victim in victims { reinstate(victim) }
  }

  private func reinstate(_ victim: Constraint) {
    victim.isBroken = false
    reprioritize(victim, .priority)
  }
}

/// The constraints of a scene: what the handler chooses is broken, else the last by rank.
private struct SceneProgram: RecoverableProgram {
  /// How often the handler is asked again after an edit of its own.
  private static let handlerLimit = 64

  let engine: Engine
  let options: SolveOptions
  let style: MessageStyle
  let standing: StandingConflicts
  let choose: (([Constraint]) -> Constraint?)?

  func solve() throws(LayoutError) -> Outcome {
    try engine.apply()
    return try engine.solveOnce(options)
  }

  func conflicts() throws(LayoutError) -> [[Constraint]] { try engine.currentConflicts() }

  func isEnforced(_ constraint: Constraint) -> Bool {
    if constraint.isBroken { return false }
    return constraint.kind == .rootSize || constraint.engine === engine
  }

  mutating func breakOne(of conflict: [Constraint], attempt: Int) throws(LayoutError) -> Bool {
    let candidates = conflict.filter { $0.kind != .rootSize }
    guard let usual = candidates.last else { throw .systemConflict }
    var victim = usual
    if let choose, attempt < Self.handlerLimit {
      let revisions = conflict.map(\.revision)
      if let chosen = choose(candidates), candidates.contains(where: { $0 === chosen }) { victim = chosen }
      guard conflict.map(\.revision) == revisions, conflict.allSatisfy(isEnforced) else { return false }
    }
    let report = ConflictReport(
      constraints: conflict, broken: victim, message: conflictMessage(conflict, broken: victim, style: style),
      isNew: !standing.contains(conflict))
    engine.breakConstraint(victim)
    engine.recovery.breaks.append(
      Break(
        victim: victim, victimRevision: victim.revision,
        others: conflict.filter { $0 !== victim }.map { ($0, $0.revision) },
        systemRevision: engine.recovery.systemRevision, report: report))
    return true
  }
}

/// The conflicts of the layout before, to tell which of those found now are new. Nothing is computed before the first
/// question.
private final class StandingConflicts {
  private let breaks: [Break]
  private lazy var sets = Set(breaks.map { Set($0.report.constraints.map(ObjectIdentifier.init)) })

  init(_ breaks: [Break]) { self.breaks = breaks }

  func contains(_ conflict: [Constraint]) -> Bool {
    !breaks.isEmpty && sets.contains(Set(conflict.map(ObjectIdentifier.init)))
  }
}

extension Constraint {
  /// The priority of the row: that of the constraint unless it is broken.
  var rowPriority: Double { isBroken ? brokenPriority : Double(storedPriority.rawValue) }

  /// The same of one side of a content size, whose optional side is not what a conflict is about.
  static func rowPriority(_ priority: Priority, isBroken: Bool) -> Double {
    isBroken && priority.isRequired ? brokenPriority : Double(priority.rawValue)
  }
}

extension ItemNode {
  /// Whether the content size along an axis is broken.
  func isContentBroken(_ axis: Axis) -> Bool { contentConstraints?[Int(axis.rawValue)]?.isBroken == true }
}

// MARK: - Constraints that stand for the system's rows

extension Engine {
  /// The constraint that stands for a content size: made when first asked for, the same from then on.
  func contentConstraint(_ node: ItemNode, _ axis: Axis) -> Constraint {
    var made = node.contentConstraints ?? [nil, nil]
    if let constraint = made[Int(axis.rawValue)] { return constraint }
    let constraint = systemConstraint(.contentSize, node, axis)
    made[Int(axis.rawValue)] = constraint
    node.contentConstraints = made
    return constraint
  }

  func rootConstraint(_ axis: Axis) -> Constraint {
    if let constraint = recovery.rootConstraints[Int(axis.rawValue)] { return constraint }
    let constraint = systemConstraint(.rootSize, root, axis)
    constraint.identifier =
      axis == .horizontal ? "UIView-Encapsulated-Layout-Width" : "UIView-Encapsulated-Layout-Height"
    recovery.rootConstraints[Int(axis.rawValue)] = constraint
    return constraint
  }

  private func systemConstraint(_ kind: Constraint.Kind, _ node: ItemNode, _ axis: Axis) -> Constraint {
    Constraint(
      kind: kind, first: node, axis == .horizontal ? .width : .height, .equal, second: nil, .notAnAttribute,
      multiplier: 1, constant: 0, priority: .required, fileID: #fileID, line: #line)
  }

  /// What a row of the solver stands for; nil for origins, which nobody can change.
  func constraint(of row: Row) -> Constraint? {
    switch session.rowTags[Int(row.index)].meaning {
    case .constraint(let constraint): constraint.takeUnretainedValue()
    case .contentSize(let slot, let axis): slots[Int(slot)].node.map { contentConstraint($0, axis) }
    case .rootSize(let axis): rootConstraint(axis)
    case .contentOrigin, .rootOrigin, .none: nil
    }
  }

  /// The active content-size constraints of a view.
  func contentConstraints(of node: ItemNode) -> [Constraint] {
    guard node.isView, node.slot >= 0 else { return [] }
    return Axis.allCases.compactMap { axis in
      let isBroken = node.isContentBroken(axis)
      guard isBroken || slots[Int(node.slot)].contentRows[axis] != nil else { return nil }
      return contentConstraint(node, axis)
    }
  }

  func hasSystemRow(_ constraint: Constraint) -> Bool {
    guard constraint.first.slot >= 0 else { return false }
    if constraint.kind == .rootSize { return constraint.first === root }
    return constraint.isBroken
      || slots[Int(constraint.first.slot)].contentRows[constraint.systemAxis] != nil
  }

  func systemConstant(_ constraint: Constraint) -> Double? {
    if constraint.kind == .rootSize { return rootSize[constraint.systemAxis] }
    let slot = Int(constraint.first.slot)
    return slot < 0 ? nil : slots[slot].contentSize[constraint.systemAxis]
  }

  /// The solver's row of a constraint; nil where there is none yet.
  func row(of constraint: Constraint) -> Row? {
    switch constraint.kind {
    case .relation, .marginGuide, .safeAreaGuide, .readableGuide, .stack, .stackSpacing, .autoresizing: constraint.row
    case .contentSize:
      constraint.first.slot < 0
        ? nil : slots[Int(constraint.first.slot)].contentRows[constraint.systemAxis]
    case .rootSize: nil
    }
  }
}
