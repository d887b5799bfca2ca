// Which variables another optimal solution would change: by hand, and judged with the range GLPK finds for each variable.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct AmbiguityTests {
  private func ambiguous(_ program: Program, _ options: SolveOptions) throws -> Set<Int> {
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve(options).outcome == .optimal)
    return try loaded.ambiguousVariables()
  }

  @Test(arguments: configurations) func byHand(options: SolveOptions) throws {
    #expect(try ambiguous(Program(variables: 1, rows: [x(.equal, 5)]), options) == [])
    #expect(try ambiguous(Program(variables: 1), options) == [0])
    #expect(try ambiguous(Program(variables: 1, rows: [x(.greaterOrEqual, 150)]), options) == [0])
    #expect(try ambiguous(Program(variables: 1, rows: [x(.greaterOrEqual, 5), x(.lessOrEqual, 5)]), options) == [])
    let sum = row([1, 1], .equal, 10)
    #expect(try ambiguous(Program(variables: 2, rows: [sum]), options) == [0, 1])
    #expect(try ambiguous(Program(variables: 3, rows: [sum, row([0, 0, 1], .equal, 1)]), options) == [0, 1])
    #expect(try ambiguous(Program(variables: 2, rows: [sum, row([1, -1], .equal, 0, 1)]), options) == [])
    // Two non-negative variables whose sum is 0 cannot move.
    #expect(try ambiguous(Program(nonnegative: [true, true], rows: [row([1, 1], .equal, 0)]), options) == [])
    // Equal hugging: which of the two stretches is open, their sum is not.
    let hugging = [
      row([1, 1, -1], .equal, 0), row([0, 0, 1], .equal, 300), row([1], .equal, 100, 250, below: 750),
      row([0, 1], .equal, 100, 250, below: 750),
    ]
    #expect(try ambiguous(Program(variables: 3, rows: hugging), options) == [0, 1])
  }

  @Test(arguments: configurations) func judged(options: SolveOptions) throws {
    let seed = TestRun.seed(50_000)
    var optimal = 0
    for index in TestRun.share(of: TestRun.isLong ? 2000 : 80) {
      var generator = ProgramGenerator(seed: seed &+ UInt64(index), variables: 1...12)
      let program = generator.program()
      let fails = { (program: Program) -> [String] in
        let loaded = try LoadedProgram(program)
        guard try loaded.solve(options).outcome == .optimal else { return [] }
        optimal += 1
        return try faults(ofAmbiguous: loaded.ambiguousVariables(), in: program)
      }
      let found = try fails(program)
      if !found.isEmpty {
        let small = shrink(program, budget: 500) { (try? fails($0).isEmpty) == false }
        Issue.record("TRELLIS_SEED=\(seed &+ UInt64(index)), \(options)\n\((try? fails(small)) ?? found)\n\(small)")
        return
      }
    }
    #expect(optimal > 30)
  }
}
