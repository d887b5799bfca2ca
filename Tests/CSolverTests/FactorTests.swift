// The sparse factorization, through checks written in C that reach its hidden interior (CSolverTestSupport).

import CSolverTestSupport
import TestSupport
import Testing

/// Runs a check; nil when it holds, else what does not.
func failure(_ check: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String? {
  var message = [CChar](repeating: 0, count: 256)
  guard check(&message, Int32(message.count)) != 0 else { return nil }
  return String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

@Suite struct SparseFactorTests {
  /// Ranks of tiers against a dense elimination, residuals of solves before and after changes of rows.
  @Test func agreesWithDenseEliminationOnRandomMatrices() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(1_000, long: 50_000) {
      let size: Int32 = seed % 10 == 0 ? 400 : seed % 3 == 0 ? 12 : 40
      let failure = failure { factor_check_random(seed, size, seed % 10 == 0 ? 130 : 40, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// The same where wide rows are built around, at any tier, some of them dependent on others.
  @Test func agreesWithDenseEliminationOnWideRows() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(100, long: 10_000) {
      let failure = failure { factor_check_wide(seed, 120, 10, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// The same where what is left fills up, and is finished as a dense matrix.
  @Test func agreesWithDenseEliminationOnDenseMatrices() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(60, long: 3_000) {
      let failure = failure { factor_check_dense(seed, seed % 10 == 0 ? 260 : 90, 10, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  @Test func repairsSingularBases() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(1_000, long: 50_000) {
      let failure = failure { factor_check_repair(seed, 40, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
  }

  /// Noise of rounding is not independence, a millionth is: in the kernel and in the border.
  @Test(arguments: [(0, false), (1e-12, false), (-1e-12, false), (1e-6, true), (-1, true)], [false, true])
  func tellsDependenceFromNoise(excess: (size: Double, isIndependent: Bool), isLater: Bool) {
    let failure = failure {
      factor_check_dependence(excess.size, isLater ? 1 : 0, excess.isIndependent ? 1 : 0, $0, $1)
    }
    #expect(failure == nil)
  }

  /// A chain of 50,000 steps takes milliseconds; anything quadratic in it would take minutes.
  @Test(arguments: 0..<factor_chain_shapes(), [1, 2, 10, 1_000, 50_000] as [Int32])
  func keepsChainsSparse(shape: Int32, size: Int32) {
    let failure = failure { factor_check_chain(shape, size, $0, $1) }
    #expect(failure == nil)
  }

  /// Arcs that are taken one by one close cycles, whose lines fill in: a hundred entries an arc in a network of 7,200.
  @Test func keepsNetworksSparse() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(4, long: 400) {
      #expect(failure { factor_check_network(seed, 14, 400, $0, $1) } == nil, "seed \(seed)")
      #expect(failure { factor_check_network(seed, 60, 0, $0, $1) } == nil, "seed \(seed)")
    }
  }

  /// The first rows leave half of the columns open. Where they are taken first these fill up, in three programs of five more than
  /// this; where too many rows depend on others they still are.
  @Test func keepsWhatIsOpenSparse() {
    let base = TestRun.seed(1)
    let seeds = base..<base + TestRun.count(20, long: 400)
    for seed in seeds { #expect(failure { factor_check_open(seed, 150, 150, $0, $1) } == nil, "seed \(seed)") }
    let failures = seeds.compactMap { seed in failure { factor_check_open(seed, 1_600, 0, $0, $1) } }
    #expect(failures.allSatisfy { $0.hasSuffix("entries") })
    #expect(5 * failures.count < seeds.count)
  }

  @Test func survivesEveryFailingAllocation() {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(40, long: 2_000) {
      let failure = failure { factor_check_memory(seed, seed % 4 == 0 ? 90 : 20, 0, $0, $1) }
      #expect(failure == nil, "seed \(seed)")
    }
    #expect(failure { factor_check_memory(base, 64, 1, $0, $1) } == nil)
  }
}
