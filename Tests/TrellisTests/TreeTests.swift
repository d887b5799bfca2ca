// The tree itself: views in and out, cycles, depth, guides, life times.

import Testing

@testable import Trellis

@Suite("Tree")
struct TreeTests {
  @Test("A view cannot be added to itself or to what it contains")
  func cycles() throws {
    let a = View("a")
    let b = View("b")
    let c = View("c")
    a.addSubview(b)
    b.addSubview(c)
    #expect(kind(in: a) { a.addSubview(a) } == .cyclicHierarchy)
    #expect(kind(in: a) { c.addSubview(a) } == .cyclicHierarchy)
    #expect(kind(in: b) { b.addSubview(a) } == .cyclicHierarchy)
    #expect(a.superview == nil && b.superview === a && c.superview === b && c.subviews.isEmpty)
  }

  @Test("A scene's root stays a root, and a root has one scene")
  func roots() throws {
    let root = View()
    let scene = try Scene(root: root, size: .zero)
    let other = View()
    #expect(kind(in: other) { other.addSubview(root) } == .rootOfScene)
    #expect(kind { _ = try Scene(root: root, size: .zero) } == .rootOfScene)
    let child = View()
    root.addSubview(child)
    #expect(kind { _ = try Scene(root: child, size: .zero) } == .rootOfScene)
    for size in [Size(width: -1, height: 0), Size(width: .nan, height: 0), Size(width: 0, height: 2e8)] {
      #expect(kind { _ = try Scene(root: View(), size: size) } == .valueOutOfRange)
      #expect(kind { try scene.setSize(size) } == .valueOutOfRange)
    }
    scene.size = Size(width: .nan, height: 1)
    #expect(scene.size == .zero)
    #expect(kind { try scene.layout() } == .valueOutOfRange)
    try scene.layout()
    withExtendedLifetime(scene) {}
  }

  @Test("A tree may be taken by another scene once its own is gone")
  func secondScene() throws {
    let root = View()
    let child = View()
    root.addSubview(child)
    try relate(child, .width, .equal, root)
    var scene: Scene? = try Scene(root: root, size: Size(width: 10, height: 10))
    try scene?.layout()
    #expect(isClose(child.frame.width, 10))
    scene = nil
    let second = try Scene(root: root, size: Size(width: 20, height: 20))
    try second.layout()
    #expect(isClose(child.frame.width, 20))
  }

  @Test("Adding again moves to the end and keeps constraints")
  func addAgain() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(100, 100, a, b)
    let constraint = try relate(a, .left, .equal, page.root, plus: 4)
    page.root.addSubview(a)
    #expect(page.root.subviews.map(\.name) == ["b", "a"] && constraint.isActive)
  }

  @Test(
    "Removal takes the constraints that cross the border, from either side, and no others", arguments: [false, true])
  func borderCrossing(isOutsideFirst: Bool) throws {
    let a = View("a")
    let b = View("b")
    let inner = View("inner")
    let guide = LayoutGuide("guide")
    let page = try Page(300, 300, a, b)
    b.addSubview(inner)
    b.addLayoutGuide(guide)
    let crossing = isOutsideFirst ? try relate(a, .leading, .equal, b) : try relate(b, .leading, .equal, a)
    let deep = isOutsideFirst ? try relate(a, .top, .equal, inner) : try relate(inner, .top, .equal, a)
    let toGuide = isOutsideFirst ? try relate(a, .width, .equal, guide) : try relate(guide, .width, .equal, a)
    let inside = try relate(inner, .left, .equal, b, plus: 7)
    let own = try relate(b, .width, plus: 50)
    let other = try relate(a, .height, plus: 5)
    try page.scene.layout()
    b.removeFromSuperview()
    b.removeFromSuperview()
    #expect([crossing, deep, toGuide].allSatisfy { !$0.isActive && $0.owner == nil })
    #expect([inside, own, other].allSatisfy { $0.isActive })
    #expect(b.superview == nil && page.root.subviews.map(\.name) == ["a"])
    try page.scene.layout()
    #expect(page.scene.engine.slots.compactMap(\.node).count == 2)
    page.root.addSubview(b)
    try page.scene.layout()
    #expect(isClose(inner.frame.minX, 7) && isClose(b.frame.width, 50))
  }

  @Test("A subtree moves from one scene to another with what is inside it")
  func moveBetweenScenes() throws {
    let box = View("box")
    let inner = View("inner", intrinsicSize: Size(width: 3, height: 4))
    box.addSubview(inner)
    let first = try Page(100, 100, box)
    let second = try Page(200, 200)
    let crossing = try relate(box, .left, .equal, first.root, plus: 9)
    try relate(inner, .left, .equal, box, plus: 2)
    try first.scene.layout()
    second.root.addSubview(box)
    #expect(!crossing.isActive && first.root.subviews.isEmpty && box.superview === second.root)
    try first.scene.layout()
    try second.scene.layout()
    #expect(inner.frame.isClose(2, 0, 3, 4))
    #expect(first.scene.engine.slots.compactMap(\.node).count == 1)
  }

  @Test("Guides are items: added twice is once, removed is gone with its constraints")
  func guides() throws {
    let a = View("a")
    let page = try Page(100, 100, a)
    let guide = LayoutGuide("guide")
    page.root.addLayoutGuide(guide)
    page.root.addLayoutGuide(guide)
    #expect(page.root.layoutGuides.count == 1 && guide.owningView === page.root)
    let constraint = try relate(guide, .width, .equal, page.root, times: 0.25)
    try relate(guide, .left, .equal, page.root, plus: 5)
    try relate(a, .left, .equal, guide, .right)
    try page.scene.layout()
    #expect(isClose(guide.frame.minX, 5) && isClose(guide.frame.width, 25) && isClose(a.frame.minX, 30))
    a.addLayoutGuide(guide)
    #expect(!constraint.isActive && guide.owningView === a && page.root.layoutGuides.isEmpty)
    a.removeLayoutGuide(guide)
    a.removeLayoutGuide(guide)
    #expect(guide.owningView == nil && a.layoutGuides.isEmpty)
    try page.scene.layout()
    let scroll = ScrollView()
    #expect(kind(in: a) { a.addLayoutGuide(scroll.contentLayoutGuide) } == .systemGuide)
    scroll.removeLayoutGuide(scroll.frameLayoutGuide)
    #expect(scroll.frameLayoutGuide.owningView === scroll)
  }

  @Test("A hundred thousand levels: built, constrained, laid out, taken apart and released without recursion")
  func deepTree() throws {
    let depth = 100_000
    let root = View()
    weak var weakLeaf: View?
    do {
      var last = root
      for _ in 0..<depth {
        let next = View()
        last.addSubview(next)
        try relate(next, .left, .equal, last, plus: 0.25)
        last = next
      }
      weakLeaf = last
      #expect(last.isDescendant(of: root))
      let scene = try Scene(root: root, size: Size(width: 10, height: 10))
      try scene.layout()
      let absolute = try #require(scene.engine.storage.absoluteFrame(of: last.node.slot))
      #expect(isClose(absolute.minX, Double(depth) * 0.25, within: 1e-3))
      #expect(isClose(last.frame.minX, 0.25))
      root.layoutDirection = .rightToLeft
      let half = root.subviews[0]
      half.removeFromSuperview()
      try scene.layout()
    }
    #expect(weakLeaf == nil)
  }

  @Test("A subview that someone holds outlives its tree, whole")
  func heldSubview() throws {
    var root: View? = View("root")
    let held = View("held")
    weak var weakRoot: View?
    weakRoot = root
    root?.addSubview(held)
    held.addSubview(View("inner"))
    let inside = try relate(held.subviews[0], .left, .equal, held)
    let crossing = Constraint(item: held, attribute: .left, toItem: root, attribute: .left)
    try crossing.activate()
    root = nil
    #expect(weakRoot == nil && held.superview == nil && held.subviews.count == 1)
    #expect(inside.isActive && !crossing.isActive)
  }

  @Test("Activating twice and deactivating twice are no-ops")
  func twice() throws {
    let view = View()
    let constraint = try relate(view, .width, plus: 3)
    try constraint.activate()
    view.addConstraint(constraint)
    Constraint.activate([constraint, constraint])
    #expect(view.constraints.count == 1 && Array(view.node.references).count == 1)
    constraint.deactivate()
    constraint.deactivate()
    Constraint.deactivate([constraint, constraint])
    #expect(view.constraints.isEmpty && view.node.references.isEmpty)
    Constraint.activate([constraint, constraint])
    #expect(view.constraints.count == 1 && Array(view.node.references).count == 1)
  }

  @Test("A view's list stays in the order of activation through many removals")
  func listOrder() throws {
    let view = View()
    let made = try (0..<200).map { try relate(view, .width, plus: Double($0)) }
    for index in stride(from: 0, to: 200, by: 3) { made[index].deactivate() }
    for index in stride(from: 0, to: 200, by: 6) { try made[index].activate() }
    let kept = (0..<200).filter { $0 % 3 != 0 } + stride(from: 0, to: 200, by: 6)
    #expect(view.constraints.map(\.constant) == kept.map(Double.init))
  }
}
