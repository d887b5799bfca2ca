// Where baselines lie, as far as a file says.
//
// A file names fonts but does not hold their metrics. Those of the system font are public: 2048 units to the em, the
// `hhea` table of SF Pro has an ascender of 1950 and a descender of -494, so a line is 1.193 times the font size high,
// and that is what the stored heights of one-line labels show (17 points: 20.5 after rounding up to half points). Text
// styles have the sizes of the standard content size category (Human Interface Guidelines, Typography). For a font of
// another family the system font's metrics stand in, and the result says so.

import Trellis

/// Baselines of a view that shows text.
struct FontMetrics {
  static let ascender = 1950.0 / 2048
  static let descender = 494.0 / 2048

  /// Sizes of text styles in points, by the end of their names.
  private static let styles: [String: Double] = [
    "Body": 17, "Callout": 16, "Caption1": 12, "Caption2": 11, "Footnote": 13, "Headline": 17, "Subhead": 15,
    "Title0": 34, "Title1": 28, "Title2": 22, "Title3": 20, "LargeTitle": 34,
  ]

  /// The size of a text style that documents name, as in `title1`, at the standard text size.
  static func standardSize(ofStyle name: String) -> Double? {
    let names = ["subheadline": "Subhead", "largeTitle": "LargeTitle"]
    return styles[names[name] ?? name.prefix(1).uppercased() + name.dropFirst()]
  }

  var size: Double
  /// The most lines that the view shows; 0 for as many as fit.
  var lineLimit: Int
  /// Whether the font is the system's, so that its metrics are known.
  var isKnown: Bool
  private let platform: InterfacePlatform

  /// The font of a view; 17 points (labels), 15 (buttons) or 14 (text fields) where the file says nothing.
  init(_ view: InterfaceView, platform: InterfacePlatform) {
    let standard = platform == .macOS ? 13.0 : view.element == "button" ? 15 : view.element == "textField" ? 14 : 17
    let style = view.font?.style.map { $0.replacingPrefix("UICTFontTextStyle", with: "") }
    let given = view.font?.size ?? style.flatMap { Self.styles[$0] } ?? standard
    self.platform = platform
    size = (1...10_000).contains(given) ? given : standard
    isKnown = view.font?.name == nil
    let limit = view.attributes["numberOfLines"].flatMap(Int.init) ?? 1
    lineLimit = view.element == "label" ? max(limit, 0) : view.element == "textView" ? 0 : 1
  }

  /// The height of a line, in points.
  var lineHeight: Double { (Self.ascender + Self.descender) * size }

  /// About how wide a text is: letters of the system font are 0.53 em wide in the mean of English texts.
  func estimatedWidth(_ text: String) -> Double {
    let longest = text.split(whereSeparator: \.isNewline).map(\.count).max() ?? 0
    return (0.53 * size * Double(longest)).rounded(.up)
  }

  /// First baseline from the top and last baseline from the bottom of a view, in points, its text centered in it.
  ///
  /// On iOS a text is as high as its lines, rounded up to pixels, and its last baseline lies a whole number of points
  /// above its bottom: stored frames of labels of 11 and 14 points that share a baseline have the same bottom, of those of
  /// 13 and 16 points the larger is one point lower, and labels in fields of every height lie so **[F]**.
  func baselines(height: Double, scale: Double) -> (first: Double, last: Double) {
    let line = lineHeight
    var lines = max(1, (height / line).rounded(.down))
    if lineLimit > 0 { lines = min(lines, Double(lineLimit)) }
    var text = lines * line
    var descent = Self.descender * size
    if platform != .macOS {
      text = (text * scale).rounded(.up) / scale
      descent = descent.rounded()
    }
    let space = (height - text) / 2
    return (space + text - descent - (lines - 1) * line, space + descent)
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, with replacement: String) -> String {
    hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
  }
}
