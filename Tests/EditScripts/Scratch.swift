// The other side of a comparison: a solver built from the program as it is, and what the program's definition says of
// values.

import Judge
import Simplex
import TestSupport

/// A solver that has seen nothing but one program.
final class ScratchSolver {
  private(set) var solver: Solver
  /// In the order of the model's live variables.
  private(set) var variables: [Variable] = []
  private var order: [Int] = []
  private var position: [Int] = []
  private var values: [Double] = []
  /// Per number of a variable, its value when they were last read.
  private(set) var byNumber: [Double] = []
  private var batch = RowBatch()
  private var flags: [Bool] = []

  init() throws { solver = try Solver() }

  /// The outcome of a program, solved by a new solver.
  func solve(_ model: ScriptModel, _ options: SolveOptions = SolveOptions()) throws -> Outcome {
    solver = try Solver()
    order = model.liveVariables
    flags.removeAll(keepingCapacity: true)
    if position.count < model.variables.count { position = Array(repeating: 0, count: model.variables.count + 16) }
    for (index, id) in order.enumerated() {
      position[id] = index
      flags.append(model.variables[id] ?? false)
    }
    variables = try solver.addVariables(nonnegative: flags)
    batch.removeAll(keepingCapacity: true)
    for id in model.liveRows {
      guard let row = model.rows[id] else { continue }
      for term in row.terms { batch.append(variables[position[term.variable]], term.coefficient) }
      batch.end(row)
    }
    _ = try solver.add(batch)
    return try solver.solve(options)
  }

  /// Reads the values of the last program, which is the model's, into `byNumber`.
  func readValues() throws {
    try solver.readValues(variables, into: &values)
    while byNumber.count < position.count { byNumber.append(0) }
    for (index, id) in order.enumerated() { byNumber[id] = values[index] }
  }

  /// The script's number of one of the solver's variables. A fresh solver numbers from 0.
  func number(of variable: Variable) -> Int { order[Int(variable.index)] }

  /// Whether required rows and non-negativities contradict each other, and no longer do when any one leaves. Of long
  /// conflicts some ten members are tried.
  func isMinimalConflict(_ members: [Answer.Member], _ model: ScriptModel) throws -> Bool {
    guard try isContradiction(members, model) else { return false }
    for leaver in stride(from: 0, to: members.count, by: max(1, members.count / 10)) {
      var others = members
      others.remove(at: leaver)
      if try isContradiction(others, model) { return false }
    }
    return true
  }

  private func isContradiction(_ members: [Answer.Member], _ model: ScriptModel) throws -> Bool {
    let solver = try Solver()
    var own: [Int: Variable] = [:]
    var bound: Set<Int> = []
    for case .nonnegativity(let id) in members { bound.insert(id) }
    var batch = RowBatch()
    func variable(_ id: Int) throws -> Variable {
      if let known = own[id] { return known }
      let made = try solver.addVariables(nonnegative: [bound.contains(id)])[0]
      own[id] = made
      return made
    }
    for case .nonnegativity(let id) in members { _ = try variable(id) }
    for case .row(let id) in members {
      guard let row = model.row(id) else { return false }
      for term in row.terms { batch.append(try variable(term.variable), term.coefficient) }
      batch.end(row)
    }
    _ = try solver.add(batch)
    return try solver.solve() == .infeasible
  }
}

/// What values come to by the definition of a program.
struct ProgramMeasure {
  private(set) var levels: [Level] = []
  private(set) var residual = 0.0
  private(set) var rounding = 0.0
  private(set) var scale = 1.0
  private(set) var largest = 0.0

  /// How far two answers may be apart. Values of hundreds of times the constants and more are those of a nearly singular
  /// program (three rows with 0.333333 for a third make a million), which carries rounding as far.
  var tolerance: Double {
    let carried = largest > 100 * scale ? 1e-8 * largest : 0
    return max(1e-6 * max(1, scale / 100) + 100 * rounding, carried)
  }

  var holds: Bool { residual <= 1e-6 + rounding }

  /// Measures values by number of variable. The levels given save looking for what levels there are.
  mutating func take(_ model: ScriptModel, _ values: [Double], _ given: [Level]?) {
    levels = given ?? []
    for index in levels.indices { levels[index].error = 0 }
    (residual, rounding, scale) = (0, 0, 1)
    largest = model.liveVariables.reduce(0) { max($0, abs(values[$1])) }
    for id in model.liveVariables where model.variables[id] == true { residual = max(residual, -values[id]) }
    for id in model.liveRows {
      guard let row = model.rows[id] else { continue }
      var sum = 0.0
      var size = abs(row.constant)
      scale = max(scale, size)
      for term in row.terms {
        let product = term.coefficient * values[term.variable]
        sum += product
        size += abs(product)
      }
      rounding = max(rounding, size * max(1, row.weight) * 0x1p-50)
      let error = sum - row.constant
      for side in [row.above, row.below] { note(side) }
      guard error != 0, let priority = error > 0 ? row.above : row.below else { continue }
      if priority == 1000 {
        residual = max(residual, abs(error))
      } else if let index = index(of: priority) {
        levels[index].error += row.weight * abs(error)
      }
    }
    if levels.count > given?.count ?? 0 { levels.sort { $0.priority > $1.priority } }
  }

  /// A priority that is not among the levels given becomes a level, so that the comparison finds it.
  private mutating func note(_ priority: Double?) {
    guard let priority, priority < 1000, index(of: priority) == nil else { return }
    levels.append(Level(priority: priority, error: 0))
  }

  private func index(of priority: Double) -> Int? {
    for index in levels.indices where levels[index].priority == priority { return index }
    return nil
  }
}
