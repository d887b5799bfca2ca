// Programs of flows, covers and their like: sizes that may be wished to be nothing, at a price, and rows of many of them that ask for more or less.

import Foundation
import Simplex
import TestSupport

enum FlowFamily: CaseIterable {
  /// Sinks that want amounts from sources that have only so much, over ways of different lengths.
  case transport
  /// Sets that each want some of their places, all of which cost something.
  case covering
  /// Goods of three kinds on a grid of roads that each hold only so much.
  case commodities
  /// Cells of a square that add up to one in each row and each column.
  case assignment
  /// Shifts of four lengths that cover what each hour needs, of two lengths as many as the day before, in totals that cost nothing.
  case shifts
  /// The same, but needs rise and fall with the hour.
  case rota
  /// Talks as shares of sixteen slots, of which no two of one crowd are to be at once, within rooms that hold so many people. No price.
  case slots
  /// Members wished for, of groups that take one and of odd rings that take less than half. No price.
  case rings
  /// Advice to two players of small games, which no one gains by not following, and gains that are wished to be large and fair. No price.
  case advice
  /// Makers that use each other's goods, those of a few most of all: shares of what they make, which many small ones decide together.
  case makers
  /// What comes into each node of a torus goes out of it, within capacities; flows are wished.
  case circulation
  /// Values through stages of pairs, each made into a larger and a lesser of the same sum; the first wished, the last within bounds and in step.
  case comparators
  /// Columns and rows of a poster; words that span some of them, as large as their type, alike within a theme.
  case letters
  /// Jobs of six steps, over machines that take them in a fixed order, on time by class, delivered together by order, and early.
  case shops
  /// Trains one after another over a ring of places, some of which had better be, on time by train, and early.
  case trains
  /// A few ways across a torus, each arc of which is the dearer the longer it is.
  case ways
  /// Widths cut from rolls by patterns, as many as are asked for, from as few rolls and with as little left over as may be.
  case patterns
  /// Stages of twenty, each held to the one before by rows of eight with mixed signs, and wished.
  case stages
  /// Places that go to near places, one to one; what that costs is one long sum.
  case places
  /// Parts of a hundred that move with twelve factors; what each case loses beyond a bar that is free, and the mean of the worst cases.
  case tails
  /// Blocks after others, each of which may be squeezed a bit: half of them by as much as they lack of their height. Columns end at marks, and what all
  /// squeezing costs is one long sum, or a price for each.
  case squeezed, squeezedApart
  /// Napkins of many inns, bought, washed fast or slowly, kept clean or dirty from day to day; half of what may be kept is nothing.
  case laundries
  /// What sellers and buyers get: each pair what it earns together at least, all of them as little as may be, a least each, and like ones alike.
  case shares
  /// As tails, but what the factors come to, and the bar, may be less than nothing.
  case bets
  /// Thirty parts of one book that move with three factors; what each case loses beyond a bar that may be less than nothing, and the mean of the worst.
  /// A few cases are wished to lose less.
  case book
  /// Shares of the moves of a game, half as many replies, and a value that may be less than nothing, wished large. No price.
  case duel

  func builder(size: Int, seed: UInt64) -> FlowBuilder {
    var builder = FlowBuilder(random: SplitMix64(seed: seed))
    switch self {
    case .transport: builder.addTransport(size)
    case .covering: builder.addCovering(size)
    case .commodities: builder.addCommodities(size)
    case .assignment: builder.addAssignment(size)
    case .shifts: builder.addShifts(size) { (10 + ($0 % 24 < 12 ? 8 : -8), -2...3) }
    case .rota: builder.addShifts(size) { (Int((10 + 8 * sin(Double($0) * .pi / 12)).rounded()), -2...3) }
    case .slots: builder.addSlots(size)
    case .rings: builder.addRings(size)
    case .advice: builder.addAdvice(size)
    case .makers: builder.addMakers(size)
    case .circulation: builder.addCirculation(size)
    case .comparators: builder.addComparators(size)
    case .letters: builder.addLetters(size)
    case .shops: builder.addShops(size)
    case .trains: builder.addTrains(size)
    case .ways: builder.addWays(size)
    case .patterns: builder.addPatterns(size)
    case .stages: builder.addStages(size)
    case .places: builder.addPlaces(size)
    case .tails: builder.addTails(size, haveSigns: true)
    case .bets: builder.addTails(size, haveSigns: false)
    case .squeezed: builder.addSqueezed(size, oneSum: true)
    case .squeezedApart: builder.addSqueezed(size, oneSum: false)
    case .laundries: builder.addLaundries(size)
    case .shares: builder.addShares(size)
    case .book: builder.addBook(size)
    case .duel: builder.addDuel(size)
    }
    return builder
  }

  func program(size: Int, seed: UInt64) -> Program { builder(size: size, seed: seed).program }
}

struct FlowBuilder {
  var random: SplitMix64
  var variables = 0
  var rows: [Program.Row] = []

  /// Variables that may be less than nothing.
  var signless: Set<Int> = []

  var program: Program { Program(nonnegative: (0..<variables).map { !signless.contains($0) }, rows: rows) }

  /// A variable that is wished to be nothing.
  mutating func amount(price: Int, _ priority: Double) -> Int {
    variables += 1
    row([(variables - 1, Double(price))], .equal, 0, priority)
    return variables - 1
  }

  mutating func row(_ terms: [(Int, Double)], _ relation: Relation, _ constant: Int, _ priority: Double = 1000) {
    rows.append(Program.Row(terms.map { .init($0.0, $0.1) }, relation, Double(constant), priority: priority))
  }

  mutating func amount() -> Int {
    variables += 1
    return variables - 1
  }

  mutating func addSqueezed(_ size: Int, oneSum: Bool) {
    var (blocks, cost): ([(start: Int, height: Int, squeezed: (Int, Double))], [(Int, Double)]) = ([], [])
    while variables < size {
      let (start, squeeze, number) = (amount(), amount(), blocks.count), height = random.pick([12, 24, 24, 36, 60])
      row([(squeeze, 1)], .lessOrEqual, height / random.int(3...9))
      cost.append((squeeze, Double(random.int(1...7))))
      for other in Set([random.int(max(0, number - 25)...number), number - random.int(0...4)]).sorted() {
        guard blocks.indices.contains(other) else { continue }
        let last = blocks[other]
        row([(start, 1), (last.start, -1), last.squeezed], .greaterOrEqual, last.height)
      }
      if number % 2 == 0 {
        blocks.append((start, height, (squeeze, 1)))
      } else {
        let left = amount()
        row([(left, 1), (squeeze, 1)], .equal, height)
        blocks.append((start, 0, (left, -1)))
      }
      if number % 9 == 8 { row([(start, 1)], .lessOrEqual, 3 * number + 40, random.pick([750, 600])) }
    }
    for terms in oneSum ? [cost] : cost.map({ [$0] }) { row(terms, .lessOrEqual, 0, 500) }
  }

  mutating func addLaundries(_ size: Int) {
    var (streets, cost): ([Int: [(Int, Double)]], [(Int, Double)]) = ([:], [])
    for inn in 0..<max(2, size / 50) {
      var (fast, slow, clean, dirty): ([Int], [Int], Int?, Int?) = ([], [], nil, nil)
      for day in 0..<10 {
        let (bought, washed, kept) = (amount(), (amount(), amount()), (amount(), amount())), guests = random.int(5...60)
        cost += [(bought, 10), (washed.0, 4), (washed.1, 2)]
        var come = [(bought, 1.0), (kept.0, -1)], go = [(washed.0, 1.0), (washed.1, 1), (kept.1, 1)]
        if day >= 1 { come.append((fast[day - 1], 1)) }
        if day >= 3 { come.append((slow[day - 3], 1)) }
        if let clean { come.append((clean, 1)) }
        if let dirty { go.append((dirty, -1)) }
        row(come, .equal, guests)
        row(go, .equal, guests)
        if day > 0 { row([(washed.1, 1), (slow[day - 1], -1)], .equal, 0, 250) }
        (clean, dirty) = kept
        fast.append(washed.0)
        slow.append(washed.1)
        streets[inn / 4 * 10 + day, default: []].append((washed.0, 1))
      }
    }
    for (_, terms) in streets.sorted(by: { $0.key < $1.key }) { row(terms, .lessOrEqual, 10 * terms.count) }
    row(cost, .lessOrEqual, 0, 500)
  }

  mutating func addShares(_ size: Int) {
    let sellers = (0..<max(6, size / 2)).map { _ in amount() }, buyers = sellers.map { _ in amount() }
    let kinds = (0..<6).map { _ in amount() }
    for kind in kinds { row([(kind, 1)], .lessOrEqual, 60, 100) }
    for (i, seller) in sellers.enumerated() {
      let others = [i, random.int(0...buyers.count - 1), i + random.int(1...9), 7 * i].map { $0 % buyers.count }
      for other in Set(others).sorted() {
        row([(seller, 1), (buyers[other], 1)], .greaterOrEqual, random.pick([10, 20, 20, 35, 50, random.int(5...60)]))
      }
    }
    row((sellers + buyers).map { ($0, 1) }, .lessOrEqual, 0, 750)
    for (i, one) in (sellers + buyers).enumerated() {
      row([(one, 1)], .greaterOrEqual, random.pick([5, 10, 15]), 600)
      if i % 2 == 0 { row([(one, 1), (random.pick(kinds), -1)], .equal, 0, 400) }
    }
    for (seller, buyer) in zip(sellers, buyers) { row([(seller, 1), (buyer, -1)], .equal, 0, 250) }
  }

  mutating func addShops(_ size: Int) {
    var machines = Array(repeating: (step: -1, length: 0, end: 0), count: max(4, size / 200))
    var orders: [Int: Int] = [:]
    while variables < size {
      var last = (step: -1, length: 0, end: 0)
      for _ in 0..<6 {
        let (step, length) = (amount(price: 1, 250), random.int(2...12)), machine = random.int(0...machines.count - 1)
        if last.step >= 0 {
          row([(step, 1), (last.step, -1)], .greaterOrEqual, last.length)
          if random.int(0...9) < 4 { row([(step, 1), (last.step, -1)], .equal, last.length, 300) }
        }
        if machines[machine].step >= 0 {
          let pause = random.pick([0, 0, 1, 3])
          row([(step, 1), (machines[machine].step, -1)], .greaterOrEqual, machines[machine].length + pause)
        }
        last = (step, length, max(last.end, machines[machine].end) + length)
        machines[machine] = last
      }
      row([(last.step, 1)], .lessOrEqual, last.end * random.int(75...110) / 100, random.pick([700, 650, 600, 550]))
      let order = random.int(0...max(4, size / 50))
      if let other = orders[order] { row([(last.step, 1), (other, -1)], .equal, random.pick([0, 0, 5]), 450) }
      orders[order] = last.step
    }
  }

  mutating func addTrains(_ size: Int) {
    let places = max(6, size / 400)
    var last = Array(repeating: (arrival: -1, time: 0), count: places)
    while variables < size {
      let (start, direction) = (random.int(0...places - 1), random.pick([1, places - 1]))
      var previous = (arrival: -1, time: 0)
      for k in 0..<10 {
        let (arrival, way) = (amount(price: 1, 300), random.int(3...9)), place = (start + direction * k) % places
        if k > 0 { row([(arrival, 1), (previous.arrival, -1)], .greaterOrEqual, way) }
        if last[place].arrival >= 0 {
          let gap = random.pick([2, 2, 3, 6])
          row([(arrival, 1), (last[place].arrival, -1)], .greaterOrEqual, gap, random.pick([1000, 700]))
        }
        previous = (arrival, max(previous.time + way, last[place].time + 2))
        last[place] = previous
      }
      row([(previous.arrival, 1)], .lessOrEqual, previous.time * random.int(85...110) / 100, 600)
    }
  }

  mutating func addWays(_ size: Int) {
    let side = max(3, Int(Double(size / 4).squareRoot()))
    var balances = Array(repeating: [(Int, Double)](), count: side * side)
    func add(_ from: Int, _ to: Int) {
      let arc = amount(price: random.int(1...50), 500)
      balances[from].append((arc, 1))
      balances[to].append((arc, -1))
    }
    for node in 0..<side * side {
      for other in [node / side * side + (node + 1) % side, (node + side) % (side * side)] {
        add(node, other)
        add(other, node)
      }
    }
    var supplies = Array(repeating: 0, count: side * side)
    for _ in 0..<5 {
      supplies[random.int(0...side * side - 1)] += 1
      supplies[random.int(0...side * side - 1)] -= 1
    }
    for (balance, supply) in zip(balances, supplies) { row(balance, .equal, supply) }
  }

  mutating func addPatterns(_ size: Int) {
    let count = max(5, size / 6), roll = 100
    let widths = (0..<count).map { _ in random.int(5...50) }
    var cut = Array(repeating: [(Int, Double)](), count: count)
    var leftOver: [(Int, Double)] = []
    for pattern in 0..<size {
      let first = random.int(0...count - 1)
      var room = roll
      for place in Set((0..<4).map { _ in (first + random.int(0...25)) % count } + [pattern % count]).sorted()
      where room >= widths[place] {
        let pieces = random.int(1...room / widths[place])
        room -= pieces * widths[place]
        cut[place].append((variables + pattern, Double(pieces)))
      }
      leftOver.append((variables + pattern, Double(room)))
    }
    for pieces in cut where !pieces.isEmpty { row(pieces, .greaterOrEqual, random.int(10...200)) }
    row(leftOver.map { ($0.0, 1) }, .lessOrEqual, 0, 600)
    row(leftOver.filter { $0.1 > 0 }, .lessOrEqual, 0, 400)
    variables += size
  }

  mutating func addStages(_ size: Int) {
    let width = 20, stages = max(3, size / width), first = variables
    let planted = (0..<stages * width).map { _ in random.int(0...30) }
    variables += stages * width
    for stage in 1..<stages {
      for number in 0..<width / 2 {
        let places = [stage - 1, stage].flatMap { stage in random.distinct(4, below: width).map { stage * width + $0 } }
        let terms = places.map { ($0, random.pick([-1, 1]) * Double(random.int(1...200)) / 100) }
        let sum = terms.reduce(0) { $0 + Double(planted[$1.0]) * $1.1 }
        rows.append(
          Program.Row(terms.map { .init(first + $0.0, $0.1) }, number < 6 ? .equal : .lessOrEqual, sum, priority: 1000))
      }
      for place in stage * width..<(stage + 1) * width {
        row([(first + place, 1)], .equal, random.int(0...30), random.pick([600, 500, 400, 250]))
      }
    }
  }

  mutating func addPlaces(_ size: Int) {
    let count = size / 8
    var columns = Array(repeating: [(Int, Double)](), count: count)
    var costs: [(Int, Double)] = []
    for line in 0..<count {
      let near = Set([line] + (0..<8).map { _ in (line + count + random.int(-15...15)) % count }).sorted()
      for column in near {
        columns[column].append((variables, 1))
        costs.append((variables, Double(random.int(1...10))))
        variables += 1
      }
      row(near.indices.map { (variables - near.count + $0, 1) }, .equal, 1)
    }
    for column in columns { row(column, .equal, 1) }
    row(costs, .lessOrEqual, 0, 500)
  }

  mutating func addTransport(_ size: Int) {
    let count = size / 8
    var sources = Array(repeating: [(Int, Double)](), count: count)
    for sink in 0..<count {
      var ways: [(Int, Double)] = []
      for source in random.distinct(8, below: count) {
        ways.append((amount(price: random.int(1...90), sink % 3 == 0 ? 500 : 400), 1))
        sources[source].append(ways[ways.count - 1])
      }
      row(ways, .equal, random.int(1...10), 750)
    }
    for ways in sources where !ways.isEmpty {
      row(ways, .lessOrEqual, random.int(3...9))
      row(ways, .greaterOrEqual, 2, 600)
    }
  }

  mutating func addCovering(_ size: Int) {
    for _ in 0..<size {
      let place = amount(price: random.int(1...20), random.pick([600, 500]))
      row([(place, 1)], .lessOrEqual, 1, 750)
    }
    for _ in 0..<size {
      row(random.distinct(6, below: size).map { ($0, 1) }, .greaterOrEqual, random.int(1...3))
    }
  }

  mutating func addCommodities(_ size: Int) {
    let kinds = 3
    let side = max(3, Int(Double(size / (4 * kinds)).squareRoot()))
    var balances = Array(repeating: [(Int, Double)](), count: side * side * kinds)
    for place in 0..<side * side {
      let right = place % side + 1 < side ? [place + 1] : []
      for next in right + (place + side < side * side ? [place + side] : []) {
        for (from, to) in [(place, next), (next, place)] {
          let price = random.int(1...9)
          let goods = (0..<kinds).map { amount(price: price, $0 % 2 == 0 ? 500 : 400) }
          row(goods.map { ($0, 1) }, .lessOrEqual, random.int(2...12), 600)
          for (kind, good) in goods.enumerated() {
            balances[from * kinds + kind].append((good, 1))
            balances[to * kinds + kind].append((good, -1))
          }
        }
      }
    }
    for kind in 0..<kinds {
      var supplies = Array(repeating: 0, count: side * side)
      for _ in 0..<side {
        let amount = random.int(1...4)
        supplies[random.int(0...side * side - 1)] += amount
        supplies[random.int(0...side * side - 1)] -= amount
      }
      for place in 0..<side * side { row(balances[place * kinds + kind], .equal, supplies[place]) }
    }
  }

  mutating func addAssignment(_ size: Int) {
    let side = Int(Double(size).squareRoot())
    variables = side * side
    for line in 0..<side {
      row((0..<side).map { (line * side + $0, 1) }, .equal, 1)
      row((0..<side).map { ($0 * side + line, 1) }, .equal, 1)
    }
    for cell in 0..<side * side { row([(cell, Double(random.int(1...100)))], .lessOrEqual, 0, 500) }
  }

  /// `need` of an hour, and by how much it varies.
  mutating func addShifts(_ size: Int, need: (Int) -> (Int, ClosedRange<Int>)) {
    let lengths = [4, 6, 8, 10]
    let hours = size / lengths.count
    let shifts = (0..<hours).map { _ in lengths.map { amount(price: $0, 300) } }
    let totals = lengths.indices.map { variables + $0 }
    variables += totals.count
    for hour in 0..<hours {
      let covering = lengths.enumerated().flatMap { kind, length in
        (max(0, hour - length + 1)...hour).map { (shifts[$0][kind], 1.0) }
      }
      let (usual, change) = need(hour)
      let need = usual + random.int(change)
      row(covering, .greaterOrEqual, need, hour % 3 == 0 ? 1000 : 700)
      row(covering, .lessOrEqual, need + 1, 500)
      for kind in [0, 2] where hour >= 24 {
        row([(shifts[hour][kind], 1), (shifts[hour - 24][kind], -1)], .equal, 0, 400)
      }
    }
    for (kind, total) in totals.enumerated() { row(shifts.map { ($0[kind], 1) } + [(total, -1)], .equal, 0) }
    row([(totals[0], 1), (totals[2], -0.5)], .greaterOrEqual, 0, 600)
    row([(totals[3], 1), (totals[1], -1)], .lessOrEqual, 0, 600)
  }

  mutating func addSlots(_ size: Int) {
    let slots = 16
    let talks = max(4, size / slots)
    variables = talks * slots
    let people = (0..<talks).map { _ in random.int(10...120) }
    for talk in 0..<talks { row((0..<slots).map { (talk * slots + $0, 1) }, .equal, 1) }
    for slot in 0..<slots {
      row((0..<talks).map { ($0 * slots + slot, 1) }, .lessOrEqual, talks / slots + 2)
      let room = people.reduce(0, +) * random.int(85...120) / (100 * slots)
      row((0..<talks).map { ($0 * slots + slot, Double(people[$0])) }, .lessOrEqual, room, 750)
    }
    for _ in 0..<2 * talks {
      let pair = random.distinct(2, below: talks)
      for slot in 0..<slots { row(pair.map { ($0 * slots + slot, 1) }, .lessOrEqual, 1, 600) }
    }
    for share in 0..<variables where random.int(0...9) < 4 {
      row([(share, Double(random.int(1...5)))], .lessOrEqual, 0, random.pick([500, 400, 250]))
    }
  }

  mutating func addRings(_ size: Int) {
    variables = size
    let side = Int(Double(size).squareRoot())
    for member in 0..<size { row([(member, 1)], .greaterOrEqual, 1, random.pick([600, 500, 250])) }
    for _ in 0..<size {
      let (line, place) = (random.int(0...side - 1), random.int(0...side - 1))
      let near = (0..<random.int(3...6)).map { _ in (line + random.int(-2...2)) * side + place + random.int(-2...2) }
      row(Set(near.map { min(max($0, 0), size - 1) }).sorted().map { ($0, 1) }, .lessOrEqual, 1)
    }
    for _ in 0..<size / 2 {
      let ring = random.distinct(random.pick([5, 5, 7, 9]), below: size)
      row(ring.map { ($0, 1) }, .lessOrEqual, ring.count / 2)
      for (member, next) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        row([(member, 1), (next, 1)], .lessOrEqual, 1)
      }
    }
  }

  mutating func addCirculation(_ size: Int) {
    let side = max(3, Int(Double(size / 2).squareRoot()))
    let arcs = (0..<side * side).map { (right: variables + 2 * $0, down: variables + 2 * $0 + 1) }
    variables += 2 * arcs.count
    for line in 0..<side {
      for place in 0..<side {
        let node = arcs[line * side + place]
        for arc in [node.right, node.down] {
          row([(arc, 1)], .lessOrEqual, random.int(5...60))
          row([(arc, 1)], .equal, random.int(0...60), random.chance(2.0 / 3) ? 500 : 250)
        }
        let left = arcs[line * side + (place + side - 1) % side], above = arcs[(line + side - 1) % side * side + place]
        row([(node.right, 1), (node.down, 1), (left.right, -1), (above.down, -1)], .equal, 0)
      }
    }
  }

  mutating func addComparators(_ size: Int) {
    let stages = 8, count = max(8, size / (stages + 1) / 2 * 2)
    var values = Array(variables..<variables + count)
    variables += count
    for value in values {
      row([(value, 1)], .equal, random.int(5...100), random.pick([600, 500]))
      row([(value, 1)], .lessOrEqual, 120)
    }
    for _ in 0..<stages {
      let order = random.distinct(count, below: count)
      var next = values
      for (one, other) in zip(order[..<(count / 2)], order[(count / 2)...]) {
        let (larger, lesser) = (variables, variables + 1)
        variables += 2
        row([(larger, 1), (lesser, 1), (values[one], -1), (values[other], -1)], .equal, 0)
        for place in [one, other] { row([(larger, 1), (values[place], -1)], .greaterOrEqual, 0) }
        row([(larger, 1), (lesser, -1)], .equal, 0, 200)
        (next[one], next[other]) = (larger, lesser)
      }
      values = next
    }
    for (value, before) in zip(values, [nil] + values) {
      row([(value, 1)], .lessOrEqual, random.int(50...80), 700)
      if let before { row([(value, 1), (before, -1)], .equal, 0, 300) }
    }
  }

  mutating func addLetters(_ size: Int) {
    let count = max(12, size / 8)
    let lines = [variables, variables + count].map { Array($0..<$0 + count) }
    variables += 2 * count
    for line in lines {
      for letter in line {
        row([(letter, 1)], .greaterOrEqual, 1)
        row([(letter, 1)], .equal, 10, 200)
      }
      for (letter, next) in zip(line, line.dropFirst()) {
        row([(letter, 1), (next, -1)], .equal, 0, random.pick([280, 240]))
      }
      row(line.map { ($0, 1) }, .lessOrEqual, 9 * count, 800)
    }
    let words = variables..<max(size, variables + 4)
    variables = words.upperBound
    for word in words {
      let along = random.int(0...1), length = random.int(3...9), first = random.int(0...(count - length - 1))
      let spanned = lines[along][first..<first + length].map { ($0, -1.0) }
      row([(word, (0.6 * Double(length) * 100).rounded() / 100)] + spanned, .lessOrEqual, 0)
      row([(word, 1.2), (lines[1 - along][random.int(0...count - 1)], -1)], .lessOrEqual, 0, random.pick([1000, 700]))
      row([(word, 1)], .greaterOrEqual, random.int(7...14), random.pick([600, 500, 400]))
      row([(word, 1)], .lessOrEqual, 24)
      let other = word - random.int(2...10)
      if other >= words.lowerBound { row([(word, 1), (other, -1)], .equal, 0, random.pick([450, 350])) }
    }
  }

  mutating func addMakers(_ size: Int) {
    let count = size / 3
    let made = (0..<count).map { $0 }
    variables = 2 * count
    let bought = made.map { amount(price: 1 + $0 % 3, 250) }
    let hubs = (0..<12).map { _ in random.int(0...count - 1) }
    var uses = Array(repeating: [Int: Double](), count: count)
    for maker in made {
      let goods = (0..<7).map { _ in random.int(0...count - 1) } + (0..<4).map { _ in hubs[random.int(0...11)] }
      for good in goods where good != maker { uses[good][maker] = -Double(random.int(10...80)) / 1000 }
    }
    for maker in made {
      let used = uses[maker].sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      row([(maker, 1), (count + maker, -1), (bought[maker], 1)] + used, .equal, 0)
      row([(maker, 1)], .lessOrEqual, random.int(20...150))
      row([(count + maker, 1)], .equal, random.int(5...60), [600, 500, 400][random.int(0...2)])
      row([(bought[maker], 1)], .lessOrEqual, 30)
    }
    for part in 0..<6 {
      let some = made.filter { part < 3 ? $0 % 3 == part : random.chance(0.5) }
      row(some.map { ($0, Double(random.int(10...200)) / 100) }, .lessOrEqual, 25 * some.count, 750)
    }
  }

  /// Three of something that there is two of.
  mutating func addContradiction() -> [Int] {
    row([(3, 1), (7, 1)], .greaterOrEqual, 3)
    row([(3, 1), (7, 1)], .lessOrEqual, 2)
    return [rows.count - 2, rows.count - 1]
  }
}
