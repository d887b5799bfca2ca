// GLPK's simplex behind a small class: build, minimize, and hold what an optimum fixes.
//
// GLPK aborts the process on misuse, so every index here comes from our own construction. Its environment belongs to a
// thread: a program is built, solved and released without suspension, hence on one.

internal import CGLPK

/// The arithmetic of a judgement.
package enum Arithmetic: Sendable {
  /// Doubles, with GLPK's tolerances.
  case double
  /// Rationals (`glp_exact`). Slow. Coefficients are read as the simplest fraction within 1e-9 of their mantissa, 0.6
  /// as 3/5; constants as an integer and such a fraction, so to 1e-9 in their own unit at worst.
  case exact
}

/// What GLPK could not do. It says nothing about the program.
package struct JudgeError: Error, CustomStringConvertible {
  package let description: String
}

/// A linear program in GLPK.
final class LinearProgram {
  enum Ending {
    case optimal
    case infeasible
    case unbounded
  }

  /// The values a column or a row may take.
  enum Bounds {
    case free
    case lower(Double)
    case upper(Double)
    case fixed(Double)
  }

  private let problem: OpaquePointer
  private let arithmetic: Arithmetic
  private var costs: Set<Int32> = []
  /// Columns fixed at 2¹⁴ and at 1, for the integer parts of constants; 0 where there are none.
  private var carriers: (high: Int32, low: Int32) = (0, 0)
  private var columnCount: Int32 = 0

  init(_ arithmetic: Arithmetic) {
    self.arithmetic = arithmetic
    glp_term_out(GLP_OFF)
    problem = glp_create_prob()
  }

  deinit {
    glp_delete_prob(problem)
  }

  // MARK: Building

  func addColumn(_ bounds: Bounds) -> Int32 {
    columnCount = glp_add_cols(problem, 1)
    set(bounds) { glp_set_col_bnds(problem, columnCount, $0, $1, $1) }
    return columnCount
  }

  func addRow(_ terms: [(column: Int32, coefficient: Double)], _ bounds: Bounds) {
    var (terms, bounds) = (terms, bounds)
    if arithmetic == .exact { carryIntegers(&terms, &bounds) }
    let row = glp_add_rows(problem, 1)
    // GLPK counts from 1; element 0 is not read.
    let columns = [0] + terms.map(\.column)
    let coefficients = [0] + terms.map(\.coefficient)
    glp_set_mat_row(problem, row, Int32(terms.count), columns, coefficients)
    set(bounds) { glp_set_row_bnds(problem, row, $0, $1, $1) }
  }

  /// `glp_exact` reads a double as a fraction within 1e-9 of its mantissa, which is 1e-4 off at 1e5. Integers below 2¹⁴
  /// it reads exactly (a fraction with a smaller denominator is 2⁻²⁸ away), so the integer part of a constant is moved
  /// to the left side, as two such coefficients of fixed columns.
  private func carryIntegers(_ terms: inout [(column: Int32, coefficient: Double)], _ bounds: inout Bounds) {
    if carriers.low == 0 { carriers = (addColumn(.fixed(16384)), addColumn(.fixed(1))) }
    func carry(_ constant: Double) -> Double {
      let integer = constant.rounded(.towardZero)
      let high = (integer / 16384).rounded(.towardZero)
      if high != 0 { terms.append((carriers.high, -high)) }
      if integer != high * 16384 { terms.append((carriers.low, high * 16384 - integer)) }
      return constant - integer
    }
    switch bounds {
    case .free: break
    case .lower(let bound): bounds = .lower(carry(bound))
    case .upper(let bound): bounds = .upper(carry(bound))
    case .fixed(let value): bounds = .fixed(carry(value))
    }
  }

  private func set(_ bounds: Bounds, _ apply: (Int32, Double) -> Void) {
    switch bounds {
    case .free: apply(GLP_FR, 0)
    case .lower(let bound): apply(GLP_LO, bound)
    case .upper(let bound): apply(GLP_UP, bound)
    case .fixed(let value): apply(GLP_FX, value)
    }
  }

  // MARK: Solving

  /// Minimizes a sum of columns, from the basis of the last solve.
  func minimize(_ objective: [(column: Int32, cost: Double)]) throws(JudgeError) -> Ending {
    for column in costs { glp_set_obj_coef(problem, column, 0) }
    costs = []
    glp_set_obj_dir(problem, GLP_MIN)
    for (column, cost) in objective {
      glp_set_obj_coef(problem, column, glp_get_obj_coef(problem, column) + cost)
      costs.insert(column)
    }
    var parameters = glp_smcp()
    glp_init_smcp(&parameters)
    parameters.msg_lev = GLP_MSG_OFF
    parameters.tol_bnd = 1e-9
    parameters.tol_dj = 1e-9
    parameters.it_lim = 100_000
    var code = glp_simplex(problem, &parameters)
    if code != 0 || glp_get_prim_stat(problem) == GLP_NOFEAS {
      // A bound that was fixed at its rounded position may miss by more than the strict tolerance.
      parameters.tol_bnd = 1e-7
      if code != 0 { glp_std_basis(problem) }
      code = glp_simplex(problem, &parameters)
    }
    if arithmetic == .exact {
      if code != 0 { glp_std_basis(problem) }
      glp_init_smcp(&parameters)
      parameters.msg_lev = GLP_MSG_OFF
      code = glp_exact(problem, &parameters)
      if code != 0 {
        // A basis that doubles take for regular can be singular.
        glp_std_basis(problem)
        code = glp_exact(problem, &parameters)
      }
    }
    guard code == 0 else { throw JudgeError(description: "GLPK stopped with code \(code)") }
    let status = glp_get_status(problem)
    switch status {
    case GLP_OPT: return .optimal
    case GLP_NOFEAS: return .infeasible
    case GLP_UNBND: return .unbounded
    default:
      // The primal simplex without presolve ends phase 1 with "no feasible solution" in the primal status alone.
      if glp_get_prim_stat(problem) == GLP_NOFEAS { return .infeasible }
      throw JudgeError(description: "GLPK ended with status \(status)")
    }
  }

  var objective: Double { glp_get_obj_val(problem) }

  func value(_ column: Int32) -> Double { glp_get_col_prim(problem, column) }

  /// Holds the optimum by fixing, at the bound it lies on, every column and row with a dual other than zero: the points
  /// of the program where all of these lie on their bounds are exactly its optimal solutions (complementary slackness).
  /// A row `objective ≤ optimum` would need slack, and slack lets the levels below drift.
  func holdOptimum() {
    let tolerance = arithmetic == .exact ? 0 : 1e-9
    if columnCount >= 1 {
      for column in 1...columnCount where glp_get_col_stat(problem, column) != GLP_BS {
        guard abs(glp_get_col_dual(problem, column)) > tolerance, glp_get_col_type(problem, column) == GLP_LO else {
          continue
        }
        let bound = glp_get_col_lb(problem, column)
        glp_set_col_bnds(problem, column, GLP_FX, bound, bound)
      }
    }
    let rowCount = glp_get_num_rows(problem)
    guard rowCount >= 1 else { return }
    for row in 1...rowCount where glp_get_row_stat(problem, row) != GLP_BS {
      guard abs(glp_get_row_dual(problem, row)) > tolerance else { continue }
      let type = glp_get_row_type(problem, row)
      guard type == GLP_LO || type == GLP_UP else { continue }
      let bound = type == GLP_LO ? glp_get_row_lb(problem, row) : glp_get_row_ub(problem, row)
      glp_set_row_bnds(problem, row, GLP_FX, bound, bound)
    }
  }
}
