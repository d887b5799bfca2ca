// How firmly a constraint holds.
//
// Every distinct float is a level of its own, and a higher level is met strictly before a lower one (semantics 2.4).

/// The priority of a constraint: 0 < p ≤ 1000. 1000 is required and must hold; anything below is optional, and as
/// nearly met as higher priorities allow.
///
/// A priority outside the range can be written, so that arithmetic needs no error handling; using it on a
/// constraint or view is an error (``LayoutError/Kind/priorityOutOfRange``).
public struct Priority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, as Auto Layout has it.
  public var rawValue: Float

  /// Must hold.
  public static let required = Priority(1000)
  /// Compression resistance by default.
  public static let defaultHigh = Priority(750)
  /// A drag that may resize the window.
  public static let dragThatCanResizeWindow = Priority(510)
  /// A window keeping its size.
  public static let windowSizeStayPut = Priority(500)
  /// A drag that may not resize the window.
  public static let dragThatCannotResizeWindow = Priority(490)
  /// Hugging by default.
  public static let defaultLow = Priority(250)
  /// A fitting size.
  public static let fittingSizeLevel = Priority(50)

  /// Creates a priority; it is checked where it is used.
  public init(rawValue: Float) {
    self.rawValue = rawValue
  }

  /// Creates a priority; it is checked where it is used.
  public init(_ rawValue: Float) {
    self.rawValue = rawValue
  }

  /// Whether constraints of this priority must hold.
  public var isRequired: Bool { rawValue == 1000 }

  /// Whether 0 < p ≤ 1000.
  public var isValid: Bool { rawValue > 0 && rawValue <= 1000 }

  /// Lower first.
  public static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }

  /// A little above, as in `.defaultLow + 1`.
  public static func + (priority: Priority, step: Float) -> Priority { Priority(priority.rawValue + step) }

  /// A little below, as in `.required - 1`.
  public static func - (priority: Priority, step: Float) -> Priority { Priority(priority.rawValue - step) }
}

extension Priority: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// `999.5` as a priority.
  public init(floatLiteral value: Float) { self.init(value) }

  /// `750` as a priority.
  public init(integerLiteral value: Int) { self.init(Float(value)) }

  /// The number, as Auto Layout prints it.
  public var description: String { formatted(Double(rawValue)) }
}
