// A copy of a solver's program: the same indices and answers, and nothing shared.

import Testing

@testable import Simplex

@Suite("Copies of solvers")
struct CopyTests {
  @Test func sharesNothing() throws {
    let solver = try Solver()
    let variables = try solver.addVariables(4, nonnegative: true)
    var batch = RowBatch()
    for (index, variable) in variables.enumerated() {
      batch.append(variable, 1)
      batch.end(.equal, constant: Double(index), priority: index == 3 ? 750 : 1000)
    }
    let rows = try solver.add(batch)
    // A gap among the rows and the variables stays one.
    try solver.remove([rows[1]])
    try solver.removeVariables([variables[1]])
    let kept = [variables[0], variables[2], variables[3]]
    #expect(try solver.solve() == .optimal)
    let before = try solver.values(kept)

    let copy = try solver.copy()
    #expect(copy.outcome == .unsolved && copy.rows == solver.rows && copy.variables == solver.variables)
    #expect(try copy.solve() == .optimal)
    #expect(try copy.values(kept) == before)
    try copy.setConstants([rows[2]], [20])
    try copy.setTerms(rows[3], [variables[2]], [1])
    #expect(try copy.solve() == .optimal)
    #expect(try copy.values(kept) == [0, 20, 0])
    #expect(solver.outcome == .optimal)
    #expect(try solver.values(kept) == before && solver.terms(rows[3]).variables == [variables[3]])
    try solver.remove([rows[0], rows[2], rows[3]])
    #expect(try copy.solve() == .optimal && copy.rows.count == 3)
  }
}
