// `trellis check`: what is wrong with documents and storyboards that lay out: conflicts, ambiguity, truncation and more.

import ArgumentParser
import Trellis
import TrellisFiles

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds conflicts, what is ambiguous, truncated, outside of its parent or misplaced.",
    discussion: """
      One line on standard output for each finding, FILE:LINE:COLUMN: what, and what would help. Files are checked at \
      their own size, or with --devices and --size at others; what is the same on several devices is one line. Exit \
      status: 0 clean, 1 findings, 2 a file that cannot be used (said on standard error).
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, github, json, html }

  @Argument(help: ArgumentHelp("Layout documents, storyboards and xibs; - is standard input.", valueName: "FILE"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Devices to check on, both ways round: all, or names such as retina6_1 with commas.",
      valueName: "LIST"))
  var devices: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Size of roots in place of their own; several with commas or several times.", valueName: "WxH"))
  var size: [String] = []

  @Option(help: "How to write findings: text, github (annotations), json (an object a file) or html (one page).")
  var format = Format.text

  @Option(name: .shortAndLong, help: ArgumentHelp("File to write the page to.", valueName: "OUT"))
  var output: String?

  @Option(help: ArgumentHelp("Kinds of findings to leave out, with commas: outside, squeezed …", valueName: "KINDS"))
  var ignore = ""

  /// A finding of either kind of file.
  private struct Finding {
    var kind: String
    var isError: Bool
    var place: DocumentError
    var text: String
    var unit: String?
    var view: String?
    var canvases: [String] = []
  }

  func run() throws {
    let canvases = try devices.map(Self.canvases)
    let sizes = try Sizes.parsed(size)
    let ignored = try ignoredKinds()
    guard output == nil || format == .html else {
      throw Failure.unusable("-o: is for --format html; findings in other formats go to standard output")
    }
    var isClean = true
    if format == .html {
      var page = PageBuilder(sizes: sizes, canvases: canvases)
      let allUsable = try Input.forEachFile(files, "check") { bytes, file in
        if try !page.add(bytes, file, ignoring: ignored) { isClean = false }
      }
      try page.write(to: output, title: PageBuilder.title(of: files))
      return try conclude(allUsable, isClean)
    }
    let allUsable = try Input.forEachFile(files, "check") { bytes, file in
      var found: [Finding]
      var notes: [DocumentError] = []
      if InterfaceFile.isInterfaceFile(file, bytes) {
        let interface = try InterfaceFile(parsing: bytes, file: file)
        found = try check(interface, canvases, sizes)
        notes = interface.notes
      } else {
        found = try check(LayoutDocument(parsing: bytes, file: file), canvases, sizes)
      }
      found.removeAll { ignored.contains($0.kind) }
      if !found.isEmpty { isClean = false }
      Progress.clearLine()
      try Output.standard(text(of: found, notes, file: file))
    }
    try conclude(allUsable, isClean)
  }

  private func conclude(_ allUsable: Bool, _ isClean: Bool) throws {
    guard allUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
    guard isClean else { throw Failure(status: Failure.findings, text: nil) }
  }

  /// Findings of a document, those that are the same on several devices or at several sizes once.
  private func check(_ document: LayoutDocument, _ canvases: [Canvas]?, _ sizes: [Size]) throws -> [Finding] {
    var found: [Finding] = []
    var places: [String: Int] = [:]
    for variant in Sizes.variants(of: document, canvases, sizes) {
      for finding in variant.document.findings(in: try variant.document.run()) {
        // The numbers of what is too small, or too far out, differ from size to size.
        let subject = finding.kind.isError ? finding.place.message : ""
        let key = "\(finding.kind) \(finding.state) \(finding.place.line):\(finding.place.column) \(subject)"
        if let place = places[key] {
          found[place].canvases += variant.name.map { [$0] } ?? []
        } else {
          places[key] = found.count
          found.append(
            Finding(
              kind: finding.kind.rawValue, isError: finding.kind.isError, place: finding.place,
              text: finding.place.message, canvases: variant.name.map { [$0] } ?? []))
        }
      }
    }
    for index in found.indices {
      guard let first = found[index].canvases.first else { continue }
      let more = found[index].canvases.count - 1
      found[index].text += " (on \(first)" + (more > 0 ? " and \(more) more)" : ")")
    }
    return found
  }

  private func check(_ file: InterfaceFile, _ canvases: [Canvas]?, _ sizes: [Size]) throws -> [Finding] {
    var findings: [InterfaceFinding] = []
    for (canvas, size) in Sizes.variants(file.isForDevices ? canvases : nil, sizes) {
      for layout in try file.layouts(on: canvas, size: size) { findings += layout.findings }
    }
    findings = InterfaceFinding.merged(findings)
    return findings.map {
      Finding(
        kind: $0.kind.rawValue, isError: $0.kind.isError, place: $0.place, text: "\($0.kind.rawValue): \($0.message)",
        unit: $0.unit, view: $0.view, canvases: $0.canvases)
    }
  }

  static func canvases(_ list: String) throws -> [Canvas] {
    if list == "all" { return Canvas.current }
    var canvases: [Canvas] = []
    for name in list.split(separator: ",").map(String.init) {
      guard
        let device = InterfaceDevice.all.first(where: { $0.id == name || $0.name.lowercased() == name.lowercased() })
      else {
        let names = InterfaceDevice.all.map(\.id).joined(separator: ", ")
        throw Failure.unusable("--devices \(name): is no device of the table; use all, or some of \(names)")
      }
      canvases += [Canvas(device), Canvas(device, isLandscape: true)]
    }
    return canvases
  }

  private func ignoredKinds() throws -> Set<String> {
    let kinds = ignore.split(separator: ",").map(String.init)
    let known = Set(InterfaceFinding.Kind.allCases.map(\.rawValue)).union(["truncation"])
    for kind in kinds where !known.contains(kind) {
      throw Failure.unusable(
        "--ignore \(kind): is no kind of finding; use some of \(known.sorted().joined(separator: ", "))")
    }
    return Set(kinds)
  }

  private func text(of findings: [Finding], _ notes: [DocumentError], file: String) -> String {
    switch format {
    case .text, .html:
      return findings.map { "\($0.place.file):\($0.place.line):\($0.place.column): \($0.text)\n" }.joined()
    case .github:
      return findings.map { finding in
        let level = finding.isError ? "error" : "warning"
        let place = "file=\(Self.property(finding.place.file)),line=\(finding.place.line),col=\(finding.place.column)"
        return "::\(level) \(place),title=\(finding.kind)::\(Self.data(finding.text))\n"
      }.joined()
    case .json:
      let list = findings.map { finding in
        var text = "{\"kind\": \(jsonString(finding.kind)), \"severity\": \"\(finding.isError ? "error" : "warning")\""
        text += ", \"line\": \(finding.place.line), \"column\": \(finding.place.column)"
        if let unit = finding.unit { text += ", \"unit\": \(jsonString(unit))" }
        if let view = finding.view { text += ", \"view\": \(jsonString(view))" }
        if !finding.canvases.isEmpty {
          text += ", \"devices\": [\(finding.canvases.map(jsonString).joined(separator: ", "))]"
        }
        return text + ", \"message\": \(jsonString(finding.place.message))}"
      }
      let remarks = notes.map { jsonString("\($0.line):\($0.column): \($0.message)") }.joined(separator: ", ")
      return "{\"file\": \(jsonString(file)), \"findings\": [\(list.joined(separator: ", "))], "
        + "\"notes\": [\(remarks)]}\n"
    }
  }

  /// Escapes of workflow commands: the message, and the properties before it.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
