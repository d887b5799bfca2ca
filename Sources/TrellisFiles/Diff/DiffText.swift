// Differences as a table for people, as Markdown for reviews, and as JSON (docs/diff.schema.json).

extension LayoutDiff {
  /// What differs, a line each: `+` came, `-` went, `~` changed. Ends with a newline.
  public func table() -> String {
    var text = visible(heading) + "\n"
    if change != .changed { text += "  \(change == .came ? "+ came" : "- went")\n" }
    text += aligned(items.map { [$0.change.sign, visible($0.label), $0.words] }, left: [0, 1, 2])
    if !constraints.isEmpty { text += "constraints\n" }
    for constraint in constraints { text += "  \(constraint.change.sign) \(visible(constraint.words))\n" }
    if !findings.isEmpty { text += "findings\n" }
    for finding in findings { text += "  \(finding.isNew ? "+" : "-") \(visible(finding.words))\n" }
    return text
  }

  /// What differs as a part of a review comment: a heading and tables.
  public func markdown() -> String {
    var text = "#### \(Self.markdown(heading))\n\n"
    if change != .changed { text += "The whole layout \(change.rawValue).\n\n" }
    if !items.isEmpty {
      text += "| | view | |\n| --- | --- | --- |\n"
      for item in items {
        text += "| \(item.change.sign) | \(Self.markdown(item.label)) | \(Self.markdown(item.words)) |\n"
      }
      text += "\n"
    }
    if !constraints.isEmpty {
      text += "| | constraint |\n| --- | --- |\n"
      for constraint in constraints { text += "| \(constraint.change.sign) | \(Self.markdown(constraint.words)) |\n" }
      text += "\n"
    }
    for finding in findings { text += "- \(Self.markdown(finding.words))\n" }
    return text + (findings.isEmpty ? "" : "\n")
  }

  /// The difference as JSON in one line, without a newline.
  public func json() -> String {
    var writer = JSONWriter(style: .compact)
    writer.open("{")
    writer.key("old")
    writer.string(old)
    writer.key("new")
    writer.string(new)
    if let unit {
      writer.key("unit")
      writer.string(unit)
    }
    writer.key("change")
    writer.string(isEmpty ? "none" : change.rawValue)
    writer.array("views", items) { item, writer in item.write(to: &writer) }
    writer.array("constraints", constraints) { constraint, writer in
      writer.open("{")
      writer.key("change")
      writer.string(constraint.change.rawValue)
      for (name, text) in [("id", constraint.id), ("from", constraint.from), ("to", constraint.to)] {
        guard let text else { continue }
        writer.key(name)
        writer.string(text)
      }
      writer.close("}")
    }
    writer.array("findings", findings) { finding, writer in
      writer.open("{")
      writer.key("change")
      writer.string(finding.isNew ? "new" : "cured")
      writer.key("kind")
      writer.string(finding.kind)
      writer.key("error")
      writer.raw(finding.isError ? "true" : "false")
      writer.key("message")
      writer.string(finding.message)
      writer.key("line")
      writer.number(Double(finding.line))
      writer.close("}")
    }
    writer.close("}")
    return writer.text
  }

  /// What is compared.
  var heading: String { (unit.map { "\($0): " } ?? "") + "\(old) → \(new)" + (isEmpty ? ", no difference" : "") }

  /// A text of a file as text of Markdown: none of its characters marks anything up.
  private static func markdown(_ text: String) -> String {
    var result = ""
    for character in visible(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "@": result += "&#64;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "!", "|", "~": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}

extension LayoutDiff.Change {
  /// `+`, `-` or `~`.
  var sign: String {
    switch self {
    case .came: "+"
    case .went: "-"
    case .changed: "~"
    }
  }
}

extension LayoutDiff.Item {
  /// What became of it: `moved by 8, 0; grew by -16, 0 to 20, 10, 284 × 40`.
  var words: String {
    switch (from, to) {
    case (nil, let to?): return "came at \(Self.frame(to))"
    case (let from?, nil): return "went from \(Self.frame(from))"
    case (let from?, let to?):
      var parts: [String] = []
      if superviews.count == 2 { parts.append("from \(visible(superviews[0])) into \(visible(superviews[1]))") }
      if let becameHidden { parts.append(becameHidden ? "hidden" : "shown") }
      let change = zip(from, to).map { $1 - $0 }
      if abs(change[0]) > 1e-6 || abs(change[1]) > 1e-6 {
        parts.append("moved by \(rounded(change[0])), \(rounded(change[1]))")
      }
      if abs(change[2]) > 1e-6 || abs(change[3]) > 1e-6 {
        parts.append("grew by \(rounded(change[2])), \(rounded(change[3]))")
      }
      return parts.joined(separator: "; ") + " to \(Self.frame(to))"
    case (nil, nil): return ""
    }
  }

  private static func frame(_ numbers: [Double]) -> String {
    "\(rounded(numbers[0])), \(rounded(numbers[1])), \(rounded(numbers[2])) × \(rounded(numbers[3]))"
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.open("{")
    writer.key("change")
    writer.string(change.rawValue)
    writer.key("name")
    writer.string(name)
    if label != name {
      writer.key("label")
      writer.string(label)
    }
    if let from {
      writer.key("from")
      writer.numbers(from)
    }
    if let to {
      writer.key("to")
      writer.numbers(to)
    }
    if !superviews.isEmpty {
      writer.key("superviews")
      writer.strings(superviews)
    }
    if let becameHidden {
      writer.key("hidden")
      writer.raw(becameHidden ? "true" : "false")
    }
    writer.close("}")
  }
}

extension LayoutDiff.Constraint {
  /// What it says, or what it said and says.
  var words: String {
    if let from, let to { return "\(from)  →  \(to)" }
    return to ?? from ?? ""
  }
}

extension LayoutDiff.Finding {
  /// `new error: …`, `cured warning: …`.
  var words: String { "\(isNew ? "new" : "cured") \(isError ? "error" : "warning"): \(message) [\(kind)]" }
}
