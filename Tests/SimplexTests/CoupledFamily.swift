// Families of programs whose rows couple nearly all variables, each of a size and a seed: layouts for the most part.

import Foundation
import Simplex
import TestSupport

/// A program whose rows couple nearly all its variables.
enum CoupledFamily: CaseIterable {
  /// A tree: parents centred over their children, nodes of one depth apart.
  case tree
  /// Rooms in order across and down, with wished ratios, widths and common edges.
  case rooms
  /// The same but not in a grid, each below one of three, with wished areas: many rows that are nearly dependent.
  case plan
  /// Rows over a few variables each at five priorities.
  case random
  /// The same of sizes that are mostly near each other, with coefficients and some equalities that must hold.
  case sizes
  /// Cells of a table in three ways, with wished margins of each kind and wished values of their own.
  case table
  /// Short flows through a grid in three dimensions from supplies to demands: nodes of up to six edges.
  case flows
  /// Marks of which few may be shown, and terms, wished to be seen, that are where one of their marks is.
  case coverage
  /// Rows of seats, each midway between two in front, the rows wider and wider: bases that are nearly singular.
  case seats
  /// A bent plate: the load of each knot of a grid is what its neighbours bend it by, loads and bends are wished, bends within bounds. Taken
  /// level by level, rows fill factors that those of the optimum do not.
  case plate
  /// Work done, as shares over time that follow those of others, within the peaks of three resources.
  case levelling
  /// A camera's path, still, then straight, then bent, whose corners must stay in the picture taken.
  case camera
  /// Cards in rows, as wide as those above and beside them but for one: thousands of rows meet in a vertex that is nearly the optimum.
  case cards
  /// Tracks that share what is left, and items across some of them, as wide as they are.
  case subgrid
  /// Displays in a wall, as wide as those beside them but for one, and pictures across their frames: more rows touch at the optimum than it takes.
  case displays
  /// A frame whose bars carry three loads, the areas wished to be small: forces may go many ways, none of which may change its sign.
  case truss

  /// A number of variables from which on an interior point method is asked.
  var least: Int {
    switch self {
    case .tree, .random, .sizes, .seats, .camera: 400
    case .rooms, .plate, .subgrid, .displays, .truss: 800
    case .cards: 3200
    case .coverage: 1600
    case .table: 1728
    case .plan, .flows, .levelling: 1200
    }
  }

  func program(size: Int, seed: UInt64) -> Program {
    var builder = CoupledBuilder(seed: seed)
    switch self {
    case .tree: builder.addTree(size)
    case .rooms: builder.addRooms(size)
    case .plan: builder.addPlan(size)
    case .random: builder.addRandom(size)
    case .sizes: builder.addSizes(size)
    case .table: builder.addTable(size)
    case .flows: builder.addFlows(size)
    case .coverage: builder.addCoverage(size)
    case .seats: builder.addSeats(size)
    case .plate: builder.addPlate(size)
    case .levelling: builder.addLevelling(size)
    case .camera: builder.addCamera(size)
    case .cards: builder.addCards(size)
    case .subgrid: builder.addSubgrid(size)
    case .displays: builder.addDisplays(size)
    case .truss: builder.addTruss(size)
    }
    return Program(nonnegative: builder.nonnegative, rows: builder.rows)
  }
}

private struct CoupledBuilder {
  var random: SplitMix64
  var nonnegative: [Bool] = []
  var rows: [Program.Row] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func pick(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }

  private mutating func variable(isSize: Bool = false) -> Int {
    nonnegative.append(isSize)
    return nonnegative.count - 1
  }

  private mutating func row(
    _ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000
  ) {
    rows.append(
      Program.Row(terms.map { Program.Term($0.0, $0.1) }, relation, constant, priority: priority))
  }

  mutating func addTree(_ size: Int) {
    let nodes = (0..<size).map { _ in variable() }
    var children = Array(repeating: [Int](), count: size)
    var depth = Array(repeating: 0, count: size)
    for node in 1..<size {
      let parent = min(node - 1, Int.random(in: max(0, (node - 1) / 3 - 3)...max(0, (node - 1) / 2), using: &random))
      children[parent].append(node)
      depth[node] = depth[parent] + 1
    }
    row([(nodes[0], 1)], .equal, 0)
    for (node, list) in children.enumerated() {
      guard let first = list.first, let last = list.last else { continue }
      let ends = first == last ? [(nodes[first], -2.0)] : [(nodes[first], -1.0), (nodes[last], -1.0)]
      row([(nodes[node], 2)] + ends, .equal, 0, pick(0...1) == 0 ? 700 : 500)
      for (left, right) in zip(list, list.dropFirst()) { row([(nodes[right], 1), (nodes[left], -1)], .equal, 60, 300) }
    }
    for level in Dictionary(grouping: nodes.indices, by: { depth[$0] }).sorted(by: { $0.key < $1.key }) {
      for (left, right) in zip(level.value, level.value.dropFirst()) {
        row([(nodes[right], 1), (nodes[left], -1)], .greaterOrEqual, 40 + pick(0...20))
      }
    }
  }

  mutating func addRooms(_ size: Int) {
    let across = max(2, Int(Double(size / 4).squareRoot()))
    var above: [(x: Int, y: Int, width: Int, height: Int)] = []
    for line in 0..<across {
      var current: [(x: Int, y: Int, width: Int, height: Int)] = []
      for column in 0..<across {
        let (x, y) = (variable(), variable())
        let room = (x: x, y: y, width: variable(isSize: true), height: variable(isSize: true))
        row([(x, 1)], .greaterOrEqual, 0)
        row([(y, 1)], .greaterOrEqual, 0)
        if let left = current.last {
          let terms = [(x, 1.0), (left.x, -1), (left.width, -1)]
          row(terms, .greaterOrEqual, 4)
          row(terms, .equal, 4, pick(0...1) == 0 ? 300 : 500)
          if pick(0...1) == 0 { row([(y, 1), (left.y, -1)], .equal, 0, 600) }
        }
        if line > 0 {
          let terms = [(y, 1.0), (above[column].y, -1), (above[column].height, -1)]
          row(terms, .greaterOrEqual, 4)
          row(terms, .equal, 4, pick(0...1) == 0 ? 300 : 500)
          if pick(0...1) == 0 { row([(x, 1), (above[column].x, -1)], .equal, 0, 600) }
        }
        row([(room.width, 1), (room.height, -0.75 - 0.25 * pick(0...2))], .equal, 0, 400)
        row([(room.width, 1)], .greaterOrEqual, 20)
        row([(room.height, 1)], .greaterOrEqual, 15)
        row([(room.width, 1)], .equal, 40 + pick(0...60), 200)
        if column == across - 1 { row([(x, 1), (room.width, 1)], .lessOrEqual, Double(70 * across)) }
        if line == across - 1 { row([(y, 1), (room.height, 1)], .lessOrEqual, Double(50 * across)) }
        current.append(room)
      }
      above = current
    }
  }

  mutating func addRandom(_ size: Int) {
    for _ in 0..<size { _ = variable(isSize: pick(0...1) == 0) }
    let point = (0..<size).map { _ in pick(0...100) }
    for index in 0..<2 * size {
      let members = Set((0...Int(pick(1...3))).map { _ in Int.random(in: 0..<size, using: &random) }).sorted()
      let terms = members.map { ($0, pick(0...1) == 0 ? 1.0 : -1) }
      let sum = terms.reduce(0) { $0 + $1.1 * point[$1.0] }
      switch index % 4 {
      case 0: row(terms, .lessOrEqual, sum + pick(0...20))
      case 1: row(terms, .greaterOrEqual, sum + pick(-40...60), 100 * pick(2...6))
      default: row(terms, .equal, sum + pick(-60...60), 100 * pick(2...6))
      }
    }
  }
}

extension CoupledBuilder {
  mutating func addPlan(_ size: Int) {
    let across = max(2, Int(Double(size / 4).squareRoot()))
    let (right, bottom) = (variable(), variable())
    row([(right, 1)], .equal, Double(85 * across))
    row([(bottom, 1)], .equal, Double(65 * across), 700)
    var rooms: [(x: Int, y: Int, width: Int, height: Int)] = []
    for index in 0..<size / 4 {
      let (x, y) = (variable(), variable())
      let (width, height) = (variable(isSize: true), variable(isSize: true))
      row([(width, 1)], .greaterOrEqual, 24)
      row([(height, 1)], .greaterOrEqual, 20)
      row([(x, 1)], .greaterOrEqual, 0)
      row([(y, 1)], .greaterOrEqual, 0)
      row([(x, 1), (width, 1), (right, -1)], .lessOrEqual, 0)
      row([(y, 1), (height, 1), (bottom, -1)], .lessOrEqual, 0)
      if index % across > 0 {
        let left = rooms[index - 1]
        row([(x, 1), (left.x, -1), (left.width, -1)], .greaterOrEqual, 4)
        row([(x, 1), (left.x, -1), (left.width, -1)], .equal, 4, pick(0...1) == 0 ? 700 : 400)
        if pick(0...1) == 0 { row([(y, 1), (left.y, -1)], .equal, 0, pick(0...1) == 0 ? 600 : 500) }
        if pick(0...4) < 2 {
          row([(y, 1), (height, 1), (left.y, -1), (left.height, -1)], .equal, 0, pick(0...1) == 0 ? 600 : 500)
        }
      }
      if index >= across {
        let (over, beside) = (index - across, index - across + Int(pick(-1...1)))
        let above = rooms[beside >= 0 && beside < index - 1 ? beside : over]
        row([(y, 1), (above.y, -1), (above.height, -1)], .greaterOrEqual, 4)
        row([(y, 1), (above.y, -1), (above.height, -1)], .equal, 4, pick(0...1) == 0 ? 700 : 400)
        if pick(0...1) == 0 { row([(x, 1), (rooms[over].x, -1)], .equal, 0, pick(0...1) == 0 ? 600 : 500) }
      }
      let ratio = [0.6, 0.75, 1, 1.25, 1.6][Int(pick(0...4))]
      row([(width, 1), (height, -ratio)], .equal, 0, pick(0...1) == 0 ? 500 : 400)
      row([(width, 1), (height, 1)], .equal, 110 + pick(-30...60), 250)
      rooms.append((x, y, width, height))
    }
  }

  mutating func addTable(_ size: Int) {
    let side = Int(cbrt(Double(size)).rounded())
    let cells = (0..<side * side * side).map { _ in variable(isSize: true) }
    for step in [1, side, side * side] {
      for first in cells where first / step % side == 0 {
        let line = (0..<side).map { (cells[first + $0 * step], 1.0) }
        row(line, .equal, pick(2 * side...6 * side), step == 1 ? 700 : step == side ? 600 : 500)
      }
    }
    for cell in cells {
      row([(cell, 1)], .lessOrEqual, 9)
      row([(cell, 1)], .equal, pick(0...9), 300)
    }
  }

  mutating func addFlows(_ size: Int) {
    let side = Int(cbrt(Double(size) / 3).rounded())
    var nodes = Array(repeating: [(Int, Double)](), count: side * side * side)
    for node in nodes.indices {
      for step in [1, side, side * side] where node / step % side < side - 1 {
        let edge = variable()
        row([(edge, 1)], .equal, 0, 500)
        nodes[node].append((edge, 1))
        nodes[node + step].append((edge, -1))
      }
    }
    var supplies = nodes.map { _ in pick(-9...9) }
    supplies[0] -= supplies.reduce(0, +)
    for (terms, supply) in zip(nodes, supplies) { row(terms, .equal, supply) }
  }

  mutating func addCoverage(_ size: Int) {
    let count = size / 2
    let marks = (0..<count).map { _ in variable(isSize: true) }, terms = (0..<count).map { _ in variable(isSize: true) }
    for mark in marks { row([(mark, 1)], .lessOrEqual, 1) }
    for first in stride(from: 0, to: count, by: 100) {
      row(marks[first..<min(first + 100, count)].map { ($0, 1) }, .lessOrEqual, 12, 600)
    }
    row(marks.map { ($0, 1) }, .lessOrEqual, Double(count / 12))
    for term in terms {
      let place = random.int(0...count - 1)
      let near = (0..<random.int(2...6)).map { _ in
        random.chance(0.9) ? (place + random.int(0...59)) % count : random.int(0...count - 1)
      }
      row([(term, 1)], .lessOrEqual, 1)
      row([(term, 1)] + Set(near).sorted().map { (marks[$0], -1) }, .lessOrEqual, 0)
      row([(term, 1)], .greaterOrEqual, 1, random.pick([500, 500, 400]))
      rows[rows.count - 1].weight = pick(1...20)
    }
  }

  mutating func addPlate(_ size: Int) {
    let side = Int(Double(size / 2).squareRoot())
    let bends = (0..<side * side).map { _ in variable() }, loads = bends.map { _ in variable() }
    for (place, bend) in bends.enumerated() {
      var terms = [(loads[place], -1.0), (bend, -4)]
      for (across, along) in [(1, 0), (-1, 0), (0, 1), (0, -1)]
      where 0..<side ~= place % side + across && 0..<side ~= place / side + along {
        terms.append((bends[place + across + along * side], 1))
      }
      row(terms, .equal, 0)
      row([(loads[place], 1)], .equal, max(0, pick(-6...2)), 500)
      row([(bend, 1)], .equal, pick(-9...9), pick(0...1) == 0 ? 400 : 500)
      row([(bend, 1)], .lessOrEqual, 8)
      row([(bend, 1)], .greaterOrEqual, -8)
    }
  }

  mutating func addLevelling(_ size: Int) {
    let times = 20
    let peaks = (0..<3).map { _ in variable(isSize: true) }
    var uses = peaks.map { peak in (0..<times).map { _ in [(peak, -1.0)] } }
    var tasks: [[Int]] = []
    for task in 0..<max(4, size / times) {
      let done = (0..<times).map { _ in variable(isSize: true) }
      for (before, after) in zip(done, done.dropFirst()) { row([(after, 1), (before, -1)], .greaterOrEqual, 0) }
      row([(done[times - 1], 1)], .lessOrEqual, 1)
      row([(done[times - 1], 1)], .greaterOrEqual, 1, 600)
      rows[rows.count - 1].weight = 50
      for _ in 0..<2 {
        let (other, delay) = (task - Int(pick(1...30)), Int(pick(1...2)))
        guard other >= 0 else { continue }
        if pick(1...10) == 1 { row([(done[0], 1)], .equal, 0) }
        for time in delay..<times { row([(tasks[other][time - delay], 1), (done[time], -1)], .greaterOrEqual, 0) }
      }
      let (resource, use) = (Int(pick(0...2)), pick(1...9))
      for time in 0..<times {
        uses[resource][time].append((done[time], use))
        if time > 0 { uses[resource][time].append((done[time - 1], -use)) }
      }
      for time in stride(from: 2, to: times, by: 3) {
        row([(done[time], 1)], .equal, min(1, (Double(time) * pick(30...200) / 20).rounded() / 100), 250)
        rows[rows.count - 1].weight = (pow(10, pick(0...100) / 100) * 100).rounded() / 100
      }
      tasks.append(done)
    }
    for peak in peaks {
      row([(peak, 1)], .equal, 0, 400)
      rows[rows.count - 1].weight = Double(tasks.count) / 4
    }
    for use in uses.joined() { row(use, .lessOrEqual, 0) }
  }

  mutating func addSeats(_ size: Int) {
    var (line, front) = (0, [Int]())
    while nonnegative.count < size {
      let seats = (0..<max(4, Int(Double(size).squareRoot()) / 2 + line)).map { _ in variable() }
      for (index, pair) in zip(seats, seats.dropFirst()).enumerated() {
        row([(pair.1, 1), (pair.0, -1)], .greaterOrEqual, 18)
        row([(pair.1, 1), (pair.0, -1)], .equal, pick(22...26), 250)
        if index + 1 < min(front.count, seats.count - 2) {
          row([(pair.1, 2), (front[index], -1), (front[index + 1], -1)], .equal, 0, pick(5...6) * 100)
        }
      }
      row([(seats[0], 1), (seats[seats.count - 1], 1)], .equal, 0, 750)
      if line % 5 == 0 { row([(seats[seats.count / 3], 1)], .equal, pick(-115...(-85)), 750) }
      (line, front) = (line + 1, seats)
    }
  }

  mutating func addCamera(_ size: Int) {
    let path = (0..<size / 4).map { _ in (0..<4).map { _ in variable() } }
    var (centre, drift) = ([0.0, 0.0], [0.0, 0.0])
    for (time, at) in path.enumerated() {
      if time % 60 == 0 { drift = [pick(-3000...3000), pick(-1000...1000)] }
      for axis in 0...1 {
        centre[axis] += (drift[axis] + pick(-3000...3000) + pick(-3000...3000) + pick(-3000...3000)) / 1000
      }
      for (x, y) in [(-160.0, -90.0), (160, -90), (-160, 90), (160, 90)] {
        guard (time + (x > 0 ? 1 : 0) + (y > 0 ? 1 : 0)) % 2 == 0 else { continue }
        let corners: [([(Int, Double)], Double)] = [
          ([(at[0], 1), (at[2], x), (at[3], -y)], centre[0] + x),
          ([(at[1], 1), (at[2], y), (at[3], x)], centre[1] + y),
        ]
        for (terms, middle) in corners {
          row(terms, .lessOrEqual, middle + 24)
          row(terms, .greaterOrEqual, middle - 24)
        }
      }
      if time % 2 == 0 {
        row([(at[2], 50)], .equal, 50, 400)
        row([(at[3], 50)], .equal, 0, 400)
      }
      for (axis, factor) in zip(at.indices, [1.0, 1, 100, 100]) {
        if time > 0 { row([(at[axis], factor), (path[time - 1][axis], -factor)], .equal, 0, 500) }
        if time > 1, axis != 1 {
          let bend = [(at[axis], factor), (path[time - 1][axis], -2 * factor), (path[time - 2][axis], factor)]
          row(bend, .equal, 0, axis > 0 ? 500 : 250)
        }
      }
    }
  }

  mutating func addCards(_ size: Int) {
    let across = 8, lines = size / 2 / across
    let (left, right) = (variable(), variable())
    row([(left, 1)], .equal, 0)
    row([(right, 1)], .equal, Double(150 * across))
    let odd = pick(1...lines - 1)
    var above: [Int] = []
    for line in 0..<lines {
      var x = left
      var widths: [Int] = []
      for column in 0..<across {
        let (previous, width) = (x, variable(isSize: true))
        x = variable()
        row([(x, 1), (previous, -1)] + widths.suffix(1).map { ($0, -1) }, .equal, 8)
        row([(width, 1)], .greaterOrEqual, pick(40...80))
        row([(width, 1)], .lessOrEqual, pick(200...300), 750)
        row([(width, 1)], .equal, pick(80...240), 250)
        if !above.isEmpty {
          let difference = Double(line) == odd && column == 3 ? 1.0 : 0
          row([(width, 1), (above[column], -1)], .equal, difference, random.chance(0.75) ? 500 : 600)
        }
        if let last = widths.last, random.chance(0.5) { row([(width, 1), (last, -1)], .equal, 0, 400) }
        widths.append(width)
      }
      row([(right, 1), (x, -1), (widths[across - 1], -1)], line % 2 > 0 ? .equal : .greaterOrEqual, 8)
      above = widths
    }
  }

  mutating func addSubgrid(_ size: Int) {
    let tracks = (0..<size / 6).map { _ in variable(isSize: true) }
    let (fraction, whole) = (variable(isSize: true), variable(isSize: true))
    row(tracks.map { ($0, 1) } + [(whole, -1)], .equal, 0)
    row([(whole, 1)], .equal, Double(tracks.count) * pick(60...70), 800)
    for track in tracks {
      row([(track, 1)], .greaterOrEqual, 8)
      if random.chance(0.5) {
        row([(track, 1), (fraction, -[1.0, 1, 2, 3][Int(pick(0...3))])], .equal, 0, 600)
      } else {
        let content = pick(30...120)
        row([(track, 1)], .greaterOrEqual, content, 500)
        row([(track, 1)], .lessOrEqual, content, 300)
      }
    }
    var items: [Int] = []
    for _ in tracks.count..<size {
      let start = Int(pick(0...tracks.count - 1)), span = [1, 2, 2, 3, 4, 7][Int(pick(0...5))]
      let spanned = tracks[start..<min(tracks.count, start + span)]
      let item = variable(isSize: true), content = pick(25...90) * Double(spanned.count)
      row([(item, 1)] + spanned.map { ($0, -1) }, .equal, [0.0, -8, -16][Int(pick(0...2))])
      row([(item, 1)], .greaterOrEqual, content, random.chance(0.5) ? 750 : 700)
      row([(item, 1)], .lessOrEqual, content, random.chance(0.5) ? 250 : 200)
      if let other = items.suffix(60).randomElement(using: &random), random.chance(0.2) {
        row([(item, 1), (other, -1)], .equal, 0, random.chance(0.5) ? 450 : 350)
      }
      items.append(item)
    }
  }

  mutating func addDisplays(_ size: Int) {
    let side = max(3, Int(Double(size / 4).squareRoot()))
    var above: [(x: Int, y: Int, width: Int)] = []
    for line in 0..<side {
      var current: [(x: Int, y: Int, width: Int)] = []
      var before: Int?
      for place in 0..<side {
        let (x, y, width, shown) = (variable(), variable(), variable(isSize: true), variable())
        row([(width, 1)], .equal, pick(90...110), 250)
        row([(width, 1)], .greaterOrEqual, 60)
        row([(shown, 1), (x, -1)], .greaterOrEqual, 8)
        row([(x, 1), (width, 1), (shown, -1)], .greaterOrEqual, 8)
        row([(shown, 1), (x, -1), (width, -pick(0...100) / 100)], .equal, 0, 250)
        if let left = current.last, let picture = before {
          row([(x, 1), (left.x, -1), (left.width, -1)], .equal, 6, random.chance(0.5) ? 1000 : 750)
          row([(width, 1), (left.width, -1)], .equal, 0, random.chance(0.5) ? 500 : 400)
          row([(y, 1), (left.y, -1)], .equal, 0, random.chance(0.5) ? 600 : 500)
          if random.chance(0.6) { row([(shown, 1), (picture, -1)], .equal, pick(60...150), 400) }
        }
        if line > 0 {
          let terms = [(y, 1.0), (above[place].y, -1), (above[place].width, -0.5625)]
          row(terms, .greaterOrEqual, 6)
          row(terms, .equal, 6, random.chance(0.5) ? 600 : 400)
          row([(x, 1), (above[place].x, -1)], .equal, 0, random.chance(0.5) ? 600 : 500)
        }
        current.append((x, y, width))
        before = shown
      }
      above = current
    }
  }

  mutating func addTruss(_ size: Int) {
    let side = max(3, Int(Double(size / 28).squareRoot()))
    var bars: [(from: Int, to: Int, across: Double, down: Double, area: Int)] = []
    for joint in 0..<side * side {
      for (across, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        let (column, line) = (joint % side + across, joint / side + down)
        guard 0..<side ~= column && 0..<side ~= line else { continue }
        let (area, length) = (variable(isSize: true), Double(across * across + down * down).squareRoot())
        bars.append((joint, line * side + column, Double(across) / length, Double(down) / length, area))
        for priority in [500.0, 250] { row([(area, 1)], .lessOrEqual, 0, priority) }
      }
    }
    for _ in 0..<3 {
      var forces = Array(repeating: [[(Int, Double)]](repeating: [], count: 2), count: side * side)
      for bar in bars {
        let (pull, push) = (variable(isSize: true), variable(isSize: true))
        row([(bar.area, 1), (pull, -1), (push, -1)], .greaterOrEqual, 0)
        for (joint, sign) in [(bar.from, 1.0), (bar.to, -1)] {
          for (way, part) in [bar.across, bar.down].enumerated() where part != 0 {
            forces[joint][way] += [(pull, sign * part), (push, -sign * part)]
          }
        }
      }
      for joint in side..<side * side {
        let isLoaded = joint / side == side - 1 || random.chance(0.1)
        for terms in forces[joint] { row(terms, .equal, isLoaded && random.chance(0.4) ? pick(-3...5) : 0) }
      }
    }
  }

  mutating func addSizes(_ size: Int) {
    for _ in 0..<size { _ = variable(isSize: true) }
    let point = (0..<size).map { _ in pick(0...300) }
    for index in 0..<size * 11 / 5 {
      let middle = Int.random(in: 0..<size, using: &random)
      let members = Set(
        (0..<[2, 2, 2, 3, 3, 4, 5][Int(pick(0...6))]).map { _ in
          pick(0...4) > 0
            ? (middle + Int(pick(-40...40)) + Int(pick(-40...40)) + size) % size
            : Int.random(in: 0..<size, using: &random)
        }
      ).sorted()
      let terms = members.map { ($0, [1, -1, 1, -1, 2, -2, 0.5, -1.5][Int(pick(0...7))]) }
      let sum = terms.reduce(0) { $0 + $1.1 * point[$1.0] }
      let priority = [800.0, 600, 500, 300, 100][Int(pick(0...4))]
      switch pick(0...99) {
      case ..<5 where index < size / 2: row(terms, .equal, sum)
      case ..<35: row(terms, .greaterOrEqual, sum - (pick(0...9) < 7 ? pick(0...60) : 0))
      case ..<60: row(terms, .greaterOrEqual, sum + pick(-20...80), priority)
      default: row(terms, .equal, sum + pick(-40...40), priority)
      }
    }
  }
}
