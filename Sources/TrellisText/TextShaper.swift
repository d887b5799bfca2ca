// The door between texts and the library that knows fonts: HarfBuzz, ICU and fontconfig on Linux, Core Text on Apple's
// platforms.

/// A font that a shaper has found: an index into its table.
public struct Typeface: Hashable, Sendable {
  /// The position in the shaper's table.
  public var index: Int

  /// Creates the handle of an entry.
  public init(index: Int) { self.index = index }
}

/// What a shaper knows of a typeface. Lengths are in ems.
public struct TypefaceMetrics: Hashable, Sendable {
  /// How far glyphs rise above the baseline.
  public var ascender: Double
  /// How far they fall below it, as a positive number.
  public var descender: Double
  /// The gap between two lines.
  public var lineGap: Double

  /// Creates metrics; see the properties.
  public init(ascender: Double, descender: Double, lineGap: Double) {
    self.ascender = ascender
    self.descender = descender
    self.lineGap = lineGap
  }
}

/// A typeface for a font, and what the author of a text may want to know.
public struct FoundTypeface: Hashable, Sendable {
  /// The typeface.
  public var typeface: Typeface
  /// What is known of it.
  public var metrics: TypefaceMetrics
  /// The family that was taken where the one asked for is not installed.
  public var substitute: String?

  /// Creates a finding; see the properties.
  public init(typeface: Typeface, metrics: TypefaceMetrics, substitute: String? = nil) {
    self.typeface = typeface
    self.metrics = metrics
    self.substitute = substitute
  }
}

/// The advances of a run, one entry for each UTF-16 unit.
public struct ShapedRun: Sendable {
  /// What is known of a unit.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits.
    public var rawValue: UInt8
    /// Creates flags from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A cluster begins here.
    public static let cluster = Flags(rawValue: 1)
    /// Shaped apart from what is before it, it may be another width.
    public static let unsafe = Flags(rawValue: 2)
    /// The typeface has no glyph for it.
    public static let missing = Flags(rawValue: 4)
  }

  /// In ems; 0 within a cluster.
  public var advances: [Double]
  /// What is known of each unit.
  public var flags: [Flags]

  /// Creates a run; both arrays have an entry for each unit.
  public init(advances: [Double], flags: [Flags]) {
    self.advances = advances
    self.flags = flags
  }

  /// Makes it as long as a number of units, whatever stands there.
  mutating func resize(_ count: Int) {
    let missing = count - advances.count
    if missing > 0 {
      advances.append(contentsOf: repeatElement(0, count: missing))
      flags.append(contentsOf: repeatElement([], count: missing))
    } else {
      advances.removeLast(-missing)
      flags.removeLast(-missing)
    }
  }
}

/// Whether a line may, or must, end before a unit.
public enum LineBreak: UInt8, Sendable {
  case none, allowed, mandatory
}

/// A library that knows fonts. Its methods are called on one thread at a time.
public protocol TextShaper: AnyObject {
  /// Whether another family stands in for Apple's system font, whose spacing is to be corrected.
  var systemFontIsStandIn: Bool { get }
  /// Whether a word of a script, a range of a text, may be shaped in one call with others, a space between each and the next:
  /// where ``ShapedRun/Flags/unsafe`` is on neither end of it, its advances and flags are those it has by itself. False by
  /// default.
  func canShapeTogether(_ text: [UInt16], _ range: Range<Int>, script: UInt32) -> Bool
  /// The typeface of a font.
  func typeface(for font: Font) throws(TextError) -> FoundTypeface
  /// A typeface like that of a font that has a character; nil where none has.
  func fallback(for font: Font, character: Unicode.Scalar) -> FoundTypeface?
  /// Shapes a range of a text that is of one script and direction.
  func shape(
    _ text: [UInt16], _ range: Range<Int>, in typeface: Typeface, isRightToLeft: Bool, script: UInt32
  ) throws(TextError) -> ShapedRun
  /// As ``shape(_:_:in:isRightToLeft:script:)``, in the memory of an earlier run. By default that one's answer.
  func shape(
    _ text: [UInt16], _ range: Range<Int>, in typeface: Typeface, isRightToLeft: Bool, script: UInt32,
    into run: inout ShapedRun
  ) throws(TextError)
  /// Where lines may end, by UAX #14: an entry for each unit, and one for the end.
  func lineBreaks(_ text: [UInt16]) throws(TextError) -> [LineBreak]
  /// The embedding level of each unit, by UAX #9.
  func levels(_ text: [UInt16]) throws(TextError) -> [UInt8]
  /// The ISO 15924 tag of a character's script.
  func script(of character: Unicode.Scalar) -> UInt32
}

extension TextShaper {
  /// False.
  public func canShapeTogether(_ text: [UInt16], _ range: Range<Int>, script: UInt32) -> Bool { false }

  /// Shapes a range by ``shape(_:_:in:isRightToLeft:script:)``, into memory of its own.
  public func shape(
    _ text: [UInt16], _ range: Range<Int>, in typeface: Typeface, isRightToLeft: Bool, script: UInt32,
    into run: inout ShapedRun
  ) throws(TextError) {
    run = try shape(text, range, in: typeface, isRightToLeft: isRightToLeft, script: script)
  }
}
