// Several attributes under one name: edges, size, centre. A comparison of two describes one constraint per attribute.

/// What a composite is made of. The kinds are types without values.
public protocol CompositeKind {}

/// Top, leading, bottom, trailing.
public enum EdgesComposite: CompositeKind {}

/// Width, height.
public enum SizeComposite: CompositeKind {}

/// Horizontal and vertical centre.
public enum CenterComposite: CompositeKind {}

/// Two opposite edges, or the four edges within the margins.
public enum SomeEdgesComposite: CompositeKind {}

/// The edges, the size or the centre of an item, with a number to each.
public struct LayoutComposite<Kind: CompositeKind> {
  var terms: [AnchorTerm]

  init(_ node: ItemNode, _ attributes: [Attribute]) {
    terms = attributes.map { AnchorTerm(node: node, attribute: $0) }
  }

  fileprivate func adding(_ constants: [Double]) -> Self {
    var result = self
    for (index, constant) in constants.enumerated() { result.terms[index].constant += constant }
    return result
  }

  /// Each attribute of the one equals that of the other.
  public static func == (first: Self, second: Self) -> [ConstraintSpec] { first.compare(.equal, second) }

  /// Each attribute of the one is at most that of the other. Of edges this is not an inset: left and right alike.
  public static func <= (first: Self, second: Self) -> [ConstraintSpec] { first.compare(.lessThanOrEqual, second) }

  /// Each attribute of the one is at least that of the other.
  public static func >= (first: Self, second: Self) -> [ConstraintSpec] { first.compare(.greaterThanOrEqual, second) }

  fileprivate func compare(_ relation: Relation, _ other: Self) -> [ConstraintSpec] {
    zip(terms, other.terms).map { ConstraintSpec($0, relation, $1) }
  }
}

extension LayoutItem {
  /// The four edges: top, leading, bottom, trailing.
  public var edges: LayoutComposite<EdgesComposite> {
    LayoutComposite(node, [.top, .leading, .bottom, .trailing])
  }
  /// Width and height.
  public var size: LayoutComposite<SizeComposite> { LayoutComposite(node, [.width, .height]) }
  /// Horizontal and vertical centre.
  public var center: LayoutComposite<CenterComposite> { LayoutComposite(node, [.centerX, .centerY]) }
  /// The four edges, as ``edges``.
  public var directionalEdges: LayoutComposite<EdgesComposite> { edges }
  /// Leading and trailing.
  public var horizontalEdges: LayoutComposite<SomeEdgesComposite> { LayoutComposite(node, [.leading, .trailing]) }
  /// Top and bottom.
  public var verticalEdges: LayoutComposite<SomeEdgesComposite> { LayoutComposite(node, [.top, .bottom]) }
  /// The four edges within the margins: top, leading, bottom, trailing.
  public var margins: LayoutComposite<EdgesComposite> {
    LayoutComposite(node, [.topMargin, .leadingMargin, .bottomMargin, .trailingMargin])
  }
  /// The four edges within the margins, as ``margins``.
  public var directionalMargins: LayoutComposite<EdgesComposite> { margins }
  /// The centre of what the margins leave.
  public var centerWithinMargins: LayoutComposite<CenterComposite> {
    LayoutComposite(node, [.centerXWithinMargins, .centerYWithinMargins])
  }
}

extension LayoutComposite {
  /// Each edge moved inwards, in points; as ``inset(by:)-(EdgeInsets)`` with SnapKit's spelling.
  public func inset(_ insets: EdgeInsets) -> Self where Kind == EdgesComposite { inset(by: insets) }

  /// Each edge moved inwards by the same number of points.
  public func inset(_ inset: Double) -> Self where Kind == EdgesComposite { self.inset(by: inset) }
}

extension LayoutComposite where Kind == EdgesComposite {
  /// Each edge moved inwards, in points: an inset of 10 lies 10 below the top and 10 above the bottom.
  public func inset(by insets: EdgeInsets) -> Self {
    adding(
      terms.map {
        let inset = insets.inset(of: $0.attribute, in: $0.node)
        return $0.attribute.isFarEdge ? -inset : inset
      })
  }

  /// Each edge moved inwards by the same number of points.
  public func inset(by inset: Double) -> Self { self.inset(by: EdgeInsets(all: inset)) }
}

extension LayoutComposite where Kind == SizeComposite {
  /// Width and height are numbers of points.
  public static func == (size: Self, constant: Size) -> [ConstraintSpec] {
    [ConstraintSpec(size.terms[0], .equal, constant.width), ConstraintSpec(size.terms[1], .equal, constant.height)]
  }

  /// Width and height are at most numbers of points.
  public static func <= (size: Self, constant: Size) -> [ConstraintSpec] {
    [
      ConstraintSpec(size.terms[0], .lessThanOrEqual, constant.width),
      ConstraintSpec(size.terms[1], .lessThanOrEqual, constant.height),
    ]
  }

  /// Width and height are at least numbers of points.
  public static func >= (size: Self, constant: Size) -> [ConstraintSpec] {
    [
      ConstraintSpec(size.terms[0], .greaterThanOrEqual, constant.width),
      ConstraintSpec(size.terms[1], .greaterThanOrEqual, constant.height),
    ]
  }
}

extension LayoutComposite where Kind == CenterComposite {
  /// The centre moved, in points.
  public func offset(by offset: Point) -> Self { adding([offset.x, offset.y]) }
}

extension EdgeInsets {
  /// The inset of an edge of an item, in the item's direction.
  func inset(of edge: Attribute, in node: ItemNode) -> Double {
    switch edge {
    case .top, .topMargin, .firstBaseline: top
    case .bottom, .bottomMargin, .lastBaseline: bottom
    case .leading, .leadingMargin: isPhysical ? directional(node.effectiveDirection).leading : leading
    case .trailing, .trailingMargin: isPhysical ? directional(node.effectiveDirection).trailing : trailing
    case .left, .leftMargin: isPhysical ? left : physical(node.effectiveDirection).left
    case .right, .rightMargin: isPhysical ? right : physical(node.effectiveDirection).right
    default: 0
    }
  }
}
