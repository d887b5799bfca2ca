// Pages about conflicts: what would resolve one is drawn where a layout of its own has it, and nothing of a file runs or is an
// element.

import Testing
import Trellis

@testable import TrellisFiles

@Suite struct CurePageTests {
  static let evil = "</script><img src=x onerror=alert(1)>"

  static func slip(near: Double) throws -> LayoutDocument {
    try LayoutDocument(
      parsing: Array(
        """
        {"trellis": 1, "size": [300, 220], "views": [{"name": "photo"}, {"name": "caption", "intrinsic": [120, 20]}],
         "constraints": [
          {"equation": "photo.left = root.left + \(near)", "id": "near"}, "photo.right = root.right - 16",
          {"equation": "photo.width = 268", "id": "\(evil)"}, "photo.top = root.top + 16", "photo.height = 120",
          "caption.left = photo.left", "caption.top = photo.bottom + 8"]}
        """.utf8), file: "slip.json")
  }

  /// The frames of the items that a change moves are those of the document with the change made.
  @Test func framesOfACure() throws {
    let document = try Self.slip(near: 160)
    let state = try #require(try document.run([.cures, .curedFrames]).states.first)
    let cures = try #require(state.conflicts.first).cures
    let cure = try #require(cures.first)
    #expect(cure.constraint == "near" && cure.advice.hasSuffix("from 160 to 16"))
    let made = try #require(try Self.slip(near: 16).run([]).states.first)
    #expect(made.conflicts.isEmpty && cure.moves.map(\.item) == [1, 2] && cure.largestMove == 144)
    var frames = state.items.map { [$0.x, $0.y, $0.width, $0.height] }
    for move in cure.moves { frames[move.item] = move.frame }
    #expect(frames == made.items.map { [$0.x, $0.y, $0.width, $0.height] })
    for cure in cures { #expect(cure.moves.count == cure.moved, "\(cure.advice)") }
    // Frames are not worked out for who does not ask.
    #expect(try document.run(.cures).states.first?.conflicts.first?.cures.allSatisfy { $0.moves.isEmpty } == true)
  }

  @Test func pageOfCures() throws {
    let document = try Self.slip(near: 160)
    let result = try document.run([.cures, .curedFrames])
    let page = HTMLPage(
      title: "slip",
      entries: [
        HTMLPage.Entry(
          file: "slip.json", name: "slip",
          shown: [HTMLPage.Shown(title: "1", state: result.states[0], remarks: document.remarks(in: result)[0])])
      ]
    ).html()
    #expect(page.contains("class=\\\"before\\\"") && page.contains("from 160 to 16"))
    #expect(!page.contains("<img") && !page.contains("what helps: "))
    #expect(page.ranges(of: "</script>").count == 2)
  }
}
