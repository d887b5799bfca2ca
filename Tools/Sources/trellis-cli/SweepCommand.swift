// `trellis sweep`: a layout as a function of its width, its height or a constant, or of two of them.

import ArgumentParser
import TrellisFiles

/// How a sweep is written.
enum SweepFormat: String, CaseIterable, ExpressibleByArgument, OutputFormat {
  static let usual = SweepFormat.table

  case table
  case json
  case html
  case svg
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
      describes it. A unit of a storyboard that has variations for size classes is swept class by class. HTML is one page for everything: the layout follows the handle at its edge, or the arrow keys.

      With two of --width, --height and --vary the plane of both falls into polygons, in each of which every frame is an \
      affine function of both: the table and JSON (docs/plane.schema.json) have their corners, their frames and what \
      each edge is the border of, svg is a picture of them, and html a page with a point to drag. Conflicts and what is \
      not determined are said polygon by polygon; what is cut off, outside or overlapping, of one range at a time.

      Examples:
        trellis sweep login.json                          widths from 320 to 1400
        trellis sweep login.json --height 400...900
        trellis sweep login.json --vary gap=0...40        the constant of the constraint "gap"
        trellis sweep login.json --states all             in each of the document's named states
        trellis sweep Main.storyboard --format json
        trellis sweep login.json --format html -o login.html    a page with a handle to drag
        trellis sweep login.json --width 320...1024 --height 480...1024 --format svg -o plane.svg
        trellis sweep login.json --width 320...480 --vary gap=0...40    polygons of both
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
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where a storyboard has variations for size classes: the first regular width, else 600 points.",
      valueName: "WIDTH"))
  var regularFrom: Double?

  @Option(
    name: .customLong("format"),
    help: "How to write it: table, json, html, or with two ranges svg; by default as OUT ends, else table.")
  var chosenFormat: SweepFormat?

  @Option(name: .shortAndLong, help: ArgumentHelp("File to write to instead of standard output.", valueName: "OUT"))
  var output: String?

  private var format: SweepFormat { .named(chosenFormat, for: output) }

  func run() throws {
    try SweepFormat.check(chosenFormat, for: output)
    let axes = try asked()
    let choice = try StateChoice.parsed(states)
    guard choice == nil || state == 0 else {
      throw Failure.unusable("--state \(state): counts edits, which named states go without; give it or --states")
    }
    guard format != .svg || axes.count == 2 else {
      throw Failure.unusable("--format svg: is the picture of two ranges; give two of --width, --height and --vary")
    }
    var text = ""
    var isFirst = true
    var sweeps: [SweepResult] = []
    var planes: [PlaneResult] = []
    let isUsable = try Input.forEachFile(files, "sweep") { bytes, file in
      var tables: [String] = []
      if axes.count == 2 {
        let results = try polygons(bytes, file, axes[0], axes[1], choice)
        if format == .json { text += results.map { $0.json() + "\n" }.joined() }
        if format == .table { tables = results.map { $0.table() } }
        planes += results
      } else {
        let results = try intervals(bytes, file, axes[0], choice)
        if format == .json { text += results.map { $0.json() + "\n" }.joined() }
        if format == .table { tables = results.map { $0.table() } }
        if format == .html { sweeps += results }
      }
      if format == .table { text += (isFirst ? "" : "\n") + tables.joined(separator: "\n") }
      isFirst = false
      guard output == nil, format == .json || format == .table else { return }
      Progress.clearLine()
      try Output.standard(text)
      text = ""
    }
    let title = PageBuilder.title(of: files)
    switch format {
    case .html where axes.count == 2: text = PlanePage(title: title, results: planes).html()
    case .html: text = SweepPage(title: title, results: sweeps).html()
    case .svg: text = PlaneResult.svg(planes)
    case .json, .table: break
    }
    if let output {
      try Output.file(text, at: output)
    } else if format == .html || format == .svg {
      try Output.standard(text)
    }
    guard isUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
  }

  private func interface(_ bytes: [UInt8], _ file: String, _ choice: StateChoice?) throws -> InterfaceFile? {
    guard InterfaceFile.isInterfaceFile(file, bytes) else { return nil }
    guard state == 0 else { throw Failure.unusable("--state \(state): storyboards have no edits; leave it out") }
    try choice?.checkInterface(file)
    return try InterfaceFile(parsing: bytes, file: file)
  }

  private func intervals(_ bytes: [UInt8], _ file: String, _ axis: PlaneResult.Axis, _ choice: StateChoice?) throws
    -> [SweepResult]
  {
    if let interface = try interface(bytes, file, choice) {
      return try interface.sweeps(axis.parameter, over: axis.range, limits: SweepRange.limits(regularFrom))
    }
    let document = try LayoutDocument(measuring: bytes, file: file)
    guard let choice else { return [try document.sweep(axis.parameter, over: axis.range, after: state)] }
    return try document.inStates(choice.names).map { try $0.document.sweep(axis.parameter, over: axis.range) }
  }

  private func polygons(
    _ bytes: [UInt8], _ file: String, _ first: PlaneResult.Axis, _ second: PlaneResult.Axis,
    _ choice: StateChoice?
  ) throws -> [PlaneResult] {
    if let interface = try interface(bytes, file, choice) {
      return try interface.sweeps(first, second, limits: SweepRange.limits(regularFrom))
    }
    let document = try LayoutDocument(measuring: bytes, file: file)
    guard let choice else { return [try document.sweep(first, second, after: state)] }
    return try document.inStates(choice.names).map { try $0.document.sweep(first, second) }
  }

  /// What moves: one or two.
  private func asked() throws -> [PlaneResult.Axis] {
    guard [width, height, vary].count(where: { $0 != nil }) <= 2 else {
      throw Failure.unusable("--width, --height and --vary: a sweep moves one or two of them; leave one out")
    }
    var axes: [PlaneResult.Axis] = []
    if let width { axes.append(PlaneResult.Axis(.width, try SweepRange.parsed(width, "--width"))) }
    if let height { axes.append(PlaneResult.Axis(.height, try SweepRange.parsed(height, "--height"))) }
    if let vary {
      guard let equals = vary.lastIndex(of: "="), equals > vary.startIndex else {
        throw Failure.unusable("--vary \(vary): not a constant; use ID=A...B, as in gap=0...40")
      }
      let range = try SweepRange.parsed(
        String(vary[vary.index(after: equals)...]), "--vary", limit: -1e8...1e8)
      axes.append(PlaneResult.Axis(.constant(String(vary[..<equals])), range))
    }
    if axes.count == 2, let flat = axes.first(where: { $0.range.lowerBound == $0.range.upperBound }) {
      throw Failure.unusable(
        "\(flat.parameter.name): with two ranges each needs some extent; for one value, sweep the other alone at that size"
      )
    }
    return axes.isEmpty ? [PlaneResult.Axis(.width, 320...1400)] : axes
  }
}

/// A range of an option.
enum SweepRange {
  /// Where size classes become regular.
  static func limits(_ regularFrom: Double?) throws -> SizeClassLimits {
    guard let regularFrom else { return SizeClassLimits() }
    guard (1...1e8).contains(regularFrom) else {
      throw Failure.unusable(
        "--regular-from \(plain(regularFrom)): not a width; use points between 1 and 1e8, as in 600")
    }
    return SizeClassLimits(width: regularFrom)
  }

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
