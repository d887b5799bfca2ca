// What a view knows of where it is shown.

extension View {
  /// Where the view is shown: its scene's, with the direction that it inherits. Outside of a scene all else is unspecified, and
  /// asking is linear in the depth.
  public var traitCollection: TraitCollection {
    var traits = TraitCollection()
    if let engine = node.layoutEngine, node.slot >= 0 {
      traits = engine.traits
      traits.layoutDirection = engine.inheritedDirection(of: node)
    } else {
      traits.layoutDirection = node.inheritedDirection
    }
    return traits
  }

  /// Tells the view and what inherits its direction of another one.
  func tellDirection(before: TraitCollection) {
    guard traitCollection != before else { return }
    var told: [(view: View, previous: TraitCollection?)] = []
    var pending = [self]
    while let view = pending.popLast() {
      guard view === self || view.layoutDirection == nil else { continue }
      if view.node.life.contains(.answers) { told.append((view, before)) }
      pending.append(contentsOf: view.subviews.reversed())
    }
    View.tellTraits(told)
  }

  /// Tells views that their traits are others.
  static func tellTraits(_ told: [(view: View, previous: TraitCollection?)]) {
    for (view, previous) in told { view.traitCollectionDidChange(previous) }
  }
}
