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
