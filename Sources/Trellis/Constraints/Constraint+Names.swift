// The nested names of `NSLayoutConstraint`, for types that are of their own here.

extension Constraint {
  /// `NSLayoutConstraint.Attribute`.
  public typealias Attribute = Trellis.Attribute
  /// `NSLayoutConstraint.Relation`.
  public typealias Relation = Trellis.Relation
  /// `NSLayoutConstraint.Axis`.
  public typealias Axis = Trellis.Axis
}
