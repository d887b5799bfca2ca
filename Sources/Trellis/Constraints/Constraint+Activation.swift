// Switching constraints on and off, and who owns them (semantics 2.2, rows B01 to B11).

internal import CTrellis

extension Constraint {
  /// Whether the constraint is active: held by its owner, and part of the layout of the scene that the owner is in.
  /// Setting it to true where the items have no common ancestor leaves it false, and the next layout throws; see
  /// ``lastError`` and, to get the error at once, ``activate()``.
  public var isActive: Bool {
    get {
      isOwned ? ownerReference != nil : layoutEngine?.hasSystemRow(self) ?? false
    }
    set {
      if newValue {
        activatePostponing()
      } else {
        deactivate()
      }
    }
  }

  /// Activates the constraint, owned by the nearest common ancestor of its items. Does nothing if it is active.
  ///
  /// Takes effect at the next layout. Linear in the distance to the common ancestor.
  ///
  /// - Throws: ``LayoutError/Kind/noCommonAncestor``, ``LayoutError/Kind/missingItem``,
  ///   ``LayoutError/Kind/systemConstraint``, and what was wrong with the arguments that the constraint was made of.
  public func activate() throws(LayoutError) {
    guard !isActive else { return }
    install(on: try commonAncestor().takeUnretainedValue(), sequence: ActivationCounter.take())
  }

  private func activatePostponing() {
    do { try activate() } catch { postponeActivation(error) }
  }

  /// Keeps what is wrong with an activation for the next layout.
  private func postponeActivation(_ error: LayoutError) {
    lastError = error
    if !isWaiting(error) { postpone(error, .activation) }
  }

  func isWaiting(_ error: LayoutError) -> Bool {
    first.isWaiting(error) || second?.isWaiting(error) ?? false
  }

  /// Deactivates the constraint. Its owner releases it. Does nothing if it is not active.
  ///
  /// A content-size constraint stays away until the view's intrinsic content size is invalidated; other constraints
  /// that the system made stay active.
  public func deactivate() {
    switch kind {
    case .relation:
      uninstall()
      // Whoever deactivates it no longer asks for what failed.
      settle(.activation)
    case .contentSize: layoutEngine?.suppressContent(first, systemAxis)
    case .rootSize, .marginGuide, .safeAreaGuide, .readableGuide, .stack, .stackSpacing, .autoresizing: break
    }
  }

  // Inlined, as an array that is written out for the call and seen not to leave it needs no memory of its own.

  /// Activates several constraints, first to last: all or, if there is anything wrong with any of them, none.
  ///
  /// What is wrong, with each of them, is what the next layout throws: see ``lastError``. To get the error at once, call
  /// ``View/throwPendingErrors()``, or use ``activate()``.
  @inlinable
  public static func activate(_ constraints: [Constraint]) {
    constraints.withUnsafeBufferPointer { activate($0) }
  }

  @usableFromInline
  static func activate(_ constraints: UnsafeBufferPointer<Constraint>) {
    do { try activateTogether(constraints) } catch { postponeActivation(of: constraints) }
  }

  /// Finds out what is wrong with each.
  private static func postponeActivation(of constraints: UnsafeBufferPointer<Constraint>) {
    let known = constraints.lazy.map(\.first).first { $0.isPresent }
    for constraint in constraints where !constraint.isActive {
      do {
        _ = try constraint.commonAncestor()
      } catch {
        constraint.postponeActivation(error)
        // Without items there is nowhere to wait but with those of the others.
        if !constraint.first.isPresent, constraint.second?.isPresent != true, let known, !known.isWaiting(error) {
          constraint.postpone(error, .activation, with: known)
        }
      }
    }
  }

  /// The same for those who can throw.
  ///
  /// - Throws: As ``activate()``, for the first that can't be activated.
  package static func activateTogether(_ constraints: [Constraint]) throws(LayoutError) {
    try constraints.withUnsafeBufferPointer { buffer throws(LayoutError) in try activateTogether(buffer) }
  }

  private static func activateTogether(_ constraints: UnsafeBufferPointer<Constraint>) throws(LayoutError) {
    let sequence = ActivationCounter.take(constraints.count)
    let detached = activateDetached(constraints, sequence: sequence)
    guard detached.end < constraints.count else { return }
    do throws(LayoutError) {
      // It concerns a scene, unless it is not to be activated at all.
      _ = try constraints[detached.end].commonAncestor()
      try activate(constraints[detached.end...], sequence: sequence + UInt64(detached.count))
    } catch {
      takeBack(constraints[..<detached.end], since: sequence)
      throw error
    }
  }

  /// Activates those before the first that concerns a scene, each as soon as it is found good: nobody observes them, so
  /// they can be undone without a trace.
  ///
  /// - Returns: Where the first is that concerns a scene, or can't be activated; and how many were activated.
  private static func activateDetached(
    _ constraints: UnsafeBufferPointer<Constraint>, sequence: UInt64
  ) -> (end: Int, count: Int) {
    constraints.withMemoryRebound(to: Unmanaged<Constraint>.self) { references in
      var count = 0
      for index in references.indices {
        let isActivated = references[index].read { constraint in
          if constraint.isCounted { return true }
          guard let owner = constraint.possibleOwner else { return false }
          return owner.read { owner in
            guard owner.link == nil else { return false }
            constraint.install(on: owner, sequence: sequence &+ UInt64(truncatingIfNeeded: count))
            count &+= 1
            return true
          }
        }
        if !isActivated { return (index, count) }
      }
      return (references.count, count)
    }
  }

  /// Activates several, all of which are looked at first.
  private static func activate(
    _ constraints: Slice<UnsafeBufferPointer<Constraint>>, sequence: UInt64
  ) throws(LayoutError) {
    var owners: [Unmanaged<ItemNode>?] = []
    owners.reserveCapacity(constraints.count)
    for constraint in constraints { owners.append(constraint.isCounted ? nil : try constraint.commonAncestor()) }
    var sequence = sequence
    for (constraint, owner) in zip(constraints, owners) where constraint.ownerReference == nil {
      guard let owner else { continue }
      owner.read { constraint.install(on: $0, sequence: sequence) }
      sequence += 1
    }
  }

  /// Deactivates those that were activated since.
  private static func takeBack(_ constraints: Slice<UnsafeBufferPointer<Constraint>>, since sequence: UInt64) {
    for constraint in constraints.reversed() where constraint.ownerReference != nil && constraint.sequence >= sequence {
      constraint.uninstall()
    }
  }

  /// Whether the constraint is active as far as activating several goes: one with an owner is, and what the system made is
  /// asked about itself.
  private var isCounted: Bool { ownerReference != nil || (!isOwned && isActive) }

  /// Deactivates several constraints.
  public static func deactivate(_ constraints: [Constraint]) {
    for constraint in constraints { constraint.deactivate() }
  }

  /// The record of the nearest view that both items are in; of the item's own view for one item. Their tree holds it.
  func commonAncestor() throws(LayoutError) -> Unmanaged<ItemNode> {
    if let owner = possibleOwner { return owner }
    guard kind == .relation else {
      throw LayoutError(.systemConstraint, "A constraint made by the system can't be activated.", self)
    }
    if !isSound { try checkAll() }
    guard first.isPresent, second?.isPresent ?? true else { throw LayoutError(.missingItem, missingItemText, self) }
    throw LayoutError(
      .noCommonAncestor,
      "Unable to activate constraint with anchors \(anchorDescription(first, firstAttribute)) and "
        + "\(second.map { anchorDescription($0, secondAttribute) } ?? "(null)") because they have no common "
        + "ancestor.  "
        + "Does the constraint or its anchors reference items in different view hierarchies?  That's illegal.", self)
  }

  /// The owner that the constraint is to have; nil where it cannot be activated.
  private var possibleOwner: Unmanaged<ItemNode>? {
    guard kind == .relation, isSound else { return nil }
    let one = Unmanaged.passUnretained(first)
    let other = secondReference ?? one
    guard one.read({ $0.isPresent }), other.read({ $0.isPresent }),
      let owner = one.read({ one in other.read { nearestCommonAncestor(one, $0) } }), owner.read({ $0.isPresent })
    else { return nil }
    return owner
  }

  /// Activates the constraint.
  @inline(__always)
  func install(on owner: ItemNode, sequence: UInt64) {
    take(owner, sequence)
    if hasExtras { activationSucceeded() }
    owner.own(self)
    enterReferences()
    owner.layoutEngine?.add(self)
  }

  /// An activation that failed before is set right.
  @inline(never)
  private func activationSucceeded() {
    guard lastError != nil || errorHolder != nil else { return }
    settle(.activation)
    switch lastError?.kind {
    case .noCommonAncestor?, .missingItem?, .wrongOwner?: lastError = waitingError
    default: break
    }
  }

  /// Deactivates a constraint that has an owner, whoever made it.
  func uninstall() {
    guard let ownerNode else { return }
    ownerNode.layoutEngine?.remove(self)
    leaveReferences()
    state.owner = nil
    // The owner may be the last to hold the constraint.
    withExtendedLifetime(self) { ownerNode.disown(self) }
  }
}

/// The nearest view that contains both nodes, a view containing itself. nil if they are in different trees.
func nearestCommonAncestor(_ first: ItemNode, _ second: ItemNode) -> Unmanaged<ItemNode>? {
  guard let one = first.viewReference, let other = second.viewReference else { return nil }
  // What nearly every constraint is: one view, siblings, or a view and its superview. No need to know the depth.
  if one == other { return one }
  let otherParent = other.read { $0.parentReference }
  if let parent = one.read({ $0.parentReference }) {
    if parent == other { return other }
    if let otherParent, parent == otherParent { return parent }
  }
  if let otherParent, otherParent == one { return one }
  var (a, b) = (one.takeUnretainedValue(), other.takeUnretainedValue())
  var depthA = depth(a)
  var depthB = depth(b)
  while depthA > depthB, let parent = a.parent {
    a = parent
    depthA -= 1
  }
  while depthB > depthA, let parent = b.parent {
    b = parent
    depthB -= 1
  }
  while a !== b {
    guard let parentA = a.parent, let parentB = b.parent else { return nil }
    a = parentA
    b = parentB
  }
  return Unmanaged.passUnretained(a)
}

private func depth(_ node: ItemNode) -> Int {
  var depth = 0
  var current = node
  while let parent = current.parent {
    depth += 1
    current = parent
  }
  return depth
}

// MARK: - The order of activation

/// Numbers activations, so that the most recent of a conflict is known even if the scene came later. One counter for
/// all trees, because trees are joined; only numbers within one tree are ever compared, so threads that build trees of
/// their own do not change each other's layouts.
enum ActivationCounter {
  /// The first of `count` numbers of its own.
  static func take(_ count: Int = 1) -> UInt64 { lx_activations_take(UInt64(count)) }
}
