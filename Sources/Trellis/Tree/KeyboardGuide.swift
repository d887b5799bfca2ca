// The guide of the keyboard (`keyboardLayoutGuide` of UIKit, documented for iOS 15 and later): what the keyboard covers of
// a view, or without one what the safe area leaves at its bottom.
//
// Its constraints are those of a safe area guide, with constants that follow the keyboard. How much of an inner view is
// covered can be told from its frame only, so that is followed as safe areas are (`Engine/FixedPoint.swift`).

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
