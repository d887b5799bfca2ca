// Findings that are known and do not fail: a list that a team writes once and empties at its pace.
//
// An entry names the file, the rule, the unit and what it is about, never a line or a number, so that it survives edits around
// it. What is wrong in two places with equal names is one entry.

import Foundation
@_spi(Tools) import TrellisFiles

/// Known findings.
struct Baseline: Sendable {
  private let folder: String
  private(set) var known: Set<LintSettings.Known> = []

  /// An empty list that will lie at a path.
  init(at path: String) {
    folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
  }

  /// Reads a list.
  init(reading path: String) throws {
    self.init(at: path)
    known = Set(try LintSettings.baseline(in: Input.bytes(of: path), file: path))
  }

  /// A finding as an entry.
  func entry(_ finding: Diagnostic) -> LintSettings.Known {
    LintSettings.Known(
      file: relative(finding.location.file), rule: finding.kind, unit: finding.unit ?? "",
      subject: finding.subject.isEmpty ? finding.view ?? "" : finding.subject)
  }

  mutating func add(_ finding: Diagnostic) { known.insert(entry(finding)) }

  func contains(_ finding: Diagnostic) -> Bool { known.contains(entry(finding)) }

  /// A path from the folder of the list, so that the list holds wherever it is checked out.
  private func relative(_ file: String) -> String {
    guard file != Input.standardInput else { return file }
    let path = URL(fileURLWithPath: file).standardizedFileURL.path
    var above = folder
    var steps = ""
    while true {
      let prefix = above == "/" ? "/" : above + "/"
      if path.hasPrefix(prefix) { return steps + path.dropFirst(prefix.count) }
      guard above != "/" else { return path }
      above = URL(fileURLWithPath: above).deletingLastPathComponent().path
      steps += "../"
    }
  }

  /// The list as JSON, one entry a line, in order.
  var json: String {
    let lines = known.sorted().map { entry in
      "    {\"file\": \(jsonString(entry.file)), \"rule\": \(jsonString(entry.rule)), "
        + "\"unit\": \(jsonString(entry.unit)), \"subject\": \(jsonString(entry.subject))}"
    }
    return "{\n  \"trellisBaseline\": 1,\n  \"findings\": [\n" + lines.joined(separator: ",\n") + "\n  ]\n}\n"
  }
}
