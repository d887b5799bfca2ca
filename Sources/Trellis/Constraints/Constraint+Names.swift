// The nested names of `NSLayoutConstraint`, for types that are of their own here.

extension Constraint {
  /// `NSLayoutConstraint.Attribute`.
  public typealias Attribute = Trellis.Attribute
  /// `NSLayoutConstraint.Relation`.
  public typealias Relation = Trellis.Relation
  /// `NSLayoutConstraint.Axis`.
  public typealias Axis = Trellis.Axis
}

extension Constraint: Hashable {
  /// Whether the two are one object.
  public static func == (first: Constraint, second: Constraint) -> Bool { first === second }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
