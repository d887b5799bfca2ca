// Results as a table for a terminal.

extension DocumentResult {
  /// The result as text: one table per state, numbers with at most four decimals, views indented under their
  /// superviews. Ends with a newline. Linear in the size of the result.
  public func table() -> String {
    var text = ""
    for (index, state) in states.enumerated() {
      if states.count > 1 {
        if index > 0 { text += "\n" }
        text += index == 0 ? "before the edits\n" : "after edit \(index)\n"
      }
      text += state.table()
    }
    return text
  }
}

extension LayoutState {
  fileprivate func table() -> String {
    var rows: [[String]] = []
    if isProgram {
      rows.append(["variable", "value"])
      rows += values.map { [$0.name, rounded($0.value)] }
    } else {
      rows.append(["item", "x", "y", "width", "height"])
      var depths: [Int] = []
      for item in items {
        let depth = item.superview.map { depths[$0] + 1 } ?? 0
        depths.append(depth)
        rows.append(
          [String(repeating: "  ", count: min(depth, 20)) + (item.label.map { "\($0) (\(item.name))" } ?? item.name)]
            + [item.x, item.y, item.width, item.height].map(rounded))
      }
    }
    var text = aligned(rows)
    for size in contentSizes {
      text += "content of \(size.name): \(rounded(size.width)) × \(rounded(size.height))\n"
    }
    for level in levels where level.error > 1e-9 {
      text += "error at priority \(formatted(level.priority)): \(rounded(level.error))\n"
    }
    for truncation in truncations {
      text += "truncated: \(truncation.message)\n"
    }
    for ambiguity in ambiguous {
      text += "ambiguous: \(ambiguity.subject)\n"
    }
    for conflict in conflicts {
      text += "conflict: \(conflict.constraints.joined(separator: ", ")); went on without \(conflict.broken)\n"
    }
    return text
  }

  /// The first column flush left, the others flush right.
  private func aligned(_ rows: [[String]]) -> String {
    var widths = [Int](repeating: 0, count: rows[0].count)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    var text = ""
    for row in rows {
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        text += column == 0 ? cell + space : "  " + space + cell
      }
      text += "\n"
    }
    return text
  }
}

extension LayoutState.Ambiguity {
  /// `head.width`, or the variable.
  var subject: String { attribute.map { "\(item).\($0)" } ?? item }
}

extension LayoutState.Truncation {
  var message: String {
    let side = axis == "horizontal" ? "width" : "height"
    return "\(item).\(side) is \(rounded(given)), its content needs \(rounded(wanted))"
  }
}

/// A number with at most four decimals.
func rounded(_ number: Double) -> String {
  let scaled = (number * 1e4).rounded() / 1e4
  return formatted(scaled.isFinite ? scaled : number)
}
