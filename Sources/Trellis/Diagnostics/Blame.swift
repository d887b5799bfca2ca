// How unlikely a member of a conflict is to be at fault: a number of its own for each sign, added up. Nothing of it decides
// whether a change is a cure, only which one is told first.
//
// A minimal set says that one of its members is too much, and nothing about which. Mistakes have habits, though: a
// constraint is added twice, a digit slips, an attribute is the wrong one of the list, a fixed size is left from an earlier
// design. Each sign's weight is the order in which somebody who looks for the mistake would look at it.

/// The signs of a mistake among the members of a conflict.
struct Blame {
  private let engine: Engine
  /// How often the views that own the members use a constant, by its absolute value.
  private var usage: [Double: Int] = [:]

  /// Of an owner's constraints, so many are looked at for the numbers that are usual there.
  private static let usageLimit = 256

  init(_ engine: Engine, _ members: [Constraint]) {
    self.engine = engine
    var owners = Set<ObjectIdentifier>()
    for owner in members.lazy.filter({ $0.kind == .relation }).compactMap(\.ownerNode).prefix(16)
    where owners.insert(ObjectIdentifier(owner)).inserted {
      var count = 0
      var cursor = owner.firstOwned
      while count < Self.usageLimit, let constraint = cursor?.takeUnretainedValue() {
        cursor = constraint.ownerLinks.next
        count += 1
        if constraint.kind == .relation { usage[abs(constraint.storedConstant), default: 0] += 1 }
      }
    }
  }

  /// What can be said before anything is solved.
  func prior(_ constraint: Constraint) -> Double {
    switch constraint.kind {
    case .rootSize: return 120
    case .contentSize: return 90
    case .autoresizing: return 60
    case .relation: break
    default: return 200
    }
    if constraint.standsForSystem || constraint.identifier.map(Self.isSystemIdentifier) == true { return 100 }
    var score = 0.0
    if !Self.twins(of: constraint).isEmpty { score -= 24 }
    score -= Self.oddity(of: constraint)
    // A fixed length is what changes of a design leave behind.
    if constraint.second == nil, constraint.relation == .equal { score -= 4 }
    if constraint.relation != .equal { score += 3 }
    if abs(constraint.storedConstant) > 0, usage[abs(constraint.storedConstant), default: 0] <= 1 { score -= 3 }
    return score
  }

  /// What the least change of its constant says, and what that moves.
  func posterior(_ constraint: Constraint, newConstant: Double?, moved: (items: Int, largest: Double)) -> Double {
    var score = 2 * logarithm(1 + Double(moved.items)) + logarithm(1 + moved.largest)
    guard constraint.kind == .relation, let newConstant else { return score }
    let others = usage[abs(newConstant), default: 0]
    if newConstant != 0, others > 0 { score -= 5 + min(4, logarithm(Double(others))) }
    if newConstant == 0, constraint.storedConstant != 0 { score -= 3 }
    if Self.isSlip(constraint.storedConstant, newConstant) { score -= 9 }
    if newConstant != (newConstant * 2).rounded() / 2 { score += 4 }
    if constraint.firstAttribute.isSize, constraint.second == nil, newConstant <= 0 { score += 8 }
    return score
  }

  // MARK: Signs

  /// Identifiers of constraints that UIKit makes, in layouts that were read back from its logs.
  static func isSystemIdentifier(_ identifier: String) -> Bool {
    ["UIView-Encapsulated-Layout-", "_UITemporaryLayout", "UIViewSafeAreaLayoutGuide-", "UIView-", "UISV-", "NSView-"]
      .contains { identifier.hasPrefix($0) } || identifier.contains("-guide-constraint")
  }

  /// Active constraints between the same attributes of the same items, with the same relation: one of the two says again
  /// what the other says, or contradicts it. Linear in the constraints on the first item.
  static func twins(of constraint: Constraint) -> [Constraint] {
    constraint.first.references.filter { other in
      other !== constraint && other.kind == .relation && other.isActive && other.relation == constraint.relation
        && other.priority.isRequired && (isAlike(other, constraint) || isReverse(other, constraint))
    }
  }

  private static func isAlike(_ one: Constraint, _ other: Constraint) -> Bool {
    one.first === other.first && one.second === other.second && one.firstAttribute.family == other.firstAttribute.family
      && one.secondAttribute.family == other.secondAttribute.family
  }

  private static func isReverse(_ one: Constraint, _ other: Constraint) -> Bool {
    one.relation == .equal && one.second != nil && one.first === other.second && one.second === other.first
      && one.firstAttribute.family == other.secondAttribute.family
      && one.secondAttribute.family == other.firstAttribute.family
  }

  /// How unusual the attributes are together: edges that face away from each other, a near edge held by a far one of what
  /// is around it, an edge by a centre, a width by a height, a gap that overlaps.
  private static func oddity(of constraint: Constraint) -> Double {
    guard let second = constraint.second else { return 0 }
    let (one, other) = (constraint.firstAttribute.side, constraint.secondAttribute.side)
    if constraint.firstAttribute.isSize, constraint.secondAttribute.isSize {
      return constraint.firstAttribute == constraint.secondAttribute || second === constraint.first ? 0 : 8
    }
    let isNested = second.isDescendant(of: constraint.first) || constraint.first.isDescendant(of: second)
    if one == other { return !isNested && constraint.storedConstant != 0 && one != .center ? 4 : 0 }
    if one == .center || other == .center { return 8 }
    if isNested { return 10 }
    // From the one that comes first to the next the gap is positive.
    let gap = one == .near ? constraint.storedConstant : -constraint.storedConstant
    return gap < -40 ? 8 : 0
  }

  /// Whether the new number is the likelier of the two.
  static func isLikely(_ new: Double, insteadOf old: Double) -> Bool {
    isSlip(old, new) || (new != 0 && usual.contains(abs(new)) && !usual.contains(abs(old)))
  }

  private static let usual: Set<Double> = [0, 4, 5, 8, 10, 12, 15, 16, 20, 24, 30, 32, 40, 44, 48, 50, 60, 64, 100]

  /// Whether one number becomes the other by a slip: the sign, a digit too many, too few or another, two that are swapped, a
  /// power of ten.
  static func isSlip(_ old: Double, _ new: Double) -> Bool {
    guard old != new, old != 0, new != 0 else { return false }
    if abs(old) == abs(new) { return true }
    if old.sign != new.sign { return false }
    for factor in [10.0, 100] where abs(old * factor - new) < 1e-9 || abs(new * factor - old) < 1e-9 { return true }
    return isOneSlip(Array(formatted(abs(old)).utf8), Array(formatted(abs(new)).utf8))
  }

  /// One digit inserted, left out or replaced, or two neighbours swapped. Of numbers of one digit any becomes any other.
  private static func isOneSlip(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    guard long.count - short.count <= 1, long.count > 1 else { return false }
    var head = 0
    while head < short.count, short[head] == long[head] { head += 1 }
    if short.count < long.count { return short[head...].elementsEqual(long[(head + 1)...]) }
    if short[(head + 1)...].elementsEqual(long[(head + 1)...]) { return true }
    return head + 1 < short.count && short[head] == long[head + 1] && short[head + 1] == long[head]
      && short[(head + 2)...].elementsEqual(long[(head + 2)...])
  }
}

/// The binary logarithm of a number ≥ 1, with a straight line between the powers of two: enough to weigh with.
private func logarithm(_ value: Double) -> Double {
  guard value >= 1, value.isFinite else { return 0 }
  return Double(value.exponent) + value.significand - 1
}

extension Attribute {
  /// Which end of an axis.
  fileprivate enum Side { case near, far, center, none }

  fileprivate var side: Side {
    switch self {
    case .left, .leading, .top, .leftMargin, .leadingMargin, .topMargin, .firstBaseline: .near
    case .right, .trailing, .bottom, .rightMargin, .trailingMargin, .bottomMargin, .lastBaseline: .far
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: .center
    case .width, .height, .notAnAttribute: .none
    }
  }

  /// The attribute that stands for all that mean the same edge where text runs from left to right.
  fileprivate var family: Attribute {
    switch self {
    case .leading: .left
    case .trailing: .right
    case .leadingMargin: .leftMargin
    case .trailingMargin: .rightMargin
    default: self
    }
  }
}
