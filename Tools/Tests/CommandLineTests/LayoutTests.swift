// `trellis layout`: what it writes, where, and what is left when something goes wrong.

import Foundation
import Testing

@Suite struct LayoutTests {
  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func frame(_ name: String, _ result: [String: Any]) throws -> [Double] {
    let frames = try #require(result["frames"] as? [String: [NSNumber]])
    return try #require(frames[name]).map(\.doubleValue)
  }

  @Test func writesFramesAsJSON() throws {
    let place = try Workplace()
    let run = try place.run("layout", place.write("keys.json", Documents.keys))
    #expect(run.status == 0)
    #expect(run.err == "")
    let result = try json(run.out)
    #expect(result["trellis"] as? Int == 1)
    #expect(try frame("root", result) == [0, 0, 320, 568])
    #expect(try frame("Q", result) == [10, 5, 1, 1])
    #expect(try frame("W", result) == [11.5, 5, 1, 1])
  }

  @Test func readsStandardInput() throws {
    let run = try Workplace().run("layout", "-", input: Documents.keys)
    #expect(run.status == 0)
    #expect(try frame("W", json(run.out)) == [11.5, 5, 1, 1])
  }

  @Test func standardInputIsReadOnce() throws {
    let run = try Workplace().run("layout", "-", "-", input: Documents.keys)
    #expect(run.status == 2)
    #expect(run.errors.count == 1)
  }

  @Test func laysOutAtAnotherSize() throws {
    let place = try Workplace()
    let run = try place.run("layout", place.write("a.json", Documents.filling), "--size", "375x667")
    #expect(run.status == 0)
    #expect(try frame("v", json(run.out)) == [10, 0, 355, 667])
  }

  @Test func severalSizesMakeOneObjectALine() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.filling)
    let run = try place.run("layout", file, "--size", "100x50,200x60.5", "--size", "300x70")
    #expect(run.status == 0)
    let results = try run.out.split(separator: "\n").map { try json(String($0)) }
    #expect(results.map { $0["file"] as? String } == ["a.json", "a.json", "a.json"])
    #expect(results.map { $0["size"] as? [Double] } == [[100, 50], [200, 60.5], [300, 70]])
    #expect(try results.map { try frame("v", $0) } == [[10, 0, 80, 50], [10, 0, 180, 60.5], [10, 0, 280, 70]])
  }

  @Test(arguments: ["320", "320x", "x568", "-1x5", "nanx5", "1e300x5", "320x568x1", "320x568,"])
  func refusesSizesThatAreNone(_ size: String) throws {
    let place = try Workplace()
    let run = try place.run("layout", place.write("a.json", Documents.filling), "--size=\(size)")
    #expect(run.status == 2)
    #expect(run.out == "")
    #expect(run.errors.count == 1)
    #expect(run.err.contains("--size"))
  }

  @Test func tablesStandUnderHeadings() throws {
    let place = try Workplace()
    let first = try place.write("a.json", Documents.keys)
    let second = try place.write("b.json", Documents.filling)
    let run = try place.run("layout", first, second, "--format", "table")
    #expect(run.status == 0)
    #expect(run.out.contains("a.json"))
    #expect(run.out.contains("b.json"))
    #expect(run.out.contains("11.5"))
    let one = try place.run("layout", first, "--format", "table")
    #expect(!one.out.contains("a.json"), "one table needs no heading")
  }

  @Test func limitCutsTablesAndSaysSo() throws {
    let place = try Workplace()
    let run = try place.run("layout", place.write("a.json", Documents.keys), "--format", "table", "--limit", "1")
    #expect(run.status == 0)
    #expect(run.out.contains("root"))
    #expect(!run.out.contains("11.5"))
    #expect(run.out.contains("2 more"))
  }

  @Test func drawsPictures() throws {
    let place = try Workplace()
    let run = try place.run("layout", place.write("a.json", Documents.keys), "--format", "svg")
    #expect(run.status == 0)
    #expect(run.out.contains("<svg"))
    #expect(run.out.contains("</svg>"))
  }

  @Test func severalPicturesWantAFolder() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    let run = try place.run("layout", file, file, "--format", "svg")
    #expect(run.status == 2)
    #expect(run.out == "")
  }

  // MARK: - Files

  @Test func writesOneResultToAFile() throws {
    let place = try Workplace()
    let run = try place.run("layout", place.write("a.json", Documents.keys), "-o", "result.json")
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(try place.files() == ["a.json", "result.json"])
    #expect(try frame("W", json(place.read("result.json"))) == [11.5, 5, 1, 1])
  }

  @Test func writesSeveralResultsToAFolder() throws {
    let place = try Workplace()
    let first = try place.write("a.json", Documents.keys)
    let second = try place.write("deep/b.json", Documents.filling)
    let run = try place.run("layout", first, second, "-o", "out", "--format", "svg")
    #expect(run.status == 0)
    #expect(try place.files().filter { $0.hasPrefix("out/") } == ["out/a.svg", "out/b.svg"])
  }

  @Test func namesSizesInAFolder() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.filling)
    let run = try place.run("layout", file, "--size", "10x20,30x40", "-o", "out/")
    #expect(run.status == 0)
    #expect(try place.files().filter { $0.hasPrefix("out/") } == ["out/a-10x20.json", "out/a-30x40.json"])
  }

  @Test func documentsOfOneNameDoNotOverwriteEachOther() throws {
    let place = try Workplace()
    let first = try place.write("x/a.json", Documents.keys)
    let second = try place.write("y/a.json", Documents.filling)
    let run = try place.run("layout", first, second, "-o", "out")
    #expect(run.status == 2)
    #expect(run.errors.count == 1)
    #expect(try json(place.read("out/a.json"))["frames"] as? [String: [Double]] != nil)
    #expect(try frame("Q", json(place.read("out/a.json"))) == [10, 5, 1, 1])
  }

  @Test func brokenDocumentLeavesTheOutputAlone() throws {
    let place = try Workplace()
    try place.write("result.json", "what was there")
    let run = try place.run("layout", place.write("a.json", Documents.broken), "-o", "result.json")
    #expect(run.status == 2)
    #expect(try place.read("result.json") == "what was there")
    #expect(try place.files() == ["a.json", "result.json"])
  }

  @Test func replacesAFileWhole() throws {
    let place = try Workplace()
    try place.write("result.json", String(repeating: "old ", count: 10_000))
    let run = try place.run("layout", place.write("a.json", Documents.keys), "-o", "result.json")
    #expect(run.status == 0)
    #expect(try !place.read("result.json").contains("old"))
  }

  @Test func refusesPlacesThatCannotBeWritten() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    for target in ["no/such/folder/a.json", "/dev/null", "/proc/nothing"] {
      let run = try place.run("layout", file, "-o", target)
      #expect(run.status == 2, "\(target)")
      #expect(run.errors.count == 1, "\(run.err)")
      #expect(run.err.hasPrefix(target))
    }
    #expect(try place.files() == ["a.json"])
  }

  #if os(Linux)
    @Test func aFullDiskIsNoSuccess() throws {
      let place = try Workplace()
      let run = try place.run("layout", place.write("a.json", Documents.keys), output: "/dev/full")
      #expect(run.status == 2)
      #expect(run.errors.count == 1)
    }
  #endif

  @Test func interruptLeavesNothingHalfWritten() throws {
    let place = try Workplace()
    let rows = 4000
    let names = (0..<rows).map { "{\"name\": \"r\($0)\"}" }.joined(separator: ",\n")
    let constraints = (0..<rows).map { index in
      let above = index == 0 ? "root.top" : "r\(index - 1).bottom"
      return "\"r\(index).top = \(above)\", \"r\(index).height = 20\", \"r\(index).left = root.left\", "
        + "\"r\(index).width = root.width\""
    }.joined(separator: ",\n")
    try place.write(
      "a.json", "{\"trellis\": 1, \"size\": [320, 568], \"views\": [\(names)], \"constraints\": [\(constraints)]}")
    for delay in [0.02, 0.1, 0.3] {
      let process = try place.start(["layout", "a.json", "-o", "result.json"])
      Thread.sleep(forTimeInterval: delay)
      process.interrupt()
      process.waitUntilExit()
      let run = try place.finish(process)
      let finished = process.terminationStatus == 0
      // Before the program watches for signals, the system's own way of ending it applies.
      let killed = process.terminationReason == .uncaughtSignal && run.status == SIGINT
      #expect(finished || killed || run.status == 128 + SIGINT, "status \(run.status)")
      #expect(try place.files() == (finished ? ["a.json", "result.json"] : ["a.json"]))
      if finished {
        #expect(try json(place.read("result.json"))["frames"] != nil)
        try FileManager.default.removeItem(at: place.folder.appendingPathComponent("result.json"))
      }
    }
  }

  // MARK: - Bad input

  @Test func sayWhatIsWrongAndWhere() throws {
    let place = try Workplace()
    let run = try place.run("layout", place.write("a.json", Documents.broken))
    #expect(run.status == 2)
    #expect(run.out == "")
    #expect(run.errors.count == 1)
    #expect(run.err.hasPrefix("a.json:3:"))
  }

  @Test func standardInputHasAName() throws {
    let run = try Workplace().run("layout", "-", input: "{")
    #expect(run.status == 2)
    #expect(run.err.hasPrefix("-:1:"))
  }

  @Test func oneBadFileDoesNotHideTheOthers() throws {
    let place = try Workplace()
    let bad = try place.write("bad.json", Documents.broken)
    let good = try place.write("good.json", Documents.keys)
    let run = try place.run("layout", bad, good, "missing.json", ".")
    #expect(run.status == 2)
    #expect(run.errors.count == 3)
    #expect(run.errors.map { $0.prefix { $0 != ":" } } == ["bad.json", "missing.json", "."])
    let result = try json(run.out)
    #expect(result["file"] as? String == "good.json")
  }

  @Test func emptyAndBinaryFilesAreRefused() throws {
    let place = try Workplace()
    try place.write("empty.json", "")
    try Data((0..<255).map { UInt8($0) }).write(to: place.folder.appendingPathComponent("binary.json"))
    for file in ["empty.json", "binary.json"] {
      let run = try place.run("layout", file)
      #expect(run.status == 2)
      #expect(run.errors.count == 1)
      #expect(run.err.hasPrefix("\(file):1:"))
    }
  }

  @Test func argumentsThatMakeNoSense() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    for arguments in [["layout"], ["layout", file, "--no-such"], ["layout", file, "--format", "png"], ["frobnicate"]] {
      let process = try place.start(arguments)
      process.waitUntilExit()
      let run = try place.finish(process)
      #expect(run.status == 2, "\(arguments)")
      #expect(run.out == "")
      #expect(run.err != "")
    }
    #expect(try place.run("layout", file, "--limit=-1").status == 2)
  }

  @Test func helpAndVersionAreNoErrors() throws {
    let place = try Workplace()
    for argument in ["--help", "--version"] {
      let run = try place.run(argument)
      #expect(run.status == 0)
      #expect(run.out != "")
      #expect(run.err == "")
    }
    for command in ["layout", "check", "bench", "stress"] {
      let run = try place.run(command, "--help")
      #expect(run.status == 0)
      #expect(run.out.contains("USAGE"))
    }
  }
}
