// Which constraints a view owns, and which mention an item: lists that run through the constraints themselves.
//
// Activating, deactivating and moving cost the same however many there are, and no list allocates. The owner's list holds
// its constraints, one retain each; the lists of items hold nothing, as an active constraint has an owner.

/// The neighbours of a constraint in one list.
struct ConstraintLinks {
  private var before: Unmanaged<Constraint>?
  private var behind: Unmanaged<Constraint>?

  init() {}

  var previous: Constraint? {
    get { before?.takeUnretainedValue() }
    set { before = newValue.map(Unmanaged.passUnretained) }
  }

  var next: Constraint? {
    get { behind?.takeUnretainedValue() }
    set { behind = newValue.map(Unmanaged.passUnretained) }
  }
}

// MARK: - What a view owns

extension ItemNode {
  /// Takes hold of a constraint, as the one activated last.
  func own(_ constraint: Constraint) {
    insert(constraint, after: lastOwned)
  }

  /// Takes hold of a constraint where its activation belongs. Linear in what was activated since.
  func restore(_ constraint: Constraint) {
    var place = lastOwned
    while let earlier = place, earlier.sequence > constraint.sequence { place = earlier.ownerLinks.previous }
    insert(constraint, after: place)
  }

  private func insert(_ constraint: Constraint, after place: Constraint?) {
    _ = Unmanaged.passRetained(constraint)
    constraint.ownerLinks.previous = place
    let next: Constraint?
    if let place {
      next = place.ownerLinks.next
      place.ownerLinks.next = constraint
    } else {
      next = firstOwned
      firstOwned = constraint
    }
    constraint.ownerLinks.next = next
    if let next { next.ownerLinks.previous = constraint } else { lastOwned = constraint }
  }

  /// Lets go of a constraint, which may be its end unless the caller holds it.
  func disown(_ constraint: Constraint) {
    let links = constraint.ownerLinks
    constraint.ownerLinks = ConstraintLinks()
    if let previous = links.previous { previous.ownerLinks.next = links.next } else { firstOwned = links.next }
    if let next = links.next { next.ownerLinks.previous = links.previous } else { lastOwned = links.previous }
    Unmanaged.passUnretained(constraint).release()
  }

  /// The view goes: what it owns is in force no longer.
  func disownAll() {
    while let constraint = firstOwned {
      constraint.leaveReferences()
      constraint.ownerNode = nil
      disown(constraint)
    }
  }

  /// Calls `body` with each constraint that the view owns, in the order of activation; it may deactivate that one.
  func forEachOwned(_ body: (Constraint) -> Void) {
    var place = firstOwned
    while let constraint = place {
      place = constraint.ownerLinks.next
      body(constraint)
    }
  }

  /// The constraints that the view owns, in the order of activation.
  var ownedConstraints: [Constraint] {
    var all: [Constraint] = []
    forEachOwned { all.append($0) }
    return all
  }
}

// MARK: - What mentions an item

extension ItemNode {
  /// The active constraints that mention this item, each once, in no particular order. While they are gone through, the
  /// one at hand may be deactivated, and no other.
  var references: References { References(node: self) }

  struct References: Sequence, IteratorProtocol {
    private let node: ItemNode
    private var upcoming: Constraint?

    fileprivate init(node: ItemNode) {
      self.node = node
      upcoming = node.firstReference
    }

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
