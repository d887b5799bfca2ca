// A random tree with random constraints, and random edits of it. Two worlds of one seed that take the same steps are
// the same, so one can be laid out warm and the other from scratch.

import TestSupport
import Trellis

final class RandomWorld {
  let scene: Scene
  private var random: SplitMix64
  private(set) var views: [View] = []
  private(set) var items: [any LayoutItem] = []
  /// All constraints ever made, active or not; the index names one across worlds.
  private(set) var constraints: [Constraint] = []
  private var made = 0
  /// How often a constraint is required.
  private let requiredShare: Double

  init(seed: UInt64, views count: Int, requiredShare: Double = 0.5) throws {
    random = SplitMix64(seed: seed)
    self.requiredShare = requiredShare
    let root = View("root")
    scene = try Scene(
      root: root, size: Size(width: Double(random.int(100...800)), height: Double(random.int(100...800))))
    views = [root]
    items = [root]
    for _ in 1..<max(2, count) { try addView() }
    for _ in 0..<(random.int(1...4) * count) { try addConstraint() }
  }

  private static let priorities: [Priority] = [999.5, 999, 750, 750, 500, 250, 250, 50, 1]

  private func name() -> String {
    made += 1
    return "v\(made)"
  }

  private func length() -> Double {
    random.chance(0.2) ? Double(random.int(-2000...2000)) / 8 : Double(random.int(0...60) * 5)
  }

  private func contentSize() -> Size {
    Size(
      width: random.chance(0.3) ? -1 : Double(random.int(0...200)),
      height: random.chance(0.3) ? -1 : Double(random.int(0...200)))
  }

  private func priority() -> Priority { random.chance(requiredShare) ? .required : random.pick(Self.priorities) }

  private func addView() throws {
    let parent = random.pick(views)
    let view = random.chance(0.1) ? ScrollView(name()) : View(name())
    if random.chance(0.4) { view.intrinsicSize = contentSize() }
    if random.chance(0.1) { view.layoutMargins = insets() }
    if random.chance(0.1) { view.alignmentRectInsets = insets() }
    if random.chance(0.1) { view.layoutDirection = random.pick(LayoutDirection.allCases) }
    if random.chance(0.1) { try view.setBaselines(first: Double(random.int(0...20)), last: Double(random.int(0...20))) }
    if random.chance(0.2) { try view.setContentHuggingPriority(random.pick(Self.priorities), for: .horizontal) }
    if random.chance(0.2) { try view.setContentCompressionResistancePriority(priority(), for: .vertical) }
    try parent.addSubview(view)
    views.append(view)
    items.append(view)
    if random.chance(0.15) {
      let guide = LayoutGuide(name())
      try view.addLayoutGuide(guide)
      items.append(guide)
    }
    if let scroll = view as? ScrollView { items += [scroll.contentLayoutGuide, scroll.frameLayoutGuide] }
  }

  private func insets() -> EdgeInsets {
    EdgeInsets(
      top: Double(random.int(0...9)), leading: Double(random.int(0...9)), bottom: Double(random.int(0...9)),
      trailing: Double(random.int(0...9)))
  }

  /// Adds a constraint that passes Auto Layout's checks.
  private func addConstraint() throws {
    while true {
      let first = random.pick(items)
      let isLone = random.chance(0.25)
      let second: (any LayoutItem)? = isLone ? nil : random.pick(items)
      let attribute = random.pick(Attribute.allCases)
      let other = isLone ? .notAnAttribute : random.chance(0.4) ? attribute : random.pick(Attribute.allCases)
      let multiplier = random.chance(0.15) ? random.pick([0.5, 2, 0.75, 0.6, -1]) : 1
      let relation = random.chance(0.6) ? Relation.equal : random.pick(Relation.allCases)
      let constant = length()
      let priority = priority()
      guard
        let constraint = try? Constraint(
          item: first, attribute: attribute, relatedBy: relation, toItem: second, attribute: other,
          multiplier: multiplier, constant: constant, priority: priority)
      else { continue }
      constraints.append(constraint)
      if random.chance(0.9) { try? constraint.activate() }
      return
    }
  }

  /// Makes one random edit, and says which.
  func edit() throws -> String {
    switch random.int(0...13) {
    case 0...3:
      let index = random.int(0...(constraints.count - 1))
      constraints[index].constant = length()
      return "constant of \(index)"
    case 4:
      let index = random.int(0...(constraints.count - 1))
      constraints[index].priority = priority()
      return "priority of \(index)"
    case 5:
      let index = random.int(0...(constraints.count - 1))
      constraints[index].multiplier = random.pick([1, 0.5, 2, 0.25])
      return "multiplier of \(index)"
    case 6, 7:
      let index = random.int(0...(constraints.count - 1))
      if constraints[index].isActive { constraints[index].deactivate() } else { try? constraints[index].activate() }
      return "activation of \(index)"
    case 8:
      try addView()
      for _ in 0..<random.int(0...5) { try addConstraint() }
      return "view in"
    case 9:
      guard views.count > 4 else { return "nothing" }
      let view = views[random.int(1...(views.count - 1))]
      return take(out: view)
    case 10:
      scene.size = Size(width: Double(random.int(0...800)), height: Double(random.int(0...800)))
      return "size"
    case 11:
      random.pick(views).intrinsicSize = contentSize()
      return "content size"
    case 12:
      try random.pick(views).setContentHuggingPriority(random.pick(Self.priorities), for: random.pick(Axis.allCases))
      return "hugging"
    default:
      let view = random.pick(views)
      switch random.int(0...3) {
      case 0: view.layoutDirection = random.pick([nil, .leftToRight, .rightToLeft])
      case 1: view.layoutMargins = insets()
      case 2: view.alignmentRectInsets = insets()
      default: view.firstBaselineOffsetFromTop = Double(random.int(0...20))
      }
      return "metrics"
    }
  }

  private func take(out view: View) -> String {
    var leaving = Set<ObjectIdentifier>()
    var pending = [view]
    while let next = pending.popLast() {
      leaving.insert(ObjectIdentifier(next))
      for guide in next.layoutGuides { leaving.insert(ObjectIdentifier(guide)) }
      if let scroll = next as? ScrollView {
        leaving.insert(ObjectIdentifier(scroll.contentLayoutGuide))
        leaving.insert(ObjectIdentifier(scroll.frameLayoutGuide))
      }
      pending += next.subviews
    }
    view.removeFromSuperview()
    views.removeAll { leaving.contains(ObjectIdentifier($0)) }
    items.removeAll { leaving.contains(ObjectIdentifier($0)) }
    return "view out"
  }

  /// The indices of the constraints that are out of force.
  var broken: [Int] { constraints.indices.filter { constraints[$0].isOutOfForce } }
}
