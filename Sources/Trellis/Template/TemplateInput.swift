// What of a layout varies from instance to instance.

/// A column of the table that a ``LayoutTemplate`` is solved with: the number of the tree that it stands for.
public enum TemplateInput {
  /// A constraint in a metric: its constant is the metric times the multiplier.
  public struct Share {
    /// The constraint.
    public var constraint: Constraint
    /// What the metric is multiplied by, say -1 for a distance from a trailing edge.
    public var multiplier: Double

    /// Creates a share.
    public init(_ constraint: Constraint, multiplier: Double = 1) {
      self.constraint = constraint
      self.multiplier = multiplier
    }
  }

  /// The constant of a constraint.
  case constant(Constraint)
  /// The intrinsic width of a view that has one.
  case intrinsicWidth(View)
  /// The intrinsic height of a view that has one.
  case intrinsicHeight(View)
  /// The width of the root.
  case width
  /// The height of the root; not where it follows from the content.
  case height
  /// A number that the constants of several constraints are multiples of. At the tree's own numbers it is what the first
  /// of them says.
  case metric([Share])
}

/// What came of an instance.
public enum TemplateOutcome: Hashable, Sendable {
  /// It has its frames.
  case solved
  /// Its required constraints cannot all hold; its frames are NaN.
  case conflict
  /// The solver gave up, or a constant came to more than 2e9 points; its frames are NaN.
  case noAnswer
}
