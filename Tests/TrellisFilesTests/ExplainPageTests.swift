// Pages about numbers: shares that add up, a picture for each constraint that can go, and nothing of a file that runs.

import Testing

@testable import TrellisFiles

@Suite struct ExplainPageTests {
  @Test func pageOfANumber() throws {
    let explanation = try CurePageTests.slip(near: 160).explain("photo.width")
    // Shares add up: derivative times constant.
    let sum = explanation.influences.reduce(0) { $0 + $1.derivative * $1.constant }
    #expect(sum == explanation.value && explanation.value == 124 && explanation.influences.count == 3)
    let page = ExplainPage(.explanation(explanation)).html()
    #expect(!page.contains("<script") && !page.contains("<img") && page.contains("add up to 124."))
    // As it is, and without each constraint that can go.
    let going = explanation.influences.count { $0.without != nil }
    #expect(
      going == 2 && page.ranges(of: "<figure ").count == 1 + going
        && page.ranges(of: "type=\"radio\"").count == 1 + going)
    #expect(page.ranges(of: "class=\"chart\"").count == 3 && page.contains("class=\"stop\""))
    #expect(page.contains("<g data-i=\"1\" class=\"on\">"))
  }

  @Test func pageOfAWish() throws {
    let document = try CurePageTests.slip(near: 160)
    let forbidden = ExplainPage(.objection(try document.objection(to: "photo.width = 200"))).html()
    #expect(forbidden.contains("cannot be otherwise") && forbidden.ranges(of: "<tr>").count == 4)
    let possible = ExplainPage(.objection(try document.objection(to: "caption.width = 200"))).html()
    #expect(possible.contains("at a price") && possible.ranges(of: "<figure ").count == 2)
    let met = ExplainPage(.objection(try document.objection(to: "photo.width = 124"))).html()
    #expect(met.contains("it is so already") && met.ranges(of: "<figure ").count == 1)
    let program = try LayoutDocument(
      parsing: Array(#"{"trellis": 1, "variables": ["x", "y"], "constraints": ["x = 4", "y = x + 1"]}"#.utf8),
      file: "p.json")
    let bare = ExplainPage(.explanation(try program.explain("y"))).html()
    #expect(bare.contains("<main class=\"bare\">") && !bare.contains("<figure ") && bare.contains("Without it: "))
  }
}
