// Exact sums, through a check written in C that reaches the hidden interior of CSolver (CSolverTestSupport).

import CSolverTestSupport
import TestSupport
import Testing

@Suite struct SumTests {
  /// Terms of either sign, in numbers that are and are not multiples of those after which carries are taken care of.
  @Test(arguments: [1, 2, 10, 499, 500, 501, 999, 1000, 1001, 2000, 2500, 5000] as [Int32])
  func sumsAreExact(terms: Int32) {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(20, long: 500) {
      let failure = failure { sum_check_random(seed, terms, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }
}
