// What layouts are checked under: locales times text sizes times devices.

import Trellis

/// A text size that people choose in Settings (Dynamic Type), from the smallest to the largest; fonts that are text styles
/// follow it. ``l`` is the one that devices come with.
public enum TextSize: String, Sendable, Hashable, CaseIterable {
  case xs, s, m, l, xl, xxl, xxxl, ax1, ax2, ax3, ax4, ax5

  /// The name in messages, such as `XL`.
  public var name: String { rawValue.uppercased() }
}

/// A language that texts are checked in.
public struct LintLocale: Sendable {
  /// Where texts come from.
  public enum Source: Sendable {
    /// From the file itself.
    case own
    /// From a table, and from the file where that has none.
    case table(StringTable)
    /// From the file, a third longer and with accents (a pseudo-locale).
    case long
  }

  /// The name in messages: `Base`, `de`, `long`.
  public var name: String
  /// Where texts come from.
  public var source: Source
  /// Whether leading is at the right.
  public var isRightToLeft: Bool

  /// Creates a locale.
  public init(_ name: String, _ source: Source, isRightToLeft: Bool = false) {
    self.name = name
    self.source = source
    self.isRightToLeft = isRightToLeft
  }

  /// The file's own texts.
  public static let base = LintLocale("Base", .own)
  /// The pseudo-locale of long texts.
  public static let long = LintLocale("long", .long)
  /// The pseudo-locale that lays the file's own texts out from right to left.
  public static let rightToLeft = LintLocale("rtl", .own, isRightToLeft: true)

  /// The locale of a table. Those of Arabic, Hebrew, Persian, Urdu and the other scripts from right to left lay out so.
  public static func translated(_ name: String, _ table: StringTable) -> LintLocale {
    let parts = name.split(whereSeparator: { $0 == "-" || $0 == "_" })
    let script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }.map { $0.lowercased() }
    let language = parts.first.map { $0.lowercased() } ?? ""
    let isRightToLeft =
      script.map { ["arab", "hebr", "thaa", "syrc", "nkoo"].contains($0) }
      ?? ["ar", "he", "iw", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb", "ks"].contains(language)
    return LintLocale(name, .table(table), isRightToLeft: isRightToLeft)
  }

  /// The text under one of several keys.
  ///
  /// - Parameters:
  ///   - own: The text of the file.
  ///   - keys: Keys that the text may have in a table.
  func text(_ own: String, _ keys: [String]) -> String {
    switch source {
    case .own: own
    case .long: PseudoText.long(own)
    case .table(let table): keys.lazy.compactMap { table.texts[$0] }.first ?? own
    }
  }
}

/// A device or a size that layouts are checked on.
public struct LintCanvas: Sendable {
  /// The device; nil for a size, or the file's own.
  public var canvas: Canvas?
  /// The size of roots in place of their own.
  public var size: Size?
  /// The name in messages; nil for the file's own.
  public var name: String?

  /// A device, a size, or neither.
  public init(_ canvas: Canvas? = nil, size: Size? = nil) {
    self.canvas = canvas
    self.size = size
    name = canvas?.name ?? size.map { "\(rounded($0.width)) × \(rounded($0.height))" }
  }

  /// The screen in points; nil for the file's own.
  var screen: Size? { size ?? canvas.flatMap { canvas in canvas.device?.size(isLandscape: canvas.isLandscape) } }
}

/// All that layouts are checked under.
public struct LintMatrix: Sendable {
  /// Languages, at least one.
  public var locales: [LintLocale]
  /// Text sizes, at least one.
  public var textSizes: [TextSize]
  /// Devices and sizes, at least one.
  public var canvases: [LintCanvas]

  /// Creates a matrix. What is empty becomes the file's own texts, ``TextSize/l``, and the file's own canvas.
  public init(locales: [LintLocale] = [], textSizes: [TextSize] = [], canvases: [LintCanvas] = []) {
    self.locales = locales.isEmpty ? [.base] : locales
    self.textSizes = textSizes.isEmpty ? [.l] : textSizes
    self.canvases = canvases.isEmpty ? [LintCanvas()] : canvases
  }

  /// How many layouts there are.
  public var count: Int { locales.count * textSizes.count * canvases.count }
}
