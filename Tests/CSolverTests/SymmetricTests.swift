// L D L^T of sparse symmetric matrices, through checks written in C that reach the hidden interior (CSolverTestSupport).

import CSolverTestSupport
import TestSupport
import Testing

@Suite struct SymmetricTests {
  @Test func solvesWithoutResidual() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(300, long: 20_000) {
      let failure = failure { symmetric_check_random(seed, seed % 10 == 0 ? 150 : Int32(1 + seed % 40), 0, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// Nodes that most others are joined with are ordered apart; elements that differ only in these are not the same.
  @Test func solvesWithHubsThatShareSomeNeighbours() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(20, long: 500) {
      let failure = failure { symmetric_check_hubs(seed, 500, 1 + Int32(seed % 6), 0.7, Int32(seed % 2), $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// Nodes join so many others that these fill up: a front of more than a thousand rows, which is eliminated by blocks.
  @Test func aLargeFrontIsEliminatedByBlocks() {
    #expect(failure { symmetric_check_hubs(TestRun.seed(1), 2_800, 1_400, 0.02, 0, $0, $1) } == nil)
  }

  @Test(arguments: [4, 100, 1_600, 10_000] as [Int32]) func keepsGridsSparse(size: Int32) {
    for dissects in 0...1 as ClosedRange<Int32> {
      let failure = failure { symmetric_check_grid(size, dissects, $0, $1) }
      #expect(failure == nil, "\(dissects)")
    }
  }

  @Test func solvesWithoutResidualWhereDissected() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(4, long: 200) {
      let failure = failure { symmetric_check_random(seed, 600 + Int32(seed % 5) * 200, 1, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// The larger a grid, and the more so in space, the more fills in by degrees alone.
  @Test(arguments: [(300, 1, 0.9), (20, 20, 0.96), (26, 26, 0.66)] as [(Int32, Int32, Double)])
  func dissectionLeavesLessToMultiply(across: Int32, deep: Int32, part: Double) {
    let failure = failure { symmetric_check_dissection(across, deep, part, $0, $1) }
    #expect(failure == nil)
  }

  @Test func cutsHaveNothingAcross() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(60, long: 2_000) {
      let size = 100 + Int32(seed % 7) * 60, heaviest = 1 + Int32(seed % 3) * 4
      let failure = failure { separator_check_random(seed, size, heaviest, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// A node that a tenth of all others join is between sides, and what is left is a band.
  @Test(arguments: [0, 1, 5, 20] as [Int32]) func cutsLeaveHubsBetween(hubs: Int32) {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(3, long: 50) {
      let failure = failure { separator_check_hubs(seed, 1_000 + hubs, hubs, hubs + 8, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  @Test(arguments: [(10, 1), (40, 1), (100, 1), (8, 8), (15, 15)] as [(Int32, Int32)])
  func cutsOfGridsAreLayers(across: Int32, deep: Int32) {
    let failure = failure { separator_check_grid(across, deep, $0, $1) }
    #expect(failure == nil)
  }

  @Test(arguments: [2, 4, 8] as [Int32]) func productsAreExact(lanes: Int32) {
    for n in 1...13 as ClosedRange<Int32> {
      for m in n...n + 37 {
        for packed in [0, 1] as [Int32] {
          let failure = failure { symmetric_check_product(UInt64(m), lanes, packed, m, n, 1 + m * n % 7, $0, $1) }
          #expect(failure == nil, "\(m) x \(n), packed \(packed)")
        }
      }
    }
  }

  /// More rows than are packed at a time, and more columns than a strip has.
  @Test(arguments: [2, 4, 8] as [Int32]) func largeProductsAreExact(lanes: Int32) {
    let shapes: [(Int32, Int32, Int32)] = [
      (239, 128, 32), (240, 128, 128), (241, 127, 33), (521, 101, 128), (1203, 77, 5),
    ]
    for (m, n, k) in shapes {
      let failure = failure { symmetric_check_product(UInt64(m), lanes, 1, m, n, k, $0, $1) }
      #expect(failure == nil, "\(m) x \(n) x \(k)")
    }
  }

  @Test func survivesEveryFailingAllocation() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(20, long: 500) {
      let failure = failure { symmetric_check_memory(seed, 30, 0, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
    let failure = failure { symmetric_check_memory(base, 900, 1, $0, $1) }
    #expect(failure == nil, "dissected")
  }
}
