// The code of the article "Sizes from content".

import Testing

@testable import Trellis

extension ArticleTests {
  @Test("Sizes from content") func sizesFromContent() throws {
    // article
    let name = View("name", intrinsicSize: Size(width: 200, height: 20))
    let badge = View("badge", intrinsicSize: Size(width: 60, height: 20))
    let page = View("page")
    page.addSubviews([name, badge])
    badge.setContentCompressionResistancePriority(751, for: .horizontal)
    Constraint.activate([
      name.leadingAnchor.constraint(equalTo: page.leadingAnchor),
      name.topAnchor.constraint(equalTo: page.topAnchor),
      badge.leadingAnchor.constraint(equalTo: name.trailingAnchor, constant: 8),
      badge.trailingAnchor.constraint(equalTo: page.trailingAnchor),
      badge.firstBaselineAnchor.constraint(equalTo: name.firstBaselineAnchor),
    ])
    let scene = try Scene(root: page, size: Size(width: 240, height: 300))
    try scene.layout()
    _ = name.frame  // (0, 0, 172, 20): the badge resists more
    // end
    #expect(name.frame.isClose(0, 0, 172, 20))
    // article
    let text = View("text")
    text.heightForWidth = HeightForWidth { width in 16 * (640 / width).rounded(.up) }
    page.addSubview(text)
    Constraint.activate([
      text.leadingAnchor.constraint(equalTo: page.leadingMarginAnchor),
      text.trailingAnchor.constraint(equalTo: page.trailingMarginAnchor),
      text.topAnchor.constraint(equalTo: name.bottomAnchor, constant: 8),
    ])
    try scene.layout()
    _ = text.frame  // (8, 28, 224, 48): three lines
    // end
    #expect(text.frame.isClose(8, 28, 224, 48))
    // article
    scene.size.width = 116
    try scene.layout()
    _ = text.frame  // (8, 28, 100, 112): seven
    // end
    #expect(text.frame.isClose(8, 28, 100, 112))
    // article
    text.heightForWidth = try HeightForWidth(steps: [
      HeightForWidth.Step(width: 0, height: 112), HeightForWidth.Step(width: 160, height: 64),
    ])
    scene.size.width = 200
    try scene.layout()
    _ = text.frame.height  // 64
    // end
    #expect(isClose(text.frame.height, 64))
    // article
    name.firstBaselineOffsetFromTop = 15
    badge.firstBaselineOffsetFromTop = 12
    badge.alignmentRectInsets = EdgeInsets(top: 2, leading: 0, bottom: 2, trailing: 0)
    try scene.layout()
    _ = badge.frame.minY  // 1: 15 - 12 - 2
    // end
    #expect(isClose(badge.frame.minY, 1))
    // article
    let list = ScrollView("list")
    let rows = StackView(
      (1...10).map { View("row", intrinsicSize: Size(width: 100, height: 20 * Double($0))) }, axis: .vertical)
    list.addSubview(rows)
    for edge in [Attribute.leading, .trailing, .top, .bottom] {
      try Constraint(item: rows, attribute: edge, toItem: list, attribute: edge).activate()
    }
    try rows.widthAnchor.constraint(equalTo: list.frameLayoutGuide.widthAnchor).activate()
    let window = try Scene(root: list, size: Size(width: 290, height: 290))
    try window.layout()
    _ = list.contentSize  // 290 × 1100
    // end
    #expect(list.contentSize == Size(width: 290, height: 1100))
  }
}
