// `trellis batch` at the end of a pipe: answers come as soon as they can, memory stays, and a kill tears no line.

import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct BatchStreamTests {
  private static let template = """
    {"trellis": 1, "size": [320, 100], "views": [{"name": "v"}],
     "constraints": [{"equation": "v.width = 5", "id": "w"}, "v.left = root.left", "v.top = root.top", "v.height = 10"]}
    """

  /// A document whose result is longer than a pipe takes at once, as one line.
  private static func longDocument(_ views: Int) -> String {
    let names = (0..<views).map { "aRatherLongNameOfAView\($0)" }
    let constraints = names.flatMap { ["\"\($0).edges = root.edges\""] }
    return #"{"trellis": 1, "size": [320, 100], "views": ["#
      + names.map { #"{"name": "\#($0)"}"# }.joined(separator: ", ") + #"], "constraints": ["#
      + constraints.joined(separator: ", ") + "]}"
  }

  /// The program between two pipes.
  private final class Coprocess {
    let process = Process()
    let input = Pipe()
    let output = Pipe()

    init(_ arguments: [String], in place: Workplace) throws {
      process.executableURL = Workplace.program
      process.arguments = arguments
      process.currentDirectoryURL = place.folder
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Reads until so many lines have come.
    func lines(_ count: Int) throws -> [Substring] {
      var data = Data()
      while data.count(where: { $0 == 0x0A }) < count {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { break }
        data += more
      }
      return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }

    func end() throws -> Int32 {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// Whoever asks a line at a time gets each answer before the next question.
  @Test(arguments: [["batch", "--template", "t.json"], ["batch", "--jobs", "3"]])
  func answersDoNotWaitForMore(arguments: [String]) throws {
    let place = try Workplace()
    try place.write("t.json", Self.template)
    let batch = try Coprocess(arguments, in: place)
    for width in 1...20 {
      let line =
        arguments.contains("--template")
        ? #"{"set": "w", "constant": \#(width)}"#
        : Self.template.replacing("\n", with: " ").replacing("v.width = 5", with: "v.width = \(width)")
      try batch.write(line + "\n")
      let answer = try batch.lines(1)
      #expect(answer.count == 1 && answer[0].contains(#""v": [0, 0, \#(width), 10]"#))
    }
    #expect(try batch.end() == 0)
  }

  #if os(Linux)
    /// The most memory that the process has had, in kilobytes.
    private func peak(_ process: Process) throws -> Int { try kilobytes("VmHWM:", process) }

    /// A sanitizer takes terabytes of addresses for its shadow, and keeps what was freed for a while.
    private func isSanitized(_ process: Process) throws -> Bool { try kilobytes("VmSize:", process) > 1 << 30 }

    /// A line of proc(5), status.
    private func kilobytes(_ name: String, _ process: Process) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
    }

    @Test func memoryStays() throws {
      let place = try Workplace()
      try place.write("t.json", Self.template)
      let batch = try Coprocess(["batch", "--template", "t.json", "--jobs", "2"], in: place)
      let block = (0..<1000).map { #"{"set": "w", "constant": \#($0 % 300)}"# + "\n" }.joined()
      func run(_ blocks: Int) throws {
        for _ in 0..<blocks {
          try batch.write(block)
          #expect(try batch.lines(1000).count == 1000)
        }
      }
      try run(4)
      let before = try peak(batch.process)
      try run(16)
      if try !isSanitized(batch.process) { #expect(try peak(batch.process) <= before + 1024) }
      #expect(try batch.end() == 0)
    }
  #endif

  /// SIGKILL at some moment, with a reader that is slow now and then: what was read ends with a line.
  @Test(arguments: [SIGKILL, SIGTERM], [3, 200]) func aKillTearsNoLine(signal: Int32, views: Int) throws {
    let place = try Workplace()
    let document = Self.longDocument(views) + "\n"
    for round in 0..<4 {
      try place.write("in", String(repeating: document, count: 300))
      let process = Process()
      process.executableURL = Workplace.program
      process.arguments = ["batch", "--jobs", "2"]
      process.standardInput = try FileHandle(forReadingFrom: place.folder.appendingPathComponent("in"))
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      var data = output.fileHandleForReading.availableData
      Thread.sleep(forTimeInterval: 0.02 * Double(round))
      kill(process.processIdentifier, signal)
      data += try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(data.last == 0x0A)
      let last = try #require(data.split(separator: 0x0A).last)
      #expect(throws: Never.self) { _ = try JSONSerialization.jsonObject(with: Data(last)) }
    }
  }

  /// A reader that goes away ends the stream with a message, not with an endless wait.
  @Test func aReaderThatLeavesIsNoticed() throws {
    let place = try Workplace()
    try place.write("in", String(repeating: Self.longDocument(100) + "\n", count: 2000))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\"$0\" batch < in 2> err | head -n 1 > out", Workplace.program.path]
    process.currentDirectoryURL = place.folder
    try process.run()
    process.waitUntilExit()
    #expect(try place.read("out").hasPrefix(#"{"trellis": 1, "#))
    #expect(try place.read("err").count < 200)
  }
}
