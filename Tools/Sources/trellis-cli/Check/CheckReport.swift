// Where the findings of `check` go: to standard output file by file, into SARIF, into a list of known findings.

import Foundation
@_spi(Tools) import TrellisFiles

/// Takes the findings of files in order.
final class CheckReport {
  private let format: CheckCommand.Format
  private let output: String?
  private let known: Baseline?
  private var written: Baseline?
  private let writtenPath: String?
  private var log: SARIF
  /// Names findings from the present folder.
  private let names = Baseline(at: "./-")
  private var seen: Set<LintSettings.Known> = []
  private(set) var isClean = true

  init(_ command: CheckCommand) throws {
    format = command.format
    output = command.output
    known = try command.baseline.map(Baseline.init(reading:))
    written = command.writeBaseline.map(Baseline.init(at:))
    writtenPath = command.writeBaseline
    log = SARIF(hasBaseline: known != nil)
  }

  func add(_ checked: CheckCommand.Checked) throws {
    var findings = checked.findings
    for index in findings.indices {
      let isUnusable = findings[index].kind == Diagnostic.unusable
      if let known, !isUnusable, known.contains(findings[index]) {
        findings[index].isKnown = true
        seen.insert(known.entry(findings[index]))
      }
      if !isUnusable { written?.add(findings[index]) }
    }
    // What is written down as known is known from now on.
    if written == nil, findings.contains(where: { !$0.isKnown }) { isClean = false }
    var text = ""
    switch format {
    case .text, .html, .sheet:
      // What cannot be used was said on standard error.
      for finding in findings where finding.kind != Diagnostic.unusable && !finding.isKnown {
        text += finding.line + "\n"
      }
    case .github:
      for finding in findings where !finding.isKnown { text += finding.annotation + "\n" }
    case .json:
      let remarks = checked.notes.map { jsonString("\($0.line):\($0.column): \($0.message)") }
      text =
        "{\"file\": \(jsonString(checked.file)), \"findings\": "
        + "[\(findings.map(\.json).joined(separator: ", "))], \"notes\": [\(remarks.joined(separator: ", "))]}\n"
    case .sarif:
      for finding in findings {
        log.add(finding, isKnown: finding.isKnown, fingerprint: names.entry(finding))
      }
    }
    guard !text.isEmpty else { return }
    Progress.clearLine()
    try Output.standard(text)
  }

  /// Writes what is written in one piece.
  func finish() throws {
    if format == .sarif {
      let text = log.json(version: TrellisCommand.configuration.version)
      if let output { try Output.file(text, at: output) } else { try Output.standard(text) }
    }
    if let written, let writtenPath { try Output.file(written.json, at: writtenPath) }
    let gone = (known?.known.count ?? 0) - seen.count
    if gone > 0, written == nil {
      StandardError.print(
        "note: \(gone) known finding\(gone == 1 ? " was" : "s were") not found; --write-baseline writes the list anew")
    }
  }
}
