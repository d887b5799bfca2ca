// How the answer moves as constants move along a line or in a plane, and how far that holds.

internal import CSolver

/// How far an answer holds along a line of constants, and how values move on it; see ``Solver/ranging(of:along:_:)``.
public struct Ranging: Hashable, Sendable {
  /// What ends a range: a row that meets its constant, or a variable that becomes 0.
  public enum Member: Hashable, Sendable {
    /// A row that is not tight by construction.
    case row(Row)
    /// A variable that must not be negative.
    case zero(Variable)
  }

  /// How far each variable moves per unit of the parameter, in the order that was asked for.
  public var slopes: [Double]
  /// How far the parameter may go down and up from where it is, both at least 0; infinite where nothing ends it.
  public var reach: (below: Double, above: Double)
  /// What ends the range where the parameter goes down.
  public var below: [Member]
  /// What ends the range where the parameter goes up.
  public var above: [Member]

  /// Whether everything is equal.
  public static func == (a: Ranging, b: Ranging) -> Bool {
    a.slopes == b.slopes && a.reach == b.reach && a.below == b.below && a.above == b.above
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slopes)
    hasher.combine(reach.below)
    hasher.combine(reach.above)
    hasher.combine(below)
    hasher.combine(above)
  }
}

extension Solver {
  /// How values move as constants of rows grow along a line, and how far along it that is an optimum: exactly up to where a
  /// row that is not tight meets its constant. Where the optimum is the only one, it is what solving gives.
  ///
  /// Where a row touches its constant now and would leave it, both reaches are 0: the answer is a breakpoint, and nothing is
  /// said of what is beside it. Complexity: a factorization of the program's basis.
  ///
  /// - Parameters:
  ///   - variables: The variables whose slopes are wanted.
  ///   - rows: The rows whose constants move.
  ///   - slopes: By how much each moves per unit of the parameter, which is 0 now.
  /// - Throws: ``SolverError/argument`` if rows and slopes differ in length, ``SolverError/index``, ``SolverError/value`` for
  ///   a slope beyond 1e9, ``SolverError/unsolved`` unless the last solve ended ``Outcome/optimal`` and nothing was edited
  ///   since, ``SolverError/memory``.
  public func ranging(
    of variables: [Variable], along rows: [Row], _ slopes: [Double]
  ) throws(SolverError) -> Ranging {
    guard rows.count == slopes.count else { throw .argument }
    let (indices, moved) = (variables.map(\.index), rows.map(\.index))
    var capacity: Int32 = 16
    while true {
      var values = [Double](repeating: 0, count: variables.count)
      var reach = [0.0, 0.0]
      var members = [Int32](repeating: 0, count: Int(capacity))
      var sides = [Int8](repeating: 0, count: Int(capacity))
      var count: Int32 = 0
      try check(
        lx_get_ranging(
          handle, int32(moved.count), moved, slopes, int32(indices.count), indices, &values, &reach, capacity, &members,
          &sides, &count))
      guard count > capacity else {
        var ranging = Ranging(slopes: values, reach: (reach[0], reach[1]), below: [], above: [])
        for (member, side) in zip(members, sides).prefix(Int(count)) {
          let found: Ranging.Member = member >= 0 ? .row(Row(index: member)) : .zero(Variable(index: -1 - member))
          if side < 0 { ranging.below.append(found) } else { ranging.above.append(found) }
        }
        return ranging
      }
      capacity = count
    }
  }
}

/// How far an answer holds in a plane of two parameters, both 0 now, and how values move there; see
/// ``Solver/plane(of:along:and:)``.
package struct PlaneRanging: Sendable {
  /// A line that bounds the region: the residual of a row, or the value of a variable that must not be negative. The
  /// answer holds as long as `value + slopes.first × p + slopes.second × q` has the sign of `value`.
  package struct Facet: Sendable {
    package var member: Ranging.Member
    /// The residual now; 0 where it touches, so that the answer is a breakpoint.
    package var value: Double
    package var slopes: (first: Double, second: Double)
  }

  /// How far each variable moves per unit of either parameter, in the order that was asked for.
  package var slopes: (first: [Double], second: [Double])
  package var facets: [Facet]
}

extension Solver {
  /// How values move as constants grow along two directions, and the lines beyond which another basis is optimal: what
  /// ``ranging(of:along:_:)`` says of one. Complexity: a factorization of the program's basis.
  ///
  /// - Parameters:
  ///   - variables: The variables whose slopes are wanted.
  ///   - first: The rows whose constants move with the first parameter, and by how much each per unit.
  ///   - second: The same of the second.
  /// - Throws: As ``ranging(of:along:_:)``.
  package func plane(
    of variables: [Variable], along first: (rows: [Row], slopes: [Double]),
    and second: (rows: [Row], slopes: [Double])
  ) throws(SolverError) -> PlaneRanging {
    guard first.rows.count == first.slopes.count, second.rows.count == second.slopes.count else { throw .argument }
    let indices = variables.map(\.index)
    let (firstRows, secondRows) = (first.rows.map(\.index), second.rows.map(\.index))
    let counts = try [int32(first.rows.count), int32(second.rows.count)]
    let variableCount = try int32(indices.count)
    var capacity = 64
    while true {
      var slopes = [Double](repeating: 0, count: 2 * indices.count)
      var members = [Int32](repeating: 0, count: capacity)
      var numbers = [Double](repeating: 0, count: 3 * capacity)
      var count: Int32 = 0
      let status = firstRows.withUnsafeBufferPointer { one in
        secondRows.withUnsafeBufferPointer { two in
          first.slopes.withUnsafeBufferPointer { oneSlopes in
            second.slopes.withUnsafeBufferPointer { twoSlopes in
              lx_get_plane(
                handle, counts, [one.baseAddress, two.baseAddress], [oneSlopes.baseAddress, twoSlopes.baseAddress],
                variableCount, indices, &slopes, Int32(capacity), &members, &numbers, &count)
            }
          }
        }
      }
      try check(status)
      guard Int(count) > capacity else {
        let facets = (0..<Int(count)).map { k in
          PlaneRanging.Facet(
            member: members[k] >= 0 ? .row(Row(index: members[k])) : .zero(Variable(index: -1 - members[k])),
            value: numbers[3 * k], slopes: (numbers[3 * k + 1], numbers[3 * k + 2]))
        }
        return PlaneRanging(
          slopes: (Array(slopes.prefix(indices.count)), Array(slopes.dropFirst(indices.count))), facets: facets)
      }
      capacity = Int(count)
    }
  }
}
