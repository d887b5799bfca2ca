// A judge in rational arithmetic (CRational): the doubles of a program are the rationals that they are, and nothing is
// rounded. For programs whose numbers spread, where GLPK's tolerances are no better than anybody's.

internal import CRational
import Simplex
import TestSupport

/// The exact answer to a program of up to some hundred rows.
package final class ExactJudge {
  private let arrays: Arrays
  private let verdict: OpaquePointer

  /// Whether the required rows and the non-negativities can all hold.
  package var isFeasible: Bool { xj_is_feasible(verdict) != 0 }

  /// The least sum of violations with which they hold, 0 where they can.
  package var violation: Double { xj_violation(verdict) }

  /// The optional levels from high to low, rounded to doubles.
  package var levels: [Level] {
    let count = Int(xj_level_count(verdict))
    var priorities = [Double](repeating: 0, count: count)
    var errors = priorities
    xj_levels(verdict, &priorities, &errors)
    return zip(priorities, errors).map { Level(priority: $0, error: $1) }
  }

  /// One optimal solution, rounded to doubles.
  package var values: [Double] {
    var values = [Double](repeating: 0, count: arrays.variables)
    xj_values(verdict, &values)
    return values
  }

  /// Solves a program.
  package init(_ program: Program) throws(JudgeError) {
    arrays = Arrays(program)
    var found: OpaquePointer?
    let status = xj_judge(arrays.program, &found)
    guard let found else { throw JudgeError(description: "the exact judge stopped with status \(status.rawValue)") }
    verdict = found
  }

  deinit { xj_verdict_destroy(verdict) }

  /// What is wrong with values that are said to be optimal: a required row that is off, or the first level that is
  /// worse than its optimum by more than 1e-6 of it. A level that is better is not: required rows hold to 1e-6, and
  /// that makes room. Nil where nothing is.
  package func fault(of values: [Double]) -> String? {
    var index: Int32 = 0
    var size = 0.0
    switch xj_compare(verdict, values, 1e-6, &index, &size) {
    case XJ_BROKEN: return "\(index >= 0 ? "row \(index)" : "x\(-1 - index) >= 0") is off by \(size)"
    // Levels of a program that contradicts itself by less than the tolerance of its rows are those of another one.
    case XJ_WORSE where isFeasible: return "level \(levels[Int(index)].priority) is \(size) above its optimum"
    default: return nil
    }
  }

  /// What is wrong with an answer. Nothing is said of a program whose optimum lies beyond 1e12 or whose contradiction is
  /// within the tolerance of required rows: such numbers are what the rounding of coefficients makes of zero.
  package func fault(of answer: Answer) -> String? {
    switch answer.outcome {
    case .optimal:
      guard let fault = fault(of: answer.values) else { return nil }
      return isFar ? nil : fault
    case .infeasible:
      return isFeasible && !isFar ? "infeasible, but it is not" : nil
    default:
      return isFar ? nil : "\(answer.outcome)"
    }
  }

  private var isFar: Bool { values.contains { abs($0) > 1e12 } }
}

/// The arrays of a program, in place as long as the judge is.
private final class Arrays {
  let program: UnsafeMutablePointer<xj_program>
  let variables: Int
  private var blocks: [UnsafeMutableRawPointer] = []

  init(_ program: Program) {
    variables = program.nonnegative.count
    self.program = .allocate(capacity: 1)
    let terms = program.rows.flatMap { row in row.terms.filter { $0.coefficient != 0 } }
    var starts: [Int32] = [0]
    for row in program.rows {
      starts.append((starts.last ?? 0) + Int32(row.terms.count { $0.coefficient != 0 }))
    }
    self.program.initialize(
      to: xj_program(
        variables: Int32(variables), nonnegative: copy(program.nonnegative.map { $0 ? 1 : 0 }),
        rows: Int32(program.rows.count), starts: copy(starts), columns: copy(terms.map { Int32($0.variable) }),
        values: copy(terms.map(\.coefficient)), relations: copy(program.rows.map { Int8($0.relation.rawValue) }),
        constants: copy(program.rows.map(\.constant)), priorities: copy(program.rows.map(\.priority)),
        below: copy(program.rows.map { $0.priorityBelow ?? $0.priority }), weights: copy(program.rows.map(\.weight))))
  }

  private func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let block = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    block.initialize(from: elements, count: elements.count)
    blocks.append(UnsafeMutableRawPointer(block))
    return UnsafePointer(block)
  }

  deinit {
    for block in blocks { block.deallocate() }
    program.deallocate()
  }
}
