// How a number follows a constraint's constant: a line as far as one derivative holds, what takes over dashed, a bar where the
// layout ends in a conflict.

/// A small chart of a number over a constant.
struct ExplainChart {
  private static let (width, height, edge) = (300.0, 88.0, 14.0)

  private let influence: LayoutExplanation.Influence
  private let below: LayoutExplanation.Side
  private let above: LayoutExplanation.Side
  private let value: Double

  /// nil where it is not known how the number follows.
  init?(_ influence: LayoutExplanation.Influence, value: Double) {
    guard let below = influence.below, let above = influence.above, below.derivative != nil, above.derivative != nil
    else { return nil }
    (self.influence, self.below, self.above, self.value) = (influence, below, above, value)
  }

  /// A point: a constant and the number there.
  private typealias Point = (x: Double, y: Double)

  private func held(_ side: LayoutExplanation.Side, at constant: Double) -> Point {
    (constant, value + (side.derivative ?? 0) * (constant - influence.constant))
  }

  /// An SVG element without a style sheet.
  var svg: String {
    let now = influence.constant
    let reaches = [below, above].map { abs($0.constant - now) }.filter(\.isFinite)
    let span = max(reaches.max() ?? 20, 1e-3)
    // Without an end the line goes to the edge; beyond one there is room for what takes over.
    func ends(_ side: LayoutExplanation.Side, _ sign: Double) -> (end: Point, beyond: Point?) {
      guard side.constant.isFinite else { return (held(side, at: now + sign * 1.3 * span), nil) }
      let end = held(side, at: side.constant)
      guard case .derivative(let derivative) = side.beyond else { return (end, nil) }
      return (end, (end.x + sign * 0.3 * span, end.y + sign * 0.3 * span * derivative))
    }
    let (left, right) = (ends(below, -1), ends(above, 1))
    let points: [Point] = [left.beyond, left.end, (now, value), right.end, right.beyond].compactMap { $0 }
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    let (low, high) = (xs.min() ?? 0, xs.max() ?? 1)
    let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 1)
    func place(_ point: Point) -> (x: String, y: String) {
      let x = Self.edge + (Self.width - 2 * Self.edge) * (point.x - low) / max(high - low, 1e-9)
      let share = top - bottom > 1e-9 ? (point.y - bottom) / (top - bottom) : 0.5
      return (pixelText(x), pixelText(Self.edge + (Self.height - 34 - Self.edge) * (1 - share)))
    }
    var body = ""
    func line(_ from: Point, _ to: Point, _ role: String) {
      let (a, b) = (place(from), place(to))
      body += "<line class=\"\(role)\" x1=\"\(a.x)\" y1=\"\(a.y)\" x2=\"\(b.x)\" y2=\"\(b.y)\"/>"
    }
    for (side, end, beyond) in [(below, left.end, left.beyond), (above, right.end, right.beyond)] {
      if let beyond { line(end, beyond, "beyond") }
      guard side.constant.isFinite else { continue }
      let x = place(end).x
      if case .conflict = side.beyond {
        body += "<line class=\"stop\" x1=\"\(x)\" y1=\"4\" x2=\"\(x)\" y2=\"\(pixelText(Self.height - 18))\"/>"
      } else {
        body += "<line class=\"end\" x1=\"\(x)\" y1=\"4\" x2=\"\(x)\" y2=\"\(pixelText(Self.height - 18))\"/>"
      }
    }
    line(left.end, (now, value), "held")
    line((now, value), right.end, "held")
    let at = place((now, value))
    body += "<circle class=\"now\" cx=\"\(at.x)\" cy=\"\(at.y)\" r=\"4\"/>"
    body += labels([below.constant, now, above.constant].filter(\.isFinite)) { place(($0, value)).x }
    let words = "The number over the constant, which is \(rounded(now)) and holds \(influence.range)"
    return "<svg class=\"chart\" viewBox=\"0 0 \(pixelText(Self.width)) \(pixelText(Self.height))\" role=\"img\" "
      + "aria-label=\"\(ExplainPage.text(words))\">\(body)</svg>"
  }

  /// Constants below the axis, those that would lie over another left out.
  private func labels(_ constants: [Double], _ place: (Double) -> String) -> String {
    var taken: [Double] = []
    var text = ""
    // The present one first.
    for constant in [influence.constant] + constants {
      guard let x = Double(place(constant)), taken.allSatisfy({ abs($0 - x) >= 46 }) else { continue }
      taken.append(x)
      let anchor = x < 40 ? "start" : x > Self.width - 40 ? "end" : "middle"
      text +=
        "<text x=\"\(pixelText(anchor == "start" ? 2 : anchor == "end" ? Self.width - 2 : x))\" "
        + "y=\"\(pixelText(Self.height - 4))\" text-anchor=\"\(anchor)\">\(rounded(constant))</text>"
    }
    return text
  }
}

extension LayoutExplanation.Influence {
  /// ``interval`` as the end of a sentence: `for any`, `from 3 to 200`.
  var range: String {
    let interval = interval
    if interval == "any" { return "for any" }
    return interval.hasPrefix("at ") || interval.hasPrefix("up ") || interval.hasPrefix("from ")
      ? interval : "from \(interval)"
  }
}
