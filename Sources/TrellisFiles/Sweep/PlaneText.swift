// A sweep of two numbers as a table for people and as JSON (docs/plane.schema.json).

import Trellis

extension PlaneResult {
  /// The ranges, the polygons with what moves in them and what ends them, and what to look at. Ends with a newline.
  public func table() -> String {
    let name = visible(heading)
    var text =
      "\(name): \(Self.words(first)), \(Self.words(second)), \(polygons.count) polygon\(polygons.count == 1 ? "" : "s")"
    let doubtful = polygons.count { !$0.isProven }
    text += doubtful == 0 ? "\n" : ", \(doubtful) of them not proven\n"
    for (index, polygon) in polygons.enumerated() {
      let corners = polygon.corners.map { "\(Self.plain($0[0])),\(Self.plain($0[1]))" }.joined(separator: " ")
      text += "  \(index + 1)  \(corners)\(polygon.isProven ? "" : " (not proven)")\n"
      text += "     \(moving(polygon))\n"
      var said: [String] = []
      for border in polygon.edges.compactMap({ $0 }) where !said.contains(border.message) {
        said.append(border.message)
        text += "     ends where \(visible(border.message))"
        text += border.constraint?.line.map { " (line \($0))\n" } ?? "\n"
      }
    }
    for (index, finding) in findings.enumerated() {
      let numbers = polygons.indices.filter { polygons[$0].findings.contains(index) }.map { "\($0 + 1)" }
      let place =
        numbers.count == polygons.count
        ? "everywhere" : "in polygon\(numbers.count == 1 ? "" : "s") \(numbers.joined(separator: ", "))"
      let severity = finding.kind.isError ? "error" : "warning"
      text += visible(
        "\(file):\(finding.line):\(finding.column): \(severity): \(place): \(finding.message) [\(finding.kind.rawValue)]"
      )
      text += "\n"
    }
    return text
  }

  /// The file, and the unit or state of it.
  var heading: String {
    ([file] + [unit, state.map { "state \($0)" }, sizeClass].compactMap(\.self)).joined(separator: ", ")
  }

  private static func words(_ axis: Axis) -> String {
    "\(visible(axis.parameter.name)) from \(plain(axis.range.lowerBound)) to \(plain(axis.range.upperBound))"
  }

  /// The items whose frames move within a polygon, by name: with the first parameter / the second.
  private func moving(_ polygon: Polygon) -> String {
    func moves(_ index: Int) -> Bool {
      abs(polygon.firstSlopes[index]) > 1e-9 || abs(polygon.secondSlopes[index]) > 1e-9
    }
    let moving = items.indices.filter { item in
      item > 0 && !items[item].isGuide && (4 * item..<4 * item + 4).contains(where: moves)
    }
    guard !moving.isEmpty else { return "nothing moves" }
    let shown = moving.prefix(4).map { item -> String in
      let parts = zip(["x", "y", "width", "height"], 4 * item..<4 * item + 4).compactMap { name, index -> String? in
        guard moves(index) else { return nil }
        return "\(name) \(Self.signed(polygon.firstSlopes[index]))/\(Self.signed(polygon.secondSlopes[index]))"
      }
      return "\(items[item].label) \(parts.joined(separator: ", "))"
    }
    let more = moving.count - shown.count
    return visible(shown.joined(separator: "; ")) + (more > 0 ? "; and \(more) more" : "")
  }

  private static func signed(_ number: Double) -> String { (number > 1e-9 ? "+" : "") + plain(number) }

  /// At most four decimals.
  static func plain(_ number: Double) -> String {
    let scaled = (number * 10_000).rounded() / 10_000 + 0
    return formatted(scaled.isFinite ? scaled : number)
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
    writer.array("parameters", [first, second]) { axis, writer in
      writer.open("{")
      writer.key("name")
      writer.string(axis.parameter.name)
      writer.key("kind")
      if case .constant = axis.parameter { writer.string("constant") } else { writer.string("size") }
      writer.key("from")
      writer.number(axis.range.lowerBound)
      writer.key("to")
      writer.number(axis.range.upperBound)
      writer.close("}")
    }
    Self.write("size", [size.width, size.height], &writer)
    SweepResult.write(items, &writer)
    writer.array("polygons", polygons) { polygon, writer in
      writer.open("{")
      writer.array("corners", polygon.corners) { corner, writer in Self.write(corner, &writer) }
      writer.array("edges", polygon.edges) { edge, writer in
        guard let edge else { return writer.raw("null") }
        writer.open("{")
        writer.key("message")
        writer.string(edge.message)
        SweepResult.write(edge.constraint.map { [$0] } ?? [], &writer)
        writer.close("}")
      }
      writer.key("proven")
      writer.raw(polygon.isProven ? "true" : "false")
      Self.write("at", polygon.origin, &writer)
      SweepResult.write("frames", polygon.numbers, &writer)
      SweepResult.write("firstSlopes", polygon.firstSlopes, &writer)
      SweepResult.write("secondSlopes", polygon.secondSlopes, &writer)
      Self.write("findings", polygon.findings.map(Double.init), &writer)
      writer.close("}")
    }
    writer.array("findings", findings) { finding, writer in
      writer.open("{")
      writer.key("kind")
      writer.string(finding.kind.rawValue)
      writer.key("severity")
      writer.string(finding.kind.isError ? "error" : "warning")
      if let item = finding.item {
        writer.key("item")
        writer.string(item)
      }
      writer.key("message")
      writer.string(finding.message)
      SweepResult.write(finding.constraints, &writer)
      writer.key("line")
      writer.number(Double(finding.line))
      writer.key("column")
      writer.number(Double(finding.column))
      writer.close("}")
    }
    writer.close("}")
    return writer.text
  }

  private static func write(_ key: String, _ numbers: [Double], _ writer: inout JSONWriter) {
    writer.key(key)
    write(numbers, &writer)
  }

  private static func write(_ numbers: [Double], _ writer: inout JSONWriter) {
    writer.open("[")
    for number in numbers {
      writer.element()
      writer.number(number)
    }
    writer.close("]")
  }
}
