// The sizes of views that masks hold, between layouts.

extension View {
  /// What masks hold inside was drawn in the sizes that there are before the view gets another one.
  func keepDrawnSize(before next: Size) {
    let size = presentSize
    guard size != .zero, size != next else { return }
    var open: [(View, Size)] = [(self, size)]
    while let (view, size) = open.popLast() {
      for subview in view.subviews {
        guard var state = subview.autoresizing, state.settings.isTranslated else { continue }
        if state.measuredSuperview !== view {
          state.measuredSuperview = view
          state.measuredSize = size
          subview.autoresizing = state
        }
        if state.settings.resizes { open.append((subview, subview.size(of: state, in: size))) }
      }
    }
  }

  /// The size that the view has as far as that is known without a layout: of a view held by a mask that of its frame,
  /// resized with what it lies in; of a root the scene's; else that of the last layout, or what it was made with.
  var presentSize: Size {
    var chain: [(View, AutoresizingState)] = []
    var outermost = self
    var root: (any LayoutEngine)? { outermost.node.layoutEngine.flatMap { $0.root === outermost.node ? $0 : nil } }
    while root == nil, let state = outermost.autoresizing, state.settings.isTranslated {
      chain.append((outermost, state))
      guard state.settings.resizes, let superview = outermost.superview else { break }
      outermost = superview
    }
    var size = outermost.frame.size
    // A root that was made with a frame is resized by its first layout, and what is inside with it.
    if let root, root.hasLayout || size == .zero { size = root.rootSize }
    for (view, state) in chain.reversed() { size = view.size(of: state, in: size) }
    return size
  }

  /// The size of a view that a mask holds, in a superview of a size.
  private func size(of state: AutoresizingState, in total: Size) -> Size {
    let held = state.settings.frame ?? frame
    let measured = state.measuredSuperview.flatMap { $0 === superview ? state.measuredSize : nil }
    guard let drawn = state.settings.superviewSize ?? measured else { return held.size }
    func length(_ axis: Axis, _ near: Double) -> Double {
      let flexible = state.settings.mask.flexibility(axis)
      let length = held.size[axis]
      guard flexible.size else { return length }
      let parts = [(flexible.near, near), (true, length), (flexible.far, drawn[axis] - near - length)].filter(\.0)
      let sum = parts.reduce(0) { $0 + $1.1 }
      return length + (total[axis] - drawn[axis]) * (abs(sum) < 1e-9 ? 1 / Double(parts.count) : length / sum)
    }
    return Size(width: length(.horizontal, held.minX), height: length(.vertical, held.minY))
  }
}
