// Deep and wide trees: no walk recurses, and what is done per edit does not grow with what it does not touch.
//
// Sizes that take the debug build long are for TRELLIS_LONG_TESTS=1; each prints how long it took.

import TestSupport
import Testing

@testable import Trellis

@Suite("Long trees")
struct LongTreeTests {
  private let size = TestRun.isLong ? 10_000 : 400

  private func seconds(_ name: String, _ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try body()
    if TestRun.isLong { print("\(name): \(ContinuousClock.now - start)") }
  }

  /// Stacks in one another, each with a label beside the next.
  private func nest(_ count: Int, _ configure: (StackView, Int) throws -> Void = { _, _ in }) throws -> (
    View, StackView
  ) {
    let root = View("root")
    let outer = StackView("outer")
    root.addSubview(outer)
    var stack = outer
    for index in 0..<count {
      try configure(stack, index)
      let inner = StackView("s\(index)")
      inner.axis = index % 2 == 0 ? .vertical : .horizontal
      stack.addArrangedSubview(View("l\(index)", intrinsicSize: Size(width: 3, height: 2)))
      stack.addArrangedSubview(inner)
      stack = inner
    }
    stack.addArrangedSubview(View("leaf", intrinsicSize: Size(width: 5, height: 5)))
    try outer.pin(.top)
    try outer.pin(.leading)
    return (root, outer)
  }

  @Test("Stacks in stacks, and their going")
  func nested() throws {
    try seconds("nested stacks") {
      let (root, outer) = try nest(size)
      let scene = try Scene(root: root, size: Size(width: 100, height: 100))
      try scene.layout()
      // Half the labels lie side by side, half one below the other.
      #expect(isClose(outer.frame.width, 3 * Double(size / 2) + 5, within: 1e-3))
      outer.spacing = 1
      try scene.layout()
      #expect(isClose(outer.frame.width, 3 * Double(size / 2) + 6, within: 1e-3))
    }
  }

  @Test("Shares in proportion to what is inside, margins and baselines, level by level")
  func nestedSpecial() throws {
    let count = TestRun.isLong ? 200 : 40
    try seconds("nested, in proportion") {
      let (root, _) = try nest(count) { stack, _ in stack.distribution = .fillProportionally }
      let scene = try Scene(root: root, size: Size(width: 100, height: 100))
      #expect(try scene.layout().conflicts.isEmpty)
    }
    try seconds("nested, margins") {
      let (root, outer) = try nest(count) { stack, _ in
        stack.isLayoutMarginsRelativeArrangement = true
        stack.preservesSuperviewLayoutMargins = true
      }
      let scene = try Scene(root: root, size: Size(width: 100, height: 100))
      scene.safeAreaInsets = PhysicalInsets(top: 20, bottom: 10)
      try scene.layout()
      #expect(outer.safeAreaInsets.top == 20)
    }
  }

  @Test("Views in one line, one in, one out, one hidden at a time")
  func wide() throws {
    let stack = StackView("line")
    stack.axis = .vertical
    let views = (0..<size).map { View("v\($0)", intrinsicSize: Size(width: 3, height: 2)) }
    seconds("\(size) arranged views") { for view in views { stack.addArrangedSubview(view) } }
    let page = try Page(100, 100, stack)
    try stack.pinEdges([.top, .leading])
    try seconds("first layout") { try page.scene.layout() }
    #expect(isClose(stack.frame.height, 2 * Double(size), within: 1e-3))
    let edits = 40
    try seconds("\(edits) edits of one view each") {
      for index in 0..<edits {
        let view = views[(index * 7919 + 11) % size]
        switch index % 4 {
        case 0: view.isHidden = true
        case 1: view.removeFromSuperview()
        case 2: stack.removeArrangedSubview(view)
        default: stack.insertArrangedSubview(View(intrinsicSize: Size(width: 1, height: 2)), at: index * 31 % size)
        }
        try page.scene.layout()
        // One that is still a subview is held by nothing but hangs on to no rule.
        #expect(page.scene.engine.session.statistics.rowsAdded < 30)
      }
    }
    #expect(isClose(stack.frame.height, 2 * Double(size - 20), within: 1e-3))
  }

  @Test("Edits of a stretch of a line make the constraints that the whole line would have", arguments: 0..<30)
  func stretches(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ TestRun.seed(17))
    let stack = StackView("line")
    stack.axis = random.pick(Axis.allCases)
    stack.distribution = random.pick([.fill, .fill, .fillEqually])
    stack.alignment = random.pick([.fill, .leading, .trailing])
    stack.spacing = 3
    var views = (0..<random.int(3...12)).map { View("v\($0)", intrinsicSize: Size(width: 3, height: Double($0))) }
    for view in views { stack.addArrangedSubview(view) }
    let page = try Page(100, 100, stack)
    try stack.pinEdges([.top, .leading])
    page.scene.mode = seed % 5 == 0 ? .strict : .recover
    try page.scene.layout()
    for step in 0..<30 {
      for _ in 0..<random.int(1...2) {
        let view = random.pick(views)
        switch random.int(0...5) {
        case 0, 1: view.isHidden.toggle()
        case 2:
          view.removeFromSuperview()
          if random.chance(0.6) {
            stack.insertArrangedSubview(view, at: random.int(0...stack.arrangedSubviews.count))
          }
        case 3: stack.insertArrangedSubview(view, at: random.int(0...stack.arrangedSubviews.count))
        case 4: stack.removeArrangedSubview(view)
        default:
          let fresh = View("w\(step)", intrinsicSize: Size(width: 2, height: 7))
          views.append(fresh)
          stack.insertArrangedSubview(fresh, at: random.int(0...stack.arrangedSubviews.count))
        }
      }
      try page.scene.layout()
      let copy = try page.scene.engine.rulesFromScratch(of: stack)
      let made = stack.constraints.filter(\.isSystemMade).map { sentence($0) }
      #expect(made.sorted() == copy.sorted(), "step \(step)")
      #expect(stack.madeConstraints.count == copy.count)
    }
  }

  private func sentence(_ constraint: Constraint) -> String {
    "\(constraint.identifier ?? "") \(name(constraint.first)).\(constraint.firstAttribute) \(constraint.relation) "
      + "\(constraint.second.map(name) ?? "").\(constraint.secondAttribute) \(constraint.multiplier) "
      + "\(constraint.constant) \(constraint.priority.rawValue)"
  }

  private func name(_ node: ItemNode) -> String { node.item?.itemName ?? "guide" }
}

extension Engine {
  /// What the rules of a stack say, each as a line.
  fileprivate func rulesFromScratch(of stack: StackView) throws -> [String] {
    var rules = StackRules(
      stack.arrangement, stack.arrangement.views.map(StackEntry.init), stack: stack.node, canvas: stack.node,
      lengths: [],
      spanner: { stack.spanner?.node ?? stack.node }, gap: { _ in stack.node })
    rules.write()
    func name(_ node: ItemNode?) -> String { node.map { $0.item?.itemName ?? "guide" } ?? "" }
    return rules.rules.map { rule in
      "\(rule.role.rawValue) \(name(rule.first)).\(rule.firstAttribute) \(rule.relation) \(name(rule.second))."
        + "\(rule.secondAttribute) \(rule.second == nil ? 1 : rule.multiplier) \(rule.constant) \(rule.priority.rawValue)"
    }
  }
}
