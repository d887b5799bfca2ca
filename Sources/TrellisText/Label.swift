// A view that shows text and knows its size: as wide as its text, as high as its lines at the width that it gets. The
// width is the solver's (semantics 2.7), so there is no preferred width to keep by hand.

import Trellis

/// A view that shows text.
///
/// ```swift
/// let title = try Label("All happy families are alike", font: .style(.headline), lines: 0)
/// ```
///
/// Its intrinsic width is that of the text on lines that end only where the text says so, its height that of the lines it
/// takes at the width that the layout gives it. Its baselines are those of the first and the last line.
open class Label: View {
  /// The text in its runs, measured.
  public private(set) var preparedText: PreparedText
  /// The runs of the text; one for a text in one font.
  public private(set) var runs: [TextRun]
  /// What holds for the lines.
  public private(set) var paragraphStyle: ParagraphStyle
  private let engine: TextEngine

  /// The most lines that are shown; 0 for as many as it takes, 1 by default.
  public var numberOfLines: Int {
    didSet { if numberOfLines != oldValue { sizeChanged() } }
  }

  /// Device pixels in a point, where sizes are rounded up to such pixels as UIKit's are; nil, the default, for sizes that
  /// are not rounded.
  public var displayScale: Double? {
    didSet { if displayScale != oldValue { sizeChanged() } }
  }

  /// Creates a label.
  ///
  /// - Parameters:
  ///   - text: What it shows.
  ///   - font: What the text is set in.
  ///   - lines: The most lines; 0 for as many as it takes.
  ///   - engine: What measures it; the engine of the process unless given.
  /// - Throws: ``TextError``, as ``TextEngine/prepare(_:style:)``.
  public convenience init(
    _ text: String, font: Font = .style(.body), lines: Int = 1, engine: TextEngine? = nil
  ) throws(TextError) {
    try self.init(runs: [TextRun(text, font: font)], lines: lines, engine: engine)
  }

  /// Creates a label of text in several fonts.
  ///
  /// - Throws: ``TextError``, as ``TextEngine/prepare(_:style:)``.
  public init(
    runs: [TextRun], style: ParagraphStyle = ParagraphStyle(), lines: Int = 1, engine: TextEngine? = nil
  ) throws(TextError) {
    var measuring = engine
    if measuring == nil { measuring = try TextEngine.shared() }
    guard let measuring else { throw TextError(.unavailable, "There is no engine to measure with.") }
    self.engine = measuring
    preparedText = try measuring.prepare(runs, style: style)
    self.runs = runs
    paragraphStyle = style
    numberOfLines = lines
    super.init(nil)
    sizeChanged()
  }

  /// The characters of all runs.
  public var text: String { runs.map(\.text).joined() }

  /// Shows another text in the font of the first run, or in another one.
  ///
  /// - Throws: ``TextError``; the label stays as it was.
  public func setText(_ text: String, font: Font? = nil) throws(TextError) {
    try setRuns([
      TextRun(text, font: font ?? runs.first?.font ?? .style(.body), kern: font == nil ? runs.first?.kern ?? 0 : 0)
    ])
  }

  /// Shows text in several fonts.
  ///
  /// - Throws: ``TextError``; the label stays as it was.
  public func setRuns(_ runs: [TextRun], style: ParagraphStyle? = nil) throws(TextError) {
    let prepared = try engine.prepare(runs, style: style ?? paragraphStyle)
    self.runs = runs
    if let style { paragraphStyle = style }
    preparedText = prepared
    sizeChanged()
  }

  /// How far the content lies inside the view's alignment rectangle; nothing for a label.
  open var contentInsets: EdgeInsets { .zero }

  open override var descriptionTitle: String? { runs.isEmpty ? nil : text }

  /// Whether the text is cut in the frame of the last layout.
  public var isTruncated: Bool {
    let rect = alignmentRect(forFrame: frame)
    let insets = contentInsets
    let width = rect.width - insets.leading - insets.trailing
    return preparedText.isTruncated(fitting: width, lines: numberOfLines)
      || preparedText.size(fitting: width, lines: numberOfLines).height + insets.top + insets.bottom > rect.height
        + 1e-6
  }

  /// Another text as this label would show it: what an instance of a ``LayoutTemplate`` has in its place.
  public func content(_ text: PreparedText) -> LabelText {
    LabelText(text, lines: numberOfLines, displayScale: displayScale, contentInsets: contentInsets)
  }

  /// Takes size and baselines from the text once more. For subclasses whose ``contentInsets`` have changed.
  public func sizeChanged() {
    let shown = content(preparedText)
    let baselines = shown.baselines
    intrinsicSize = shown.naturalSize
    firstBaselineOffsetFromTop = baselines.first
    lastBaselineOffsetFromBottom = baselines.last
    heightForWidth = numberOfLines == 1 ? nil : HeightForWidth(shown)
  }
}

/// A view that shows a title and can be pressed: a ``Label`` with room around its text.
open class Button: Label {
  /// Room around the title. A plain button of UIKit has 6 points above and below, and none at the sides.
  public var titleInsets = EdgeInsets(top: 6, leading: 0, bottom: 6, trailing: 0) {
    didSet { sizeChanged() }
  }

  open override var contentInsets: EdgeInsets { titleInsets }
}

/// A length in points rounded up to whole pixels, as UIKit rounds the sizes of texts; not for a rounding error.
///
/// - Parameter scale: Device pixels in a point; nil for no rounding.
public func roundedUp(_ length: Double, _ scale: Double?) -> Double {
  guard let scale, scale > 0 else { return length }
  return ((length * scale - 1e-6).rounded(.up)) / scale
}
