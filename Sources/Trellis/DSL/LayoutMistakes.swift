// What is often written and means nothing here. Each is declared and unavailable, so that the compiler says what to write
// instead; without, it finds no overload at all and gives up, often with a request to report a bug of its own.

// MARK: - Lines of a block

extension LayoutBuilder {
  /// A mistake.
  @available(
    *, unavailable, message: "an attribute alone is not a constraint: compare it, as in `a.top == b.bottom + 8`"
  )
  public static func buildExpression<Family: AnchorFamily>(_ expression: LayoutExpression<Family>) -> [ConstraintSpec] {
    []
  }

  /// A mistake.
  @available(
    *, unavailable,
    message: "edges, sizes and centres alone are not a constraint: compare them, as in `a.edges == b.edges`"
  )
  public static func buildExpression<Kind: CompositeKind>(_ composite: LayoutComposite<Kind>) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(
    *, unavailable,
    message: "this compares values: a constraint compares attributes, as in `a.width == b.width` or `a.width == 100`"
  )
  public static func buildExpression(_ truth: Bool) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(
    *, unavailable,
    message: "a visual format is not a line of a block: use Constraint.constraints(withVisualFormat:)"
  )
  public static func buildExpression(_ text: String) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(
    *, unavailable,
    message: "a constraint that is made goes into Constraint.activate([…]); a line of a block reads `a.top == b.top`"
  )
  public static func buildExpression(_ constraint: Constraint) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(
    *, unavailable,
    message: "constraints that are made go into Constraint.activate(_:); a line of a block reads `a.top == b.top`"
  )
  public static func buildExpression(_ constraints: [Constraint]) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(
    *, unavailable, message: "a view alone is not a constraint: compare its attributes, as in `a.edges == b.edges`"
  )
  public static func buildExpression(_ item: some LayoutItem) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(
    *, unavailable,
    message: "sentences with equalTo belong in view.layout.make { … }; a line of this block reads `a.top == b.top`"
  )
  public static func buildExpression(_ phrase: LayoutPhrase) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(*, unavailable, message: "a line of this block describes constraints, as in `a.top == b.bottom + 8`")
  public static func buildExpression(_ nothing: Void) -> [ConstraintSpec] { [] }
}

// MARK: - Comparisons

extension LayoutItem {
  /// A mistake.
  @available(
    *, unavailable,
    message:
      "constraints compare attributes, as in `a.edges == b.edges`; use `===` to test whether two views are the same"
  )
  public static func == (first: Self, second: some LayoutItem) -> ConstraintSpec { .none }
}

extension LayoutExpression {
  /// A mistake.
  @available(*, unavailable, message: "compare with an attribute of the view, as in `a.width == b.width`")
  public static func == (first: Self, second: some LayoutItem) -> ConstraintSpec { .none }

  /// A mistake.
  @available(*, unavailable, message: "`<` does not compare attributes: use `<=`")
  public static func < (first: Self, second: Self) -> ConstraintSpec { .none }

  /// A mistake.
  @available(*, unavailable, message: "`>` does not compare attributes: use `>=`")
  public static func > (first: Self, second: Self) -> ConstraintSpec { .none }

  /// A mistake.
  @available(*, unavailable, message: "`!=` does not compare attributes: use `<=` or `>=`")
  public static func != (first: Self, second: Self) -> ConstraintSpec { .none }

  /// A mistake.
  @available(*, unavailable, message: "`!=` does not compare attributes: use `<=` or `>=`")
  public static func != (first: Self, constant: Double) -> ConstraintSpec { .none }

  /// A mistake.
  @available(*, unavailable, message: "an attribute is multiplied by a number only: the product of two is not linear")
  public static func * (first: Self, second: Self) -> Self { first }

  /// A mistake.
  @available(
    *, unavailable,
    message: "a constraint relates two attributes: for the sum of two put a LayoutGuide between and relate that"
  )
  public static func + <Other>(first: Self, second: LayoutExpression<Other>) -> Self { first }

  /// A mistake.
  @available(
    *, unavailable, message: "the priority goes at the end of the line, as in `a.top == b.bottom + 8 ~ .high`"
  )
  public static func ~ (expression: Self, priority: Priority) -> Self { expression }
}

extension LayoutExpression where Family == VerticalPosition {
  /// A mistake.
  @available(*, unavailable, message: "a position is relative to another, as in `a.top == superview.top + 10`")
  public static func == (position: Self, constant: Double) -> ConstraintSpec { .none }
}

extension LayoutExpression where Family: HorizontalEdgeFamily {
  /// A mistake.
  @available(*, unavailable, message: "a position is relative to another, as in `a.leading == superview.leading + 10`")
  public static func == (position: Self, constant: Double) -> ConstraintSpec { .none }
}

extension LayoutExpression where Family == Dimension {
  /// A mistake.
  @available(*, unavailable, message: "write the attribute first, as in `a.width == 100`")
  public static func == (constant: Double, size: Self) -> ConstraintSpec { .none }

  /// A mistake.
  @available(*, unavailable, message: "a size is compared with a number, as in `a.width == 100`, not with a text")
  public static func == (size: Self, text: String) -> ConstraintSpec { .none }
}

extension LayoutComposite {
  /// A mistake.
  @available(
    *, unavailable, message: "compare with the same of the view, as in `a.edges == b.edges` or `a.size == b.size`"
  )
  public static func == (first: Self, second: some LayoutItem) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(
    *, unavailable,
    message: "compare edges with edges, a centre with a centre, a size with a size or `Size(width:height:)`"
  )
  public static func == (first: Self, constant: Double) -> [ConstraintSpec] { [] }

  /// A mistake.
  @available(*, unavailable, message: "move edges by `inset(by:)` and centres by `offset(by:)`")
  public static func + (first: Self, constant: Double) -> Self { first }
}

extension LayoutAnchor {
  /// A mistake.
  @available(
    *, unavailable,
    message: "anchors are related by `constraint(equalTo:)`; with operators write attributes, as in `a.top == b.top`"
  )
  public static func == (first: Self, second: some LayoutAnchor) -> ConstraintSpec { .none }
}

extension ConstraintSpec {
  /// What the declarations above, which nobody can call, would return.
  fileprivate static var none: ConstraintSpec {
    let node = ItemNode(.guide)
    return ConstraintSpec(AnchorTerm(node: node, attribute: .width), .equal, 0)
  }
}
