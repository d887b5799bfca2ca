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

  /// What it is the height of, where that is known.
  var text: (any WrappingText)? {
    if case .text(let text) = source { return text }
    return nil
  }
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
