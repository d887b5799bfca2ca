// Why a number of a document is what it is, how far, and why it is no other: in the document's names.

import Testing
import TrellisFiles

@Suite struct ObjectionTests {
  /// A title between a side bar, which wants 200, and the trailing edge; its width is at least 100 and at most 300.
  private static let bar = """
    {"trellis": 1, "size": [400, 50], "views": [{"name": "side"}, {"name": "title"}],
     "constraints": ["side.left = root.left", "title.left = side.right", "title.right = root.right",
       {"equation": "side.width = 200 @ 700", "id": "wide"},
       {"equation": "title.width >= 100", "id": "least"}, {"equation": "title.width <= 300", "id": "most"},
       "side.top = root.top", "side.height = 20", "title.top = root.top", "title.height = 20"],
     "edits": [{"set": "wide", "constant": 300}]}
    """

  private func document(_ text: String = bar) throws -> LayoutDocument {
    try LayoutDocument(parsing: text, file: "bar.json")
  }

  @Test func rangesAndCounterfactuals() throws {
    let width = try document().explain("title.width")
    let wide = try #require(width.influences.first { $0.constraint == "wide" })
    #expect(wide.below?.constant == 100 && wide.above?.constant == 300 && wide.derivative == -1)
    #expect(wide.below?.causes.map(\.id) == ["most"] && wide.above?.causes.map(\.line) == [4])
    #expect(wide.above?.beyond == .derivative(0))
    let without = try #require(wide.without)
    #expect(without.isAmbiguous && without.moves.map(\.item) == ["side", "title"])
    #expect(without.moves[1].from == [200, 0, 200, 20])
    let root = try #require(width.influences.first { $0.constraint == "root.size" })
    #expect(root.without == nil && root.below?.constant == 300 && root.above?.constant == 500)
    let text = width.table()
    #expect(text.contains("  100 to 300  "), "\(text)")
    #expect(text.contains("above 300 of wide: side.width = 200 @ 700: least: title.width >= 100 (line 4) takes over"))
    let kink = try document().explain("title.width", after: 1).table()
    #expect(
      kink.contains("at 100 of least: title.width >= 100: a breakpoint, 0 per point below and 1 above"), "\(kink)")
  }

  @Test func forbidden() throws {
    let objection = try document().objection(to: "title.width = 350")
    guard case .forbidden(let parts) = objection.verdict else { throw DocumentError(objection) }
    #expect(parts.map(\.source.id) == ["most"] && parts[0].source.line == 4 && parts[0].priority == 1000)
    #expect(objection.value == 200 && objection.wish == "title.width = 350")
    #expect(
      objection.table() == """
        title.width = 350: it is 200, and cannot be otherwise. These forbid it; without any one of them the others allow it:
          most: title.width <= 300  1000  line 4

        """)
    // Positions are in the superview's coordinates, and several constraints may forbid one.
    let left = try document().objection(to: "title.left <= 50")
    guard case .forbidden(let several) = left.verdict else { throw DocumentError(left) }
    #expect(Set(several.map(\.source.id)) == ["most", "c3", "root.size"])
  }

  @Test func prices() throws {
    let objection = try document().objection(to: "title.left >= 250")
    guard case .possible(let prices, let violations, let moves) = objection.verdict else {
      throw DocumentError(objection)
    }
    #expect(prices.map(\.priority) == [700] && prices[0].after == 50)
    #expect(violations.map(\.part.source.id) == ["wide"] && violations[0].before == 0 && violations[0].after == 50)
    #expect(moves.map(\.item) == ["side", "title"] && moves[1].to == [250, 0, 150, 20])
    #expect(objection.table().contains("  priority 700: errors of 50 pt, not 0\n"))
    #expect(try document().objection(to: "title.left = 200").verdict == .met)
    #expect(try document().objection(to: "title.width = 100", after: 1).verdict == .met)
  }

  @Test func alignmentRectangles() throws {
    let text = """
      {"trellis": 1, "size": [400, 50], "views": [{"name": "box", "alignmentInsets": [1, 2, 3, 4]}],
       "constraints": ["box.left = root.left + 10", {"equation": "box.width = 100 @ 500", "id": "width"}, "box.top = root.top",
         "box.height = 10"]}
      """
    let objection = try document(text).objection(to: "box.width = 116")
    #expect(objection.value == 106)
    guard case .possible(let prices, _, let moves) = objection.verdict else { throw DocumentError(objection) }
    #expect(prices.map(\.after) == [10] && moves.map(\.to) == [[8, -1, 116, 14]])
    guard case .forbidden(let parts) = try document(text).objection(to: "box.left = 9").verdict else {
      throw DocumentError(objection)
    }
    #expect(parts.map(\.source.id).contains("c1"))
    #expect(try document(text).objection(to: "box.left = 8").verdict == .met)
  }

  @Test func programs() throws {
    let text = """
      {"trellis": 1, "variables": ["x", "y"], "nonnegative": ["y"],
       "constraints": ["x + y = 10", {"equation": "x = 4 @ 500", "id": "wish"}, {"equation": "x <= 8", "id": "most"}]}
      """
    let x = try document(text).explain("x")
    let wish = try #require(x.influences.first { $0.constraint == "wish" })
    #expect(wish.above?.constant == 8 && wish.above?.causes.map(\.id) == ["most"] && wish.below?.constant == -.infinity)
    #expect(wish.without?.isAmbiguous == true)
    guard case .forbidden(let parts) = try document(text).objection(to: "x >= 9").verdict else {
      throw DocumentError(try document(text).objection(to: "x >= 9"))
    }
    #expect(parts.map(\.source.id) == ["most"])
    let y = try document(text).objection(to: "y = 5")
    guard case .possible(let prices, let violations, _) = y.verdict else { throw DocumentError(y) }
    #expect(prices.map(\.after) == [1] && violations.map(\.part.source.id) == ["wish"])
  }

  @Test(
    arguments: [
      "title.width", "title.width = wide", "= 3", "titel.width = 3", "title.widht = 3", "title.width = 1e300", "",
    ])
  func mistakes(wish: String) throws {
    let error = #expect(throws: DocumentError.self) { _ = try document().objection(to: wish) }
    #expect(error?.message.isEmpty == false)
  }
}

extension DocumentError {
  /// An answer that is not the one expected.
  fileprivate init(_ objection: LayoutObjection) {
    self.init(file: objection.file, line: 1, column: 1, message: "\(objection.verdict)")
  }
}
