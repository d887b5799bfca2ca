// A text before it is measured: parts in their fonts, and what holds for its lines.

/// A part of a text that is set in one font.
public struct TextRun: Hashable, Sendable {
  /// The characters.
  public var text: String
  /// What they are set in.
  public var font: Font
  /// Points added to each character, besides the font's own tracking.
  public var kern: Double

  /// Creates a part of a text.
  public init(_ text: String, font: Font, kern: Double = 0) {
    self.text = text
    self.font = font
    self.kern = kern
  }
}

/// What holds for the lines of a text.
public struct ParagraphStyle: Hashable, Sendable {
  /// By what the height of lines is multiplied.
  public var lineHeightMultiple = 1.0
  /// Points between a line and the next.
  public var lineSpacing = 0.0
  /// Points from a tab stop to the next.
  public var tabInterval = 28.0

  /// Creates a style; see the properties.
  public init(lineHeightMultiple: Double = 1, lineSpacing: Double = 0, tabInterval: Double = 28) {
    self.lineHeightMultiple = lineHeightMultiple
    self.lineSpacing = lineSpacing
    self.tabInterval = tabInterval
  }

  static func check(_ style: ParagraphStyle) throws(TextError) {
    let isUsable =
      (0.01...100).contains(style.lineHeightMultiple) && (0...10_000).contains(style.lineSpacing)
      && (0.1...100_000).contains(style.tabInterval)
    guard isUsable else {
      throw TextError(
        .valueOutOfRange,
        "Line heights are multiplied by 0.01 to 100, line spacings are 0 to 10,000 points, tab intervals 0.1 to 100,000."
      )
    }
  }
}

extension String {
  /// The text in one font, ready to be laid out at any width.
  ///
  /// - Throws: ``TextError``: a font file that is none, a size out of range, no font at all.
  /// - Complexity: Linear in the length; a word that is not in the engine's cache is shaped.
  public func prepared(
    in font: Font, style: ParagraphStyle = ParagraphStyle(), by engine: TextEngine? = nil
  ) throws(TextError) -> PreparedText {
    let runs = [TextRun(self, font: font)]
    if let engine { return try engine.prepare(runs, style: style) }
    return try TextEngine.shared().prepare(runs, style: style)
  }
}
