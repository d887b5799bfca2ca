// Documents and storyboards as functions of a size or a constant: at sampled values against layouts of their own, and what
// is said of breakpoints and findings.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisFiles

@Suite struct SweepTests {
  private static let article = """
    {"trellis": 1, "size": [400, 300],
     "views": [{"name": "text", "heightForWidth": [[0, 90], [150, 60], [300, 30]]}, {"name": "side"}, {"name": "button"}],
     "constraints": [
      "text.left = root.left", "text.top = root.top", "text.right = side.left",
      {"equation": "side.width = 120 @ 700", "id": "wide"}, "side.right = root.right", "side.top = root.top",
      "side.height = 20", {"equation": "text.width >= 100", "id": "least"},
      {"equation": "button.top = text.bottom + 8", "id": "gap"}, "button.left = root.left", "button.height = 20",
      "button.width = 150"]}
    """

  private func numbers(_ state: LayoutState) -> [[Double]] { state.items.map { [$0.x, $0.y, $0.width, $0.height] } }

  private func expectSame(_ a: [Double], _ b: [Double], _ what: String) {
    let scale = max(1, (a + b).map(abs).max() ?? 1)
    #expect(a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-9 * scale }, "\(what): \(a), \(b)")
  }

  @Test func documentsAtSampledWidths() throws {
    var texts = [("article", Self.article)]
    for name in ["login-priority", "login-activation", "form-vfl", "photo-feed", "welcome-extended", "keyboard"] {
      texts.append((name, String(decoding: try TestFiles.packageBytes("Examples/\(name).json"), as: UTF8.self)))
    }
    var random = SplitMix64(seed: TestRun.seed(73_000))
    for (name, text) in texts {
      // Frames of a sweep are not rounded.
      let text = text.replacingOccurrences(of: #""scale": *[0-9.]+,"#, with: "", options: .regularExpression)
      var document = try LayoutDocument(parsing: text, file: name)
      let height = try #require(document.size?.height)
      let sweep = try document.sweep(.width, over: 320...1400)
      #expect(sweep.isProven && sweep.intervals.first?.from == 320 && sweep.intervals.last?.to == 1400, "\(name)")
      for sample in 0..<40 {
        let value = sample < 20 ? 320 + 0.25 * Double(random.int(0...4320)) : random.real(320...1400)
        document.size = (value, height)
        let state = try document.run().states[0]
        for (index, frame) in numbers(state).enumerated() {
          expectSame(sweep.frame(index, at: value), frame, "\(name), \(sweep.items[index].name) at \(value)")
        }
      }
    }
  }

  @Test func breakpointsOfADocument() throws {
    let document = try LayoutDocument(parsing: Self.article, file: "article.json")
    let sweep = try document.sweep(.width, over: 120...600)
    // The text is 100 wide up to 220, then all but the 120 of the side; its lines change at 150 and 300.
    #expect(sweep.intervals.map(\.from) == [120, 220, 270, 420])
    #expect(sweep.events.map(\.value) == sweep.events.map(\.value).sorted())
    let lets = sweep.events.filter { $0.value == 220 }
    #expect(lets.contains { $0.constraints.contains { $0.id == "least" } })
    #expect(lets.allSatisfy { $0.constraints.allSatisfy { $0.line != nil } })
    #expect(sweep.events.filter { $0.value == 270 || $0.value == 420 }.map(\.kind) == [.step, .step])
    #expect(
      sweep.events.first { $0.value == 420 }?.message
        == "the content of text is 30 pt high instead of 60, as it breaks at other places")
    let outside = try #require(sweep.findings.first { $0.kind == .outside })
    #expect(outside.item == "button" && outside.from == 120 && abs(outside.to - 149) < 1e-9 && outside.line == 2)
    #expect(sweep.table().contains("from 120 to 149"))
  }

  @Test func constantsOfADocument() throws {
    let document = try LayoutDocument(parsing: Self.article, file: "article.json")
    let sweep = try document.sweep(.constant("gap"), over: 0...40)
    #expect(sweep.intervals.count == 1 && sweep.frame(3, at: 13.5) == [0, 73.5, 150, 20])
    #expect(throws: DocumentError.self) { try document.sweep(.constant("gaap"), over: 0...40) }
    #expect(throws: DocumentError.self) { try document.sweep(.width, over: 0...40, after: 1) }
    let program = try LayoutDocument(
      parsing: #"{"trellis": 1, "variables": ["x"], "constraints": ["x = 1"]}"#, file: "program.json")
    #expect(throws: DocumentError.self) { try program.sweep(.width, over: 0...40) }
  }

  /// Compact: a banner over a label that fills the row. Regular: no banner, the label as wide as its text.
  private static let adaptive = Fixture.storyboard(
    Fixture.view("banner", (0, 0, 375, 40))
      + Fixture.view("label", (20, 50, 335, 21), element: "label", attributes: #"text="Send now""#)
      + Fixture.view("box", (20, 80, 100, 30)),
    constraints: Fixture.constraint("c1", "banner.leading", "root.leading")
      + Fixture.constraint("c2", "banner.trailing", "root.trailing")
      + Fixture.constraint("c3", "banner.top", "root.top")
      + Fixture.constraint("c4", "banner.height", "", #"constant="40""#)
      + Fixture.constraint("c5", "label.leading", "root.leading", #"constant="20""#)
      + Fixture.constraint("c6", "root.trailing", "label.trailing", #"constant="20""#)
      + Fixture.constraint("c7", "label.top", "root.top", #"constant="50""#)
      + Fixture.constraint("c8", "box.leading", "root.leading", #"constant="20""#)
      + Fixture.constraint("c9", "box.top", "root.top", #"constant="80""#)
      + Fixture.constraint("w1", "box.width", "", #"constant="100""#)
      + Fixture.constraint("w2", "box.height", "", #"constant="30""#),
    root: """
      <variation key="widthClass=regular"><mask key="subviews"><exclude reference="banner"/></mask>
      <mask key="constraints"><exclude reference="c6"/></mask></variation>
      """)

  @Test func sizeClassesAreSweptApart() throws {
    let file = try Fixture.file(Self.adaptive)
    let sweeps = try file.sweeps(.width, over: 320...1000)
    #expect(sweeps.map(\.sizeClass) == ["compact width", "regular width"])
    #expect(sweeps.map { [$0.from, $0.to] } == [[320, 600], [600, 1000]])
    #expect(sweeps.map { $0.items.map(\.name) } == [["root", "banner", "label", "box"], ["root", "label", "box"]])
    #expect(sweeps[0].table().contains("Sample, compact width: width from 320 to 600"))
    #expect(sweeps[1].json().contains(#""sizeClass": "regular width""#))
    // As on devices of those sizes.
    let devices = ["retina4_7": 375.0, "ipad10_2": 810]
    for (name, width) in devices {
      let canvas = Canvas(try #require(InterfaceDevice.named(name)))
      let sweep = sweeps[width < 600 ? 0 : 1]
      let layout = try #require(
        try file.layouts(on: canvas, size: Size(width: width, height: sweep.size.height)).first)
      for (index, frame) in numbers(layout.state).enumerated() {
        let near = zip(sweep.frame(index, at: width), frame).allSatisfy { abs($0 - $1) <= 0.51 }
        #expect(near, "\(sweep.items[index].label): \(sweep.frame(index, at: width)), \(frame)")
      }
    }
    #expect(sweeps[0].frame(2, at: 500)[2] == 460)
    let free = sweeps[1].frame(1, at: 1000)[2]
    #expect(free > 40 && free < 120, "the label is as wide as its text: \(free)")
    #expect(sweeps[1].frame(2, at: 700)[2] == 100)

    // One class, a limit of one's own, and both axes.
    #expect(try file.sweeps(.width, over: 320...430).map(\.sizeClass) == ["compact width"])
    #expect(try file.sweeps(.width, over: 600...600).map(\.sizeClass) == ["regular width"])
    let limits = SizeClassLimits(width: 400)
    #expect(try file.sweeps(.width, over: 320...430, limits: limits).map(\.to) == [400, 430])
    #expect(try file.sweeps(.height, over: 300...700).map(\.sizeClass) == [nil])
    let planes = try file.sweeps(PlaneResult.Axis(.width, 590...610), PlaneResult.Axis(.height, 400...500))
    #expect(planes.map(\.sizeClass) == ["compact width", "regular width"])
    #expect(planes.map(\.first.range) == [590...600, 600...610])
    let plain = try Fixture.file(Self.adaptive.replacing("widthClass=regular", with: "heightClass=compact"))
    #expect(try plain.sweeps(.width, over: 320...1000).map(\.sizeClass) == [nil])
    #expect(try plain.sweeps(.height, over: 300...700).map(\.sizeClass) == ["compact height", "regular height"])
  }

  @Test func findingsGoOnThroughSizeClasses() throws {
    // Nothing says where the box lies along the row, in whichever class.
    let row = Fixture.constraint("c8", "box.leading", "root.leading", #"constant="20""#)
    let file = try Fixture.file(Self.adaptive.replacing(row, with: ""))
    let results = try file.sweeps(.width, over: 320...1000)
    #expect(results.map { $0.findings.count { $0.kind == .ambiguity } } == [1, 1])
    let joined = SweepResult.joined(results).flatMap(\.findings).filter { $0.kind == .ambiguity }
    #expect(joined.map { [$0.from, $0.to] } == [[320, 1000]] && joined.first?.item == "box")
  }

  @Test func storyboardsAtSampledWidths() throws {
    let file = try InterfaceFile(
      parsing: try TestFiles.packageBytes("Examples/Screens.storyboard"), file: "Screens.storyboard")
    let sweeps = try file.sweeps(.width, over: 320...700)
    #expect(sweeps.count == 3)
    for value in [320, 355.25, 392.25, 392.75, 399.75, 400, 512.125, 613.7] {
      for sweep in sweeps {
        let layout = try #require(
          try file.layouts(on: nil, size: Size(width: value, height: sweep.size.height)).first {
            $0.unit == sweep.items[0].name
          })
        // Theirs are rounded to device pixels in the root's coordinates, a size by up to a pixel.
        for (index, frame) in numbers(layout.state).enumerated() {
          let near = zip(sweep.frame(index, at: value), frame).allSatisfy { abs($0 - $1) <= 0.51 }
          #expect(near, "\(sweep.items[index].label) at \(value): \(sweep.frame(index, at: value)), \(frame)")
        }
      }
    }
  }

  @Test func jsonAndPages() throws {
    let hostile = Self.article.replacingOccurrences(of: "\"gap\"", with: #""</script><img onerror=1>""#)
    let sweep = try LayoutDocument(parsing: hostile, file: "<b>.json").sweep(.width, over: 320...1400)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(sweep.json().utf8)) as? [String: Any])
    let intervals = try #require(object["intervals"] as? [[String: Any]])
    #expect(intervals.count == sweep.intervals.count && (intervals[0]["frames"] as? [[Double]])?.count == 4)
    let page = SweepPage(title: "<b>.json", results: [sweep]).html()
    #expect(!page.contains("<b>") && !page.contains("<img") && page.components(separatedBy: "</script>").count == 3)
  }
}
