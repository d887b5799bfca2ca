// Running a bare program: its equations go to the solver as they are, without views in between.
//
// Required rows that cannot all hold are treated as in a layout (design, "What a layout means", 6): of each smallest
// conflicting set the row that was activated last is left out, and reported; after the next edit it gets another chance.

import Simplex

struct ProgramRunner: DocumentRunner {
  let program: ProgramDocument
  let solver: Solver
  var lastSolver: Solver? { solver }
  let variables: [Variable]
  var constraints: [ConstraintNode]
  /// The row of each active constraint; nil for the others.
  var rows: [Row?]
  var constraintOfRow: [Row: Int] = [:]
  /// When each constraint was activated, for the choice of what to break; nil while it is not active.
  private var activation: [Int?]
  private var clock = 0
  /// Active constraints that the last solve left out.
  private var broken: [Int] = []

  init(_ program: ProgramDocument) throws(Fault) {
    self.program = program
    constraints = program.constraints
    rows = Array(repeating: nil, count: constraints.count)
    activation = Array(repeating: nil, count: constraints.count)
    do throws(SolverError) {
      solver = try Solver()
      variables = try solver.addVariables(nonnegative: program.isNonnegative)
    } catch {
      throw Fault(0, "the solver refused the variables: \(error)")
    }
    try activate((0..<program.initialCount).filter { constraints[$0].isActive })
  }

  // MARK: - Edits

  mutating func make(_ edit: Edit) throws(Fault) {
    let retry = broken
    broken = []
    switch edit.action {
    case .set(let index, let change):
      try set(index, change)
    case .activate(let indices):
      try activate(indices.filter { activation[$0] == nil })
    case .deactivate(let indices), .remove(let indices):
      try deactivate(indices)
    case .add(let index):
      if constraints[index].isActive { try activate([index]) }
    case .resize, .intrinsic, .view, .safeArea, .direction, .state:
      break
    }
    try addRows(retry.filter { activation[$0] != nil && rows[$0] == nil })
  }

  private mutating func set(_ index: Int, _ change: Edit.Change) throws(Fault) {
    if let priority = change.priority { constraints[index].priority = priority }
    if let weight = change.weight { constraints[index].weight = weight }
    if case .linear(var equation) = constraints[index].body {
      if let constant = change.constant { equation.right.constant = constant }
      if let multiplier = change.multiplier { equation.right.terms[0].coefficient = multiplier }
      constraints[index].body = .linear(equation)
    }
    try update(index, change)
  }

  func canTakeBack(_ edit: Edit) -> Bool {
    if case .set = edit.action { true } else { false }
  }

  mutating func takeBack(_ edits: [Edit]) throws(Fault) {
    for case .set(let index, let change) in edits.lazy.map(\.action) {
      constraints[index] = program.constraints[index]
      try update(index, change)
    }
    try addRows(broken.filter { activation[$0] != nil && rows[$0] == nil })
    broken = []
  }

  /// Gives the row of a constraint what has changed.
  private mutating func update(_ index: Int, _ change: Edit.Change) throws(Fault) {
    guard let row = rows[index] else { return }
    let node = constraints[index]
    let (terms, constant) = Self.rowForm(of: node)
    do throws(SolverError) {
      if change.constant != nil { try solver.setConstants([row], [constant]) }
      if change.priority != nil { try solver.setPriorities([row], [node.priority]) }
      if change.weight != nil { try solver.setWeights([row], [node.weight]) }
      if change.multiplier != nil {
        try solver.setTerms(row, terms.map { variables[$0.variable] }, terms.map(\.coefficient))
      }
    } catch {
      throw refusal(error, at: node.offset)
    }
  }

  private mutating func activate(_ indices: [Int]) throws(Fault) {
    for index in indices {
      activation[index] = clock
      clock += 1
    }
    try addRows(indices)
  }

  private mutating func deactivate(_ indices: [Int]) throws(Fault) {
    for index in indices { activation[index] = nil }
    try removeRows(indices)
  }

  private mutating func addRows(_ indices: [Int]) throws(Fault) {
    if indices.isEmpty { return }
    var batch = RowBatch()
    for index in indices {
      let node = constraints[index]
      guard case .linear(let equation) = node.body else { continue }
      let (terms, constant) = Self.rowForm(of: node)
      for term in terms { batch.append(variables[term.variable], term.coefficient) }
      batch.end(
        Relation(rawValue: equation.relation.rawValue) ?? .equal, constant: constant, priority: node.priority,
        weight: node.weight)
    }
    do throws(SolverError) {
      for (row, index) in zip(try solver.add(batch), indices) {
        rows[index] = row
        constraintOfRow[row] = index
      }
    } catch {
      throw refusal(error, at: constraints[indices[0]].offset)
    }
  }

  private mutating func removeRows(_ indices: [Int]) throws(Fault) {
    let gone = indices.compactMap { rows[$0] }
    do throws(SolverError) {
      try solver.remove(gone)
    } catch {
      throw refusal(error, at: constraints[indices[0]].offset)
    }
    for index in indices {
      if let row = rows[index] { constraintOfRow[row] = nil }
      rows[index] = nil
    }
  }

  /// The equation with all variables on the left, each once, and the constant on the right.
  private static func rowForm(
    of node: ConstraintNode
  ) -> (terms: [(variable: Int, coefficient: Double)], constant: Double) {
    guard case .linear(let equation) = node.body else { return ([], 0) }
    var difference = equation.left
    difference.add(equation.right, sign: -1)
    var terms: [(variable: Int, coefficient: Double, size: Double)] = []
    for term in difference.terms {
      if case .variable(let index) = term.symbol {
        terms.append((index, term.coefficient, abs(term.coefficient)))
      }
    }
    terms.sort { $0.variable < $1.variable }
    var merged: [(variable: Int, coefficient: Double, size: Double)] = []
    for term in terms {
      if let last = merged.last, last.variable == term.variable {
        merged[merged.count - 1].coefficient += term.coefficient
        merged[merged.count - 1].size += term.size
      } else {
        merged.append(term)
      }
    }
    // What is left of a cancellation is rounding noise below 1e-12 of what was added up.
    return (
      merged.filter { abs($0.coefficient) > 1e-12 * $0.size }.map { ($0.variable, $0.coefficient) },
      -difference.constant
    )
  }

  // MARK: - Solving

  mutating func solve(_ detail: LayoutDetail, at offset: Int) throws(Fault) -> LayoutState {
    var state = LayoutState()
    state.isProgram = true
    do throws(SolverError) {
      var outcome = try solver.solve()
      while outcome == .infeasible {
        try breakConflicts(into: &state)
        outcome = try solver.solve()
      }
      if outcome == .optimal { try read(into: &state, findAmbiguity: detail.contains(.ambiguity)) }
    } catch {
      throw refusal(error, at: offset)
    }
    guard solver.outcome == .optimal else {
      throw Fault(
        offset, "the solver gave up (\(solver.outcome)) after \(solver.statistics.pivots) pivots; there is no answer")
    }
    return state
  }

  private func read(into state: inout LayoutState, findAmbiguity: Bool) throws(SolverError) {
    let values = try solver.values(variables)
    state.values = zip(program.variables, values).map { LayoutState.Value(name: $0, value: $1) }
    state.levels = try solver.levels().map { LayoutState.LevelError(priority: $0.priority, error: $0.error) }
    if findAmbiguity {
      let ambiguous = Set(try solver.ambiguousVariables())
      for (name, variable) in zip(program.variables, variables) where ambiguous.contains(variable) {
        state.ambiguous.append(LayoutState.Ambiguity(item: name, axis: nil, attribute: nil))
      }
    }
  }

  /// Leaves out one row of each conflicting set: the one that was activated last.
  private mutating func breakConflicts(into state: inout LayoutState) throws(SolverError) {
    for conflict in try solver.conflicts() {
      var members: [Int] = []
      var sides: [String] = []
      for member in conflict {
        switch member {
        case .row(let row):
          if let index = constraintOfRow[row] { members.append(index) }
        case .nonnegativity(let variable):
          if let index = variables.firstIndex(of: variable) { sides.append("\(program.variables[index]) >= 0") }
        }
      }
      members.sort()
      guard let chosen = members.max(by: { (activation[$0] ?? 0) < (activation[$1] ?? 0) }) else { continue }
      if let row = rows[chosen] {
        try solver.remove([row])
        constraintOfRow[row] = nil
        rows[chosen] = nil
      }
      broken.append(chosen)
      let lines = Self.listed(members.map { text(of: $0) } + sides)
      state.conflicts.append(
        LayoutState.Conflict(
          ids: members.map { constraints[$0].id }, broken: members.firstIndex(of: chosen),
          orElse: (constraints[chosen].id, constraints[chosen].inWords),
          message: """
            Unable to simultaneously satisfy constraints.
            (
            \(lines.joined(separator: ",\n"))
            )

            Will attempt to recover by breaking constraint 
            \(text(of: chosen))
            """,
          offset: constraints[chosen].offset
        ) { constraints[members[$0]].inWords })
    }
  }

  /// The lines of a message's list; of a list longer than people read the first ones, as the message would be as long as
  /// the document otherwise, for every conflict of it.
  private static func listed(_ texts: [String]) -> [String] {
    let isLong = texts.count > LayoutState.Conflict.longestList
    let shown = (isLong ? texts.prefix(LayoutState.Conflict.longestText) : texts[...]).map { "    \"\($0)\"" }
    return isLong ? shown + ["    … and \(texts.count - shown.count) more"] : shown
  }

  private func text(of index: Int) -> String {
    let node = constraints[index]
    guard case .linear(let equation) = node.body else { return node.id }
    let sides = [equation.left, equation.right].map { $0.text(variables: program.variables) }
    return "\(node.label ?? node.id): \(sides[0]) \(equation.relation.sign) \(sides[1])"
  }

  private func refusal(_ error: SolverError, at offset: Int) -> Fault {
    Fault(offset, "the solver refused this constraint or an edit of it: \(error)")
  }
}

extension LinearForm {
  /// `2*x + y - 3`.
  func text(variables: [String]) -> String {
    var result = ""
    func append(_ value: Double, _ body: String) {
      if result.isEmpty { result += value < 0 ? "-" : "" } else { result += value < 0 ? " - " : " + " }
      result += body
    }
    for term in terms {
      guard case .variable(let index) = term.symbol else { continue }
      let size = abs(term.coefficient)
      append(term.coefficient, size == 1 ? variables[index] : "\(formatted(size))*\(variables[index])")
    }
    if constant != 0 || result.isEmpty { append(constant, formatted(abs(constant))) }
    return result
  }
}
