// How measured sizes of texts compare with the stored ones, of texts that stand at their own size.
//
// A stored length is a text's own if nothing else gives it: the layout with stored sizes follows it, and the one with
// measured sizes does not stretch the text. Some stored frames come from no layout of their file and say nothing of fonts:
// those inside a view of 1000 by 1000 points, which Xcode 8 writes for what it has not laid out; those of views that no
// constraint mentions, which lie as they were dropped (a label of the library is 42 by 21); and a height that is more than a
// third above the text's line, which no font of that size has: what stretched the text has left the file since.

import Trellis

/// How measured sizes of texts compare with the stored ones, for texts that stand at their own size.
public struct TextScore: Sendable, Equatable {
  /// Texts of one line whose stored width is their own.
  public var widths = 0
  /// Those of them that are within 1 point or 2 %.
  public var nearWidths = 0
  /// Texts of one line whose stored height is their own.
  public var heights = 0
  /// Those of them that are within half a point.
  public var nearHeights = 0
  /// Texts that were measured, stretched ones among them.
  public var measured = 0

  /// Creates a score; see the properties.
  public init(widths: Int = 0, nearWidths: Int = 0, heights: Int = 0, nearHeights: Int = 0, measured: Int = 0) {
    self.widths = widths
    self.nearWidths = nearWidths
    self.heights = heights
    self.nearHeights = nearHeights
    self.measured = measured
  }

  /// Counts a text that stands at its own length.
  fileprivate mutating func add(_ length: Double, _ stored: Double, _ axis: Axis) {
    if axis == .horizontal {
      widths += 1
      if abs(length - stored) <= max(1, 0.02 * stored) + 1e-6 { nearWidths += 1 }
    } else {
      heights += 1
      if abs(length - stored) <= 0.5 + 1e-6 { nearHeights += 1 }
    }
  }

  mutating func add(_ other: TextScore) {
    widths += other.widths
    nearWidths += other.nearWidths
    heights += other.heights
    nearHeights += other.nearHeights
    measured += other.measured
  }
}

extension InterfaceFile {
  /// How high, in measured lines, a text of one line can be.
  private static let mostLines = 4.0 / 3

  /// How measured texts compare with the stored sizes of those that stand at their own.
  func score(
    _ unit: ResolvedUnit, _ source: InsetSource, _ measures: [Int: MeasuredText]
  ) throws(LayoutError) -> TextScore {
    let insets = UnitInsets(of: unit, source)
    let builder = try UnitBuilder(unit, insets, images: model.images)
    let origins = try UnitLayout(builder, findAmbiguity: false).origins(isLarger: false)
    let measured = try UnitLayout(
      UnitBuilder(unit, insets, images: model.images, texts: measures), findAmbiguity: false)
    let laidOut = unit.laidOutViews()
    var score = TextScore()
    for (index, measure) in measures where unit.views[index].hasFrame && !unit.views[index].isInvisible {
      score.measured += 1
      guard laidOut.contains(index), FontMetrics(unit.views[index].view, platform: unit.platform).lineLimit == 1 else {
        continue
      }
      let stored = unit.views[index].storedAlignment.size
      let rect = measured.builder.views[index].alignmentRect(forFrame: measured.frames[index]).size
      for (axis, length, origin) in [
        (Axis.horizontal, measure.width, origins[index][2]), (.vertical, measure.height, origins[index][3]),
      ] where origin == .fed && stored[axis] > 0 {
        let isStretched = rect[axis] > length + 1e-6 && abs(rect[axis] - stored[axis]) <= 1 + 1e-6
        let isTooHigh = axis == .vertical && stored[axis] > length * Self.mostLines
        if !isStretched, !isTooHigh { score.add(length, stored[axis], axis) }
      }
    }
    return score
  }
}

extension ResolvedUnit {
  /// The views whose stored frames a layout gave.
  fileprivate func laidOutViews() -> Set<Int> {
    var mentioned: Set<UnitItem> = []
    for constraint in constraints { mentioned.formUnion([constraint.first, constraint.second].compactMap { $0 }) }
    let unopened = Size(width: 1_000, height: 1_000)
    var isUnopened = Array(repeating: false, count: views.count)
    var result: Set<Int> = []
    for (index, item) in views.enumerated() {
      if let superview = item.superview {
        isUnopened[index] = isUnopened[superview] || item.stored.size == unopened
      }
      if !isUnopened[index], item.isArranged || mentioned.contains(.view(index)) { result.insert(index) }
    }
    return result
  }
}
