// `trellis layout`: documents in, frames out, as JSON, a table or a picture.

import ArgumentParser
import Foundation
import Trellis
@_spi(Tools) import TrellisFiles

/// How a result is written.
enum LayoutFormat: String, CaseIterable, ExpressibleByArgument, OutputFormat {
  static let usual = LayoutFormat.json

  case json
  case table
  case svg
  case html

  var fileExtension: String { self == .table ? "txt" : rawValue }
}

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lays out documents, storyboards and xibs.",
    discussion: """
      Several files and sizes make one result each. On standard output they follow each other: JSON as one object a \
      line that begins with "file" and "size", tables under a heading. With -o, OUT is a file for one result, and a \
      folder for several (or where it is a folder already, or ends with /): results are named after their documents, \
      with -WxH after that where several sizes are asked for. Every file appears whole or not at all, and none in the \
      position of an input.

      A storyboard or xib gives one result for each of its controllers, views and cells; its picture shows all of them. \
      With --devices they, and documents, are laid out on those. HTML is one page for everything, to be opened in any browser.

      A document with edits gives a result before them and one after each. With --states it gives one in each of its named \
      states instead, and with --transition two of them and moments in between, as an animation from one to the other shows \
      them; docs/layout.schema.json describes the JSON.

      Examples:
        trellis layout login.json --size 320x568,375x667 --format table
        trellis layout login.json --states all --format svg -o states.svg
        trellis layout login.json --transition wide...compact --frames 4 --format svg -o way.svg
        trellis layout login.json --transition compact --format html -o way.html   from how the document begins

      A document that cannot be used is reported and the others go on; the exit status is 2 then.
      """)

  @Argument(help: ArgumentHelp("Layout documents, storyboards, xibs; - is standard input.", valueName: "FILE"))
  var files: [String]

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Size of the root view instead of the document's; several with commas or several times.", valueName: "WxH"))
  var size: [String] = []

  @Option(
    help: ArgumentHelp(
      "Devices to lay out on, both ways round: all, or names such as retina6_1 with commas.", valueName: "LIST"))
  var devices: String?

  @Option(
    help: ArgumentHelp(
      "Named states to lay documents out in, before their edits: all, or names with commas.", valueName: "LIST"))
  var states: String?

  @Option(
    help: ArgumentHelp(
      "From one named state to another; with one name, from how the document begins.", valueName: "A...B"))
  var transition: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Moments between in a transition; 3 by default.", valueName: "N"))
  var frames: Int?

  @Flag(help: "Draws constraints over pictures.")
  var constraints = false

  @Option(
    name: .customLong("format"),
    help: "How to write results: json, table, svg or html; by default as OUT ends, else json.")
  var chosenFormat: LayoutFormat?

  @Option(name: .shortAndLong, help: ArgumentHelp("File or folder to write to.", valueName: "OUT"))
  var output: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Most lines of a table.", valueName: "N"))
  var limit: Int?

  @Flag(help: "Tells in the headings of tables how long each layout took.")
  var times = false

  private var format: LayoutFormat { .named(chosenFormat, for: output) }

  /// A result with what names it.
  private struct Layout {
    var file: String
    /// The unit of a storyboard: identifier and name.
    var unit: (id: String, name: String)?
    var canvas: String?
    var size: (width: Double, height: Double)?
    var isProgram = false
    var result: DocumentResult
    /// What was taken from elsewhere than the file; nil for a document, which holds everything.
    var notes: [DocumentError]?
    var seconds: Double
  }

  func run() throws {
    try LayoutFormat.check(chosenFormat, for: output)
    let sizes = try Sizes.parsed(size)
    let canvases = try devices.map(CheckCommand.canvases)
    let choice = try StateChoice.parsed(states)
    let way = try StateTransition.parsed(transition, frames: frames)
    if let way, format == .svg, way.moments > DocumentResult.maximumPictureMoments {
      throw Failure.unusable(
        "--frames \(way.moments): a picture has room for \(DocumentResult.maximumPictureMoments); use fewer, or --format html"
      )
    }
    guard choice == nil || way == nil else {
      throw Failure.unusable("--states and --transition: a result shows states or the way between two; give one")
    }
    if let limit, limit < 0 { throw Failure.unusable("--limit \(limit): use a number of lines, 0 or more") }
    if format == .html { return try writePage(sizes, canvases, choice, way) }
    let variants = max(sizes.count, 1) * max(canvases?.count ?? 1, 1)
    guard format != .svg || output != nil || files.count * variants == 1 else {
      throw Failure.unusable("several pictures do not fit into one stream; name a folder with -o")
    }
    let isSeveral = files.count > 1 || variants > 1
    let folder = try self.folder(isSeveral: isSeveral)
    var written: [String: String] = [:]
    var isFirst = true
    func write(_ text: String, _ file: String, _ suffix: String) throws {
      if let folder {
        let path = folder + "/" + name(of: file, suffix)
        if let other = written.updateValue(file, forKey: path) {
          throw DocumentError(
            file: file, line: 1, column: 1,
            message: "the result of \(other) was written to \(path) already; lay them out apart")
        }
        try Output.file(text, at: path, isOnlyOnce: true)
      } else if let output {
        try Output.file(text, at: output)
      } else {
        if format == .table, !isFirst { try Output.standard("\n") }
        Progress.clearLine()
        try Output.standard(text)
      }
      isFirst = false
    }
    let allUsable = try Input.forEachFile(files, "layout") { bytes, file in
      if InterfaceFile.isInterfaceFile(file, bytes) {
        try choice?.checkInterface(file)
        try way?.checkInterface(file)
        let interface = try InterfaceFile(parsing: bytes, file: file)
        for (canvas, size) in Sizes.variants(interface.isForDevices ? canvases : nil, sizes) {
          var run = try timed {
            try interface.layouts(
              on: canvas, size: size, detail: constraints ? [.ambiguity, .dimensions] : [.ambiguity])
          }
          if !run.result.isEmpty { run.result[0].notes.insert(contentsOf: interface.notes, at: 0) }
          var suffix = canvas.map { "-" + Self.fileName($0) } ?? ""
          if sizes.count > 1, let size { suffix += "-\(plain(size.width))x\(plain(size.height))" }
          try write(text(of: run.result, file, run.seconds), file, suffix)
        }
        return
      }
      let document = try LayoutDocument(measuring: bytes, file: file)
      for (canvas, size) in Sizes.variants(document.isProgram ? nil : canvases, sizes) {
        let layout = try lay(document, on: canvas, at: size, choice, way)
        var suffix = canvas.map { "-" + Self.fileName($0) } ?? ""
        if canvas == nil, sizes.count > 1, let size = layout.size {
          suffix = "-\(plain(size.width))x\(plain(size.height))"
        }
        try write(text(of: layout, inStream: isSeveral && output == nil), file, suffix)
      }
    }
    if !allUsable { throw Failure(status: Failure.unusableInput, text: nil) }
  }

  private static func fileName(_ canvas: Canvas) -> String {
    (canvas.device?.id ?? "canvas") + (canvas.isLandscape ? "-landscape" : "")
  }

  // MARK: - Storyboards

  private func text(of layouts: [InterfaceLayout], _ file: String, _ seconds: Double) throws -> String {
    guard format != .svg else { return InterfaceLayout.svg(layouts) }
    var texts: [String] = []
    for layout in layouts {
      let piece = Layout(
        file: file, unit: (layout.unit, layout.name), canvas: layout.canvas,
        size: (layout.size.width, layout.size.height), result: DocumentResult(states: [layout.state]),
        notes: layout.notes,
        seconds: seconds / Double(layouts.count))
      texts.append(text(of: piece, inStream: true))
    }
    return texts.joined(separator: format == .table ? "\n" : "")
  }

  /// One page for everything.
  private func writePage(
    _ sizes: [Size], _ canvases: [Canvas]?, _ states: StateChoice?, _ transition: StateTransition?
  ) throws {
    var page = PageBuilder(sizes: sizes, canvases: canvases)
    page.states = states
    page.transition = transition
    let allUsable = try page.add(files, "layout", jobs: 1)
    let path = try folder(isSeveral: false).map { $0 + "/index.html" } ?? output
    try page.write(to: path, title: PageBuilder.title(of: files))
    if !allUsable { throw Failure(status: Failure.unusableInput, text: nil) }
  }

  // MARK: - Documents

  /// The folder that results go to; nil where they go to one file or to standard output.
  private func folder(isSeveral: Bool) throws -> String? {
    guard let output else { return nil }
    guard isSeveral || output.hasSuffix("/") || Output.isDirectory(output) else { return nil }
    guard !OutputName.isFile(output) else {
      throw Failure.unusable("\(output): several results go to a folder; name one, or end it with /")
    }
    try Output.makeDirectory(output)
    return output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
  }

  private func lay(
    _ document: LayoutDocument, on canvas: Canvas?, at size: Size?, _ states: StateChoice?,
    _ transition: StateTransition?
  ) throws -> Layout {
    var document = document
    if let canvas { document.show(on: canvas) }
    if let size {
      guard !document.isProgram else { throw DocumentError.sizeOfProgram(document) }
      document.size = (size.width, size.height)
    }
    let detail: LayoutDetail = constraints && format == .svg ? [.ambiguity, .dimensions] : .ambiguity
    let run = try timed {
      if let transition { return try transition.run(document, detail) }
      return try states.map { try document.run(inStates: $0.names, detail) } ?? document.run(detail)
    }
    return Layout(
      file: document.file, canvas: canvas?.name, size: document.size, isProgram: document.isProgram, result: run.result,
      seconds: run.seconds)
  }

  /// The file's name for a result in a folder.
  private func name(of file: String, _ suffix: String) -> String {
    var name = file == Input.standardInput ? "stdin" : URL(fileURLWithPath: file).lastPathComponent
    if name.count > 5, name.hasSuffix(".json") { name.removeLast(5) }
    return name + suffix + "." + format.fileExtension
  }

  private func text(of layout: Layout, inStream: Bool) -> String {
    switch format {
    case .svg, .html:
      return layout.result.svg()
    case .json:
      guard inStream else { return layout.result.json() + "\n" }
      var head = "{\"file\": \(jsonString(layout.file)), "
      if let unit = layout.unit { head += "\"unit\": \(jsonString(unit.id)), \"name\": \(jsonString(unit.name)), " }
      if let canvas = layout.canvas { head += "\"device\": \(jsonString(canvas)), " }
      if let size = layout.size { head += "\"size\": [\(plain(size.width)), \(plain(size.height))], " }
      if let notes = layout.notes {
        let list = notes.map { jsonString("\($0.line):\($0.column): \($0.message)") }
        head += "\"notes\": [\(list.joined(separator: ", "))], "
      }
      return head + layout.result.json(style: .compact).dropFirst() + "\n"
    case .table:
      let table = layout.result.table(limit: limit)
      return inStream || times ? visible(heading(of: layout)) + "\n" + table : table
    }
  }

  private func heading(of layout: Layout) -> String {
    var parts = [layout.file]
    if let unit = layout.unit { parts.append("\(unit.name) (\(unit.id))") }
    if let canvas = layout.canvas { parts.append(canvas) }
    if let size = layout.size { parts.append("\(plain(size.width)) × \(plain(size.height))") }
    let state = layout.result.states.first
    let count = layout.isProgram ? state?.values.count ?? 0 : state?.items.count ?? 0
    parts.append("\(count) \(layout.isProgram ? "variables" : "items")")
    if layout.result.states.count > 1 { parts.append("\(layout.result.states.count) states") }
    if times { parts.append(durationText(layout.seconds)) }
    return parts.joined(separator: "  ·  ")
  }
}

/// A number without `.0` where it is whole.
func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
}
