// Anchors at the system's spacing from one another, and the distance between two anchors as a size (the newer calls of
// `NSLayoutXAxisAnchor` and `NSLayoutYAxisAnchor`).

extension AnchorReference {
  /// A constraint at so many times the system's spacing: 8 points, as between siblings in a visual format. (Between
  /// baselines UIKit takes the spacing of their fonts, which are not known here.)
  @usableFromInline
  func spaced(
    _ relation: Relation, _ other: AnchorReference, _ multiplier: Double, _ priority: Priority, _ fileID: String,
    _ line: UInt
  ) -> Constraint {
    let constant = standardSpacing * multiplier
    let constraint = make(relation, other, constant: constant, priority, fileID, line)
    if multiplier == 1 { constraint.standardSpace = constant }
    return constraint
  }

  /// The distance to another anchor of the same axis, as the size of a guide between the two. The guide belongs to the
  /// nearest view that both are in.
  @usableFromInline
  func offset(to other: AnchorReference, _ axis: Axis, _ fileID: String, _ line: UInt) -> DimensionAnchor {
    let (near, far, extent, _) = axis.attributes
    // leading and trailing go with themselves only, left and right likewise.
    let isAbsolute = attribute.isAbsoluteHorizontalEdge || other.attribute.isAbsoluteHorizontalEdge
    let (start, end) = axis == .horizontal && isAbsolute ? (Attribute.left, Attribute.right) : (near, far)
    let constraints: (ItemNode) -> [Constraint] = { guide in
      [(start, self), (end, other)].map { edge, target in
        AnchorReference(node: guide, attribute: edge).make(.equal, target, constant: 0, .required, fileID, line)
      }
    }
    guard let owner = nearestCommonAncestor(node, other.node)?.takeUnretainedValue().view else {
      // Nobody holds this one: what is made of it can't be activated, and says so.
      node.postpone(
        LayoutError(
          .noCommonAncestor,
          "There is no distance between \(itemDescription(node)) and \(itemDescription(other.node)), which are in "
            + "different trees.  Add them to one before asking for it.", location: "\(fileID):\(line)"))
      return DimensionAnchor(reference: AnchorReference(node: node, attribute: extent))
    }
    let guide = LayoutGuide("anchorWithOffset")
    owner.addLayoutGuide(guide)
    Constraint.activate(constraints(guide.node))
    return DimensionAnchor(reference: AnchorReference(node: guide.node, attribute: extent))
  }
}

extension XAxisAnchor {
  /// This position is so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    equalToSystemSpacingAfter anchor: some DirectionalHorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.equal, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at least so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: some DirectionalHorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.greaterThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at most so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: some DirectionalHorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.lessThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// The distance from this position to another, as a size that can be related to other sizes. A guide in the nearest view
  /// that both are in measures it, so both are to be in one tree, and the other position does not lie before this one.
  public func anchorWithOffset(
    to anchor: some DirectionalHorizontalAnchor, fileID: String = #fileID, line: UInt = #line
  ) -> DimensionAnchor {
    reference.offset(to: anchor.reference, .horizontal, fileID, line)
  }
}

extension AbsoluteXAxisAnchor {
  /// This position is so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    equalToSystemSpacingAfter anchor: some AbsoluteHorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.equal, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at least so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: some AbsoluteHorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.greaterThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at most so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: some AbsoluteHorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.lessThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// The distance from this position to another, as a size that can be related to other sizes. A guide in the nearest view
  /// that both are in measures it, so both are to be in one tree, and the other position does not lie before this one.
  public func anchorWithOffset(
    to anchor: some AbsoluteHorizontalAnchor, fileID: String = #fileID, line: UInt = #line
  ) -> DimensionAnchor {
    reference.offset(to: anchor.reference, .horizontal, fileID, line)
  }
}

extension CenterXAnchor {
  /// This position is so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    equalToSystemSpacingAfter anchor: some HorizontalAnchor, multiplier: Double = 1, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.equal, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at least so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: some HorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.greaterThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at most so many times the system's spacing of 8 points after another. Not active.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: some HorizontalAnchor, multiplier: Double = 1,
    priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.lessThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// The distance from this position to another, as a size that can be related to other sizes. A guide in the nearest view
  /// that both are in measures it, so both are to be in one tree, and the other position does not lie before this one.
  public func anchorWithOffset(
    to anchor: some HorizontalAnchor, fileID: String = #fileID, line: UInt = #line
  ) -> DimensionAnchor {
    reference.offset(to: anchor.reference, .horizontal, fileID, line)
  }
}

extension YAxisAnchor {
  /// This position is so many times the system's spacing of 8 points below another. Not active.
  public func constraint(
    equalToSystemSpacingBelow anchor: YAxisAnchor, multiplier: Double = 1, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.equal, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at least so many times the system's spacing of 8 points below another. Not active.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: YAxisAnchor, multiplier: Double = 1, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.greaterThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// This position is at most so many times the system's spacing of 8 points below another. Not active.
  public func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: YAxisAnchor, multiplier: Double = 1, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.spaced(.lessThanOrEqual, anchor.reference, multiplier, priority, fileID, line)
  }

  /// The distance from this position to another, as a size that can be related to other sizes. A guide in the nearest view
  /// that both are in measures it, so both are to be in one tree, and the other position does not lie before this one.
  public func anchorWithOffset(
    to anchor: YAxisAnchor, fileID: String = #fileID, line: UInt = #line
  ) -> DimensionAnchor {
    reference.offset(to: anchor.reference, .vertical, fileID, line)
  }
}
