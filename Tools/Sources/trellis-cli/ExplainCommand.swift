// `trellis explain`: which constraints decide a number of a layout, and by how much each moves it.

import ArgumentParser
import TrellisFiles

/// How an explanation is written.
enum ExplainFormat: String, CaseIterable, ExpressibleByArgument {
  case table
  case json
}

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says which constraints decide a number, and by how much each moves it.",
    discussion: """
      One line for the number and one for each constraint that decides it: how far the number moves, in points, per \
      point of the constraint's constant, until another constraint becomes tight. Positions are in the superview's \
      coordinates. In a storyboard or xib a view goes by its identifier, or by its label where no other has the same; in \
      a bare program a variable is asked for.
      """)

  @Argument(help: ArgumentHelp("Layout document, storyboard or xib; - is standard input.", valueName: "FILE"))
  var file: String

  @Argument(
    help: ArgumentHelp("An item and an attribute, as in head.width, or a variable.", valueName: "ITEM.ATTRIBUTE"))
  var subject: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many of the document's edits to make before.", valueName: "N"))
  var state = 0

  @Option(help: "How to write it: table or json.")
  var format = ExplainFormat.table

  func run() throws {
    let isUsable = try Input.forEachFile([file], "explain") { bytes, file in
      let explanation: LayoutExplanation
      if InterfaceFile.isInterfaceFile(file, bytes) {
        guard state == 0 else { throw Failure.unusable("--state \(state): storyboards have no edits; leave it out") }
        explanation = try InterfaceFile(parsing: bytes, file: file).explain(subject)
      } else {
        explanation = try LayoutDocument(measuring: bytes, file: file).explain(subject, after: state)
      }
      Progress.clearLine()
      try Output.standard(format == .table ? explanation.table() : explanation.json() + "\n")
    }
    guard isUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
  }
}
