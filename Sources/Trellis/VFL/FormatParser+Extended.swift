// The extended dialect: what formats of other systems have and Auto Layout's do not.
//
// Modelled on Extended VFL (the JavaScript port of Auto Layout) and on GTK's: multiples of views, percentages, operators,
// `~`, `->`, ranges, lists, stacks, `HV:`, `C:`, `Z:`, named priorities, blanks, lines and `//` comments. What stands in parentheses is a
// sum of products without parentheses of its own, so there is nothing to recurse into.

extension FormatParser {
  /// Goes to the next token of this line.
  mutating func skipBlanks() {
    guard isExtended else { return }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), 0x09:
        position += 1
      case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/"):
        while current != nil { position += 1 }
      default:
        return
      }
    }
  }

  /// Goes to the next line that says something; false if there is none.
  mutating func skipLines() -> Bool {
    while true {
      skipBlanks()
      if position == bytes.count { return false }
      if current != nil { return true }
      position += 1
    }
  }

  mutating func parseStatement() throws(FormatFault) -> FormatStatement<Item> {
    var statement = FormatStatement<Item>()
    let prefixes: [(String, FormatStatement<Item>.Kind)] = [
      ("HV:", .line([.horizontal, .vertical])), ("VH:", .line([.vertical, .horizontal])), ("C:", .explicit),
      ("Z:", .order),
    ]
    for (prefix, kind) in prefixes where bytes[position...].starts(with: prefix.utf8) {
      advance(prefix.utf8.count)
      statement.kind = kind
      switch kind {
      case .explicit: return try parseExplicit(statement)
      case .order, .line: return try parseLine(statement, hasOrientation: true)
      }
    }
    return try parseLine(statement)
  }

  /// `C:view.attribute(predicates).attribute(predicates)`
  private mutating func parseExplicit(_ empty: FormatStatement<Item>) throws(FormatFault) -> FormatStatement<Item> {
    var statement = empty
    guard let byte = current, isNameByte(byte), !isDigit(byte) else { throw fault(FormatText.noView) }
    let range = scanName()
    let view = try name(range)
    skipBlanks()
    repeat {
      guard let attribute = try parseAttribute() else { throw fault(FormatText.attribute) }
      guard take("(") else { throw fault(FormatText.attributeList) }
      var predicates: [FormatPredicate<Item>] = []
      repeat { predicates.append(try parsePredicate(.attribute)) } while take(",")
      guard take(")") else { throw fault(FormatText.endOfList) }
      statement.attributes.append((view, attribute, predicates))
    } while current != nil
    statement.end = position
    return statement
  }

  /// `.width`; nil, and nothing read, where no point stands.
  private mutating func parseAttribute() throws(FormatFault) -> Attribute? {
    guard take(".") else { return nil }
    let name = text(scanName())
    guard let attribute = Attribute.named(name) else { throw fault(FormatText.attribute) }
    skipBlanks()
    return attribute
  }

  /// The views of `row1..8`, or of `row1..row8`.
  mutating func parseRange(from first: Range<Int>) throws(FormatFault) -> [Item] {
    let digits = text(first).utf8.reversed().prefix(while: isDigit).count
    let stem = text(first.lowerBound..<(first.upperBound - digits))
    position += 2
    let column = position
    var last = scanName()
    if text(last).hasPrefix(stem) { last = (last.lowerBound + stem.utf8.count)..<last.upperBound }
    guard let from = Int(text((first.upperBound - digits)..<first.upperBound)), let to = Int(text(last)), to >= from
    else { throw FormatFault(FormatText.range, at: column) }
    guard to - from < Self.expansionLimit else { throw FormatFault(FormatText.rangeTooLong, at: column) }
    var items: [Item] = []
    for number in from...to {
      guard let item = scope.item("\(stem)\(number)") else { throw notAKey("\(stem)\(number)") }
      items.append(item)
    }
    return items
  }

  func namedPriority(_ name: String) -> Double? {
    switch name {
    case "required": 1000
    case "strong": 750
    case "medium": 500
    case "weak": 250
    default: nil
    }
  }

  // MARK: - Expressions

  /// A sum of products with one item in it at most. A space without parentheses is one product: its `-` is the end.
  mutating func parseExpression(_ subject: FormatSubject) throws(FormatFault) -> FormatValue<Item> {
    var sum = try parseProduct(subject)
    guard subject != .space else { return sum }
    while let sign = current, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      let column = position
      advance()
      var product = try parseProduct(subject)
      if sign == UInt8(ascii: "-") { product.scale(by: -1) }
      guard sum.isConstant || product.isConstant else { throw FormatFault(FormatText.twoItems, at: column) }
      sum = sum.isConstant ? product.adding(sum.constant) : sum.adding(product.constant)
    }
    return sum
  }

  private mutating func parseProduct(_ subject: FormatSubject) throws(FormatFault) -> FormatValue<Item> {
    var product = try parseFactor(subject)
    while let sign = current, sign == UInt8(ascii: "*") || sign == UInt8(ascii: "/") {
      let column = position
      advance()
      let factor = try parseFactor(subject)
      if sign == UInt8(ascii: "/") {
        guard factor.isConstant, factor.constant != 0 else { throw FormatFault(FormatText.division, at: column + 1) }
        product.scale(by: 1 / factor.constant)
      } else if factor.isConstant {
        product.scale(by: factor.constant)
      } else {
        guard product.isConstant else { throw FormatFault(FormatText.product, at: column) }
        let number = product.constant
        product = factor
        product.scale(by: number)
      }
    }
    return product
  }

  /// A number, a percentage, a metric, or an attribute of a view or of the superview.
  private mutating func parseFactor(_ subject: FormatSubject) throws(FormatFault) -> FormatValue<Item> {
    let column = position
    var factor: FormatValue<Item>
    if take("|") {
      factor = FormatValue(reference: .superview(column: column))
    } else {
      factor = try parseValue(subject)
    }
    if factor.isConstant {
      let sign = position
      if take("%") {
        factor = FormatValue(
          reference: .superview(column: sign), multiplier: factor.constant / 100)
      }
    } else if let attribute = try parseAttribute() {
      factor.attribute = attribute
    }
    return factor
  }
}

extension FormatValue {
  fileprivate mutating func scale(by factor: Double) {
    multiplier *= factor
    constant *= factor
  }

  fileprivate func adding(_ constant: Double) -> FormatValue {
    var value = self
    value.constant += constant
    return value
  }
}

extension Attribute {
  private static let names = Dictionary(uniqueKeysWithValues: allCases.dropFirst().map { ($0.description, $0) })

  /// The attribute of a name, such as `centerX`; `baseline` is the last one.
  static func named(_ name: String) -> Attribute? { name == "baseline" ? .lastBaseline : names[name] }
}
