import Testing

@testable import Trellis

/// What UIKit's views have besides constraints: coordinates, order, hooks, initializers.
@Suite("UIKit's names: views")
struct ViewNamesTests {
  @Test("Points and rectangles are converted between views, also with nil for the root")
  func conversions() throws {
    let root = View("root")
    let outer = View("outer")
    let inner = View("inner")
    let other = View("other")
    root.addSubviews([outer, other])
    outer.addSubview(inner)
    outer.frame = Rect(x: 10, y: 20, width: 100, height: 80)
    inner.frame = Rect(x: 5, y: 6, width: 30, height: 40)
    other.frame = Rect(x: 50, y: 1, width: 10, height: 10)
    try Scene(root: root, size: Size(width: 200, height: 200)).layout()
    #expect(inner.bounds == Rect(x: 0, y: 0, width: 30, height: 40))
    #expect(inner.center.x == 20 && inner.center.y == 26)
    let center: Point = inner.center
    #expect(center == Point(x: 20, y: 26))
    #expect(inner.convert(Point(x: 1, y: 2), to: root) == Point(x: 16, y: 28))
    #expect(inner.convert(Point(x: 1, y: 2), to: nil) == Point(x: 16, y: 28))
    #expect(inner.convert(inner.bounds, to: other) == Rect(x: -35, y: 25, width: 30, height: 40))
    #expect(other.convert(inner.bounds, from: inner) == Rect(x: -35, y: 25, width: 30, height: 40))
    #expect(inner.convert(Point(x: 16, y: 28), from: nil) == Point(x: 1, y: 2))
    #expect(root.convert(inner.frame, from: outer) == Rect(x: 15, y: 26, width: 30, height: 40))
    inner.center = Point(x: 50, y: 60)
    root.layoutIfNeeded()
    #expect(inner.frame == Rect(x: 35, y: 40, width: 30, height: 40))
    // The expression of the DSL is still what comes first.
    try other.layout.remake { $0.center.equalTo(inner.center) }
    try Constraint.activate { other.center == inner.center }
  }

  @Test("Subviews are inserted, moved to the ends and exchanged")
  func order() throws {
    let root = View("root")
    let (a, b, c, d) = (View("a"), View("b"), View("c"), View("d"))
    let names = { root.subviews.compactMap(\.name).joined() }
    root.addSubviews([a, b])
    root.insertSubview(c, at: 1)
    #expect(names() == "acb")
    root.insertSubview(d, at: -5)
    #expect(names() == "dacb")
    root.insertSubview(d, aboveSubview: c)
    #expect(names() == "acdb")
    root.insertSubview(b, belowSubview: a)
    #expect(names() == "bacd")
    root.bringSubviewToFront(b)
    #expect(names() == "acdb")
    root.sendSubviewToBack(d)
    #expect(names() == "dacb")
    root.exchangeSubview(at: 3, withSubviewAt: 1)
    #expect(names() == "dbca")
    root.exchangeSubview(at: 2, withSubviewAt: 2)
    root.insertSubview(a, aboveSubview: a)
    root.bringSubviewToFront(View())
    #expect(names() == "dbca")
    #expect(a.isDescendant(of: root) && !root.isDescendant(of: a))
  }

  @Test("An insertion that cannot be changes nothing, and the next layout throws")
  func failedInsertions() throws {
    let root = View("root")
    let (a, b) = (View("a"), View("b"))
    root.addSubview(a)
    let scene = try Scene(root: root, size: Size(width: 10, height: 10))
    let page = View("page")
    let other = try Scene(root: page, size: .zero)
    defer { withExtendedLifetime(other) {} }
    let mistakes: [(LayoutError.Kind, () -> Void)] = [
      (.cyclicHierarchy, { a.insertSubview(a, at: 0) }), (.rootOfScene, { a.insertSubview(page, at: 0) }),
      (.missingSuperview, { root.insertSubview(a, aboveSubview: b) }),
      (.missingSuperview, { root.insertSubview(b, belowSubview: View()) }),
      (.valueOutOfRange, { root.exchangeSubview(at: 0, withSubviewAt: 1) }),
      (.valueOutOfRange, { root.exchangeSubview(at: -1, withSubviewAt: 0) }),
    ]
    for (expected, mistake) in mistakes {
      mistake()
      #expect(kind { try scene.layout() } == expected)
      #expect(root.subviews.count == 1 && b.superview == nil)
    }
    try scene.layout()
  }

  @Test("Views are found by their tag, superviews and earlier subviews first")
  func tags() throws {
    let root = View("root")
    let (a, b, c) = (View("a"), View("b"), View("c"))
    root.addSubviews([a, b])
    a.addSubview(c)
    c.tag = 7
    b.tag = 7
    #expect(root.viewWithTag(7) === c && b.viewWithTag(7) === b && root.viewWithTag(8) == nil)
    #expect(root.viewWithTag(0) === root && a.tag == 0)
  }

  private final class Witness: View {
    var calls: [String] = []
    override func didAddSubview(_ subview: View) { calls.append("did add \(subview.name ?? "?")") }
    override func willRemoveSubview(_ subview: View) { calls.append("will remove \(subview.name ?? "?")") }
    override func willMove(toSuperview newSuperview: View?) {
      super.willMove(toSuperview: newSuperview)
      calls.append("will move to \(newSuperview?.name ?? "nil") from \(superview?.name ?? "nil")")
    }
    override func didMoveToSuperview() { calls.append("did move to \(superview?.name ?? "nil")") }
    func take() -> [String] {
      defer { calls = [] }
      return calls
    }
  }

  @Test("Views hear of subviews that come and go, and of their own moves, once for each")
  func hooks() throws {
    let one = Witness("one")
    let two = Witness("two")
    let view = Witness("view")
    one.addSubview(view)
    #expect(one.take() == ["did add view"])
    #expect(view.take() == ["will move to one from nil", "did move to one"])
    one.addSubview(view)
    #expect(one.take() == [] && view.take() == [])
    two.insertSubview(view, at: 0)
    #expect(one.take() == ["will remove view"] && two.take() == ["did add view"])
    #expect(view.take() == ["will move to two from one", "did move to two"])
    view.removeFromSuperview()
    #expect(two.take() == ["will remove view"])
    #expect(view.take() == ["will move to nil from two", "did move to nil"])
    view.removeFromSuperview()
    #expect(view.take() == [])
    // A move that cannot be is none.
    one.insertSubview(one, at: 0)
    #expect(one.take() == [])
  }

  private final class Restless: View {
    weak var refuge: View?
    override func willMove(toSuperview newSuperview: View?) {
      guard let refuge, newSuperview !== refuge else { return }
      self.refuge = nil
      refuge.insertSubview(self, at: 0)
    }
  }

  @Test("A view that moves elsewhere while it is moved ends where it is put, in one place")
  func restless() throws {
    let (one, two) = (View("one"), View("two"))
    let view = Restless("view")
    view.refuge = two
    one.addSubview(view)
    #expect(view.superview === one && one.subviews.count == 1 && two.subviews.isEmpty)
    view.refuge = two
    view.removeFromSuperview()
    #expect(view.superview == nil && one.subviews.isEmpty && two.subviews.isEmpty)
  }

  private final class MarginWitness: View {
    var margins: [PhysicalInsets] = []
    var safeAreas: [PhysicalInsets] = []
    override func layoutMarginsDidChange() {
      super.layoutMarginsDidChange()
      margins.append(effectiveLayoutMargins)
    }
    override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      safeAreas.append(safeAreaInsets)
    }
  }

  @Test("Views hear that their margins or safe area are others, once for each change")
  func marginHooks() throws {
    let root = MarginWitness("root")
    root.layoutMargins = EdgeInsets(all: 8)
    #expect(root.margins.isEmpty)
    root.layoutMargins.top = 10
    #expect(root.margins == [PhysicalInsets(top: 10, left: 8, bottom: 8, right: 8)])
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    #expect(root.margins.count == 1 && root.safeAreas.isEmpty)
    scene.safeAreaInsets = PhysicalInsets(top: 20, bottom: 5)
    try scene.layout()
    #expect(root.safeAreas == [PhysicalInsets(top: 20, bottom: 5)])
    #expect(root.margins.last == PhysicalInsets(top: 30, left: 8, bottom: 13, right: 8) && root.margins.count == 2)
    try scene.layout()
    root.preservesSuperviewLayoutMargins = true
    try scene.layout()
    #expect(root.margins.count == 2 && root.safeAreas.count == 1)
    // An inner view's follows from its frame.
    let inner = MarginWitness("inner")
    root.addSubview(inner)
    try inner.pinEdges([.top, .leading, .trailing])
    try inner.setDimension(.height, to: 50)
    let label = View("label", intrinsicSize: Size(width: 10, height: 10))
    inner.addSubview(label)
    try label.layout.make { $0.top.leading.equalTo(inner.layoutMarginsGuide) }
    try scene.layout()
    #expect(inner.safeAreas == [PhysicalInsets(top: 20)])
    #expect(inner.margins == [PhysicalInsets(top: 28, left: 8, bottom: 8, right: 8)])
    #expect(label.frame == Rect(x: 8, y: 28, width: 10, height: 10))
    try scene.layout()
    #expect(inner.safeAreas.count == 1 && inner.margins.count == 1)
  }

  private final class Card: View {
    var isSetUp = false
    override init(frame: Rect) {
      super.init(frame: frame)
      isSetUp = true
    }
    required init?(coder: String) {
      super.init(coder: coder)
      isSetUp = true
    }
  }

  private final class Rows: StackView {
    override init(frame: Rect) {
      super.init(frame: frame)
      axis = .vertical
    }
    required init(coder: String) {
      super.init(coder: coder)
    }
  }

  @Test("Classes are written with UIKit's initializers")
  func initializers() throws {
    let card = Card(frame: Rect(x: 1, y: 2, width: 30, height: 40))
    #expect(card.isSetUp && card.frame == Rect(x: 1, y: 2, width: 30, height: 40) && card.bounds.width == 30)
    #expect(Card(coder: "")?.isSetUp == true)
    let rows = Rows(frame: .zero)
    #expect(rows.axis == .vertical && rows.frame == .zero && Rows(coder: "").arrangedSubviews.isEmpty)
    #expect(View(frame: .zero).name == nil)
    let scroll = ScrollView(frame: .zero)
    #expect(scroll.contentLayoutGuide.owningView === scroll && ScrollView(coder: 1) != nil)
    let (a, b) = (
      View("a", intrinsicSize: Size(width: 10, height: 5)), View("b", intrinsicSize: Size(width: 20, height: 5))
    )
    let row = StackView(arrangedSubviews: [a, b])
    row.alignment = StackView.Alignment.top
    row.distribution = StackView.Distribution.fill
    row.spacing = StackView.spacingUseSystem
    let root = View("root")
    root.addSubview(row)
    try row.pinEdges([.top, .leading])
    card.translatesAutoresizingMaskIntoConstraints = true
    card.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    root.addSubview(card)
    try Scene(root: root, size: Size(width: 100, height: 50)).layout()
    #expect(row.frame == Rect(x: 0, y: 0, width: 38, height: 5) && b.frame.minX == 18)
    #expect(card.frame == Rect(x: 1, y: 2, width: 30, height: 40))
  }

  private class Badge: View {
    var isSetUp = false
    override init(frame: Rect) {
      super.init(frame: frame)
      isSetUp = true
    }
    convenience init() { self.init(frame: .zero) }
  }

  private final class Cell: View {
    let label = View("label", intrinsicSize: Size(width: 30, height: 10))
    init() {
      super.init(frame: .zero)
      addSubview(label)
    }
  }

  private final class Named: View {
    var isSetUp = false
    override init(_ name: String? = nil, intrinsicSize: Size = Size(width: -1, height: -1)) {
      super.init(name, intrinsicSize: intrinsicSize)
      isSetUp = true
    }
  }

  private final class Inherited: Badge { var count = 3 }

  @Test("Classes are made without arguments where they say how")
  func withoutArguments() {
    #expect(Badge().isSetUp && Badge(frame: .zero).isSetUp && Inherited().isSetUp && Inherited().count == 3)
    let cell = Cell()
    #expect(cell.label.superview === cell && Named().isSetUp && Named("name").name == "name")
  }

  @Test("A mask holds the frame that a view was made with, as in a superview of the size that one was made with")
  func madeWithFrames() throws {
    let root = View(frame: Rect(x: 0, y: 0, width: 320, height: 480))
    let bar = View(frame: Rect(x: 10, y: 20, width: 300, height: 44))
    let button = View(frame: Rect(x: 250, y: 4, width: 40, height: 36))
    let plain = View(frame: Rect(x: 1, y: 2, width: 3, height: 4))
    bar.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
    button.autoresizingMask = [.flexibleLeftMargin]
    root.addSubviews([bar, plain])
    bar.addSubview(button)
    for view in [bar, button] { view.translatesAutoresizingMaskIntoConstraints = true }
    #expect(!plain.translatesAutoresizingMaskIntoConstraints)
    let scene = try Scene(root: root, size: Size(width: 375, height: 667))
    try scene.layout()
    #expect(bar.frame == Rect(x: 10, y: 20, width: 355, height: 44))
    #expect(button.frame == Rect(x: 305, y: 4, width: 40, height: 36))
    scene.size = Size(width: 320, height: 480)
    try scene.layout()
    #expect(bar.frame == Rect(x: 10, y: 20, width: 300, height: 44))
    #expect(button.frame == Rect(x: 250, y: 4, width: 40, height: 36))
    // What comes later was drawn for what is there.
    let late = View(frame: Rect(x: 0, y: 100, width: 160, height: 10))
    late.autoresizingMask = .flexibleWidth
    late.translatesAutoresizingMaskIntoConstraints = true
    root.addSubview(late)
    try scene.layout()
    #expect(late.frame == Rect(x: 0, y: 100, width: 160, height: 10))
    scene.size.width = 400
    try scene.layout()
    #expect(late.frame.width == 240)
  }

  @Test("A frame is held until it is set again; an unusable one changes nothing")
  func frames() throws {
    let root = View("root")
    let box = View("box")
    root.addSubview(box)
    box.frame = Rect(x: 10, y: 20, width: 30, height: 40)
    #expect(box.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    let scene = try Scene(root: root, size: Size(width: 100, height: 100))
    try scene.layout()
    #expect(box.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    box.autoresizingMask = .flexibleWidth
    box.frame.size.width = 50
    try scene.layout()
    #expect(box.frame == Rect(x: 10, y: 20, width: 50, height: 40))
    scene.size.width = 110
    try scene.layout()
    #expect(box.frame == Rect(x: 10, y: 20, width: 60, height: 40))
    box.frame = Rect(x: 0, y: 0, width: -1, height: .nan)
    #expect(kind { try scene.layout() } == .valueOutOfRange)
    #expect(box.frame == Rect(x: 10, y: 20, width: 60, height: 40))
    #expect(View(frame: Rect(x: 0, y: 0, width: -1, height: 0)).frame == .zero)
  }
}
