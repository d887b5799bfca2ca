// The built program, run as a user runs it.

import Foundation
import Testing

/// The root of the repository.
let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

/// What one run of the program left behind.
struct RunOutput {
  var status: Int32
  var out: String
  var err: String

  /// Standard error, line by line.
  var errors: [String] { err.split(separator: "\n").map(String.init) }
}

/// A folder of its own for a test, gone with the value.
final class Workplace {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("trellis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The program beside the test bundle.
  static var program: URL {
    var directory = Bundle.main.bundleURL
    if directory.pathExtension == "xctest" { directory.deleteLastPathComponent() }
    return directory.appendingPathComponent("trellis")
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return name
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

  /// Every file in the folder, sorted, as paths relative to it.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }

  /// Runs the program in the folder, its output going to files so that no pipe can fill up.
  func run(_ arguments: String..., input: String = "", output: String? = nil) throws -> RunOutput {
    try run(arguments, input: input, output: output)
  }

  /// The same, for arguments in a list.
  func run(_ arguments: [String], input: String = "", output: String? = nil) throws -> RunOutput {
    let process = try start(arguments, input: input, output: output)
    process.waitUntilExit()
    return try finish(process)
  }

  /// Runs lines of a shell in the folder, in which `trellis` is the program. Standard input is empty.
  func shell(_ lines: String) throws -> RunOutput {
    let process = try start(
      ["-c", "trellis() { \"$TRELLIS\" \"$@\"; }\n\(lines)"], executable: URL(fileURLWithPath: "/bin/sh"),
      environment: ["TRELLIS": Self.program.path])
    process.waitUntilExit()
    return try finish(process)
  }

  private var side: URL { folder.deletingLastPathComponent().appendingPathComponent(folder.lastPathComponent + "-io") }

  func start(
    _ arguments: [String], input: String = "", output: String? = nil, executable: URL = Workplace.program,
    environment: [String: String] = [:]
  ) throws -> Process {
    try FileManager.default.createDirectory(at: side, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    for name in ["in", "out", "err"] {
      try Data((name == "in" ? input : "").utf8).write(to: side.appendingPathComponent(name))
    }
    process.standardInput = try FileHandle(forReadingFrom: side.appendingPathComponent("in"))
    let target = output.map { URL(fileURLWithPath: $0) } ?? side.appendingPathComponent("out")
    process.standardOutput = try FileHandle(forWritingTo: target)
    process.standardError = try FileHandle(forWritingTo: side.appendingPathComponent("err"))
    try process.run()
    return process
  }

  func finish(_ process: Process) throws -> RunOutput {
    defer { try? FileManager.default.removeItem(at: side) }
    return RunOutput(
      status: process.terminationStatus,
      out: try String(contentsOf: side.appendingPathComponent("out"), encoding: .utf8),
      err: try String(contentsOf: side.appendingPathComponent("err"), encoding: .utf8))
  }
}

/// Documents that several tests use.
enum Documents {
  /// The keys Q and W of a keyboard: everything determined.
  static let keys = """
    {"trellis": 1, "size": [320, 568],
     "views": [{"name": "Q"}, {"name": "W"}],
     "constraints": ["Q.left = root.left + 10", "Q.top = root.top + 5", "Q.width = 1", "Q.height = 1",
      "W.size = Q.size", "W.top = Q.top", "W.left = Q.right + 0.5"]}
    """
  /// A view that fills the root except for ten points.
  static let filling = """
    {"trellis": 1, "size": [320, 568], "views": [{"name": "v"}],
     "constraints": ["v.left = root.left + 10", "v.right = root.right - 10", "v.top = root.top", "v.bottom = root.bottom"]}
    """
  /// Two required constraints that contradict each other.
  static let conflicting = """
    {"trellis": 1, "size": [320, 568], "views": [{"name": "v"}],
     "constraints": ["v.left = root.left + 50",
      "v.left = root.left", "v.top = root.top", "v.width = 10", "v.height = 10"]}
    """
  /// A typing mistake on the third line.
  static let broken = """
    {"trellis": 1, "size": [320, 568], "views": [{"name": "v"}],
     "constraints": [
      "v.lft = root.left"]}
    """
}
