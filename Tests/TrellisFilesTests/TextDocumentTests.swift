// Texts in documents: their keys, and that sizes come from the measurer that the document is given.

import Testing

@testable import TrellisFiles

/// Letters of half the font's size in width, lines of the font's size.
private struct Typewriter: TextMeasuring {
  func measure(_ text: TextDescription) throws(TextMeasuringError) -> MeasuredText {
    if text.family == "Broken" { throw TextMeasuringError("no font is \"Broken\"") }
    let size = text.size ?? (text.style == "title1" ? 28 : 17)
    let width = Double(text.text.count) * size / 2
    let whole: @Sendable (Double) -> Double = { size * max(1, (width / max($0, 1)).rounded(.up)) }
    let (lines, limit) = (text.lines, Double(text.lines) * size)
    let shown: @Sendable (Double) -> Double = { lines == 0 ? whole($0) : min(limit, whole($0)) }
    return MeasuredText(
      width: width, height: size, firstBaseline: 0.8 * size, lastBaseline: 0.2 * size,
      heightForWidth: lines == 1 ? nil : shown, wholeHeight: whole,
      linesForWidth: { _ in
        let half = text.text.count / 2
        return [text.text.prefix(half), text.text.dropFirst(half)].enumerated().map {
          MeasuredLine(text: String($1), width: Double($1.count) * size / 2, baseline: size * (Double($0) + 0.8))
        }
      })
  }
}

@Suite("Texts in documents")
struct TextDocumentTests {
  private func document(_ views: String, _ rest: String = "") throws -> LayoutDocument {
    let text =
      #"{"trellis": 1, "size": [100, 300], "views": [\#(views)], "constraints": ["V:|[a]", "H:|[a(<=100)]"]\#(rest)}"#
    var document = try LayoutDocument(parsing: text, file: "t.json")
    document.textMeasurer = Typewriter()
    return document
  }

  private func frame(_ document: LayoutDocument, _ state: Int = 0) throws -> [Double] {
    let item = try document.run().states[state].items[1]
    return [item.x, item.y, item.width, item.height]
  }

  @Test("Sizes come from the measurer; lines wrap; insets add; what the document says itself stays")
  func sizes() throws {
    #expect(try frame(document(#"{"name": "a", "text": "abcd", "font": 10}"#)) == [0, 0, 20, 10])
    #expect(try frame(document(#"{"name": "a", "text": "abcd", "font": "title1"}"#)) == [0, 0, 56, 28])
    let long = #""text": "abcdefghijklmnopqrstuvwxyz1234", "font": {"size": 10, "weight": "bold", "italic": true}"#
    #expect(try frame(document(#"{"name": "a", \#(long), "lines": 0}"#)) == [0, 0, 100, 20])
    #expect(try frame(document(#"{"name": "a", \#(long), "lines": 1}"#)) == [0, 0, 100, 10])
    #expect(
      try frame(document(#"{"name": "a", \#(long), "lines": 0, "textInsets": [1, 10, 2, 15]}"#)) == [0, 0, 100, 23])
    #expect(try frame(document(#"{"name": "a", \#(long), "intrinsic": [null, 50]}"#)) == [0, 0, 100, 50])
  }

  @Test("Edits change text, font, lines and insets")
  func edits() throws {
    let edits = #"""
      , "edits": [{"view": "a", "text": "abcdefgh"}, {"view": "a", "font": 20}, {"view": "a", "textInsets": [1, 1, 1, 1]},
      {"view": "a", "text": "abcdefghijkl", "lines": 0}, {"view": "a", "text": null}]
      """#
    let document = try document(#"{"name": "a", "text": "abcd", "font": 10}"#, edits)
    #expect(try (0..<5).map { try frame(document, $0)[2] } == [20, 40, 80, 82, 100])
    #expect(try !document.run().states[5].ambiguous.isEmpty)
    #expect(try (0..<5).map { try frame(document, $0)[3] } == [10, 10, 20, 22, 42])
    var template = try DocumentTemplate(
      parsing: Array(
        #"{"trellis": 1, "size": [100, 300], "views": [{"name": "a", "text": "ab"}], "constraints": ["V:|[a]", "H:|[a]"]}"#
          .utf8), file: "t.json")
    template.textMeasurer = Typewriter()
    let layout = TemplateLayout(template)
    for (text, width) in [("abc", 25.5), ("", 0), ("abcd", 34)] {
      let state = try layout.result(of: Array(#"[{"view": "a", "text": "\#(text)"}]"#.utf8)).states[0]
      #expect(state.items[1].width == width)
    }
  }

  @Test("Pictures show the measured lines at their baselines, from the side that reading begins at")
  func pictures() throws {
    let picture = try document(#"{"name": "a", "text": "ab<d", "font": {"size": 10, "weight": 700}, "lines": 0}"#).run()
      .svg()
    #expect(XMLShape(picture).isWellFormed)
    func line(_ x: String, _ y: String, _ text: String, _ more: String = "") -> String {
      "x=\"\(x)\" y=\"\(y)\" font-size=\"10\" font-weight=\"700\"\(more) textLength=\"10\" "
        + "lengthAdjust=\"spacingAndGlyphs\">\(text)</text>"
    }
    #expect(picture.contains(line("0", "8", "ab")) && picture.contains(line("0", "18", "&lt;d")))
    let mirrored = try document(
      #"{"name": "a", "text": "ab<d", "font": {"size": 10, "weight": 700}, "lines": 0, "direction": "rtl"}"#
    ).run().svg()
    #expect(mirrored.contains(line("20", "8", "ab", " direction=\"rtl\"")))
    let button = try document(#"{"name": "a", "text": "abcd", "font": 10, "textInsets": [2, 3, 2, 3]}"#).run().svg()
    #expect(button.contains("class=\"button\"") && button.contains("x=\"8\" y=\"10\""))
  }

  @Test("A text that is cut is found")
  func truncation() throws {
    let long = #""text": "abcdefghijklmnopqrstuvwxyz1234abcdefghijklmnopqrstuvwxyz1234", "font": 10"#
    for (lines, isCut) in [(0, false), (1, true), (2, true), (3, false)] {
      let document = try document(#"{"name": "a", \#(long), "lines": \#(lines)}"#)
      let found = document.findings(in: try document.run()).contains { $0.kind == .truncation }
      #expect(found == isCut, "\(lines) lines")
    }
  }

  @Test(
    "Mistakes",
    arguments: [
      (#""text": 3"#, "\"text\" is a number"), (#""font": "bdy""#, "did you mean"),
      (#""font": {"sise": 3}"#, "unknown key"),
      (#""font": 0"#, "between 0.1 and 10000"), (#""lines": 1.5"#, "whole number"), (#""lines": -1"#, "between 0 and"),
      (#""font": {"family": "a", "file": "b"}"#, "remove one"),
      (#""font": {"weight": "fat"}"#, "the weight of the font"),
      (#""kind": "stack", "text": "a""#, "belongs to a plain view"), (#""textInsets": [1, 2]"#, "top, leading"),
      (#""text": "a", "font": {"family": "Broken"}"#, "the text of"),
    ])
  func mistakes(_ keys: String, _ message: String) throws {
    let error = #expect(throws: DocumentError.self) { try document(#"{"name": "a", \#(keys)}"#).run() }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("Without a measurer a text needs an intrinsic size")
  func noMeasurer() throws {
    var document = try document(#"{"name": "a", "text": "abcd"}"#)
    document.textMeasurer = nil
    #expect(throws: DocumentError.self) { try document.run() }
    document = try self.document(#"{"name": "a", "text": "abcd", "intrinsic": [10, 20]}"#)
    document.textMeasurer = nil
    #expect(try frame(document) == [0, 0, 10, 20])
  }
}
