// The comparison finds what is wrong with an answer, and nothing wrong with a right one.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct FaultsTests {
  /// x₀ + x₁ = 300 required, x₀ = 200 @ 750, x₀ ≤ 150 @ 250: the answer is (200, 100).
  let program = Program(
    variables: 2,
    rows: [
      .init([.init(0, 1), .init(1, 1)], .equal, 300), .init([.init(0, 1)], .equal, 200, priority: 750),
      .init([.init(0, 1)], .lessOrEqual, 150, priority: 250),
    ])

  private func answer(_ values: [Double], of program: Program) -> Answer {
    var answer = Answer(outcome: .optimal)
    answer.values = values
    answer.errors = program.rows.map { $0.error(values) }
    answer.levels = program.levels(values)
    return answer
  }

  @Test func aRightAnswerHasNone() throws {
    #expect(try faults(of: answer([200, 100], of: program), to: program).isEmpty)
    #expect(try faults(of: answer([200, 100 + 1e-7], of: program), to: program).isEmpty)
  }

  @Test func aWrongAnswerHasSome() throws {
    #expect(try !faults(of: answer([150, 150], of: program), to: program).isEmpty)
    #expect(try !faults(of: answer([200, 101], of: program), to: program).isEmpty)
    #expect(try !faults(of: answer([.nan, 100], of: program), to: program).isEmpty)
    #expect(try !faults(of: answer([200.001, 99.999], of: program), to: program).isEmpty)
    #expect(try !faults(of: Answer(outcome: .infeasible), to: program).isEmpty)
    #expect(try !faults(of: Answer(outcome: .pivotLimit), to: program).isEmpty)
    var wrong = answer([200, 100], of: program)
    wrong.levels[1].error = 49
    #expect(try !faults(of: wrong, to: program).isEmpty)
    wrong = answer([200, 100], of: program)
    wrong.levels.removeLast()
    #expect(try !faults(of: wrong, to: program).isEmpty)
    wrong = answer([200, 100], of: program)
    wrong.errors[2] = 0
    #expect(try !faults(of: wrong, to: program).isEmpty)
  }

  @Test func conflictsAreMinimal() throws {
    // Rows 0 and 1 contradict each other; row 2 does with the variable's non-negativity.
    let program = Program(
      nonnegative: [false, true],
      rows: [
        .init([.init(0, 1)], .equal, 0), .init([.init(0, 1)], .equal, 50), .init([.init(1, 1)], .lessOrEqual, 5),
        .init([.init(0, 1)], .equal, 7, priority: 500),
      ])
    func conflict(_ members: [[Answer.Member]]) throws -> Bool {
      var answer = Answer(outcome: .infeasible)
      answer.conflicts = members
      return try faults(of: answer, to: program).isEmpty
    }
    #expect(try conflict([[.row(0), .row(1)]]))
    #expect(try !conflict([]))
    #expect(try !conflict([[.row(0)]]))
    #expect(try !conflict([[.row(0), .row(1), .row(2)]]))
    #expect(try !conflict([[.row(0), .row(1), .row(3)]]))
    #expect(try !conflict([[.row(0), .row(1)], [.row(0), .row(1)]]))
    #expect(try !conflict([[.row(0), .row(1), .nonnegativity(1)]]))

    var negative = program
    negative.rows.remove(at: 1)
    negative.rows[1].constant = -5
    var answer = Answer(outcome: .infeasible)
    answer.conflicts = [[.row(1), .nonnegativity(1)]]
    #expect(try faults(of: answer, to: negative).isEmpty)
    // Where rows alone conflict, a non-negativity is not to be blamed.
    negative.rows.append(.init([.init(0, 1)], .equal, 50))
    #expect(try !faults(of: answer, to: negative).isEmpty)
  }

  @Test func optimalIsNotInfeasible() throws {
    let conflict = Program(
      variables: 1, rows: [.init([.init(0, 1)], .equal, 0), .init([.init(0, 1)], .equal, 50)])
    #expect(try !faults(of: answer([0], of: conflict), to: conflict).isEmpty)
  }

  @Test func ambiguityIsJudged() throws {
    let tie = Program(
      variables: 2,
      rows: [
        .init([.init(0, 1)], .equal, 0, priority: 500), .init([.init(0, 1)], .equal, 100, priority: 500),
        .init([.init(1, 1)], .equal, 9),
      ])
    #expect(try faults(ofAmbiguous: [0], in: tie).isEmpty)
    #expect(try !faults(ofAmbiguous: [], in: tie).isEmpty)
    #expect(try !faults(ofAmbiguous: [0, 1], in: tie).isEmpty)
  }
}
