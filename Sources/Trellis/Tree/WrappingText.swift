// The door to texts that know their height at a width. TrellisText's texts are such; so is whatever a caller measures.
//
// A function will do for a scene, which asks for one height at a time. A template asks for a hundred thousand, on any
// thread, so that it wants the step function as numbers.

/// Content that wraps, and can tell its height at any width: a text.
///
/// Heights depend on the width alone, and from the natural width on (less half a millionth of a point) they are the natural
/// height. Widths and heights are those of the alignment rectangle of the view that shows it, in points.
public protocol WrappingText: Sendable {
  /// The size without wrapping. A negative width means that there is none.
  var naturalSize: Size { get }
  /// How far the first baseline lies below the top, and the last one above the bottom.
  var baselines: (first: Double, last: Double) { get }
  /// The height at a width.
  func height(fitting width: Double) -> Double
  /// Every width in a range at which the height changes, in order; the first step is at the lower bound. A step may be
  /// off by 2e-6 points: near one, ``height(fitting:)`` is asked. Empty where they are not known.
  func heightSteps(in widths: ClosedRange<Double>) -> [HeightForWidth.Step]
}

extension WrappingText {
  /// Both at the edges: content without baselines.
  public var baselines: (first: Double, last: Double) { (0, 0) }

  /// None: ``height(fitting:)`` is asked for each width.
  public func heightSteps(in widths: ClosedRange<Double>) -> [HeightForWidth.Step] { [] }
}

/// A table of steps as a text.
struct SteppedText: WrappingText {
  let steps: [HeightForWidth.Step]

  var naturalSize: Size { Size(width: -1, height: steps[0].height) }

  func height(fitting width: Double) -> Double {
    var low = 0
    var high = steps.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if steps[middle].width <= width { low = middle } else { high = middle }
    }
    return steps[low].height
  }

  func heightSteps(in widths: ClosedRange<Double>) -> [HeightForWidth.Step] { steps }
}
