// New constants that contradict each other, in components with kept vertices: the update finds the conflict, and what was
// there waits for the next constants. Every outcome must be that of a new solver, every conflict one that GLPK agrees with.

import Judge
import Simplex
import TestSupport
import Testing

/// Programs whose required equalities depend on each other, so that most new constants of one contradict the others.
private enum DependentFamily: CaseIterable {
  /// Points of a grid, whose gaps to the right and down are required: each cell is a loop.
  case loops
  /// Amounts from sources to sinks, which have to add up to as much.
  case transport
  /// What comes into each node of a torus goes out of it, and no arc takes more than it holds.
  case circulation
  /// A chain of fixed positions, and gaps between some of them that say it once more.
  case chain

  func program(_ size: Int, using random: inout SplitMix64) -> Program {
    switch self {
    case .loops: loops(size, using: &random)
    case .transport: transport(size, using: &random)
    case .circulation: circulation(size, using: &random)
    case .chain: chain(size, using: &random)
    }
  }

  private func loops(_ size: Int, using random: inout SplitMix64) -> Program {
    let side = Int(Double(size).squareRoot())
    var program = Program(nonnegative: [Bool](repeating: false, count: 2 * side * side))
    let gaps = (0..<side * side).map { _ in Double(random.int(-4...9)) }
    for index in 0..<side * side {
      let size = side * side + index
      for other in [index % side + 1 < side ? index + 1 : -1, index + side] where other >= 0 && other < side * side {
        let gap = gaps[other] - gaps[index]
        program.rows.append(Program.Row([.init(other, 1), .init(index, -1)], .equal, gap))
      }
      program.rows.append(Program.Row([.init(index, 1)], .equal, Double(random.int(0...99)), priority: 400))
      program.rows.append(Program.Row([.init(size, 1), .init(index, 1)], .equal, 50, priority: 300))
      program.rows.append(Program.Row([.init(size, 1)], .greaterOrEqual, 20))
      if index > 0 {
        program.rows.append(
          Program.Row([.init(size, 1), .init(size - 1, random.pick([-1, -2]))], .lessOrEqual, 8, priority: 600))
      }
    }
    return program
  }

  private func transport(_ size: Int, using random: inout SplitMix64) -> Program {
    let ends = max(4, Int(Double(size).squareRoot()))
    var program = Program(nonnegative: [Bool](repeating: true, count: ends * ends))
    for index in 0..<ends {
      program.rows.append(Program.Row((0..<ends).map { .init(index * ends + $0, 1) }, .equal, 20))
      program.rows.append(Program.Row((0..<ends).map { .init($0 * ends + index, 1) }, .equal, 20))
    }
    for way in 0..<ends * ends {
      program.rows.append(
        Program.Row([.init(way, 1)], .equal, Double(random.int(0...5)), priority: random.pick([500, 250])))
    }
    return program
  }

  private func circulation(_ size: Int, using random: inout SplitMix64) -> Program {
    let side = max(3, Int((Double(size) / 2).squareRoot())), nodes = side * side
    var program = Program(nonnegative: [Bool](repeating: true, count: 2 * nodes))
    for node in 0..<nodes {
      let (x, y) = (node % side, node / side)
      let left = y * side + (x + side - 1) % side, up = (y + side - 1) % side * side + x
      program.rows.append(
        Program.Row(
          [.init(2 * node, 1), .init(2 * node + 1, 1), .init(2 * left, -1), .init(2 * up + 1, -1)], .equal, 0))
      for arc in [2 * node, 2 * node + 1] {
        program.rows.append(Program.Row([.init(arc, 1)], .equal, Double(random.int(0...30)), priority: 500))
        if random.chance(0.5) { program.rows.append(Program.Row([.init(arc, 1)], .lessOrEqual, 25)) }
      }
    }
    return program
  }

  private func chain(_ size: Int, using random: inout SplitMix64) -> Program {
    var program = Program(nonnegative: (0..<size).map { _ in random.chance(0.5) })
    program.rows.append(Program.Row([.init(0, 1)], .equal, 3))
    for index in 1..<size {
      program.rows.append(Program.Row([.init(index, 1), .init(index - 1, -1)], .equal, 2))
      program.rows.append(Program.Row([.init(index, 1)], .equal, 9, priority: 300))
      guard index > 5, random.chance(0.3) else { continue }
      program.rows.append(Program.Row([.init(index, 1), .init(index - 5, -1)], .equal, 10))
    }
    return program
  }
}

@Suite struct ContradictingEditTests {
  /// A change of some rows, or back to what they were.
  private func edit(of program: Program, from base: Program, using random: inout SplitMix64) -> Edit {
    let off = program.rows.indices.filter { program.rows[$0].constant != base.rows[$0].constant }
    if !off.isEmpty, random.chance(0.6) {
      let rows = random.chance(0.5) ? off : [random.pick(off)]
      return .constants(rows.map { .init($0, base.rows[$0].constant) })
    }
    let rows = random.distinct(random.pick([1, 1, 2]), below: program.rows.count)
    return .constants(
      rows.map { .init($0, program.rows[$0].constant + random.pick([1, -1, 0.5, 1.0 / 3, -7, 20])) })
  }

  @Test(arguments: DependentFamily.allCases, [false, true])
  fileprivate func scripts(family: DependentFamily, inOwnUnits isWide: Bool) throws {
    let seed = TestRun.seed(91_000)
    var optimal = 0, infeasible = 0, solved = 0
    for index in TestRun.share(of: TestRun.count(2, long: 40)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let plain = family.program(random.pick([150, 200]), using: &random)
      let base = isWide ? plain.inOwnUnits(using: &random) : plain
      let loaded = try LoadedProgram(base)
      #expect(try loaded.solve().outcome == .optimal)
      // An update that solves leaves the vertex.
      let wish = try #require(base.rows.firstIndex { $0.priority < 1000 })
      try loaded.apply(.constants([.init(wish, base.rows[wish].constant + 0.25)]))
      var values = try loaded.solve().values
      for step in 0..<40 {
        let edit = edit(of: loaded.program, from: base, using: &random)
        try loaded.apply(edit)
        let answer = try loaded.solve()
        let expected = try LoadedProgram(loaded.program).solve()
        let text: Comment = "TRELLIS_SEED=\(seed &+ UInt64(index)), step \(step), \(edit)"
        #expect(answer.outcome == expected.outcome, text)
        guard answer.outcome == expected.outcome else { break }
        if answer.outcome == .infeasible {
          infeasible += 1
          if loaded.solver.statistics.reducedPrograms > 0 { solved += 1 }
          if step % 4 == 0 { #expect(try faults(of: answer, to: loaded.program) == [], text) }
          #expect(try loaded.solver.values(loaded.variables) == values, text)
          continue
        }
        optimal += 1
        for (level, other) in zip(answer.levels, expected.levels) {
          #expect(abs(level.error - other.error) <= 1e-7 * max(1, other.error), text)
        }
        #expect(Agreement.holds(loaded.program, answer.values), text)
        let changed = zip(values, answer.values).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        #expect(try Set(loaded.solver.changes()) == Set(changed.map { loaded.variables[$0] }), text)
        values = answer.values
      }
    }
    #expect(optimal > 10 && infeasible > 5)
    #expect(solved <= infeasible / 2, "\(solved) of \(infeasible) contradictions were found by solving a component")
  }

  /// A contradiction costs the rows that it consists of, and no pivots, in the first and in the last row of many.
  @Test(arguments: [DependentFamily.loops, .transport, .circulation])
  fileprivate func contradictionsAreReadOffTheVertex(family: DependentFamily) throws {
    var random = SplitMix64(seed: 92_000)
    let base = family.program(600, using: &random)
    let loaded = try LoadedProgram(base)
    #expect(try loaded.solve().outcome == .optimal)
    let required = base.rows.indices.filter { base.rows[$0].priority == 1000 && base.rows[$0].relation == .equal }
    for row in [required[0], required[required.count / 2], required[required.count - 1]] {
      try loaded.apply(.constants([.init(row, base.rows[row].constant + 1)]))
      #expect(try loaded.solve().outcome == .infeasible)
      #expect(loaded.solver.statistics.reducedPrograms == 0)
      #expect(loaded.solver.statistics.pivots == 0)
      #expect(try loaded.solver.conflicts().count == 1)
      try loaded.apply(.constants([.init(row, base.rows[row].constant)]))
      #expect(try loaded.solve().outcome == .optimal)
      #expect(loaded.solver.statistics.reducedPrograms == 0)
      #expect(try loaded.solver.changes().isEmpty)
    }
  }
}
