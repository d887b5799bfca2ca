// What hurried and hostile callers try: outputs in the place of inputs, empty lists, texts that steer what shows them.

import Foundation
import Testing

@Suite struct SafetyTests {
  // MARK: - Outputs and inputs

  @Test func noOutputReplacesAnInput() throws {
    let place = try Workplace()
    try place.write("a.json", Documents.keys)
    try place.write("sub/b.json", Documents.keys)
    try place.write("index.html", Documents.keys)
    let path = place.folder.path
    _ = try place.shell("ln -s a.json link.json; ln a.json hard.json; ln -s sub linked")
    for arguments in [
      "layout a.json -o a.json", "layout a.json -o ./sub/../a.json", "layout a.json -o \(path)/a.json",
      "layout a.json -o link.json", "layout link.json -o a.json", "layout a.json -o hard.json",
      "layout sub/b.json -o linked/b.json", "layout sub/b.json -o sub/", "layout a.json sub/b.json -o sub",
      "layout - -o a.json <a.json", "check a.json --format html -o a.json", "layout a.json --format html -o a.json",
      "layout index.html a.json --format html -o .", "layout a.json >>a.json", "batch <a.json >>a.json",
      "batch --template a.json </dev/null >>a.json", "check a.json --format json >>hard.json",
    ] {
      let run = try place.shell("trellis \(arguments)")
      #expect(run.status == 2, "\(arguments)")
      #expect(run.errors.count == 1, "\(arguments): \(run.err)")
      for file in ["a.json", "sub/b.json", "index.html"] {
        #expect(try place.read(file) == Documents.keys, "\(arguments)")
      }
    }
    // In a folder the result that is in nobody's way is written.
    #expect(
      try place.files()
        == ["a.json", "hard.json", "index.html", "link.json", "linked", "sub", "sub/a.json", "sub/b.json"])
    // An input that comes later is one, too.
    try place.write("x/c.json", Documents.filling)
    try place.write("out/c.json", Documents.keys)
    let later = try place.run("layout", "x/c.json", "out/c.json", "-o", "out")
    #expect(later.status == 2)
    #expect(try place.read("out/c.json") == Documents.keys)
    #expect(try place.run("layout", "a.json", "-o", "b.json").status == 0)
    #expect(try place.run("layout", "a.json", "-o", "b.json").status == 0, "a result may be replaced")
  }

  @Test func noResultReplacesAnother() throws {
    let place = try Workplace()
    for file in ["a.json", "b/a.json", "c.json"] { try place.write(file, Documents.keys) }
    let run = try place.run("layout", "c.json", "a.json", "b/a.json", "-o", "out")
    #expect(run.status == 2)
    #expect(
      run.err == "b/a.json:1:1: error: the result of a.json was written to out/a.json already; lay them out apart "
        + "[unusable]\n")
    #expect(try place.files() == ["a.json", "b", "b/a.json", "c.json", "out", "out/a.json", "out/c.json"])
    // With sizes in their names, results of different files may meet.
    try place.write("a-10x10.json", Documents.filling)
    try place.write("d/a.json", Documents.filling)
    let sized = try place.run("layout", "a-10x10.json", "d/a.json", "--size", "10x10,20x20", "-o", "out")
    #expect(sized.status == 0)
    #expect(try place.run("compare", "c.json", "-o", "c.json").status == 2)
    #expect(try place.read("c.json") == Documents.keys)
  }

  @Test func longNamesAreWritten() throws {
    let place = try Workplace()
    try place.write("a.json", Documents.keys)
    let name = String(repeating: "n", count: 250) + ".json"
    #expect(try place.run("layout", "a.json", "-o", name).status == 0)
    #expect(try place.files().count == 2)
  }

  // MARK: - Lists

  @Test(arguments: [
    ["check", "a.json", "--devices"], ["layout", "a.json", "--devices"], ["check", "a.json", "--size"],
    ["layout", "a.json", "--size"], ["check", "a.json", "--ignore"], ["bench", "--workload"], ["bench", "--views"],
    ["bench", "--path"],
  ]) func emptyListsAreMistakes(_ command: [String]) throws {
    let place = try Workplace()
    try place.write("a.json", Documents.keys)
    for list in ["", ",", ",,", "x,", " "] {
      let process = try place.start(command + [list])
      process.waitUntilExit()
      let run = try place.finish(process)
      #expect(run.status == 2, "\(command) '\(list)'")
      #expect(run.out == "" && run.errors.count == 1, "\(command) '\(list)': \(run.err)")
      #expect(run.err.hasPrefix(command[command.count - 1]), "\(run.err)")
    }
  }

  // MARK: - Texts

  /// ESC, CSI, line ends, what reorders text, and commands of build logs.
  private static let hostile = "\n::error file=x::pwn\u{1B}[31m\u{9B}31m\r\u{202E}\u{2028}\u{2066}\u{FEFF}"

  private static func document() throws -> String {
    let text = try String(decoding: JSONEncoder().encode(hostile), as: UTF8.self)
    return """
      {"trellis": 1, "size": [200, 100], "views": [{"name": "a"}, {"name": "b"}],
       "constraints": ["a.height=10", "a.top=root.top", {"equation": "a.left = root.left", "id": \(text)},
        {"equation": "a.left = root.left + 5", "id": "x2", "label": \(text)},
        {"equation": "a.width = 10", "label": \(text)}]}
      """
  }

  /// What would act, were it printed.
  private static func active(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
      default: false
      }
    }
  }

  @Test func nothingThatIsPrintedSteersTheTerminal() throws {
    let place = try Workplace()
    let name = "f\(Self.hostile.replacing("/", with: "")).json"
    try place.write(name, Self.document())
    try place.write("broken\(name)", "{\"\u{202E}\": 1}")
    let storyboard = InterfaceTests.storyboard(width: 390, stored: 50)
      .replacing("userLabel=\"Box\"", with: "userLabel=\"&#x202e;&#10;::error::&#x9b;31m\"")
    try place.write("s\(name).storyboard", storyboard)
    for file in [name, "broken\(name)", "s\(name).storyboard"] {
      for arguments in [
        ["check", file], ["check", "--format", "github", file], ["check", "--format", "json", file],
        ["check", "--format", "html", file], ["layout", file], ["layout", "--format", "table", "--times", file],
        ["layout", "--format", "svg", "--constraints", file], ["layout", "--format", "html", file],
        ["layout", file, file], ["explain", file, "a.left"], ["explain", file, "a.left", "--format", "json"],
        ["explain", file, "\u{1B}[31m.left"], ["compare", file], ["compare", "--format", "json", file],
        ["compare", "--format", "html", file], ["layout", "\u{1B}[31m"], ["layout", file, "-o", file],
        ["check", "--devices", "\u{1B}", file], ["bench", "--document", file], ["--\u{1B}[31m\u{202E}"],
        ["layout", file, "-o", "out\u{1B}/a.json"], ["batch", "--template", file],
      ] {
        let process = try place.start(arguments)
        process.waitUntilExit()
        let run = try place.finish(process)
        #expect(Self.active(run.out + run.err).isEmpty, "\(arguments): \(run.out.prefix(2000)) \(run.err)")
        for line in (run.out + run.err).split(separator: "\n") where line.hasPrefix("::") {
          #expect(line.hasPrefix("::error file=") || line.hasPrefix("::warning file="), "\(line)")
          #expect(!line.hasPrefix("::error file=x"), "\(line)")
        }
        if arguments.contains("json") {
          for line in run.out.split(separator: "\n") {
            _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
          }
        }
      }
    }
  }
}
