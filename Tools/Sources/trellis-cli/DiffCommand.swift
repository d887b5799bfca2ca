// `trellis diff`: what differs between two layouts.

import ArgumentParser
import Trellis
import TrellisFiles

/// How a difference is written.
enum DiffFormat: String, CaseIterable, ExpressibleByArgument, OutputFormat {
  static let usual = DiffFormat.table

  case table
  case json
  case markdown
  case svg
  case html
}

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what differs between two layouts: views, constraints, findings.",
    discussion: """
      Compares two versions of a layout document, storyboard or xib, or one file at two sizes: which views came, went, moved \
      or grew, which constraints changed, which findings are new and which are cured. Views and constraints are matched by \
      their names or object ids, what is left over by where it stands. Frames are compared in the superview, documents \
      before their edits. /dev/null is a file without layouts. JSON is an object a line for each unit \
      (docs/diff.schema.json); svg and html show both layouts, one over the other. Exit status: 0 no difference, 1 \
      differences, 2 a file that cannot be used.

      Examples:
        trellis diff old.json new.json
        trellis diff Main.storyboard --size 375x667 --size 430x932
        git difftool --no-prompt --extcmd 'trellis diff' HEAD~1 -- Main.storyboard
        trellis diff old.storyboard new.storyboard --format markdown      for a review comment
        trellis diff old.json new.json --format html -o diff.html
      """)

  @Argument(
    help: ArgumentHelp(
      "The old and the new file, or one file with two sizes; - is standard input.", valueName: "FILE"))
  var files: [String]

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Size of roots instead of their own: one for two files, two for one.", valueName: "WxH"))
  var size: [String] = []

  @Option(
    name: .customLong("format"),
    help: "How to write it: table, json, markdown, svg or html; by default as OUT ends, else table.")
  var chosenFormat: DiffFormat?

  @Option(name: .shortAndLong, help: ArgumentHelp("File to write to instead of standard output.", valueName: "OUT"))
  var output: String?

  private var format: DiffFormat { .named(chosenFormat, for: output) }

  func run() throws {
    try DiffFormat.check(chosenFormat, for: output)
    let sizes = try Sizes.parsed(size)
    guard (files.count == 2 && sizes.count <= 1) || (files.count == 1 && sizes.count == 2) else {
      throw Failure.unusable(
        "diff: compares two files, at one --size at most, or one file at two sizes, as in --size 320x568 --size 430x932"
      )
    }
    var sides: [[DiffSide]] = []
    let isUsable = try Input.forEachFile(files, "diff") { bytes, file in
      if files.count == 1 {
        for size in sizes { sides.append(try Self.sides(bytes, file, size, "\(file) at \(Self.name(size))")) }
      } else {
        sides.append(try Self.sides(bytes, file, sizes.first, file))
      }
    }
    guard isUsable, sides.count == 2 else { throw Failure(status: Failure.unusableInput, text: nil) }
    let diffs = LayoutDiff.between(sides[0], sides[1])
    let text = text(diffs)
    if let output {
      try Output.file(text, at: output)
    } else {
      Progress.clearLine()
      try Output.standard(text)
    }
    guard diffs.allSatisfy(\.isEmpty) else { throw Failure(status: Failure.findings, text: nil) }
  }

  private func text(_ diffs: [LayoutDiff]) -> String {
    let title = files.joined(separator: " → ")
    switch format {
    case .table: return diffs.filter { !$0.isEmpty }.map { $0.table() }.joined(separator: "\n")
    case .json: return diffs.map { $0.json() + "\n" }.joined()
    case .markdown:
      let parts = diffs.filter { !$0.isEmpty }.map { $0.markdown() }
      return parts.isEmpty ? "No difference.\n" : parts.joined()
    case .svg: return DiffPage(title: title, diffs: diffs).svg()
    case .html: return DiffPage(title: title, diffs: diffs).html()
    }
  }

  private static func name(_ size: Size) -> String { "\(plain(size.width)) × \(plain(size.height))" }

  private static func sides(_ bytes: [UInt8], _ file: String, _ size: Size?, _ title: String) throws -> [DiffSide] {
    // What a version control system hands over for a file that is not there.
    if file == "/dev/null" { return [] }
    guard InterfaceFile.isInterfaceFile(file, bytes) else {
      return [try LayoutDocument(measuring: bytes, file: file).diffSide(at: size, title: title)]
    }
    return try InterfaceFile(parsing: bytes, file: file).diffSides(at: size, title: title)
  }
}
