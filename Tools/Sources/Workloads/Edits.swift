// The workloads W5 (edits) and W6 (resize): what changes at each step, and which row of a core program says it.

import Simplex

/// One change of one number of a workload: the width or height of a view that a constraint or a content size names.
public struct WorkloadEdit: Hashable, Sendable {
  /// The index of the view in the frame table.
  public var view: Int
  /// Whether the width changes; else the height.
  public var isWidth: Bool
  /// The new width or height, in points.
  public var value: Double

  /// The variable that the edited row fixes, where variables are x, y, width and height of each view in turn.
  var variable: Int { 4 * view + (isWidth ? 2 : 3) }
}

extension Workload {
  /// The first `count` edits of W5 at the size `n`, each to be solved and read before the next: row heights of W1, name
  /// widths of W3. Empty for the other workloads, which have none.
  public func edits(_ n: Int, count: Int) -> [WorkloadEdit] {
    switch self {
    case .scrollList:
      return (0..<count).map { e in
        let row = Numbers.hash(31 * e + 7) % n
        return WorkloadEdit(view: Self.firstRow + row, isWidth: false, value: Double(20 + Numbers.hash(e + 5) % 181))
      }
    case .cells:
      return (0..<count).map { e in
        let cell = Numbers.hash(31 * e + 7) % (n / 8)
        let name = Self.firstRow + CellPart.allCases.count * cell + CellPart.name.rawValue
        return WorkloadEdit(view: name, isWidth: true, value: Double(60 + Numbers.hash(e + 9) % 201))
      }
    case .distributedSpacing, .nesting, .equalToFirst, .equalToPrevious, .equalSpaces:
      return []
    }
  }

  /// The first `count` of the sixty steps of W6: widths of the scroll view of W3. Empty for the other workloads.
  public func resizes(count: Int) -> [WorkloadEdit] {
    guard self == .cells else { return [] }
    return (0..<count).map { step in
      let width = 320 + 5 * (7 * step % 60)
      return WorkloadEdit(view: 0, isWidth: true, value: Double(width))
    }
  }
}

extension CoreProgram {
  /// The rows that the edits change, one for each: the row of the one term that the edit is about.
  ///
  /// - Returns: Nil for an edit that no row is about.
  /// - Throws: ``SolverError/index`` once rows of the program are gone.
  /// - Complexity: O(n), which reads the rows back so that building a program need not keep an index of them.
  public func rows(of edits: [WorkloadEdit]) throws(SolverError) -> [Row?] {
    let indices = Self.rowIndices(of: edits, in: try CompressedRows(rows, of: solver))
    return indices.map { index in index.map { rows[$0] } }
  }

  /// The positions in `batch` of the rows that the edits change.
  static func rowIndices(of edits: [WorkloadEdit], in batch: CompressedRows) -> [Int?] {
    var indices: [Int32: Int] = [:]
    let edited = Set(edits.map { Int32($0.variable) })
    for row in 0..<batch.count where batch.starts[row + 1] - batch.starts[row] == 1 {
      let variable = batch.variables[Int(batch.starts[row])]
      if edited.contains(variable) { indices[variable] = row }
    }
    return edits.map { indices[Int32($0.variable)] }
  }
}
