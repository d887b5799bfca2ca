// The parts of an explanation: how far a constraint decides a number, what takes over then, and the layout without it.

/// The layout that an answer is about, for pictures.
public struct ExplainedLayout: Sendable {
  /// The layout as it is.
  public var state: LayoutState
  /// The item whose number it is, by its position in the state's items.
  public var item: Int?
}

extension LayoutExplanation {
  /// A constraint by name.
  public struct Source: Sendable, Equatable {
    /// Its id in results.
    public var id: String
    /// The constraint as the document writes it, or in words.
    public var text: String
    /// Its line and column in the file; nil for what the layout made by itself.
    public var line: Int?
    /// See ``line``.
    public var column: Int?
    /// Where it stands in the text.
    var offset: Int?
  }

  /// What is beyond an end of a range.
  public enum Beyond: Sendable, Equatable {
    /// Nothing ends it.
    case nothing
    /// The number moves by so many points per point of the constant.
    case derivative(Double)
    /// These required constraints cannot hold together.
    case conflict([Source])
    /// What follows from frames changes: a text takes another line, say.
    case frames
    /// The number jumps, or what it does could not be told.
    case unknown
  }

  /// How a number follows a constant in one direction, and up to where.
  public struct Side: Sendable, Equatable {
    /// Points per point of the constant; nil where that could not be told.
    public var derivative: Double?
    /// The constant up to which that holds; infinite where nothing ends it.
    public var constant: Double
    /// What becomes tight, changes sides or lets go there.
    public var causes: [Source]
    /// What is beyond.
    public var beyond: Beyond
  }

  /// An item that would lie elsewhere.
  public struct Move: Sendable, Equatable {
    /// Its name.
    public var item: String
    /// x, y, width, height in its superview now.
    public var from: [Double]
    /// The same then.
    public var to: [Double]
  }

  /// The layout without a constraint.
  public struct Without: Sendable, Equatable {
    /// The number.
    public var value: Double
    /// Whether nothing would decide it.
    public var isAmbiguous: Bool
    /// What would lie elsewhere, in the document's order. Empty for a bare program.
    public var moves: [Move]
  }
}

extension LayoutExplanation.Side {
  /// With the lines of its constraints.
  func located(_ locate: (LayoutExplanation.Source) -> LayoutExplanation.Source) -> Self {
    var copy = self
    copy.causes = causes.map(locate)
    if case .conflict(let members) = beyond { copy.beyond = .conflict(members.map(locate)) }
    return copy
  }

  /// The constraints that it names.
  var sources: [LayoutExplanation.Source] {
    if case .conflict(let members) = beyond { causes + members } else { causes }
  }
}

/// Lines and columns of the constraints that an answer names, found in one pass over the text.
struct SourceLines {
  private var locations: [Int: (line: Int, column: Int)] = [:]

  init(_ sources: [LayoutExplanation.Source], in text: [UInt8]) {
    let offsets = Array(Set(sources.compactMap(\.offset)))
    for (offset, location) in zip(offsets, SourcePosition.linesAndColumns(of: offsets, in: text)) {
      locations[offset] = location
    }
  }

  func located(_ source: LayoutExplanation.Source) -> LayoutExplanation.Source {
    var copy = source
    copy.line = source.offset.flatMap { locations[$0]?.line }
    copy.column = source.offset.flatMap { locations[$0]?.column }
    return copy
  }
}
