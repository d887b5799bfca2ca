// The search for cures of one conflict.
//
// A conflict is a minimal set, so each member can resolve it by giving way. How far it has to is one solve: its row at the
// priority of broken constraints, above all optional ones, and the constraint that the layout broke required again. The
// error that is left is the least change of the constant, for which the set's Farkas combination alone gives a lower bound
// (the residual over the member's multiplier); other required rows may ask for more. Where that solve finds another
// conflict, no change of the member is a cure.
//
// Changes of priorities cost a plan of the program each. Mostly the bound is met, and a change of the constant says the same for
// what it moves: `ConstantCures`.

import Simplex

/// A member of a conflict that can resolve it.
struct CureMember {
  let constraint: Constraint
  let row: Row
  /// The conflicts that it resolves when it gives way: of the layout's, by their indices.
  var cured: [Int]
  /// How far the constant of its row has to change at least, in points.
  var error: Double
  /// What that moves.
  var moved: (items: Int, largest: Double)
  /// How unlikely it is to be at fault; see `Blame`.
  var innocence: Double
  /// By how much the constant of its row changed, where that alone resolved the conflicts.
  var growth: Double?
}

/// Finds the cures of one of a layout's conflicts.
struct CureSearch {
  /// So many members are examined, the likeliest first, and changes of so many offered: a set can be as large as the scene.
  private static let (memberLimit, offeredLimit) = (24, 8)
  /// What a constraint is lowered to.
  static let lowered: Priority = 999
  /// The level of a row that is out.
  private static let least = 1e-30

  let engine: Engine
  let probe: CureProbe
  let index: Int
  var solver: Solver { probe.solver }
  var breaks: [Break] { engine.recovery.breaks }

  init(_ engine: Engine, _ probe: CureProbe, conflict index: Int) {
    self.engine = engine
    self.probe = probe
    self.index = index
  }

  /// The cures, the likeliest first.
  func cures(byConstants: Bool) throws -> [ConflictCure] {
    let report = breaks[index].report
    let blame = Blame(engine, report.constraints)
    let candidates = report.constraints.filter(isChangeable).map { ($0, blame.prior($0)) }
      .sorted { ($0.1, $0.0 === report.broken ? 0 : 1) < ($1.1, $1.0 === report.broken ? 0 : 1) }
    let examined = Self.chosen(of: candidates)
    var constants = try !byConstants ? nil : ConstantCures(self, report.constraints, examined: examined.map(\.0))
    var members: [CureMember] = []
    for (constraint, prior) in examined {
      guard var member = try constants?.yielding(constraint) ?? yielding(constraint) else { continue }
      member.innocence = prior + blame.posterior(constraint, newConstant: newConstant(of: member), moved: member.moved)
      members.append(member)
    }
    members.sort { ($0.cured.count, -$0.innocence) > ($1.cured.count, -$1.innocence) }
    var (best, rest): ([ConflictCure], [ConflictCure]) = ([], [])
    for member in members.prefix(Self.offeredLimit) {
      var cures: [ConflictCure] = []
      for change in changes(of: member) {
        if let moved = try constants?.moved(by: change, member) {
          cures.append(ConflictCure(member, change, member.cured.count, moved))
        } else if let cure = try attempt(change, member) {
          cures.append(cure)
        }
      }
      cures.sort { $0.curedConflicts > $1.curedConflicts }
      guard let first = cures.first else { continue }
      best.append(first)
      rest += cures.dropFirst()
    }
    return best + rest
  }

  /// Those that are examined. Of many, half are fixed lengths and half are not: a length may have too little to give.
  private static func chosen(of candidates: [(Constraint, Double)]) -> [(Constraint, Double)] {
    guard candidates.count > memberLimit else { return candidates }
    let lengths = candidates.filter { $0.0.second == nil }.prefix(memberLimit / 2)
    return Array(lengths) + candidates.filter { $0.0.second != nil }.prefix(memberLimit - lengths.count)
  }

  /// Whether a caller can do something about the constraint.
  private func isChangeable(_ constraint: Constraint) -> Bool {
    switch constraint.kind {
    case .relation, .contentSize, .autoresizing: row(of: constraint) != nil
    case .rootSize: true
    case .marginGuide, .safeAreaGuide, .readableGuide, .stack, .stackSpacing: false
    }
  }

  func row(of constraint: Constraint) -> Row? {
    guard constraint.kind == .rootSize else { return engine.row(of: constraint) }
    let rows = engine.session.rootRows
    return rows.count == 4 ? rows[2 + Int(constraint.systemAxis.rawValue)] : nil
  }

  // MARK: Giving way

  /// The member as it resolves the conflict by giving way as little as possible; nil where that is none.
  private func yielding(_ constraint: Constraint) throws -> CureMember? {
    guard let row = row(of: constraint) else { return nil }
    var cured = [index]
    let others = breaks.indices.filter { other in
      other != index
        && (breaks[other].victim === constraint || breaks[other].others.contains { $0.constraint === constraint })
    }
    defer { restore([index] + others, and: constraint) }
    try enforce(index, except: constraint)
    try yield(constraint, row)
    guard try probe.solve() else { return nil }
    for other in others {
      try enforce(other, except: constraint)
      if try probe.solve() {
        cured.append(other)
      } else {
        try relent(other)
        guard try probe.solve() else { return nil }
      }
    }
    guard let error = try solver.errors([row]).first, abs(error) > 1e-9 else { return nil }
    return CureMember(
      constraint: constraint, row: row, cured: cured, error: error, moved: probe.movement(), innocence: 0)
  }

  /// Makes the constraint that a conflict broke required again.
  private func enforce(_ conflict: Int, except constraint: Constraint) throws {
    let victim = breaks[conflict].victim
    guard victim !== constraint, let row = row(of: victim) else { return }
    try set(row, force(of: victim))
  }

  /// Breaks it again.
  private func relent(_ conflict: Int) throws {
    guard let row = row(of: breaks[conflict].victim) else { return }
    try set(row, broken(force(of: breaks[conflict].victim)))
  }

  private func yield(_ constraint: Constraint, _ row: Row) throws { try set(row, broken(force(of: constraint))) }

  /// Restores what the layout had.
  private func restore(_ conflicts: [Int], and constraint: Constraint) {
    // A copy whose row can't be set has no memory left, and is thrown away with the error of the call before.
    if let row = row(of: constraint) {
      let force = force(of: constraint)
      try? set(row, constraint.isBroken ? broken(force) : force)
    }
    for conflict in conflicts { try? relent(conflict) }
  }

  /// The priorities of a constraint's row above and below, as if nothing were broken.
  func force(of constraint: Constraint) -> (above: Double, below: Double) {
    if constraint.kind == .contentSize {
      let (sizing, axis) = (constraint.first.sizing, constraint.systemAxis)
      return (Double(sizing.hugging(axis).rawValue), Double(sizing.compression(axis).rawValue))
    }
    let priority = Double(constraint.storedPriority.rawValue)
    return (priority, priority)
  }

  private func broken(_ force: (above: Double, below: Double)) -> (above: Double, below: Double) {
    (min(force.above, brokenPriority), min(force.below, brokenPriority))
  }

  private func set(_ row: Row, _ force: (above: Double, below: Double)) throws {
    try solver.setPriorities([row], [force.above], below: [force.below])
  }

  // MARK: Changes

  /// The constant that is nearest to the present one of those that resolve the conflict; nil for a constraint that has none
  /// of its own.
  private func newConstant(of member: CureMember) -> Double? {
    let constraint = member.constraint
    switch constraint.kind {
    case .relation: return tidy(constraint.storedConstant + sign(constraint) * member.error)
    case .rootSize: return tidy(max(0, constraint.constant + member.error))
    default: return nil
    }
  }

  /// Without what solving left in the last digits.
  private func tidy(_ value: Double) -> Double {
    for scale in [1.0, 2, 10, 100, 1e4] where abs(value * scale - (value * scale).rounded()) < 1e-7 * scale {
      return (value * scale).rounded() / scale + 0
    }
    return value
  }

  /// A mirrored constraint has its constant negated in its row.
  func sign(_ constraint: Constraint) -> Double {
    constraint.kind == .relation && engine.isMirrored(constraint) ? -1 : 1
  }

  /// What can be done about a member, the mildest first.
  private func changes(of member: CureMember) -> [ConflictCure.Change] {
    let constraint = member.constraint
    switch constraint.kind {
    case .contentSize: return [.lower(Self.lowered)]
    case .autoresizing: return [.remove]
    case .rootSize: return newConstant(of: member).map { [.setConstant($0)] } ?? []
    default: break
    }
    var changes: [ConflictCure.Change] = [.lower(Self.lowered), .remove]
    if constraint.relation == .equal {
      changes.insert(.relax(sign(constraint) * member.error > 0 ? .greaterThanOrEqual : .lessThanOrEqual), at: 1)
    }
    guard let constant = newConstant(of: member) else { return changes }
    let isTwin = Blame.twins(of: constraint).contains { $0.priority.isRequired }
    let isSlip = Blame.isLikely(constant, insteadOf: constraint.storedConstant)
    if isTwin { changes = [.remove] + changes.filter { $0 != .remove } }
    changes.insert(.setConstant(constant), at: isTwin ? 1 : isSlip ? 0 : 2)
    return changes
  }

  /// Solves a change; nil where it does not resolve the conflict.
  private func attempt(_ change: ConflictCure.Change, _ member: CureMember) throws -> ConflictCure? {
    var conflicts = member.cured
    while !conflicts.isEmpty {
      if let moved = try moved(by: change, member, conflicts) {
        return ConflictCure(member, change, conflicts.count, moved)
      }
      // One number may be too little for all: then this conflict alone.
      if conflicts.count == 1 { return nil }
      conflicts = [index]
    }
    return nil
  }

  /// What a change moves when some conflicts are not broken; nil where the required rows contradict each other then.
  private func moved(
    by change: ConflictCure.Change, _ member: CureMember, _ conflicts: [Int]
  ) throws -> (items: Int, largest: Double)? {
    for conflict in conflicts { try enforce(conflict, except: member.constraint) }
    defer { restore(conflicts, and: member.constraint) }
    let (row, force) = (member.row, force(of: member.constraint))
    switch change {
    case .lower(let priority):
      let lowered = Double(priority.rawValue)
      try set(row, (min(force.above, lowered), min(force.below, lowered)))
      return try solved()
    case .setConstant(let constant):
      guard let before = try solver.constants([row]).first else { return nil }
      let growth = sign(member.constraint) * (constant - member.constraint.constant)
      try set(row, force)
      try solver.setConstants([row], [before + growth])
      defer { try? solver.setConstants([row], [before]) }
      return try solved()
    case .remove:
      return try without(removed(with: member)) { try solved() }
    case .relax(let relation):
      let terms = try solver.terms(row)
      guard let constant = try solver.constants([row]).first, let weight = try solver.weights([row]).first else {
        return nil
      }
      var batch = RowBatch()
      for (variable, coefficient) in zip(terms.variables, terms.coefficients) { batch.append(variable, coefficient) }
      let isUp = (relation == .greaterThanOrEqual) == (sign(member.constraint) > 0)
      batch.end(isUp ? .greaterOrEqual : .lessOrEqual, constant: constant, priority: force.above, weight: weight)
      return try without([row]) {
        let added = try solver.add(batch)
        defer { try? solver.remove(added) }
        return try solved()
      }
    }
  }

  private func solved() throws -> (items: Int, largest: Double)? { try probe.solve() ? probe.movement() : nil }

  /// The rows that go with a constraint: of a mask, all of its view's.
  func removed(with member: CureMember) -> [Row] {
    guard member.constraint.kind == .autoresizing else { return [member.row] }
    let node = member.constraint.first
    return node.references.filter { $0.kind == .autoresizing && $0.first === node }.compactMap(\.row)
  }

  /// Empties rows for a question. They keep their indices.
  func without<Result>(_ rows: [Row], _ question: () throws -> Result) throws -> Result {
    let kept = try rows.map { try solver.terms($0) }
    let priorities = try solver.priorities(rows)
    let constants = try solver.constants(rows)
    try solver.setPriorities(rows, rows.map { _ in Self.least })
    try solver.setConstants(rows, rows.map { _ in 0 })
    for row in rows { try solver.setTerms(row, [], []) }
    defer {
      for (row, terms) in zip(rows, kept) { try? solver.setTerms(row, terms.variables, terms.coefficients) }
      try? solver.setConstants(rows, constants)
      try? solver.setPriorities(rows, priorities.priorities, below: priorities.below)
    }
    return try question()
  }
}

extension ConflictCure {
  fileprivate init(_ member: CureMember, _ change: Change, _ cured: Int, _ moved: (items: Int, largest: Double)) {
    self.init(
      constraint: member.constraint, change: change, curedConflicts: cured, movedItems: moved.items,
      largestMove: moved.largest)
  }
}
