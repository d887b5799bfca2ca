// What would resolve a conflict: changes of single constraints, each solved, the likeliest first.

import Simplex

/// A change of one constraint that resolves a conflict.
///
/// It was solved with everything else of the scene as in the last layout, so it works; what follows from frames (heights
/// of texts, safe areas) was taken as it was there.
public struct ConflictCure {
  /// What is done about the constraint.
  public enum Change: Hashable, Sendable {
    /// It is deactivated. Of an autoresizing mask: its view no longer translates it into constraints.
    case remove
    /// Its priority becomes this one. Of a content size: the hugging or compression resistance that is in the way.
    case lower(Priority)
    /// Its constant becomes this number of points, the nearest one at which the conflict is gone. Of the size of the root:
    /// the scene's size.
    case setConstant(Double)
    /// An equality becomes an inequality.
    case relax(Relation)
  }

  /// The constraint.
  public let constraint: Constraint
  /// What is done about it.
  public let change: Change
  /// How many of the layout's conflicts are gone then; 1 or more.
  public let curedConflicts: Int
  /// How many frames differ from those of the last layout, in which one constraint of the conflict is broken.
  public let movedItems: Int
  /// How far the edge that moves most does, in its superview, in points.
  public let largestMove: Double
}

extension ConflictCure: CustomStringConvertible {
  /// The change as advice: `change the constant of H:|-(160)-[box] from 160 to 16`.
  public var description: String { description(of: constraint.cureSubject) }

  /// The same, with the caller's words for the constraint.
  public func description(of subject: String) -> String {
    switch change {
    case .remove where constraint.isAutoresizing:
      return "set translatesAutoresizingMaskIntoConstraints of \(constraint.first.cureName) to false"
    case .remove: return "remove \(subject)"
    case .lower(let priority) where constraint.isContentSize:
      return "give \(subject) a hugging and compression resistance of at most \(priority)"
    case .lower(let priority): return "give \(subject) the priority \(priority)"
    case .setConstant(let constant) where constraint.kind == .rootSize:
      let side = constraint.systemAxis == .horizontal ? "wide" : "high"
      return "make the root \(formatted(constant)) instead of \(formatted(constraint.constant)) \(side)"
    case .setConstant(let constant):
      return "change the constant of \(subject) from \(formatted(constraint.constant)) to \(formatted(constant))"
    case .relax(let relation): return "make \(subject) \(relation == .lessThanOrEqual ? "≤" : "≥") instead of ="
    }
  }
}

extension Constraint {
  /// What the constraint says, without where it was made.
  fileprivate var cureSubject: String { label ?? identifier ?? shortText }
}

extension ItemNode {
  fileprivate var cureName: String { item?.itemName ?? itemDescription(self) }
}

extension Scene {
  /// The conflicts that are unresolved after the last layout; see ``ConflictReport/cures``.
  public var conflicts: [ConflictReport] { report?.conflicts ?? [] }
}

extension ConflictReport {
  /// The changes of single constraints that resolve this conflict, the likeliest first: removing one, lowering it to 999, the
  /// least change of its constant, an inequality in place of an equality.
  ///
  /// Each was solved and resolves the conflict without another one. First comes what resolves most conflicts. Then the
  /// constraint counts: one that says again what another says, a number that looks like a slip of the pen and an unusual
  /// pair of attributes are likely to be at fault; what the system made (sizes of contents and of the root, masks) is not;
  /// and so is what moves few frames, not far. The best change of each constraint comes before the second best of any. Of
  /// sets of more than 24 members so many are examined, and changes of eight are offered.
  ///
  /// Pending edits are laid out first; a conflict that is gone has no cures. The scene stays as it is: the changes are
  /// solved in a copy of its program, made at the first question after a layout. That costs as much as a first solve, and
  /// each change what it reaches, mostly far below a millisecond.
  ///
  /// - Throws: As ``Scene/layout()``; ``LayoutError/Kind/noAnswer`` where the copy has none.
  public var cures: [ConflictCure] {
    get throws(LayoutError) { try findCures(byConstants: true) }
  }

  /// - Parameter byConstants: Whether changes of constants are tried before those of priorities, as they cost less.
  func findCures(byConstants: Bool) throws(LayoutError) -> [ConflictCure] {
    guard let engine = broken.layoutEngine as? Engine, let scene = engine.scene else { return [] }
    try scene.layout()
    guard let index = engine.recovery.breaks.firstIndex(where: { $0.victim === broken }) else { return [] }
    do {
      let probe: CureProbe
      if let known = engine.recovery.probe as? CureProbe {
        probe = known
      } else {
        guard let made = try CureProbe(engine) else { return [] }
        probe = made
        engine.recovery.probe = made
      }
      return try CureSearch(engine, probe, conflict: index).cures(byConstants: byConstants)
    } catch let error as SolverError {
      engine.recovery.probe = nil
      throw LayoutError(error)
    } catch let error as LayoutError {
      engine.recovery.probe = nil
      throw error
    } catch {
      throw LayoutError(.noAnswer, "\(error)")
    }
  }
}

extension ConflictCure {
  /// Makes the change. The next layout has it.
  ///
  /// - Returns: The constraint that takes the place of one that was relaxed; else the constraint.
  /// - Throws: ``LayoutError/Kind/systemConstraint`` where an equality that the system made would have to be relaxed, and
  ///   what the edit throws, such as ``LayoutError/Kind/requiredPriorityChange`` in Apple-strict mode.
  @discardableResult
  public func apply() throws(LayoutError) -> Constraint {
    switch (constraint.kind, change) {
    case (.rootSize, .setConstant(let length)):
      guard let scene = (constraint.layoutEngine as? Engine)?.scene else { return constraint }
      var size = scene.size
      size[constraint.systemAxis] = length
      try scene.setSize(size)
    case (.contentSize, .lower(let priority)):
      guard let view = constraint.first.view else { return constraint }
      let axis = constraint.systemAxis
      if view.contentHuggingPriority(for: axis) > priority { view.setContentHuggingPriority(priority, for: axis) }
      if view.contentCompressionResistancePriority(for: axis) > priority {
        view.setContentCompressionResistancePriority(priority, for: axis)
      }
    case (.autoresizing, .remove): constraint.first.view?.translatesAutoresizingMaskIntoConstraints = false
    case (.relation, .remove): constraint.deactivate()
    case (_, .lower(let priority)): try constraint.setPriority(priority)
    case (_, .setConstant(let constant)): try constraint.setConstant(constant)
    case (.relation, .relax(let relation)): return try constraint.relaxed(to: relation)
    case (_, .remove), (_, .relax):
      throw LayoutError(.systemConstraint, "A constraint made by the system can't be removed or relaxed.", constraint)
    }
    return constraint
  }
}

extension Constraint {
  /// The same with another relation, active in its place.
  fileprivate func relaxed(to relation: Relation) throws(LayoutError) -> Constraint {
    let relaxed = try Constraint(
      checking: first, firstAttribute, relation, second, secondAttribute, multiplier: storedMultiplier,
      constant: storedConstant, priority: storedPriority, fileID: fileID, line: line)
    (relaxed.identifier, relaxed.label) = (identifier, label)
    let wasActive = isActive
    deactivate()
    do throws(LayoutError) { if wasActive { try relaxed.activate() } } catch {
      if wasActive { try activate() }
      throw error
    }
    return relaxed
  }
}

// For tests of cures in another copy of a scene.

extension ConflictCure {
  /// The same change of another constraint.
  package func moved(to constraint: Constraint) -> ConflictCure {
    ConflictCure(
      constraint: constraint, change: change, curedConflicts: curedConflicts, movedItems: movedItems,
      largestMove: largestMove)
  }
}

extension Scene {
  /// What stands for the content size of a view, whether or not a layout has asked for it.
  package func contentSizeConstraint(of view: View, _ axis: Axis) -> Constraint {
    engine.contentConstraint(view.node, axis)
  }

  /// What stands for the size of the root.
  package func rootSizeConstraint(_ axis: Axis) -> Constraint { engine.rootConstraint(axis) }
}
