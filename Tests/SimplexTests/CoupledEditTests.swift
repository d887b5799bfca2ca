// New constants in components that the simplex solves and that are too large for recordings: the solver keeps their vertices
// (CSolver/src/update/warm.h), and every answer must be that of a new solver.

import Judge
import Simplex
import TestSupport
import Testing

/// Draws a program of one large component: gaps along the edges of a graph, short ones wished, with differences that
/// presolve eliminates, some of which must be ≥ 0.
private func coupledProgram(nodes: Int, using random: inout SplitMix64) -> Program {
  var program = Program(nonnegative: (0..<nodes).map { _ in random.chance(0.3) })
  func edge(_ from: Int, _ to: Int) {
    let terms = [Program.Term(to, 1), Program.Term(from, -1)], gap = Double(random.int(5...40))
    program.rows.append(Program.Row(terms, .greaterOrEqual, gap, priority: random.pick([1000, 1000, 700])))
    program.rows.append(
      Program.Row(terms, .equal, gap, priority: random.pick([500, 300]), weight: random.pick([1, 1, 2])))
  }
  program.rows.append(Program.Row([.init(0, 1)], .equal, 10))
  for node in 1..<nodes {
    edge(random.int(max(0, node - 12)...node - 1), node)
    if random.chance(0.4) { edge(random.int(max(0, node - 40)...node - 1), node) }
    if random.chance(0.2) { program.rows.append(Program.Row([.init(node, 1)], .lessOrEqual, 400, priority: 600)) }
  }
  let base = program.nonnegative.count
  program.nonnegative.append(false)
  program.rows.append(Program.Row([.init(base, 1)], .equal, 100))
  for _ in 0..<6 {
    let node = random.int(1...nodes - 1)
    program.rows.append(
      Program.Row([.init(node, 1), .init(base, random.pick([-1, -0.5]))], .equal, 20, priority: 200))
  }
  for _ in 0..<nodes / 5 {
    let pair = random.distinct(2, below: nodes), difference = program.nonnegative.count
    program.nonnegative.append(random.chance(0.1))
    program.rows.append(Program.Row([.init(difference, 1), .init(pair[0], -1), .init(pair[1], 1)], .equal, 0))
    if random.chance(0.5) {
      program.rows.append(Program.Row([.init(difference, 1)], .equal, Double(random.int(0...40)), priority: 450))
    }
  }
  return program
}

@Suite struct CoupledEditTests {
  private func edit(of program: Program, using random: inout SplitMix64) -> Edit {
    let row = random.int(0...program.rows.count - 1)
    switch random.int(0...19) {
    case 0: return .weights([.init(row, random.pick([1, 2, 0.5]))])
    case 1: return .addRows([Program.Row([.init(0, 1), .init(1, -1)], .equal, 7, priority: 350)])
    case 2 where program.rows[row].priority < 1000: return .removeRows([row])
    default:
      let rows = random.distinct(random.pick([1, 1, 1, 2, 5]), below: program.rows.count)
      return .constants(
        rows.map { .init($0, program.rows[$0].constant + random.pick([0, 1, -1, 0.5, 3, -3, 1.0 / 3, 20])) })
    }
  }

  /// Scripts of edits, most of them of constants: outcome, levels, determined values and the list of changes.
  @Test(arguments: [false, true]) func scripts(inOwnUnits isWide: Bool) throws {
    let seed = TestRun.seed(81_000)
    var optimal = 0
    var fromVertex = 0
    for index in TestRun.share(of: TestRun.count(8, long: 200)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let plain = coupledProgram(nodes: random.pick([70, 120]), using: &random)
      let loaded = try LoadedProgram(isWide ? plain.inOwnUnits(using: &random) : plain)
      var last = try loaded.solve()
      for step in 0..<50 {
        let edit = edit(of: loaded.program, using: &random)
        try loaded.apply(edit)
        let answer = try loaded.solve()
        let fresh = try LoadedProgram(loaded.program)
        let expected = try fresh.solve()
        let text: Comment = "TRELLIS_SEED=\(seed &+ UInt64(index)), step \(step), \(edit)"
        #expect(answer.outcome == expected.outcome, text)
        guard answer.outcome == .optimal, expected.outcome == .optimal else { break }
        optimal += 1
        if loaded.solver.statistics.reducedPrograms == 0 { fromVertex += 1 }
        for (level, other) in zip(answer.levels, expected.levels) {
          #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), text)
        }
        let open = try fresh.ambiguousVariables()
        for (variable, value) in answer.values.enumerated() where !open.contains(variable) {
          #expect(abs(value - expected.values[variable]) <= 1e-7 * max(1, isWide ? abs(value) : 1), text)
        }
        if last.values.count == answer.values.count {
          let changed = zip(last.values, answer.values).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
          #expect(try Set(loaded.solver.changes()) == Set(changed.map { loaded.variables[$0] }), text)
        }
        last = answer
      }
    }
    #expect(optimal > 100)
    #expect(fromVertex > optimal / 3)
  }

  /// Edits that change no basis take no simplex, whatever the size of the component, and where coefficients spread so far that a
  /// solve from nothing is certified.
  @Test(arguments: [1, 0.004]) func editsThatMoveLittleSolveNothing(least: Double) throws {
    var random = SplitMix64(seed: 82_000)
    var program = coupledProgram(nodes: 400, using: &random)
    program.rows.append(Program.Row([.init(7, 1), .init(90, -least)], .greaterOrEqual, -500, priority: 150))
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.largestReducedProgram > 100)
    var solved = 0
    for step in 0..<40 {
      let row = 1 + (step * 37) % (loaded.program.rows.count - 1)
      try loaded.apply(.constants([.init(row, loaded.program.rows[row].constant + 0.001)]))
      let answer = try loaded.solve()
      #expect(answer.outcome == .optimal)
      if loaded.solver.statistics.reducedPrograms > 0 { solved += 1 }
      guard step % 5 == 0 else { continue }
      let expected = try LoadedProgram(loaded.program).solve()
      for (level, other) in zip(answer.levels, expected.levels) {
        #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), "step \(step)")
      }
    }
    // The solve leaves the vertex.
    #expect(solved <= 1)
  }

  /// Of many components each leaves its vertex once it has been edited twice, however many others are edited between; small ones of more than a few
  /// leave none before.
  @Test func verticesOfManyComponentsAreKept() throws {
    let parts = 30, nodes = 70
    var random = SplitMix64(seed: 86_000)
    var program = Program(variables: 0)
    var rows: [[Int]] = []
    while rows.count < parts {
      let part = coupledProgram(nodes: nodes, using: &random), first = program.nonnegative.count
      guard try LoadedProgram(part).solve().outcome == .optimal else { continue }
      program.nonnegative += part.nonnegative
      rows.append(Array(program.rows.count..<program.rows.count + part.rows.count))
      for row in part.rows {
        let terms = row.terms.map { Program.Term($0.variable + first, $0.coefficient) }
        program.rows.append(Program.Row(terms, row.relation, row.constant, priority: row.priority, weight: row.weight))
      }
    }
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    var solved: [Int] = []
    for round in 0..<4 {
      solved.append(0)
      for part in rows.indices {
        let row = rows[part][2 + 2 * round], before = loaded.program.rows[row].constant
        try loaded.apply(.constants([.init(row, before + 0.01)]))
        let answer = try loaded.solve()
        #expect(answer.outcome == .optimal)
        solved[round] += loaded.solver.statistics.reducedPrograms
        guard part % 10 == round else { continue }
        let expected = try LoadedProgram(loaded.program).solve()
        for (level, other) in zip(answer.levels, expected.levels) {
          #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), "round \(round), part \(part)")
        }
      }
    }
    #expect(solved[1] >= parts / 2, "\(solved)")
    #expect(solved[2] + solved[3] <= parts / 5, "\(solved)")
  }

  /// Edits after which the basis is no longer optimal go on from the vertex: pivots, but no solve of the component.
  @Test(arguments: [(400, false), (400, true), (120, true)])
  func editsThatNeedPivotsGoOnFromTheVertex(nodes: Int, inOwnUnits isWide: Bool) throws {
    var random = SplitMix64(seed: 83_000)
    let plain = coupledProgram(nodes: nodes, using: &random)
    let loaded = try LoadedProgram(isWide ? plain.inOwnUnits(using: &random) : plain)
    #expect(try loaded.solve().outcome == .optimal)
    var pivoted = 0
    var solved = 0
    for step in 0..<120 {
      let row = random.int(1...loaded.program.rows.count - 1)
      let before = loaded.program.rows[row].constant
      try loaded.apply(.constants([.init(row, before + random.pick([2, -2, 7, -7]))]))
      let answer = try loaded.solve()
      guard answer.outcome == .optimal else {
        try loaded.apply(.constants([.init(row, before)]))
        #expect(try loaded.solve().outcome == .optimal)
        continue
      }
      let statistics = loaded.solver.statistics
      if statistics.pivots > 0 { pivoted += 1 }
      if statistics.pivots > 0 && statistics.reducedPrograms > 0 { solved += 1 }
      guard step % 10 == 0 else { continue }
      let expected = try LoadedProgram(loaded.program).solve()
      for (level, other) in zip(answer.levels, expected.levels) {
        #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), "step \(step)")
      }
    }
    #expect(pivoted >= 10)
    #expect(solved * 4 <= pivoted, "\(solved) of \(pivoted)")
  }

  /// An assignment, most of whose vertices are degenerate: where the way from one to another is longer than that from nothing, it is
  /// given up.
  @Test(arguments: [85_001, 85_004] as [UInt64])
  func editsOfAnAssignmentAreNoDearerThanSolvingItAnew(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = 80
    var program = Program(nonnegative: Array(repeating: true, count: count * count))
    for first in 0..<count {
      program.rows.append(Program.Row((0..<count).map { .init(first * count + $0, 1) }, .equal, 1))
      program.rows.append(Program.Row((0..<count).map { .init($0 * count + first, 1) }, .equal, 1))
    }
    for cell in 0..<count * count {
      program.rows.append(Program.Row([.init(cell, Double(random.int(1...100)))], .lessOrEqual, 0, priority: 500))
    }
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    var most = 0
    for step in 0..<120 {
      let isSum = step % 20 == 10  // an assignment of more than there is
      let row = isSum ? step : 2 * count + random.int(0...count * count - 1)
      let constant = loaded.program.rows[row].constant
      for change in [Double(random.int(-100...100)) / 1000, 0] {
        try loaded.apply(.constants([.init(row, constant + change)]))
        #expect(try loaded.solve().outcome == (isSum && change != 0 ? .infeasible : .optimal))
        most = max(most, loaded.solver.statistics.touchedEntries)
      }
    }
    #expect(most < 3_000_000)  // five times as many where it is not
  }

  /// Fields of a form in many languages, as wide as shares of pages whose widths are coefficients: these spread so far that an optimum is
  /// certified. A certificate of what an edit has changed is enough; one of everything takes ten times as much.
  @Test func editsOfSpreadCoefficientsCostWhatTheyMove() throws {
    var random = SplitMix64(seed: 86_000)
    let (languages, fields) = (20, 40)
    var program = Program(nonnegative: Array(repeating: true, count: fields + languages * (fields + 1)))
    let lines = stride(from: 0, to: fields, by: 4).map { Array($0..<min($0 + 4, fields)) }
    program.rows = lines.map { Program.Row($0.map { .init($0, 1) }, .equal, 1) }
    for language in 0..<languages {
      let (first, page) = (fields + language * (fields + 1), random.pick([320.0, 375, 414, 768]))
      let size = first + fields
      program.rows.append(Program.Row([.init(size, 1)], .equal, Double(random.int(80...140)) / 100, priority: 400))
      for line in lines {
        program.rows.append(Program.Row(line.map { .init(first + $0, 1) }, .equal, page))
        for field in line {
          let text = Double(-random.int(30...110))
          program.rows.append(
            Program.Row([.init(first + field, 1), .init(size, text)], .greaterOrEqual, 0, priority: 700))
          program.rows.append(
            Program.Row([.init(first + field, 1), .init(field, -page)], .equal, 0, priority: 600))
        }
      }
    }
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    var touched: [Int] = []
    for step in 0..<60 {
      let row = random.int(0...program.rows.count - 1)
      guard program.rows[row].priority < 1000 else { continue }
      let constant = program.rows[row].constant + Double(random.int(-40...40))
      try loaded.apply(.constants([.init(row, constant)]))
      program = loaded.program
      let answer = try loaded.solve()
      touched.append(loaded.solver.statistics.touchedEntries)
      guard step % 6 == 0 else { continue }
      let fresh = try LoadedProgram(program).solve()
      #expect(answer.outcome == .optimal && fresh.outcome == .optimal)
      #expect(Agreement.agree(answer.levels, fresh.levels, rounding: program.rounding(answer.values)), "step \(step)")
    }
    touched.sort()
    #expect(touched.count > 40 && touched[touched.count * 3 / 4] < 10_000)
  }

  /// Places of which every set takes a few, each at its price: a vertex where most of what is tight was zero before and after. To
  /// lower the errors that the new constants leave there, step by step, takes as many steps as a solve from nothing does.
  @Test func editsOfDegenerateVerticesTakeFewPivots() throws {
    var random = SplitMix64(seed: 84_000)
    let places = 400
    var program = Program(nonnegative: Array(repeating: true, count: places))
    for _ in 0..<places {
      let terms = random.distinct(6, below: places).map { Program.Term($0, 1) }
      program.rows.append(Program.Row(terms, .greaterOrEqual, Double(random.int(1...3))))
    }
    for place in 0..<places {
      let cost = Double(random.int(1...20))
      program.rows.append(Program.Row([.init(place, cost)], .equal, 0, priority: random.pick([600, 500])))
      program.rows.append(Program.Row([.init(place, 1)], .lessOrEqual, 1, priority: 750))
    }
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    let cold = loaded.solver.statistics.pivots
    var (pivots, edits) = (0, 0)
    for step in 0..<60 {
      let row = places + random.int(0...2 * places - 1)
      try loaded.apply(.constants([.init(row, loaded.program.rows[row].constant + random.pick([-0.5, 0.25, 0.5]))]))
      let answer = try loaded.solve()
      try #require(answer.outcome == .optimal)
      if loaded.solver.statistics.reducedPrograms == 0 {
        pivots += loaded.solver.statistics.pivots
        edits += 1
      }
      guard step % 10 == 0 else { continue }
      let expected = try LoadedProgram(loaded.program).solve()
      for (level, other) in zip(answer.levels, expected.levels) {
        #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), "step \(step)")
      }
    }
    #expect(edits > 50)
    #expect(pivots < 3 * edits, "\(pivots) pivots, \(cold) from nothing")
  }

  /// Where several optima are as good, a size that may grow at no cost is decided by its sign, which is a row like any other: its
  /// component is not solved again in its original rows, nor is it after edits.
  @Test func aSignDecides() throws {
    var random = SplitMix64(seed: 85_000)
    let side = 12
    var program = Program(nonnegative: Array(repeating: true, count: side * side))
    for line in 0..<side {
      for of in [(0..<side).map { line * side + $0 }, (0..<side).map { $0 * side + line }] {
        program.rows.append(Program.Row(of.map { Program.Term($0, 1) }, .equal, 1))
      }
    }
    for cell in 0..<side * side {
      program.rows.append(Program.Row([.init(cell, 1)], .equal, 0, priority: 500, weight: random.pick([1, 2, 3])))
    }
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.reducedPrograms == 1)
    var solved = 0
    for step in 0..<30 {
      let row = 2 * side + random.int(0...side * side - 1)
      try loaded.apply(.constants([.init(row, random.pick([0, 0.25, -0.5]))]))
      let answer = try loaded.solve()
      solved += loaded.solver.statistics.reducedPrograms
      let expected = try LoadedProgram(loaded.program).solve()
      for (level, other) in zip(answer.levels, expected.levels) {
        #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), "step \(step)")
      }
    }
    #expect(solved < 5)
  }
}
