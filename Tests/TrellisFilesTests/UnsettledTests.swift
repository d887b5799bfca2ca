// What does not settle, in results and findings; and lines of edits, which answer as documents of their own.

import Testing
import Trellis

@testable import TrellisFiles

@Suite("What does not settle")
struct UnsettledTests {
  private let diverging = """
    {"trellis": 1, "size": [100, 400], "safeArea": [44, 0, 0, 0],
     "views": [{"name": "box"}, {"name": "spacer"}],
     "guides": [{"name": "depth", "in": "root"}],
     "constraints": ["box.left = root.left", "box.width = 50", "box.height = 100", "box.top = spacer.bottom",
      "depth.top = box.top", "depth.bottom = box.safeArea.top", "depth.left = root.left", "depth.width = 1",
      "spacer.top = root.top", "spacer.left = root.left", "spacer.width = 1", "spacer.height = 2 * depth.height"]}
    """

  @Test func foundAndReported() throws {
    let document = try LayoutDocument(parsing: diverging, file: "diverging.json")
    let result = try document.run()
    #expect(result.states[0].unsettled == [LayoutState.Unsettled(item: "box", quantity: .safeArea)])
    #expect(result.json(style: .compact).hasSuffix(#""unsettled": [{"item": "box", "quantity": "safeArea"}]}"#))
    #expect(result.table().contains("unsettled: the safe area of box does not settle"))
    let findings = document.findings(in: result)
    #expect(findings.contains { $0.kind == .unsettled && $0.item == "box" && $0.location.line == 2 })
    let settled = try LayoutDocument(
      parsing: diverging.replacing("[44, 0, 0, 0]", with: "[0, 0, 0, 0]"), file: "diverging.json")
    #expect(try settled.run().states[0].unsettled.isEmpty && !settled.run().json().contains("unsettled"))
  }

  @Test func linesAnswerAsDocuments() throws {
    let page = """
      {"trellis": 1, "size": [320, 260], "safeArea": [20, 0, 16, 0], "views": [{"name": "page", "kind": "stack",
        "axis": "vertical", "spacing": 12, "marginsRelative": true, "margins": [12, 16, 12, 16], "views": [
          {"name": "icon", "intrinsic": [36, 36]},
          {"name": "text", "intrinsic": [520, 18], "heightForWidth": [[0, 90], [150, 72], [200, 54], [270, 36], [520, 18]]},
          {"name": "save", "intrinsic": [60, 132]}]}],
       "constraints": ["page.leading = root.leading", "page.trailing = root.trailing", "page.top = root.top"]
      """
    let lines = [
      #"{"size":[320,200]}"#, #"{"size":[137,54]}"#, #"{"size":[320,200]}"#, #"{"set":"c2","constant":-88}"#,
      #"{"safeArea":[44,0,34,0]}"#, #"{"size":[320,200]}"#, #"{"view":"icon","hidden":true}"#, #"{"size":[320,200]}"#,
      #"[{"size":[200,300]},{"safeArea":[0,9,200,7]}]"#, #"{"size":[320,200]}"#,
    ]
    let layout = TemplateLayout(try DocumentTemplate(parsing: Array((page + "}").utf8), file: "page.json"))
    for line in lines {
      let edits = line.hasPrefix("[") ? line : "[\(line)]"
      let alone = try LayoutDocument(parsing: page + ", \"edits\": \(edits)}", file: "page.json").run().states.last
      let state = try layout.result(of: Array(line.utf8)).states[0]
      #expect(state.items == alone?.items && state.unsettled.isEmpty, "\(line)")
    }
    #expect(layout.freshCount < lines.count)
  }
}
