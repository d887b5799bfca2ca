// A sweep as a table for people and as JSON (docs/sweep.schema.json).

import Trellis

extension SweepResult {
  /// The parameter and its range, what happens along it, and what to look at. Ends with a newline.
  public func table() -> String {
    let name = visible(
      ([file] + [unit, state.map { "state \($0)" }, sizeClass].compactMap(\.self)).joined(separator: ", "))
    var text =
      "\(name): \(visible(parameter.name)) from \(plain(from)) to \(plain(to)), \(counted(intervals.count, "interval"))"
    text += isProven ? "\n" : ", \(counted(intervals.count { !$0.isProven }, "of them not proven", plural: false))\n"
    var rows: [(place: String, text: String)] = []
    for (index, interval) in intervals.enumerated() {
      if index > 0 {
        for event in events where event.value == interval.from {
          let lines = event.constraints.count == 1 ? event.constraints[0].line.map { " (line \($0))" } ?? "" : ""
          rows.append((plain(event.value), visible(event.message) + lines))
        }
      }
      let moving = movingItems(interval)
      rows.append(
        ("\(plain(interval.from)) to \(plain(interval.to))", moving + (interval.isProven ? "" : " (not proven)")))
    }
    let width = rows.map { terminalWidth($0.place) }.max() ?? 0
    for row in rows {
      text += "  " + row.place + String(repeating: " ", count: width - terminalWidth(row.place)) + "  \(row.text)\n"
    }
    for finding in findings { text += line(of: finding) + "\n" }
    return text
  }

  /// `FILE:LINE:COLUMN: error|warning: WHERE: what [kind]`.
  private func line(of finding: Finding) -> String {
    let severity = finding.kind.isError ? "error" : "warning"
    return visible(
      "\(file):\(finding.line):\(finding.column): \(severity): \(message(of: finding)) [\(finding.kind.rawValue)]")
  }

  /// From where to where a finding holds, what it is, and the constraints that decide it.
  public func message(of finding: Finding) -> String {
    let isEverywhere = finding.from <= from && finding.to >= to && sizeClass == nil
    let interval =
      finding.from == finding.to ? "at \(plain(finding.from))" : "from \(plain(finding.from)) to \(plain(finding.to))"
    var text = isEverywhere ? "at every \(parameter.name)" : "at \(parameter.name) \(interval)"
    if case .constant(let id) = parameter {
      text = isEverywhere ? "at every constant of \(id)" : "with \(id) \(interval)"
    }
    text += ": \(finding.message)"
    guard finding.kind != .conflict, !finding.constraints.isEmpty else { return text }
    let sources = finding.constraints.prefix(4).map { source in
      source.equation + (source.line.map { " (line \($0))" } ?? "")
    }
    return text + ".  Decided by " + sources.joined(separator: "; ")
  }

  /// The items whose frames move within an interval, by name.
  private func movingItems(_ interval: Interval) -> String {
    let moving = items.indices.filter { item in
      item > 0 && !items[item].isGuide && (4 * item..<4 * item + 4).contains { abs(interval.slopes[$0]) > 1e-9 }
    }
    guard !moving.isEmpty else { return "nothing moves" }
    let shown = moving.prefix(4).map { item -> String in
      let parts = zip(["x", "y", "width", "height"], 4 * item..<4 * item + 4).compactMap { name, index -> String? in
        let slope = interval.slopes[index]
        return abs(slope) > 1e-9 ? "\(name) \(slope > 0 ? "+" : "")\(plain(slope))" : nil
      }
      return "\(items[item].label) \(parts.joined(separator: ", "))"
    }
    let more = moving.count - shown.count
    return visible(shown.joined(separator: "; ")) + (more > 0 ? "; and \(more) more" : "")
  }

  /// At most four decimals.
  private func plain(_ number: Double) -> String {
    let scaled = (number * 10_000).rounded() / 10_000
    return formatted(scaled.isFinite ? scaled : number)
  }

  private func counted(_ count: Int, _ word: String, plural: Bool = true) -> String {
    "\(count) \(word)" + (plural && count != 1 ? "s" : "")
  }

  /// The sweep as JSON in one line, without a newline. Numbers are exact.
  public func json() -> String {
    var writer = JSONWriter(style: .compact)
    writer.open("{")
    writer.key("file")
    writer.string(file)
    if let unit {
      writer.key("unit")
      writer.string(unit)
    }
    if let state {
      writer.key("state")
      writer.string(state)
    }
    if let sizeClass {
      writer.key("sizeClass")
      writer.string(sizeClass)
    }
    writer.key("parameter")
    writer.string(parameter.name)
    writer.key("kind")
    if case .constant = parameter { writer.string("constant") } else { writer.string("size") }
    writer.key("from")
    writer.number(from)
    writer.key("to")
    writer.number(to)
    writer.key("size")
    writer.open("[")
    for length in [size.width, size.height] {
      writer.element()
      writer.number(length)
    }
    writer.close("]")
    Self.write(items, &writer)
    writer.array("intervals", intervals) { interval, writer in
      writer.open("{")
      writer.key("from")
      writer.number(interval.from)
      writer.key("to")
      writer.number(interval.to)
      if !interval.includesStart {
        writer.key("open")
        writer.raw("true")
      }
      writer.key("proven")
      writer.raw(interval.isProven ? "true" : "false")
      Self.write("frames", interval.numbers, &writer)
      Self.write("slopes", interval.slopes, &writer)
      writer.close("}")
    }
    writer.array("events", events) { event, writer in
      writer.open("{")
      writer.key("at")
      writer.number(event.value)
      writer.key("kind")
      writer.string(event.kind.rawValue)
      writer.key("message")
      writer.string(event.message)
      Self.write(event.constraints, &writer)
      writer.close("}")
    }
    writer.array("findings", findings) { finding, writer in
      writer.open("{")
      writer.key("kind")
      writer.string(finding.kind.rawValue)
      writer.key("severity")
      writer.string(finding.kind.isError ? "error" : "warning")
      writer.key("from")
      writer.number(finding.from)
      writer.key("to")
      writer.number(finding.to)
      if let item = finding.item {
        writer.key("item")
        writer.string(item)
      }
      writer.key("message")
      writer.string(finding.message)
      Self.write(finding.constraints, &writer)
      writer.key("line")
      writer.number(Double(finding.line))
      writer.key("column")
      writer.number(Double(finding.column))
      writer.close("}")
    }
    writer.close("}")
    return writer.text
  }

  static func write(_ items: [Item], _ writer: inout JSONWriter) {
    writer.array("items", items) { item, writer in
      writer.open("{")
      writer.key("name")
      writer.string(item.name)
      if item.label != item.name {
        writer.key("label")
        writer.string(item.label)
      }
      if let superview = item.superview {
        writer.key("superview")
        writer.number(Double(superview))
      }
      if !item.isVisible {
        writer.key("hidden")
        writer.raw("true")
      }
      if item.isGuide {
        writer.key("guide")
        writer.raw("true")
      }
      writer.close("}")
    }
  }

  /// Four numbers for each item.
  static func write(_ key: String, _ numbers: [Double], _ writer: inout JSONWriter) {
    writer.array(key, Array(stride(from: 0, to: numbers.count, by: 4))) { start, writer in
      writer.open("[")
      for number in numbers[start..<min(start + 4, numbers.count)] {
        writer.element()
        writer.number(number)
      }
      writer.close("]")
    }
  }

  static func write(_ sources: [Source], _ writer: inout JSONWriter) {
    writer.array("constraints", sources) { source, writer in
      writer.open("{")
      writer.key("id")
      writer.string(source.id)
      writer.key("equation")
      writer.string(source.equation)
      if let line = source.line {
        writer.key("line")
        writer.number(Double(line))
      }
      writer.close("}")
    }
  }
}
