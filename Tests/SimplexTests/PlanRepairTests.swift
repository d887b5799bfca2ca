// Edits of the structure repair the plan of a program: the answer is that of a new solver, and what is planned again is
// what the edit touches.

import Simplex
import TestSupport
import Testing

@Suite struct PlanRepairTests {
  /// A list in which item i has the variables 2i (position) and 2i + 1 (size) and the rows 2i and 2i + 1 about them.
  /// Required sizes are fixed and so is everything; wishes leave the positions to be derived from them.
  private func list(_ count: Int, sizes priority: Double) -> Program {
    var program = Program(nonnegative: (0..<2 * count).map { $0 % 2 == 1 })
    for item in 0..<count {
      program.rows.append(Program.Row(position(item, after: item > 0 ? item - 1 : nil), .equal, item > 0 ? 8 : 0))
      program.rows.append(
        Program.Row([.init(2 * item + 1, 1)], .equal, Double(10 + item % 5), priority: priority))
    }
    return program
  }

  private func position(_ item: Int, after other: Int?) -> [Program.Term] {
    guard let other else { return [.init(2 * item, 1)] }
    return [.init(2 * item, 1), .init(2 * other, -1), .init(2 * other + 1, -1)]
  }

  private func expectSame(_ loaded: LoadedProgram, planned: ClosedRange<Int>, isUnique: Bool = true) throws {
    let answer = try loaded.solve()
    let fresh = try LoadedProgram(loaded.program).solve()
    #expect(answer.outcome == fresh.outcome)
    #expect(!isUnique || close(answer.values, fresh.values))
    #expect(close(answer.levels.map(\.error), fresh.levels.map(\.error)))
    #expect(planned.contains(loaded.solver.statistics.plannedRows), "\(loaded.solver.statistics)")
  }

  @Test("Items out of a list, into it and elsewhere in it touch their neighbours", arguments: [1000.0, 750])
  func itemsOfAList(priority: Double) throws {
    let count = 400
    let loaded = try LoadedProgram(list(count, sizes: priority))
    try expectSame(loaded, planned: 2 * count...2 * count)
    // Who edits the structure for the first time gets a plan with room.
    try loaded.apply(.terms(row: 2 * 11, position(11, after: 9)))
    try expectSame(loaded, planned: 2 * count...2 * count)
    // What was left over goes.
    try loaded.apply(.removeRows([20, 21]))
    try loaded.apply(.removeVariables([20, 21]))
    try expectSame(loaded, planned: 0...12)
    // Item 100 gets its position before item 200, and after it.
    for other in [200, 300, 40] {
      try loaded.apply(.terms(row: 2 * 101, position(101, after: 99)))
      try loaded.apply(.terms(row: 2 * 100, position(100, after: other)))
      try loaded.apply(.terms(row: 2 * (other + 1), position(other + 1, after: 100)))
      try expectSame(loaded, planned: 1...12)
      try loaded.apply(.terms(row: 2 * (other + 1), position(other + 1, after: other)))
      try loaded.apply(.terms(row: 2 * 100, position(100, after: 99)))
      try loaded.apply(.terms(row: 2 * 101, position(101, after: 100)))
      try expectSame(loaded, planned: 1...12)
    }
    // A new one between 150 and 151; then only a number changes.
    let new = count - 1
    try loaded.apply(.addVariables([false, true]))
    try loaded.apply(
      .addRows([
        Program.Row([.init(2 * new + 1, 1)], .equal, 30, priority: priority),
        Program.Row(position(new, after: 150), .equal, 8),
      ]))
    try loaded.apply(.terms(row: 2 * 151, position(151, after: new)))
    try expectSame(loaded, planned: 3...12)
    try loaded.apply(.constants([.init(2 * 150 + 1, 99)]))
    try expectSame(loaded, planned: 0...0)
  }

  @Test("A priority, a weight, a relation touch what they are about")
  func wishes() throws {
    let count = 300
    let loaded = try LoadedProgram(list(count, sizes: 750))
    _ = try loaded.solve()
    for (round, priority) in [749.0, 1000, 20, 750].enumerated() {
      try loaded.apply(.priorities([.init(2 * 30 + 1, priority)]))
      try expectSame(loaded, planned: round == 0 ? 2 * count...2 * count : 1...12)
      try loaded.apply(.weights([.init(2 * 50 + 1, Double(round + 2))]))
      try expectSame(loaded, planned: 1...12)
    }
    try loaded.apply(.addRows([Program.Row([.init(2 * 60 + 1, 1)], .greaterOrEqual, 25, priority: 800)]))
    try expectSame(loaded, planned: 1...12)
    try loaded.apply(.removeRows([2 * count]))
    try expectSame(loaded, planned: 1...12)
  }

  @Test("A wish for the end of a list reaches all of it, and a contradiction is left again")
  func farReaching() throws {
    let count = 100
    let loaded = try LoadedProgram(list(count, sizes: 750))
    _ = try loaded.solve()
    let last = 2 * (count - 1)
    for priority in [500.0, 800, 1000] {
      try loaded.apply(.addRows([Program.Row([.init(last, 1), .init(last + 1, 1)], .equal, 900, priority: priority)]))
      // Above the sizes some of them satisfy the optional row; which ones is not determined.
      try expectSame(loaded, planned: 1...2 * count + 1, isUnique: priority < 750)
      try loaded.apply(.removeRows([2 * count]))
      try expectSame(loaded, planned: 1...2 * count)
    }
    try loaded.apply(.addRows([Program.Row([.init(0, 1)], .equal, 1)]))
    #expect(try loaded.solve().outcome == .infeasible)
    try loaded.apply(.removeRows([2 * count]))
    try expectSame(loaded, planned: 1...2 * count)
  }

  @Test("A size that is left over does not become negative")
  func leftOver() throws {
    // Two sizes share a room; the first wishes for 20, the second is what is left.
    let loaded = try LoadedProgram(
      Program(nonnegative: [true, true], rows: [row([1, 1], .equal, 30), row([1], .equal, 20, 500)]))
    for (room, values) in [(30.0, [20.0, 10]), (15, [15, 0]), (40, [20, 20]), (8, [8, 0])] {
      try loaded.apply(.constants([.init(0, room)]))
      let answer = try loaded.solve()
      #expect(answer.outcome == .optimal && close(answer.values, values), "\(room): \(answer.values)")
      let fresh = try LoadedProgram(loaded.program).solve()
      #expect(close(fresh.values, values))
    }
    try loaded.apply(.constants([.init(0, -1)]))
    #expect(try loaded.solve().outcome == .infeasible)
  }
}
