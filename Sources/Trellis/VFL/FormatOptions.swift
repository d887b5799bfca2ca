// What a visual format leaves open: alignment, direction, what spacing is measured from, and how wide a standard space is.
//
// Raw values are those of `NSLayoutConstraint.FormatOptions` (semantics 2.1).

/// The options of a visual format: alignment bits, one direction, one way of measuring spacing.
///
/// Alignment must be orthogonal to the format: a row can be aligned by tops, a column by leading edges. The other way
/// round is an error (``LayoutError/Kind/invalidFormat(column:)``).
public struct FormatOptions: OptionSet, Hashable, Sendable {
  /// The bits, as Auto Layout has them.
  public let rawValue: UInt

  /// Creates options from bits; unknown ones are refused where the options are used.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  private init(_ attribute: Attribute) {
    self.init(rawValue: 1 << UInt(attribute.rawValue))
  }

  /// The left edges of neighbours are equal.
  public static let alignAllLeft = FormatOptions(.left)
  /// The right edges of neighbours are equal.
  public static let alignAllRight = FormatOptions(.right)
  /// The top edges of neighbours are equal.
  public static let alignAllTop = FormatOptions(.top)
  /// The bottom edges of neighbours are equal.
  public static let alignAllBottom = FormatOptions(.bottom)
  /// The leading edges of neighbours are equal.
  public static let alignAllLeading = FormatOptions(.leading)
  /// The trailing edges of neighbours are equal.
  public static let alignAllTrailing = FormatOptions(.trailing)
  /// The horizontal centres of neighbours are equal: a column.
  public static let alignAllCenterX = FormatOptions(.centerX)
  /// The vertical centres of neighbours are equal: a row.
  public static let alignAllCenterY = FormatOptions(.centerY)
  /// The last baselines of neighbours are equal.
  public static let alignAllLastBaseline = FormatOptions(.lastBaseline)
  /// The first baselines of neighbours are equal.
  public static let alignAllFirstBaseline = FormatOptions(.firstBaseline)
  /// The bits that align.
  public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)

  /// From the leading edge to the trailing one, with the attributes `leading` and `trailing`. The default: no bit.
  public static let directionLeadingToTrailing: FormatOptions = []
  /// From left to right whatever the direction, with the attributes `left` and `right`.
  public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
  /// From right to left whatever the direction, with the attributes `left` and `right`.
  public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
  /// The bits that give a direction.
  public static let directionMask = FormatOptions(rawValue: 3 << 16)

  /// Spaces reach from edge to edge. The default: no bit.
  public static let spacingEdgeToEdge: FormatOptions = []
  /// Spaces between the views of a column reach from the last baseline above to the first baseline below.
  public static let spacingBaselineToBaseline = FormatOptions(rawValue: 1 << 19)
  /// The bit that says what spacing is measured from.
  public static let spacingMask = FormatOptions(rawValue: 1 << 19)

  /// The attributes that neighbours share, in the order of their raw values; nil if there is a bit of no such meaning.
  var alignment: [Attribute]? {
    let known: FormatOptions = [
      .alignAllLeft, .alignAllRight, .alignAllTop, .alignAllBottom, .alignAllLeading, .alignAllTrailing,
      .alignAllCenterX, .alignAllCenterY, .alignAllLastBaseline, .alignAllFirstBaseline,
    ]
    let others: FormatOptions = [.directionMask, .spacingMask]
    guard isSubset(of: known.union(others)), !isSuperset(of: .directionMask) else { return nil }
    // Bits from 16 on are not attributes, though attributes have such numbers.
    return Attribute.allCases.filter { (1..<16).contains($0.rawValue) && contains(FormatOptions($0)) }
  }
}

/// How wide a standard space (`-` in a visual format) is.
public struct StandardSpacing: Hashable, Sendable {
  /// The space between a view and the edge of its superview.
  public enum Edge: Hashable, Sendable {
    /// So many points from the edge.
    case points(Double)
    /// The view lies at the superview's margin (iOS 8 and later).
    case margin
  }

  /// The space between two views, in points.
  public var sibling: Double
  /// The space between a view and the edge of its superview.
  public var superview: Edge

  /// Creates a convention.
  public init(sibling: Double = 8, superview: Edge = .points(20)) {
    self.sibling = sibling
    self.superview = superview
  }

  /// 8 points between views, 20 to the superview.
  public static let standard = StandardSpacing()
  /// 8 points everywhere.
  public static let classic = StandardSpacing(superview: .points(8))
  /// 8 points between views, the superview's margins at its edges, as iOS does since version 8.
  public static let margins = StandardSpacing(superview: .margin)
}

/// Which language a visual format is written in.
public enum FormatDialect: Hashable, Sendable, CaseIterable {
  /// Apple's, with the laxness of its parser and nothing more.
  case apple
  /// Apple's and multiples of views, percentages, operators, equal gaps, named priorities, ranges, `HV:`, `C:`, `Z:`,
  /// blanks, lines and comments.
  case extended
}

/// A number that visual formats can use by name: anything that converts to `Double`.
public protocol FormatMetric {
  /// The number, in points or as a priority.
  var metricValue: Double { get }
}

extension FormatMetric where Self: BinaryInteger {
  /// The number as a `Double`.
  public var metricValue: Double { Double(self) }
}

extension FormatMetric where Self: BinaryFloatingPoint {
  /// The number as a `Double`.
  public var metricValue: Double { Double(self) }
}

extension Double: FormatMetric {}
extension Float: FormatMetric {}
extension Int: FormatMetric {}
extension Int8: FormatMetric {}
extension Int16: FormatMetric {}
extension Int32: FormatMetric {}
extension Int64: FormatMetric {}
extension UInt: FormatMetric {}
extension UInt8: FormatMetric {}
extension UInt16: FormatMetric {}
extension UInt32: FormatMetric {}
extension UInt64: FormatMetric {}

extension Priority: FormatMetric {
  /// The priority's number.
  public var metricValue: Double { Double(rawValue) }
}

extension Constraint {
  /// `NSLayoutConstraint.FormatOptions`.
  public typealias FormatOptions = Trellis.FormatOptions
}
