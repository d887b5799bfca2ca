// Long lists under edits of every kind, one after another: what an update has recorded about dependencies must not
// outlive the edits it was recorded from.

import Simplex
import TestSupport
import Testing

@Suite struct ListEditTests {
  /// A cell: its top after the cell before, a heading at its top, a body below, and the height that follows.
  private struct Cell {
    /// top, height, top of the heading, top of the body, height of the body
    var variables: [Variable]
    /// of the top, the heading, the body's top, the body's height, the height
    var rows: [Row]
    var bodyHeight: Double
  }

  private struct List {
    let solver: Solver
    var cells: [Cell] = []
    let priority: Double

    /// A cell after those before `position`; what is after it follows it.
    mutating func insert(bodyHeight: Double, at index: Int) throws {
      let v = try solver.addVariables(nonnegative: [false, true, false, false, true])
      var batch = RowBatch()
      append(terms(v, after: index > 0 ? cells[index - 1].variables : nil), &batch, constant: index > 0 ? 8 : 0)
      append([(v[2], 1), (v[0], -1)], &batch, constant: 10)
      append([(v[3], 1), (v[2], -1)], &batch, constant: 30)
      append([(v[4], 1)], &batch, constant: bodyHeight, priority: priority)
      append([(v[1], 1), (v[3], -1), (v[4], -1), (v[0], 1)], &batch, constant: 10)
      let rows = try solver.add(batch)
      cells.insert(Cell(variables: v, rows: rows, bodyHeight: bodyHeight), at: index)
      try follow(index + 1)
    }

    mutating func remove(at index: Int) throws {
      let cell = cells.remove(at: index)
      try follow(index)
      try solver.remove(cell.rows)
      try solver.removeVariables(cell.variables)
    }

    /// Puts a cell after the one that is before it now.
    private func follow(_ index: Int) throws {
      guard index < cells.count else { return }
      let terms = terms(cells[index].variables, after: index > 0 ? cells[index - 1].variables : nil)
      try solver.setTerms(cells[index].rows[0], terms.map(\.0), terms.map(\.1))
      try solver.setConstants([cells[index].rows[0]], [index > 0 ? 8 : 0])
    }

    private func terms(_ variables: [Variable], after other: [Variable]?) -> [(Variable, Double)] {
      guard let other else { return [(variables[0], 1)] }
      return [(variables[0], 1), (other[0], -1), (other[1], -1)]
    }

    private func append(
      _ terms: [(Variable, Double)], _ batch: inout RowBatch, constant: Double, priority: Double = 1000
    ) {
      for (variable, coefficient) in terms { batch.append(variable, coefficient) }
      batch.end(.equal, constant: constant, priority: priority)
    }

    /// Where everything is, by hand.
    var expected: [Double] {
      var top = 0.0
      return cells.enumerated().flatMap { index, cell in
        top += index > 0 ? 8 : 0
        let frame = [top, 50 + cell.bodyHeight, top + 10, top + 40, cell.bodyHeight]
        top += frame[1]
        return frame
      }
    }
  }

  @Test("After each edit a list is as if made by hand", arguments: [1000.0, 750], [1 as UInt64, 2, 3])
  func anyEdits(priority: Double, seed: UInt64) throws {
    var random = SplitMix64(seed: TestRun.seed(seed))
    var list = List(solver: try Solver(), priority: priority)
    for index in 0..<120 { try list.insert(bodyHeight: 20 * random.real(1...5), at: index) }
    for step in 0..<250 {
      switch random.int(0...9) {
      case 0, 1: try list.insert(bodyHeight: random.real(0...90), at: random.int(0...list.cells.count))
      case 2, 3: try list.remove(at: random.int(0...(list.cells.count - 1)))
      case 4:
        // All at once, as a new size of text does it.
        for index in list.cells.indices { list.cells[index].bodyHeight *= random.chance(0.5) ? 1.25 : 0.8 }
        try list.solver.setConstants(list.cells.map { $0.rows[3] }, list.cells.map(\.bodyHeight))
      default:
        for index in random.distinct(random.int(1...3), below: list.cells.count) {
          list.cells[index].bodyHeight = random.real(0...90)
          try list.solver.setConstants([list.cells[index].rows[3]], [list.cells[index].bodyHeight])
        }
      }
      #expect(try list.solver.solve() == .optimal)
      let values = try list.solver.values(list.cells.flatMap(\.variables))
      let expected = list.expected
      let worst = zip(values, expected).map { abs($0 - $1) }.max() ?? 0
      try #require(worst < 1e-6, "edit \(step) of seed \(seed): off by \(worst)")
    }
  }

  /// A list that grows at one position and loses cells elsewhere: positions near there run out again and again.
  @Test("Many edits at one position need no new plan", arguments: [1000.0, 750])
  func manyAtOnePlace(priority: Double) throws {
    var random = SplitMix64(seed: TestRun.seed(77_000))
    var list = List(solver: try Solver(), priority: priority)
    for index in 0..<1_000 { try list.insert(bodyHeight: random.real(0...90), at: index) }
    #expect(try list.solver.solve() == .optimal)
    var plans: [Int] = []
    for step in 0..<1_500 {
      try list.insert(bodyHeight: random.real(0...90), at: 3)
      try list.remove(at: random.int(4...(list.cells.count - 1)))
      #expect(try list.solver.solve() == .optimal)
      if list.solver.statistics.plannedRows >= 100 { plans.append(step) }
      guard step % 100 == 99 else { continue }
      let values = try list.solver.values(list.cells.flatMap(\.variables))
      let worst = zip(values, list.expected).map { abs($0 - $1) }.max() ?? 0
      try #require(worst < 1e-6, "edit \(step): off by \(worst)")
    }
    // The first makes room, and by the time that it is used up as much has been edited as there is.
    #expect(plans.first == 0 && plans.dropFirst().allSatisfy { $0 > 1_000 }, "plans at \(plans)")
  }
}
