// Edits one at a time, each followed by a warm solve that must come to what a solve from scratch comes to.

import Simplex
import TestSupport
import Testing

@Suite struct EditTests {
  /// Two labels side by side in 320: left and width of each.
  static let labels = Program(
    nonnegative: [false, true, false, true],
    rows: [
      row([1], .equal, 20), row([-1, -1, 1], .equal, 8), row([0, 0, 1, 1], .lessOrEqual, 300),
      row([0, 1], .equal, 100, 251, below: 750), row([0, 0, 0, 1], .equal, 80, 250, below: 749),
      row([0, 0, 1, 1], .equal, 300, 500),
    ])

  private func expectSame(
    _ loaded: LoadedProgram, _ options: SolveOptions, _ expected: [Double]? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let warm = try loaded.solve(options)
    let scratch = try LoadedProgram(loaded.program).solve(options)
    #expect(warm.outcome == .optimal, sourceLocation: location)
    #expect(close(warm.values, scratch.values), sourceLocation: location)
    #expect(close(warm.levels.map(\.error), scratch.levels.map(\.error)), sourceLocation: location)
    #expect(warm.levels.map(\.priority) == scratch.levels.map(\.priority), sourceLocation: location)
    if let expected { #expect(close(warm.values, expected), "\(warm.values)", sourceLocation: location) }
  }

  @Test(arguments: configurations) func eachKind(options: SolveOptions) throws {
    let loaded = try LoadedProgram(Self.labels)
    try expectSame(loaded, options, [20, 100, 128, 172])
    // The window gets smaller: the second label gives way first.
    try loaded.apply(.constants([.init(2, 180), .init(5, 180)]))
    try expectSame(loaded, options, [20, 100, 128, 52])
    try loaded.apply(.constants([.init(2, 100), .init(5, 100)]))
    try expectSame(loaded, options, [20, 72, 100, 0])
    try loaded.apply(.constants([.init(2, 300), .init(5, 300)]))
    try expectSame(loaded, options, [20, 100, 128, 172])
    // The first hugs less.
    try loaded.apply(.priorities([.init(3, 249, below: 750)]))
    try expectSame(loaded, options, [20, 192, 220, 80])
    try loaded.apply(.priorities([.init(3, 250, below: 750)]))
    try loaded.apply(.weights([.init(3, 2)]))
    try expectSame(loaded, options, [20, 100, 128, 172])
    // Three times as wide as the second.
    try loaded.apply(.addRows([row([0, 1, 0, -3], .equal, 0, 800)]))
    try expectSame(loaded, options, [20, 204, 232, 68])
    try loaded.apply(.terms(row: 6, [.init(1, 1), .init(3, -1)]))
    try expectSame(loaded, options, [20, 136, 164, 136])
    try loaded.apply(.removeRows([6]))
    try expectSame(loaded, options, [20, 100, 128, 172])
    // A third view between them.
    try loaded.apply(.addVariables([false, true]))
    try loaded.apply(
      .addRows([
        row([-1, -1, 0, 0, 1], .equal, 8), row([0, 0, 1, 0, -1, -1], .equal, 8), row([0, 0, 0, 0, 0, 1], .equal, 30),
      ]))
    try loaded.apply(.removeRows([1]))
    try expectSame(loaded, options, [20, 100, 166, 134, 128, 30])
    try loaded.apply(.removeRows([5, 6, 7]))
    try loaded.apply(.addRows([row([-1, -1, 1], .equal, 8), row([0, 0, 1, 1], .equal, 300, 500)]))
    try loaded.apply(.removeVariables([4, 5]))
    try expectSame(loaded, options, [20, 100, 128, 172])
  }

  @Test(arguments: configurations) func fromOptionalToRequiredAndBack(options: SolveOptions) throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 10, 500), x(.equal, 90, 400)]))
    try expectSame(loaded, options, [10])
    try loaded.apply(.priorities([.init(1, 1000)]))
    try expectSame(loaded, options, [90])
    try loaded.apply(.priorities([.init(1, 499)]))
    try expectSame(loaded, options, [10])
  }

  @Test(arguments: configurations) func anInfeasibleStateIsLeftAgain(options: SolveOptions) throws {
    let loaded = try LoadedProgram(Self.labels)
    try expectSame(loaded, options, [20, 100, 128, 172])
    try loaded.apply(.constants([.init(2, 10)]))
    #expect(try loaded.solve(options).outcome == .infeasible)
    #expect(!(try loaded.solver.conflicts().isEmpty))
    try loaded.apply(.constants([.init(2, 300)]))
    try expectSame(loaded, options, [20, 100, 128, 172])
  }

  @Test(arguments: configurations) func solvingAgainChangesNothing(options: SolveOptions) throws {
    let loaded = try LoadedProgram(Self.labels)
    let first = try loaded.solve(options)
    #expect(try loaded.solve(options) == first)
    #expect(loaded.solver.statistics.pivots == 0)
  }

  @Test func algebrasCanBeMixed() throws {
    let loaded = try LoadedProgram(Self.labels)
    for (step, options) in configurations.enumerated() {
      try loaded.apply(.constants([.init(2, 300 - Double(step)), .init(5, 300 - Double(step))]))
      try expectSame(loaded, options, [20, 100, 128, 172 - Double(step)])
    }
  }

  /// Arrays grow through all their sizes, small and large, and keep what is in them.
  @Test func aProgramInPieces() throws {
    let solver = try Solver()
    var variables: [Variable] = []
    for piece in 0..<45 {
      variables += try solver.addVariables(1000, nonnegative: false)
      var batch = RowBatch()
      for index in (piece * 1000)..<(piece * 1000 + 1000) {
        batch.append(variables[index], 1)
        if index > 0 { batch.append(variables[index - 1], -1) }
        batch.end(.equal, constant: index > 0 ? 1 : 0.5)
      }
      _ = try solver.add(batch)
    }
    #expect(try solver.solve() == .optimal)
    let values = try solver.values(variables)
    #expect(values.indices.first { values[$0] != Double($0) + 0.5 } == nil)
  }
}
