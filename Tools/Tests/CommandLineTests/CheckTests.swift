// `trellis check`: findings on standard output, exit 0, 1 or 2.

import Foundation
import Testing

@Suite struct CheckTests {
  @Test func cleanDocument() throws {
    let place = try Workplace()
    let run = try place.run("check", place.write("a.json", Documents.keys))
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(run.err == "")
  }

  @Test func conflict() throws {
    let place = try Workplace()
    let run = try place.run("check", place.write("a.json", Documents.conflicting))
    #expect(run.status == 1)
    #expect(run.err == "")
    let lines = run.out.split(separator: "\n")
    #expect(lines.count == 1)
    // The later of the two is the one that gives way.
    #expect(run.out.hasPrefix("a.json:3:"))
  }

  @Test func ambiguity() throws {
    let place = try Workplace()
    let file = try place.write(
      "a.json",
      """
      {"trellis": 1, "size": [320, 568],
       "views": [{"name": "v"}],
       "constraints": ["v.left = root.left", "v.top = root.top", "v.height = 10"]}
      """)
    let run = try place.run("check", file)
    #expect(run.status == 1)
    #expect(run.out.hasPrefix("a.json:2:"))
    #expect(run.out.contains("v.width"))
  }

  @Test func truncation() throws {
    let place = try Workplace()
    let file = try place.write(
      "a.json",
      """
      {"trellis": 1, "size": [100, 100],
       "views": [{"name": "v", "intrinsic": [150, 20]}],
       "constraints": ["v.left = root.left", "v.right = root.right", "v.top = root.top"]}
      """)
    let run = try place.run("check", file)
    #expect(run.status == 1)
    #expect(run.out.contains("150"))
  }

  @Test func unusableInputOutweighsFindings() throws {
    let place = try Workplace()
    let conflicting = try place.write("a.json", Documents.conflicting)
    let broken = try place.write("b.json", Documents.broken)
    let run = try place.run("check", conflicting, broken)
    #expect(run.status == 2)
    #expect(run.out.hasPrefix("a.json:"))
    #expect(run.err.hasPrefix("b.json:3:"))
  }

  @Test func readsStandardInput() throws {
    #expect(try Workplace().run("check", "-", input: Documents.keys).status == 0)
  }

  @Test func aPageOfFindings() throws {
    let place = try Workplace()
    try place.write("clean.json", Documents.keys)
    try place.write("bad.json", Documents.conflicting)
    let run = try place.run("check", "--format", "html", "-o", "page.html", "clean.json", "bad.json")
    #expect(run.status == 1)
    #expect(run.out == "")
    let page = try place.read("page.html")
    #expect(page.contains("required constraints cannot hold together") && page.contains("\"name\": \"clean.json\""))
    #expect(try place.run("check", "--format", "html", "clean.json").status == 0)
    #expect(
      try place.run("check", "--format", "html", "--ignore", "conflict", "-o", "page.html", "bad.json").status == 0)
    #expect(try place.run("check", "-o", "page.html", "clean.json").status == 2)
  }

  /// A box of 400 points, and one in a scroll view, which may reach out of it.
  private static let wide = """
    {"trellis": 1, "size": [500, 800],
     "views": [{"name": "box"}, {"name": "list", "kind": "scroll", "views": [{"name": "row"}]}],
     "constraints": ["box.left = root.left", "box.top = root.top", "box.width = 400", "box.height = 10",
      "list.left = root.left", "list.top = box.bottom", "list.width = 100", "list.height = 100",
      "row.edges = list.edges", "row.width = 900", "row.height = 900"]}
    """

  @Test func viewsOutsideOfTheirParents() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Self.wide)
    #expect(try place.run("check", file).status == 0)
    let narrow = try place.run("check", "--size", "320x800,500x800,390x5", file)
    #expect(narrow.status == 1)
    #expect(
      narrow.out
        == "a.json:2:12: warning: box lies outside of root by 80 pt at the right; make room or pin its edges "
        + "(on 320 × 800 and 1 more) [outside]\n"
        + "a.json:2:29: warning: list lies outside of root by 105 pt at the bottom; make room or pin its edges "
        + "(on 390 × 5) [outside]\n")
    let json = try place.run("check", "--format", "json", "--devices", "retina4_7,ipad10_2", file)
    let object = try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any]
    let findings = try #require(object?["findings"] as? [[String: Any]])
    #expect(findings.count == 1)
    #expect(findings[0]["kind"] as? String == "outside" && findings[0]["severity"] as? String == "warning")
    #expect(findings[0]["devices"] as? [String] == ["iPhone SE (3rd)"])
    #expect(try place.run("check", "--devices", "retina4_7", "--ignore", "outside", file).status == 0)
    #expect(try place.run("check", "--size", "wide", file).status == 2)
    let github = try place.run("check", "--format", "github", "--size", "320x800", file)
    #expect(github.out.hasPrefix("::warning file=a.json,line=2,col=12,title=outside::box lies"))
  }

  /// A device brings its screen and its safe area.
  @Test func documentsOnDevices() throws {
    let place = try Workplace()
    let file = try place.write(
      "a.json",
      """
      {"trellis": 1, "size": [100, 100], "views": [{"name": "v"}], "constraints": ["v.edges = root.safeArea.edges"]}
      """)
    let run = try place.run("layout", "--devices", "retina6_1", file)
    let lines = run.out.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("\"device\": \"iPhone 11\"") && lines[0].contains("\"v\": [0, 48, 414, 814]"))
    #expect(lines[1].contains("\"v\": [48, 0, 800, 393]"))
    let page = try place.run("layout", "--format", "html", "--devices", "retina6_1", file)
    #expect(page.out.contains("100 × 100") && page.out.contains("iPhone 11, landscape"))
  }
}
