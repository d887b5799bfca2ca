// `trellis compare`: storyboards and xibs against the frames that Interface Builder stored in them.

import ArgumentParser
@_spi(Tools) import TrellisFiles

extension InsetSource: @retroactive ExpressibleByArgument {}

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares layouts of storyboards and xibs with their stored frames.",
    discussion: """
      Every unit (a controller's root view, a top-level view, a cell) that holds constraints is laid out at its stored \
      size, and each visible view compared with the frame that Interface Builder stored: a unit matches when all are \
      within 1 point. Units marked misplaced or ambiguous are counted as flagged and left out. JSON is one object a line, \
      the last with the sums under "file": "total". Exit status: 0, or 2 for a file that cannot be used.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument, OutputFormat {
    static let usual = Format.table
    case json, table, html
  }

  enum TextSource: String, CaseIterable, ExpressibleByArgument { case stored, measured }

  @Argument(help: ArgumentHelp("Storyboards and xibs; - is standard input.", valueName: "FILE"))
  var files: [String]

  @Option(help: "Where margins and safe areas come from: inferred from the stored frames, or the device.")
  var insets = InsetSource.inferred

  @Option(help: "Where the sizes of labels and buttons in the system font come from: stored, or measured.")
  var text = TextSource.stored

  @Option(
    name: .customLong("format"),
    help: "How to write results: json, table or html; by default as OUT ends, else table.")
  var chosenFormat: Format?

  @Option(name: .shortAndLong, help: ArgumentHelp("File to write to.", valueName: "OUT"))
  var output: String?

  private var format: Format { .named(chosenFormat, for: output) }

  func run() throws {
    try Format.check(chosenFormat, for: output)
    guard text == .stored || InstalledFonts.measurer != nil else {
      throw Failure.unusable("--text measured: this command line was built without the trait Text; build it with that")
    }
    var totals = InterfaceComparison.Totals()
    var report = ""
    var isEmpty = true
    var comparisons: [InterfaceComparison] = []
    let allUsable = try Input.forEachFile(files, "compare") { error in
      guard format == .json else { return }
      report += InterfaceComparison.json(of: error) + "\n"
    } _: { bytes, name in
      let comparison = try InterfaceFile(parsing: bytes, file: name).compare(
        insets: insets, texts: text == .measured ? InstalledFonts.measurer : nil)
      totals.add(comparison)
      isEmpty = false
      switch format {
      case .json: report += comparison.json() + "\n"
      case .table: report += "\(visible(name))\n\(comparison.table())\n"
      case .html: comparisons.append(comparison)
      }
    }
    // A sum of nothing would look like a result.
    if isEmpty { throw Failure(status: Failure.unusableInput, text: nil) }
    switch format {
    case .json: report += totals.json() + "\n"
    case .table: report += totals.table()
    case .html: report = InterfaceComparison.html(comparisons)
    }
    if let output { try Output.file(report, at: output) } else { try Output.standard(report) }
    if !allUsable { throw Failure(status: Failure.unusableInput, text: nil) }
  }
}
