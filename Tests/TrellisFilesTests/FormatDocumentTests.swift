// Visual formats in documents, beyond the goldens: what reports print, pictures in Z:'s order, long formats.

import Testing

@testable import TrellisFiles

@Suite struct FormatDocumentTests {
  private func document(_ constraints: String, _ top: String = "", views: String = #"{"name": "a"}, {"name": "b"}"#)
    throws -> LayoutDocument
  {
    let text = #"{"trellis": 1, "size": [320, 568]\#(top), "views": [\#(views)], "constraints": [\#(constraints)]}"#
    return try LayoutDocument(parsing: text, file: "form.json")
  }

  @Test func conflictsPrintStandardSpacesAsSymbols() throws {
    let state = try document(#""|-[a(10)]", "|-50-[a]""#).run().states[0]
    let message = try #require(state.conflicts.first?.message)
    #expect(message.contains("'c1' H:|-(NSSpace(20))-[a]   (Names: a:0x"))
    #expect(message.contains("'c2' H:|-(50)-[a]   (Names: a:0x"))
    #expect(state.conflicts.map(\.broken) == ["c2"])
  }

  @Test func zOrdersThePicture() throws {
    let boxes = #""|-5-[a(20)]", "V:|-5-[a(20)]", "|-5-[b(20)]", "V:|-5-[b(20)]""#
    func order(_ document: LayoutDocument) throws -> [String] {
      let svg = try document.run().svg()
      return svg.split(separator: "\n").compactMap { line in
        ["a", "b", "root"].first { line.contains("<title>\($0) (") }
      }
    }
    #expect(try order(document(boxes)) == ["root", "a", "b"])
    #expect(try order(document(boxes + #", "Z:|[b][a]""#, #", "dialect": "extended""#)) == ["root", "b", "a"])
    let state = try document(boxes + #", "Z:|[b][a]""#, #", "dialect": "extended""#).run().states[0]
    #expect(state.items.map(\.name) == ["root", "a", "b"])
  }

  @Test func theBarIsTheCommonSuperview() throws {
    let views = #"{"name": "box", "views": [{"name": "a"}, {"name": "b", "views": [{"name": "c"}]}]}"#
    let state = try document(
      #""|-100-[box(200)]", "V:|[box(5)]", "|-1-[a(10)]-2-[c(20)]", "|-4-[b(50)]", "V:|[b]|", "V:|[c]|", "V:|[a]|""#,
      views: views
    ).run().states[0]
    #expect(state.frame(of: "a") == [1, 0, 10, 5])
    #expect(state.frame(of: "c") == [9, 0, 20, 5])
  }

  @Test func linesAndCommentsInOneString() throws {
    let state = try document(
      #""// the page\nHV:|-[a]-|\nH:[b(a/2)] // half\nC:b.top(a.top).left(|.left).height(7)""#,
      #", "dialect": "extended""#
    ).run().states[0]
    #expect(state.frame(of: "a") == [20, 20, 280, 528])
    #expect(state.frame(of: "b") == [0, 20, 140, 7])
    #expect(state.ambiguous.isEmpty)
  }

  @Test func aBrokenLineIsFoundInItsString() throws {
    let error = #expect(throws: DocumentError.self) {
      _ = try document(#""HV:|[a]|\n[x]""#, #", "dialect": "extended""#)
    }
    // The string starts at column 116; `\n` is two characters of the file.
    #expect(error?.line == 1)
    #expect(error?.message.hasPrefix("x is not a key in the views dictionary (VFL, at character 12); ") == true)
    #expect(error?.column == 129)
  }

  @Test func longFormatsAreReadOrRefused() throws {
    let views = (0..<2000).map { "{\"name\": \"v\($0)\"}" }.joined(separator: ",")
    let row = (0..<2000).map { "[v\($0)(1)]" }.joined(separator: "")
    let document = try document("\"|\(row)\"", views: views)
    #expect(try document.run([]).states[0].frame(of: "v1999")?[0] == 1999)
    let wrong = String(repeating: "[v1]", count: 1 << 16) + "x"
    let error = #expect(throws: DocumentError.self) { _ = try self.document("\"\(wrong)\"", views: views) }
    #expect(error?.message.hasPrefix("Expected a view or '|'") == true)
    #expect((error?.message.utf8.count ?? 0) < 200)
  }
}
