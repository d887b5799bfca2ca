// What waits for rows, one word each.

/// A constraint that waits for the next pass, or all those that came in with a view. None of it is held: an owner holds
/// the constraints, the tree the owners.
struct QueuedConstraints {
  /// The same, to be asked which it is.
  enum Meaning {
    /// What was here is in force no longer.
    case none
    case constraint(Unmanaged<Constraint>)
    /// What the view of a node owned when it came in: looked at once, when it is lowered.
    case owned(Unmanaged<ItemNode>)
  }

  /// The address of a constraint, or that of a node plus 1; both are even.
  private let address: UInt

  static let none = QueuedConstraints(address: 0)

  @inline(__always)
  static func constraint(_ constraint: Unmanaged<Constraint>) -> QueuedConstraints {
    QueuedConstraints(address: UInt(bitPattern: constraint.toOpaque()))
  }

  @inline(__always)
  static func owned(_ node: Unmanaged<ItemNode>) -> QueuedConstraints {
    QueuedConstraints(address: UInt(bitPattern: node.toOpaque()) | 1)
  }

  /// What is queued.
  @inline(__always)
  var meaning: Meaning {
    guard let pointer = UnsafeRawPointer(bitPattern: address & ~1) else { return .none }
    return address & 1 == 0 ? .constraint(.fromOpaque(pointer)) : .owned(.fromOpaque(pointer))
  }
}
