// Errors that wait for the next layout of a scene; see `PendingErrors.swift`.

extension Engine {
  /// Keeps an error for the next layout.
  func postpone(_ error: LayoutError) { pendingErrors.append(PendingError(error)) }

  /// Sets a property of the scene, or keeps the error for the next layout.
  func postponing(_ property: PendingProperty, _ change: () throws(LayoutError) -> Void) {
    do { try change() } catch { pendingErrors.append(PendingError(error, property, of: self)) }
  }

  /// A property of the scene has got a usable value.
  func settle(_ property: PendingProperty) {
    if !pendingErrors.isEmpty { pendingErrors.withdraw(property, of: self) }
  }

  /// Takes over errors that waited with an item.
  func takePending(of node: ItemNode) {
    guard let errors = node.pendingErrors else { return }
    for error in errors { error.holder?.errorKeeper = self }
    pendingErrors += errors
    node.pendingErrors = nil
  }

  /// Keeps the error of a layout that the next one may well meet again.
  func postponeAgain(_ error: LayoutError) {
    for error in error.all where !pendingErrors.contains(where: { $0.error == error }) { postpone(error) }
  }

  /// Throws all errors that wait, as one.
  func throwPendingErrors() throws(LayoutError) {
    guard !pendingErrors.isEmpty else { return }
    let waiting = pendingErrors
    pendingErrors = []
    // Whoever restores the scene has received them.
    for savepoint in transaction.savepoints { savepoint.pendingErrors = [] }
    if let error = LayoutError(waiting.errors) { throw error }
  }
}

extension Scene {
  /// The errors that the next ``layout()`` will throw, in the order in which the mistakes were made.
  public var pendingErrors: [LayoutError] { engine.pendingErrors.errors }

  /// Throws the errors that wait, as one error with ``LayoutError/others``, without laying out. They wait no longer then.
  public func throwPendingErrors() throws(LayoutError) { try engine.throwPendingErrors() }
}
