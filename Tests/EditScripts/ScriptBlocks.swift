// The blocks of a script's layout, in, out and elsewhere; and rows at random.

import Simplex
import TestSupport

extension ScriptGenerator {
  mutating func buildShared() {
    guard let pattern else { return }
    shared = pattern.shared.map { addVariable($0) }
    let rows = add(pattern.sharedRows, own: [], parent: [])
    rootRow = rows.indices.contains(pattern.root) ? rows[pattern.root] : nil
  }

  /// Adds rows of a pattern, those whose variables are there.
  private mutating func add(_ patterns: [RowPattern], own: [Int], parent: [Int]) -> [Int] {
    var added: [Int] = []
    for pattern in patterns {
      var terms: [Program.Term] = []
      for (name, coefficient) in pattern.terms {
        switch name {
        case .own(let index): terms.append(.init(own[index], coefficient))
        case .parent(let index): terms.append(.init(parent[index], coefficient))
        case .shared(let index): terms.append(.init(shared[index], coefficient))
        }
      }
      guard terms.allSatisfy({ model.hasVariable($0.variable) }) else { continue }
      let off = pattern.spread == 0 ? 0 : (random.real(-1...1) * pattern.spread * 2).rounded() / 2
      added.append(
        addRow(
          Program.Row(
            terms, pattern.relation, pattern.constant + off, priority: pattern.priority, priorityBelow: pattern.below)))
    }
    return added
  }

  /// A new block at a position in line, or in a block that is there; nil for the end.
  mutating func insertBlock(after position: Int?) {
    guard let pattern else { return }
    let variables = pattern.own.map { addVariable($0) }
    let rows = add(pattern.rows, own: variables, parent: [])
    blocks.append(Block(variables: variables, rows: rows, links: [], parent: nil))
    put(blocks.count - 1, at: position)
  }

  /// Links the block of an index, which has no links and no children, at a position in line.
  private mutating func put(_ index: Int, at position: Int?) {
    guard let pattern else { return }
    let block = blocks.remove(at: index)
    let position = min(position ?? blocks.count, blocks.count)
    if pattern.branches {
      blocks.append(block)
      let parent = position == 0 || blocks.count < 2 ? nil : blocks[min(position, blocks.count - 1) - 1].key
      let end = blocks.count - 1
      link(end, to: parent == block.key ? nil : parent)
      // Sometimes it comes between its parent and a child.
      let children = blocks.indices.filter { blocks[$0].parent == parent && $0 != end }
      if !children.isEmpty, random.chance(0.3) { link(random.pick(children), to: block.key) }
    } else {
      blocks.insert(block, at: position)
      link(position, to: position == 0 ? nil : blocks[position - 1].key)
      if position + 1 < blocks.count { link(position + 1, to: block.key) }
      setTail()
    }
  }

  /// Makes the links of a block once more.
  private mutating func link(_ index: Int, to parent: Int?) {
    guard let pattern else { return }
    for id in blocks[index].links { remove(row: id) }
    blocks[index].parent = parent
    let above = blocks.first { $0.key == parent }
    let own = blocks[index].variables
    let links = above.map { add(pattern.links, own: own, parent: $0.variables) }
    blocks[index].links = links ?? add(pattern.head, own: own, parent: [])
  }

  private mutating func setTail() {
    guard let pattern, !pattern.tail.isEmpty else { return }
    for id in tailRows { remove(row: id) }
    tailRows = blocks.last.map { add(pattern.tail, own: $0.variables, parent: []) } ?? []
  }

  /// Takes a block out of line; its children are linked to its parent.
  private mutating func unlink(_ index: Int) -> Block {
    let block = blocks.remove(at: index)
    for id in block.links { remove(row: id) }
    for child in blocks.indices where blocks[child].parent == block.key { link(child, to: block.parent) }
    if pattern?.branches == false { setTail() }
    return block
  }

  mutating func removeBlock() {
    guard !blocks.isEmpty else { return remove(row: random.pick(model.liveRows)) }
    let block = unlink(random.int(0...(blocks.count - 1)))
    for id in block.rows { remove(row: id) }
    // Rows at random that mention it go, too.
    let gone = Set(block.variables)
    if gone.contains(where: { model.uses[$0] > 0 }) {
      for id in model.liveRows where model.row(id)?.terms.contains(where: { gone.contains($0.variable) }) == true {
        remove(row: id)
      }
    }
    for id in block.variables { make(.removeVariable(id)) }
  }

  mutating func moveBlock() {
    guard blocks.count > 1 else { return removeBlock() }
    blocks.append(unlink(random.int(0...(blocks.count - 1))))
    put(blocks.count - 1, at: random.int(0...(blocks.count - 1)))
  }

  // MARK: - Rows at random

  /// Terms about a variable and some near it; blocks have numbers that follow each other.
  mutating func randomTerms() -> [Program.Term] {
    let first = random.pick(model.liveVariables)
    var chosen = [first]
    for _ in 0..<random.pick([0, 0, 1, 1, 1, 2, 3]) {
      let near = first + random.int(-6...6)
      let other = model.hasVariable(near) && random.chance(0.7) ? near : random.pick(model.liveVariables)
      if !chosen.contains(other) { chosen.append(other) }
    }
    return chosen.enumerated().map { position, id in
      .init(id, position == 0 ? 1 : random.pick([-1, -1, 1, -0.5, -2, 2]))
    }
  }

  /// A row of its own, or one that repeats another.
  mutating func addRandomRow() {
    guard !model.liveVariables.isEmpty else { return }
    if random.chance(0.15), !model.liveRows.isEmpty, var row = model.row(random.pick(model.liveRows)) {
      if random.chance(0.5) { row.priority = random.pick(Self.priorities) }
      if random.chance(0.2), row.priority < 1000 { row.constant += 5 }
      addRow(row)
      return
    }
    let terms = randomTerms()
    let relation = random.pick([Relation.equal, .equal, .lessOrEqual, .greaterOrEqual])
    let isRequired = random.chance(0.3)
    var row = Program.Row(terms, relation, Double(random.int(-40...400)) / 2)
    if isRequired, random.chance(0.85) {
      // Agrees with the last answer.
      let sum = row.activity(values)
      let slack = relation == .equal || random.chance(0.3) ? 0 : Double(random.int(0...60))
      row.constant = min(max(relation == .lessOrEqual ? sum + slack : sum - slack, -2e4), 2e4)
    }
    row.priority = isRequired ? 1000 : random.pick(Self.priorities)
    if relation == .equal, random.chance(0.15) { row.priorityBelow = random.pick(Self.priorities) }
    if random.chance(0.15) { row.weight = random.pick([0.5, 2, 3]) }
    addRow(row)
  }
}
