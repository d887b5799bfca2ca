// What a document's layout shows besides frames: what decides each, constraints as lengths, and both on a page.

import Testing

@testable import TrellisFiles

@Suite struct DetailTests {
  private static let text = """
    {"trellis": 1, "size": [400, 300], "margins": [0, 10, 0, 10],
     "views": [
       {"name": "a", "intrinsic": [100, 20]},
       {"name": "b"},
       {"name": "box", "views": [{"name": "inner"}]},
       {"name": "gone", "hidden": true}],
     "guides": [{"name": "gap", "in": "root"}],
     "constraints": [
       {"equation": "a.left = root.left + 16", "id": "start", "label": "Form.swift:3"},
       "a.top = root.top + 8",
       {"equation": "b.width = 0.5 * a.width + 30", "id": "half"},
       "b.right <= root.rightMargin - 6", "b.left = a.right + 12", "b.top = a.top", "b.height = a.height",
       "box.left = a.left", "box.top = a.bottom + 40", {"equation": "box.width = 200", "id": "wide"}, "box.height = 100",
       "inner.edges = box.edges",
       {"equation": "b.width = 300", "priority": 100, "id": "wish"},
       {"equation": "box.width = 210", "id": "clash"},
       "gap.left = a.right", "gap.right = b.left", "gap.top = a.top", "gap.height = 5", "gone.edges = root.edges"],
     "edits": [{"set": "start", "constant": 50}]}
    """

  private func states(_ detail: LayoutDetail = [.ambiguity, .influences, .dimensions]) throws -> [LayoutState] {
    try LayoutDocument(parsing: Self.text, file: "a.json").run(detail).states
  }

  private func influences(_ state: LayoutState, _ name: String) throws -> [String: [Double]] {
    let index = try #require(state.items.firstIndex { $0.name == name })
    return Dictionary(state.influences[index].map { ($0.constraint ?? $0.text, $0.change) }) { one, _ in one }
  }

  @Test func whatDecidesEachFrame() throws {
    let state = try states()[0]
    #expect(state.influences.count == state.items.count)
    let b = try influences(state, "b")
    #expect(b["start"] == [1, 0, 0, 0])
    #expect(b["c5"] == [1, 0, 0, 0])
    #expect(b["half"] == [0, 0, 1, 0])
    #expect(b["content width of a: 100"] == [1, 0, 0.5, 0])
    #expect(b["content height of a: 20"] == [0, 0, 0, 1])
    #expect(b["wish"] == nil && b["c4"] == nil)
    // A frame is measured in the superview: what moves both moves neither.
    #expect(try influences(state, "inner").keys.sorted() == ["c11", "c12", "wide"])
    #expect(try influences(state, "gap")["c5"] == [0, 0, 1, 0])
    let start = try #require(state.influences[1].first { $0.constraint == "start" })
    #expect(start.text == "a.left = root.left + 16 (Form.swift:3)")
    #expect(try states()[1].influences[1].contains { $0.text == "a.left = root.left + 50 (Form.swift:3)" })
  }

  @Test func constraintsAsLengths() throws {
    let state = try states()[0]
    func dimension(_ tip: String) throws -> LayoutState.Dimension {
      try #require(state.dimensions.first { $0.tip == tip }, "\(state.dimensions.map(\.tip))")
    }
    let start = try dimension("a.left = root.left + 16 (Form.swift:3)")
    #expect(start.text == "16" && start.mark == .holds && !start.isSize)
    #expect([start.x1, start.x2].sorted() == [0, 16] && start.y1 == start.y2 && start.y1 == 18)
    let half = try dimension("b.width = 0.5 * a.width + 30")
    #expect(half.text == "×0.5 30" && half.isSize && half.x2 - half.x1 == 80)
    let end = try dimension("b.right <= root.rightMargin - 6")
    #expect(end.text == "≥6" && [end.x1, end.x2].sorted() == [208, 390])
    #expect(try dimension("b.width = 300 @ 100").mark == .missed)
    #expect(try dimension("box.width = 210").mark == .broken)
    #expect(!state.dimensions.contains { $0.tip.contains("gone") })
    #expect(try states(.ambiguity)[0].dimensions.isEmpty && states(.ambiguity)[0].influences.isEmpty)
  }

  @Test func directionTurnsLengths() throws {
    let document = try LayoutDocument(
      parsing: """
        {"trellis": 1, "size": [300, 100], "direction": "rtl", "views": [{"name": "a"}],
         "constraints": ["a.leading = root.leading + 10", "a.trailing = root.trailing - 200", "a.top = root.top"]}
        """, file: "")
    let state = try document.run([.ambiguity, .dimensions]).states[0]
    let leading = try #require(state.dimensions.first)
    #expect([leading.x1, leading.x2].sorted() == [290, 300])
    #expect(state.dimensions.contains { $0.text == "200" && [$0.x1, $0.x2].sorted() == [0, 200] })
    #expect(state.ambiguous.map(\.attribute) == ["height"])
  }

  @Test func aPageHasBoth() throws {
    let shown = try states().map { HTMLPage.Shown(title: "t", state: $0) }
    let page = HTMLPage(title: "a", entries: [HTMLPage.Entry(file: "a.json", name: "a", shown: shown)]).html()
    #expect(page.contains("a.left = root.left + 16 (Form.swift:3)"))
    #expect(page.contains(#"class=\"dim missed\""#))
  }
}
