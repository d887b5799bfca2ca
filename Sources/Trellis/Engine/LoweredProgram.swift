// The program that a scene stands for, lowered anew from the tree.
//
// For tests and tools of this package: the solver's rows are edited in place, this is not, so the two check each other.

import Simplex

/// A scene as bare rows: what the solver is asked. Broken constraints are at a level of their own, `brokenPriority`.
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
    package var priority: Double
    /// The priority of falling short of it.
    package var priorityBelow: Double
    /// What an error counts for among those of its priority.
    package var weight: Double
    /// What the row stands for.
    var tag = RowTag.none
  }

  /// Per variable, whether it must be at least 0. Left, top, width and height of one item after the other.
  package var nonnegative: [Bool]
  /// The rows.
  package var rows: [Row]

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
    var program = LoweredProgram(nonnegative: [], rows: [])
    var position: [Variable: Int] = [:]
    for (slot, record) in engine.slots.enumerated() where record.node != nil {
      for offset in 0..<4 {
        position[engine.storage.variables[4 * slot + offset]] = program.nonnegative.count
        program.nonnegative.append(offset >= 2)
      }
    }
    for tag in engine.session.rowTags {
      guard let row = try engine.loweredRow(tag) else { continue }
      program.rows.append(
        LoweredProgram.Row(
          variables: row.variables.compactMap { position[$0] }, coefficients: row.coefficients, relation: row.relation,
          constant: row.constant, priority: row.priority, priorityBelow: row.priorityBelow, weight: row.weight, tag: tag
        ))
    }
    for (index, constant) in engine.rootConstants.enumerated() {
      program.rows.append(
        LoweredProgram.Row(
          variables: [4 * Int(engine.root.slot) + index], coefficients: [1], relation: .equal, constant: constant,
          priority: 1000, priorityBelow: 1000, weight: 1))
    }
    return program
  }

  /// The values of the program's variables in the last layout, in its order.
  package func loweredValues() throws(LayoutError) -> [Double] {
    var variables: [Variable] = []
    for (slot, record) in engine.slots.enumerated() where record.node != nil {
      variables.append(contentsOf: engine.storage.variables[(4 * slot)..<(4 * slot + 4)])
    }
    do { return try engine.solver?.values(variables) ?? [] } catch { throw LayoutError(error) }
  }
}

/// A row with the solver's variables.
private struct TaggedRow {
  var variables: [Variable]
  var coefficients: [Double]
  var relation: Simplex.Relation = .equal
  var constant: Double
  var priority = 1000.0
  var priorityBelow = 1000.0
  var weight = 1.0
}

extension Engine {
  /// The row of a tag, put together from the tree. The root's are not asked for: there are always four.
  fileprivate func loweredRow(_ tag: RowTag) throws(LayoutError) -> TaggedRow? {
    switch tag.meaning {
    case .none, .rootOrigin, .rootSize:
      return nil
    case .constraint(let reference):
      let constraint = reference.takeUnretainedValue()
      let lowered = try lowered(constraint)
      let priority = constraint.rowPriority
      return TaggedRow(
        variables: lowered.variables, coefficients: lowered.coefficients, relation: lowered.relation.simplex,
        constant: lowered.constant, priority: priority, priorityBelow: priority, weight: constraint.storedWeight)
    case .contentSize(let slot, let axis):
      guard let node = slots[Int(slot)].node else { return nil }
      let offset = Int(axis.rawValue)
      return TaggedRow(
        variables: [storage.variables[4 * Int(node.slot) + 2 + offset]], coefficients: [1],
        constant: slots[Int(slot)].contentSize[axis],
        priority: Constraint.rowPriority(node.sizing.hugging(axis), isBroken: node.isContentBroken(axis)),
        priorityBelow: Constraint.rowPriority(node.sizing.compression(axis), isBroken: node.isContentBroken(axis)))
    case .contentOrigin(let slot, let axis):
      guard let node = slots[Int(slot)].node, let scrollView = node.parent else { return nil }
      let offset = Int(axis.rawValue)
      return TaggedRow(
        variables: [
          storage.variables[4 * Int(node.slot) + offset], storage.variables[4 * Int(scrollView.slot) + offset],
        ],
        coefficients: [1, -1], constant: contentOrigin(scrollView, axis))
    }
  }
}
