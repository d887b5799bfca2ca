// `trellis sweep` and `trellis check --widths`: tables, JSON, pages, and errors with status 2.

import Foundation
import Testing

@Suite struct SweepCommandTests {
  /// A box that keeps 100 points, in what leaves it less below 120.
  private static let box = """
    {"trellis": 1, "size": [200, 50], "views": [{"name": "box"}],
     "constraints": ["box.left = root.left + 10", "box.top = root.top", "box.height = 20",
      {"equation": "box.right = root.right - 10 @ 700", "id": "end"}, {"equation": "box.width >= 100", "id": "least"}]}
    """

  @Test func table() throws {
    let place = try Workplace()
    let run = try place.run("sweep", place.write("box.json", Self.box), "--width", "50...300")
    #expect(run.status == 0 && run.err == "")
    let lines = run.out.split(separator: "\n")
    #expect(lines.first == "box.json: width from 50 to 300, 2 intervals")
    #expect(lines.contains { $0.hasPrefix("  120 to 300  box width +1") }, "\(run.out)")
    #expect(lines.contains { $0.contains("least: box.width >= 100") && $0.hasSuffix("lets go (line 3)") }, "\(run.out)")
    #expect(lines.last?.contains("warning: at width from 50 to 109: box lies outside of root by up to 60 pt") == true)
  }

  @Test func constants() throws {
    let place = try Workplace()
    let run = try place.run(
      "sweep", place.write("box.json", Self.box), "--vary", "least=0...400", "--format", "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
    #expect(run.status == 0 && object["parameter"] as? String == "least" && object["kind"] as? String == "constant")
    #expect((object["intervals"] as? [[String: Any]])?.map { $0["from"] as? Double } == [0, 180])
  }

  @Test func pages() throws {
    let place = try Workplace()
    let run = try place.run("sweep", place.write("box.json", Self.box), "--format", "html")
    #expect(run.status == 0 && run.out.hasPrefix("<!DOCTYPE html>") && run.out.contains("role=\"slider\""))
  }

  @Test func planes() throws {
    let place = try Workplace()
    let file = try place.write("box.json", Self.box)
    let ranges = ["--width", "50...300", "--vary", "least=0...200"]
    let table = try place.run(["sweep", file] + ranges)
    #expect(table.status == 0 && table.err == "")
    #expect(table.out.hasPrefix("box.json: width from 50 to 300, least from 0 to 200, 2 polygons\n"), "\(table.out)")
    #expect(table.out.contains("ends where least: box.width >= 100 changes sides (line 3)"), "\(table.out)")
    let json = try place.run(["sweep", file, "--format", "json"] + ranges)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any])
    #expect((object["polygons"] as? [[String: Any]])?.count == 2)
    let picture = try place.run(["sweep", file, "--format", "svg"] + ranges)
    #expect(picture.out.hasPrefix("<svg ") && picture.out.components(separatedBy: "<polygon ").count == 3)
    let page = try place.run(["sweep", file, "--format", "html"] + ranges)
    #expect(page.status == 0 && page.out.hasPrefix("<!DOCTYPE html>") && page.out.contains("id=\"plane\""))
  }

  @Test func checks() throws {
    let place = try Workplace()
    let file = try place.write("box.json", Self.box)
    let clean = try place.run("check", file, "--widths", "120...1400")
    #expect(clean.status == 0 && clean.out == "")
    let found = try place.run("check", file, "--widths", "50...1400")
    #expect(found.status == 1 && found.out.contains("at width from 50 to 109") && found.out.hasSuffix("[outside]\n"))
    #expect(found.out.contains("Decided by") && found.out.contains("least: box.width >= 100"))
    #expect(try place.run("check", file, "--widths", "50...1400", "--ignore", "outside").status == 0)
    #expect(try place.run("check", file, "--widths", "50...1400", "--size", "3x3").status == 2)
    let sizes = try place.run("check", file, "--widths", "50...1400", "--text-sizes", "l,ax1")
    #expect(sizes.status == found.status && sizes.out == found.out)
  }

  @Test(
    arguments: [
      ["--width", "300...50"], ["--width", "a...b"], ["--width", "-1...5"], ["--vary", "least"],
      ["--vary", "lest=0...1"],
      ["--width", "1...2", "--height", "1...2", "--vary", "least=0...1"], ["--state", "1"],
      ["--width", "1...2", "--height", "1...1"], ["--format", "svg"],
    ])
  func mistakes(arguments: [String]) throws {
    let place = try Workplace()
    let run = try place.run(["sweep", place.write("box.json", Self.box)] + arguments)
    #expect(run.status == 2 && run.out == "" && !run.err.isEmpty)
  }
}
