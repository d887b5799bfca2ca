// Results as JSON, in the form of the package's documentation ("layout documents", Result). Written by hand rather than
// through Codable: keys keep the document's order, and numbers are the shortest that read back as the same double.

extension DocumentResult {
  /// How a JSON text is laid out.
  public enum JSONStyle: Sendable {
    /// One line, for streams with one document a line.
    case compact
    /// A line per frame, for people and for comparing versions.
    case lines
  }

  /// The result as JSON, without a newline at the end. One state is an object of its own; several stand under
  /// `results`. Linear in the size of the result.
  public func json(style: JSONStyle = .lines) -> String {
    var writer = JSONWriter(style: style)
    writer.open("{")
    writer.key("trellis")
    writer.raw("1")
    if states.count == 1 {
      states[0].writeMembers(to: &writer)
    } else {
      writer.key("results")
      writer.open("[")
      for state in states {
        writer.element()
        writer.open("{")
        state.writeMembers(to: &writer)
        writer.close("}")
      }
      writer.close("]")
    }
    writer.close("}")
    return writer.text
  }
}

extension LayoutState {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    switch origin {
    case .edits: break
    case .named(let name):
      writer.key("state")
      if let name { writer.string(name) } else { writer.raw("null") }
    case .between(let progress):
      // Between two layouts there is nothing that was solved.
      writer.key("progress")
      writer.number(progress)
      return writeFrames(to: &writer)
    }
    if isProgram {
      writer.object("values", values) { value, writer in
        writer.key(value.name)
        writer.number(value.value)
      }
    } else {
      writeFrames(to: &writer)
      writer.object("contentSizes", contentSizes) { size, writer in
        writer.key(size.name)
        writer.numbers([size.width, size.height])
      }
    }
    writer.object("levels", levels) { level, writer in
      writer.key(formatted(level.priority))
      writer.number(level.error)
    }
    writer.array("ambiguous", ambiguous) { ambiguity, writer in
      writer.inlineObject([
        ("item", ambiguity.item), ("axis", ambiguity.axis), ("attribute", ambiguity.attribute),
      ])
    }
    writer.array("conflicts", conflicts) { conflict, writer in
      writer.open("{")
      writer.key("constraints")
      writer.strings(conflict.constraints)
      if conflict.more > 0 {
        writer.key("more")
        writer.raw("\(conflict.more)")
      }
      writer.key("broken")
      writer.string(conflict.broken)
      writer.key("message")
      writer.string(conflict.message)
      writer.close("}")
    }
    // Only where there is any, which is rare.
    guard !unsettled.isEmpty else { return }
    writer.array("unsettled", unsettled) { finding, writer in
      writer.inlineObject([("item", finding.item), ("quantity", finding.quantity.rawValue)])
    }
  }
}

extension LayoutState {
  private func writeFrames(to writer: inout JSONWriter) {
    writer.object("frames", items) { item, writer in
      writer.key(item.name)
      writer.numbers([item.x, item.y, item.width, item.height])
    }
  }
}

/// Builds a JSON text. Keeps count of commas and indentation, nothing else.
struct JSONWriter {
  private(set) var text = ""
  private let style: DocumentResult.JSONStyle
  private var depth = 0
  private var isFirst = true

  init(style: DocumentResult.JSONStyle) { self.style = style }

  mutating func raw(_ token: String) { text += token }

  mutating func open(_ bracket: String) {
    text += bracket
    depth += 1
    isFirst = true
  }

  mutating func close(_ bracket: String) {
    depth -= 1
    if !isFirst { newLine() }
    text += bracket
    isFirst = false
  }

  /// Starts an element of an array.
  mutating func element() {
    if !isFirst { text += style == .compact ? ", " : "," }
    newLine()
    isFirst = false
  }

  /// Starts a member of an object.
  mutating func key(_ key: String) {
    element()
    string(key)
    text += ": "
  }

  mutating func number(_ number: Double) {
    // JSON has no infinities; the solver gives none, so this only guards the validity of the text.
    text += number.isFinite ? formatted(number) : "null"
  }

  mutating func numbers(_ numbers: [Double]) {
    text += "["
    for (index, value) in numbers.enumerated() {
      if index > 0 { text += ", " }
      number(value)
    }
    text += "]"
  }

  mutating func strings(_ strings: [String]) {
    text += "["
    for (index, value) in strings.enumerated() {
      if index > 0 { text += ", " }
      string(value)
    }
    text += "]"
  }

  mutating func string(_ string: String) { text += jsonString(string) }

  mutating func object<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    open("{")
    for element in elements { write(element, &self) }
    close("}")
  }

  mutating func array<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    open("[")
    for value in elements {
      element()
      write(value, &self)
    }
    close("]")
  }

  /// An object of strings on one line; members without a value are left out.
  mutating func inlineObject(_ members: [(String, String?)]) {
    text += "{"
    var separator = ""
    for case (let name, let value?) in members {
      text += separator
      string(name)
      text += ": "
      string(value)
      separator = ", "
    }
    text += "}"
  }

  private mutating func newLine() {
    guard style == .lines else { return }
    text += "\n"
    text += String(repeating: "  ", count: depth)
  }
}
