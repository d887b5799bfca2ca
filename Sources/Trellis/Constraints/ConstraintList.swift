// Which constraints a view owns, and which mention an item: lists that run through the constraints themselves.
//
// Activating, deactivating and moving cost the same however many there are, and no list allocates. The owner's list holds
// its constraints, one retain each; the lists of items hold nothing, as an active constraint has an owner.

/// The neighbours of a constraint in one list.
struct ConstraintLinks {
  unowned(unsafe) var previous: Constraint?
  unowned(unsafe) var next: Constraint?
}

/// The constraints that a view owns, in the order of activation. To be emptied before it goes.
struct ConstraintList {
  private unowned(unsafe) var first: Constraint?
  private unowned(unsafe) var last: Constraint?

  mutating func append(_ constraint: Constraint) {
    insert(constraint, after: last)
  }

  /// Puts a constraint back where its activation belongs. Linear in what was activated since.
  mutating func restore(_ constraint: Constraint, sequence: UInt64) {
    var place = last
    while let earlier = place, earlier.sequence > sequence { place = earlier.ownerLinks.previous }
    insert(constraint, after: place)
  }

  private mutating func insert(_ constraint: Constraint, after place: Constraint?) {
    _ = Unmanaged.passRetained(constraint)
    let next = place == nil ? first : place?.ownerLinks.next
    constraint.ownerLinks.previous = place
    constraint.ownerLinks.next = next
    if let place { place.ownerLinks.next = constraint } else { first = constraint }
    if let next { next.ownerLinks.previous = constraint } else { last = constraint }
  }

  /// Lets go of a constraint, which may be its end unless the caller holds it.
  mutating func remove(_ constraint: Constraint) {
    let (previous, next) = (constraint.ownerLinks.previous, constraint.ownerLinks.next)
    if let previous { previous.ownerLinks.next = next } else { first = next }
    if let next { next.ownerLinks.previous = previous } else { last = previous }
    constraint.ownerLinks = ConstraintLinks()
    Unmanaged.passUnretained(constraint).release()
  }

  /// Lets go of all constraints, each after a call of `body`.
  mutating func removeAll(_ body: (Constraint) -> Void) {
    while let constraint = first {
      body(constraint)
      remove(constraint)
    }
  }

  /// Calls `body` with each constraint; it may take that constraint off the list.
  func forEach(_ body: (Constraint) -> Void) {
    var place = first
    while let constraint = place {
      place = constraint.ownerLinks.next
      body(constraint)
    }
  }

  /// How many there are; they are counted.
  var count: Int {
    var count = 0
    forEach { _ in count += 1 }
    return count
  }

  var all: [Constraint] {
    var all: [Constraint] = []
    forEach { all.append($0) }
    return all
  }
}

extension ItemNode {
  /// The active constraints that mention this item, each once, in no particular order. While they are gone through, the
  /// one at hand may be deactivated, and no other.
  var references: References { References(node: self, upcoming: firstReference) }

  struct References: Sequence, IteratorProtocol {
    fileprivate let node: ItemNode
    fileprivate unowned(unsafe) var upcoming: Constraint?

    var isEmpty: Bool { upcoming == nil }

    mutating func next() -> Constraint? {
      guard let constraint = upcoming else { return nil }
      upcoming = constraint.referenceLinks(of: node).next
      return constraint
    }
  }
}

extension Constraint {
  fileprivate func referenceLinks(of node: ItemNode) -> ConstraintLinks {
    first === node ? firstLinks : secondLinks
  }

  /// Puts the constraint on the lists of its items.
  func enterReferences() {
    let next = first.firstReference
    firstLinks.next = next
    next?.setPrevious(self, in: first)
    first.firstReference = self
    guard let second, second !== first else { return }
    let other = second.firstReference
    secondLinks.next = other
    other?.setPrevious(self, in: second)
    second.firstReference = self
  }

  /// Takes the constraint off the lists of its items.
  func leaveReferences() {
    leave(first, firstLinks)
    firstLinks = ConstraintLinks()
    guard let second, second !== first else { return }
    leave(second, secondLinks)
    secondLinks = ConstraintLinks()
  }

  private func leave(_ node: ItemNode, _ links: ConstraintLinks) {
    if let previous = links.previous {
      previous.setNext(links.next, in: node)
    } else {
      node.firstReference = links.next
    }
    links.next?.setPrevious(links.previous, in: node)
  }

  private func setNext(_ constraint: Constraint?, in node: ItemNode) {
    if first === node { firstLinks.next = constraint } else { secondLinks.next = constraint }
  }

  private func setPrevious(_ constraint: Constraint?, in node: ItemNode) {
    if first === node { firstLinks.previous = constraint } else { secondLinks.previous = constraint }
  }
}
