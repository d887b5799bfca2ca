// Programs in which steps from basis to basis gain nothing: thousands of rows touch their constants at one vertex, or slopes are as small
// as what counts as none.

import Foundation
import Simplex
import TestSupport
import Testing

@Suite struct DegenerateTests {
  /// Cards in rows of eight with fixed gaps in a container of fixed width. Widths equal those of the row above, half of them
  /// those of the card before; what cards wish at the lowest level decides nothing but by how much it is missed.
  private static func cards(_ count: Int) -> Program {
    var random = SplitMix64(seed: 7)
    func pick(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
    typealias Row = Program.Row
    typealias Term = Program.Term
    let across = 8
    var rows: [Row] = []
    for card in 0..<count {
      let (x, width) = (2 * card, 2 * card + 1)
      if card % across == 0 {
        rows.append(Row([Term(x, 1)], .equal, 8))
      } else {
        rows.append(Row([Term(x, 1), Term(x - 2, -1), Term(x - 1, -1)], .equal, 8))
        if Bool.random(using: &random) {
          rows.append(Row([Term(width, 1), Term(width - 2, -1)], .equal, 0, priority: 400))
        }
      }
      rows.append(Row([Term(width, 1)], .greaterOrEqual, pick(40...80)))
      rows.append(Row([Term(width, 1)], .lessOrEqual, pick(200...300), priority: 750))
      rows.append(Row([Term(width, 1)], .equal, pick(80...240), priority: 250))
      if card >= across {
        let priority = pick(0...3) == 0 ? 600.0 : 500
        rows.append(Row([Term(width, 1), Term(width - 2 * across, -1)], .equal, 0, priority: priority))
      }
      if card % across == across - 1 {
        let isOdd = card / across % 2 == 1
        rows.append(Row([Term(x, 1), Term(width, 1)], isOdd ? .equal : .lessOrEqual, 1192))
      }
    }
    return Program(nonnegative: (0..<2 * count).map { $0 % 2 == 1 }, rows: rows)
  }

  @Test(arguments: [400, 1600]) func aStallEnds(count: Int) throws {
    let loaded = try LoadedProgram(Self.cards(count))
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    #expect(answer.levels.filter { $0.priority > 250 }.allSatisfy { $0.error < 1e-6 })
    #expect(loaded.solver.statistics.pivots < 2 * count)
  }

  /// Where everything down to 500 is met at the first vertex, rows that touch there need no pivots: duals of 0 prove it.
  @Test(arguments: [800, 1600]) func whatIsMetTakesFewPivots(count: Int) throws {
    let loaded = try LoadedProgram(Self.cards(count))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.pivots < count / 10)
    #expect(try loaded.ambiguousVariables() == [])
  }

  /// What lies between two cards is ambiguous and nothing else, though rows that touch have no duals that tell.
  @Test(arguments: [400, 1600]) func whatIsMetIsAmbiguousWhereNothingHoldsIt(count: Int) throws {
    var program = Self.cards(count)
    typealias Row = Program.Row
    typealias Term = Program.Term
    var between: Set<Int> = []
    for card in stride(from: 3, to: count, by: 10) {
      let (x, width, middle) = (2 * card, 2 * card + 1, program.nonnegative.count)
      program.nonnegative.append(false)
      between.insert(middle)
      program.rows.append(Row([Term(middle, 1), Term(x, -1)], .greaterOrEqual, 0, priority: 750))
      program.rows.append(Row([Term(middle, 1), Term(x, -1), Term(width, -1)], .lessOrEqual, 0, priority: 750))
    }
    let loaded = try LoadedProgram(program)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(try loaded.ambiguousVariables() == between)
  }

  /// Cards in cards: two columns each, as wide as those of the parent, the sibling and the depth where that is wished, beside contents
  /// that hug and resist.
  private static func nestedCards(_ count: Int, using random: inout SplitMix64) -> Program {
    typealias Row = Program.Row
    typealias Term = Program.Term
    var rows: [Row] = []
    var children: [[Int]] = Array(repeating: [], count: count)
    func same(_ first: Int, _ second: Int, _ priority: Double) {
      rows.append(Row([Term(first, 1), Term(second, -1)], .equal, 0, priority: priority))
    }
    let depths = 5
    for card in 0..<count {
      let (first, second, width, parent) = (3 * card, 3 * card + 1, 3 * card + 2, (card - 1) / 3)
      let depth = min(card == 0 ? 0 : Int(log(Double(2 * card + 1)) / log(3)), depths - 1)
      let ofDepth = 3 * count + 2 * depth
      rows.append(Row([Term(first, 1), Term(second, 1), Term(width, -1)], .equal, random.pick([-16, -20])))
      for (column, least) in [(first, 12.0), (second, 16)] {
        let content = Double(random.int(30...100))
        rows.append(Row([Term(column, 1)], .lessOrEqual, content, priority: 250))
        rows.append(Row([Term(column, 1)], .greaterOrEqual, content, priority: 750))
        rows.append(Row([Term(column, 1)], .greaterOrEqual, least))
      }
      same(first, ofDepth, random.pick([500, 420]))
      same(second, ofDepth + 1, random.pick([410, 300]))
      guard card > 0 else { continue }
      rows.append(Row([Term(width, 1), Term(3 * parent + 2, -1)], random.pick([.lessOrEqual, .equal]), -12))
      same(first, 3 * parent, random.pick([600, 380]))
      if let sibling = children[parent].last { same(first, 3 * sibling, random.pick([650, 550])) }
      children[parent].append(card)
    }
    return Program(nonnegative: Array(repeating: true, count: 3 * count + 2 * depths), rows: rows)
  }

  /// The same with constants that a solution meets, so that nothing has an error: it is ambiguous if and only if something random can be
  /// moved either way at no cost.
  @Test func whatIsMetIsAmbiguousWhereItCanBeMoved() throws {
    let seed = TestRun.seed(92_000)
    var ambiguous = 0
    for index in TestRun.share(of: TestRun.count(16, long: 200)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let cards = 120
      var program = Self.nestedCards(cards, using: &random)
      let isLoose = random.chance(0.5)  // of the last card, nothing says how wide its first column is wished
      if isLoose { program.rows.removeAll { $0.priority < 1000 && $0.terms.contains { $0.variable == 3 * cards - 3 } } }
      let reached = try LoadedProgram(program).solve().values.map { ($0 * 16).rounded() / 16 }
      for row in program.rows.indices {
        let activity = program.rows[row].terms.reduce(0) { $0 + $1.coefficient * reached[$1.variable] }
        let distance = activity - program.rows[row].constant
        let relation = program.rows[row].relation
        if relation == .equal || (relation == .lessOrEqual) == (distance > 0) { program.rows[row].constant = activity }
      }
      let loaded = try LoadedProgram(program)
      let answer = try loaded.solve()
      #expect(answer.outcome == .optimal)
      let open = try loaded.ambiguousVariables()
      let terms = answer.values.indices.map { Program.Term($0, random.real(1...2)) }
      let ends = try [1e9, -1e9].map { far in
        var pushed = program
        pushed.rows.append(Program.Row(terms, .equal, far, priority: 1))
        return try LoadedProgram(pushed).solve().values
      }
      let moves = Set(ends[0].indices.filter { abs(ends[0][$0] - ends[1][$0]) > 1e-6 })
      #expect(open.isEmpty == moves.isEmpty && moves.isSubset(of: open), "TRELLIS_SEED=\(seed &+ UInt64(index))")
      if !open.isEmpty { ambiguous += 1 }
    }
    print("met programs from seed \(seed): \(ambiguous) ambiguous")
  }

  /// Edits of such a vertex, some of which no longer let everything be met.
  @Test func whatIsMetIsEdited() throws {
    var random = SplitMix64(seed: TestRun.seed(91_000))
    let loaded = try LoadedProgram(Self.cards(800))
    #expect(try loaded.solve().outcome == .optimal)
    for step in 0..<30 {
      let row = random.int(0...loaded.program.rows.count - 1)
      try loaded.apply(.constants([.init(row, loaded.program.rows[row].constant + random.pick([1, -1, 5, 30]))]))
      let answer = try loaded.solve()
      let expected = try LoadedProgram(loaded.program).solve()
      #expect(answer.outcome == expected.outcome, "step \(step)")
      guard answer.outcome == .optimal else { continue }
      for (level, other) in zip(answer.levels, expected.levels) {
        #expect(abs(level.error - other.error) <= 1e-9 * max(1, other.error), "step \(step)")
      }
    }
  }

  /// Columns between shares of their mean, each with a wish of its own and near its neighbour's; four of them are wished far out of reach, at
  /// each priority.
  private static func averages(_ count: Int, far: Double) -> Program {
    var random = SplitMix64(seed: 3)
    typealias Row = Program.Row
    typealias Term = Program.Term
    let columns = 1..<count
    var rows = [
      Row([Term(0, Double(count - 1))] + columns.map { Term($0, -1) }, .equal, 0),
      Row([Term(0, 1)], .equal, 60, priority: 600),
    ]
    for column in columns {
      rows.append(Row([Term(column, 1), Term(0, -0.8)], .greaterOrEqual, 0, priority: 750))
      rows.append(Row([Term(column, 1), Term(0, -1.3)], .lessOrEqual, 0, priority: 750))
      rows.append(Row([Term(column, 1)], .equal, -50 * log(random.real(1e-3...1)), priority: random.pick([500, 400])))
      if column > 1 {
        rows.append(Row([Term(column, 1), Term(column - 1, -1)], .equal, 0, priority: random.pick([500, 250])))
      }
    }
    for column in stride(from: 0, to: count, by: count / 4) {
      rows += [750, 600, 500, 400, 250].map { Row([Term(column, 1)], .equal, far, priority: $0) }
    }
    return Program(nonnegative: Array(repeating: true, count: count), rows: rows)
  }

  /// Perturbed constants make steps of a stall gain a little, at levels whose error is large because of wishes far out of reach.
  @Test(arguments: [800, 1600]) func smallGainsBesideLargeErrorsAreNoCircle(count: Int) throws {
    let loaded = try LoadedProgram(Self.averages(count, far: 1e8))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.pivots < 5 * count / 2)
  }

  /// A triangle of vertices. Its first edge gains 1.3e-9 a point at 500, the two others lose half of that and gain at 400, so that each
  /// of them seems better than the last. The slopes come from seven links that each leave a sixteenth, and a chain of others
  /// makes the program as large as is asked.
  private static func circle(others: Int) -> Program {
    typealias Row = Program.Row
    typealias Term = Program.Term
    let (x, y, links) = (0, 1, 7)
    var rows = [Row([Term(x, 1), Term(y, 1)], .lessOrEqual, 1)]
    rows.append(Row([Term(2, 1), Term(x, -0.35), Term(y, -0.175)], .equal, 0, priority: 750))
    rows += (0..<links).map { Row([Term(3 + $0, 16), Term(2 + $0, -1)], .equal, 0, priority: 750) }
    rows.append(Row([Term(2 + links, 1)], .greaterOrEqual, 5, priority: 500))
    rows += [(x, -1.0), (x, -2), (y, -1)].map { Row([Term($0, 1)], .lessOrEqual, $1, priority: 400) }
    var last = y
    for index in 0..<others {
      let other = 3 + links + index
      rows.append(Row([Term(other, 1), Term(last, 1)], .lessOrEqual, Double(10 + index % 7), priority: 750))
      rows.append(Row([Term(other, 1)], .equal, 20, priority: index % 2 == 1 ? 400 : 250))
      last = other
    }
    return Program(nonnegative: (0..<3 + links + others).map { $0 < 2 || $0 >= 3 + links }, rows: rows)
  }

  @Test(arguments: [10, 100, 400]) func aCircleEnds(others: Int) throws {
    let loaded = try LoadedProgram(Self.circle(others: others))
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    #expect(answer.levels.first { $0.priority == 750 }.map { $0.error < 1e-6 } == true)
    #expect(answer.levels.first { $0.priority == 500 }.map { abs($0.error - 5) < 1e-7 } == true)
    #expect(loaded.solver.statistics.pivots < 250 + others)
  }
}
