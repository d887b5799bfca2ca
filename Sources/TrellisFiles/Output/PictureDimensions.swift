// Constraints drawn over a picture, as a design tool shows spacings and sizes.

struct PictureDimensions {
  static let styleSheet = """
    .t .dim line, .t .dim path { fill: none; stroke: #db2777; stroke-width: 1 }
    .t .dim text { fill: #db2777; font-size: 9px; font-weight: 600 }
    .t .dim text.halo { stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round }
    .t .dim.missed line, .t .dim.missed path { stroke: #d97706; stroke-dasharray: 2 2 }
    .t .dim.missed text { fill: #b45309 }
    .t .dim.broken line, .t .dim.broken path { stroke: #dc2626; stroke-width: 2 }
    .t .dim.broken text { fill: #dc2626 }
    .t .dim.open line, .t .dim.open path { stroke: #dc2626; stroke-dasharray: 4 3 }
    .t .dim.open text { fill: #dc2626 }
    """

  /// Draws the dimensions of a state, those that hold first, so that trouble lies on top.
  ///
  /// - Parameter isForPage: Whether to say which constraint each is, for a page to find it.
  static func svg(
    _ dimensions: [LayoutState.Dimension], _ extent: SVGExtent, factor: Double, limit: Double, isForPage: Bool
  ) -> String {
    var text = ""
    let order: [LayoutState.Dimension.Mark] = [.holds, .missed, .open, .broken]
    for mark in order {
      for dimension in dimensions where dimension.mark == mark {
        let x1 = (dimension.x1 - extent.left) * factor
        let y1 = (dimension.y1 - extent.top) * factor
        let x2 = (dimension.x2 - extent.left) * factor
        let y2 = (dimension.y2 - extent.top) * factor
        guard max(x1, x2, y1, y2) <= limit, min(x1, x2, y1, y2) >= -limit else { continue }
        let length = abs(x2 - x1) + abs(y2 - y1)
        // What touches has nothing to measure, unless it is in trouble.
        guard length > 1 || mark == .broken else { continue }
        let id = isForPage ? dimension.constraint.map { " data-c=\"\(escapedText($0))\"" } ?? "" : ""
        text += "<g class=\"dim \(mark.rawValue)\"\(id)><title>\(escapedText(dimension.tip))</title>"
        text +=
          "<line x1=\"\(pixelText(x1))\" y1=\"\(pixelText(y1))\" x2=\"\(pixelText(x2))\" y2=\"\(pixelText(y2))\"/>"
        text += ticks(x1, y1, x2, y2)
        if length > 10 {
          let isHorizontal = abs(x2 - x1) >= abs(y2 - y1)
          // The number of a size keeps to a far corner of its view, out of the way of a name or a text.
          let x = dimension.isSize ? max(x1, x2) - 5 : (x1 + x2) / 2 + (isHorizontal ? 0 : 3)
          let middle = (y1 + y2) / 2 + (isHorizontal ? -2 : 3)
          let y = dimension.isSize && !isHorizontal ? min(min(y1, y2) + 10, middle) : middle
          let anchor = dimension.isSize ? "end" : isHorizontal ? "middle" : "start"
          // Written twice: once as a halo that keeps the number legible over what it measures.
          for style in [" class=\"halo\"", ""] {
            text += "<text\(style) x=\"\(pixelText(x))\" y=\"\(pixelText(y))\""
            text += " text-anchor=\"\(anchor)\">\(escapedText(dimension.text))</text>"
          }
        }
        text += "</g>\n"
      }
    }
    return text
  }

  /// Short strokes across both ends.
  private static func ticks(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    let isHorizontal = abs(x2 - x1) >= abs(y2 - y1)
    let parts = [(x1, y1), (x2, y2)].map { x, y in
      isHorizontal
        ? "M\(pixelText(x)) \(pixelText(y - 3))v6" : "M\(pixelText(x - 3)) \(pixelText(y))h6"
    }
    return "<path d=\"\(parts.joined())\"/>"
  }
}
