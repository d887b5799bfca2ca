// Errors that wait (docs/coming-from-uikit.md says why). What is spelled as in UIKit cannot throw: a property initializer,
// the closure of a `lazy var` and a method that overrides one of UIKit's have no `try`. So a mistake there leaves
// everything as it was, and its error waits with the item it is about until it can be thrown: the next layout of the
// scene that the item is in or comes into.
//
// The error of a property's setter waits only as long as the property has no usable value since: a value that was
// corrected is no mistake any more.

/// An error, and when it was made.
struct PendingError {
  /// Errors of different items are thrown in the order of the mistakes.
  let order: UInt64
  let error: LayoutError
  /// What could not be set, if that is what the mistake was.
  let property: PendingProperty?
  /// Whose property: an item's node, a constraint or an layoutEngine.
  private(set) weak var object: AnyObject?
  /// The item that the error waits with outside a scene.
  private(set) weak var holder: ItemNode?

  init(_ error: LayoutError, _ property: PendingProperty? = nil, of object: AnyObject? = nil, holder: ItemNode? = nil) {
    order = ActivationCounter.take()
    self.error = error
    self.property = property
    self.object = object
    self.holder = holder
  }

  func concerns(_ property: PendingProperty, of object: AnyObject) -> Bool {
    self.property == property && self.object === object
  }
}

/// A property whose setter cannot throw.
enum PendingProperty: Hashable {
  case frame, margins, additionalSafeArea, alignmentInsets, firstBaseline, lastBaseline
  case hugging(Axis), compression(Axis)
  case spacing, customSpacing(ObjectIdentifier)
  case constant, priority, multiplier, weight, activation
  case sceneSize, sceneSafeArea, sceneScale, readableWidth, keyboardHeight
}

extension [PendingError] {
  /// The errors in the order in which the mistakes were made.
  var errors: [LayoutError] { sorted { $0.order < $1.order }.map(\.error) }

  /// Takes out those of a property that has a usable value now.
  mutating func withdraw(_ property: PendingProperty, of object: AnyObject) {
    removeAll { $0.concerns(property, of: object) }
  }
}

extension ItemNode {
  /// Keeps an error for the next layout of the scene that the item is in, or comes into.
  func postpone(_ error: LayoutError) { postpone(PendingError(error)) }

  private func postpone(_ error: PendingError) {
    if let layoutEngine {
      layoutEngine.pendingErrors.append(error)
    } else {
      pendingErrors = (pendingErrors ?? []) + [error]
    }
  }

  /// Keeps the error of a setter.
  ///
  /// - Parameter object: Whose property it is; the item's own by default.
  func postpone(_ error: LayoutError, _ property: PendingProperty, of object: AnyObject? = nil) {
    errorKeeper = layoutEngine
    hasPendingProperties = true
    postpone(PendingError(error, property, of: object ?? self, holder: self))
  }

  /// A property has got a usable value: what was wrong with it before is told no longer, wherever it waits.
  func settle(_ property: PendingProperty, of object: AnyObject? = nil) {
    guard hasPendingProperties else { return }
    let object = object ?? self
    pendingErrors?.withdraw(property, of: object)
    layoutEngine?.pendingErrors.withdraw(property, of: object)
    if let errorKeeper, errorKeeper !== layoutEngine { errorKeeper.pendingErrors.withdraw(property, of: object) }
    // Those of a scene that is gone wait with what was its root.
    guard link == nil else { return }
    var next = parent
    while let node = next {
      node.pendingErrors?.withdraw(property, of: object)
      next = node.parent
    }
  }

  /// What waits about an object, wherever it waits.
  func pendingErrors(about object: AnyObject) -> [PendingError] {
    let kept = errorKeeper.flatMap { $0 === layoutEngine ? nil : $0.pendingErrors } ?? []
    return ((pendingErrors ?? []) + (layoutEngine?.pendingErrors ?? []) + kept).filter { $0.object === object }
  }

  /// Whether such an error waits already.
  func isWaiting(_ error: LayoutError) -> Bool {
    (layoutEngine?.pendingErrors ?? pendingErrors ?? []).contains { $0.error == error }
  }

  /// Sets a property of the item; of an unusable value the error waits.
  func postponing(_ property: PendingProperty, _ change: () throws(LayoutError) -> Void) {
    do { try change() } catch { postpone(error, property) }
  }
}

extension LayoutError {
  /// The same error with where the call was, unless it has a location.
  func located(_ fileID: String, _ line: UInt) -> LayoutError {
    guard location == nil else { return self }
    var located = self
    located.location = "\(fileID):\(line)"
    return located
  }
}
