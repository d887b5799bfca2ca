// Rows B01 to B15 of the acceptance table: ownership, activation, life cycle.

import Testing

@testable import Trellis

/// A view that says when it is asked for its content size.
private final class AskedView: View {
  var onAsked: ((String) -> Void)?

  override var intrinsicContentSize: Size {
    onAsked?(name ?? "")
    return Size(width: 10, height: 10)
  }
}

@Suite("B: ownership, activation, life cycle")
struct OwnershipTests {
  @Test("B01 siblings: their superview owns")
  func b01Siblings() throws {
    let a = View()
    let b = View()
    let page = try Page(100, 100, a, b)
    let constraint = try relate(a, .left, .equal, b, .right)
    #expect(constraint.owner === page.root)
    #expect(page.root.constraints.contains { $0 === constraint })
    #expect(a.constraints.isEmpty && b.constraints.isEmpty)
  }

  @Test("B02 different levels: the nearest common ancestor owns")
  func b02DifferentLevels() throws {
    let branch = View()
    let page = try Page(100, 100, branch)
    let deep = try chain(in: branch, 3)
    let other = try chain(in: branch, 5)
    #expect(try relate(deep, .top, .equal, other).owner === branch)
    #expect(try relate(other, .top, .equal, deep, .bottom).owner === branch)
    let apart = View()
    page.root.addSubview(apart)
    #expect(try relate(apart, .top, .equal, deep).owner === page.root)
  }

  @Test("B03 a view and its ancestor: the ancestor owns")
  func b03Ancestor() throws {
    let branch = View()
    let page = try Page(100, 100, branch)
    let deep = try chain(in: branch, 4)
    #expect(try relate(deep, .top, .equal, branch).owner === branch)
    #expect(try relate(page.root, .width, .equal, deep).owner === page.root)
    let guide = LayoutGuide("guide")
    branch.addLayoutGuide(guide)
    #expect(try relate(guide, .left, .equal, branch).owner === branch)
    #expect(try relate(guide, .width, .equal, deep).owner === branch)
    #expect(try relate(guide, .height, plus: 4).owner === branch)
  }

  @Test("B04 a lone size: the view itself owns")
  func b04LoneSize() throws {
    let view = View()
    let constraint = try relate(view, .width, plus: 10)
    #expect(constraint.owner === view)
    #expect(view.constraints.map(ObjectIdentifier.init) == [ObjectIdentifier(constraint)])
  }

  @Test("B05 subviews are asked for their content size before their superview")
  func b05BottomUp() throws {
    var asked: [String] = []
    let views = ["outer", "middle", "inner"].map { AskedView($0) }
    for view in views { view.onAsked = { asked.append($0) } }
    views[0].addSubview(views[1])
    views[1].addSubview(views[2])
    let scene = try Scene(root: views[0], size: Size(width: 100, height: 100))
    try scene.layout()
    #expect(asked == ["inner", "middle", "outer"])
    asked = []
    for view in [views[2], views[0], views[1]] { view.invalidateIntrinsicContentSize() }
    #expect(asked.isEmpty)
    try scene.layout()
    #expect(asked == ["inner", "middle", "outer"])
    asked = []
    try scene.layout()
    #expect(asked.isEmpty)
  }

  @Test("B06 no common ancestor is an error, and nothing changes")
  func b06NoCommonAncestor() throws {
    let root = View("root")
    let stray = View("stray")
    let constraint = Constraint(item: stray, attribute: .left, toItem: root, attribute: .left)
    let lone = Constraint(item: root, attribute: .width, constant: 4)
    #expect(kind { try constraint.activate() } == .noCommonAncestor)
    #expect(kind(in: stray) { Constraint.activate([lone, constraint]) } == .noCommonAncestor)
    #expect(!constraint.isActive && !lone.isActive && root.constraints.isEmpty)
    root.addSubview(stray)
    try constraint.activate()
    #expect(constraint.owner === root)
  }

  @Test("B06 the setter keeps the error, and the next layout throws it")
  func b06Setter() throws {
    let page = try Page(100, 100)
    let stray = View("stray")
    let constraint = Constraint(item: stray, attribute: .left, toItem: page.root, attribute: .left)
    constraint.isActive = true
    #expect(!constraint.isActive && constraint.lastError?.kind == .noCommonAncestor)
    try page.scene.layout()
    page.root.addSubview(stray)
    #expect(kind { try page.scene.layout() } == .noCommonAncestor)
    constraint.isActive = true
    #expect(constraint.isActive && constraint.lastError == nil)
    try page.scene.layout()
  }

  @Test("B07 B11 adding to and removing from a view")
  func b07AddAndRemove() throws {
    let view = View()
    let page = try Page(100, 100, view)
    let left = Constraint(item: view, attribute: .left, toItem: page.root, attribute: .left, constant: 3)
    let width = Constraint(item: view, attribute: .width, constant: 10)
    #expect(kind(in: view) { view.addConstraint(left) } == .wrongOwner)
    #expect(kind(in: view) { view.addConstraints([width, left]) } == .wrongOwner)
    #expect(!left.isActive && !width.isActive)
    page.root.addConstraint(left)
    page.root.addConstraint(left)
    view.addConstraints([width])
    #expect(page.root.constraints.count == 1 && view.constraints.count == 1)
    #expect(left.isActive && left.owner === page.root && width.owner === view)
    try page.scene.layout()
    #expect(isClose(view.frame.minX, 3) && isClose(view.frame.width, 10))
    view.removeConstraint(left)
    #expect(left.isActive)
    page.root.removeConstraint(left)
    page.root.removeConstraint(left)
    view.removeConstraints(view.constraints)
    #expect(!left.isActive && !width.isActive && left.owner == nil)
    try page.scene.layout()
    #expect(view.frame.isClose(0, 0, 0, 0))
  }

  @Test("B07 any common ancestor may own, and the multiplier is measured from it")
  func b07HigherOwner() throws {
    let outer = View()
    let inner = View()
    let page = try Page(400, 400, outer)
    outer.addSubview(inner)
    try place(outer, 100, 100, 200, 200)
    let constraint = Constraint(item: inner, attribute: .left, toItem: outer, attribute: .right, multiplier: 0.5)
    outer.addConstraint(constraint)
    try page.scene.layout()
    #expect(isClose(inner.frame.minX, 100))
    page.root.addConstraint(constraint)
    #expect(constraint.owner === page.root && !outer.constraints.contains { $0 === constraint })
    try page.scene.layout()
    #expect(isClose(inner.frame.minX, 50))
  }

  @Test("B08 an active constraint holds, an inactive one does not")
  func b08Active() throws {
    let view = View()
    let page = try Page(100, 100, view)
    let width = try relate(view, .width, plus: 10)
    try page.scene.layout()
    #expect(isClose(view.frame.width, 10))
    width.isActive = false
    width.deactivate()
    try page.scene.layout()
    #expect(isClose(view.frame.width, 0))
    width.isActive = true
    try width.activate()
    #expect(view.constraints.filter { $0 === width }.count == 1)
    try page.scene.layout()
    #expect(isClose(view.frame.width, 10))
  }

  @Test("B09 an inactive constraint that nobody holds goes away")
  func b09WeakWhileInactive() throws {
    let view = View()
    let page = try Page(100, 100, view)
    weak var active: Constraint?
    weak var never: Constraint?
    weak var queued: Constraint?
    do {
      let made = Constraint(item: view, attribute: .width, constant: 3)
      never = made
      active = try relate(view, .width, plus: 10)
      try page.scene.layout()
    }
    #expect(never == nil)
    #expect(active != nil)
    active?.deactivate()
    #expect(active == nil)
    do { queued = try relate(view, .width, plus: 10) }
    queued?.deactivate()
    #expect(queued == nil)
    try page.scene.layout()
  }

  @Test("B09 views and constraints do not keep each other alive")
  func b09NoCycles() throws {
    weak var weakRoot: View?
    weak var weakChild: View?
    weak var weakConstraint: Constraint?
    weak var weakEngine: Engine?
    do {
      let child = View(intrinsicSize: Size(width: 4, height: 4))
      let page = try Page(100, 100, child)
      weakConstraint = try relate(child, .left, .equal, page.root, plus: 3)
      try page.scene.layout()
      #expect(child.constraints.count == 2)
      weakRoot = page.root
      weakChild = child
      weakEngine = page.scene.engine
    }
    #expect(weakRoot == nil && weakChild == nil && weakConstraint == nil && weakEngine == nil)
  }

  @Test("B09 a view that dies leaves a constraint without item, which cannot be activated")
  func b09ItemGone() throws {
    let root = View()
    var view: View? = View()
    let constraint = Constraint(item: view, attribute: .left, toItem: root, attribute: .left)
    view = nil
    #expect(constraint.firstItem == nil)
    #expect(kind { try constraint.activate() } == .missingItem)
    #expect(kind(in: root) { root.addConstraint(constraint) } == .missingItem)
    #expect(!constraint.description.isEmpty)
  }

  @Test("B10 the order of a swap matters only if it is laid out in between")
  func b10SwapOrder() throws {
    let view = View()
    let page = try Page(100, 100, view)
    let old = try relate(view, .left, .equal, page.root, plus: 0)
    let new = Constraint(item: view, attribute: .left, toItem: page.root, attribute: .left, constant: 50)
    var logged: [String] = []
    page.scene.log = { logged.append($0) }
    try page.scene.layout()
    try new.activate()
    old.deactivate()
    #expect(try page.scene.layout().conflicts.isEmpty && isClose(view.frame.minX, 50))
    new.deactivate()
    try old.activate()
    #expect(try page.scene.layout().conflicts.isEmpty && logged.isEmpty)
    try new.activate()
    #expect(try page.scene.layout().conflicts.count == 1)
    #expect(logged.count == 1 && logged[0].hasPrefix("Unable to simultaneously satisfy constraints.\n"))
    new.deactivate()
    #expect(try page.scene.layout().conflicts.isEmpty && logged.count == 1)
    #expect(isClose(view.frame.minX, 0))
  }

  @Test("B12 a constant is edited in place")
  func b12ConstantInPlace() throws {
    let view = View()
    let page = try Page(100, 100, view)
    try place(view, 1, 2, 3, 4)
    let width = try #require(view.constraints.first { $0.firstAttribute == .width })
    try page.scene.layout()
    width.constant = 30
    let report = try page.scene.layout()
    #expect(page.scene.engine.session.statistics == PassStatistics(constantsSet: 1))
    #expect(report.changes.count == 1 && view.frame.isClose(1, 2, 30, 4))
    #expect(try page.scene.layout().changes.isEmpty)
  }

  @Test("B13 what a constraint relates is read-only, its constant and priority are not")
  func b13ReadOnly() {
    func isReadOnly<Value>(_ property: KeyPath<Constraint, Value>) -> Bool {
      !(property is WritableKeyPath<Constraint, Value>)
    }
    #expect(isReadOnly(\.firstItem) && isReadOnly(\.firstAttribute) && isReadOnly(\.relation))
    #expect(isReadOnly(\.secondItem) && isReadOnly(\.secondAttribute) && isReadOnly(\.owner))
    #expect(!isReadOnly(\.constant) && !isReadOnly(\.priority) && !isReadOnly(\.multiplier))
  }

  @Test("B13 in Apple-strict mode the multiplier cannot be changed, and by default it can")
  func b13Multiplier() throws {
    let view = View()
    let page = try Page(100, 100, view)
    let width = try relate(view, .width, .equal, page.root, times: 0.5)
    try page.scene.layout()
    try width.setMultiplier(0.25)
    try page.scene.layout()
    #expect(isClose(view.frame.width, 25))
    #expect(page.scene.engine.session.statistics == PassStatistics(constantsSet: 1, termsSet: 1))
    page.scene.appleStrict = true
    #expect(kind { try width.setMultiplier(0.75) } == .readOnlyMultiplier)
    width.multiplier = 0.75
    #expect(width.multiplier == 0.25 && width.lastError?.kind == .readOnlyMultiplier)
    #expect(kind { try page.scene.layout() } == .readOnlyMultiplier)
    try page.scene.layout()
    #expect(isClose(view.frame.width, 25))
  }

  @Test("B14 B15 three ways to make room for the keyboard", arguments: 0..<3)
  func b15Keyboard(way: Int) throws {
    let head = View("head", intrinsicSize: Size(width: 133, height: 133))
    let label = View("label")
    let page = try Page(320, 568, head, label)
    try relate(head, .centerX, .equal, page.root)
    try relate(head, .bottom, .equal, label, .top, plus: -20)
    try relate(label, .height, plus: 21)
    let low = try relate(label, .top, .equal, page.root, plus: 250, at: way == 2 ? 750 : .required)
    let high = Constraint(
      item: label, attribute: .top, toItem: page.root, attribute: .top, constant: 0,
      priority: way == 2 ? 250 : .required)
    if way == 2 { try high.activate() }
    try page.scene.layout()
    #expect(head.frame.isClose(93.5, 97, 133, 133))
    switch way {
    case 0: low.constant = 0
    case 1:
      low.isActive = false
      high.isActive = true
    default:
      low.priority = 250
      high.priority = 750
    }
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(isClose(label.frame.minY, 0))
    #expect(head.frame.isClose(93.5, -153, 133, 133))
  }

  private func chain(in view: View, _ length: Int) throws -> View {
    var last = view
    for _ in 0..<length {
      let next = View()
      last.addSubview(next)
      last = next
    }
    return last
  }

  @Test(
    "Several are activated all or not at all, in a scene and outside, a repeated one once", arguments: [false, true])
  func allOrNone(_ isInScene: Bool) throws {
    let root = View("root")
    let (a, b, stranger) = (View("a"), View("b"), View("stranger"))
    root.addSubviews([a, b])
    let scene = isInScene ? try Scene(root: root, size: Size(width: 100, height: 100)) : nil
    let before = try relate(a, .width, plus: 5)
    let loose = View("loose").widthAnchor.constraint(equalToConstant: 1)
    let good = [
      a.leftAnchor.constraint(equalTo: root.leftAnchor), before,
      b.leftAnchor.constraint(equalTo: a.rightAnchor), b.widthAnchor.constraint(equalToConstant: 7),
    ]
    let bad = b.topAnchor.constraint(equalTo: stranger.topAnchor)
    try scene?.layout()
    let sequence = before.sequence
    #expect(kind(in: b) { Constraint.activate(good + [bad]) } == .noCommonAncestor)
    #expect(
      before.isActive && before.sequence == sequence && !good[0].isActive && !good[2].isActive && !good[3].isActive)
    #expect(root.constraints.isEmpty && b.constraints.isEmpty && Array(a.node.references).count == 1)
    #expect(loose.firstItem == nil)
    Constraint.activate(good + [good[2]])
    #expect(good.allSatisfy(\.isActive) && root.constraints.count == 2)
    #expect(root.constraints[0] === good[0] && root.constraints[1] === good[2])
    let shown = try scene ?? Scene(root: root, size: Size(width: 100, height: 100))
    try shown.layout()
    #expect(isClose(b.frame.minX, 5) && isClose(b.frame.width, 7))
  }

  @Test("One that concerns a scene after others that do not: an error takes all back")
  func allOrNoneAcross() throws {
    let page = try Page(100, 100, View("inside"))
    let inside = page.root.subviews[0]
    let (outer, inner) = (View("outer"), View("inner"))
    outer.addSubview(inner)
    let detached = inner.leftAnchor.constraint(equalTo: outer.leftAnchor)
    let attached = inside.leftAnchor.constraint(equalTo: page.root.leftAnchor, constant: 3)
    let bad = inside.topAnchor.constraint(equalTo: inner.topAnchor)
    try page.scene.layout()
    #expect(kind(in: inside) { Constraint.activate([detached, attached, bad]) } == .noCommonAncestor)
    #expect(!detached.isActive && !attached.isActive && !page.scene.needsLayout)
    Constraint.activate([detached, attached])
    try page.scene.layout()
    #expect(detached.owner === outer && detached.sequence < attached.sequence && isClose(inside.frame.minX, 3))
  }
}
