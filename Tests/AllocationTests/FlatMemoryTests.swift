// A solver that is edited again and again holds no more memory than before: of the bytes it asked for, none are kept for
// edits that are long gone. A million edits, and views: `equality memory` (Tools/Sources/equality).

import CSolver
import Foundation
import Testing

/// An allocator of CSolver that knows how many bytes are out.
private final class CountingAllocator {
  private let bytes: UnsafeMutablePointer<Int>

  init() {
    bytes = .allocate(capacity: 1)
    bytes.initialize(to: 0)
  }

  deinit { bytes.deallocate() }

  var live: Int { bytes.pointee }

  /// Before each block stands its size.
  private static let header = 16

  var native: lx_allocator {
    lx_allocator(
      context: UnsafeMutableRawPointer(bytes),
      resize: { context, block, size in
        guard let total = context?.assumingMemoryBound(to: Int.self) else { return nil }
        let old = block.map { $0 - CountingAllocator.header }
        let before = old?.load(as: Int.self) ?? 0
        guard let fresh = realloc(old, size + CountingAllocator.header) else { return nil }
        fresh.storeBytes(of: size, as: Int.self)
        total.pointee += size - before
        return fresh + CountingAllocator.header
      },
      release: { context, block in
        guard let block, let total = context?.assumingMemoryBound(to: Int.self) else { return }
        let start = block - CountingAllocator.header
        total.pointee -= start.load(as: Int.self)
        free(start)
      })
  }
}

/// A list of cells: y and height, and a label whose width two priorities decide.
private final class EditedList {
  private let solver: OpaquePointer
  private let allocator: CountingAllocator
  private var cells: [(variables: [Int32], rows: [Int32])] = []
  private var turn = 0

  init(_ allocator: CountingAllocator, cells count: Int) throws {
    var native = allocator.native
    var created: OpaquePointer?
    try #require(lx_create(&native, &created) == .LX_OK)
    solver = try #require(created)
    self.allocator = allocator
    for _ in 0..<count { try add() }
    try solve()
  }

  /// The solver gives its memory back to the allocator, which optimized code would let go after its last use.
  deinit { withExtendedLifetime(allocator) { lx_destroy(solver) } }

  private func add() throws {
    var own: [Int32] = [0, 0, 0]
    try #require(lx_add_variables(solver, 3, [0, 1, 1], &own) == .LX_OK)
    let above = cells.last?.variables
    let variables = (above.map { [own[0], $0[0], $0[1]] } ?? [own[0]]) + [own[1], own[2]]
    let coefficients = (above == nil ? [1.0] : [1, -1, -1]) + [1.0, 1]
    let first = Int32(above == nil ? 1 : 3)
    var rows: [Int32] = [0, 0, 0]
    let status = [0, first, first + 1, first + 2].withUnsafeBufferPointer { starts in
      variables.withUnsafeBufferPointer { variables in
        coefficients.withUnsafeBufferPointer { coefficients in
          ([0, 1, 0] as [Int8]).withUnsafeBufferPointer { relations in
            [8.0, 44, 120].withUnsafeBufferPointer { constants in
              [1000.0, 1000, 250].withUnsafeBufferPointer { priorities in
                [1000.0, 1000, 750].withUnsafeBufferPointer { below in
                  var native = lx_rows(
                    row_count: 3, entry_count: first + 2, starts: starts.baseAddress, variables: variables.baseAddress,
                    coefficients: coefficients.baseAddress, relations: relations.baseAddress,
                    constants: constants.baseAddress, priorities: priorities.baseAddress,
                    priorities_below: below.baseAddress, weights: nil)
                  return lx_add_rows(solver, &native, &rows)
                }
              }
            }
          }
        }
      }
    }
    try #require(status == .LX_OK)
    cells.append((own, rows))
  }

  private func solve() throws {
    var outcome = lx_outcome.LX_UNSOLVED
    try #require(lx_solve(solver, nil, &outcome) == .LX_OK && outcome == .LX_OPTIMAL)
  }

  func editNumber() throws {
    turn += 1
    let row = cells[turn * 7 % cells.count].rows[1 + turn % 2]
    try #require(lx_set_constants(solver, 1, [row], [Double(20 + turn % 90)]) == .LX_OK)
    try solve()
  }

  /// The last cells go, others come; one row changes its priority, one its terms.
  func editStructure() throws {
    turn += 1
    let count = 1 + turn % 3
    for _ in 0..<count {
      guard let last = cells.popLast() else { return }
      try #require(lx_remove_rows(solver, 3, last.rows) == .LX_OK)
      try #require(lx_remove_variables(solver, 3, last.variables) == .LX_OK)
    }
    let other = cells[turn * 5 % cells.count]
    try #require(lx_set_priorities(solver, 1, [other.rows[2]], [Double(240 + turn % 20)], [750]) == .LX_OK)
    try #require(lx_set_entries(solver, other.rows[2], 1, [other.variables[2]], [Double(1 + turn % 2)]) == .LX_OK)
    for _ in 0..<count { try add() }
    try solve()
  }
}

@Suite struct FlatMemoryTests {
  @Test func editsOfNumbers() throws {
    let allocator = CountingAllocator()
    let list = try EditedList(allocator, cells: 60)
    for _ in 0..<500 { try list.editNumber() }
    let before = allocator.live
    for _ in 0..<20_000 { try list.editNumber() }
    #expect(allocator.live <= before + before / 50, "\(before) bytes, then \(allocator.live)")
  }

  /// The state after a round of edits is that before it, so the least that is allocated over many rounds stays the same. What
  /// is there beyond it is tidied up from time to time.
  @Test func structuralEdits() throws {
    let allocator = CountingAllocator()
    let list = try EditedList(allocator, cells: 60)
    for _ in 0..<300 { try list.editStructure() }
    var live: [Int] = []
    for _ in 0..<3000 {
      try list.editStructure()
      live.append(allocator.live)
    }
    let (early, late) = (try #require(live.prefix(1000).min()), try #require(live.suffix(1000).min()))
    #expect(late <= early + early / 20, "\(early) bytes, then \(late)")
    #expect(try #require(live.max()) <= 2 * early)
  }

  @Test func nothingIsLeft() throws {
    let allocator = CountingAllocator()
    do {
      let list = try EditedList(allocator, cells: 20)
      for _ in 0..<50 { try list.editStructure() }
      #expect(allocator.live > 0)
    }
    #expect(allocator.live == 0)
  }
}
