// Long chains of positions under edits of their constants. From the second such edit on the core has a chain written
// down apart (CSolver/src/update/chains.h) and moves it in blocks; whatever else has changed meanwhile, every answer must be
// that of a new solver to the bit.

import Simplex
import TestSupport
import Testing

@Suite struct ChainEditTests {
  /// How sizes are chosen: such whose sums have no rounding, and such whose sums do.
  enum Sizes: CaseIterable {
    case whole, halves, any

    func next(_ random: inout SplitMix64) -> Double {
      switch self {
      case .whole: Double(random.int(0...90))
      case .halves: Double(random.int(0...90)) / 2
      case .any: random.real(0...90)
      }
    }
  }

  /// Positions one after the other, each with a size of its own; every seventh also with a gap that many share, and
  /// every ninetieth with something beside it. The size of
  /// some is a part of how far two before them are apart.
  private struct Chain {
    let solver: Solver
    let count: Int
    var positions: [Variable] = [], others: [Variable] = []
    var sizes: [Row] = [], gap: [Row] = []

    init(count: Int, opposite: Bool) throws {
      self.count = count
      solver = try Solver()
      positions = try solver.addVariables(count, nonnegative: false)
      let extents = try solver.addVariables(count, nonnegative: false)
      let shared = try solver.addVariables(1, nonnegative: false)
      let beside = try solver.addVariables(count / 90 + 1, nonnegative: false)
      var batch = RowBatch()
      batch.append(shared[0], 1)
      batch.end(.equal, constant: 8)
      for index in 0..<count {
        batch.append(extents[index], 1)
        if index % 50 == 49 {
          batch.append(positions[index - 20], -0.25)
          batch.append(positions[index - 40], 0.25)
        }
        batch.end(.equal, constant: 10)
      }
      for index in 0..<count {
        let sign = opposite && index % 5 == 0 ? -1.0 : 1
        batch.append(positions[index], sign)
        if index > 0 {
          batch.append(positions[index - 1], -sign)
          batch.append(extents[index - 1], -sign)
          if index % 7 == 0 { batch.append(shared[0], -sign) }
        }
        batch.end(.equal, constant: index % 3 == 0 ? 0.5 * sign : 0)
        if index % 90 == 45 {
          batch.append(beside[index / 90], 1)
          batch.append(positions[index], -1)
          batch.end(.equal, constant: 3)
        }
      }
      let rows = try solver.add(batch)
      gap = [rows[0]]
      sizes = Array(rows[1...count])
      others = extents + shared + beside
    }

    var variables: [Variable] { positions + others }

    func set(_ positions: [Int], _ values: [Double]) throws {
      try solver.setConstants(positions.map { sizes[$0] }, values)
    }
  }

  /// A row about a position in the middle, as it comes and goes.
  private func tie(_ chain: Chain, _ position: Int) throws -> (rows: [Row], variable: [Variable]) {
    let variable = try chain.solver.addVariables(1, nonnegative: false)
    var batch = RowBatch()
    batch.append(variable[0], 1)
    batch.append(chain.positions[position], -1)
    batch.end(.equal, constant: 1)
    return (try chain.solver.add(batch), variable)
  }

  @Test("A chain is to the bit as a new solver has it", arguments: Sizes.allCases, [1 as UInt64, 2, 3])
  func anyEdits(sizes: Sizes, seed: UInt64) throws {
    var random = SplitMix64(seed: TestRun.seed(seed))
    let count = 700, opposite = random.chance(0.5)
    let chain = try Chain(count: count, opposite: opposite), other = try Chain(count: count, opposite: opposite)
    #expect(try chain.solver.solve() == .optimal)
    var known = try chain.solver.values(chain.variables)
    var ties: [(rows: [Row], variable: [Variable], position: Int)] = []
    let wide = Array(stride(from: 3, to: count, by: 9))
    for step in 0..<300 {
      switch random.int(0...19) {
      case 0:
        for solver in [chain, other] { try solver.solver.setConstants(solver.gap, [Double(step % 9)]) }
      case 1:
        let position = random.int(0...(count - 1)), made = try tie(chain, position)
        ties.append((made.rows, made.variable, position))
      case 2:
        guard let old = ties.popLast() else { break }
        try chain.solver.remove(old.rows)
        try chain.solver.removeVariables(old.variable)
      case 3:
        // The same many rows again and again replay a recorded update, which does not notify the chain.
        for _ in 0..<4 {
          let values = wide.map { _ in sizes.next(&random) }
          try chain.set(wide, values)
          try other.set(wide, values)
          #expect(try chain.solver.solve() == .optimal)
        }
        known = try chain.solver.values(chain.variables)
      default:
        let positions = random.distinct(random.chance(0.7) ? 1 : random.int(2...6), below: count)
        let values = positions.map { _ in sizes.next(&random) }
        try chain.set(positions, values)
        try other.set(positions, values)
      }
      #expect(try chain.solver.solve() == .optimal)
      #expect(try other.solver.solve(SolveOptions(cold: true)) == .optimal)
      let values = try chain.solver.values(chain.variables)
      try #require(try values == other.solver.values(other.variables), "edit \(step) of seed \(seed)")
      let changed = zip(known, values).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
      let tied = ties.flatMap(\.variable), changes = try chain.solver.changes()
      #expect(Set(changes).subtracting(tied) == Set(changed.map { chain.variables[$0] }))
      #expect(Set(changes).count == changes.count)
      for tie in ties { #expect(try chain.solver.values(tie.variable) == [values[tie.position] + 1]) }
      known = values
    }
  }

  @Test("What lies between the ends of two chains follows either and both", arguments: [1 as UInt64, 2, 3])
  func twoChains(seed: UInt64) throws {
    var random = SplitMix64(seed: TestRun.seed(seed))
    let count = 80
    var makers: [(solver: Solver, variables: [Variable], starts: [Row], sizes: [[Row]])] = []
    for _ in 0..<2 {
      let solver = try Solver()
      let variables = try solver.addVariables(3 * count + 2, nonnegative: false)
      let start = variables[2 * count], between = variables[2 * count + 1]
      var batch = RowBatch()
      batch.append(start, 1)
      batch.end(.equal, constant: 0)
      for index in 0..<count {
        for side in 0...1 {
          batch.append(variables[2 * index + side], 1)
          batch.append(index > 0 ? variables[2 * index - 2 + side] : start, -1)
          batch.end(.equal, constant: 5)
        }
      }
      batch.append(between, 1)
      batch.append(variables[2 * count - 1], -1)
      batch.append(variables[2 * count - 2], 1)
      batch.end(.equal, constant: 0)
      // What follows it is a chain, too.
      for index in 0..<count {
        batch.append(variables[2 * count + 2 + index], 1)
        batch.append(variables[2 * count + 1 + index], -1)
        batch.end(.equal, constant: 2)
      }
      let rows = try solver.add(batch)
      let sizes = [0, 1].map { side in (0..<count).map { rows[1 + 2 * $0 + side] } }
      makers.append((solver, variables, [rows[0]], sizes))
    }
    for step in 0..<200 {
      // The same kind of edit some times one after another: a record of one must not be used for another.
      let kind = step / 8 % 3, position = random.int(0...(count / 2)), value = Double(random.int(0...50))
      for maker in makers {
        try maker.solver.setConstants(kind == 2 ? maker.starts : [maker.sizes[kind][position]], [value])
      }
      // A change elsewhere, after which chains are recorded again.
      if step % 8 == 2 {
        let added = try makers[0].solver.addVariables(1, nonnegative: false)
        #expect(try makers[0].solver.solve() == .optimal)
        try makers[0].solver.removeVariables(added)
      }
      #expect(try makers[0].solver.solve() == .optimal)
      #expect(try makers[1].solver.solve(SolveOptions(cold: true)) == .optimal)
      let values = try makers[0].solver.values(makers[0].variables)
      try #require(try values == makers[1].solver.values(makers[1].variables), "edit \(step) of seed \(seed)")
    }
  }
}
