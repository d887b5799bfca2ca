// The text of a document's view as pictures show it: the lines that were measured, each at its baseline.

/// A text in the frame of a view. Lengths are in points, in the view's coordinates.
struct ShownText: Sendable, Equatable {
  /// The room around the text.
  var left: Double
  var top: Double
  var right: Double
  var description: TextDescription
  var isRightToLeft: Bool
  /// Whether there is room around the text, as in a button: it is drawn as one.
  var isButton: Bool
  /// The lines at a width.
  var lines: @Sendable (Double) -> [MeasuredLine]

  /// Whether both show the same; their lines follow from the rest.
  static func == (first: ShownText, second: ShownText) -> Bool {
    (first.left, first.top, first.right, first.isRightToLeft, first.isButton)
      == (second.left, second.top, second.right, second.isRightToLeft, second.isButton)
      && first.description == second.description
  }

  /// The size of the font in points.
  private var size: Double {
    if let size = description.size { return size }
    return description.style.flatMap { FontMetrics.standardSize(ofStyle: $0) } ?? 17
  }

  /// Draws the text into the rectangle of its view.
  ///
  /// - Parameter factor: Pixels per point.
  func svg(in rect: PictureRect, factor: Double) -> String {
    let width = rect.width / factor - left - right
    var weight = description.weight
    if weight == nil, description.style == "headline" { weight = 600 }
    var attributes = "font-size=\"\(pixelText(size * factor))\""
    if let weight, weight != 400 { attributes += " font-weight=\"\(pixelText(weight))\"" }
    if description.isItalic { attributes += " font-style=\"italic\"" }
    if let family = description.family { attributes += " font-family=\"\(escapedText(family))\"" }
    if isRightToLeft { attributes += " direction=\"rtl\"" }
    var svg = ""
    for line in lines(width) where !line.text.isEmpty {
      let free = width - line.width
      // The start of a line from right to left is its right end.
      let x = isButton ? left + free / 2 + (isRightToLeft ? line.width : 0) : isRightToLeft ? left + width : left
      svg += "<text\(isButton ? " class=\"action\"" : "") x=\"\(pixelText(rect.x + x * factor))\" "
      svg += "y=\"\(pixelText(rect.y + (top + line.baseline) * factor))\" \(attributes) "
      // As wide as it was measured, whatever font the viewer has.
      svg += "textLength=\"\(pixelText(line.width * factor))\" lengthAdjust=\"spacingAndGlyphs\">"
      svg += "\(escapedText(line.text))</text>"
    }
    return svg
  }
}
