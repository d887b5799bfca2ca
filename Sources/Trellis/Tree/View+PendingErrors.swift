// Errors that wait, as their view or guide tells them.

extension View {
  /// The errors of calls that do not throw, in the order in which the mistakes were made: those of the view's scene, which
  /// the next ``Scene/layout()`` throws; outside a scene those of the view and what is inside it, which wait until the
  /// view comes into one. Linear in the subtree outside a scene.
  public var pendingErrors: [LayoutError] { (node.layoutEngine?.pendingErrors ?? ownPendingErrors).errors }

  /// Throws the errors that wait, as one error with ``LayoutError/others``: now rather than at the next layout. They wait
  /// no longer then.
  ///
  /// ```swift
  /// card.addSubview(title)
  /// Constraint.activate([…])
  /// try card.throwPendingErrors()
  /// ```
  ///
  /// - Throws: What ``pendingErrors`` has.
  public func throwPendingErrors() throws(LayoutError) {
    if let engine = node.layoutEngine { return try engine.throwPendingErrors() }
    let waiting = ownPendingErrors
    guard !waiting.isEmpty else { return }
    forEachNode { $0.pendingErrors = nil }
    if let error = LayoutError(waiting.errors) { throw error }
  }

  /// The same without looking at what is inside a view in no scene.
  package func throwOwnPendingErrors() throws(LayoutError) {
    if let engine = node.layoutEngine { return try engine.throwPendingErrors() }
    guard let waiting = node.pendingErrors else { return }
    node.pendingErrors = nil
    if let error = LayoutError(waiting.errors) { throw error }
  }

  private var ownPendingErrors: [PendingError] {
    var waiting: [PendingError] = []
    forEachNode { waiting += $0.pendingErrors ?? [] }
    return waiting
  }
}

extension LayoutGuide {
  /// The errors of calls that do not throw: those of the guide's scene; outside a scene those about the guide, which wait
  /// until it comes into one.
  public var pendingErrors: [LayoutError] { (node.layoutEngine?.pendingErrors ?? node.pendingErrors ?? []).errors }
}
