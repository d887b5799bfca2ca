// What the names in a document's equations stand for.

/// What a constraint of a layout holds on to. Numbers are positions in the document's tables; view 0 is the root.
enum Item: Hashable, Sendable {
  case view(Int)
  /// The content of a scroll view: `list.content`.
  case content(Int)
  /// The frame of a scroll view: `list.frame`.
  case frame(Int)
  /// The area of a view within its margins: `box.margins`.
  case margins(Int)
  /// The area of a view within the safe area: `box.safeArea`.
  case safeArea(Int)
  /// The area of a view in which lines of text are not too long: `box.readable`.
  case readable(Int)
  case guide(Int)
  /// The guide of a gap in a visual format. Numbers run through the document.
  case gap(Int)
}

/// The names of a document: items and metrics of a layout, or variables and metrics of a bare program.
struct NameTable: Sendable {
  enum Meaning: Sendable {
    case item(Item, isScroll: Bool)
    case variable(Int)
    case metric(Double)
  }

  /// Whether the document is a bare program, whose equations speak of variables.
  var isProgram = false
  var limits: NumberLimits { isProgram ? .program : .layout }
  /// Items or variables. Metrics stand apart: `"metrics": {"left": 50}` may share a word with a view.
  private var subjects: [String: Meaning] = [:]
  private var metrics: [String: Double] = [:]
  /// Names in document order, for suggestions that do not depend on hashing.
  private var subjectOrder: [String] = []
  private var metricOrder: [String] = []

  /// Names a view, guide or variable. False if the name is taken.
  mutating func add(_ name: String, _ meaning: Meaning) -> Bool {
    guard subjects[name] == nil else { return false }
    subjects[name] = meaning
    subjectOrder.append(name)
    return true
  }

  mutating func addMetric(_ name: String, _ value: Double) {
    metrics[name] = value
    metricOrder.append(name)
  }

  func subject(_ name: String) -> Meaning? { subjects[name] }

  func metric(_ name: String) -> Double? { metrics[name] }

  /// "did you mean 'head'?", or what exists where nothing is near.
  func cureForSubject(_ name: String) -> String {
    let kind = isProgram ? "variables" : "items"
    return Suggestion.cure(
      for: name, among: subjectOrder, otherwise: "the document's \(kind) are \(Self.listing(subjectOrder))")
  }

  func cureForMetric(_ name: String) -> String {
    Suggestion.cure(
      for: name, among: metricOrder,
      otherwise: metricOrder.isEmpty
        ? "the document has no \"metrics\"; write a number" : "the metrics are \(Self.listing(metricOrder))")
  }

  /// A few names for a message.
  private static func listing(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(5).map { quoted($0) }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }

  /// Whether a string is `[A-Za-z_][A-Za-z0-9_]*`.
  static func isName(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, !(0x30...0x39 ~= first) else { return false }
    return text.allSatisfy(isNameByte)
  }
}
