// What a block of the DSL does to the active constraints: checked as a whole before anything of it happens, so that a
// block that fails changes nothing.

struct ChangeSet {
  var removals: [Constraint] = []
  var edits: [(constraint: Constraint, values: ConstraintValues)] = []
  var additions: [Constraint] = []

  /// Deactivates, edits, then activates: all or, on an error, nothing.
  ///
  /// - Throws: As `Constraint.activate` and the setters.
  func perform() throws(LayoutError) {
    for (constraint, values) in edits { try constraint.check(values) }
    for constraint in additions where !constraint.isActive { _ = try constraint.commonAncestor() }
    Constraint.deactivate(removals)
    for (constraint, values) in edits {
      if values.multiplier != constraint.storedMultiplier { try constraint.setMultiplier(values.multiplier) }
      try constraint.setConstant(values.constant)
      try constraint.setPriority(values.priority)
    }
    try Constraint.activateTogether(additions)
  }
}

extension Constraint {
  /// Whether the values can be given to the constraint where it is. Apple-strict mode refuses some of them; a new
  /// constraint then has to take its place.
  func allows(_ values: ConstraintValues) -> Bool {
    guard let layoutEngine, layoutEngine.appleStrict else { return true }
    return values.multiplier == storedMultiplier && values.priority.isRequired == storedPriority.isRequired
  }

  fileprivate func check(_ values: ConstraintValues) throws(LayoutError) {
    if values.multiplier != storedMultiplier { try checkNewMultiplier(values.multiplier) }
    try checkConstant(values.constant)
    if values.priority != storedPriority { try checkNewPriority(values.priority) }
  }
}
