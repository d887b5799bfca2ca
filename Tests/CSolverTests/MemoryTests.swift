// The default allocator and the arena, through checks written in C that reach their hidden interior
// (CSolverTestSupport).

import CSolverTestSupport
import TestSupport
import Testing

@Suite struct MemoryTests {
  /// Blocks of all sizes, made, grown, shrunk and released in any order, on several threads at once.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func blocksKeepWhatIsWritten(thread: UInt64) {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(5, long: 200) {
      let failure = failure { memory_check_blocks(4 * seed + thread, 24, 200, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  @Test func arraysOfAnArenaDoNotOverlap() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(20, long: 500) {
      let failure = failure { memory_check_arena(seed, 60, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// Edits that go on from the last vertex may ask the interior point method, which let go of nothing.
  @Test func editsOfCoupledProgramsLeaveNothingBehind() {
    #expect(failure { leak_check_edits(TestRun.seed(1), 200, 1_000, $0, $1) } == nil)
  }
}
