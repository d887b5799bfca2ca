// Random flat scenes beside scenes of views with the same constraints, edited alike: the same levels and, where the layout is
// unique, the same frames.

import Simplex
import TestSupport
import Testing

@testable import Trellis

/// A flat scene and a scene of views that take the same steps.
private struct Twins {
  let flat: FlatScene
  let scene: Scene
  private var random: SplitMix64
  private var items: [(item: FlatItem, view: View)]
  private var constraints: [(flat: FlatConstraint, constraint: Constraint)] = []

  private static let priorities: [Priority] = [999.5, 750, 500, 250, 1]
  private static let attributes = Attribute.allCases.filter { $0.isPlain }

  init(seed: UInt64, items count: Int, direction: LayoutDirection) throws {
    random = SplitMix64(seed: seed)
    let size = Size(width: Double(random.int(100...800)), height: Double(random.int(100...800)))
    flat = try FlatScene(size: size, direction: direction)
    let root = View("root")
    root.layoutDirection = direction
    scene = try Scene(root: root, size: size)
    items = [(flat.root, root)]
    for _ in 1..<count { try addItem() }
    for _ in 0..<3 * count { try addConstraint() }
  }

  private mutating func addItem() throws {
    let (parent, superview) = random.pick(items)
    let view = View()
    superview.addSubview(view)
    let item = try flat.addItem(in: random.chance(0.1) && parent == flat.root ? nil : parent)
    items.append((item, view))
    if random.chance(0.4) { try setContent(items.count - 1) }
    // What is left open by all else is decided here.
    for attribute in [Attribute.left, .top, .width, .height] {
      let other: Attribute = attribute.isSize ? .notAnAttribute : attribute
      let (constant, priority) = (Double(random.int(0...200)), Priority(random.pick([2, 3, 4])))
      try flat.constrain(
        item, attribute, to: attribute.isSize ? nil : parent, other, constant: constant, priority: priority)
      try relate(
        view, attribute, .equal, attribute.isSize ? nil : superview, other, plus: constant, at: priority)
    }
  }

  private mutating func setContent(_ index: Int) throws {
    guard index > 0 else { return }
    let (item, view) = items[index]
    let (hugging, compression) = (priority(), priority())
    let size = Size(width: Double(random.int(0...200)), height: Double(random.int(0...200)))
    view.intrinsicSize = size
    for axis in Axis.allCases {
      view.setContentHuggingPriority(hugging, for: axis)
      view.setContentCompressionResistancePriority(compression, for: axis)
    }
    try flat.setContentWidth(size.width, of: item, hugging: hugging, compression: compression)
    try flat.setContentHeight(size.height, of: item, hugging: hugging, compression: compression)
  }

  /// Required ones are few, and inequalities, so that most worlds have no conflict.
  private mutating func priority() -> Priority { random.pick(Self.priorities) }

  private mutating func addConstraint() throws {
    let (one, other) = (random.pick(items), random.pick(items))
    let isLone = random.chance(0.2)
    let attribute = random.pick(Self.attributes)
    let second = random.chance(0.5) ? attribute : random.pick(Self.attributes)
    let isRequired = random.chance(0.25)
    let isInequality = isRequired || random.chance(0.3)
    let relation: Trellis.Relation = isInequality ? random.pick([.lessThanOrEqual, .greaterThanOrEqual]) : .equal
    let multiplier = random.chance(0.25) ? random.pick([0.5, 2, 0.75, -1]) : 1
    let (constant, priority) = (Double(random.int(-100...100)), isRequired ? .required : priority())
    let constraint = Constraint(
      item: one.view, attribute: attribute, relatedBy: relation, toItem: isLone ? nil : other.view,
      attribute: isLone ? .notAnAttribute : second, multiplier: multiplier, constant: constant, priority: priority)
    do {
      let made = try flat.constrain(
        one.item, attribute, relation, to: isLone ? nil : other.item, isLone ? .notAnAttribute : second,
        multiplier: multiplier, constant: constant, priority: priority)
      #expect(constraint.lastError == nil)
      try constraint.activate()
      constraints.append((made, constraint))
    } catch {
      #expect(error.kind == constraint.lastError?.kind)
    }
  }

  mutating func edit() throws {
    switch random.int(0...7) {
    case 0: try addItem()
    case 1, 2: try addConstraint()
    case 3:
      let size = Size(width: Double(random.int(100...800)), height: Double(random.int(100...800)))
      try flat.setSize(size)
      try scene.setSize(size)
    case 4:
      guard !constraints.isEmpty else { return }
      let index = random.int(0...(constraints.count - 1))
      let constant = Double(random.int(-100...100))
      try flat.setConstant(constant, of: constraints[index].flat)
      try constraints[index].constraint.setConstant(constant)
    case 5:
      guard !constraints.isEmpty else { return }
      let (made, constraint) = constraints.remove(at: random.int(0...(constraints.count - 1)))
      try flat.remove(made)
      constraint.deactivate()
    case 6: try setContent(random.int(0...(items.count - 1)))
    default:
      guard items.count > 3 else { return }
      let (item, view) = items[random.int(1...(items.count - 1))]
      try flat.remove(item)
      view.removeFromSuperview()
      items.removeAll { !flat.contains($0.item) }
      constraints.removeAll { !flat.contains($0.flat) }
      #expect(!constraints.contains { !$0.constraint.isActive })
    }
  }

  func compare(_ comment: Comment) throws -> Bool {
    let (report, other) = (try flat.layout(), try scene.layout())
    #expect(report.conflicts.count == other.conflicts.count, comment)
    guard report.conflicts.isEmpty, other.conflicts.isEmpty else { return false }
    var levels: [Double: Double] = [:]
    for level in report.levels { levels[level.priority] = level.error }
    for level in other.levels {
      #expect(abs((levels[level.priority] ?? 0) - level.error) <= 1e-6 * max(1, level.error), comment)
    }
    let open = Set(try flat.ambiguousItems())
    #expect(flat.itemCount == items.count && Set(flat.items) == Set(items.map(\.item)), comment)
    guard open.isEmpty else { return false }
    for (item, view) in items {
      let (frame, expected) = (flat.frame(of: item), view.frame)
      #expect(frame.isClose(expected.minX, expected.minY, expected.width, expected.height, within: 1e-5), comment)
    }
    return true
  }
}

@Suite("Flat scenes beside scenes of views")
struct FlatWorldTests {
  @Test("A flat scene and a scene of views that are edited alike have the same levels and frames")
  func twins() throws {
    let seed = TestRun.seed(2_311)
    var comparisons = 0
    let seeds = TestRun.share(of: TestRun.count(60, long: 2_000))
    for index in seeds {
      let worldSeed = seed &+ UInt64(index) &* 7_919
      var twins = try Twins(
        seed: worldSeed, items: 2 + index % 9, direction: index % 3 == 0 ? .rightToLeft : .leftToRight)
      for step in 0..<12 {
        if step > 0 { for _ in 0...index % 3 { try twins.edit() } }
        if try twins.compare("seed \(worldSeed), step \(step)") { comparisons += 1 }
      }
    }
    // Else the constraints leave too much open.
    #expect(comparisons >= seeds.count)
  }
}
