// What a view was told of its margins and its safe area.

/// What a view was last notified of.
struct ToldMargins: Equatable {
  var margins = ItemMetrics.defaultMargins.physical(.leftToRight)
  var safeArea = PhysicalInsets.zero
}

extension View {
  /// Tells the view what is not as it was last notified of.
  func tellMargins() {
    guard node.life.contains(.answers) else { return }
    let before = toldMargins
    let now = ToldMargins(margins: node.effectiveMargins, safeArea: node.safeArea)
    guard now != before else { return }
    // Before the calls, which may change margins in turn.
    toldMargins = now
    if now.safeArea != before.safeArea { safeAreaInsetsDidChange() }
    if now.margins != before.margins { layoutMarginsDidChange() }
  }
}
