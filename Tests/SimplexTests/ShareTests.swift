// Parts of a whole: hundreds of variables that add up to one, so that what is usual for each is far less than a point. Tolerances and
// perturbations go with that; GLPK judges the answers, and pivots show that the numbers are not lost in what is meant for points.

import Foundation
import Judge
import Simplex
import TestSupport
import Testing

enum ShareFamily: CaseIterable {
  /// How often each of many moves is made, so that against none of as many answers the gain is small.
  case game
  /// Noisy parts that rise to a peak and fall behind it, each near its neighbours.
  case spectrum
  /// Mixtures of forty parts each, of wished properties, each like the one before.
  case mixtures

  func program(size: Int, seed: UInt64) -> Program {
    var builder = ShareBuilder(random: SplitMix64(seed: seed))
    switch self {
    case .game: builder.addGame(size)
    case .spectrum: builder.addSpectrum(size)
    case .mixtures: builder.addMixtures(size)
    }
    return Program(nonnegative: builder.nonnegative, rows: builder.rows)
  }
}

private struct ShareBuilder {
  var random: SplitMix64
  var nonnegative: [Bool] = []
  var rows: [Program.Row] = []

  private mutating func shares(_ count: Int) -> [Int] {
    let first = nonnegative.count
    nonnegative += Array(repeating: true, count: count)
    row((first..<first + count).map { ($0, 1) }, .equal, 1)
    return Array(first..<first + count)
  }

  private mutating func row(
    _ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000
  ) {
    rows.append(Program.Row(terms.map { .init($0.0, $0.1) }, relation, constant, priority: priority))
  }

  private mutating func part() -> Double { Double(random.int(0...1000)) / 1000 }

  mutating func addGame(_ size: Int) {
    let moves = shares(size), gain = nonnegative.count
    nonnegative.append(false)
    for _ in 0..<size {
      let gains = random.distinct(random.int(4...12), below: size).map { (moves[$0], Double(random.int(1...9))) }
      row(gains + [(gain, -1)], .greaterOrEqual, 0)
    }
    row([(gain, 1)], .equal, 10, 500)
    for move in moves { row([(move, 1)], .equal, 0, 250) }
  }

  mutating func addSpectrum(_ size: Int) {
    let bands = shares(size), peak = size / 3
    let heights = bands.map { exp(-pow(Double($0 - peak) / Double(size) * 5, 2)) * (0.7 + 0.6 * part()) }
    let sum = heights.reduce(0, +)
    for (band, height) in zip(bands, heights) { row([(band, 1)], .equal, height / sum, 500) }
    for (band, next) in zip(bands, bands.dropFirst()) {
      row([(next, 1), (band, -1)], band < peak ? .greaterOrEqual : .lessOrEqual, 0)
      row([(next, 1), (band, -1)], .equal, 0, 250)
    }
  }

  mutating func addMixtures(_ size: Int) {
    let count = 40
    let properties = (0..<4).map { _ in (0..<count).map { _ in part() } }
    var last: [Int] = []
    for _ in 0..<max(2, size / count) {
      let parts = shares(count)
      for (values, priority) in zip(properties, [700.0, 600, 500, 400]) {
        row(Array(zip(parts, values)), .equal, 0.3 + 0.4 * part(), priority)
      }
      for (part, before) in zip(parts, last) { row([(part, 1), (before, -1)], .equal, 0, 300) }
      for part in parts { row([(part, 1)], .lessOrEqual, 0.15) }
      last = parts
    }
  }
}

@Suite struct ShareTests {
  @Test(arguments: ShareFamily.allCases) func answersAreRightLevelByLevel(_ family: ShareFamily) throws {
    let base = TestRun.seed(87_000)
    for seed in base..<base + TestRun.count(2, long: 40) {
      for size in [80, 400] {
        let program = family.program(size: size, seed: seed)
        let answer = try LoadedProgram(program).solve()
        #expect(answer.outcome == .optimal)
        try expectJudged(answer, of: program, seed: seed)
      }
    }
  }

  /// With perturbations and tolerances for points: more than twice as many pivots.
  @Test func sharesTakeFewPivots() throws {
    let loaded = try LoadedProgram(ShareFamily.spectrum.program(size: 1600, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.pivots < 1000)
  }

  /// One move is wished more often than there are any, and against some answer none gains anything. A share that is nothing, as it is wished
  /// and must be at least, makes no room for it: else each does in turn.
  @Test func aWishIsNotHandedFromShareToShare() throws {
    var program = ShareFamily.game.program(size: 400, seed: 1)
    program.rows.append(Program.Row([.init(400, 1)], .lessOrEqual, 0))
    program.rows[program.rows.count - 100].constant = 10
    let loaded = try LoadedProgram(program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    #expect(loaded.solver.statistics.pivots < 50)
    try expectJudged(answer, of: program, seed: 1)
  }

  /// Edits of shares are answered as fresh solves do.
  @Test(arguments: ShareFamily.allCases) func editsAreRight(_ family: ShareFamily) throws {
    var random = SplitMix64(seed: TestRun.seed(88_000))
    let loaded = try LoadedProgram(family.program(size: 200, seed: 3))
    _ = try loaded.solve()
    for step in 0..<TestRun.count(20, long: 200) {
      let row = random.int(0...loaded.program.rows.count - 1)
      guard loaded.program.rows[row].priority < 1000 else { continue }
      let constant = loaded.program.rows[row].constant + Double(random.int(-20...20)) / 1000
      try loaded.apply(.constants([.init(row, constant)]))
      let answer = try loaded.solve(), fresh = try LoadedProgram(loaded.program).solve()
      #expect(answer.outcome == .optimal && fresh.outcome == .optimal)
      let rounding = loaded.program.rounding(answer.values)
      #expect(Agreement.agree(answer.levels, fresh.levels, rounding: rounding), "step \(step)")
    }
  }
}
