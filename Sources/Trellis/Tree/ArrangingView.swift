// What the engine asks of a view that arranges others, so that it need not know the class.

/// A view that arranges some of its subviews by constraints of its own: a ``StackView``.
protocol ArrangingView: View, Restorable {
  var axis: Axis { get }
  /// Whether the arranged views share the length in proportion to their intrinsic lengths.
  var sharesInProportion: Bool { get }
  /// The arranged views that are not hidden, first to last.
  var visibleViews: [View] { get }
  /// Whether the engine has the view in its queue.
  var isQueued: Bool { get set }
  /// Whether the engine looks for the tallest arranged view, because a constraint mentions a baseline.
  var hasDependentBaseline: Bool { get set }
  /// The views that the baselines come from, as of the last layout.
  var firstBaselineNode: ItemNode? { get set }
  var lastBaselineNode: ItemNode? { get set }
  /// The guide that spans the arranged views across the axis, once there is one.
  var spannerNode: ItemNode? { get }
  /// Whether anybody else has asked for the margins guide, and may still have it.
  var sharesMarginsGuide: Bool { get set }

  /// Whether a subview is one of those that are arranged.
  func arranges(_ view: View) -> Bool
  /// The gap after an arranged view.
  func spacing(after view: View) -> Double
  /// Makes the constraints those of the arrangement: called by a layout on a view that was queued.
  func updateArrangement(in engine: any LayoutEngine)
  /// Takes the baselines from where every layout starts.
  func resetBaselines(in engine: any LayoutEngine)
}

extension ArrangingView {
  /// The first visible view.
  var startBaseline: ItemNode? { visibleViews.first?.node }

  /// Takes the baselines from other views. Whether they came from elsewhere before.
  @discardableResult
  func takeBaselines(_ first: ItemNode?, _ last: ItemNode?, in engine: any LayoutEngine) -> Bool {
    guard first !== firstBaselineNode || last !== lastBaselineNode else { return false }
    firstBaselineNode = first
    lastBaselineNode = last
    engine.stackBaselinesChanged(node)
    return true
  }
}

extension ItemNode {
  /// The view as one that arranges others, where it does.
  var arranging: (any ArrangingView)? { kind == .stackView ? view?.arranging : nil }

  /// The content area of a scroll view.
  var contentGuide: ItemNode? { kind == .scrollView ? view?.scrolling?.contentLayoutGuide.node : nil }
}
