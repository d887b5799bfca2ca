// Errors that wait (docs/coming-from-uikit.md says why). What is spelled as in UIKit cannot throw: a property initializer,
// the closure of a `lazy var` and a method that overrides one of UIKit's have no `try`. So a mistake there leaves
// everything as it was, and its error waits with the item it is about until somebody can be told: the next layout of the
// scene that the item is in or comes into.

/// An error, and when it was made.
struct PendingError {
  /// Errors of different items are told in the order of the mistakes.
  let order: UInt64
  let error: LayoutError

  init(_ error: LayoutError) {
    order = ActivationCounter.shared.take()
    self.error = error
  }
}

extension [PendingError] {
  /// The errors in the order in which the mistakes were made.
  var errors: [LayoutError] { sorted { $0.order < $1.order }.map(\.error) }

  /// Takes one out that somebody was told otherwise, or that holds no longer. Whether it waited.
  @discardableResult
  mutating func withdraw(_ error: LayoutError) -> Bool {
    guard let place = firstIndex(where: { $0.error == error }) else { return false }
    remove(at: place)
    return true
  }
}

extension Engine {
  /// Keeps an error for the next layout.
  func postpone(_ error: LayoutError) { pendingErrors.append(PendingError(error)) }

  /// Keeps the error of a layout that the next one may well meet again.
  func postponeAgain(_ error: LayoutError) {
    for error in error.all where !pendingErrors.contains(where: { $0.error == error }) { postpone(error) }
  }

  /// Throws all errors that wait, as one.
  func throwPendingErrors() throws(LayoutError) {
    guard !pendingErrors.isEmpty else { return }
    let waiting = pendingErrors
    pendingErrors = []
    // Whoever takes the scene back has been told.
    for savepoint in transaction.savepoints { savepoint.pendingErrors = [] }
    if let error = LayoutError(waiting.errors) { throw error }
  }
}

extension ItemNode {
  /// Keeps an error for the next layout of the scene that the item is in, or comes into.
  func postpone(_ error: LayoutError) {
    if let engine { engine.postpone(error) } else { pendingErrors = (pendingErrors ?? []) + [PendingError(error)] }
  }

  /// Whether such an error waits already.
  func isWaiting(_ error: LayoutError) -> Bool {
    (engine?.pendingErrors ?? pendingErrors ?? []).contains { $0.error == error }
  }

  /// Takes back an error that waits, because somebody was told otherwise or it holds no longer.
  func withdraw(_ error: LayoutError) {
    guard pendingErrors?.withdraw(error) != true else { return }
    engine?.pendingErrors.withdraw(error)
  }

  /// Makes a change that may be a mistake; the error waits, then.
  func postponing(_ change: () throws(LayoutError) -> Void) {
    do { try change() } catch { postpone(error) }
  }
}

// MARK: - Who is told

extension Scene {
  /// The errors that the next ``layout()`` will throw, in the order in which the mistakes were made.
  public var pendingErrors: [LayoutError] { engine.pendingErrors.errors }

  /// Throws the errors that wait, as one error with ``LayoutError/others``, without laying out. They wait no longer then.
  public func throwPendingErrors() throws(LayoutError) { try engine.throwPendingErrors() }
}

extension View {
  /// The errors of calls that do not throw, in the order in which the mistakes were made: those of the view's scene, which
  /// the next ``Scene/layout()`` throws; outside a scene those of the view and what is inside it, which wait until the
  /// view comes into one. Linear in the subtree outside a scene.
  public var pendingErrors: [LayoutError] { (node.engine?.pendingErrors ?? ownPendingErrors).errors }

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
    if let engine = node.engine { return try engine.throwPendingErrors() }
    let waiting = ownPendingErrors
    guard !waiting.isEmpty else { return }
    forEachNode { $0.pendingErrors = nil }
    if let error = LayoutError(waiting.errors) { throw error }
  }

  /// The same without looking at what is inside a view in no scene.
  package func throwOwnPendingErrors() throws(LayoutError) {
    if let engine = node.engine { return try engine.throwPendingErrors() }
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
  public var pendingErrors: [LayoutError] { (node.engine?.pendingErrors ?? node.pendingErrors ?? []).errors }
}

extension LayoutError {
  /// The same error with where the call was, unless it has a place.
  func located(_ fileID: String, _ line: UInt) -> LayoutError {
    guard location == nil else { return self }
    var located = self
    located.location = "\(fileID):\(line)"
    return located
  }
}
