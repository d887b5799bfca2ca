// The constraints that a view owns (semantics 2.2).

extension View {
  /// The constraints that the view owns, in the order of their activation; after a layout also the content-size
  /// constraints of the view, at the end.
  public var constraints: [Constraint] {
    node.ownedConstraints + (node.layoutEngine?.contentConstraints(of: node) ?? [])
  }

  /// Activates a constraint with this view as its owner: the way before `isActive`. Does nothing if the view owns it
  /// already; takes it from another owner.
  ///
  /// Nothing changes, and the next layout throws, on a mistake: ``LayoutError/Kind/wrongOwner`` if an item of the
  /// constraint is neither this view nor inside it, ``LayoutError/Kind/missingItem``,
  /// ``LayoutError/Kind/systemConstraint``, and what was wrong with the arguments that the constraint was made of.
  public func addConstraint(_ constraint: Constraint) { addConstraints([constraint]) }

  /// Activates several constraints with this view as their owner: all or, if there is anything wrong with any of them,
  /// none. What is wrong with each of them waits, as with ``addConstraint(_:)``.
  public func addConstraints(_ constraints: [Constraint]) {
    var isSound = true
    for constraint in constraints {
      do {
        try checkOwnership(of: constraint)
      } catch {
        isSound = false
        constraint.lastError = error
        if !constraint.isWaiting(error), !node.isWaiting(error) {
          constraint.postpone(error, .activation, with: node)
        }
      }
    }
    guard isSound else { return }
    for constraint in constraints { adopt(constraint) }
  }

  /// The same as ``addConstraint(_:)`` for those who can throw. Nothing waits then.
  package func addCheckedConstraint(_ constraint: Constraint) throws(LayoutError) {
    try checkOwnership(of: constraint)
    adopt(constraint)
  }

  /// Deactivates a constraint that this view owns; does nothing if it does not.
  public func removeConstraint(_ constraint: Constraint) {
    if constraint.ownerNode === node || (constraint.kind == .contentSize && constraint.first === node) {
      constraint.deactivate()
    }
  }

  /// Deactivates several constraints that this view owns.
  public func removeConstraints(_ constraints: [Constraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  private func adopt(_ constraint: Constraint) {
    guard constraint.ownerNode !== node else { return }
    constraint.deactivate()
    constraint.install(on: node, sequence: ActivationCounter.take())
  }

  private func checkOwnership(of constraint: Constraint) throws(LayoutError) {
    guard constraint.kind == .relation else {
      throw LayoutError(.systemConstraint, "A constraint made by the system can't be added to a view.", constraint)
    }
    if !constraint.isSound { try constraint.checkAll() }
    guard constraint.first.isPresent, constraint.second?.isPresent ?? true else {
      throw LayoutError(.missingItem, missingItemText, constraint)
    }
    guard constraint.first.isDescendant(of: node), constraint.second?.isDescendant(of: node) ?? true else {
      var error = LayoutError(
        .wrongOwner,
        "Unable to install constraint on view.  Does the constraint reference something from outside the subtree of "
          + "the view?  That's illegal. constraint:\(constraint.description) view:\(itemDescription(node))", constraint)
      error.log = unpreparedHierarchy(of: node, for: constraint)
      throw error
    }
  }
}

extension Constraint {
  /// The view that holds the constraint while it is active: the nearest common ancestor of its items (the view itself
  /// for a lone width or height), or the view that ``View/addConstraint(_:)`` was called on.
  public var owner: View? { ownerNode?.view }
}
