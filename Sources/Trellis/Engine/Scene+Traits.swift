// Where a scene is shown, and who is told of it.

extension Scene {
  /// Where the scene is shown. Setting others tells all views of the tree at once, superviews first
  /// (``View/traitCollectionDidChange(_:)``); a failed `animate` block takes it back without telling, as it takes back what views
  /// made of it. The direction is the views' own matter: ``View/layoutDirection``.
  public var traitCollection: TraitCollection {
    get { engine.settings.traits }
    set {
      var traits = newValue
      traits.layoutDirection = .leftToRight
      guard traits != engine.settings.traits else { return }
      var told: [(view: View, previous: TraitCollection?)] = []
      var pending = [root]
      while let view = pending.popLast() {
        if view.node.life.contains(.answers) { told.append((view, view.traitCollection)) }
        pending.append(contentsOf: view.subviews.reversed())
      }
      engine.settings.traits = traits
      View.tellTraits(told)
    }
  }
}
