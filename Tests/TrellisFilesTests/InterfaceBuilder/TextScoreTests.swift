// Which stored sizes of texts measured ones are compared with.

import Testing

@testable import TrellisFiles

/// Every text 50 by 20 points.
private struct Fifty: TextMeasuring {
  func measure(_ text: TextDescription) throws(TextMeasuringError) -> MeasuredText {
    MeasuredText(width: 50, height: 20, firstBaseline: 16, lastBaseline: 4, wholeHeight: { _ in 20 })
  }
}

@Suite("Measured texts and stored sizes")
struct TextScoreTests {
  private typealias F = Fixture

  private func label(_ id: String, _ frame: (Double, Double, Double, Double), _ attributes: String = "") -> String {
    let font = #"<fontDescription key="fontDescription" type="system" pointSize="17"/>"#
    return F.view(id, frame, element: "label", attributes: "text=\"Text\" " + attributes, body: font)
  }

  private func score(_ subviews: String, _ constraints: String) throws -> TextScore {
    let file = try F.file(F.storyboard(subviews, constraints: constraints))
    return try #require(file.compare(insets: .device, texts: Fifty()).units.first).texts
  }

  private let corner =
    F.constraint("1", "a.top", "root.top") + F.constraint("2", "a.leading", "root.leading")

  @Test(
    "A text at its own size is compared",
    arguments: [
      ((50.0, 20.0), 1, 1), ((51, 20.5), 1, 1), ((49, 19.5), 1, 1), ((51.5, 21), 0, 0), ((48, 19), 0, 0),
    ])
  func ownSize(_ stored: (width: Double, height: Double), _ widths: Int, _ heights: Int) throws {
    let score = try score(label("a", (0, 0, stored.width, stored.height)), corner)
    #expect(score == TextScore(widths: 1, nearWidths: widths, heights: 1, nearHeights: heights, measured: 1))
  }

  @Test("One that something else stretches is not")
  func stretched() throws {
    let toEdge = corner + F.constraint("3", "root.trailing", "a.trailing")
    #expect(
      try score(label("a", (0, 0, 375, 20)), toEdge)
        == TextScore(widths: 0, nearWidths: 0, heights: 1, nearHeights: 1, measured: 1))
    // As high as its neighbour in a stack, on which a change of both sizes alone cannot tell them apart.
    let stack = F.view(
      "a", (0, 0, 150, 30), element: "stackView",
      body: "<subviews>" + label("t", (0, 0, 50, 30))
        + F.view("b", (50, 0, 100, 30), element: "textField", attributes: #"text="x""#) + "</subviews>")
    #expect(try score(stack, corner).heights == 0)
    #expect(
      try score(label("a", (0, 0, 50, 133)), corner)
        == TextScore(widths: 1, nearWidths: 1, heights: 0, nearHeights: 0, measured: 1))
  }

  @Test("Nor one that was never laid out, or has several lines")
  func notLaidOut() throws {
    let outer = corner + F.constraint("3", "t.top", "a.top") + F.constraint("4", "t.leading", "a.leading")
    let unopened = { (width: Double) in
      F.view("a", (0, 0, width, 1_000), body: "<subviews>" + label("t", (0, 0, 60, 22)) + "</subviews>")
    }
    let none = TextScore(widths: 0, nearWidths: 0, heights: 0, nearHeights: 0, measured: 1)
    #expect(try score(unopened(1_000), outer) == none)
    #expect(try score(unopened(900), outer) == TextScore(widths: 1, heights: 1, measured: 1))
    let elsewhere = F.constraint("1", "b.top", "root.top")
    #expect(try score(label("a", (10, 10, 42, 21)) + F.view("b", (0, 0, 10, 10)), elsewhere) == none)
    #expect(try score(label("a", (0, 0, 60, 22), #"numberOfLines="0""#), corner) == none)
  }
}
