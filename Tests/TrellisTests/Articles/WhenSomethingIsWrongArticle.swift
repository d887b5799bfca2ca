// The code of the article "When something is wrong".

import Testing

@testable import Trellis

extension ArticleTests {
  @Test("When something is wrong") func whenSomethingIsWrong() throws {
    // article
    let page = View("page")
    let box = View("box")
    page.addSubview(box)
    try box.pinEdges([.leading, .top])
    let narrow = try box.setDimension(.width, to: 100)
    let wide = try box.setDimension(.width, to: 200)
    let scene = try Scene(root: page, size: Size(width: 320, height: 200))
    var lines: [Substring] = []
    scene.log = { lines += $0.split(separator: "\n") }
    let report = try scene.layout()
    _ = report.conflicts.count  // 1
    _ = report.conflicts[0].broken === wide  // true: it was activated last
    _ = lines[0]  // Unable to simultaneously satisfy constraints.
    _ = box.frame.width  // 100
    // end
    #expect(report.conflicts.count == 1 && report.conflicts[0].broken === wide && box.frame.width == 100)
    #expect(lines[0] == "Unable to simultaneously satisfy constraints.")
    // article
    narrow.priority = .high
    _ = try scene.layout().conflicts.isEmpty  // true
    _ = box.frame.width  // 200
    _ = narrow.residual  // 100 points too wide
    // end
    #expect(box.frame.width == 200 && narrow.residual == 100)
    // article
    scene.mode = .strict
    narrow.priority = .required
    do {
      try scene.layout()
    } catch {
      _ = error.kind  // unsatisfiable
    }
    _ = narrow.priority  // 750: what was edited since the last layout is undone
    scene.mode = .recover
    // end
    #expect(narrow.priority == 750)
    // article
    _ = try scene.ambiguities().map { "\($0.attribute)" }  // ["height"]
    _ = box.hasAmbiguousLayout  // true
    // end
    #expect(try scene.ambiguities().map { "\($0.attribute)" } == ["height"])
    #expect(box.hasAmbiguousLayout)
    // article
    let half = try box.match(.height, to: .width, of: page, multiplier: 0.5)
    for influence in try scene.influences(on: box, .bottom) {
      print(influence.constraint, influence.derivative)
    }
    _ = try scene.influences(on: box, .height).map(\.derivative)  // [1, 0.5]
    _ = half.description  // <NSLayoutConstraint:0x… box.height == 0.5*page.width   (Names: box:0x…, page:0x… )>
    // end
    #expect(try scene.influences(on: box, .height).map(\.derivative) == [1, 0.5])
    #expect(
      masked(half.description) == "<NSLayoutConstraint:0x… box.height == 0.5*page.width   (Names: box:0x…, page:0x… )>")
    // article
    let range = try scene.range(of: half, on: box, .height)
    _ = range?.above.derivative  // 1: points per point, up to above.constant
    switch try scene.objection(to: box.heightAnchor.constraint(equalToConstant: 20)) {
    case .forbidden(let constraints): print("forbidden by", constraints)
    case .possible(let prices, let violations): print("costs", prices, violations.map(\.constraint))
    }
    // end
    #expect(range?.above.derivative == 1 && range?.isBreakpoint == false)
    // article
    let sweep = try scene.sweep(.width, over: 320...1400)
    _ = sweep.intervals.map(\.range)  // where the layout goes by other rules
    _ = sweep.intervals.flatMap(\.broken)  // what conflicts anywhere
    _ = sweep.frame(of: box, at: 413.5)  // exact, without a layout
    // end
    #expect(sweep.intervals.first?.range.lowerBound == 320 && sweep.intervals.last?.range.upperBound == 1400)
    #expect(sweep.frame(of: box, at: 413.5) != nil)
    // article
    let label = View("label", intrinsicSize: Size(width: 133, height: 20))
    page.addSubview(label)
    try label.pinEdges([.trailing, .bottom])
    try label.setDimension(.width, to: 120)
    try scene.layout()
    _ = scene.lints().map(\.kind)  // [.fixedContentSize]
    print(page.placeholder(columns: 60))
    // end
    #expect(scene.lints().map(\.kind) == [.fixedContentSize])
  }
}
