// Cures of a conflict by constants alone, which cost what they move.
//
// The constraint that the layout broke is a row below required and above all others, so its error is what a change of a member
// has to make 0. Multiples of the members' rows cancel (Farkas), and with them the error is a linear function of their constants: one
// edit of a member's constant by error over slope, solved from where the last one ended. The error is convex in the constant and
// not below that line, so if it is gone then, no smaller change would do.
//
// Where the member is taken out, its expression lies at least that far off, all on one side. What it is worth to go on is convex, too:
// where a little further is no gain, the layout without the member is the one at the least change, and so is the one with an
// inequality in its place, which holds there, and the one with the member lowered, unless another level lies between.
//
// Whatever does not come out like this is left to `CureSearch`.

import Simplex

/// Cures of one conflict that are found without changing priorities.
struct ConstantCures {
  private let search: CureSearch
  /// The rows of the layout's broken constraints, and by how much they fail.
  private let rows: [Row]
  private let errors: [Double]
  /// By how much the error of this conflict's broken constraint grows with the constant of a row.
  private let slopes: [Int32: Double]
  /// Whether something is wished as much as a lowered constraint, or more.
  private let hasHigherWishes: Bool
  /// The levels at the least change of each member.
  private var levels: [ObjectIdentifier: [Level]] = [:]
  /// Whether going on beyond it is no gain, where it has been asked.
  private var staying: [ObjectIdentifier: Bool] = [:]
  /// What moves where a member is taken out; nil where that is not a cure by itself.
  private var removals: [ObjectIdentifier: (items: Int, largest: Double)?] = [:]

  /// - Parameters:
  ///   - members: Of the conflict, all.
  ///   - examined: Those that will be asked about.
  /// - Returns: nil where the copy has no answer as it is.
  init?(_ search: CureSearch, _ members: [Constraint], examined: [Constraint]) throws {
    guard try search.probe.solve() else { return nil }
    self.search = search
    rows = search.breaks.compactMap { search.row(of: $0.victim) }
    guard rows.count == search.breaks.count else { return nil }
    errors = try search.solver.errors(rows)
    let broken = rows[search.index]
    var slopes = try Self.slopes(members.compactMap(search.row(of:)), of: broken, search.solver)
    if examined.contains(where: { search.row(of: $0).map { slopes[$0.index] == nil } ?? false }) {
      // More than one multiple meets in a variable: then by the basis.
      let terms = try search.solver.terms(broken)
      for entry in try search.solver.sensitivity(of: terms.variables, terms.coefficients) {
        if case .row(let row) = entry.member { slopes[row.index] = entry.derivative }
      }
    }
    self.slopes = slopes
    let levels = try search.solver.levels()
    hasHigherWishes = levels.contains {
      $0.priority >= Double(CureSearch.lowered.rawValue) && $0.priority < brokenPriority
    }
  }

  /// The member as it resolves the conflict by the least change of its constant; nil where that is not known from constants.
  mutating func yielding(_ constraint: Constraint) throws -> CureMember? {
    guard [.relation, .rootSize, .autoresizing].contains(constraint.kind), let row = search.row(of: constraint),
      search.force(of: constraint).above >= Double(Priority.required.rawValue),
      let growth = growth(of: constraint, row), abs(growth) > Self.tolerance, growth.isFinite
    else { return nil }
    return try with(growth, row) {
      guard let moved = try solved(cured: [search.index]) else { return nil }
      let others = search.breaks.indices.filter { other in
        other != search.index && search.breaks[other].others.contains { $0.constraint === constraint }
      }
      let cured = try others.filter { try isMet([$0]) }
      // An inequality may hold further on, where more of the others do.
      guard cured.count == others.count || search.breaks[search.index].victim.relation == .equal else { return nil }
      levels[ObjectIdentifier(constraint)] = try search.solver.levels()
      return CureMember(
        constraint: constraint, row: row, cured: [search.index] + cured, error: growth, moved: moved, innocence: 0,
        growth: growth)
    }
  }

  /// The change of a row's constant that would make the error 0 if it were linear. The broken constraint gives way already.
  private func growth(of constraint: Constraint, _ row: Row) -> Double? {
    if constraint === search.breaks[search.index].victim { return errors[search.index] }
    guard !constraint.isBroken, let slope = slopes[row.index], abs(slope) > Self.tolerance else { return nil }
    return -errors[search.index] / slope
  }

  /// What a change of a member moves that resolves all that the member does; nil where that is not known from constants.
  mutating func moved(by change: ConflictCure.Change, _ member: CureMember) throws -> (items: Int, largest: Double)? {
    guard let growth = member.growth else { return nil }
    switch change {
    case .setConstant(let constant):
      let rounded = search.sign(member.constraint) * (constant - member.constraint.constant)
      if abs(rounded - growth) <= Self.tolerance { return member.moved }
      return try with(rounded, member.row) { try solved(cured: member.cured) }
    case .lower: return try !hasHigherWishes && stays(member, growth) ? member.moved : nil
    case .remove, .relax: return try stays(member, growth) ? member.moved : removal(of: member)
    }
  }

  /// Whether going on beyond the least change is no gain.
  private mutating func stays(_ member: CureMember, _ growth: Double) throws -> Bool {
    let key = ObjectIdentifier(member.constraint)
    if let known = staying[key] { return known }
    guard member.constraint.kind == .relation, let least = levels[key] else { return false }
    let further = growth + (growth > 0 ? Self.step : -Self.step)
    let isGain = try with(further, member.row) {
      guard try search.probe.solve() else { return false }
      for (before, after) in zip(least, try search.solver.levels()) where before.error != after.error {
        let rounding = Self.tolerance * max(1, before.error)
        if abs(after.error - before.error) > rounding { return after.error < before.error }
      }
      return false
    }
    staying[key] = !isGain
    return !isGain
  }

  private mutating func removal(of member: CureMember) throws -> (items: Int, largest: Double)? {
    let key = ObjectIdentifier(member.constraint)
    if let known = removals[key] { return known }
    let moved = try search.without(search.removed(with: member)) { try solved(cured: member.cured) }
    removals[key] = .some(moved)
    return moved
  }

  /// An answer while the constant of a row is larger.
  private func with<Answer>(_ growth: Double, _ row: Row, _ question: () throws -> Answer) throws -> Answer {
    let before = try search.solver.constants([row])
    try search.solver.setConstants([row], before.map { $0 + growth })
    // A copy whose row can't be set has no memory left, and is thrown away with the error of the call before.
    defer { try? search.solver.setConstants([row], before) }
    return try question()
  }

  /// Solves what was edited; nil unless these conflicts are gone.
  private func solved(cured: [Int]) throws -> (items: Int, largest: Double)? {
    guard try search.probe.solve(), try isMet(cured) else { return nil }
    return search.probe.movement()
  }

  /// Whether the constraints that these conflicts broke hold in the last solve.
  private func isMet(_ conflicts: [Int]) throws -> Bool {
    let now = try search.solver.errors(conflicts.map { rows[$0] })
    return zip(conflicts, now).allSatisfy { abs($1) <= Self.tolerance * max(1, abs(errors[$0])) }
  }

  /// Errors and changes up to this, in points, are none.
  private static let tolerance = 1e-9
  /// How far beyond the least change it is asked whether going on is a gain, in points. What lies before is not told apart.
  private static let step = 1e-3

  /// The multiples of rows that cancel, as slopes of the error of `broken`: each variable with a single row whose multiple is not
  /// known gives that one. Rows that are not reached so are left out. Linear in the entries.
  private static func slopes(_ rows: [Row], of broken: Row, _ solver: Solver) throws -> [Int32: Double] {
    guard let start = rows.firstIndex(of: broken) else { return [:] }
    var (variables, coefficients) = ([Int32](), [Double]())
    let starts = try solver.appendTerms(of: rows, to: &variables, &coefficients)
    // Of each variable its entries, as a list, in how many rows whose multiple is not known, and the sum over the others.
    let count = 1 + Int(variables.max() ?? -1)
    var newest = [Int32](repeating: -1, count: count)
    var unknown = [Int32](repeating: 0, count: count)
    var sums = [Double](repeating: 0, count: count)
    var older = [Int32](repeating: -1, count: variables.count)
    var rowOf = older
    for row in rows.indices {
      for entry in starts[row]..<starts[row + 1] {
        let column = Int(variables[entry])
        rowOf[entry] = Int32(row)
        older[entry] = newest[column]
        newest[column] = Int32(entry)
        unknown[column] += 1
      }
    }
    var multiples = [Double?](repeating: nil, count: rows.count)
    var pending = [(row: start, multiple: 1.0)]
    while let (row, multiple) = pending.popLast() {
      guard multiples[row] == nil else { continue }
      multiples[row] = multiple
      for entry in starts[row]..<starts[row + 1] {
        let column = Int(variables[entry])
        sums[column] += multiple * coefficients[entry]
        unknown[column] -= 1
        guard unknown[column] == 1 else { continue }
        var last = Int(newest[column])
        while last >= 0, multiples[Int(rowOf[last])] != nil { last = Int(older[last]) }
        if last >= 0 { pending.append((Int(rowOf[last]), -sums[column] / coefficients[last])) }
      }
    }
    var slopes: [Int32: Double] = [:]
    for (row, multiple) in zip(rows, multiples) {
      if let multiple { slopes[row.index] = -multiple }
    }
    return slopes
  }
}
