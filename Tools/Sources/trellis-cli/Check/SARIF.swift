// Findings in SARIF 2.1.0, the form in which code scanning services and editors take the results of analysis tools.
//
// One run; a rule for each rule of the linter, in order; a result for each finding, with a fingerprint that does not depend on
// lines. Known findings are results of baseline state `unchanged`.
//
// Reference: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0: 3.13 (log), 3.14 (run), 3.27 (result),
// 3.30 (region; columns are code points, 3.14.17), 3.49 (rule), 3.20 (invocation).

import Foundation
@_spi(Tools) import TrellisFiles

/// A log of findings.
struct SARIF {
  private var results: [String] = []
  private var notifications: [String] = []
  private let hasBaseline: Bool

  init(hasBaseline: Bool) { self.hasBaseline = hasBaseline }

  /// Adds a finding.
  mutating func add(_ finding: Diagnostic, isKnown: Bool, fingerprint: LintSettings.Known) {
    guard let rule = LintRule(rawValue: finding.kind), let index = LintRule.allCases.firstIndex(of: rule) else {
      return addUnusable(finding)
    }
    var text = "{\"ruleId\": \(jsonString(rule.rawValue)), \"ruleIndex\": \(index), \"level\": \"\(level(finding))\", "
    text += "\"message\": {\"text\": \(jsonString(finding.message))}, \"locations\": [\(location(finding))], "
    let parts = [fingerprint.file, fingerprint.rule, fingerprint.unit, fingerprint.subject]
    text += "\"partialFingerprints\": {\"trellisFinding/v1\": \(jsonString(parts.joined(separator: "|")))}"
    if hasBaseline { text += ", \"baselineState\": \"\(isKnown ? "unchanged" : "new")\"" }
    results.append(text + "}")
  }

  /// Adds a file that cannot be used.
  private mutating func addUnusable(_ finding: Diagnostic) {
    notifications.append(
      "{\"level\": \"error\", \"message\": {\"text\": \(jsonString(finding.message))}, "
        + "\"locations\": [\(location(finding))]}")
  }

  private func level(_ finding: Diagnostic) -> String { finding.isError ? "error" : "warning" }

  private func location(_ finding: Diagnostic) -> String {
    let (line, column) = (finding.location.line, finding.location.column)
    var text =
      "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \(jsonString(Self.uri(finding.location.file)))}, "
    text += "\"region\": {\"startLine\": \(line), \"startColumn\": \(column)}}"
    if let view = finding.view {
      let name = finding.unit.map { "\($0).\(view)" } ?? view
      text += ", \"logicalLocations\": [{\"fullyQualifiedName\": \(jsonString(name))}]"
    }
    return text + "}"
  }

  /// A path as a relative reference, or an absolute URI.
  static func uri(_ file: String) -> String {
    if file == Input.standardInput { return "stdin" }
    if file.hasPrefix("/") { return URL(fileURLWithPath: file).absoluteString }
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(":")
    return file.addingPercentEncoding(withAllowedCharacters: allowed) ?? file
  }

  /// The log, with a line break at its end.
  func json(version: String) -> String {
    let rules = LintRule.allCases.map { rule in
      "{\"id\": \(jsonString(rule.rawValue)), \"shortDescription\": {\"text\": \(jsonString(rule.summary))}, "
        + "\"defaultConfiguration\": {\"level\": \"\(rule.isError ? "error" : "warning")\"}}"
    }
    func lines(_ entries: [String]) -> String {
      entries.isEmpty ? "[]" : "[\n" + entries.map { "        " + $0 }.joined(separator: ",\n") + "\n      ]"
    }
    return """
      {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "trellis", "semanticVersion": \(jsonString(version)), "rules": \(lines(rules))}},
            "columnKind": "unicodeCodePoints",
            "invocations": [{"executionSuccessful": \(notifications.isEmpty), "toolExecutionNotifications": \(lines(notifications))}],
            "results": \(lines(results))
        }]
      }

      """
  }
}
