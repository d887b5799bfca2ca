// `.trellis.json`: which rules are on and how much they weigh, for all files below its folder.
//
//     {"rules": {"misplaced": "off", "truncation": "error"}}
//
// The nearest one upward from a file counts, as with other linters; without one every rule is on with its own severity.

import Foundation
@_spi(Tools) import TrellisFiles

/// What a rule's findings count as.
enum RuleSeverity: String, CaseIterable, Sendable { case off, warning, error }

/// The settings of one `.trellis.json`.
struct CheckSettings: Sendable {
  static let name = ".trellis.json"

  var severities: [String: RuleSeverity] = [:]

  init() {}

  /// Reads settings.
  ///
  /// - Throws: The first mistake, with its line and column.
  init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    let words = Dictionary(uniqueKeysWithValues: RuleSeverity.allCases.map { ($0.rawValue, $0) })
    severities = try LintSettings.severities(in: bytes, file: file, words: RuleSeverity.allCases.map(\.rawValue))
      .compactMapValues { words[$0] }
  }

  /// Findings with the severities of the settings, those of rules that are off left out.
  func applied(to findings: [Diagnostic]) -> [Diagnostic] {
    findings.compactMap { finding in
      switch severities[finding.kind] {
      case .off: return nil
      case nil: return finding
      case let severity?:
        var finding = finding
        finding.isError = severity == .error
        return finding
      }
    }
  }
}

/// Finds and keeps the settings of folders. Used by several threads.
final class SettingsFinder: @unchecked Sendable {
  private let lock = NSLock()
  private var known: [String: Result<CheckSettings?, any Error>] = [:]

  /// The settings that count for a file: of standard input, those of the present folder.
  func settings(for file: String) throws -> CheckSettings {
    var folder = URL(fileURLWithPath: file == Input.standardInput ? "." : file).standardizedFileURL
    if file != Input.standardInput { folder.deleteLastPathComponent() }
    while true {
      if let found = try settings(in: folder.path) { return found }
      let above = folder.deletingLastPathComponent().standardizedFileURL
      guard above.path != folder.path, folder.path != "/" else { return CheckSettings() }
      folder = above
    }
  }

  private func settings(in folder: String) throws -> CheckSettings? {
    try lock.withLock {
      if let known = known[folder] { return try known.get() }
      let path = (folder == "/" ? "" : folder) + "/" + CheckSettings.name
      let result = Result<CheckSettings?, any Error> {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try CheckSettings(parsing: Input.bytes(of: path), file: path)
      }
      known[folder] = result
      return try result.get()
    }
  }
}
