// Constraints that come into a scene with their views get rows together; what was edited in between counts.

import Testing

@testable import Trellis

/// A column of three views in a container, with all its constraints active and in no scene yet.
private struct Column {
  let root = View("root")
  let container = View("container")
  let views = [View("a"), View("b"), View("c")]
  var heights: [Constraint] = []
  var gaps: [Constraint] = []
  var leading: [Constraint] = []

  init() throws {
    root.addSubview(container)
    for view in views { container.addSubview(view) }
    Constraint.activate([
      container.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 5),
      container.topAnchor.constraint(equalTo: root.topAnchor, constant: 7),
      container.widthAnchor.constraint(equalToConstant: 200),
      container.heightAnchor.constraint(equalToConstant: 300),
    ])
    for (index, view) in views.enumerated() {
      heights.append(view.heightAnchor.constraint(equalToConstant: Double(10 * index + 10)))
      let above = index == 0 ? container.topAnchor : views[index - 1].bottomAnchor
      gaps.append(view.topAnchor.constraint(equalTo: above, constant: 1))
      leading.append(view.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 3))
      try view.widthAnchor.constraint(equalTo: view.heightAnchor, multiplier: 2).activate()
    }
    Constraint.activate(heights + gaps + leading)
  }

  var frames: [Rect] { ([container] + views).map(\.frame) }
}

@Suite struct IntakeTests {
  /// What an app may do between making a scene and its first layout.
  private static let edits: [(name: String, edit: @Sendable (Column) throws -> Void)] = [
    ("constant", { try $0.heights[1].setConstant(44) }),
    ("priority", { try $0.heights[0].setPriority(.defaultLow) }),
    ("multiplier", { try $0.gaps[2].setMultiplier(2) }),
    ("weight", { try $0.heights[2].setWeight(3) }),
    ("off", { $0.gaps[1].deactivate() }),
    (
      "off and on",
      {
        $0.gaps[1].deactivate()
        try $0.gaps[1].activate()
      }
    ),
    (
      "another",
      {
        $0.heights[0].deactivate()
        try $0.views[0].heightAnchor.constraint(equalTo: $0.views[1].heightAnchor).activate()
      }
    ),
    ("direction", { $0.root.layoutDirection = .rightToLeft }),
    ("view out", { $0.views[2].removeFromSuperview() }),
    (
      "views out and in",
      {
        $0.container.removeFromSuperview()
        $0.root.addSubview($0.container)
        try $0.container.leadingAnchor.constraint(equalTo: $0.root.leadingAnchor).activate()
        try $0.container.topAnchor.constraint(equalTo: $0.root.topAnchor).activate()
      }
    ),
  ]

  @Test("An edit before the first layout counts as one before there was a scene", arguments: edits.indices)
  func editsBeforeTheFirstLayout(index: Int) throws {
    let (name, edit) = Self.edits[index]
    let early = try Column()
    try edit(early)
    let scene = try Scene(root: early.root, size: Size(width: 400, height: 400))
    try scene.layout()
    let late = try Column()
    let other = try Scene(root: late.root, size: Size(width: 400, height: 400))
    try edit(late)
    try other.layout()
    #expect(late.frames == early.frames, "\(name)")
    let (rows, otherRows) = (try scene.loweredProgram().rows.count, try other.loweredProgram().rows.count)
    #expect(rows == otherRows, "\(name)")
    // Whatever came in as a whole is edited one by one from then on.
    for column in [early, late] { try column.heights[1].setConstant(12.5) }
    try scene.layout()
    try other.layout()
    #expect(late.frames == early.frames && late.views[1].frame.height == 12.5, "\(name)")
    withExtendedLifetime((early, late)) {}
  }

  @Test("A row that cannot be made keeps none of its owner's from coming in later")
  func failedLayout() throws {
    let column = try Column()
    column.container.alignmentRectInsets = EdgeInsets(top: 0, leading: 1e7, bottom: 0, trailing: 0)
    let far = Constraint(
      item: column.views[2], attribute: .leading, toItem: column.views[1], attribute: .leading, multiplier: 1e6)
    column.leading[2].deactivate()
    try far.activate()
    let scene = try Scene(root: column.root, size: Size(width: 400, height: 400))
    for _ in 0..<2 {
      #expect(kind { try scene.layout() } == .valueOutOfRange)
    }
    far.deactivate()
    column.container.alignmentRectInsets = .zero
    try column.leading[2].activate()
    try scene.layout()
    let expected = try Column()
    let other = try Scene(root: expected.root, size: Size(width: 400, height: 400))
    try other.layout()
    #expect(column.frames == expected.frames)
    #expect(try scene.loweredProgram().rows.count == other.loweredProgram().rows.count)
    withExtendedLifetime(expected) {}
  }

  @Test("A view that leaves before the first layout takes along what waits for it")
  func goneBeforeTheFirstLayout() throws {
    let column = try Column()
    let scene = try Scene(root: column.root, size: Size(width: 400, height: 400))
    do {
      let inner = View("inner")
      let innermost = View("innermost")
      inner.addSubview(innermost)
      try innermost.widthAnchor.constraint(equalTo: inner.widthAnchor).activate()
      try inner.widthAnchor.constraint(equalToConstant: 9).activate()
      column.container.addSubview(inner)
      inner.removeFromSuperview()
    }
    try scene.layout()
    #expect(column.views[2].frame.height == 30)
    #expect(try scene.loweredProgram().nonnegative.count == 4 * 5)
  }
}
