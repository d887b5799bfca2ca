// The constraints that a view owns, in the order of activation.
//
// A constraint knows its place, and removal leaves a hole, so that activating and deactivating cost the same however
// many a view owns; holes are squeezed out when they outnumber what is left.

struct ConstraintList {
  private var places: [Constraint?] = []
  private(set) var count = 0

  mutating func append(_ constraint: Constraint) {
    constraint.ownerIndex = places.count
    places.append(constraint)
    count += 1
  }

  mutating func remove(_ constraint: Constraint) {
    places[constraint.ownerIndex] = nil
    constraint.ownerIndex = -1
    count -= 1
    if places.count > 2 * count + 16 { squeeze() }
  }

  private mutating func squeeze() {
    places.removeAll { $0 == nil }
    for (index, constraint) in places.enumerated() { constraint?.ownerIndex = index }
  }

  func forEach(_ body: (Constraint) -> Void) {
    for case let constraint? in places { body(constraint) }
  }

  /// Puts a constraint back where its activation belongs.
  mutating func restore(_ constraint: Constraint) {
    append(constraint)
    places.sort { ($0?.sequence ?? 0) < ($1?.sequence ?? 0) }
    squeeze()
  }

  var all: [Constraint] { places.compactMap(\.self) }
}
