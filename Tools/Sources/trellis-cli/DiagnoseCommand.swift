// `trellis diagnose`: what Auto Layout said in a console log, in a sentence, with what helps.

import ArgumentParser
@_spi(Tools) import TrellisFiles

/// How a diagnosis is written.
enum DiagnoseFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}

struct DiagnoseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Explains the conflicts and ambiguous views of a console log of iOS or macOS, and what helps.",
    discussion: """
      Reads 'Unable to simultaneously satisfy constraints', as UIKit and AppKit print it, and the trees of \
      _autolayoutTrace, with or without what a logger puts before each line; everything else is passed over. For each \
      conflict a line says what is wrong; below it the changes of single constraints that resolve it, the likeliest \
      first, each solved, with the line of the log that the constraint stands in and the line of code. A message that \
      repeats another is left out.

        trellis diagnose < console.log
        xcrun simctl spawn booted log stream --style compact | tee console.log

      Exit status: 0 nothing found, 1 findings, 2 a file that cannot be used.
      """)

  @Argument(help: ArgumentHelp("Logs; - is standard input, and what is read without any.", valueName: "FILE"))
  var files: [String] = ["-"]

  @Option(help: "How to write it: text, or json (an object a file).")
  var format = DiagnoseFormat.text

  func run() throws {
    var isClean = true
    let areUsable = try Input.forEachFile(files, "diagnose") { bytes, file in
      let diagnosis = LogDiagnosis(reading: bytes, file: file == Input.standardInput ? "log" : file)
      let isEmpty = diagnosis.conflicts.isEmpty && diagnosis.ambiguities.isEmpty
      if !isEmpty { isClean = false }
      Progress.clearLine()
      if isEmpty, format == .text {
        StandardError.print(
          "\(visible(file == Input.standardInput ? "log" : file)): no conflict and no ambiguous view is reported in it")
      }
      try Output.standard(format == .text ? diagnosis.text() : diagnosis.json())
    }
    guard areUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
    guard isClean else { throw Failure(status: Failure.findings, text: nil) }
  }
}
