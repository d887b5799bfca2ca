// The result of a layout: levels, conflicts, what did not settle, and what a constraint misses.

import Simplex

/// Required constraints that could not all hold, and the one that was broken.
public struct ConflictReport {
  /// A minimal set: without any one of them the others can hold. The firmest first: what guides and stack views stand on,
  /// then callers' constraints in the order of activation, gaps of stack views, autoresizing masks, content sizes. Sizes
  /// can't be negative either, which is not listed.
  public let constraints: [Constraint]
  /// The one of them that was broken. It is met as nearly as the required ones allow, before every optional one.
  public let broken: Constraint
  /// The whole text of Auto Layout's log. Of more than 32 constraints it lists the first 8.
  public let message: String
  /// Whether this layout found it; one left from an earlier layout is reported again, and is not new.
  public let isNew: Bool
}

extension ConflictReport: CustomStringConvertible {
  /// The set in short: what each constraint says, its label or the line that made it, and which one is broken.
  /// ``message`` is Auto Layout's text.
  public var description: String {
    let list = constraintList(constraints, separator: "\n  ") { constraint in
      constraint.summary + (constraint === broken ? "  <- broken" : "")
    }
    return "These constraints can't all hold:\n  \(list)"
      + "\nRemove one of them, or give one a priority below 1000."
  }
}

/// A view whose frame contradicts what the layout assumed of it.
///
/// Heights of texts, safe areas, preserved margins, readable widths and baselines of rows follow from frames, and frames
/// from them. Where a layout finds nothing that agrees with itself (a view that leaves its safe area as soon as it is
/// inset from it, say), it continues with what leaves most room: texts not cut off, nothing under a bar. The frames are a
/// function of the scene all the same.
public struct UnsettledView {
  /// What does not settle.
  public enum Quantity: String, Hashable, Sendable, CaseIterable {
    /// The height that follows from the width of a text.
    case height
    /// ``View/safeAreaInsets``.
    case safeArea
    /// ``View/effectiveLayoutMargins`` of a view that preserves its superview's.
    case margins
    /// How wide ``View/readableContentGuide`` is.
    case readableWidth
    /// Which view of a row is the tallest, and gives it its baseline.
    case baseline
  }

  /// The view.
  public let view: View
  /// What of it does not settle.
  public let quantity: Quantity
}

extension UnsettledView: CustomStringConvertible {
  /// The finding as a sentence.
  public var description: String {
    let subject =
      switch quantity {
      case .height: "The height that follows from the width"
      case .safeArea: "The safe area"
      case .margins: "The layout margins"
      case .readableWidth: "The readable width"
      case .baseline: "The baseline"
      }
    return
      "\(subject) of \(itemDescription(view.node)) does not settle: the frames that follow from it call for another."
  }
}

/// The result of a layout.
///
/// A report may be handed to another task, to log what a layout cost and which texts conflicts have. The views and
/// constraints that it names belong to the task that lays their tree out all the same: look at ``changes``, and into what
/// else names any, there only, and let go of the report there last if it may be the last to hold a view.
public struct LayoutReport: @unchecked Sendable {
  /// nil where nothing changed.
  let changeList: ChangeList?
  /// The optional priorities, from high to low, with the sum of the absolute errors of each, in points.
  public let levels: [Level]
  /// The conflicts that are unresolved after this layout.
  public let conflicts: [ConflictReport]
  /// What follows from frames and does not agree with them: empty, except for scenes that have no answer that does.
  public let unsettled: [UnsettledView]
  /// The content size of each scroll view in the scene, in points.
  public let contentSizes: [(scrollView: ScrollView, size: Size)]
  /// What the solve cost.
  public let statistics: Statistics

  /// The items whose frame changed, superviews mostly before their subviews. Linear in their number when first asked for,
  /// which a caller who reads ``View/frame`` anyway can save.
  public var changes: [FrameChange] { changeList?.changes ?? [] }

  /// The active constraints that are broken, one of each conflict. They are tried again as soon as something of
  /// their conflict changes.
  public var brokenConstraints: [Constraint] { conflicts.map(\.broken) }
}

extension Constraint {
  /// The residual in the last layout, in points: the first side minus the second where the relation does not hold, else 0.
  /// nil while the constraint is not part of a solved layout, or is broken.
  public var residual: Double? {
    guard !isBroken, let engine, let row = engine.row(of: self), let residuals = try? engine.solver?.errors([row]),
      let residual = residuals.first
    else { return nil }
    return isOwned && engine.isMirrored(self) ? -residual : residual
  }

  /// Whether the last layout meets the constraint: it is active, not broken by a conflict, and its ``residual`` is within
  /// 1e-6 points. A content size that another constraint overrides is not effective.
  public var isEffective: Bool {
    residual.map { abs($0) <= 1e-6 } ?? (kind == .rootSize && isActive)
  }

  /// The former name of ``residual``.
  @available(*, deprecated, renamed: "residual")
  public var error: Double? { residual }

  /// The former name of ``isBroken``.
  @available(*, deprecated, renamed: "isBroken")
  public var isOutOfForce: Bool { isBroken }
}
