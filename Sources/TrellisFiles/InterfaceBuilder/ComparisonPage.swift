// Comparisons as one HTML page: sums, a row per file, and a picture of every unit that differs, what Interface Builder
// stored outlined over what the constraints give.

extension InterfaceComparison {
  /// Comparisons of many files as one page that needs nothing else. Linear in the comparisons.
  public static func html(_ comparisons: [InterfaceComparison]) -> String {
    var totals = Totals()
    for comparison in comparisons { totals.add(comparison) }
    var rows = ""
    var pictures = ""
    for comparison in comparisons {
      let sums = comparison.totals
      let isWhole = sums.matched == sums.units - sums.flagged
      rows += "<tr class=\"\(isWhole ? "" : "bad")\"><td>\(escapedText(comparison.file))</td>"
      for number in [sums.units, sums.flagged, sums.matched, sums.exact, sums.matchedViews, sums.views] {
        rows += "<td class=\"n\">\(number)</td>"
      }
      rows += "</tr>\n"
      for unit in comparison.units where !unit.isFlagged && !unit.isMatched {
        pictures += picture(unit, comparison.file)
      }
    }
    let style = [HTMLPage.palette, styleSheet, SVGPicture.styleSheet, HTMLPage.darkPictures].joined(separator: "\n")
    return HTMLPage.document(
      "Comparison with stored frames", style: style,
      body: """
        <h1>Comparison with stored frames</h1>
        <pre>\(totals.table().split(separator: "\n").map { escapedText(String($0)) }.joined(separator: "\n"))</pre>
        \(pictures)
        <table><tr><th>File</th><th class="n">Units</th><th class="n">Flagged</th><th class="n">Matched</th>
        <th class="n">Exact</th><th class="n">Views matched</th><th class="n">Views</th></tr>
        \(rows)</table>
        """)
  }

  private static let styleSheet = """
    body { margin: 24px auto; max-width: 1100px; padding: 0 20px } h1 { font-size: 20px } h2 { font-size: 16px; margin: 0 }
    table { border-collapse: collapse; width: 100%; background: var(--surface) }
    td, th { padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: left; overflow-wrap: anywhere }
    .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
    tr.bad { color: inherit } tr.bad td:first-child { color: var(--bad) }
    section { display: flex; flex-wrap: wrap; gap: 24px; margin: 24px 0; padding: 16px; border: 1px solid var(--line);
      border-radius: 12px; background: var(--surface) } section svg { max-width: 100%; width: 420px; height: auto;
      max-height: 640px; flex: none } section div { flex: 1 1 320px; min-width: 0; overflow-wrap: anywhere }
    pre { white-space: pre-wrap; font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
    .stored { fill: none; stroke: #dc2626; stroke-width: 2; stroke-dasharray: 5 3 } small { color: var(--dim) }
    """

  private static func picture(_ unit: Unit, _ file: String) -> String {
    var list = ""
    for mismatch in unit.mismatches {
      let ours = mismatch.ours.map(rounded).joined(separator: ", ")
      let stored = mismatch.stored.map(rounded).joined(separator: ", ")
      list += "<p><b>\(escapedText(mismatch.label))</b> <small>\(escapedText(mismatch.view))</small><br>"
      list += "ours \(ours)<br>stored \(stored)<br>"
      list += "\(escapedText(mismatch.reason.rawValue)): \(escapedText(mismatch.why))</p>"
    }
    let svg = unit.state.map { SVGPicture.fragment($0, outlines: unit.storedFrames) } ?? ""
    return
      "<section>\(svg)<div><h2>\(escapedText(unit.name))</h2><small>\(escapedText(file))</small>\(list)</div></section>\n"
  }
}
