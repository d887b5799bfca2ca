// `trellis batch`: one document a line in, one result a line out, in order, in constant memory.
//
// Lines go to several threads in runs of consecutive lines, and back into order; a window of a few runs a thread bounds
// what is in flight, so an endless input costs no more memory than a short one. A line that cannot be used gets an error
// object in its place, and the stream continues. How whole lines survive a kill is said in LineWriter.swift.

import ArgumentParser
import Foundation
@_spi(Tools) import TrellisFiles

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Lays out one document a line, in order, streaming.",
    discussion: """
      Reads standard input, one JSON document a line, and writes one result a line in the same order. A line that cannot \
      be used, an empty one too, gives {"error": "LINE:COLUMN: what is wrong", "line": NUMBER} in its index. With \
      --template every line is an edit or an array of edits of that document, as under "edits" in a document, and its \
      result is the layout after them. The template is read and laid out once; a line costs what its edits touch, but \
      where it adds or removes constraints. Numbers do not depend on --jobs. Exit status: 0, 1 when there were error \
      objects, 2 for an unusable template or output.
      """)

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Threads to lay out on; by default one per core.", valueName: "N"))
  var jobs: Int?

  @Option(help: ArgumentHelp("A document that every line edits.", valueName: "FILE"))
  var template: String?

  func run() throws {
    let threads = try CheckCommand.threads(jobs)
    try Output.keepAway(from: [Input.standardInput] + (template.map { [$0] } ?? []))
    let template = try template.map(Self.template)
    let pipeline = BatchPipeline(threads: threads) { () -> any BatchWork in
      if let template { TemplateLines(template) } else { DocumentLines() }
    }
    var reader = LineReader(linesInRun: template == nil ? DocumentLines.linesInRun : TemplateLines.linesInRun)
    while !pipeline.hasFailed, let lines = try reader.next() { pipeline.add(lines) }
    try pipeline.finish()
    if pipeline.errors > 0 { throw Failure(status: Failure.findings, text: nil) }
  }

  private static func template(_ file: String) throws -> DocumentTemplate {
    guard file != Input.standardInput else {
      throw Failure.unusable("--template -: standard input holds the lines; name a file")
    }
    return try DocumentTemplate(measuring: try Input.bytes(of: file), file: file)
  }
}

/// What a thread does with its lines.
protocol BatchWork {
  /// The result of a line.
  mutating func result(of line: [UInt8]) throws(DocumentError) -> DocumentResult
  /// A run of lines begins.
  mutating func startRun()
}

/// Each line is a document.
private struct DocumentLines: BatchWork {
  static let linesInRun = 16

  func result(of line: [UInt8]) throws(DocumentError) -> DocumentResult {
    try LayoutDocument(measuring: line, file: "").run()
  }

  func startRun() {}
}

/// Each line edits a template.
private struct TemplateLines: BatchWork {
  /// Each run begins with a layout from scratch, so that the last digits of an answer depend on the lines of its run and
  /// not on which thread got it; 256 make that cost little.
  static let linesInRun = 256
  private let layout: TemplateLayout

  init(_ template: DocumentTemplate) { layout = TemplateLayout(template) }

  func result(of line: [UInt8]) throws(DocumentError) -> DocumentResult { try layout.result(of: line) }

  func startRun() { layout.restart() }
}

extension BatchWork {
  /// The lines of output for some lines of input, and how many of them are error objects.
  mutating func results(of lines: BatchLines) -> (lines: [[UInt8]], errors: Int) {
    var results: [[UInt8]] = []
    var errors = 0
    for (number, line) in zip(lines.number..., lines.lines) {
      guard let bytes = line else {
        results.append(
          Self.error("the line is longer than \(LineReader.maximumLength) bytes; split the document", number))
        errors += 1
        continue
      }
      do {
        results.append(Array((try result(of: bytes).json(style: .compact) + "\n").utf8))
      } catch {
        results.append(Self.error(error.description.drop { $0 == ":" }, number))
        errors += 1
      }
    }
    return (results, errors)
  }

  private static func error(_ message: some StringProtocol, _ number: Int) -> [UInt8] {
    Array("{\"error\": \(jsonString(String(message))), \"line\": \(number)}\n".utf8)
  }
}
