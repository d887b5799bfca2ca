// How far a constraint's constant can move before a number of a frame follows it otherwise, and what takes over there.

import Simplex

/// How a number of a frame follows one constraint's constant, and up to where; see ``Scene/range(of:on:_:)``.
public struct InfluenceRange {
  /// What is beyond an end.
  public enum Beyond {
    /// Nothing ends it.
    case nothing
    /// The number moves by so many points per point of the constant.
    case derivative(Double)
    /// These required constraints cannot hold together.
    case conflict([Constraint])
    /// What follows from frames changes: a text takes another line, say, or margins grow.
    case frames
    /// The number jumps, or what it does could not be told.
    case unknown
  }

  /// One direction of the constant.
  public struct Side {
    /// How far the number moves, in points, per point that the constant grows; nil where that could not be told.
    public var derivative: Double?
    /// The constant up to which that holds, in points; infinite where nothing ends it.
    public var constant: Double
    /// Constraints that become tight, change sides or let go there.
    public var causes: [Constraint]
    /// What is beyond.
    public var beyond: Beyond
  }

  /// Smaller constants.
  public var below: Side
  /// Larger constants.
  public var above: Side

  /// Whether the number has another derivative on either side, or none that could be told: the constant is at a breakpoint.
  public var isBreakpoint: Bool {
    guard let below = below.derivative, let above = above.derivative else { return true }
    return abs(below - above) > 1e-9 * max(1, abs(below))
  }
}

extension Scene {
  /// Farther than this, in points, frames that follow from frames are not looked at.
  private static let farthest = 4096.0

  /// How a number of an item's frame follows a constraint's constant, on either side, up to where its derivative changes:
  /// exactly, by the solver's regions. Where something follows from frames, as heights of texts do, layouts within tell
  /// where that changes.
  ///
  /// The scene is as before afterwards. Pending edits are laid out first. Costs some solves and factorizations of the scene;
  /// where frames follow from frames, also some layouts.
  ///
  /// - Parameters:
  ///   - constraint: A constraint that decides the number; see ``influences(on:_:)``. Also one that the system made.
  ///   - item: A view or guide of the scene.
  ///   - attribute: The number: an edge, a centre, a size.
  /// - Returns: nil for a constraint that has no row in the scene.
  /// - Throws: As ``influences(on:_:)``.
  public func range(
    of constraint: Constraint, on item: any LayoutItem, _ attribute: Attribute
  ) throws(LayoutError) -> InfluenceRange? {
    // The checks, and the layout.
    _ = try influences(on: item, attribute)
    guard let solver = engine.solver, let row = engine.anyRow(of: constraint) else { return nil }
    let isNegated = constraint.kind == .relation && engine.isMirrored(constraint)
    let (variables, coefficients) = engine.frameTerms(item.node, attribute)
    let constant = constraint.kind == .rootSize ? size[constraint.systemAxis] : constraint.constant
    let found: ConstantReach
    do {
      found = try solver.reach(of: variables, coefficients, moving: row)
    } catch {
      throw LayoutError(error)
    }
    // The answer was found again on another way.
    engine.reader.needsFullRead = true
    func side(_ side: ConstantReach.Side, _ sign: Double) -> InfluenceRange.Side {
      let beyond: InfluenceRange.Beyond =
        switch side.beyond {
        case .nothing: .nothing
        case .slope(let slope): .derivative(isNegated ? -slope : slope)
        case .unknown: .unknown
        case .conflict(let members):
          .conflict(
            members.compactMap { if case .row(let row) = $0 { engine.constraint(of: row) } else { nil } }
              .sortedByRank())
        }
      return InfluenceRange.Side(
        derivative: side.slope.map { isNegated ? -$0 : $0 }, constant: constant + sign * side.reach,
        causes: engine.constraints(of: side.members), beyond: beyond)
    }
    var range = InfluenceRange(
      below: side(isNegated ? found.above : found.below, -1), above: side(isNegated ? found.below : found.above, 1))
    if engine.hasFrameDependents, let move = mover(of: constraint) {
      let value = try number(variables, coefficients)
      range.below = try checked(range.below, constant, value, move, (variables, coefficients))
      range.above = try checked(range.above, constant, value, move, (variables, coefficients))
    }
    return range
  }

  private func number(_ variables: [Variable], _ coefficients: [Double]) throws(LayoutError) -> Double {
    guard let solver = engine.solver else { return 0 }
    do {
      if solver.outcome != .optimal { _ = try solver.solve() }
      return zip(try solver.values(variables), coefficients).reduce(0) { $0 + $1.0 * $1.1 }
    } catch {
      throw LayoutError(error)
    }
  }

  /// What gives a constraint another constant; nil for what stacks, masks, guides and contents made.
  private func mover(of constraint: Constraint) -> ((Double) throws(LayoutError) -> Void)? {
    switch constraint.kind {
    case .relation:
      guard constraint.isActive, constraint.first.engine === engine else { return nil }
      return { value throws(LayoutError) in try constraint.setConstant(value) }
    case .rootSize:
      let axis = constraint.systemAxis
      return { value throws(LayoutError) in
        var size = self.size
        if axis == .horizontal { size.width = value } else { size.height = value }
        try self.setSize(size)
      }
    default: return nil
    }
  }

  /// A side up to where layouts agree with it.
  private func checked(
    _ side: InfluenceRange.Side, _ constant: Double, _ value: Double, _ move: (Double) throws(LayoutError) -> Void,
    _ sum: (variables: [Variable], coefficients: [Double])
  ) throws(LayoutError) -> InfluenceRange.Side {
    guard let derivative = side.derivative, side.constant != constant else { return side }
    let reach = min(max(side.constant - constant, -Self.farthest), Self.farthest)
    func agrees(_ offset: Double) throws(LayoutError) -> Bool {
      let number = try trying({ () throws(LayoutError) in try move(constant + offset) }) { _ throws(LayoutError) in
        try self.number(sum.variables, sum.coefficients)
      }
      // What follows from frames is compared with a tolerance of a micropoint.
      return abs(number - value - offset * derivative) <= 4e-6
    }
    var right = 0.0
    for part in [0.003, 0.0133, 0.0571, 0.1371, 0.2639, 0.3817, 0.5171, 0.6389, 0.7573, 0.8829, 0.9999] {
      var wrong = part * reach
      if try agrees(wrong) {
        right = wrong
        continue
      }
      while abs(wrong - right) > 1e-9 * max(1, abs(constant)) {
        let middle = (right + wrong) / 2
        if try agrees(middle) { right = middle } else { wrong = middle }
      }
      return InfluenceRange.Side(derivative: derivative, constant: constant + right, causes: [], beyond: .frames)
    }
    return side
  }
}

extension Engine {
  /// The solver's row of a constraint, also of the root's size; nil where there is none.
  func anyRow(of constraint: Constraint) -> Row? {
    guard constraint.kind == .rootSize else { return constraint.first.engine === self ? row(of: constraint) : nil }
    return session.rootRows.count == 4 ? session.rootRows[2 + Int(constraint.systemAxis.rawValue)] : nil
  }

  /// The constraints among what ends a range, each once.
  fileprivate func constraints(of members: [Ranging.Member]) -> [Constraint] {
    var found: [Constraint] = []
    for case .row(let row) in members {
      if let constraint = constraint(of: row), !found.contains(where: { $0 === constraint }) {
        found.append(constraint)
      }
    }
    return found
  }
}
