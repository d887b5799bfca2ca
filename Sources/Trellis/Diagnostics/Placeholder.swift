// A look at a layout without a screen (row F15): what Masonry's placeholder overlay shows, as text or as a picture.

/// A drawing of boxes in characters, two of which are taken to be as wide as one is high.
private struct Canvas {
  private var cells: [[Character]]
  /// Characters per point.
  private let scale: Double

  init(width: Double, height: Double, columns: Int) {
    scale = width > 0 ? Double(columns - 1) / width : 0
    let rows = max(1, min(4 * columns, Int((height * scale / 2).rounded()) + 1))
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  mutating func draw(_ rect: Rect, label: String) {
    let (left, right) = (column(rect.minX), column(rect.maxX))
    let (top, bottom) = (row(rect.minY), row(rect.maxY))
    for x in left...max(left, right) {
      put("-", x, top)
      put("-", x, bottom)
    }
    for y in top...max(top, bottom) {
      put("|", left, y)
      put("|", right, y)
    }
    for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] { put("+", x, y) }
    // Below the upper border where there is room, so that what is inside does not write over it.
    let line = bottom - top > 1 ? top + 1 : top
    for (offset, character) in label.prefix(max(0, right - left - 1)).enumerated() {
      put(character, left + 1 + offset, line)
    }
  }

  private func column(_ x: Double) -> Int { clamped(x * scale) }
  private func row(_ y: Double) -> Int { clamped(y * scale / 2) }
  private func clamped(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value.rounded()))) }

  private mutating func put(_ character: Character, _ x: Int, _ y: Int) {
    guard cells.indices.contains(y), cells[y].indices.contains(x) else { return }
    cells[y][x] = character
  }

  var text: String {
    cells.map { line in
      var end = line.count
      while end > 0, line[end - 1] == " " { end -= 1 }
      return String(line[..<end])
    }.joined(separator: "\n")
  }
}

extension View {
  /// The view as a box with its name and size, in characters; with the boxes of its subviews inside.
  ///
  /// Frames are those of the last layout. Hidden views are left out, what reaches beyond the view is cut off.
  ///
  /// - Parameters:
  ///   - columns: How many characters wide; at least 3, at most 3,000. A character counts as twice as high as wide.
  ///   - includesSubviews: Whether everything inside is drawn, too.
  public func placeholder(columns: Int = 80, includesSubviews: Bool = true) -> String {
    var canvas = Canvas(width: frame.width, height: frame.height, columns: max(3, min(columns, 3000)))
    for (rect, label) in placeholderBoxes(includesSubviews) { canvas.draw(rect, label: label) }
    return canvas.text
  }

  /// The same as an SVG picture: boxes with their diagonals, names and sizes, one unit a point.
  public func placeholderSVG(includesSubviews: Bool = true) -> String {
    let (width, height) = (formatted(frame.width), formatted(frame.height))
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\" font-size=\"10\" text-anchor=\"middle\">"
    ]
    for (rect, label) in placeholderBoxes(includesSubviews) {
      let (x, y, right, bottom) = (
        formatted(rect.minX), formatted(rect.minY), formatted(rect.maxX), formatted(rect.maxY)
      )
      lines.append(
        "  <rect x=\"\(x)\" y=\"\(y)\" width=\"\(formatted(rect.width))\" height=\"\(formatted(rect.height))\" "
          + "fill=\"#3478f6\" fill-opacity=\"0.08\" stroke=\"#3478f6\"/>")
      lines.append(
        "  <path d=\"M\(x) \(y)L\(right) \(bottom)M\(right) \(y)L\(x) \(bottom)\" stroke=\"#3478f6\" "
          + "stroke-opacity=\"0.25\"/>")
      lines.append(
        "  <text x=\"\(formatted(rect.midX))\" y=\"\(formatted(rect.midY + 4))\">\(escaped(label))</text>")
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Every box with its label, in the view's own coordinates, superviews first.
  private func placeholderBoxes(_ includesSubviews: Bool) -> [(rect: Rect, label: String)] {
    var boxes: [(Rect, String)] = []
    var pending = [(view: self, origin: Point.zero)]
    while let (view, origin) = pending.popLast() {
      boxes.append((Rect(origin: origin, size: view.frame.size), view.placeholderLabel))
      guard includesSubviews else { break }
      for subview in view.subviews.reversed() where !subview.isHidden {
        let corner = Point(x: origin.x + subview.frame.minX, y: origin.y + subview.frame.minY)
        pending.append((subview, corner))
      }
    }
    return boxes
  }

  private var placeholderLabel: String {
    let size = "\(formatted(frame.width))x\(formatted(frame.height))"
    return name.map { "\($0) \(size)" } ?? size
  }
}

private func escaped(_ text: String) -> String {
  var result = ""
  for character in text {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    default: result.append(character)
    }
  }
  return result
}
