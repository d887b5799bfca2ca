// The order in which conflicts keep constraints, as a function of the tree and of what callers activated in which order.
//
// Layouts make constraints as well, of stacks, margins and autoresizing masks, and when they do depends on when somebody
// asked for a layout. So the order among those follows the tree instead of their activation: a scene that was laid out
// after each edit breaks what one breaks that is built from nothing.

/// Where a constraint stands among those of a conflict. The smallest is kept longest; the largest gives way.
struct ConflictRank: Comparable {
  /// Of kinds of constraints the later ones give way first: what stacks stand on, the edges of guides, what callers made,
  /// gaps of stacks, autoresizing masks, content sizes. (A hidden stack whose margins do not fit into its length of zero
  /// loses a margin, as on a phone.)
  private enum Tier: Int {
    case system, stack, guide, caller, spacing, mask, content
  }

  private let tier: Tier
  /// Among a caller's: where the activation stands.
  private let sequence: UInt64
  /// The view whose position in the tree decides among all others: outer ones are firmer.
  private let anchor: ItemNode?
  private let axis: Axis
  private let constraint: Constraint?

  init(_ constraint: Constraint) {
    tier =
      switch constraint.kind {
      case .stack: .stack
      case .marginGuide, .safeAreaGuide, .readableGuide: .guide
      case .relation: .caller
      case .stackSpacing: .spacing
      case .autoresizing: .mask
      case .contentSize, .rootSize: .content
      }
    sequence = constraint.isOwned ? constraint.sequence : 0
    anchor = constraint.isOwned ? constraint.ownerNode : constraint.first
    axis = constraint.firstAttribute == .height ? .vertical : .horizontal
    self.constraint = constraint.isOwned ? constraint : nil
  }

  /// That of a content size, without the constraint that stands for it.
  init(contentOf node: ItemNode, _ axis: Axis) {
    (tier, sequence, anchor, self.axis, constraint) = (.content, 0, node, axis, nil)
  }

  private init(_ tier: Tier, sequence: UInt64) {
    (self.tier, self.sequence, anchor, axis, constraint) = (tier, sequence, nil, .horizontal, nil)
  }

  /// What nothing can change.
  static var system: ConflictRank { ConflictRank(.system, sequence: 0) }
  /// The target of a fitting size: it gives way before constraints of callers, after gaps, masks and contents.
  static var target: ConflictRank { ConflictRank(.caller, sequence: .max) }

  static func < (a: ConflictRank, b: ConflictRank) -> Bool {
    if a.tier != b.tier { return a.tier.rawValue < b.tier.rawValue }
    if a.tier != .caller, let one = a.anchor, let other = b.anchor {
      if one !== other { return one.precedes(other) }
      if a.axis != b.axis { return a.axis == .horizontal }
      if let first = a.constraint, let second = b.constraint {
        let (first, second) = (first.positionInOwner(one), second.positionInOwner(one))
        if first != second { return first < second }
      }
    }
    return a.sequence < b.sequence
  }

  static func == (a: ConflictRank, b: ConflictRank) -> Bool { !(a < b) && !(b < a) }
}

extension Constraint {
  var rank: ConflictRank { ConflictRank(self) }

  /// What tells the constraints of one owner apart: which items and which attributes they relate.
  fileprivate func positionInOwner(_ owner: ItemNode) -> (Int, Int, Int, Int, Int) {
    (
      first.position(in: owner), firstAttribute.rawValue, second?.position(in: owner) ?? 0, secondAttribute.rawValue,
      relation.rawValue
    )
  }
}

extension Sequence<Constraint> {
  /// In the order in which conflicts keep them.
  func sortedByRank() -> [Constraint] {
    map { ($0.rank, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension ItemNode {
  /// Whether the view is nearer to the root than another one, or as near and comes first. Linear in the distance to
  /// their nearest common ancestor.
  fileprivate func precedes(_ other: ItemNode) -> Bool {
    guard let engine, let otherEngine = other.engine, engine === otherEngine, slot >= 0, other.slot >= 0 else {
      return false
    }
    let (depth, otherDepth) = (engine.slots[Int(slot)].depth, engine.slots[Int(other.slot)].depth)
    guard depth == otherDepth else { return depth < otherDepth }
    var (one, two) = (self, other)
    while let parent = one.parent, let otherParent = two.parent {
      if parent === otherParent { return one.position(in: parent) < two.position(in: parent) }
      (one, two) = (parent, otherParent)
    }
    return false
  }

  /// Where the item is among those of a view: the view itself, its guides of the system's, what spans its arranged views,
  /// the caller's guides, its subviews, and the gaps between those.
  fileprivate func position(in owner: ItemNode) -> Int {
    if self === owner { return 1 }
    switch kind {
    case .contentGuide, .frameGuide, .marginsGuide, .safeAreaGuide, .readableGuide, .keyboardGuide:
      return 2 + Int(kind.rawValue)
    case .stackGuide:
      guard let stack = owner.arranging, stack.spannerNode !== self else { return 20 }
      // A gap is known by the view that it is after.
      let edge = references.lazy.filter { $0.kind == .stack && $0.first === self }.compactMap(\.second)
      return 1 << 41 + (edge.compactMap { $0.isView ? $0.position(in: owner) : nil }.min() ?? 0)
    case .guide: return 1 << 39 + (owner.view?.layoutGuides.firstIndex { $0.node === self } ?? 0)
    case .view, .scrollView, .stackView: return 1 << 40 + (view.flatMap { owner.view?.position(of: $0) } ?? 0)
    }
  }
}
