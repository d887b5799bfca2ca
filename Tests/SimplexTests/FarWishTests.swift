// Programs whose wishes at low priorities are far from met: a thousand times as far as what decides the levels above them.

import Simplex
import TestSupport
import Testing

/// Labels in two margins whose widths are shared, in the order of their points, and leaders with a bend; narrow labels wrap.
private func leaders(_ count: Int, seed: UInt64) -> Program {
  var random = SplitMix64(seed: seed)
  var rows: [Program.Row] = []
  func row(_ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000) {
    rows.append(Program.Row(terms.map { .init($0.0, $0.1) }, relation, constant, priority: priority))
  }
  let margins = [0, 1]
  row([(0, 1), (1, 1)], .equal, 400, 600)
  row([(0, 1), (1, -1)], .equal, 0, 250)
  let points = (0..<count).map { _ in Double(random.int(0...12 * count)) }.sorted()
  var last: [Int: Int] = [:]
  for index in 0..<count {
    let side = random.chance(0.8) ? index % 2 : random.int(0...1)
    let (top, height, bend) = (2 + 3 * index, 3 + 3 * index, 4 + 3 * index)
    row([(height, 1), (margins[side], 0.1)], .greaterOrEqual, 24 + Double(random.int(100...400)) / 10)
    row([(height, 1)], .greaterOrEqual, 14)
    row([(height, 1)], .equal, 14, 250)
    if let before = last[side] {
      row([(top, 1), (before, -1), (before + 1, -1)], .greaterOrEqual, 2)
      row([(bend, 1), (before + 2, -1)], .greaterOrEqual, 3)
    } else {
      row([(top, 1)], .greaterOrEqual, 0)
    }
    row([(bend, 1)], .equal, points[index], 500)
    row([(top, 2), (height, 1), (bend, -2)], .equal, 0, random.pick([400, 500]))
    if let across = last[1 - side], random.chance(0.5) { row([(top, 1), (across, -1)], .equal, 0, 250) }
    last[side] = top
  }
  return Program(nonnegative: (0..<2 + 3 * count).map { $0 < 2 || $0 % 3 == 0 }, rows: rows)
}

@Suite struct FarWishTests {
  /// Whatever a source gives, a fifth of it comes to the next on its way, and nothing is to come to its end: so nothing is given, though that
  /// costs no more than 1e-11 a unit.
  @Test func littleIsNotNothing() throws {
    let (ways, length) = (40, 16)
    var rows: [Program.Row] = []
    for way in 0..<ways {
      let places = (0..<length).map { way * length + $0 }
      for (place, next) in zip(places, places.dropFirst()) {
        let other = (place + 3 * length) % (ways * length)
        rows.append(Program.Row([.init(next, 1), .init(place, -0.2), .init(other, -0.01)], .greaterOrEqual, 0))
      }
      rows.append(Program.Row([.init(places[length - 1], 1)], .lessOrEqual, 0, priority: 600))
      rows.append(Program.Row([.init(places[0], 1)], .greaterOrEqual, 100, priority: 400))
    }
    let program = Program(nonnegative: Array(repeating: true, count: ways * length), rows: rows)
    let answer = try LoadedProgram(program).solve()
    #expect(answer.outcome == .optimal)
    #expect(answer.levels.map(\.priority) == [600, 400])
    #expect(answer.levels[0].error == 0)
    #expect(abs(answer.levels[1].error - 100 * Double(ways)) < 1e-6)
  }

  /// An interior point method lets rows that wait pull at what is open. A thousand of them, far off, must not outweigh the one
  /// wish of the highest level.
  @Test func wishesThatWaitDoNotOutweighALevel() throws {
    var pivots = 0
    for seed in UInt64(3)...5 {
      let loaded = try LoadedProgram(leaders(2000, seed: seed))
      let answer = try loaded.solve()
      #expect(answer.outcome == .optimal)
      #expect(answer.levels.first { $0.priority == 600 }.map { $0.error < 1e-6 } == true)
      #expect(loaded.solver.statistics.interiorSteps > 0)
      pivots += loaded.solver.statistics.pivots
    }
    #expect(pivots < 3_500)
  }
}
