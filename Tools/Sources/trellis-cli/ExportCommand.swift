// `trellis export`: a measured workload as a file for other solvers, so that rivals are handed the same program.

import ArgumentParser
import Workloads

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a measured workload as a program that other solvers can read.",
    discussion: """
      The file has variables, rows, steps of edits, and the frames by closed form before and after them; \
      Benchmarks/README.md describes it.
      """)

  @Argument(help: ArgumentHelp("The workload, of W1 to W4 and E1 to E3.", valueName: "WORKLOAD"))
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
    guard let workload = Workload(rawValue: workload.uppercased()) else {
      throw Failure.unusable("\(self.workload): unknown workload; use W1 to W4 or E1 to E3")
    }
    guard (workload.smallestSize...10_000_000).contains(views) else {
      throw Failure.unusable("--views \(views): use a number from \(workload.smallestSize) to 10000000")
    }
    let edits = try edits(of: workload)
    try Output.file(try ProgramFile(workload, size: views, steps: edits).bytes, at: output)
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
