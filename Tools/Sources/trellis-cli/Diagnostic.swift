// What is said about a position in a file, as editors and continuous integration read it from compilers:
// `FILE:LINE:COLUMN: error|warning: what is wrong, and what would be right [kind]`.

@_spi(Tools) import TrellisFiles

/// Something to say about a file.
struct Diagnostic: Sendable {
  /// The kind of what cannot be used at all.
  static let unusable = "unusable"

  var kind: String
  var isError: Bool
  var location: DocumentError
  /// The unit of a storyboard that it was found in.
  var unit: String?
  /// The item that it is about.
  var view: String?
  /// The devices or sizes that it was found on; empty for the file's own.
  var canvases: [String] = []
  /// The document's states that it was found in, nil for none of them; empty where no states were asked for.
  var states: [String?] = []
  /// Whether there are other states without it.
  var isInSomeStates = false
  /// Changes that resolve a conflict, the likeliest first.
  var cures: [LayoutState.Cure] = []
  /// The languages, text sizes and devices that it was found under, where the message tells them.
  var conditions: LintConditions?
  /// What stays of it when lines and numbers change.
  var subject = ""

  /// Whether a list of known findings has it.
  var isKnown = false

  init(
    kind: String, isError: Bool, location: DocumentError, unit: String? = nil, view: String? = nil,
    cures: [LayoutState.Cure] = [], subject: String = ""
  ) {
    self.cures = cures
    self.subject = subject
    self.kind = kind
    self.isError = isError
    self.location = location
    self.unit = unit
    self.view = view
  }

  /// A file that cannot be used.
  init(_ error: DocumentError) { self.init(kind: Self.unusable, isError: true, location: error) }

  /// A fault under the conditions of a matrix.
  init(_ fault: LintFault) {
    self.init(
      kind: fault.rule, isError: fault.isError, location: fault.location, unit: fault.unit, view: fault.view)
    conditions = fault.conditions
    subject = fault.subject
  }

  private var severity: String { isError ? "error" : "warning" }

  /// The message, and where it holds.
  var message: String {
    let text = location.message + (isInSomeStates ? " (\(statesInWords))" : "")
    guard let first = canvases.first else { return text }
    let more = canvases.count - 1
    return text + " (on \(first)" + (more > 0 ? " and \(more) more)" : ")")
  }

  private var statesInWords: String {
    let names = states.compactMap(\.self)
    let list = "in the state\(names.count == 1 ? "" : "s") \(names.joined(separator: ", "))"
    guard names.count < states.count else { return list }
    return names.isEmpty ? "in no state" : "in no state, and \(list)"
  }

  /// One line, without its end.
  var line: String {
    visible("\(location.file):\(location.line):\(location.column): \(severity): \(message) [\(kind)]")
  }

  /// A workflow command of GitHub Actions: one line, without its end.
  var annotation: String {
    let location =
      "file=\(Self.property(location.file)),line=\(location.line),col=\(location.column),title=\(Self.property(kind))"
    return "::\(severity) \(location)::\(Self.data(message))"
  }

  /// An object of JSON.
  var json: String {
    var text = "{\"kind\": \(jsonString(kind)), \"severity\": \"\(severity)\""
    text += ", \"line\": \(location.line), \"column\": \(location.column)"
    if let unit { text += ", \"unit\": \(jsonString(unit))" }
    if let view { text += ", \"view\": \(jsonString(view))" }
    if let conditions {
      let boxes = conditions.boxes.map { box in
        let sizes = box.textSizes.map { jsonString($0.rawValue) }.joined(separator: ", ")
        let locales = box.locales.map(jsonString).joined(separator: ", ")
        let devices = box.canvases.map(jsonString).joined(separator: ", ")
        return "{\"locales\": [\(locales)], \"textSizes\": [\(sizes)], \"devices\": [\(devices)]}"
      }
      text += ", \"where\": [\(boxes.joined(separator: ", "))], \"layouts\": \(conditions.count)"
    }
    if !canvases.isEmpty { text += ", \"devices\": [\(canvases.map(jsonString).joined(separator: ", "))]" }
    if !states.isEmpty {
      text += ", \"states\": [\(states.map { $0.map(jsonString) ?? "null" }.joined(separator: ", "))]"
    }
    if !cures.isEmpty {
      let list = cures.map { cure in
        "{\"constraint\": \(jsonString(cure.constraint)), \"advice\": \(jsonString(cure.advice)), \"conflicts\": "
          + "\(cure.conflicts), \"moved\": \(cure.moved)}"
      }
      text += ", \"cures\": [\(list.joined(separator: ", "))]"
    }
    if isKnown { text += ", \"known\": true" }
    return text + ", \"message\": \(jsonString(location.message))}"
  }

  /// The message of a workflow command, its control characters visible: `%0A` would put what follows on a line of its own.
  private static func data(_ text: String) -> String { visible(text).replacing("%", with: "%25") }

  /// A property of a workflow command.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
