// Programs large and coupled enough that the simplex starts where an interior point method says. Wherever it starts, the answer
// is the optimum: GLPK says so level by level. That it starts well shows in pivots.

import Foundation
import Judge
import Simplex
import TestSupport
import Testing

/// The answer meets each level as GLPK does, and its own rows.
func expectJudged(_ answer: Answer, of program: Program, seed: UInt64) throws {
  let judgement = try Judge.judgement(of: program)
  #expect(judgement.isFeasible)
  #expect(
    Agreement.agree(answer.levels, judgement.levels, rounding: program.rounding(answer.values)),
    "seed \(seed): \(answer.levels) and by GLPK \(judgement.levels)")
  #expect(Agreement.holds(program, answer.values), "seed \(seed)")
}

/// The program has an optimum, which the simplex reaches in fewer pivots from where an interior point method ends.
private func expectFewPivots(_ family: CoupledFamily, size: Int, seed: UInt64, below limit: Int) throws {
  let loaded = try LoadedProgram(family.program(size: size, seed: seed).withPosition)
  #expect(try loaded.solve().outcome == .optimal)
  #expect(loaded.solver.statistics.interiorSteps > 0)
  #expect(loaded.solver.statistics.pivots < limit)
}

/// The same of several programs, whose pivots go through few entries from there.
private func expectFewEntries(_ family: CoupledFamily, size: Int, seeds: ClosedRange<UInt64>, below limit: Int) throws {
  var touched = 0
  for seed in seeds {
    let loaded = try LoadedProgram(family.program(size: size, seed: seed).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps > 0)
    touched += loaded.solver.statistics.touchedEntries
  }
  #expect(touched < limit)
}

@Suite struct InteriorStartTests {
  @Test(arguments: CoupledFamily.allCases) func answersAreRightLevelByLevel(_ family: CoupledFamily) throws {
    let base = TestRun.seed(1)
    var started = 0
    for seed in base..<base + TestRun.count(1, long: 20) {
      let program = family.program(size: family.least, seed: seed)
      let loaded = try LoadedProgram(program)
      let answer = try loaded.solve(SolveOptions(cold: true))
      #expect(answer.outcome == .optimal)
      started += loaded.solver.statistics.interiorSteps > 0 ? 1 : 0
      try expectJudged(answer, of: program, seed: seed)
    }
    #expect(started > 0, "no interior point method was asked")
  }

  /// Variables that must not be negative have three looser bounds as well, which levels leave out; nothing else changes.
  @Test(arguments: [CoupledFamily.tree, .rooms, .sizes, .subgrid])
  func boundsThatOthersImplyChangeNothing(_ family: CoupledFamily) throws {
    let base = family.program(size: family.least, seed: TestRun.seed(3))
    let looser = base.nonnegative.indices.filter { base.nonnegative[$0] }.flatMap { variable in
      (1...3).map { Program.Row([.init(variable, 1)], .greaterOrEqual, -10 * Double($0) - Double(variable % 7)) }
    }
    let program = Program(nonnegative: base.nonnegative, rows: base.rows + looser)
    let (plain, bounded) = (try LoadedProgram(base), try LoadedProgram(program))
    let (expected, answer) = (try plain.solve(SolveOptions(cold: true)), try bounded.solve(SolveOptions(cold: true)))
    #expect(bounded.solver.statistics.interiorSteps > 0)
    #expect(Agreement.agree(answer.levels, expected.levels, rounding: program.rounding(answer.values)))
    #expect(Agreement.holds(program, answer.values))
  }

  /// Twice as many pivots as this from the start that the simplex has by itself.
  @Test func aTreeTakesFewPivots() throws {
    try expectFewPivots(.tree, size: 1600, seed: 1, below: 1200)
  }

  /// Half as many again as this where the start is a vertex of nearly dependent rows, or of rows that are not tight.
  @Test func aFloorPlanStartsNearItsOptimum() throws {
    try expectFewEntries(.plan, size: 3200, seeds: 1...2, below: 80_000_000)
  }

  /// Twice as many pivots where rows within a perturbation of their constants cannot be told from those that are tight.
  @Test func aTableStartsNearItsOptimum() throws {
    try expectFewPivots(.table, size: 4096, seed: 1, below: 350)
  }

  /// Nine times as many pivots where nodes do not keep their duals: the normal equations then fill in, and look too dear for long.
  @Test func flowsStartNearTheirOptimum() throws {
    try expectFewPivots(.flows, size: 6000, seed: 1, below: 500)
  }

  /// The basis that takes each level's rows first would have been built for five times as long as all this takes, and each of the hundreds of
  /// pivots from there goes through its factors.
  @Test func noBasisIsBuiltForLongerThanAnInteriorPointTakes() throws {
    try expectFewPivots(.plate, size: 1600, seed: 1, below: 60)
  }

  /// Twice as many entries where rows that touch the first vertex do not have the sides of the point: its duals are not optimal then.
  @Test func theOptimumOfACoverIsSeenToBeOne() throws {
    try expectFewEntries(.coverage, size: 2400, seeds: 1...4, below: 30_000_000)
  }

  /// At least four times as many pivots where the basis is one of the rows that touch there, but not one with the multipliers of the point.
  @Test func theBasisHasTheMultipliersOfThePoint() throws {
    try expectFewPivots(.levelling, size: 2000, seed: 3, below: 400)
  }

  /// Twice as many entries where perturbed constants take the vertex with them, and to the wrong side of rows that touched it.
  @Test func aVertexOfManyRowsStaysWhereItIs() throws {
    try expectFewEntries(.cards, size: 6400, seeds: 1...6, below: 350_000_000)
  }

  /// The method takes two to seven times as long as the simplex where only the dual simplex of the two leaves for it.
  @Test(arguments: UInt64(1)...3) func theSimplexIsTriedWhereTheMethodIsDear(seed: UInt64) throws {
    let loaded = try LoadedProgram(CoupledFamily.subgrid.program(size: 6400, seed: seed).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// Thousands of pivots where tight rows that gain are let go one after the other, though rows that touch stop each of them at once.
  @Test(arguments: UInt64(1)...2) func whatGainsAtTheOptimumIsLetGoTogether(seed: UInt64) throws {
    try expectFewPivots(.displays, size: 9600, seed: seed, below: 300)
  }

  /// Almost three times as many pivots from where rows meet that are far from the point where the interior point method ended.
  @Test func aPathStartsNearWhereItWasLeft() throws {
    try expectFewPivots(.camera, size: 6400, seed: 6, below: 1000)
  }

  /// No answer where what rounding leaves in the duals of a nearly singular basis counts as slopes.
  @Test func slopesAreNotWhatRoundingLeaves() throws {
    try expectFewPivots(.seats, size: 3600, seed: 7, below: 4000)
  }

  /// Where presolve's rows leave a variable undecided, the original rows decide it. They start where presolve's ended, so that it
  /// takes about as long as one solve.
  @Test func anUndecidedBlockIsNotSolvedTwice() throws {
    var (undecided, steps, pivots) = (0, (own: 0, whole: 0), 0)
    for seed in UInt64(1)...4 {
      let sizes = CoupledFamily.sizes.program(size: 600, seed: seed)
      let free = sizes.nonnegative.count
      let wide = [0, 1].map {
        let terms = [Program.Term(free, 1), Program.Term($0, -1)]
        return $0 == 0
          ? Program.Row(terms, .greaterOrEqual, -1e4, priority: 500)
          : Program.Row(terms, .lessOrEqual, 1e4, priority: 500)
      }
      let program = Program(nonnegative: sizes.nonnegative + [false], rows: sizes.rows + wide)
      let (loaded, whole) = (try LoadedProgram(program), try LoadedProgram(program))
      let (answer, other) = (try loaded.solve(), try whole.solve(SolveOptions(whole: true)))
      #expect(answer.outcome == .optimal && other.outcome == .optimal)
      #expect(Agreement.agree(answer.levels, other.levels, rounding: program.rounding(answer.values)))
      let (own, all) = (loaded.solver.statistics, whole.solver.statistics)
      undecided += own.reducedPrograms - 1
      steps = (steps.own + own.interiorSteps, steps.whole + all.interiorSteps)
      pivots += own.pivots
    }
    #expect(undecided > 0)
    #expect(Double(steps.own) < 1.5 * Double(steps.whole) && pivots < 1_000)
  }

  /// Bent as little as may be between points on a line. Taken one after another, as the first basis takes them, rows of second
  /// differences make the values between two points twenty-four times those before, until no double holds them.
  @Test func aFirstBasisThatRoundingTakesIsNotTheEnd() throws {
    let count = 6000
    var random = SplitMix64(seed: 1)
    var (rows, distances): ([Program.Row], Double) = ([], 0)
    for index in 0..<count {
      let (value, distance) = (10 + 3 * Double(index), Double(Int.random(in: -20...20, using: &random)))
      rows.append(Program.Row([Program.Term(index, 1)], .equal, value + distance, priority: 400))
      distances += abs(distance)
      if index % 25 == 0 { rows.append(Program.Row([Program.Term(index, 1)], .equal, value)) }
      if index == 0 || index == count - 1 { continue }
      let terms = [Program.Term(index - 1, 1), Program.Term(index, -2), Program.Term(index + 1, 1)]
      rows.append(Program.Row(terms, .equal, 0, priority: 600))
    }
    let answer = try LoadedProgram(Program(nonnegative: Array(repeating: false, count: count), rows: rows)).solve()
    try #require(answer.outcome == .optimal)
    let last = count - 1 - (count - 1) % 25  // what follows the last point is not held to the line
    #expect(answer.values[0...last].indices.allSatisfy { abs(answer.values[$0] - 10 - 3 * Double($0)) < 1e-6 })
    let errors = answer.levels.map(\.error)
    #expect(errors.count == 2 && errors[0] < 1e-6 && errors[1] <= distances + 1e-6)
  }

  /// What has been started inside is edited like anything else.
  @Test func editsAgreeWithSolvingAnew() throws {
    var random = SplitMix64(seed: 5)
    var program = CoupledFamily.rooms.program(size: CoupledFamily.rooms.least, seed: 3)
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    for _ in 0..<20 {
      let row = Int.random(in: 0..<program.rows.count, using: &random)
      guard program.rows[row].priority < 1000 else { continue }
      let edit = Edit.constants([
        .init(row, program.rows[row].constant + Double(Int.random(in: -5...5, using: &random)))
      ])
      try loaded.apply(edit)
      program = loaded.program
      let (warm, cold) = (try loaded.solve(), try LoadedProgram(program).solve())
      #expect(Agreement.agree(warm.levels, cold.levels, rounding: program.rounding(warm.values)))
    }
  }

  /// A required row too many: the conflict is found, wherever the simplex starts.
  @Test func aConflictIsFound() throws {
    let program = CoupledFamily.tree.program(size: 800, seed: 2)
    let last = program.nonnegative.count - 1
    let rows =
      program.rows + [
        Program.Row([Program.Term(last, 1)], .greaterOrEqual, 500),
        Program.Row([Program.Term(last, 1), Program.Term(0, -1)], .lessOrEqual, 400),
      ]
    let answer = try LoadedProgram(Program(nonnegative: program.nonnegative, rows: rows)).solve()
    #expect(answer.outcome == .infeasible)
  }
}
