// Scenes of many small blocks that differ in their constants, as the cells of a list do: what the simplex found out about
// one answers the others. Every block must come out as it does alone and without that, before and after edits.

import Judge
import Simplex
import TestSupport
import Testing

/// Copies of a few kinds of blocks in one program; the variables and rows of a copy follow each other.
private struct Copies {
  /// A copy and where it begins.
  struct Copy {
    var program: Program
    var firstVariable: Int
    var firstRow: Int
  }

  var random: SplitMix64
  private(set) var copies: [Copy] = []
  private(set) var program = Program(variables: 0)

  init(seed: UInt64, variables: ClosedRange<Int>, copies count: ClosedRange<Int>) {
    random = SplitMix64(seed: seed)
    var generator = ProgramGenerator(seed: seed &+ 1, variables: variables)
    generator.style.contradiction = 0
    // Enough levels that many an optimum is the only one.
    generator.style.priorities = [900, 760, 750, 740, 600, 510, 490, 251, 250, 249, 100, 50]
    let block = generator.program()
    var kinds = [block]
    for _ in 0..<random.int(0...3) { kinds.append(varied(block)) }
    for _ in 0..<random.int(count) { append(moved(random.pick(kinds))) }
  }

  /// A block that differs in one thing.
  private mutating func varied(_ block: Program) -> Program {
    var block = block
    let optional = block.rows.indices.filter { block.rows[$0].above != 1000 && block.rows[$0].below != 1000 }
    guard let row = optional.isEmpty ? nil : random.pick(optional) else { return block }
    switch random.int(0...4) {
    case 0: block.rows[row].weight *= 2
    case 1: block.rows[row].priority = random.pick([899, 500, 2])
    case 2: block.rows[row].relation = block.rows[row].relation == .lessOrEqual ? .greaterOrEqual : .lessOrEqual
    case 3 where !block.rows[row].terms.isEmpty: block.rows[row].terms[0].coefficient *= 1.5
    default: block.nonnegative[random.int(0...(block.nonnegative.count - 1))] = false
    }
    if block.rows[row].relation != .equal { block.rows[row].priorityBelow = nil }
    return block
  }

  /// A block with other constants. Required rows agree as before: what they agree on moves.
  private mutating func moved(_ block: Program) -> Program {
    var block = block
    let step = block.scale / 64
    let shift = block.nonnegative.map { Double(random.int($0 ? 0...16 : -16...16)) * step / 8 }
    let noise = random.chance(0.8)
    for row in block.rows.indices {
      block.rows[row].constant += block.rows[row].activity(shift)
      let isRequired = block.rows[row].above == 1000 || block.rows[row].below == 1000
      if noise, !isRequired { block.rows[row].constant += Double(random.int(-16...16)) * step }
    }
    return block
  }

  private mutating func append(_ block: Program) {
    let first = program.nonnegative.count
    copies.append(Copy(program: block, firstVariable: first, firstRow: program.rows.count))
    program.nonnegative += block.nonnegative
    for var row in block.rows {
      for term in row.terms.indices { row.terms[term].variable += first }
      program.rows.append(row)
    }
  }

  /// An edit of the structure of an optional row of one copy.
  private mutating func restructured(_ row: Int, of program: Program) -> Edit {
    switch random.int(0...2) {
    case 0 where !program.rows[row].terms.isEmpty:
      var terms = program.rows[row].terms
      terms[0].coefficient *= random.pick([2, 0.5, -1])
      return .terms(row: row, terms)
    case 1: return .weights([.init(row, random.pick([0.5, 1, 4]))])
    default: return .priorities([.init(row, random.pick([870, 505, 3]))])
    }
  }

  /// The same edit of a row that comes `offset` rows and `variables` variables later.
  private func shifted(_ edit: Edit, by offset: Int, _ variables: Int) -> Edit {
    switch edit {
    case .terms(let row, let terms):
      .terms(row: row + offset, terms.map { .init($0.variable + variables, $0.coefficient) })
    case .weights(let changes): .weights(changes.map { .init($0.row + offset, $0.value) })
    case .priorities(let changes): .priorities(changes.map { .init($0.row + offset, $0.value) })
    case .constants(let changes): .constants(changes.map { .init($0.row + offset, $0.value) })
    default: edit
    }
  }

  /// New constants for the optional rows of one copy, or another structure; applied to the programs as well.
  mutating func edit() -> Edit {
    let copy = random.int(0...(copies.count - 1))
    let rows = copies[copy].program.rows
    let optional = rows.indices.filter { rows[$0].above != 1000 && rows[$0].below != 1000 }
    guard !optional.isEmpty else { return .constants([]) }
    let own: Edit
    if random.chance(0.2) {
      own = restructured(random.pick(optional), of: copies[copy].program)
    } else {
      let step = copies[copy].program.scale / 64
      let chosen = random.distinct(random.int(1...optional.count), below: optional.count).map { optional[$0] }
      own = .constants(chosen.map { .init($0, rows[$0].constant + Double(random.int(-8...8)) * step) })
    }
    let edit = shifted(own, by: copies[copy].firstRow, copies[copy].firstVariable)
    copies[copy].program.apply(own)
    program.apply(edit)
    return edit
  }

  /// How an answer to the whole differs from the copies' own, each by the simplex on all of its program.
  func difference(_ answer: Answer) throws -> String? {
    var levels: [Double: Double] = [:]
    for (index, copy) in copies.enumerated() {
      let alone = try LoadedProgram(copy.program)
      let own = try alone.solve(SolveOptions(whole: true))
      guard own.outcome == .optimal else { return answer.outcome == .optimal ? "copy \(index): \(own.outcome)" : nil }
      guard answer.outcome == .optimal else { continue }
      let ambiguous = try alone.ambiguousVariables()
      for variable in copy.program.nonnegative.indices where !ambiguous.contains(variable) {
        let value = answer.values[copy.firstVariable + variable]
        // Coefficients that nearly cancel make values far larger than any constant.
        let tolerance = 1e-9 * max(1, copy.program.scale, abs(own.values[variable]))
        if abs(value - own.values[variable]) > tolerance {
          return "copy \(index): x\(variable) is \(value) and alone \(own.values[variable])\n\(copy.program)"
        }
      }
      for level in own.levels { levels[level.priority, default: 0] += level.error }
    }
    guard answer.outcome == .optimal else { return "\(answer.outcome), and every copy alone is optimal" }
    let expected = program.priorities.map { Level(priority: $0, error: levels[$0] ?? 0) }
    let rounding = program.rounding(answer.values) * Double(copies.count)
    if !Agreement.agree(answer.levels, expected, rounding: rounding) { return "\(answer.levels) and \(expected)" }
    return Agreement.holds(program, answer.values) ? nil : "a residual of \(program.requiredResidual(answer.values))"
  }
}

/// Cells in which three labels compete for a width: two couplings, one inequality between the labels, six priorities.
private func cells(_ count: Int, seed: UInt64) -> (program: Program, contents: [Int]) {
  var random = SplitMix64(seed: seed)
  var program = Program(nonnegative: Array(repeating: true, count: 3 * count))
  var contents: [Int] = []
  for first in stride(from: 0, to: 3 * count, by: 3) {
    for label in 0..<3 {
      contents.append(program.rows.count)
      program.rows.append(
        Program.Row(
          [.init(first + label, 1)], .equal, random.real(30...180), priority: Double(250 + label),
          priorityBelow: Double(750 + label)))
    }
    let room = random.real(200...300)
    program.rows.append(Program.Row([.init(first, 1), .init(first + 1, 1)], .lessOrEqual, room - 16))
    program.rows.append(Program.Row([.init(first + 1, 1), .init(first + 2, 1)], .lessOrEqual, room - 20))
    program.rows.append(Program.Row([.init(first, 1), .init(first + 2, -1)], .greaterOrEqual, 0, priority: 900))
  }
  return (program, contents)
}

@Suite struct RegionTests {
  @Test func copiesAreWhatTheyAreAlone() throws {
    let seed = TestRun.seed(60_000)
    var (hits, optimal) = (0, 0)
    for index in 0..<TestRun.count(60, long: 5000) {
      let copies = Copies(seed: seed &+ UInt64(index), variables: 2...7, copies: 3...30)
      let loaded = try LoadedProgram(copies.program)
      let answer = try loaded.solve()
      hits += loaded.solver.statistics.regionHits
      optimal += answer.outcome == .optimal ? 1 : 0
      #expect(try copies.difference(answer) == nil, "TRELLIS_SEED=\(seed &+ UInt64(index))")
    }
    print("regions from seed \(seed): \(optimal) optimal, \(hits) answered by a region")
    #expect(optimal > 30 && hits > 50)
  }

  @Test func editsOfCopiesAreThoseOfAFreshSolve() throws {
    let seed = TestRun.seed(61_000)
    var hits = 0
    for index in 0..<TestRun.count(10, long: 300) {
      var copies = Copies(seed: seed &+ UInt64(index), variables: 2...6, copies: 2...8)
      let loaded = try LoadedProgram(copies.program)
      _ = try loaded.solve()
      for step in 0..<30 {
        let before = try? loaded.solver.values(loaded.variables)
        try loaded.apply(copies.edit())
        let answer = try loaded.solve()
        hits += loaded.solver.statistics.regionHits
        let found = try copies.difference(answer)
        #expect(found == nil, "TRELLIS_SEED=\(seed &+ UInt64(index)), edit \(step)")
        if answer.outcome == .optimal, let before {
          let changed = loaded.variables.indices.filter { before[$0] != answer.values[$0] }
          #expect(Set(try loaded.solver.changes()) == Set(changed.map { loaded.variables[$0] }))
        }
        if found != nil { break }
      }
    }
    print("edits from seed \(seed): \(hits) answered by a region")
    #expect(hits > 50)
  }

  @Test func equalCellsNeedTheSimplexOnce() throws {
    let (program, contents) = cells(500, seed: 1)
    let loaded = try LoadedProgram(program)
    let first = try loaded.solve()
    #expect(loaded.solver.statistics.reducedPrograms + loaded.solver.statistics.regionHits == 500)
    #expect(loaded.solver.statistics.reducedPrograms < 20)
    let other = cells(500, seed: 2).program
    try loaded.apply(.constants(contents.map { .init($0, other.rows[$0].constant) }))
    let second = try loaded.solve()
    #expect(loaded.solver.statistics.reducedPrograms < 5)
    let simplex = try LoadedProgram(loaded.program)
    let reference = try simplex.solve(SolveOptions(algebra: .dense))
    #expect(simplex.solver.statistics.reducedPrograms == 500 && simplex.solver.statistics.regionHits == 0)
    #expect(close(second.values, reference.values, 1e-9))
    #expect(try simplex.solver.isBasic(simplex.rows) == loaded.solver.isBasic(loaded.rows))
    // There and back: the same bits, whichever way a region was found.
    try loaded.apply(.constants(contents.map { .init($0, program.rows[$0].constant) }))
    #expect(try loaded.solve() == first)
    var cold = SolveOptions()
    cold.cold = true
    #expect(try loaded.solve(cold) == first)
  }

  @Test func regionsOutliveStructuralEdits() throws {
    let (program, contents) = cells(50, seed: 3)
    let loaded = try LoadedProgram(program)
    _ = try loaded.solve()
    // Another priority in one cell is another structure there and nowhere else.
    try loaded.apply(.priorities([.init(contents[0], 400, below: 860)]))
    _ = try loaded.solve()
    #expect(loaded.solver.statistics.reducedPrograms == 1)
    #expect(loaded.solver.statistics.regionHits == 49)
    try loaded.apply(.priorities([.init(contents[0], 250, below: 750)]))
    _ = try loaded.solve()
    #expect(loaded.solver.statistics.reducedPrograms == 0)
  }

  /// A choice among several optima is not to depend on what is known of others: those stay with the simplex.
  @Test func severalOptimaMakeNoRegion() throws {
    var program = Program(nonnegative: Array(repeating: true, count: 60))
    for first in stride(from: 0, to: 60, by: 3) {
      for label in 0..<3 { program.rows.append(Program.Row([.init(first + label, 1)], .equal, 100, priority: 500)) }
      program.rows.append(Program.Row([.init(first, 1), .init(first + 1, 1)], .lessOrEqual, 150))
      program.rows.append(Program.Row([.init(first + 1, 1), .init(first + 2, 1)], .lessOrEqual, 199))
    }
    let loaded = try LoadedProgram(program)
    let answer = try loaded.solve()
    #expect(answer.outcome == .optimal)
    #expect(loaded.solver.statistics.regionHits == 0)
    #expect(try !loaded.ambiguousVariables().isEmpty)
  }
}
