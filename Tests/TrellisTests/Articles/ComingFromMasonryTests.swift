// The code of the article "Coming from Masonry or SnapKit", compiled and run. ArticleLinesTests compares the two.

import Testing
import Trellis

@Suite("Article: coming from Masonry or SnapKit")
struct ComingFromMasonryTests {
  private func page(_ views: View...) throws -> (root: View, scene: Scene) {
    let root = View("root")
    root.addSubviews(views)
    return (root, try Scene(root: root, size: Size(width: 300, height: 300)))
  }

  @Test("F18 what Masonry and PureLayout do has its line here: make, update, remake")
  func makeUpdateRemake() throws {
    let box = View("box")
    let (root, scene) = try page(box)
    try box.layout.make { make in
      make.edges.equalTo(root).with.insets(EdgeInsets(top: 10, leading: 10, bottom: 10, trailing: 10))
    }
    try scene.layout()
    #expect(box.frame == Rect(x: 10, y: 10, width: 280, height: 280))
    try box.layout.remake { make in
      make.top.left.equalToSuperview().offset(10)
      make.bottom.right.equalToSuperview().offset(-10)
    }
    try scene.layout()
    #expect(box.frame == Rect(x: 10, y: 10, width: 280, height: 280))
    try box.layout.update { make in
      make.top.equalToSuperview().offset(40)
      make.height.greaterThanOrEqualTo(60).priority(.high)
    }
    try scene.layout()
    #expect(box.frame.minY == 40)
    #expect(box.layout.constraints.count == 5)
  }

  @Test func boxedValues() throws {
    let (box, other) = (View("box"), View("other"))
    let (_, scene) = try page(box, other)
    try box.layout.make { make in
      make.center.equalToSuperview()
      make.size.equalTo(Size(width: 150, height: 100))
    }
    try other.layout.make { make in
      make.left.equalTo(box.right).offset(5)
      make.top.equalTo(box)
      make.width.equalTo(box).multipliedBy(0.25).offset(2)
      make.height.lessThanOrEqualTo([box.height, box.width / 3])
    }
    try scene.layout()
    #expect(box.frame == Rect(x: 75, y: 100, width: 150, height: 100))
    #expect(other.frame == Rect(x: 230, y: 100, width: 39.5, height: 50))
  }

  @Test func updates() throws {
    let label = View("label")
    let (root, scene) = try page(label)
    let isWide = true
    let badge: View? = nil
    try root.layout.declare {
      label.leading == root.leading + 10
      label.width == (isWide ? 0.5 : 0.25) * root.width
      if let badge { badge.centerY == label.centerY }
    }
    try scene.layout()
    #expect(label.frame.width == 150)
    let constraints = try label.layout.make { make in
      make.height.equalTo(20).labeled("height of the label")
    }
    print(constraints[0].debugDescription)
    #expect(constraints[0].label == "height of the label" && constraints[0].location.contains("ComingFromMasonry"))
  }

  @Test func distribution() throws {
    let views = [View("a"), View("b"), View("c")]
    let (_, scene) = try page(views[0], views[1], views[2])
    for (view, width) in zip(views, [40.0, 70, 50]) { try view.setDimensions(to: Size(width: width, height: 20)) }
    try views.align(.centerY)
    try views.distributeWithSpacers(along: .horizontal)
    try views[0].pin(.top, inset: 10)
    try scene.layout()
    #expect(views.map(\.frame.minX) == [35, 110, 215])
    print(views[0].placeholder(columns: 20))
  }

  @Test func pureLayout() throws {
    let (box, other) = (View("box"), View("other"))
    let (_, scene) = try page(box, other)
    try box.pinEdges([.top, .leading], insets: EdgeInsets(all: 10))
    try box.setDimensions(to: Size(width: 100, height: 50))
    try other.pin(.leading, to: .trailing, of: box, offset: 8)
    try other.pin(.trailing, inset: 10)
    try other.align(.centerY, with: box)
    try other.match(.height, of: box, multiplier: 0.5)
    try scene.layout()
    #expect(other.frame == Rect(x: 118, y: 22.5, width: 172, height: 25))
  }
}
