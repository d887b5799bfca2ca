// The declarative form: what is to hold is described whole, and only the difference to what holds is done.

/// What applying a block changed.
public struct LayoutDifference {
  /// Constraints that were there and are as described.
  public var kept: [Constraint] = []
  /// Constraints that were there and got another constant, multiplier or priority in place.
  public var edited: [Constraint] = []
  /// Constraints that were made, or activated again.
  public var added: [Constraint] = []
  /// Constraints that are no longer described, and were deactivated.
  public var removed: [Constraint] = []

  /// Whether nothing changed.
  public var isEmpty: Bool { edited.isEmpty && added.isEmpty && removed.isEmpty }
}

/// Constraints that belong together: described by a block, switched on and off at once.
///
/// ```swift
/// let group = ConstraintGroup()
/// try group.apply {
///   title.leading == card.leading + 10
///   if let badge { badge.centerY == title.centerY }
///   for row in rows { row.height == 44 ~ .high }
/// }
/// ```
///
/// Applying another block does the difference: a constraint that is described again stays, its constant, multiplier and
/// priority edited in place; one that is described no longer goes; one that is new comes. A constraint is recognized by
/// its two attributes, its relation and its label; of several with the same, the first by the first and so on.
///
/// The group holds its constraints, whether they are active or not.
public final class ConstraintGroup: Restorable {
  private var stored: State
  /// The item that the group belongs to, of one that is declared or a state.
  private let item: ItemNode?

  /// All that an edit of the group can change.
  struct State {
    var constraints: [Constraint] = []
    var isActive: Bool
  }

  /// The constraints, in the order of their description.
  public var constraints: [Constraint] { stored.constraints }

  /// Whether the group's constraints are active.
  public var isActive: Bool { stored.isActive }

  /// Creates an empty group.
  ///
  /// - Parameter isActive: Whether constraints take effect as they are applied.
  public convenience init(isActive: Bool = true) {
    self.init(of: nil, isActive: isActive)
  }

  init(of item: ItemNode?, isActive: Bool = true) {
    self.item = item
    stored = State(isActive: isActive)
  }

  /// Changes the state, which open savepoints keep first: those of the scenes that the items of its constraints, those
  /// of before and those to come, are in.
  private func change(_ state: State) {
    var nodes = item.map { [$0] } ?? []
    for constraint in stored.constraints + state.constraints {
      nodes.append(constraint.first)
      if let second = constraint.second { nodes.append(second) }
    }
    if nodes.isEmpty { ChangeBlock.current?.layoutEngine.stateKeeper?.keep(self) }
    for node in nodes where node.isRecorded {
      for keeper in node.stateKeepers { keeper.keep(self) }
    }
    stored = state
  }

  var restoration: () -> Void { { [stored] in self.stored = stored } }

  /// Makes the group what the block describes. A block that fails changes nothing.
  ///
  /// Linear in the number of constraints, old and new.
  ///
  /// - Throws: As ``ConstraintSpec/make()``, ``Constraint/activate()`` and the setters of ``Constraint``.
  @discardableResult
  public func apply(@LayoutBuilder _ specs: () -> [ConstraintSpec]) throws(LayoutError) -> LayoutDifference {
    try apply(specs())
  }

  func apply(_ specs: [ConstraintSpec]) throws(LayoutError) -> LayoutDifference {
    var matcher = ConstraintMatcher(constraints)
    var difference = LayoutDifference()
    var changes = ChangeSet()
    var described: [Constraint] = []
    described.reserveCapacity(specs.count)
    for spec in specs {
      let values = spec.values
      guard let known = matcher.take(spec.key, values) else {
        let constraint = try spec.make()
        described.append(constraint)
        difference.added.append(constraint)
        continue
      }
      described.append(known)
      if known.values != values {
        changes.edits.append((known, values))
        difference.edited.append(known)
      } else if isActive, !known.isActive {
        difference.added.append(known)
      } else {
        difference.kept.append(known)
      }
    }
    difference.removed = matcher.rest
    changes.removals = difference.removed
    if isActive { changes.additions = described.filter { !$0.isActive } }
    try changes.perform()
    for (constraint, spec) in zip(described, specs) {
      if let identifier = spec.identifier { constraint.identifier = identifier }
    }
    change(State(constraints: described, isActive: isActive))
    return difference
  }

  /// Activates the constraints: all or, on an error, none.
  ///
  /// - Throws: As ``Constraint/activate()``.
  public func activate() throws(LayoutError) {
    try Constraint.activateTogether(constraints)
    change(State(constraints: constraints, isActive: true))
  }

  /// Deactivates the constraints; the group keeps them.
  public func deactivate() {
    Constraint.deactivate(constraints)
    change(State(constraints: constraints, isActive: false))
  }

  /// Deactivates `old`, then activates `new`: both or, on an error, neither.
  static func swap(_ old: ConstraintGroup?, for new: ConstraintGroup?) throws(LayoutError) {
    guard old !== new else {
      if let new, !new.constraints.allSatisfy(\.isActive) { try new.activate() }
      return
    }
    let changes = ChangeSet(removals: old?.constraints ?? [], additions: new?.constraints ?? [])
    try changes.perform()
    if let old { old.change(State(constraints: old.constraints, isActive: false)) }
    if let new { new.change(State(constraints: new.constraints, isActive: true)) }
  }
}

/// Finds what was described before, each constraint once.
struct ConstraintMatcher {
  private var byKey: [ConstraintKey: [Constraint]] = [:]
  private var order: [Constraint]
  private var taken: Set<ObjectIdentifier> = []

  init(_ constraints: [Constraint]) {
    order = constraints
    for constraint in constraints { byKey[constraint.key, default: []].append(constraint) }
  }

  /// The first constraint with the key that is left and can be given the values; nil if there is none.
  mutating func take(_ key: ConstraintKey, _ values: ConstraintValues) -> Constraint? {
    guard let candidates = byKey[key] else { return nil }
    for (index, candidate) in candidates.enumerated() where candidate.allows(values) {
      byKey[key]?.remove(at: index)
      taken.insert(ObjectIdentifier(candidate))
      return candidate
    }
    return nil
  }

  /// The first constraint with the key that is left, whatever values it can be given.
  mutating func takeAny(_ key: ConstraintKey) -> Constraint? {
    guard let candidate = byKey[key]?.first else { return nil }
    byKey[key]?.removeFirst()
    taken.insert(ObjectIdentifier(candidate))
    return candidate
  }

  /// Those that nobody took, in their order.
  var rest: [Constraint] { order.filter { !taken.contains(ObjectIdentifier($0)) } }
}
