// Content whose height follows from its width: text that wraps (semantics 2.7).
//
// The width is the solver's, so the height is known only after a solve. A layout solves with the heights that it has,
// asks for those of the widths that come out, and where any is another solves once more: widths do not depend on
// heights, so the second answer is final. Nobody has to keep a preferred width by hand.

/// How high content is at a width.
public struct HeightForWidth {
  /// One step of a table: from this width on, this height.
  public struct Step: Hashable, Sendable {
    /// The least width in points.
    public var width: Double
    /// The height in points.
    public var height: Double

    /// Creates a step.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  private enum Source {
    case function((Double) -> Double)
    case text(any WrappingText)
  }

  private let source: Source

  /// The height as a function of the width, both in points. The function is to give the same height for the same width;
  /// where it changes its mind, call ``View/invalidateIntrinsicContentSize()``.
  public init(_ function: @escaping (Double) -> Double) {
    source = .function(function)
  }

  /// The height of a text. Unlike a function, it can be compiled into a ``LayoutTemplate``.
  public init(_ text: any WrappingText) {
    source = .text(text)
  }

  /// The height as a table, from the least width to the greatest. Below the first step its height holds.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: no steps, widths that do not increase, lengths that are negative,
  ///   not finite or beyond 1e8.
  public init(steps: [Step]) throws(LayoutError) {
    let isUsable =
      !steps.isEmpty && zip(steps, steps.dropFirst()).allSatisfy { $0.width < $1.width }
      && steps.allSatisfy { (0...valueLimit).contains($0.width) && (0...valueLimit).contains($0.height) }
    guard isUsable else {
      throw LayoutError(
        .valueOutOfRange,
        "The steps of a height for width are not usable.  They need at least one, widths that increase, and lengths "
          + "between 0 and 1e8 points.")
    }
    source = .text(SteppedText(steps: steps))
  }

  /// The height at a width. Logarithmic in the number of steps of a table.
  public func callAsFunction(_ width: Double) -> Double {
    switch source {
    case .function(let function): function(width)
    case .text(let text): text.height(fitting: width)
    }
  }

  /// The widths around one between which the height stays what it is there, and the heights beyond; nil where steps are
  /// not known. Logarithmic in how far away the steps are, but for a few passes over the text.
  ///
  /// - Parameter range: The widths of interest. An end without a step is nil.
  func level(around width: Double, in range: ClosedRange<Double>) -> HeightLevel? {
    guard case .text(let text) = source else { return nil }
    var level = HeightLevel(height: text.height(fitting: width))
    var distance = 16.0
    while level.above == nil {
      let end = min(width + distance, range.upperBound)
      guard end > width else { break }
      let steps = text.heightSteps(in: width...end)
      guard !steps.isEmpty else { return nil }
      level.above = steps.first { $0.width > width && $0.height != level.height }
      if end == range.upperBound || distance > valueLimit { break }
      distance *= 4
    }
    distance = 16
    while level.below == nil {
      let start = max(width - distance, range.lowerBound)
      guard start < width else { break }
      let steps = text.heightSteps(in: start...width).filter { $0.width <= width }
      // A step that others of the same height follow.
      if let last = steps.lastIndex(where: { $0.height != level.height }), last + 1 < steps.count {
        level.below = Step(width: steps[last + 1].width, height: steps[last].height)
      }
      if start == range.lowerBound || distance > valueLimit { break }
      distance *= 4
    }
    return level
  }

  /// What it is the height of, where that is known.
  var text: (any WrappingText)? {
    if case .text(let text) = source { return text }
    return nil
  }
}

/// A height, and where another one begins: from `above.width` on that of `above`, and below `below.width` that of `below`.
struct HeightLevel {
  var height: Double
  var below: HeightForWidth.Step?
  var above: HeightForWidth.Step?
}

extension View {
  /// How high the content is at a width; nil, the default, for content that does not wrap. It replaces the
  /// intrinsic height, with the same hugging and compression resistance; widths and heights are those of the alignment
  /// rectangle. Setting it invalidates the intrinsic content size.
  public var heightForWidth: HeightForWidth? {
    get { storedHeightForWidth }
    set {
      storedHeightForWidth = newValue
      invalidateIntrinsicContentSize()
      node.layoutEngine?.queueArrangements(around: node)
    }
  }
}
