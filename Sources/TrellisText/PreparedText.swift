// A text whose words have been shaped: sizes at any width are arithmetic from here on.
//
// Lines are filled greedily, as labels do: as many pieces as fit, a piece being what lies between two line boundaries;
// spaces at the end of a line hang over; a piece that is wider than the line is broken between its clusters. So a line
// ends at the last boundary whose offset is at most the line's start plus the width, and with offsets in order that is a
// binary search.

import Trellis

/// Lengths of a line in one font, in points.
struct LineMetrics: Hashable, Sendable {
  var ascent: Double
  var descent: Double
  /// Between the line and the next.
  var spacing: Double

  init(_ metrics: TypefaceMetrics, _ font: Font, _ style: ParagraphStyle) {
    let size = font.size
    spacing = font.lineSpacing + style.lineSpacing
    let height = (metrics.ascender + metrics.descender + metrics.lineGap) * size
    // What a multiple adds lies above the text.
    ascent = metrics.ascender * size + height * (style.lineHeightMultiple - 1)
    descent = (metrics.descender + metrics.lineGap) * size
  }

  init(ascent: Double, descent: Double, spacing: Double) {
    self.ascent = ascent
    self.descent = descent
    self.spacing = spacing
  }

  var height: Double { ascent + descent }
}

/// What the engine measured.
struct TextMeasurements {
  var units: [UInt16]
  var advances: [Double]
  var flags: [ShapedRun.Flags]
  var breaks: [LineBreak]
  var endDifferences: [Int: Double]
  var startDifferences: [Int: Double]
  /// The width of a hyphen in each run; empty where no soft hyphen is in the text.
  var hyphens: [Double]
  /// The width of an ellipsis in the last run.
  var ellipsis: Double
  var runEnds: [Int]
  var lines: [LineMetrics]
  var style: ParagraphStyle
  var notes: TextNotes
}

/// A line of a laid out text.
public struct TextLine: Hashable, Sendable {
  /// The UTF-16 units in it, with spaces that hang over its end.
  public var range: Range<Int>
  /// The width without such spaces, in points; with the ellipsis of a line that is cut.
  public var width: Double
  /// The top of the line from the top of the text, in points.
  public var top: Double
  /// The baseline from the top of the text, in points.
  public var baseline: Double
  /// The height, in points.
  public var height: Double
}

/// A text that has been shaped once and has its size at any width by arithmetic.
///
/// ```swift
/// let text = try "All happy families are alike".prepared(in: .system(17))
/// let size = text.size(fitting: 160)
/// ```
///
/// A line holds what is at most ``PreparedText/tolerance`` wider than it.
public struct PreparedText: Sendable {
  /// By how much, in points, a line may be wider than the width it has to fit: the rounding errors of a layout.
  public static let tolerance = 1e-6

  let content: TextContent

  init(_ measurements: TextMeasurements) { content = TextContent(measurements) }

  /// Families and characters that are not there, and what was taken for them.
  public var notes: TextNotes { content.notes }

  /// Whether there is nothing to show. Such a text has no size, as in a label.
  public var isEmpty: Bool { content.pieces.isEmpty }

  /// The size with lines that end only where the text says so, in points.
  public var naturalSize: Size { size(fitting: .infinity) }

  /// The size of the text in a width.
  ///
  /// - Parameters:
  ///   - width: The most points of a line.
  ///   - lines: The most lines; 0 for as many as it takes.
  /// - Returns: The width of the widest line, which is more than `width` where one cluster is, and the height of all.
  /// - Complexity: O(lines · log length), without tabs and soft hyphens.
  public func size(fitting width: Double, lines: Int = 0) -> Size {
    guard !isEmpty else { return .zero }
    var filling = Filling(width, limit: lines)
    content.fill(&filling)
    return Size(width: filling.widest, height: filling.height)
  }

  /// The height of the text in a width; as ``size(fitting:lines:)``.
  public func height(fitting width: Double, lines: Int = 0) -> Double { size(fitting: width, lines: lines).height }

  /// How many lines the text has in a width.
  public func lineCount(fitting width: Double) -> Int {
    guard !isEmpty else { return 0 }
    var filling = Filling(width, limit: 0)
    content.fill(&filling)
    return filling.count
  }

  /// Whether a text in a width and a number of lines is cut: at the end of its last line, or because a word is broken.
  public func isTruncated(fitting width: Double, lines: Int) -> Bool {
    guard !isEmpty else { return false }
    var filling = Filling(width, limit: lines)
    content.fill(&filling)
    return filling.isCut
  }

  /// The lines of the text in a width, the last of them cut with an ellipsis where there are more.
  public func lines(fitting width: Double, lines: Int = 0) -> [TextLine] {
    guard !isEmpty else { return [] }
    var filling = Filling(width, limit: lines)
    filling.lines = []
    content.fill(&filling)
    return filling.lines ?? []
  }

  /// The first baseline from the top, in points, of the text in a width.
  public func firstBaseline(fitting width: Double = .infinity) -> Double {
    guard !isEmpty else { return 0 }
    guard !content.isUniform else { return content.metrics[0].ascent }
    return lines(fitting: width).first?.baseline ?? 0
  }

  /// The last baseline from the bottom, in points, of the text in a width.
  public func lastBaseline(fitting width: Double = .infinity, lines: Int = 0) -> Double {
    guard !isEmpty else { return 0 }
    guard !content.isUniform else { return content.metrics[0].descent }
    guard let last = self.lines(fitting: width, lines: lines).last else { return 0 }
    return last.top + last.height - last.baseline
  }
}

/// A piece: from one line boundary to the next.
struct TextPiece: Sendable {
  /// Units: of the whole piece, and where the spaces at its end begin.
  var start: Int
  var visibleEnd: Int
  var end: Int
  /// Where the piece begins and its visible part ends when it is the last of a line, in points from the start of a text
  /// without line ends.
  var left: Double
  var right: Double
  /// What a line that begins here is wider than that.
  var startDifference: Double
  /// Whether a line ends here in any case.
  var isLast: Bool
}

/// What is immutable of a prepared text.
final class TextContent: Sendable {
  let pieces: [TextPiece]
  /// Where each unit begins, in points from the start of a text without line ends.
  let offsets: [Double]
  /// Whether a cluster begins at a unit.
  let isBoundary: [Bool]
  /// For each piece, the first from it on that ends its line in any case.
  let lasts: [Int]
  /// Widths of the spaces before, between and after the tabs of a piece.
  let tabs: [Int: [Double]]
  let ellipsis: Double
  let runEnds: [Int]
  let metrics: [LineMetrics]
  let style: ParagraphStyle
  let notes: TextNotes
  /// Whether all lines are of one height.
  let isUniform: Bool
  /// Whether right ends are in order, so that the last piece that fits can be searched for.
  let isOrdered: Bool
  /// Whether more width never makes more lines, nor another height without fewer.
  let isMonotone: Bool

  init(_ text: TextMeasurements) {
    let count = text.units.count
    let offsets = [Double](unsafeUninitializedCapacity: count + 1) { offsets, initialized in
      var sum = 0.0
      for unit in 0..<count {
        offsets.initializeElement(at: unit, to: sum)
        sum += text.advances[unit]
      }
      offsets.initializeElement(at: count, to: sum)
      initialized = count + 1
    }
    var pieces: [TextPiece] = []
    var tabs: [Int: [Double]] = [:]
    var start = 0
    var run = 0
    var unit = 1
    while unit <= count {
      guard text.breaks[unit] != .none || unit == count else {
        unit += 1
        continue
      }
      var visibleEnd = unit
      while visibleEnd > start, hangs(text.units[visibleEnd - 1]) { visibleEnd -= 1 }
      while run + 1 < text.runEnds.count, text.runEnds[run] < unit { run += 1 }
      var right = offsets[visibleEnd] + (text.endDifferences[unit] ?? 0)
      let isHyphen = visibleEnd == unit && unit < count && text.units[unit - 1] == 0xAD
      if isHyphen, run < text.hyphens.count { right += text.hyphens[run] }
      let spaces = visibleEnd..<unit
      if spaces.contains(where: { text.units[$0] == 0x09 }) {
        var widths = [0.0]
        for space in spaces {
          if text.units[space] == 0x09 { widths.append(0) } else { widths[widths.count - 1] += text.advances[space] }
        }
        tabs[pieces.count] = widths
      }
      pieces.append(
        TextPiece(
          start: start, visibleEnd: visibleEnd, end: unit, left: offsets[start], right: right,
          startDifference: text.startDifferences[start] ?? 0,
          isLast: text.breaks[unit] == .mandatory || unit == count))
      start = unit
      unit += 1
    }
    var lasts = Array(repeating: 0, count: pieces.count)
    var last = pieces.count - 1
    for index in pieces.indices.reversed() {
      if pieces[index].isLast { last = index }
      lasts[index] = last
    }
    self.lasts = lasts
    self.pieces = pieces
    self.offsets = offsets
    isBoundary = [Bool](unsafeUninitializedCapacity: count + 1) { isBoundary, initialized in
      for unit in 0..<count { isBoundary.initializeElement(at: unit, to: text.flags[unit].contains(.cluster)) }
      isBoundary.initializeElement(at: count, to: true)
      initialized = count + 1
    }
    self.tabs = tabs
    ellipsis = text.ellipsis
    runEnds = text.runEnds
    metrics = text.lines
    style = text.style
    notes = text.notes
    isUniform = text.lines.dropFirst().allSatisfy { $0 == text.lines[0] }
    isOrdered = tabs.isEmpty && zip(pieces, pieces.dropFirst()).allSatisfy { $0.right <= $1.right }
    isMonotone = isUniform && text.startDifferences.isEmpty
  }
}
