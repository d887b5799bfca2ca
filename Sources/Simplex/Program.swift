// The parts of a program as Swift values: handles of variables and rows, relations, and what can be asked of a solve.
//
// A handle is the index CSolver gave out, nothing more: four bytes, so that arrays of handles cross into C as they are.

/// A variable of a ``Solver``'s program.
///
/// The handle is valid for the solver that made it, until the variable is removed. Removed indices are given out again.
public struct Variable: Hashable, Sendable, Comparable {
  /// The index of the variable in its solver.
  public let index: Int32

  @inlinable package init(index: Int32) { self.index = index }

  /// Orders by index.
  public static func < (left: Variable, right: Variable) -> Bool { left.index < right.index }
}

/// A row of a ``Solver``'s program: `Σ aⱼ xⱼ {=, ≤, ≥} b` at a priority, with a weight.
///
/// The handle is valid for the solver that made it, until the row is removed. Removed indices are given out again.
public struct Row: Hashable, Sendable, Comparable {
  /// The index of the row in its solver.
  public let index: Int32

  @inlinable package init(index: Int32) { self.index = index }

  /// Orders by index.
  public static func < (left: Row, right: Row) -> Bool { left.index < right.index }
}

/// How the left side of a row compares with its constant.
public enum Relation: Int8, Sendable, CaseIterable {
  /// The left side is at most the constant.
  case lessOrEqual = -1
  /// The left side is the constant.
  case equal = 0
  /// The left side is at least the constant.
  case greaterOrEqual = 1
}

/// What the answer of a solve is.
public enum Outcome: Hashable, Sendable {
  /// Nothing was solved yet, or the program was edited since.
  case unsolved
  /// The required rows hold and every level is at its optimum.
  case optimal
  /// The required rows contradict each other; see ``Solver/conflicts()``.
  case infeasible
  /// The bound on pivots was reached; there is no answer.
  case pivotLimit
  /// Residuals stayed too large after refactoring; there is no answer.
  case breakdown
}

/// How a program is solved.
public struct SolveOptions: Hashable, Sendable {
  /// The linear algebra of the basis.
  public enum Algebra: Hashable, Sendable, CaseIterable {
    /// Chosen by the size of each reduced program.
    case auto
    /// Dense LU of LAPACK, for small reduced programs.
    case dense
    /// Sparse LU, for large reduced programs.
    case sparse
  }

  /// The linear algebra of the basis.
  public var algebra: Algebra

  /// Whether to forget the last basis and start again. Otherwise the solve starts from it where there is one.
  public var cold: Bool

  /// Whether to solve the program whole, without presolve or splitting. The answer is the same; tests use it.
  public var whole: Bool

  /// Most pivots for one component; 0 stands for a bound derived from its size.
  public var pivotLimit: Int

  /// Creates options; the defaults are those of a warm solve with presolve and the derived pivot limit.
  public init(algebra: Algebra = .auto, cold: Bool = false, whole: Bool = false, pivotLimit: Int = 0) {
    self.algebra = algebra
    self.cold = cold
    self.whole = whole
    self.pivotLimit = pivotLimit
  }
}

/// What the last solve cost. Counts, not seconds.
public struct Statistics: Hashable, Sendable {
  /// Basis changes, over all components.
  public var pivots = 0
  /// Of the pivots, those of length zero.
  public var degenerate = 0
  /// Basis factorizations.
  public var factorizations = 0
  /// Variables that presolve fixed.
  public var fixedVariables = 0
  /// Components that the simplex solved after presolve.
  public var reducedPrograms = 0
  /// Variables of the largest of these.
  public var largestReducedProgram = 0
  /// Components answered by the critical region of another one that differs in its constants alone.
  public var regionHits = 0
  /// Rows whose part in the solution presolve decided: all in a first solve, after an edit of the structure those that
  /// it touched, none where only constants changed.
  public var plannedRows = 0
  /// Entries of factorizations, rows and columns that pivots went through.
  public var touchedEntries = 0
  /// Steps of the interior point method, which finds where the simplex starts in large components.
  public var interiorSteps = 0

  /// Creates statistics that are all zero.
  public init() {}

  /// The former name of `reducedPrograms`.
  @available(*, deprecated, renamed: "reducedPrograms")
  public var cores: Int { reducedPrograms }
  /// The former name of `largestReducedProgram`.
  @available(*, deprecated, renamed: "largestReducedProgram")
  public var largestCore: Int { largestReducedProgram }
  /// The former name of `regionHits`.
  @available(*, deprecated, renamed: "regionHits")
  public var recalled: Int { regionHits }
}

/// An optional level: all rows of one priority below 1000.
public struct Level: Hashable, Sendable {
  /// The priority, 0 < p < 1000.
  public var priority: Double
  /// The weighted sum of the absolute errors of the level's rows, in the unit of their constants.
  public var error: Double

  /// Creates a level.
  public init(priority: Double, error: Double) {
    self.priority = priority
    self.error = error
  }
}

/// How much a row, or a variable at 0, decides of a value; see ``Solver/sensitivity(of:_:)``.
public struct Sensitivity: Hashable, Sendable {
  /// What decides.
  public enum Member: Hashable, Sendable {
    /// A row that is tight by construction.
    case row(Row)
    /// A variable that is 0, because of its sign or because no row decides it.
    case zero(Variable)
  }

  /// What decides.
  public var member: Member
  /// How far the value moves when the row's constant (the variable's 0) grows by 1.
  public var derivative: Double
}

/// A member of a minimal conflicting set.
public enum ConflictMember: Hashable, Sendable {
  /// A required row.
  case row(Row)
  /// The non-negativity of a variable. It is a member only where the required rows alone have no conflict.
  case nonnegativity(Variable)
}
