// Undo records, for strict mode: a layout that fails leaves the scene as it was after the last one that did not.
//
// Kept only in strict mode, from the first successful layout on; each edit appends one record, a successful layout
// forgets them, a failed one plays them backwards.

final class Journal {
  enum Record {
    case constant(Constraint, Double)
    case priority(Constraint, Priority)
    case multiplier(Constraint, Double)
    case weight(Constraint, Double)
    case activated(Constraint)
    case deactivated(Constraint, ItemNode, UInt64)
    case addedSubview(View)
    case removedSubview(View, View, Int)
    case moved(View, Int)
    case addedGuide(LayoutGuide)
    case removedGuide(LayoutGuide, View)
    case intrinsicSize(View, Size)
    case suppressedContent(ItemNode, [Bool]?)
    case sizing(ItemNode, ContentPriorities)
    case metrics(ItemNode, ItemMetrics?)
    case rootSize(Size)
    case rootSafeArea(PhysicalInsets)
    case hidden(View, Bool)
    case arrangement(StackView, StackArrangement)
    case heightForWidth(View, HeightForWidth?)
    case autoresizing(View, AutoresizingState.Settings)
    /// The intrinsic size that an item had given before it was asked again.
    case contentSize(ItemNode, Size)
  }

  private var records: [Record] = []

  func record(_ record: Record) {
    records.append(record)
  }

  func clear() {
    records.removeAll(keepingCapacity: true)
  }

  /// The records from the last to the first; none are left.
  func takeBackwards() -> [Record] {
    defer { clear() }
    return records.reversed()
  }
}

extension Engine {
  /// Undoes the edits since the last successful layout, as edits of their own.
  func rollBack() {
    guard let journal else { return }
    let records = journal.takeBackwards()
    self.journal = nil
    defer { self.journal = journal }
    for record in records { undo(record) }
  }

  private func undo(_ record: Journal.Record) {
    switch record {
    case .constant(let constraint, let value):
      constraint.storedConstant = value
      if constraint.engine === self { markDirty(constraint, .constant) }
    case .priority(let constraint, let priority):
      constraint.storedPriority = priority
      if constraint.engine === self { markDirty(constraint, .priority) }
    case .multiplier(let constraint, let value):
      constraint.storedMultiplier = value
      if constraint.engine === self { markDirty(constraint, .terms) }
    case .weight(let constraint, let value):
      constraint.storedWeight = value
      if constraint.engine === self { markDirty(constraint, .priority) }
    case .activated(let constraint):
      constraint.deactivate()
    case .deactivated(let constraint, let owner, let sequence):
      guard owner.view != nil, constraint.ownerNode == nil else { return }
      constraint.install(on: owner, sequence: sequence, isRestored: true)
    case .addedSubview(let view):
      view.removeFromSuperview()
    case .removedSubview(let view, let superview, let index):
      try? superview.insertSubview(view, at: index)
    case .moved(let view, let index):
      try? view.superview?.insertSubview(view, at: index)
    case .addedGuide(let guide):
      guide.owningView?.removeLayoutGuide(guide)
    case .removedGuide(let guide, let view):
      try? view.addLayoutGuide(guide)
    case .intrinsicSize(let view, let size):
      view.storedIntrinsicSize = size
    case .suppressedContent(let node, let suppressed):
      node.suppressedContent = suppressed
      if node.engine === self { markDirty(node, .contentPriorities) }
    case .sizing(let node, let sizing):
      node.sizing = sizing
      if node.engine === self { markDirty(node, .contentPriorities) }
    case .metrics(let node, let metrics):
      node.metrics = metrics
      guard node.engine === self else { return }
      metricsChanged(node)
      if let view = node.view { directionChanged(view) }
    case .rootSize(let size):
      setRootSize(size)
    case .hidden(let view, let isHidden):
      view.isHidden = isHidden
    case .arrangement(let stack, let arrangement):
      stack.arrangement = arrangement
      stack.node.engine?.queueStack(stack)
    case .heightForWidth(let view, let heightForWidth):
      view.heightForWidth = heightForWidth
    case .autoresizing(let view, let settings):
      view.setAutoresizing(settings)
    case .rootSafeArea(let insets):
      setRootSafeArea(insets)
    case .contentSize(let node, let size):
      guard node.engine === self else { return }
      slots[Int(node.slot)].contentSize = size
      // What was asked for since is another height.
      widthDependents[node.slot]?.width = nil
      node.dirt = node.dirt.subtracting(.intrinsicSize)
      markDirty(node, .contentPriorities)
    }
  }
}
