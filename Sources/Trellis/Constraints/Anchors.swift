// Typed anchors: a constraint between two axes, or between leading/trailing and left/right, does not compile.
//
// Four families: leading and trailing; left and right; top, bottom and baselines; width and height. A horizontal centre
// goes with either horizontal family. Methods, not operators: a type checker that meets few overloads stays fast.
//
// An anchor makes a constraint whatever the numbers are. One that is not usable says why in its `lastError` and can't be
// activated.
//
// Anchors are consumed: nearly all are made for one call, and what they hold moves on into the constraint.

/// One attribute of one item, for making constraints.
public protocol LayoutAnchor: LayoutTarget {
  /// What the anchor names; opaque outside the module.
  var reference: AnchorReference { get }
}

extension LayoutAnchor {
  /// The item; nil once it is gone.
  public var item: (any LayoutItem)? { reference.node.item }

  /// The attribute of the item.
  public var attribute: Attribute { reference.attribute }
}

/// An item and one of its attributes.
public struct AnchorReference {
  @usableFromInline let node: ItemNode
  @usableFromInline let attribute: Attribute

  // Inlined, as all of an anchor: where the class of the item is known, making one is a load and a retain.
  @inlinable
  init(node: ItemNode, attribute: Attribute) {
    self.node = node
    self.attribute = attribute
  }

  /// A constraint to another attribute, or to the number alone.
  @usableFromInline
  consuming func make(
    _ relation: Relation, _ other: consuming AnchorReference, multiplier: Double = 1, constant: Double,
    _ priority: Priority, _ fileID: consuming String, _ line: UInt
  ) -> Constraint {
    let (second, secondAttribute) = other.parts()
    let (first, firstAttribute) = parts()
    let isSound =
      firstAttribute.surelyGoes(with: secondAttribute) && multiplier == 1 && Self.isUsual(constant, priority)
    let constraint = Constraint(
      kind: .relation, isPlain: firstAttribute.isPlain(beside: secondAttribute), first: consume first, firstAttribute,
      relation, second: consume second, secondAttribute, multiplier: multiplier, constant: constant, priority: priority,
      fileID: fileID, line: line)
    return isSound ? constraint : constraint.checked()
  }

  /// Takes the reference apart at once: as a whole it would be held until the constraint is made.
  @inline(__always)
  private consuming func parts() -> (ItemNode, Attribute) { (node, attribute) }

  /// A constraint to a number.
  @usableFromInline
  consuming func make(
    _ relation: Relation, constant: Double, _ priority: Priority, _ fileID: consuming String, _ line: UInt
  ) -> Constraint {
    let (first, firstAttribute) = parts()
    let isSound = firstAttribute.isSize && Self.isUsual(constant, priority)
    let constraint = Constraint(
      kind: .relation, isPlain: firstAttribute.isPlain, first: consume first, firstAttribute, relation, second: nil,
      .notAnAttribute, multiplier: 1, constant: constant, priority: priority, fileID: fileID, line: line)
    return isSound ? constraint : constraint.checked()
  }

  /// Whether both numbers are what nearly all are: nothing that the checks would refuse.
  @inline(__always)
  private static func isUsual(_ constant: Double, _ priority: Priority) -> Bool {
    abs(constant) <= valueLimit && priority.isValid
  }
}

/// A horizontal position.
public protocol HorizontalAnchor: LayoutAnchor {}

/// A horizontal position that follows the layout direction, or a centre.
public protocol DirectionalHorizontalAnchor: HorizontalAnchor {}

/// A horizontal position that does not follow the layout direction, or a centre.
public protocol AbsoluteHorizontalAnchor: HorizontalAnchor {}

/// Leading, trailing, and their margins.
public struct XAxisAnchor: DirectionalHorizontalAnchor {
  /// What the anchor names.
  public let reference: AnchorReference

  @inlinable
  init(reference: AnchorReference) { self.reference = reference }
}

/// Left, right, and their margins.
public struct AbsoluteXAxisAnchor: AbsoluteHorizontalAnchor {
  /// What the anchor names.
  public let reference: AnchorReference

  @inlinable
  init(reference: AnchorReference) { self.reference = reference }
}

/// The horizontal centre, which goes with either family of edges.
public struct CenterXAnchor: DirectionalHorizontalAnchor, AbsoluteHorizontalAnchor {
  /// What the anchor names.
  public let reference: AnchorReference

  @inlinable
  init(reference: AnchorReference) { self.reference = reference }
}

/// Top, bottom, vertical centre, baselines and their margins.
public struct YAxisAnchor: LayoutAnchor {
  /// What the anchor names.
  public let reference: AnchorReference

  @inlinable
  init(reference: AnchorReference) { self.reference = reference }
}

/// Width and height.
public struct DimensionAnchor: LayoutAnchor {
  /// What the anchor names.
  public let reference: AnchorReference

  @inlinable
  init(reference: AnchorReference) { self.reference = reference }
}

extension XAxisAnchor {
  /// This position equals another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    equalTo anchor: consuming some DirectionalHorizontalAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.equal, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at least another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    greaterThanOrEqualTo anchor: consuming some DirectionalHorizontalAnchor, constant: Double = 0,
    priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.greaterThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at most another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    lessThanOrEqualTo anchor: consuming some DirectionalHorizontalAnchor, constant: Double = 0,
    priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.lessThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }
}

extension AbsoluteXAxisAnchor {
  /// This position equals another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    equalTo anchor: consuming some AbsoluteHorizontalAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.equal, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at least another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    greaterThanOrEqualTo anchor: consuming some AbsoluteHorizontalAnchor, constant: Double = 0,
    priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.greaterThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at most another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    lessThanOrEqualTo anchor: consuming some AbsoluteHorizontalAnchor, constant: Double = 0,
    priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.lessThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }
}

extension CenterXAnchor {
  /// This position equals another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    equalTo anchor: consuming some HorizontalAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.equal, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at least another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    greaterThanOrEqualTo anchor: consuming some HorizontalAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.greaterThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at most another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    lessThanOrEqualTo anchor: consuming some HorizontalAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.lessThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }
}

extension YAxisAnchor {
  /// This position equals another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    equalTo anchor: consuming YAxisAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.equal, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at least another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    greaterThanOrEqualTo anchor: consuming YAxisAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.greaterThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }

  /// This position is at most another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    lessThanOrEqualTo anchor: consuming YAxisAnchor, constant: Double = 0, priority: Priority = .required,
    fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.lessThanOrEqual, anchor.reference, constant: constant, priority, fileID, line)
  }
}

extension DimensionAnchor {
  /// This size equals a multiple of another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    equalTo anchor: consuming DimensionAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: Priority = .required,
    fileID: consuming String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.make(.equal, anchor.reference, multiplier: multiplier, constant: constant, priority, fileID, line)
  }

  /// This size equals a number of points. Not active.
  @inlinable
  public consuming func constraint(
    equalToConstant constant: Double, priority: Priority = .required, fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.equal, constant: constant, priority, fileID, line)
  }

  /// This size is at least a multiple of another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    greaterThanOrEqualTo anchor: consuming DimensionAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: Priority = .required,
    fileID: consuming String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.make(
      .greaterThanOrEqual, anchor.reference, multiplier: multiplier, constant: constant, priority, fileID, line)
  }

  /// This size is at least a number of points. Not active.
  @inlinable
  public consuming func constraint(
    greaterThanOrEqualToConstant constant: Double, priority: Priority = .required, fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.greaterThanOrEqual, constant: constant, priority, fileID, line)
  }

  /// This size is at most a multiple of another plus a constant, in points. Not active.
  @inlinable
  public consuming func constraint(
    lessThanOrEqualTo anchor: consuming DimensionAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: Priority = .required,
    fileID: consuming String = #fileID, line: UInt = #line
  ) -> Constraint {
    reference.make(
      .lessThanOrEqual, anchor.reference, multiplier: multiplier, constant: constant, priority, fileID, line)
  }

  /// This size is at most a number of points. Not active.
  @inlinable
  public consuming func constraint(
    lessThanOrEqualToConstant constant: Double, priority: Priority = .required, fileID: consuming String = #fileID,
    line: UInt = #line
  ) -> Constraint {
    reference.make(.lessThanOrEqual, constant: constant, priority, fileID, line)
  }
}

extension LayoutItem {
  /// The edge where text starts.
  @inlinable public var leadingAnchor: XAxisAnchor {
    XAxisAnchor(reference: AnchorReference(node: node, attribute: .leading))
  }
  /// The edge where text ends.
  @inlinable public var trailingAnchor: XAxisAnchor {
    XAxisAnchor(reference: AnchorReference(node: node, attribute: .trailing))
  }
  /// The left edge, whatever the direction.
  @inlinable public var leftAnchor: AbsoluteXAxisAnchor {
    AbsoluteXAxisAnchor(reference: AnchorReference(node: node, attribute: .left))
  }
  /// The right edge, whatever the direction.
  @inlinable public var rightAnchor: AbsoluteXAxisAnchor {
    AbsoluteXAxisAnchor(reference: AnchorReference(node: node, attribute: .right))
  }
  /// The horizontal centre.
  @inlinable public var centerXAnchor: CenterXAnchor {
    CenterXAnchor(reference: AnchorReference(node: node, attribute: .centerX))
  }
  /// The top edge.
  @inlinable public var topAnchor: YAxisAnchor { YAxisAnchor(reference: AnchorReference(node: node, attribute: .top)) }
  /// The bottom edge.
  @inlinable public var bottomAnchor: YAxisAnchor {
    YAxisAnchor(reference: AnchorReference(node: node, attribute: .bottom))
  }
  /// The vertical centre.
  @inlinable public var centerYAnchor: YAxisAnchor {
    YAxisAnchor(reference: AnchorReference(node: node, attribute: .centerY))
  }
  /// The width.
  @inlinable public var widthAnchor: DimensionAnchor {
    DimensionAnchor(reference: AnchorReference(node: node, attribute: .width))
  }
  /// The height.
  @inlinable public var heightAnchor: DimensionAnchor {
    DimensionAnchor(reference: AnchorReference(node: node, attribute: .height))
  }
}
