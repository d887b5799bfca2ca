// L D L^T of sparse symmetric matrices, through checks written in C that reach the hidden interior (CSolverTestSupport).

import CSolverTestSupport
import TestSupport
import Testing

@Suite struct SymmetricTests {
  @Test func solvesWithoutResidual() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(300, long: 20_000) {
      let failure = failure { symmetric_check_random(seed, seed % 10 == 0 ? 150 : Int32(1 + seed % 40), $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// Nodes that most others are joined with are ordered apart; elements that differ only in these are not the same.
  @Test func solvesWithHubsThatShareSomeNeighbours() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(20, long: 500) {
      let failure = failure { symmetric_check_hubs(seed, 500, 1 + Int32(seed % 6), 0.7, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  @Test(arguments: [4, 100, 1_600, 10_000] as [Int32]) func keepsGridsSparse(size: Int32) {
    let failure = failure { symmetric_check_grid(size, $0, $1) }
    #expect(failure == nil)
  }

  @Test(arguments: [2, 4, 8] as [Int32]) func productsAreExact(lanes: Int32) {
    for n in 1...13 as ClosedRange<Int32> {
      for m in n...n + 37 {
        let failure = failure { symmetric_check_product(UInt64(m), lanes, m, n, 1 + m * n % 7, $0, $1) }
        #expect(failure == nil, "\(m) x \(n)")
      }
    }
  }

  @Test func survivesEveryFailingAllocation() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(20, long: 500) {
      let failure = failure { symmetric_check_memory(seed, 30, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }
}
