// Every mistake a caller can make has its error, and leaves the solver as it was: same answer, same outcome, same program.

import Simplex
import TestSupport
import Testing

/// A solved program, and the handles of another solver that do not exist in it.
private final class Fixture {
  let loaded: LoadedProgram
  var answer: Answer
  let removedVariable: Variable
  let removedRow: Simplex.Row
  let foreignVariable: Variable
  let foreignRow: Simplex.Row

  var solver: Solver { loaded.solver }
  var x: [Variable] { loaded.variables }
  var rows: [Simplex.Row] { loaded.rows }

  init() throws {
    loaded = try LoadedProgram(
      Program(
        nonnegative: [false, true, false, false],
        rows: [
          row([1, 1], .equal, 300), row([1], .equal, 200, 750), row([1], .lessOrEqual, 150, 250),
          row([0, 0, 1], .equal, 40, 250, below: 750), row([0, 0, 0, 1], .equal, 1),
        ]))
    removedVariable = loaded.variables[3]
    removedRow = loaded.rows[4]
    try loaded.apply(.removeRows([4]))
    try loaded.apply(.removeVariables([3]))
    answer = try loaded.solve()
    let other = try LoadedProgram(
      Program(variables: 40, rows: Array(repeating: row([1], .equal, 0), count: 40)))
    foreignVariable = other.variables[39]
    foreignRow = other.rows[39]
  }

  func batch(
    _ terms: [(Variable, Double)], constant: Double = 0, priority: Double = 1000, below: Double? = nil,
    weight: Double = 1
  ) -> RowBatch {
    var batch = RowBatch()
    // A good row first: nothing of a batch may stay behind.
    batch.append(x[0], 1)
    batch.end(.equal, constant: 1000, priority: 999)
    for term in terms { batch.append(term.0, term.1) }
    batch.end(.equal, constant: constant, priority: priority, priorityBelow: below, weight: weight)
    return batch
  }

  /// Expects an error, and the solver unchanged.
  func expect(_ error: SolverError, _ location: SourceLocation = #_sourceLocation, _ body: (Fixture) throws -> Void) {
    #expect(throws: error, sourceLocation: location) { try body(self) }
    #expect(solver.outcome == .optimal, sourceLocation: location)
    #expect(throws: Never.self, sourceLocation: location) {
      #expect(try solver.values(x) == answer.values, sourceLocation: location)
      #expect(try solver.errors(rows) == answer.errors, sourceLocation: location)
      #expect(try solver.levels() == answer.levels, sourceLocation: location)
      let again = try loaded.solve(SolveOptions(cold: true))
      #expect(close(again.values, answer.values), sourceLocation: location)
      #expect(again.levels.map(\.priority) == answer.levels.map(\.priority), sourceLocation: location)
      // The indices that would have been given out are those given out now.
      let added = try solver.add(batch([(x[0], 1)]))
      try solver.remove(added)
      let variable = try solver.addVariables(1, nonnegative: false)
      #expect(variable == [removedVariable], sourceLocation: location)
      try solver.removeVariables(variable)
      answer = try loaded.solve()
    }
  }
}

@Suite struct ErrorTests {
  static let notNumbers: [Double] = [.nan, .infinity, -.infinity, 1.0001e9, -1.0001e9, 1e308]

  @Test func texts() {
    for error in SolverError.allCases {
      #expect(error.description.count > 10, "\(error)")
    }
    #expect(Set(SolverError.allCases.map(\.description)).count == SolverError.allCases.count)
  }

  @Test func lengthsAndCounts() throws {
    let fixture = try Fixture()
    fixture.expect(.argument) { _ = try $0.solver.addVariables(-1, nonnegative: true) }
    fixture.expect(.argument) { try $0.solver.setConstants($0.rows, [1]) }
    fixture.expect(.argument) { try $0.solver.setWeights($0.rows, [1]) }
    fixture.expect(.argument) { try $0.solver.setPriorities($0.rows, [1]) }
    fixture.expect(.argument) { try $0.solver.setPriorities([$0.rows[1]], [1], below: [1, 2]) }
    fixture.expect(.argument) { try $0.solver.setTerms($0.rows[0], $0.x, [1]) }
    fixture.expect(.value) { _ = try $0.solver.solve(SolveOptions(pivotLimit: -1)) }
    fixture.expect(.argument) {
      var unfinished = $0.batch([($0.x[0], 1)])
      unfinished.append($0.x[1], 1)
      _ = try $0.solver.add(unfinished)
    }
    fixture.expect(.size) { _ = try $0.solver.addVariables(500_000_001, nonnegative: true) }
    fixture.expect(.size) { _ = try $0.solver.addVariables(Int.max, nonnegative: false) }
  }

  @Test(arguments: notNumbers) func numbersOutOfRange(number: Double) throws {
    let fixture = try Fixture()
    fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], number)])) }
    fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], 1)], constant: number)) }
    fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], 1)], priority: number)) }
    fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], 1)], below: number)) }
    fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], 1)], weight: number)) }
    fixture.expect(.value) { try $0.solver.setConstants([$0.rows[1], $0.rows[0]], [7, number]) }
    fixture.expect(.value) { try $0.solver.setWeights([$0.rows[1], $0.rows[0]], [7, number]) }
    fixture.expect(.value) { try $0.solver.setPriorities([$0.rows[1], $0.rows[0]], [7, number]) }
    fixture.expect(.value) { try $0.solver.setPriorities([$0.rows[1], $0.rows[3]], [7, 8], below: [7, number]) }
    fixture.expect(.value) { try $0.solver.setTerms($0.rows[0], [$0.x[1], $0.x[0]], [3, number]) }
  }

  @Test func prioritiesWeightsAndCoefficientsOutOfRange() throws {
    let fixture = try Fixture()
    for priority in [0, -1, 1000.0001, 1001] {
      fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], 1)], priority: priority)) }
      fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], 1)], below: priority)) }
      fixture.expect(.value) { try $0.solver.setPriorities([$0.rows[1]], [priority]) }
      fixture.expect(.value) { try $0.solver.setPriorities([$0.rows[3]], [500], below: [priority]) }
    }
    for weight in [0, -1.0] {
      fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], 1)], weight: weight)) }
      fixture.expect(.value) { try $0.solver.setWeights([$0.rows[1]], [weight]) }
    }
    for coefficient in [1e-8, -9e-8, 1e-300] {
      fixture.expect(.value) { _ = try $0.solver.add($0.batch([($0.x[0], coefficient)])) }
      fixture.expect(.value) { try $0.solver.setTerms($0.rows[0], [$0.x[1]], [coefficient]) }
    }
  }

  @Test func handlesThatDoNotExist() throws {
    let fixture = try Fixture()
    for variable in [fixture.removedVariable, fixture.foreignVariable] {
      fixture.expect(.index) { _ = try $0.solver.add($0.batch([($0.x[0], 1), (variable, 1)])) }
      fixture.expect(.index) { try $0.solver.setTerms($0.rows[0], [variable], [1]) }
      fixture.expect(.index) { try $0.solver.removeVariables([variable]) }
      fixture.expect(.index) { _ = try $0.solver.values([$0.x[0], variable]) }
    }
    for row in [fixture.removedRow, fixture.foreignRow] {
      fixture.expect(.index) { try $0.solver.remove([$0.rows[0], row]) }
      fixture.expect(.index) { try $0.solver.setConstants([$0.rows[0], row], [9, 9]) }
      fixture.expect(.index) { try $0.solver.setWeights([$0.rows[0], row], [9, 9]) }
      fixture.expect(.index) { try $0.solver.setPriorities([$0.rows[0], row], [9, 9]) }
      fixture.expect(.index) { try $0.solver.setTerms(row, [$0.x[0]], [1]) }
      fixture.expect(.index) { _ = try $0.solver.errors([$0.rows[0], row]) }
      fixture.expect(.index) { _ = try $0.solver.isBasic([row]) }
    }
  }

  @Test func namedTwice() throws {
    let fixture = try Fixture()
    fixture.expect(.duplicate) { _ = try $0.solver.add($0.batch([($0.x[0], 1), ($0.x[1], 1), ($0.x[0], 2)])) }
    fixture.expect(.duplicate) { try $0.solver.setTerms($0.rows[0], [$0.x[1], $0.x[1]], [1, 1]) }
    fixture.expect(.duplicate) { try $0.solver.remove([$0.rows[0], $0.rows[0]]) }
    let free = try fixture.solver.addVariables(1, nonnegative: false)
    #expect(throws: SolverError.duplicate) { try fixture.solver.removeVariables([free[0], free[0]]) }
    try fixture.solver.removeVariables(free)
  }

  @Test func aRowNamedTwiceInAnEditKeepsTheLaterValue() throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 5, 500), x(.equal, 0, 400)]))
    let (row, other) = (loaded.rows[0], loaded.rows[1])
    try loaded.solver.setConstants([row, row], [6, 7])
    #expect(try loaded.solver.solve() == .optimal)
    #expect(close(try loaded.solver.values(loaded.variables), [7]))
    try loaded.solver.setPriorities([row, row], [600, 300])
    #expect(try loaded.solver.solve() == .optimal)
    #expect(close(try loaded.solver.values(loaded.variables), [0]))
    try loaded.solver.setPriorities([other], [300])
    try loaded.solver.setWeights([row, row], [0.5, 2])
    #expect(try loaded.solver.solve() == .optimal)
    #expect(close(try loaded.solver.values(loaded.variables), [7]))
  }

  @Test func variablesInUse() throws {
    let fixture = try Fixture()
    fixture.expect(.inUse) { try $0.solver.removeVariables([$0.x[0]]) }
    fixture.expect(.inUse) { try $0.solver.removeVariables([$0.x[2]]) }
  }

  @Test func answersThereAreNot() throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 5)]))
    #expect(loaded.solver.outcome == .unsolved)
    #expect(throws: SolverError.unsolved) { try loaded.solver.values(loaded.variables) }
    #expect(throws: SolverError.unsolved) { try loaded.solver.errors(loaded.rows) }
    #expect(throws: SolverError.unsolved) { try loaded.solver.isBasic(loaded.rows) }
    #expect(throws: SolverError.unsolved) { try loaded.solver.levels() }
    #expect(throws: SolverError.unsolved) { try loaded.solver.conflicts() }
    #expect(throws: SolverError.unsolved) { try loaded.solver.ambiguousVariables() }

    _ = try loaded.solve()
    #expect(loaded.solver.outcome == .optimal)
    #expect(throws: SolverError.unsolved) { try loaded.solver.conflicts() }

    // After an edit the last answer can be read, but is not that of the program.
    try loaded.apply(.constants([.init(0, 6)]))
    #expect(loaded.solver.outcome == .unsolved)
    #expect(try loaded.solver.values(loaded.variables) == [5])
    #expect(throws: SolverError.unsolved) { try loaded.solver.ambiguousVariables() }

    // A variable that was added since reads as 0; errors are those of the rows as they are now.
    try loaded.apply(.addVariables([false]))
    try loaded.apply(.addRows([row([0, 1], .equal, 8, 500)]))
    #expect(try loaded.solver.values(loaded.variables) == [5, 0])
    #expect(try loaded.solver.errors(loaded.rows) == [-1, -8])

    // A solve without an answer keeps the last one.
    try loaded.apply(.addRows([x(.equal, 7)]))
    #expect(try loaded.solve().outcome == .infeasible)
    #expect(try loaded.solver.values(loaded.variables) == [5, 0])
  }

  @Test func nothingIsFine() throws {
    let fixture = try Fixture()
    #expect(try fixture.solver.addVariables(0, nonnegative: true).isEmpty)
    #expect(try fixture.solver.add(RowBatch()).isEmpty)
    try fixture.solver.remove([])
    try fixture.solver.removeVariables([])
    try fixture.solver.setConstants([], [])
    #expect(try fixture.solver.values([]).isEmpty)
    #expect(try fixture.solver.errors([]).isEmpty)
    #expect(try fixture.solver.solve() == .optimal)
  }

  @Test func batchesCanBeUsedAgain() throws {
    let solver = try Solver()
    let variables = try solver.addVariables(2, nonnegative: false)
    var batch = RowBatch()
    batch.reserve(rows: 2, entries: 3)
    batch.append(variables[0], 1)
    batch.end(.equal, constant: 3)
    #expect(batch.count == 1)
    _ = try solver.add(batch)
    batch.append(variables[0], 1)
    batch.removeAll(keepingCapacity: true)
    #expect(batch.count == 0)
    batch.append(variables[1], 2)
    batch.append(variables[0], 0)
    batch.end(.equal, constant: 8)
    _ = try solver.add(batch)
    #expect(try solver.solve() == .optimal)
    #expect(close(try solver.values(variables), [3, 4]))
    var values = [1.0, 2, 3, 4]
    try solver.readValues([variables[1]], into: &values)
    #expect(close(values, [4]))
  }
}
