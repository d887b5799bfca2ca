// In what order the heights of a template's texts can be computed: which widths depend on which heights, found in the rows.
//
// A required equality whose other variables are known determines its last one, whatever the rest of the program wants; what is
// left falls into components that share no unknown variable. So a variable depends on the rows that determine it, or on
// those of its component, and through them on the heights of texts. Texts whose widths depend on none are the first
// stage, those that depend on heights of the first are the second, and so on. What depends on itself has no order.

/// The order of the texts of a program.
struct TemplateStages {
  /// A text in the program.
  struct Text {
    /// The variable of its width.
    var width: Int
    /// Rows that its height is in the constant of.
    var rows: [Int]
  }

  /// Per stage, the texts whose widths it computes, and the rows that it needs.
  private(set) var stages: [(texts: [Int], rows: [Int])] = []
  /// Texts each of whose widths depends on the height of the one before, and the first on the last; empty where there is an
  /// order.
  private(set) var cycle: [Int] = []

  private let rows: [LoweredProgram.Row]
  private let texts: [Text]
  private let variableCount: Int
  /// Per variable: the row that determines it, or -1.
  private var definitions: [Int]
  /// Per variable that no row determines: what stands for its component.
  private var components: [Int]
  private var componentRows: [Int: [Int]] = [:]
  private var textsInRow: [Int: [Int]] = [:]

  init(_ program: LoweredProgram, _ texts: [Text]) {
    rows = program.rows
    self.texts = texts
    variableCount = program.nonnegative.count
    definitions = Array(repeating: -1, count: variableCount)
    components = Array(0..<variableCount)
    for (text, entry) in texts.enumerated() { for row in entry.rows { textsInRow[row, default: []].append(text) } }
    determine()
    join()
    order()
  }

  // MARK: - The program

  /// Propagates what required equalities determine.
  private mutating func determine() {
    var rowsOfVariable = [[Int]](repeating: [], count: variableCount)
    var unknown = [Int](repeating: 0, count: rows.count)
    var pending: [Int] = []
    for (index, row) in rows.enumerated() {
      guard row.relation == .equal, row.priority >= 1000, row.priorityBelow >= 1000 else { continue }
      unknown[index] = row.variables.count
      for variable in row.variables { rowsOfVariable[variable].append(index) }
      if row.variables.count == 1 { pending.append(index) }
    }
    while let index = pending.popLast() {
      guard let variable = rows[index].variables.first(where: { definitions[$0] < 0 }) else { continue }
      definitions[variable] = index
      for other in rowsOfVariable[variable] {
        unknown[other] -= 1
        if unknown[other] == 1 { pending.append(other) }
      }
    }
  }

  /// Joins unknown variables that are in one row.
  private mutating func join() {
    for row in rows {
      let unknown = row.variables.filter { definitions[$0] < 0 }
      for variable in unknown.dropFirst() {
        let (one, other) = (find(unknown[0]), find(variable))
        if one != other { components[max(one, other)] = min(one, other) }
      }
    }
    for (index, row) in rows.enumerated() {
      guard let variable = row.variables.first(where: { definitions[$0] < 0 }) else { continue }
      componentRows[find(variable), default: []].append(index)
    }
  }

  private mutating func find(_ variable: Int) -> Int {
    var found = variable
    while components[found] != found {
      components[found] = components[components[found]]
      found = components[found]
    }
    return found
  }

  // MARK: - The order

  /// What stands for a variable: itself where it is determined, else its component. Texts come after all variables.
  private mutating func node(of variable: Int) -> Int {
    definitions[variable] >= 0 ? variable : find(variable)
  }

  private func rows(of node: Int) -> [Int] {
    definitions[node] >= 0 ? [definitions[node]] : componentRows[node] ?? []
  }

  /// What a node depends on. A text depends on its width.
  private mutating func dependencies(of node: Int) -> [Int] {
    guard node < variableCount else { return [self.node(of: texts[node - variableCount].width)] }
    var found: Set<Int> = []
    for row in rows(of: node) {
      for variable in rows[row].variables {
        let other = self.node(of: variable)
        if other != node { found.insert(other) }
      }
      for text in textsInRow[row] ?? [] { found.insert(variableCount + text) }
    }
    return found.sorted()
  }

  /// Visits what texts depend on, without recursion: chains are as long as a list.
  private mutating func order() {
    var depths: [Int: Int] = [:]
    for text in texts.indices {
      var path: [(node: Int, dependencies: [Int], next: Int)] = []
      var isOnPath: Set<Int> = []
      func enter(_ node: Int, _ dependencies: [Int]) {
        path.append((node, dependencies, 0))
        isOnPath.insert(node)
      }
      if depths[variableCount + text] == nil {
        enter(variableCount + text, dependencies(of: variableCount + text))
      }
      while let (node, needed, next) = path.last {
        guard next < needed.count else {
          let depth = needed.map { depths[$0] ?? 0 }.max() ?? 0
          depths[node] = node >= variableCount ? depth + 1 : depth
          isOnPath.remove(node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let other = needed[next]
        guard !isOnPath.contains(other) else {
          let start = path.firstIndex { $0.node == other } ?? 0
          cycle = path[start...].compactMap { $0.node >= variableCount ? $0.node - variableCount : nil }
          // Rows that determine each other one after another have no cycle without a text.
          return
        }
        if depths[other] == nil { enter(other, dependencies(of: other)) }
      }
    }
    let last = texts.indices.map { depths[variableCount + $0] ?? 1 }.max() ?? 0
    for depth in stride(from: 1, through: last, by: 1) {
      let members = texts.indices.filter { depths[variableCount + $0] == depth }
      stages.append((members, rowsNeeded(for: members)))
    }
  }

  /// The rows that the widths of texts depend on, up to the heights of other texts.
  private mutating func rowsNeeded(for members: [Int]) -> [Int] {
    var seen: Set<Int> = []
    var pending = members.map { node(of: texts[$0].width) }
    var needed: Set<Int> = []
    while let node = pending.popLast() {
      guard node < variableCount, seen.insert(node).inserted else { continue }
      needed.formUnion(rows(of: node))
      pending += dependencies(of: node)
    }
    return needed.sorted()
  }
}
