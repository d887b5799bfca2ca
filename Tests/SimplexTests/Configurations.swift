// The ways a program can be solved, and the shortest way to a program about one variable.

import Simplex
import TestSupport

/// Both linear algebras and the choice between them, with and without presolve and splitting.
let configurations: [SolveOptions] = [true, false].flatMap { whole in
  SolveOptions.Algebra.allCases.map { SolveOptions(algebra: $0, whole: whole) }
}

/// A row about variable 0 alone.
func x(
  _ relation: Relation, _ constant: Double, _ priority: Double = 1000, below: Double? = nil, weight: Double = 1
) -> Program.Row {
  Program.Row([.init(0, 1)], relation, constant, priority: priority, priorityBelow: below, weight: weight)
}

/// A row `Σ aⱼ xⱼ REL b` from a dense list of coefficients.
func row(
  _ coefficients: [Double], _ relation: Relation, _ constant: Double, _ priority: Double = 1000, below: Double? = nil
) -> Program.Row {
  let terms = coefficients.enumerated().filter { $0.element != 0 }.map { Program.Term($0.offset, $0.element) }
  return Program.Row(terms, relation, constant, priority: priority, priorityBelow: below)
}

/// The answer to a program about one variable, or several.
func solve(
  _ rows: [Program.Row], variables: Int = 1, nonnegative: Bool = false, _ options: SolveOptions = SolveOptions()
) throws -> Answer {
  let program = Program(nonnegative: Array(repeating: nonnegative, count: variables), rows: rows)
  return try LoadedProgram(program).solve(options)
}

/// Whether numbers are equal to the tolerance of residuals.
func close(_ left: [Double], _ right: [Double], _ tolerance: Double = 1e-6) -> Bool {
  left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
}
