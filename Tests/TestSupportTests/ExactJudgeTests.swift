// The exact judge: on programs whose answer is known by hand, against GLPK on ordinary ones, and what it says of answers
// that are wrong.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct ExactJudgeTests {
  private func row(_ coefficient: Double, _ relation: Relation, _ constant: Double, _ priority: Double) -> Program.Row {
    Program.Row([.init(0, coefficient)], relation, constant, priority: priority)
  }

  @Test func doublesAreTheRationalsThatTheyAre() throws {
    // A tenth is not a double: ten of them and one disagree by 5.6e-17, which three doubles of one cannot show.
    let program = Program(variables: 1, rows: [row(0.1, .equal, 1, 1000), row(1, .equal, 10, 500)])
    let judge = try ExactJudge(program)
    #expect(judge.isFeasible)
    let error = try #require(judge.levels.first).error
    #expect(error > 0 && error < 1e-15)
    let exact = Program(variables: 1, rows: [row(0.125, .equal, 1, 1000), row(1, .equal, 8, 500)])
    #expect(try ExactJudge(exact).levels == [Level(priority: 500, error: 0)])
  }

  @Test func contradictionsHaveALeastViolation() throws {
    let judge = try ExactJudge(Program(variables: 1, rows: [row(1, .equal, 1, 1000), row(1, .equal, 4, 1000)]))
    #expect(!judge.isFeasible)
    #expect(judge.violation == 3)
    let signed = Program(nonnegative: [true], rows: [row(1, .lessOrEqual, -2, 1000)])
    #expect(try !ExactJudge(signed).isFeasible)
  }

  @Test func weightsOfEighteenDecadesAddUp() throws {
    var program = Program(variables: 1, rows: [row(1, .equal, 0, 500), row(1, .equal, 0, 500), row(1, .equal, 9, 500)])
    program.rows[0].weight = 1e9
    program.rows[1].weight = 1e-9
    program.rows[2].weight = 1e9
    // The two heavy rows balance; the light one decides.
    #expect(try ExactJudge(program).values == [0])
  }

  @Test func wrongAnswersAreFound() throws {
    let program = Program(
      nonnegative: [true],
      rows: [row(1, .lessOrEqual, 10, 1000), row(1, .equal, 12, 750), row(1, .equal, 3, 500)])
    let judge = try ExactJudge(program)
    #expect(judge.levels == [Level(priority: 750, error: 2), Level(priority: 500, error: 7)])
    #expect(judge.fault(of: [10]) == nil)
    #expect(judge.fault(of: [10.5]) == "row 0 is off by 0.5")
    #expect(judge.fault(of: [-1]) == "x0 >= 0 is off by 1.0")
    #expect(judge.fault(of: [9]) == "level 750.0 is 1.0 above its optimum")
    #expect(judge.fault(of: Answer(outcome: .infeasible)) == "infeasible, but it is not")
    #expect(judge.fault(of: Answer(outcome: .breakdown)) != nil)
  }

  @Test func ordinaryProgramsAreAsWithGLPK() throws {
    let seed = TestRun.seed(7000)
    for index in 0..<TestRun.count(100, long: 2000) {
      var generator = ProgramGenerator(seed: seed &+ UInt64(index), variables: 1...8)
      let program = generator.program()
      let judgement = try Judge.judgement(of: program)
      let judge = try ExactJudge(program)
      guard judgement.isFeasible == judge.isFeasible else {
        // GLPK holds rows to its tolerance.
        #expect(judge.violation < 1e-6, "TRELLIS_SEED=\(seed &+ UInt64(index))")
        continue
      }
      guard judge.isFeasible else { continue }
      for (left, right) in zip(judgement.levels, judge.levels) {
        let tolerance = 1e-6 * max(1, right.error) * max(1, program.scale)
        #expect(abs(left.error - right.error) <= tolerance, "TRELLIS_SEED=\(seed &+ UInt64(index))\n\(program)")
      }
    }
  }
}
