// A solver judged by its own program, for tests of other packages.

import Judge
import Simplex
import TestSupport

extension Solver {
  /// Solves the program that the solver holds, and has GLPK solve it level by level, with rationals where the two differ.
  ///
  /// - Returns: What is wrong with the answer; empty where it is right.
  /// - Throws: What the solver or the judge refuses.
  public func solveJudged() throws -> [String] {
    let (variables, rows) = (variables, rows)
    let index = Dictionary(uniqueKeysWithValues: zip(variables, variables.indices))
    let (relations, constants, weights) = (try relations(rows), try constants(rows), try weights(rows))
    let (priorities, below) = try priorities(rows)
    var program = Program(nonnegative: try isNonnegative(variables))
    for (position, row) in rows.enumerated() {
      let terms = try terms(row)
      program.rows.append(
        Program.Row(
          zip(terms.variables, terms.coefficients).map { Program.Term(index[$0] ?? -1, $1) }, relations[position],
          constants[position], priority: priorities[position], priorityBelow: below[position],
          weight: weights[position]))
    }
    var answer = Answer(outcome: try solve())
    if answer.outcome == .optimal {
      answer.values = try values(variables)
      answer.errors = try errors(rows)
      answer.levels = try levels()
    }
    return try faults(of: answer, to: program)
  }
}
