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
      coordinates.
      """)

  @Argument(help: ArgumentHelp("Layout document; - is standard input.", valueName: "FILE"))
  var file: String

  @Argument(help: ArgumentHelp("An item and an attribute, as in head.width.", valueName: "ITEM.ATTRIBUTE"))
  var subject: String

  @Option(help: ArgumentHelp("How many of the document's edits to make before.", valueName: "N"))
  var state = 0

  @Option(help: "How to write it: table or json.")
  var format = ExplainFormat.table

  func run() throws {
    let isUsable = try Input.forEachDocument([file], "explain") { document in
      let explanation = try document.explain(subject, after: state)
      Progress.clearLine()
      try Output.standard(format == .table ? explanation.table() : explanation.json() + "\n")
    }
    guard isUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
  }
}
