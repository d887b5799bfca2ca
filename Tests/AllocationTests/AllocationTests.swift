// Allocation fails at the n-th call of build, solve, edit and solve again, for n from 1 to 1000: a clean status, the old
// answer still there, nothing leaked, and the same call succeeds once there is memory. After SQLite's testing page.

import CSolver
import Testing

/// A small layout: items in a row, some with a content size, a contradiction that comes and goes. Each round brings a
/// group of items of its own into the same solver.
final class Scenario {
  /// Items of one round.
  static let items = 8
  /// Enough for more than a thousand calls.
  static let rounds = 4
  let allocator: FailingAllocator
  let solver: OpaquePointer
  /// Variables of this round, and of all before it.
  private var own: [Int32] = []
  private(set) var variables: [Int32] = []
  /// Rows of this round, and all that are there.
  private var ownRows: [Int32] = []
  private(set) var rows: [Int32] = []

  init(allocator: FailingAllocator, solver: OpaquePointer) {
    self.allocator = allocator
    self.solver = solver
  }

  /// What can be seen of a solver.
  struct Snapshot: Equatable {
    var outcome = lx_outcome.LX_UNSOLVED
    var valuesStatus = lx_status.LX_OK
    var values: [Double] = []
    var errors: [Double] = []
    var basis: [UInt8] = []
    var levels: [Double] = []
    var conflicts: [[Int32]] = []
    var changesStatus = lx_status.LX_OK
    var changes: [Int32: Double] = [:]
    var ambiguityStatus = lx_status.LX_OK
    var ambiguous: [Int32] = []
    var sensitivityStatus = lx_status.LX_OK
    var sensitivity: [Int32: Double] = [:]
    var statistics: [Int64] = []
  }

  func snapshot() -> Snapshot {
    var seen = Snapshot()
    _ = lx_get_outcome(solver, &seen.outcome)
    seen.values = Array(repeating: 0, count: variables.count)
    seen.errors = Array(repeating: 0, count: rows.count)
    seen.basis = Array(repeating: 0, count: rows.count)
    seen.valuesStatus = lx_get_values(solver, Int32(variables.count), variables, &seen.values)
    _ = lx_get_row_errors(solver, Int32(rows.count), rows, &seen.errors)
    _ = lx_get_basis(solver, Int32(rows.count), rows, &seen.basis)
    var count: Int32 = 0
    var priorities = [Double](repeating: 0, count: 16)
    var errors = priorities
    if lx_get_levels(solver, 16, &priorities, &errors, &count) == .LX_OK { seen.levels = priorities + errors }
    if lx_get_conflict_count(solver, &count) == .LX_OK {
      for conflict in 0..<count {
        var members = [Int32](repeating: 0, count: 64)
        var size: Int32 = 0
        _ = lx_get_conflict(solver, conflict, 64, &members, &size)
        seen.conflicts.append(Array(members.prefix(Int(size))))
      }
    }
    var (found, numbers) = ([Int32](repeating: 0, count: 4096), [Double](repeating: 0, count: 4096))
    seen.changesStatus = lx_get_changes(solver, 4096, &found, &numbers, &count)
    if seen.changesStatus == .LX_OK {
      seen.changes = Dictionary(uniqueKeysWithValues: zip(found, numbers).prefix(Int(count)))
    }
    seen.ambiguityStatus = lx_get_ambiguous(solver, 4096, &found, &count)
    if seen.ambiguityStatus == .LX_OK { seen.ambiguous = Array(found.prefix(Int(count))) }
    let asked = Array(variables.suffix(4))
    let shares = [1, 0.5, -1, 2].suffix(asked.count).map(\.self)
    seen.sensitivityStatus = lx_get_sensitivity(
      solver, Int32(asked.count), asked, shares, 4096, &found, &numbers, &count)
    if seen.sensitivityStatus == .LX_OK {
      seen.sensitivity = Dictionary(uniqueKeysWithValues: zip(found, numbers).prefix(Int(count)))
    }
    var statistics = lx_statistics()
    if lx_get_statistics(solver, &statistics) == .LX_OK {
      seen.statistics = [
        statistics.pivots, statistics.degenerate, statistics.factorizations, statistics.fixed_variables,
        statistics.cores, statistics.largest_core, statistics.recalled, statistics.planned_rows,
      ]
    }
    return seen
  }

  // MARK: Steps

  /// Item i of the round has the variables 2i (left) and 2i + 1 (width).
  func addVariables() -> lx_status {
    let flags = (0..<2 * Self.items).map { UInt8($0 % 2) }
    var out = [Int32](repeating: 0, count: flags.count)
    let status = lx_add_variables(solver, Int32(flags.count), flags, &out)
    if status == .LX_OK {
      own = out
      ownRows = []
      variables += out
    }
    return status
  }

  private func add(_ rows: [(terms: [(Int, Double)], relation: Int8, constant: Double, priority: Double)]) -> lx_status
  {
    var starts: [Int32] = [0]
    var (variables, coefficients): ([Int32], [Double]) = ([], [])
    for row in rows {
      variables += row.terms.map { own[$0.0] }
      coefficients += row.terms.map(\.1)
      starts.append(Int32(variables.count))
    }
    var out = [Int32](repeating: 0, count: rows.count)
    let status = starts.withUnsafeBufferPointer { starts in
      variables.withUnsafeBufferPointer { variables in
        coefficients.withUnsafeBufferPointer { coefficients in
          rows.map(\.relation).withUnsafeBufferPointer { relations in
            rows.map(\.constant).withUnsafeBufferPointer { constants in
              rows.map(\.priority).withUnsafeBufferPointer { priorities in
                var native = lx_rows(
                  row_count: Int32(rows.count), entry_count: Int32(variables.count), starts: starts.baseAddress,
                  variables: variables.baseAddress, coefficients: coefficients.baseAddress,
                  relations: relations.baseAddress, constants: constants.baseAddress,
                  priorities: priorities.baseAddress, priorities_below: nil, weights: nil)
                return lx_add_rows(solver, &native, &out)
              }
            }
          }
        }
      }
    }
    if status == .LX_OK {
      ownRows += out
      self.rows += out
    }
    return status
  }

  /// Takes out the row that came last.
  private func removeLast() -> lx_status {
    let status = lx_remove_rows(solver, 1, [rows[rows.count - 1]])
    if status == .LX_OK {
      rows.removeLast()
      ownRows.removeLast()
    }
    return status
  }

  /// Rows of this round by their position in it.
  private func row(_ indices: Int...) -> [Int32] { indices.map { ownRows[$0] } }

  /// Per item a gap, a content size and a least width; per neighbour equal widths at a low level, sums over three.
  func addRows() -> lx_status {
    var rows: [(terms: [(Int, Double)], relation: Int8, constant: Double, priority: Double)] = []
    for item in 0..<Self.items {
      let (left, width) = (2 * item, 2 * item + 1)
      if item == 0 {
        rows.append(([(left, 1)], 0, 20, 1000))
      } else {
        rows.append(([(left, 1), (left - 2, -1), (left - 1, -1)], 0, 8, 1000))
        rows.append(([(width, 1), (width - 2, -0.6)], 0, 0, 490))
      }
      rows.append(([(width, 1)], 0, Double(40 + 10 * item), 750))
      rows.append(([(width, 1)], 1, 30, 999.5))
      if item >= 2 { rows.append(([(width, 1), (width - 2, 1), (width - 4, 1)], -1, 150, 760)) }
    }
    rows.append(([(2 * Self.items - 2, 1), (2 * Self.items - 1, 1)], 0, 300, 1000))
    return add(rows)
  }

  func solve(_ algebra: lx_algebra, whole: Bool, cold: Bool) -> lx_status {
    var options = lx_options()
    lx_options_init(&options)
    options.algebra = algebra
    options.whole = whole ? 1 : 0
    options.cold = cold ? 1 : 0
    var outcome = lx_outcome.LX_UNSOLVED
    return lx_solve(solver, &options, &outcome)
  }

  func moveConstants(_ constants: [Double]) -> lx_status { lx_set_constants(solver, 3, row(0, 1, 4), constants) }

  func ambiguous() -> lx_status {
    var found = [Int32](repeating: 0, count: variables.count)
    var count: Int32 = 0
    return lx_get_ambiguous(solver, Int32(found.count), &found, &count)
  }

  func sensitivity() -> lx_status {
    var members = [Int32](repeating: 0, count: rows.count)
    var derivatives = [Double](repeating: 0, count: rows.count)
    var count: Int32 = 0
    return lx_get_sensitivity(solver, 2, own, [1, 0.5], Int32(members.count), &members, &derivatives, &count)
  }

  func ranging() -> lx_status {
    var slopes = [Double](repeating: 0, count: own.count)
    var reach = [0.0, 0.0]
    var members = [Int32](repeating: 0, count: rows.count)
    var sides = [Int8](repeating: 0, count: rows.count)
    var count: Int32 = 0
    return lx_get_ranging(
      solver, 2, row(0, 1), [1, -1], Int32(own.count), own, &slopes, &reach, Int32(members.count), &members, &sides,
      &count)
  }

  /// The calls of a round, in order.
  var steps: [(name: String, run: () -> lx_status)] {
    [
      ("add variables", addVariables), ("add rows", addRows),
      ("solve", { [self] in solve(.LX_ALGEBRA_AUTO, whole: false, cold: false) }), ("ambiguous", ambiguous),
      ("constants", { [self] in moveConstants([10, 60, 30]) }),
      ("solve warm", { [self] in solve(.LX_ALGEBRA_AUTO, whole: false, cold: false) }),
      ("solve cold", { [self] in solve(.LX_ALGEBRA_AUTO, whole: false, cold: true) }),
      ("nothing edited", { [self] in solve(.LX_ALGEBRA_AUTO, whole: false, cold: false) }),
      ("reserve", { [self] in lx_reserve_rows(solver, 3, 9) }),
      ("solve dense", { [self] in solve(.LX_ALGEBRA_DENSE, whole: true, cold: true) }),
      ("constants again", { [self] in moveConstants([15, 70, 40]) }),
      ("solve dense warm", { [self] in solve(.LX_ALGEBRA_DENSE, whole: true, cold: false) }),
      ("solve sparse", { [self] in solve(.LX_ALGEBRA_SPARSE, whole: true, cold: true) }),
      ("ambiguous sparse", ambiguous), ("sensitivity", sensitivity), ("ranging", ranging),
      ("more rows", { [self] in add([([(1, 1), (3, -1)], 0, 0, 800), ([(5, 1), (7, -2)], 1, 4, 510)]) }),
      ("priorities", { [self] in lx_set_priorities(solver, 2, row(2, 5), [251, 640], [749, 640]) }),
      ("weights", { [self] in lx_set_weights(solver, 2, row(2, 5), [3, 0.5]) }),
      ("entries", { [self] in lx_set_entries(solver, row(4)[0], 2, [own[3], own[1]], [1, -0.5]) }),
      ("solve sparse warm", { [self] in solve(.LX_ALGEBRA_SPARSE, whole: true, cold: false) }),
      ("contradiction", { [self] in add([([(0, 1)], 0, 500, 1000)]) }),
      ("solve infeasible", { [self] in solve(.LX_ALGEBRA_AUTO, whole: false, cold: false) }),
      ("out again", removeLast),
      ("solve feasible", { [self] in solve(.LX_ALGEBRA_AUTO, whole: false, cold: false) }),
    ]
  }
}

@Suite struct AllocationTests {
  private func run(_ allocator: FailingAllocator) throws -> Scenario.Snapshot {
    var native = allocator.native
    var created: OpaquePointer?
    var status = lx_create(&native, &created)
    if status == .LX_ERROR_MEMORY {
      #expect(created == nil)
      #expect(allocator.current.live == 0)
      allocator.stopFailing()
      status = lx_create(&native, &created)
    }
    #expect(status == .LX_OK)
    let solver = try #require(created)
    let scenario = Scenario(allocator: allocator, solver: solver)
    for step in (0..<Scenario.rounds).flatMap({ _ in scenario.steps }) {
      // What there was before is compared only where a call may fail.
      let before = allocator.failsSoon ? allocator.whileWorking { scenario.snapshot() } : nil
      status = step.run()
      if status == .LX_ERROR_MEMORY {
        let after = allocator.whileWorking { scenario.snapshot() }
        #expect(after == before, "\(step.name) changed the answer although it failed")
        allocator.stopFailing()
        status = step.run()
      }
      #expect(status == .LX_OK, "\(step.name)")
    }
    let end = allocator.whileWorking { scenario.snapshot() }
    lx_destroy(solver)
    #expect(allocator.current.live == 0, "leaked \(allocator.current.live) blocks")
    return end
  }

  @Test(arguments: [false, true]) func everyCallCanFail(lasting: Bool) throws {
    let undisturbed = FailingAllocator()
    let expected = try run(undisturbed)
    #expect(expected.outcome == .LX_OPTIMAL)
    // Every fourth call, and others where the memory stays out.
    let calls = stride(from: lasting ? 2 : 4, through: 1000, by: 4)
    var failures = 0
    for call in calls {
      let allocator = FailingAllocator(failing: call, lasting: lasting)
      let end = try run(allocator)
      failures += allocator.current.failed > 0 ? 1 : 0
      #expect(end.outcome == expected.outcome, "call \(call)")
      // A solve that failed and was repeated may have started from another basis.
      #expect(
        zip(end.values, expected.values).allSatisfy { abs($0 - $1) < 1e-6 }
          && end.values.count == expected.values.count,
        "call \(call)")
      #expect(zip(end.levels, expected.levels).allSatisfy { abs($0 - $1) < 1e-6 }, "call \(call)")
    }
    #expect(failures == calls.reduce(0) { count, _ in count + 1 }, "\(undisturbed.current.calls) calls in all")
    print("allocation: \(undisturbed.current.calls) calls, \(failures) failed in turn")
  }
}
