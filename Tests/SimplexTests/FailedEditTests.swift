// Edits that lead nowhere: an update computes values where the last answer lies, and puts them back when something
// required does not hold. The answer before it stays readable, and the next edit continues from there.

import Simplex
import TestSupport
import Testing

@Suite struct FailedEditTests {
  /// Rows below each other, each of a height of its own, a wish or required, with a text beside it that gives way; all
  /// of them end above a limit.
  private struct Page {
    let solver: Solver
    var variables: [Variable] = []
    var heights: [Row] = [], texts: [Row] = []
    var limit: [Row] = []

    init(count: Int, isWished: Bool, limit: Double) throws {
      solver = try Solver()
      var batch = RowBatch(), heights: [Int] = [], texts: [Int] = []
      variables = try solver.addVariables(nonnegative: (0..<(4 * count)).map { $0 % 4 == 1 })
      for index in 0..<count {
        let v = Array(variables[(4 * index)..<(4 * index + 4)])
        batch.append(v[0], 1)
        if index > 0 {
          batch.append(variables[4 * index - 4], -1)
          batch.append(variables[4 * index - 3], -1)
        }
        batch.end(.equal, constant: index > 0 ? 0.3 : 0, priority: 1000)
        heights.append(batch.count)
        batch.append(v[1], 1)
        let isWish = isWished && index % 3 == 0
        batch.end(.equal, constant: 10, priority: isWish ? 700 : 1000, weight: isWish ? 1 + 0.01 * Double(index) : 1)
        // Text and badge share the room of 100: the badge has what it wants, the text what is left.
        texts.append(batch.count)
        batch.append(v[2], 1)
        batch.end(.equal, constant: 80, priority: 750)
        batch.append(v[3], 1)
        batch.end(.equal, constant: 30, priority: 751)
        batch.append(v[2], 1)
        batch.append(v[3], 1)
        batch.end(.lessOrEqual, constant: 100, priority: 1000)
      }
      let last = batch.count
      batch.append(variables[4 * count - 4], 1)
      batch.end(.lessOrEqual, constant: limit, priority: 1000)
      let rows = try solver.add(batch)
      self.heights = heights.map { rows[$0] }
      self.texts = texts.map { rows[$0] }
      self.limit = [rows[last]]
    }
  }

  @Test("After an edit that cannot be met values are as before", arguments: [false, true], [1 as UInt64, 2, 3])
  func failedEdits(isWished: Bool, seed: UInt64) throws {
    let count = 150
    var random = SplitMix64(seed: TestRun.seed(seed)), failures = 0
    let page = try Page(count: count, isWished: isWished, limit: 4_000)
    let other = try Page(count: count, isWished: isWished, limit: 4_000)
    #expect(try page.solver.solve() == .optimal)
    var known = try page.solver.values(page.variables), heights = [Double](repeating: 10, count: count)
    for step in 0..<120 {
      let before = heights
      // One row, a few, or the same many again and again.
      let isWide = step % 20 >= 10
      let edited =
        isWide
        ? Array(stride(from: 1, to: count, by: 2)) : random.distinct(random.int(1...3), below: count)
      for position in edited { heights[position] = random.chance(isWide ? 0.003 : 0.1) ? 3_999.5 : random.real(0...40) }
      let text = random.int(0...(count - 1)), width = random.real(10...120)
      for solver in [page, other] {
        try solver.solver.setConstants(edited.map { solver.heights[$0] }, edited.map { heights[$0] })
        if !isWide { try solver.solver.setConstants([solver.texts[text]], [width]) }
      }
      let outcome = try page.solver.solve()
      #expect(try other.solver.solve(SolveOptions(cold: true)) == outcome)
      let values = try page.solver.values(page.variables)
      if outcome == .optimal {
        let fresh = try other.solver.values(other.variables)
        // Where wishes compete the simplex decides, and it may add in another order.
        let worst = zip(values, fresh).map { abs($0 - $1) }.max() ?? 0
        #expect(worst <= (isWished ? 1e-6 : 0), "edit \(step) of seed \(seed): off by \(worst)")
        let changed = zip(known, values).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
        #expect(try Set(page.solver.changes()) == Set(changed.map { page.variables[$0] }))
        known = values
        continue
      }
      failures += 1
      try #require(values == known, "edit \(step) of seed \(seed)")
      #expect(try page.solver.errors(page.limit) == [0])
      // Something new is readable at once, and changes nothing of the rest.
      if random.chance(0.3) {
        let added = try page.solver.addVariables(1, nonnegative: false)
        #expect(try page.solver.values(added + page.variables) == [0] + known)
        if random.chance(0.5) { #expect(try page.solver.solve() == .infeasible) }
        try page.solver.removeVariables(added)
      }
      heights = before
      for solver in [page, other] {
        try solver.solver.setConstants(edited.map { solver.heights[$0] }, edited.map { heights[$0] })
      }
    }
    #expect(failures > 5)
  }
}
