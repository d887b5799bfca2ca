// `trellis layout`: documents in, frames out, as JSON, a table or a picture.

import ArgumentParser
import Foundation
import TrellisFiles

/// How a result is written.
enum LayoutFormat: String, CaseIterable, ExpressibleByArgument {
  case json
  case table
  case svg

  var fileExtension: String { self == .table ? "txt" : rawValue }
}

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lays out documents.",
    discussion: """
      Several files and sizes make one result each. On standard output they follow each other: JSON as one object a \
      line that begins with "file" and "size", tables under a heading. With -o, OUT is a file for one result, and a \
      folder for several (or where it is a folder already, or ends with /): results are named after their documents, \
      with -WxH behind where several sizes are asked for. Every file appears whole or not at all.

      A document that cannot be used is reported and the others go on; the exit status is 2 then.
      """)

  @Argument(help: ArgumentHelp("Layout documents; - is standard input.", valueName: "FILE"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Size of the root view in place of the document's; several with commas or several times.", valueName: "WxH"))
  var size: [String] = []

  @Option(help: "How to write results: json, table or svg.")
  var format = LayoutFormat.json

  @Option(name: .shortAndLong, help: ArgumentHelp("File or folder to write to.", valueName: "OUT"))
  var output: String?

  @Option(help: ArgumentHelp("Most lines of a table.", valueName: "N"))
  var limit: Int?

  @Flag(help: "Tells in the headings of tables how long each layout took.")
  var times = false

  /// A result with what names it.
  private struct Layout {
    var document: LayoutDocument
    var result: DocumentResult
    var seconds: Double
  }

  func run() throws {
    let sizes = try size.flatMap { try $0.split(separator: ",", omittingEmptySubsequences: false).map(parseSize) }
    if let limit, limit < 0 { throw Failure.unusable("--limit \(limit): use a number of lines, 0 or more") }
    guard format != .svg || output != nil || files.count * max(sizes.count, 1) == 1 else {
      throw Failure.unusable("several pictures do not fit into one stream; name a folder with -o")
    }
    let isSeveral = files.count > 1 || sizes.count > 1
    let folder = try self.folder(isSeveral: isSeveral)
    var written: Set<String> = []
    var isFirst = true
    let allUsable = try Input.forEachDocument(files, "layout") { document in
      for size in sizes.isEmpty ? [nil] : sizes.map(Optional.some) {
        let layout = try lay(document, at: size)
        if let folder {
          let path = folder + "/" + name(of: layout.document, withSize: sizes.count > 1)
          guard written.insert(path).inserted else {
            throw Failure.unusable("\(document.file): another document was written to \(path); lay them out apart")
          }
          try Output.file(text(of: layout, inStream: false), at: path)
        } else if let output {
          try Output.file(text(of: layout, inStream: false), at: output)
        } else {
          if format == .table, !isFirst { try Output.standard("\n") }
          Progress.clearLine()
          try Output.standard(text(of: layout, inStream: isSeveral))
        }
        isFirst = false
      }
    }
    if !allUsable { throw Failure(status: Failure.unusableInput, text: nil) }
  }

  private func parseSize(_ text: Substring) throws -> (width: Double, height: Double) {
    let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1], (0...1e9).contains(width),
      (0...1e9).contains(height)
    else {
      throw Failure.unusable("--size \(text): is no size; use WIDTHxHEIGHT in points, as in 320x568")
    }
    return (width, height)
  }

  /// The folder that results go to; nil where they go to one file or to standard output.
  private func folder(isSeveral: Bool) throws -> String? {
    guard let output else { return nil }
    guard isSeveral || output.hasSuffix("/") || Output.isDirectory(output) else { return nil }
    try Output.makeDirectory(output)
    return output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
  }

  private func lay(_ document: LayoutDocument, at size: (width: Double, height: Double)?) throws -> Layout {
    var document = document
    if let size {
      guard !document.isProgram else {
        throw Failure.unusable("\(document.file):1:1: a program of variables has no size; leave out --size")
      }
      document.size = size
    }
    let run = try timed { try document.run() }
    return Layout(document: document, result: run.result, seconds: run.seconds)
  }

  /// The file's name for a result in a folder.
  private func name(of document: LayoutDocument, withSize: Bool) -> String {
    let isStandardInput = document.file == Input.standardInput
    var name = isStandardInput ? "stdin" : URL(fileURLWithPath: document.file).lastPathComponent
    if name.count > 5, name.hasSuffix(".json") { name.removeLast(5) }
    if withSize, let size = document.size { name += "-\(plain(size.width))x\(plain(size.height))" }
    return name + "." + format.fileExtension
  }

  private func text(of layout: Layout, inStream: Bool) -> String {
    switch format {
    case .svg:
      return layout.result.svg()
    case .json:
      guard inStream else { return layout.result.json() + "\n" }
      var head = "{\"file\": \(jsonString(layout.document.file)), "
      if let size = layout.document.size { head += "\"size\": [\(plain(size.width)), \(plain(size.height))], " }
      return head + layout.result.json(style: .compact).dropFirst() + "\n"
    case .table:
      return inStream || times ? heading(of: layout) + "\n" + table(of: layout) : table(of: layout)
    }
  }

  private func heading(of layout: Layout) -> String {
    var parts = [layout.document.file]
    if let size = layout.document.size { parts.append("\(plain(size.width)) × \(plain(size.height))") }
    let state = layout.result.states.first
    let count = layout.document.isProgram ? state?.values.count ?? 0 : state?.items.count ?? 0
    parts.append("\(count) \(layout.document.isProgram ? "variables" : "items")")
    if layout.result.states.count > 1 { parts.append("\(layout.result.states.count) states") }
    if times { parts.append(durationText(layout.seconds)) }
    return parts.joined(separator: "  ·  ")
  }

  /// The table, cut off behind `limit` items.
  private func table(of layout: Layout) -> String {
    guard let limit else { return layout.result.table() }
    var result = layout.result
    var left = 0
    for index in result.states.indices {
      left += max(0, result.states[index].items.count - limit) + max(0, result.states[index].values.count - limit)
      result.states[index].items = Array(result.states[index].items.prefix(limit))
      result.states[index].values = Array(result.states[index].values.prefix(limit))
    }
    return result.table() + (left > 0 ? "… and \(left) more\n" : "")
  }
}

/// A number without `.0` where it is whole.
func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
}
