// What presolve leaves for the simplex, through checks written in C that reach the hidden interior of CSolver
// (CSolverTestSupport).

import CSolverTestSupport
import TestSupport
import Testing

@Suite struct PresolveSizeTests {
  /// Presolve never leaves more entries, rows or variables than there were.
  @Test(arguments: [6, 40, 160] as [Int32])
  func presolveLeavesNoMoreThanThereWas(size: Int32) {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(150, long: 5_000) {
      let failure = failure { presolve_check_entries(seed, size, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// Four times as many views that wish to be alike take no more than five times the memory, and few pivots if any.
  @Test(arguments: 0..<presolve_patterns(), [400, 1_600, 6_400] as [Int32])
  func equalSizesTakeWhatTheyAre(pattern: Int32, size: Int32) {
    let failure = failure { presolve_check_growth(pattern, size, 5, $0, $1) }
    #expect(failure == nil)
  }
}
