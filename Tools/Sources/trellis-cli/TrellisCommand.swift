// The command line: parses arguments, runs one command and turns what went wrong into one line and an exit status.
//
// 0 is success, 1 findings (`check`) or a difference (`stress`, `bench`), 2 unusable input or arguments, 130 and its
// like an interrupt. ArgumentParser would leave with 64 for bad arguments; scripts are better off with one number.

import ArgumentParser
import Foundation
@_spi(Tools) import TrellisFiles

@main
struct TrellisCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trellis",
    abstract: "Auto Layout in bulk: lays out documents of views and constraints.",
    discussion: """
      Exit status: 0 success, 1 findings or a difference, 2 unusable input.
      Errors go to standard error as FILE:LINE:COLUMN: error: what is wrong, and what would be right [kind].
      """,
    version: "0.1.0",
    subcommands: [
      LayoutCommand.self, CheckCommand.self, DiagnoseCommand.self, SweepCommand.self, ExplainCommand.self,
      DiffCommand.self,
      CompareCommand.self,
      BatchCommand.self,
      CompileCommand.self,
      BenchCommand.self, StressCommand.self, ExportCommand.self,
    ])

  /// Occupies the descriptors of standard streams that are closed, before a file or the dispatch library's own descriptors
  /// get there: reading from the first or writing to the others then fails as it should (EBADF), for they are the wrong way
  /// round.
  private static func claimStandardStreams() {
    for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  /// Refuses a command that there is none of, with the one that may be meant.
  private static func checkName(_ name: String?) throws {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let name, !name.isEmpty, !name.hasPrefix("-"), !names.contains(name) else { return }
    let isFile = ["json", "storyboard", "xib"].contains(OutputName.ending(of: name))
    let cure =
      isFile
      ? "did you mean 'trellis layout \(name)'?"
      : Suggestion.cure(for: name, among: names, otherwise: "'trellis --help' lists the commands")
    throw Failure.unusable("unknown command '\(name)'; \(cure)")
  }

  static func main() {
    claimStandardStreams()
    Interruption.install()
    do {
      try checkName(CommandLine.arguments.dropFirst().first)
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      Interruption.cleanUp()
      if let text = failure.text { StandardError.print(text) }
      Foundation.exit(failure.status)
    } catch let error as DocumentError {
      Interruption.cleanUp()
      StandardError.print(Diagnostic(error).line)
      Foundation.exit(Failure.unusableInput)
    } catch {
      Interruption.cleanUp()
      let code = exitCode(for: error)
      guard code != .success else { exit(withError: error) }
      let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.map { visible(String($0)) }.joined(separator: "\n")
      if !text.isEmpty { StandardError.print(text) }
      Foundation.exit(code == .validationFailure ? Failure.unusableInput : code.rawValue)
    }
  }
}

/// A command that ends with another status than 0.
struct Failure: Error {
  /// Findings of `check`, a difference found by `bench` or `stress`.
  static let findings: Int32 = 1
  /// Input, arguments or an output that cannot be used.
  static let unusableInput: Int32 = 2

  var status: Int32
  /// What to say on standard error; nil when all was said.
  var text: String?
  /// Whether it was an output that could not be used, and not one of the inputs.
  var isOfOutput = false

  /// Unusable input or arguments, said in one line.
  static func unusable(_ text: String) -> Failure { Failure(status: unusableInput, text: visible(text)) }

  /// An output that cannot be written, said in one line.
  static func unwritable(_ text: String) -> Failure {
    Failure(status: unusableInput, text: visible(text), isOfOutput: true)
  }
}

/// Standard error, a line at a time.
enum StandardError {
  static func print(_ text: String) {
    Progress.clearLine()
    write(text + "\n")
  }

  /// Writes text as it is. Nobody is left to report to if that fails; `FileHandle` would trap.
  static func write(_ text: String) {
    try? Output.write(Array(text.utf8), to: STDERR_FILENO, name: "standard error")
  }
}
