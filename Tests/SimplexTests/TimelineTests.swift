// Timelines with one scale in points a day: coefficients from 1 to some hundreds, so that doubles alone do not decide what is optimal.

import Simplex
import TestSupport
import Testing

private struct TimelineBuilder {
  var random: SplitMix64
  var nonnegative = [true, false]
  var rows: [Program.Row] = []

  private mutating func row(
    _ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000
  ) {
    rows.append(Program.Row(terms.map { .init($0.0, $0.1) }, relation, constant, priority: priority))
  }

  /// Events at their days, bars as long as they last, labels apart in lanes, and what waits for what.
  mutating func add(events count: Int) {
    let (scale, origin) = (0, 1)
    row([(origin, 1)], .equal, 100, 500)
    row([(scale, 1)], .greaterOrEqual, 0.5)
    row([(scale, 1)], .equal, 6, 250)
    let lanes = max(3, Int((Double(count).squareRoot() / 2)))
    var last: [Int: (event: Int, label: Double)] = [:]
    for index in 0..<count {
      let (start, length, label) = (2 + 3 * index, 3 + 3 * index, 4 + 3 * index)
      nonnegative += [false, true, false]
      let day = Double(3 * index / lanes + random.int(0...8))
      row([(start, 1), (origin, -1), (scale, -day)], .equal, 0, random.pick([600, 500]))
      row([(length, 1), (scale, -Double(random.int(1...12)))], .equal, 0, random.pick([600, 400]))
      row([(length, 1)], .greaterOrEqual, 6)
      row([(label, 1), (start, -1)], .equal, 2, 400)
      let lane = random.int(0...lanes - 1)
      if let before = last[lane] {
        row([(start, 1), (before.event, -1), (before.event + 1, -1)], .greaterOrEqual, 2)
        row([(label, 1), (before.event + 2, -1)], .greaterOrEqual, before.label + 4, 750)
      }
      for _ in 0..<2 where index > 0 && random.chance(0.6) {
        let other = 2 + 3 * max(0, index - 1 - random.int(0...3 * lanes))
        row([(start, 1), (other, -1), (other + 1, -1)], .greaterOrEqual, 4, random.pick([750, 500]))
      }
      last[lane] = (start, Double(random.int(20...80)))
    }
  }
}

@Suite struct TimelineTests {
  /// Duals that are zero come out as what rounding leaves of twice the precision, 1e-31 and less, of either sign.
  @Test func everyTimelineHasAnAnswer() throws {
    let base = TestRun.seed(17)
    for seed in base..<base + TestRun.count(3, long: 80) {
      var builder = TimelineBuilder(random: SplitMix64(seed: seed))
      builder.add(events: 530)
      let loaded = try LoadedProgram(Program(nonnegative: builder.nonnegative, rows: builder.rows))
      #expect(try loaded.solve().outcome == .optimal, "seed \(seed)")
      var random = SplitMix64(seed: seed &+ 1000)
      for _ in 0..<40 {
        let row = random.int(0...builder.rows.count - 1)
        let constant = builder.rows[row].constant
        let change = Double(random.int(-10...10)) / 100 * max(1, constant)
        try loaded.apply(.constants([Edit.Change(row, constant + change)]))
        #expect(try loaded.solve().outcome == .optimal, "seed \(seed)")
        #expect(loaded.solver.statistics.interiorSteps == 0, "seed \(seed)")
      }
    }
  }
}
