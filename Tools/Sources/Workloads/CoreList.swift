// The lists of W1 and W3 for the core, with what structural edits need: which variables and rows each row or cell has.

import Simplex

/// W1 or W3 handed to a solver, its rows or cells to be taken out and put in.
public struct CoreList {
  /// The solver that holds the program.
  public let solver: Solver
  /// The variables of the scroll view, its content and the container: x, y, width and height of each.
  private let head: [Variable]
  private let isCells: Bool
  private var elements: [Element] = []
  private var order: ListOrder
  /// Ends the container with the last row or cell; nil in an empty list.
  private var end: Row?

  /// A row or cell.
  private struct Element {
    /// x, y, width and height of each of its views.
    var variables: [Variable]
    /// What it consists of, except for `top`.
    var rows: [Row] = []
    /// Puts it below the one before.
    var top: Row?

    /// Takes the rows that were added for it, of which the one at a position puts it below the one before.
    mutating func take(_ added: ArraySlice<Row>, top index: Int) {
      rows = Array(added)
      top = rows.remove(at: index)
    }
  }

  /// Builds a workload with rows or cells at the size `n`; nil for one without.
  ///
  /// - Throws: What the solver refuses; nothing, unless memory runs out.
  public init?(_ workload: Workload, size n: Int) throws(SolverError) {
    guard workload == .scrollList || workload == .cells else { return nil }
    isCells = workload == .cells
    let count = workload.listCount(n)
    order = ListOrder(count: count)
    solver = try Solver()
    let views = Workload.firstRow + count * (isCells ? CellPart.allCases.count : 1)
    let variables = try solver.addVariables(nonnegative: Self.signs(views))
    head = Array(variables[..<(4 * Workload.firstRow)])
    var rows = CoreRows(variables: variables, views: views)
    rows.addScrollView()
    var starts: [Int] = []
    for number in 0..<count {
      starts.append(rows.batch.count)
      let view = Workload.firstRow + number * parts
      rows.add(isCells, view, number, in: 2, after: number == 0 ? nil : view - parts)
    }
    starts.append(rows.batch.count)
    if count > 0 { rows.end(2, after: Workload.firstRow + (count - 1) * parts) }
    let added = try solver.add(rows.batch)
    for number in 0..<count {
      let view = Workload.firstRow + number * parts
      var element = Element(variables: Array(variables[(4 * view)..<(4 * (view + parts))]))
      element.take(added[starts[number]..<starts[number + 1]], top: CoreRows.topIndex(isCells))
      elements.append(element)
    }
    if count > 0 { end = added.last }
  }

  private var parts: Int { isCells ? CellPart.allCases.count : 1 }

  private static func signs(_ views: Int) -> [Bool] { (0..<4 * views).map { $0 % 4 >= 2 } }

  /// Makes an edit, which the next solve is to take up. One of a number that is not in the list is refused by the solver.
  ///
  /// - Throws: What the solver refuses; nothing, unless memory runs out.
  public mutating func apply(_ edit: StructuralEdit) throws(SolverError) {
    try remove(edit.removed)
    try insert(edit.added, after: edit.previous)
  }

  private mutating func remove(_ number: Int) throws(SolverError) {
    let (previous, next) = order.remove(number)
    let element = elements[number]
    var rows = element.rows
    if let top = element.top { rows.append(top) }
    if let below = next.map({ elements[$0].top }) ?? end { rows.append(below) }
    try solver.remove(rows)
    try solver.removeVariables(element.variables)
    elements[number] = Element(variables: [])
    try link(next, after: previous)
  }

  private mutating func insert(_ number: Int, after previous: Int?) throws(SolverError) {
    let next = order.insert(number, after: previous)
    if let below = next.map({ elements[$0].top }) ?? end { try solver.remove([below]) }
    let variables = try solver.addVariables(nonnegative: Self.signs(parts))
    // The container and the one before, then the views of the new one.
    let known = Array(head[8...]) + (previous.map { Array(elements[$0].variables[..<4]) } ?? [])
    var rows = CoreRows(variables: known + variables, views: parts)
    rows.add(isCells, known.count / 4, number, in: 0, after: previous == nil ? nil : 1)
    while elements.count <= number { elements.append(Element(variables: [])) }
    elements[number].variables = variables
    elements[number].take(try solver.add(rows.batch)[...], top: CoreRows.topIndex(isCells))
    try link(next, after: number)
  }

  /// Puts the row or cell `next` below another; the end of the container where it is nil.
  private mutating func link(_ next: Int?, after previous: Int?) throws(SolverError) {
    var known = Array(head[8...])
    if let previous { known += elements[previous].variables[..<4] }
    var rows = CoreRows(variables: known + (next.map { Array(elements[$0].variables[..<4]) } ?? []), views: 1)
    if next != nil {
      rows.put(known.count / 4, after: previous == nil ? nil : 1, in: 0)
    } else if previous != nil {
      rows.end(0, after: 1)
    }
    let added = try solver.add(rows.batch).last
    if let next { elements[next].top = added } else { end = added }
  }

  /// The variables of the frames: those of the scroll view, its content and the container, then of the rows or cells in
  /// the order of their numbers here.
  public func variables(list numbers: [Int]) -> [Variable] {
    var all = head
    for number in numbers { all += elements[number].variables }
    return all
  }
}

extension CoreRows {
  /// Adds a row or cell with its number.
  fileprivate mutating func add(_ isCell: Bool, _ view: Int, _ number: Int, in container: Int, after previous: Int?) {
    if isCell {
      addCell(view, number, in: container, after: previous)
    } else {
      addRow(view, number, in: container, after: previous)
    }
  }

  /// Where among the rows of a list's row or cell the one is that puts it below the one before.
  fileprivate static func topIndex(_ isCell: Bool) -> Int { isCell ? 2 : 3 }
}
