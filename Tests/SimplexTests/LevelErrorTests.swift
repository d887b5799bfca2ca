// Errors of levels after updates of every size, against the definition: sums that are kept up to date must be as new
// ones, whatever the number of terms that an update takes out and puts in.

import Simplex
import TestSupport
import Testing

@Suite struct LevelErrorTests {
  /// Variables that required rows hold at 0, with a wish each: an error of the wish's constant.
  private static func wishes(_ count: Int) -> Program {
    Program(
      variables: count,
      rows: (0..<count).map { Program.Row([.init($0, 1)], .equal, 0) }
        + (0..<count).map { Program.Row([.init($0, 1)], .equal, 1, priority: 500) })
  }

  private func check(_ loaded: LoadedProgram, _ what: String) throws {
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    let right = loaded.program.levels(answer.values)
    #expect(answer.levels.map(\.priority) == right.map(\.priority), "\(what)")
    for (level, expected) in zip(answer.levels, right) {
      #expect(
        abs(level.error - expected.error) <= 1e-9 * max(1, expected.error), "\(what): level \(level.priority)")
    }
  }

  /// Each update changes as many constants as its size says, which takes a term out of the level for each and puts one
  /// in; in small and large programs, so that updates and solves from scratch have their turn.
  @Test(arguments: [(600, 20), (2400, 20), (24_000, 4)]) func constants(count: Int, rounds: Int) throws {
    let loaded = try LoadedProgram(Self.wishes(count))
    try check(loaded, "at first")
    var random = SplitMix64(seed: TestRun.seed(7))
    let sizes = [1, 2, 249, 250, 251, 499, 500, 501, 750, 999, 1000, 1001, 1500, 2000, 2500].filter { $0 <= count }
    for round in 0..<rounds {
      let size = round < sizes.count ? sizes[round] : random.pick(sizes)
      let value = Double(2 * round + 3)
      let rows = random.distinct(size, below: count).map { count + $0 }
      try loaded.apply(.constants(rows.map { .init($0, value) }))
      try check(loaded, "\(size) of \(count) constants become \(value)")
    }
  }

  /// Weights of 0.1 and a third are not sums of few powers of two.
  @Test func weightsAndPriorities() throws {
    let count = 1200
    let loaded = try LoadedProgram(Self.wishes(count))
    try check(loaded, "at first")
    for (round, size) in [500, 1000, 499, 1000, 250, 1000, 500].enumerated() {
      let rows = (0..<size).map { count + ($0 * 7 + round) % count }
      switch round % 3 {
      case 0: try loaded.apply(.weights(rows.map { .init($0, [0.1, 3, 1 / 3.0][round / 3]) }))
      case 1: try loaded.apply(.priorities(rows.map { .init($0, round == 1 ? 500 : 250) }))
      default: try loaded.apply(.constants(rows.map { .init($0, Double(round)) }))
      }
      try check(loaded, "round \(round)")
    }
  }

  /// Wishes with a weight of a million that are met but for the last bit of their terms have no error: not at first, and
  /// not after updates of one constant, of some and of all, which are recorded and replayed.
  @Test(arguments: configurations) func roundingIsNoError(options: SolveOptions) throws {
    let count = 600
    func constant(_ index: Int, _ round: Int) -> Double { 0.1 * Double(index + 1) * Double(17 * round + 1) }
    let loaded = try LoadedProgram(
      Program(
        variables: count,
        rows: (0..<count).map { Program.Row([.init($0, 0.7)], .equal, constant($0, 0)) }
          + (0..<count).map { Program.Row([.init($0, 7)], .equal, 10 * constant($0, 0), priority: 750, weight: 1e6) }))
    for round in 0..<6 {
      for index in 0..<[count, 1, 40, count, count, count][round] {
        try loaded.apply(
          .constants([
            .init(index, constant(index, round)), .init(count + index, 10 * constant(index, round)),
          ]))
      }
      let answer = try loaded.solve(options)
      #expect(answer.outcome == .optimal)
      #expect(loaded.program.levels(answer.values).contains { $0.error > 1e-6 }, "nothing is rounded here")
      #expect(answer.levels.map(\.error) == [0], "round \(round)")
    }
  }

  /// A row that goes takes one term along, a row that comes brings one.
  @Test func rowsThatComeAndGo() throws {
    let count = 1200
    let loaded = try LoadedProgram(Self.wishes(count))
    try check(loaded, "at first")
    try loaded.apply(.removeRows([2 * count - 1]))
    try check(loaded, "one row less")
    for size in [100, 100, 100, 500, 100] {
      let last = loaded.program.rows.count
      try loaded.apply(.removeRows(Array((last - size)..<last)))
      try check(loaded, "\(size) rows less")
    }
    for size in [100, 500, 100, 100] {
      try loaded.apply(.addRows((0..<size).map { Program.Row([.init($0, 1)], .equal, 5, priority: 500) }))
      try check(loaded, "\(size) rows more")
    }
  }
}
