// What a program that embeds the solver asks for: the program read back, the row that was refused, an early end.

import Foundation
import Simplex
import TestSupport
import Testing

/// Counts questions of several threads.
private final class Questions: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var count = 0

  func ask() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}

@Suite struct EmbedderTests {
  @Test func theProgramReadsBackAsItWasWritten() throws {
    let base = TestRun.seed(90_000)
    for seed in base..<base + 20 {
      var generator = ProgramGenerator(seed: seed)
      let loaded = try LoadedProgram(generator.program())
      let (solver, copy) = (loaded.solver, try Solver())
      let variables = try copy.addVariables(nonnegative: try solver.isNonnegative(solver.variables))
      let rows = solver.rows
      let (relations, constants, weights) = (
        try solver.relations(rows), try solver.constants(rows), try solver.weights(rows)
      )
      let (priorities, below) = try solver.priorities(rows)
      var batch = RowBatch()
      for (place, row) in rows.enumerated() {
        let terms = try solver.terms(row)
        for (variable, coefficient) in zip(terms.variables, terms.coefficients) { batch.append(variable, coefficient) }
        batch.end(
          relations[place], constant: constants[place], priority: priorities[place], priorityBelow: below[place],
          weight: weights[place])
      }
      _ = try copy.add(batch)
      #expect(copy.counts == solver.counts)
      #expect(solver.variables == variables)
      // The same program has the same answer, bit for bit.
      #expect(try copy.solve() == solver.solve(), "TRELLIS_SEED=\(seed)")
      if solver.outcome == .optimal { #expect(try copy.values(variables) == solver.values(variables)) }
    }
  }

  @Test func theRefusedRowIsNamed() throws {
    let solver = try Solver()
    let x = try solver.addVariables(2, nonnegative: false)
    var batch = RowBatch()
    for constant in [1, 2, .nan, 4] {
      batch.append(x[0], 1)
      batch.end(.equal, constant: constant, priority: 500)
    }
    #expect(throws: SolverError.value) { try solver.add(batch) }
    #expect(solver.refusedIndex == 2)
    #expect(solver.counts == (2, 0, 0))
    #expect(throws: SolverError.index) { try solver.constants([Row(index: 3)]) }
    #expect(throws: SolverError.index) { try solver.terms(Row(index: 0)) }
    #expect(throws: SolverError.duplicate) { try solver.removeVariables([x[0], x[1], x[1]]) }
    #expect(solver.refusedIndex == 2)
    try solver.removeVariables([x[0]])
    #expect(solver.refusedIndex == nil && solver.variables == [x[1]])
  }

  @Test func aSolveCanBeStopped() throws {
    let solver = try Solver()
    let x = try solver.addVariables(1, nonnegative: false)
    var batch = RowBatch()
    batch.append(x[0], 1)
    batch.end(.equal, constant: 7, priority: 500)
    let rows = try solver.add(batch)
    #expect(try solver.withStop({ false }, { () throws(SolverError) in try solver.solve() }) == .optimal)
    try solver.setConstants(rows, [8])
    var questions = 0
    #expect(throws: SolverError.stopped) {
      try solver.withStop({
        questions += 1
        return true
      }) { () throws(SolverError) in try solver.solve(SolveOptions(cold: true)) }
    }
    #expect(questions == 1 && solver.outcome == .unsolved)
    #expect(try solver.values(x) == [7])
    // An inner function goes, and the outer one is asked again.
    #expect(throws: SolverError.stopped) {
      try solver.withStop({ true }) { () throws(SolverError) in
        _ = try solver.withStop({ false }) { () throws(SolverError) in try solver.solve(SolveOptions(cold: true)) }
        return try solver.solve(SolveOptions(cold: true))
      }
    }
    #expect(try solver.solve() == .optimal && solver.values(x) == [8])
  }

  @Test(arguments: [1, 3]) func templatesCanBeStopped(threads: Int) throws {
    let solver = try Solver()
    let x = try solver.addVariables(3, nonnegative: true)
    var batch = RowBatch()
    for variable in x { batch.append(variable, 1) }
    batch.end(.equal, constant: 30)
    for variable in x {
      batch.append(variable, 1)
      batch.end(.equal, constant: 20, priority: 250, priorityBelow: 750)
    }
    let rows = try solver.add(batch)
    let uses = [ProgramTemplate.Use(input: 0, row: rows[0])]
    let outputs = x.map { ProgramTemplate.Output($0) }
    #expect(throws: SolverError.stopped) {
      try solver.withStop({ true }) { () throws(SolverError) in
        try ProgramTemplate(solver, inputCount: 1, uses: uses, outputs: outputs, reference: [30])
      }
    }
    let template = try ProgramTemplate(solver, inputCount: 1, uses: uses, outputs: outputs, reference: [30])
    let inputs = (0..<100_000).map { Double($0 % 90) }
    let questions = Questions()
    #expect(throws: SolverError.stopped) {
      try template.solve(inputs, count: inputs.count, threads: threads) { questions.ask() > 40 }
    }
    // Each thread is told once.
    #expect(questions.count <= 40 + threads)
    let plain = try template.solve(inputs, count: inputs.count, threads: threads)
    let asked = try template.solve(inputs, count: inputs.count, threads: threads, shouldStop: { false })
    #expect(plain.outputs == asked.outputs && plain.outcomes == asked.outcomes)
  }
}
