// How far one constant can move before a value follows it otherwise, and what takes over there.
//
// A range of the basis (`ranging`) ends wherever any row meets its constant, also one that has nothing to do with the value.
// So the constant is moved past the end, solved there, and on as long as the value goes on along its line: what is found is
// where the value's own slope changes. At a breakpoint each side has a slope of its own, which a solve beside it shows.

/// How a value follows one constant, and how far; see ``Solver/reach(of:_:moving:)``.
public struct ConstantReach: Sendable {
  /// What is beyond an end.
  public enum Beyond: Sendable {
    /// Nothing ends it.
    case nothing
    /// The value moves by so much per unit.
    case slope(Double)
    /// The value jumps, or what it does could not be told.
    case unknown
    /// No answer: these cannot hold together.
    case conflict([ConflictMember])
  }

  /// One direction of the constant.
  public struct Side: Sendable {
    /// How far the value moves per unit that the constant grows; nil where that could not be told.
    public var slope: Double?
    /// By how much the constant may change in this direction; infinite where nothing ends it.
    public var reach: Double
    /// What ends it: rows that meet their constants, and variables that become 0.
    public var members: [Ranging.Member]
    /// What the value does there.
    public var beyond: Beyond
  }

  /// Where the constant shrinks.
  public var below: Side
  /// Where it grows.
  public var above: Side
}

extension Solver {
  /// How often a range is continued past an end at which the value's slope does not change.
  private static let longestWalk = 64
  /// The largest constant that is tried, far beyond what a layout has.
  private static let farthest = 1e7

  /// How a sum of multiples of variables follows the constant of one row, on either side, up to where its slope changes.
  ///
  /// The row's constant is as before afterwards, and the program solved. Where other solutions are as good, another one may
  /// be read then. Costs some solves and factorizations of the program's basis for each side.
  ///
  /// - Parameters:
  ///   - variables: The variables of the sum.
  ///   - coefficients: What each is multiplied by.
  ///   - row: The row whose constant moves.
  /// - Throws: ``SolverError/argument`` if the arrays differ in length, ``SolverError/index``, ``SolverError/unsolved``
  ///   unless the last solve ended ``Outcome/optimal`` and nothing was edited since, ``SolverError/memory``.
  public func reach(
    of variables: [Variable], _ coefficients: [Double], moving row: Row
  ) throws(SolverError) -> ConstantReach {
    guard variables.count == coefficients.count else { throw .argument }
    let constant = try constants([row])[0]
    var walk = ReachWalk(solver: self, variables: variables, coefficients: coefficients, row: row, constant: constant)
    let result: Result<ConstantReach, SolverError>
    do throws(SolverError) {
      let start = try walk.point(at: 0)
      let below = try walk.side(-1, from: start)
      result = .success(ConstantReach(below: below, above: try walk.side(1, from: start)))
    } catch {
      result = .failure(error)
    }
    try setConstants([row], [constant])
    _ = try solve()
    return try result.get()
  }

  /// A value on the way.
  private struct ReachPoint {
    var offset: Double
    var value: Double
    var slope: Double
    var ranging: Ranging

    func reach(_ sign: Double) -> Double { sign < 0 ? ranging.reach.below : ranging.reach.above }
    func members(_ sign: Double) -> [Ranging.Member] { sign < 0 ? ranging.below : ranging.above }
  }

  private struct ReachWalk {
    let solver: Solver
    let variables: [Variable]
    let coefficients: [Double]
    let row: Row
    let constant: Double
    var offset = 0.0

    /// The answer with the constant moved; nil where there is none.
    mutating func answer(at offset: Double) throws(SolverError) -> ReachPoint? {
      if offset != self.offset {
        try solver.setConstants([row], [constant + offset])
        self.offset = offset
        guard try solver.solve() == .optimal else { return nil }
      }
      return try point(at: offset)
    }

    func point(at offset: Double) throws(SolverError) -> ReachPoint {
      let ranging = try solver.ranging(of: variables, along: [row], [1])
      let values = try solver.values(variables)
      var (value, slope) = (0.0, 0.0)
      for index in variables.indices {
        value += coefficients[index] * values[index]
        slope += coefficients[index] * ranging.slopes[index]
      }
      return ReachPoint(offset: offset, value: value, slope: slope, ranging: ranging)
    }

    /// The value beside an offset, where its range reaches back to that: short steps where breakpoints are close.
    private mutating func beside(_ offset: Double, _ sign: Double) throws(SolverError) -> ReachPoint? {
      for step in [1e-3, 1e-5] {
        let step = step * Swift.max(1, abs(constant + offset) / 1e3)
        guard let point = try answer(at: offset + sign * step) else { continue }
        if point.reach(-sign) >= step * (1 - 1e-5) { return point }
      }
      return nil
    }

    mutating func side(_ sign: Double, from start: ReachPoint) throws(SolverError) -> ConstantReach.Side {
      var point = start
      if start.reach(sign) <= 1e-9 {
        guard let next = try beside(0, sign) else {
          return ConstantReach.Side(slope: nil, reach: 0, members: start.members(sign), beyond: try beyond(0, sign))
        }
        point = next
      }
      let slope = point.slope
      for _ in 0..<Solver.longestWalk {
        let end = point.offset + sign * point.reach(sign)
        guard abs(end) <= Solver.farthest else {
          return ConstantReach.Side(slope: slope, reach: .infinity, members: [], beyond: .nothing)
        }
        let members = point.members(sign)
        guard let next = try beside(end, sign) else {
          return ConstantReach.Side(
            slope: slope, reach: abs(end), members: members, beyond: try beyond(end, sign))
        }
        let expected = start.value + next.offset * slope
        let isOnLine = abs(next.value - expected) <= 1e-9 * Swift.max(1, abs(expected), abs(constant))
        let isSame = abs(next.slope - slope) <= 1e-9 * Swift.max(1, abs(slope))
        guard isOnLine, isSame else {
          // Where nothing becomes tight, something lets go.
          let known = members.isEmpty ? next.members(-sign) : members
          return ConstantReach.Side(
            slope: slope, reach: abs(end), members: known, beyond: isSame ? .unknown : .slope(next.slope))
        }
        point = next
      }
      let end = abs(point.offset) + point.reach(sign)
      return ConstantReach.Side(slope: slope, reach: end, members: point.members(sign), beyond: .unknown)
    }

    /// What is beyond an end beside which no range begins.
    private mutating func beyond(_ end: Double, _ sign: Double) throws(SolverError) -> ConstantReach.Beyond {
      let step = 1e-2 * Swift.max(1, abs(constant + end) / 1e3)
      if try answer(at: end + sign * step) == nil, solver.outcome == .infeasible {
        return .conflict(try solver.conflicts().first ?? [])
      }
      return .unknown
    }
  }
}
