// Texts that depend on numbers or widths: `.stringsdict` and the variations of a catalog. A check asks what may be cut, so of
// the forms of a text the longest counts, its numbers taken as two digits.

/// The forms of a `.stringsdict`.
enum StringRules {
  private static let forms = ["zero", "one", "two", "few", "many", "other"]
  /// Forms that are tried of one text, so that nested rules cannot multiply without end.
  private static let limit = 256

  static func texts(of list: PropertyList) throws(Fault) -> [String: String] {
    guard case .dictionary(let members) = list.value else {
      throw Fault(list.offset, "the list holds \(list.noun); a .stringsdict holds a <dict> of <dict>s")
    }
    var texts: [String: String] = [:]
    for (key, entry) in members {
      guard case .dictionary = entry.value else {
        throw Fault(entry.offset, "the rules of \(quoted(key)) are \(entry.noun); write a <dict>")
      }
      if let widths = entry["NSStringVariableWidthRuleType"] {
        texts[key] = longest(try strings(in: widths, key).map(\.text))
        continue
      }
      guard let format = entry["NSStringLocalizedFormatKey"] else {
        throw Fault(
          entry.offset,
          "\(quoted(key)) has no NSStringLocalizedFormatKey; add <key>NSStringLocalizedFormatKey</key> and its format")
      }
      guard let text = format.text else {
        throw Fault(format.offset, "the format of \(quoted(key)) is \(format.noun); write a <string>")
      }
      texts[key] = longest(try expanded(text, entry, key, depth: 0).map(withNumbers))
    }
    return texts
  }

  static func longest(_ texts: [String]) -> String {
    texts.reduce("") { $1.count > $0.count ? $1 : $0 }
  }

  private static func strings(
    in list: PropertyList, _ key: String
  ) throws(Fault) -> [(name: String, text: String)] {
    guard case .dictionary(let members) = list.value else {
      throw Fault(list.offset, "the rules of \(quoted(key)) are \(list.noun); write a <dict>")
    }
    var found: [(name: String, text: String)] = []
    for (name, value) in members {
      guard let text = value.text else {
        throw Fault(value.offset, "\(quoted(name)) of \(quoted(key)) is \(value.noun); write a <string>")
      }
      found.append((name, text))
    }
    return found
  }

  /// The forms of a format, each variable (`%#@name@`) replaced by each of its forms.
  private static func expanded(
    _ format: String, _ entry: PropertyList, _ key: String, depth: Int
  ) throws(Fault) -> [String] {
    guard let open = format.firstRange(of: "%#@"), depth < 8 else { return [format] }
    let rest = format[open.upperBound...]
    guard let close = rest.firstIndex(of: "@") else {
      throw Fault(entry.offset, "a variable in the format of \(quoted(key)) does not end; write %#@NAME@")
    }
    let name = String(rest[..<close])
    guard let rules = entry[name] else {
      throw Fault(entry.offset, "the variable \(quoted(name)) of \(quoted(key)) has no rules; add a <dict> for it")
    }
    let forms = try strings(in: rules, name).filter { Self.forms.contains($0.name) }
    guard !forms.isEmpty else {
      throw Fault(rules.offset, "the variable \(quoted(name)) has no forms; add at least \"other\"")
    }
    var texts: [String] = []
    for form in forms {
      let replaced = String(format[..<open.lowerBound]) + form.text + rest[rest.index(after: close)...]
      texts += try expanded(replaced, entry, key, depth: depth + 1)
      if texts.count > limit { return texts }
    }
    return texts
  }

  /// A text with its formats for numbers replaced by two digits, and `%%` by a percent sign.
  static func withNumbers(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var result = ""
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      var end = rest.index(after: percent)
      while end < rest.endIndex, "0123456789.$+-'#lhqzjt ".contains(rest[end]) { end = rest.index(after: end) }
      guard end < rest.endIndex else { return result + rest[percent...] }
      let kind = rest[end]
      let following = rest.index(after: end)
      if kind == "%", end == rest.index(after: percent) {
        result += "%"
      } else if "diuoxXfFeEgGaAc".contains(kind) {
        result += "99"
      } else {
        result += rest[percent..<following]
      }
      rest = rest[following...]
    }
    return result + rest
  }
}

/// The tables of a catalog (`.xcstrings`).
enum StringCatalog {
  static func tables(of root: JSONValue) throws(Fault) -> [String: StringTable] {
    guard root.kind == .object else {
      throw Fault(
        root.offset, "the catalog is \(root.kind.noun); it begins with {\"sourceLanguage\": …, \"strings\": …}")
    }
    guard let strings = root.member("strings") else {
      throw Fault(root.offset, "the catalog has no \"strings\"; add \"strings\": {}")
    }
    var tables: [String: StringTable] = [:]
    for (key, entry) in try object(strings, "\"strings\"") {
      let name = key.text ?? ""
      guard let localizations = try object(entry, "the entry of \(quoted(name))").value("localizations") else {
        continue
      }
      for (locale, value) in try object(localizations, "\"localizations\" of \(quoted(name))") {
        let locale = locale.text ?? ""
        var forms: [String] = []
        try collect(value, "the text of \(quoted(name)) in \(quoted(locale))", depth: 0, into: &forms)
        guard !forms.isEmpty else { continue }
        tables[locale, default: StringTable()].texts[name] = StringRules.longest(forms.map(StringRules.withNumbers))
      }
    }
    return tables
  }

  private struct Members: Sequence {
    var entries: [(key: JSONValue, value: JSONValue)]

    func value(_ key: String) -> JSONValue? { entries.last { $0.key.text == key }?.value }
    func makeIterator() -> IndexingIterator<[(key: JSONValue, value: JSONValue)]> { entries.makeIterator() }
  }

  private static func object(_ value: JSONValue, _ what: String) throws(Fault) -> Members {
    guard value.kind == .object else {
      throw Fault(value.offset, "\(what) is \(value.kind.noun); write an object, {…}")
    }
    return Members(entries: Array(value.members))
  }

  /// The forms of a text: a `stringUnit`, or `variations` by plural or device, which may hold further ones.
  private static func collect(
    _ value: JSONValue, _ what: String, depth: Int, into forms: inout [String]
  ) throws(Fault) {
    let members = try object(value, what)
    if let unit = members.value("stringUnit") {
      guard let text = try object(unit, "\"stringUnit\" of \(what)").value("value") else {
        throw Fault(unit.offset, "\"stringUnit\" of \(what) has no \"value\"; add the text")
      }
      guard let string = text.text else {
        throw Fault(text.offset, "\"value\" of \(what) is \(text.kind.noun); write a string")
      }
      forms.append(string)
    }
    guard depth < 8, forms.count < 256, let variations = members.value("variations") else { return }
    for (_, kind) in try object(variations, "\"variations\" of \(what)") {
      for (_, form) in try object(kind, "a variation of \(what)") {
        try collect(form, what, depth: depth + 1, into: &forms)
      }
    }
  }
}

extension JSONValue {
  /// The value of a key of an object; nil for any other value. Linear in the object.
  func member(_ key: String) -> JSONValue? {
    var found: JSONValue?
    for (name, value) in members where name.text == key { found = value }
    return found
  }
}
