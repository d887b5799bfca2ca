// Insets: UIKit's `UIEdgeInsets` and `NSDirectionalEdgeInsets` as one type.
//
// A value knows which of the two it is. So every property takes either, and what is written for one of UIKit's two types
// means the same here: `left` stays at the left edge, `leading` follows the direction of the view that it is given to.

/// Distances from the four edges inwards, in points.
///
/// Made with `left` and `right`, insets stay at those edges whatever the layout direction; made with `leading` and
/// `trailing` they follow the direction of the view that they are given to. Either pair can be read from and written to
/// any value: insets that a view gives know the view's direction, others are taken left to right. Writing to a pair makes
/// the insets those of that pair.
///
/// ```swift
/// page.layoutMargins = EdgeInsets(top: 0, left: 16, bottom: 0, right: 8)          // UIEdgeInsets
/// page.layoutMargins = EdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 8)    // NSDirectionalEdgeInsets
/// ```
public struct EdgeInsets: Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Left and right, or leading and trailing.
  private var near: Double
  private var far: Double
  /// Whether the insets stay at the left and right edge whatever the direction.
  private(set) var isPhysical: Bool
  /// By which the other pair is read.
  private var direction = LayoutDirection.leftToRight

  private init(
    _ top: Double, _ near: Double, _ bottom: Double, _ far: Double, isPhysical: Bool,
    _ direction: LayoutDirection = .leftToRight
  ) {
    self.top = top
    self.near = near
    self.bottom = bottom
    self.far = far
    self.isPhysical = isPhysical
    self.direction = direction
  }

  /// No insets.
  public static let zero = EdgeInsets(0, 0, 0, 0, isPhysical: false)

  /// Insets by edge, as `UIEdgeInsets` has them; those that are left out are 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.init(top, left, bottom, right, isPhysical: true)
  }

  /// Insets that follow the layout direction, as `NSDirectionalEdgeInsets` has them.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.init(top, leading, bottom, trailing, isPhysical: false)
  }

  /// The same inset on all four edges.
  public init(all inset: Double) {
    self.init(inset, inset, inset, inset, isPhysical: false)
  }

  /// Distance from the left edge.
  public var left: Double {
    get { isPhysical || direction == .leftToRight ? near : far }
    set {
      self = physical(direction)
      near = newValue
    }
  }

  /// Distance from the right edge.
  public var right: Double {
    get { isPhysical || direction == .leftToRight ? far : near }
    set {
      self = physical(direction)
      far = newValue
    }
  }

  /// Distance from the leading edge: the left one where the direction is left to right.
  public var leading: Double {
    get { !isPhysical || direction == .leftToRight ? near : far }
    set {
      self = directional(direction)
      near = newValue
    }
  }

  /// Distance from the trailing edge: the right one where the direction is left to right.
  public var trailing: Double {
    get { !isPhysical || direction == .leftToRight ? far : near }
    set {
      self = directional(direction)
      far = newValue
    }
  }
}

/// Insets by edge; those that are made with `leading` and `trailing` follow the direction all the same.
public typealias PhysicalInsets = EdgeInsets

/// Insets by direction: `NSDirectionalEdgeInsets` without its prefix.
public typealias DirectionalEdgeInsets = EdgeInsets

extension EdgeInsets: Hashable {
  /// Whether the numbers are equal: of two of one pair as they are, of insets by edge and insets by direction as they lie
  /// in the view that either was read from, left to right where neither was.
  public static func == (a: EdgeInsets, b: EdgeInsets) -> Bool {
    guard a.top == b.top, a.bottom == b.bottom else { return false }
    if a.isPhysical == b.isPhysical { return a.near == b.near && a.far == b.far }
    let isMirrored = a.direction == .rightToLeft || b.direction == .rightToLeft
    return isMirrored ? a.near == b.far && a.far == b.near : a.near == b.near && a.far == b.far
  }

  /// Hashes the numbers, those of the pair in either order.
  public func hash(into hasher: inout Hasher) {
    for inset in [top, bottom, Swift.min(near, far), Swift.max(near, far)] { hasher.combine(inset) }
  }
}

extension EdgeInsets: CustomStringConvertible {
  /// `(top, left, bottom, right)` or `(top, leading, bottom, trailing)`, with their names.
  public var description: String {
    let names = isPhysical ? ("left", "right") : ("leading", "trailing")
    return "(top: \(formatted(top)), \(names.0): \(formatted(near)), bottom: \(formatted(bottom)), "
      + "\(names.1): \(formatted(far)))"
  }
}

extension EdgeInsets {
  var isUsable: Bool {
    [top, near, bottom, far].allSatisfy { $0.isFinite && abs($0) <= valueLimit }
  }

  /// The insets by edge, in a view of that direction.
  func physical(_ direction: LayoutDirection) -> EdgeInsets {
    let isAsItIs = isPhysical || direction == .leftToRight
    return EdgeInsets(
      top, isAsItIs ? near : far, bottom, isAsItIs ? far : near, isPhysical: true, direction)
  }

  /// The insets by direction, in a view of that direction.
  func directional(_ direction: LayoutDirection) -> EdgeInsets {
    let isAsItIs = !isPhysical || direction == .leftToRight
    return EdgeInsets(
      top, isAsItIs ? near : far, bottom, isAsItIs ? far : near, isPhysical: false, direction)
  }

  /// The sum by edge of insets by edge.
  static func + (a: EdgeInsets, b: EdgeInsets) -> EdgeInsets {
    EdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }

  /// The larger inset of each edge.
  static func max(_ a: EdgeInsets, _ b: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: Swift.max(a.top, b.top), left: Swift.max(a.left, b.left), bottom: Swift.max(a.bottom, b.bottom),
      right: Swift.max(a.right, b.right))
  }
}
