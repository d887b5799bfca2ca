// Named states on the command line: `layout --states` and `--transition`, `sweep --states`, `check --states`.

import Foundation
import Testing

@Suite struct StateCommandTests {
  /// A title beside a button; in one state there is too little room for it, in another none of them fits.
  private static let bar = """
    {"trellis": 1, "size": [300, 44],
     "views": [{"name": "title", "intrinsic": [100, 20]}, {"name": "done", "intrinsic": [60, 20]}],
     "constraints": ["title.left = root.left", "title.top = root.top", "done.top = root.top", "done.left = title.right",
      {"equation": "done.right <= root.right", "id": "end"}],
     "states": {
      "wide": [{"size": [400, 44]}],
      "cut": ["title.width = 80"],
      "broken": [{"size": [200, 44]}, "done.left = root.left + 150", "done.width = 60"]}}
    """

  private func objects(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func layouts() throws {
    let place = try Workplace()
    let file = try place.write("bar.json", Self.bar)
    let run = try place.run("layout", file, "--states", "all")
    let results = try #require(try objects(run.out)["results"] as? [[String: Any]])
    #expect(run.status == 0 && results.map { $0["state"] as? String } == [nil, "wide", "cut", "broken"])
    #expect((results[1]["frames"] as? [String: [Double]])?["root"] == [0, 0, 400, 44])
    #expect((results[2]["frames"] as? [String: [Double]])?["done"] == [80, 0, 60, 20])
    let table = try place.run("layout", file, "--states", "cut,wide", "--format", "table")
    #expect(table.out.hasPrefix("cut\nitem") && table.out.contains("\nwide\nitem"), "\(table.out)")
  }

  @Test func transitions() throws {
    let place = try Workplace()
    let file = try place.write("bar.json", Self.bar)
    let run = try place.run("layout", file, "--transition", "cut...wide", "--frames", "1")
    let results = try #require(try objects(run.out)["results"] as? [[String: Any]])
    #expect(run.status == 0 && results.count == 3 && results[1]["progress"] as? Double == 0.5)
    #expect((results[1]["frames"] as? [String: [Double]])?["title"] == [0, 0, 90, 20])
    let picture = try place.run("layout", file, "--transition", "cut", "--format", "svg")
    #expect(picture.status == 0 && picture.out.contains(">no state</text>") && picture.out.contains(">75 %</text>"))
    let page = try place.run("layout", file, "--transition", "cut", "--format", "html")
    #expect(page.status == 0 && page.out.contains("25 %"))
  }

  @Test func sweeps() throws {
    let place = try Workplace()
    let file = try place.write("bar.json", Self.bar)
    let run = try place.run("sweep", file, "--states", "all", "--width", "100...400")
    let heads = run.out.split(separator: "\n").filter { $0.contains(": width from") }
    #expect(run.status == 0 && heads.count == 4 && heads[0].hasPrefix("bar.json: width"), "\(run.out)")
    #expect(heads[2].hasPrefix("bar.json, state cut: width from 100 to 400"))
    let json = try place.run("sweep", file, "--states", "cut", "--format", "json")
    #expect(try objects(json.out)["state"] as? String == "cut")
    let plane = ["sweep", file, "--states", "cut", "--width", "100...400", "--height", "40...80"]
    #expect(try place.run(plane).out.hasPrefix("bar.json, state cut: width from 100 to 400, height from 40 to 80, "))
    #expect(try objects(place.run(plane + ["--format", "json"]).out)["state"] as? String == "cut")
    #expect(try place.run(plane + ["--format", "svg"]).out.contains("bar.json, state cut"))
    let page = try place.run("sweep", file, "--states", "all", "--format", "html")
    #expect(page.status == 0 && page.out.contains("\"state\": \"cut\""))
  }

  @Test func checks() throws {
    let place = try Workplace()
    let file = try place.write("bar.json", Self.bar)
    #expect(try place.run("check", file).status == 0)
    let run = try place.run("check", file, "--states", "all")
    let lines = run.out.split(separator: "\n")
    #expect(run.status == 1 && lines.count == 3, "\(run.out)")
    #expect(lines.contains { $0.contains("title.width is 80") && $0.contains(" (in the state cut) [truncation]") })
    #expect(lines.contains { $0.contains(" (in the state broken) [conflict]") })
    let one = try place.run("check", file, "--states", "cut", "--format", "json")
    let findings = try #require(try objects(one.out)["findings"] as? [[String: Any]])
    #expect(findings.count == 1 && findings[0]["states"] as? [String] == ["cut"])
    let widths = try place.run("check", file, "--states", "wide,cut", "--widths", "150...400")
    #expect(widths.status == 1 && widths.out.contains("at every width: width of title"), "\(widths.out)")
    #expect(widths.out.contains("(in the state cut)") && widths.out.contains("(in the state wide)"))
    let page = try place.run("check", file, "--states", "all", "--format", "html")
    #expect(page.status == 1 && page.out.contains("broken"))
    // Known in one state is known in that state.
    #expect(try place.run("check", file, "--states", "all", "--write-baseline", "known.json").status == 0)
    #expect(try place.run("check", file, "--states", "all", "--baseline", "known.json").status == 0)
    #expect(try place.run("check", file, "--states", "cut", "--baseline", "known.json").status == 0)
    let moved = try place.write("bar.json", Self.bar.replacingOccurrences(of: "\"cut\"", with: "\"tight\""))
    #expect(try place.run("check", moved, "--states", "tight", "--baseline", "known.json").status == 1)
  }

  @Test(
    arguments: [
      ["layout", "--states", "wid"], ["layout", "--states", ""], ["layout", "--states", "all", "--transition", "cut"],
      ["layout", "--transition", "...cut"], ["layout", "--transition", "cut..."], ["layout", "--frames", "3"],
      ["layout", "--transition", "cut", "--frames", "101"],
      ["layout", "--transition", "cut", "--frames", "11", "--format", "svg"], ["layout", "--transition", "cut...wid"],
      ["sweep", "--states", "wid"], ["sweep", "--states", "cut", "--state", "1"], ["check", "--states", "wid"],
      ["check", "--states", "all", "--format", "sheet"],
    ])
  func mistakes(arguments: [String]) throws {
    let place = try Workplace()
    let file = try place.write("bar.json", Self.bar)
    let run = try place.run([arguments[0], file] + arguments.dropFirst())
    #expect(run.status == 2 && run.err.split(separator: "\n").count == 1, "\(run.err)")
    #expect(run.out == "")
    if arguments.contains("wid") { #expect(run.err.contains("did you mean 'wide'?"), "\(run.err)") }
  }

  @Test func storyboardsHaveNone() throws {
    let place = try Workplace()
    let file = try place.write(
      "a.xib", #"<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB"><objects></objects></document>"#)
    for arguments in [
      ["layout", file, "--states", "x"], ["sweep", file, "--states", "x"], ["check", file, "--states", "x"],
    ] {
      let run = try place.run(arguments)
      #expect(run.status == 2 && run.err.contains("a storyboard has no states such as 'x'"), "\(run.err)")
    }
  }
}
