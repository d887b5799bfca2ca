// Random pages of text that wraps: after each edit the frames are those of a page built from scratch, in two solves at
// most. TRELLIS_LONG_TESTS=1 takes 200 pages; TRELLIS_SEED replays a seed.

import TestSupport
import Testing

@testable import Trellis

/// A page as a value.
private struct PageCase {
  struct Paragraph {
    var length: Double
    var indent: Double
    var isHidden = false
  }

  var width: Double
  var spacing: Double
  var margin: Double
  var paragraphs: [Paragraph]
  /// The height of a picture as a part of its width; it couples heights to widths.
  var ratio: Double?

  init(_ random: inout SplitMix64) {
    width = Double(random.int(100...600))
    spacing = Double(random.int(0...12))
    margin = Double(random.int(0...20))
    paragraphs = (0..<random.int(1...6)).map { _ in
      Paragraph(length: Double(random.int(0...2000)), indent: Double(random.int(0...40)))
    }
    if random.chance(0.4) { ratio = random.pick([0.5, 0.75, 1]) }
  }

  mutating func edit(_ random: inout SplitMix64) {
    let index = random.int(0...(paragraphs.count - 1))
    switch random.int(0...5) {
    case 0: width = Double(random.int(100...600))
    case 1: spacing = Double(random.int(0...12))
    case 2: margin = Double(random.int(0...20))
    case 3: paragraphs[index].length = Double(random.int(0...2000))
    case 4: paragraphs[index].indent = Double(random.int(0...40))
    default: paragraphs[index].isHidden.toggle()
    }
  }
}

/// The page as views: a column of boxes, each with a text in it that is indented.
private final class FlowingPage {
  let scene: Scene
  let column = StackView("column")
  private(set) var texts: [View] = []
  private var indents: [Constraint] = []
  private let picture = View("picture")

  init(_ page: PageCase) throws {
    let root = View("root")
    root.addSubview(column)
    column.axis = .vertical
    column.isLayoutMarginsRelativeArrangement = true
    scene = try Scene(root: root, size: Size(width: page.width, height: 500))
    for edge in [Attribute.leading, .trailing, .top] { try relate(column, edge, .equal, root) }
    for _ in page.paragraphs {
      let box = View("box")
      let text = View("text")
      box.addSubview(text)
      column.addArrangedSubview(box)
      indents.append(try relate(text, .leading, .equal, box))
      for edge in [Attribute.trailing, .top, .bottom] { try relate(text, edge, .equal, box) }
      texts.append(text)
    }
    if let ratio = page.ratio {
      column.addArrangedSubview(picture)
      try relate(picture, .height, .equal, picture, .width, times: ratio)
    }
    update(page, from: nil)
  }

  func update(_ page: PageCase, from before: PageCase?) {
    scene.size.width = page.width
    column.spacing = page.spacing
    column.layoutMargins = EdgeInsets(all: page.margin)
    for (index, paragraph) in page.paragraphs.enumerated() {
      let length = paragraph.length
      if before?.paragraphs[index].length != length {
        texts[index].heightForWidth = HeightForWidth { width in 15 * max(1, (length / max(width, 1)).rounded(.up)) }
      }
      indents[index].constant = paragraph.indent
      column.arrangedSubviews[index].isHidden = paragraph.isHidden
    }
  }

  var frames: [Rect] { [column.frame, picture.frame] + column.arrangedSubviews.map(\.frame) + texts.map(\.frame) }
}

@Suite("Random pages of text")
struct TextFlowTests {
  @Test("After each edit a page is what it would be from scratch, in two solves at most")
  func warmIsCold() throws {
    let seed = TestRun.seed(8101)
    for index in TestRun.share(of: TestRun.count(15, long: 200)) {
      let pageSeed = seed &+ UInt64(index) &* 4099
      var random = SplitMix64(seed: pageSeed)
      var page = PageCase(&random)
      let warm = try FlowingPage(page)
      for step in 0..<15 {
        let before = page
        if step > 0 { page.edit(&random) }
        warm.update(page, from: before)
        try warm.scene.layout()
        let cold = try FlowingPage(page)
        try cold.scene.layout()
        let comment: Comment = "seed \(pageSeed), step \(step): \(String(describing: page))"
        #expect(warm.scene.engine.fixedPoint.solveCount <= 2 && cold.scene.engine.fixedPoint.solveCount <= 2, comment)
        for (frame, other) in zip(warm.frames, cold.frames) {
          #expect(frame.isClose(other.minX, other.minY, other.width, other.height), comment)
        }
        for (text, paragraph) in zip(warm.texts, page.paragraphs) where !paragraph.isHidden {
          let lines = max(1, (paragraph.length / max(text.frame.width, 1)).rounded(.up))
          #expect(isClose(text.frame.height, 15 * lines), comment)
        }
      }
    }
  }
}
