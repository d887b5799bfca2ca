// What csolver.h promises to programs that embed it: sizes of structs, the element a call was refused for, reading the program
// back, and what an allocator must give.

import CSolver
import Foundation
import Testing

/// A solver with `variables` variables, and its release.
private final class Embedded {
  let solver: OpaquePointer
  private(set) var variables: [Int32]

  init(variables count: Int32, nonnegative: [UInt8]? = nil) throws {
    var created: OpaquePointer?
    try #require(lx_create(nil, &created) == .LX_OK)
    solver = try #require(created)
    variables = Array(repeating: 0, count: Int(count))
    try #require(lx_add_variables(solver, count, nonnegative, &variables) == .LX_OK)
  }

  deinit { lx_destroy(solver) }

  func add(_ rows: [NewRow]) -> (status: lx_status, rows: [Int32]) { addRows(solver, rows) }

  var fault: Int32 {
    var fault: Int32 = -7
    #expect(lx_get_fault(solver, &fault) == .LX_OK)
    return fault
  }

  var counts: [Int32] {
    var counts: [Int32] = [0, 0, 0]
    let status = counts.withUnsafeMutableBufferPointer { counts in
      guard let first = counts.baseAddress else { return lx_status.LX_ERROR_ARGUMENT }
      return lx_get_counts(solver, first, first + 1, first + 2)
    }
    #expect(status == .LX_OK)
    return counts
  }
}

@Suite struct HeaderTests {
  @Test func theLibraryIsThatOfTheHeader() {
    #expect(lx_version() == LX_VERSION_MAJOR * 10000 + LX_VERSION_MINOR * 100 + LX_VERSION_PATCH)
  }

  // MARK: Sizes of structs

  @Test func optionsHaveTheLayoutOfProgramsBuiltEarlier() throws {
    #expect(MemoryLayout<lx_options>.size == 24)
    #expect(MemoryLayout<lx_options>.offset(of: \.cold) == 4)
    #expect(MemoryLayout<lx_options>.offset(of: \.whole) == 8)
    #expect(MemoryLayout<lx_options>.offset(of: \.pivot_limit) == 16)
    var options = lx_options()
    lx_options_init(&options)
    #expect(options.size == 24 && options.cold == 0 && options.pivot_limit == 0)
    let embedded = try Embedded(variables: 1)
    var outcome = lx_outcome.LX_UNSOLVED
    // An earlier program left the gap before `pivot_limit` at zero.
    options.size = 0
    #expect(lx_solve(embedded.solver, &options, &outcome) == .LX_OK && outcome == .LX_OPTIMAL)
  }

  @Test func optionsOfAnotherSizeAreRefused() throws {
    let embedded = try Embedded(variables: 1)
    var outcome = lx_outcome.LX_UNSOLVED
    var options = lx_options()
    lx_options_init(&options)
    for size: UInt32 in [1, 4, 23, 25, 1000, .max] {
      options.size = size
      #expect(lx_solve(embedded.solver, &options, &outcome) == .LX_ERROR_ARGUMENT, "\(size)")
    }
    #expect(lx_get_outcome(embedded.solver, &outcome) == .LX_OK && outcome == .LX_UNSOLVED)
  }

  @Test func statisticsAreWrittenUpToTheCallersSize() throws {
    let embedded = try Embedded(variables: 2)
    _ = embedded.add([.init(terms: [(embedded.variables[0], 1)], constant: 3)])
    var outcome = lx_outcome.LX_UNSOLVED
    #expect(lx_solve(embedded.solver, nil, &outcome) == .LX_OK)
    #expect(MemoryLayout<lx_statistics>.offset(of: \.size) == 64)
    var all = lx_statistics()
    all.size = Int64(MemoryLayout<lx_statistics>.size)
    #expect(lx_read_statistics(embedded.solver, &all) == .LX_OK)
    #expect(all.fixed_variables == 1 && all.planned_rows == 1)
    #expect(all.size == MemoryLayout<lx_statistics>.size)
    // That of programs built before `touched` and `interior_steps`.
    var former = lx_statistics()
    (former.size, former.touched) = (72, 77)
    #expect(lx_read_statistics(embedded.solver, &former) == .LX_OK)
    #expect(former.planned_rows == 1 && former.size == 72 && former.touched == 77)
    for size in [0, 8, 64, 71, 73, 96, 1 << 40, -1] as [Int64] {
      var refused = lx_statistics()
      refused.size = size
      #expect(lx_read_statistics(embedded.solver, &refused) == .LX_ERROR_ARGUMENT, "\(size)")
      #expect(refused.planned_rows == 0)
    }
    // A program that was built before the size was there has no room for it.
    var words = [Int64](repeating: 77, count: 9)
    words.withUnsafeMutableBytes { bytes in
      _ = lx_get_statistics(embedded.solver, bytes.assumingMemoryBound(to: lx_statistics.self).baseAddress)
    }
    #expect(words == [0, 0, 0, 1, 0, 0, 0, 1, 77])
  }

  // MARK: The element that was refused

  @Test func theFirstBadRowIsNamed() throws {
    let embedded = try Embedded(variables: 3)
    let (x, y, z) = (embedded.variables[0], embedded.variables[1], embedded.variables[2])
    #expect(embedded.fault == -1)
    let good = NewRow(terms: [(x, 1), (y, -1)], constant: 4)
    let bad: [(NewRow, lx_status)] = [
      (.init(terms: [(x, 1), (99, 1)]), .LX_ERROR_INDEX), (.init(terms: [(x, 1), (x, 2)]), .LX_ERROR_DUPLICATE),
      (.init(terms: [(x, .nan)]), .LX_ERROR_VALUE), (.init(terms: [(x, 1e-8)]), .LX_ERROR_VALUE),
      (.init(terms: [(x, 1)], constant: .infinity), .LX_ERROR_VALUE),
      (.init(terms: [(x, 1)], priority: 1001), .LX_ERROR_VALUE),
      (.init(terms: [(x, 1)], priority: 500, below: 0), .LX_ERROR_VALUE),
      (.init(terms: [(z, 1)], weight: 0), .LX_ERROR_VALUE), (.init(terms: [(z, 1)], weight: 9e-8), .LX_ERROR_VALUE),
      (.init(terms: [(z, 1)], relation: 3), .LX_ERROR_VALUE),
    ]
    for (row, expected) in bad {
      for place in [0, 1, 4] {
        var rows = Array(repeating: good, count: 5)
        rows[place] = row
        rows[4] = place == 0 ? row : rows[4]  // the first counts
        let (status, _) = embedded.add(rows)
        #expect(status == expected && embedded.fault == Int32(place), "\(row)")
        #expect(embedded.counts == [3, 0, 0])
      }
    }
    #expect(embedded.add([good]).0 == .LX_OK)
    #expect(embedded.fault == -1)
    // Long rows and removed variables take another way through the checks.
    #expect(lx_remove_variables(embedded.solver, 1, [z]) == .LX_OK)
    #expect(embedded.add([good, good, .init(terms: [(z, 1)])]).0 == .LX_ERROR_INDEX && embedded.fault == 2)
  }

  @Test func otherCallsNameTheirElement() throws {
    let embedded = try Embedded(variables: 3)
    let (solver, x) = (embedded.solver, embedded.variables[0])
    let (_, rows) = embedded.add((0..<3).map { .init(terms: [(x, 1)], constant: Double($0), priority: 500) })
    func refused(_ call: () -> lx_status, _ status: lx_status, at place: Int32, line: Int = #line) {
      #expect(call() == status && embedded.fault == place, "line \(line)")
      #expect(lx_reserve_rows(solver, 1, 1) == .LX_OK && embedded.fault == -1)
    }
    refused({ lx_set_constants(solver, 3, [rows[0], 44, 45], [1, 2, 3]) }, .LX_ERROR_INDEX, at: 1)
    refused({ lx_set_constants(solver, 3, rows, [1, 2, .nan]) }, .LX_ERROR_VALUE, at: 2)
    refused({ lx_set_weights(solver, 2, rows, [1, -1]) }, .LX_ERROR_VALUE, at: 1)
    refused({ lx_set_priorities(solver, 3, rows, [1, 2, 0], nil) }, .LX_ERROR_VALUE, at: 2)
    refused({ lx_set_priorities(solver, 2, rows, [1, 2], [-3, 2]) }, .LX_ERROR_VALUE, at: 0)
    refused({ lx_set_entries(solver, rows[0], 2, [x, 70], [1, 1]) }, .LX_ERROR_INDEX, at: 1)
    refused({ lx_set_entries(solver, 71, 2, [x, 70], [1, 1]) }, .LX_ERROR_INDEX, at: -1)
    refused({ lx_remove_rows(solver, 3, [rows[2], rows[1], rows[2]]) }, .LX_ERROR_DUPLICATE, at: 2)
    refused({ lx_remove_rows(solver, 2, [rows[2], -4]) }, .LX_ERROR_INDEX, at: 1)
    refused({ lx_remove_variables(solver, 3, [embedded.variables[1], x, 9]) }, .LX_ERROR_INDEX, at: 2)
    refused({ lx_remove_variables(solver, 2, [embedded.variables[1], x]) }, .LX_ERROR_IN_USE, at: 1)
    refused({ lx_set_constants(solver, -1, rows, [1]) }, .LX_ERROR_ARGUMENT, at: -1)
    #expect(lx_get_fault(nil, nil) == .LX_ERROR_ARGUMENT)
  }

  // MARK: Reading the program

  @Test func theProgramCanBeReadBack() throws {
    let embedded = try Embedded(variables: 4, nonnegative: [0, 1, 1, 0])
    let (solver, all) = (embedded.solver, embedded.variables)
    let (status, rows) = embedded.add([
      .init(terms: [(all[0], 1), (all[1], 0), (all[2], -2)], relation: 0, constant: 8, priority: 250, below: 750),
      .init(terms: [(all[1], 3)], relation: 1, constant: -1, priority: 1000),
      .init(terms: [(all[3], 1), (all[1], 1)], relation: -1, constant: 5, priority: 490, below: 20, weight: 2.5),
    ])
    #expect(status == .LX_OK)
    // The zero is dropped.
    #expect(embedded.counts == [4, 3, 5])
    var (numbers, below) = ([Double](repeating: 0, count: 3), [Double](repeating: 0, count: 3))
    var relations: [Int8] = [9, 9, 9]
    #expect(lx_get_constants(solver, 3, rows, &numbers) == .LX_OK && numbers == [8, -1, 5])
    #expect(lx_get_weights(solver, 3, rows, &numbers) == .LX_OK && numbers == [1, 1, 2.5])
    #expect(lx_get_priorities(solver, 3, rows, &numbers, &below) == .LX_OK)
    #expect(numbers == [250, 1000, 490] && below == [750, 1000, 490])
    #expect(lx_get_priorities(solver, 3, rows, &numbers, nil) == .LX_OK)
    #expect(lx_get_relations(solver, 3, rows, &relations) == .LX_OK && relations == [0, 1, -1])
    var flags: [UInt8] = [9, 9, 9, 9]
    #expect(lx_get_nonnegative(solver, 4, all, &flags) == .LX_OK && flags == [0, 1, 1, 0])
    var (variables, count) = ([Int32](repeating: -1, count: 3), Int32(0))
    #expect(lx_get_entries(solver, rows[0], 3, &variables, &numbers, &count) == .LX_OK)
    #expect(count == 2 && variables[..<2] == [all[0], all[2]] && numbers[..<2] == [1, -2])
    #expect(lx_get_entries(solver, rows[2], 1, &variables, &numbers, &count) == .LX_OK)
    #expect(count == 2 && variables[0] == all[3])
    #expect(lx_get_entries(solver, rows[2], 0, nil, nil, &count) == .LX_OK && count == 2)
    // Edits are seen, removed slots are not.
    #expect(lx_set_constants(solver, 1, [rows[1]], [12]) == .LX_OK && lx_remove_rows(solver, 1, [rows[0]]) == .LX_OK)
    #expect(lx_remove_variables(solver, 1, [all[0]]) == .LX_OK)
    #expect(lx_get_constants(solver, 1, [rows[1]], &numbers) == .LX_OK && numbers[0] == 12)
    #expect(embedded.counts == [3, 2, 3])
    #expect(lx_get_rows(solver, 3, &variables, &count) == .LX_OK && count == 2)
    #expect(variables[..<2] == [rows[1], rows[2]])
    #expect(lx_get_variables(solver, 2, &variables, &count) == .LX_OK && count == 3)
    #expect(variables[..<2] == [all[1], all[2]])
    for read in [lx_get_constants, lx_get_weights] {
      #expect(read(solver, 1, [rows[0]], &numbers) == .LX_ERROR_INDEX)
      #expect(read(solver, 1, rows, nil) == .LX_ERROR_INDEX && read(solver, 1, [rows[1]], nil) == .LX_ERROR_ARGUMENT)
      #expect(read(nil, 0, nil, nil) == .LX_ERROR_ARGUMENT && read(solver, 0, nil, nil) == .LX_OK)
    }
    #expect(lx_get_entries(solver, rows[0], 0, nil, nil, &count) == .LX_ERROR_INDEX)
    #expect(lx_get_counts(solver, nil, nil, nil) == .LX_OK && lx_get_counts(nil, nil, nil, nil) == .LX_ERROR_ARGUMENT)
  }

  // MARK: Allocators

  /// Blocks `context` bytes past where they should be; 8 is what a careless arena gives.
  private static func crooked(_ context: UnsafeMutableRawPointer?) -> lx_allocator {
    lx_allocator(
      context: context,
      resize: { context, block, bytes in
        guard let state = context?.assumingMemoryBound(to: Crooked.self) else { return nil }
        state.pointee.calls += 1
        let next = state.pointee.calls >= state.pointee.from ? 8 : 0
        guard let fresh = malloc(bytes + 32) else { return nil }
        // Where the block began, and its bytes, lie before it.
        let start = fresh + 16 + next
        (start - 8).storeBytes(of: UInt32(16 + next), as: UInt32.self)
        (start - 4).storeBytes(of: UInt32(clamping: bytes), as: UInt32.self)
        state.pointee.live += 1
        if let block {
          memcpy(start, block, min(bytes, Int((block - 4).load(as: UInt32.self))))
          free(block - Int((block - 8).load(as: UInt32.self)))
          state.pointee.live -= 1
        }
        return start
      },
      release: { context, block in
        guard let block, let state = context?.assumingMemoryBound(to: Crooked.self) else { return }
        state.pointee.live -= 1
        free(block - Int((block - 8).load(as: UInt32.self)))
      })
  }

  private struct Crooked {
    var calls = 0
    /// From this call on blocks are not aligned.
    var from: Int
    var live = 0
  }

  @Test func blocksThatAreNotAlignedAreRefused() throws {
    for from in 1...60 {
      var state = Crooked(from: from)
      try withUnsafeMutablePointer(to: &state) { state in
        var native = Self.crooked(UnsafeMutableRawPointer(state))
        var created: OpaquePointer?
        guard from > 1 else {
          #expect(lx_create(&native, &created) == .LX_ERROR_ARGUMENT && created == nil && state.pointee.live == 0)
          return
        }
        #expect(lx_create(&native, &created) == .LX_OK)
        let solver = try #require(created)
        // Whatever fails does so with a status, and nothing is lost.
        var variables = [Int32](repeating: 0, count: 20)
        var status = lx_add_variables(solver, 20, nil, &variables)
        if status == .LX_OK {
          var outcome = lx_outcome.LX_UNSOLVED
          for (variable, constant) in zip(variables, 0...) where status == .LX_OK {
            status = addRows(solver, [.init(terms: [(variable, 1)], constant: Double(constant), priority: 500)]).status
          }
          if status == .LX_OK { status = lx_solve(solver, nil, &outcome) }
        }
        #expect(status == .LX_OK || status == .LX_ERROR_MEMORY)
        #expect(status == .LX_ERROR_MEMORY || state.pointee.calls < from, "block \(from) is not aligned")
        lx_destroy(solver)
        #expect(state.pointee.live == 0)
      }
    }
  }
}
