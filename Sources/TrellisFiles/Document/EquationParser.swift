// Equations: `item.attribute (= | == | <= | >=) [multiplier *] [item.attribute] [± constant] [@ priority]`, and over
// variables any linear expression on both sides.
//
//   equation   = sum relation sum [ "@" number ]
//   sum        = product { ("+" | "-") product }
//   product    = factor { ("*" | "/") factor }
//   factor     = ("+" | "-") factor | "(" sum ")" | number | name { "." name }
//
// Both kinds of documents share this grammar; what the constraint of a layout may look like beyond it is checked in
// AttributeEquation. Recursive descent, its depth bounded. Offsets in faults count bytes of the equation's text.

/// A sum of multiples of symbols, and a constant.
struct LinearForm: Equatable, Sendable {
  enum Symbol: Equatable, Sendable {
    case attribute(Item, AttributeWord)
    case variable(Int)
  }

  struct Term: Equatable, Sendable {
    var symbol: Symbol
    var coefficient: Double
    /// Where the symbol stands in the text.
    var offset: Int
  }

  var terms: [Term] = []
  var constant = 0.0

  mutating func scale(by factor: Double) {
    for index in terms.indices { terms[index].coefficient *= factor }
    constant *= factor
  }

  mutating func add(_ other: LinearForm, sign: Double) {
    for term in other.terms {
      terms.append(Term(symbol: term.symbol, coefficient: sign * term.coefficient, offset: term.offset))
    }
    constant += sign * other.constant
  }
}

/// An equation as written.
struct LinearEquation: Equatable, Sendable {
  var left: LinearForm
  var leftOffset: Int
  var relation: EquationRelation
  var right: LinearForm
  var rightOffset: Int
  /// The number after `@`, and where it stands.
  var priority: (value: Double, offset: Int)?

  static func == (first: LinearEquation, second: LinearEquation) -> Bool {
    first.left == second.left && first.relation == second.relation && first.right == second.right
      && first.priority?.value == second.priority?.value
  }
}

struct EquationParser {
  /// How deep parentheses and signs may nest.
  private static let maximumDepth = 50

  private let text: [UInt8]
  private let end: Int
  private let names: NameTable
  private var position: Int
  private var depth = 0

  /// Parses an equation. Linear in its length.
  static func parse(_ text: ArraySlice<UInt8>, names: NameTable) throws(Fault) -> LinearEquation {
    var parser = EquationParser(text: Array(text), names: names)
    return try parser.parseEquation()
  }

  /// The priority limits of semantics.md 2.3: 0 < p ≤ 1000.
  static func checkPriority(_ priority: Double, at offset: Int) throws(Fault) {
    guard priority > 0, priority <= 1000 else {
      throw Fault(
        offset, "\(formatted(priority)) is not a priority; priorities are greater than 0 and at most 1000 (required)")
    }
  }

  private init(text: [UInt8], names: NameTable) {
    self.text = text
    self.names = names
    end = text.count
    position = 0
  }

  // MARK: - Grammar

  private mutating func parseEquation() throws(Fault) -> LinearEquation {
    skipSpace()
    if position == end { throw Fault(position, "an empty constraint; write one, as in 'head.width >= 44'") }
    let leftOffset = position
    let left = try parseSum()
    let relation = try parseRelation()
    skipSpace()
    let rightOffset = position
    let right = try parseSum()
    var priority: (value: Double, offset: Int)?
    skipSpace()
    if position < end, text[position] == UInt8(ascii: "@") {
      position += 1
      priority = try parsePriority()
    }
    skipSpace()
    if position < end {
      if "=<>!".utf8.contains(text[position]) {
        throw Fault(position, "a second relation; a constraint has one, so make two constraints of it")
      }
      throw Fault(
        position, "unexpected \(nextCharacter) after the constraint; expected '+', '-', '@' or the end")
    }
    return LinearEquation(
      left: left, leftOffset: leftOffset, relation: relation, right: right, rightOffset: rightOffset,
      priority: priority)
  }

  private mutating func parseRelation() throws(Fault) -> EquationRelation {
    skipSpace()
    let start = position
    while position < end, "=<>!".utf8.contains(text[position]) { position += 1 }
    switch String(decoding: text[start..<position], as: UTF8.self) {
    case "=", "==": return .equal
    case "<=": return .lessOrEqual
    case ">=": return .greaterOrEqual
    case "=<", "<": throw Fault(start, "unknown relation; write '<=' (the relations are =, <= and >=)")
    case "=>", ">": throw Fault(start, "unknown relation; write '>=' (the relations are =, <= and >=)")
    case "":
      let found = start == end ? "the end" : nextCharacter
      throw Fault(start, "expected a relation but found \(found); a constraint has one of =, <= and >=")
    default: throw Fault(start, "unknown relation; the relations are =, <= and >=")
    }
  }

  private mutating func parsePriority() throws(Fault) -> (value: Double, offset: Int) {
    skipSpace()
    let start = position
    let form = try parseFactor()
    if let term = form.terms.first {
      throw Fault(term.offset, "a priority is a number or the name of a metric, as in '@ 250'")
    }
    try Self.checkPriority(form.constant, at: start)
    return (form.constant, start)
  }

  private mutating func parseSum() throws(Fault) -> LinearForm {
    var sum = try parseProduct()
    while true {
      skipSpace()
      guard position < end else { return sum }
      let sign: Double
      switch text[position] {
      case UInt8(ascii: "+"): sign = 1
      case UInt8(ascii: "-"): sign = -1
      default: return sum
      }
      position += 1
      sum.add(try parseProduct(), sign: sign)
    }
  }

  private mutating func parseProduct() throws(Fault) -> LinearForm {
    var product = try parseFactor()
    while true {
      skipSpace()
      guard position < end else { return product }
      let operation = position
      switch text[position] {
      case UInt8(ascii: "*"):
        position += 1
        var factor = try parseFactor()
        if factor.terms.isEmpty {
          product.scale(by: factor.constant)
        } else if product.terms.isEmpty {
          factor.scale(by: product.constant)
          product = factor
        } else {
          throw Fault(operation, "a product of two unknowns; constraints are linear, so one factor is a number")
        }
      case UInt8(ascii: "/"):
        position += 1
        let divisor = try parseFactor()
        guard divisor.terms.isEmpty else {
          throw Fault(operation, "a division by an unknown; constraints are linear, so the divisor is a number")
        }
        guard divisor.constant != 0 else { throw Fault(operation, "a division by zero; use another divisor") }
        product.scale(by: 1 / divisor.constant)
      default:
        try rejectMissingOperator()
        return product
      }
    }
  }

  private mutating func parseFactor() throws(Fault) -> LinearForm {
    skipSpace()
    guard position < end else {
      throw Fault(position, "the constraint ends too early; write a number or \(operand) here")
    }
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw Fault(position, "the expression nests too deep; simplify it") }
    switch text[position] {
    case UInt8(ascii: "+"):
      position += 1
      return try parseFactor()
    case UInt8(ascii: "-"):
      position += 1
      var form = try parseFactor()
      form.scale(by: -1)
      return form
    case UInt8(ascii: "("):
      let opening = position
      position += 1
      let form = try parseSum()
      skipSpace()
      guard position < end, text[position] == UInt8(ascii: ")") else {
        throw Fault(opening, "this parenthesis is never closed; close it with ')'")
      }
      position += 1
      return form
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
      return LinearForm(constant: try parseNumber())
    case let byte where isNameByte(byte):
      return try parseReference()
    default:
      throw Fault(position, "unexpected \(nextCharacter); write a number or \(operand) here")
    }
  }

  /// Two operands side by side, the most common slip: `0.6 root.centerY`.
  private func rejectMissingOperator() throws(Fault) {
    let byte = text[position]
    if isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "(") {
      throw Fault(position, "two operands side by side; put '*', '+', '-' or a relation between them")
    }
  }

  private mutating func parseNumber() throws(Fault) -> Double {
    let start = position
    skipDigits()
    if position < end, text[position] == UInt8(ascii: ".") {
      position += 1
      skipDigits()
    }
    let hasDigits = text[start..<position].contains { $0 != UInt8(ascii: ".") }
    if position < end, text[position] | 0x20 == UInt8(ascii: "e") {
      let exponent = position
      position += 1
      if position < end, text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-") { position += 1 }
      let digits = position
      skipDigits()
      if position == digits { position = exponent }
    }
    guard hasDigits, position == end || !(isNameByte(text[position]) || text[position] == UInt8(ascii: ".")) else {
      var last = position
      while last < end, isNameByte(text[last]) || text[last] == UInt8(ascii: ".") { last += 1 }
      let literal = String(decoding: text[start..<last], as: UTF8.self)
      throw Fault(
        start, "\(quoted(literal)) is not a number; write numbers like 12.5, and a product like 2 * \(operandExample)")
    }
    let value = decimalValue(text, start..<position)
    try names.limits.checkValue(value, "this number", at: start)
    return value
  }

  // MARK: - Names

  /// The areas of a view that are items of their own.
  private static let areas: [String: (isOfScrollView: Bool, item: @Sendable (Int) -> Item)] = [
    "content": (true, { .content($0) }), "frame": (true, { .frame($0) }), "margins": (false, { .margins($0) }),
    "safeArea": (false, { .safeArea($0) }), "readable": (false, { .readable($0) }),
  ]

  private mutating func parseReference() throws(Fault) -> LinearForm {
    let start = position
    let name = parseName()
    var parts: [(name: String, offset: Int)] = []
    while position < end, text[position] == UInt8(ascii: ".") {
      position += 1
      let offset = position
      guard position < end, isNameByte(text[position]) else {
        throw Fault(position, "expected a name after the point, as in 'head.width'")
      }
      parts.append((parseName(), offset))
    }
    return names.isProgram
      ? try variable(name, at: start, parts: parts) : try attribute(of: name, at: start, parts: parts)
  }

  private func variable(
    _ name: String, at start: Int, parts: [(name: String, offset: Int)]
  ) throws(Fault) -> LinearForm {
    if let part = parts.first {
      throw Fault(part.offset, "a bare program has variables, not items with attributes; write \(quoted(name)) alone")
    }
    if let value = names.metric(name) { return LinearForm(constant: value) }
    guard case .variable(let index)? = names.subject(name) else {
      throw Fault(start, "unknown variable \(quoted(name)); \(names.cureForSubject(name))")
    }
    return LinearForm(terms: [LinearForm.Term(symbol: .variable(index), coefficient: 1, offset: start)])
  }

  private func attribute(
    of name: String, at start: Int, parts: [(name: String, offset: Int)]
  ) throws(Fault) -> LinearForm {
    guard let attribute = parts.last else {
      if let value = names.metric(name) { return LinearForm(constant: value) }
      if names.subject(name) != nil {
        throw Fault(start, "\(quoted(name)) is an item; write one of its attributes, as in '\(name).width'")
      }
      throw Fault(start, "unknown metric \(quoted(name)); \(names.cureForMetric(name))")
    }
    guard case .item(var item, let isScroll)? = names.subject(name) else {
      throw Fault(start, "unknown item \(quoted(name)); \(names.cureForSubject(name))")
    }
    if parts.count > 1 {
      let part = parts[0]
      guard parts.count == 2, let area = Self.areas[part.name] else {
        throw Fault(
          part.offset,
          "expected \(quoted(name + ".attribute")); only 'margins', 'safeArea' and 'readable' of a view, 'content' and "
            + "'frame' of a scroll view lie between")
      }
      guard case .view(let view) = item, isScroll || !area.isOfScrollView else {
        let cure = area.isOfScrollView ? "a view of \"kind\": \"scroll\" has one" : "a view has one, and a guide none"
        throw Fault(part.offset, "\(quoted(name)) has no \(part.name) area; only \(cure)")
      }
      item = area.item(view)
    }
    guard let word = AttributeWord.words[attribute.name] else {
      if let area = Self.areas[attribute.name], case .view = item, isScroll || !area.isOfScrollView {
        throw Fault(
          attribute.offset, "expected an attribute of \(quoted(name + "." + attribute.name)), as in '.top'")
      }
      let cure = Suggestion.cure(
        for: attribute.name, among: AttributeWord.spellings,
        otherwise: "attributes are left right top bottom leading trailing width height centerX centerY and the like")
      throw Fault(attribute.offset, "unknown attribute \(quoted(attribute.name)); \(cure)")
    }
    return LinearForm(terms: [LinearForm.Term(symbol: .attribute(item, word), coefficient: 1, offset: start)])
  }

  // MARK: - Characters

  private mutating func parseName() -> String {
    let start = position
    while position < end, isNameByte(text[position]) { position += 1 }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() {
    while position < end, 0x30...0x39 ~= text[position] { position += 1 }
  }

  private mutating func skipSpace() {
    while position < end, text[position] == 0x20 || 0x09...0x0D ~= text[position] { position += 1 }
  }

  private var operand: String { names.isProgram ? "a variable" : "an item.attribute" }

  private var operandExample: String { names.isProgram ? "x" : "head.width" }

  private var nextCharacter: String {
    guard let length = UTF8Sequence.length(at: position, of: text) else { return "a broken character" }
    return quoted(String(decoding: text[position..<position + length], as: UTF8.self))
  }
}
