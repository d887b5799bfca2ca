// Why a number of a layout is what it is: the constraints that decide it, in the document's names, and by how much.

/// What decides a number of an item, or a variable of a bare program.
public struct LayoutExplanation: Sendable {
  /// A constraint that decides the number.
  public struct Influence: Sendable, Equatable {
    /// The id of the constraint in results: the document's, or that of what the layout made by itself, such as
    /// `head.intrinsic`. A variable that its sign keeps at 0 has `y >= 0`.
    public var constraint: String
    /// How far the number moves, in points, when the constraint's constant grows by one point.
    public var derivative: Double
    /// The constraint's constant now, in points.
    public var constant: Double
    /// The constraint's priority. A content size has that of its compression resistance.
    public var priority: Double
    /// The label that the document gives the constraint; of a storyboard's, the constraint in words.
    public var label: String?
    /// The constraint as the document writes it, with its id and label where it has them; what the layout made by itself
    /// in words. Nil for a storyboard's, which ``label`` has in words.
    public var equation: String?
    /// The line and column of the constraint in the document; nil where the layout made it by itself.
    public var location: (line: Int, column: Int)?
    /// How the number follows smaller constants; nil where that is not known.
    public var below: Side?
    /// The same for larger constants.
    public var above: Side?
    /// The layout without the constraint; nil for what cannot go alone, as the root's size.
    public var without: Without?
    /// The former name of `location`.
    @available(*, deprecated, renamed: "location")
    public var place: (line: Int, column: Int)? { location }

    /// Whether everything is equal.
    public static func == (a: Influence, b: Influence) -> Bool {
      a.constraint == b.constraint && a.derivative == b.derivative && a.constant == b.constant
        && a.priority == b.priority && a.label == b.label && a.equation == b.equation
        && a.location?.line == b.location?.line
        && a.location?.column == b.location?.column && a.below == b.below && a.above == b.above
        && a.without == b.without
    }
  }

  /// The document's file.
  public var file: String
  /// The number, as `head.width`, or the variable.
  public var subject: String
  /// Which state of the document: 0 before any edit.
  public var state: Int
  /// The number in points; a position in the superview's coordinates.
  public var value: Double
  /// Whether another layout, just as good, would have another number.
  public var isAmbiguous: Bool
  /// What decides it, in the order of activation, what the layout made by itself last. Holds until another constraint
  /// becomes tight. Empty where nothing does.
  public var influences: [Influence]
  /// The layout; nil for a bare program.
  public var layout: ExplainedLayout?
}

/// What decides a number, with positions as offsets into the text.
struct FoundExplanation {
  struct Influence {
    var id: String
    var derivative: Double
    var constant: Double
    var priority: Double
    var label: String?
    var equation: String?
    var offset: Int?
    var below: LayoutExplanation.Side?
    var above: LayoutExplanation.Side?
    var without: LayoutExplanation.Without?
  }

  var value: Double
  var isAmbiguous: Bool
  var influences: [Influence]
  var layout: ExplainedLayout?
}

extension LayoutExplanation {
  init(_ found: FoundExplanation, of subject: String, state: Int = 0, file: String, in source: [UInt8]) {
    let locations = SourcePosition.linesAndColumns(of: found.influences.map { $0.offset ?? 0 }, in: source)
    let lines = SourceLines(
      found.influences.flatMap { ($0.below?.sources ?? []) + ($0.above?.sources ?? []) }, in: source)
    self.init(
      file: file, subject: subject, state: state, value: found.value, isAmbiguous: found.isAmbiguous,
      influences: zip(found.influences, locations).map { influence, location in
        Influence(
          constraint: influence.id, derivative: influence.derivative, constant: influence.constant,
          priority: influence.priority, label: influence.label, equation: influence.equation,
          location: influence.offset == nil ? nil : (location.line, location.column),
          below: influence.below?.located(lines.located), above: influence.above?.located(lines.located),
          without: influence.without)
      }, layout: found.layout)
  }
}

extension LayoutDocument {
  /// Says which constraints decide a number, by how much each moves it and how far, and what would be without it.
  ///
  /// - Parameters:
  ///   - subject: An item and one of its attributes, as in equations: `head.width`, `list.content.bottom`. Of a bare
  ///     program, a variable.
  ///   - edits: How many of the document's edits to make before.
  /// - Throws: A mistake in the subject, with its cure; and what running the document throws.
  public func explain(_ subject: String, after edits: Int = 0) throws(DocumentError) -> LayoutExplanation {
    do throws(Fault) {
      try check(edits)
      let found: FoundExplanation
      switch content {
      case .tree(let tree):
        let (item, attribute) = try ExplainedNumber.parse(subject, in: tree)
        found = try TreeRunner.explain(tree, item, attribute, after: edits)
      case .program(let program):
        found = try ProgramRunner.explain(program, ExplainedNumber.variable(subject, in: program), after: edits)
      }
      return LayoutExplanation(found, of: subject, state: edits, file: file, in: source)
    } catch {
      throw self.error(error)
    }
  }
}

extension LayoutDocument {
  /// Whether the document has so many edits.
  func check(_ edits: Int) throws(Fault) {
    guard (0...editCount).contains(edits) else {
      throw Fault(
        0, "unknown state \(edits); the document has \(editCount) edits, so use a number from 0 to \(editCount)")
    }
  }
}

/// `ITEM.ATTRIBUTE`, read.
enum ExplainedNumber {
  /// What can be explained: what a frame shows.
  private static let attributes: [AttributeName] = [
    .left, .right, .top, .bottom, .leading, .trailing, .width, .height, .centerX, .centerY,
  ]

  /// The words in front of the last point, and the attribute after it.
  static func split(_ subject: String) throws(Fault) -> (item: [String], attribute: AttributeName) {
    var words = subject.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard words.count >= 2, let word = words.popLast() else {
      throw Fault(0, "\(quoted(subject)) names no number; write an item and an attribute, as in head.width")
    }
    guard case .single(let attribute)? = AttributeWord.words[word], attributes.contains(attribute) else {
      let cure = Suggestion.cure(
        for: word, among: attributes.map(\.word),
        otherwise: "use one of \(attributes.map(\.word).joined(separator: ", "))")
      throw Fault(0, "\(quoted(word)) is not a number of a frame; \(cure)")
    }
    return (words, attribute)
  }

  static func parse(_ subject: String, in tree: TreeDocument) throws(Fault) -> (item: Item, attribute: AttributeName) {
    let (words, attribute) = try split(subject)
    return (try item(words, in: tree), attribute)
  }

  /// The position of a variable.
  static func variable(_ subject: String, in program: ProgramDocument) throws(Fault) -> Int {
    if let variable = program.variables.firstIndex(of: subject) { return variable }
    let names = program.variables
    throw Fault(
      0,
      "unknown variable \(quoted(subject)); "
        + Suggestion.cure(
          for: subject, among: names,
          otherwise: "the program's variables are \(names.prefix(8).joined(separator: ", "))"))
  }

  private static func item(_ words: [String], in tree: TreeDocument) throws(Fault) -> Item {
    let name = words[0]
    if words.count == 1, let guide = tree.guides.firstIndex(where: { $0.name == name }) { return .guide(guide) }
    guard let view = tree.views.firstIndex(where: { $0.name == name }) else {
      let names = tree.views.map(\.name) + tree.guides.map(\.name)
      throw Fault(
        0,
        "unknown item \(quoted(name)); "
          + Suggestion.cure(
            for: name, among: names, otherwise: "the document's items are \(names.prefix(8).joined(separator: ", "))"))
    }
    switch words.dropFirst().joined(separator: ".") {
    case "": return .view(view)
    case "margins": return .margins(view)
    case "safeArea": return .safeArea(view)
    case "readable": return .readable(view)
    case "content" where tree.views[view].kind == .scroll: return .content(view)
    case "frame" where tree.views[view].kind == .scroll: return .frame(view)
    case let part:
      throw Fault(0, "\(quoted(name)) has no \(quoted(part)); write \(name) and an attribute, as in \(name).width")
    }
  }
}
