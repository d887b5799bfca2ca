// What differs between two layouts, by hand: documents, storyboards, sizes.

import Testing
import Trellis
import TrellisFiles

@Suite struct DiffTests {
  private static func document(
    _ views: String, _ constraints: String, size: String = "[200, 100]"
  ) -> String {
    #"{"trellis": 1, "size": \#(size), "views": [\#(views)], "constraints": [\#(constraints)]}"#
  }

  private func diff(_ old: String, _ new: String) throws -> LayoutDiff {
    let sides = try [("old.json", old), ("new.json", new)].map { file, text in
      try LayoutDocument(parsing: text, file: file).diffSide(title: file)
    }
    let diffs = LayoutDiff.between([sides[0]], [sides[1]])
    #expect(diffs.count == 1)
    return diffs[0]
  }

  private static let fixed = """
    "title.left = root.left + 8", "title.top = root.top", "title.height = 20", {"equation": "title.width = 50", "id": "width"}
    """

  @Test func sameDocuments() throws {
    let text = Self.document(#"{"name": "title"}"#, Self.fixed)
    let same = try diff(text, text)
    #expect(same.isEmpty && same.table() == "old.json → new.json, no difference\n")
    #expect(same.json().contains(#""change": "none""#))
    // The order of constraints and white space are no difference.
    let other = Self.document(
      #"{"name": "title"}"#,
      #"{"equation": "title.width = 50", "id": "width"}, "title.height = 20", "title.top = root.top", "title.left = root.left + 8""#
    )
    #expect(try diff(text, other).isEmpty)
  }

  @Test func changes() throws {
    let old = Self.document(
      #"{"name": "title"}, {"name": "note", "intrinsic": [30, 10]}"#,
      Self.fixed + #", "note.left = root.left", "note.top = title.bottom""#)
    let new = Self.document(
      #"{"name": "title"}, {"name": "badge", "intrinsic": [12, 12]}"#,
      Self.fixed.replacing("= 50", with: "= 64").replacing("root.top", with: "root.top + 5")
        + #", "badge.left = title.right + 200", "badge.top = title.top""#)
    let found = try diff(old, new)
    #expect(found.items.map(\.name) == ["title", "badge", "note"])
    #expect(found.items.map(\.change) == [.changed, .came, .went])
    #expect(found.items[0].from == [8, 0, 50, 20] && found.items[0].to == [8, 5, 64, 20])
    #expect(found.items[1].to == [272, 5, 12, 12] && found.items[1].from == nil && found.items[2].to == nil)
    #expect(
      found.constraints.map(\.change) == [.came, .changed, .came, .came, .went, .went, .went], "\(found.constraints)")
    #expect(found.constraints[1].id == "width" && found.constraints[1].from == "width: title.width = 50")
    #expect(found.findings.map(\.kind) == ["outside"] && found.findings[0].isNew)
    let table = found.table()
    #expect(table.contains("  ~  title  moved by 0, 5; grew by 14, 0 to 8, 5, 64 × 20\n"), "\(table)")
    #expect(
      table.contains("  ~ width: title.width = 50  →  width: title.width = 64\n") && table.contains("new warning: "))
    // The other way round everything is.
    let back = try diff(new, old)
    #expect(back.items.map(\.change) == [.changed, .came, .went] && back.findings.map(\.isNew) == [false])
    #expect(back.items[0].from == found.items[0].to && back.items[0].to == found.items[0].from)
  }

  /// What moves with its superview does not move; a view that has another name is the same by where it stands.
  @Test func superviewsAndPaths() throws {
    func nested(_ top: Int, _ inner: String) -> String {
      Self.document(
        #"{"name": "box", "views": [{"name": "\#(inner)"}]}"#,
        #"""
        "box.left = root.left", "box.top = root.top + \#(top)", "box.width = 50", "box.height = 50",
        "\#(inner).left = box.left + 1", "\#(inner).top = box.top + 2", "\#(inner).width = 3", "\#(inner).height = 4"
        """#)
    }
    #expect(try diff(nested(0, "a"), nested(9, "a")).items.map(\.name) == ["box"])
    let renamed = try diff(nested(0, "a"), nested(0, "b"))
    #expect(renamed.items.isEmpty && renamed.constraints.count == 8)
    let moved = Self.document(
      #"{"name": "box"}, {"name": "a"}"#,
      #"""
      "box.left = root.left", "box.top = root.top + 0", "box.width = 50", "box.height = 50",
      "a.left = box.left + 1", "a.top = box.top + 2", "a.width = 3", "a.height = 4"
      """#)
    let found = try diff(nested(0, "a"), moved)
    #expect(found.items.map(\.superviews) == [["box", "root"]] && found.constraints.isEmpty)
  }

  @Test func sizes() throws {
    let text = Self.document(
      #"{"name": "title"}"#,
      #""title.left = root.left", "title.right = root.right", "title.top = root.top", "title.height = 20""#)
    let document = try LayoutDocument(parsing: text, file: "a.json")
    let sides = try [320.0, 430].map { width in
      try document.diffSide(at: Size(width: width, height: 100), title: "at \(width)")
    }
    let found = LayoutDiff.between([sides[0]], [sides[1]])[0]
    #expect(found.items.map(\.name) == ["root", "title"] && found.items[1].to == [0, 0, 430, 20])
    #expect(found.constraints.isEmpty && found.findings.isEmpty)
    let program = try LayoutDocument(
      parsing: #"{"trellis": 1, "variables": ["x"], "constraints": ["x = 2"]}"#, file: "p.json")
    #expect(throws: DocumentError.self) { try program.diffSide(title: "p") }
  }

  @Test func nothingFromAFileIsMarkup() throws {
    let old = Self.document(#"{"name": "title"}"#, Self.fixed)
    let new = Self.document(
      #"{"name": "title"}"#,
      Self.fixed + #", {"equation": "title.height >= 1", "id": "x", "label": "<img src=x onerror=alert(1)>|`*@all"}"#)
    let found = try diff(old, new)
    for text in [
      found.markdown(), DiffPage(title: "<b>t</b>", diffs: [found]).html(), DiffPage(title: "t", diffs: [found]).svg(),
    ] {
      #expect(!text.contains("<img") && !text.contains("<b>t"))
    }
    #expect(found.markdown().contains(#"\|\`\*&#64;all"#), "\(found.markdown())")
    let page = DiffPage(title: "t", diffs: [found]).html()
    #expect(page.contains("default-src 'none'") && !page.contains("<script"))
  }
}
