// Making, changing and removing the constraints of a flat scene. A new one is a record until the next layout; of one that
// has a row, the row is changed at once.

import Simplex

// MARK: - Making

extension FlatScene {
  /// This position compares with another plus a constant, in points.
  ///
  /// - Throws: As ``constrain(_:_:_:to:_:multiplier:constant:priority:)``.
  @discardableResult @inlinable
  public func constrain(
    _ anchor: some FlatDirectionalAnchor, _ relation: Relation = .equal, to other: some FlatDirectionalAnchor,
    constant: Double = 0, priority: Priority = .required
  ) throws(LayoutError) -> FlatConstraint {
    try add(anchor.reference, relation, other.reference, 1, constant, priority)
  }

  /// This position compares with another plus a constant, in points.
  ///
  /// - Throws: As ``constrain(_:_:_:to:_:multiplier:constant:priority:)``.
  @discardableResult @inlinable
  public func constrain(
    _ anchor: some FlatAbsoluteAnchor, _ relation: Relation = .equal, to other: some FlatAbsoluteAnchor,
    constant: Double = 0, priority: Priority = .required
  ) throws(LayoutError) -> FlatConstraint {
    try add(anchor.reference, relation, other.reference, 1, constant, priority)
  }

  /// This centre compares with another plus a constant, in points.
  ///
  /// - Throws: As ``constrain(_:_:_:to:_:multiplier:constant:priority:)``.
  @discardableResult @inlinable
  public func constrain(
    _ anchor: FlatCenterXAnchor, _ relation: Relation = .equal, to other: FlatCenterXAnchor,
    constant: Double = 0, priority: Priority = .required
  ) throws(LayoutError) -> FlatConstraint {
    try add(anchor.reference, relation, other.reference, 1, constant, priority)
  }

  /// This position compares with another plus a constant, in points.
  ///
  /// - Throws: As ``constrain(_:_:_:to:_:multiplier:constant:priority:)``.
  @discardableResult @inlinable
  public func constrain(
    _ anchor: FlatYAnchor, _ relation: Relation = .equal, to other: FlatYAnchor, constant: Double = 0,
    priority: Priority = .required
  ) throws(LayoutError) -> FlatConstraint {
    try add(anchor.reference, relation, other.reference, 1, constant, priority)
  }

  /// This size compares with a multiple of another plus a constant, in points.
  ///
  /// - Throws: As ``constrain(_:_:_:to:_:multiplier:constant:priority:)``.
  @discardableResult @inlinable
  public func constrain(
    _ anchor: FlatDimension, _ relation: Relation = .equal, to other: FlatDimension, multiplier: Double = 1,
    constant: Double = 0, priority: Priority = .required
  ) throws(LayoutError) -> FlatConstraint {
    try add(anchor.reference, relation, other.reference, multiplier, constant, priority)
  }

  /// This size compares with a number of points.
  ///
  /// - Throws: As ``constrain(_:_:_:to:_:multiplier:constant:priority:)``.
  @discardableResult @inlinable
  public func constrain(
    _ anchor: FlatDimension, _ relation: Relation = .equal, to constant: Double, priority: Priority = .required
  ) throws(LayoutError) -> FlatConstraint {
    try add(anchor.reference, relation, nil, 1, constant, priority)
  }

  /// The four edges of an item are those of another, moved in by insets.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - other: What it is pinned to; nil for its parent.
  ///   - insets: How far in, in points; negative ones reach out.
  ///   - priority: How firmly each of the four constraints holds.
  /// - Returns: Top, left, bottom, right.
  /// - Throws: As ``constrain(_:_:_:to:_:multiplier:constant:priority:)``, and ``LayoutError/Kind/missingSuperview`` for the
  ///   root without another; none of the four is there then.
  @discardableResult
  public func pin(
    _ item: FlatItem, to other: FlatItem? = nil, insets: EdgeInsets = .zero, priority: Priority = .required
  ) throws(LayoutError) -> [FlatConstraint] {
    try check(item)
    guard let other = other ?? parent(of: item) else {
      throw LayoutError(.missingSuperview, "The root lies in no item.  Its frame is the scene's size.")
    }
    try check(other)
    try checkPriority(priority, nil)
    guard insets.isUsable else {
      throw LayoutError(.valueOutOfRange, "The insets \(insets) are not usable.  They must be finite and at most 1e8.")
    }
    guard constraints.count + 4 <= Self.constraintLimit else { throw .size }
    let insets = insets.physical(direction)
    func add(_ attribute: Attribute, _ constant: Double) throws(LayoutError) -> FlatConstraint {
      try self.add(
        FlatReference(item: item, attribute: attribute), .equal, FlatReference(item: other, attribute: attribute), 1,
        constant, priority)
    }
    return [
      try add(.top, insets.top), try add(.left, insets.left), try add(.bottom, -insets.bottom),
      try add(.right, -insets.right),
    ]
  }

  /// Makes a constraint from items and attributes: `first.attribute {==, <=, >=} multiplier × second.otherAttribute + constant`.
  ///
  /// Amortized O(1). Anchors, as in ``constrain(_:_:to:constant:priority:)-(FlatYAnchor,_,_,_,_)``, leave most of what can be
  /// wrong to the compiler.
  ///
  /// - Parameters:
  ///   - first: The item on the first side.
  ///   - attribute: Its attribute: an edge, a centre or a size.
  ///   - relation: How the sides compare.
  ///   - second: The item on the second side; nil for a constant alone.
  ///   - otherAttribute: Its attribute.
  ///   - multiplier: What the second attribute is multiplied by. Other than 1 on a position, both sides are measured from the
  ///     origin of the nearest item that both lie in.
  ///   - constant: What is added to the second side, in points.
  ///   - priority: How firmly it holds.
  /// - Throws: What is wrong with the arguments, in Auto Layout's words, as a ``Constraint``'s
  ///   ``Constraint/lastError`` says it; ``LayoutError/Kind/unknownAttribute`` for margins and baselines,
  ///   ``LayoutError/Kind/missingItem`` for an item that is not in the scene, ``LayoutError/Kind/solver(_:)`` with
  ///   `SolverError.size` for too many constraints.
  @discardableResult
  public func constrain(
    _ first: FlatItem, _ attribute: Attribute, _ relation: Relation = .equal, to second: FlatItem? = nil,
    _ otherAttribute: Attribute = .notAnAttribute, multiplier: Double = 1, constant: Double = 0,
    priority: Priority = .required
  ) throws(LayoutError) -> FlatConstraint {
    try add(
      FlatReference(item: first, attribute: attribute), relation,
      second.map { FlatReference(item: $0, attribute: otherAttribute) }, multiplier, constant, priority)
  }

  @usableFromInline
  func add(
    _ first: FlatReference, _ relation: Relation, _ second: FlatReference?, _ multiplier: Double, _ constant: Double,
    _ priority: Priority
  ) throws(LayoutError) -> FlatConstraint {
    try check(first.item)
    if let second { try check(second.item) }
    // What nearly every constraint is: nothing that the checks would refuse.
    let goes = second.map { first.attribute.surelyGoes(with: $0.attribute) } ?? first.attribute.isSize
    if !goes || multiplier != 1 || !(abs(constant) <= valueLimit) || !priority.isValid {
      try checkAll(first, relation, second, multiplier, constant, priority)
    }
    return try append(
      FlatRecord(
        constant: constant, multiplier: second == nil ? 1 : multiplier, first: first.item.index,
        second: second?.item.index ?? -1, stamp: stamps.constraint, priority: priority, priorityBelow: priority,
        firstAttribute: FlatAttribute(first.attribute),
        secondAttribute: FlatAttribute(second?.attribute ?? .notAnAttribute), relation: relation.simplex,
        flags: .present))
  }

  /// Takes in a record with the next stamp.
  @inline(__always)
  private func append(_ record: FlatRecord) throws(LayoutError) -> FlatConstraint {
    let index: Int32
    if freeConstraints.isEmpty {
      guard constraints.count < Self.constraintLimit else { throw .size }
      index = Int32(truncatingIfNeeded: constraints.count)
      constraints.append(record)
    } else {
      index = freeConstraints.removeLast()
      constraints[Int(index)] = record
      relowered.append(index)
    }
    stamps.constraint &+= 1
    links?.add(constraint: index, record)
    needsLayout = true
    return FlatConstraint(index: index, stamp: record.stamp)
  }

  /// The checks of a constraint between views, with their texts.
  @inline(never)
  private func checkAll(
    _ first: FlatReference, _ relation: Relation, _ second: FlatReference?, _ multiplier: Double, _ constant: Double,
    _ priority: Priority
  ) throws(LayoutError) {
    for attribute in [first.attribute, second?.attribute ?? .width] where !attribute.isPlain {
      guard attribute != .notAnAttribute else { throw LayoutError(.unknownAttribute, "Unknown layout attribute") }
      throw LayoutError(
        .unknownAttribute, "A flat scene has no \(attribute).  Use edges, centres and sizes, and constants.")
    }
    // A pair of views stands for the items: what goes together is the same.
    let (one, other) = (View(), View())
    one.name = first.item.description
    other.name = second?.item.description
    let constraint = Constraint(
      item: one, attribute: first.attribute, relatedBy: relation,
      toItem: second.map { $0.item == first.item ? one : other }, attribute: second?.attribute ?? .notAnAttribute,
      multiplier: multiplier, constant: constant, priority: priority, fileID: "", line: 0)
    guard let error = constraint.lastError else { return }
    throw LayoutError(error.kind, error.text)
  }
}

// MARK: - Content sizes

extension FlatScene {
  /// Gives an item a content width: wider is an error at the hugging priority, narrower at the compression resistance. Asked for
  /// again, the width and the priorities change. Amortized O(1).
  ///
  /// - Throws: ``LayoutError/Kind/missingItem``, ``LayoutError/Kind/valueOutOfRange`` for NaN, a negative number, or more than
  ///   1e8, ``LayoutError/Kind/priorityOutOfRange``, ``LayoutError/Kind/solver(_:)``.
  @discardableResult
  public func setContentWidth(
    _ width: Double, of item: FlatItem, hugging: Priority = .defaultLow, compression: Priority = .defaultHigh
  ) throws(LayoutError) -> FlatConstraint {
    try setContent(.horizontal, width, of: item, hugging, compression)
  }

  /// Gives an item a content height; see ``setContentWidth(_:of:hugging:compression:)``.
  ///
  /// - Throws: As ``setContentWidth(_:of:hugging:compression:)``.
  @discardableResult
  public func setContentHeight(
    _ height: Double, of item: FlatItem, hugging: Priority = .defaultLow, compression: Priority = .defaultHigh
  ) throws(LayoutError) -> FlatConstraint {
    try setContent(.vertical, height, of: item, hugging, compression)
  }

  private func setContent(
    _ axis: Axis, _ length: Double, of item: FlatItem, _ hugging: Priority, _ compression: Priority
  ) throws(LayoutError) -> FlatConstraint {
    try check(item)
    try checkPriority(hugging, nil)
    try checkPriority(compression, nil)
    guard (0...valueLimit).contains(length) else {
      throw LayoutError(
        .valueOutOfRange,
        "The content \(axis == .horizontal ? "width" : "height") \(formatted(length)) of \(item) is not usable.  "
          + "It must be between 0 and 1e8 points.")
    }
    let place = 2 * Int(item.index) + Int(axis.rawValue)
    if place < contents.count, contents[place] >= 0 {
      let constraint = handle(contents[place])
      try change(constraint) { record in
        record.constant = length
        (record.priority, record.priorityBelow) = (hugging, compression)
      }
      return constraint
    }
    let attribute = FlatAttribute(axis == .horizontal ? .width : .height)
    let constraint = try append(
      FlatRecord(
        constant: length, multiplier: 1, first: item.index, second: -1, stamp: stamps.constraint, priority: hugging,
        priorityBelow: compression, firstAttribute: attribute, secondAttribute: FlatAttribute(.notAnAttribute),
        relation: .equal, flags: [.present, .content]))
    if contents.count <= place {
      contents += repeatElement(-1, count: max(place + 1, 2 * itemRecords.count) - contents.count)
    }
    contents[place] = constraint.index
    return constraint
  }
}

// MARK: - Looking and changing

extension FlatScene {
  /// How many constraints there are, content sizes among them. O(1).
  public var constraintCount: Int { constraints.count - freeConstraints.count }

  /// Whether the constraint is in the scene: it was made here, and neither it nor one of its items has been removed.
  public func contains(_ constraint: FlatConstraint) -> Bool {
    let index = Int(constraint.index)
    return index < constraints.count && constraints[index].stamp == constraint.stamp && constraints[index].isPresent
  }

  func handle(_ index: Int32) -> FlatConstraint {
    FlatConstraint(index: index, stamp: constraints[Int(index)].stamp)
  }

  private func check(_ constraint: FlatConstraint) throws(LayoutError) {
    guard contains(constraint) else {
      throw LayoutError(
        .missingItem,
        "Constraint \(constraint.index) is not in the scene: it or an item of it was removed, or another scene made it."
      )
    }
  }

  /// What is added to the second side, or the length of a content size, in points; nil where the constraint is not in the
  /// scene.
  public func constant(of constraint: FlatConstraint) -> Double? {
    contains(constraint) ? constraints[Int(constraint.index)].constant : nil
  }

  /// How firmly the constraint holds; of a content size its hugging. nil where the constraint is not in the scene.
  public func priority(of constraint: FlatConstraint) -> Priority? {
    contains(constraint) ? constraints[Int(constraint.index)].priority : nil
  }

  /// What the constraint says: `item 4.left == item 3.right + 8 @750`. nil where it is not in the scene.
  public func description(of constraint: FlatConstraint) -> String? {
    guard contains(constraint) else { return nil }
    let record = constraints[Int(constraint.index)]
    let first = "\(item(at: record.first)).\(record.firstAttribute.attribute)"
    if record.isContent {
      return "\(first) == \(formatted(record.constant)) Hug:\(record.priority) "
        + "CompressionResistance:\(record.priorityBelow)"
    }
    let priority = record.priority.isRequired ? "" : " @\(record.priority)"
    let constant = record.constant
    guard record.second >= 0 else { return "\(first) \(Relation(record.relation)) \(formatted(constant))\(priority)" }
    let factor = record.multiplier == 1 ? "" : "\(formatted(record.multiplier)) * "
    let shift = constant == 0 ? "" : constant < 0 ? " - \(formatted(-constant))" : " + \(formatted(constant))"
    return "\(first) \(Relation(record.relation)) \(factor)\(item(at: record.second))"
      + ".\(record.secondAttribute.attribute)\(shift)\(priority)"
  }

  /// Changes what is added to the second side, or the length of a content size. O(1).
  ///
  /// - Throws: ``LayoutError/Kind/missingItem`` where the constraint is not in the scene, ``LayoutError/Kind/valueOutOfRange``.
  public func setConstant(_ constant: Double, of constraint: FlatConstraint) throws(LayoutError) {
    try check(constraint)
    let isContent = constraints[Int(constraint.index)].isContent
    guard abs(constant) <= valueLimit, constant >= 0 || !isContent else {
      throw LayoutError(
        .valueOutOfRange,
        "The constant \(formatted(constant)) of \(description(of: constraint) ?? "") is not usable.  "
          + "It must be \(isContent ? "between 0 and 1e8 points" : "finite and at most 1e8 points in size").")
    }
    guard constant != constraints[Int(constraint.index)].constant else { return }
    try change(constraint) { $0.constant = constant }
  }

  /// Changes how firmly a constraint holds; of a content size both priorities. O(1).
  ///
  /// - Throws: ``LayoutError/Kind/missingItem`` where the constraint is not in the scene,
  ///   ``LayoutError/Kind/priorityOutOfRange``.
  public func setPriority(_ priority: Priority, of constraint: FlatConstraint) throws(LayoutError) {
    try check(constraint)
    try checkPriority(priority, nil)
    try change(constraint) { ($0.priority, $0.priorityBelow) = (priority, priority) }
  }

  /// Changes a record, and its row where it has one: the row first, so that nothing has changed where that fails.
  private func change(_ constraint: FlatConstraint, _ body: (inout FlatRecord) -> Void) throws(LayoutError) {
    let index = Int(constraint.index)
    let before = constraints[index]
    var record = before
    body(&record)
    if let solver, record.row >= 0 {
      let row = [Row(index: record.row)]
      do {
        if record.constant != before.constant {
          try solver.setConstants(row, [isMirrored(record) ? -record.constant : record.constant])
        }
        let (priorities, old) = (record.rowPriorities, before.rowPriorities)
        if priorities != old { try solver.setPriorities(row, [priorities.above], below: [priorities.below]) }
      } catch {
        throw LayoutError(error)
      }
    }
    constraints[index] = record
    if record.flags.contains(.contested) { recovery.edited.insert(constraint.index) }
    needsLayout = true
  }

  /// Whether the row is measured from right to left.
  private func isMirrored(_ record: FlatRecord) -> Bool {
    direction == .rightToLeft
      && (record.firstAttribute.attribute.isDirectional || record.secondAttribute.attribute.isDirectional)
  }

  /// Removes a constraint, or a content size. O(1) but for the first removal, which is linear in the scene.
  ///
  /// - Throws: ``LayoutError/Kind/missingItem`` where it is not in the scene; ``LayoutError/Kind/solver(_:)`` with
  ///   `SolverError.memory`.
  public func remove(_ constraint: FlatConstraint) throws(LayoutError) {
    try check(constraint)
    ensureLinks()
    try removeConstraints([constraint.index])
  }

  func ensureLinks() {
    if links == nil { links = FlatLinks(items: itemRecords, constraints: constraints) }
  }

  /// Removes constraints that are there, each named once.
  func removeConstraints(_ indices: [Int32]) throws(LayoutError) {
    let rows = indices.compactMap { index in
      let row = constraints[Int(index)].row
      return row < 0 ? nil : Row(index: row)
    }
    do { if !rows.isEmpty { try solver?.remove(rows) } } catch { throw LayoutError(error) }
    for index in indices {
      let record = constraints[Int(index)]
      links?.remove(constraint: index, record)
      if record.isContent {
        contents[2 * Int(record.first) + (record.firstAttribute.attribute == .width ? 0 : 1)] = -1
      }
      if record.flags.contains(.contested) { recovery.edited.insert(index) }
      constraints[Int(index)].flags = []
      constraints[Int(index)].row = -1
      freeConstraints.append(index)
    }
    if !indices.isEmpty { needsLayout = true }
  }
}
