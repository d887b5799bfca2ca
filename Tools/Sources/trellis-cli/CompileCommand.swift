// `trellis compile`: a document as a template that C and Python load.

import ArgumentParser
import Trellis
import TrellisFiles

struct CompileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile",
    abstract: "Writes a document as a compiled template, for C and Python.",
    discussion: """
      The file names its inputs and outputs, has a version and a checksum, and is the same on every machine; \
      lx_template_load in C and trellis.Template in Python solve tables of instances with it. The outputs are x, y, width and \
      height of each item, in points and not rounded. What follows from frames (safe areas of inner views, readable widths) can't \
      be compiled.

      A file measures no text. The height of each text that wraps is an input after those that are named, body.height: solve once with any \
      heights, look the heights up at the widths that come out, and solve again. A text whose width depends on its own height \
      can't be compiled.

      trellis compile cell.json --input width --input name.width --input gap=c4 --fit -o cell.trellis
      """)

  @Argument(help: ArgumentHelp("Layout document; - is standard input.", valueName: "FILE"))
  var file: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A number that varies: width or height (the root's), title.width (an intrinsic size), or a constraint's id.",
      discussion: "In the order of the columns; NAME= in front gives it another name.", valueName: "[NAME=]NUMBER"))
  var input: [String]

  @Option(
    name: .long,
    help: ArgumentHelp(
      "An item whose frame is asked for, in the order of the columns; all views by default.", valueName: "ITEM"))
  var frame: [String] = []

  @Flag(help: "The root is as high as its content needs.")
  var fit = false

  @Flag(help: "Frames are measured from the root, not from the superview.")
  var absolute = false

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "OUT"))
  var output: String

  func run() throws {
    let request = TemplateRequest(
      inputs: input, frames: frame, fitsHeight: fit, coordinates: absolute ? .root : .superview)
    try Output.keepAway(from: [file])
    let isUsable = try Input.forEachFile([file], "compile") { bytes, file in
      let template = try LayoutDocument(measuring: bytes, file: file).compiled(request)
      Progress.clearLine()
      try Output.file(template.encoded, at: output)
    }
    guard isUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
  }
}
