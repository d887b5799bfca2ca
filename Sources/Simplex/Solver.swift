// The solver of CSolver as a Swift class. Each method is one call into C on whole arrays: lengths are compared here,
// everything else is checked on the other side, and a status that is not success becomes a SolverError.

internal import CSolver

/// A lexicographic simplex solver: a program that is edited in place and solved again from where it stood.
///
/// Required rows hold. Every other distinct priority is a level; levels are met from high to low, each minimizing the
/// weighted sum of the absolute errors of its rows, with all higher levels held at their optimum. Inequalities that
/// nothing stretches are tight, and a variable that no row decides is 0.
///
/// Numbers are in the unit of the caller (points, for layout). A call that throws leaves the solver as it was. The
/// answer is a function of the program and of the edits that led to it, bit for bit the same on one machine.
///
/// A solver may be used by one task at a time; different solvers may be used at the same time.
public final class Solver {
  let handle: OpaquePointer

  /// What `withStop` handed to C, so that it comes back after a call within.
  var stop: UnsafeMutableRawPointer?

  /// Creates a solver of an empty program.
  ///
  /// - Throws: ``SolverError/memory``.
  public init() throws(SolverError) {
    var created: OpaquePointer?
    try check(lx_create(nil, &created))
    guard let created else { throw .memory }
    handle = created
  }

  /// Creates a solver whose memory comes from the given functions, for tests in which it fails. They and the context must
  /// outlive the solver.
  ///
  /// - Throws: ``SolverError/memory``.
  package init(allocator: SolverAllocator) throws(SolverError) {
    var native = lx_allocator(context: allocator.context, resize: allocator.resize, release: allocator.release)
    var created: OpaquePointer?
    try check(lx_create(&native, &created))
    guard let created else { throw .memory }
    handle = created
  }

  private init(adopting handle: OpaquePointer) { self.handle = handle }

  /// A solver of the same program, in which every variable and row has the same index, without an answer. Neither knows of
  /// what happens to the other. O(program), a fraction of a first solve.
  ///
  /// - Throws: ``SolverError/memory``.
  package func copy() throws(SolverError) -> Solver {
    var made: OpaquePointer?
    try check(lx_copy(handle, &made))
    guard let made else { throw .memory }
    return Solver(adopting: made)
  }

  deinit {
    lx_destroy(handle)
  }
}

/// Where a solver's memory comes from; semantics of realloc and free, with a context before.
package struct SolverAllocator {
  package typealias Resize =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?
  package typealias Release = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

  var context: UnsafeMutableRawPointer?
  var resize: Resize
  var release: Release

  package init(context: UnsafeMutableRawPointer?, resize: Resize, release: Release) {
    (self.context, self.resize, self.release) = (context, resize, release)
  }
}

// MARK: - Variables

extension Solver {
  /// Adds variables.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - nonnegative: Whether they must be ≥ 0. This is met before everything but required rows.
  /// - Returns: The variables, in order. O(count).
  /// - Throws: ``SolverError/argument`` for a negative count, ``SolverError/size``, ``SolverError/memory``.
  public func addVariables(_ count: Int, nonnegative: Bool) throws(SolverError) -> [Variable] {
    guard count >= 0 else { throw .argument }
    guard count <= Int(LX_SIZE_LIMIT) - counts.variables else { throw .size }
    return try addVariables(count, flags: nonnegative ? Array(repeating: 1, count: count) : nil)
  }

  /// Adds one variable per element.
  ///
  /// - Parameter nonnegative: Per variable, whether it must be ≥ 0. This is met before everything but required rows.
  /// - Returns: The variables, in order. O(count).
  /// - Throws: ``SolverError/size``, ``SolverError/memory``.
  public func addVariables(nonnegative: [Bool]) throws(SolverError) -> [Variable] {
    try addVariables(nonnegative.count, flags: nonnegative.map { $0 ? 1 : 0 })
  }

  /// Adds variables, each of which must be ≥ 0 where its flag is 1.
  ///
  /// - Throws: As ``addVariables(nonnegative:)``.
  package func addVariables(flags: [UInt8]) throws(SolverError) -> [Variable] {
    try addVariables(flags.count, flags: flags)
  }

  private func addVariables(_ count: Int, flags: [UInt8]?) throws(SolverError) -> [Variable] {
    let count32 = try int32(count)
    // Making an empty array this way writes to the storage that all empty arrays of the process share.
    guard count > 0 else { return [] }
    var status = lx_status.LX_OK
    let added = [Variable](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // A struct of one stored property is laid out as that property.
      buffer.withMemoryRebound(to: Int32.self) { indices in
        status = lx_add_variables(handle, count32, flags, indices.baseAddress)
      }
      initializedCount = status == .LX_OK ? count : 0
    }
    try check(status)
    return added
  }

  /// Removes variables that no row mentions. O(count).
  ///
  /// - Throws: ``SolverError/inUse`` while a row mentions one of them, ``SolverError/index`` for one that does not
  ///   exist, ``SolverError/duplicate`` for one that is named twice.
  public func removeVariables(_ variables: [Variable]) throws(SolverError) {
    try check(lx_remove_variables(handle, int32(variables.count), variables.map(\.index)))
  }
}

// MARK: - Rows

extension Solver {
  /// Makes room for so many more rows and entries, so that adding them in parts moves nothing. O(rows there are).
  ///
  /// - Throws: ``SolverError/size``, ``SolverError/memory``.
  package func reserve(rows: Int, entries: Int) throws(SolverError) {
    try check(lx_reserve_rows(handle, int32(rows), int32(entries)))
  }

  /// Adds the rows of a batch. O(entries).
  ///
  /// - Returns: The rows, in the order of the batch.
  /// - Throws: ``SolverError/argument`` if the last row was not ended, ``SolverError/index`` for a variable that does
  ///   not exist, ``SolverError/duplicate`` for a variable twice in one row, ``SolverError/value`` for a number out of
  ///   range, ``SolverError/size``, ``SolverError/memory``.
  public func add(_ batch: RowBatch) throws(SolverError) -> [Row] {
    var indices = [Int32](repeating: 0, count: batch.count)
    let (rowCount, entryCount) = (try int32(batch.count), try int32(batch.variables.count))
    let status = batch.ownPrioritiesBelow.withUnsafeBufferPointer { prioritiesBelow in
      batch.ownWeights.withUnsafeBufferPointer { weights in
        addRows(
          rowCount, entryCount, batch.starts, batch.variables, batch.coefficients, batch.relations, batch.constants,
          batch.priorities, prioritiesBelow.isEmpty ? nil : prioritiesBelow.baseAddress,
          weights.isEmpty ? nil : weights.baseAddress, &indices)
      }
    }
    try check(status)
    return indices.map(Row.init(index:))
  }

  /// Adds rows from memory of the caller's, and writes which they are to `out`, of length `rowCount`. O(entries).
  ///
  /// - Throws: As ``add(_:)``.
  package func add(_ memory: RowMemory, _ out: UnsafeMutablePointer<Int32>) throws(SolverError) {
    let (rowCount, entryCount) = (try int32(memory.rowCount), try int32(memory.entryCount))
    try check(
      addRows(
        rowCount, entryCount, memory.starts, memory.variables, memory.coefficients, memory.relations, memory.constants,
        memory.priorities, memory.prioritiesBelow, memory.weights, out, isKnown: memory.isKnown))
  }

  /// Collects pointers that live for this call into the struct that C reads.
  private func addRows(
    _ rowCount: Int32, _ entryCount: Int32, _ starts: UnsafePointer<Int32>, _ variables: UnsafePointer<Int32>,
    _ coefficients: UnsafePointer<Double>, _ relations: UnsafePointer<Int8>, _ constants: UnsafePointer<Double>,
    _ priorities: UnsafePointer<Double>, _ prioritiesBelow: UnsafePointer<Double>?, _ weights: UnsafePointer<Double>?,
    _ out: UnsafeMutablePointer<Int32>, isKnown: Bool = false
  ) -> lx_status {
    var rows = lx_rows(
      row_count: rowCount, entry_count: entryCount, starts: starts, variables: variables, coefficients: coefficients,
      relations: relations, constants: constants, priorities: priorities, priorities_below: prioritiesBelow,
      weights: weights)
    return isKnown ? lx_add_known_rows(handle, &rows, out) : lx_add_rows(handle, &rows, out)
  }

  /// Removes rows. O(entries of the rows).
  ///
  /// - Throws: ``SolverError/index`` for a row that does not exist, ``SolverError/duplicate`` for one that is named
  ///   twice.
  public func remove(_ rows: [Row]) throws(SolverError) {
    let count = try int32(rows.count)
    try check(rows.withIndices { lx_remove_rows(handle, count, $0) })
  }

  /// Gives rows new constants. A row that is named twice keeps the later one. O(count).
  ///
  /// - Throws: ``SolverError/argument`` if the arrays differ in length, ``SolverError/index``,
  ///   ``SolverError/value`` for a number that is not finite or beyond 1e9.
  public func setConstants(_ rows: [Row], _ constants: [Double]) throws(SolverError) {
    guard rows.count == constants.count else { throw .argument }
    let count = try int32(rows.count)
    try check(rows.withIndices { lx_set_constants(handle, count, $0, constants) })
  }

  /// Gives rows new weights. A row that is named twice keeps the later one. O(count).
  ///
  /// - Throws: ``SolverError/argument`` if the arrays differ in length, ``SolverError/index``,
  ///   ``SolverError/value`` for a weight below 1e-7 or beyond 1e9.
  public func setWeights(_ rows: [Row], _ weights: [Double]) throws(SolverError) {
    guard rows.count == weights.count else { throw .argument }
    let count = try int32(rows.count)
    try check(rows.withIndices { lx_set_weights(handle, count, $0, weights) })
  }

  /// Gives rows new priorities. A row that is named twice keeps the later one. O(count).
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - priorities: Per row, 0 < p ≤ 1000.
  ///   - below: Per row, the priority of falling short of the constant, as in
  ///     ``RowBatch/end(_:constant:priority:priorityBelow:weight:)``; nil for the same as `priorities`.
  /// - Throws: ``SolverError/argument`` if the arrays differ in length, ``SolverError/index``,
  ///   ``SolverError/value`` for a priority out of range.
  public func setPriorities(_ rows: [Row], _ priorities: [Double], below: [Double]? = nil) throws(SolverError) {
    guard rows.count == priorities.count, below.map({ $0.count == rows.count }) ?? true else { throw .argument }
    let count = try int32(rows.count)
    if let below {
      try check(rows.withIndices { lx_set_priorities(handle, count, $0, priorities, below) })
    } else {
      try check(rows.withIndices { lx_set_priorities(handle, count, $0, priorities, nil) })
    }
  }

  /// Replaces the terms of a row. O(terms, old and new).
  ///
  /// - Throws: ``SolverError/argument`` if the arrays differ in length, ``SolverError/index`` for a row or variable
  ///   that does not exist, ``SolverError/duplicate`` for a variable that is named twice, ``SolverError/value`` for a
  ///   coefficient out of range.
  public func setTerms(_ row: Row, _ variables: [Variable], _ coefficients: [Double]) throws(SolverError) {
    guard variables.count == coefficients.count else { throw .argument }
    try check(lx_set_entries(handle, row.index, int32(variables.count), variables.map(\.index), coefficients))
  }
}

// MARK: - Solving

extension Solver {
  /// Solves the program, from the last basis where there is one.
  ///
  /// The number of pivots is small in practice (about one per ten rows in layouts) and bounded by
  /// ``SolveOptions/pivotLimit``.
  ///
  /// - Returns: What the answer is.
  /// - Throws: ``SolverError/memory``, ``SolverError/value`` for a negative pivot limit, ``SolverError/stopped`` within
  ///   ``withStop(_:_:)``. The last answer is kept.
  public func solve(_ options: SolveOptions = SolveOptions()) throws(SolverError) -> Outcome {
    var native = lx_options()
    lx_options_init(&native)
    native.algebra =
      switch options.algebra {
      case .auto: .LX_ALGEBRA_AUTO
      case .dense: .LX_ALGEBRA_DENSE
      case .sparse: .LX_ALGEBRA_SPARSE
      }
    native.cold = options.cold ? 1 : 0
    native.whole = options.whole ? 1 : 0
    native.pivot_limit = Int64(options.pivotLimit)
    var outcome = lx_outcome.LX_UNSOLVED
    try check(lx_solve(handle, &native, &outcome))
    return Outcome(outcome)
  }

  /// The outcome of the last solve, or ``Outcome/unsolved`` after an edit.
  public var outcome: Outcome {
    var outcome = lx_outcome.LX_UNSOLVED
    return lx_get_outcome(handle, &outcome) == .LX_OK ? Outcome(outcome) : .unsolved
  }

  /// What the last solve cost.
  public var statistics: Statistics {
    var native = lx_statistics()
    native.size = Int64(MemoryLayout<lx_statistics>.size)
    var statistics = Statistics()
    guard lx_read_statistics(handle, &native) == .LX_OK else { return statistics }
    statistics.pivots = Int(native.pivots)
    statistics.degenerate = Int(native.degenerate)
    statistics.factorizations = Int(native.factorizations)
    statistics.fixedVariables = Int(native.fixed_variables)
    statistics.reducedPrograms = Int(native.cores)
    statistics.largestReducedProgram = Int(native.largest_core)
    statistics.regionHits = Int(native.recalled)
    statistics.plannedRows = Int(native.planned_rows)
    statistics.touchedEntries = Int(native.touched)
    statistics.interiorSteps = Int(native.interior_steps)
    return statistics
  }
}

// MARK: - Crossing into C

extension [Row] {
  /// The rows' indices where they lie: a struct of one stored property is laid out as that property.
  func withIndices(_ body: (UnsafePointer<Int32>) -> lx_status) -> lx_status {
    withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: Int32.self) { indices in
        var none: Int32 = 0
        return withUnsafePointer(to: &none) { body(indices.baseAddress ?? $0) }
      }
    }
  }
}

extension Outcome {
  init(_ outcome: lx_outcome) {
    switch outcome {
    case .LX_UNSOLVED: self = .unsolved
    case .LX_OPTIMAL: self = .optimal
    case .LX_INFEASIBLE: self = .infeasible
    case .LX_PIVOT_LIMIT: self = .pivotLimit
    case .LX_BREAKDOWN: self = .breakdown
    }
  }
}

func check(_ status: lx_status) throws(SolverError) {
  if let error = SolverError(status) { throw error }
}

/// A count as C takes it.
func int32(_ count: Int) throws(SolverError) -> Int32 {
  guard let count = Int32(exactly: count) else { throw .size }
  return count
}

func resize(_ array: inout [Double], to count: Int) {
  if array.count > count {
    array.removeLast(array.count - count)
  } else if array.count < count {
    array.append(contentsOf: repeatElement(0, count: count - array.count))
  }
}
