// An autoresizing mask as constraints, one axis at a time (semantics 2.7).

import Trellis

/// Holds a view in its superview as its mask says.
struct HeldAxis {
  private(set) var constraints: [Constraint] = []
  private let view: View
  private let superview: View
  private let label: String

  init(_ view: View, _ superview: View, _ label: String) {
    self.view = view
    self.superview = superview
    self.label = label
  }

  /// Holds one axis.
  ///
  /// - Parameters:
  ///   - position: The near edge in the superview, in points.
  ///   - length: The view's length.
  ///   - outer: The superview's length that these belong to.
  ///   - flexible: Which of near margin, length and far margin give way.
  mutating func hold(
    _ axis: Axis, at position: Double, length: Double, in outer: Double,
    _ flexible: (near: Bool, length: Bool, far: Bool)
  ) throws(LayoutError) {
    let isHorizontal = axis == .horizontal
    let near = isHorizontal ? Attribute.left : .top
    let far = isHorizontal ? Attribute.right : .bottom
    let size = isHorizontal ? Attribute.width : .height
    let gap = outer - position - length
    switch flexible {
    case (false, true, false):
      try add(near, near, 1, position)
      try add(far, far, 1, -gap)
    case (true, false, false):
      try add(far, far, 1, -gap)
      try add(size, nil, 0, length)
    case (true, false, true) where isShare(position, outer - length):
      let share = position / (outer - length)
      try add(near, far, share, -share * length)
      try add(size, nil, 0, length)
    case (false, true, true) where isShare(length, outer - position):
      let share = length / (outer - position)
      try add(near, near, 1, position)
      try add(size, size, share, -share * position)
    case (true, true, false) where isShare(length, outer - gap):
      let share = length / (outer - gap)
      try add(far, far, 1, -gap)
      try add(size, size, share, -share * gap)
    case (true, true, true) where isShare(position, outer) && isShare(length, outer):
      try add(near, far, position / outer, 0)
      try add(size, size, length / outer, 0)
    default:
      try add(near, near, 1, position)
      try add(size, nil, 0, length)
    }
  }

  /// Whether a share can be a multiplier.
  private func isShare(_ part: Double, _ whole: Double) -> Bool {
    whole > 0 && part > 0 && (1e-5...1e5).contains(part / whole)
  }

  private mutating func add(
    _ attribute: Attribute, _ other: Attribute?, _ multiplier: Double, _ constant: Double
  ) throws(LayoutError) {
    let constraint =
      if let other {
        try Constraint(
          item: view, attribute: attribute, toItem: superview, attribute: other, multiplier: multiplier,
          constant: constant)
      } else {
        try Constraint(item: view, attribute: attribute, constant: constant)
      }
    constraint.identifier = "autoresizing of \(label)"
    try constraint.activate()
    constraints.append(constraint)
  }
}
