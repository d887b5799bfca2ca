// How files get at the sizes of texts: from whoever reads them. This module knows no fonts, so that what embeds it needs no
// library for them; `TrellisText` does, and the command line puts the two together.

import Trellis

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
  /// Every width in a range at which ``heightForWidth`` changes, as ``WrappingText/heightSteps(in:)``; nil where whoever
  /// measures does not tell.
  public var heightSteps: (@Sendable (ClosedRange<Double>) -> [HeightForWidth.Step])?
  /// The height at a width of all lines, also of those that are not shown.
  public var wholeHeight: @Sendable (Double) -> Double
  /// Every width in a range at which ``wholeHeight`` changes; nil where whoever measures does not tell.
  public var wholeSteps: (@Sendable (ClosedRange<Double>) -> [HeightForWidth.Step])?
  /// The lines at a width, for pictures; nil where whoever measures does not tell.
  public var linesForWidth: (@Sendable (Double) -> [MeasuredLine])?

  /// Creates the measure of a text.
  public init(
    width: Double, height: Double, firstBaseline: Double, lastBaseline: Double,
    heightForWidth: (@Sendable (Double) -> Double)? = nil,
    heightSteps: (@Sendable (ClosedRange<Double>) -> [HeightForWidth.Step])? = nil,
    wholeHeight: @escaping @Sendable (Double) -> Double,
    wholeSteps: (@Sendable (ClosedRange<Double>) -> [HeightForWidth.Step])? = nil,
    linesForWidth: (@Sendable (Double) -> [MeasuredLine])? = nil
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.heightForWidth = heightForWidth
    self.heightSteps = heightSteps
    self.wholeHeight = wholeHeight
    self.wholeSteps = wholeSteps
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

/// The height of a measured text and of what lies around it, as scenes ask for it.
struct MeasuredHeight: WrappingText {
  let height: @Sendable (Double) -> Double
  let steps: (@Sendable (ClosedRange<Double>) -> [HeightForWidth.Step])?
  /// What lies around the text, in points.
  let horizontal: Double
  /// See `horizontal`.
  let vertical: Double

  private init(
    _ height: @escaping @Sendable (Double) -> Double,
    _ steps: (@Sendable (ClosedRange<Double>) -> [HeightForWidth.Step])?,
    _ horizontal: Double, _ vertical: Double
  ) {
    (self.height, self.steps) = (height, steps)
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// The height of a text that wraps; nil for one that does not.
  init?(_ text: MeasuredText, horizontal: Double = 0, vertical: Double = 0) {
    guard let height = text.heightForWidth else { return nil }
    self.init(height, text.heightSteps, horizontal, vertical)
  }

  /// The height of all lines, also of those that are not shown.
  init(wholeOf text: MeasuredText, horizontal: Double, vertical: Double) {
    self.init(text.wholeHeight, text.wholeSteps, horizontal, vertical)
  }

  // Without a natural width: at each width the measurer is asked.
  var naturalSize: Size { Size(width: -1, height: height(fitting: .infinity)) }

  func height(fitting width: Double) -> Double { height(width - horizontal) + vertical }

  func heightSteps(in widths: ClosedRange<Double>) -> [HeightForWidth.Step] {
    guard let steps else { return [] }
    let inner = max(0, widths.lowerBound - horizontal)...max(0, widths.upperBound - horizontal)
    return steps(inner).map { HeightForWidth.Step(width: $0.width + horizontal, height: $0.height + vertical) }
  }
}

extension MeasuredText {
  /// Makes heights those of the text and what lies around it, in points.
  mutating func inset(_ horizontal: Double, _ vertical: Double) {
    let whole = MeasuredHeight(wholeOf: self, horizontal: horizontal, vertical: vertical)
    if let shown = MeasuredHeight(self, horizontal: horizontal, vertical: vertical) {
      heightForWidth = { width in shown.height(fitting: width) }
      if heightSteps != nil { heightSteps = { widths in shown.heightSteps(in: widths) } }
    }
    wholeHeight = { width in whole.height(fitting: width) }
    if wholeSteps != nil { wholeSteps = { widths in whole.heightSteps(in: widths) } }
  }
}
