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
}
