// `view.layout`: make, update, remake, the declarative form and named states of one view or guide.
//
// What was made here is part of the state of the view (not of its node, which constraints hold: that would be a cycle),
// so that a later block can find it again and a failed layout takes it back.

/// What the DSL made for an item.
struct LayoutRecord: DescriptionRecord {
  /// Of make, update and remake.
  var made: [Constraint] = []
  /// Of `declare`.
  var declared: ConstraintGroup?
  var states: [String: ConstraintGroup] = [:]
  /// In the order of their definition.
  var stateNames: [String] = []
  var currentState: String?
}

/// The constraints of a view or guide as the DSL makes them; get one as `view.layout`.
///
/// Every call is all or nothing: an error leaves the tree, the constraints and what is remembered of them as they were.
/// Errors carry the file and line of the sentence. Everything takes effect at the next layout.
public struct ItemLayout {
  let node: ItemNode

  private var record: LayoutRecord? {
    get { (node.view?.layoutRecord ?? node.guide?.layoutRecord) as? LayoutRecord }
    nonmutating set {
      if let view = node.view { view.layoutRecord = newValue } else { node.guide?.layoutRecord = newValue }
    }
  }

  private func changeRecord(_ change: (inout LayoutRecord) -> Void) {
    var changed = record ?? LayoutRecord()
    change(&changed)
    record = changed
  }
}

extension LayoutItem {
  /// Makes and changes the constraints of the item: `view.layout.make { $0.edges.equalToSuperview().inset(10) }`.
  public var layout: ItemLayout { ItemLayout(node: node) }
}

// MARK: - Make, update, remake

extension ItemLayout {
  /// The constraints that make, update and remake made for the item and that are active.
  public var constraints: [Constraint] { record?.made.filter(\.isActive) ?? [] }

  /// Makes and activates what the block describes. Adds only: what is described twice is there twice.
  ///
  /// - Returns: The constraints, sentence by sentence.
  /// - Throws: ``LayoutError/Kind/incompleteDescription``, ``LayoutError/Kind/missingSuperview``,
  ///   ``LayoutError/Kind/invalidPairing``, and as ``Constraint/activate()`` and the initializer of ``Constraint``.
  @discardableResult
  public func make(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    try LayoutPlan.carryOut([plan(.make, try specs(fileID, line, describe))])
  }

  /// Makes what the block describes without activating it. You hold the constraints, nobody else does.
  ///
  /// - Throws: As ``make(fileID:line:_:)``.
  public func prepare(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    try Constraint.made(try specs(fileID, line, describe))
  }

  /// Edits in place what was made for the same attributes with the same relation (and label), and makes what was not:
  /// nothing is there twice, and nothing is missing.
  ///
  /// Constants, multipliers and priorities are edited; constraints that the block does not mention stay as they are.
  ///
  /// - Returns: The constraints that the block describes, edited or new.
  /// - Throws: As ``make(fileID:line:_:)``.
  @discardableResult
  public func update(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    try LayoutPlan.carryOut([plan(.update, try specs(fileID, line, known: record?.made ?? [], describe))])
  }

  /// Deactivates everything that make, update and remake made for the item, and makes what the block describes.
  ///
  /// - Throws: As ``make(fileID:line:_:)``.
  @discardableResult
  public func remake(
    fileID: String = #fileID, line: UInt = #line, _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [Constraint] {
    try LayoutPlan.carryOut([plan(.remake, try specs(fileID, line, describe))])
  }

  /// Deactivates everything that make, update and remake made for the item.
  public func removeAll() {
    guard let record else { return }
    Constraint.deactivate(record.made)
    changeRecord { $0.made = [] }
  }

  func specs(
    _ fileID: String, _ line: UInt, known: [Constraint] = [], _ describe: (LayoutMaker) -> Void
  ) throws(LayoutError) -> [ConstraintSpec] {
    let maker = LayoutMaker(node, fileID, line, known: known.filter(\.isActive))
    describe(maker)
    return try maker.specs()
  }

  func plan(_ way: LayoutPlan.Way, _ specs: [ConstraintSpec]) throws(LayoutError) -> LayoutPlan {
    let known = record?.made ?? []
    var changes = ChangeSet()
    var described: [Constraint] = []
    if way == .update {
      var matcher = ConstraintMatcher(known.filter(\.isActive))
      for spec in specs {
        if let constraint = matcher.take(spec.key, spec.values) {
          changes.edits.append((constraint, spec.values))
          described.append(constraint)
          continue
        }
        let constraint = try spec.make()
        changes.additions.append(constraint)
        described.append(constraint)
        // What could not be edited in place gives way to what was made for it.
        if let refused = matcher.takeAny(spec.key) { changes.removals.append(refused) }
      }
    } else {
      described = try Constraint.made(specs)
      changes.additions = described
      if way == .remake { changes.removals = known }
    }
    let additions = changes.additions
    return LayoutPlan(changes: changes, described: described) {
      // Those that were deactivated, here or elsewhere, are nobody's any more.
      changeRecord { $0.made = known.filter(\.isActive) + additions }
    }
  }
}

/// What a block is going to do to one item.
struct LayoutPlan {
  enum Way { case make, update, remake }

  var changes: ChangeSet
  /// The constraints that the block describes, there already or new.
  var described: [Constraint]
  var remember: () -> Void

  /// Does what the plans say: all or, on an error, nothing.
  static func carryOut(_ plans: [LayoutPlan]) throws(LayoutError) -> [Constraint] {
    var changes = ChangeSet()
    for plan in plans {
      changes.removals += plan.changes.removals
      changes.edits += plan.changes.edits
      changes.additions += plan.changes.additions
    }
    try changes.perform()
    for plan in plans { plan.remember() }
    return plans.flatMap(\.described)
  }
}

// MARK: - Declared constraints and states

extension ItemLayout {
  /// Makes the declared constraints of the item what the block describes, by the difference to the last block; see
  /// ``ConstraintGroup``. What make, update and remake made is not touched.
  ///
  /// - Throws: As ``ConstraintGroup/apply(_:)``.
  @discardableResult
  public func declare(@LayoutBuilder _ specs: () -> [ConstraintSpec]) throws(LayoutError) -> LayoutDifference {
    let group = record?.declared ?? ConstraintGroup(of: node)
    let difference = try group.apply(specs())
    if record?.declared == nil { changeRecord { $0.declared = group } }
    return difference
  }

  /// Defines a state: constraints that are active while the item is in it. Defining it again does the difference, at
  /// once where the item is in it.
  ///
  /// - Throws: As ``ConstraintGroup/apply(_:)``.
  @discardableResult
  public func define(
    _ state: String, @LayoutBuilder _ specs: () -> [ConstraintSpec]
  ) throws(LayoutError) -> LayoutDifference {
    let known = record?.states[state]
    let group = known ?? ConstraintGroup(of: node, isActive: false)
    let difference = try group.apply(specs())
    if known == nil {
      changeRecord {
        $0.states[state] = group
        $0.stateNames.append(state)
      }
    }
    return difference
  }

  /// Switches to a state: the constraints of the last one are deactivated, then those of the new one activated, all or
  /// nothing. Required constraints of two states are never active together. Switching to the state that the item is in
  /// activates those of its constraints again that are not active: after the item, or one that they mention, left the tree
  /// and came back.
  ///
  /// - Parameter name: The state; nil for none.
  /// - Throws: ``LayoutError/Kind/unknownState``, and as ``Constraint/activate()``.
  public func state(_ name: String?) throws(LayoutError) {
    if let name, record?.states[name] == nil {
      let known = states.isEmpty ? "none is defined" : "there are \(states.joined(separator: ", "))"
      throw LayoutError(.unknownState, "\(itemDescription(node)) has no state \"\(name)\": \(known).")
    }
    let present = record?.currentState
    try ConstraintGroup.swap(present.flatMap { record?.states[$0] }, for: name.flatMap { record?.states[$0] })
    if name != present { changeRecord { $0.currentState = name } }
  }

  /// The state that the item is in; nil for none.
  public var currentState: String? { record?.currentState }

  /// The states that are defined, in the order of their definition.
  public var states: [String] { record?.stateNames ?? [] }
}
