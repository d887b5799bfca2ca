// New constants in rows of views that one sum holds together: presolve leaves a knapsack that needs no simplex, which costs as much
// at each solve as it has views. From the second change on a vertex of it is kept (CSolver/src/update/warm.h), and every answer must be that
// of a new solver.

import Simplex
import TestSupport
import Testing

/// Draws a row of views: wishes for their widths, bounds, their sum, and the edges between them.
private func rowOfViews(_ count: Int, using random: inout SplitMix64) -> Program {
  var program = Program(nonnegative: (0..<count).map { _ in random.chance(0.8) })
  let hugs = random.chance(0.5)
  let priorities: [Double] = random.chance(0.3) ? [500] : [250, 400, 500, 750]
  var total = 0.0
  for view in 0..<count {
    let width = [Program.Term(view, 1)], wish = Double(random.int(20...200))
    total += wish
    program.rows.append(
      Program.Row(
        width, hugs ? .greaterOrEqual : .equal, wish, priority: random.pick(priorities),
        weight: random.pick([1, 1, 2])))
    if hugs { program.rows.append(Program.Row(width, .lessOrEqual, wish, priority: 200)) }
    if random.chance(0.5) { program.rows.append(Program.Row(width, .greaterOrEqual, 10)) }
    if random.chance(0.2) { program.rows.append(Program.Row(width, .lessOrEqual, 300, priority: 900)) }
  }
  let scale = random.pick([1, 1, 0.5])
  program.rows.append(
    Program.Row(
      (0..<count).map { .init($0, random.chance(0.1) ? scale * 2 : scale) }, .equal,
      (total * scale * random.pick([0.5, 0.8, 1.3])).rounded(), priority: random.pick([1000, 1000, 1000, 800])))
  program.nonnegative.append(false)
  program.rows.append(Program.Row([.init(count, 1)], .equal, 8))
  for view in 0..<count where random.chance(0.7) {
    let left = program.nonnegative.count - 1
    program.nonnegative.append(false)
    program.rows.append(Program.Row([.init(left + 1, 1), .init(left, -1), .init(view, -1)], .equal, 4))
  }
  return program
}

@Suite struct KnapsackEditTests {
  /// Expects outcome, levels, decided values and the list of changes to be those of a new solver; returns the answer.
  private func judge(_ loaded: LoadedProgram, after last: Answer, _ text: Comment) throws -> Answer {
    let answer = try loaded.solve()
    let fresh = try LoadedProgram(loaded.program)
    let expected = try fresh.solve()
    #expect(answer.outcome == expected.outcome, text)
    guard answer.outcome == .optimal, expected.outcome == .optimal else { return answer }
    for (level, other) in zip(answer.levels, expected.levels) {
      #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), text)
    }
    let open = try fresh.ambiguousVariables()
    for (variable, value) in answer.values.enumerated() where !open.contains(variable) {
      #expect(abs(value - expected.values[variable]) <= 1e-7 * max(1, abs(value)), text)
    }
    if last.outcome == .optimal {
      let changed = zip(last.values, answer.values).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      #expect(try Set(loaded.solver.changes()) == Set(changed.map { loaded.variables[$0] }), text)
    }
    return answer
  }

  private func edit(of program: Program, views: Int, using random: inout SplitMix64) -> Edit {
    switch random.int(0...19) {
    case 0: return .weights([.init(random.int(0...views - 1), random.pick([1, 2, 0.5]))])
    case 1: return .addRows([Program.Row([.init(random.int(0...views - 1), 1)], .equal, 70, priority: 350)])
    default:
      let rows = random.distinct(random.pick([1, 1, 1, 2, 5, views / 2]), below: program.rows.count)
      return .constants(
        rows.map { .init($0, program.rows[$0].constant + random.pick([1, -1, 0.5, 3, -3, 1.0 / 3, 20, -20])) })
    }
  }

  /// Scripts of edits: few constants, many, and the sum; weights and rows now and then.
  @Test func scripts() throws {
    let seed = TestRun.seed(91_000)
    var optimal = 0
    var kept = 0
    for index in TestRun.share(of: TestRun.count(10, long: 300)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let count = random.pick([60, 90, 150])
      let loaded = try LoadedProgram(rowOfViews(count, using: &random))
      var last = try loaded.solve()
      for step in 0..<40 {
        let edit = edit(of: loaded.program, views: count, using: &random)
        try loaded.apply(edit)
        last = try judge(loaded, after: last, "TRELLIS_SEED=\(seed &+ UInt64(index)), step \(step), \(edit)")
        if last.outcome == .optimal { optimal += 1 }
        if loaded.solver.statistics.reducedPrograms > 0 { kept += 1 }
      }
    }
    #expect(optimal > 100)
    #expect(kept > 5)
    #expect(kept < optimal / 2)
  }

  /// The first change is solved as before; the second leaves a vertex, which all others go on from.
  @Test func theSecondChangeLeavesAVertex() throws {
    var program = Program(nonnegative: Array(repeating: true, count: 1000))
    for view in 0..<1000 {
      program.rows.append(Program.Row([.init(view, 1)], .equal, Double(20 + view * 7 % 90), priority: 500))
    }
    program.rows.append(Program.Row((0..<1000).map { .init($0, 1) }, .equal, 40_000))
    let loaded = try LoadedProgram(program)
    var last = try loaded.solve()
    #expect(loaded.solver.statistics.reducedPrograms == 0)
    var solved: [Int] = []
    for step in 0..<40 {
      let row = step % 10 == 9 ? 1000 : step * 37 % 1000
      try loaded.apply(.constants([.init(row, loaded.program.rows[row].constant + 2)]))
      last = try judge(loaded, after: last, "step \(step)")
      #expect(try loaded.solver.changes().count <= 3)
      if loaded.solver.statistics.reducedPrograms > 0 { solved.append(step) }
    }
    #expect(solved == [1])
  }

  /// Where elimination leaves several blocks of one component one of them has a vertex: changes of a knapsack beside it do not take that away.
  @Test func aKnapsackLeavesTheVertexOfAnotherBlock() throws {
    let (first, second) = (400, 900)
    var program = Program(nonnegative: Array(repeating: true, count: first + second) + [false, false])
    for view in 0..<first + second {
      program.rows.append(
        Program.Row([.init(view, 1)], .equal, Double(20 + view * 7 % 90), priority: [250, 400, 500][view % 3]))
    }
    let parts = (program.nonnegative.count - 2, program.nonnegative.count - 1)
    let views = (0..<first).map { Program.Term($0, 1) }
    let others = (first..<first + second).map { Program.Term($0, 1) }
    program.rows.append(Program.Row(views + [.init(parts.0, 1)], .equal, 45 * Double(first)))
    program.rows.append(Program.Row(others + [.init(parts.1, 1)], .equal, 45 * Double(second)))
    program.rows.append(Program.Row([.init(parts.0, 1), .init(parts.1, 1)], .equal, 10))
    program.rows.append(Program.Row([.init(parts.0, 1), .init(parts.1, -1)], .equal, 4))
    program.rows.append(
      Program.Row(
        (0..<first).map { .init($0, Double(1 + $0 % 3)) }, .greaterOrEqual, 100 * Double(first), priority: 600))
    let loaded = try LoadedProgram(program)
    var last = try loaded.solve()
    var solved: [Int] = []
    for step in 0..<30 {
      let row = step < 6 ? first + step * 37 % second : step * 37 % first
      try loaded.apply(.constants([.init(row, loaded.program.rows[row].constant + 2)]))
      last = try judge(loaded, after: last, "step \(step)")
      if step > 6, loaded.solver.statistics.reducedPrograms > 0 { solved.append(step) }
    }
    #expect(solved == [])
  }
}
