// The code of the article "Coming from Auto Layout", compiled and run. ArticleLinesTests compares the two.

import Testing
import Trellis

@Suite("Article: coming from Auto Layout")
struct ComingFromAutoLayoutTests {
  private func page() throws -> (root: View, box: View, scene: Scene) {
    let root = View("root")
    let box = View("box")
    root.addSubview(box)
    let scene = try Scene(root: root, size: Size(width: 320, height: 480))
    return (root, box, scene)
  }

  @Test("A03 seven arguments, anchors, operators: the same constraint")
  func threeWays() throws {
    let (root, box, scene) = try page()
    // 1
    let constraint = Constraint(
      item: box, attribute: .left, relatedBy: .equal, toItem: root, attribute: .left, multiplier: 1, constant: 10)
    try constraint.activate()
    // 2
    Constraint.activate([
      box.topAnchor.constraint(equalTo: root.topAnchor, constant: 20),
      box.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 0.5),
      box.heightAnchor.constraint(equalToConstant: 44),
    ])
    // 3
    try Constraint.activate {
      box.left == root.left + 10
      box.top == root.top + 20
      box.width == 0.5 * root.width
      box.height == 44
    }
    #expect(try scene.layout().conflicts.isEmpty)
    #expect(box.frame == Rect(x: 10, y: 20, width: 160, height: 44))
  }

  @Test func contentSizes() throws {
    let (root, box, scene) = try page()
    box.removeFromSuperview()
    let title = View("title", intrinsicSize: Size(width: 240, height: 20))
    let time = View("time", intrinsicSize: Size(width: 90, height: 20))
    root.addSubviews([title, time])
    try Constraint.activate {
      title.leading == root.leading
      time.leading >= title.trailing + 8
      time.trailing == root.trailing
    }
    // 4
    time.setContentCompressionResistancePriority(751, for: .horizontal)
    title.setContentHuggingPriority(.defaultLow, for: .horizontal)
    title.intrinsicSize = Size(width: 230, height: 20)
    try scene.layout()
    #expect(title.frame.width == 222)
  }

  @Test func edits() throws {
    let (root, box, scene) = try page()
    // 5
    let top = box.topAnchor.constraint(equalTo: root.topAnchor, constant: 250)
    try top.activate()
    try scene.layout()
    try top.setConstant(0)
    try top.setPriority(.defaultHigh)
    box.layoutIfNeeded()
    #expect(box.frame.minY == 0 && top.priority == 750)
    // 6
    let folded = try Constraint.make { box.height == 0 }
    let open = try Constraint.make { box.height == 120 }
    Constraint.activate(open)
    try scene.layout()
    Constraint.deactivate(open)
    Constraint.activate(folded)
    try scene.layout()
    #expect(box.frame.height == 0)
    // 7
    try box.layout.define("open") { box.width == 120 }
    try box.layout.define("folded") { box.width == 0 }
    try box.layout.state("open")
    try scene.layout()
    try box.layout.state("folded")
    try scene.layout()
    #expect(box.frame.width == 0)
  }

  @Test func trouble() throws {
    let (root, box, scene) = try page()
    var messages: [String] = []
    // 8
    scene.log = { messages.append($0) }
    try Constraint.activate {
      box.left == root.left + 50
      box.left == root.left
    }
    let report = try scene.layout()
    for conflict in report.conflicts { print(conflict.broken) }
    #expect(report.conflicts.count == 1 && messages.count == 1)
    // 9
    let elsewhere = View("elsewhere")
    do {
      try box.topAnchor.constraint(equalTo: elsewhere.topAnchor).activate()
    } catch {
      #expect(error.kind == .noCommonAncestor)
    }
    // errors that wait
    Constraint.activate([
      box.leftAnchor.constraint(equalTo: elsewhere.leftAnchor),
      box.widthAnchor.constraint(equalToConstant: .nan),
    ])
    #expect(scene.pendingErrors.count == 2)
    do {
      try scene.layout()
    } catch {
      for mistake in error.all { print(mistake.location ?? "", mistake.text) }
    }
    try scene.layout()
    #expect(scene.pendingErrors.isEmpty)
    // 10
    scene.mode = .strict
    scene.appleStrict = true
    #expect(throws: LayoutError.self) {
      try scene.layout(); try report.conflicts[0].broken.setMultiplier(2)
    }
  }

  @Test func questions() throws {
    let (root, box, scene) = try page()
    try box.pinEdges([.leading, .top])
    try scene.layout()
    // 11
    let isOpen = box.hasAmbiguousLayout
    box.exerciseAmbiguityInLayout()
    let deciding = try box.constraintsAffectingLayout(for: .horizontal)
    let size = root.systemLayoutSizeFitting(View.layoutFittingCompressedSize)
    #expect(isOpen && deciding.count == 1 && size == .zero)
  }
}
