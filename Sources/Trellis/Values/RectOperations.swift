// What layouts by frames do with rectangles, by CoreGraphics' names: `layoutSubviews` of a pasted view is full of it.

extension Rect {
  /// No rectangle: what two that do not meet have in common. Its origin is at infinity.
  public static let null = Rect(x: .infinity, y: .infinity, width: 0, height: 0)

  /// Whether this is ``null``.
  public var isNull: Bool { minX == .infinity || minY == .infinity }

  /// Whether it has no width or no height.
  public var isEmpty: Bool { isNull || width <= 0 || height <= 0 }

  /// Both side edges moved in by `dx`, top and bottom by `dy`, in points; negative numbers move them out. ``null`` where
  /// less than nothing would be left.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    guard !isNull, width >= 2 * dx, height >= 2 * dy else { return .null }
    return Rect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Each edge moved in by its own number of points; leading is left. Less than nothing may be left, as with UIKit.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// The rectangle elsewhere.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    isNull ? self : Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    if isNull { return other }
    if other.isNull { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// What both cover: ``null`` where they do not meet, without width or height where they only touch.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard !isNull, !other.isNull, left <= right, top <= bottom else { return .null }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether both cover a point.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isNull }

  /// Whether a point lies inside, or on the left or the top edge.
  public func contains(_ point: Point) -> Bool {
    !isNull && point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether another rectangle lies inside, edges included.
  public func contains(_ other: Rect) -> Bool { !other.isNull && union(other) == self }

  /// The smallest rectangle with whole edges that contains this one.
  public var integral: Rect {
    guard !isNull else { return self }
    let (left, top) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }
}
