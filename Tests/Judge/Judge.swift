// An independent judge of bare programs: GLPK solves them level by level. Each side of a row that can be in error gets
// a column for its error; a level is minimized, its optimum is held by fixing what it fixes, and the next one follows.

import Simplex
import TestSupport

/// What a program comes to, by GLPK.
package struct Judgement: Sendable {
  /// Whether the required rows and the non-negativity of variables can all hold.
  package var isFeasible: Bool
  /// The optional levels from high to low; empty where the program is infeasible.
  package var levels: [Level]
  /// The largest absolute value of a variable in the judge's own solution.
  package var magnitude = 0.0
}

/// The range of a variable over all optimal solutions; infinite where nothing bounds it.
package struct ValueRange: Sendable {
  package var lowest: Double
  package var highest: Double

  package var width: Double { highest - lowest }
}

/// The judge of one program.
package final class Judge {
  private let program: Program
  private let linear: LinearProgram
  private var columns: [Int32] = []
  /// Per optional priority, the error columns and what a unit of each costs.
  private var errorColumns: [Double: [(column: Int32, cost: Double)]] = [:]

  /// Creates a judge.
  package init(_ program: Program, _ arithmetic: Arithmetic = .double) {
    self.program = program
    linear = LinearProgram(arithmetic)
    columns = program.nonnegative.map { linear.addColumn($0 ? .lower(0) : .free) }
    for row in program.rows { add(row) }
  }

  private func add(_ row: Program.Row) {
    var terms = Self.merged(row.terms).map { (columns[$0.variable], $0.coefficient) }
    for (priority, sign) in [(row.above, -1.0), (row.below, 1.0)] {
      guard let priority, priority < 1000 else { continue }
      let column = linear.addColumn(.lower(0))
      errorColumns[priority, default: []].append((column, row.weight))
      terms.append((column, sign))
    }
    switch row.relation {
    case .lessOrEqual: linear.addRow(terms, .upper(row.constant))
    case .equal: linear.addRow(terms, .fixed(row.constant))
    case .greaterOrEqual: linear.addRow(terms, .lower(row.constant))
    }
  }

  private static func merged(_ terms: [Program.Term]) -> [Program.Term] { terms.filter { $0.coefficient != 0 } }

  /// Solves all levels. To be called once.
  package func judge() throws(JudgeError) -> Judgement {
    switch try linear.minimize([]) {
    case .infeasible: return Judgement(isFeasible: false, levels: [])
    case .unbounded: throw JudgeError(description: "a program without objective cannot be unbounded")
    case .optimal: break
    }
    var levels: [Level] = []
    for priority in program.priorities {
      let objective = errorColumns[priority] ?? []
      // Scaled to 1, so that the tolerance on duals means the same at every level.
      let unit = objective.reduce(0) { max($0, $1.cost) }
      guard unit > 0 else { continue }
      guard try linear.minimize(objective.map { ($0.column, $0.cost / unit) }) == .optimal else {
        throw JudgeError(description: "level \(priority) has no optimum")
      }
      levels.append(Level(priority: priority, error: linear.objective * unit))
      linear.holdOptimum()
    }
    let magnitude = columns.reduce(0) { max($0, abs(linear.value($1))) }
    return Judgement(isFeasible: true, levels: levels, magnitude: magnitude)
  }

  /// The range of a variable with all levels at their optimum. To be called after ``judge()`` found the program
  /// feasible.
  package func range(of variable: Int) throws(JudgeError) -> ValueRange {
    var range = ValueRange(lowest: -.infinity, highest: .infinity)
    if try linear.minimize([(columns[variable], 1)]) == .optimal { range.lowest = linear.value(columns[variable]) }
    if try linear.minimize([(columns[variable], -1)]) == .optimal { range.highest = linear.value(columns[variable]) }
    return range
  }
}

extension Judge {
  /// What a program comes to: with doubles, or with rationals where GLPK loses its way with doubles.
  package static func judgement(of program: Program) throws(JudgeError) -> Judgement {
    do {
      return try Judge(program).judge()
    } catch {
      return try Judge(program, .exact).judge()
    }
  }

  /// The least sum of violations with which required rows and non-negativities hold: 0 for those that can hold, the
  /// distance to it for those that cannot.
  package static func leastViolation(
    _ program: Program, _ arithmetic: Arithmetic = .double
  ) throws(JudgeError) -> Double {
    let linear = LinearProgram(arithmetic)
    let columns = program.nonnegative.map { _ in linear.addColumn(.free) }
    var violations: [(column: Int32, cost: Double)] = []
    func add(_ terms: [(column: Int32, coefficient: Double)], above: Bool, below: Bool, _ constant: Double) {
      for (isError, sign) in [(above, -1.0), (below, 1.0)] where isError {
        let column = linear.addColumn(.lower(0))
        violations.append((column, 1))
        let bounds: LinearProgram.Bounds = sign < 0 ? .upper(constant) : .lower(constant)
        linear.addRow(terms + [(column, sign)], bounds)
      }
    }
    for (column, isBound) in zip(columns, program.nonnegative) where isBound {
      add([(column, 1)], above: false, below: true, 0)
    }
    for row in program.rows {
      let terms = merged(row.terms).map { (columns[$0.variable], $0.coefficient) }
      add(terms, above: row.above == 1000, below: row.below == 1000, row.constant)
    }
    if violations.isEmpty { return 0 }
    guard try linear.minimize(violations) == .optimal else {
      throw JudgeError(description: "the least violation has no optimum")
    }
    return linear.objective
  }
}
