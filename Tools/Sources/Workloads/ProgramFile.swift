// A workload as a file that any solver can read, so that rivals solve the very program that is handed to ours.
//
// Little-endian throughout. Eight bytes "TRELLIS1", then as 64-bit integers: the workload's number (W1 to W4 are 1 to 4,
// E1 to E3 5 to 7, C1 to C6 11 to 16), its size, the numbers of variables, rows, entries, edits and steps. Then doubles: per row its constant, priority, priority of falling
// short and weight; per entry its coefficient; per edit the row's new constant; per variable its value by closed form
// before the steps, and again after all of them. Then 32-bit integers: the rows' starts (one more than rows), per entry its
// variable, per edit its row, the steps' starts in the edits (one more than steps). Then bytes: per row its relation (-1,
// 0, 1), per variable whether it must not be negative. Variables are x, y, width, height of each view in turn. C1 to C6 have
// no views and no closed form: their values are NaN, and what is compared are the errors of levels.
// `Benchmarks/rivals/harness/program.h` reads it, and for C1 to C6 `Benchmarks/rivals/coupled.py`.

import Simplex

/// A measured workload, written out for other solvers.
public struct ProgramFile {
  /// The whole file.
  public let bytes: [UInt8]

  /// Writes a workload at the size `n` with steps of one edit each, all of which the workload must have
  /// (`Workload.edits(_:count:)`, `Workload.resizes(count:)`).
  ///
  /// - Throws: What the solver refuses to take; nothing, unless memory runs out.
  /// - Complexity: O(n + steps).
  public init(_ workload: Workload, size n: Int, steps: [WorkloadEdit] = []) throws(SolverError) {
    let program = try CoreProgram(workload, size: n)
    let rows = try CompressedRows(program.rows, of: program.solver)
    let number = (Workload.allCases.firstIndex(of: workload) ?? 0) + 1
    let indices = CoreProgram.rowIndices(of: steps, in: rows)
    // A view may have a frame for the edit and yet no row; such a step changes nothing.
    let edits = zip(indices, steps).compactMap { index, edit in index.map { (row: $0, constant: edit.value) } }
    let nonnegative = program.variables.indices.map { $0 % 4 >= 2 }
    self.init(
      number, n, rows, nonnegative, edits, workload.closedForm(n), workload.closedForm(n, after: steps))
  }

  /// Writes a coupled program.
  ///
  /// - Throws: As above.
  /// - Complexity: O(n).
  public init(_ family: Coupled, size n: Int) throws(SolverError) {
    let program = try CoupledProgram(family, size: n)
    let nonnegative = try program.solver.isNonnegative(program.variables)
    let unknown = [Double](repeating: .nan, count: nonnegative.count)
    self.init(
      family.number, n, try CompressedRows(program.rows, of: program.solver), nonnegative, [], unknown, unknown)
  }

  private init(
    _ number: Int, _ size: Int, _ rows: CompressedRows, _ nonnegative: [Bool], _ edits: [(row: Int, constant: Double)],
    _ values: [Double], _ valuesAfter: [Double]
  ) {
    var writer = LittleEndianWriter()
    writer.reserve(200 + 30 * rows.count + 12 * rows.variables.count + 17 * nonnegative.count + 20 * edits.count)
    writer.append(Array("TRELLIS1".utf8))
    let counts = [number, size, nonnegative.count, rows.count, rows.variables.count, edits.count, edits.count]
    for count in counts { writer.append(UInt64(count)) }
    for list in [rows.constants, rows.priorities, rows.prioritiesBelow, rows.weights, rows.coefficients] {
      writer.append(list)
    }
    writer.append(edits.map(\.constant))
    writer.append(values)
    writer.append(valuesAfter)
    writer.append(rows.starts)
    writer.append(rows.variables)
    writer.append(edits.map { Int32($0.row) })
    writer.append((0...edits.count).map(Int32.init))
    writer.append(rows.relations.map { UInt8(bitPattern: $0) })
    writer.append(nonnegative.map { UInt8($0 ? 1 : 0) })
    bytes = writer.bytes
  }
}

/// Numbers as bytes, least significant first.
struct LittleEndianWriter {
  var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ list: [UInt8]) { bytes += list }

  mutating func append(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ list: [Double]) {
    for value in list { append(value.bitPattern) }
  }

  mutating func append(_ list: [Int32]) {
    for value in list { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
  }
}
