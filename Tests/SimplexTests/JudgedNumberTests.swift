// Programs that random runs against the exact judge have found: rows that are almost parallel, coefficients that spread,
// products of coefficients whose rounding looks like a slope.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct JudgedNumberTests {
  /// A program, and edits after each of which it is solved again.
  private struct Case {
    let text: String
    var edits: [Edit] = []
  }

  /// Expects the answer of rational arithmetic, in every configuration and warm after each edit.
  private func expectRight(_ found: Case, _ location: SourceLocation = #_sourceLocation) throws {
    let program = try #require(Program(found.text), sourceLocation: location)
    let judge = try ExactJudge(program)
    for options in configurations {
      let fault = try judge.fault(of: LoadedProgram(program).solve(options))
      #expect(fault == nil, "\(options)", sourceLocation: location)
    }
    let warm = try LoadedProgram(program)
    _ = try warm.solve()
    for edit in found.edits {
      try warm.apply(edit)
      let fault = try ExactJudge(warm.program).fault(of: warm.solve())
      #expect(fault == nil, "\(edit)", sourceLocation: location)
    }
  }

  /// Values that are substituted back magnify the rounding of others: row 0 is tight, and missed by 4e-5.
  @Test func tightRowsAreMet() throws {
    try expectRight(
      Case(
        text: """
          variables: 3
          -10*x0 + -0.1*x2 + -0.01*x1 = -2000 @ 1000 (below 250)
          -0.01*x1 = 2500 @ 1000
          -1000*x0 + 10000*x1 + -0.001*x2 = -2000 @ 1000 weight 2
          """))
  }

  /// Rows that are parallel to 1e-6 meet at four billion, and their rounding moves x5 from 0.
  @Test func largeValuesAreExact() throws {
    try expectRight(
      Case(
        text: """
          variables: 6
          1*x4 + -0.999997*x1 + -1.0000003*x5 = 44 @ 750
          0.999998*x4 + -0.999997*x1 + -1.0000003*x5 = 0 @ 1000
          1*x4 + -0.999997*x1 + -1.0000003*x5 >= 7500 @ 1000
          0.9999997*x5 = 0 @ 250
          1*x4 + -0.999997*x1 + -1.0000003*x5 >= 0 @ 1000
          -1*x2 = -1500 @ 1000 (below 750)
          0.999998*x4 + -0.999997*x1 + -1.0010003002999999*x5 = 0 @ 750
          -1*x3 + 1.0001*x2 = 2500 @ 250 (below 750)
          """))
  }

  /// A slope of 3e-9 beside duals of 33,433.
  @Test func smallSlopesBesideLargeDuals() throws {
    try expectRight(
      Case(
        text: """
          variables: 5
          nonnegative: x3
          -1*x0 + 1*x4 >= 0 @ 500
          -1.00003*x0 + 1*x4 = -620 @ 500
          1*x2 + 1*x3 + -0.999999997*x1 = 1500 @ 250
          -1*x0 + 1*x4 = 0 @ 750 weight 2
          -1.003*x0 + -1*x1 + 1*x3 = -77000 @ 250
          -1*x2 = -41 @ 1000 (below 750)
          -1*x2 <= 3000 @ 1000 weight 2
          -1.003*x0 + -1*x1 + 1*x3 >= 0 @ 500
          """, edits: [.constants([.init(1, 0)])]))
  }

  /// A thousandth times a thousand is not quite 1, which must count in all rows or in none.
  @Test func roundedCoefficientsDecideNothing() throws {
    try expectRight(
      Case(
        text: """
          variables: 6
          nonnegative: x5
          1*x1 = -19 @ 500 weight 2
          1*x5 + -1*x2 + -1000*x1 = 2500 @ 1000
          -1*x3 + -1*x4 + 0.001*x0 >= 2500 @ 1000
          1*x2 + 1*x3 + 1*x1 = 6 @ 250
          1*x4 + -1000*x3 + -1*x1 <= 39 @ 1000 weight 2
          -1000*x2 = 53 @ 1000
          -1*x4 <= -99 @ 750
          -1*x5 >= -7600 @ 1000
          -1*x1 + 1000*x0 = -1500 @ 250 weight 2
          -0.001*x3 + 1*x2 + 1*x1 >= 0 @ 1000
          -1*x3 + 0.001*x0 = -9000 @ 750 weight 2
          1000*x1 + -0.001*x0 = 0 @ 1000 weight 2
          1*x3 + -1*x4 <= 0 @ 250
          1000*x1 + -1*x2 + 1*x0 <= -2500 @ 1000
          """, edits: [.removeRows([4])]))
  }
}
