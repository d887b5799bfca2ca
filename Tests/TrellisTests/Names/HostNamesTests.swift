import Testing

@testable import Trellis

/// What UIKit's views have besides layout: identity, rectangles for layouts by frames, properties of the host's.
@Suite("UIKit's names: what a host builds on")
struct HostNamesTests {
  /// Notes when it has another window.
  private final class Told: View {
    var windows: [View?] = []
    override func didMoveToWindow() {
      super.didMoveToWindow()
      windows.append(window)
    }
  }

  private final class Label: View {
    override var intrinsicContentSize: Size { Size(width: 80, height: 20) }
  }

  @Test("Views, guides and constraints are equal to themselves alone, and go into sets")
  func identity() {
    let (root, a, b) = (View("a"), View("a"), Label("a"))
    root.addSubviews([a, b])
    let (guide, other) = (LayoutGuide("g"), LayoutGuide("g"))
    let (first, second) = (a.widthAnchor.constraint(equalToConstant: 1), a.widthAnchor.constraint(equalToConstant: 1))
    #expect(a == a && a != b && a != root && guide == guide && guide != other && first == first && first != second)
    #expect(root.subviews.firstIndex(of: b) == 1 && root.subviews.contains(a) && !a.subviews.contains(a))
    #expect(
      Set([a, b, a]).count == 2 && Set([guide, other, guide]).count == 2 && Set([first, second, first]).count == 2)
    #expect([a: 1, b: 2][b] == 2 && first.firstItem as? View == a)
  }

  @Test("Rectangles are moved, cut and joined as CoreGraphics does")
  func rectangles() {
    let rect = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(rect.insetBy(dx: 10, dy: 5) == Rect(x: 20, y: 25, width: 80, height: 40))
    #expect(rect.insetBy(dx: -10, dy: -5) == Rect(x: 0, y: 15, width: 120, height: 60))
    #expect(rect.insetBy(dx: 50, dy: 25) == Rect(x: 60, y: 45, width: 0, height: 0))
    #expect(rect.insetBy(dx: 51, dy: 0).isNull && rect.insetBy(dx: 0, dy: 26).isNull && !rect.isNull)
    let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect.inset(by: insets) == Rect(x: 12, y: 21, width: 94, height: 46))
    #expect(rect.offsetBy(dx: 1, dy: -2) == Rect(x: 11, y: 18, width: 100, height: 50))
    let other = Rect(x: 100, y: 0, width: 40, height: 30), far = Rect(x: 500, y: 0, width: 1, height: 1)
    let touching = Rect(x: 110, y: 20, width: 5, height: 5)
    #expect(rect.intersection(other) == Rect(x: 100, y: 20, width: 10, height: 10) && rect.intersects(other))
    #expect(rect.intersection(touching) == Rect(x: 110, y: 20, width: 0, height: 5))
    #expect(rect.intersection(far) == .null && !rect.intersects(far) && rect.intersection(.null).isNull)
    #expect(rect.union(other) == Rect(x: 10, y: 0, width: 130, height: 70) && rect.union(.null) == rect)
    #expect(Rect.null.union(rect) == rect && Rect.null.offsetBy(dx: 1, dy: 1).isNull && Rect.null.integral.isNull)
    #expect(rect.contains(Point(x: 10, y: 20)) && !rect.contains(Point(x: 110, y: 20)))
    #expect(!rect.contains(Point(x: 10, y: 70)) && rect.contains(rect) && !rect.contains(other))
    #expect(rect.contains(rect.insetBy(dx: 1, dy: 1)) && !rect.contains(.null) && !Rect.null.contains(rect))
    #expect(Rect.null.isEmpty && rect.insetBy(dx: 50, dy: 0).isEmpty && !rect.isEmpty)
    let fraction = Rect(x: 0.5, y: -0.5, width: 10, height: 1)
    #expect(fraction.integral == Rect(x: 0, y: -1, width: 11, height: 2) && rect.integral == rect)
  }

  @Test("Bounds are set about the centre; a view fits its content, what wraps at the width given")
  func frames() throws {
    let root = View("root"), box = View("box"), label = Label("label"),
      text = View("text", intrinsicSize: Size(width: 200, height: 20))
    root.addSubviews([box, label, text])
    box.frame = Rect(x: 10, y: 10, width: 100, height: 60)
    box.bounds.size.width = 40
    label.frame = Rect(x: 5, y: 6, width: 10, height: 10)
    label.sizeToFit()
    #expect(box.sizeThatFits(.zero) == Size(width: 40, height: 60))
    text.heightForWidth = try HeightForWidth(steps: [
      .init(width: 0, height: 60), .init(width: 100, height: 40), .init(width: 200, height: 20),
    ])
    #expect(text.sizeThatFits(Size(width: 120, height: 0)) == Size(width: 120, height: 40))
    #expect(text.sizeThatFits(Size(width: 900, height: 10)) == Size(width: 200, height: 20))
    #expect(text.sizeThatFits(.zero) == Size(width: 200, height: 20))
    try Scene(root: root, size: Size(width: 300, height: 300)).layout()
    #expect(box.frame == Rect(x: 40, y: 10, width: 40, height: 60))
    #expect(label.frame == Rect(x: 5, y: 6, width: 80, height: 20))
  }

  @Test("A view is told when its window is another, and not for a move within one")
  func windows() throws {
    let root = Told("root"), card = View("card"), inner = Told("inner"), other = View("other"), page = View("page")
    root.addSubviews([card, other])
    card.addSubview(inner)
    #expect(inner.window == nil && inner.windows.isEmpty)
    let scene = try Scene(root: root, size: Size(width: 10, height: 10))
    let second = try Scene(root: page, size: Size(width: 10, height: 10))
    #expect(inner.windows == [root] && root.windows == [root])
    other.addSubview(card)
    #expect(inner.windows == [root])
    card.removeFromSuperview()
    #expect(inner.windows == [root, nil])
    page.addSubview(card)
    root.addSubview(card)
    #expect(inner.windows == [root, nil, page, root] && root.windows.count == 1)
    withExtendedLifetime((scene, second)) {}
  }

  @Test("What moves in performWithoutAnimation is there at once; the rest of the block moves")
  func withoutAnimation() throws {
    let (box, other) = (View("box"), View("other"))
    let page = try Page(100, 100, box, other)
    try place(box, 0, 0, 10, 10)
    try place(other, 0, 0, 10, 10)
    let width = try #require(box.constraints.first { $0.firstAttribute == .width })
    let otherWidth = try #require(other.constraints.first { $0.firstAttribute == .width })
    try page.scene.layout()
    otherWidth.constant = 40
    let made = View.animate(withDuration: 1) {
      page.root.layoutIfNeeded()
      View.performWithoutAnimation {
        width.constant = 50
        page.root.layoutIfNeeded()
      }
    }
    #expect(isClose(box.frame.width, 50) && made.count == 1)
    #expect(made[0].steps.map { ($0.item as? View)?.name } == ["other"])
    View.performWithoutAnimation {
      width.constant = 20
      page.root.layoutIfNeeded()
    }
    #expect(isClose(box.frame.width, 20))
  }

  @Test("Properties of the host's are kept by the view, and taken back with the edits of a failed block")
  func associatedValues() throws {
    struct Stop: Error {}
    let root = View("root"), box = ScrollView("box")
    root.addSubview(box)
    let scene = try Scene(root: root, size: Size(width: 10, height: 10))
    #expect(box.associatedValues.isEmpty)
    box.associatedValues["alpha"] = 0.5
    box.associatedValues["title"] = "A"
    #expect(box.associatedValues["alpha"] as? Double == 0.5 && root.associatedValues.isEmpty)
    try scene.layout()
    #expect(throws: Stop.self) {
      try scene.animate(duration: 1) {
        box.associatedValues["alpha"] = 1.0
        box.associatedValues["title"] = nil
        throw Stop()
      }
    }
    #expect(box.associatedValues["alpha"] as? Double == 0.5 && box.associatedValues["title"] as? String == "A")
    box.associatedValues["title"] = nil
    #expect(box.associatedValues.count == 1)
  }
}
