// Flows, covers and their like: sizes that may be wished to be nothing, at a price, and rows of many of them that ask for more or less. The dual
// simplex starts where nothing is (CSolver/src/simplex/slack.c); GLPK judges the answers, and pivots show that it starts well.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct SlackStartTests {
  @Test(arguments: FlowFamily.allCases) func answersAreRightLevelByLevel(_ family: FlowFamily) throws {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(3, long: family == .book ? 10 : 60) {  // books are full
      try expectRight(family.program(size: 240, seed: seed), seed)
    }
  }

  /// What a few variables without signs are, in programs that are too large for double-doubles.
  @Test(arguments: [FlowFamily.book, .duel, .bets]) func answersAreRightWithoutSomeSigns(_ family: FlowFamily) throws {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(1, long: 10) {
      // The thirteen of bets are few among 832 and more.
      try expectRight(family.program(size: family == .bets ? 900 : 700, seed: seed), seed)
    }
  }

  /// Cold, and after edits of constants.
  private func expectRight(_ program: Program, _ seed: UInt64) throws {
    let loaded = try LoadedProgram(program)
    try expectJudged(try loaded.solve(SolveOptions(cold: true)), of: program, seed: seed)
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let row = random.int(0...program.rows.count - 1)
      try loaded.apply(.constants([.init(row, program.rows[row].constant + random.pick([0.5, 1]))]))
      let answer = try loaded.solve()
      guard answer.outcome == .optimal else { break }
      try expectJudged(answer, of: loaded.program, seed: seed)
    }
  }

  /// From a first basis by levels these take 3,068, 1,764 and 1,330 pivots, and assignments and shifts an interior point method; with
  /// prices and signs apart assignments take about 1,700. Slots took 8,600 pivots and an interior point method, rings 12,000 and one.
  @Test(arguments: [
    (FlowFamily.transport, 1_500, 800), (.covering, 1_600, 1_500), (.commodities, 1_600, 800),
    (.assignment, 1_600, 200), (.shifts, 1_600, 1_900), (.slots, 6_400, 3_000), (.rings, 1_600, 6_000),
  ])
  func pivotsAreFew(family: FlowFamily, size: Int, pivots: Int) throws {
    let loaded = try LoadedProgram(family.program(size: size, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.pivots < pivots)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// Where each step leaves one more row on the wrong side, required ones come first. In any order this goes through twice as many entries, and asks
  /// for several times as many steps of an interior point method.
  @Test func whatIsRequiredComesBeforeWishesThatPullBack() throws {
    let loaded = try LoadedProgram(FlowFamily.advice.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.touchedEntries < 23_000_000)
    #expect(loaded.solver.statistics.interiorSteps < 100)
  }

  /// Small pivots throw the vertex a million million times as far as its constants, one after the other, until it is none for rounding. Then an
  /// interior point method starts anew, and all takes seventeen times as long.
  @Test(arguments: UInt64(1)...2) func whatHasBeenThrownFarBeginsAnewWithLargePivots(seed: UInt64) throws {
    let loaded = try LoadedProgram(FlowFamily.makers.program(size: 6_400, seed: seed))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// Rows on the wrong side have come to be fewer and fewer when an interior point method would take over by effort alone; all takes twice as long then.
  @Test func whatIsNearlyMetIsMet() throws {
    var left = 0
    for seed in UInt64(1)...6 {
      let loaded = try LoadedProgram(FlowFamily.circulation.program(size: 6_400, seed: seed))
      #expect(try loaded.solve().outcome == .optimal)
      left += loaded.solver.statistics.interiorSteps > 0 ? 1 : 0
    }
    #expect(left < 3)
  }

  /// Rows of lower levels pull back what higher ones have met, so all come level by level. In any order, and from the usual first basis, this asks for an
  /// interior point method.
  @Test func levelsComeOneAfterAnother() throws {
    let loaded = try LoadedProgram(FlowFamily.comparators.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// Level by level, more and more rows come to the wrong side, few of which are required, so the primal simplex goes on from there. Met to the end, this
  /// goes through three and a half times as many entries.
  @Test func thePrimalSimplexGoesOnWhereLevelsToComePullBack() throws {
    let loaded = try LoadedProgram(FlowFamily.comparators.program(size: 6_400, seed: 2))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.touchedEntries < 50_000_000)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// Steps after others start at the least point that meets what is required. From nothing, row by row, this takes eleven times as many
  /// pivots.
  @Test func whatFollowsOthersStartsAtTheLeastPoint() throws {
    let loaded = try LoadedProgram(FlowFamily.shops.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.pivots < 2_500)
  }

  /// What may be squeezed, or made less, at a price stays as it is at the least point, where only the marks are not met. From nothing, row by row, this
  /// asks for an interior point method.
  @Test(arguments: [FlowFamily.squeezed, .squeezedApart])
  func whatMayBeSqueezedIsNotAtTheLeastPoint(_ family: FlowFamily) throws {
    let loaded = try LoadedProgram(family.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.pivots < 1_000)
  }

  /// Where half of what presolve has left out would be less than nothing, all of it that must not be is solved for from there, once. With less left out each
  /// time this asks for an interior point method.
  @Test func whereManyWouldBeLessThanNothingAllAreSolvedFor() throws {
    let loaded = try LoadedProgram(FlowFamily.laundries.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.pivots < 4_000)
  }

  /// Most wishes are that two be alike, and do not go together: from a first basis in which as many as may be are tight this goes through six times as many
  /// entries.
  @Test func boundsComeBeforeWishesThatDoNotGoTogether() throws {
    let loaded = try LoadedProgram(FlowFamily.shares.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < 15_000_000)
  }

  /// What is late at the least point is late wherever it is, and nothing else is wished: this asks for hardly a pivot. Met row by row, for an interior point
  /// method.
  @Test func whatIsLateAtTheLeastPointIsSettled() throws {
    let loaded = try LoadedProgram(FlowFamily.trains.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < 300_000)
  }

  /// Few rows are on the wrong side when an interior point method would take over by effort alone, and goes through twice as many entries.
  @Test func whatIsNearTheEndIsLeftToTheSimplex() throws {
    let loaded = try LoadedProgram(FlowFamily.ways.program(size: 6_400, seed: 6))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < 5_000_000)
  }

  /// The sum is more than is wished wherever one is more than nothing, so it is a price on all from the start. Met like other rows it is in every pivot: this
  /// then asks for an interior point method.
  @Test func whatCannotBeMetIsAPrice() throws {
    let loaded = try LoadedProgram(FlowFamily.places.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < 10_000_000)
  }

  /// A vertex a few thousand times as far as its constants is on its way. Where the start begins anew for that, with large pivots, this goes through 120
  /// million entries.
  @Test func whatHasComeFarGoesOn() throws {
    let loaded = try LoadedProgram(FlowFamily.patterns.program(size: 9_600, seed: 7))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.touchedEntries < 80_000_000)
  }

  /// One variable has no sign, and moves by itself. Where it keeps the slack start away this asks for an interior point method.
  @Test func aBarWithoutSignIsNoPlace() throws {
    let loaded = try LoadedProgram(FlowFamily.book.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.pivots < 100)
  }

  /// Nearly all is on its side at the slack start, from where the dual simplex leads far away. The primal one has a short way; without it this asks for an
  /// interior point method.
  @Test func whereAllButAFewAreMetThePrimalSimplexIsTried() throws {
    let loaded = try LoadedProgram(FlowFamily.bets.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < 150_000_000)
  }

  /// Most rows are equalities, so the usual start comes first, and the slack one before the interior point method. Without it this goes through 456 million
  /// entries.
  @Test func aDoubtfulStartIsLeftForLater() throws {
    let loaded = try LoadedProgram(FlowFamily.letters.program(size: 6_400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.touchedEntries < 150_000_000)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// From a slack start this takes longer than from an interior point, and is left for one. Without presolve, and with signs as rows, there is no
  /// such start.
  @Test(.enabled(if: TestRun.isLong)) func aLongWayIsLeft() throws {
    let program = FlowFamily.rota.program(size: 6_400, seed: 1)
    let signs = program.nonnegative.indices.map { Program.Row([Program.Term($0, 1)], .greaterOrEqual, 0) }
    let free = Program(nonnegative: program.nonnegative.map { _ in false }, rows: program.rows + signs)
    let (loaded, other) = (try LoadedProgram(program), try LoadedProgram(free))
    let (answer, judge) = (try loaded.solve(), try other.solve(SolveOptions(whole: true)))
    #expect(answer.outcome == .optimal && judge.outcome == .optimal)
    #expect(Agreement.agree(answer.levels, judge.levels, rounding: program.rounding(answer.values)))
    #expect(Agreement.holds(program, answer.values))
    #expect(loaded.solver.statistics.interiorSteps > 0)
  }

  @Test(arguments: FlowFamily.allCases) func aContradictionIsFound(_ family: FlowFamily) throws {
    var builder = family.builder(size: 240, seed: 5)
    let pair = builder.addContradiction()
    let loaded = try LoadedProgram(builder.program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .infeasible)
    #expect(answer.conflicts.contains(pair.map { .row($0) }))
  }
}
