// Contradictions that no few rows show: one more row forbids what a sum of required ones demands. An interior point method looks for the rows that
// take part (CSolver/src/simplex/interior_path.c), and a simplex of these proves it (contradiction.c).

import Judge
import Simplex
import TestSupport
import Testing

extension Program {
  /// The program with one required row more, which asks for two less than a sum of up to `count` required rows leaves; nil where there are none that
  /// have variables in common.
  fileprivate func contradicted(by count: Int, seed: UInt64) -> Program? {
    var random = SplitMix64(seed: seed)
    let required = rows.indices.filter {
      rows[$0].priority == 1000 && rows[$0].priorityBelow == nil && rows[$0].terms.count > 1
    }
    guard !required.isEmpty else { return nil }
    var users: [Int: [Int]] = [:]
    for row in required { for term in rows[row].terms { users[term.variable, default: []].append(row) } }
    var (sum, constant): ([Int: Double], Double) = ([:], 0)
    var used: Set<Int> = []
    /// Adds a row so many times, as one that asks for at least its constant.
    func add(_ row: Int, _ factor: Double) {
      used.insert(row)
      constant += factor * rows[row].constant
      for term in rows[row].terms {
        let value = sum[term.variable, default: 0] + factor * term.coefficient
        sum[term.variable] = abs(value) < 1e-9 ? nil : value
      }
    }
    let first = random.pick(required)
    add(first, rows[first].relation == .lessOrEqual ? -1 : 1)
    for _ in 1..<count {
      // A row that takes one of the variables out of the sum.
      guard let variable = sum.keys.sorted().shuffled(using: &random).first,
        let row = users[variable]?.shuffled(using: &random).first(where: { !used.contains($0) }),
        let entry = rows[row].terms.first(where: { $0.variable == variable })?.coefficient
      else { continue }
      let factor = -(sum[variable] ?? 0) / entry
      let fits =
        switch rows[row].relation {
        case .equal: true
        case .greaterOrEqual: factor > 0
        case .lessOrEqual: factor < 0
        }
      if fits && abs(factor) < 16 && abs(factor) > 1 / 16 { add(row, factor) }
    }
    guard used.count > 3, !sum.isEmpty else { return nil }
    let terms = sum.keys.sorted().map { Term($0, sum[$0] ?? 0) }
    return Program(nonnegative: nonnegative, rows: rows + [Row(terms, .lessOrEqual, constant - 2)])
  }
}

@Suite struct SumConflictTests {
  /// Each set contradicts itself, and would not without any of its rows.
  @Test(arguments: CoupledFamily.allCases) func setsAreMinimal(_ family: CoupledFamily) throws {
    let first = TestRun.seed(1)
    for seed in first..<first + TestRun.count(1, long: 12) {
      let base = family.program(size: family.least, seed: seed)
      guard let program = base.contradicted(by: 12, seed: seed) else { continue }
      let loaded = try LoadedProgram(program)
      let answer = try loaded.solve(SolveOptions(cold: true))
      #expect(answer.outcome == .infeasible, "seed \(seed)")
      #expect(try faults(of: answer, to: program) == [], "seed \(seed)")
    }
  }
  /// The method does not go on where there is no optimum: to its end it took 46 to 104 steps.
  @Test(arguments: [CoupledFamily.tree, .rooms, .random, .sizes, .seats, .subgrid, .displays])
  func areFoundSoon(_ family: CoupledFamily) throws {
    let program = try #require(family.program(size: family.least, seed: 2).contradicted(by: 12, seed: 2))
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve(SolveOptions(cold: true)).outcome == .infeasible)
    #expect(loaded.solver.statistics.interiorSteps < 30)
  }
}
