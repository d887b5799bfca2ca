// Predicates of a format: relation, value, priority, and the numbers in them.

/// What a predicate is about, which decides what its value may be.
enum FormatSubject {
  /// A view's width or height.
  case thickness
  /// A space in parentheses.
  case spaces
  /// A space without parentheses, where `-` ends it.
  case space
  /// Extended `C:`.
  case attribute

  var isSpace: Bool { self == .space || self == .spaces }
}

extension FormatParser {
  mutating func parsePredicate(_ subject: FormatSubject) throws(FormatFault) -> FormatPredicate<Item> {
    var predicate = FormatPredicate<Item>()
    predicate.relation = try parseRelation()
    predicate.value = isExtended ? try parseExpression(subject) : try parseValue(subject)
    if take("@") { predicate.priority = try parsePriority() }
    return predicate
  }

  private mutating func parseRelation() throws(FormatFault) -> Relation {
    let relation: Relation
    switch current {
    case UInt8(ascii: "="): relation = .equal
    case UInt8(ascii: "<"): relation = .lessThanOrEqual
    case UInt8(ascii: ">"): relation = .greaterThanOrEqual
    default: return .equal
    }
    position += 1
    guard take("=") else { throw fault(FormatText.relation) }
    return relation
  }

  /// A number, a metric, or a view's name where the subject is a size.
  mutating func parseValue(_ subject: FormatSubject) throws(FormatFault) -> FormatValue<Item> {
    if let bound = takeBoundNumber() { return FormatValue(constant: bound) }
    guard let byte = current else { throw fault(subject == .thickness ? FormatText.ranOut : FormatText.number) }
    if isNameByte(byte), !isDigit(byte) { return try parseNamedValue(subject) }
    if byte == UInt8(ascii: "-"), subject == .space { throw fault(FormatText.minus) }
    guard let number = scanNumber() else { throw fault(FormatText.number) }
    return FormatValue(constant: number)
  }

  private mutating func parseNamedValue(_ subject: FormatSubject) throws(FormatFault) -> FormatValue<Item> {
    let range = scanName()
    let bound = scope.boundItem(range)
    let name = text(range)
    if bound == nil, let metric = scope.metric(name) {
      skipBlanks()
      return FormatValue(constant: metric)
    }
    let stack = bound == nil ? stacks[name] : nil
    guard let item = stack ?? (bound ?? scope.item(name)).map({ .item($0) }) else { throw unknownMetric(name) }
    if subject.isSpace, !isExtended { throw fault(FormatText.spaceLikeView) }
    skipBlanks()
    return FormatValue(reference: .item(item))
  }

  private mutating func parsePriority() throws(FormatFault) -> Priority {
    let value: Double
    if let bound = takeBoundNumber() {
      value = bound
    } else if let byte = current, isNameByte(byte), !isDigit(byte) {
      let name = text(scanName())
      guard let number = scope.metric(name) ?? (isExtended ? namedPriority(name) : nil) else {
        throw unknownMetric(name)
      }
      value = number
    } else if let number = scanNumber() {
      value = number
    } else {
      throw fault(FormatText.number)
    }
    let priority = Priority(Float(value))
    guard priority.rawValue > 0 else { throw fault(FormatText.priorityTooLow(priority.rawValue)) }
    guard priority.isValid else { throw fault(FormatText.priorityTooHigh(priority.rawValue)) }
    skipBlanks()
    return priority
  }

  // MARK: - Numbers

  private mutating func takeBoundNumber() -> Double? {
    guard let bound = scope.boundNumber(position) else { return nil }
    advance(bound.length)
    return bound.value
  }

  /// A number as `strtod` reads it in the C locale, except for leading blanks and for words such as `inf`, which are
  /// metrics here. nil, and nothing read, if there is none.
  mutating func scanNumber() -> Double? {
    var index = position
    var literal = ""
    if let sign = byte(at: index), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      if sign == UInt8(ascii: "-") { literal = "-" }
      index += 1
    }
    let mark = (byte(at: index + 1) ?? 0) | 0x20
    let mantissa = byte(at: index + 2) == UInt8(ascii: ".") ? index + 3 : index + 2
    let isHexadecimal =
      byte(at: index) == UInt8(ascii: "0") && mark == UInt8(ascii: "x")
      && scanDigits(at: mantissa, isHexadecimal: true) > mantissa
    if isHexadecimal {
      literal += "0x"
      index += 2
    }
    let whole = scanDigits(at: index, isHexadecimal: isHexadecimal)
    var fraction = whole..<whole
    // `1..8` is a range, not a number and a point.
    if byte(at: whole) == UInt8(ascii: "."), !(isExtended && byte(at: whole + 1) == UInt8(ascii: ".")) {
      fraction = (whole + 1)..<scanDigits(at: whole + 1, isHexadecimal: isHexadecimal)
    }
    guard whole > index || !fraction.isEmpty else { return nil }
    literal += whole > index ? text(index..<whole) : "0"
    if !fraction.isEmpty { literal += "." + text(fraction) }
    index = max(whole, fraction.upperBound)
    let exponent = scanExponent(at: index, isHexadecimal: isHexadecimal)
    literal += text(exponent)
    // The marker of an exponent is optional to us and not to Swift's own reader.
    if isHexadecimal, exponent.isEmpty { literal += "p0" }
    position = exponent.upperBound
    skipBlanks()
    return Double(literal)
  }

  private func scanDigits(at start: Int, isHexadecimal: Bool) -> Int {
    var index = start
    while let byte = byte(at: index) {
      guard isDigit(byte) || (isHexadecimal && (0x61...0x66).contains(byte | 0x20)) else { break }
      index += 1
    }
    return index
  }

  /// `e-5`; empty where the mark has no digits after it.
  private func scanExponent(at start: Int, isHexadecimal: Bool) -> Range<Int> {
    let mark: UInt8 = isHexadecimal ? 0x70 : 0x65
    guard let byte = byte(at: start), byte | 0x20 == mark else { return start..<start }
    var digits = start + 1
    if let sign = self.byte(at: digits), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits += 1 }
    let end = scanDigits(at: digits, isHexadecimal: false)
    return end > digits ? start..<end : start..<start
  }
}
