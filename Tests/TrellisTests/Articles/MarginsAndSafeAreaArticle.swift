// The code of the article "Margins, safe area and guides".

import Testing

@testable import Trellis

extension ArticleTests {
  @Test("Margins, safe area and guides") func marginsAndSafeArea() throws {
    // article
    let page = View("page")
    let box = View("box")
    page.addSubview(box)
    page.layoutMargins = EdgeInsets(top: 10, leading: 20, bottom: 10, trailing: 40)
    Constraint.activate([
      box.leadingAnchor.constraint(equalTo: page.leadingMarginAnchor),
      box.trailingAnchor.constraint(equalTo: page.layoutMarginsGuide.trailingAnchor),
      box.topAnchor.constraint(equalTo: page.topMarginAnchor),
      box.bottomAnchor.constraint(equalTo: page.bottomMarginAnchor),
    ])
    let scene = try Scene(root: page, size: Size(width: 320, height: 480))
    try scene.layout()
    _ = box.frame  // (20, 10, 260, 460)
    // end
    #expect(box.frame.isClose(20, 10, 260, 460))
    // article
    page.layoutDirection = .rightToLeft
    try scene.layout()
    _ = box.frame  // (40, 10, 260, 460)
    // end
    #expect(box.frame.isClose(40, 10, 260, 460))
    // article
    page.physicalLayoutMargins = PhysicalInsets(top: 10, left: 5, bottom: 10, right: 15)
    try scene.layout()
    _ = box.frame  // (5, 10, 300, 460)
    // end
    #expect(box.frame.isClose(5, 10, 300, 460))
    // article
    scene.safeAreaInsets = PhysicalInsets(top: 44, bottom: 34)
    let bar = View("bar")
    page.addSubview(bar)
    Constraint.activate([
      bar.leadingAnchor.constraint(equalTo: page.leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: page.trailingAnchor),
      bar.bottomAnchor.constraint(equalTo: page.bottomAnchor),
      bar.topAnchor.constraint(equalTo: page.safeAreaLayoutGuide.bottomAnchor, constant: -50),
    ])
    let buttons = bar.safeAreaLayoutGuide
    try scene.layout()
    _ = bar.frame  // (0, 396, 320, 84)
    _ = buttons.frame  // (0, 0, 320, 50)
    _ = page.effectiveLayoutMargins.top  // 54
    // end
    #expect(bar.frame.isClose(0, 396, 320, 84) && buttons.frame.isClose(0, 0, 320, 50))
    #expect(page.effectiveLayoutMargins.top == 54)
    // article
    page.additionalSafeAreaInsets = PhysicalInsets(top: 30)
    try scene.layout()
    _ = page.safeAreaInsets.top  // 74
    // end
    #expect(page.safeAreaInsets.top == 74)
    // article
    let article = View("article", intrinsicSize: Size(width: -1, height: 100))
    page.addSubview(article)
    Constraint.activate([
      article.leadingAnchor.constraint(equalTo: page.readableContentGuide.leadingAnchor),
      article.trailingAnchor.constraint(equalTo: page.readableContentGuide.trailingAnchor),
      article.topAnchor.constraint(equalTo: page.topAnchor),
    ])
    try scene.layout()
    _ = article.frame.width  // 300
    scene.size = Size(width: 1012, height: 480)
    try scene.layout()
    _ = article.frame  // (165, 0, 672, 100)
    // end
    #expect(article.frame.isClose(165, 0, 672, 100))
    // article
    let spacer = LayoutGuide("spacer")
    page.addLayoutGuide(spacer)
    Constraint.activate([
      spacer.topAnchor.constraint(equalTo: page.safeAreaLayoutGuide.topAnchor),
      spacer.bottomAnchor.constraint(equalTo: bar.topAnchor),
    ])
    try scene.layout()
    _ = spacer.frame.height  // 322
    // end
    #expect(isClose(spacer.frame.height, 322))
    // article
    let old = View("old")
    page.addSubview(old)
    try old.holdFrame(
      Rect(x: 10, y: 10, width: 100, height: 20), resizing: [.flexibleWidth, .flexibleBottomMargin],
      in: Size(width: 200, height: 300))
    try scene.layout()
    _ = old.frame  // (10, 10, 912, 20)
    // end
    #expect(old.frame.isClose(10, 10, 912, 20))
  }
}
