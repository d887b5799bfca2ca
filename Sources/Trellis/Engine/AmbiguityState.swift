// What is known of the ambiguity of the last layout (semantics 2.6); `Diagnostics/Ambiguity.swift` finds it out.

/// A number of an item that another layout, just as good, would have different.
public struct Ambiguity {
  /// The view or guide.
  public let item: any LayoutItem
  /// The axis it is open on.
  public let axis: Axis
  /// Left or top for the position in the superview (of a guide in its owning view), width or height for the size.
  public let attribute: Attribute
}

extension Ambiguity: CustomStringConvertible {
  /// `box.height`
  public var description: String { "\(itemName).\(attribute)" }

  private var itemName: String { item.itemName ?? item.className }
}

/// What is known of the ambiguity of the last layout.
struct AmbiguityState {
  /// nil until someone asks.
  var found: [Ambiguity]?
  /// How often an ambiguity was exercised.
  var exerciseCount: UInt64 = 0
}
