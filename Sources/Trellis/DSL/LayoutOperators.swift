// The operators of the DSL: arithmetic with a number, three relations, and `~` for the priority.

/// Binds less tightly than a comparison, so that `a.top == b.bottom + 8 ~ .high` needs no parentheses.
precedencegroup LayoutPriorityPrecedence {
  lowerThan: ComparisonPrecedence
  higherThan: LogicalConjunctionPrecedence
  associativity: left
}

/// Gives a described constraint its priority: `a.width == 100 ~ .high`.
infix operator ~ : LayoutPriorityPrecedence

// MARK: - Arithmetic

extension LayoutExpression {
  /// Moves by a number of points.
  public static func + (expression: Self, constant: Double) -> Self {
    var result = expression
    result.term.constant += constant
    return result
  }

  /// Moves by a number of points.
  public static func + (constant: Double, expression: Self) -> Self { expression + constant }

  /// Moves back by a number of points.
  public static func - (expression: Self, constant: Double) -> Self {
    var result = expression
    result.term.constant -= constant
    return result
  }

  /// A number of points less the attribute.
  public static func - (constant: Double, expression: Self) -> Self { expression * -1 + constant }

  /// Multiplies by -1.
  public static prefix func - (expression: Self) -> Self { expression * -1 }

  /// Multiplies, the constant so far included.
  public static func * (expression: Self, factor: Double) -> Self {
    var result = expression
    result.term.multiplier *= factor
    result.term.constant *= factor
    return result
  }

  /// Multiplies, the constant so far included.
  public static func * (factor: Double, expression: Self) -> Self { expression * factor }

  /// Divides, the constant so far included.
  public static func / (expression: Self, divisor: Double) -> Self {
    var result = expression
    result.term.multiplier /= divisor
    result.term.constant /= divisor
    return result
  }
}

// MARK: - Relations

extension LayoutExpression {
  /// The two sides are equal.
  public static func == (first: Self, second: Self) -> ConstraintSpec {
    ConstraintSpec(first.term, .equal, second.term)
  }

  /// The first side is at most the second.
  public static func <= (first: Self, second: Self) -> ConstraintSpec {
    ConstraintSpec(first.term, .lessThanOrEqual, second.term)
  }

  /// The first side is at least the second.
  public static func >= (first: Self, second: Self) -> ConstraintSpec {
    ConstraintSpec(first.term, .greaterThanOrEqual, second.term)
  }
}

extension LayoutExpression where Family == Dimension {
  /// The size is a number of points.
  public static func == (size: Self, constant: Double) -> ConstraintSpec { ConstraintSpec(size.term, .equal, constant) }

  /// The size is at most a number of points.
  public static func <= (size: Self, constant: Double) -> ConstraintSpec {
    ConstraintSpec(size.term, .lessThanOrEqual, constant)
  }

  /// The size is at least a number of points.
  public static func >= (size: Self, constant: Double) -> ConstraintSpec {
    ConstraintSpec(size.term, .greaterThanOrEqual, constant)
  }
}

/// A horizontal centre goes with an edge of either family.
extension LayoutExpression where Family == HorizontalCenter {
  /// The centre lies at the edge.
  public static func == <Edge: HorizontalEdgeFamily>(center: Self, edge: LayoutExpression<Edge>) -> ConstraintSpec {
    ConstraintSpec(center.term, .equal, edge.term)
  }

  /// The edge lies at the centre.
  public static func == <Edge: HorizontalEdgeFamily>(edge: LayoutExpression<Edge>, center: Self) -> ConstraintSpec {
    ConstraintSpec(edge.term, .equal, center.term)
  }

  /// The centre lies at the edge or to the near side of it.
  public static func <= <Edge: HorizontalEdgeFamily>(center: Self, edge: LayoutExpression<Edge>) -> ConstraintSpec {
    ConstraintSpec(center.term, .lessThanOrEqual, edge.term)
  }

  /// The edge lies at the centre or to the near side of it.
  public static func <= <Edge: HorizontalEdgeFamily>(edge: LayoutExpression<Edge>, center: Self) -> ConstraintSpec {
    ConstraintSpec(edge.term, .lessThanOrEqual, center.term)
  }

  /// The centre lies at the edge or to the far side of it.
  public static func >= <Edge: HorizontalEdgeFamily>(center: Self, edge: LayoutExpression<Edge>) -> ConstraintSpec {
    ConstraintSpec(center.term, .greaterThanOrEqual, edge.term)
  }

  /// The edge lies at the centre or to the far side of it.
  public static func >= <Edge: HorizontalEdgeFamily>(edge: LayoutExpression<Edge>, center: Self) -> ConstraintSpec {
    ConstraintSpec(edge.term, .greaterThanOrEqual, center.term)
  }
}

// MARK: - Priority

extension ConstraintSpec {
  /// The same constraint at a priority.
  public static func ~ (spec: ConstraintSpec, priority: Priority) -> ConstraintSpec {
    var result = spec
    result.priority = priority
    return result
  }
}

/// The same constraints at a priority.
public func ~ (specs: [ConstraintSpec], priority: Priority) -> [ConstraintSpec] {
  specs.map { $0 ~ priority }
}

extension Priority {
  /// The constraints of a block at this priority: `Priority.high { a.width == 100; a.height == 40 }`. One line of another
  /// block, or what ``ConstraintGroup/apply(_:)`` takes.
  public func callAsFunction(@LayoutBuilder _ specs: () -> [ConstraintSpec]) -> [ConstraintSpec] { specs() ~ self }

  /// SnapKit's `.medium`, 500.
  public static let medium = Priority(500)
  /// ``defaultHigh``, 750.
  public static let high = Priority.defaultHigh
  /// ``defaultLow``, 250.
  public static let low = Priority.defaultLow
}
