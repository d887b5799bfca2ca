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

  /// A picture in patches, each with a scale, a turn and two shifts of its own that neighbours agree on at two corners, so that all
  /// are alike: twice as many rows of one level as it takes, about any of which may be tight.
  private static func patches(_ side: Int, seed: Int) -> Program {
    typealias Row = Program.Row
    var rows: [Row] = []
    func point(_ patch: Int, _ x: Double, _ y: Double, _ sign: Double = 1) -> [[Program.Term]] {
      let first = 4 * patch
      return [
        [Program.Term(first, sign * x), Program.Term(first + 1, -sign * y), Program.Term(first + 2, sign)],
        [Program.Term(first + 1, sign * x), Program.Term(first, sign * y), Program.Term(first + 3, sign)],
      ]
    }
    func hundredths(_ patch: Int, _ k: Int, _ salt: Int) -> Double {
      var z = (UInt64(patch) * 2_654_435_761 + UInt64(k * 40503 + salt * 97 + 12345)) & 0xffff_ffff
      z = ((z ^ z >> 15) * 2_246_822_519) & 0xffff_ffff
      return Double((z ^ z >> 13) % 100) / 100
    }
    for patch in 0..<side * side {
      let (row, column) = (patch / side, patch % side)
      for k in 0..<3 {
        let (across, down) = (hundredths(patch, k, seed), hundredths(patch, k, seed + 7))
        let (x, y) = (Double(column) + across, Double(row) + down)
        let seen = [
          1.05 * x + Double((patch * 7 + k * 3) % 11 - 5) / 20,
          0.95 * y + Double((patch * 5 + k) % 13 - 6) / 20,
        ]
        for (terms, place) in zip(point(patch, x, y), seen) {
          rows.append(Row(terms.filter { $0.coefficient != 0 }, .equal, place, priority: 400))
        }
      }
      var corners: [(patch: Int, x: Int, y: Int)] = []
      if column < side - 1 { corners += [(patch + 1, column + 1, row), (patch + 1, column + 1, row + 1)] }
      if row < side - 1 { corners += [(patch + side, column, row + 1), (patch + side, column + 1, row + 1)] }
      for corner in corners {
        let (x, y) = (Double(corner.x), Double(corner.y))
        for (a, b) in zip(point(patch, x, y), point(corner.patch, x, y, -1)) {
          rows.append(Row((a + b).filter { $0.coefficient != 0 }, .equal, 0, priority: 600))
        }
      }
    }
    return Program(nonnegative: Array(repeating: false, count: 4 * side * side), rows: rows)
  }

  /// No answer where rounding had taken the duals of the first basis, although not its values; of the smaller one, where that has ended in
  /// a breakdown when slopes were sharpened. One patch for all has the same optimum.
  @Test(arguments: [(22, 3), (17, 8)])
  func aFirstBasisMayBeSingularInItsDualsAlone(side: Int, seed: Int) throws {
    let program = Self.patches(side, seed: seed)
    let answer = try LoadedProgram(program).solve()
    #expect(answer.outcome == .optimal)
    let single = Program(
      nonnegative: Array(repeating: false, count: 4),
      rows: program.rows.filter { $0.priority == 400 }.map { row in
        let terms = row.terms.map { Program.Term($0.variable % 4, $0.coefficient) }
        return Program.Row(terms, .equal, row.constant, priority: 400)
      })
    let errors = program.levels(answer.values).map(\.error)
    let least = single.levels(try LoadedProgram(single).solve().values).map(\.error)
    #expect(errors[0] < 1e-6)
    #expect(abs(errors[1] - least[0]) < 1e-6 * least[0])
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
