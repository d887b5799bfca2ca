import Testing

@testable import Trellis

/// What classes override with a getter, as UIKit's do: insets, baselines, fitting sizes. And the keyboard.
@Suite("UIKit's names: overrides and guides")
struct OverrideTests {
  private final class Badge: View {
    var inset = 4.0 { didSet { invalidateIntrinsicContentSize() } }
    override var alignmentRectInsets: EdgeInsets {
      EdgeInsets(top: inset, left: inset, bottom: 0, right: 1)
    }
    override var intrinsicContentSize: Size { Size(width: 20, height: 10) }
  }

  @Test("Overridden alignment insets count, follow invalidation, and are checked")
  func alignmentInsets() throws {
    let root = View("root")
    let badge = Badge("badge")
    root.addSubview(badge)
    try badge.pinEdges([.top, .leading], insets: EdgeInsets(all: 10))
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    #expect(badge.frame == Rect(x: 6, y: 6, width: 25, height: 14))
    #expect(badge.alignmentRect(forFrame: badge.frame) == Rect(x: 10, y: 10, width: 20, height: 10))
    badge.inset = 2
    try scene.layout()
    #expect(badge.frame == Rect(x: 8, y: 8, width: 23, height: 12))
    badge.inset = .nan
    #expect(kind { try scene.layout() } == .valueOutOfRange)
    #expect(badge.frame == Rect(x: 8, y: 8, width: 23, height: 12))
    badge.inset = 0
    try scene.layout()
    #expect(badge.frame == Rect(x: 10, y: 10, width: 21, height: 10))
    // What is set counts for nothing in such a class.
    badge.alignmentRectInsets = EdgeInsets(all: 9)
    badge.invalidateIntrinsicContentSize()
    try scene.layout()
    #expect(badge.frame == Rect(x: 10, y: 10, width: 21, height: 10))
  }

  @Test("In strict mode insets that break a layout are undone with it")
  func strictInsets() throws {
    let root = View("root")
    let badge = Badge("badge")
    root.addSubview(badge)
    try badge.pinEdges([.top, .leading], insets: EdgeInsets(all: 10))
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    scene.mode = .strict
    try scene.layout()
    badge.inset = 3
    try badge.setDimension(.width, to: 30)
    try badge.setDimension(.width, to: 40)
    #expect(kind { try scene.layout() } == .unsatisfiable)
    #expect(badge.frame == Rect(x: 6, y: 6, width: 25, height: 14))
  }

  private final class Labelled: View {
    let box = View("box")
    let title = View("title", intrinsicSize: Size(width: 30, height: 20))
    let detail = View("detail", intrinsicSize: Size(width: 30, height: 12))
    lazy var source: View = title
    override var forFirstBaselineLayout: View { source }
    override var forLastBaselineLayout: View { detail }
  }

  private func labelled() throws -> Labelled {
    let view = Labelled("labelled")
    view.addSubview(view.box)
    try view.box.pinEdges(insets: EdgeInsets(all: 5))
    view.box.addSubviews([view.title, view.detail])
    view.title.firstBaselineOffsetFromTop = 16
    view.detail.lastBaselineOffsetFromBottom = 3
    try view.title.pinEdges([.top, .leading])
    try view.detail.pinEdges([.bottom, .leading])
    try view.detail.pin(.top, to: .bottom, of: view.title)
    return view
  }

  @Test("A view's baselines are those of the views it names, wherever they are inside it, and follow them")
  func baselines() throws {
    let root = View("root")
    let view = try labelled()
    let one = View("one", intrinsicSize: Size(width: 10, height: 10))
    let two = View("two", intrinsicSize: Size(width: 10, height: 10))
    one.firstBaselineOffsetFromTop = 8
    two.lastBaselineOffsetFromBottom = 2
    root.addSubviews([view, one, two])
    try view.pinEdges([.top, .leading], insets: EdgeInsets(all: 10))
    try one.align(.firstBaseline, with: view)
    try two.align(.lastBaseline, with: view)
    let scene = try Scene(root: root, size: Size(width: 200, height: 200))
    try scene.layout()
    // The title's top is at 15, the detail's bottom at 47.
    #expect(view.frame.height == 42)
    #expect(one.frame.minY == 15 + 16 - 8 && two.frame.maxY == 47 - 3 + 2)
    view.title.firstBaselineOffsetFromTop = 12
    view.detail.lastBaselineOffsetFromBottom = 0
    try scene.layout()
    #expect(one.frame.minY == 15 + 12 - 8 && two.frame.maxY == 47 + 2)
    view.source = view.detail
    try scene.layout()
    #expect(one.frame.minY == 15 + 12 - 8)
    view.invalidateIntrinsicContentSize()
    try scene.layout()
    #expect(one.frame.minY == 35 - 8)
    // One that lies elsewhere is as good as none.
    view.source = one
    view.invalidateIntrinsicContentSize()
    try scene.layout()
    #expect(one.frame.minY == 10 - 8)
    // One that leaves, too; and a whole view that leaves and comes back has its baselines again.
    view.source = view.title
    view.invalidateIntrinsicContentSize()
    try scene.layout()
    #expect(one.frame.minY == 15 + 12 - 8)
    view.title.removeFromSuperview()
    try scene.layout()
    #expect(one.frame.minY == 10 - 8)
    let back = try labelled()
    root.addSubview(back)
    try back.pinEdges([.top, .leading], insets: EdgeInsets(all: 10))
    view.removeFromSuperview()
    try one.align(.firstBaseline, with: back)
    try scene.layout()
    #expect(one.frame.minY == 15 + 16 - 8)
    back.removeFromSuperview()
    root.addSubview(back)
    try back.pinEdges([.top, .leading], insets: EdgeInsets(all: 20))
    try one.align(.firstBaseline, with: back)
    try scene.layout()
    #expect(one.frame.minY == 25 + 16 - 8)
  }

  private final class Wrapper: View {
    let inner: View

    init(_ inner: View) {
      self.inner = inner
      super.init("wrapper")
      addSubview(inner)
    }

    override var forFirstBaselineLayout: View { inner }
    override var forLastBaselineLayout: View { inner }
  }

  @Test("Baselines come through any number of views and stacks, and follow what is innermost", arguments: [1, 8, 40])
  func chains(depth: Int) throws {
    let label = View("label", intrinsicSize: Size(width: 10, height: 20))
    label.firstBaselineOffsetFromTop = 15
    label.lastBaselineOffsetFromBottom = 4
    var outer: View = label
    var levels: [View] = []
    for level in 0..<depth {
      if level.isMultiple(of: 3) {
        let stack = StackView([outer], axis: level.isMultiple(of: 2) ? .vertical : .horizontal)
        outer = stack
      } else {
        let wrapper = Wrapper(outer)
        try wrapper.inner.pinEdges(insets: EdgeInsets(top: 1, leading: 0, bottom: 2, trailing: 0))
        outer = wrapper
      }
      levels.append(outer)
    }
    let page = try Page(400, 400, outer)
    try outer.pinEdges([.top, .leading])
    let probes = try levels.map { level in
      let (first, last) = (View("first"), View("last"))
      for probe in [first, last] {
        page.root.addSubview(probe)
        try relate(probe, .height, plus: 0)
      }
      try relate(first, .top, .equal, level, .firstBaseline)
      try relate(last, .top, .equal, level, .lastBaseline)
      return (first, last)
    }
    func check() throws {
      try page.scene.layout()
      let frame = label.convert(label.bounds, to: page.root)
      for (first, last) in probes {
        #expect(isClose(first.frame.minY, frame.minY + label.firstBaselineOffsetFromTop))
        #expect(isClose(last.frame.minY, frame.maxY - label.lastBaselineOffsetFromBottom))
      }
    }
    try check()
    label.firstBaselineOffsetFromTop = 11
    try check()
    label.lastBaselineOffsetFromBottom = 0
    label.intrinsicSize.height = 30
    try check()
  }

  @Test("Where the innermost view leaves, what took its baselines through others does without")
  func innermostLeaves() throws {
    let label = View("label", intrinsicSize: Size(width: 10, height: 20))
    label.firstBaselineOffsetFromTop = 15
    let middle = Wrapper(label)
    let outer = Wrapper(middle)
    let probe = View("probe", intrinsicSize: Size(width: 1, height: 1))
    let page = try Page(100, 100, outer, probe)
    try label.pinEdges()
    try middle.pinEdges(insets: EdgeInsets(all: 3))
    try outer.pinEdges([.top, .leading])
    try relate(probe, .top, .equal, outer, .firstBaseline)
    try page.scene.layout()
    #expect(isClose(probe.frame.minY, 18))
    label.removeFromSuperview()
    try relate(middle, .height, plus: 10)
    try page.scene.layout()
    // Of a view without text it is the top.
    #expect(isClose(probe.frame.minY, 3))
    middle.addSubview(label)
    try label.pinEdges([.top], insets: EdgeInsets(all: 2))
    middle.invalidateIntrinsicContentSize()
    try page.scene.layout()
    #expect(isClose(probe.frame.minY, 3 + 2 + 15))
  }

  @Test("A row aligns such views by the baselines that they name")
  func baselinesInStack() throws {
    let view = try labelled()
    let label = View("label", intrinsicSize: Size(width: 10, height: 10))
    label.firstBaselineOffsetFromTop = 8
    let row = StackView(arrangedSubviews: [label, view])
    row.alignment = .firstBaseline
    let root = View("root")
    root.addSubview(row)
    try row.pinEdges([.top, .leading])
    try Scene(root: root, size: Size(width: 200, height: 200)).layout()
    #expect(label.frame.minY + 8 == view.frame.minY + 5 + 16)
  }

  private final class Cell: View {
    override func systemLayoutSizeFitting(
      _ targetSize: Size, withHorizontalFittingPriority horizontalFittingPriority: Priority,
      verticalFittingPriority: Priority
    ) -> Size {
      let size = super.systemLayoutSizeFitting(
        targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
        verticalFittingPriority: verticalFittingPriority)
      return Size(width: size.width, height: max(size.height, 44))
    }
  }

  @Test("Fitting sizes with UIKit's labels, and overridden")
  func fittingSizes() throws {
    let cell = Cell("cell")
    let text = View("text")
    text.heightForWidth = HeightForWidth { $0 < 100 ? 60 : 20 }
    cell.addSubview(text)
    try text.pinEdges(insets: EdgeInsets(all: 10))
    let narrow = cell.systemLayoutSizeFitting(
      Size(width: 80, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(narrow == Size(width: 80, height: 80))
    let wide = cell.systemLayoutSizeFitting(
      Size(width: 320, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    #expect(wide == Size(width: 320, height: 44))
    let plain = View("plain")
    let scene = try Scene(root: plain, size: Size(width: 30, height: 40))
    try scene.layout()
    let size = plain.systemLayoutSizeFitting(
      Size(width: -1, height: 0), withHorizontalFittingPriority: .required, verticalFittingPriority: .required)
    #expect(size == Size(width: 30, height: 40))
    #expect(kind { try scene.layout() } == .valueOutOfRange)
  }

  @Test("The keyboard guide is what the keyboard covers, or the safe area leaves below, of the root and of inner views")
  func keyboard() throws {
    let root = View("root")
    let field = View("field", intrinsicSize: Size(width: 50, height: 30))
    let panel = View("panel")
    let button = View("button", intrinsicSize: Size(width: 50, height: 20))
    root.addSubviews([field, panel])
    panel.addSubview(button)
    try panel.pinEdges(insets: EdgeInsets(top: 100, left: 20, bottom: 60, right: 20))
    let guide = root.keyboardLayoutGuide
    #expect(guide === root.keyboardLayoutGuide && guide.owningView === root)
    try field.layout.make {
      $0.leading.equalToSuperview()
      $0.bottom.equalTo(guide.top).offset(-8)
    }
    try button.layout.make {
      $0.leading.equalToSuperview()
      $0.bottom.equalTo(panel.keyboardLayoutGuide.top)
    }
    let scene = try Scene(root: root, size: Size(width: 300, height: 600))
    scene.safeAreaInsets = PhysicalInsets(top: 40, bottom: 34)
    try scene.layout()
    #expect(guide.layoutFrame == Rect(x: 0, y: 566, width: 300, height: 34))
    #expect(field.frame.maxY == 558 && button.frame.maxY == 440)
    scene.keyboardHeight = 250
    try scene.layout()
    #expect(guide.layoutFrame == Rect(x: 0, y: 350, width: 300, height: 250))
    #expect(field.frame.maxY == 342)
    // The panel ends at 540; the keyboard begins at 350, the panel's 250.
    #expect(panel.keyboardLayoutGuide.layoutFrame == Rect(x: 0, y: 250, width: 260, height: 190))
    #expect(button.frame.maxY == 250)
    scene.keyboardHeight = 20
    try scene.layout()
    #expect(guide.layoutFrame.minY == 566 && button.frame.maxY == 440)
    scene.keyboardHeight = .nan
    #expect(kind { try scene.layout() } == .valueOutOfRange)
    #expect(scene.keyboardHeight == 20)
    scene.keyboardHeight = 10_000
    try scene.layout()
    #expect(guide.layoutFrame == Rect(x: 0, y: 0, width: 300, height: 600))
    #expect(panel.keyboardLayoutGuide.layoutFrame == Rect(x: 0, y: 0, width: 260, height: 440))
    scene.keyboardHeight = 0
    try scene.layout()
    #expect(field.frame.maxY == 558)
    // What is in the layout afterwards is that from scratch.
    scene.mode = .strict
    try scene.layout()
    scene.keyboardHeight = 100
    try field.setDimension(.width, to: 1)
    try field.setDimension(.width, to: 2)
    #expect(kind { try scene.layout() } == .unsatisfiable)
    #expect(scene.keyboardHeight == 0 && field.frame.maxY == 558)
  }
}
