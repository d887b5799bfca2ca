// Which variables another optimal solution would change: by hand, and judged with the range GLPK finds for each variable.

import Foundation
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

  /// Edges that only move together, both ways of one among them.
  @Test(arguments: configurations) func edgesThatMoveTogether(options: SolveOptions) throws {
    let cross = Program(
      nonnegative: [false, false, true, true],
      rows: [row([0, 1, -1, -1], .equal, 0, 1), row([-1, 0, 0, 1], .equal, 0, 1)])
    #expect(try ambiguous(cross, options) == [0, 1, 2, 3])
    // Two edges that lead out together only: of what they move, one variable's parts cancel.
    let pair = Program(
      nonnegative: [true, true, true],
      rows: [
        row([1], .lessOrEqual, 0, 250), row([1], .lessOrEqual, 0, 500), row([-1, 2], .greaterOrEqual, 0, 500),
        row([1, 1, -1], .greaterOrEqual, 0, 500), row([0, 0, -1], .equal, 0),
      ])
    #expect(try ambiguous(pair, options) == [1])
  }

  /// The question has a solve of its own, which the bound of the last one does not bind.
  @Test func pivotLimitOfTheSolveDoesNotCount() throws {
    let program = Program(
      nonnegative: [true, false, false, false],
      rows: [
        Program.Row([.init(0, 1)], .equal, 87, priority: 10, weight: 2),
        Program.Row([.init(1, 1)], .lessOrEqual, 95, priority: 80),
        Program.Row([.init(1, 2), .init(0, 3)], .equal, 451, priority: 10, weight: 2),
        Program.Row([.init(0, 1), .init(2, 1), .init(3, -1)], .lessOrEqual, 500, priority: 300),
      ])
    for limit in 0...8 {
      let loaded = try LoadedProgram(program)
      if try loaded.solve(SolveOptions(pivotLimit: limit)).outcome == .optimal {
        #expect(try loaded.ambiguousVariables() == [2, 3], "limit \(limit)")
      }
    }
  }

  /// Degenerate programs, new and after edits: most vertices have many bases, and most edges are blocked.
  @Test(arguments: configurations) func degenerateJudged(options: SolveOptions) throws {
    let seed = TestRun.seed(60_000)
    var optimal = 0
    for index in TestRun.share(of: TestRun.count(150, long: 5000)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let program = degenerateProgram(using: &random)
      let loaded = try LoadedProgram(program)
      for step in 0..<3 {
        if step > 0 { try loaded.apply(degenerateEdit(of: loaded.program, using: &random)) }
        guard try loaded.solve(options).outcome == .optimal else { continue }
        optimal += 1
        let ambiguous = try loaded.ambiguousVariables()
        let found =
          index % 4 == 0
          ? try exactFaults(ofAmbiguous: ambiguous, in: loaded.program)
          : try faults(ofAmbiguous: ambiguous, in: loaded.program)
        #expect(found.isEmpty, "TRELLIS_SEED=\(seed &+ UInt64(index)), \(options), step \(step)\n\(loaded.program)")
        if !found.isEmpty { return }
      }
    }
    #expect(optimal > 100)
  }

  /// The same with numbers that spread, in rationals. The solver may say that it has no answer to the question, and one
  /// in a thousand answers of a long run is known to be wrong where coefficients are rounded.
  @Test(arguments: configurations) func wideJudged(options: SolveOptions) throws {
    let seed = TestRun.seed(65_000)
    let count = TestRun.count(60, long: 5000)
    var optimal = 0
    var wrong = FaultCount(oneIn: 1000, of: count)
    var unanswered = FaultCount(oneIn: 500, of: count)
    for index in TestRun.share(of: count) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let program = degenerateProgram(using: &random).widened(using: &random)
      let loaded = try LoadedProgram(program)
      guard try loaded.solve(options).outcome == .optimal else { continue }
      optimal += 1
      let text = "TRELLIS_SEED=\(seed &+ UInt64(index)), \(options)\n\(program)"
      let ambiguous: Set<Int>
      do {
        ambiguous = try loaded.ambiguousVariables()
      } catch SolverError.unsolved {
        unanswered.note(text)
        continue
      }
      let found = try exactFaults(ofAmbiguous: ambiguous, in: program)
      if !found.isEmpty { wrong.note(text) }
    }
    #expect(wrong.isKnown, "wrong: \(wrong)")
    #expect(unanswered.isKnown, "without an answer: \(unanswered)")
    #expect(optimal > 30)
  }

  /// Small numbers that decide: a variable that hardly moves beside others, a slope of a light row beside a heavy one, and
  /// rows that differ in the eighth digit.
  @Test(arguments: [
    (
      """
      variables: 4
      0.001*x2 + 1000*x1 >= 0 @ 1000
      1*x3 + -0.001*x1 = 0 @ 250
      0.001*x3 + 1*x0 = 0 @ 500
      """, [0, 1, 2, 3]
    ),
    (
      """
      variables: 4
      1000*x0 >= 0 @ 1000
      1*x2 >= 0 @ 1000
      1000*x2 + 0.001*x3 <= 0 @ 250
      -1*x0 + -1*x1 + -1000*x3 <= 0 @ 250
      """, [0, 1, 2, 3]
    ),
    (
      """
      variables: 3
      2*x2 = 0 @ 750 weight 1000
      -1*x1 <= 0 @ 750
      0.001*x0 = 0 @ 750 weight 1e-06
      -1.5*x0 + -0.02*x1 + 1*x2 = 500 @ 750
      """, []
    ),
    (
      """
      variables: 2
      1000*x0 >= 0 @ 250 weight 2
      -1*x0 + 0.001*x1 = 350 @ 1000
      -1*x1 >= 0 @ 250 weight 3
      """, []
    ),
    (
      """
      variables: 3
      -1.000000002*x0 + 1.003*x1 + 1*x2 = 0 @ 1000
      -1.000000032*x0 + 1.003*x1 + 1*x2 = 0 @ 500
      """, [1, 2]
    ),
  ]) func smallNumbersCount(text: String, variables: [Int]) throws {
    let program = try #require(Program(text))
    let expected = Set(variables)
    #expect(try exactFaults(ofAmbiguous: expected, in: program) == [])
    for options in configurations { #expect(try ambiguous(program, options) == expected, "\(options)") }
  }

  /// Of numbers with all their digits an exact judge says what is meant. Ranges below a millionth are left to the solver.
  @Test(arguments: [WideFamily.logarithmic, .parallel, .repeated]) func wideFamiliesJudged(family: WideFamily) throws {
    let seed = TestRun.seed(67_000)
    let count = TestRun.count(250, long: 5000)
    var wrong = FaultCount(oneIn: 500, of: count)
    for index in TestRun.share(of: count) {
      var generator = WideGenerator(family, seed: seed &+ UInt64(index))
      let program = generator.program(1...6)
      let loaded = try LoadedProgram(program)
      let answer = try loaded.solve()
      guard answer.outcome == .optimal, try ExactJudge(program).isFeasible,
        answer.values.allSatisfy({ abs($0) < 1e6 })
      else { continue }
      let found = try exactFaults(ofAmbiguous: loaded.ambiguousVariables(), in: program)
      if !found.isEmpty { wrong.note("TRELLIS_SEED=\(seed &+ UInt64(index)): \(found)\n\(program)") }
    }
    #expect(wrong.isKnown, "\(wrong)")
  }

  @Test(arguments: configurations) func judged(options: SolveOptions) throws {
    let seed = TestRun.seed(50_000)
    var optimal = 0
    for index in TestRun.share(of: TestRun.count(80, long: 2000)) {
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

  /// Programs that presolve takes apart, examined as they are reduced and as they were written.
  @Test func reducedAgreesWithWhole() throws {
    let seed = TestRun.seed(70_000)
    var optimal = 0
    var ambiguousCount = 0
    for index in TestRun.share(of: TestRun.count(2000, long: 50_000)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let loaded = try LoadedProgram(reducibleProgram(using: &random))
      for step in 0..<2 {
        if step > 0 { try loaded.apply(degenerateEdit(of: loaded.program, using: &random)) }
        guard try loaded.solve(SolveOptions()).outcome == .optimal else { continue }
        let found = try loaded.ambiguousVariables()
        let whole = try ambiguous(loaded.program, SolveOptions(whole: true))
        #expect(found == whole, "TRELLIS_SEED=\(seed &+ UInt64(index)), step \(step)\n\(loaded.program)")
        if found != whole { return }
        optimal += 1
        ambiguousCount += found.isEmpty ? 0 : 1
      }
    }
    #expect(optimal > 500)
    #expect(ambiguousCount > 200)
  }

  /// Differences of positions that move alike, and sums of sizes that trade against each other, are not open.
  @Test(arguments: configurations) func whatMovesTogether(options: SolveOptions) throws {
    // left1 open; left2 = left1 + 10; gap = left2 - left1; right = left2 + width, width = 5
    let pinned = Program(
      nonnegative: [false, false, true, false, true],
      rows: [
        row([-1, 1], .equal, 10), row([-1, 1, -1], .equal, 0), row([0, -1, 0, 1, -1], .equal, 0),
        row([0, 0, 0, 0, 1], .equal, 5),
      ])
    #expect(try ambiguous(pinned, options) == [0, 1, 3])
    // Each of many sizes is open, their sum is not.
    let count = 40
    var sizes = Program(nonnegative: Array(repeating: true, count: count + 1))
    sizes.rows = [
      Program.Row((0..<count).map { .init($0, 1) } + [.init(count, -1)], .equal, 0),
      Program.Row([.init(count, 1)], .equal, 4000),
    ]
    sizes.rows += (0..<count).map { Program.Row([.init($0, 1)], .equal, 50, priority: 250) }
    #expect(try ambiguous(sizes, options) == Set(0..<count))
  }

  /// A size of 0 that presolve eliminates still holds the edges that it lies between.
  @Test(arguments: configurations) func eliminatedSignsHold(options: SolveOptions) throws {
    // width = right - left >= 0, left >= 10, right <= 10
    let held = Program(
      nonnegative: [false, false, true],
      rows: [
        row([-1, 1, -1], .equal, 0), row([1], .greaterOrEqual, 10, 500), row([0, 1], .lessOrEqual, 10, 500),
      ])
    #expect(try ambiguous(held, options) == [])
    let open = Program(
      nonnegative: [false, false, true],
      rows: [row([-1, 1, -1], .equal, 0), row([1], .equal, 10, 500), row([0, 1], .greaterOrEqual, 10, 500)])
    #expect(try ambiguous(open, options) == [1, 2])
  }

  /// A table whose cells are as large as they may be, with sums of rows that are wished and sums of columns that are limits: no
  /// cell can move. Without the limits of three corners of a rectangle, two opposite ones can grow as the others shrink.
  @Test(arguments: [6, 20]) func cellsThatHoldEachOther(side: Int) throws {
    var random = SplitMix64(seed: TestRun.seed(93_000))
    for _ in 0..<4 {
      let rows = (0..<side).shuffled(using: &random).prefix(2), columns = (0..<side).shuffled(using: &random).prefix(2)
      let corners = rows.flatMap { row in columns.map { row * side + $0 } }
      for loose in 0...4 {
        let sizes = (0..<side * side).map { _ in Double(random.int(1...9)) }
        var program = Program(nonnegative: Array(repeating: true, count: side * side))
        for line in 0..<side {
          let row = (0..<side).map { line * side + $0 }, column = (0..<side).map { $0 * side + line }
          for (cells, relation, priority) in [(row, Relation.equal, 500.0), (column, .lessOrEqual, 1000)] {
            let total = cells.reduce(0) { $0 + sizes[$1] }
            program.rows.append(Program.Row(cells.map { .init($0, 1) }, relation, total, priority: priority))
          }
        }
        for cell in sizes.indices where !corners.prefix(loose).contains(cell) {
          program.rows.append(Program.Row([.init(cell, 1)], .lessOrEqual, sizes[cell], priority: 250))
        }
        let found = try ambiguous(program, SolveOptions())
        #expect(found == (loose >= 3 ? Set(corners) : []), "\(loose) of \(corners)")
      }
    }
  }

  /// Cells of a board with wished sums of boxes, by running sums in both ways or by the cells themselves: the same cells can move.
  /// The running sums are equalities that depend on each other up to rounding, in which a simplex does not end.
  @Test func runningSumsAreNoOtherProgram() throws {
    let side = 17
    let base = TestRun.seed(94_000)
    for seed in base..<base + TestRun.count(3, long: 20) {
      var random = SplitMix64(seed: seed)
      let height = (0..<side * side).map { _ in Double(random.int(0...9)) }
      var (direct, running) = (Program(nonnegative: Array(repeating: true, count: side * side)), Program(variables: 0))
      running.nonnegative = direct.nonnegative + direct.nonnegative
      func sum(_ line: Int, _ column: Int, _ sign: Double) -> [Program.Term] {
        line < 0 || column < 0 ? [] : [.init(side * side + line * side + column, sign)]
      }
      for line in 0..<side {
        for column in 0..<side {
          let cell = line * side + column
          var same = [Program.Row([.init(cell, 1)], .lessOrEqual, 9)]
          if column > 0 { same.append(Program.Row([.init(cell, 1), .init(cell - 1, -1)], .equal, 0, priority: 200)) }
          direct.rows += same
          let terms = sum(line, column, 1) + sum(line - 1, column, -1) + sum(line, column - 1, -1)
          running.rows.append(
            Program.Row(terms + sum(line - 1, column - 1, 1) + [.init(cell, -1)], .equal, 0))
          running.rows += same
        }
      }
      for _ in 0..<side * side {
        let (top, left) = (random.int(0...side - 2), random.int(0...side - 2))
        let bottom = random.int(top + 1...min(side - 1, top + 12))
        let right = random.int(left + 1...min(side - 1, left + 12))
        let cells = (top + 1...bottom).flatMap { line in (left + 1...right).map { line * side + $0 } }
        let wish = (cells.reduce(0) { $0 + height[$1] } * Double(random.int(90...110)) / 100).rounded()
        let priority = random.pick([600.0, 500, 400])
        direct.rows.append(Program.Row(cells.map { .init($0, 1) }, .equal, wish, priority: priority))
        let terms = sum(bottom, right, 1) + sum(top, right, -1) + sum(bottom, left, -1) + sum(top, left, 1)
        running.rows.append(Program.Row(terms, .equal, wish, priority: priority))
      }
      let expected = try ambiguous(direct, SolveOptions())
      let found = try ambiguous(running, SolveOptions())
      #expect(found.filter { $0 < side * side } == expected, "seed \(seed)")
      #expect(!expected.isEmpty, "seed \(seed)")
    }
  }

  /// Of components that are large enough the vertex is kept, and examined as it is after edits; where the caller chooses the algebra it
  /// is not. The stop function of the solve is gone when the question is asked.
  @Test(arguments: [CoupledFamily.tree, .flows, .levelling, .truss]) func keptVerticesTellTheSame(family: CoupledFamily)
    throws
  {
    var random = SplitMix64(seed: TestRun.seed(95_000))
    let loaded = try LoadedProgram(family.program(size: 700, seed: 95_001))
    for step in 0..<4 {
      if step > 0 {
        let row = Int.random(in: 0..<loaded.program.rows.count, using: &random)
        try loaded.apply(.constants([.init(row, loaded.program.rows[row].constant + 1)]))
      }
      let outcome = try loaded.solver.withStop({ false }) { () throws(SolverError) in try loaded.solver.solve() }
      guard outcome == .optimal else { continue }
      #expect(
        try loaded.ambiguousVariables() == ambiguous(loaded.program, SolveOptions(algebra: .sparse)), "step \(step)")
    }
  }

  /// What is ambiguous takes at most twice as long as the solve: not a pivot for each row of the cone of thousands of forces that must not
  /// change their sign, which took ten times as long.
  @Test func ambiguityIsNoDearerThanTheSolve() throws {
    let loaded = try LoadedProgram(CoupledFamily.truss.program(size: 4_000, seed: 2))
    let solving = try seconds { _ = try loaded.solver.solve() }
    let asking = try leastSeconds { _ = try loaded.solver.ambiguousVariables() }
    #expect(asking <= 2 * solving, "\(asking) s beside \(solving) s")
  }

  /// The kept vertex of a tree tells what is ambiguous in less than half of what factoring it anew takes.
  @Test func aKeptVertexIsNotFactoredAnew() throws {
    let program = CoupledFamily.tree.program(size: 4_000, seed: 2)
    func asking(_ options: SolveOptions) throws -> Double {
      let loaded = try LoadedProgram(program)
      #expect(try loaded.solve(options).outcome == .optimal)
      return try leastSeconds { _ = try loaded.solver.ambiguousVariables() }
    }
    let kept = try asking(SolveOptions())
    let anew = try asking(SolveOptions(algebra: .sparse))
    #expect(kept <= 0.5 * anew, "\(kept) s beside \(anew) s")
  }

  /// The processor's time of this thread.
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    try body()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
  }

  /// The least of several: a busy machine makes single ones many times as long.
  private func leastSeconds(_ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<8 { least = min(least, try seconds(body)) }
    return least
  }
}
