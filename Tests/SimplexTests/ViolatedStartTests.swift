// Programs whose wishes, all met, violate most of their inequalities: boxes wished at one end that push each other away from it. The
// dual simplex meets these one by one (CSolver/src/simplex/dual.c), in about a pivot a variable; GLPK judges the answers.

import Foundation
import Judge
import Simplex
import TestSupport
import Testing

enum PushingFamily: CaseIterable {
  /// Boxes right of some before them, all wished at the left, some in line with another as well: no longest way says where they lie.
  case compaction
  /// No node further than those that lead to it allow, all wished far out.
  case distances
  /// Tasks after others, early starts and lengths wished at three priorities, due dates that cannot all be kept.
  case schedule
  /// Nested stacks: widths add up to the parent's; shares of it, and proportions to sizes anywhere else, wished at six priorities.
  case stacks
  /// Amounts wished at random, which budgets of eight cannot all pay at their prices, and wished to be multiples of others.
  case budgets
  /// Items of bars at four widths, shown in part, as far as they fit: each is in four rows of twelve.
  case bars
  /// Blocks of a pit, each wished or not: none is taken before the five above it.
  case pit
  /// Events that share a width where they overlap, none less wide than the least of its person's.
  case overlaps
  /// One of eight choices each, within six budgets that all share.
  case choices
  /// Rates along the branches of a tree, each wished at one or two sizes, which its links cannot all carry.
  case rates
  /// Wires through gates in eight columns, apart and in the order in which they come, gates midway between their wires.
  case wires
  /// Screens of views between barriers, each past the ends of some views, on three devices; widths like others of any screen.
  case barriers
  /// A cut of a random graph: potentials from 0 to 1, alike along arcs by weight, of which some are wished at either end.
  case cut
  /// Differences that must hold where places are, and others between any two of these, at four priorities, that cannot all be met.
  case differences

  func program(size: Int, seed: UInt64) -> Program {
    var builder = PushingBuilder(random: SplitMix64(seed: seed))
    switch self {
    case .compaction: builder.addBoxes(size)
    case .distances: builder.addNodes(size)
    case .schedule: builder.addTasks(size / 2)
    case .stacks: builder.addStacks(size)
    case .budgets: builder.addBudgets(size)
    case .bars: builder.addBars(size)
    case .pit: builder.addPit(size)
    case .overlaps: builder.addOverlaps(size)
    case .choices: builder.addChoices(size)
    case .rates: builder.addRates(size)
    case .wires: builder.addWires(size)
    case .barriers: builder.addBarriers(size)
    case .cut: builder.addCut(size)
    case .differences: builder.addDifferences(size)
    }
    return Program(nonnegative: builder.nonnegative, rows: builder.rows)
  }
}

private struct PushingBuilder {
  var random: SplitMix64
  var nonnegative: [Bool] = []
  var rows: [Program.Row] = []

  private mutating func variable(isSize: Bool = false) -> Int {
    nonnegative.append(isSize)
    return nonnegative.count - 1
  }

  private mutating func row(_ terms: [(Int, Double)], _ relation: Relation, _ constant: Int, _ priority: Double = 1000)
  {
    rows.append(Program.Row(terms.map { .init($0.0, $0.1) }, relation, Double(constant), priority: priority))
  }

  /// A number from 10 to the first exponent to 10 to the last, with as many of each size, in thousandths.
  private mutating func number(_ exponents: ClosedRange<Int>) -> Double {
    let exponent = Double(random.int(1000 * exponents.lowerBound...1000 * exponents.upperBound)) / 1000
    return (1000 * pow(10, exponent)).rounded() / 1000
  }

  mutating func addBoxes(_ size: Int) {
    let boxes = (0..<size).map { _ in variable() }
    for (index, box) in boxes.enumerated() {
      row([(box, 1)], .equal, 0, 500)
      row([(box, 1)], .greaterOrEqual, 0)
      if index % 10 == 9 { row([(box, 1), (boxes[random.int(0...index - 1)], -1)], .equal, 0, 500) }
      for _ in 0..<min(index, 3) {
        row([(box, 1), (boxes[random.int(max(0, index - 40)...index - 1)], -1)], .greaterOrEqual, random.int(5...60))
      }
    }
  }

  mutating func addNodes(_ size: Int) {
    let nodes = (0..<size).map { _ in variable() }
    row([(nodes[0], 1)], .equal, 0)
    for index in 1..<size {
      for other in [index - 1, random.int(0...index - 1), random.int(0...size - 1)] where other != index {
        row([(nodes[index], 1), (nodes[other], -1)], .lessOrEqual, random.int(1...100))
      }
      row([(nodes[index], 1)], .equal, 10_000, 500)
    }
  }

  mutating func addWires(_ size: Int) {
    let (count, columns) = (size / 9, 8)
    let gates = max(3, count / 14)
    var heights = (0..<count).map { _ in random.int(0...1000 * gates - 1) }
    var lines = Array(repeating: [Int](), count: count)
    for _ in 0..<columns {
      for wire in heights.indices {
        let step = random.int(-2500...2500) + random.int(-2500...2500)
        heights[wire] = random.chance(0.9) ? heights[wire] + step : random.int(0...1000 * gates - 1)
        heights[wire] = min(max(0, heights[wire]), 1000 * gates - 1)
      }
      let order = heights.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }
      var above: Int?
      for gate in 0..<gates {
        let middle = variable()
        let wires = order.filter { heights[$0] / 1000 == gate }
        for (place, wire) in wires.enumerated() {
          let here = variable()
          lines[wire].append(here)
          row([(here, 1)] + (above.map { [($0, -1)] } ?? []), .greaterOrEqual, above == nil ? 0 : place == 0 ? 6 : 1)
          row([(here, 1), (middle, -1)], .equal, 0, 400)
          above = here
        }
        guard let first = wires.first, let last = wires.last else { continue }
        row([(middle, Double(wires.count))] + wires.map { (lines[$0].last!, -1) }, .equal, 0)
        if first != last {
          row([(lines[last].last!, 1), (lines[first].last!, -1)], .lessOrEqual, wires.count - 1, 350)
        }
        row([(middle, 1)], .equal, 22 * gate, 250)
      }
    }
    for line in lines {
      for (here, next) in zip(line, line.dropFirst()) {
        row([(next, 1), (here, -1)], .equal, 0, random.pick([600, 500]))
      }
      for place in 2..<columns {
        row([(line[place], 1), (line[place - 1], -2), (line[place - 2], 1)], .equal, 0, 200)
      }
    }
  }

  mutating func addBarriers(_ size: Int) {
    let devices = [375, 725, 1075].map { (width: $0, variable: variable(isSize: true)) }
    for device in devices { row([(device.variable, 1)], .equal, device.width, 550) }
    var widths: [Int] = []
    while nonnegative.count < size {
      let device = random.pick(devices), depth = random.int(4...9)
      var barriers = [variable(isSize: true)]
      row([(barriers[0], 1)], .equal, 0)
      for level in 0..<depth {
        let next = variable(isSize: true)
        var siblings: [Int] = []
        for _ in 0..<random.int(2...4) {
          let (left, width, start) = (variable(isSize: true), variable(isSize: true), random.pick(barriers.suffix(3)))
          let content = device.width * random.int(50...140) / 100 / depth
          row([(width, 1)], .lessOrEqual, content, 250)
          row([(width, 1)], .greaterOrEqual, content, random.pick([750, 650]))
          row([(left, 1), (start, -1)], .greaterOrEqual, 8)
          row([(next, 1), (left, -1), (width, -1)], .greaterOrEqual, 0)
          let part = Double(random.int(10...90)) / 100
          switch random.int(0...9) {
          case 0...3: row([(left, 1), (start, part - 1), (next, -part), (width, part)], .equal, 4, 450)
          case 4, 5: row([(left, 1), (device.variable, -(Double(level) + 0.2) / Double(depth))], .equal, 0, 500)
          default: row([(left, 1), (start, -1)], .equal, 8, 300)
          }
          if let other = siblings.randomElement(using: &random), random.chance(0.5) {
            row([(width, Double(random.int(1...3))), (other, -Double(random.int(1...2)))], .equal, 0, 400)
          }
          if let other = widths.randomElement(using: &random), random.chance(0.5) {
            row([(width, 1), (other, -1)], .equal, 0, random.pick([350, 320]))
          }
          siblings.append(width)
          widths.append(width)
        }
        row([(next, 1), (barriers[barriers.count - 1], -1)], .lessOrEqual, 0, 200)
        barriers.append(next)
      }
      row([(barriers[barriers.count - 1], 1), (device.variable, -1)], .lessOrEqual, -8, 800)
    }
  }

  mutating func addTasks(_ count: Int) {
    let tasks = (0..<count).map { _ in (start: variable(), length: variable(isSize: true)) }
    for (index, task) in tasks.enumerated() {
      row([(task.length, 1)], .equal, random.int(5...50), random.pick([750, 500]))
      row([(task.length, 1)], .greaterOrEqual, 3)
      row([(task.start, 1)], .greaterOrEqual, 0)
      row([(task.start, 1)], .equal, 0, 250)
      for _ in 0..<(index > 0 ? 2 : 0) {
        let other = tasks[random.int(max(0, index - 20)...index - 1)]
        row([(task.start, 1), (other.start, -1), (other.length, -1)], .greaterOrEqual, random.int(0...5))
      }
      if random.chance(0.1) { row([(task.start, 1), (task.length, 1)], .lessOrEqual, 3 * index, 600) }
    }
  }

  mutating func addStacks(_ size: Int) {
    let priorities = [750.0, 600, 500, 400, 250, 100]
    row([(variable(isSize: true), 1)], .equal, 10_000)
    var parent = 0
    while nonnegative.count < size {
      let children = (0..<random.pick([2, 2, 3])).map { _ in variable(isSize: true) }
      row(children.map { ($0, 1) } + [(parent, -1)], .equal, 0)
      for child in children {
        row([(child, 1), (parent, -random.pick([0.25, 0.33, 0.5, 0.66]))], .equal, 0, random.pick(priorities))
        let other = random.int(0...children[0] - 1)
        row([(child, 1), (other, -Double(random.int(5...200)) / 100)], .equal, 0, random.pick(priorities))
      }
      parent += 1
    }
  }

  mutating func addBudgets(_ size: Int) {
    let amounts = (0..<size).map { _ in variable(isSize: true) }
    for _ in 0..<size / 4 {
      let prices = random.distinct(8, below: size).map { (amounts[$0], number(-2...2)) }
      row(prices, .lessOrEqual, random.int(50...500))
    }
    for amount in amounts { row([(amount, 1)], .equal, random.int(1...100), 500) }
    for _ in 0..<size / 2 {
      let pair = random.distinct(2, below: size)
      row([(amounts[pair[0]], 1), (amounts[pair[1]], -number(-1...1))], .equal, 0, 400)
    }
  }

  mutating func addBars(_ size: Int) {
    let items = (0..<size).map { _ in variable(isSize: true) }, widths = items.map { _ in random.int(16...90) }
    for item in items {
      row([(item, 1)], .lessOrEqual, 1)
      row([(item, 1)], .greaterOrEqual, 1, random.pick([700, 500, 300]))
      rows[rows.count - 1].weight = Double(random.int(1...20))
    }
    for bar in 0..<4 {
      let order = bar < 2 ? Array(0..<size) : random.distinct(size, below: size)
      for first in stride(from: 0, to: size, by: 12) {
        let those = order[first..<min(first + 12, size)]
        let room = those.reduce(0) { $0 + widths[$1] } * random.int(40...95) / 100
        row(those.map { (items[$0], Double(widths[$0])) }, .lessOrEqual, room)
      }
    }
    for first in stride(from: 0, to: size - 1, by: 2) where random.chance(0.4) {
      row([(items[first], 1), (items[first + 1], -1)], .equal, 0, 400)
    }
  }

  mutating func addPit(_ size: Int) {
    let side = Int(cbrt(Double(size)).rounded())
    let blocks = (0..<side * side * side).map { _ in variable(isSize: true) }
    for (place, block) in blocks.enumerated() {
      let (depth, along, across) = (place / (side * side), place / side % side, place % side)
      row([(block, 1)], .lessOrEqual, 1)
      for (right, back) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
      where depth > 0 && 0..<side ~= across + right && 0..<side ~= along + back {
        row([(blocks[place + right + side * (back - side)], 1), (block, -1)], .greaterOrEqual, 0)
      }
      let worth = Double(random.int(-6...6) + random.int(-6...6) - 2) + 5 * Double(depth) / Double(side)
      row([(block, 1)], .equal, worth > 0 ? 1 : 0, abs(worth) > 4 ? 500 : abs(worth) > 2 ? 400 : 250)
    }
  }

  mutating func addOverlaps(_ size: Int) {
    let people = (0..<size / 10).map { _ in variable(isSize: true) }
    var events: [[Int]] = Array(repeating: [], count: size / 2)
    for _ in 0..<size - people.count {
      let event = variable(isSize: true), first = random.int(0...events.count - 1)
      for place in first..<min(events.count, first + (1 << random.int(0...5))) { events[place].append(event) }
      row([(event, 1)], .lessOrEqual, 4)
      row([(event, 1)], .greaterOrEqual, random.pick([1, 2, 4]), random.pick([600, 500]))
      row([(event, 1), (people[random.int(0...people.count - 1)], -1)], .greaterOrEqual, 0)
    }
    for those in events where those.count > 1 { row(those.map { ($0, 1) }, .lessOrEqual, 4) }
    for person in people { row([(person, 1)], .greaterOrEqual, 1, 550) }
  }

  mutating func addChoices(_ size: Int) {
    var budgets: [[(Int, Double)]] = Array(repeating: [], count: 6)
    for _ in 0..<size / 8 {
      let shares = (0..<8).map { _ in variable(isSize: true) }
      row(shares.map { ($0, 1) }, .equal, 1)
      for share in shares {
        row([(share, 1)], .equal, 1, random.pick([500, 500, 500, 500, 250, 250, 250, 100, 100, 100]))
        let one = random.int(0...5), other = (one + random.int(1...5)) % 6
        for budget in [one, other] { budgets[budget].append((share, Double(random.int(1...20)))) }
      }
    }
    for budget in budgets { row(budget, .lessOrEqual, Int(0.075 * budget.reduce(0) { $0 + $1.1 })) }
  }

  mutating func addRates(_ size: Int) {
    let parents = (0..<size / 2).map { node in node == 0 ? -1 : random.int(max(0, node - 40)...node - 1) }
    var links = parents.map { _ in [(Int, Double)]() }
    for _ in 0..<size {
      let rate = variable(isSize: true)
      var node = random.int(0...parents.count - 1)
      while node > 0 {
        links[node].append((rate, 1))
        node = parents[node]
      }
      row([(rate, 1)], .equal, random.int(20...60), random.int(0...1) == 0 ? 400 : 250)
      if random.int(0...1) == 0 { row([(rate, 1)], .greaterOrEqual, random.int(1...10), 600) }
    }
    for link in links where !link.isEmpty {
      row(link, .lessOrEqual, random.int(10...40) * Int(Double(link.count).squareRoot()))
    }
  }

  mutating func addCut(_ size: Int) {
    let places = (0..<size).map { _ in variable() }
    for (index, place) in places.enumerated() {
      row([(place, 1)], .greaterOrEqual, 0)
      row([(place, 1)], .lessOrEqual, 1)
      row([(place, 3), (places[(index + 1) % size], -3)], .equal, 0, 500)
      for other in [random.int(0...size - 1), random.int(0...size - 1)] where other != index {
        row([(place, 1), (places[other], -1)], .equal, 0, 500)
      }
      if index % 40 == 0 { row([(place, 1)], .equal, index / 40 % 2, 750) }
    }
  }

  mutating func addDifferences(_ size: Int) {
    let places = (0..<size).map { _ in variable() }
    let point = places.map { _ in random.int(0...60) }
    row([(places[0], 1)], .equal, point[0])
    for _ in 0..<size * 8 / 5 {
      let one = random.int(0...size - 1)
      let other = (one + random.int(1...min(80, size - 1))) % size
      let least = point[other] - point[one] - [0, 1, 3, 10][random.int(0...3)]
      row([(places[other], 1), (places[one], -1)], .greaterOrEqual, least)
    }
    for _ in places {
      let (one, other) = (random.int(0...size - 1), random.int(0...size - 1))
      guard one != other else { continue }
      let priority = [600.0, 500, 400, 300][random.int(0...3)]
      row([(places[other], 1), (places[one], -1)], .greaterOrEqual, random.int(-20...20), priority)
    }
    for place in places {
      row([(place, 1)], .greaterOrEqual, -40)
      row([(place, 1)], .lessOrEqual, 0, 100)
    }
  }

  /// Two boxes that are each right of the other, beside all others.
  mutating func addContradiction() -> [Int] {
    row([(3, 1), (7, -1)], .greaterOrEqual, 5)
    row([(7, 1), (3, -1)], .greaterOrEqual, 5)
    return [rows.count - 2, rows.count - 1]
  }
}

extension Program {
  /// With a position as well, wished where two of the variables are: sizes alone would all be nothing at first (slack.c).
  var withPosition: Program {
    var program = self
    program.nonnegative.append(false)
    for (variable, priority) in [(0, 500.0), (1, 400)] {
      let terms = [Term(nonnegative.count, 1), Term(variable, -1)]
      program.rows.append(Row(terms, .equal, 0, priority: priority))
    }
    return program
  }
}

@Suite struct ViolatedStartTests {
  @Test(arguments: PushingFamily.allCases) func answersAreRightLevelByLevel(_ family: PushingFamily) throws {
    let base = TestRun.seed(1)
    for seed in base..<base + TestRun.count(3, long: 60) {
      let program = family.program(size: 300, seed: seed)
      let loaded = try LoadedProgram(program)
      let answer = try loaded.solve(SolveOptions(cold: true))
      #expect(answer.outcome == .optimal)
      try expectJudged(answer, of: program, seed: seed)
    }
  }

  /// By the sum of all errors nodes took 4,450 entries a variable and tasks 8,508; boxes no more, but an interior point method.
  @Test(arguments: [(PushingFamily.compaction, 1.8, 2_500), (.distances, 1.2, 700), (.schedule, 1.4, 4_000)])
  func aPivotAVariableIsEnough(family: PushingFamily, pivots: Double, entries: Int) throws {
    let loaded = try LoadedProgram(family.program(size: 3200, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    let statistics = loaded.solver.statistics
    #expect(Double(statistics.pivots) < pivots * 3200)
    #expect(statistics.touchedEntries < entries * 3200)
    #expect(family != .compaction || statistics.interiorSteps == 0)
  }

  /// Rows whose coefficients are large are not met first: by distances along these the steps go through 5,100 entries a variable.
  @Test func distancesAreThoseToTheRows() throws {
    let loaded = try LoadedProgram(PushingFamily.budgets.program(size: 3200, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.touchedEntries < 1_500 * 3200)
  }

  /// Few steps that move much of a graph would take most of the time: chosen by what steps gain alone, whatever they take, these go through 12,200 entries a
  /// variable.
  @Test func whatMovesMuchIsLetGoLater() throws {
    let loaded = try LoadedProgram(PushingFamily.cut.program(size: 4800, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < 9_500 * 4800)
  }

  /// After a step for each variable more rows are on the wrong side than at first. That says nothing of how far the primal simplex has to go: where it is not
  /// asked, an interior point method takes over, as all looks long.
  @Test func whatHasLedAstrayIsLeftToThePrimalSimplex() throws {
    let loaded = try LoadedProgram(PushingFamily.differences.program(size: 4800, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// Rows that many share are not met again and again. A pit is left to an interior point method where weights are not kept up, overlaps where
  /// inequalities of several variables are tight at first.
  @Test(arguments: [(PushingFamily.bars, 400), (.pit, 5_000), (.overlaps, 1_000)])
  func whatHasBeenMetStaysSo(family: PushingFamily, entries: Int) throws {
    let loaded = try LoadedProgram(family.program(size: 3200, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < entries * 3200)
  }

  /// What gives way comes to its next wish, or to nothing, and what gives way after it is looked for at once. Where each takes a step of its own, an
  /// interior point method is asked.
  @Test func whatGivesWayGoesOnToTheNextWish() throws {
    let loaded = try LoadedProgram(PushingFamily.rates.program(size: 3200, seed: 1).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.pivots < 1_000)
  }

  /// Few rows are on the wrong side soon, and each dear step leaves as many: more than twice as many entries where that goes on.
  @Test func whatLeavesNoFewerIsNotGoneOnWith() throws {
    let loaded = try LoadedProgram(PushingFamily.choices.program(size: 6400, seed: 1).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps > 0)
    #expect(loaded.solver.statistics.touchedEntries < 20_000_000)
  }

  /// Four and a half rows a variable are on the wrong side at first. Given up after four steps a variable, with few of them left, the simplex starts
  /// anew, and asks for an interior point method.
  @Test func asManyStepsAsThereAreRowsMayBeTaken() throws {
    let loaded = try LoadedProgram(FlowFamily.rings.program(size: 1600, seed: 1).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
  }

  /// Two hundred times as many pivots from the first basis, whose factors take little where those of one with these rows take a little more.
  @Test func aBetterBasisIsBuiltEvenWhereTheFirstWasSoon() throws {
    let loaded = try LoadedProgram(PushingFamily.wires.program(size: 9_600, seed: 1).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.pivots < 500)
  }

  /// Its first steps are dear, as they are those of whole branches, and no measure of the rest.
  @Test func dearFirstStepsAreNotTakenForAll() throws {
    let loaded = try LoadedProgram(PushingFamily.stacks.program(size: 3200, seed: 1).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.pivots < 3200)
  }

  /// Its first steps go through many wishes of widths like each other, of which those that are met leave few: each step takes less than the last.
  @Test func stepsThatGetEasierGoOn() throws {
    let loaded = try LoadedProgram(PushingFamily.barriers.program(size: 12_800, seed: 1).withPosition)
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps == 0)
    #expect(loaded.solver.statistics.touchedEntries < 30_000_000)
  }

  /// Its steps become dear, when most of the rows have been met.
  @Test func whatIsNearlyDoneIsNotGivenUp() throws {
    let loaded = try LoadedProgram(PushingFamily.budgets.program(size: 6400, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.pivots < 5_000)
  }

  /// Long chains of tasks have far to go, and an interior point method that begins too near to its bounds is lost: then it
  /// takes a pivot a variable.
  @Test func longChainsStartNearTheirOptimum() throws {
    let loaded = try LoadedProgram(PushingFamily.schedule.program(size: 12_800, seed: 1))
    #expect(try loaded.solve().outcome == .optimal)
    #expect(loaded.solver.statistics.interiorSteps > 0)
    #expect(loaded.solver.statistics.pivots < 3_200)
  }

  /// A row that cannot be met stays violated, and is found to be part of the only contradiction.
  @Test func aContradictionIsFound() throws {
    var builder = PushingBuilder(random: SplitMix64(seed: 5))
    builder.addBoxes(200)
    let pair = builder.addContradiction()
    let loaded = try LoadedProgram(Program(nonnegative: builder.nonnegative, rows: builder.rows))
    let answer = try loaded.solve()
    #expect(answer.outcome == .infeasible)
    #expect(answer.conflicts == [pair.map { .row($0) }])
  }

  /// Values of states, each at least what it gains and a part of what its successors are worth: those of Bellman's equation. Bases
  /// better than the first fill up, and are given up.
  @Test func valuesOfStatesAreThoseOfBellman() throws {
    var random = SplitMix64(seed: 1)
    let (count, part) = (1000, 0.9)
    let choices = (0..<count).map { _ in
      (0..<2).map { _ in
        (
          gain: Double.random(in: 0...10, using: &random),
          next: (0..<3).map { _ in Int.random(in: 0..<count, using: &random) }
        )
      }
    }
    var rows: [Program.Row] = []
    for (state, own) in choices.enumerated() {
      for choice in own {
        var coefficients = [state: 1.0]
        for next in choice.next { coefficients[next, default: 0] -= part / 3 }
        let terms = coefficients.sorted { $0.key < $1.key }.map { Program.Term($0.key, $0.value) }
        rows.append(Program.Row(terms, .greaterOrEqual, choice.gain))
      }
      rows.append(Program.Row([Program.Term(state, 1)], .equal, 0, priority: 500))
    }
    let loaded = try LoadedProgram(Program(nonnegative: Array(repeating: false, count: count), rows: rows))
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    var values = Array(repeating: 0.0, count: count)
    for _ in 0..<400 {
      values = choices.map { own in own.map { $0.gain + part * $0.next.reduce(0) { $0 + values[$1] } / 3 }.max()! }
    }
    for (value, expected) in zip(answer.values, values) { #expect(abs(value - expected) < 1e-9 * expected) }
  }
}
