// The rules that `trellis check` knows by name, and where files say that some are not for them.

/// A rule of the linter.
public enum LintRule: String, Sendable, CaseIterable {
  /// Required constraints that cannot hold together.
  case conflict
  /// A number that the constraints do not decide.
  case ambiguity
  /// A view that nothing sizes or positions.
  case unsized
  /// A safe area, margin or height that contradicts the frames which follow from it.
  case unsettled
  /// A text that is cut, or a view of a document that is smaller than its content.
  case truncation
  /// A control smaller than its content.
  case squeezed
  /// A view that reaches out of its superview.
  case outside
  /// A frame that a storyboard stores and its constraints do not give.
  case misplaced
  /// Siblings that overlap at some widths and lie apart at others (`--widths`).
  case overlap
  /// A length that is 0 at some widths alone (`--widths`).
  case collapse

  /// What it is about, in one line.
  public var summary: String {
    switch self {
    case .conflict: "Required constraints cannot hold together"
    case .ambiguity: "The constraints do not decide a number"
    case .unsized: "Nothing sizes or places a view"
    case .unsettled: "What follows from frames does not agree with them"
    case .truncation: "A text is cut, or a view is smaller than its content"
    case .squeezed: "A control is smaller than its content"
    case .outside: "A view reaches out of its superview"
    case .misplaced: "A stored frame is not what the constraints give"
    case .overlap: "Siblings overlap at some widths"
    case .collapse: "A length is 0 at some widths"
    }
  }

  /// Whether a layout that breaks the rule is wrong, not only doubtful.
  public var isError: Bool { self == .conflict || self == .ambiguity || self == .unsized }

  static var names: [String] { allCases.map(\.rawValue) }
}

extension LayoutDocument {
  /// Whether the document says that a rule is not checked of an item: by `"ignore"` in the item, in a view around it, or of the
  /// whole document.
  func ignores(_ rule: String, of item: String?) -> Bool {
    guard case .tree(let tree) = content else { return false }
    if tree.ignored.contains(rule) { return true }
    guard let item else { return false }
    var view =
      tree.views.firstIndex { $0.name == item } ?? tree.guides.first { $0.name == item }.map(\.owner)
    while let index = view {
      if tree.views[index].ignored.contains(rule) { return true }
      view = tree.views[index].superview
    }
    return false
  }
}

extension InterfaceModel {
  /// Whether a note says that a rule is not checked of a view: a note on the view, or on one around it. Of a unit as a whole the
  /// note on its root.
  func ignores(_ rule: String, of view: Int) -> Bool {
    guard hasIgnores else { return false }
    var index: Int? = view
    while let view = index, views.indices.contains(view) {
      if views[view].ignored.contains(rule) { return true }
      index = views[view].superview
    }
    return false
  }

  /// The rules that a note names: `trellis:ignore truncation, outside`; without any name all.
  static func ignoredRules(in note: String) -> Set<String> {
    var rules: Set<String> = []
    for line in note.split(whereSeparator: \.isNewline) {
      guard let mark = line.firstRange(of: "trellis:ignore") else { continue }
      let words = line[mark.upperBound...].split { !$0.isLetter }.map(String.init)
      let named = words.prefix { LintRule(rawValue: $0) != nil }
      rules.formUnion(words.isEmpty ? LintRule.names : Array(named))
    }
    return rules
  }
}
