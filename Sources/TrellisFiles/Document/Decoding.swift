// Reading typed values out of a JSON text: what every part of the decoder asks for, with one wording for each mistake.

/// A JSON value read in the light of a document's metrics, which may stand wherever a number may.
struct ValueReader {
  let names: NameTable

  /// A finite number within the solver's limit, or the name of a metric.
  func number(_ value: JSONValue, _ what: String, in range: ClosedRange<Double>? = nil) throws(Fault) -> Double {
    let number: Double
    if let literal = value.number {
      number = literal
    } else if let name = value.text {
      guard let metric = names.metric(name) else {
        throw Fault(value.offset, "\(what) is \(quoted(name)), which is not a metric; \(names.cureForMetric(name))")
      }
      number = metric
    } else {
      throw Fault(value.offset, "\(what) is \(value.kind.noun); write a number")
    }
    try checkLimit(number, what, at: value.offset)
    if let range, !range.contains(number) {
      let limit =
        range.upperBound == .infinity
        ? "\(formatted(range.lowerBound)) or more"
        : "between \(formatted(range.lowerBound)) and \(formatted(range.upperBound))"
      throw Fault(value.offset, "\(what) is \(formatted(number)); write a number \(limit)")
    }
    return number
  }

  func checkLimit(_ number: Double, _ what: String, at offset: Int) throws(Fault) {
    try names.limits.checkValue(number, what, at: offset)
  }

  /// A number that is not negative.
  func length(_ value: JSONValue, _ what: String) throws(Fault) -> Double {
    try number(value, what, in: 0...(.infinity))
  }

  func priority(_ value: JSONValue) throws(Fault) -> Double {
    let priority = try number(value, "the priority")
    try EquationParser.checkPriority(priority, at: value.offset)
    return priority
  }

  func weight(_ value: JSONValue) throws(Fault) -> Double {
    let weight = try number(value, "the weight")
    guard (1e-7...1e8).contains(weight) else {
      throw Fault(value.offset, "a weight of \(formatted(weight)); weights lie between 1e-7 and 1e8 (1 is the default)")
    }
    return weight
  }

  /// The elements of an array of a given length.
  func tuple(_ value: JSONValue, _ what: String, _ form: String, count: Int) throws(Fault) -> [JSONValue] {
    let elements = Array(value.elements.prefix(count + 1))
    guard value.kind == .array, elements.count == count else {
      let comparison = elements.count > count ? "more" : "fewer"
      let found = value.kind == .array ? "an array of \(comparison) than \(count)" : value.kind.noun
      throw Fault(value.offset, "\(what) is \(found); write \(form)")
    }
    return elements
  }

  func numbers(_ value: JSONValue, _ what: String, _ form: String, count: Int) throws(Fault) -> [Double] {
    try tuple(value, what, form, count: count).map { element throws(Fault) in try number(element, what) }
  }

  func priorities(_ value: JSONValue, _ what: String) throws(Fault) -> (Double, Double) {
    let pair = try tuple(value, what, "[horizontal, vertical], as in [250, 750]", count: 2)
    return (try priority(pair[0]), try priority(pair[1]))
  }

  func size(_ value: JSONValue, _ what: String) throws(Fault) -> DocumentSize {
    let pair = try tuple(value, what, "[width, height], as in [320, 568]", count: 2)
    return DocumentSize(width: try length(pair[0], "the width"), height: try length(pair[1], "the height"))
  }

  /// `[w, h]` with null for none.
  func intrinsic(_ value: JSONValue) throws(Fault) -> (Double?, Double?) {
    let form = "[width, height], with null for none on an axis"
    let pair = try tuple(value, "the intrinsic size", form, count: 2)
    let sides = try pair.map { side throws(Fault) -> Double? in
      side.kind == .null ? nil : try length(side, "the intrinsic size")
    }
    return (sides[0], sides[1])
  }

  func string(_ value: JSONValue, _ what: String) throws(Fault) -> String {
    guard let text = value.text else { throw Fault(value.offset, "\(what) is \(value.kind.noun); write a string") }
    return text
  }

  func flag(_ value: JSONValue, _ what: String) throws(Fault) -> Bool {
    switch value.kind {
    case .true_: return true
    case .false_: return false
    default: throw Fault(value.offset, "\(what) is \(value.kind.noun); write true or false")
    }
  }

  func word(_ value: JSONValue, _ what: String, among words: [String]) throws(Fault) -> String {
    let text = try string(value, what)
    guard words.contains(text) else {
      let listing = words.map { "\"\($0)\"" }.joined(separator: " or ")
      let cure = Suggestion.cure(for: text, among: words, otherwise: "write \(listing)")
      throw Fault(value.offset, "\(what) is \(quoted(text)); \(cure)")
    }
    return text
  }

  /// A name, `[A-Za-z_][A-Za-z0-9_]*`.
  func name(_ value: JSONValue, _ what: String) throws(Fault) -> String {
    let text = try string(value, what)
    guard NameTable.isName(value.utf8) else {
      throw Fault(
        value.offset, "\(what) is \(quoted(text)); names are letters, digits and '_', and do not start with a digit")
    }
    return text
  }

  func object(_ value: JSONValue, _ what: String) throws(Fault) -> JSONValue.MemberSequence {
    guard value.kind == .object else {
      throw Fault(value.offset, "\(what) is \(value.kind.noun); write an object, {…}")
    }
    return value.members
  }

  func array(_ value: JSONValue, _ what: String) throws(Fault) -> JSONValue.ElementSequence {
    guard value.kind == .array else {
      throw Fault(value.offset, "\(what) is \(value.kind.noun); write an array, […]")
    }
    return value.elements
  }

  /// The error for a key that does not belong where it stands, with its path.
  func unknownKey(_ key: JSONValue, among known: [String]) -> Fault {
    let word = key.text ?? ""
    let cure = Suggestion.cure(
      for: word, among: known, otherwise: "the keys here are \(known.joined(separator: ", "))")
    let path = key.path
    return Fault(key.offset, "unknown key \(quoted(word))\(path.isEmpty ? "" : " in \(path)"); \(cure)")
  }
}

extension JSONValue {
  /// Where the value stands in the tree, as in `views[0].views[2]`; of a key, where its object stands. Linear in the
  /// document; for messages only.
  var path: String {
    var path = ""
    var container = tree.root
    while true {
      var inner: JSONValue?
      if container.kind == .array {
        for (number, element) in container.elements.enumerated() where element.contains(index) {
          path += "[\(number)]"
          inner = element
          break
        }
      } else {
        for (key, value) in container.members where value.contains(index) {
          let word = key.text ?? ""
          path += (path.isEmpty ? "" : ".") + quoted(word).dropFirst().dropLast()
          inner = value
          break
        }
      }
      guard let inner else { return path }
      container = inner
    }
  }

  private func contains(_ other: Int) -> Bool {
    let isContainer = kind == .array || kind == .object
    return index...(isContainer ? max(index, Int(tree.nodes[index].end) - 1) : index) ~= other
  }
}
