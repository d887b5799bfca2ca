// What somebody types who has not read the help: names that are nearly right, outputs that say their format.

import Foundation
import Testing

@Suite struct NewcomerTests {
  @Test(arguments: [
    ("layuot", "unknown command 'layuot'; did you mean 'layout'?"),
    ("frobnicate", "unknown command 'frobnicate'; 'trellis --help' lists the commands"),
    ("a.json", "unknown command 'a.json'; did you mean 'trellis layout a.json'?"),
  ])
  func commandsThatThereAreNot(_ name: String, _ text: String) throws {
    let run = try Workplace().run(name)
    #expect(run.status == 2 && run.out == "" && run.err == text + "\n")
  }

  @Test func theOutputSaysTheFormat() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    for (output, beginning) in [
      ("x.svg", "<svg"), ("x.html", "<!DOCTYPE html>"), ("x.HTM", "<!DOCTYPE html>"), ("x.json", "{"), ("x", "{"),
      ("x.txt", "item"),
    ] {
      #expect(try place.run("layout", file, "-o", output).status == 0)
      #expect(try place.read(output).hasPrefix(beginning), "\(output)")
    }
    #expect(try place.run("layout", file, "-o", "y.svg", "--format", "json").status == 0)
    #expect(try place.read("y.svg").hasPrefix("{"))
    #expect(try place.run("sweep", file, "-o", "sweep.json").status == 0)
    #expect(try place.read("sweep.json").hasPrefix("{"))
    #expect(try place.run("diff", file, "--size", "10x10", "--size", "20x20", "-o", "diff.md").status < 2)
    #expect(try !place.read("diff.md").isEmpty)
    let picture = try place.run("layout", file, "-o", "x.pdf")
    #expect(picture.status == 2)
    #expect(
      picture.err
        == "x.pdf: nothing is written as pdf; name another file, or say --format (json, table, svg, html)\n")
    #expect(try !place.files().contains("x.pdf"))
  }

  /// A folder called out.json would be a surprise, and half of the results with it.
  @Test func severalResultsDoNotGoToOneFile() throws {
    let place = try Workplace()
    let (first, second) = (try place.write("a.json", Documents.keys), try place.write("b.json", Documents.keys))
    let run = try place.run("layout", first, second, "-o", "out.json")
    #expect(run.status == 2 && run.err == "out.json: several results go to a folder; name one, or end it with /\n")
    #expect(try place.files() == ["a.json", "b.json"])
    #expect(try place.run("layout", first, second, "-o", "out.json/").status == 0)
    #expect(try place.files().contains("out.json/b.json"))
  }

  @Test func aLogWithoutFindingsSaysSo() throws {
    let place = try Workplace()
    let run = try place.run("diagnose", place.write("quiet.log", "nothing to see\n"))
    #expect(run.status == 0 && run.out == "")
    #expect(run.err.hasSuffix("quiet.log: no conflict and no ambiguous view is reported in it\n"))
  }
}
