// The workloads C1 to C6: programs that do not fall apart. What presolve leaves of each is one component of about its own
// size, so the simplex is measured and nothing else. They have no views, and no frames by closed form: their optimum is
// not unique, the errors of its levels are.

import Simplex

/// A family of coupled programs.
public enum Coupled: String, CaseIterable, Sendable {
  /// Cards in rows of eight with fixed gaps, their widths wished to be those of the row above.
  case dashboard = "C1"
  /// Least gaps along the edges of a graph, each of which is wished to be short.
  case graph = "C2"
  /// Events in order, with wished starts and lengths.
  case timeline = "C3"
  /// Lists that share the widths of twelve columns.
  case timetable = "C4"
  /// Cells over one to three columns.
  case table = "C5"
  /// Ratios of heights to widths, wished over a grid whose width is given.
  case aspect = "C6"

  /// What the workload is, in a few words.
  public var summary: String {
    switch self {
    case .dashboard: "dashboard"
    case .graph: "graph"
    case .timeline: "timeline"
    case .timetable: "timetable"
    case .table: "table"
    case .aspect: "aspect ratios"
    }
  }

  /// The smallest size that has every part of the workload.
  public var smallestSize: Int {
    switch self {
    case .dashboard: 16
    case .table: 4
    case .graph, .timeline, .timetable, .aspect: 1
    }
  }

  /// The number of the workload in a file for other solvers (`ProgramFile`).
  var number: Int { 11 + (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// A coupled program handed to a solver.
public struct CoupledProgram {
  /// The solver that holds the program.
  public let solver: Solver
  /// The variables, in the order in which they were handed over.
  public let variables: [Variable]
  /// The rows, likewise.
  public let rows: [Row]

  /// Builds a family at the size `n`: makes a solver and hands over variables and rows.
  ///
  /// - Throws: What the solver refuses; nothing, unless memory runs out.
  /// - Complexity: O(n).
  public init(_ family: Coupled, size n: Int) throws(SolverError) {
    let list = CoupledRows(family, n)
    solver = try Solver()
    variables = try solver.addVariables(nonnegative: list.nonnegative)
    rows = try solver.add(list.batch(variables))
  }

  /// All values of the last solve. O(n).
  public func values() throws(SolverError) -> [Double] { try solver.values(variables) }

  /// Whether values meet all required rows and signs, and miss the optional rows by what the solver says of its levels,
  /// to 1e-6 points, or 1e-9 of the error where that is more. That they are optimal is for other solvers to say.
  ///
  /// - Complexity: O(entries).
  public func agrees(_ values: [Double], _ levels: [Level]) throws(SolverError) -> Bool {
    let program = try CompressedRows(rows, of: solver)
    let nonnegative = try solver.isNonnegative(variables)
    guard zip(values, nonnegative).allSatisfy({ !$1 || $0 >= -1e-6 }) else { return false }
    var errors: [Double: Double] = [:]
    for row in 0..<program.count {
      var residual = -program.constants[row]
      for entry in Int(program.starts[row])..<Int(program.starts[row + 1]) {
        residual += program.coefficients[entry] * values[Int(program.variables[entry])]
      }
      let error = program.relations[row] == 0 ? abs(residual) : max(0, -Double(program.relations[row]) * residual)
      guard program.priorities[row] < 1000 else {
        if error > 1e-6 { return false }
        continue
      }
      errors[program.priorities[row], default: 0] += error
    }
    return errors.count == levels.count
      && levels.allSatisfy { level in
        errors[level.priority].map { abs($0 - level.error) <= max(1e-6, 1e-9 * abs($0)) } ?? false
      }
  }
}

/// The rows of a coupled program while they are made; a variable is its index.
struct CoupledRows {
  private(set) var nonnegative: [Bool] = []
  private var terms: [(variable: Int, coefficient: Double)] = []
  private var rows: [(end: Int, relation: Relation, constant: Double, priority: Double)] = []

  init(_ family: Coupled, _ n: Int) {
    switch family {
    case .dashboard: addDashboard(n)
    case .graph: addGraph(n)
    case .timeline: addTimeline(n)
    case .timetable: addTimetable(n)
    case .table: addTable(n)
    case .aspect: addAspect(n)
    }
  }

  func batch(_ variables: [Variable]) -> RowBatch {
    var batch = RowBatch()
    batch.reserve(rows: rows.count, entries: terms.count)
    var next = 0
    for row in rows {
      for term in terms[next..<row.end] { batch.append(variables[term.variable], term.coefficient) }
      batch.end(row.relation, constant: row.constant, priority: row.priority)
      next = row.end
    }
    return batch
  }

  private mutating func size() -> Int { variable(isSize: true) }

  private mutating func position() -> Int { variable(isSize: false) }

  private mutating func variable(isSize: Bool) -> Int {
    nonnegative.append(isSize)
    return nonnegative.count - 1
  }

  private mutating func row(
    _ list: [(Int, Double)], _ relation: Relation, _ constant: Int, _ priority: Double = 1000
  ) {
    for (variable, coefficient) in list { terms.append((variable, coefficient)) }
    rows.append((terms.count, relation, Double(constant), priority))
  }

  /// A hash below `bound`.
  private func number(_ value: Int, _ bound: Int) -> Int { Numbers.hash(value) % bound }

  private mutating func addDashboard(_ n: Int) {
    let across = 8
    let (left, right) = (position(), position())
    row([(left, 1)], .equal, 0)
    row([(right, 1)], .equal, 150 * across)
    var above: [Int] = []
    for line in 0..<n / 2 / across {
      var x = left
      var widths: [Int] = []
      for column in 0..<across {
        let card = 6 * (across * line + column)
        let previous = x
        x = position()
        let width = size()
        var terms: [(Int, Double)] = [(x, 1), (previous, -1)]
        if let last = widths.last { terms.append((last, -1)) }
        row(terms, .equal, 8)
        row([(width, 1)], .greaterOrEqual, 40 + number(card, 41))
        row([(width, 1)], .lessOrEqual, 200 + number(card + 1, 101), 750)
        row([(width, 1)], .equal, 80 + number(card + 2, 161), 250)
        if !above.isEmpty { row([(width, 1), (above[column], -1)], .equal, 0, number(card + 3, 4) > 0 ? 500 : 600) }
        if let last = widths.last, number(card + 4, 2) > 0 { row([(width, 1), (last, -1)], .equal, 0, 400) }
        widths.append(width)
      }
      row([(right, 1), (x, -1), (widths[across - 1], -1)], line % 2 > 0 ? .equal : .greaterOrEqual, 8)
      above = widths
    }
  }

  private mutating func addGraph(_ n: Int) {
    let nodes = (0..<n).map { _ in position() }
    row([(nodes[0], 1)], .equal, 0)
    for node in 1..<max(n, 1) {
      addEdge(nodes[node - 1 - number(7 * node, min(node, 20))], nodes[node], 7 * node + 1)
      guard node > 1, number(7 * node + 3, 3) == 0 else { continue }
      addEdge(nodes[node - 1 - number(7 * node + 4, min(node, 200))], nodes[node], 7 * node + 5)
    }
  }

  private mutating func addEdge(_ start: Int, _ end: Int, _ key: Int) {
    let gap = 10 + number(key, 91)
    row([(end, 1), (start, -1)], .greaterOrEqual, gap)
    row([(end, 1), (start, -1)], .equal, gap, number(key + 1, 3) > 0 ? 500 : 300)
  }

  private mutating func addTimeline(_ n: Int) {
    for event in 0..<n {
      let (start, length) = (size(), size())
      if event > 0 { row([(start, 1), (start - 2, -1), (length - 2, -1)], .greaterOrEqual, 0) }
      row([(length, 1)], .greaterOrEqual, 5)
      row([(length, 1)], .equal, 10 + number(3 * event, 51), 500)
      let wish = 30 * event + number(3 * event + 1, 301) - 150
      row([(start, 1)], .equal, wish, number(3 * event + 2, 2) > 0 ? 400 : 300)
      row([(start, 1), (length, 1)], .lessOrEqual, 30 * event + 330, 600)
    }
  }

  private mutating func addTimetable(_ n: Int) {
    let columns = (0..<12).map { _ in size() }
    for (index, column) in columns.enumerated() { row([(column, 1)], .greaterOrEqual, 10 + index) }
    for entry in 0..<n {
      let index = entry % 100
      let x = position()
      if index == 0 {
        row([(x, 1)], .greaterOrEqual, 0)
      } else {
        row([(x, 1), (x - 1, -1), (columns[index % 12], -1)], .greaterOrEqual, 4)
      }
      guard entry % 2 > 0 else { continue }
      let wish = 30 * index + number(4 * entry + 1, 301) - 150
      row([(x, 1)], .equal, wish, number(4 * entry + 2, 2) > 0 ? 500 : 400)
    }
  }

  private mutating func addTable(_ n: Int) {
    let count = 2 * Self.side(n)
    let columns = (0..<count).map { _ in size() }
    for cell in 0..<n {
      let span = 1 + number(3 * cell, 3)
      let first = number(3 * cell + 1, count - span + 1)
      let terms = columns[first..<first + span].map { ($0, 1.0) }
      let wish = span * 40 + number(3 * cell + 2, 60 * span)
      row(terms, .greaterOrEqual, 20 * span + number(3 * cell + 2, 20))
      row(terms, .equal, wish, cell % 3 > 0 ? 500 : 700)
      if cell % 9 < 5 { row(terms, .lessOrEqual, wish + 20 * span, 600) }
    }
    for column in columns.prefix(4) { row([(column, 1)], .lessOrEqual, 2000) }
  }

  private mutating func addAspect(_ n: Int) {
    let count = Self.side(n)
    let widths = (0..<count).map { _ in size() }
    let heights = (0..<count).map { _ in size() }
    for (index, width) in widths.enumerated() { row([(width, 1)], .greaterOrEqual, 20 + number(index, 50)) }
    row(widths.map { ($0, 1) }, .equal, 100 * count)
    for (line, width) in widths.enumerated() {
      for (column, height) in heights.enumerated() {
        let ratio = [0.5, 0.75, 1, 1.5, 2][number(line * count + column, 5)]
        row([(height, 1), (width, -ratio)], .equal, 0, 500)
      }
    }
  }

  /// The side of a square of so many fields.
  private static func side(_ n: Int) -> Int { Int(Double(n).squareRoot().rounded(.toNearestOrEven)) }
}
