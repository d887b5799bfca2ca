// A constraint as a value: described, not made. What operators give and the declarative form compares.

/// A constraint that is described and not made yet: `a.leading == b.trailing + 8`.
///
/// Make it with ``Constraint/activate(_:)-(()->[ConstraintSpec])``, a ``ConstraintGroup`` or ``ItemLayout``. A value:
/// describing costs nothing in any tree.
public struct ConstraintSpec {
  var first: AnchorTerm
  var relation: Relation
  var second: AnchorTerm?
  /// How firmly it is to hold.
  public var priority = Priority.required
  /// A name for reports; in the declarative form also part of what a constraint is recognized by.
  public var label: String?
  /// A name that descriptions print in quotes.
  public var identifier: String?
  var fileID = ""
  var line: UInt = 0
  /// The constraint where it has been asked for already.
  var captured: Constraint?

  init(_ first: AnchorTerm, _ relation: Relation, _ second: AnchorTerm) {
    self.first = first
    self.relation = relation
    self.second = second
  }

  init(_ first: AnchorTerm, _ relation: Relation, _ constant: Double) {
    self.first = first
    self.first.constant -= constant
    self.relation = relation
  }

  /// The same with a label: a name for reports, and in the declarative form what tells it from others between the same
  /// attributes.
  public func labeled(_ label: String) -> ConstraintSpec {
    var result = self
    result.label = label
    return result
  }

  /// The same with an identifier, which descriptions print in quotes.
  public func identified(_ identifier: String) -> ConstraintSpec {
    var result = self
    result.identifier = identifier
    return result
  }

  /// Says where it is written, unless that is known.
  func located(_ fileID: String, _ line: UInt) -> ConstraintSpec {
    guard self.line == 0 else { return self }
    var result = self
    result.fileID = fileID
    result.line = line
    return result
  }

  /// Solved for the first attribute: `2 * a.width == b.width + 10` is `a.width == 0.5 * b.width + 5`, and a negative
  /// factor turns the relation round.
  private var solved: (relation: Relation, values: ConstraintValues) {
    let factor = first.multiplier
    let shift = (second?.constant ?? 0) - first.constant
    return (
      factor < 0 ? relation.reversed : relation,
      ConstraintValues(multiplier: (second?.multiplier ?? 1) / factor, constant: shift / factor, priority: priority)
    )
  }

  var values: ConstraintValues {
    var values = solved.values
    // Without a second item there is nothing to multiply, as in `Constraint`.
    if second == nil { values.multiplier = 1 }
    return values
  }

  var key: ConstraintKey {
    ConstraintKey(
      first: ObjectIdentifier(first.node), firstAttribute: first.attribute, relation: solved.relation,
      second: second.map { ObjectIdentifier($0.node) }, secondAttribute: second?.attribute ?? .notAnAttribute,
      label: label)
  }

  /// Makes the constraint; it is not active.
  ///
  /// - Throws: As ``Constraint/init(item:attribute:relatedBy:toItem:attribute:multiplier:constant:priority:fileID:line:)``,
  ///   and ``LayoutError/Kind/multiplierOutOfRange`` where the first side is multiplied by 0.
  public func make() throws(LayoutError) -> Constraint {
    if let captured { return captured }
    guard first.multiplier != 0, first.multiplier.isFinite else {
      throw LayoutError(
        .multiplierOutOfRange,
        "The first side of a constraint is multiplied by \(formatted(first.multiplier)).  "
          + "Multiply the second side, or divide.", location: "\(fileID):\(line)")
    }
    let (relation, _) = solved
    let values = self.values
    let constraint = try Constraint(
      checking: first.node, first.attribute, relation, second?.node, second?.attribute ?? .notAnAttribute,
      multiplier: values.multiplier, constant: values.constant, priority: values.priority, fileID: fileID, line: line)
    constraint.label = label
    constraint.identifier = identifier
    return constraint
  }
}

/// What can be edited in place.
struct ConstraintValues: Equatable {
  var multiplier: Double
  var constant: Double
  var priority: Priority
}

/// What a constraint is recognized by when it is described again: everything that cannot be edited in place. The nodes
/// live as long as the constraints that are compared, so their identities are not used again meanwhile.
struct ConstraintKey: Hashable {
  var first: ObjectIdentifier
  var firstAttribute: Attribute
  var relation: Relation
  var second: ObjectIdentifier?
  var secondAttribute: Attribute
  var label: String?
}

extension Constraint {
  var values: ConstraintValues {
    ConstraintValues(multiplier: storedMultiplier, constant: storedConstant, priority: storedPriority)
  }

  var key: ConstraintKey {
    ConstraintKey(
      first: ObjectIdentifier(first), firstAttribute: firstAttribute, relation: relation,
      second: second.map(ObjectIdentifier.init), secondAttribute: secondAttribute, label: label)
  }
}
