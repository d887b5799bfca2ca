// The height of a text as a function of its width, exactly: every width at which it changes.
//
// A pass at a width says how wide its widest line is and at what width some line would hold more; between the two,
// nothing changes. More width never makes more lines (a line from a later start that may be wider ends later), so the
// least width for one line fewer is found by halving, each half snapped to such an interval: exact after a few passes. With
// tabs, too: of two lines the one that starts later has each further character at most as far from its start, as a tab goes from
// a place that is not farther to a stop that is not farther. Runs of several heights and fonts that join across boundaries break
// that order; then all intervals are visited.

import Trellis

/// From a width on, this height.
public struct TextStep: Hashable, Sendable {
  /// The least width, in points.
  public var width: Double
  /// How many lines the text has from there on.
  public var lines: Int
  /// The height, in points.
  public var height: Double
}

extension PreparedText {
  /// Every width at which the height changes, in order, from a least one on.
  ///
  /// - Parameters:
  ///   - lines: The most lines; 0 for as many as it takes.
  ///   - range: The widths that are of interest. The first step is at the lower bound.
  /// - Complexity: A few passes over the text a step, of which there are at most as many as lines at the least width; over all
  ///   widths about twice the root of the number of words. With runs of several heights, or a font that joins or kerns where lines
  ///   may end, one pass for each width at which any line changes, which is quadratic in the number of words.
  public func steps(lines: Int = 0, in range: ClosedRange<Double> = 0...(.infinity)) -> [TextStep] {
    guard !isEmpty else { return [TextStep(width: range.lowerBound, lines: 0, height: 0)] }
    return content.isMonotone ? orderedSteps(lines, range) : visitedSteps(lines, range)
  }

  private func pass(_ width: Double, _ lines: Int) -> Filling {
    var filling = Filling(width, limit: lines)
    content.fill(&filling)
    return filling
  }

  /// The steps by a pass for each width at which any line changes: right for any text.
  func visitedSteps(_ lines: Int, _ range: ClosedRange<Double>) -> [TextStep] {
    var width = range.lowerBound
    var steps: [TextStep] = []
    while width.isFinite, width <= range.upperBound {
      let filling = pass(width, lines)
      if steps.last?.height != filling.height || steps.last?.lines != filling.count {
        steps.append(TextStep(width: width, lines: filling.count, height: filling.height))
      }
      width = filling.next
    }
    return steps
  }

  func orderedSteps(_ lines: Int, _ range: ClosedRange<Double>) -> [TextStep] {
    // Passes without a limit: with one, lines beyond it could not say when they would be fewer.
    let widest = pass(range.upperBound, 0)
    var filling = pass(range.lowerBound, 0)
    var steps = [step(range.lowerBound, filling, lines)]
    while filling.count > widest.count {
      // In `low` there are as many lines as now, in `high` fewer.
      var low = filling.next
      var high = widest.widest
      var found = widest
      let first = pass(low, 0)
      if first.count < filling.count {
        (high, found) = (low, first)
      } else {
        low = first.next
        while low < high {
          let middle = low + (high - low) / 2
          let tried = pass(middle, 0)
          if tried.count < filling.count {
            (high, found) = (min(tried.widest, middle), tried)
          } else {
            low = tried.next
          }
          if high - low <= PreparedText.tolerance { break }
        }
      }
      if high > range.upperBound { break }
      filling = found.width == high ? found : pass(high, 0)
      let next = step(high, filling, lines)
      if next.height != steps[steps.count - 1].height { steps.append(next) }
    }
    return steps
  }

  private func step(_ width: Double, _ filling: Filling, _ lines: Int) -> TextStep {
    let count = lines > 0 ? min(lines, filling.count) : filling.count
    let line = content.metrics[0].height
    return TextStep(
      width: width, lines: count, height: Double(count) * line + Double(count - 1) * content.metrics[0].spacing)
  }
}
