// Stacks in stacks under random edits: what a stack takes from what is in it (baselines, shares in proportion, gaps,
// hidden views) is to be that from scratch after every layout, whatever left, came back, or moved to another stack.
//
// 60 trees of 25 states, 4,000 with TRELLIS_LONG_TESTS=1; TRELLIS_SEED replays a seed.

import Simplex
import TestSupport
import Testing

@testable import Trellis

/// What a view is told; a scene is built from these alone, and edited beside them.
private final class Spec {
  let isStack: Bool
  var arrangement = StackArrangement()
  var margins: EdgeInsets?
  var size = Size(width: -1, height: -1)
  var baselines = [0.0, 0.0]
  var gap: Double?
  var isHidden = false
  var isArranged = true
  /// Width times height of a text; nil for what does not wrap.
  var text: Double?
  var children: [Spec] = []
  weak var parent: Spec?

  init(isStack: Bool) { self.isStack = isStack }

  var all: [Spec] { [self] + children.flatMap(\.all) }

  func isInside(_ other: Spec) -> Bool { self === other || parent?.isInside(other) == true }
}

/// A constraint between a baseline of a stack and a view beside the stacks.
private struct Probe {
  var target: Spec
  var attribute: Attribute
}

/// A scene of specs.
private final class StackedScene {
  let scene: Scene
  private var views: [ObjectIdentifier: View] = [:]
  private var probes: [View] = []
  private let page: Page

  init(_ top: Spec, _ probes: [Probe], _ size: Size) throws {
    page = try Page(size.width, size.height)
    scene = page.scene
    let view = try make(top)
    page.root.addSubview(view)
    try relate(view, .leading, .equal, page.root)
    try relate(view, .top, .equal, page.root)
    try relate(view, .trailing, .lessThanOrEqual, page.root, at: 900)
    try relate(view, .height, .equal, page.root, at: 40)
    for _ in 0..<3 {
      let probe = View("probe", intrinsicSize: Size(width: 3, height: 3))
      page.root.addSubview(probe)
      try relate(probe, .trailing, .equal, page.root)
      self.probes.append(probe)
    }
    try follow(probes)
  }

  subscript(spec: Spec) -> View? { views[ObjectIdentifier(spec)] }

  /// The views of a spec, in its scene's order.
  func numbers(_ top: Spec) -> [ItemNode] { top.all.compactMap { self[$0]?.node } + probes.map(\.node) }

  /// Puts the probes at what they are to follow, as far as they are not.
  func follow(_ probes: [Probe]) throws {
    for (view, probe) in zip(self.probes, probes) {
      let target = self[probe.target]
      let present = view.node.references.filter { $0.firstAttribute == .bottom && $0.second != nil }
      if let constraint = present.first, constraint.second === target?.node,
        constraint.secondAttribute == probe.attribute
      {
        continue
      }
      for constraint in present { constraint.deactivate() }
      if let target { try relate(view, .bottom, .equal, target, probe.attribute) }
    }
  }

  @discardableResult
  func make(_ spec: Spec) throws -> View {
    let view = spec.isStack ? StackView() : View()
    views[ObjectIdentifier(spec)] = view
    for child in spec.children { try insert(make(child), child, into: view, at: .max) }
    try tell(spec)
    return view
  }

  func insert(_ view: View, _ spec: Spec, into superview: View, at index: Int) throws {
    if let stack = superview as? StackView, spec.isArranged {
      stack.insertArrangedSubview(view, at: index)
      stack.setCustomSpacing(spec.gap, after: view)
    } else {
      superview.addSubview(view)
    }
  }

  func forget(_ spec: Spec) {
    for gone in spec.all { views[ObjectIdentifier(gone)] = nil }
  }

  /// Marks everything of a view as changed.
  func tell(_ spec: Spec) throws {
    guard let view = self[spec] else { return }
    view.isHidden = spec.isHidden
    if view.intrinsicSize != spec.size { view.intrinsicSize = spec.size }
    try view.setBaselines(first: spec.baselines[0], last: spec.baselines[1])
    if let margins = spec.margins { view.layoutMargins = margins }
    view.heightForWidth = spec.text.map { area in
      HeightForWidth { width in (area / max(width, 10)).rounded(.up) }
    }
    guard let stack = view as? StackView else { return }
    stack.axis = spec.arrangement.axis
    stack.distribution = spec.arrangement.distribution
    stack.alignment = spec.arrangement.alignment
    stack.spacing = spec.arrangement.spacing
    stack.isBaselineRelativeArrangement = spec.arrangement.isBaselineRelative
    stack.isLayoutMarginsRelativeArrangement = spec.arrangement.isMarginsRelative
  }
}

/// Makes up specs, and edits of them.
private struct StackScript {
  var random: SplitMix64
  let top: Spec
  var probes: [Probe] = []
  /// Whether texts wrap, which takes more passes.
  private let hasTexts: Bool

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    hasTexts = random.chance(0.2)
    top = Spec(isStack: true)
    shake(top)
    for _ in 0..<random.int(1...3) { fill(top, depth: 0) }
    for _ in 0..<random.int(0...3) { probes.append(probe()) }
  }

  private mutating func probe() -> Probe {
    Probe(target: random.pick(top.all.filter(\.isStack)), attribute: random.pick([.firstBaseline, .lastBaseline]))
  }

  private mutating func fill(_ parent: Spec, depth: Int) {
    let child = Spec(isStack: depth < 3 && random.chance(0.5))
    shake(child)
    child.parent = parent
    parent.children.append(child)
    if child.isStack { for _ in 0..<random.int(0...3) { fill(child, depth: depth + 1) } }
  }

  private mutating func shake(_ spec: Spec) {
    for what in 0..<9 where random.chance(0.5) { _ = change(spec, what) }
  }

  /// Changes one thing of a view.
  private mutating func change(_ spec: Spec, _ what: Int) -> String {
    switch what {
    case 0 where !spec.isStack:
      let lengths = (0..<2).map { _ in random.chance(0.15) ? -1 : Double(random.int(0...60)) }
      spec.size = Size(width: lengths[0], height: lengths[1])
      return "content size"
    case 1 where !spec.isStack || random.chance(0.1):
      spec.baselines = random.chance(0.2) ? [0, 0] : [Double(random.int(0...20)), Double(random.int(0...9))]
      return "baselines"
    case 2 where hasTexts && !spec.isStack:
      spec.text = random.chance(0.5) ? nil : Double(random.int(100...900))
      return "text"
    case 0, 1, 2:
      spec.arrangement.distribution = random.pick(StackDistribution.allCases)
      return "distribution"
    case 3:
      spec.arrangement.axis = random.pick(Axis.allCases)
      return "axis"
    case 4:
      spec.arrangement.alignment = random.pick(StackAlignment.allCases)
      return "alignment"
    case 5:
      spec.arrangement.spacing = Double(random.int(0...12))
      return "spacing"
    case 6:
      spec.arrangement.isBaselineRelative = random.chance(0.4)
      return "measured from baselines"
    case 7:
      spec.arrangement.isMarginsRelative = random.chance(0.3)
      if random.chance(0.5) { spec.margins = EdgeInsets(all: Double(random.int(0...9))) }
      return "margins"
    default:
      spec.isHidden = random.chance(0.4)
      return "hidden"
    }
  }

  /// One edit, of the specs and of the scene.
  mutating func edit(_ scene: StackedScene) throws -> String {
    let specs = top.all
    let spec = random.pick(specs)
    switch random.int(0...9) {
    case 0:
      guard specs.count < 30, let parent = specs.filter(\.isStack).randomElement(using: &random) else {
        return "nothing"
      }
      fill(parent, depth: 2)
      guard let child = parent.children.last, let superview = scene[parent] else { return "nothing" }
      try scene.insert(scene.make(child), child, into: superview, at: .max)
      return "view in"
    case 1:
      guard spec !== top else { return "nothing" }
      return try take(spec, scene)
    case 2, 3:
      guard spec !== top else { return "nothing" }
      let stacks = specs.filter { $0.isStack && !$0.isInside(spec) }
      return try move(spec, to: random.chance(0.4) ? spec.parent ?? top : random.pick(stacks), scene)
    case 4:
      guard let parent = spec.parent, let view = scene[spec], let stack = scene[parent] as? StackView else {
        return "nothing"
      }
      if random.chance(0.5) {
        spec.gap = spec.isArranged && random.chance(0.7) ? Double(random.int(0...20)) : nil
        stack.setCustomSpacing(spec.gap, after: view)
        return "custom spacing"
      }
      parent.children.removeAll { $0 === spec }
      parent.children.append(spec)
      spec.isArranged.toggle()
      spec.gap = nil
      if spec.isArranged { stack.addArrangedSubview(view) } else { stack.removeArrangedSubview(view) }
      return "arranged or not"
    case 5 where !probes.isEmpty:
      probes[random.int(0...(probes.count - 1))] = probe()
      try scene.follow(probes)
      return "probe"
    default:
      let text = change(spec, random.int(0...8))
      try scene.tell(spec)
      return text
    }
  }

  private mutating func take(_ spec: Spec, _ scene: StackedScene) throws -> String {
    scene[spec]?.removeFromSuperview()
    scene.forget(spec)
    spec.parent?.children.removeAll { $0 === spec }
    for index in probes.indices where probes[index].target.isInside(spec) { probes[index].target = top }
    try scene.follow(probes)
    return "view out"
  }

  /// Out of one stack and into another, or where it was.
  private mutating func move(_ spec: Spec, to parent: Spec, _ scene: StackedScene) throws -> String {
    guard let view = scene[spec], let superview = scene[parent] else { return "nothing" }
    if random.chance(0.7) || parent === spec.parent { view.removeFromSuperview() }
    spec.parent?.children.removeAll { $0 === spec }
    let arranged = parent.children.filter(\.isArranged)
    let index = random.int(0...arranged.count)
    // Those that are not arranged have no position among the others.
    parent.children = arranged + parent.children.filter { !$0.isArranged }
    parent.children.insert(spec, at: spec.isArranged ? index : parent.children.count)
    spec.gap = nil
    spec.parent = parent
    try scene.insert(view, spec, into: superview, at: index)
    try scene.follow(probes)
    return "moved"
  }
}

@Suite("Nested stack views")
struct NestedStackTests {
  @Test("After any edits of nested stacks the layout is that from scratch")
  func warmIsCold() throws {
    let seed = TestRun.seed(7003)
    var (compared, conflicts) = (0, 0)
    for index in TestRun.share(of: TestRun.count(60, long: 600)) {
      let caseSeed = seed &+ UInt64(index) &* 7907
      var script = StackScript(seed: caseSeed)
      let size = Size(width: Double(script.random.int(100...400)), height: Double(script.random.int(100...400)))
      let warm = try StackedScene(script.top, script.probes, size)
      var done = ["start"]
      for step in 0..<25 {
        if step > 0 { done = try (0..<script.random.int(1...3)).map { _ in try script.edit(warm) } }
        let comment: Comment = "seed \(caseSeed), step \(step): \(done)"
        let cold = try StackedScene(script.top, script.probes, size)
        guard let (report, other) = try lay(warm, cold, comment) else { break }
        #expect(report.conflicts.isEmpty == other.conflicts.isEmpty, comment)
        // Which of several gaps yields goes by their age.
        if !other.conflicts.isEmpty {
          conflicts += 1
          continue
        }
        guard try isDetermined(cold.scene), try isDetermined(warm.scene) else { continue }
        guard try isSame(warm, cold, report, other, script.top, comment) else { return }
        compared += 1
      }
    }
    #expect(compared > 0)
    print("nested stacks from seed \(seed): \(compared) states are the same, \(conflicts) have conflicts")
  }

  private func lay(
    _ warm: StackedScene, _ cold: StackedScene, _ comment: Comment
  ) throws -> (LayoutReport, LayoutReport)? {
    let other = try cold.scene.layout()
    do {
      return (try warm.scene.layout(), other)
    } catch {
      Issue.record("\(comment): \(error)")
      return nil
    }
  }

  /// Whether the numbers that rows follow from are: the heights of rows whose baselines are asked for, widths of texts.
  private func isDetermined(_ scene: Scene) throws -> Bool {
    let engine = scene.engine
    guard engine.hasFrameDependents, let solver = engine.solver else { return true }
    let open = Set(try solver.ambiguousVariables())
    return !engine.slots.indices.contains { slot in
      engine.slots[slot].node != nil && (0..<4).contains { open.contains(engine.storage.variables[4 * slot + $0]) }
    }
  }

  private func isSame(
    _ warm: StackedScene, _ cold: StackedScene, _ report: LayoutReport, _ other: LayoutReport, _ top: Spec,
    _ comment: Comment
  ) throws -> Bool {
    let tolerance = 1e-6 * other.levels.reduce(1) { max($0, $1.error) }
    let levels =
      report.levels.map(\.priority) == other.levels.map(\.priority)
      && zip(report.levels, other.levels).allSatisfy { abs($0.error - $1.error) <= tolerance }
    #expect(levels, "\(comment): \(report.levels), from scratch \(other.levels)")
    let engine = cold.scene.engine
    guard let solver = engine.solver, let own = warm.scene.engine.solver else { return false }
    let open = Set(try solver.ambiguousVariables())
    for (node, expected) in zip(warm.numbers(top), cold.numbers(top)) {
      for offset in 0..<4 {
        let variable = engine.storage.variables[4 * Int(expected.slot) + offset]
        if open.contains(variable) { continue }
        let value = try own.values([warm.scene.engine.storage.variables[4 * Int(node.slot) + offset]])[0]
        let wanted = try solver.values([variable])[0]
        guard isClose(value, wanted, within: 1e-6 * max(1, abs(wanted))) else {
          Issue.record("\(comment): number \(offset) of a view is \(value), from scratch \(wanted)")
          return false
        }
      }
    }
    return levels
  }

  @Test("A baseline is asked for again where its view leaves and comes back between two layouts")
  func baselineComesBack() throws {
    let a = View("a", intrinsicSize: Size(width: 40, height: 20))
    let b = View("b", intrinsicSize: Size(width: 40, height: 20))
    let icon = View("icon", intrinsicSize: Size(width: 10, height: 10))
    let stack = StackView([a, b])
    let page = try Page(300, 100, icon, stack)
    try stack.pinEdges([.top, .leading])
    try icon.pin(.trailing)
    try relate(icon, .firstBaseline, .equal, stack, .firstBaseline)
    try page.scene.layout()
    a.removeFromSuperview()
    stack.insertArrangedSubview(a, at: 0)
    a.firstBaselineOffsetFromTop = 12
    try page.scene.layout()
    #expect(a.frame.isClose(0, 0, 40, 20) && icon.frame.isClose(290, 12, 10, 10))
  }

  @Test("Shares in proportion follow what an inner stack adds up to")
  func shares() throws {
    let (a, b) = (View("a", intrinsicSize: Size(width: 10, height: 10)), View("b"))
    b.intrinsicSize = Size(width: 10, height: 10)
    let c = View("c", intrinsicSize: Size(width: 20, height: 10))
    let innermost = StackView([a])
    let inner = StackView([innermost])
    let outer = StackView([inner, b], distribution: .fillProportionally)
    let scene = try Scene(root: outer, size: Size(width: 120, height: 10))
    func share() throws -> Double {
      try scene.layout()
      return inner.frame.width
    }
    #expect(isClose(try share(), 60))
    innermost.addArrangedSubview(c)
    #expect(isClose(try share(), 90))
    c.isHidden = true
    #expect(isClose(try share(), 60))
    c.isHidden = false
    innermost.spacing = 30
    #expect(isClose(try share(), 120 * 60 / 70))
    innermost.axis = .vertical
    #expect(isClose(try share(), 80))
    inner.removeArrangedSubview(innermost)
    #expect(isClose(try share(), 0))
  }

  @Test("Shares in proportion, deep inside one another, where nothing but the contents gives a size")
  func deepShares() throws {
    let count = 240
    var stacks: [StackView] = []
    var inner: StackView?
    for _ in 0..<count {
      let leaf = View("leaf", intrinsicSize: Size(width: 10, height: 10))
      let stack = StackView(inner.map { [leaf, $0] } ?? [leaf], distribution: .fillProportionally)
      stacks.insert(stack, at: 0)
      inner = stack
    }
    let page = try Page(100, 100, stacks[0])
    try relate(stacks[0], .leading, .equal, page.root)
    try relate(stacks[0], .top, .equal, page.root)
    try page.scene.layout()
    for (index, stack) in stacks.enumerated() {
      #expect(isClose(stack.frame.width, 10 * Double(count - index)))
      #expect(stack.arrangedSubviews[0].frame.isClose(0, 0, 10, 10))
    }
  }
}
