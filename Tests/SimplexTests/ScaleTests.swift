// Programs whose numbers spread: coefficients of a thousand beside one, weights over many decades, rows almost parallel.
// The answers are those of rational arithmetic.

import Simplex
import TestSupport
import Testing

/// A row in the order of the reproducers: variables, coefficients, relation, constant, priorities, weight.
private func row(
  _ variables: [Int], _ coefficients: [Double], _ relation: Relation, _ constant: Double, _ priority: Double,
  below: Double? = nil, weight: Double = 1
) -> Program.Row {
  Program.Row(
    zip(variables, coefficients).map { Program.Term($0, $1) }, relation, constant, priority: priority,
    priorityBelow: below, weight: weight)
}

/// Whether a program has these levels, from high to low, in every configuration, and its required rows hold.
private func expect(
  _ program: Program, levels: [Double: Double], _ location: SourceLocation = #_sourceLocation
) throws {
  for options in configurations {
    let answer = try LoadedProgram(program).solve(options)
    #expect(answer.outcome == .optimal, "\(options)", sourceLocation: location)
    guard answer.outcome == .optimal else { continue }
    let bound = 1e-6 + program.rounding(answer.values)
    #expect(program.requiredResidual(answer.values) <= bound, "\(options)", sourceLocation: location)
    for level in answer.levels {
      let right = levels[level.priority] ?? 0
      let tolerance = 1e-6 * max(1, right) + program.rounding(answer.values)
      #expect(abs(level.error - right) <= tolerance, "\(options) \(level)", sourceLocation: location)
    }
  }
}

@Suite struct ScaleTests {
  @Test(arguments: [99, 0.99, 0.01]) func aThousandBesideOneHasAnOptimum(constant: Double) throws {
    let program = Program(
      variables: 3,
      rows: [
        row([1, 0], [-1, 1000], .equal, 0, 1000), row([2], [-1], .lessOrEqual, -constant, 1000),
        row([2, 0], [-1000, -1], .equal, 0, 1000), row([1], [-1000], .greaterOrEqual, 0, 1000),
      ])
    try expect(program, levels: [:])
    #expect(close(try LoadedProgram(program).solve().values, [-1000 * constant, -1e6 * constant, constant], 1e-3))
  }

  @Test(arguments: [9677, 96.77, 0.9677]) func hundredthsBesideHundreds(constant: Double) throws {
    let rows = [
      row([3], [100], .equal, 0, 250), row([0], [-100], .greaterOrEqual, 0, 250),
      row([0, 1], [0.02, -100], .equal, 0, 500, weight: 2), row([2, 3], [-1, 0.02], .greaterOrEqual, 0, 500),
      row([2], [100], .greaterOrEqual, constant, 500), row([1, 3], [1, 100], .equal, 0, 500, weight: 2),
    ]
    try expect(Program(variables: 4, rows: rows), levels: [500: 0, 250: 50 * constant])
  }

  @Test(arguments: [55, 0.55]) func pricesOfTwoLevels(constant: Double) throws {
    let rows = [
      row([1, 2], [-1, 1000], .equal, 0, 1000, weight: 2),
      row([3, 0, 1], [-1, -1, 1000], .equal, 0, 250, below: 500, weight: 2),
      row([0], [1000], .greaterOrEqual, 0, 250, weight: 2), row([0], [1], .equal, constant, 250, weight: 2),
      row([2], [-1], .equal, 0, 500),
    ]
    let program = Program(nonnegative: [false, false, false, true], rows: rows)
    try expect(program, levels: [500: 0, 250: 2 * constant])
  }

  @Test(arguments: [41, 0.041, 1e-4]) func farButFeasible(constant: Double) throws {
    let rows = [
      row([0, 3, 2], [-1, -1, -0.001], .greaterOrEqual, 0, 1000), row([1, 0], [1, 0.001], .equal, 0, 1000),
      row([1], [-0.001], .greaterOrEqual, constant, 1000),
    ]
    try expect(Program(nonnegative: [false, false, false, true], rows: rows), levels: [:])
  }

  @Test(arguments: [1, 1e-2, 1e-4]) func feasibleAtAnyScale(scale: Double) throws {
    let rows = [
      row([1], [0.4], .greaterOrEqual, 16 * scale, 1000),
      row([2, 0], [-0.001, -3000], .greaterOrEqual, 0, 1000, weight: 2), row([2], [-900], .lessOrEqual, 0, 250),
      row([1], [1], .equal, 0, 750, weight: 2), row([1, 0], [1, -0.5], .equal, 0, 1000),
    ]
    try expect(Program(variables: 3, rows: rows), levels: [750: 80 * scale, 250: 900 * 2.4e8 * scale])
  }

  /// A step of one level that costs the level above it less than its tolerance per unit, and a step that undoes it.
  @Test(arguments: [31, 1]) func aCycleOverTwoLevelsEnds(constant: Double) throws {
    let program = Program(variables: 5, rows: Self.cycle(constant))
    try expect(program, levels: [500: 0, 250: 2 * (constant - 1)])
    let solver = try LoadedProgram(program)
    _ = try solver.solve()
    #expect(solver.solver.statistics.pivots < 500)
  }

  /// The same inside a component that is too large for double-double arithmetic.
  @Test func aCycleInALargeComponentEnds() throws {
    let count = 800
    var program = Program(variables: 5 + count, rows: Self.cycle(31))
    for index in 0..<count {
      let before = index == 0 ? 3 : 4 + index
      program.rows.append(row([5 + index, before], [1, -1], .greaterOrEqual, 5, 1000))
      program.rows.append(row([5 + index], [1], .greaterOrEqual, 7 * Double(index), 100))
    }
    try expect(program, levels: [500: 0, 250: 60])
    let solver = try LoadedProgram(program)
    _ = try solver.solve()
    #expect(solver.solver.statistics.pivots < 1000)
  }

  private static func cycle(_ constant: Double) -> [Program.Row] {
    [
      row([2, 4], [60, -0.01], .equal, 0, 250, below: 500, weight: 2), row([1, 2], [1, -1], .equal, 0, 500),
      row([3, 1], [1, 1], .equal, constant, 500), row([0], [-0.03], .equal, 0, 500),
      row([3], [1], .equal, 1, 250, weight: 2), row([0, 2], [1, 0.01], .lessOrEqual, 0, 500),
      row([4], [100], .greaterOrEqual, 0, 500),
    ]
  }

  @Test(arguments: [76089, 76, 1]) func aPivotThatIsTakenBackIsNotTriedForEver(constant: Double) throws {
    let program = Program(
      variables: 3,
      rows: [
        row([0, 1], [1, -1000], .equal, constant, 250, weight: 2),
        row([1, 2, 0], [-1000, 1, 1], .lessOrEqual, 0, 1000, weight: 2),
        row([1, 2], [-1, -1000], .equal, 0, 750),
      ])
    try expect(program, levels: [:])
    let solver = try LoadedProgram(program)
    _ = try solver.solve()
    #expect(solver.solver.statistics.pivots < 50)
  }

  /// How a row is scaled makes no difference.
  @Test(arguments: [1, 100, 1000, 7000]) func theScaleOfARowIsNoMatter(factor: Double) throws {
    let rows = [
      row([1, 2], [-500, 1], .greaterOrEqual, 84, 1000), row([0], [factor], .greaterOrEqual, 0, 750),
      row([0, 2], [1, -2000], .equal, 0, 250),
    ]
    try expect(Program(nonnegative: [false, true, false], rows: rows), levels: [:])
  }

  @Test(arguments: [(1e9, 1.0), (1e6, 1e-3), (1e3, 1e-3), (1e6, 1e-6), (1, 1)])
  func lightRowsAreHeardBesideHeavyOnes(heavy: Double, light: Double) throws {
    let rows = [
      row([0], [1], .lessOrEqual, 100, 500, weight: heavy), row([0], [1], .greaterOrEqual, 20, 500, weight: light),
      row([0], [1], .equal, 10, 500, weight: light / 2),
    ]
    for options in configurations {
      #expect(close(try LoadedProgram(Program(variables: 1, rows: rows)).solve(options).values, [20]), "\(options)")
    }
  }

  /// A hundred and one positions for one variable, and weights that differ from one to the next by a factor of ten.
  @Test func manyEqualRowsAndOneMore() throws {
    for count in [100, 500, 1000] {
      var rows = (0..<count).map { _ in row([0, 1], [1, -1], .equal, 0, 500) }
      rows += (0..<count).map { _ in row([0, 1], [1, -1], .equal, 500, 500) }
      rows += [row([0, 1], [1, -1], .equal, 1000, 500), row([1], [1], .equal, 1000, 500)]
      let program = Program(variables: 2, rows: rows)
      try expect(program, levels: [500: Double(count) * 500 + 500])
      #expect(close(try LoadedProgram(program).solve().values, [1500, 1000]))
    }
  }
}
