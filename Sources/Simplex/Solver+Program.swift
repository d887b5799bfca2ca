// The program of a solver, read back, and the element that an edit was refused for.

internal import CSolver

extension Solver {
  /// How many variables, rows and entries (terms of rows) there are. O(1).
  public var counts: (variables: Int, rows: Int, entries: Int) {
    var (variables, rows, entries): (Int32, Int32, Int32) = (0, 0, 0)
    guard lx_get_counts(handle, &variables, &rows, &entries) == .LX_OK else { return (0, 0, 0) }
    return (Int(variables), Int(rows), Int(entries))
  }

  /// All variables, ascending. O(variables).
  public var variables: [Variable] {
    var indices = [Int32](repeating: 0, count: counts.variables)
    var count: Int32 = 0
    guard lx_get_variables(handle, Int32(clamping: indices.count), &indices, &count) == .LX_OK else { return [] }
    return indices.map(Variable.init(index:))
  }

  /// All rows, ascending. O(rows).
  public var rows: [Row] {
    var indices = [Int32](repeating: 0, count: counts.rows)
    var count: Int32 = 0
    guard lx_get_rows(handle, Int32(clamping: indices.count), &indices, &count) == .LX_OK else { return [] }
    return indices.map(Row.init(index:))
  }

  /// Where the last call that edits was refused for one of its elements: the index of that element in the arrays or the
  /// batch of the call. nil where that call succeeded, or failed for something else. O(1).
  ///
  /// ```swift
  /// do { _ = try solver.add(batch) } catch .value { print("row \(solver.refusedIndex ?? 0) has a bad number") }
  /// ```
  public var refusedIndex: Int? {
    var fault: Int32 = -1
    guard lx_get_fault(handle, &fault) == .LX_OK, fault >= 0 else { return nil }
    return Int(fault)
  }

  /// Whether variables must be ≥ 0. O(count).
  ///
  /// - Throws: ``SolverError/index``.
  public func isNonnegative(_ variables: [Variable]) throws(SolverError) -> [Bool] {
    var flags = [UInt8](repeating: 0, count: variables.count)
    try check(lx_get_nonnegative(handle, int32(variables.count), variables.map(\.index), &flags))
    return flags.map { $0 != 0 }
  }

  /// How the left sides of rows compare with their constants. O(count).
  ///
  /// - Throws: ``SolverError/index``.
  public func relations(_ rows: [Row]) throws(SolverError) -> [Relation] {
    var codes = [Int8](repeating: 0, count: rows.count)
    let count = try int32(rows.count)
    try check(rows.withIndices { lx_get_relations(handle, count, $0, &codes) })
    return codes.map { Relation(rawValue: $0) ?? .equal }
  }

  /// The constants of rows. O(count).
  ///
  /// - Throws: ``SolverError/index``.
  public func constants(_ rows: [Row]) throws(SolverError) -> [Double] {
    try numbers(rows, lx_get_constants)
  }

  /// The weights of rows. O(count).
  ///
  /// - Throws: ``SolverError/index``.
  public func weights(_ rows: [Row]) throws(SolverError) -> [Double] {
    try numbers(rows, lx_get_weights)
  }

  /// The priorities of rows, and those of falling short of the constant, which for inequalities are the same. O(count).
  ///
  /// - Throws: ``SolverError/index``.
  public func priorities(_ rows: [Row]) throws(SolverError) -> (priorities: [Double], below: [Double]) {
    var (priorities, below) = ([Double](repeating: 0, count: rows.count), [Double](repeating: 0, count: rows.count))
    let count = try int32(rows.count)
    try check(rows.withIndices { lx_get_priorities(handle, count, $0, &priorities, &below) })
    return (priorities, below)
  }

  /// The terms of a row, in the order they were given in, without those of zero. O(terms).
  ///
  /// - Throws: ``SolverError/index``.
  public func terms(_ row: Row) throws(SolverError) -> (variables: [Variable], coefficients: [Double]) {
    var count: Int32 = 0
    try check(lx_get_entries(handle, row.index, 0, nil, nil, &count))
    var (indices, coefficients) = ([Int32](repeating: 0, count: Int(count)), [Double](repeating: 0, count: Int(count)))
    try check(lx_get_entries(handle, row.index, count, &indices, &coefficients, &count))
    return (indices.map(Variable.init(index:)), coefficients)
  }

  /// Appends the terms of rows to lists, each row's in the order they were given in: for many rows at once. O(terms).
  ///
  /// - Returns: Where the terms of each row begin, and the end.
  package func appendTerms(
    of rows: [Row], to variables: inout [Int32], _ coefficients: inout [Double]
  ) throws(SolverError) -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(rows.count + 1)
    var (indices, values) = ([Int32](repeating: 0, count: 8), [Double](repeating: 0, count: 8))
    for row in rows {
      starts.append(variables.count)
      var count: Int32 = 0
      try check(lx_get_entries(handle, row.index, Int32(indices.count), &indices, &values, &count))
      if Int(count) > indices.count {
        (indices, values) = ([Int32](repeating: 0, count: Int(count)), [Double](repeating: 0, count: Int(count)))
        try check(lx_get_entries(handle, row.index, count, &indices, &values, &count))
      }
      variables.append(contentsOf: indices.prefix(Int(count)))
      coefficients.append(contentsOf: values.prefix(Int(count)))
    }
    starts.append(variables.count)
    return starts
  }

  /// One number for each row.
  private func numbers(
    _ rows: [Row], _ read: (OpaquePointer?, Int32, UnsafePointer<Int32>?, UnsafeMutablePointer<Double>?) -> lx_status
  ) throws(SolverError) -> [Double] {
    var numbers = [Double](repeating: 0, count: rows.count)
    let count = try int32(rows.count)
    try check(rows.withIndices { read(handle, count, $0, &numbers) })
    return numbers
  }
}
