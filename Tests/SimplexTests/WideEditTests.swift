// Edits that reach most of a scene, again and again: a root that is resized, a size that goes into every cell. From the
// second time on the solver records them (CSolver/src/update/recording.h), and every answer must be that of a new solver:
// to the bit as long as the simplex has no part in it.

import Simplex
import TestSupport
import Testing

/// A list of cells of several kinds, each as wide as the root.
private struct List {
  static let rootWidth = 1, rootHeight = 2
  private(set) var program = Program(variables: 0)
  /// Rows of content sizes that every cell has, and of texts that compete.
  private(set) var bodies: [Int] = [], texts: [Int] = []
  private var random: SplitMix64

  init(seed: UInt64, cells: Int, withCores: Bool, limit: Double) {
    random = SplitMix64(seed: seed)
    let left = variable(), width = variable(true), height = variable(true)
    require([(left, 1)], 0)
    require([(width, 1)], 400)
    require([(height, 1)], 700)
    var above = variable()
    require([(above, 1)], 0)
    for index in 0..<cells {
      let cell = (left: variable(), width: variable(true), height: variable(true))
      require([(cell.left, 1), (left, -1)], 0)
      require([(cell.left, 1), (cell.width, 1), (left, -1), (width, -1)], 0)
      let body = body(cell.width, index)
      switch random.int(0...(withCores ? 4 : 3)) {
      case 0: competing(cell.left, cell.width)
      case 1: equal(cell.left, cell.width)
      case 2: limited(cell.width)
      case 3:
        competing(cell.left, cell.width)
        filling(cell.width)
      default: competition(cell.width)
      }
      require([(cell.height, 1), (body, -1), (cell.width, -0.75)], 10)
      let bottom = variable()
      require([(bottom, 1), (above, -1), (cell.height, -1)], 0)
      above = bottom
      if random.chance(0.2) { add([(cell.width, 1)], .equal, 333, 100 + Double(index % 3)) }
      if random.chance(0.1) { add([(cell.width, 1)], .lessOrEqual, limit, 1000) }
    }
    if random.chance(0.3) { add([(height, 1), (above, -1)], .greaterOrEqual, 0, 50) }
  }

  private mutating func variable(_ nonnegative: Bool = false) -> Int {
    program.nonnegative.append(nonnegative)
    return program.nonnegative.count - 1
  }

  private mutating func add(
    _ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double, below: Double? = nil
  ) {
    program.rows.append(
      Program.Row(
        terms.map { Program.Term($0.0, $0.1) }, relation, constant, priority: priority, priorityBelow: below,
        weight: priority < 1000 && random.chance(0.2) ? 2 : 1))
  }

  private mutating func require(_ terms: [(Int, Double)], _ constant: Double) { add(terms, .equal, constant, 1000) }

  private mutating func body(_ width: Int, _ index: Int) -> Int {
    let body = variable(true)
    bodies.append(program.rows.count)
    add([(body, 1)], .equal, Double(20 * (1 + random.int(0...4))), 250, below: 750)
    if index % 3 == 0 { add([(body, 1), (width, -0.125)], .lessOrEqual, 0, 740) }
    return body
  }

  /// A name and a time in one line; the name gives way.
  private mutating func competing(_ left: Int, _ width: Int) {
    let name = variable(true), time = (left: variable(), width: variable(true))
    texts.append(program.rows.count)
    add([(name, 1)], .equal, Double(random.int(60...260)), 250, below: 750)
    add([(time.width, 1)], .equal, Double(random.int(30...120)), 250, below: 751)
    require([(time.left, 1), (time.width, 1), (left, -1), (width, -1)], -10)
    add([(left, 1), (name, 1), (time.left, -1)], .lessOrEqual, -66, 1000)
  }

  /// Three in a row, of one width.
  private mutating func equal(_ left: Int, _ width: Int) {
    let parts = (0..<3).map { _ in (left: variable(), width: variable(true)) }
    require([(parts[0].left, 1), (left, -1)], 10)
    for index in 1...2 {
      require([(parts[index].left, 1), (parts[index - 1].left, -1), (parts[index - 1].width, -1)], 8)
      require([(parts[index].width, 1), (parts[0].width, -1)], 0)
    }
    require([(left, 1), (width, 1), (parts[2].left, -1), (parts[2].width, -1)], 10)
  }

  /// Two that take all there is, more or less than they want.
  private mutating func filling(_ width: Int) {
    let parts = [variable(true), variable(true)]
    for (index, part) in parts.enumerated() {
      add([(part, 1)], .equal, Double(random.int(50...250)), Double(251 - index), below: Double(750 + index))
    }
    add([(parts[0], 1), (parts[1], 1), (width, -1)], .equal, -8, random.chance(0.5) ? 1000 : 600)
  }

  /// As wide as it wants, within bounds that move.
  private mutating func limited(_ width: Int) {
    let part = variable()
    add([(part, 1), (width, -1)], .lessOrEqual, -20, 1000)
    add([(part, 1)], .greaterOrEqual, Double(random.int(52...60)), 1000)
    add([(part, 1)], .equal, Double(random.int(200...500)), 500)
    add([(part, 2), (width, -1)], .greaterOrEqual, 0, 600)
    add([(part, 1)], .lessOrEqual, 420, 550)
  }

  /// Nothing but the simplex can tell.
  private mutating func competition(_ width: Int) {
    let parts = (0..<3).map { _ in variable(true) }
    add([(parts[0], 1), (parts[1], 1), (width, -1)], .lessOrEqual, -8, 1000)
    add([(parts[1], 1), (parts[2], 2), (width, -1)], .lessOrEqual, -9, 1000)
    for part in parts { add([(part, 1)], .equal, Double(random.int(100...300)), 250, below: Double(740 + part % 3)) }
  }
}

@Suite struct WideEditTests {
  /// Solves, and compares with a new solver and with what was there.
  private func check(_ loaded: LoadedProgram, _ before: inout [Double], exactly: Bool, _ text: String) throws {
    let warm = try loaded.solve(), scratch = try LoadedProgram(loaded.program).solve()
    #expect(warm.outcome == scratch.outcome, "\(text)")
    guard warm.outcome == .optimal, scratch.outcome == .optimal else { return }
    if exactly {
      #expect(warm.values == scratch.values && warm.levels == scratch.levels, "\(text)")
    } else {
      let rounding = 1e-6 + loaded.program.rounding(scratch.values) * Double(loaded.program.rows.count)
      #expect(close(warm.values, scratch.values), "\(text)")
      #expect(close(warm.levels.map(\.error), scratch.levels.map(\.error), rounding), "\(text)")
    }
    let changed = Set(try loaded.solver.changes())
    let expected = zip(warm.values, before).enumerated().filter { $0.element.0 != $0.element.1 }
    #expect(changed == Set(expected.map { loaded.variables[$0.offset] }), "\(text)")
    before = warm.values
  }

  /// Draws an edit; most are wide and of a kind that comes again.
  private func edit(_ list: List, _ random: inout SplitMix64, _ kind: Int) -> [Edit.Change] {
    let width = Edit.Change(
      List.rootWidth, Double(random.chance(0.15) ? random.pick([0, 30, 60, 76, 77, 78, 79]) : random.int(150...600)))
    switch kind {
    case 0...3: return [width]
    case 4: return [width, .init(List.rootHeight, Double(random.int(300...900)))]
    case 5:
      let scale = Double(random.int(1...8))
      return list.bodies.enumerated().map { .init($0.element, scale * Double(3 + $0.offset % 5)) }
    case 6: return [.init(random.pick(list.bodies), Double(random.int(1...200)))]
    case 9:
      // More than any update but a recorded one would follow.
      let scale = Double(random.int(2...5)) / 4
      return list.program.rows.enumerated().filter { $0.element.priority < 1000 && $0.element.terms.count == 1 }.map {
        .init($0.offset, scale * $0.element.constant)
      }
    case 7 where !list.texts.isEmpty: return [.init(random.pick(list.texts), Double(random.int(1...300)))]
    default: return [.init(List.rootHeight, Double(random.int(300...900)))]
    }
  }

  @Test(arguments: 0..<TestRun.count(12, long: 200)) func everyAnswerIsThatFromScratch(index: Int) throws {
    let seed = TestRun.seed(4100) &+ UInt64(index)
    var random = SplitMix64(seed: seed)
    // In every other list the simplex has a part; in every third some widths have no answer.
    let list = List(
      seed: random.next(), cells: random.int(8...120), withCores: index % 2 == 1, limit: index % 3 == 2 ? 500 : 9999)
    let loaded = try LoadedProgram(list.program)
    var before = Array(repeating: 0.0, count: list.program.nonnegative.count)
    try check(loaded, &before, exactly: index % 2 == 0, "seed \(seed)")
    var kind = 0
    for step in 0..<60 {
      if random.chance(0.2) { kind = random.int(0...9) }
      let changes = random.chance(0.1) ? edit(list, &random, random.int(0...9)) : edit(list, &random, kind)
      try loaded.apply(.constants(changes))
      if random.chance(0.03) { try loaded.apply(.priorities([.init(random.pick(list.bodies), 200, below: 720)])) }
      try check(loaded, &before, exactly: index % 2 == 0, "seed \(seed), step \(step)")
    }
  }

  /// Of cells that are alike one has no answer, wherever it is among them.
  @Test(arguments: 0..<17) func oneOfManyHasNoAnswer(index: Int) throws {
    var program = Program(nonnegative: [true], rows: [row([1], .equal, 400)])
    for cell in 0..<17 {
      let width = 1 + 2 * cell, part = width + 1
      program.nonnegative += [true, false]
      program.rows += [
        Program.Row([.init(width, 1), .init(0, -1)], .equal, 0),
        Program.Row([.init(part, 1), .init(width, -1)], .lessOrEqual, -20),
        Program.Row([.init(part, 1)], .greaterOrEqual, cell == index ? 60 : 10),
        Program.Row([.init(part, 1)], .equal, 300, priority: 500),
      ]
    }
    let loaded = try LoadedProgram(program)
    var before = Array(repeating: 0.0, count: program.nonnegative.count)
    for width in [400, 390, 380, 79, 370, 360, 80, 79, 350] as [Double] {
      try loaded.apply(.constants([.init(0, width)]))
      try check(loaded, &before, exactly: true, "width \(width)")
      #expect(loaded.solver.outcome == (width < 80 ? .infeasible : .optimal))
    }
  }
}
