// What a text is set in: a description, which a shaper turns into a file or a system's font.

import Trellis

/// A font: family, size, weight and slant.
///
/// ```swift
/// Font.system(17, weight: .semibold)
/// Font.style(.body, category: .accessibilityLarge)
/// Font("DejaVu Sans", size: 12)
/// Font(file: "/fonts/Brand.otf", size: 20)
/// ```
public struct Font: Hashable, Sendable {
  /// Where the glyphs come from.
  public enum Source: Hashable, Sendable {
    /// Apple's system font. Elsewhere Inter stands in for it, with the system font's tracking and line heights.
    case system
    /// An installed family, by the name that it goes by.
    case family(String)
    /// A file, and the position of the font in it (0 but in collections).
    case file(String, index: Int)
  }

  /// The weight, on the scale of OpenType and CSS.
  public struct Weight: Hashable, Sendable, Comparable {
    /// 100 (thin) to 900 (black); 400 is regular.
    public var value: Double

    /// Creates a weight. Values out of 1 to 1000 are brought into it.
    public init(_ value: Double) { self.value = value.isNaN ? 400 : min(max(value, 1), 1000) }

    /// 100.
    public static let ultraLight = Weight(100)
    /// 200.
    public static let thin = Weight(200)
    /// 300.
    public static let light = Weight(300)
    /// 400.
    public static let regular = Weight(400)
    /// 500.
    public static let medium = Weight(500)
    /// 600.
    public static let semibold = Weight(600)
    /// 700.
    public static let bold = Weight(700)
    /// 800.
    public static let heavy = Weight(800)
    /// 900.
    public static let black = Weight(900)

    /// Whether the first is lighter.
    public static func < (first: Weight, second: Weight) -> Bool { first.value < second.value }
  }

  /// Where the glyphs come from.
  public var source: Source
  /// The size in points.
  public var size: Double
  /// The weight.
  public var weight: Weight
  /// Whether it is slanted.
  public var isItalic: Bool
  /// Points between a line and the next, as the fonts of text styles have; 0 for others.
  public var lineSpacing = 0.0

  /// Creates a font. Sizes that are not between 0 and 10,000 points are refused where a text is prepared.
  public init(source: Source, size: Double, weight: Weight = .regular, isItalic: Bool = false) {
    self.source = source
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  /// A font of an installed family. A family that is not installed gives a text in the nearest that is, and a note.
  public init(_ family: String, size: Double, weight: Weight = .regular, isItalic: Bool = false) {
    self.init(source: .family(family), size: size, weight: weight, isItalic: isItalic)
  }

  /// A font in a file.
  public init(file: String, index: Int = 0, size: Double) {
    self.init(source: .file(file, index: index), size: size)
  }

  /// Apple's system font.
  public static func system(_ size: Double, weight: Weight = .regular, isItalic: Bool = false) -> Font {
    Font(source: .system, size: size, weight: weight, isItalic: isItalic)
  }

  /// The system font of a text style, at a text size that people choose in Settings.
  public static func style(_ style: TextStyle, category: ContentSizeCategory = .large) -> Font {
    var font = Font.system(style.size(in: category), weight: style.weight)
    font.lineSpacing = SystemFont.styleLineSpacing(font.size)
    return font
  }
}

/// A role of text, whose size follows the text size that people choose.
public enum TextStyle: String, Hashable, Sendable, CaseIterable {
  case largeTitle, title1, title2, title3, headline, body, callout, subheadline, footnote, caption1, caption2

  /// The weight: semibold for headlines, regular for all others.
  public var weight: Font.Weight { self == .headline ? .semibold : .regular }

  /// The size in points, from the tables of Apple's Human Interface Guidelines (Typography, Dynamic Type sizes).
  public func size(in category: ContentSizeCategory) -> Double { Double(sizes[category.index]) }

  private var sizes: [Int] {
    switch self {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }
}
