// Why a layout is not otherwise: a wish is made a required constraint, and what stands against it is what conflicts with it
// or has to give way.

import Simplex

/// What stands against a constraint that is not in a scene; see ``Scene/objection(to:)``.
public enum Objection {
  /// A constraint that would be met less well.
  public struct Violation {
    /// The constraint; also one that the system made, such as a content size.
    public let constraint: Constraint
    /// Its error now, in points.
    public let before: Double
    /// Its error with the wish.
    public let after: Double
  }

  /// An optional priority that would be met less well, or better.
  public struct Price: Hashable, Sendable {
    /// The priority.
    public let priority: Double
    /// The sum of its errors now, in points.
    public let before: Double
    /// The same with the wish.
    public let after: Double
  }

  /// These required constraints forbid it: a smallest set, without any one of which the others allow it.
  case forbidden(by: [Constraint])
  /// It can be had at the price of these priorities, from high to low; none where it costs nothing.
  case possible(prices: [Price], violations: [Violation])
}

extension Scene {
  /// Why a constraint does not hold: what forbids it, or what it would cost. The scene is as before afterwards.
  ///
  /// The constraint is tried as a required one. Costs about two layouts of what it touches.
  ///
  /// - Parameter wish: A constraint between items of the scene that is not active. Its priority does not matter.
  /// - Throws: As activating it, and as ``layout()``.
  public func objection(to wish: Constraint) throws(LayoutError) -> Objection {
    guard !wish.isActive else {
      throw LayoutError(.missingItem, "\(wish) is active already, so there is nothing to ask about it.")
    }
    try layout()
    let before = engine.rowErrors()
    let levels = try currentLevels()
    let priority = wish.priority
    defer { wish.priority = priority }
    return try trying({ () throws(LayoutError) in
      self.mode = .recover
      self.conflictHandler = { candidates in candidates.first { $0 === wish } }
      wish.priority = .required
      wish.isActive = true
    }) { report throws(LayoutError) in
      if let conflict = report.conflicts.first(where: { $0.broken === wish }) {
        return .forbidden(by: conflict.constraints.filter { $0 !== wish })
      }
      var prices: [Objection.Price] = []
      let after = try self.currentLevels()
      for (priority, error) in after where abs(error - (levels[priority] ?? 0)) > 1e-6 {
        prices.append(Objection.Price(priority: priority, before: levels[priority] ?? 0, after: error))
      }
      for (priority, error) in levels where after[priority] == nil && error > 1e-6 {
        prices.append(Objection.Price(priority: priority, before: error, after: 0))
      }
      return .possible(
        prices: prices.sorted { $0.priority > $1.priority }, violations: self.engine.violations(since: before, wish))
    }
  }

  /// The errors of all optional priorities.
  private func currentLevels() throws(LayoutError) -> [Double: Double] {
    guard let solver = engine.solver else { return [:] }
    do {
      if solver.outcome != .optimal {
        engine.reader.needsFullRead = true
        _ = try solver.solve()
      }
      var levels: [Double: Double] = [:]
      for level in try solver.levels() where level.priority != brokenPriority { levels[level.priority] = level.error }
      return levels
    } catch {
      throw LayoutError(error)
    }
  }
}

extension Engine {
  /// What each row stands for, and its error.
  fileprivate func rowErrors() -> [Row: (tag: RowTag, error: Double)] {
    guard let solver, let errors = try? solver.errors(solver.rows) else { return [:] }
    var found: [Row: (tag: RowTag, error: Double)] = [:]
    for (row, error) in zip(solver.rows, errors) { found[row] = (session.rowTags[Int(row.index)], error) }
    return found
  }

  /// The constraints whose errors are larger than before, those of high priority first.
  fileprivate func violations(
    since before: [Row: (tag: RowTag, error: Double)], _ wish: Constraint
  ) -> [Objection.Violation] {
    var found: [Objection.Violation] = []
    for (row, now) in rowErrors() {
      let past = before[row].flatMap { $0.tag == now.tag ? abs($0.error) : nil } ?? 0
      guard abs(now.error) > past + 1e-6, let constraint = constraint(of: row), constraint !== wish else { continue }
      found.append(Objection.Violation(constraint: constraint, before: past, after: abs(now.error)))
    }
    return found.map { ($0.constraint.rank, $0) }.sorted { $0.0 < $1.0 }.map(\.1).stablySortedByPriority()
  }
}

extension [Objection.Violation] {
  fileprivate func stablySortedByPriority() -> Self {
    enumerated().sorted {
      let (a, b) = ($0.element.constraint.priority.rawValue, $1.element.constraint.priority.rawValue)
      return a == b ? $0.offset < $1.offset : a > b
    }.map(\.element)
  }
}
