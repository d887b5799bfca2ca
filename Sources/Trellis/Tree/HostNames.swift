// What every UIKit class has from NSObject and the host of a screen builds on: identity, and a place for properties that
// move no frame. Trellis has what moves a frame or says where one is; colours, scrolling, touches and accessibility are the
// host's, which declares them once for all views in an extension (docs/coming-from-uikit.md).

extension View: Hashable {
  /// Whether the two are one object.
  public static func == (first: View, second: View) -> Bool { first === second }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension LayoutGuide: Hashable {
  /// Whether the two are one object.
  public static func == (first: LayoutGuide, second: LayoutGuide) -> Bool { first === second }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension View {
  /// Values of the host's own by name, for properties that an extension gives to all views. Layout does not look at them; an
  /// undone edit takes them back like everything else of the view.
  ///
  /// ```swift
  /// extension View {
  ///   var alpha: Double {
  ///     get { associatedValues["alpha"] as? Double ?? 1 }
  ///     set { associatedValues["alpha"] = newValue }
  ///   }
  /// }
  /// ```
  public var associatedValues: [String: Any] {
    get { storedAssociatedValues }
    set { storedAssociatedValues = newValue }
  }

  /// The root of the scene that the view is in; nil outside of one. A scene has no window, and its root is where one
  /// asks for what UIKit's window knows: ``bounds``, ``safeAreaInsets``, coordinates.
  public var window: View? { node.layoutEngine?.root.view }

  /// The direction of what is inside the view, by UIKit's name: ``effectiveLayoutDirection``.
  public var effectiveUserInterfaceLayoutDirection: LayoutDirection { effectiveLayoutDirection }
}

extension View {
  /// Views have another scene, and with it other traits where it has been told any.
  static func tellWindow(_ nodes: [ItemNode]) {
    for node in nodes {
      node.view?.didMoveToWindow()
      if let view = node.view, let engine = node.layoutEngine, engine.traits != TraitCollection() {
        view.traitCollectionDidChange(nil)
      }
    }
  }
}
