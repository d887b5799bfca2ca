// Results as a table for a terminal.

extension DocumentResult {
  /// The result as text: one table per state, numbers with at most four decimals, views indented under their
  /// superviews. Ends with a newline. Linear in the size of the result.
  ///
  /// - Parameter limit: The most rows of each state; what is left out is counted.
  public func table(limit: Int? = nil) -> String {
    var text = ""
    var left = 0
    for (index, state) in states.enumerated() {
      if states.count > 1 {
        if index > 0 { text += "\n" }
        text += visible(caption(index)) + "\n"
      }
      text += state.table(limit: limit, &left)
    }
    return left > 0 ? text + "… and \(left) more\n" : text
  }
}

extension LayoutState {
  fileprivate func table(limit: Int?, _ left: inout Int) -> String {
    let limit = limit ?? .max
    var rows: [[String]] = []
    if isProgram {
      rows.append(["variable", "value"])
      rows += values.prefix(limit).map { [$0.name, rounded($0.value)] }
    } else {
      rows.append(["item", "x", "y", "width", "height"])
      for (index, depth) in outline().prefix(limit) {
        let item = items[index]
        let name = visible(item.label.map { "\($0) (\(item.name))" } ?? item.name)
        rows.append(
          [String(repeating: "  ", count: min(depth, 20)) + name]
            + [item.x, item.y, item.width, item.height].map(rounded))
      }
    }
    left += items.count + values.count - (rows.count - 1)
    var text = aligned(rows)
    for size in contentSizes {
      text += "content of \(visible(size.name)): \(rounded(size.width)) × \(rounded(size.height))\n"
    }
    for level in levels where level.error > 1e-9 {
      text += "error at priority \(formatted(level.priority)): \(rounded(level.error))\n"
    }
    for truncation in truncations {
      text += visible("truncated: \(truncation.message)") + "\n"
    }
    for ambiguity in ambiguous {
      text += visible("ambiguous: \(ambiguity.subject)") + "\n"
    }
    for finding in unsettled {
      text += visible("unsettled: \(finding.message)") + "\n"
    }
    for view in unsized {
      text += visible("unsized: \(view.item)") + "\n"
    }
    for conflict in conflicts {
      text += visible("conflict: \(conflict.equationList); went on without \(conflict.brokenEquation)") + "\n"
    }
    return text
  }

  /// The positions of the items with how deep each lies, every item straight after what is in the item before it.
  private func outline() -> [(index: Int, depth: Int)] {
    var children: [[Int]] = Array(repeating: [], count: items.count)
    var pending: [(index: Int, depth: Int)] = []
    for (index, item) in items.enumerated() {
      if let superview = item.superview { children[superview].append(index) } else { pending.append((index, 0)) }
    }
    pending.reverse()
    var outline: [(index: Int, depth: Int)] = []
    outline.reserveCapacity(items.count)
    while let next = pending.popLast() {
      outline.append(next)
      for child in children[next.index].reversed() { pending.append((child, next.depth + 1)) }
    }
    return outline
  }

  /// The first column flush left, the others flush right.
  private func aligned(_ rows: [[String]]) -> String {
    var widths = [Int](repeating: 0, count: rows[0].count)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], terminalWidth(cell)) }
    }
    var text = ""
    for row in rows {
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - terminalWidth(cell))
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
