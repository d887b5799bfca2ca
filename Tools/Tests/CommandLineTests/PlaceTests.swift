// Where input comes from and output goes to: pipes, folders, closed descriptors, names that are empty. What cannot be
// read or written is one line with its cure, and exit status 2.

import Foundation
import Testing

@Suite struct PlaceTests {
  /// Runs a line of shell in the place, `trellis` being the program.
  private func shell(_ line: String, in place: Workplace) throws -> RunOutput {
    try place.shell(line)
  }

  private func expectRefusal(_ run: RunOutput, _ text: String, _ comment: Comment? = nil) {
    #expect(run.status == 2, comment)
    #expect(run.out == "", comment)
    #expect(run.err == text + "\n", comment)
  }

  // MARK: - Input

  @Test(arguments: ["layout -", "check -", "compare -", "explain - v.left", "bench --document -", "batch"])
  func closedStandardInputIsOneLine(_ command: String) throws {
    expectRefusal(
      try shell("trellis \(command) <&-", in: Workplace()),
      "-:1:1: error: standard input cannot be read (Bad file descriptor); give it a file or a pipe [unusable]")
  }

  @Test(arguments: ["layout -", "batch"]) func aFolderAsStandardInput(_ command: String) throws {
    expectRefusal(
      try shell("trellis \(command) </", in: Workplace()),
      "-:1:1: error: standard input cannot be read (Is a directory); give it a file or a pipe [unusable]")
  }

  @Test func pipesAreRead() throws {
    let place = try Workplace()
    try place.write("t.json", Documents.keys)
    let expected = try place.run("layout", "t.json").out
    let fifo = try shell("mkfifo pipe; cat t.json >pipe & trellis layout pipe; wait", in: place)
    #expect(fifo.status == 0, "\(fifo.err)")
    #expect(fifo.out == expected)
    let device = try shell("cat t.json | trellis layout /dev/stdin", in: place)
    #expect(device.status == 0, "\(device.err)")
    #expect(device.out == expected)
    let template = try shell("cat t.json >pipe & echo '[]' | trellis batch --template pipe; wait", in: place)
    #expect(template.status == 0, "\(template.err)")
    #expect(template.out.contains("\"W\":"))
  }

  @Test func anEmptyDeviceIsAnEmptyDocument() throws {
    let run = try Workplace().run("layout", "/dev/null")
    #expect(run.status == 2)
    #expect(run.err.hasPrefix("/dev/null:1:1: error: the document is empty; "))
  }

  @Test(arguments: [["layout"], ["check"], ["compare"], ["bench", "--document"], ["batch", "--template"]])
  func whatIsNoFileIsSaidTheSameWayEverywhere(_ command: [String]) throws {
    let place = try Workplace()
    try place.write("folder/a.json", Documents.keys)
    func run(_ file: String) throws -> RunOutput {
      let process = try place.start(command + [file])
      process.waitUntilExit()
      return try place.finish(process)
    }
    expectRefusal(try run("folder"), "folder:1:1: error: this is a folder; name the documents in it [unusable]")
    expectRefusal(try run("none.json"), "none.json:1:1: error: no such file; check the path [unusable]")
    expectRefusal(
      try run("folder/a.json/b"), "folder/a.json/b:1:1: error: no such file; check the path [unusable]")
    expectRefusal(try run(""), "the name of a file is empty; name a file")
  }

  @Test func aFileOfFiveGigabytesIsNotRead() throws {
    let place = try Workplace()
    expectRefusal(
      try shell("dd if=/dev/zero of=a.json bs=1 count=0 seek=5368709120 2>/dev/null; trellis layout a.json", in: place),
      "a.json:1:1: error: the file is larger than 4 GB; split it, or hand it to 'trellis batch' line by line [unusable]"
    )
  }

  @Test func aBrokenFileDoesNotStopTheNext() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    let run = try place.run("layout", "none.json", file, "/")
    #expect(run.status == 2)
    #expect(run.errors.count == 2)
    #expect(run.out.contains("\"file\": \"a.json\""))
  }

  // MARK: - Output

  @Test func whatCannotBeWrittenHasACure() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.keys)
    try place.write("folder/a.txt", "")
    expectRefusal(
      try place.run("layout", file, "-o", "none/a.json"),
      "none/a.json: cannot be written: no such folder; create it, or name another")
    expectRefusal(
      try place.run("layout", file, "-o", "a.json/b.json"),
      "a.json/b.json: cannot be written: no such folder; create it, or name another")
    expectRefusal(
      try place.run("layout", file, "-o", "/dev/null"), "/dev/null: this is a device or a pipe; name a regular file")
    for arguments in [["export", "W3"], ["check", file, "--format", "html"]] {
      let process = try place.start(arguments + ["-o", "folder"])
      process.waitUntilExit()
      expectRefusal(try place.finish(process), "folder: this is a folder; name a file in it", "\(arguments)")
    }
    for arguments in [
      ["layout", file], ["layout", file, file], ["layout", file, "--format", "html"], ["export", "W3"],
    ] {
      let process = try place.start(arguments + ["-o", ""])
      process.waitUntilExit()
      expectRefusal(try place.finish(process), "the name of the output is empty; name a file or folder", "\(arguments)")
    }
    #expect(try place.files() == ["a.json", "folder", "folder/a.txt"])
  }

  #if os(Linux)
    @Test(arguments: ["layout", "check", "compare"]) func aFullDiskIsSaidOnce(_ command: String) throws {
      let place = try Workplace()
      let file = try place.write("a.json", Documents.conflicting)
      try place.write("a.storyboard", InterfaceTests.storyboard(width: 50, stored: 50))
      let name = command == "compare" ? "a.storyboard" : file
      let run = try place.run(command, name, name, name, output: "/dev/full")
      #expect(run.status == 2)
      #expect(run.err == "standard output: cannot be written: the disk is full; make room\n")
    }
  #endif

  @Test func closedStandardOutputIsOneLine() throws {
    let place = try Workplace()
    try place.write("a.json", Documents.keys)
    for command in ["layout a.json", "layout a.json a.json", "batch <a.json", "stress --views 3 --edits 1"] {
      expectRefusal(
        try shell("trellis \(command) >&-", in: place),
        "standard output: cannot be written: it is closed; leave it open, or name a file with -o", "\(command)")
    }
    let silent = try shell("trellis layout none.json 2>&-", in: place)
    #expect(silent.status == 2)
  }

  // MARK: - What kind of file

  @Test func theWrongKindOfFileIsNamed() throws {
    let place = try Workplace()
    let document = try place.write("a.json", Documents.keys)
    try place.write("a.storyboard", InterfaceTests.storyboard(width: 50, stored: 50))
    expectRefusal(
      try place.run("compare", document),
      "a.json:1:1: error: this is JSON, and a storyboard or xib is expected; layout documents go to 'trellis layout' or "
        + "'check' [unusable]"
    )
    let template = try place.run("batch", "--template", "a.storyboard")
    expectRefusal(
      template,
      "a.storyboard:1:1: error: this is XML, and a layout document is expected, which is JSON and begins with '{' "
        + "[unusable]")
    for bytes in ["\u{7F}ELF\u{2}", "%PDF", "PK\u{3}\u{4}", "\u{1F}\u{8B}"] {
      try place.write("b.json", bytes)
      let run = try place.run("layout", "b.json")
      #expect(run.status == 2)
      #expect(
        run.err.hasSuffix("a layout document is expected, which is JSON and begins with '{' [unusable]\n"), "\(run.err)"
      )
    }
    try Data([0xBD, 0x00, 0xFF]).write(to: place.folder.appendingPathComponent("c.xib"))
    expectRefusal(
      try place.run("compare", "c.xib"),
      "c.xib:1:1: error: this is not XML; a storyboard or xib is expected, which begins with '<' [unusable]")
    let text = try place.run("compare", "-", input: "plain text")
    expectRefusal(
      text, "-:1:1: error: this is not XML; a storyboard or xib is expected, which begins with '<' [unusable]")
  }

  @Test(arguments: ["table", "json", "html"]) func nothingReadIsNothingCompared(_ format: String) throws {
    let place = try Workplace()
    let run = try place.run("compare", "none.xib", "--format", format, "-o", "out")
    #expect(run.status == 2)
    #expect(try place.run("compare", "none.xib", "--format", format).out == "")
    #expect(try place.run("layout", "none.xib", "--format", "html").out == "")
    #expect(try place.files() == [])
  }

  // MARK: - Options

  @Test func negativeValuesOfOptionsAreOneLine() throws {
    let place = try Workplace()
    let file = try place.write("a.json", Documents.filling)
    expectRefusal(
      try place.run("layout", file, "--size", "-3x4"),
      "--size -3x4: not a size; use WIDTHxHEIGHT in points, each from 0 to 1e8, as in 320x568")
    expectRefusal(
      try place.run("check", "--size", "1e9x4", file),
      "--size 1e9x4: not a size; use WIDTHxHEIGHT in points, each from 0 to 1e8, as in 320x568")
    expectRefusal(
      try place.run("layout", file, "--limit", "-1"), "--limit -1: use a number of lines, 0 or more")
    expectRefusal(try place.run("batch", "--jobs", "-1"), "--jobs -1: use a number from 1 to 1024")
    expectRefusal(
      try place.run("stress", "--seed", "-1"),
      "--seed -1: not a seed; use a whole number from 0 to 18446744073709551615")
    expectRefusal(try place.run("stress", "--views", "-1"), "--views -1: use a number from 1 to 100000")
    expectRefusal(try place.run("stress", "--edits", "-1"), "--edits -1: use a number of 0 or more")
    expectRefusal(try place.run("bench", "--repeats", "-1"), "--repeats -1: use a number of 1 or more")
    expectRefusal(
      try place.run("bench", "--views", "-1"), "--views -1: not a size; use whole numbers from 1 to 10000000")
    expectRefusal(
      try place.run("export", "W3", "--mode", "edit", "--steps", "-1", "-o", "out"),
      "--steps -1: use a number from 1 to 1000000")
    #expect(try place.run("explain", file, "v.left", "--state", "-1").errors.count == 1)
    #expect(try place.run("layout", file, "--size", "1e8x0").status == 0)
  }
}
