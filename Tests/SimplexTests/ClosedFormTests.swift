// Programs whose answer is known by hand. Each is solved with every linear algebra, with and without presolve.

import Simplex
import TestSupport
import Testing

@Suite struct ClosedFormTests {
  // MARK: Tightness

  @Test(arguments: configurations) func inequalitiesAreTight(options: SolveOptions) throws {
    #expect(close(try solve([x(.greaterOrEqual, 150)], options).values, [150]))
    #expect(close(try solve([x(.greaterOrEqual, 150), x(.lessOrEqual, 200)], options).values, [150]))
    #expect(close(try solve([x(.lessOrEqual, 200), x(.greaterOrEqual, 150)], options).values, [150]))
    #expect(close(try solve([x(.lessOrEqual, 200)], options).values, [200]))
    #expect(close(try solve([x(.lessOrEqual, 200)], nonnegative: true, options).values, [200]))
    #expect(close(try solve([x(.greaterOrEqual, -20)], nonnegative: true, options).values, [0]))
    #expect(close(try solve([x(.greaterOrEqual, 150, 300)], options).values, [150]))
  }

  @Test(arguments: configurations) func stretchedInequalitiesAreNot(options: SolveOptions) throws {
    let answer = try solve([x(.greaterOrEqual, 150), x(.equal, 180, 50)], options)
    #expect(close(answer.values, [180]))
    #expect(answer.levels == [Level(priority: 50, error: 0)])
  }

  @Test(arguments: configurations) func whatNothingDecidesIsZero(options: SolveOptions) throws {
    let program = Program(nonnegative: [false, true, false], rows: [row([0, 0, 1], .equal, 7)])
    let answer = try LoadedProgram(program).solve(options)
    #expect(answer.outcome == .optimal)
    #expect(close(answer.values, [0, 0, 7]))
    #expect(try solve([], variables: 3, options).values == [0, 0, 0])
    #expect(try solve([], variables: 0, options).outcome == .optimal)
  }

  // MARK: Levels

  @Test(arguments: configurations) func higherLevelsWin(options: SolveOptions) throws {
    let answer = try solve([x(.equal, 0, 750), x(.equal, 100, 400), x(.equal, 100, 400)], options)
    #expect(close(answer.values, [0]))
    #expect(answer.levels.map(\.priority) == [750, 400])
    #expect(close(answer.levels.map(\.error), [0, 200]))
    #expect(close(answer.errors, [0, -100, -100]))
  }

  @Test(arguments: configurations) func everyFloatIsALevel(options: SolveOptions) throws {
    let answer = try solve([x(.equal, 3, 999), x(.equal, 7, 999.5), x(.equal, 1, 998.99)], options)
    #expect(close(answer.values, [7]))
    #expect(answer.levels.map(\.priority) == [999.5, 999, 998.99])
    #expect(close(answer.levels.map(\.error), [0, 4, 6]))
  }

  @Test(arguments: configurations) func conflictingEqualitiesSettleOnTheirMedian(options: SolveOptions) throws {
    for constants in [[10.0, 90, 20], [20, 10, 90], [90, 20, 10]] {
      let answer = try solve(constants.map { x(.equal, $0, 500) }, options)
      #expect(close(answer.values, [20]))
      #expect(close(answer.levels.map(\.error), [80]))
    }
  }

  @Test(arguments: configurations) func aTieEndsWithinTheTie(options: SolveOptions) throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 0, 500), x(.equal, 100, 500)]))
    let answer = try loaded.solve(options)
    #expect((-1e-6...100.000001).contains(answer.values[0]))
    #expect(close(answer.levels.map(\.error), [100]))
    #expect(try loaded.ambiguousVariables() == [0])
  }

  @Test(arguments: configurations) func aLowerLevelDecidesATie(options: SolveOptions) throws {
    let loaded = try LoadedProgram(
      Program(variables: 1, rows: [x(.equal, 0, 500), x(.equal, 100, 500), x(.equal, 60, 2)]))
    #expect(close(try loaded.solve(options).values, [60]))
    #expect(try loaded.ambiguousVariables().isEmpty)
  }

  @Test(arguments: configurations) func weightsCountWithinALevel(options: SolveOptions) throws {
    #expect(close(try solve([x(.equal, 0, 500, weight: 3), x(.equal, 100, 500, weight: 2)], options).values, [0]))
    let answer = try solve([x(.equal, 0, 500, weight: 2), x(.equal, 100, 500, weight: 3)], options)
    #expect(close(answer.values, [100]))
    #expect(close(answer.levels.map(\.error), [200]))
    // But not across levels.
    #expect(close(try solve([x(.equal, 0, 501, weight: 1e-3), x(.equal, 9, 500, weight: 1e6)], options).values, [0]))
  }

  @Test(arguments: configurations) func aContentSizeHasTwoPriorities(options: SolveOptions) throws {
    let content = x(.equal, 100, 250, below: 750)
    let stretched = try solve([content, x(.greaterOrEqual, 150, 500)], options)
    #expect(close(stretched.values, [150]))
    #expect(stretched.levels.map(\.priority) == [750, 500, 250])
    #expect(close(stretched.levels.map(\.error), [0, 0, 50]))
    #expect(close(stretched.errors, [50, 0]))
    let resisted = try solve([content, x(.lessOrEqual, 50, 500)], options)
    #expect(close(resisted.values, [100]))
    #expect(close(resisted.levels.map(\.error), [0, 50, 0]))
    let compressed = try solve([content, x(.equal, 50, 760)], options)
    #expect(close(compressed.values, [50]))
    #expect(close(compressed.errors, [-50, 0]))
    // One side required.
    #expect(close(try solve([x(.equal, 100, 250, below: 1000), x(.equal, 50, 999)], options).values, [100]))
    #expect(close(try solve([x(.equal, 100, 1000, below: 250), x(.equal, 500, 999)], options).values, [100]))
    #expect(close(try solve([x(.equal, 100, 1000, below: 250), x(.equal, 50, 999)], options).values, [50]))
  }

  @Test(arguments: configurations) func rowsWithoutTermsAreErrorsOrNone(options: SolveOptions) throws {
    let answer = try solve(
      [row([], .greaterOrEqual, 5, 500), row([], .lessOrEqual, 5, 400), row([], .equal, 0), row([0], .equal, -3, 300)],
      options)
    #expect(answer.outcome == .optimal)
    #expect(close(answer.levels.map(\.error), [5, 0, 3]))
    #expect(close(answer.errors, [-5, 0, 0, 3]))
    let impossible = try solve([row([], .greaterOrEqual, 5)], options)
    #expect(impossible.outcome == .infeasible)
    #expect(impossible.conflicts == [[.row(0)]])
  }

  // MARK: Layouts

  /// A row of three: superview 320, margins 20, gaps 8, equal widths.
  @Test(arguments: configurations) func threeEqualWidths(options: SolveOptions) throws {
    // Per item left and width.
    let rows = [
      row([1], .equal, 20), row([-1, -1, 1], .equal, 8), row([0, 0, -1, -1, 1], .equal, 8),
      row([0, 0, 0, 0, 1, 1], .equal, 300), row([0, 1, 0, -1], .equal, 0), row([0, 1, 0, 0, 0, -1], .equal, 0),
    ]
    let width = (280.0 - 16) / 3
    let answer = try solve(rows, variables: 6, options)
    #expect(close(answer.values, [20, width, 28 + width, width, 36 + 2 * width, width]))
  }

  /// Shares of 200 in the proportion 160 : 80 : 40 (semantics.md 2.10): 114.286, 57.143, 28.571.
  @Test(arguments: configurations) func proportions(options: SolveOptions) throws {
    let rows = [
      row([1, 1, 1], .equal, 200), row([1, -2], .equal, 0), row([0, 1, -2], .equal, 0),
      row([1], .equal, 160, 250, below: 750), row([0, 1], .equal, 80, 250, below: 750),
    ]
    let answer = try solve(rows, variables: 3, nonnegative: true, options)
    let seventh = 200.0 / 7
    #expect(close(answer.values, [4 * seventh, 2 * seventh, seventh]))
  }

  @Test(arguments: configurations) func redundantRowsChangeNothing(options: SolveOptions) throws {
    let rows = [
      row([1, 1], .equal, 30), row([1, 1], .equal, 30), row([2, 2], .equal, 60), row([-1, -1], .equal, -30),
      row([1, -1], .equal, 10), row([2], .equal, 40), row([0, 1], .lessOrEqual, 10), row([0, 1], .greaterOrEqual, 10),
    ]
    let answer = try solve(rows, variables: 2, options)
    #expect(answer.outcome == .optimal)
    #expect(close(answer.values, [20, 10]))
  }

  @Test(arguments: configurations) func nonnegativityOutranksEveryLevel(options: SolveOptions) throws {
    let answer = try solve([x(.equal, -5, 999)], nonnegative: true, options)
    #expect(close(answer.values, [0]))
    #expect(close(answer.levels.map(\.error), [5]))
  }

  @Test func theBasisIsTight() throws {
    let loaded = try LoadedProgram(
      Program(variables: 2, rows: [row([1, 1], .equal, 30), row([1], .equal, 10, 500), row([0, 1], .equal, 5, 400)]))
    #expect(close(try loaded.solve().values, [10, 20]))
    #expect(try loaded.solver.isBasic(loaded.rows) == [true, true, false])
  }

  @Test func statisticsCount() throws {
    let solver = try Solver()
    #expect(solver.statistics == Statistics())
    let loaded = try LoadedProgram(
      Program(
        variables: 2, rows: [row([1, 1], .lessOrEqual, 30), row([1], .equal, 10, 500), row([1, -1], .equal, 99, 5)])
    )
    _ = try loaded.solve(SolveOptions(whole: true))
    #expect(loaded.solver.statistics.reducedPrograms == 1)
    #expect(loaded.solver.statistics.largestReducedProgram == 2)
    #expect(loaded.solver.statistics.factorizations >= 1)
  }
}
