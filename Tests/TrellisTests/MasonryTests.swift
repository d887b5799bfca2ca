// Rows F09 to F13 of the acceptance table, the Masonry five, in plain constraints.

import Testing

@testable import Trellis

@Suite("F: the Masonry five")
struct MasonryTests {
  @Test("F09 a box in the centre")
  func f09Centre() throws {
    let box = View("box")
    let page = try Page(375, 667, box)
    try relate(box, .centerX, .equal, page.root)
    try relate(box, .centerY, .equal, page.root)
    try relate(box, .width, plus: 300)
    try relate(box, .height, plus: 300)
    try page.scene.layout()
    #expect(box.frame.isClose(37.5, 183.5, 300, 300))
    #expect(!box.hasAmbiguousLayout)
  }

  @Test("F10 edges inset by 10", arguments: [false, true])
  func f10Edges(usesAnchors: Bool) throws {
    let box = View("box")
    let page = try Page(300, 300, box)
    if usesAnchors {
      Constraint.activate([
        box.topAnchor.constraint(equalTo: page.root.topAnchor, constant: 10),
        box.leadingAnchor.constraint(equalTo: page.root.leadingAnchor, constant: 10),
        page.root.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: 10),
        page.root.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: 10),
      ])
    } else {
      try relate(box, .top, .equal, page.root, plus: 10)
      try relate(box, .left, .equal, page.root, plus: 10)
      try relate(box, .bottom, .equal, page.root, plus: -10)
      try relate(box, .right, .equal, page.root, plus: -10)
    }
    try page.scene.layout()
    #expect(box.frame.isClose(10, 10, 280, 280))
  }

  @Test("F11 redundant mutual constraints are tolerated")
  func f11Redundant() throws {
    let a = View("a")
    let b = View("b")
    let page = try Page(300, 300, a, b)
    for view in [a, b] {
      try relate(view, .centerY, .equal, page.root)
      try relate(view, .height, plus: 150)
    }
    try relate(a, .left, .equal, page.root, plus: 10)
    try relate(a, .right, .equal, b, .left, plus: -10)
    try relate(a, .width, .equal, b)
    try relate(b, .left, .equal, a, .right, plus: 10)
    try relate(b, .right, .equal, page.root, plus: -10)
    try relate(b, .width, .equal, a)
    #expect(try page.scene.layout().conflicts.isEmpty)
    #expect(a.frame.isClose(10, 75, 135, 150) && b.frame.isClose(155, 75, 135, 150))
  }

  @Test("F12 a scroll view's content size", arguments: [false, true])
  func f12ScrollView(usesGuides: Bool) throws {
    let scroll = ScrollView("scroll")
    let container = View("container")
    let page = try Page(300, 300, scroll)
    scroll.addSubview(container)
    try relate(scroll, .left, .equal, page.root, plus: 5)
    try relate(scroll, .top, .equal, page.root, plus: 5)
    try relate(scroll, .right, .equal, page.root, plus: -5)
    try relate(scroll, .bottom, .equal, page.root, plus: -5)
    let content: any LayoutItem = usesGuides ? scroll.contentLayoutGuide : scroll
    for edge in [Attribute.left, .top, .right, .bottom] { try relate(container, edge, .equal, content) }
    try relate(container, .width, .equal, usesGuides ? scroll.frameLayoutGuide : scroll)
    var rows: [View] = []
    for index in 1...10 {
      let row = View("row\(index)")
      container.addSubview(row)
      try relate(row, .left, .equal, container)
      try relate(row, .right, .equal, container)
      try relate(row, .height, plus: 20 * Double(index))
      if let last = rows.last {
        try relate(row, .top, .equal, last, .bottom)
      } else {
        try relate(row, .top, .equal, container)
      }
      rows.append(row)
    }
    try relate(container, .bottom, .equal, rows[9], .bottom)
    let report = try page.scene.layout()
    #expect(scroll.frame.isClose(5, 5, 290, 290))
    #expect(scroll.frameLayoutGuide.frame == Rect(x: 0, y: 0, width: 290, height: 290))
    #expect(isClose(scroll.contentSize.width, 290) && isClose(scroll.contentSize.height, 1100))
    #expect(report.contentSizes.count == 1 && report.contentSizes[0].scrollView === scroll)
    #expect(report.contentSizes[0].size == scroll.contentSize)
    #expect(zip(rows.map(\.frame.minY), [0, 20, 60, 120, 200, 300, 420, 560, 720, 900]).allSatisfy { isClose($0, $1) })
    #expect(try page.scene.ambiguities().isEmpty)
  }

  @Test("F13 distributed spacing")
  func f13Distributed() throws {
    let sizes = ["sv11": (40.0, 40.0), "sv12": (70, 20), "sv13": (50, 50), "sv21": (50, 20), "sv31": (40, 60)]
    let root = View("root")
    let views = sizes.mapValues { _ in View() }
    for (name, view) in views {
      view.name = name
      root.addSubview(view)
      let size = try #require(sizes[name])
      try relate(view, .width, plus: size.0)
      try relate(view, .height, plus: size.1)
    }
    let scene = try Scene(root: root, size: Size(width: 300, height: 300))
    let sv11 = try #require(views["sv11"])
    let sv12 = try #require(views["sv12"])
    let sv13 = try #require(views["sv13"])
    let sv21 = try #require(views["sv21"])
    let sv31 = try #require(views["sv31"])
    // Rows: centres at sv11's; columns likewise.
    try relate(sv12, .centerY, .equal, sv11)
    try relate(sv13, .centerY, .equal, sv11)
    try relate(sv21, .centerX, .equal, sv11)
    try relate(sv31, .centerX, .equal, sv11)
    let across = try distribute([sv11, sv12, sv13], in: root, .horizontal)
    let down = try distribute([sv11, sv21, sv31], in: root, .vertical)
    #expect(try scene.layout().conflicts.isEmpty)
    #expect(sv11.frame.isClose(35, 45, 40, 40))
    #expect(sv12.frame.isClose(110, 55, 70, 20))
    #expect(sv13.frame.isClose(215, 40, 50, 50))
    #expect(sv21.frame.isClose(30, 130, 50, 20))
    #expect(sv31.frame.isClose(35, 195, 40, 60))
    #expect(across.allSatisfy { isClose($0.frame.width, 35) && isClose($0.frame.height, 35) })
    #expect(down.allSatisfy { isClose($0.frame.width, 45) && isClose($0.frame.height, 45) })
  }

  /// Square spacers of one size before, between and after the views, as the Masonry example has them.
  private func distribute(_ views: [View], in root: View, _ axis: Axis) throws -> [View] {
    let (near, far, size, centre): (Attribute, Attribute, Attribute, Attribute) =
      axis == .horizontal ? (.left, .right, .width, .centerY) : (.top, .bottom, .height, .centerX)
    var spacers: [View] = []
    for index in 0...views.count {
      let spacer = View("spacer\(index)")
      root.addSubview(spacer)
      try relate(spacer, .width, .equal, spacer, .height)
      if let first = spacers.first { try relate(spacer, size, .equal, first) }
      try relate(spacer, centre, .equal, views[0])
      if index == 0 {
        try relate(spacer, near, .equal, root)
      } else {
        try relate(spacer, near, .equal, views[index - 1], far)
      }
      if index == views.count {
        try relate(spacer, far, .equal, root)
      } else {
        try relate(views[index], near, .equal, spacer, far)
      }
      spacers.append(spacer)
    }
    return spacers
  }
}
