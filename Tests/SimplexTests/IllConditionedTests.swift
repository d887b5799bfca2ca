// Programs whose bases are badly conditioned although no row of them is nearly dependent on a few others.

import Judge
import Simplex
import TestSupport
import Testing

@Suite struct IllConditionedTests {
  /// Rows of seats, wider and wider, each seat midway between two of the row in front. Taken from the back a row doubles what the last
  /// has been off by, so that rows which all but hold at an interior point meet far away from it, and are exchanged: at 3,200 some
  /// 10^11 points away.
  private static func seats(_ size: Int) -> Program {
    typealias Row = Program.Row
    var (rows, front, count, row): ([Row], [Int], Int, Int) = ([], [], 0, 0)
    while count < size {
      let wide = Int(Double(size).squareRoot()) / 2 + row
      let seats = Array(count..<count + wide)
      for j in 1..<wide {
        let gap = [Program.Term(seats[j], 1), Program.Term(seats[j - 1], -1)]
        rows.append(Row(gap, .greaterOrEqual, 18))
        rows.append(Row(gap, .equal, Double(22 + (j * j * 7 + row * 3 + j * row) % 5), priority: 250))
        guard j < wide - 1 && j < front.count else { continue }
        let midway = [Program.Term(seats[j], 2), Program.Term(front[j - 1], -1), Program.Term(front[j], -1)]
        rows.append(Row(midway, .equal, 0, priority: (j * j * 5 + row * row * 3 + j * row) % 7 < 4 ? 600 : 500))
      }
      rows.append(Row([Program.Term(seats[0], 1), Program.Term(seats[wide - 1], 1)], .equal, 0, priority: 750))
      if row % 5 == 0 {
        rows.append(Row([Program.Term(seats[wide / 3], 1)], .equal, Double(115 - row * 11 % 31), priority: 750))
      }
      (front, count, row) = (seats, count + wide, row + 1)
    }
    return Program(nonnegative: Array(repeating: false, count: count), rows: rows)
  }

  /// Rows a thousandth apart, so that a slope of some thousand terms that cancel is what the rounding of 1.001 and 0.999 makes of zero:
  /// some 1e-13 at priority 500, for which 300 paid 31 points.
  @Test func whatRoundingMakesOfZeroGainsNothing() throws {
    typealias Row = Program.Row
    func row(_ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double) -> Row {
      Row(terms.map { Program.Term($0.0, $0.1) }, relation, constant, priority: priority)
    }
    let program = Program(
      variables: 7,
      rows: [
        row([(6, -1), (2, 1), (0, -1.0001)], .equal, 0, 700),
        row([(6, -1.0001), (2, 0.999), (0, -0.999)], .greaterOrEqual, 0, 500),
        row([(4, -1), (6, -1.0001), (5, -0.999)], .equal, 0, 700),
        row([(4, -0.999), (6, -0.999), (5, -0.999)], .equal, 10, 500),
        row([(1, 1), (4, -1), (5, 0.999)], .equal, 0, 700),
        row([(1, 1), (4, -1.001), (5, 0.999)], .greaterOrEqual, 0, 500),
        row([(1, 0.999), (4, -1), (5, 1.0001)], .greaterOrEqual, 0, 300),
        row([(6, -1.0001), (3, -1.0001), (0, -1)], .greaterOrEqual, 0, 700),
        row([(6, -0.999), (3, -1.001), (0, -1)], .lessOrEqual, 0, 500),
      ])
    let answer = try LoadedProgram(program).solve()
    #expect(answer.outcome == .optimal)
    for (level, expected) in zip(program.levels(answer.values), [0, 10, 0] as [Double]) {
      #expect(abs(level.error - expected) < 1e-6, "\(level)")
    }
  }

  /// How many pivots it takes hangs on rounding: at 6,400 a few thousand, or some tens of thousands.
  @Test(arguments: TestRun.isLong ? [800, 3200] : [800]) func manyRowsOfSeatsEnd(size: Int) throws {
    let program = Self.seats(size)
    let loaded = try LoadedProgram(program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps > 0)
    #expect(loaded.solver.statistics.pivots < 5_000)
    #expect(Agreement.holds(program, answer.values))
  }
}
