// Compares a solver's answer with the judge's. The judge works with doubles; where the two disagree it decides with
// rationals, so a fault reported here is the solver's.

import Simplex
import TestSupport

/// The tolerances of a comparison.
package enum Agreement {
  /// Level errors agree to this share of the program's largest level error.
  static let relative = 1e-6
  /// And to this in any case, for programs without errors: the tolerance on required residuals.
  static let absolute = 1e-6
  /// Largest residual of a required row or non-negativity.
  static let residual = 1e-6
  /// Required rows whose least violation lies between count as feasible and as infeasible: either verdict stands.
  static let borderline = 1e-9...1e-5

  /// The largest value at which a double still tells the promised residual of 1e-6: 1e-6 times 2^52.
  static let resolvable = 4.5e9

  /// How far level errors of a program may be apart, beside what rounding does.
  package static func tolerance(_ levels: [Level], rounding: Double = 0) -> Double {
    max(absolute, relative * levels.reduce(0) { max($0, $1.error) }) + rounding
  }

  /// Whether two lists of levels agree, up to rounding; see ``Program/rounding(_:)``.
  package static func agree(_ left: [Level], _ right: [Level], rounding: Double = 0) -> Bool {
    let tolerance = max(tolerance(left, rounding: rounding), tolerance(right, rounding: rounding))
    return left.map(\.priority) == right.map(\.priority)
      && zip(left, right).allSatisfy { abs($0.error - $1.error) <= tolerance }
  }

  /// Whether the required rows hold, up to rounding.
  package static func holds(_ program: Program, _ values: [Double]) -> Bool {
    program.requiredResidual(values) <= residual + program.rounding(values)
  }
}

/// What is wrong with an answer to a program; empty where nothing is.
package func faults(of answer: Answer, to program: Program) throws -> [String] {
  switch answer.outcome {
  case .optimal: try faultsOfOptimal(answer, program)
  case .infeasible: try faultsOfInfeasible(answer, program)
  case .unsolved, .pivotLimit, .breakdown: ["ended \(answer.outcome)"]
  }
}

private func faultsOfOptimal(_ answer: Answer, _ program: Program) throws -> [String] {
  var faults: [String] = []
  guard answer.values.allSatisfy(\.isFinite) else { return ["a value is not finite"] }
  let rounding = program.rounding(answer.values)
  if !Agreement.holds(program, answer.values) {
    faults.append("a required residual of \(program.requiredResidual(answer.values))")
  }
  let levels = program.levels(answer.values)
  if !Agreement.agree(levels, answer.levels, rounding: rounding) {
    faults.append("levels \(text(answer.levels)) are not those of the values, \(text(levels))")
  }
  let tolerance = Agreement.tolerance(levels, rounding: rounding)
  for (row, error) in zip(program.rows.indices, answer.errors)
  where abs(error - program.rows[row].error(answer.values)) > tolerance {
    faults.append("error \(error) of row \(row) is not that of the values, \(program.rows[row].error(answer.values))")
  }

  var judgement = try? Judge(program).judge()
  if judgement.map({ $0.isFeasible && Agreement.agree($0.levels, answer.levels, rounding: rounding) }) != true {
    judgement = try Judge(program, .exact).judge()
  }
  guard let judgement else { return faults }
  if !judgement.isFeasible {
    // Rows that agree up to rounding contradict each other in rationals; the residuals above have the last word.
    let violation = try Judge.leastViolation(program, .exact)
    if violation > Agreement.borderline.upperBound { faults.append("optimal, but infeasible by \(violation)") }
  } else if judgement.magnitude > Agreement.resolvable {
    // Nothing near that optimum can be represented in doubles: what holds to the last digit is all one can ask.
  } else if !Agreement.agree(judgement.levels, answer.levels, rounding: rounding) {
    faults.append("levels \(text(answer.levels)), but optimal are \(text(judgement.levels))")
  }
  return faults
}

/// With doubles, and where those find fault or lose their way, with rationals.
private func faultsOfInfeasible(_ answer: Answer, _ program: Program) throws -> [String] {
  if let faults = try? faultsOfInfeasible(answer, program, .double), faults.isEmpty { return [] }
  return try faultsOfInfeasible(answer, program, .exact)
}

private func faultsOfInfeasible(
  _ answer: Answer, _ program: Program, _ arithmetic: Arithmetic
) throws -> [String] {
  var faults: [String] = []
  let violation = try Judge.leastViolation(program, arithmetic)
  if violation < Agreement.borderline.lowerBound { return ["infeasible, but the required rows can all hold"] }
  if answer.conflicts.isEmpty { faults.append("infeasible without a conflict") }
  var seen: Set<Answer.Member> = []
  for conflict in answer.conflicts {
    if conflict.isEmpty { faults.append("an empty conflict") }
    for member in conflict {
      if !seen.insert(member).inserted, !member.isNonnegativity { faults.append("\(member) is in two conflicts") }
    }
    if try Judge.leastViolation(program.keeping(conflict), arithmetic) < Agreement.borderline.lowerBound {
      faults.append("the conflict \(text(conflict)) can hold")
    }
    for member in conflict {
      let others = conflict.filter { $0 != member }
      if try Judge.leastViolation(program.keeping(others), arithmetic) > Agreement.borderline.upperBound {
        faults.append("the conflict \(text(conflict)) is one without \(member)")
      }
    }
  }
  if seen.contains(where: \.isNonnegativity) {
    var rowsAlone = program
    rowsAlone.nonnegative = program.nonnegative.map { _ in false }
    if try Judge.leastViolation(rowsAlone, arithmetic) > Agreement.borderline.upperBound {
      faults.append("a non-negativity is blamed, but rows alone conflict")
    }
  }
  return faults
}

/// What is wrong with the variables a solver calls ambiguous; empty where nothing is. The program must be feasible.
package func faults(ofAmbiguous ambiguous: Set<Int>, in program: Program) throws -> [String] {
  let doubles = try ambiguityFaults(ambiguous, program, .double)
  return doubles.isEmpty ? [] : try ambiguityFaults(ambiguous, program, .exact)
}

private func ambiguityFaults(_ ambiguous: Set<Int>, _ program: Program, _ arithmetic: Arithmetic) throws -> [String] {
  let judge = Judge(program, arithmetic)
  guard try judge.judge().isFeasible else { return [] }
  var faults: [String] = []
  for variable in program.nonnegative.indices {
    let width = try judge.range(of: variable).width
    // Between the two the range may be rounding.
    if width > 1e-4 * program.scale, !ambiguous.contains(variable) {
      faults.append("x\(variable) can vary by \(width), but is not called ambiguous")
    }
    if width < 1e-7 * program.scale, ambiguous.contains(variable) {
      faults.append("x\(variable) is called ambiguous, but can vary by \(width) only")
    }
  }
  return faults
}

extension Program {
  /// The required rows and non-negativities of a set, nothing else.
  package func keeping(_ members: [Answer.Member]) -> Program {
    var kept = Program(variables: nonnegative.count)
    for member in members {
      switch member {
      case .row(let row) where rows.indices.contains(row): kept.rows.append(rows[row])
      case .nonnegativity(let variable) where nonnegative.indices.contains(variable):
        kept.nonnegative[variable] = nonnegative[variable]
      default: break
      }
    }
    return kept
  }
}

private func text(_ levels: [Level]) -> String {
  "[\(levels.map { "\($0.priority): \($0.error)" }.joined(separator: ", "))]"
}

private func text(_ conflict: [Answer.Member]) -> String {
  conflict.map { member in
    switch member {
    case .row(let row): "row \(row)"
    case .nonnegativity(let variable): "x\(variable) >= 0"
    }
  }.joined(separator: ", ")
}

extension Answer.Member {
  fileprivate var isNonnegativity: Bool {
    if case .nonnegativity = self { true } else { false }
  }
}

extension Program.Row {
  /// Makes a row optional.
  fileprivate mutating func relax() {
    priority = min(priority, 1)
    priorityBelow = nil
  }
}
