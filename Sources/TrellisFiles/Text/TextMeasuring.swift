// How files get at the sizes of texts: from whoever reads them. This module knows no fonts, so that what embeds it needs no
// library for them; `TrellisText` does, and the command line puts the two together.

/// A text of a document or storyboard that is to be measured, as the file describes it.
public struct TextDescription: Hashable, Sendable {
  /// The characters.
  public var text = ""
  /// The font's family; nil for the system font.
  public var family: String?
  /// A font file, instead of a family.
  public var file: String?
  /// A text style, as in `title1`; nil for none.
  public var style: String?
  /// The size in points; nil for that of the style, or 17 points.
  public var size: Double?
  /// The text size that people chose, which the size of a style follows.
  public var textSize = TextSize.l
  /// The weight from 1 to 1000; nil for that of the style, or 400.
  public var weight: Double?
  /// Whether the font is slanted.
  public var isItalic = false
  /// The most lines; 0 for as many as it takes.
  public var lines = 1
  /// Device pixels in a point that sizes are rounded up to; nil for sizes that are not rounded.
  public var scale: Double?

  /// Creates the description of an empty text in the system font.
  public init() {}
}

/// A line of a measured text, as it is shown. Lengths are in points.
public struct MeasuredLine: Hashable, Sendable {
  /// The characters, an ellipsis among them where the text is cut.
  public var text: String
  /// The width without the spaces at its end.
  public var width: Double
  /// The baseline from the top of the text.
  public var baseline: Double

  /// Creates a line; see the properties.
  public init(text: String, width: Double, baseline: Double) {
    self.text = text
    self.width = width
    self.baseline = baseline
  }
}

/// What is known of a measured text. Lengths are in points.
public struct MeasuredText: Sendable {
  /// The size with lines that end only where the text says so, of as many lines as are shown.
  public var width: Double
  /// Its height.
  public var height: Double
  /// The first baseline from the top.
  public var firstBaseline: Double
  /// The last baseline from the bottom.
  public var lastBaseline: Double
  /// The height at a width; nil for a text that does not wrap.
  public var heightForWidth: (@Sendable (Double) -> Double)?
  /// The height at a width of all lines, also of those that are not shown.
  public var wholeHeight: @Sendable (Double) -> Double
  /// The lines at a width, for pictures; nil where whoever measures does not tell.
  public var linesForWidth: (@Sendable (Double) -> [MeasuredLine])?

  /// Creates the measure of a text.
  public init(
    width: Double, height: Double, firstBaseline: Double, lastBaseline: Double,
    heightForWidth: (@Sendable (Double) -> Double)? = nil, wholeHeight: @escaping @Sendable (Double) -> Double,
    linesForWidth: (@Sendable (Double) -> [MeasuredLine])? = nil
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.heightForWidth = heightForWidth
    self.wholeHeight = wholeHeight
    self.linesForWidth = linesForWidth
  }
}

/// Why a text cannot be measured.
public struct TextMeasuringError: Error, Hashable, Sendable {
  /// What is wrong, and what would be right.
  public var message: String

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}

/// Something that knows fonts.
public protocol TextMeasuring: Sendable {
  /// Measures a text. Called from several threads at once.
  func measure(_ text: TextDescription) throws(TextMeasuringError) -> MeasuredText
}
