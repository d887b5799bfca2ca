// Pin, match, align, set dimensions (row F16): the calls of PureLayout, as methods of views and guides.
//
// Each makes and activates its constraints and gives them back. The rule of signs is PureLayout's: an *inset* from the
// superview counts inwards on every edge (and turns an inequality round with it on the far ones), an *offset* from another
// item counts rightwards and downwards.

/// Makes and activates what is described: all or, on an error, nothing.
@discardableResult
func install(_ specs: [ConstraintSpec], _ fileID: String, _ line: UInt) throws(LayoutError) -> [Constraint] {
  let constraints = try Constraint.made(specs.map { $0.located(fileID, line) })
  try Constraint.activateTogether(constraints)
  return constraints
}

/// Makes and activates one constraint.
func install(_ spec: ConstraintSpec, _ fileID: String, _ line: UInt) throws(LayoutError) -> Constraint {
  let constraint = try spec.located(fileID, line).make()
  try constraint.activate()
  return constraint
}

// MARK: - To the superview

extension LayoutItem {
  /// Pins an edge to the same edge of the superview (of the owning view, for a guide).
  ///
  /// - Parameters:
  ///   - edge: The edge, or a margin attribute to pin to the superview's margin.
  ///   - inset: How far inside, in points.
  ///   - relation: How the inset compares: at least, exactly or at most.
  ///   - priority: How firmly it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Throws: ``LayoutError/Kind/missingSuperview``, and as the initializer of ``Constraint``.
  @discardableResult
  public func pin(
    _ edge: Attribute, inset: Double = 0, relation: Relation = .equal, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Constraint {
    try install(try pinned(edge, inset, relation, fileID, line) ~ priority, fileID, line)
  }

  /// Pins edges to the superview's, all four where none are named: the view is stretched over it.
  ///
  /// - Parameters:
  ///   - edges: Which edges.
  ///   - insets: How far inside, in points.
  ///   - priority: How firmly they hold.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Throws: As ``pin(_:inset:relation:priority:fileID:line:)``.
  @discardableResult
  public func pinEdges(
    _ edges: [Attribute] = [.top, .leading, .bottom, .trailing], insets: EdgeInsets = .zero,
    priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    var specs: [ConstraintSpec] = []
    for edge in edges {
      specs.append(try pinned(edge, insets.inset(of: edge, in: node), .equal, fileID, line) ~ priority)
    }
    return try install(specs, fileID, line)
  }

  /// Aligns the centre with the superview's, on one axis or both.
  ///
  /// - Parameters:
  ///   - axes: Along which axes.
  ///   - offset: How far to the right or down, in points.
  ///   - priority: How firmly it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Throws: As ``pin(_:inset:relation:priority:fileID:line:)``.
  @discardableResult
  public func centerInSuperview(
    _ axes: [Axis] = [.horizontal, .vertical], offset: Point = .zero, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    var specs: [ConstraintSpec] = []
    for axis in axes {
      let center = axis.attributes.center
      let shift = axis == .horizontal ? offset.x : offset.y
      specs.append(try pinned(center, shift, .equal, fileID, line) ~ priority)
    }
    return try install(specs, fileID, line)
  }

  func pinned(
    _ edge: Attribute, _ inset: Double, _ relation: Relation, _ fileID: String, _ line: UInt
  ) throws(LayoutError) -> ConstraintSpec {
    guard let parent = node.parent else {
      throw LayoutError(
        .missingSuperview,
        "\(itemDescription(node)) has no superview to pin its \(edge) to.  Add it to one first.",
        location: "\(fileID):\(line)")
    }
    let first = AnchorTerm(node: node, attribute: edge.unmargined)
    let constant = edge.isFarEdge ? -inset : inset
    let second = AnchorTerm(node: parent, attribute: edge, constant: constant)
    return ConstraintSpec(first, edge.isFarEdge ? relation.reversed : relation, second)
  }
}

extension Attribute {
  /// The edge that a margin attribute is the margin of.
  fileprivate var unmargined: Attribute {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: self
    }
  }
}

// MARK: - To another item

extension LayoutItem {
  /// Pins an edge to an edge of another item.
  ///
  /// - Parameters:
  ///   - edge: The edge of this item.
  ///   - otherEdge: The edge of the other.
  ///   - other: The other item.
  ///   - offset: How far to the right of it or below it, in points.
  ///   - relation: How they compare.
  ///   - priority: How firmly it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Throws: As the initializer of ``Constraint`` and ``Constraint/activate()``.
  @discardableResult
  public func pin(
    _ edge: Attribute, to otherEdge: Attribute, of other: any LayoutItem, offset: Double = 0,
    relation: Relation = .equal, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Constraint {
    let first = AnchorTerm(node: node, attribute: edge)
    let second = AnchorTerm(node: other.node, attribute: otherEdge, constant: offset)
    return try install(ConstraintSpec(first, relation, second) ~ priority, fileID, line)
  }

  /// Aligns an attribute with the same one of another item: an edge, a centre, a baseline.
  ///
  /// - Throws: As ``pin(_:to:of:offset:relation:priority:fileID:line:)``.
  @discardableResult
  public func align(
    _ attribute: Attribute, with other: any LayoutItem, offset: Double = 0, multiplier: Double = 1,
    relation: Relation = .equal, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Constraint {
    let first = AnchorTerm(node: node, attribute: attribute)
    let second = AnchorTerm(node: other.node, attribute: attribute, multiplier: multiplier, constant: offset)
    return try install(ConstraintSpec(first, relation, second) ~ priority, fileID, line)
  }

  /// Matches a dimension to one of another item, or the item's own other one.
  ///
  /// - Parameters:
  ///   - dimension: Width or height.
  ///   - otherDimension: Width or height of the other item; nil for the same.
  ///   - other: The other item; may be this one.
  ///   - multiplier: How many times the other's.
  ///   - offset: How much larger, in points.
  ///   - relation: How they compare.
  ///   - priority: How firmly it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Throws: As ``pin(_:to:of:offset:relation:priority:fileID:line:)``.
  @discardableResult
  public func match(
    _ dimension: Attribute, to otherDimension: Attribute? = nil, of other: any LayoutItem, multiplier: Double = 1,
    offset: Double = 0, relation: Relation = .equal, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> Constraint {
    let first = AnchorTerm(node: node, attribute: dimension)
    let second = AnchorTerm(
      node: other.node, attribute: otherDimension ?? dimension, multiplier: multiplier, constant: offset)
    return try install(ConstraintSpec(first, relation, second) ~ priority, fileID, line)
  }

  /// Sets a dimension to a number of points.
  ///
  /// - Throws: As the initializer of ``Constraint``.
  @discardableResult
  public func setDimension(
    _ dimension: Attribute, to length: Double, relation: Relation = .equal, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Constraint {
    let first = AnchorTerm(node: node, attribute: dimension)
    return try install(ConstraintSpec(first, relation, length) ~ priority, fileID, line)
  }

  /// Sets width and height to numbers of points.
  ///
  /// - Throws: As the initializer of ``Constraint``.
  @discardableResult
  public func setDimensions(
    to size: Size, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try install((self.size == size) ~ priority, fileID, line)
  }
}

// MARK: - Several at once

extension Array where Element: LayoutItem {
  /// Aligns an attribute of every item with that of the first: an edge, a centre, a baseline.
  ///
  /// - Returns: One constraint per item but the first.
  /// - Throws: As ``LayoutItem/align(_:with:offset:multiplier:relation:priority:fileID:line:)``.
  @discardableResult
  public func align(
    _ attribute: Attribute, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try install(toFirst(attribute).map { $0 ~ priority }, fileID, line)
  }

  /// Matches a dimension of every item to that of the first.
  ///
  /// - Throws: As ``LayoutItem/match(_:to:of:multiplier:offset:relation:priority:fileID:line:)``.
  @discardableResult
  public func match(
    _ dimension: Attribute, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try align(dimension, priority: priority, fileID: fileID, line: line)
  }

  /// Sets a dimension of every item to a number of points.
  ///
  /// - Throws: As the initializer of ``Constraint``.
  @discardableResult
  public func setDimension(
    _ dimension: Attribute, to length: Double, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try install(
      map { ConstraintSpec(AnchorTerm(node: $0.node, attribute: dimension), .equal, length) ~ priority }, fileID, line)
  }

  /// Every item's attribute equals that of the first.
  func toFirst(_ attribute: Attribute) -> [ConstraintSpec] {
    guard let first else { return [] }
    let second = AnchorTerm(node: first.node, attribute: attribute)
    return dropFirst().map { ConstraintSpec(AnchorTerm(node: $0.node, attribute: attribute), .equal, second) }
  }
}
