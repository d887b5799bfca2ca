// A workload as a program for the core: four variables per view and rows as flat arrays, nothing of the façade.

import Simplex

/// The constraints of a workload, handed to a solver without views: `left`, `top`, `width` and `height` of each view
/// are variables, everything else is written out in them.
public struct CoreProgram {
  /// The solver that holds the program.
  public let solver: Solver
  /// The variables x, y, width, height of each view, in the order of the frame table.
  public let variables: [Variable]
  /// The rows, in the order in which they were handed over.
  let rows: [Row]

  /// Builds a workload at the size `n`: makes a solver and hands over variables and rows.
  ///
  /// - Throws: what the solver refuses; nothing, unless memory runs out.
  /// - Complexity: O(n).
  public init(_ workload: Workload, size n: Int) throws(SolverError) {
    let count = workload.viewCount(n)
    var nonnegative = [Bool](repeating: false, count: 4 * count)
    for view in 0..<count {
      nonnegative[4 * view + 2] = true
      nonnegative[4 * view + 3] = true
    }
    solver = try Solver()
    variables = try solver.addVariables(nonnegative: nonnegative)
    rows = try solver.add(Self.batch(workload, size: n, variables))
  }

  private static func batch(_ workload: Workload, size n: Int, _ variables: [Variable]) -> RowBatch {
    var rows = CoreRows(variables: variables, views: workload.viewCount(n))
    switch workload {
    case .scrollList: rows.addScrollList(n)
    case .distributedSpacing: rows.addDistributedSpacing(n)
    case .cells: rows.addCells(n / 8)
    case .nesting: rows.addNesting(n)
    case .equalToFirst, .equalToPrevious: rows.addEqualSizes(workload, n)
    case .equalSpaces: rows.addDistributedSpacing(n, isWished: true)
    }
    return rows.batch
  }

  /// The frames of the last solve: x, y, width and height of every view in absolute coordinates, in points.
  public func frames() throws(SolverError) -> [Double] { try solver.values(variables) }
}

/// An attribute in one absolute space, y downwards.
enum Edge {
  case left, top, width, height, right, bottom, centerY
}

/// The rows of a program while it is built; a view is its position in the frame table.
struct CoreRows {
  let variables: [Variable]
  var batch = RowBatch()

  init(variables: [Variable], views: Int) {
    self.variables = variables
    // Some four rows a view, of one to four entries.
    batch.reserve(rows: 5 * views, entries: 14 * views)
  }

  /// Adds `factor` times an attribute to the row being built.
  private mutating func term(_ view: Int, _ edge: Edge, _ factor: Double) {
    let first = 4 * view
    switch edge {
    case .left: batch.append(variables[first], factor)
    case .top: batch.append(variables[first + 1], factor)
    case .width: batch.append(variables[first + 2], factor)
    case .height: batch.append(variables[first + 3], factor)
    case .right:
      batch.append(variables[first], factor)
      batch.append(variables[first + 2], factor)
    case .bottom:
      batch.append(variables[first + 1], factor)
      batch.append(variables[first + 3], factor)
    case .centerY:
      batch.append(variables[first + 1], factor)
      batch.append(variables[first + 3], 0.5 * factor)
    }
  }

  /// `view.edge relation factor × other.otherEdge + constant`.
  mutating func relate(
    _ view: Int, _ edge: Edge, _ other: Int, _ otherEdge: Edge, _ constant: Double = 0,
    by relation: Relation = .equal, factor: Double = 1, priority: Double = 1000
  ) {
    term(view, edge, 1)
    term(other, otherEdge, -factor)
    batch.end(relation, constant: constant, priority: priority)
  }

  /// `view.edge relation constant`, required.
  mutating func set(_ view: Int, _ edge: Edge, _ constant: Double, by relation: Relation = .equal) {
    term(view, edge, 1)
    batch.end(relation, constant: constant)
  }

  /// A content size: one row whose two sides have two priorities, hugging above and compression resistance below.
  private mutating func content(_ view: Int, _ edge: Edge, _ size: Double, compression: Double = 750) {
    term(view, edge, 1)
    batch.end(.equal, constant: size, priority: 250, priorityBelow: compression)
  }

  mutating func frame(_ view: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    set(view, .left, x)
    set(view, .top, y)
    set(view, .width, width)
    set(view, .height, height)
  }

  /// The scroll view 0, its content 1 and the container 2 that fills it.
  mutating func addScrollView() {
    frame(0, 0, 0, 375, 667)
    set(1, .left, 0)
    set(1, .top, 0)
    for edge in [Edge.left, .right, .top, .bottom] { relate(2, edge, 1, edge) }
    relate(2, .width, 0, .width)
  }

  mutating func addScrollList(_ n: Int) {
    addScrollView()
    for i in 0..<n { addRow(3 + i, i, in: 2, after: i == 0 ? nil : 2 + i) }
    end(2, after: 2 + n)
  }

  /// Adds the row with the number `i`.
  mutating func addRow(_ row: Int, _ i: Int, in container: Int, after previous: Int?) {
    relate(row, .left, container, .left)
    relate(row, .right, container, .right)
    set(row, .height, Numbers.rowHeight(i))
    put(row, after: previous, in: container)
  }

  /// Puts a row or cell below the one before it.
  mutating func put(_ view: Int, after previous: Int?, in container: Int) {
    if let previous { relate(view, .top, previous, .bottom) } else { relate(view, .top, container, .top) }
  }

  /// Ends the container with its last row or cell.
  mutating func end(_ container: Int, after last: Int) { relate(container, .bottom, last, .bottom) }

  mutating func addDistributedSpacing(_ n: Int, isWished: Bool = false) {
    frame(0, 0, 0, Numbers.spacedTotal(n), 100)
    let spacer = 1 + n
    for i in 0..<n {
      set(1 + i, .width, Numbers.spacedWidth(i))
      set(1 + i, .height, Numbers.spacedHeight(i))
      relate(1 + i, .centerY, 0, .centerY)
    }
    for i in 0...n {
      set(spacer + i, .height, 1)
      relate(spacer + i, .centerY, 0, .centerY)
      if i > 0 { relate(spacer + i, .width, spacer, .width, priority: isWished ? EqualSizes.spaces : 1000) }
      if isWished { set(spacer + i, .width, EqualSizes.leastSpace, by: .greaterOrEqual) }
    }
    relate(spacer, .left, 0, .left)
    for i in 0..<n {
      relate(1 + i, .left, spacer + i, .right)
      relate(spacer + i + 1, .left, 1 + i, .right)
    }
    relate(spacer + n, .right, 0, .right)
  }

  mutating func addCells(_ count: Int) {
    addScrollView()
    let parts = CellPart.allCases.count
    for c in 0..<count {
      let cell = 3 + parts * c
      addCell(cell, c, in: 2, after: c == 0 ? nil : cell - parts)
    }
    if count > 0 { end(2, after: 3 + parts * (count - 1)) }
  }

  /// Adds the cell with the number `c`, its parts in the positions after its own.
  mutating func addCell(_ cell: Int, _ c: Int, in container: Int, after previous: Int?) {
    relate(cell, .left, container, .left)
    relate(cell, .right, container, .right)
    put(cell, after: previous, in: container)
    addParts(of: cell, c)
  }

  private mutating func addParts(of cell: Int, _ c: Int) {
    func view(_ part: CellPart) -> Int { cell + part.rawValue }
    let avatar = view(.avatar)
    set(avatar, .width, 40)
    set(avatar, .height, 40)
    relate(avatar, .left, cell, .left, 10)
    relate(avatar, .top, cell, .top, 10)

    let name = view(.name)
    relate(name, .left, avatar, .right, 8)
    relate(name, .top, avatar, .top)
    content(name, .width, Numbers.nameWidth(c))
    content(name, .height, 20)

    let time = view(.time)
    relate(time, .top, name, .top)
    relate(time, .right, cell, .right, -10)
    content(time, .width, Numbers.timeWidth(c), compression: 751)
    content(time, .height, 20)
    relate(name, .right, time, .left, -8, by: .lessOrEqual)

    let body = view(.body)
    relate(body, .left, cell, .left, 10)
    relate(body, .right, cell, .right, -10)
    relate(body, .top, avatar, .bottom, 8)
    content(body, .height, Numbers.bodyHeight(c))

    let image = view(.image)
    relate(image, .left, cell, .left, 10)
    relate(image, .right, cell, .right, -10)
    relate(image, .top, body, .bottom, 8)
    relate(image, .height, image, .width, factor: 0.75)

    let buttons = [view(.firstButton), view(.secondButton), view(.thirdButton)]
    relate(buttons[0], .top, image, .bottom, 8)
    relate(buttons[0], .left, cell, .left, 10)
    set(buttons[0], .height, 32)
    for i in 1...2 {
      relate(buttons[i], .top, buttons[0], .top)
      relate(buttons[i], .left, buttons[i - 1], .right, 8)
      relate(buttons[i], .width, buttons[0], .width)
      relate(buttons[i], .height, buttons[0], .height)
    }
    relate(buttons[2], .right, cell, .right, -10)
    relate(cell, .bottom, buttons[0], .bottom, 10)
  }

  mutating func addNesting(_ n: Int) {
    frame(0, 0, 0, 1000, 2000)
    for i in 1..<max(n, 1) {
      let parent = (i - 1) / 4
      relate(i, .left, parent, .left, 1)
      relate(i, .top, parent, .top, 1)
      relate(i, .right, parent, .right, -1)
      relate(i, .bottom, parent, .bottom, -1)
    }
  }
}
