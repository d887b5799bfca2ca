// UIKit's nested names: what `NSLayoutConstraint`, `UIView` and `UIStackView` call the types that are of their own here.

extension Constraint {
  /// `NSLayoutConstraint.Attribute`.
  public typealias Attribute = Trellis.Attribute
  /// `NSLayoutConstraint.Relation`.
  public typealias Relation = Trellis.Relation
  /// `NSLayoutConstraint.Axis`.
  public typealias Axis = Trellis.Axis
  /// `NSLayoutConstraint.FormatOptions`.
  public typealias FormatOptions = Trellis.FormatOptions
}

extension View {
  /// `UIView.AutoresizingMask`.
  public typealias AutoresizingMask = Trellis.AutoresizingMask
}

extension StackView {
  /// `UIStackView.Alignment`.
  public typealias Alignment = StackAlignment
  /// `UIStackView.Distribution`.
  public typealias Distribution = StackDistribution
  /// `UIStackView.spacingUseSystem`.
  public static var spacingUseSystem: Double { systemSpacing }
}

extension LayoutGuide {
  /// `UILayoutGuide.layoutFrame`: ``frame``.
  public var layoutFrame: Rect { frame }
}
