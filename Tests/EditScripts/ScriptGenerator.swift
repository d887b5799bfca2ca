// Makes up scripts: a layout of equal blocks or a random program, and edits of it. Most edits are what programs do to
// layouts (numbers, priorities, blocks in and out and moved, the window's size); the rest are what nobody does. What is
// undone is undone step by step, so that the same rows come back; where the program became infeasible it stays so for a
// while, and is then led out by a row of the conflict.

import Simplex
import TestSupport

/// How large a script's program is and how it is edited.
package struct ScriptStyle: Sendable {
  /// Blocks at the start; 0 for a random program.
  package var blocks: Int
  /// Rows beyond which more leave than come.
  package var rowLimit: Int
  /// Probability that a solve is not a warm one with the defaults.
  package var unusualSolve: Double
  /// Probability of several edits between two solves.
  package var several: Double

  /// Draws a style; of a hundred scripts some twelve have tens of blocks, and two hundreds.
  ///
  /// - Parameter wanted: The blocks at the start, where they are not to be drawn.
  package init(blocks wanted: Int? = nil, using random: inout SplitMix64) {
    let size = random.int(0...99)
    switch size {
    case ..<20: blocks = 0
    case ..<86: blocks = random.int(1...8)
    case ..<98: blocks = random.int(10...40)
    default: blocks = random.int(100...300)
    }
    if let wanted { blocks = wanted }
    rowLimit = max(40, blocks * 12)
    unusualSolve = random.pick([0, 0, 0.1, 0.5])
    several = random.pick([0.1, 0.4, 0.8])
  }
}

/// A source of the steps of one script.
package struct ScriptGenerator {
  package let style: ScriptStyle
  var random: SplitMix64
  let pattern: BlockPattern?
  /// The program as the steps so far make it.
  package private(set) var model = ScriptModel()
  /// Steps that were made up and not handed out yet.
  private var pending: [ScriptStep] = []
  /// Values of the last answer by number, for rows that should agree with it.
  var values: [Double] = []

  var nextVariable = 0
  var nextRow = 0
  var shared: [Int] = []
  var rootRow: Int?
  var tailRows: [Int] = []
  var blocks: [Block] = []
  /// Rows that were taken out to come back.
  var stashed: [(id: Int, row: Program.Row)] = []
  private var undo: [(steps: [ScriptStep], blocks: [Block], tail: [Int])] = []
  private var inverse: [ScriptStep] = []

  /// A block that is there.
  struct Block {
    var variables: [Int]
    var rows: [Int]
    var links: [Int]
    /// First variable of the block it is linked to; nil for none.
    var parent: Int?

    var key: Int { variables[0] }
  }

  static let priorities: [Double] = [999.5, 999, 760, 751, 750, 740, 500, 251, 250, 249, 50, 1]

  /// Creates a source; `blocks` are those at the start, nil for as many as the seed says.
  package init(seed: UInt64, blocks: Int? = nil) {
    random = SplitMix64(seed: seed)
    style = ScriptStyle(blocks: blocks, using: &random)
    pattern = style.blocks == 0 ? nil : .random(using: &random)
  }

  /// The steps that build the program, and a solve.
  package mutating func start() -> [ScriptStep] {
    if pattern == nil {
      var generator = ProgramGenerator(seed: random.next(), variables: 1...16)
      generator.style.contradiction = 0
      let program = generator.program()
      for nonnegative in program.nonnegative { addVariable(nonnegative) }
      for row in program.rows { addRow(row) }
    } else {
      buildShared()
      for _ in 0..<style.blocks { insertBlock(after: nil) }
    }
    undo = []
    pending.append(.solve(.warm))
    return hand()
  }

  /// The steps up to the next solve, and how many edits they are.
  ///
  /// - Parameters:
  ///   - values: Values of the last answer by number.
  ///   - conflict: Numbers of rows that contradict each other; empty where the last solve ended optimal.
  ///   - persistence: How many solves in a row ended without an answer.
  package mutating func next(_ values: [Double], conflict: [Int], persistence: Int) -> (steps: [ScriptStep], edits: Int)
  {
    self.values = values
    while self.values.count < nextVariable { self.values.append(0) }
    var count = 1
    if random.chance(style.several) { count = random.chance(0.2) ? random.int(5...20) : random.int(2...4) }
    if persistence > 0, random.chance(0.25 * Double(persistence)) {
      begin()
      resolve(conflict)
      end()
    }
    for _ in 0..<count {
      let isUndone = random.chance(0.04)
      edit()
      if isUndone { undoLast() }
    }
    let how: ScriptStep.Solve = random.chance(style.unusualSolve) ? random.pick(ScriptStep.Solve.allCases) : .warm
    pending.append(.solve(how))
    return (hand(), count)
  }

  private mutating func hand() -> [ScriptStep] {
    defer { pending = [] }
    return pending
  }

  // MARK: - Steps and their undoing

  @discardableResult
  mutating func make(_ step: ScriptStep) -> Bool {
    guard model.accepts(step) else { return false }
    if let back = model.apply(step) { inverse.append(back) }
    pending.append(step)
    return true
  }

  @discardableResult
  mutating func addVariable(_ nonnegative: Bool) -> Int {
    make(.addVariable(nextVariable, nonnegative: nonnegative))
    nextVariable += 1
    while values.count < nextVariable { values.append(0) }
    return nextVariable - 1
  }

  @discardableResult
  mutating func addRow(_ row: Program.Row) -> Int {
    make(.addRow(nextRow, row))
    nextRow += 1
    return nextRow - 1
  }

  private mutating func begin() {
    inverse = []
    undo.append(([], blocks, tailRows))
    if undo.count > 40 { undo.removeFirst(20) }
  }

  private mutating func end() {
    undo[undo.count - 1].steps = inverse
    if inverse.isEmpty { undo.removeLast() }
  }

  /// Takes back the last edit that was not undone yet.
  private mutating func undoLast() {
    guard let last = undo.popLast() else { return }
    for step in last.steps.reversed() { make(step) }
    blocks = last.blocks
    tailRows = last.tail
  }

  // MARK: - Edits

  private mutating func edit() {
    let kind = random.int(0...99)
    if kind < 6 {
      for _ in 0..<(random.chance(0.7) ? 1 : random.int(2...10)) { undoLast() }
      return
    }
    begin()
    defer { end() }
    guard !model.liveRows.isEmpty, !model.liveVariables.isEmpty else {
      pattern == nil ? _ = addVariable(random.chance(0.5)) : insertBlock(after: nil)
      return addRandomRow()
    }
    let isFull = model.liveRows.count > style.rowLimit
    let row = random.pick(model.liveRows)
    switch kind {
    case ..<28: setConstant(row)
    case ..<34: for _ in 0..<random.int(2...10) { setConstant(random.pick(model.liveRows)) }
    case ..<38: if let root = rootRow { make(.setConstant(root, Double(random.int(50...1000)))) }
    case ..<45: setPriority(row)
    case ..<49: make(.setPriority(row, 1000, below: nil))
    case ..<53: make(.setWeight(row, random.pick([0.5, 1, 2, 3, 10])))
    case ..<58: setCoefficient(row)
    case ..<60: make(.setTerms(row, randomTerms()))
    case ..<63: setRelation(row)
    case ..<70: isFull ? remove(row: row) : addRandomRow()
    case ..<75: remove(row: row)
    case ..<81: stash(row)
    case ..<88: isFull ? removeBlock() : insertBlock(after: random.int(0...max(0, blocks.count)))
    case ..<93: removeBlock()
    case ..<96: moveBlock()
    case ..<98: addOrRemoveVariable()
    default: nothing(row)
    }
  }

  /// Leads out of a contradiction: a row of it leaves or becomes optional.
  private mutating func resolve(_ conflict: [Int]) {
    guard let id = conflict.isEmpty ? nil : random.pick(conflict), let row = model.row(id) else {
      return remove(row: random.pick(model.liveRows))
    }
    if random.chance(0.5) {
      remove(row: id)
    } else {
      make(.setPriority(id, random.pick(Self.priorities), below: nil))
    }
    if !random.chance(0.3) { stashed.append((id, row)) }
    if stashed.count > 10 { stashed.removeFirst() }
  }

  private mutating func setConstant(_ id: Int) {
    guard let row = model.row(id) else { return }
    let nudged = row.constant + random.pick([1, -1, 0.5, 8, -8, 30, -30])
    let isFirm = row.above == 1000 || row.below == 1000
    let value = isFirm || random.chance(0.4) ? nudged : Double(random.int(0...400)) / 2
    make(.setConstant(id, min(max(value, -2e4), 2e4)))
  }

  private mutating func setPriority(_ id: Int) {
    guard let row = model.row(id) else { return }
    let isSplit = row.relation == .equal && random.chance(row.priorityBelow == nil ? 0.1 : 0.8)
    let value = random.pick(Self.priorities)
    make(.setPriority(id, value, below: isSplit ? random.pick(Self.priorities + [1000]) : nil))
  }

  private mutating func setCoefficient(_ id: Int) {
    guard var terms = model.row(id)?.terms, !terms.isEmpty else { return }
    let index = random.int(0...(terms.count - 1))
    let old = terms[index].coefficient
    // Mostly a sign or one of few sizes, back and forth: products along a chain stay within what a double can tell.
    terms[index].coefficient = abs(old) == 1 ? random.pick([2, 0.5, -old, 1.5]) : (old < 0 ? -1 : 1)
    make(.setTerms(id, terms))
  }

  private mutating func setRelation(_ id: Int) {
    guard var row = model.row(id) else { return }
    row.relation = random.pick(Relation.allCases.filter { $0 != row.relation })
    make(.removeRow(id))
    make(.addRow(id, row))
  }

  mutating func remove(row id: Int) { make(.removeRow(id)) }

  /// A row goes, to come back later; or one comes back.
  private mutating func stash(_ id: Int) {
    if !stashed.isEmpty, random.chance(0.55) {
      let (old, row) = stashed.remove(at: random.int(0...(stashed.count - 1)))
      make(.addRow(old, row))
    } else if let row = model.row(id) {
      make(.removeRow(id))
      stashed.append((id, row))
    }
    if stashed.count > 10 { stashed.removeFirst() }
  }

  private mutating func addOrRemoveVariable() {
    let free = model.liveVariables.filter { model.uses[$0] == 0 }
    if free.isEmpty || random.chance(0.4) {
      addVariable(random.chance(0.5))
    } else {
      make(.removeVariable(random.pick(free)))
    }
  }

  /// Edits that change nothing.
  private mutating func nothing(_ id: Int) {
    guard let row = model.row(id) else { return }
    switch random.int(0...4) {
    case 0: make(.setConstant(id, row.constant))
    case 1: make(.setWeight(id, row.weight))
    case 2: make(.setPriority(id, row.priority, below: row.priorityBelow))
    case 3: make(.setTerms(id, row.terms))
    default:
      make(.removeRow(id))
      make(.addRow(id, row))
    }
  }
}
