// Explanations and objections as tables for people and as JSON (docs/explain.schema.json).

extension LayoutExplanation {
  /// A line for the number, one for each constraint that decides it, aligned, and one for each end of what these hold for.
  /// Ends with a newline.
  public func table() -> String {
    var text = "\(visible(subject)) = \(rounded(value))\(isAmbiguous ? ", and could be another" : "")\n"
    guard !influences.isEmpty else { return text + "no constraint decides it\n" }
    var rows = [["per point", "constraint", "constant", "holds", "without", "priority", "location"]]
    for influence in influences {
      rows.append([
        rounded(influence.derivative), visible(influence.words), rounded(influence.constant), influence.interval,
        influence.without.map { rounded($0.value) + ($0.isAmbiguous ? "?" : "") } ?? "–", formatted(influence.priority),
        influence.location.map { "\($0.line):\($0.column)" } ?? "–",
      ])
    }
    text += aligned(rows, left: [1, 3, 6])
    for influence in influences {
      if let words = influence.breakpoint { text += "  \(visible(words))\n" }
      for (side, word) in [(influence.below, "below"), (influence.above, "above")] {
        guard let side, let words = side.words else { continue }
        text += "  \(word) \(rounded(side.constant)) of \(visible(influence.words)): \(visible(words))\n"
      }
    }
    return text
  }

  /// The explanation as JSON in one line, without a newline.
  public func json() -> String {
    var writer = JSONWriter(style: .compact)
    writer.open("{")
    writer.key("file")
    writer.string(file)
    writer.key("subject")
    writer.string(subject)
    writer.key("state")
    writer.number(Double(state))
    writer.key("value")
    writer.number(value)
    writer.key("ambiguous")
    writer.raw(isAmbiguous ? "true" : "false")
    writer.array("influences", influences) { influence, writer in influence.write(to: &writer) }
    writer.close("}")
    return writer.text
  }
}

extension LayoutExplanation.Influence {
  /// The constraint as people know it.
  var words: String { equation ?? constraint + (label.map { " (\($0))" } ?? "") }

  /// The constants for which it holds: `any`, `12`, `up to 200`, `from 3`, `3 to 200`.
  var interval: String {
    guard let below, let above else { return "–" }
    guard !isBreakpoint else { return "at \(rounded(constant))" }
    switch (below.constant.isFinite, above.constant.isFinite) {
    case (false, false): return "any"
    case (true, false): return "from \(rounded(below.constant))"
    case (false, true): return "up to \(rounded(above.constant))"
    case (true, true): return "\(rounded(below.constant)) to \(rounded(above.constant))"
    }
  }

  /// Whether the number follows smaller constants otherwise than larger ones.
  private var isBreakpoint: Bool {
    guard let a = below?.derivative, let b = above?.derivative else { return below != nil }
    return abs(a - b) > 1e-9 * max(1, abs(a))
  }

  /// What the number does on either side of a breakpoint.
  var breakpoint: String? {
    guard let below, let above, isBreakpoint else { return nil }
    func slope(_ side: LayoutExplanation.Side) -> String { side.derivative.map(rounded) ?? "unknown" }
    return
      "at \(rounded(constant)) of \(words): a breakpoint, \(slope(below)) per point below and \(slope(above)) above"
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.open("{")
    writer.key("constraint")
    writer.string(constraint)
    writer.key("derivative")
    writer.number(derivative)
    writer.key("constant")
    writer.number(constant)
    writer.key("priority")
    writer.number(priority)
    if let equation {
      writer.key("equation")
      writer.string(equation)
    }
    if let label {
      writer.key("label")
      writer.string(label)
    }
    if let location {
      writer.key("line")
      writer.number(Double(location.line))
      writer.key("column")
      writer.number(Double(location.column))
    }
    for (name, side) in [("below", below), ("above", above)] {
      guard let side else { continue }
      writer.key(name)
      side.write(to: &writer)
    }
    if let without {
      writer.key("without")
      writer.open("{")
      writer.key("value")
      writer.number(without.value)
      writer.key("ambiguous")
      writer.raw(without.isAmbiguous ? "true" : "false")
      writer.array("moves", without.moves) { $0.write(to: &$1) }
      writer.close("}")
    }
    writer.close("}")
  }
}

extension LayoutExplanation.Move {
  func write(to writer: inout JSONWriter) {
    writer.open("{")
    writer.key("item")
    writer.string(item)
    writer.key("from")
    writer.numbers(from)
    writer.key("to")
    writer.numbers(to)
    writer.close("}")
  }
}

extension LayoutExplanation.Source {
  func write(to writer: inout JSONWriter) {
    writer.open("{")
    writer.key("constraint")
    writer.string(id)
    writer.key("text")
    writer.string(text)
    if let line, let column {
      writer.key("line")
      writer.number(Double(line))
      writer.key("column")
      writer.number(Double(column))
    }
    writer.close("}")
  }

  /// The constraint with its line.
  var inWords: String { text + (line.map { " (line \($0))" } ?? "") }
}

extension LayoutExplanation.Side {
  /// What happens at the end; nil where nothing does.
  var words: String? {
    let names = causes.prefix(4).map(\.inWords).joined(separator: "; ")
    let taking = names.isEmpty ? "" : names + (causes.count > 4 ? " and others take over, " : " takes over, ")
    switch beyond {
    case .nothing: return nil
    case .derivative(let derivative): return taking + "\(rounded(derivative)) per point"
    case .conflict(let members):
      return "these cannot hold together: " + members.prefix(8).map(\.inWords).joined(separator: "; ")
    case .frames: return "what follows from frames changes: a text takes another line, say"
    case .unknown: return names.isEmpty ? "the number jumps" : "\(names) takes over"
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.open("{")
    writer.key("derivative")
    if let derivative { writer.number(derivative) } else { writer.raw("null") }
    // Infinite is null.
    writer.key("constant")
    writer.number(constant)
    writer.array("causes", causes) { $0.write(to: &$1) }
    writer.key("then")
    writer.open("{")
    writer.key("kind")
    switch beyond {
    case .nothing: writer.string("nothing")
    case .derivative(let derivative):
      writer.string("derivative")
      writer.key("derivative")
      writer.number(derivative)
    case .conflict(let members):
      writer.string("conflict")
      writer.array("constraints", members) { $0.write(to: &$1) }
    case .frames: writer.string("frames")
    case .unknown: writer.string("unknown")
    }
    writer.close("}")
    writer.close("}")
  }
}

// MARK: - Objections

extension LayoutObjection {
  /// Why it is not so, in a few lines. Ends with a newline.
  public func table() -> String {
    let subject = visible(wish)
    switch verdict {
    case .met: return "\(subject): it is so, \(rounded(value))\n"
    case .forbidden(let parts):
      var text = "\(subject): it is \(rounded(value)), and cannot be otherwise. "
      text +=
        parts.isEmpty
        ? "What the layout stands on forbids it\n" : "These forbid it; without any one of them the others allow it:\n"
      let rows = parts.map {
        [visible($0.source.text), formatted($0.priority), $0.source.line.map { "line \($0)" } ?? "–"]
      }
      return text + aligned(rows, left: [0, 2])
    case .possible(let prices, let violations, let moves):
      guard !prices.isEmpty || !violations.isEmpty else {
        return "\(subject): it is \(rounded(value)); nothing stands against it, as it costs nothing\n"
      }
      var text = "\(subject): it is \(rounded(value)); it can be had at this price:\n"
      var rows: [[String]] = []
      for violation in violations {
        rows.append([
          visible(violation.part.source.text), "at \(formatted(violation.part.priority))",
          "misses by \(rounded(violation.after)) pt, not \(rounded(violation.before))",
          violation.part.source.line.map { "line \($0)" } ?? "–",
        ])
      }
      text += aligned(rows, left: [0, 1, 2, 3])
      for price in prices {
        text +=
          "  priority \(formatted(price.priority)): errors of \(rounded(price.after)) pt, not \(rounded(price.before))\n"
      }
      if !moves.isEmpty {
        let names = moves.prefix(6).map { visible($0.item) }.joined(separator: ", ")
        text += "  moves \(names)\(moves.count > 6 ? " and \(moves.count - 6) more" : "")\n"
      }
      return text
    }
  }

  /// The objection as JSON in one line, without a newline.
  public func json() -> String {
    var writer = JSONWriter(style: .compact)
    writer.open("{")
    writer.key("file")
    writer.string(file)
    writer.key("not")
    writer.string(wish)
    writer.key("state")
    writer.number(Double(state))
    writer.key("value")
    writer.number(value)
    writer.key("verdict")
    switch verdict {
    case .met: writer.string("met")
    case .forbidden(let parts):
      writer.string("forbidden")
      writer.array("by", parts) { part, writer in Self.write(part, &writer) }
    case .possible(let prices, let violations, let moves):
      writer.string("possible")
      writer.array("prices", prices) { price, writer in
        writer.open("{")
        writer.key("priority")
        writer.number(price.priority)
        writer.key("before")
        writer.number(price.before)
        writer.key("after")
        writer.number(price.after)
        writer.close("}")
      }
      writer.array("violations", violations) { violation, writer in
        writer.open("{")
        writer.key("part")
        Self.write(violation.part, &writer)
        writer.key("before")
        writer.number(violation.before)
        writer.key("after")
        writer.number(violation.after)
        writer.close("}")
      }
      writer.array("moves", moves) { $0.write(to: &$1) }
    }
    writer.close("}")
    return writer.text
  }

  private static func write(_ part: Part, _ writer: inout JSONWriter) {
    writer.open("{")
    writer.key("source")
    part.source.write(to: &writer)
    writer.key("constant")
    writer.number(part.constant)
    writer.key("priority")
    writer.number(part.priority)
    writer.close("}")
  }
}

// MARK: - Tables

/// Rows with their columns aligned, two spaces between, each line indented by two.
func aligned(_ rows: [[String]], left: Set<Int>) -> String {
  guard let first = rows.first else { return "" }
  let widths = first.indices.map { column in rows.map { terminalWidth($0[column]) }.max() ?? 0 }
  var text = ""
  for row in rows {
    var line = ""
    for (column, cell) in row.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - terminalWidth(cell))
      line += "  " + (left.contains(column) ? cell + padding : padding + cell)
    }
    while line.last == " " { line.removeLast() }
    text += line + "\n"
  }
  return text
}
