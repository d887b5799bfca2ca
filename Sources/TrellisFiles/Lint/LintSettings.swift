// Files of the linter itself, read with positions: settings (`.trellis.json`) and lists of known faults.

/// Reads the files that `trellis check` keeps beside what it checks.
@_spi(Tools) public enum LintSettings {
  /// The words that a file of settings gives rules: `{"rules": {"outside": "off"}}`.
  public static func severities(
    in bytes: [UInt8], file: String, words: [String]
  ) throws(DocumentError) -> [String: String] {
    do throws(Fault) {
      let reader = ValueReader(names: NameTable())
      var severities: [String: String] = [:]
      let root = try JSONReader.read(bytes).root
      for (key, value) in try reader.object(root, "the settings") {
        guard key.text == "rules" else { throw reader.unknownKey(key, among: ["rules"]) }
        for (rule, word) in try reader.object(value, "\"rules\"") {
          let name = try reader.word(rule, "the rule", among: LintRule.allCases.map(\.rawValue))
          severities[name] = try reader.word(word, "the severity of \(quoted(name))", among: words)
        }
      }
      return severities
    } catch {
      throw error.located(in: bytes, file: file)
    }
  }

  /// A known fault, as a list of them names it.
  public struct Known: Hashable, Comparable, Sendable {
    /// The checked file, from the folder of the list.
    public var file: String
    /// The rule that is broken.
    public var rule: String
    /// The unit of a storyboard; empty for a document.
    public var unit: String
    /// What it is about.
    public var subject: String

    /// Creates an entry.
    public init(file: String, rule: String, unit: String, subject: String) {
      self.file = file
      self.rule = rule
      self.unit = unit
      self.subject = subject
    }

    private var key: [String] { [file, unit, subject, rule] }

    /// The order of a list: by file, unit, what it is about, and rule.
    public static func < (one: Known, two: Known) -> Bool { one.key.lexicographicallyPrecedes(two.key) }
  }

  /// Reads a list of known faults: `{"trellisBaseline": 1, "findings": [{"file": …, "rule": …, "unit": …, "subject": …}]}`.
  public static func baseline(in bytes: [UInt8], file: String) throws(DocumentError) -> [Known] {
    do throws(Fault) {
      let reader = ValueReader(names: NameTable())
      let root = try JSONReader.read(bytes).root
      var known: [Known] = []
      guard root.kind == .object, let version = root.member("trellisBaseline") else {
        throw Fault(root.offset, "this is not a list of known findings; write one with --write-baseline")
      }
      guard version.number == 1 else {
        throw Fault(version.offset, "this version of the list is unknown; write it anew with --write-baseline")
      }
      for (key, value) in root.members where key.text != "trellisBaseline" {
        guard key.text == "findings" else { throw reader.unknownKey(key, among: ["trellisBaseline", "findings"]) }
        for element in try reader.array(value, "\"findings\"") {
          var entry = Known(file: "", rule: "", unit: "", subject: "")
          for (key, value) in try reader.object(element, "this finding") {
            let text = try reader.string(value, quoted(key.text ?? ""))
            switch key.text {
            case "file": entry.file = text
            case "rule": entry.rule = text
            case "unit": entry.unit = text
            case "subject": entry.subject = text
            default: throw reader.unknownKey(key, among: ["file", "rule", "unit", "subject"])
            }
          }
          known.append(entry)
        }
      }
      return known
    } catch {
      throw error.located(in: bytes, file: file)
    }
  }
}
