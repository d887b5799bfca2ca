// Critical regions that are kept between solves: memory that fails on the way, and memory that stays within its bound while
// structures come and go.

import CSolver
import Foundation
import Testing

/// An allocator that counts the bytes it has given out.
private final class CountingAllocator {
  /// In front of each block, which keeps its alignment.
  private static let header = 16
  private let bytes = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init() { bytes.initialize(to: 0) }

  deinit { bytes.deallocate() }

  var current: Int { bytes.pointee }

  var native: lx_allocator {
    lx_allocator(
      context: UnsafeMutableRawPointer(bytes),
      resize: { context, block, size in
        guard let bytes = context?.assumingMemoryBound(to: Int.self) else { return nil }
        let old = block.map { $0 - CountingAllocator.header }
        let oldSize = old?.load(as: Int.self) ?? 0
        guard let new = realloc(old, size + CountingAllocator.header) else { return nil }
        new.storeBytes(of: size, as: Int.self)
        bytes.pointee += size - oldSize
        return new + CountingAllocator.header
      },
      release: { context, block in
        guard let block, let bytes = context?.assumingMemoryBound(to: Int.self) else { return }
        let old = block - CountingAllocator.header
        bytes.pointee -= old.load(as: Int.self)
        free(old)
      })
  }
}

/// Cells of three labels that compete for a width: cell i has the variables 3i, 3i + 1, 3i + 2 and six rows, the contents
/// first. Returns the status, and the indices through `variables` and `rows`.
private func addCells(
  _ count: Int, to solver: OpaquePointer, variables: inout [Int32], rows: inout [Int32]
) -> lx_status {
  let flags = [UInt8](repeating: 1, count: 3 * count)
  if variables.isEmpty {
    var out = [Int32](repeating: 0, count: flags.count)
    let status = lx_add_variables(solver, Int32(flags.count), flags, &out)
    guard status == .LX_OK else { return status }
    variables = out
  }
  var (starts, entries, coefficients): ([Int32], [Int32], [Double]) = ([0], [], [])
  var (relations, constants, above, below): ([Int8], [Double], [Double], [Double]) = ([], [], [], [])
  func add(_ terms: [(Int, Double)], _ relation: Int8, _ constant: Double, _ priority: Double, _ under: Double) {
    entries += terms.map { variables[$0.0] }
    coefficients += terms.map(\.1)
    starts.append(Int32(entries.count))
    relations.append(relation)
    constants.append(constant)
    above.append(priority)
    below.append(under)
  }
  for cell in 0..<count {
    let first = 3 * cell
    for label in 0..<3 {
      add([(first + label, 1)], 0, Double(40 + 37 * (cell + label) % 120), Double(250 + label), Double(750 + label))
    }
    add([(first, 1), (first + 1, 1)], -1, 180, 1000, 1000)
    add([(first + 1, 1), (first + 2, 1)], -1, 170, 1000, 1000)
    add([(first, 1), (first + 2, -1)], 1, 0, 900, 900)
  }
  var out = [Int32](repeating: 0, count: relations.count)
  let status = starts.withUnsafeBufferPointer { starts in
    entries.withUnsafeBufferPointer { entries in
      coefficients.withUnsafeBufferPointer { coefficients in
        relations.withUnsafeBufferPointer { relations in
          constants.withUnsafeBufferPointer { constants in
            above.withUnsafeBufferPointer { above in
              below.withUnsafeBufferPointer { below in
                var native = lx_rows(
                  row_count: Int32(relations.count), entry_count: Int32(entries.count), starts: starts.baseAddress,
                  variables: entries.baseAddress, coefficients: coefficients.baseAddress,
                  relations: relations.baseAddress, constants: constants.baseAddress,
                  priorities: above.baseAddress, priorities_below: below.baseAddress, weights: nil)
                return lx_add_rows(solver, &native, &out)
              }
            }
          }
        }
      }
    }
  }
  if status == .LX_OK { rows = out }
  return status
}

@Suite struct RegionAllocationTests {
  /// Cells, a solve, other contents, a solve, another priority and coefficient, a solve; the values at the end.
  private func run(_ allocator: FailingAllocator) throws -> [Double] {
    var native = allocator.native
    var created: OpaquePointer?
    while lx_create(&native, &created) != .LX_OK { allocator.stopFailing() }
    let solver = try #require(created)
    let count = 12
    var (variables, rows): ([Int32], [Int32]) = ([], [])
    func solve() -> lx_status {
      var outcome = lx_outcome.LX_UNSOLVED
      let status = lx_solve(solver, nil, &outcome)
      #expect(status != .LX_OK || outcome == .LX_OPTIMAL)
      return status
    }
    let steps: [() -> lx_status] = [
      { addCells(count, to: solver, variables: &variables, rows: &rows) }, solve,
      { lx_set_constants(solver, 3, [rows[0], rows[7], rows[14]], [160, 20, 90]) }, solve,
      { lx_set_priorities(solver, 1, [rows[6]], [640], [640]) }, solve,
      { lx_set_entries(solver, rows[5], 2, [variables[0], variables[2]], [1, -2]) }, solve,
      { lx_set_constants(solver, 2, [rows[0], rows[12]], [30, 110]) }, solve,
    ]
    for step in steps {
      var status = step()
      if status == .LX_ERROR_MEMORY {
        allocator.stopFailing()
        status = step()
      }
      #expect(status == .LX_OK)
    }
    var values = [Double](repeating: 0, count: variables.count)
    #expect(lx_get_values(solver, Int32(values.count), variables, &values) == .LX_OK)
    var statistics = lx_statistics()
    #expect(lx_get_statistics(solver, &statistics) == .LX_OK)
    #expect(statistics.recalled > 0)
    lx_destroy(solver)
    #expect(allocator.current.live == 0, "leaked \(allocator.current.live) blocks")
    return values
  }

  @Test func everyCallCanFail() throws {
    let undisturbed = FailingAllocator()
    let expected = try run(undisturbed)
    for call in 1...undisturbed.current.calls {
      for lasting in [false, true] {
        let allocator = FailingAllocator(failing: call, lasting: lasting)
        let values = try run(allocator)
        #expect(allocator.current.failed > 0)
        #expect(zip(values, expected).allSatisfy { abs($0 - $1) <= 1e-9 }, "call \(call)")
      }
    }
  }

  /// Every step makes structures that were not there before. What is kept is bounded: 256 kB and 64 bytes a row, in
  /// chunks that may be twice as large.
  @Test func newStructuresStayWithinTheBound() throws {
    let allocator = CountingAllocator()
    var native = allocator.native
    var created: OpaquePointer?
    #expect(lx_create(&native, &created) == .LX_OK)
    let solver = try #require(created)
    let count = 40
    var (variables, rows): ([Int32], [Int32]) = ([], [])
    #expect(addCells(count, to: solver, variables: &variables, rows: &rows) == .LX_OK)
    var (early, most) = (0, 0)
    for step in 0..<600 {
      for cell in 0..<count {
        let factor = -1 - Double(step * count + cell) / 65_536
        let status = lx_set_entries(
          solver, rows[6 * cell + 5], 2, [variables[3 * cell], variables[3 * cell + 2]], [1, factor])
        #expect(status == .LX_OK)
      }
      var outcome = lx_outcome.LX_UNSOLVED
      #expect(lx_solve(solver, nil, &outcome) == .LX_OK && outcome == .LX_OPTIMAL)
      if step == 0 { early = allocator.current }
      most = max(most, allocator.current)
    }
    #expect(most - early <= 3 * (262_144 + 64 * rows.count), "\(early) bytes grew to \(most)")
    lx_destroy(solver)
    #expect(allocator.current == 0)
  }
}
