// Differences as a picture of both layouts, one over the other, and as a page of these with their lists. The page has no
// script; what a file says is only ever text, and the page's policy lets nothing run.

/// One HTML page about differences.
public struct DiffPage: Sendable {
  /// The page's title.
  public var title: String
  /// The differences, in order.
  public var diffs: [LayoutDiff]

  /// Creates a page.
  public init(title: String, diffs: [LayoutDiff]) {
    self.title = title
    self.diffs = diffs
  }

  private static let styleSheet = """
    header { padding: 14px 20px; background: var(--surface); border-bottom: 1px solid var(--line) }
    h1 { font-size: 16px; margin: 0; overflow-wrap: anywhere } h2 { font-size: 15px; margin: 0 0 10px; overflow-wrap: anywhere }
    h3 { font-size: 13px; margin: 14px 0 6px } main { padding: 20px; display: grid; gap: 20px }
    section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; display: grid;
      gap: 20px; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } section h2 { grid-column: 1 / -1; margin: 0 }
    @media (max-width: 800px) { section { grid-template-columns: minmax(0, 1fr) } }
    svg { width: 100%; height: auto; max-height: 80vh; display: block } ul { margin: 0; padding: 0; list-style: none }
    li { padding: 4px 8px 4px 24px; margin: 0 0 4px; border-radius: 6px; background: var(--raised); text-indent: -16px;
      overflow-wrap: anywhere } li.came b { color: var(--good) } li.went b { color: var(--bad) } li.changed b { color: var(--accent) }
    li b { display: inline-block; width: 16px; text-indent: 0 } .keys { display: flex; flex-wrap: wrap; gap: 4px 16px }
    .keys span::before { content: ""; display: inline-block; width: 14px; height: 10px; margin-right: 6px; border: 2px solid }
    .keys .o::before { border-color: var(--bad); border-style: dashed } .keys .n::before { border-color: var(--good) }
    .keys .s::before { border-color: var(--strong) }
    """

  /// Roles of the picture in the page's colours.
  private static let pictureStyle = """
    .d rect { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke } .d .root { fill: var(--ground) }
    .d .same { stroke: var(--strong); stroke-width: 1 } .d .old { stroke: var(--bad); stroke-dasharray: 5 4 }
    .d .new { stroke: var(--good) } .d .way { stroke: var(--dim); stroke-width: 1; vector-effect: non-scaling-stroke }
    .d text { fill: var(--ink); font-size: 11px; font-family: system-ui, sans-serif }
    """

  /// The whole page as UTF-8 text. Linear in the differences.
  public func html() -> String {
    let style = [HTMLPage.palette, Self.styleSheet, Self.pictureStyle].joined(separator: "\n")
    let shown = diffs.filter { !$0.isEmpty }
    let same = diffs.count - shown.count
    let note =
      shown.isEmpty ? "<p>No difference.</p>" : same > 0 ? "<p class=\"dim\">\(same) more without difference.</p>" : ""
    return HTMLPage.document(
      escapedText(title), style: style,
      body: """
        <header><h1>\(escapedText(visible(title)))</h1><p class="keys dim"><span class="o">old</span><span class="n">new</span
        ><span class="s">the same in both</span></p></header>
        <main>\(shown.map(Self.section).joined(separator: "\n"))\(note)</main>
        """)
  }

  private static func section(_ diff: LayoutDiff) -> String {
    var text = "<section><h2>\(escapedText(visible(diff.heading)))</h2><div>\(diff.picture())</div><div>"
    func list(_ title: String, _ entries: [(kind: String, sign: String, text: String)]) {
      guard !entries.isEmpty else { return }
      text += "<h3>\(title)</h3><ul>"
      for entry in entries {
        text += "<li class=\"\(entry.kind)\"><b>\(entry.sign)</b>\(escapedText(visible(entry.text)))</li>"
      }
      text += "</ul>"
    }
    list("Findings", diff.findings.map { ($0.isNew ? "went" : "came", $0.isNew ? "!" : "✓", $0.words) })
    list("Views", diff.items.map { ($0.change.rawValue, $0.change.sign, "\($0.label): \($0.words)") })
    list("Constraints", diff.constraints.map { ($0.change.rawValue, $0.change.sign, $0.words) })
    return text + "</div></section>"
  }

  /// The pictures of all differences as one SVG document, one below the other. Ends with a newline.
  public func svg() -> String {
    let style = """
      :root { --ground: #f4f5f7; --strong: #c3c9d3; --bad: #c81e1e; --good: #157f3c; --dim: #5b6472; --ink: #111827 }
      @media (prefers-color-scheme: dark) { :root { --ground: #0e1116; --strong: #465060; --bad: #ff8080; --good: #5fcf86;
      --dim: #9aa4b2; --ink: #e6e9ee } }
      """
    var y = 0.0
    var width = 1.0
    var body = ""
    for diff in diffs where !diff.isEmpty {
      let extent = diff.extent
      body += "<text x=\"0\" y=\"\(pixelText(y + 14))\">\(escapedText(visible(diff.heading)))</text>\n"
      body += "<g transform=\"translate(\(pixelText(-extent.left)) \(pixelText(y + 24 - extent.top)))\">\n"
      body += diff.shapesText() + "</g>\n"
      y += extent.bottom - extent.top + 44
      width = max(width, extent.right - extent.left)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="d" width="\(pixelText(width + 20))" height="\(pixelText(max(y, 1) + 10))" \
      viewBox="-10 -5 \(pixelText(width + 20)) \(pixelText(max(y, 1) + 10))">
      <style>\(style)\n\(Self.pictureStyle)</style>
      \(body)</svg>

      """
  }
}

extension LayoutDiff {
  /// The most views that a picture shows; more than that cannot be told apart.
  private static let largestPicture = 4_000

  fileprivate var extent: SVGExtent {
    var extent = SVGExtent()
    for frame in shapes.prefix(Self.largestPicture).flatMap({ [$0.from, $0.to] }).compactMap({ $0 }) {
      extent.left = max(min(extent.left, frame[0]), -2_000)
      extent.top = max(min(extent.top, frame[1]), -2_000)
      extent.right = min(max(extent.right, frame[0] + frame[2]), 6_000)
      extent.bottom = min(max(extent.bottom, frame[1] + frame[3]), 6_000)
    }
    return extent
  }

  fileprivate func picture() -> String {
    let extent = extent
    let (width, height) = (extent.right - extent.left + 8, extent.bottom - extent.top + 8)
    return
      "<svg class=\"d\" role=\"img\" aria-label=\"Both layouts, one over the other\" viewBox=\"\(pixelText(extent.left - 4)) "
      + "\(pixelText(extent.top - 4)) \(pixelText(width)) \(pixelText(height))\">\(shapesText())</svg>"
  }

  /// What is the same first, so that what differs lies over it.
  fileprivate func shapesText() -> String {
    var same = ""
    var other = ""
    for shape in shapes.prefix(Self.largestPicture) {
      let isSame =
        shape.from != nil && shape.to != nil
        && zip(shape.from ?? [], shape.to ?? []).allSatisfy { abs($0 - $1) <= 1e-6 }
      let role = shape.isRoot ? "root " : ""
      if isSame {
        same += Self.rectangle(shape.to, role + "same", shape.label)
        continue
      }
      // Roots lie under everything.
      let drawn =
        Self.rectangle(shape.from, role + "old", shape.label) + Self.rectangle(shape.to, role + "new", shape.label)
      if shape.isRoot {
        same += drawn
        continue
      }
      other += drawn
      if let from = shape.from, let to = shape.to {
        let ends = [from, to].map { (pixelText($0[0] + $0[2] / 2), pixelText($0[1] + $0[3] / 2)) }
        other +=
          "<line class=\"way\" x1=\"\(ends[0].0)\" y1=\"\(ends[0].1)\" x2=\"\(ends[1].0)\" y2=\"\(ends[1].1)\"/>\n"
      }
      if let frame = shape.to ?? shape.from, frame[2] >= 30, frame[3] >= 12 {
        let label = shape.label.prefix(max(Int(frame[2] / 7), 3))
        other +=
          "<text x=\"\(pixelText(frame[0] + 3))\" y=\"\(pixelText(frame[1] + 11))\">\(escapedText(visible(String(label))))</text>\n"
      }
    }
    return same + other
  }

  private static func rectangle(_ frame: [Double]?, _ role: String, _ label: String) -> String {
    guard let frame else { return "" }
    return
      "<rect class=\"\(role)\" x=\"\(pixelText(frame[0]))\" y=\"\(pixelText(frame[1]))\" width=\"\(pixelText(max(frame[2], 0)))\" "
      + "height=\"\(pixelText(max(frame[3], 0)))\"><title>\(escapedText(visible(label)))</title></rect>\n"
  }
}
