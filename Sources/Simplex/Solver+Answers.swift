// What the last solve of a solver left: values, levels, conflicts, what is ambiguous and what decides a value.

internal import CSolver

/// Values, levels and basis are those of the last solve that ended ``Outcome/optimal``; they stay readable through
/// edits and through solves that end otherwise. Errors are those of the rows as they are now, at these values.
extension Solver {
  /// The values of variables; 0 for one that was added since. O(count).
  ///
  /// - Throws: ``SolverError/unsolved`` where there is no answer, ``SolverError/index``.
  public func values(_ variables: [Variable]) throws(SolverError) -> [Double] {
    var values: [Double] = []
    try readValues(variables, into: &values)
    return values
  }

  /// The values of variables, written over an array whose storage is used again. O(count).
  ///
  /// - Throws: ``SolverError/unsolved`` where there is no answer, ``SolverError/index``; the array's elements are then
  ///   unspecified.
  public func readValues(_ variables: [Variable], into values: inout [Double]) throws(SolverError) {
    resize(&values, to: variables.count)
    try variables.withUnsafeBufferPointer { buffer throws(SolverError) in try readValues(buffer, to: &values) }
  }

  /// The values of variables, written to memory with room for them. O(count).
  ///
  /// - Throws: As ``readValues(_:into:)``.
  package func readValues(
    _ variables: UnsafeBufferPointer<Variable>, to values: UnsafeMutablePointer<Double>
  ) throws(SolverError) {
    let count = try int32(variables.count)
    // A struct of one stored property is laid out as that property.
    let status = variables.withMemoryRebound(to: Int32.self) { indices in
      var none: Int32 = 0
      return withUnsafePointer(to: &none) { lx_get_values(handle, count, indices.baseAddress ?? $0, values) }
    }
    try check(status)
  }

  /// The variables whose value the last solve changed, each once, in no order that means anything.
  ///
  /// O(changes). After edits of constants alone a solve costs what they reach, and so does reading what changed.
  ///
  /// - Throws: ``SolverError/unsolved`` unless the last solve ended ``Outcome/optimal`` and nothing was edited since.
  public func changes() throws(SolverError) -> [Variable] {
    var count: Int32 = 0
    try check(lx_get_changes(handle, 0, nil, nil, &count))
    var indices = [Int32](repeating: 0, count: Int(count))
    try check(lx_get_changes(handle, count, &indices, nil, &count))
    return indices.map(Variable.init(index:))
  }

  /// The variables whose value the last solve changed, as ``changes()`` gives them, with their values. Both are written
  /// over arrays whose storage is used again, which grow where they have to and never shrink.
  ///
  /// O(changes).
  ///
  /// - Returns: How many there are: so many elements of both arrays are theirs, what comes after is unspecified.
  /// - Throws: ``SolverError/unsolved`` unless the last solve ended ``Outcome/optimal`` and nothing was edited since.
  public func readChanges(into variables: inout [Variable], _ values: inout [Double]) throws(SolverError) -> Int {
    var count: Int32 = 0
    try check(lx_get_changes(handle, 0, nil, nil, &count))
    let missing = Int(count) - variables.count
    if missing > 0 { variables.append(contentsOf: repeatElement(Variable(index: 0), count: missing)) }
    if values.count < variables.count { resize(&values, to: variables.count) }
    guard count > 0 else { return 0 }
    let status = variables.withUnsafeMutableBufferPointer { buffer in
      // A struct of one stored property is laid out as that property.
      buffer.withMemoryRebound(to: Int32.self) { indices in
        lx_get_changes(handle, count, indices.baseAddress, &values, &count)
      }
    }
    try check(status)
    return Int(count)
  }

  /// The signed errors of rows: the sum of the terms minus the constant where the relation is not met, else 0.
  /// O(count).
  ///
  /// - Throws: ``SolverError/unsolved`` where there is no answer, ``SolverError/index``.
  public func errors(_ rows: [Row]) throws(SolverError) -> [Double] {
    var errors = [Double](repeating: 0, count: rows.count)
    try check(lx_get_row_errors(handle, int32(rows.count), rows.map(\.index), &errors))
    return errors
  }

  /// Whether rows are in the basis: tight by construction. O(count).
  ///
  /// - Throws: ``SolverError/unsolved`` where there is no answer, ``SolverError/index``.
  public func isBasic(_ rows: [Row]) throws(SolverError) -> [Bool] {
    var flags = [UInt8](repeating: 0, count: rows.count)
    try check(lx_get_basis(handle, int32(rows.count), rows.map(\.index), &flags))
    return flags.map { $0 != 0 }
  }

  /// The optional levels from high to low. O(levels).
  ///
  /// - Throws: ``SolverError/unsolved`` where there is no answer.
  public func levels() throws(SolverError) -> [Level] {
    var count: Int32 = 0
    try check(lx_get_levels(handle, 0, nil, nil, &count))
    var priorities = [Double](repeating: 0, count: Int(count))
    var errors = priorities
    try check(lx_get_levels(handle, count, &priorities, &errors, &count))
    return zip(priorities, errors).map { Level(priority: $0, error: $1) }
  }

  /// The minimal conflicting sets of the last solve, when it ended ``Outcome/infeasible``.
  ///
  /// Without any one of its members, the others of a set can hold. No two sets share a row. O(members).
  ///
  /// - Throws: ``SolverError/unsolved`` where the last solve did not end infeasible, or the program was edited since.
  public func conflicts() throws(SolverError) -> [[ConflictMember]] {
    var count: Int32 = 0
    try check(lx_get_conflict_count(handle, &count))
    var conflicts: [[ConflictMember]] = []
    conflicts.reserveCapacity(Int(count))
    for conflict in 0..<count {
      var size: Int32 = 0
      try check(lx_get_conflict(handle, conflict, 0, nil, &size))
      var members = [Int32](repeating: 0, count: Int(size))
      try check(lx_get_conflict(handle, conflict, size, &members, &size))
      conflicts.append(
        members.map { $0 >= 0 ? .row(Row(index: $0)) : .nonnegativity(Variable(index: -1 - $0)) })
    }
    return conflicts
  }

  /// The variables whose value another optimal solution would change, ascending: all of them and no others.
  ///
  /// Complexity: about that of a solve from scratch at most, mostly far less. What presolve leaves is factored once at
  /// the last basis, and where rows that touch their constants are in the way, a linear program over what may move is
  /// solved.
  ///
  /// - Throws: ``SolverError/unsolved`` unless the last solve ended ``Outcome/optimal`` and nothing was edited since, and
  ///   where the question's own solve finds no optimum; ``SolverError/memory``.
  public func ambiguousVariables() throws(SolverError) -> [Variable] {
    var indices = [Int32](repeating: 0, count: counts.variables)
    var count: Int32 = 0
    try check(lx_get_ambiguous(handle, int32(indices.count), &indices, &count))
    return indices.prefix(Int(count)).map(Variable.init(index:))
  }
}

// MARK: - Sensitivity

extension Solver {
  /// How a sum of multiples of variables moves with the constants of the rows that decide it.
  ///
  /// The derivatives hold as long as the constants do not make other rows tight. Rows come first, each kind by
  /// ascending index. Complexity: a factorization of the program's basis.
  ///
  /// - Parameters:
  ///   - variables: The variables of the sum.
  ///   - coefficients: What each is multiplied by.
  /// - Throws: ``SolverError/argument`` if the arrays differ in length, ``SolverError/index``, ``SolverError/value`` for
  ///   a coefficient beyond 1e9, ``SolverError/unsolved`` unless the last solve ended ``Outcome/optimal`` and nothing
  ///   was edited since, ``SolverError/memory``.
  public func sensitivity(of variables: [Variable], _ coefficients: [Double]) throws(SolverError) -> [Sensitivity] {
    guard variables.count == coefficients.count else { throw .argument }
    let indices = variables.map(\.index)
    // A handful of rows decide most values; where there are more, they are read again with room for all.
    var capacity: Int32 = 64
    while true {
      var members = [Int32](repeating: 0, count: Int(capacity))
      var derivatives = [Double](repeating: 0, count: Int(capacity))
      var count: Int32 = 0
      try check(
        lx_get_sensitivity(
          handle, int32(indices.count), indices, coefficients, capacity, &members, &derivatives, &count))
      guard count > capacity else {
        return zip(members, derivatives).prefix(Int(count)).map { member, derivative in
          Sensitivity(
            member: member >= 0 ? .row(Row(index: member)) : .zero(Variable(index: -1 - member)),
            derivative: derivative)
        }
      }
      capacity = count
    }
  }
}
