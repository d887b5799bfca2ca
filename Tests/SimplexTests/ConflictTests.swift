// Required rows that contradict each other: the sets that are reported are minimal, and blame a non-negativity only where
// rows alone do not explain the conflict.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct ConflictTests {
  @Test(arguments: configurations) func twoConstants(options: SolveOptions) throws {
    let answer = try solve([x(.equal, 0), x(.equal, 50), x(.equal, 9, 500), x(.lessOrEqual, 80)], options)
    #expect(answer.outcome == .infeasible)
    #expect(answer.conflicts == [[.row(0), .row(1)]])
  }

  @Test(arguments: configurations) func aChain(options: SolveOptions) throws {
    // x₀ = 0, x₁ = x₀ + 10, x₂ = x₁ + 10, x₂ ≤ 15; x₃ has nothing to do with it.
    let rows = [
      row([0, 0, 0, 1], .equal, 3), row([1], .equal, 0), row([-1, 1], .equal, 10), row([0, -1, 1], .equal, 10),
      row([0, 0, 1], .lessOrEqual, 15), row([0, 0, 1, 1], .greaterOrEqual, -1000),
    ]
    let answer = try solve(rows, variables: 4, options)
    #expect(answer.outcome == .infeasible)
    #expect(answer.conflicts == [[.row(1), .row(2), .row(3), .row(4)]])
  }

  @Test(arguments: configurations) func conflictsApartAreReportedApart(options: SolveOptions) throws {
    let rows = [
      row([1], .equal, 0), row([0, 1], .greaterOrEqual, 5), row([1], .equal, 50), row([0, 1], .lessOrEqual, 4),
    ]
    let answer = try solve(rows, variables: 2, options)
    #expect(answer.outcome == .infeasible)
    #expect(!answer.conflicts.isEmpty)
    #expect(answer.conflicts.allSatisfy { $0 == [.row(0), .row(2)] || $0 == [.row(1), .row(3)] })
    #expect(Set(answer.conflicts).count == answer.conflicts.count)
  }

  @Test(arguments: configurations) func nonnegativityIsBlamedLast(options: SolveOptions) throws {
    let negative = try solve([x(.lessOrEqual, -5)], nonnegative: true, options)
    #expect(negative.outcome == .infeasible)
    #expect(negative.conflicts == [[.row(0), .nonnegativity(0)]])
    // Two rows conflict without it, and each of them conflicts with it.
    let rows = try solve([x(.equal, -5), x(.equal, -9)], nonnegative: true, options)
    #expect(rows.conflicts == [[.row(0), .row(1)]])
  }

  @Test(arguments: configurations) func requiredSidesOfSplitRowsConflict(options: SolveOptions) throws {
    let above = try solve([x(.equal, 10, 1000, below: 250), x(.greaterOrEqual, 11)], options)
    #expect(above.conflicts == [[.row(0), .row(1)]])
    let below = try solve([x(.equal, 10, 250, below: 1000), x(.lessOrEqual, 9)], options)
    #expect(below.conflicts == [[.row(0), .row(1)]])
    #expect(try solve([x(.equal, 10, 250, below: 1000), x(.greaterOrEqual, 11)], options).outcome == .optimal)
  }

  /// Row 3 may fall short at 510: with x₂ ≤ 0 it contradicts nothing.
  @Test(arguments: configurations) func splitRowsAreBlamedForTheirRequiredSide(options: SolveOptions) throws {
    let program = Program(
      variables: 5,
      rows: [
        row([0, 1, -1, -1, 1], .equal, 0), row([1, 0, 1], .equal, 0), row([0, 0, 0, 0.25], .equal, 0),
        row([-1, 0, 1, 0, 1], .equal, 1, 1000, below: 510), row([0, 0, 1], .lessOrEqual, 0),
        row([0, 1], .lessOrEqual, -174), row([-1, 1, 1, 1], .equal, 0),
      ])
    let answer = try LoadedProgram(program).solve(options)
    #expect(answer.outcome == .infeasible)
    #expect(try faults(of: answer, to: program) == [])
  }

  /// Rows that only touch at the last vertex belong to the conflict all the same.
  @Test(arguments: configurations) func touchingRowsAreFound(options: SolveOptions) throws {
    let programs = [
      Program(
        nonnegative: [true, true],
        rows: [row([-1.7778, -1], .equal, 1), row([0, 1], .lessOrEqual, 0), row([1], .greaterOrEqual, 0, 500)]),
      Program(
        variables: 4,
        rows: [
          row([0, -0.5, 0, 1], .lessOrEqual, -34909.1875), row([-1, 0, 0, 1], .equal, 1),
          row([0, 0, 1], .equal, 26108, 500, below: 1000), row([0, -1, 1], .equal, -70562.875),
          row([-1, 0, 1], .lessOrEqual, -35361.375), row([1, 0, 0, -0.333333], .equal, 56993.96280875),
        ]),
      // x₆ can only be 9.25: rows that bind more than the non-negativity in the conflict touch, and hold it.
      Program(
        nonnegative: (0..<8).map { $0 == 4 },
        rows: [
          row([0, 0, 1.7778, 0, 1], .equal, 0), row([0, 0, 0, 0, 0, 1, 0, 1], .greaterOrEqual, 0),
          row([0, 0, 0, 0, 0, 0, -1], .equal, -9.25, 1000, below: 1), row([0, 0, 1, 0, 0, 0, 1], .greaterOrEqual, 44),
          row([1, 0.6], .equal, -78.95), row([0, 0, 0, 1, 0, 0, -0.5], .equal, 74.75),
          row([0, 0, 0, 0, 0, 1], .lessOrEqual, 0), row([0, 0, 0, 0, 1, 0, 0, -1], .greaterOrEqual, 0, 500),
          row([0, -1], .greaterOrEqual, 60.125), row([-1, 3, 0, -1], .equal, -216.875),
        ]),
    ]
    for program in programs {
      let answer = try LoadedProgram(program).solve(options)
      #expect(answer.outcome == .infeasible)
      #expect(try faults(of: answer, to: program) == [])
    }
  }

  /// At the last vertex x₀ is violated, x₂ tight and x₃ touches: it is x₃, not x₂, that keeps the rest from giving way.
  @Test(arguments: configurations) func nonnegativitiesThatOnlyTouchAreNamed(options: SolveOptions) throws {
    let chain = Program(
      nonnegative: [true, false, true, true],
      rows: [row([-1, 1, 1], .equal, 1), row([1, 1], .equal, 0), row([0, 0, 1, 1], .equal, 0)])
    let answer = try LoadedProgram(chain).solve(options)
    #expect(answer.outcome == .infeasible)
    let members: Set<Answer.Member> = [.row(0), .row(1), .row(2), .nonnegativity(0), .nonnegativity(3)]
    #expect(answer.conflicts.map(Set.init) == [members])

    // Several sets, of which parts of two together can hold.
    let halves = Program(
      nonnegative: [true, true, true, true, true],
      rows: [
        row([0, 0, 0, 1], .equal, 1, 500), row([1, 0, 0, 2], .equal, 0), row([-1, 0, 0, 0, 2], .equal, 0, 1),
        row([-1, 2], .equal, -1), row([2, 0, 2], .equal, -60),
      ])
    #expect(try faults(of: LoadedProgram(halves).solve(options), to: halves) == [])
  }

  /// Few different numbers, so that many rows touch where others are tight.
  @Test func setsAreMinimalWhereManyRowsTouch() throws {
    let seed = TestRun.seed(1)
    var infeasible = 0, blaming = 0
    let range = TestRun.share(of: TestRun.count(1500, long: 100_000))
    for index in range {
      let program = tiedProgram(seed: seed &+ UInt64(index))
      for options in configurations {
        let answer = try LoadedProgram(program).solve(options)
        guard answer.outcome == .infeasible else { break }
        infeasible += 1
        if answer.conflicts.contains(where: { $0.contains { if case .nonnegativity = $0 { true } else { false } } }) {
          blaming += 1
        }
        let found = try faults(of: answer, to: program)
        #expect(found == [], "TRELLIS_SEED=\(seed &+ UInt64(index)), \(options.algebra), whole \(options.whole)")
      }
    }
    #expect(infeasible > range.count / 2 && blaming > infeasible / 8, "seed \(seed): \(infeasible), \(blaming)")
  }

  /// A small program of mostly required rows with mostly zero constants, and variables that are mostly ≥ 0.
  private func tiedProgram(seed: UInt64) -> Program {
    var random = SplitMix64(seed: seed)
    let count = random.int(3...12)
    var program = Program(nonnegative: (0..<count).map { _ in random.chance(0.9) })
    for _ in 0..<random.int(2...(count + 2)) {
      let variables = random.distinct(random.int(1...4), below: count)
      let terms = variables.map { Program.Term($0, random.pick([1, -1, 1, -1, 2, -2])) }
      let relation = random.chance(0.8) ? Relation.equal : random.pick([Relation.lessOrEqual, .greaterOrEqual])
      let constant = random.chance(0.75) ? 0 : random.pick([1, -1, -60, 10, 0.5])
      let priority: Double = random.chance(0.9) ? 1000 : random.pick([500, 250, 1])
      program.rows.append(Program.Row(terms, relation, constant, priority: priority))
    }
    return program
  }

  @Test(arguments: configurations) func contradictionWithinTheToleranceIsNone(options: SolveOptions) throws {
    #expect(try solve([x(.equal, 10), x(.equal, 10 + 1e-9)], options).outcome == .optimal)
    #expect(try solve([x(.equal, 10), x(.equal, 10.001)], options).outcome == .infeasible)
  }

  @Test(arguments: configurations) func breakingOneOfTheSetHelps(options: SolveOptions) throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 0), x(.equal, 50)]))
    #expect(try loaded.solve(options).outcome == .infeasible)
    try loaded.apply(.priorities([.init(0, 750)]))
    let answer = try loaded.solve(options)
    #expect(answer.outcome == .optimal)
    #expect(close(answer.values, [50]))
    #expect(close(answer.levels.map(\.error), [50]))
    try loaded.apply(.priorities([.init(0, 1000)]))
    #expect(try loaded.solve(options).conflicts == [[.row(0), .row(1)]])
    try loaded.apply(.removeRows([1]))
    #expect(close(try loaded.solve(options).values, [0]))
  }

  /// The combinations that prove a conflict have coefficients that come out of cancellations: rows that take no part in it
  /// must not look as if they did, nor hide the proof.
  @Test(arguments: configurations) func rowsThatCancelAreNotBlamed(options: SolveOptions) throws {
    for text in [Self.cancelling, Self.hidden] {
      let program = try #require(Program(text))
      let answer = try LoadedProgram(program).solve(options)
      #expect(answer.outcome == .infeasible)
      #expect(try faults(of: answer, to: program) == [])
    }
    var generator = ProgramGenerator(seed: 5516)
    let program = generator.program()
    #expect(try faults(of: LoadedProgram(program).solve(options), to: program) == [])
  }

  /// Row 1 has a part of 1e-9 in the contradiction, next to that of row 2, and without it there is none.
  /// Rows that differ in the eighth digit are no multiples of each other: a set has all that a contradiction takes, and of
  /// two that are parallel not a third that is nearly so.
  @Test(arguments: [
    """
    variables: 2
    nonnegative: x0
    -1*x0 + 0.99999999*x1 = 0 @ 1000
    -1.00000003*x0 + 0.99999999*x1 = 25 @ 1000
    -1*x0 + 0.99999999*x1 = 1000 @ 1000
    """,
    """
    variables: 2
    -1*x0 >= 0 @ 1000
    -0.99999997*x1 + -1.0002*x0 <= 0 @ 1000
    -1*x0 + 1*x1 = -0.68 @ 1000
    -1.000000002*x0 + 1*x1 = 0 @ 1000
    """,
  ]) func almostParallelRowsAreTold(text: String) throws {
    let program = try #require(Program(text))
    for options in configurations {
      let answer = try LoadedProgram(program).solve(options)
      #expect(answer.outcome == .infeasible)
      #expect(try faults(of: answer, to: program) == [], "\(options)")
    }
  }

  @Test(arguments: configurations) func smallMultipliersCount(options: SolveOptions) throws {
    let program = try #require(
      Program(
        """
        variables: 2
        10000*x1 + 0.01*x0 = -27000 @ 1000
        0.0001*x0 = 0 @ 1000
        0.001*x1 >= 0 @ 1000
        -1*x1 >= 0 @ 500
        """))
    let answer = try LoadedProgram(program).solve(options)
    #expect(answer.outcome == .infeasible)
    #expect(answer.conflicts == [[.row(0), .row(1), .row(2)]])
  }

  /// Rows 8 and 22 contradict each other.
  private static let cancelling = """
    variables: 25
    1*x17 + -1*x8 + 2*x10 + 1*x20 + 1*x9 + 1*x15 + -1*x16 + -1*x23 + 1*x14 + -1*x22 + -1*x5 + -1*x6 + 1*x7 + \
    0.333333*x18 <= 0 @ 1000
    2*x14 + 1*x17 + 1*x22 + 1*x3 + 1*x18 + -1*x15 + -1*x6 + -1*x20 + 1*x16 + 1*x5 + 1*x11 + -1*x0 + 0.5*x7 + \
    -1*x9 + -1*x10 + -1*x12 + 1*x8 >= 0 @ 1000
    1*x5 + -1*x8 + 0.333333*x7 + 1*x16 + -1*x23 + -1*x14 + -1*x24 + 1*x22 + 1*x12 + -1*x13 = 0 @ 1000
    -1*x18 + 1*x14 + -1*x10 + 1*x9 + 1*x8 + 1*x12 + -1*x15 + -1*x22 = 0 @ 500
    -1*x20 + 0.5*x3 + 1*x6 + 2*x24 + 1.5*x19 + -1*x11 + -1*x0 + 1.7778*x5 + 1*x4 + 1*x17 + 1*x21 + 1*x9 + 0.6*x12 \
    + 2*x15 + 1*x18 + 0.6*x22 + 1*x23 + 3*x16 + -1*x13 + 1*x14 + 1.7778*x8 + -1*x10 = 0 @ 1000
    -1*x21 + 1.7778*x8 + 0.333333*x10 = 0 @ 500
    -1*x24 + -1*x5 + -1*x10 + 2*x12 + 1*x4 + 2*x8 + 1*x23 >= 0 @ 1000
    1*x20 + -1*x1 + -0.5*x3 + -1*x6 + -2*x24 + -1.5*x19 + 1*x11 + 1*x0 + -1.7778*x5 + -1*x4 + -1*x17 + -1*x21 + \
    -1*x9 + -0.6*x12 + -2*x15 + -1*x18 + -0.6*x22 + -1*x23 + -3*x16 + 1*x13 + 1*x7 + -1*x14 + -1.7778*x8 + 1*x10 \
    = 0 @ 1000
    1*x1 + -1*x4 = 0 @ 1000
    2*x24 + 1*x17 + 1*x13 = 0 @ 500
    1*x6 + 1*x3 + 1*x16 + 1*x8 + 1*x9 + 0.6*x11 + 1*x17 + -1*x5 + -1*x1 + -1*x10 + -1*x2 + -1*x19 + -1*x13 + 1*x0 \
    + -0.5*x14 >= 0 @ 500
    0.5*x6 + 1*x17 = 0 @ 1000
    1*x21 + -1*x5 + 0.5*x15 + -1*x10 + 2*x7 + 1*x6 + 1*x1 + -1*x18 + 1*x14 + 2*x0 + 1*x20 >= 0 @ 500
    -1*x23 + 1*x21 + -1*x16 + 1*x20 + -1*x14 + 1.7778*x6 + 1*x3 = 0 @ 1000
    1*x10 + -1*x11 + 1*x6 + -1*x5 = 0 @ 500
    -1*x16 + 1*x15 + 1*x17 + -1*x22 + 1*x20 + -1*x8 + 1*x21 + -1*x6 + -1*x12 + -1*x11 + -1*x9 <= 0 @ 500
    1.5*x13 + 2*x9 + 1*x10 + 1.7778*x16 + -1*x17 + 3*x8 + 1.5*x15 + 1*x22 + 1*x14 + 1.7778*x6 + -1*x5 + -1*x19 + \
    -1*x7 + -1*x21 + -1*x18 + 1.5*x23 + -1*x0 + 1*x1 + -1*x20 + -1*x3 >= 0 @ 1000
    2*x12 + 1*x13 + 1*x22 + 1*x6 + 1*x5 + -1*x18 + 3*x16 + -1*x19 + 1*x10 + 1.7778*x17 + 1*x15 + 3*x14 + -1*x23 + \
    2*x11 = 0 @ 1000
    4*x18 + -1*x8 + 2*x6 + 2*x9 + -1*x23 + -1*x24 + -1*x11 + 1*x22 + -1*x1 + -1*x13 + 6*x19 + -2*x16 + 1*x17 + \
    1*x20 + 1*x5 = 0 @ 1000
    1*x10 + -1*x20 + 3*x13 + 1*x5 + 1.7778*x21 + 0.25*x6 + 1*x22 + 2*x14 = 0 @ 500
    1*x22 + 0.6*x6 + 3*x17 + -1*x24 + 1.5*x9 + 1*x5 + -1*x0 + -1*x23 = 0 @ 1000
    2*x3 + 1*x4 + -1*x15 + 2*x11 + 1*x19 + -1*x23 = 0 @ 1000
    1*x1 + -1*x4 = 1 @ 1000
    """

  /// Rows 4 and 7 contradict each other.
  private static let hidden = """
    variables: 24
    -1*x2 + 1*x0 + -1*x7 + 1.7778*x11 + 1.7778*x9 + 1*x17 + 1*x14 + 1.5*x22 + -1*x21 + -1*x1 + -1*x20 + 3*x19 + \
    1*x15 + 1*x3 <= 0 @ 1000
    2*x12 + -1*x14 + -1*x6 + -1*x11 + -1*x4 + 1*x1 + 1*x5 + 1*x10 + -1*x13 + 2*x22 + 1*x2 + -1*x9 >= 0 @ 1000
    1*x5 + -1*x7 + 2*x6 + -1*x21 + -1*x23 + -1*x10 + 1*x3 + 3*x1 + -1*x11 = 0 @ 1000
    -1*x15 + 1*x12 + 3*x9 + -1*x8 + -1*x14 = 0 @ 500
    -1*x17 + 1*x6 + 2*x23 + 1.5*x16 + -1*x10 + 1.7778*x5 + 1*x3 + 2*x1 + 0.25*x2 + 1*x18 + 1*x8 + 2*x14 + 1*x15 + \
    0.6*x20 + 1*x21 + -1*x19 + 1*x13 + -1*x22 + -1*x11 + 1*x12 + 1*x0 + 1.7778*x7 + -1*x9 = 0 @ 1000
    1.7778*x7 + 0.333333*x9 = 0 @ 500
    -1*x23 + -1*x10 + 1*x15 + 1*x14 + -1*x9 + 1*x6 >= 0 @ 1000
    1*x17 + -1*x6 + -2*x23 + -1.5*x16 + 1*x10 + -1.7778*x5 + -1*x3 + -2*x1 + -0.25*x2 + -1*x18 + -1*x8 + -2*x14 + \
    -1*x15 + -0.6*x20 + -1*x21 + 1*x19 + -1*x13 + 1*x22 + 1*x11 + -1*x12 + -1*x0 + -1.7778*x7 + 1*x9 = 1 @ 1000
    1*x15 + 2*x4 + 1*x2 + 1*x3 + 1*x23 + -1*x10 + 2*x11 + 3*x16 + -1*x0 + 1*x14 + 0.5*x17 = 0 @ 1000
    -1*x20 + 1*x5 <= 0 @ 500
    -1*x2 + 1*x11 = 0 @ 500
    -1*x18 + -1*x3 + -1*x5 + 1*x14 + -1*x8 + 1*x11 + -1*x0 + -1*x9 + 1*x19 + 1*x6 + 1*x4 + 1*x12 >= 0 @ 500
    1*x13 + 1*x17 + 1*x0 + -1*x23 + -1*x12 + 1*x6 + 1*x4 + 1*x3 = 0 @ 1000
    1*x12 + 1*x7 + 2*x17 + 1*x9 + 0.5*x8 + 1.5*x11 + -1*x22 + -1*x10 + 0.25*x6 + 1*x14 + 1*x19 + 1*x3 + -1*x23 + \
    1*x13 + 0.25*x1 + -1*x21 + -1*x4 = 0 @ 500
    1*x3 + 2*x14 + -1*x23 + 1*x17 + -1*x2 + -1*x9 + -1*x12 + -1*x1 + -1*x10 + 2*x4 <= 0 @ 500
    -1*x1 + -1*x20 + -1*x11 + -1*x23 + -1*x7 + 1*x2 >= 0 @ 1000
    -1*x14 + -1*x8 + 1*x4 + 1*x15 + 1*x9 + -1*x6 + 1*x18 + -1*x5 + 1*x3 + 1*x13 + 0.333333*x10 + -0.5*x23 + 2*x7 \
    + 1*x16 + -1*x17 + 0.333333*x12 + 1*x2 + -1*x1 <= 0 @ 500
    1*x12 + 2*x15 + -1*x11 + 1*x2 + 1*x1 + 1*x9 >= 0 @ 1000
    -1*x14 + 1*x19 + 3*x9 + -1*x13 + 1.5*x21 + 1.5*x6 + -1*x20 + 1*x3 + 0.5*x2 + -1*x10 + -1*x5 + 1*x23 + 1*x1 + \
    -1*x8 + -1*x4 + -1*x17 + -1*x12 + -1*x15 + 1*x16 <= 0 @ 500
    1*x10 + -1*x1 + 1*x15 + 1*x23 + -1*x4 + 1*x14 + 1*x17 + 1*x13 <= 0 @ 1000
    1*x9 + -1*x17 + 3*x11 + 1*x5 + 3*x3 + 2*x18 + 0.25*x6 + 1*x20 + 2*x12 = 0 @ 500
    0.6*x6 + -1*x2 + 1*x0 + -1*x3 + -1*x23 + 0.6*x13 + 1.5*x8 + -1*x19 + 0.5*x5 + -1*x21 = 0 @ 1000
    -1*x13 + -1*x3 = 0 @ 1000
    1*x18 + -1*x13 + 1*x2 + 1.5*x12 + 1.5*x11 + -1*x3 = 0 @ 1000
    1*x19 + 1*x22 = 0 @ 1000
    """
}
