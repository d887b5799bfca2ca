// Room for rows that come in parts, and memory for arrays beside a solver.

import CSolver
import Testing

@Suite struct ReserveTests {
  /// Adds a row that says what a variable is.
  private func addRow(_ solver: OpaquePointer, _ variable: Int32, _ constant: Double) -> lx_status {
    addRows(solver, [.init(terms: [(variable, 1)], constant: constant)]).status
  }

  private func values(_ solver: OpaquePointer, _ variables: [Int32]) -> [Double] {
    var values = [Double](repeating: .nan, count: variables.count)
    #expect(lx_get_values(solver, Int32(variables.count), variables, &values) == .LX_OK)
    return values
  }

  @Test func rowsThatThereIsRoomForAllocateNothing() throws {
    let allocator = FailingAllocator()
    var native = allocator.native
    var created: OpaquePointer?
    #expect(lx_create(&native, &created) == .LX_OK)
    let solver = try #require(created)
    defer { lx_destroy(solver) }
    let count = 5000
    var variables = [Int32](repeating: 0, count: count)
    #expect(lx_add_variables(solver, Int32(count), nil, &variables) == .LX_OK)
    #expect(lx_reserve_rows(solver, Int32(count), Int32(count)) == .LX_OK)
    let calls = allocator.current.calls
    for (index, variable) in variables.enumerated() {
      #expect(addRow(solver, variable, Double(index)) == .LX_OK)
    }
    #expect(allocator.current.calls == calls)
    // More than there is room for comes in as without.
    #expect(addRow(solver, variables[0], 0) == .LX_OK)
    var outcome = lx_outcome.LX_UNSOLVED
    #expect(lx_solve(solver, nil, &outcome) == .LX_OK && outcome == .LX_OPTIMAL)
    #expect(values(solver, variables) == (0..<count).map(Double.init))
  }

  @Test func whatCannotBeReservedChangesNothing() throws {
    let allocator = FailingAllocator()
    var native = allocator.native
    var created: OpaquePointer?
    #expect(lx_create(&native, &created) == .LX_OK)
    let solver = try #require(created)
    defer { lx_destroy(solver) }
    var variable: Int32 = 0
    #expect(lx_add_variables(solver, 1, nil, &variable) == .LX_OK)
    #expect(addRow(solver, variable, 7) == .LX_OK)
    var outcome = lx_outcome.LX_UNSOLVED
    #expect(lx_solve(solver, nil, &outcome) == .LX_OK && outcome == .LX_OPTIMAL)
    #expect(lx_reserve_rows(solver, -1, 0) == .LX_ERROR_ARGUMENT)
    #expect(lx_reserve_rows(solver, 0, -1) == .LX_ERROR_ARGUMENT)
    #expect(lx_reserve_rows(nil, 1, 1) == .LX_ERROR_ARGUMENT)
    #expect(lx_reserve_rows(solver, .max, 1) == .LX_ERROR_SIZE)
    #expect(lx_reserve_rows(solver, 1, .max) == .LX_ERROR_SIZE)
    #expect(lx_get_outcome(solver, &outcome) == .LX_OK && outcome == .LX_OPTIMAL)
    #expect(values(solver, [variable]) == [7])
    #expect(lx_reserve_rows(solver, 0, 0) == .LX_OK)
    #expect(addRow(solver, variable, 7) == .LX_OK)
  }

  /// Rows that were removed leave room that is packed, and what is asked for is still bounded.
  @Test func theSizeLimitHoldsAfterRemovals() throws {
    let allocator = FailingAllocator()
    var native = allocator.native
    var created: OpaquePointer?
    #expect(lx_create(&native, &created) == .LX_OK)
    let solver = try #require(created)
    defer { lx_destroy(solver) }
    var variable: Int32 = 0
    #expect(lx_add_variables(solver, 1, nil, &variable) == .LX_OK)
    for row in 0..<200 { #expect(addRow(solver, variable, Double(row)) == .LX_OK) }
    let calls = allocator.current.calls
    for removed in [Int32(0), 60, 90] {
      if removed > 0 {
        let first: Int32 = removed == 60 ? 0 : 60
        #expect(lx_remove_rows(solver, removed, (first..<first + removed).map(\.self)) == .LX_OK)
      }
      let limit = Int32(LX_SIZE_LIMIT)
      for count in [limit, limit + 1, 600_000_000, 2_000_000_000, .max] {
        #expect(lx_reserve_rows(solver, 0, count) == .LX_ERROR_SIZE, "\(count) entries")
        #expect(lx_reserve_rows(solver, count, 0) == .LX_ERROR_SIZE, "\(count) rows")
      }
    }
    #expect(allocator.current.calls - calls < 10)
    var outcome = lx_outcome.LX_UNSOLVED
    #expect(addRow(solver, variable, 7) == .LX_OK)
    #expect(lx_solve(solver, nil, &outcome) == .LX_OK && outcome == .LX_INFEASIBLE)
  }

  @Test func blocksKeepWhatIsWrittenWhenTheyGrow() throws {
    var block = try #require(lx_block_resize(nil, 0))
    block.storeBytes(of: 1, as: UInt8.self)
    var written = 1
    for size in [100, 70_000, 3_000_000, 9_000_000, 200_000, 10] {
      block = try #require(lx_block_resize(block, size))
      let bytes = UnsafeMutableRawBufferPointer(start: block, count: size)
      let kept = min(written, size)
      #expect((0..<kept).allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }, "\(size)")
      for index in 0..<size { bytes[index] = UInt8(truncatingIfNeeded: index &* 7 &+ 1) }
      written = size
    }
    lx_block_release(block)
    lx_block_release(nil)
  }
}
