// `trellis sweep`: a layout as a function of its width, its height or a constant.

import ArgumentParser
import TrellisFiles

/// How a sweep is written.
enum SweepFormat: String, CaseIterable, ExpressibleByArgument, OutputFormat {
  static let usual = SweepFormat.table

  case table
  case json
  case html
}

struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Says how a layout changes with its width, its height or a constant, exactly.",
    discussion: """
      Not samples but intervals: within each, every frame is an affine function of what moves, which the solver's basis \
      proves. Between intervals it says what happens and which constraints are responsible, and then where something is \
      wrong: conflicts, what is not determined, cut off, outside of its parent, overlapping or collapsed. Frames are not \
      rounded to pixels. JSON is an object a line for each document or unit of a storyboard; docs/sweep.schema.json \
      describes it. HTML is one page for everything: the layout follows the handle at its edge, or the arrow keys.

      Examples:
        trellis sweep login.json                          widths from 320 to 1400
        trellis sweep login.json --height 400...900
        trellis sweep login.json --vary gap=0...40        the constant of the constraint "gap"
        trellis sweep login.json --states all             in each of the document's named states
        trellis sweep Main.storyboard --format json
        trellis sweep login.json --format html -o login.html    a page with a handle to drag
      """)

  @Argument(help: ArgumentHelp("Layout document, storyboard or xib; - is standard input.", valueName: "FILE"))
  var files: [String]

  @Option(help: ArgumentHelp("Widths of the root; 320...1400 where nothing else is asked for.", valueName: "A...B"))
  var width: String?

  @Option(help: ArgumentHelp("Heights of the root.", valueName: "A...B"))
  var height: String?

  @Option(help: ArgumentHelp("Constants of a constraint, by its id.", valueName: "ID=A...B"))
  var vary: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many of the document's edits to make before.", valueName: "N"))
  var state = 0

  @Option(
    help: ArgumentHelp(
      "The document's named states to sweep it in, without its edits: all, or names with commas.", valueName: "LIST"))
  var states: String?

  @Option(
    name: .customLong("format"),
    help: "How to write it: table, json or html; by default as OUT ends, else table.")
  var chosenFormat: SweepFormat?

  @Option(name: .shortAndLong, help: ArgumentHelp("File to write to instead of standard output.", valueName: "OUT"))
  var output: String?

  private var format: SweepFormat { .named(chosenFormat, for: output) }

  func run() throws {
    try SweepFormat.check(chosenFormat, for: output)
    let (parameter, range) = try asked()
    let choice = try StateChoice.parsed(states)
    guard choice == nil || state == 0 else {
      throw Failure.unusable("--state \(state): counts edits, which named states go without; give it or --states")
    }
    var text = ""
    var isFirst = true
    var all: [SweepResult] = []
    let isUsable = try Input.forEachFile(files, "sweep") { bytes, file in
      let results = try results(bytes, file, parameter, range, choice)
      switch format {
      case .html: all += results
      case .json: text += results.map { $0.json() + "\n" }.joined()
      case .table: text += (isFirst ? "" : "\n") + results.map { $0.table() }.joined(separator: "\n")
      }
      isFirst = false
      guard output == nil, format != .html else { return }
      Progress.clearLine()
      try Output.standard(text)
      text = ""
    }
    if format == .html { text = SweepPage(title: PageBuilder.title(of: files), results: all).html() }
    if let output {
      try Output.file(text, at: output)
    } else if format == .html {
      try Output.standard(text)
    }
    guard isUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
  }

  private func results(
    _ bytes: [UInt8], _ file: String, _ parameter: SweepResult.Parameter, _ range: ClosedRange<Double>,
    _ choice: StateChoice?
  ) throws -> [SweepResult] {
    if InterfaceFile.isInterfaceFile(file, bytes) {
      guard state == 0 else { throw Failure.unusable("--state \(state): storyboards have no edits; leave it out") }
      try choice?.checkInterface(file)
      return try InterfaceFile(parsing: bytes, file: file).sweeps(parameter, over: range)
    }
    let document = try LayoutDocument(parsing: bytes, file: file)
    guard let choice else { return [try document.sweep(parameter, over: range, after: state)] }
    return try document.inStates(choice.names).map { try $0.document.sweep(parameter, over: range) }
  }

  private func asked() throws -> (SweepResult.Parameter, ClosedRange<Double>) {
    guard [width, height, vary].count(where: { $0 != nil }) <= 1 else {
      throw Failure.unusable("--width, --height and --vary: a sweep moves one of them; give one")
    }
    if let height { return (.height, try SweepRange.parsed(height, "--height")) }
    guard let vary else { return (.width, try SweepRange.parsed(width ?? "320...1400", "--width")) }
    guard let equals = vary.lastIndex(of: "="), equals > vary.startIndex else {
      throw Failure.unusable("--vary \(vary): not a constant; use ID=A...B, as in gap=0...40")
    }
    let range = try SweepRange.parsed(
      String(vary[vary.index(after: equals)...]), "--vary", limit: -1e8...1e8)
    return (.constant(String(vary[..<equals])), range)
  }
}

/// A range of an option.
enum SweepRange {
  static func parsed(
    _ text: String, _ option: String, limit: ClosedRange<Double> = 0...1e8
  ) throws -> ClosedRange<Double> {
    guard let dots = text.firstRange(of: "..."), let from = Double(text[..<dots.lowerBound]),
      let to = Double(text[dots.upperBound...]), limit.contains(from), limit.contains(to), from <= to
    else {
      throw Failure.unusable(
        "\(option) \(text): not a range; use A...B in points, from \(plain(limit.lowerBound)) to "
          + "\(plain(limit.upperBound)), A not more than B, as in 320...1400")
    }
    return from...to
  }
}
