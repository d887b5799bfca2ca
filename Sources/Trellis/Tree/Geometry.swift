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

/// Distances from the four edges inwards, in points. `leading` is the left edge where the layout direction is left to
/// right and the right edge where it is right to left.
public struct EdgeInsets: Hashable, Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the leading edge.
  public var leading: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the trailing edge.
  public var trailing: Double

  /// No insets.
  public static let zero = EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)

  /// Creates insets.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The same inset on all four edges.
  public init(all inset: Double) {
    self.init(top: inset, leading: inset, bottom: inset, trailing: inset)
  }

  var isUsable: Bool {
    [top, leading, bottom, trailing].allSatisfy { $0.isFinite && abs($0) <= valueLimit }
  }
}

/// Distances from the four edges inwards, in points, whatever the layout direction.
public struct PhysicalInsets: Hashable, Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the left edge.
  public var left: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the right edge.
  public var right: Double

  /// No insets.
  public static let zero = PhysicalInsets()

  /// Creates insets; those that are left out are 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The insets by direction.
  func directional(_ direction: LayoutDirection) -> EdgeInsets {
    direction == .leftToRight
      ? EdgeInsets(top: top, leading: left, bottom: bottom, trailing: right)
      : EdgeInsets(top: top, leading: right, bottom: bottom, trailing: left)
  }

  static func + (a: PhysicalInsets, b: PhysicalInsets) -> PhysicalInsets {
    PhysicalInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }

  /// The larger inset of each edge.
  static func max(_ a: PhysicalInsets, _ b: PhysicalInsets) -> PhysicalInsets {
    PhysicalInsets(
      top: Swift.max(a.top, b.top), left: Swift.max(a.left, b.left), bottom: Swift.max(a.bottom, b.bottom),
      right: Swift.max(a.right, b.right))
  }
}

extension EdgeInsets {
  /// The insets by edge.
  func physical(_ direction: LayoutDirection) -> PhysicalInsets {
    direction == .leftToRight
      ? PhysicalInsets(top: top, left: leading, bottom: bottom, right: trailing)
      : PhysicalInsets(top: top, left: trailing, bottom: bottom, right: leading)
  }
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
