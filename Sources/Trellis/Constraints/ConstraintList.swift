// Which constraints a view owns, and which mention an item: lists that run through the constraints themselves.
//
// Activating, deactivating and moving cost the same however many there are, and no list allocates. The owner's list holds
// its constraints, one retain each; the lists of items hold nothing, as an active constraint has an owner.

internal import CTrellis

/// The neighbours of a constraint in one list. Not held: what is on a list has an owner.
struct ConstraintLinks {
  fileprivate(set) var next: Unmanaged<Constraint>?
  fileprivate var previous: Unmanaged<Constraint>?
}

extension Unmanaged {
  /// Reads or changes the object without taking hold of it; it is held elsewhere meanwhile.
  @inline(__always)
  func read<Result>(_ body: (Instance) throws -> Result) rethrows -> Result { try _withUnsafeGuaranteedRef(body) }

  static func == (left: Unmanaged, right: Unmanaged) -> Bool { left.toOpaque() == right.toOpaque() }
}

// MARK: - What a view owns

extension ItemNode {
  /// Takes hold of a constraint, as the one activated last.
  @inline(__always)
  func own(_ constraint: Constraint) {
    let reference = Unmanaged.passRetained(constraint)
    count(constraint)
    constraint.ownerLinks = ConstraintLinks(next: nil, previous: lastOwned)
    if let lastOwned { lastOwned.read { $0.ownerLinks.next = reference } } else { firstOwned = reference }
    lastOwned = reference
  }

  @inline(__always)
  private func count(_ constraint: Constraint) {
    ownedCount += 1
    if !constraint.isPlain { ownedSpecialCount += 1 }
  }

  /// Takes hold of constraints where their activations belong. Linear in them, if they are the last activated first,
  /// and in what was activated since the first of them.
  func own(again constraints: [Constraint]) {
    var cursor = lastOwned
    for constraint in constraints {
      while let earlier = cursor, earlier.read({ $0.sequence > constraint.sequence }) {
        cursor = earlier.read { $0.ownerLinks.previous }
      }
      insert(constraint, after: cursor)
    }
  }

  private func insert(_ constraint: Constraint, after cursor: Unmanaged<Constraint>?) {
    count(constraint)
    let reference = Unmanaged.passRetained(constraint)
    let next = cursor.map { $0.read { $0.ownerLinks.next } } ?? firstOwned
    constraint.ownerLinks = ConstraintLinks(next: next, previous: cursor)
    if let cursor { cursor.read { $0.ownerLinks.next = reference } } else { firstOwned = reference }
    if let next { next.read { $0.ownerLinks.previous = reference } } else { lastOwned = reference }
  }

  /// Lets go of a constraint, which may be its end unless the caller holds it.
  func disown(_ constraint: Constraint) {
    ownedCount -= 1
    if !constraint.isPlain { ownedSpecialCount -= 1 }
    let links = constraint.ownerLinks
    constraint.ownerLinks = ConstraintLinks()
    if let previous = links.previous {
      previous.read { $0.ownerLinks.next = links.next }
    } else {
      firstOwned = links.next
    }
    if let next = links.next {
      next.read { $0.ownerLinks.previous = links.previous }
    } else {
      lastOwned = links.previous
    }
    Unmanaged.passUnretained(constraint).release()
  }

  /// The view goes: what it owns is no longer active. Its end may be that of each.
  func disownAll() {
    while let reference = firstOwned {
      firstOwned = reference.read { constraint in
        constraint.leaveReferences()
        constraint.unrecordedState.owner = nil
        let next = constraint.ownerLinks.next
        constraint.ownerLinks = ConstraintLinks()
        return next
      }
      reference.release()
    }
    (lastOwned, ownedCount, ownedSpecialCount) = (nil, 0, 0)
  }

  /// Prefetches what the view owns, as far as it was made one after another.
  @inline(__always)
  func prefetchOwned() {
    guard let firstOwned, let lastOwned else { return }
    lx_prefetch_range(UInt(bitPattern: firstOwned.toOpaque()), UInt(bitPattern: lastOwned.toOpaque()))
  }

  /// Calls `body` with each constraint that the view owns, in the order of activation; it may deactivate that one.
  func forEachOwned(_ body: (Constraint) -> Void) {
    var cursor = firstOwned
    while let constraint = cursor?.takeUnretainedValue() {
      cursor = constraint.ownerLinks.next
      body(constraint)
    }
  }

  /// The same, without taking hold of them: `body` deactivates none.
  @inline(__always)
  func readOwned(_ body: (Constraint) -> Void) {
    var cursor = firstOwned
    while let reference = cursor {
      cursor = reference.read { constraint in
        body(constraint)
        return constraint.ownerLinks.next
      }
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
    private var upcoming: Unmanaged<Constraint>?

    fileprivate init(node: ItemNode) {
      self.node = node
      upcoming = node.firstReference
    }

    var isEmpty: Bool { upcoming == nil }

    mutating func next() -> Constraint? {
      guard let constraint = upcoming?.takeUnretainedValue() else { return nil }
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
    let reference = Unmanaged.passUnretained(self)
    firstLinks.next = first.firstReference
    firstLinks.next?.read { $0.setPrevious(reference, in: first) }
    first.firstReference = reference
    guard let secondReference, !(secondReference == Unmanaged.passUnretained(first)) else { return }
    secondReference.read { second in
      secondLinks.next = second.firstReference
      secondLinks.next?.read { $0.setPrevious(reference, in: second) }
      second.firstReference = reference
    }
  }

  /// Takes the constraint off the lists of its items.
  func leaveReferences() {
    leave(first, firstLinks)
    firstLinks = ConstraintLinks()
    guard let secondReference, !(secondReference == Unmanaged.passUnretained(first)) else { return }
    secondReference.read { leave($0, secondLinks) }
    secondLinks = ConstraintLinks()
  }

  private func leave(_ node: ItemNode, _ links: ConstraintLinks) {
    if let previous = links.previous {
      previous.read { $0.setNext(links.next, in: node) }
    } else {
      node.firstReference = links.next
    }
    links.next?.read { $0.setPrevious(links.previous, in: node) }
  }

  private func setNext(_ constraint: Unmanaged<Constraint>?, in node: ItemNode) {
    if first === node { firstLinks.next = constraint } else { secondLinks.next = constraint }
  }

  private func setPrevious(_ constraint: Unmanaged<Constraint>?, in node: ItemNode) {
    if first === node { firstLinks.previous = constraint } else { secondLinks.previous = constraint }
  }
}
