// What the rows of the solver stand for, one word each: a scene has as many as constraints and content sizes.

/// What a row of the solver stands for. It holds nothing: a row goes before what it stands for.
struct RowTag: Hashable {
  /// The same, to be asked which it is.
  enum Meaning {
    case none
    case constraint(Unmanaged<Constraint>)
    /// The content size of the item in a slot.
    case contentSize(Int32, Axis)
    /// The left or top of the content guide in a slot.
    case contentOrigin(Int32, Axis)
    /// The left or top of the root, which is 0 but for alignment insets.
    case rootOrigin(Axis)
    case rootSize(Axis)
  }

  /// The address of a constraint, which is a multiple of 8; else a kind in the lowest three bits, an axis in the fourth
  /// and a slot from the ninth on.
  private let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  private init(_ kind: UInt64, _ axis: Axis, _ slot: Int32) {
    bits = kind | UInt64(axis.rawValue) << 3 | UInt64(UInt32(bitPattern: slot)) << 8
  }

  static let none = RowTag(bits: 0)

  @inline(__always)
  static func constraint(_ constraint: Unmanaged<Constraint>) -> RowTag {
    RowTag(bits: UInt64(UInt(bitPattern: constraint.toOpaque())))
  }

  static func contentSize(_ slot: Int32, _ axis: Axis) -> RowTag { RowTag(1, axis, slot) }
  static func contentOrigin(_ slot: Int32, _ axis: Axis) -> RowTag { RowTag(2, axis, slot) }
  static func rootOrigin(_ axis: Axis) -> RowTag { RowTag(3, axis, 0) }
  static func rootSize(_ axis: Axis) -> RowTag { RowTag(4, axis, 0) }
  /// The four rows of the root, in the order of its variables.
  static let root = [rootOrigin(.horizontal), rootOrigin(.vertical), rootSize(.horizontal), rootSize(.vertical)]

  /// The constraint that the row is, if it is one.
  @inline(__always)
  var constraint: Unmanaged<Constraint>? {
    guard bits & 7 == 0, let address = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: bits)) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// What the row stands for.
  var meaning: Meaning {
    if let constraint { return .constraint(constraint) }
    let axis = bits & 8 == 0 ? Axis.horizontal : .vertical
    let slot = Int32(truncatingIfNeeded: bits >> 8)
    return switch bits & 7 {
    case 1: .contentSize(slot, axis)
    case 2: .contentOrigin(slot, axis)
    case 3: .rootOrigin(axis)
    case 4: .rootSize(axis)
    default: .none
    }
  }

  /// Where the row stands among those of a conflict in a fitting size, whose target is `rootSize`.
  func fittingRank(in engine: Engine) -> ConflictRank {
    switch meaning {
    case .constraint(let constraint): constraint.takeUnretainedValue().rank
    case .contentSize(let slot, let axis):
      engine.slots[Int(slot)].node.map { ConflictRank(contentOf: $0, axis) } ?? .system
    case .rootSize: .target
    case .contentOrigin, .rootOrigin, .none: .system
    }
  }
}
