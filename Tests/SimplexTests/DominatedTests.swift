// Variables that nothing keeps from where they are wished (CSolver/src/simplex/dominated.c): boxes packed to one side lie as far as the
// longest way to each, without a pivot. GLPK judges programs in which some gaps give way for a wish and some wishes for a gap.

import Judge
import Simplex
import TestSupport
import Testing

private struct PackedBoxes {
  var rows: [Program.Row] = []
  /// Of each box: how far it lies from the wall that it is wished at.
  var depths: [Double] = []
  private var random: SplitMix64
  /// 1 for boxes wished at the left, -1 at the right.
  private let side: Double

  init(_ count: Int, side: Double, gapPriorities: [Double], seed: UInt64) {
    random = SplitMix64(seed: seed)
    self.side = side
    for box in 0..<count { add(box, gapPriorities) }
  }

  var program: Program { Program(nonnegative: Array(repeating: false, count: depths.count), rows: rows) }

  private mutating func row(_ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double) {
    rows.append(
      Program.Row(
        terms.map { .init($0.0, $0.1) }, side > 0 ? relation : relation.mirrored, side * constant, priority: priority))
  }

  private mutating func add(_ box: Int, _ gapPriorities: [Double]) {
    var depth = 10.0  // of the wall
    if gapPriorities == [1000] || random.chance(0.5) { row([(box, 2)], .greaterOrEqual, 20, 1000) }
    row([(box, 1)], .equal, Double(random.int(-5...10)), random.pick([500, 400]))
    for _ in 0..<min(box, 3) {
      let other = random.int(max(0, box - 30)...box - 1)
      let gap = Double(random.int(5...60)), factor = random.pick([1, 1, 0.5])
      depth = max(depth, factor * depths[other] + gap)
      row([(box, 1), (other, -factor)], .greaterOrEqual, gap, random.pick(gapPriorities))
    }
    depths.append(depth)
  }

  /// Wishes of some boxes to be further in, which is not where the others push them.
  mutating func addInwardWishes() {
    for box in stride(from: 3, to: depths.count, by: 7) {
      row([(box, 1)], .greaterOrEqual, Double(random.int(50...400)), random.pick([700, 450, 300]))
    }
  }
}

extension Relation {
  fileprivate var mirrored: Relation {
    switch self {
    case .lessOrEqual: .greaterOrEqual
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

@Suite struct DominatedTests {
  @Test(arguments: [1.0, -1]) func packedBoxesLieAsTheLongestWaysSay(side: Double) throws {
    let boxes = PackedBoxes(2_000, side: side, gapPriorities: [1000], seed: TestRun.seed(1))
    let loaded = try LoadedProgram(boxes.program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    #expect(loaded.solver.statistics.pivots == 0)
    for (value, depth) in zip(answer.values, boxes.depths) { #expect(abs(value - side * depth) <= 1e-9 * depth) }
  }

  @Test(arguments: [[1000.0], [600, 1000], [300, 450, 500, 1000]])
  func answersAreRightLevelByLevel(gaps: [Double]) throws {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(4, long: 60) {
      var boxes = PackedBoxes(90, side: seed % 2 == 0 ? 1 : -1, gapPriorities: gaps, seed: seed)
      if seed % 4 > 1 { boxes.addInwardWishes() }
      let loaded = try LoadedProgram(boxes.program)
      try expectJudged(try loaded.solve(SolveOptions(cold: true)), of: boxes.program, seed: seed)
      var random = SplitMix64(seed: seed)
      for _ in 0..<10 {
        let row = random.int(0...boxes.rows.count - 1)
        try loaded.apply(.constants([.init(row, boxes.rows[row].constant + random.pick([-40, 1, 25]))]))
        try expectJudged(try loaded.solve(), of: loaded.program, seed: seed)
      }
    }
  }
}
