// Items and rows as a program of their own, apart from the scene's solver: for fitting sizes, templates and diagnostics,
// and for tests, as the solver's rows are edited in place and these are not.

import Simplex

/// Items and rows as a program. Broken constraints are at a level of their own, `brokenPriority`, unless it was asked to
/// ignore that they are.
package struct LoweredProgram {
  /// One row.
  package struct Row {
    /// Indices of variables, no one twice.
    package var variables: [Int]
    /// The coefficient of each.
    package var coefficients: [Double]
    /// How the sum of the terms compares with the constant.
    package var relation: Simplex.Relation
    /// The constant.
    package var constant: Double
    /// The priority of exceeding the constant; 1000 is required.
    package var priority = 1000.0
    /// The priority of falling short of it.
    package var priorityBelow = 1000.0
    /// What an error counts for among those of its priority.
    package var weight = 1.0
    /// What the row stands for.
    var tag = RowTag.none
  }

  /// Per variable, whether it must be at least 0. Left, top, width and height of one item after the other.
  package private(set) var nonnegative: [Bool] = []
  /// The rows.
  package internal(set) var rows: [Row] = []
  /// The first variable of each slot.
  private(set) var firstVariables: [Int32: Int] = [:]
  private let engine: Engine
  private let ignoresBreaks: Bool

  /// A program of items, without rows.
  init(_ engine: Engine, slots: some Sequence<Int32>, ignoringBreaks: Bool = false) {
    self.engine = engine
    ignoresBreaks = ignoringBreaks
    for slot in slots {
      firstVariables[slot] = nonnegative.count
      nonnegative += [false, false, true, true]
    }
  }

  /// Appends rows. One that mentions an item outside of the program is left out: the baseline of a stack may lie in a view
  /// that has left the stack.
  mutating func append(_ tags: some Sequence<RowTag>) throws(LayoutError) {
    let lowering = Lowering(engine, ignoringBreaks: ignoresBreaks)
    var lowered = LoweredRow()
    for tag in tags {
      guard try lowering.lower(tag, into: &lowered) else { continue }
      let variables = lowered.variables.compactMap(index(of:))
      guard variables.count == lowered.count else { continue }
      rows.append(
        Row(
          variables: variables, coefficients: lowered.coefficients, relation: lowered.relation.simplex,
          constant: lowered.constant, priority: lowered.priority, priorityBelow: lowered.priorityBelow,
          weight: lowered.weight, tag: tag))
    }
  }

  /// Where a variable of the scene's solver is in the program.
  private func index(of variable: Variable) -> Int? {
    let index = engine.reader.indexOfVariable[Int(variable.index)]
    return firstVariables[index >> 2].map { $0 + Int(index & 3) }
  }

  /// The rows for a solver, over variables that stand for the program's in their order.
  func batch(over variables: [Variable]) -> RowBatch {
    var batch = RowBatch()
    batch.reserve(rows: rows.count, entries: 3 * rows.count)
    for row in rows {
      for (variable, coefficient) in zip(row.variables, row.coefficients) {
        batch.append(variables[variable], coefficient)
      }
      batch.end(
        row.relation, constant: row.constant, priority: row.priority, priorityBelow: row.priorityBelow,
        weight: row.weight)
    }
    return batch
  }
}

extension Scene {
  /// The program as of the last layout. Linear in the scene.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``; ``LayoutError/Kind/noAnswer`` within a layout in which views came in.
  package func loweredProgram() throws(LayoutError) -> LoweredProgram {
    guard engine.queue.addedSlots.allSatisfy({ engine.slots[Int($0)].node?.isUnknown != true }) else {
      throw LayoutError(.noAnswer, "Views that came in have not been laid out yet.  Ask again after this layout.")
    }
    let slots = engine.slots.indices.filter { engine.slots[$0].isTaken }.map { Int32($0) }
    var program = LoweredProgram(engine, slots: slots)
    let root = Set(RowTag.root)
    try program.append(engine.session.rowTags.lazy.filter { !root.contains($0) })
    try program.append(RowTag.root)
    return program
  }

  /// The values of the program's variables in the last layout, in its order.
  package func loweredValues() throws(LayoutError) -> [Double] {
    let slots = engine.slots.indices.filter { engine.slots[$0].isTaken }.map { Int32($0) }
    do {
      return try engine.solver?.values(engine.storage.variables(of: slots)) ?? []
    } catch {
      throw LayoutError(error)
    }
  }
}
