// Rows for lx_add_rows, one after the other.

import CSolver

/// A row to be added.
struct NewRow {
  var terms: [(Int32, Double)]
  var relation: Int8 = 0
  var constant = 0.0
  var priority = 1000.0
  var below: Double?
  var weight = 1.0
}

/// Adds rows in one call; what it answered, and the rows.
func addRows(_ solver: OpaquePointer, _ rows: [NewRow]) -> (status: lx_status, rows: [Int32]) {
  var starts: [Int32] = [0]
  for row in rows { starts.append(starts[starts.count - 1] + Int32(row.terms.count)) }
  let (variables, coefficients) = (rows.flatMap { $0.terms.map(\.0) }, rows.flatMap { $0.terms.map(\.1) })
  // All numbers by row in one array: constants, priorities, those below, weights.
  let numbers = rows.map(\.constant) + rows.map(\.priority) + rows.map { $0.below ?? $0.priority } + rows.map(\.weight)
  let relations = rows.map(\.relation)
  var out = [Int32](repeating: -1, count: rows.count)
  let status = starts.withUnsafeBufferPointer { starts in
    variables.withUnsafeBufferPointer { variables in
      coefficients.withUnsafeBufferPointer { coefficients in
        relations.withUnsafeBufferPointer { relations in
          numbers.withUnsafeBufferPointer { numbers in
            let first = numbers.baseAddress
            var native = lx_rows(
              row_count: Int32(rows.count), entry_count: Int32(variables.count), starts: starts.baseAddress,
              variables: variables.baseAddress, coefficients: coefficients.baseAddress,
              relations: relations.baseAddress, constants: first, priorities: first.map { $0 + rows.count },
              priorities_below: first.map { $0 + 2 * rows.count }, weights: first.map { $0 + 3 * rows.count })
            return lx_add_rows(solver, &native, &out)
          }
        }
      }
    }
  }
  return (status, out)
}
