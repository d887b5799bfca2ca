// The guide of the keyboard (`keyboardLayoutGuide` of UIKit, documented for iOS 15 and later): what the keyboard covers of
// a view, or without one what the safe area leaves at its bottom.
//
// Its constraints are those of a safe area guide, with constants that follow the keyboard. How much of an inner view is
// covered can be told from its frame only, so that is followed as safe areas are (`Engine+Passes`).

extension View {
  /// The area of the view that the keyboard covers, as an item: as wide as the view, down to its bottom edge. Its top edge
  /// is the keyboard's, or the safe area's bottom where no keyboard reaches above that. Made when first asked for.
  ///
  /// The scene says how high the keyboard is: ``Scene/keyboardHeight``.
  public var keyboardLayoutGuide: LayoutGuide {
    if let guide = systemGuides.first(where: { $0.node.kind == .keyboardGuide }) { return guide }
    let guide = addSystemGuide(.keyboardGuide, "UIKeyboardLayoutGuide")
    let edges = EdgeGuide(guide: guide.node, view: node, kind: .safeAreaGuide) { "UIKeyboardLayoutGuide-\($0)" }
    _ = edges.install(on: node)
    return guide
  }
}

extension Constraint {
  /// The constant of an edge of a keyboard guide.
  func keyboardConstant(_ view: ItemNode, _ insets: PhysicalInsets) -> Double {
    switch firstAttribute {
    case .left: -insets.left
    case .right: insets.right
    case .top: insets.bottom - max(view.safeArea.bottom, view.engine?.insets.keyboard[view.slot] ?? 0)
    default: insets.bottom
    }
  }
}

extension Scene {
  /// How high the keyboard stands above the root's bottom edge, in points; 0, the default, for none. The
  /// ``View/keyboardLayoutGuide`` of each view follows it at the next layout. An unusable one leaves it as it was, and the
  /// next layout throws.
  public var keyboardHeight: Double {
    get { engine.keyboardHeight }
    set { engine.postponing(.keyboardHeight) { () throws(LayoutError) in try setKeyboardHeight(newValue) } }
  }

  /// Sets ``keyboardHeight``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: NaN, negative, or more than 1e8.
  public func setKeyboardHeight(_ height: Double) throws(LayoutError) {
    guard (0...valueLimit).contains(height) else {
      throw LayoutError(
        .valueOutOfRange,
        "The keyboard height \(formatted(height)) is not usable.  It must be between 0 and 1e8 points.")
    }
    engine.setKeyboardHeight(height)
    engine.settle(.keyboardHeight)
  }
}
