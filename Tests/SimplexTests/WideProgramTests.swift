// Random programs whose numbers spread against the exact judge: in every configuration, and warm after edits.

import Foundation
import Judge
import Simplex
import TestSupport
import Testing

/// What is wrong with the answers to one program, or after edits of it, and whether it is an answer at all.
private func fault(_ family: WideFamily, seed: UInt64, _ variables: ClosedRange<Int>) throws -> (
  String, isAnswer: Bool
)? {
  func isAnswer(_ answer: Answer) -> Bool { answer.outcome == .optimal || answer.outcome == .infeasible }
  var generator = WideGenerator(family, seed: seed)
  let program = generator.program(variables)
  let judge = try ExactJudge(program)
  for options in configurations {
    let answer = try LoadedProgram(program).solve(options)
    if let fault = judge.fault(of: answer) { return ("\(options): \(fault)\n\(program)", isAnswer(answer)) }
  }
  let warm = try LoadedProgram(program)
  _ = try warm.solve()
  var edits: [Edit] = []
  for _ in 0..<3 {
    edits.append(generator.edit(of: warm.program))
    try warm.apply(edits[edits.count - 1])
    let answer = try warm.solve()
    if let fault = try ExactJudge(warm.program).fault(of: answer) {
      return ("after \(edits): \(fault)\n\(program)", isAnswer(answer))
    }
  }
  return nil
}

/// Short runs find nothing. In long runs one in ten thousand programs has no answer (rows that are almost parallel most
/// of all), and one in fifty thousand a wrong one: known, and to be brought to zero.
@Suite struct WideProgramTests {
  @Test(arguments: WideFamily.allCases) func smallPrograms(family: WideFamily) throws {
    try run(family, TestRun.count(150, long: 5000), 1...6, unanswered: 5000)
  }

  @Test(arguments: WideFamily.allCases) func programsOfAScreen(family: WideFamily) throws {
    try run(family, TestRun.count(6, long: 300), 8...30, unanswered: 300)
  }

  private func run(_ family: WideFamily, _ count: Int, _ variables: ClosedRange<Int>, unanswered rate: Int) throws {
    let seed = TestRun.seed(500)
    var wrong = FaultCount(oneIn: 50_000, of: count)
    var unanswered = FaultCount(oneIn: rate, of: count)
    for index in TestRun.share(of: count) {
      guard let found = try fault(family, seed: seed &+ UInt64(index), variables) else { continue }
      let text = "TRELLIS_SEED=\(seed &+ UInt64(index)) \(found.0)"
      if found.isAnswer { wrong.note(text) } else { unanswered.note(text) }
    }
    #expect(wrong.isKnown, "wrong: \(wrong)")
    #expect(unanswered.isKnown, "without an answer: \(unanswered)")
  }

  /// Powers of transmitters, each of which wants to be so much stronger than what comes from those around it. What one does to another
  /// decays with every one between them: slopes of 1e-18 are true, and no level is worse for them by more than a judge can tell.
  /// Two in three such programs had no answer.
  @Test func whatDecaysIsNoBreakdown() throws {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(4, long: 60) {
      var random = SplitMix64(seed: seed)
      let places = (0..<400).map { _ in (random.real(0...20), random.real(0...20)) }
      var rows: [Program.Row] = []
      for place in places.indices {
        let own = places[place]
        func distance(_ other: Int) -> Double { hypot(places[other].0 - own.0, places[other].1 - own.1) }
        var terms = [Program.Term(place, random.real(0.5...3))]
        for near in places.indices.sorted(by: { distance($0) < distance($1) })[1...8] {
          terms.append(.init(near, -pow(1 + 2 * distance(near), -2)))
        }
        rows.append(Program.Row([.init(place, 1)], .lessOrEqual, 10))
        rows.append(Program.Row(terms, .greaterOrEqual, 0.1, priority: random.pick([750, 600, 500])))
        rows.append(Program.Row([.init(place, Double(random.int(1...4)))], .lessOrEqual, 0, priority: 250))
      }
      let program = Program(nonnegative: places.map { _ in true }, rows: rows)
      let answer = try LoadedProgram(program).solve()
      try #require(answer.outcome == .optimal, "seed \(seed)")
      #expect(Agreement.holds(program, answer.values), "seed \(seed)")
      let first = try #require(answer.levels.first)
      let judged = try #require(try Judge.judgement(of: program).levels.first)
      #expect(Agreement.agree([first], [judged], rounding: program.rounding(answer.values)), "seed \(seed)")
    }
  }

  /// Sizes in ratios of small integers to those before them, too many for double-double arithmetic, one coefficient small. What rounding of
  /// a third or a ninth leaves where slopes cancel is none. One in nine such programs had no answer for it.
  @Test func ratiosOfManySizes() throws {
    let base = TestRun.seed(40)
    for seed in base..<base + TestRun.count(4, long: 60) {
      var random = SplitMix64(seed: seed)
      let count = 260
      var rows = [Program.Row([.init(0, 1.0 / 300), .init(count - 1, 1)], .lessOrEqual, 50, priority: 600)]
      for size in 0..<count {
        rows.append(Program.Row([.init(size, 1)], .equal, Double(random.int(10...90)), priority: 200))
        for _ in 0..<(size > 0 ? 3 : 0) {
          let ratio = Double(random.int(1...9)) / random.pick([3, 7, 9, 11])
          let terms = [Program.Term(size, 1), .init(random.int(max(0, size - 15)...size - 1), -ratio)]
          let priority = random.pick([700.0, 500, 300])
          rows.append(Program.Row(terms, .greaterOrEqual, Double(random.int(0...40)), priority: priority))
        }
      }
      let program = Program(nonnegative: Array(repeating: true, count: count), rows: rows)
      let answer = try LoadedProgram(program).solve()
      try #require(answer.outcome == .optimal, "seed \(seed)")
      try expectJudged(answer, of: program, seed: seed)
    }
  }
}
