// Undo: strict mode and blocks of changes take back all that was edited, and nothing else.

import Testing

@testable import Trellis

private struct Stop: Error {}

@Suite("Undo")
struct UndoTests {
  /// A root with a box in its corner.
  private struct Corner {
    let root = View("root")
    let box = View("box")
    let scene: Scene
    let width: Constraint
    let height: Constraint

    init(_ width: Double = 10, _ height: Double = 10, _ mode: Scene.Mode = .recover) throws {
      root.addSubview(box)
      try box.pinEdges([.top, .leading])
      self.width = try box.setDimension(.width, to: width)
      self.height = try box.setDimension(.height, to: height)
      scene = try Scene(root: root, size: Size(width: 300, height: 300))
      scene.mode = mode
      try scene.layout()
    }

    /// A layout that fails for a conflict.
    func failLayout() throws {
      try box.setDimension(.height, to: 97)
      #expect(kind { try scene.layout() } == .unsatisfiable)
    }
  }

  // MARK: Items that leave

  @Test("A container leaves, its child moves, and all goes back", arguments: Scene.Mode.allCases)
  func containerLeaves(mode: Scene.Mode) throws {
    let (root, container, inner) = (View("root"), View("container"), View("inner"))
    root.addSubview(container)
    container.addSubview(inner)
    let edge = inner.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 5)
    try edge.activate()
    let scene = try Scene(root: root, size: Size(width: 300, height: 300))
    scene.mode = mode
    try scene.layout()
    let before = inner.frame
    func change() throws {
      container.removeFromSuperview()
      root.addSubview(inner)
      inner.isHidden = true
    }
    if mode == .strict {
      try change()
      try root.setDimension(.width, to: 1)
      #expect(kind { try scene.layout() } == .unsatisfiable)
    } else {
      #expect(throws: Stop.self) {
        try scene.animate(duration: 1) {
          try change()
          throw Stop()
        }
      }
    }
    #expect(container.superview === root && inner.superview === container)
    #expect(root.subviews.count == 1 && container.subviews.count == 1 && edge.owner === root)
    #expect(inner.frame == before && !inner.isHidden)
    try scene.layout()
    #expect(inner.frame == before)
  }

  @Test("A view that came into one which came in, too, goes with it", arguments: [false, true])
  func cameIntoNew(isInnerFirst: Bool) throws {
    let page = try Corner()
    let (outer, inner) = (View("outer"), View("inner"))
    page.root.addSubview(outer)
    try page.scene.layout()
    #expect(throws: Stop.self) {
      try page.scene.animate(duration: 1) {
        // The inner list is kept first, and is taken apart first.
        if isInnerFirst { outer.isHidden = true } else { page.root.name = "changed" }
        outer.addSubview(inner)
        page.box.addSubview(outer)
        throw Stop()
      }
    }
    #expect(outer.superview === page.root && inner.superview == nil && outer.subviews.isEmpty)
    try page.scene.layout()
  }

  @Test("What is edited while inactive and out of the scene is undone")
  func outOfForce() throws {
    let page = try Corner(100, 40, .strict)
    page.width.deactivate()
    page.width.constant = 7
    try page.failLayout()
    #expect(page.width.constant == 100 && page.width.isActive)
    #expect(page.box.frame.isClose(0, 0, 100, 40))
    page.box.removeFromSuperview()
    page.box.intrinsicSize = Size(width: 5, height: 5)
    page.box.layoutMargins = EdgeInsets(all: 33)
    page.box.isHidden = true
    page.height.constant = 3
    page.root.addSubview(page.box)
    try page.failLayout()
    #expect(page.box.intrinsicSize == Size(width: -1, height: -1) && page.box.layoutMargins.top == 8)
    #expect(!page.box.isHidden && page.height.constant == 40)
    #expect(page.box.frame.isClose(0, 0, 100, 40))
    try page.scene.layout()
    #expect(page.box.frame.isClose(0, 0, 100, 40))
  }

  @Test("A view that left comes back with its content size")
  func contentOfLeft() throws {
    let label = View("label", intrinsicSize: Size(width: 80, height: 20))
    let page = try Corner(10, 10)
    page.root.addSubview(label)
    try label.pinEdges([.top, .leading])
    page.scene.mode = .strict
    try page.scene.layout()
    label.removeFromSuperview()
    try page.failLayout()
    #expect(label.superview === page.root && label.frame.isClose(0, 0, 80, 20))
    page.scene.size.width = 200
    try page.scene.layout()
    #expect(label.frame.isClose(0, 0, 80, 20))
  }

  @Test("What needs no solve is done with once a layout went well")
  func withoutSolve() throws {
    let (a, b) = (View("a"), View("b"))
    let page = try Corner(10, 10, .strict)
    page.root.addSubviews([a, b])
    try page.scene.layout()
    a.isHidden = true
    a.name = "other"
    page.scene.scale = 2
    page.scene.readableWidth = 100
    page.root.addSubview(a)
    try page.scene.layout()
    page.scene.scale = 3
    page.scene.readableWidth = 200
    page.scene.size.width = 77
    page.scene.safeAreaInsets = PhysicalInsets(top: 9)
    try page.failLayout()
    #expect(a.isHidden && a.name == "other" && page.root.subviews.last === a)
    #expect(page.scene.scale == 2 && page.scene.readableWidth == 100)
    #expect(page.scene.size.width == 300 && page.scene.safeAreaInsets == .zero)
  }

  // MARK: Blocks in blocks

  @Test("An inner block is part of the outer one")
  func nested() throws {
    let page = try Corner()
    #expect(throws: Stop.self) {
      try page.scene.animate(duration: 1) {
        page.width.constant = 100
        try page.scene.animate(duration: 0.5) { page.height.constant = 100 }
        page.box.isHidden = true
        throw Stop()
      }
    }
    #expect(page.width.constant == 10 && page.height.constant == 10 && !page.box.isHidden)
    #expect(page.box.frame.isClose(0, 0, 10, 10))
    let outer = try page.scene.animate(duration: 1) {
      page.width.constant = 100
      #expect(throws: Stop.self) {
        try page.scene.animate(duration: 0.5) {
          page.height.constant = 100
          throw Stop()
        }
      }
      #expect(page.box.frame.isClose(0, 0, 100, 10))
    }
    #expect(page.width.constant == 100 && page.height.constant == 10 && outer.steps.count == 1)
    #expect(page.scene.engine.transaction.savepoints.isEmpty)
  }

  @Test("A layout within a block takes nothing from the block", arguments: Scene.Mode.allCases)
  func layoutWithin(mode: Scene.Mode) throws {
    let page = try Corner(10, 10, mode)
    #expect(throws: Stop.self) {
      try page.scene.animate(duration: 1) {
        page.width.constant = 100
        page.root.layoutIfNeeded()
        #expect(page.box.frame.isClose(0, 0, 100, 10))
        page.height.constant = 100
        throw Stop()
      }
    }
    #expect(page.width.constant == 10 && page.height.constant == 10)
    #expect(page.box.frame.isClose(0, 0, 10, 10))
    #expect(page.scene.engine.transaction.savepoints.count == (mode == .strict ? 1 : 0))
  }

  @Test("A strict layout that fails within a block takes back what came after the last one")
  func strictWithin() throws {
    let page = try Corner(10, 10, .strict)
    try page.scene.animate(duration: 1) {
      page.width.constant = 50
      try page.scene.layout()
      page.width.constant = 60
      try page.failLayout()
      #expect(page.width.constant == 50)
    }
    #expect(page.box.frame.isClose(0, 0, 50, 10))
  }

  @Test("A block covers what is in no scene")
  func outside() throws {
    let page = try Corner()
    let spare = View("spare", intrinsicSize: Size(width: 1, height: 1))
    let group = ConstraintGroup()
    #expect(throws: Stop.self) {
      try page.scene.animate(duration: 1) {
        spare.intrinsicSize = Size(width: 2, height: 2)
        spare.name = "changed"
        page.root.addSubview(spare)
        try group.apply { spare.top == page.root.top }
        throw Stop()
      }
    }
    #expect(spare.intrinsicSize == Size(width: 1, height: 1) && spare.name == "spare" && spare.superview == nil)
    #expect(group.constraints.isEmpty && page.root.constraints.count == 2)
  }

  // MARK: The DSL

  @Test("Strict mode takes back states, groups and what was made")
  func memory() throws {
    let (root, box, other) = (View("root"), View("box"), View("other"))
    root.addSubviews([box, other])
    for view in [box, other] { try view.pinEdges([.top, .leading]) }
    let width = try box.setDimension(.width, to: 10)
    try other.setDimension(.width, to: 10)
    try box.layout.define("small") { box.height == 30 }
    try box.layout.define("large") {
      box.height == 60
      box.width == 100
    }
    try box.layout.state("small")
    try other.layout.make { $0.height.equalTo(30) }
    let group = ConstraintGroup()
    try group.apply { other.height <= 500 }
    let scene = try Scene(root: root, size: Size(width: 300, height: 300))
    scene.mode = .strict
    try scene.layout()
    try box.layout.state("large")
    try box.layout.define("third") { box.height == 7 }
    try other.layout.remake { $0.height.equalTo(60) }
    try group.apply { other.height <= 400 ~ .high }
    group.deactivate()
    #expect(kind { try scene.layout() } == .unsatisfiable)
    #expect(box.layout.currentState == "small" && box.layout.states == ["small", "large"])
    #expect(group.isActive && group.constraints.count == 1 && group.constraints[0].isActive)
    #expect(group.constraints[0].constant == 500)
    #expect(other.layout.constraints.count == 1)
    width.deactivate()
    try box.layout.state("large")
    try other.layout.remake { $0.height.equalTo(80) }
    try scene.layout()
    #expect(box.frame.isClose(0, 0, 100, 60) && other.frame.isClose(0, 0, 10, 80))
  }

  @Test("A state is activated again after its view came back")
  func stateAgain() throws {
    let (root, box) = (View("root"), View("box"))
    root.addSubview(box)
    try box.layout.define("open") {
      box.leading == root.leading + 10
      box.top == root.top
      box.width == 50
      box.height == 50
    }
    try box.layout.state("open")
    let scene = try Scene(root: root, size: Size(width: 300, height: 300))
    try scene.layout()
    box.removeFromSuperview()
    root.addSubview(box)
    try box.layout.state("open")
    try scene.layout()
    #expect(box.frame.isClose(10, 0, 50, 50) && box.layout.currentState == "open")
  }

  // MARK: Scenes that go

  @Test("A content size that one scene broke is active in the next")
  func nextScene() throws {
    let (root, label) = (View("root"), View("label", intrinsicSize: Size(width: 80, height: 20)))
    root.addSubview(label)
    label.setContentCompressionResistancePriority(.required, for: .horizontal)
    try label.pinEdges([.leading, .top])
    let narrow = try label.setDimension(.width, to: 10)
    var scene: Scene? = try Scene(root: root, size: Size(width: 300, height: 100))
    #expect(try scene?.layout().conflicts.count == 1)
    scene = nil
    narrow.deactivate()
    let second = try Scene(root: root, size: Size(width: 300, height: 100))
    #expect(try second.layout().conflicts.isEmpty)
    #expect(label.frame.isClose(0, 0, 80, 20) && !label.hasAmbiguousLayout)
  }
}
