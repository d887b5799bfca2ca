// What decides a variable of a bare program, and why it is no other.

import Simplex

extension ProgramRunner {
  /// The value of a variable and what decides it, after some of the edits.
  static func explain(_ program: ProgramDocument, _ variable: Int, after edits: Int) throws(Fault) -> FoundExplanation {
    var runner = try ProgramRunner(program)
    _ = try runner.states(Array(program.edits.prefix(edits)), detail: [])
    do throws(SolverError) {
      return try runner.explained(variable)
    } catch {
      throw Fault(0, "the solver cannot say what decides \(program.variables[variable]): \(error)")
    }
  }

  /// Why a variable is not as wished, after some of the edits.
  static func objection(
    _ program: ProgramDocument, _ wish: NumberWish, _ variable: Int, after edits: Int
  ) throws(Fault) -> FoundObjection {
    var runner = try ProgramRunner(program)
    _ = try runner.states(Array(program.edits.prefix(edits)), detail: [])
    do throws(SolverError) {
      return try runner.objection(wish, runner.variables[variable])
    } catch {
      throw Fault(0, "the solver cannot say what keeps \(program.variables[variable]) where it is: \(error)")
    }
  }

  private func explained(_ variable: Int) throws(SolverError) -> FoundExplanation {
    let number = variables[variable]
    var found = FoundExplanation(
      value: try solver.values([number])[0], isAmbiguous: try solver.ambiguousVariables().contains(number),
      influences: [])
    for entry in try solver.sensitivity(of: [number], [1]) {
      switch entry.member {
      case .row(let row):
        guard let index = constraintOfRow[row], case .linear(let equation) = constraints[index].body else { continue }
        let node = constraints[index]
        let constant = equation.right.constant
        var made = FoundExplanation.Influence(
          id: node.id, derivative: entry.derivative, constant: constant, priority: node.priority, label: node.label,
          equation: node.inWords, offset: node.offset)
        let reach = try solver.reach(of: [number], [1], moving: row)
        made.below = side(reach.below, from: constant, -1)
        made.above = side(reach.above, from: constant, 1)
        made.without = try without(row, number)
        found.influences.append(made)
      case .zero(let other):
        // What is at 0 because nothing decides it is not decided by its sign.
        guard let index = variables.firstIndex(of: other), program.isNonnegative[index] else { continue }
        found.influences.append(
          FoundExplanation.Influence(
            id: "\(program.variables[index]) >= 0", derivative: entry.derivative, constant: 0, priority: 1000))
      }
    }
    return found
  }

  private func side(_ side: ConstantReach.Side, from constant: Double, _ sign: Double) -> LayoutExplanation.Side {
    let beyond: LayoutExplanation.Beyond =
      switch side.beyond {
      case .nothing: .nothing
      case .slope(let slope): .derivative(slope)
      case .unknown: .unknown
      case .conflict(let members): .conflict(members.compactMap { source(of: $0) })
      }
    let causes = side.members.compactMap { member -> LayoutExplanation.Source? in
      switch member {
      case .row(let row): source(of: .row(row))
      case .zero(let variable): source(of: .nonnegativity(variable))
      }
    }
    return LayoutExplanation.Side(
      derivative: side.slope, constant: constant + sign * side.reach, causes: causes, beyond: beyond)
  }

  private func source(of member: ConflictMember) -> LayoutExplanation.Source? {
    switch member {
    case .row(let row):
      guard let index = constraintOfRow[row] else { return nil }
      return LayoutExplanation.Source(
        id: constraints[index].id, text: constraints[index].inWords, offset: constraints[index].offset)
    case .nonnegativity(let variable):
      guard let index = variables.firstIndex(of: variable) else { return nil }
      let text = "\(program.variables[index]) >= 0"
      return LayoutExplanation.Source(id: text, text: text)
    }
  }

  /// The value without a row: in a program of its own, so that this one stays as it is.
  private func without(_ row: Row, _ variable: Variable) throws(SolverError) -> LayoutExplanation.Without? {
    let (copy, copied) = try duplicate(leaving: row)
    guard try copy.solve() == .optimal, let index = variables.firstIndex(of: variable) else { return nil }
    return LayoutExplanation.Without(
      value: try copy.values([copied[index]])[0],
      isAmbiguous: try copy.ambiguousVariables().contains(copied[index]), moves: [])
  }

  /// The program as it is, all but one row, in another solver.
  private func duplicate(leaving left: Row?) throws(SolverError) -> (solver: Solver, variables: [Variable]) {
    let copy = try Solver()
    let copied = try copy.addVariables(nonnegative: program.isNonnegative)
    let positions = Dictionary(uniqueKeysWithValues: zip(variables, copied))
    let kept = solver.rows.filter { $0 != left }
    let relations = try solver.relations(kept)
    let constants = try solver.constants(kept)
    let weights = try solver.weights(kept)
    let priorities = try solver.priorities(kept)
    var batch = RowBatch()
    for (index, row) in kept.enumerated() {
      let terms = try solver.terms(row)
      for (variable, coefficient) in zip(terms.variables, terms.coefficients) {
        if let position = positions[variable] { batch.append(position, coefficient) }
      }
      batch.end(
        relations[index], constant: constants[index], priority: priorities.priorities[index], weight: weights[index])
    }
    _ = try copy.add(batch)
    return (copy, copied)
  }

  private func objection(_ wish: NumberWish, _ variable: Variable) throws(SolverError) -> FoundObjection {
    let value = try solver.values([variable])[0]
    var found = FoundObjection(value: value, isMet: wish.isMet(by: value))
    guard !found.isMet else { return found }
    let known = solver.rows
    let before = try solver.errors(known)
    let levels = try solver.levels()
    var batch = RowBatch()
    batch.append(variable, 1)
    let relation: Relation =
      switch wish.relation {
      case .equal: .equal
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThanOrEqual: .greaterOrEqual
      }
    batch.end(relation, constant: wish.number, priority: 1000, weight: 1)
    let added = try solver.add(batch)
    if try solver.solve() == .infeasible {
      let conflict = try solver.conflicts().first { $0.contains(.row(added[0])) } ?? []
      found.forbidding = conflict.compactMap { member in
        source(of: member).map { part(of: member, $0) }
      }
      return found
    }
    for (level, after) in zip(levels, try solver.levels()) where abs(level.error - after.error) > 1e-6 {
      found.prices.append(LayoutObjection.Price(priority: level.priority, before: level.error, after: after.error))
    }
    for ((row, past), now) in zip(zip(known, before), try solver.errors(known)) where abs(now) > abs(past) + 1e-6 {
      guard let source = source(of: .row(row)) else { continue }
      found.violations.append((part(of: .row(row), source), abs(past), abs(now)))
    }
    found.violations.sort { $0.part.priority > $1.part.priority }
    return found
  }

  private func part(of member: ConflictMember, _ source: LayoutExplanation.Source) -> FoundObjection.Part {
    guard case .row(let row) = member, let index = constraintOfRow[row],
      case .linear(let equation) = constraints[index].body
    else { return FoundObjection.Part(source: source, constant: 0, priority: 1000) }
    return FoundObjection.Part(
      source: source, constant: equation.right.constant, priority: constraints[index].priority)
  }
}
