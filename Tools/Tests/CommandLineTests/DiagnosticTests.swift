// Findings and mistakes as editors and continuous integration read them, in the order of the files, on any number of threads.

import Foundation
import Testing

@testable import trellis_cli

@Suite struct DiagnosticTests {
  /// A place of each kind of file: clean, findings, unusable, missing.
  private static func mixed() throws -> (place: Workplace, files: [String]) {
    let place = try Workplace()
    try place.write("clean.json", Documents.keys)
    try place.write("bad.json", Documents.conflicting)
    try place.write("broken.json", Documents.broken)
    try place.write("a.storyboard", InterfaceTests.storyboard(width: 380, stored: 380))
    return (place, ["bad.json", "broken.json", "clean.json", "none.json", "a.storyboard", "bad.json"])
  }

  @Test func everyLineHasOneForm() throws {
    let (place, files) = try Self.mixed()
    let process = try place.start(["check"] + files)
    process.waitUntilExit()
    let run = try place.finish(process)
    #expect(run.status == 2)
    let form = /^[^:]+:\d+:\d+: (error|warning): .+ \[[a-z]+\]$/
    let lines = run.out.split(separator: "\n") + run.err.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
    #expect(
      run.out.hasPrefix(
        "bad.json:3:3: error: required constraints cannot hold together: v.left = root.left + 50; v.left = root.left.  "
          + "The layout went on without v.left = root.left; "))
    #expect(run.errors.map { $0.prefix { $0 != ":" } } == ["broken.json", "none.json"])
  }

  @Test func unusableFilesHaveTheirPlace() throws {
    let (place, files) = try Self.mixed()
    func run(_ format: String) throws -> RunOutput {
      let process = try place.start(["check", "--format", format] + files)
      process.waitUntilExit()
      return try place.finish(process)
    }
    let json = try run("json")
    #expect(json.status == 2 && json.errors.count == 2)
    let objects = try json.out.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["file"] as? String } == files)
    let kinds = objects.map { ($0["findings"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } }
    #expect(kinds == [["conflict"], ["unusable"], [], ["unusable"], ["outside"], ["conflict"]])
    let broken = try #require((objects[1]["findings"] as? [[String: Any]])?.first)
    #expect(broken["severity"] as? String == "error" && broken["line"] as? Int == 3)
    let github = try run("github")
    #expect(github.status == 2)
    #expect(
      github.out.split(separator: "\n").map { $0.split(separator: ",")[0] } == [
        "::error file=bad.json", "::error file=broken.json", "::error file=none.json", "::warning file=a.storyboard",
        "::error file=bad.json",
      ])
    let page = try run("html")
    #expect(page.status == 2 && page.out.contains("\"error\": \"broken.json:3:"))
    let sums = try place.run("compare", "--format", "json", "none.xib", "a.storyboard")
    #expect(sums.status == 2 && sums.out.hasPrefix(#"{"file": "none.xib", "units": 0, "#))
    #expect(sums.out.split(separator: "\n")[0].hasSuffix(#""error": "1:1: no such file; check the path"}"#))
  }

  @Test func theNumberOfThreadsDoesNotShow() throws {
    let (place, files) = try Self.mixed()
    let many = (0..<12).flatMap { _ in files }
    for format in ["text", "json", "github", "html"] {
      var texts: Set<String> = []
      for jobs in ["1", "2", "7"] {
        let process = try place.start(["check", "--format", format, "--jobs", jobs, "--devices", "retina4_7"] + many)
        process.waitUntilExit()
        let run = try place.finish(process)
        #expect(run.status == 2)
        // Conflict messages may hold addresses, as Auto Layout's do.
        texts.insert((run.out + run.err).replacing(/0x[0-9a-f]+/, with: "0x"))
      }
      #expect(texts.count == 1, "\(format)")
    }
    #expect(try place.run("check", "--jobs", "0", "clean.json").status == 2)
    #expect(try place.run("check", "--jobs", "many", "clean.json").status == 2)
    let full = try place.run("check", "--jobs", "3", "bad.json", "bad.json", "bad.json", output: "/dev/full")
    #expect(full.status == 2 && full.errors.count == 1)
  }

  // MARK: - Views that nothing sizes

  @Test func aViewThatNothingSizesIsAFinding() throws {
    let place = try Workplace()
    let file = try place.write(
      "a.json",
      """
      {"trellis": 1, "size": [100, 100], "views": [{"name": "none"}, {"name": "b"},
         {"name": "hidden", "hidden": true, "views": [{"name": "within"}]}, {"name": "sized", "intrinsic": [5, 5]},
         {"name": "stack", "kind": "stack", "views": [{"name": "arranged", "intrinsic": [1, 1]}]},
         {"name": "held", "frame": [1, 2, 3, 4]}],
       "constraints": ["b.edges = root.edges", "stack.edges = root.edges", {"equation": "none.width = 5", "active": false}]}
      """)
    let run = try place.run("check", "--ignore", "ambiguity", file)
    #expect(run.status == 1)
    #expect(
      run.out.hasPrefix("a.json:1:46: error: nothing sizes or places none; ")
        && run.out.split(separator: "\n").count == 1,
      "\(run.out)")
    #expect(try place.run("check", "--ignore", "unsized,ambiguity", file).status == 0)
    #expect(try place.run("layout", "--format", "table", file).out.contains("unsized: none\n"))
  }

  // MARK: - Progress

  @Test func progressFitsTheTerminal() {
    for columns in 0...140 {
      let line = Progress.line("check", 7, 12, "a/long/path/with/文字/and\u{1B}escapes.json", columns: columns)
      let width = line.reduce(0) { $0 + ($1.unicodeScalars.first.map { $0.value > 0x2E80 } == true ? 2 : 1) }
      #expect(width < max(columns, 1), "\(columns): \(line)")
      #expect(!line.contains("\u{1B}") && !line.contains("\n"))
    }
    #expect(Progress.line("check", 1, 2, "a.json", columns: 80) == "check [###############···············] 1/2 a.json")
    #expect(Progress.line("check", 1, 2, "a.json", columns: 12) == "check 1/2")
    #expect(Progress.line("check", 1, 2, "folder/a.json", columns: 50).hasSuffix("1/2 …a.json") == false)
    #expect(Progress.line("check", 2, 2, "x/y/z/a.json", columns: 53).hasSuffix(" 2/2 …z/a.json"))
  }
}
