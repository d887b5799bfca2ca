// Telling views that their margins or their safe area are others.
//
// Margins change where they are set and where they follow from a safe area, which is known once a layout has solved. A
// view is notified once for both ways: what it was last notified of is compared with what holds.

extension Engine {
  /// Notes a view whose margins may be others.
  func noteMarginsToTell(_ node: ItemNode) {
    if node.life.contains(.answers) { cycle.marginRequests.append(node) }
  }

  /// Tells the views that were noted. Those that change on the way, because one caused another, are notified too; without end
  /// only as often as views may ask for another round of a layout.
  func tellMargins() {
    for _ in 0..<UpdateCycle.roundLimit where !cycle.marginRequests.isEmpty {
      let requests = cycle.marginRequests
      cycle.marginRequests = []
      for node in requests where node.engine === self { node.view?.tellMargins() }
    }
  }
}
