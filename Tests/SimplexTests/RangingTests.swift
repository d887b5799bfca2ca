// How far an answer holds along a line of constants: by hand, and on random programs by solving along the line.

import Simplex
import TestSupport
import Testing

@Suite struct RangingTests {
  @Test(arguments: configurations) func byHand(options: SolveOptions) throws {
    // x + y = 300, x = 2y at 750, x <= 120 at 250: x = 200 + 2/3 t, y = 100 + 1/3 t as the sum grows; x meets 120 at t = -120.
    let rows = [row([1, 1], .equal, 300), row([1, -2], .equal, 0, 750), row([1], .lessOrEqual, 120, 250)]
    let loaded = try LoadedProgram(Program(nonnegative: [true, true], rows: rows))
    #expect(try loaded.solve(options).outcome == .optimal)
    let found = try loaded.solver.ranging(of: loaded.variables, along: [loaded.rows[0]], [1])
    #expect(close(found.slopes, [2.0 / 3, 1.0 / 3]))
    #expect(close([found.reach.below], [120]) && found.below == [.row(loaded.rows[2])])
    #expect(found.reach.above == .infinity && found.above.isEmpty)
    // Twice as fast, and in two parts.
    let twice = try loaded.solver.ranging(
      of: [loaded.variables[1]], along: [loaded.rows[0], loaded.rows[0]], [-1, -1])
    #expect(close(twice.slopes, [-2.0 / 3]) && close([twice.reach.above], [60]) && twice.reach.below == .infinity)
    // Nothing moves.
    let still = try loaded.solver.ranging(of: loaded.variables, along: [], [])
    #expect(still.slopes == [0, 0] && still.reach == (.infinity, .infinity))
  }

  @Test func signs() throws {
    let loaded = try LoadedProgram(Program(nonnegative: [true], rows: [x(.equal, 5)]))
    _ = try loaded.solve()
    let found = try loaded.solver.ranging(of: loaded.variables, along: loaded.rows, [-1])
    #expect(found.reach == (.infinity, 5) && found.above == [.zero(loaded.variables[0])])
  }

  @Test func mistakes() throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 5)]))
    let solver = loaded.solver
    #expect(throws: SolverError.unsolved) { try solver.ranging(of: loaded.variables, along: loaded.rows, [1]) }
    _ = try loaded.solve()
    let stranger = try #require(try Solver().addVariables(3, nonnegative: false).last)
    #expect(throws: SolverError.index) { try solver.ranging(of: [stranger], along: loaded.rows, [1]) }
    #expect(throws: SolverError.value) { try solver.ranging(of: loaded.variables, along: loaded.rows, [.nan]) }
    #expect(throws: SolverError.argument) { try solver.ranging(of: loaded.variables, along: loaded.rows, []) }
    #expect(try solver.ranging(of: loaded.variables, along: loaded.rows, [2]).slopes == [2])
  }

  /// Within the range the values on the line have the level errors of a solve of their own, and where the optimum is unique
  /// they are its values; beyond it they have not, or something else is tight.
  @Test(arguments: configurations) func holdsAlongTheLine(options: SolveOptions) throws {
    let seed = TestRun.seed(71_000)
    var compared = 0
    for index in TestRun.share(of: TestRun.count(300, long: 4000)) {
      var generator = ProgramGenerator(seed: seed &+ UInt64(index), variables: 1...12)
      var program = generator.program()
      // Off the grid that constants of generated programs lie on, so that the start is no breakpoint.
      for row in program.rows.indices where program.rows[row].priority < 1000 {
        program.rows[row].constant += generator.random.real(-0.4...0.4)
      }
      let loaded = try LoadedProgram(program)
      let answer = try loaded.solve(options)
      guard answer.outcome == .optimal, !program.rows.isEmpty else { continue }
      let slopes = program.rows.map { $0.priority < 1000 ? generator.random.real(-1...1) : 0 }
      let found = try loaded.solver.ranging(of: loaded.variables, along: loaded.rows, slopes)
      for part in [-0.9, -0.3, 0.5, 0.95] {
        let step = part * min(part < 0 ? found.reach.below : found.reach.above, 50)
        guard abs(step) > 1e-6 else { continue }
        var moved = program
        for row in moved.rows.indices { moved.rows[row].constant += step * slopes[row] }
        let other = try LoadedProgram(moved)
        let solved = try other.solve(options)
        try #require(solved.outcome == .optimal, "program \(index) at \(step)")
        let expected = zip(answer.values, found.slopes).map { $0 + step * $1 }
        let errors = levelErrors(of: moved, at: expected)
        let levels = try other.solver.levels()
        for level in levels {
          #expect(abs((errors[level.priority] ?? 0) - level.error) <= 1e-5, "program \(index) at \(step): \(level)")
        }
        if try other.solver.ambiguousVariables().isEmpty {
          #expect(close(solved.values, expected, 1e-6), "program \(index) at \(step)")
        }
        compared += 1
      }
    }
    #expect(compared > 200)
  }

  private func levelErrors(of program: Program, at values: [Double]) -> [Double: Double] {
    var errors: [Double: Double] = [:]
    for row in program.rows {
      var residual = -row.constant
      for term in row.terms { residual += term.coefficient * values[term.variable] }
      if let priority = residual > 0 ? row.above : row.below {
        errors[priority, default: 0] += row.weight * abs(residual)
      }
    }
    return errors
  }
}
