// What a view can be asked: its fitting size, what decides its frame, what is open in it, how it looks (semantics 2.6, 2.7;
// rows B24 and F15).

import Testing

@testable import Trellis

@Suite("Fitting sizes")
struct FittingSizeTests {
  /// A cell: an icon beside a title of two lines, 8 apart, 10 from the edges.
  private func cell() throws -> (View, icon: View, title: View) {
    let cell = View("cell")
    let icon = View("icon", intrinsicSize: Size(width: 20, height: 20))
    let title = View("title", intrinsicSize: Size(width: 200, height: 40))
    icon.setContentHuggingPriority(251, for: .horizontal)
    cell.addSubviews([icon, title])
    try Constraint.activate {
      icon.leading == cell.leading + 10
      icon.centerY == cell.centerY
      title.leading == icon.trailing + 8
      title.trailing == cell.trailing - 10
      title.top == cell.top + 10
      title.bottom == cell.bottom - 10
    }
    return (cell, icon, title)
  }

  @Test("Compressed and expanded, with the priorities of content against 50", arguments: [false, true])
  func fitting(isInScene: Bool) throws {
    let (cell, _, title) = try cell()
    let page = isInScene ? try Page(500, 500, cell) : nil
    if let page {
      try cell.pinEdges()
      try page.scene.layout()
    }
    let before = cell.frame
    // Content at 250 and 750 outranks the wish at 50, in both directions.
    for target in [View.layoutFittingCompressedSize, View.layoutFittingExpandedSize] {
      #expect(cell.systemLayoutSizeFitting(target) == Size(width: 248, height: 60))
    }
    // A required width: the title is compressed.
    let narrow = cell.systemLayoutSizeFitting(
      Size(width: 100, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(narrow == Size(width: 100, height: 60))
    let stretched = cell.systemLayoutSizeFitting(
      Size(width: 0, height: 300), horizontalFittingPriority: 50, verticalFittingPriority: 251)
    #expect(stretched == Size(width: 248, height: 300))
    #expect(cell.frame == before && page?.scene.needsLayout != true)
    #expect(cell.node.engine === page?.scene.engine)
    title.intrinsicSize = Size(width: 300, height: 10)
    #expect(cell.systemLayoutSizeFitting(.zero) == Size(width: 348, height: 30))
    if let page { #expect(try page.scene.layout().conflicts.isEmpty && isClose(title.frame.width, 452)) }
  }

  @Test("Only what is inside counts; alignment insets are added; conflicts give way")
  func subtree() throws {
    let (cell, icon, _) = try cell()
    let page = try Page(500, 500, cell)
    try cell.pinEdges([.leading, .top])
    try relate(cell, .width, .equal, page.root, times: 0.25)
    #expect(cell.systemLayoutSizeFitting(.zero).width == 248)
    cell.alignmentRectInsets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(cell.systemLayoutSizeFitting(.zero) == Size(width: 254, height: 64))
    try relate(icon, .width, plus: 30)
    try relate(icon, .width, plus: 40)
    #expect(cell.systemLayoutSizeFitting(.zero).width == 264)
    #expect(try page.scene.layout().conflicts.count == 1)
    // A fixed size inside against a required target: the later wish is the one that yields.
    try relate(cell, .height, plus: 70)
    let size = cell.systemLayoutSizeFitting(
      Size(width: 0, height: 10), horizontalFittingPriority: 50, verticalFittingPriority: .required)
    #expect(size.height == 74)
  }

  @Test("A text's height is that for the width it would have")
  func heightForWidth() throws {
    let cell = View("cell")
    let text = View("text", intrinsicSize: Size(width: 400, height: 20))
    text.heightForWidth = HeightForWidth { width in 20 * (400 / max(width, 1)).rounded(.up) }
    cell.addSubview(text)
    try text.pinEdges(insets: EdgeInsets(all: 10))
    let size = cell.systemLayoutSizeFitting(
      Size(width: 120, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(size == Size(width: 120, height: 100))
    #expect(cell.systemLayoutSizeFitting(.zero) == Size(width: 420, height: 40))
  }

  @Test("A scroll view's content does not make it larger, and a stack of nothing is nothing")
  func scrollView() throws {
    let scroll = ScrollView("scroll")
    let content = View("content", intrinsicSize: Size(width: 1000, height: 2000))
    scroll.addSubview(content)
    try Constraint.activate { content.edges == scroll.edges }
    try relate(scroll, .height, .greaterThanOrEqual, plus: 30)
    #expect(scroll.systemLayoutSizeFitting(.zero) == Size(width: 0, height: 30))
    #expect(View("empty").systemLayoutSizeFitting(Size(width: 7, height: 9)) == Size(width: 7, height: 9))
  }

  @Test("Numbers that are none are errors")
  func mistakes() throws {
    let view = View("view")
    #expect(kind(in: view) { _ = view.systemLayoutSizeFitting(Size(width: .nan, height: 0)) } == .valueOutOfRange)
    #expect(
      kind(in: view) { _ = view.systemLayoutSizeFitting(.zero, horizontalFittingPriority: 0) } == .priorityOutOfRange)
    #expect(view.node.engine == nil)
  }
}

@Suite("What decides a frame")
struct InfluenceTests {
  @Test("constraintsAffectingLayout: also those that do not mention the view")
  func affecting() throws {
    let (a, b) = (View("a"), View("b", intrinsicSize: Size(width: 30, height: 10)))
    let page = try Page(300, 200, a, b)
    let start = try relate(a, .left, .equal, page.root, plus: 10)
    let width = try relate(a, .width, .equal, page.root, times: 0.5)
    let gap = try relate(b, .left, .equal, a, .right, plus: 8)
    let loose = try relate(b, .right, .lessThanOrEqual, page.root, plus: -10)
    let outranked = try relate(a, .width, plus: 77, at: .low)
    let top = try relate(b, .top, .equal, page.root, plus: 5)
    let affecting = try b.constraintsAffectingLayout(for: .horizontal)
    #expect(affecting.prefix(3).elementsEqual([start, width, gap], by: ===))
    #expect(affecting.count == 5 && affecting[3].isSystemMade && affecting[4].isContentSize)
    #expect(!affecting.contains { $0 === loose || $0 === outranked || $0 === top })
    let vertical = try b.constraintsAffectingLayout(for: .vertical)
    #expect(vertical.count == 2 && vertical[0] === top && vertical[1].isContentSize)
    #expect(try View("free").constraintsAffectingLayout(for: .vertical).isEmpty)
  }

  @Test("By how much: as moving each constant says", arguments: [false, true])
  func derivatives(isRightToLeft: Bool) throws {
    let (box, inner, deep) = (View("box"), View("inner"), View("deep", intrinsicSize: Size(width: 11, height: 13)))
    let page = try Page(400, 300, box)
    page.root.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    box.addSubview(inner)
    inner.addSubview(deep)
    let made = try Constraint.activate {
      box.leading == page.root.leading + 20
      box.width == 0.5 * page.root.width + 3
      box.top == page.root.top + 7
      box.height == 100
      inner.trailing == box.trailing - 15
      inner.width == 0.25 * box.width - 2 ~ .high
      inner.centerY == 0.6 * box.centerY + 1
      inner.height == inner.width
      deep.leading == inner.leading + 4
      deep.bottom == inner.bottom - 6
    }
    try page.scene.layout()
    let asked: [(View, Attribute)] = [
      (box, .left), (box, .right), (inner, .left), (inner, .centerX), (inner, .leading), (inner, .bottom),
      (deep, .left), (deep, .right), (deep, .top), (deep, .width), (inner, .height),
    ]
    func number(_ view: View, _ attribute: Attribute) -> Double {
      switch attribute {
      case .left: view.frame.minX
      case .right: view.frame.maxX
      case .leading: isRightToLeft ? view.frame.maxX : view.frame.minX
      case .centerX: view.frame.midX
      case .top: view.frame.minY
      case .bottom: view.frame.maxY
      case .width: view.frame.width
      default: view.frame.height
      }
    }
    for (view, attribute) in asked {
      let influences = try page.scene.influences(on: view, attribute)
      #expect(!influences.isEmpty)
      let before = number(view, attribute)
      for constraint in made {
        let expected = influences.first { $0.constraint === constraint }?.derivative ?? 0
        constraint.constant += 1
        try page.scene.layout()
        #expect(
          isClose(number(view, attribute) - before, expected), "\(view.name ?? "").\(attribute) by \(constraint)")
        constraint.constant -= 1
        try page.scene.layout()
      }
      let system = influences.filter(\.constraint.isSystemMade)
      let width = system.first { $0.constraint.firstItem === page.root && $0.constraint.firstAttribute == .width }
      let root = width?.derivative ?? 0
      page.scene.size.width += 1
      try page.scene.layout()
      #expect(isClose(number(view, attribute) - before, root), "\(view.name ?? "").\(attribute) by the root")
      page.scene.size.width = 400
      try page.scene.layout()
    }
    let content = try page.scene.influences(on: deep, .width)
    #expect(content.count == 1 && content[0].constraint.isContentSize && content[0].derivative == 1)
  }

  @Test("Guides decide, and are decided; strangers are errors")
  func guidesAndMistakes() throws {
    let box = View("box")
    let gap = LayoutGuide("gap")
    let page = try Page(100, 100, box)
    page.root.addLayoutGuide(gap)
    let width = try relate(gap, .width, plus: 12)
    let start = try relate(gap, .left, .equal, page.root)
    let after = try relate(box, .left, .equal, gap, .right)
    #expect(try page.scene.influences(on: box, .left).map(\.constraint).elementsEqual([width, start, after], by: ===))
    #expect(try page.scene.influences(on: gap, .centerX).map(\.derivative) == [0.5, 1])
    #expect(kind { _ = try page.scene.influences(on: View(), .left) } == .missingItem)
    #expect(kind { _ = try page.scene.influences(on: box, .notAnAttribute) } == .unknownAttribute)
  }

  @Test("B24 the guides of the top and bottom are items like any other")
  func b24Guides() throws {
    let box = View("box")
    let page = try Page(100, 200, box)
    page.scene.safeAreaInsets = PhysicalInsets(top: 20, left: 0, bottom: 30, right: 0)
    let guide = page.root.safeAreaLayoutGuide
    try Constraint.activate {
      box.top == guide.top + 5
      box.bottom == guide.bottom
      box.leading == page.root.leading
    }
    try page.scene.layout()
    #expect(isClose(box.frame.minY, 25) && isClose(box.frame.maxY, 170))
    let deciding = try page.scene.influences(on: box, .top)
    #expect(deciding.contains { $0.constraint.identifier == "UIViewSafeAreaLayoutGuide-top" && $0.derivative == 1 })
  }
}

@Suite("Ambiguity, exercised")
struct ExerciseTests {
  private func open() throws -> (Page, View, View) {
    let (a, b) = (View("a", intrinsicSize: Size(width: 100, height: 20)), View("b"))
    b.intrinsicSize = Size(width: 100, height: 20)
    let page = try Page(300, 100, a, b)
    try Constraint.activate {
      a.leading == page.root.leading
      b.leading == a.trailing
      b.trailing == page.root.trailing
      a.top == page.root.top
      b.top == page.root.top
    }
    try page.scene.layout()
    return (page, a, b)
  }

  @Test("It moves to another layout that is as good, by the seed, and goes through several")
  func exercise() throws {
    let (page, a, b) = try open()
    #expect(a.hasAmbiguousLayout)
    let levels = try #require(page.scene.report?.levels)
    var widths: Set<Double> = [a.frame.width]
    for _ in 0..<4 {
      #expect(a.exerciseAmbiguityInLayout())
      widths.insert(a.frame.width)
      #expect(isClose(a.frame.width + b.frame.width, 300) && isClose(b.frame.minX, a.frame.maxX))
      #expect(isClose(abs(a.frame.width - 100) + abs(b.frame.width - 100), 100))
    }
    #expect(widths.count >= 3)
    #expect(levels.first { $0.priority == 250 }?.error == 100)
    let (_, other, _) = try open()
    let (_, twin, _) = try open()
    try other.exerciseAmbiguityInLayout(seed: 5)
    try twin.exerciseAmbiguityInLayout(seed: 5)
    #expect(other.frame == twin.frame)
    // The scene continues as before.
    page.scene.size.width = 320
    #expect(try page.scene.layout().levels.first { $0.priority == 250 }?.error == 120)
    #expect(try page.scene.influences(on: a, .left).count == 1)
    #expect(a.hasAmbiguousLayout)
  }

  @Test("A view that is determined does not move")
  func determined() throws {
    let (page, a, _) = try open()
    try relate(a, .width, plus: 90)
    try page.scene.layout()
    let before = a.frame
    #expect(!a.exerciseAmbiguityInLayout() && a.frame == before)
    #expect(!View().exerciseAmbiguityInLayout())
  }
}

@Suite("F15: placeholders")
struct PlaceholderTests {
  private func page() throws -> Page {
    let (a, b) = (View("a"), View("b<&"))
    let page = try Page(40, 20, a, b)
    try place(a, 4, 4, 14, 12)
    try place(b, 20, 4, 18, 12)
    let hidden = View("hidden")
    hidden.isHidden = true
    page.root.addSubview(hidden)
    try place(hidden, 0, 0, 40, 20)
    try page.scene.layout()
    return page
  }

  @Test("F15 a view and its subviews as boxes of characters")
  func f15Text() throws {
    let page = try page()
    let expected = """
      +---------------------------------------+
      |root 40x20                             |
      |   +-------------+ +-----------------+ |
      |   |a 14x12      | |b<& 18x12        | |
      |   |             | |                 | |
      |   |             | |                 | |
      |   |             | |                 | |
      |   |             | |                 | |
      |   +-------------+ +-----------------+ |
      |                                       |
      +---------------------------------------+
      """
    #expect(page.root.placeholder(columns: 41) == expected)
    let alone = page.root.placeholder(columns: 41, includesSubviews: false)
    #expect(alone.contains("root 40x20") && !alone.contains("a 14x12"))
    #expect(View("empty").placeholder(columns: 0) == "+")
  }

  @Test("F15 the same as a picture")
  func f15Picture() throws {
    let svg = try page().root.placeholderSVG()
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\""))
    #expect(svg.contains("<rect x=\"20\" y=\"4\" width=\"18\" height=\"12\""))
    #expect(svg.contains("b&lt;&amp; 18x12") && !svg.contains("hidden"))
    #expect(svg.split(separator: "\n").filter { $0.contains("<rect") }.count == 3)
  }
}
