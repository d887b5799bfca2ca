// The range of a variable over all optimal solutions, in rational arithmetic: a wish far below and one far above at a
// level under all others come as close as the optimal solutions do.

import Simplex
import TestSupport

extension ExactJudge {
  /// The bound of what is asked for: a range that reaches it has no end.
  private static let far = 1e9

  /// How far a variable can move with all levels at their optimum, to 1e-7; infinite where an end is beyond a billion.
  /// The program must be feasible.
  package static func width(of variable: Int, in program: Program) throws(JudgeError) -> Double {
    let lowest = (program.priorities.last ?? 1) / 2
    var widths: [Double] = []
    for (relation, end) in [(Relation.greaterOrEqual, far), (.lessOrEqual, -far)] {
      var asking = program
      asking.rows.append(.init([.init(variable, 1)], relation, end, priority: lowest))
      let judge = try ExactJudge(asking)
      guard judge.isFeasible, let missed = judge.levels.last?.error else {
        throw JudgeError(description: "the range of an infeasible program")
      }
      if missed == 0 { return .infinity }
      widths.append(missed)
    }
    return 2 * far - widths[0] - widths[1]
  }
}

/// What is wrong with the variables a solver calls ambiguous, by rational arithmetic; empty where nothing is. Ranges
/// between 1e-6 and 1e-4 may be what rounding of coefficients leaves, and stand either way.
package func exactFaults(ofAmbiguous ambiguous: Set<Int>, in program: Program) throws -> [String] {
  var faults: [String] = []
  for variable in program.nonnegative.indices {
    let width = try ExactJudge.width(of: variable, in: program)
    if width > 1e-4, !ambiguous.contains(variable) {
      faults.append("x\(variable) can vary by \(width), but is not called ambiguous")
    }
    if width < 1e-6, ambiguous.contains(variable) {
      faults.append("x\(variable) is called ambiguous, but can vary by \(width) only")
    }
  }
  return faults
}
