// Changing a constraint in place. Each edit is recorded with the engine, which changes the row it has for it: nothing
// is torn down and made again.

extension Constraint {
  /// What is added to the second side, in points. Changing it is the cheapest edit there is.
  public var constant: Double {
    get {
      switch kind {
      case .relation, .stack, .stackSpacing, .autoresizing: storedConstant
      case .marginGuide, .safeAreaGuide, .readableGuide: guideConstant
      case .contentSize, .rootSize: layoutEngine?.systemConstant(self) ?? storedConstant
      }
    }
    set { postponing(.constant) { () throws(LayoutError) in try setConstant(newValue) } }
  }

  /// How firmly the constraint holds. By default it can be changed at any time, also from and to required. A content
  /// size says required, as Auto Layout's do; what counts is the view's hugging and compression resistance.
  public var priority: Priority {
    get { storedPriority }
    set { postponing(.priority) { () throws(LayoutError) in try setPriority(newValue) } }
  }

  /// What the second attribute is multiplied by. Can be changed at any time by default.
  public var multiplier: Double {
    get { storedMultiplier }
    set { postponing(.multiplier) { () throws(LayoutError) in try setMultiplier(newValue) } }
  }

  /// What the constraint's error counts for among those of its priority; 1 by default. Means nothing at required.
  public var weight: Double {
    get { storedWeight }
    set { postponing(.weight) { () throws(LayoutError) in try setWeight(newValue) } }
  }

  /// Sets ``constant``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``, ``LayoutError/Kind/systemConstraint``.
  public func setConstant(_ constant: Double) throws(LayoutError) {
    try checkEditable("constant")
    try checkConstant(constant)
    settle(.constant)
    guard constant != storedConstant else { return }
    storedConstant = constant
    recheck()
    layoutEngine?.markDirty(self, .constant)
  }

  /// Sets ``priority``.
  ///
  /// - Throws: ``LayoutError/Kind/priorityOutOfRange``, ``LayoutError/Kind/systemConstraint``, and in Apple-strict mode
  ///   ``LayoutError/Kind/requiredPriorityChange``.
  public func setPriority(_ priority: Priority) throws(LayoutError) {
    try checkNewPriority(priority)
    settle(.priority)
    guard priority != storedPriority else { return }
    storedPriority = priority
    recheck()
    layoutEngine?.markDirty(self, .priority)
  }

  /// Sets ``multiplier``.
  ///
  /// - Throws: ``LayoutError/Kind/multiplierOutOfRange``, ``LayoutError/Kind/locationEqualToConstant``,
  ///   ``LayoutError/Kind/systemConstraint``, and in Apple-strict mode ``LayoutError/Kind/readOnlyMultiplier``.
  public func setMultiplier(_ multiplier: Double) throws(LayoutError) {
    try checkNewMultiplier(multiplier)
    settle(.multiplier)
    guard multiplier != storedMultiplier else { return }
    storedMultiplier = multiplier
    recheck()
    layoutEngine?.markDirty(self, .terms)
  }

  /// Sets ``weight``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange`` unless 1e-7 ≤ weight ≤ 1e8, ``LayoutError/Kind/systemConstraint``.
  public func setWeight(_ weight: Double) throws(LayoutError) {
    try checkEditable("weight")
    guard (weightMinimum...valueLimit).contains(weight) else {
      throw LayoutError(
        .valueOutOfRange, "The weight \(formatted(weight)) is not usable.  It must be between 1e-7 and 1e8.", self)
    }
    settle(.weight)
    guard weight != storedWeight else { return }
    storedWeight = weight
    layoutEngine?.markDirty(self, .priority)
  }

  func checkNewPriority(_ priority: Priority) throws(LayoutError) {
    try checkEditable("priority")
    try checkPriority(priority, self)
    if let layoutEngine, layoutEngine.appleStrict, priority.isRequired != storedPriority.isRequired {
      throw LayoutError(
        .requiredPriorityChange,
        "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  "
          + "You passed priority \(priority) and the existing priority was \(storedPriority).", self)
    }
  }

  func checkNewMultiplier(_ multiplier: Double) throws(LayoutError) {
    try checkEditable("multiplier")
    if let layoutEngine, layoutEngine.appleStrict {
      throw LayoutError(
        .readOnlyMultiplier, "The multiplier of an NSLayoutConstraint is read-only: \(description)", self)
    }
    try checkMultiplier(multiplier)
  }

  private func checkEditable(_ property: String) throws(LayoutError) {
    guard kind == .relation else {
      throw LayoutError(.systemConstraint, "The \(property) of a constraint made by the system can't be set.", self)
    }
  }

  private func postponing(_ property: PendingProperty, _ change: () throws(LayoutError) -> Void) {
    do {
      try change()
      if isSound, lastError != nil { lastError = waitingError }
    } catch {
      lastError = error
      postpone(error, property)
    }
  }

  /// Keeps an error for the next layout of the scene that the first item is in or comes into; without one, the second.
  ///
  /// - Parameter node: Who keeps it instead.
  func postpone(_ error: LayoutError, _ property: PendingProperty, with node: ItemNode? = nil) {
    let holder = node ?? (first.isPresent ? first : second ?? first)
    errorHolder = holder
    holder.postpone(error, property, of: self)
  }

  /// A property has got a usable value: what was wrong with it before is told no longer.
  func settle(_ property: PendingProperty) {
    guard let errorHolder else { return }
    for node in [errorHolder, first, second] { node?.settle(property, of: self) }
    if isSound, lastError != nil { lastError = waitingError }
  }

  /// What is wrong with the constraint that still waits, last of all.
  var waitingError: LayoutError? {
    errorHolder?.pendingErrors(about: self).max { $0.order < $1.order }?.error
  }

  /// The axis of a constraint made by the system.
  var systemAxis: Axis { firstAttribute == .width ? .horizontal : .vertical }
}
