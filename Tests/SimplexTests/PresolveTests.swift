// Rows and columns of items as layouts have them: chains of positions, content sizes that compete, spacers, equal and
// proportional sizes, now and then a wish for a position. Presolve takes most of these apart; the answer must be the
// one that the simplex gives on the whole program, before and after edits of constants.

import Judge
import Simplex
import TestSupport
import Testing

/// A random line of items along one axis: item i has the variables 2i (position) and 2i + 1 (size).
private struct Line {
  var program = Program(variables: 0)
  var random: SplitMix64
  /// Rows whose constant an edit may change.
  var editable: [Int] = []

  init(seed: UInt64, items: ClosedRange<Int>) {
    random = SplitMix64(seed: seed)
    let count = random.int(items)
    program = Program(nonnegative: (0..<(2 * count + 2)).map { $0 % 2 == 1 })
    let priorities: [Double] = random.chance(0.5) ? [750] : [760, 750, 740, 251, 250, 49]
    add([(0, 1)], .equal, 0)
    let room = Double(random.int(4...20)) * 10 * Double(count)
    editable.append(program.rows.count)
    // A list is as long as its items; a row has a width of its own.
    if random.chance(0.6) { add([(1, 1)], .equal, room) }
    for item in 1...count {
      chain(item)
      size(item, priorities)
    }
    let last = count
    let relation: Relation = random.chance(0.75) ? .equal : .lessOrEqual
    add([(2 * last, 1), (2 * last + 1, 1), (0, -1), (1, -1)], relation, -8, random.chance(0.9) ? 1000 : 500)
  }

  private mutating func add(
    _ terms: [(Int, Double)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000, below: Double? = nil
  ) {
    program.rows.append(
      Program.Row(terms.map { .init($0.0, $0.1) }, relation, constant, priority: priority, priorityBelow: below))
  }

  private mutating func chain(_ item: Int) {
    let gap = Double(random.int(0...3)) * 4
    editable.append(program.rows.count)
    guard item > 1 else { return add([(2, 1), (0, -1)], .equal, gap) }
    let relation: Relation = random.chance(0.93) ? .equal : .greaterOrEqual
    add([(2 * item, 1), (2 * item - 2, -1), (2 * item - 1, -1)], relation, gap)
    if random.chance(0.05) { add([(2 * item, 1)], .equal, Double(random.int(0...400)), 300) }
  }

  private mutating func size(_ item: Int, _ priorities: [Double]) {
    let variable = 2 * item + 1
    let other = 2 * random.int(1...max(item - 1, 1)) + 1
    editable.append(program.rows.count)
    switch random.int(0...9) {
    case 0: add([(variable, 1)], .equal, Double(random.int(0...12)) * 10)
    case 1 where other != variable: add([(variable, 1), (other, -1)], .equal, 0)
    case 2 where other != variable: add([(variable, 1), (other, -random.pick([0.5, 2, 0.75]))], .equal, 4)
    case 3:
      editable.removeLast()
      if random.chance(0.5) { add([(variable, 1)], .greaterOrEqual, 20, 1000) }
    default:
      let size = Double(random.int(1...30)) * 5
      add([(variable, 1)], .equal, size, random.pick(priorities), below: random.pick(priorities))
      if random.chance(0.2) { add([(variable, 1)], .greaterOrEqual, size / 2, random.pick(priorities)) }
      if random.chance(0.1) { add([(variable, 1)], .lessOrEqual, size * 2, 1000) }
    }
  }

  /// A new constant for one or a few rows, applied to the program as well.
  mutating func edit() -> Edit {
    let rows = random.distinct(random.int(1...3), below: editable.count).map { editable[$0] }
    let edit = Edit.constants(rows.map { .init($0, program.rows[$0].constant + Double(random.int(-8...8)) * 5) })
    program.apply(edit)
    return edit
  }
}

/// How two answers to one program differ, values where neither calls them ambiguous.
func difference(_ one: LoadedProgram, _ a: Answer, _ other: LoadedProgram, _ b: Answer) throws -> String? {
  let program = one.program
  guard a.outcome == b.outcome else { return "\(a.outcome) and \(b.outcome)" }
  guard a.outcome == .optimal else { return try faults(of: a, to: program).first }
  if !Agreement.agree(a.levels, b.levels, rounding: program.rounding(a.values)) { return "\(a.levels) and \(b.levels)" }
  if !Agreement.holds(program, a.values) { return "a residual of \(program.requiredResidual(a.values))" }
  let ambiguous = try one.ambiguousVariables()
  if ambiguous != (try other.ambiguousVariables()) { return "other variables are ambiguous" }
  return program.nonnegative.indices.first { !ambiguous.contains($0) && abs(a.values[$0] - b.values[$0]) > 1e-6 }
    .map { "x\($0) is \(a.values[$0]) and \(b.values[$0])" }
}

@Suite struct PresolveTests {
  @Test func linesAreThoseOfTheWholeProgram() throws {
    let seed = TestRun.seed(40_000)
    var optimal = 0
    for index in 0..<TestRun.count(400, long: 20_000) {
      let line = Line(seed: seed &+ UInt64(index), items: 1...25)
      let (presolved, whole) = (try LoadedProgram(line.program), try LoadedProgram(line.program))
      let answer = try presolved.solve()
      let reference = try whole.solve(SolveOptions(algebra: index % 2 == 0 ? .dense : .sparse, whole: true))
      let found = try difference(presolved, answer, whole, reference)
      optimal += answer.outcome == .optimal ? 1 : 0
      #expect(found == nil, "TRELLIS_SEED=\(seed &+ UInt64(index))\n\(line.program)")
    }
    #expect(optimal > TestRun.count(200, long: 10_000), "\(optimal) optimal")
  }

  @Test func editsOfConstantsAreThoseOfAFreshSolve() throws {
    let seed = TestRun.seed(50_000)
    for index in 0..<TestRun.count(15, long: 500) {
      var line = Line(seed: seed &+ UInt64(index), items: 2...40)
      let loaded = try LoadedProgram(line.program)
      _ = try loaded.solve()
      var isPlannedAnew = loaded.solver.statistics.plannedRows > line.program.rows.count
      for step in 0..<40 {
        let before = try? loaded.solver.values(loaded.variables)
        try loaded.apply(line.edit())
        let answer = try loaded.solve()
        if answer.outcome == .optimal, let before {
          let changed = loaded.variables.indices.filter { before[$0] != answer.values[$0] }
          #expect(Set(try loaded.solver.changes()) == Set(changed.map { loaded.variables[$0] }))
        }
        let fresh = try LoadedProgram(line.program)
        let reference = try fresh.solve()
        let found = try difference(loaded, answer, fresh, reference)
        // What is planned alike is computed alike, to the bit. The simplex has another start; and a size that came out
        // negative when it was derived is not derived again, which takes another plan.
        isPlannedAnew = isPlannedAnew || loaded.solver.statistics.plannedRows > 0
        let isAlike = !isPlannedAnew && fresh.solver.statistics.plannedRows == line.program.rows.count
        if isAlike, reference.outcome == .optimal, loaded.solver.statistics.reducedPrograms == 0,
          fresh.solver.statistics.reducedPrograms == 0
        {
          #expect(answer == reference)
        }
        #expect(found == nil, "TRELLIS_SEED=\(seed &+ UInt64(index)), edit \(step)\n\(line.program)")
        if found != nil { break }
      }
    }
  }

  /// Texts that compete for half the room they want, at five priorities: the lowest give way first.
  @Test(arguments: [10, 1000, 10_000]) func competingLabels(count: Int) throws {
    var widths: [Double] = []
    for i in 0..<count { widths.append(Double(20 + i * 7919 % 81)) }
    let room = widths.reduce(0, +) / 2
    var program = Program(nonnegative: (0..<(2 * count)).map { $0 % 2 == 1 })
    program.rows.append(Program.Row([.init(0, 1)], .equal, 0))
    for i in 0..<count {
      let priority = Double(750 - 10 * (i % 5))
      program.rows.append(Program.Row([.init(2 * i + 1, 1)], .equal, widths[i], priority: 250, priorityBelow: priority))
      let end: [Program.Term] = [.init(2 * i, 1), .init(2 * i + 1, 1)]
      if i + 1 < count {
        program.rows.append(Program.Row(end + [.init(2 * i + 2, -1)], .equal, 0))
      } else {
        program.rows.append(Program.Row(end, .equal, room))
      }
    }
    let loaded = try LoadedProgram(program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    var lacking = room
    for priority in stride(from: 710.0, through: 750, by: 10) {
      var wanted = 0.0
      for i in 0..<count where 750 - 10 * (i % 5) == Int(priority) { wanted += widths[i] }
      let given = min(wanted, lacking)
      lacking -= given
      let level = answer.levels.first { $0.priority == priority }
      #expect(abs((level?.error ?? -1) - given) <= 1e-6 * max(1, given), "\(priority)")
    }
    #expect(Agreement.holds(program, answer.values))
  }

  /// A size that a row defines is left out at first. Where it is less than nothing, all is solved with it, from where that has ended: neither the
  /// interior point method nor the pivots are needed again.
  @Test(arguments: [700, 1_600]) func aSizeThatIsNegativeIsSolvedForFromThere(size: Int) throws {
    let plain = try LoadedProgram(CoupledFamily.tree.program(size: size, seed: 96_000))
    let values = try plain.solve().values
    let (steps, pivots) = (plain.solver.statistics.interiorSteps, plain.solver.statistics.pivots)
    var program = plain.program
    for variable in [size / 3, size / 2] {
      program.nonnegative.append(true)
      let terms = [Program.Term(program.nonnegative.count - 1, 1), .init(variable, -1)]
      program.rows.append(Program.Row(terms, .equal, -values[variable] - 5))
    }
    let loaded = try LoadedProgram(program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal && answer.values.suffix(2).allSatisfy { $0 > -1e-6 })
    #expect(steps > 0 && loaded.solver.statistics.interiorSteps < steps + 10, "\(steps)")
    #expect(loaded.solver.statistics.pivots < pivots + 100)
    let whole = try LoadedProgram(program).solve(SolveOptions(whole: true))
    #expect(answer.levels.count == whole.levels.count)
    for (level, expected) in zip(answer.levels, whole.levels) {
      #expect(abs(level.error - expected.error) <= 1e-7 * max(1, expected.error), "\(level.priority)")
    }
  }

  /// Each pair of rows fixes a size at less than nothing, which no other plan changes.
  @Test func sizesThatRowsFixBelowNothingContradict() throws {
    var program = Program(nonnegative: [], rows: [])
    for pair in 0..<40 {
      program.nonnegative += [true, false]
      program.rows.append(Program.Row([.init(2 * pair, 1), .init(2 * pair + 1, 1)], .equal, 3))
      program.rows.append(Program.Row([.init(2 * pair, 1), .init(2 * pair + 1, -1)], .equal, -7))
    }
    let wish = program.nonnegative.indices.map { Program.Term($0, 1) }
    program.rows.append(Program.Row(wish, .equal, 0, priority: 500))
    let answer = try LoadedProgram(program).solve()
    #expect(answer.outcome == .infeasible)
    #expect(answer.conflicts.count == 40)
  }
}
