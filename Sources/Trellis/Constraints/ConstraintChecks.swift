// Auto Layout's checks at run time, with its texts (semantics 2.3).

let missingItemText =
  "*** +[NSLayoutConstraint constraintWithItem:attribute:relatedBy:toItem:attribute:multiplier:constant:]: "
  + "Constraint must contain a first layout item"

/// The same in newer systems.
let modernMissingItemText = "NSLayoutConstraint for (null): Constraint must contain a first layout item"

/// A position without a partner, as iOS 8.2 and before had it.
let classicLocationText =
  "A constraint cannot be made that sets a location equal to a constant. Location attributes must be specified in pairs"

/// 0 < p ≤ 1000; the constraint is for the message.
func checkPriority(_ priority: Priority, _ constraint: Constraint?) throws(LayoutError) {
  guard !priority.isValid else { return }
  let text =
    "It's illegal to set priority:\(priority).  Priorities must be greater than 0 and less or equal to "
    + "NSLayoutPriorityRequired, which is 1000.000000."
  guard let constraint else { throw LayoutError(.priorityOutOfRange, text) }
  throw LayoutError(.priorityOutOfRange, text, constraint)
}

extension Constraint {
  /// What a new constraint has to be.
  func checkAll() throws(LayoutError) {
    if let refusal { throw refusal }
    guard first.isPresent else { throw LayoutError(.missingItem, missingItemText, location: location) }
    try checkPairing()
    try checkMultiplier(storedMultiplier)
    try checkConstant(storedConstant)
    try checkPriority(storedPriority, self)
  }

  /// The new constraint once it is looked at. What is wrong with it comes up when it is activated.
  @inline(never)
  consuming func checked() -> Constraint {
    do { try checkAll() } catch { refuse(error) }
    return self
  }

  func checkPairing() throws(LayoutError) {
    guard firstAttribute != .notAnAttribute else {
      throw LayoutError(.unknownAttribute, "\(prefix)Unknown layout attribute", self)
    }
    let onlyConstant = second == nil || (storedMultiplier == 0 && secondAttribute == .notAnAttribute)
    if firstAttribute.isPosition, onlyConstant || storedMultiplier == 0 {
      throw LayoutError(.locationEqualToConstant, prefix + locationText, self)
    }
    if onlyConstant { return }
    guard firstAttribute.isSize == secondAttribute.isSize, secondAttribute != .notAnAttribute,
      firstAttribute.isSize || firstAttribute.axis == secondAttribute.axis
    else { throw LayoutError(.invalidPairing, "\(prefix)Invalid pairing of layout attributes", self) }
    if (firstAttribute.isDirectional && secondAttribute.isAbsoluteHorizontalEdge)
      || (firstAttribute.isAbsoluteHorizontalEdge && secondAttribute.isDirectional)
    {
      throw LayoutError(
        .mixedDirections,
        "\(prefix)A constraint cannot be made between a leading/trailing attribute and a right/left attribute. "
          + "Use leading/trailing for both or neither.", self)
    }
  }

  func checkMultiplier(_ multiplier: Double) throws(LayoutError) {
    guard multiplier.isFinite else {
      throw LayoutError(
        .multiplierOutOfRange, "Multiplier is not finite!  That's illegal.  multiplier:\(formatted(multiplier))", self)
    }
    if multiplier == 0, firstAttribute.isPosition {
      throw LayoutError(
        .locationEqualToConstant, prefix + locationText, self)
    }
    guard second == nil || multiplier == 0 || (multiplierMinimum...multiplierLimit).contains(abs(multiplier)) else {
      throw LayoutError(
        .multiplierOutOfRange,
        "Multiplier is out of range.  multiplier:\(formatted(multiplier)).  "
          + "It must be 0 or between 4e-7 and 1e6 in size.",
        self)
    }
  }

  func checkConstant(_ constant: Double) throws(LayoutError) {
    guard constant.isFinite else {
      throw LayoutError(
        .valueOutOfRange,
        "NSLayoutConstraint constant is not finite!  That's illegal.  constant:\(formatted(constant)) "
          + "firstAnchor:\(anchorDescription(first, firstAttribute)) "
          + "secondAnchor:\(second.map { anchorDescription($0, secondAttribute) } ?? "(null)")", self)
    }
    guard abs(constant) <= valueLimit else {
      throw LayoutError(
        .valueOutOfRange,
        "NSLayoutConstraint constant is too large.  constant:\(formatted(constant)).  The limit is 1e8.",
        self)
    }
  }

  /// How the errors about a pair of attributes begin. Made for an error only: texts cost more than the checks.
  private var prefix: String { "NSLayoutConstraint for \(itemDescription(first)): " }

  private var locationText: String {
    "A multiplier of 0 or a nil second item together with a location for the first attribute creates an illegal "
      + "constraint of a location equal to a constant. Location attributes must be specified in pairs."
  }
}
