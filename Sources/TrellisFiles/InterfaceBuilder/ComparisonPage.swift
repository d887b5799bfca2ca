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
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Comparison with stored frames</title><style>
      body { margin: 24px auto; max-width: 1100px; padding: 0 20px; color: #0f172a; background: #f8fafc;
        font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
      table { border-collapse: collapse; width: 100%; background: #ffffff }
      td, th { padding: 4px 8px; border-bottom: 1px solid #e2e8f0; text-align: left }
      .n { text-align: right; font-variant-numeric: tabular-nums } tr.bad td:first-child { color: #dc2626 }
      section { display: flex; gap: 24px; margin: 24px 0; padding: 16px; border: 1px solid #e2e8f0; border-radius: 12px;
        background: #ffffff } section svg { max-width: 420px; max-height: 640px; flex: none }
      pre { white-space: pre-wrap } .stored { fill: none; stroke: #dc2626; stroke-width: 2; stroke-dasharray: 5 3 }
      small { color: #64748b }
      \(SVGPicture.styleSheet)
      </style></head><body><h1>Comparison with stored frames</h1>
      <pre>\(totals.table().split(separator: "\n").map { escapedText(String($0)) }.joined(separator: "\n"))</pre>
      \(pictures)
      <table><tr><th>File</th><th class="n">Units</th><th class="n">Flagged</th><th class="n">Matched</th>
      <th class="n">Exact</th><th class="n">Views matched</th><th class="n">Views</th></tr>
      \(rows)</table></body></html>

      """
  }

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
