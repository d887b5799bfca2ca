// The polygons of a sweep in two numbers as a picture: the first across, the second upwards, each polygon with its number,
// those where something is wrong in red. What an edge is the border of is in the tooltip of its polygon.

import Trellis

extension PlaneResult {
  private static let side = 520.0
  private static let margin = (left: 64.0, top: 36.0, right: 20.0, bottom: 48.0)

  /// The picture as an SVG 1.1 document, by itself or side by side. Ends with a newline.
  ///
  /// - Parameter results: One for each document or unit.
  public static func svg(_ results: [PlaneResult]) -> String {
    let width = margin.left + side + margin.right
    let height = margin.top + side + margin.bottom
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(plain(max(1, Double(results.count)) * width))" \
      height="\(plain(height))" font-family="system-ui, sans-serif">
      <style>
      .plane { --paper: #ffffff; --ink: #111827; --edge: #475569; --a: #dbeafe; --b: #dcfce7; --c: #fef3c7; --d: #ede9fe;
        --bad: #fecaca }
      @media (prefers-color-scheme: dark) { .plane { --paper: #0e1116; --ink: #e6e9ee; --edge: #94a3b8; --a: #1e3a5f;
        --b: #14452a; --c: #4a3a12; --d: #3b2f63; --bad: #6b1d1d } }
      .paper { fill: var(--paper) } text { fill: var(--ink) } polygon { stroke: var(--edge); stroke-width: 1 }
      .c0 { fill: var(--a) } .c1 { fill: var(--b) } .c2 { fill: var(--c) } .c3 { fill: var(--d) } .bad { fill: var(--bad) }
      .open { stroke-dasharray: 4 3 }
      </style>
      <g class="plane"><rect class="paper" width="100%" height="100%"/>

      """
    for (index, result) in results.enumerated() {
      text += "<g transform=\"translate(\(plain(Double(index) * width)) 0)\">\n\(result.drawing())</g>\n"
    }
    return text + "</g></svg>\n"
  }

  private func drawing() -> String {
    let margin = Self.margin
    func place(_ corner: [Double]) -> (x: Double, y: Double) {
      let across = (corner[0] - first.range.lowerBound) / max(first.range.upperBound - first.range.lowerBound, 1e-300)
      let along = (corner[1] - second.range.lowerBound) / max(second.range.upperBound - second.range.lowerBound, 1e-300)
      return (margin.left + Self.side * across, margin.top + Self.side * (1 - along))
    }
    func label(_ text: String, _ x: Double, _ y: Double, _ anchor: String, _ size: Double = 12) -> String {
      "<text x=\"\(Self.plain(x))\" y=\"\(Self.plain(y))\" font-size=\"\(Self.plain(size))\" text-anchor=\"\(anchor)\">"
        + escapedText(visible(text)) + "</text>\n"
    }
    var text = label(heading, margin.left, 22, "start", 14)
    for (index, polygon) in polygons.enumerated() {
      let points = polygon.corners.map(place)
      let isWrong = polygon.findings.contains { findings[$0].kind.isError }
      let shape = points.map { "\(Self.plain($0.x)),\(Self.plain($0.y))" }.joined(separator: " ")
      let words =
        ["polygon \(index + 1)"] + polygon.edges.compactMap { $0?.message }
        + polygon.findings.map { findings[$0].message }
      text +=
        "<polygon class=\"\(isWrong ? "bad" : "c\(index % 4)")\(polygon.isProven ? "" : " open")\" points=\"\(shape)\">"
      text += "<title>\(escapedText(visible(words.joined(separator: "; "))))</title></polygon>\n"
      let middle = (
        x: points.map(\.x).reduce(0, +) / Double(max(points.count, 1)),
        y: points.map(\.y).reduce(0, +) / Double(max(points.count, 1))
      )
      let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
      let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
      if min(right - left, bottom - top) > 14 { text += label("\(index + 1)", middle.x, middle.y + 4, "middle") }
    }
    let (left, right) = (margin.left, margin.left + Self.side)
    let (top, bottom) = (margin.top, margin.top + Self.side)
    text += label(Self.plain(first.range.lowerBound), left, bottom + 18, "start")
    text += label(first.parameter.name, (left + right) / 2, bottom + 34, "middle", 13)
    text += label(Self.plain(first.range.upperBound), right, bottom + 18, "end")
    text += label(Self.plain(second.range.lowerBound), left - 6, bottom, "end")
    text += label(second.parameter.name, left - 6, (top + bottom) / 2, "end", 13)
    text += label(Self.plain(second.range.upperBound), left - 6, top + 10, "end")
    return text
  }
}
