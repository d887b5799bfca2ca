// Plays a script on a solver that is edited, and after each solve compares it with a solver that has seen nothing but the
// program as it is: outcome, levels, values where the optimum is unique, and with the model what both must hold. Steps of
// one kind that follow each other are one call, as callers of the library make them.
//
// Checks that cost more than a solve (errors of rows, sensitivity, ambiguity) are made now and then, by the number of the
// solve alone, so that a script that is played again is checked at the same positions.

import Judge
import Simplex
import TestSupport

/// What came of a script, or of many.
public struct ScriptTally: Sendable {
  /// States that were solved.
  public var solves = 0
  /// Those with an optimum.
  public var optimal = 0
  /// Those with a conflict.
  public var infeasible = 0
  /// Values of variables that were compared.
  public var compared = 0
  /// Values left out because the optimum is not unique.
  public var ambiguous = 0
  /// States between feasible and infeasible, or levels between equal and not, where the judge accepts both answers.
  public var borderline = 0
  /// Calls that failed for want of memory, and were made again.
  public var refused = 0
  /// Of all values, their bits: the same each time a script is played.
  public var digest: UInt64 = 0

  /// The counts of nothing.
  public init() {}

  /// Adds the counts of another script.
  public static func += (left: inout ScriptTally, right: ScriptTally) {
    left.solves += right.solves
    left.optimal += right.optimal
    left.infeasible += right.infeasible
    left.compared += right.compared
    left.ambiguous += right.ambiguous
    left.borderline += right.borderline
    left.refused += right.refused
    left.digest = left.digest &* 31 &+ right.digest
  }
}

/// A solver that a script edits, and the model of what it must hold.
package final class ScriptPlayer {
  package private(set) var model = ScriptModel()
  package private(set) var tally = ScriptTally()
  /// Per number of a variable, its value after the last solve that ended optimal; 0 for one added since.
  package private(set) var values: [Double] = []
  /// Rows of the conflicts of the last solve, by number.
  package private(set) var conflicting: [Int] = []

  let solver: Solver
  private let isThorough: Bool
  private let memory: FailingMemory?
  private(set) var variables: [Variable] = []
  private(set) var rows: [Simplex.Row] = []
  /// Per index of a variable or row in the solver, its number.
  private var variableNumber: [Int] = []
  private var rowNumber: [Int] = []

  var measure = ProgramMeasure()
  private var scratchMeasure = ProgramMeasure()
  private let scratch: ScratchSolver
  private var changeMark: [Int] = []
  /// Calls that were made while memory may run out.
  private var calls = 0

  /// Creates a player that has seen no step.
  ///
  /// - Parameters:
  ///   - isThorough: Whether all checks are made after each solve.
  ///   - isFailing: Whether memory runs out now and then; where thorough, at each allocation of each call in turn.
  package init(isThorough: Bool = false, isFailing: Bool = false) throws {
    self.isThorough = isThorough
    memory = isFailing ? FailingMemory() : nil
    solver = try memory.map { try Solver(allocator: $0.allocator) } ?? Solver()
    scratch = try ScratchSolver()
  }

  /// Gives a row another constant without the model, for tests of the checks.
  package func meddle(row id: Int, constant: Double) throws { try solver.setConstants([rows[id]], [constant]) }

  // MARK: - Steps

  /// Makes the steps of a script that make sense.
  ///
  /// - Returns: What was found wrong, and after how many steps; nil where nothing was.
  package func play(_ steps: [ScriptStep]) throws -> (fault: String, step: Int)? {
    var index = 0
    var run: [ScriptStep] = []
    while index < steps.count {
      run.removeAll(keepingCapacity: true)
      let kind = steps[index].kind
      while index < steps.count, steps[index].kind == kind {
        if model.accepts(steps[index]) {
          run.append(steps[index])
          model.apply(steps[index])
        }
        index += 1
        if kind == .terms || kind == .solve { break }
      }
      guard let first = run.first else { continue }
      if case .solve(let how) = first {
        if let fault = try solve(how) { return (fault, index) }
      } else {
        do { try withoutMemory(isSettled: false) { try edit(run, kind) } } catch let lost as Lost {
          return ("\(lost.text), in \(run.map(\.description).joined(separator: " "))", index)
        } catch {
          return ("refused with \(error): \(run.map(\.description).joined(separator: " "))", index)
        }
      }
    }
    return nil
  }

  private func edit(_ run: [ScriptStep], _ kind: ScriptStep.Kind) throws {
    switch kind {
    case .addVariable: try addVariables(run)
    case .addRow: try addRows(run)
    case .removeVariable: try solver.removeVariables(run.map { variables[$0.id] })
    case .removeRow: try solver.remove(run.map { rows[$0.id] })
    case .constant: try solver.setConstants(run.map { rows[$0.id] }, run.map(\.value))
    case .weight: try solver.setWeights(run.map { rows[$0.id] }, run.map(\.value))
    case .priority:
      let below = run.map { step -> Double in
        if case .setPriority(_, let value, let below) = step { below ?? value } else { 1000 }
      }
      try solver.setPriorities(run.map { rows[$0.id] }, run.map(\.value), below: below)
    case .terms:
      guard case .setTerms(let id, let terms)? = run.first else { return }
      try solver.setTerms(rows[id], terms.map { variables[$0.variable] }, terms.map(\.coefficient))
    case .solve: break
    }
  }

  private func addVariables(_ run: [ScriptStep]) throws {
    let flags = run.map { step in if case .addVariable(_, let flag) = step { flag } else { false } }
    for (variable, step) in zip(try solver.addVariables(nonnegative: flags), run) {
      Self.put(variable, at: step.id, in: &variables, filler: variable)
      Self.put(0, at: step.id, in: &values, filler: 0)
      Self.put(step.id, at: Int(variable.index), in: &variableNumber, filler: -1)
    }
  }

  private func addRows(_ run: [ScriptStep]) throws {
    var batch = RowBatch()
    for step in run {
      guard case .addRow(_, let row) = step else { continue }
      for term in row.terms { batch.append(variables[term.variable], term.coefficient) }
      batch.end(row)
    }
    for (row, step) in zip(try solver.add(batch), run) {
      Self.put(row, at: step.id, in: &rows, filler: row)
      Self.put(step.id, at: Int(row.index), in: &rowNumber, filler: -1)
    }
  }

  private static func put<Element>(_ element: Element, at index: Int, in array: inout [Element], filler: Element) {
    while array.count <= index { array.append(filler) }
    array[index] = element
  }

  // MARK: - Memory that runs out

  /// What a call that failed for want of memory did not leave as it was.
  private struct Lost: Error { var text: String }

  /// Makes a call, at times without the memory it wants: then it must fail, change nothing, and succeed when made again.
  ///
  /// - Parameter isSettled: Whether the model is what the solver holds before the call.
  private func withoutMemory<Result>(isSettled: Bool, _ call: () throws -> Result) throws -> Result {
    guard let memory else { return try call() }
    calls += 1
    let mixed = Int(truncatingIfNeeded: (UInt64(calls) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    let some = mixed / 3 % 40
    for position in isThorough ? 0..<1000 : mixed % 3 == 0 ? some..<(some + 1) : 0..<0 {
      memory.fail(at: position)
      defer { memory.work() }
      do {
        return try call()
      } catch SolverError.memory {
        memory.work()
        tally.refused += 1
        guard isSettled, let text = try lost() else { continue }
        throw Lost(text: "refused memory for the time numbered \(position), \(text)")
      }
    }
    return try call()
  }

  /// What is not as it was before a call that failed; nil where all is.
  private func lost() throws -> String? {
    guard let kept = try solver.outcomeValues(model.liveVariables.map { variables[$0] }) else { return nil }
    for (id, value) in zip(model.liveVariables, kept) where value != values[id] {
      return "variable \(id) was \(values[id]) and reads \(value)"
    }
    return nil
  }

  // MARK: - Solving

  private func solve(_ how: ScriptStep.Solve) throws -> String? {
    tally.solves += 1
    conflicting = []
    let outcome: Outcome
    do { outcome = try withoutMemory(isSettled: true) { try solver.solve(how.options) } } catch let lost as Lost {
      return lost.text
    }
    let other = try scratch.solve(model)
    switch outcome {
    case .optimal: return try checkOptimal(other)
    case .infeasible: return try checkInfeasible(other)
    case .unsolved, .pivotLimit, .breakdown: return "ended \(outcome), from scratch \(other)"
    }
  }

  private func checkOptimal(_ scratchOutcome: Outcome) throws -> String? {
    tally.optimal += 1
    if let fault = try readChanges() { return fault }
    let levels = try solver.levels()
    measure.take(model, values, levels)
    if !measure.holds { return "a required residual of \(measure.residual)" }
    if !Agreement.agree(measure.levels, levels, rounding: measure.rounding) {
      return "levels \(levels) are not those of the values, \(measure.levels)"
    }
    if let fault = try checkNowAndThen() { return fault }
    guard scratchOutcome == .optimal else { return try verdict("optimal, from scratch \(scratchOutcome)") }
    let scratchLevels = try scratch.solver.levels()
    try scratch.readValues()
    let other = scratch.byNumber
    scratchMeasure.take(model, other, scratchLevels)
    let rounding = max(measure.rounding, scratchMeasure.rounding)
    if !scratchMeasure.holds { return "from scratch, a required residual of \(scratchMeasure.residual)" }
    if !Agreement.agree(scratchMeasure.levels, scratchLevels, rounding: rounding) {
      return "from scratch, levels \(scratchLevels) are not those of the values, \(scratchMeasure.levels)"
    }
    if !Agreement.agree(levels, scratchLevels, rounding: rounding) {
      return try verdict("levels \(levels), from scratch \(scratchLevels)")
    }
    let tolerance = max(measure.tolerance, scratchMeasure.tolerance)
    var open: Set<Int>?
    for id in model.liveVariables {
      if abs(values[id] - other[id]) <= tolerance {
        tally.compared += 1
        continue
      }
      if open == nil { open = Set(try scratch.solver.ambiguousVariables().map { scratch.number(of: $0) }) }
      guard open?.contains(id) == true else {
        return "variable \(id) is \(values[id]), from scratch \(other[id]), and not called ambiguous"
      }
      tally.ambiguous += 1
    }
    return nil
  }

  /// Reads the values, and compares what changed with what is said to have changed.
  private func readChanges() throws -> String? {
    let handles = model.liveVariables.map { variables[$0] }
    let fresh = try solver.values(handles)
    changeMark = Array(repeating: 0, count: variableNumber.count)
    for variable in try solver.changes() {
      let index = Int(variable.index)
      guard variableNumber.indices.contains(index), model.hasVariable(variableNumber[index]),
        variables[variableNumber[index]] == variable
      else { return "index \(index), which is no variable, is said to have changed" }
      changeMark[index] += 1
    }
    for (position, id) in model.liveVariables.enumerated() {
      let mark = changeMark[Int(handles[position].index)]
      let isChanged = fresh[position] != values[id]
      if mark != (isChanged ? 1 : 0) {
        return "variable \(id) was \(values[id]), is \(fresh[position]), and is \(mark) times among the changes"
      }
      values[id] = fresh[position]
      tally.digest = (tally.digest ^ fresh[position].bitPattern) &* 0x100_0000_01B3
    }
    return nil
  }

  private func isTurn(_ period: Int, _ phase: Int) -> Bool { isThorough || tally.solves % period == phase }

  /// Checks that not every solve pays for.
  private func checkNowAndThen() throws -> String? {
    if isTurn(8, 0) {
      let errors = try solver.errors(model.liveRows.map { rows[$0] })
      for (id, error) in zip(model.liveRows, errors) {
        let expected = model.row(id)?.error(values) ?? 0
        if abs(error - expected) > 1e-6 * max(1, abs(expected)) + measure.rounding {
          return "the error of row \(id) is said to be \(error), and is \(expected)"
        }
      }
    }
    if isTurn(16, 3), !model.liveVariables.isEmpty {
      let some = [model.liveVariables[tally.solves / 16 % model.liveVariables.count]]
      for id in isThorough ? model.liveVariables : some {
        if let fault = try checkSensitivity(id) { return fault }
      }
    }
    if isTurn(32, 5) {
      let open = Set(try solver.ambiguousVariables().map { variableNumber[Int($0.index)] })
      let other = Set(try scratch.solver.ambiguousVariables().map { scratch.number(of: $0) })
      if open != other, model.liveRows.count <= 200 {
        let position = Dictionary(uniqueKeysWithValues: zip(model.liveVariables, 0...))
        for (who, set) in [("", open), ("from scratch ", other)] {
          let wrong = try faults(ofAmbiguous: Set(set.compactMap { position[$0] }), in: model.program)
          if !wrong.isEmpty { return "\(who)ambiguous: \(open.sorted()), from scratch \(other.sorted()); \(wrong)" }
        }
        tally.borderline += 1
      }
    }
    return nil
  }

  /// A vertex is linear in the constants of its tight rows.
  private func checkSensitivity(_ id: Int) throws -> String? {
    let parts = try solver.sensitivity(of: [variables[id]], [1])
    var sum = 0.0
    var size = 0.0
    for part in parts {
      guard case .row(let row) = part.member else { continue }
      let product = part.derivative * (model.row(number(of: row))?.constant ?? .nan)
      sum += product
      size += abs(product)
    }
    guard abs(sum - values[id]) <= 1e-6 * max(1, size) + 100 * measure.rounding else {
      let text = parts.map { part in
        switch part.member {
        case .row(let row): "\(part.derivative) of row \(number(of: row))"
        case .zero(let variable): "\(part.derivative) of variable \(variableNumber[Int(variable.index)]) at 0"
        }
      }
      return "variable \(id) is \(values[id]), but by its sensitivity \(sum): \(text)"
    }
    return nil
  }

  private func checkInfeasible(_ other: Outcome) throws -> String? {
    tally.infeasible += 1
    let kept = try solver.outcomeValues(model.liveVariables.map { variables[$0] })
    for (position, id) in model.liveVariables.enumerated() where kept.map({ $0[position] != values[id] }) == true {
      return "variable \(id) was \(values[id]), and reads \(kept?[position] ?? .nan) after a solve without an answer"
    }
    let conflicts = try solver.conflicts()
    if conflicts.isEmpty { return "infeasible without a conflict" }
    var members: [[Answer.Member]] = []
    for conflict in conflicts {
      members.append(
        conflict.map { member in
          switch member {
          case .row(let row): .row(number(of: row))
          case .nonnegativity(let variable): .nonnegativity(variableNumber[Int(variable.index)])
          }
        })
    }
    conflicting = members.joined().compactMap { if case .row(let id) = $0 { id } else { nil } }
    if let id = conflicting.first(where: { !model.hasRow($0) }) { return "row \(id), which is gone, is in a conflict" }
    for case .nonnegativity(let id) in members.joined() where model.variables[id] != true {
      return "variable \(id), which may be negative, is in a conflict"
    }
    guard other == .infeasible else { return try verdict("infeasible, from scratch \(other)", members) }
    for conflict in members.prefix(3) where try !scratch.isMinimalConflict(conflict, model) {
      let text = conflict.map { member in
        switch member {
        case .row(let id): "row \(id)"
        case .nonnegativity(let id): "variable \(id) ≥ 0"
        }
      }
      return try verdict("\(text) is no minimal conflict", members)
    }
    return nil
  }

  private func number(of row: Simplex.Row) -> Int {
    rowNumber.indices.contains(Int(row.index)) ? rowNumber[Int(row.index)] : -1
  }

  /// Asks the judge. Where it accepts both answers (between feasible and infeasible lies what either verdict may be given
  /// to) there is no fault. Programs that would take it long are not brought before it.
  private func verdict(_ fault: String, _ conflicts: [[Answer.Member]] = []) throws -> String? {
    guard model.liveRows.count <= 300 else { return fault }
    let program = model.program
    let outcome = solver.outcome
    var warm = Answer(outcome: outcome)
    if outcome == .optimal {
      warm.values = model.liveVariables.map { values[$0] }
      warm.levels = try solver.levels()
      warm.errors = program.rows.map { $0.error(warm.values) }
    }
    let rowIndex = Dictionary(uniqueKeysWithValues: zip(model.liveRows, 0...))
    let variableIndex = Dictionary(uniqueKeysWithValues: zip(model.liveVariables, 0...))
    warm.conflicts = conflicts.map { conflict in
      conflict.map { member in
        switch member {
        case .row(let id): .row(rowIndex[id] ?? -1)
        case .nonnegativity(let id): .nonnegativity(variableIndex[id] ?? -1)
        }
      }
    }
    let own = try faults(of: warm, to: program)
    if !own.isEmpty { return "\(fault); the judge: \(own.joined(separator: "; "))" }
    let other = try faults(of: try LoadedProgram(program).solve(), to: program)
    if !other.isEmpty { return "\(fault); the judge of the one from scratch: \(other.joined(separator: "; "))" }
    tally.borderline += 1
    return nil
  }
}

extension Solver {
  /// The values of variables, or nil where there never was an answer.
  fileprivate func outcomeValues(_ variables: [Variable]) throws -> [Double]? {
    do throws(SolverError) { return try values(variables) } catch {
      if error == .unsolved { return nil }
      throw error
    }
  }
}

extension RowBatch {
  /// Ends the row whose terms were appended.
  mutating func end(_ row: Program.Row) {
    end(
      row.relation, constant: row.constant, priority: row.priority, priorityBelow: row.priorityBelow, weight: row.weight
    )
  }
}

extension ScriptStep {
  /// What steps of one call have in common.
  enum Kind { case addVariable, removeVariable, addRow, removeRow, constant, weight, priority, terms, solve }

  var kind: Kind {
    switch self {
    case .addVariable: .addVariable
    case .removeVariable: .removeVariable
    case .addRow: .addRow
    case .removeRow: .removeRow
    case .setConstant: .constant
    case .setWeight: .weight
    case .setPriority: .priority
    case .setTerms: .terms
    case .solve: .solve
    }
  }

  /// The number of its row or variable.
  var id: Int {
    switch self {
    case .addVariable(let id, _), .removeVariable(let id), .addRow(let id, _), .removeRow(let id),
      .setConstant(let id, _), .setWeight(let id, _), .setPriority(let id, _, _), .setTerms(let id, _):
      id
    case .solve: -1
    }
  }

  var value: Double {
    switch self {
    case .setConstant(_, let value), .setWeight(_, let value), .setPriority(_, let value, _): value
    default: 0
    }
  }
}
