// What a label shows, apart from the label: a text with the lines, pixels and insets of its view, as scenes and templates
// measure it.
//
// Lengths that are not rounded to pixels are rounded up to 2⁻²⁰ point. Sums of such lengths and of whole numbers, halves and
// the like are exact, so that they are the same in whatever order they are added up: a template gives the frames of a scene
// to the last bit. So they are of whole and half pixels; thirds of a point are not.

import Trellis

/// A text as a label shows it.
public struct LabelText: WrappingText {
  /// The text.
  public let preparedText: PreparedText
  /// The most lines that are shown; 0 for as many as it takes.
  public let numberOfLines: Int
  /// Device pixels in a point, where sizes are rounded up to such pixels.
  public let displayScale: Double?
  /// How far the text lies inside of the label.
  public let contentInsets: EdgeInsets

  /// Creates what a label with these properties shows.
  public init(
    _ text: PreparedText, lines: Int = 0, displayScale: Double? = nil, contentInsets: EdgeInsets = .zero
  ) {
    preparedText = text
    numberOfLines = lines
    self.displayScale = displayScale
    self.contentInsets = contentInsets
  }

  /// The length rounded up to a pixel, or to 2⁻²⁰ point.
  private func rounded(_ length: Double) -> Double {
    guard displayScale == nil else { return roundedUp(length, displayScale) }
    return abs(length) < 0x1p30 ? (length * 0x1p20).rounded(.up) * 0x1p-20 : length
  }

  private var horizontal: Double { contentInsets.leading + contentInsets.trailing }

  private func fullHeight(_ height: Double) -> Double {
    rounded(height) + (contentInsets.top + contentInsets.bottom)
  }

  /// The size with lines that end only where the text says so, in points.
  public var naturalSize: Size {
    let size = preparedText.size(fitting: .infinity, lines: numberOfLines)
    return Size(width: rounded(size.width) + horizontal, height: fullHeight(size.height))
  }

  /// The first baseline from the top and the last from the bottom, in points, at the natural width.
  public var baselines: (first: Double, last: Double) {
    let (first, last) = (preparedText.firstBaseline(), preparedText.lastBaseline(lines: numberOfLines))
    // Baselines are not on pixels, but sums of them are exact as well.
    let grid = LabelText(preparedText)
    return (grid.rounded(first) + contentInsets.top, grid.rounded(last) + contentInsets.bottom)
  }

  /// The height at a width, both in points. As ``PreparedText/size(fitting:lines:)``.
  public func height(fitting width: Double) -> Double {
    // A label of one line does not wrap.
    let own = numberOfLines == 1 ? .infinity : width - horizontal
    return fullHeight(preparedText.size(fitting: own, lines: numberOfLines).height)
  }

  /// Every width in a range at which the height changes. As ``PreparedText/steps(lines:in:)``.
  public func heightSteps(in widths: ClosedRange<Double>) -> [HeightForWidth.Step] {
    guard numberOfLines != 1 else {
      return [HeightForWidth.Step(width: widths.lowerBound, height: height(fitting: .infinity))]
    }
    let range = max(0, widths.lowerBound - horizontal)...max(0, widths.upperBound - horizontal)
    return preparedText.steps(lines: numberOfLines, in: range).map {
      HeightForWidth.Step(width: $0.width + horizontal, height: fullHeight($0.height))
    }
  }
}

extension PreparedText: WrappingText {
  /// The first baseline from the top and the last from the bottom, in points, at the natural width.
  public var baselines: (first: Double, last: Double) { (firstBaseline(), lastBaseline()) }

  /// The height at a width, both in points. As ``PreparedText/size(fitting:lines:)``.
  public func height(fitting width: Double) -> Double { size(fitting: width).height }

  /// Every width in a range at which the height changes. As ``PreparedText/steps(lines:in:)``.
  public func heightSteps(in widths: ClosedRange<Double>) -> [HeightForWidth.Step] {
    steps(in: widths).map { HeightForWidth.Step(width: $0.width, height: $0.height) }
  }
}
