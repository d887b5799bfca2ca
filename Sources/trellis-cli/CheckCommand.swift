// `trellis check`: what is wrong with documents that lay out: conflicts, ambiguity, truncation.

import ArgumentParser
import TrellisFiles

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds conflicts, what is ambiguous and what is truncated.",
    discussion: """
      One line on standard output for each finding, FILE:LINE:COLUMN: what, and what would help. Exit status: 0 clean, \
      1 findings, 2 a document that cannot be used (said on standard error).
      """)

  @Argument(help: ArgumentHelp("Layout documents; - is standard input.", valueName: "FILE"))
  var files: [String]

  func run() throws {
    var isClean = true
    let allUsable = try Input.forEachDocument(files, "check") { document in
      let findings = document.findings(in: try document.run())
      guard !findings.isEmpty else { return }
      isClean = false
      Progress.clearLine()
      try Output.standard(findings.map { $0.description + "\n" }.joined())
    }
    guard allUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
    guard isClean else { throw Failure(status: Failure.findings, text: nil) }
  }
}
