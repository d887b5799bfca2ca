// `trellis export`: a measured workload as a file for other solvers, so that rivals are handed the same program.

import ArgumentParser
import Workloads

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a measured workload as a program that other solvers can read.",
    discussion: """
      The file has variables, rows, steps of edits, and the frames by closed form before and after them; \
      Benchmarks/README.md describes it. A file called .json is a layout document without views: a variable for each of \
      the solver's, an equation for each row, for trellis layout and check.

      Example: trellis export C1 --views 400 -o dashboard.json && trellis layout dashboard.json
      """)

  @Argument(help: ArgumentHelp("The workload, of W1 to W4, W7, E1 to E3 and C1 to C6.", valueName: "WORKLOAD"))
  var workload: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The size N.", valueName: "N"))
  var views = 1000

  @Option(help: ArgumentHelp("What changes at each step: full (nothing), edit (W5), resize (W6).", valueName: "full"))
  var mode = "full"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Steps of edits or of resizing; 1000 and 60 if left out.", valueName: "N"))
  var steps: Int?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "FILE"))
  var output: String

  func run() throws {
    let name = workload.uppercased()
    if let family = Coupled(rawValue: name) {
      try checkSize(family.smallestSize)
      guard mode == "full", steps == nil else {
        throw Failure.unusable("--mode \(mode): \(family.rawValue) has no steps; use --mode full without --steps")
      }
      try write(
        document: { try ProgramDocument(family, size: views).text },
        file: { try ProgramFile(family, size: views).bytes })
      return
    }
    guard name != "W7" else { return try writeChat() }
    guard let workload = Workload(rawValue: name) else {
      throw Failure.unusable("\(self.workload): unknown workload; use W1 to W4, W7, E1 to E3 or C1 to C6")
    }
    try checkSize(workload.smallestSize)
    let edits = try edits(of: workload)
    guard !isDocument || edits.isEmpty else {
      throw Failure.unusable("--mode \(mode): a document has no steps; use --mode full or another file name")
    }
    try write(
      document: { try ProgramDocument(workload, size: views).text },
      file: { try ProgramFile(workload, size: views, steps: edits).bytes })
  }

  /// W7 has its texts, widths and edits in one file.
  private func writeChat() throws {
    try checkSize(1)
    guard mode == "full", !isDocument else {
      throw Failure.unusable(
        isDocument
          ? "W7: a chat is no document; use another file name"
          : "--mode \(mode): W7 has all its steps in one file; use full")
    }
    #if Text
      try Output.file(try ChatFile(size: views, edits: try count(upTo: 1_000_000, 1_000)).bytes, at: output)
    #else
      throw Failure.unusable("W7: this command line measures no texts; build it with the trait Text")
    #endif
  }

  private var isDocument: Bool { output.lowercased().hasSuffix(".json") }

  private func write(document: () throws -> String, file: () throws -> [UInt8]) throws {
    try Output.file(isDocument ? Array(document().utf8) : file(), at: output)
  }

  private func checkSize(_ smallest: Int) throws {
    guard (smallest...10_000_000).contains(views) else {
      throw Failure.unusable("--views \(views): use a number from \(smallest) to 10000000")
    }
  }

  private func edits(of workload: Workload) throws -> [WorkloadEdit] {
    let edits: [WorkloadEdit]
    switch mode {
    case "full":
      guard steps == nil else { throw Failure.unusable("--steps: full has no steps; use --mode edit or resize") }
      return []
    case "edit": edits = workload.edits(views, count: try count(upTo: 1_000_000, 1000))
    case "resize": edits = workload.resizes(count: try count(upTo: 60, 60))
    default: throw Failure.unusable("--mode \(mode): unknown mode; use full, edit or resize")
    }
    guard !edits.isEmpty else {
      throw Failure.unusable("--mode \(mode): \(workload.rawValue) has none; use edit with W1 or W3, resize with W3")
    }
    return edits
  }

  private func count(upTo limit: Int, _ preset: Int) throws -> Int {
    let count = steps ?? preset
    guard (1...limit).contains(count) else {
      throw Failure.unusable("--steps \(count): use a number from 1 to \(limit)")
    }
    return count
  }
}
