// Blocks of described constraints, with `if`, `for` and optionals.

/// Collects described constraints: one a line, with `if`, `else`, `switch`, `if let`, `for`, and lists of them.
///
/// Each constraint knows the file and line it stands at.
@resultBuilder
public enum LayoutBuilder {
  /// A constraint.
  public static func buildExpression(
    _ spec: ConstraintSpec, fileID: String = #fileID, line: UInt = #line
  ) -> [ConstraintSpec] {
    [spec.located(fileID, line)]
  }

  /// Several, such as a composite's.
  public static func buildExpression(
    _ specs: [ConstraintSpec], fileID: String = #fileID, line: UInt = #line
  ) -> [ConstraintSpec] {
    specs.map { $0.located(fileID, line) }
  }

  /// One that may be missing.
  public static func buildExpression(
    _ spec: ConstraintSpec?, fileID: String = #fileID, line: UInt = #line
  ) -> [ConstraintSpec] {
    spec.map { [$0.located(fileID, line)] } ?? []
  }

  /// The lines of a block.
  public static func buildBlock(_ parts: [ConstraintSpec]...) -> [ConstraintSpec] { parts.flatMap(\.self) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [ConstraintSpec]?) -> [ConstraintSpec] { part ?? [] }

  /// The first way of an `if` or `switch`.
  public static func buildEither(first part: [ConstraintSpec]) -> [ConstraintSpec] { part }

  /// The other way.
  public static func buildEither(second part: [ConstraintSpec]) -> [ConstraintSpec] { part }

  /// A `for`.
  public static func buildArray(_ parts: [[ConstraintSpec]]) -> [ConstraintSpec] { parts.flatMap(\.self) }

  /// An `if #available`.
  public static func buildLimitedAvailability(_ part: [ConstraintSpec]) -> [ConstraintSpec] { part }
}

extension Constraint {
  /// Makes the constraints of a block; they are not active.
  ///
  /// - Throws: As ``ConstraintSpec/make()``.
  public static func make(@LayoutBuilder _ specs: () -> [ConstraintSpec]) throws(LayoutError) -> [Constraint] {
    try made(specs())
  }

  /// Makes and activates the constraints of a block: all or, on an error, none.
  ///
  /// - Throws: As ``ConstraintSpec/make()`` and ``activate()``.
  @discardableResult
  public static func activate(@LayoutBuilder _ specs: () -> [ConstraintSpec]) throws(LayoutError) -> [Constraint] {
    let constraints = try made(specs())
    try activateTogether(constraints)
    return constraints
  }

  static func made(_ specs: [ConstraintSpec]) throws(LayoutError) -> [Constraint] {
    var constraints: [Constraint] = []
    constraints.reserveCapacity(specs.count)
    for spec in specs { constraints.append(try spec.make()) }
    return constraints
  }
}
