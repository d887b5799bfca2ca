// `trellis explain`: which constraints decide a number of a layout and how far, what would be without them, and why
// it is no other.

import ArgumentParser
import TrellisFiles

/// How an explanation is written.
enum ExplainFormat: String, CaseIterable, ExpressibleByArgument {
  case table
  case json
  case html
}

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says which constraints decide a number, how far, and why it is no other.",
    discussion: """
      One line for the number and one for each constraint that decides it: how far the number moves, in points, per \
      point of the constraint's constant; for which constants that holds; and what the number would be without the \
      constraint, with a question mark where nothing would decide it. Then, for each end of what holds, what takes over \
      there. Positions are in the superview's coordinates. In a storyboard or xib a view goes by its identifier, or by its \
      label where no other has the same; in a bare program a variable is asked for.

      --not asks why a number is not another: a smallest set of required constraints that forbids it, or else what it \
      would cost, by priority and constraint. docs/explain.schema.json describes the JSON; html is a page with the layout, \
      what decides the number in shares, and the layout without each constraint.

      Examples:
        trellis explain login.json title.width
        trellis explain login.json title.width --format json
        trellis explain login.json title.width --format html -o why.html
        trellis explain login.json --not "title.width = 200"
        trellis explain Main.storyboard --not "8bC-Xf-vdC.height >= 44"
      """)

  @Argument(help: ArgumentHelp("Layout document, storyboard or xib; - is standard input.", valueName: "FILE"))
  var file: String

  @Argument(
    help: ArgumentHelp("An item and an attribute, as in head.width, or a variable.", valueName: "ITEM.ATTRIBUTE"))
  var subject: String?

  @Option(
    help: ArgumentHelp(
      "Why this is not so: an item and an attribute, =, <= or >=, and a number.", valueName: "WISH"))
  var not: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many of the document's edits to make before.", valueName: "N"))
  var state = 0

  @Option(help: "How to write it: table, json or html.")
  var format = ExplainFormat.table

  @Option(name: .shortAndLong, help: ArgumentHelp("File to write to instead of standard output.", valueName: "OUT"))
  var output: String?

  func run() throws {
    guard (subject == nil) != (not == nil) else {
      throw Failure.unusable(
        "explain: name a number, as in head.width, or what it is not, as in --not \"head.width = 200\", and not both")
    }
    let isUsable = try Input.forEachFile([file], "explain") { bytes, file in
      let isInterface = InterfaceFile.isInterfaceFile(file, bytes)
      guard state == 0 || !isInterface else {
        throw Failure.unusable("--state \(state): storyboards have no edits; leave it out")
      }
      let text =
        if isInterface {
          try answer(InterfaceFile(parsing: bytes, file: file))
        } else {
          try answer(LayoutDocument(measuring: bytes, file: file))
        }
      Progress.clearLine()
      if let output { try Output.file(text, at: output) } else { try Output.standard(text) }
    }
    guard isUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
  }

  private func answer(_ document: LayoutDocument) throws -> String {
    if let not { return text(try document.objection(to: not, after: state)) }
    return text(try document.explain(subject ?? "", after: state))
  }

  private func answer(_ interface: InterfaceFile) throws -> String {
    if let not { return text(try interface.objection(to: not)) }
    return text(try interface.explain(subject ?? ""))
  }

  private func text(_ explanation: LayoutExplanation) -> String {
    switch format {
    case .table: explanation.table()
    case .json: explanation.json() + "\n"
    case .html: ExplainPage(.explanation(explanation)).html()
    }
  }

  private func text(_ objection: LayoutObjection) -> String {
    switch format {
    case .table: objection.table()
    case .json: objection.json() + "\n"
    case .html: ExplainPage(.objection(objection)).html()
    }
  }
}
