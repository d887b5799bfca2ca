// The code of the article "Stack views".

import Testing

@testable import Trellis

extension ArticleTests {
  @Test("Stack views") func stackViews() throws {
    // article
    let icon = View("icon", intrinsicSize: Size(width: 24, height: 24))
    let title = View("title", intrinsicSize: Size(width: 120, height: 20))
    let time = View("time", intrinsicSize: Size(width: 40, height: 16))
    title.setContentHuggingPriority(249, for: .horizontal)

    let row = StackView([icon, title, time], spacing: 8, alignment: .center)
    row.isLayoutMarginsRelativeArrangement = true
    let scene = try Scene(root: row, size: Size(width: 320, height: 44))
    try scene.layout()
    _ = title.frame  // (40, 12, 224, 20)
    // end
    #expect(title.frame.isClose(40, 12, 224, 20))
    // article
    row.setCustomSpacing(16, after: icon)
    time.isHidden = true
    try scene.layout()
    _ = title.frame  // (48, 12, 264, 20)
    // end
    #expect(title.frame.isClose(48, 12, 264, 20))
    // article
    let bars = (1...3).map { View("bar", intrinsicSize: Size(width: -1, height: 10 * Double($0))) }
    let chart = StackView(bars, spacing: 4, distribution: .fillEqually, alignment: .bottom)
    let caption = View("caption", intrinsicSize: Size(width: 80, height: 16))
    let figure = StackView([chart, caption], axis: .vertical, spacing: 6)
    let page = try Scene(root: figure, size: Size(width: 188, height: 52))
    try page.layout()
    _ = bars[0].frame  // (0, 20, 60, 10)
    // end
    #expect(bars[0].frame.isClose(0, 20, 60, 10))
    // article
    let gaps = row.constraints.filter { $0.identifier == "UISV-spacing" }
    _ = gaps[0].constant  // 16
    // end
    #expect(gaps[0].constant == 16)
  }
}
