// What a view says about itself: content size, insets, baselines, direction. Margins are in Margins.swift.
//
// Each number lives in the view's node, where the engine reads it without touching the view.

extension View {
  /// The size that ``intrinsicContentSize`` gives unless a subclass overrides it, in points. Setting it invalidates the
  /// intrinsic content size. Checked by the next layout: NaN and more than 1e8 are errors, a negative number means
  /// none.
  public var intrinsicSize: Size {
    get { storedIntrinsicSize }
    set {
      storedIntrinsicSize = newValue
      invalidateIntrinsicContentSize()
    }
  }

  /// Says that ``intrinsicContentSize`` may give another size; the next layout asks for it. Content-size constraints
  /// that were removed come back.
  public func invalidateIntrinsicContentSize() {
    if node.suppressedContent != nil { node.suppressedContent = nil }
    node.layoutEngine?.markDirty(node, .intrinsicSize)
  }

  /// How firmly the view resists growing beyond its intrinsic size. 250 by default.
  public func contentHuggingPriority(for axis: Axis) -> Priority { node.sizing.hugging(axis) }

  /// Sets how firmly the view resists growing beyond its intrinsic size.
  ///
  /// An unusable priority changes nothing, and the next layout throws ``LayoutError/Kind/priorityOutOfRange``.
  public func setContentHuggingPriority(
    _ priority: Priority, for axis: Axis, fileID: String = #fileID, line: UInt = #line
  ) {
    changeSizing(.hugging(axis), to: priority, fileID, line) {
      if axis == .horizontal { $0.hugging.horizontal = priority } else { $0.hugging.vertical = priority }
    }
  }

  /// How firmly the view resists shrinking below its intrinsic size. 750 by default.
  public func contentCompressionResistancePriority(for axis: Axis) -> Priority { node.sizing.compression(axis) }

  /// Sets how firmly the view resists shrinking below its intrinsic size.
  ///
  /// An unusable priority changes nothing, and the next layout throws ``LayoutError/Kind/priorityOutOfRange``.
  public func setContentCompressionResistancePriority(
    _ priority: Priority, for axis: Axis, fileID: String = #fileID, line: UInt = #line
  ) {
    changeSizing(.compression(axis), to: priority, fileID, line) {
      if axis == .horizontal { $0.compression.horizontal = priority } else { $0.compression.vertical = priority }
    }
  }

  private func changeSizing(
    _ property: PendingProperty, to priority: Priority, _ fileID: String, _ line: UInt,
    _ change: (inout ContentPriorities) -> Void
  ) {
    do { try checkPriority(priority, nil) } catch { return node.postpone(error.located(fileID, line), property) }
    node.settle(property)
    var changed = node.sizing
    change(&changed)
    guard changed != node.sizing else { return }
    node.sizing = changed
    node.layoutEngine?.markDirty(node, .contentPriorities)
  }

  /// Sets ``alignmentRectInsets``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``.
  public func setAlignmentRectInsets(_ insets: EdgeInsets) throws(LayoutError) {
    try checkInsets(insets, "alignmentRectInsets")
    changeMetrics { $0.alignmentInsets = insets }
    node.settle(.alignmentInsets)
  }

  /// The rectangle that constraints are about, for a frame. Linear in the depth (for the direction).
  public func alignmentRect(forFrame frame: Rect) -> Rect {
    let insets = node.physicalInsets(node.effectiveDirection)
    return Rect(
      x: frame.minX + insets.left, y: frame.minY + insets.top,
      width: frame.width - insets.left - insets.right, height: frame.height - insets.top - insets.bottom)
  }

  /// The frame that has an alignment rectangle: the inverse of ``alignmentRect(forFrame:)``.
  public func frame(forAlignmentRect rect: Rect) -> Rect {
    let insets = node.physicalInsets(node.effectiveDirection)
    return Rect(
      x: rect.minX - insets.left, y: rect.minY - insets.top,
      width: rect.width + insets.left + insets.right, height: rect.height + insets.top + insets.bottom)
  }

  /// How far the first baseline lies below the top of the alignment rectangle, in points; 0 (the top) without text.
  public var firstBaselineOffsetFromTop: Double {
    get { node.metrics?.firstBaseline ?? 0 }
    set {
      node.postponing(.firstBaseline) { () throws(LayoutError) in
        try checkLength(newValue, "firstBaselineOffsetFromTop")
        changeMetrics { $0.firstBaseline = newValue }
        node.settle(.firstBaseline)
      }
    }
  }

  /// How far the last baseline lies above the bottom of the alignment rectangle, in points; 0 (the bottom) without
  /// text.
  public var lastBaselineOffsetFromBottom: Double {
    get { node.metrics?.lastBaseline ?? 0 }
    set {
      node.postponing(.lastBaseline) { () throws(LayoutError) in
        try checkLength(newValue, "lastBaselineOffsetFromBottom")
        changeMetrics { $0.lastBaseline = newValue }
        node.settle(.lastBaseline)
      }
    }
  }

  /// Sets both baselines.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``.
  public func setBaselines(first: Double, last: Double) throws(LayoutError) {
    try checkLength(first, "firstBaselineOffsetFromTop")
    try checkLength(last, "lastBaselineOffsetFromBottom")
    changeMetrics {
      $0.firstBaseline = first
      $0.lastBaseline = last
    }
    node.settle(.firstBaseline)
    node.settle(.lastBaseline)
  }

  /// The direction of the view and of what inherits it; nil inherits the superview's. A root without one is left to
  /// right. leading and trailing of a constraint follow the direction of the constraint's owner, margins and alignment
  /// insets that of the view they belong to.
  public var layoutDirection: LayoutDirection? {
    get { node.metrics?.direction }
    set {
      guard newValue != layoutDirection else { return }
      let before = traitCollection
      node.changeMetrics { $0.direction = newValue }
      node.layoutEngine?.directionChanged(of: node)
      tellDirection(before: before)
    }
  }

  /// What the view's content is, as far as it says which edge is the leading one, by UIKit's name and meaning: it holds for
  /// the view alone, where ``layoutDirection`` holds for its subviews as well. It comes before ``layoutDirection``.
  public var semanticContentAttribute: SemanticContentAttribute {
    get { node.metrics?.semantics ?? .unspecified }
    set {
      guard newValue != semanticContentAttribute else { return }
      node.changeMetrics { $0.semantics = newValue }
      node.layoutEngine?.directionChanged(of: node)
    }
  }

  /// The direction that applies: what ``semanticContentAttribute`` forces, else the nearest one set on the way to the root.
  /// Linear in the depth.
  public var effectiveLayoutDirection: LayoutDirection { node.effectiveDirection }

  func changeMetrics(_ change: (inout ItemMetrics) -> Void) {
    let before = node.metrics
    node.changeMetrics(change)
    guard node.metrics != before else { return }
    guard let engine = node.layoutEngine else { return tellMargins() }
    engine.metricsEdited(node)
  }

  func checkInsets(_ insets: EdgeInsets, _ property: String) throws(LayoutError) {
    guard insets.isUsable else { throw outOfRange("\(property) \(insets)") }
  }

  func checkLength(_ length: Double, _ property: String) throws(LayoutError) {
    guard length.isFinite, abs(length) <= valueLimit else { throw outOfRange("\(property) \(length)") }
  }

  func outOfRange(_ what: String) -> LayoutError {
    LayoutError(
      .valueOutOfRange,
      "\(what) of \(itemDescription(node)) is not usable.  Lengths must be finite and at most 1e8 points.")
  }
}
