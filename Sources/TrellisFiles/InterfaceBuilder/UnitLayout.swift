// Laying a unit out: frames before and after rounding, what was fed and what follows from it.

import Trellis

/// A laid out unit.
struct UnitLayout {
  /// Where a number of a frame comes from: constraints alone, what was fed, or it was fed itself.
  enum Origin: Sendable { case computed, dependent, fed }

  let builder: UnitBuilder
  /// Frames in the superview's coordinates, as the solver gives them.
  private(set) var frames: [Rect] = []
  /// The same, each edge rounded to device pixels.
  private(set) var snapped: [Rect] = []
  private(set) var report: LayoutReport
  private(set) var ambiguities: [Ambiguity] = []

  /// Lays a unit out.
  ///
  /// - Parameter isRounded: Whether ``snapped`` is asked for; else it is empty.
  init(_ builder: UnitBuilder, findAmbiguity: Bool, isRounded: Bool = true) throws(LayoutError) {
    self.builder = builder
    builder.scene.scale = nil
    report = try builder.scene.layout()
    frames = builder.views.map(\.frame)
    if findAmbiguity { ambiguities = try builder.scene.ambiguities() }
    guard isRounded else { return }
    builder.scene.scale = builder.unit.canvas.scale
    _ = try builder.scene.layout()
    snapped = builder.views.map(\.frame)
  }

  /// Whether each number of each frame was computed, was fed, or follows from a fed one: found by laying out again with
  /// every fed text size and inset changed. Frames that are inputs (the root's, and what a mask holds) are fed, and what
  /// moves with the root alone is computed. The scene is as before afterwards.
  ///
  /// - Parameter isLarger: Whether fed numbers grow. A text that is stretched stays when its own length shrinks, and may
  ///   follow it when that grows.
  func origins(isLarger: Bool = true) throws(LayoutError) -> [[Origin]] {
    let scene = builder.scene
    scene.scale = nil
    let sizes = builder.views.map(\.intrinsicSize)
    var changed = sizes
    // Different and incommensurable changes, so that they do not cancel; larger, so that nothing becomes negative.
    for (number, fed) in builder.fed.enumerated() {
      let step = 3.1 + 0.37 * Double(number % 11)
      changed[fed.view][fed.axis] += isLarger ? step : -min(step, changed[fed.view][fed.axis] / 2)
    }
    for (view, size) in zip(builder.views, changed) where view.intrinsicSize != size { view.intrinsicSize = size }
    try changeInsets(by: 1.3)
    _ = try scene.layout()
    let moved = builder.views.map(\.frame)
    for (view, size) in zip(builder.views, sizes) where view.intrinsicSize != size { view.intrinsicSize = size }
    try changeInsets(by: 0)
    _ = try scene.layout()
    scene.scale = builder.unit.canvas.scale
    let fed = Set(builder.fed)
    return builder.views.indices.map { index in
      if builder.given.contains(index) { return [.fed, .fed, .fed, .fed] }
      let before = frames[index].numbers
      let after = moved[index].numbers
      let isFed = [
        false, false, fed.contains(UnitBuilder.Fed(view: index, axis: .horizontal)),
        fed.contains(UnitBuilder.Fed(view: index, axis: .vertical)),
      ]
      let insets = builder.unit.views[index].control.insets
      let given = [
        0, 0, changed[index].width + insets.leading + insets.trailing,
        changed[index].height + insets.top + insets.bottom,
      ]
      return (0..<4).map { number in
        if abs(before[number] - after[number]) < 1e-6 { return .computed }
        return isFed[number] && abs(after[number] - given[number]) < 1e-6 ? .fed : .dependent
      }
    }
  }

  private func changeInsets(by amount: Double) throws(LayoutError) {
    let insets = builder.insets
    for (number, edge) in builder.guideConstraints.enumerated() where insets.inferred.contains(edge.key) {
      let value = insets.insets(edge.key.view, edge.key.area).side(edge.key.side)
      try edge.constraint.setConstant(edge.sign * (value + amount * (1 + 0.17 * Double(number % 7))))
    }
    for index in builder.views.indices {
      var margins = insets.insets(index, .margins)
      let sides = [InsetKey.Side.left, .right, .top, .bottom].filter {
        insets.inferred.contains(InsetKey(view: index, area: .margins, side: $0))
      }
      guard !sides.isEmpty else { continue }
      if sides.contains(.left) { margins.leading += amount }
      if sides.contains(.right) { margins.trailing += 1.1 * amount }
      if sides.contains(.top) { margins.top += 1.2 * amount }
      if sides.contains(.bottom) { margins.bottom += 1.3 * amount }
      try builder.views[index].setLayoutMargins(margins)
    }
  }
}

extension Rect {
  /// x, y, width, height.
  var numbers: [Double] { [minX, minY, width, height] }
}
