// What a layout says about itself.

import Simplex

/// Required constraints that could not all hold, and the one that was put out of force.
public struct ConflictReport {
  /// A minimal set: without any one of them the others can hold. The firmest first: what guides and stack views stand on,
  /// then callers' constraints in the order of activation, gaps of stack views, autoresizing masks, content sizes. Sizes
  /// can't be negative either, which is not listed.
  public let constraints: [Constraint]
  /// The one of them that is out of force.
  public let broken: Constraint
  /// The whole text of Auto Layout's log.
  public let message: String
  /// Whether this layout found it; one that stands from an earlier layout is reported again, and not new.
  public let isNew: Bool
}

extension ConflictReport: CustomStringConvertible {
  /// The set in short: what each constraint says, its label or the line that made it, and which one is out of force.
  /// ``message`` is Auto Layout's text.
  public var description: String {
    let lines = constraints.map { constraint in
      "  \(constraint.summary)" + (constraint === broken ? "  <- out of force" : "")
    }
    return "These constraints can't all hold:\n" + lines.joined(separator: "\n")
      + "\nRemove one of them, or give one a priority below 1000."
  }
}

/// The result of a layout.
public struct LayoutReport {
  /// nil where nothing changed.
  let changeList: ChangeList?
  /// The optional priorities, from high to low, with the sum of the absolute errors of each, in points.
  public let levels: [Level]
  /// The conflicts that stand after this layout.
  public let conflicts: [ConflictReport]
  /// The content size of each scroll view in the scene, in points.
  public let contentSizes: [(scrollView: ScrollView, size: Size)]
  /// What the solve cost.
  public let statistics: Statistics

  /// The items whose frame changed, superviews mostly before their subviews. Linear in their number when first asked for,
  /// which a caller who reads ``View/frame`` anyway can save.
  public var changes: [FrameChange] { changeList?.changes ?? [] }

  /// The active constraints that are out of force, one of each conflict. They are tried again as soon as something of
  /// their conflict changes.
  public var brokenConstraints: [Constraint] { conflicts.map(\.broken) }
}

extension Constraint {
  /// By how much the last layout misses the constraint, in points: the first side minus the second where the relation
  /// does not hold, else 0. nil while the constraint is not part of a solved layout, or out of force.
  public var error: Double? {
    guard let engine, let row = engine.row(of: self), let errors = try? engine.solver?.errors([row]),
      let error = errors.first
    else { return nil }
    return isOwned && engine.isMirrored(self) ? -error : error
  }

  /// Whether the last layout meets the constraint: it is active, not broken by a conflict, and its ``error`` is within
  /// 1e-6 points. A content size that another constraint overrides is not effective.
  public var isEffective: Bool {
    error.map { abs($0) <= 1e-6 } ?? (kind == .rootSize && isActive)
  }

  /// Whether conflict recovery has put the constraint out of force. It stays active, and is tried again as soon as
  /// something of its conflict changes.
  public var isOutOfForce: Bool { isBroken }
}
