// Takes down the program that some code hands to a solver, so that the command line can measure any document through
// the core alone, without a second lowering that might differ from the one the library uses.

/// The program that a solver had at its first solve, and that solve's values. Not for use by more than one task.
///
/// While ``current`` is set, the first solver that is used takes itself down. Fresh scenes and programs do nothing but add
/// variables and rows before their first solve, which is all that is understood here.
@_spi(Tools) public final class ProgramRecorder: @unchecked Sendable {
  /// The recorder of the task at hand.
  @TaskLocal public static var current: ProgramRecorder?

  /// Per variable, whether it must be ≥ 0.
  public private(set) var nonnegative: [Bool] = []
  /// All rows; a variable's index is its place in `nonnegative`.
  public private(set) var rows = RowBatch()
  /// How the first solve ended; nil before it.
  public private(set) var outcome: Outcome?
  /// The value of each variable after the first solve, where it ended optimal.
  public private(set) var values: [Double] = []

  private var solver: ObjectIdentifier?

  /// Creates a recorder that has seen nothing.
  public init() {}

  /// Builds a solver with the recorded program, and its variables.
  public func makeSolver() throws(SolverError) -> (solver: Solver, variables: [Variable]) {
    let solver = try Solver()
    let variables = try solver.addVariables(nonnegative: nonnegative)
    _ = try solver.add(rows)
    return (solver, variables)
  }

  func added(_ indices: [Int32], _ flags: [UInt8]?, to solver: Solver) {
    guard records(solver) else { return }
    // A fresh solver numbers its variables from 0.
    nonnegative += indices.indices.map { flags?[$0] == 1 }
  }

  func added(_ batch: RowBatch, to solver: Solver) {
    guard records(solver) else { return }
    rows.append(contentsOf: batch)
  }

  func solved(_ solver: Solver, _ outcome: Outcome) {
    guard records(solver) else { return }
    self.outcome = outcome
    let variables = nonnegative.indices.map { Variable(index: Int32($0)) }
    values = (try? solver.values(variables)) ?? []
  }

  private func records(_ solver: Solver) -> Bool {
    guard outcome == nil else { return false }
    if self.solver == nil { self.solver = ObjectIdentifier(solver) }
    return self.solver == ObjectIdentifier(solver)
  }
}

extension RowBatch {
  /// Appends the ended rows of another batch.
  mutating func append(contentsOf other: RowBatch) {
    let offset = Int32(clamping: variables.count)
    if !ownPrioritiesBelow.isEmpty || !other.ownPrioritiesBelow.isEmpty {
      ownPrioritiesBelow = prioritiesBelow + other.prioritiesBelow
    }
    if !ownWeights.isEmpty || !other.ownWeights.isEmpty { ownWeights = weights + other.weights }
    starts += other.starts.dropFirst().map { $0 + offset }
    variables += other.variables
    coefficients += other.coefficients
    relations += other.relations
    constants += other.constants
    priorities += other.priorities
  }
}
