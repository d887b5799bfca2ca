// Items spread out by equal spaces, in one line or in two with the same space: chains of required equalities that a few
// sizes decide. Presolve writes them over those sizes; the answer must be the one of the simplex on the whole program,
// and the judge's, before and after edits and from a template.

import Judge
import Simplex
import TestSupport
import Testing

/// Random lines of items and spaces in one container, the rows in any order.
private struct Spacing {
  /// How the sizes of a line hang together.
  private enum Sizes: CaseIterable { case fixed, likeFirst, likePrevious, proportional, growing, own }

  var program = Program(variables: 0)
  private var random: SplitMix64
  private var nonnegative: [Bool] = [false, true]

  init(seed: UInt64, items: ClosedRange<Int>) {
    random = SplitMix64(seed: seed)
    let count = random.int(items)
    if random.chance(0.9) { add([(0, 1)], 0) }
    if random.chance(0.7) {
      add([(1, 1)], Double(count * random.int(1...8) * 15))
    } else {
      add([(1, 1)], Double(count * 40), .equal, 400)
    }
    let space = line(count, space: nil)
    if random.chance(0.4) { _ = line(random.int(1...count), space: space) }
    let order = random.distinct(program.rows.count, below: program.rows.count)
    let keepsOrder = random.chance(0.4)
    program = Program(nonnegative: nonnegative, rows: keepsOrder ? program.rows : order.map { program.rows[$0] })
  }

  private mutating func variable(_ isSize: Bool) -> Int {
    nonnegative.append(isSize)
    return nonnegative.count - 1
  }

  private mutating func add(
    _ terms: [(Int, Double)], _ constant: Double, _ relation: Relation = .equal, _ priority: Double = 1000
  ) {
    program.rows.append(Program.Row(terms.map { .init($0.0, $0.1) }, relation, constant, priority: priority))
  }

  /// Sizes by one rule, the first like `like` where there is one.
  private mutating func sizes(_ count: Int, like: Int?, _ rule: Sizes) -> [Int] {
    var sizes: [Int] = []
    for index in 0..<count {
      let size = variable(true)
      sizes.append(size)
      let other = index == 0 ? like ?? size : rule == .likePrevious ? sizes[index - 1] : sizes[0]
      if rule != .fixed, other != size {
        switch rule {
        case .proportional: add([(size, 1), (other, -random.pick([0.5, 2, 1, 0.3]))], random.pick([0, 0, 4]))
        case .growing: add([(size, 1), (index == 0 ? other : sizes[index - 1], -2)], 0)
        case .own: break
        default: add([(size, rule == .likeFirst ? random.pick([1, 1, 3]) : 1), (other, -1)], 0)
        }
      }
      if rule == .fixed { add([(size, 1)], Double(random.int(1...9) * 5)) }
      if rule == .own || random.chance(0.1) {
        add(
          [(size, 1)], Double(random.int(1...9) * 5), random.pick([.equal, .greaterOrEqual]), random.pick([250, 750]))
      }
    }
    return sizes
  }

  /// A line of items with spaces before, between and after them. Returns its first space.
  private mutating func line(_ count: Int, space: Int?) -> Int {
    let rules = Sizes.allCases.filter { $0 != .growing || count < 15 }
    let widths = sizes(count, like: nil, random.pick(rules))
    let spaces = sizes(
      count + 1, like: space, random.pick([.likeFirst, .likeFirst, .likePrevious, .proportional, random.pick(rules)]))
    var positions: [Int] = []
    for index in 0..<count {
      let position = variable(false)
      if index == 0 {
        add([(position, 1), (0, -1), (spaces[0], -1)], 0)
      } else {
        add([(position, 1), (positions[index - 1], -1), (widths[index - 1], -1), (spaces[index], -1)], 0)
      }
      positions.append(position)
      if random.chance(0.06) { add([(position, 1)], Double(random.int(0...300)), .equal, random.pick([300, 600])) }
      if random.chance(0.04) {
        add(
          [(position, 1), (positions[random.int(0...index)], -1)].balanced(), 10, .greaterOrEqual,
          random.pick([1000, 500]))
      }
      if random.chance(0.05), let row = program.rows.last { program.rows.append(row) }
    }
    let priority = random.pick([1000.0, 1000, 1000, 700])
    add([(positions[count - 1], 1), (widths[count - 1], 1), (spaces[count], 1), (0, -1), (1, -1)], 0, .equal, priority)
    return spaces[0]
  }

  /// New constants for a few rows, applied to the program as well.
  mutating func edit() -> Edit {
    let rows = random.distinct(min(random.int(1...3), program.rows.count), below: program.rows.count)
    let edit = Edit.constants(rows.map { .init($0, program.rows[$0].constant + Double(random.int(-3...4)) * 5) })
    program.apply(edit)
    return edit
  }
}

extension [(Int, Double)] {
  /// Without terms that mention one variable twice.
  fileprivate func balanced() -> [(Int, Double)] { count == 2 && self[0].0 == self[1].0 ? [self[0]] : self }
}

/// A row of `count` items of given sizes and equal spaces, by closed form and as a program.
private struct EvenRow {
  var program: Program
  let space: Double
  let positions: [Double]

  /// `share` is what every space takes of the first: 1, or a number that is not a sum of powers of two.
  init(count: Int, share: Double) {
    let widths = (0..<count).map { Double(10 + $0 * 7919 % 41) }
    let room = widths.reduce(0, +) + 8 * (1 + share * Double(count))
    program = Program(nonnegative: (0..<(2 * count + 1)).map { $0 % 2 == 0 })
    for item in 0..<count {
      let position = 2 * item + 1
      program.rows.append(row(position, item == 0 ? nil : position - 2, position - 1, item == 0 ? 0 : widths[item - 1]))
      program.rows.append(Program.Row([.init(position + 1, 1), .init(0, -share)], .equal, 0, priority: 1000))
    }
    program.rows.append(
      Program.Row([.init(2 * count - 1, 1), .init(2 * count, 1)], .equal, room - widths[count - 1], priority: 1000))
    space = 8
    var position = 8.0
    positions = widths.map { width in
      defer { position += width + 8 * share }
      return position
    }

    func row(_ position: Int, _ before: Int?, _ space: Int, _ gap: Double) -> Program.Row {
      let terms = [Program.Term(position, 1), .init(space, -1)] + (before.map { [Program.Term($0, -1)] } ?? [])
      return Program.Row(terms, .equal, gap, priority: 1000)
    }
  }
}

private func shuffled(_ rows: [Program.Row], seed: UInt64) -> [Program.Row] {
  var random = SplitMix64(seed: seed)
  return rows.shuffled(using: &random)
}

@Suite struct SpacingTests {
  @Test func linesAreThoseOfTheWholeProgram() throws {
    let seed = TestRun.seed(60_000)
    var optimal = 0
    for index in 0..<TestRun.count(400, long: 20_000) {
      let program = Spacing(seed: seed &+ UInt64(index), items: 1...14).program
      let (presolved, whole) = (try LoadedProgram(program), try LoadedProgram(program))
      let answer = try presolved.solve()
      let reference = try whole.solve(SolveOptions(algebra: index % 2 == 0 ? .dense : .sparse, whole: true))
      let found = try difference(presolved, answer, whole, reference)
      optimal += answer.outcome == .optimal ? 1 : 0
      #expect(found == nil, "TRELLIS_SEED=\(seed &+ UInt64(index))\n\(program)")
      guard index % 4 == 0 else { continue }
      let faults = try faults(of: answer, to: program)
      #expect(faults.isEmpty, "TRELLIS_SEED=\(seed &+ UInt64(index))\n\(program)")
    }
    #expect(optimal > TestRun.count(160, long: 8000), "\(optimal) optimal")
  }

  /// Presolve turns thirds into coefficients that are rounded, so that a row that is met is off by 5e-14 in the reduced LP.
  @Test func rowsThatTouchUpToRoundingHold() throws {
    let program = Spacing(seed: 66_035, items: 1...14).program
    let (presolved, whole) = (try LoadedProgram(program), try LoadedProgram(program))
    let reference = try whole.solve(SolveOptions(whole: true))
    #expect(try difference(presolved, try presolved.solve(), whole, reference) == nil, "\(program)")
  }

  @Test func editsAndTemplatesAreThoseOfAFreshSolve() throws {
    let seed = TestRun.seed(70_000)
    for index in 0..<TestRun.count(30, long: 1000) {
      var spacing = Spacing(seed: seed &+ UInt64(index), items: 2...30)
      let loaded = try LoadedProgram(spacing.program)
      _ = try loaded.solve()
      let reference = spacing.program.rows.map(\.constant)
      let compiled = try LoadedProgram(spacing.program)
      let template = try ProgramTemplate(
        compiled.solver, inputCount: reference.count,
        uses: reference.indices.map { .init(input: $0, row: compiled.rows[$0], factor: 1) },
        outputs: compiled.variables.map { .init($0) }, reference: reference)
      for step in 0..<12 {
        try loaded.apply(spacing.edit())
        let answer = try loaded.solve()
        let fresh = try LoadedProgram(spacing.program)
        let alone = try fresh.solve()
        var found = try difference(loaded, answer, fresh, alone)
        let table = try template.solve(spacing.program.rows.map(\.constant), count: 1)
        if found == nil, alone.outcome == .optimal {
          let rounding = max(spacing.program.rounding(alone.values), spacing.program.rounding(table.outputs))
          if table.outcomes != [.optimal] {
            found = "the template says \(table.outcomes)"
          } else if !Agreement.agree(alone.levels, spacing.program.levels(table.outputs), rounding: rounding)
            || !Agreement.holds(spacing.program, table.outputs)
          {
            found = "the template has \(table.outputs)"
          }
        }
        #expect(found == nil, "TRELLIS_SEED=\(seed &+ UInt64(index)), edit \(step)\n\(spacing.program)")
        if found != nil { break }
      }
    }
  }

  /// Chains of any length are written over the space alone, in whatever order their rows come: nothing is left to the
  /// simplex.
  @Test(arguments: [10, 1000, 20_000], [(1, true), (0.3, true), (1, false), (0.3, false)])
  func evenRows(count: Int, kind: (share: Double, inOrder: Bool)) throws {
    let (share, inOrder) = kind
    var even = EvenRow(count: count, share: share)
    if !inOrder { even.program.rows = shuffled(even.program.rows, seed: UInt64(count)) }
    let loaded = try LoadedProgram(even.program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    #expect(loaded.solver.statistics.reducedPrograms == 0)
    #expect(abs(answer.values[0] - even.space) <= 1e-9)
    let worst = even.positions.indices.reduce(0) { max($0, abs(answer.values[2 * $1 + 1] - even.positions[$1])) }
    #expect(worst <= 1e-6, "off by \(worst)")
  }

  /// A chain from a fixed start is followed in whatever order its rows come.
  @Test(arguments: [5, 1000, 20_000], [false, true]) func fixedChains(count: Int, inOrder: Bool) throws {
    var program = Program(variables: count)
    for index in 0..<count {
      let before = index > 0 ? [Program.Term(index - 1, -1)] : []
      program.rows.append(Program.Row([.init(index, 1)] + before, .equal, 3, priority: 1000))
    }
    if !inOrder { program.rows = shuffled(program.rows, seed: UInt64(count)) }
    let loaded = try LoadedProgram(program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal && loaded.solver.statistics.fixedVariables == count)
    #expect(answer.values.indices.first { answer.values[$0] != Double(3 * $0 + 3) } == nil)
  }

  /// A chain whose coefficients double at each step magnifies rounding and is left to the simplex.
  @Test func growingChains() throws {
    let count = 60
    var program = Program(nonnegative: Array(repeating: true, count: count))
    for index in 1..<count {
      program.rows.append(Program.Row([.init(index, 1), .init(index - 1, -2)], .equal, 0, priority: 1000))
    }
    program.rows.append(Program.Row([.init(count - 1, 1)], .equal, 1000, priority: 900))
    let (presolved, whole) = (try LoadedProgram(program), try LoadedProgram(program))
    let answer = try presolved.solve()
    #expect(try difference(presolved, answer, whole, whole.solve(SolveOptions(whole: true))) == nil)
    #expect(abs(answer.values[count - 2] - 500) <= 1e-6)
  }
}
