// The judge on programs whose answer is known by hand, and on tiny ones against all vertices.

import Judge
import Simplex
import TestSupport
import Testing

/// x is variable 0; all rows are about it alone.
private func line(_ rows: [(Relation, Double, Double)], nonnegative: Bool = false) -> Program {
  Program(
    nonnegative: [nonnegative],
    rows: rows.map { Program.Row([.init(0, 1)], $0.0, $0.1, priority: $0.2) })
}

@Suite struct JudgeTests {
  static let arithmetics: [Arithmetic] = [.double, .exact]

  private func expect(
    _ program: Program, _ arithmetic: Arithmetic, levels: [Double: Double], range: ClosedRange<Double>,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let judge = Judge(program, arithmetic)
    let judgement = try judge.judge()
    #expect(judgement.isFeasible, sourceLocation: location)
    let found = Dictionary(uniqueKeysWithValues: judgement.levels.map { ($0.priority, $0.error) })
    #expect(found.keys.sorted() == levels.keys.sorted(), sourceLocation: location)
    for (priority, error) in levels {
      #expect(abs((found[priority] ?? .nan) - error) < 1e-9, "level \(priority)", sourceLocation: location)
    }
    let values = try judge.range(of: 0)
    #expect(abs(values.lowest - range.lowerBound) < 1e-9, sourceLocation: location)
    #expect(abs(values.highest - range.upperBound) < 1e-9, sourceLocation: location)
  }

  @Test(arguments: arithmetics) func higherLevelsWin(arithmetic: Arithmetic) throws {
    let program = line([(.equal, 0, 750), (.equal, 100, 400), (.equal, 100, 400)])
    try expect(program, arithmetic, levels: [750: 0, 400: 200], range: 0...0)
  }

  @Test(arguments: arithmetics) func threeEqualitiesSettleOnTheirMedian(arithmetic: Arithmetic) throws {
    try expect(
      line([(.equal, 10, 500), (.equal, 90, 500), (.equal, 20, 500)]), arithmetic, levels: [500: 80], range: 20...20)
  }

  @Test(arguments: arithmetics) func aTieIsARange(arithmetic: Arithmetic) throws {
    try expect(line([(.equal, 0, 500), (.equal, 100, 500)]), arithmetic, levels: [500: 100], range: 0...100)
  }

  @Test(arguments: arithmetics) func everyFloatIsALevel(arithmetic: Arithmetic) throws {
    try expect(line([(.equal, 7, 999.5), (.equal, 3, 999)]), arithmetic, levels: [999.5: 0, 999: 4], range: 7...7)
  }

  @Test(arguments: arithmetics) func weightsCountWithinALevel(arithmetic: Arithmetic) throws {
    var program = line([(.equal, 0, 500), (.equal, 100, 500)])
    program.rows[0].weight = 3
    program.rows[1].weight = 2
    try expect(program, arithmetic, levels: [500: 200], range: 0...0)
  }

  @Test(arguments: arithmetics) func inequalitiesErrOnOneSide(arithmetic: Arithmetic) throws {
    try expect(
      line([(.greaterOrEqual, 150, 500), (.lessOrEqual, 200, 500)]), arithmetic, levels: [500: 0], range: 150...200)
    try expect(
      line([(.greaterOrEqual, 200, 600), (.lessOrEqual, 150, 500)]), arithmetic, levels: [600: 0, 500: 50],
      range: 200...200)
  }

  @Test(arguments: arithmetics) func aContentSizeHasTwoPriorities(arithmetic: Arithmetic) throws {
    var program = line([(.equal, 100, 250), (.greaterOrEqual, 150, 500)])
    program.rows[0].priorityBelow = 750
    try expect(program, arithmetic, levels: [750: 0, 500: 0, 250: 50], range: 150...150)
    program.rows[1] = Program.Row([.init(0, 1)], .lessOrEqual, 50, priority: 500)
    try expect(program, arithmetic, levels: [750: 0, 500: 50, 250: 0], range: 100...100)
    program.rows[0].priorityBelow = 1000
    program.rows[1].priority = 999
    try expect(program, arithmetic, levels: [999: 50, 250: 0], range: 100...100)
  }

  @Test(arguments: arithmetics) func nonnegativityOutranksEveryLevel(arithmetic: Arithmetic) throws {
    try expect(line([(.equal, -5, 999)], nonnegative: true), arithmetic, levels: [999: 5], range: 0...0)
    let impossible = line([(.equal, -5, 1000)], nonnegative: true)
    #expect(try !Judge(impossible, arithmetic).judge().isFeasible)
  }

  /// With level 750 held by a slack of 1e-7, the heavy row below would move x by as much and gain 1e-7 · 1e8.
  @Test(arguments: arithmetics) func lowerLevelsDoNotDrift(arithmetic: Arithmetic) throws {
    var program = line([(.equal, 0, 750), (.equal, 1e6, 500)])
    program.rows[1].weight = 1e8
    program.rows[0].weight = 1e-3
    try expect(program, arithmetic, levels: [750: 0, 500: 1e14], range: 0...0)
  }

  @Test(arguments: arithmetics) func theLeastViolationIsTheDistance(arithmetic: Arithmetic) throws {
    let conflict = line([(.equal, 0, 1000), (.equal, 50, 1000), (.equal, 3, 500)])
    #expect(try !Judge(conflict, arithmetic).judge().isFeasible)
    #expect(abs(try Judge.leastViolation(conflict, arithmetic) - 50) < 1e-9)
    #expect(try Judge.leastViolation(line([(.equal, 0, 1000), (.equal, 50, 999)]), arithmetic) == 0)
    #expect(abs(try Judge.leastViolation(line([(.lessOrEqual, -4, 1000)], nonnegative: true), arithmetic) - 4) < 1e-9)
  }

  @Test func whatNothingBoundsIsInfinite() throws {
    let program = Program(variables: 2, rows: [.init([.init(0, 1)], .greaterOrEqual, 1)])
    let judge = Judge(program)
    #expect(try judge.judge().isFeasible)
    #expect(try judge.range(of: 0).lowest == 1)
    #expect(try judge.range(of: 0).highest == .infinity)
    #expect(try judge.range(of: 1).width == .infinity)
  }

  /// Programs of at most two variables, against every intersection of their rows.
  @Test func agreesWithAllVerticesOfTinyPrograms() throws {
    let seed = TestRun.seed(1)
    var feasible = 0
    for index in 0..<400 {
      var generator = ProgramGenerator(seed: seed &+ UInt64(index), variables: 1...2)
      let program = generator.program()
      let expected = bestVertex(program)
      let judgement = try Judge(program, .exact).judge()
      guard judgement.isFeasible, let expected else {
        // Only rows that agree up to rounding may be judged either way.
        #expect(
          try !judgement.isFeasible && (expected == nil || Judge.leastViolation(program, .exact) < 1e-9),
          "seed \(seed), program \(index)\n\(program)")
        continue
      }
      feasible += 1
      #expect(
        Agreement.agree(judgement.levels, expected),
        "seed \(seed), program \(index): \(judgement.levels), \(expected)\n\(program)")
    }
    #expect((200...397).contains(feasible), "\(feasible) of 400 are feasible")
  }

  /// The lexicographically least levels over all vertices of the arrangement of rows and axes; nil if none is feasible.
  private func bestVertex(_ program: Program) -> [Level]? {
    var lines = program.rows.map { row -> (a: Double, b: Double, c: Double) in
      let coefficients = (0..<2).map { variable in
        row.terms.reduce(0) { $0 + ($1.variable == variable ? $1.coefficient : 0) }
      }
      return (coefficients[0], coefficients[1], row.constant)
    }
    lines += [(1, 0, 0), (0, 1, 0)]
    var best: [Level]?
    for first in lines.indices {
      for second in lines.indices where second > first {
        let (l, m) = (lines[first], lines[second])
        let determinant = l.a * m.b - l.b * m.a
        guard abs(determinant) > 1e-9 else { continue }
        let values = [(l.c * m.b - l.b * m.c) / determinant, (l.a * m.c - l.c * m.a) / determinant]
        guard program.requiredResidual(values) <= 1e-9 * program.scale else { continue }
        let levels = program.levels(values)
        if best.map({ isLess(levels, $0) }) ?? true { best = levels }
      }
    }
    return best
  }

  private func isLess(_ left: [Level], _ right: [Level]) -> Bool {
    for (l, r) in zip(left, right) where abs(l.error - r.error) > 1e-9 * max(1, l.error) { return l.error < r.error }
    return false
  }

  /// Doubles and rationals agree, on programs like those the solver is tested with.
  @Test func doublesAgreeWithRationals() throws {
    let seed = TestRun.seed(2)
    var (agreed, compared) = (0, 0)
    for index in 0..<150 {
      var generator = ProgramGenerator(seed: seed &+ UInt64(index), variables: 1...20)
      let program = generator.program()
      guard let doubles = try? Judge(program).judge() else { continue }
      let rationals = try Judge(program, .exact).judge()
      guard doubles.isFeasible == rationals.isFeasible else {
        #expect(try Judge.leastViolation(program) < 1e-6, "seed \(seed), program \(index)\n\(program)")
        continue
      }
      compared += 1
      agreed += Agreement.agree(doubles.levels, rationals.levels) ? 1 : 0
    }
    // The judge asks the rationals where doubles disagree with a solver; that is to be rare.
    #expect(agreed >= compared * 98 / 100 && compared >= 130, "seed \(seed): \(agreed) of \(compared)")
  }
}
