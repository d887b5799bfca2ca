// `trellis check`: what is wrong with documents and storyboards that lay out: conflicts, ambiguity, truncation and more.

import ArgumentParser
import Foundation
import Trellis
@_spi(Tools) import TrellisFiles

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds conflicts, what is ambiguous, truncated, outside of its parent or misplaced.",
    discussion: """
      One line on standard output for each finding, FILE:LINE:COLUMN: error|warning: what, and what would help [kind]. \
      Files are checked at their own size, or with --devices and --size at others; what is the same on several devices \
      is one line. A conflict says which changes of single constraints resolve it, the likeliest first; each was solved. \
      Findings come in the order of the files, whatever --jobs is. Exit status: 0 clean, 1 findings, 2 a \
      file that cannot be used, which is said on standard error, in annotations, JSON and pages too.

      With --locales and --text-sizes, texts are measured in every language and at every text size, and a fault is one \
      line with the conditions under which it shows: in de, fi; from text size XL; on widths up to 375. Translations of \
      storyboards and xibs are read beside them (de.lproj/Main.strings, .stringsdict, Main.xcstrings), those of documents \
      from their "strings". The pseudo-locale long makes texts a third longer, rtl lays out from right to left.

      Examples:
        trellis check Base.lproj/Main.storyboard --locales all --text-sizes all --devices all
        trellis check *.xib --locales long,rtl --text-sizes l,xxxl,ax5
        trellis check Main.storyboard --locales all --text-sizes l,ax1 --format sheet -o sheet.html
        trellis check Main.storyboard --widths 320...1400 --locales all --text-sizes l,ax1

      Known findings are written with --write-baseline known.json and left out with --baseline known.json. The nearest \
      .trellis.json upward from a file turns rules off or changes their severity: {"rules": {"misplaced": "off"}}. A view \
      of a document is left alone with "ignore": ["truncation"], one of a storyboard with a note in Xcode's Identity \
      inspector: trellis:ignore truncation. What is ignored of a view is ignored of all that is in it.

      With --widths 320...1400 nothing is sampled: no finding means that there is none at any of these widths (of the \
      document before its edits), and a finding says from which width on it holds. With --locales and --text-sizes that is \
      so in each language at each text size, with measured texts, and a finding also says in which.

      With --states all, documents are checked in each of their named states too, in whichever way is asked for; a finding \
      says in which states it holds, unless it does in all:
        trellis check login.json --states all --widths 320...1400
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, github, json, sarif, html, sheet }

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
      "Size of roots instead of their own; several with commas or several times.", valueName: "WxH"))
  var size: [String] = []

  @Option(
    help: ArgumentHelp(
      "Languages to check in: all that a file has texts in, or names with commas; also long and rtl.", valueName: "LIST"
    ))
  var locales: String?

  @Option(
    help: ArgumentHelp(
      "Text sizes for fonts that are text styles: all, or some of xs s m l xl xxl xxxl ax1 … ax5 with commas.",
      valueName: "LIST"))
  var textSizes: String?

  @Option(
    help: ArgumentHelp(
      "Every width of the root in a range, not some: what is wrong, from where to where, and which constraints decide it.",
      valueName: "A...B"))
  var widths: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --widths, where a storyboard has variations for size classes: the first regular width, else 600 points.",
      valueName: "WIDTH"))
  var regularFrom: Double?

  @Option(
    help: ArgumentHelp("Named states of documents to check: all, or names with commas.", valueName: "LIST"))
  var states: String?

  @Option(
    help:
      "How to write findings: text, github (annotations), json (an object a file), sarif (2.1.0), html (one page) or sheet (a page of pictures by language and text size)."
  )
  var format = Format.text

  @Option(name: .shortAndLong, help: ArgumentHelp("File to write a page or SARIF to.", valueName: "OUT"))
  var output: String?

  @Option(help: ArgumentHelp("Kinds of findings to leave out, with commas: outside, squeezed …", valueName: "KINDS"))
  var ignore: String?

  @Option(help: ArgumentHelp("Findings that are known: they are left out, and do not fail.", valueName: "FILE"))
  var baseline: String?

  @Option(help: ArgumentHelp("File to write all findings to as known ones.", valueName: "FILE"))
  var writeBaseline: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Threads to check on; by default one per core.", valueName: "N"))
  var jobs: Int?

  /// What became of a file.
  struct Checked: Sendable {
    var file: String
    var findings: [Diagnostic]
    var notes: [DocumentError] = []
  }

  func run() throws {
    let canvases = try devices.map(Self.canvases)
    let sizes = try Sizes.parsed(size)
    let ignored = try ignoredKinds()
    let jobs = try Self.threads(jobs)
    let swept = try widths.map { try SweepRange.parsed($0, "--widths") }
    let limits = try SweepRange.limits(regularFrom)
    let lint = try lintOptions(canvases, sizes, swept, limits)
    let choice = try StateChoice.parsed(states)
    guard choice == nil || format != .sheet else {
      throw Failure.unusable("--states: is not for --format sheet, which shows documents as they begin; leave it out")
    }
    guard swept == nil || (devices == nil && size.isEmpty && format != .html && format != .sheet) else {
      throw Failure.unusable(
        "--widths: goes without --devices and --size, and is not for pages; 'trellis sweep --format html' makes one")
    }
    guard regularFrom == nil || swept != nil else {
      throw Failure.unusable("--regular-from: is for --widths; devices have their own size classes")
    }
    guard output == nil || [.html, .sarif, .sheet].contains(format) else {
      throw Failure.unusable(
        "-o: is for --format html, sarif and sheet; findings in other formats go to standard output")
    }
    if format == .html {
      guard baseline == nil, writeBaseline == nil else {
        throw Failure.unusable("--format html: a page shows all findings; leave out --baseline and --write-baseline")
      }
      var page = PageBuilder(sizes: sizes, canvases: canvases, ignored: ignored)
      page.states = choice
      let isClean = try page.add(files, "check", jobs: jobs) && page.isClean
      try page.write(to: output, title: PageBuilder.title(of: files))
      return try conclude(page.isUsable, isClean)
    }
    if format == .sheet { return try writeSheet(lint, jobs: jobs) }
    let report = try CheckReport(self)
    let settings = SettingsFinder()
    let allUsable = try Input.forEachFile(files, "check", jobs: jobs) { error in
      try report.add(Checked(file: error.file, findings: [Diagnostic(error)]))
    } _: { bytes, file in
      let rules = try settings.settings(for: file)
      var checked: Checked
      if InterfaceFile.isInterfaceFile(file, bytes) {
        try choice?.checkInterface(file)
        let interface = try InterfaceFile(parsing: bytes, file: file)
        checked = try lint?.check(interface, file) ?? Self.check(interface, swept, limits, canvases, sizes)
      } else {
        let document = try LayoutDocument(measuring: bytes, file: file)
        func findings(of document: LayoutDocument) throws -> [Diagnostic] {
          if let lint { return try lint.findings(of: document) }
          if let swept { return Self.findings(in: [try document.sweep(.width, over: swept)]) }
          return try Self.check(document, canvases, sizes)
        }
        checked = Checked(
          file: file,
          findings: try choice?.findings(of: document, findings(of:)) ?? findings(of: document))
      }
      checked.findings.removeAll { ignored.contains($0.kind) }
      checked.findings = rules.applied(to: checked.findings)
      return checked
    } then: { checked in
      try report.add(checked)
    }
    try report.finish()
    try conclude(allUsable, report.isClean)
  }

  /// The number of threads that `--jobs` asks for.
  static func threads(_ jobs: Int?) throws -> Int {
    if let jobs, !(1...1024).contains(jobs) { throw Failure.unusable("--jobs \(jobs): use a number from 1 to 1024") }
    return jobs ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// What `--locales` and `--text-sizes` ask for; nil without them.
  private func lintOptions(
    _ canvases: [Canvas]?, _ sizes: [Size], _ swept: ClosedRange<Double>?, _ limits: SizeClassLimits
  ) throws -> LintOptions? {
    guard locales != nil || textSizes != nil else { return nil }
    let option = locales != nil ? "--locales" : "--text-sizes"
    guard let measurer = InstalledFonts.measurer else {
      throw Failure.unusable("\(option): this command line was built without the trait Text; build it with that")
    }
    guard format != .html else {
      throw Failure.unusable("\(option): is not for pages; use --format sheet for one of pictures")
    }
    return LintOptions(
      locales: try locales.map(LocaleChoice.parsed) ?? LocaleChoice(names: ["Base"]),
      textSizes: try textSizes.map(TextSize.parsed) ?? [],
      canvases: Sizes.variants(canvases, sizes).map { LintCanvas($0.canvas, size: $0.size) }, widths: swept,
      limits: limits, measurer: measurer)
  }

  /// Writes the contact sheet: pictures on the first device, red where something is cut.
  private func writeSheet(_ lint: LintOptions?, jobs: Int) throws {
    guard let lint, baseline == nil, writeBaseline == nil else {
      throw Failure.unusable(
        "--format sheet: is for --locales and --text-sizes, and goes without --baseline and --write-baseline")
    }
    var sheet = LintSheet(title: PageBuilder.title(of: files))
    let isUsable = try Input.forEachFile(files, "check", jobs: jobs) { _ in
    } _: { bytes, file in
      (name: file, pictures: try lint.pictures(bytes, file))
    } then: { entry in
      sheet.files.append(entry)
    }
    guard !sheet.files.isEmpty else { throw Failure(status: Failure.unusableInput, text: nil) }
    if let output { try Output.file(sheet.html(), at: output) } else { try Output.standard(sheet.html()) }
    try conclude(isUsable, sheet.files.allSatisfy { $0.pictures.allSatisfy { $0.faults == 0 } })
  }

  private func conclude(_ allUsable: Bool, _ isClean: Bool) throws {
    guard allUsable else { throw Failure(status: Failure.unusableInput, text: nil) }
    guard isClean else { throw Failure(status: Failure.findings, text: nil) }
  }

  /// Findings of a storyboard, at any width of a range where there is one.
  private static func check(
    _ interface: InterfaceFile, _ widths: ClosedRange<Double>?, _ limits: SizeClassLimits, _ canvases: [Canvas]?,
    _ sizes: [Size]
  ) throws -> Checked {
    if let widths {
      let results = SweepResult.joined(try interface.sweeps(.width, over: widths, limits: limits))
      return Checked(file: interface.file, findings: findings(in: results))
    }
    return Checked(
      file: interface.file, findings: try check(interface, canvases, sizes), notes: interface.notes)
  }

  /// What sweeps have found, with the intervals.
  private static func findings(in results: [SweepResult]) -> [Diagnostic] {
    results.flatMap { result in
      result.findings.map { finding in
        Diagnostic(
          kind: finding.kind.rawValue, isError: finding.kind.isError,
          location: DocumentError(
            file: result.file, line: finding.line, column: finding.column, message: result.message(of: finding)),
          unit: result.unit, view: finding.item, subject: finding.item ?? finding.message)
      }
    }
  }

  /// Findings of a document, those that are the same on several devices or at several sizes once.
  private static func check(
    _ document: LayoutDocument, _ canvases: [Canvas]?, _ sizes: [Size]
  ) throws -> [Diagnostic] {
    var found: [Diagnostic] = []
    var locations: [String: Int] = [:]
    for variant in Sizes.variants(of: document, canvases, sizes) {
      for finding in variant.document.findings(in: try variant.document.run([.ambiguity, .cures])) {
        // The numbers of what is too small, or too far out, differ from size to size.
        let subject = finding.kind.isError ? finding.location.message : ""
        let key = "\(finding.kind) \(finding.state) \(finding.location.line):\(finding.location.column) \(subject)"
        if locations[key] == nil {
          locations[key] = found.count
          found.append(
            Diagnostic(
              kind: finding.kind.rawValue, isError: finding.kind.isError, location: finding.location,
              view: finding.item, cures: finding.cures, subject: finding.subject))
        }
        if let location = locations[key], let name = variant.name { found[location].canvases.append(name) }
      }
    }
    return found
  }

  private static func check(_ file: InterfaceFile, _ canvases: [Canvas]?, _ sizes: [Size]) throws -> [Diagnostic] {
    var findings: [InterfaceFinding] = []
    for (canvas, size) in Sizes.variants(file.isForDevices ? canvases : nil, sizes) {
      for layout in try file.layouts(on: canvas, size: size) { findings += layout.findings }
    }
    return InterfaceFinding.merged(findings).map { finding in
      var diagnostic = Diagnostic(
        kind: finding.kind.rawValue, isError: finding.kind.isError, location: finding.location, unit: finding.unit,
        view: finding.view, cures: finding.cures, subject: finding.subject)
      diagnostic.canvases = finding.canvases
      return diagnostic
    }
  }

  static func canvases(_ list: String) throws -> [Canvas] {
    if list == "all" { return Canvas.current }
    return try List.values(list, "--devices").flatMap { name in
      guard
        let device = InterfaceDevice.all.first(where: { $0.id == name || $0.name.lowercased() == name.lowercased() })
      else {
        let names = InterfaceDevice.all.map(\.id).joined(separator: ", ")
        throw Failure.unusable("--devices \(name): unknown device; use all, or some of \(names)")
      }
      return [Canvas(device), Canvas(device, isLandscape: true)]
    }
  }

  private func ignoredKinds() throws -> Set<String> {
    guard let ignore else { return [] }
    let kinds = try List.values(ignore, "--ignore")
    let known = Set(LintRule.allCases.map(\.rawValue))
    for kind in kinds where !known.contains(kind) {
      throw Failure.unusable(
        "--ignore \(kind): unknown kind of finding; use some of \(known.sorted().joined(separator: ", "))")
    }
    return Set(kinds)
  }
}
