// Points, sizes, rectangles and insets of a layout.
//
// Own types rather than CoreGraphics's, so that one source serves Linux and Apple's platforms; all are plain doubles in
// points. y grows downwards.

/// A position, in points.
public struct Point: Hashable, Sendable {
  /// Horizontal coordinate, growing to the right.
  public var x: Double
  /// Vertical coordinate, growing downwards.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// Horizontal extent.
  public var width: Double
  /// Vertical extent.
  public var height: Double

  /// Nothing wide, nothing high.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The extent along an axis.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

/// An origin and a size, in points.
public struct Rect: Hashable, Sendable {
  /// Top left corner.
  public var origin: Point
  /// Extent to the right and downwards.
  public var size: Size

  /// The empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle from its corner and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from four numbers.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Left edge.
  public var minX: Double { origin.x }
  /// Top edge.
  public var minY: Double { origin.y }
  /// Right edge.
  public var maxX: Double { origin.x + size.width }
  /// Bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// Horizontal centre.
  public var midX: Double { origin.x + size.width / 2 }
  /// Vertical centre.
  public var midY: Double { origin.y + size.height / 2 }
  /// Horizontal extent.
  public var width: Double { size.width }
  /// Vertical extent.
  public var height: Double { size.height }
}

/// One of the two directions of a layout.
public enum Axis: UInt8, Hashable, Sendable, CaseIterable {
  /// Left to right: x and width.
  case horizontal
  /// Top to bottom: y and height.
  case vertical
}

/// Which way text runs, and with it which edge is the leading one.
public enum LayoutDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// Leading is left.
  case leftToRight
  /// Leading is right (Arabic, Hebrew).
  case rightToLeft
}

/// What the content of a view is, by UIKit's names. Only its direction matters to a layout.
public enum SemanticContentAttribute: Int, Hashable, Sendable, CaseIterable {
  /// The direction that the view inherits.
  case unspecified
  /// Controls of a player: left to right everywhere.
  case playback
  /// Content that means directions in space: left to right everywhere.
  case spatial
  /// Left to right everywhere.
  case forceLeftToRight
  /// Right to left everywhere.
  case forceRightToLeft

  /// The direction that the content forces, if any.
  var direction: LayoutDirection? {
    switch self {
    case .unspecified: nil
    case .playback, .spatial, .forceLeftToRight: .leftToRight
    case .forceRightToLeft: .rightToLeft
    }
  }
}

/// The gap between siblings that Auto Layout calls standard, in points.
let standardSpacing = 8.0

/// Largest absolute value of a length that a caller may pass, in points. The solver takes constants up to 1e9; lowering
/// adds margins, insets and baseline offsets, at most four of them, to the caller's number.
let valueLimit = 1e8

/// Weights below this are lost beside others: the solver's least coefficient.
let weightMinimum = 1e-7

/// Largest absolute value of a multiplier. Times `valueLimit` would leave the solver's range, but the solver's bound is
/// checked again on the lowered row.
let multiplierLimit = 1e6

/// Smallest absolute value of a multiplier that is not zero; halved (for a centre) it is still above the solver's
/// smallest coefficient of 1e-7.
let multiplierMinimum = 4e-7

// MARK: - As text

extension Point: CustomStringConvertible {
  /// `(x, y)`
  public var description: String { "(\(formatted(x)), \(formatted(y)))" }
}

extension Size: CustomStringConvertible {
  /// `(width, height)`
  public var description: String { "(\(formatted(width)), \(formatted(height)))" }
}

extension Rect: CustomStringConvertible {
  /// `(x, y, width, height)`
  public var description: String {
    "(\(formatted(minX)), \(formatted(minY)), \(formatted(width)), \(formatted(height)))"
  }
}
