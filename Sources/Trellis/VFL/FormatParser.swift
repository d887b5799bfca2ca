// Visual formats by hand: one pass over the bytes, no recursion, one byte of lookahead.
//
// Grammar and laxness are those of Auto Layout's parser (semantics 2.11): names are looked up as they are met, so that of
// two mistakes the one further left is reported, and a predicate of a connection needs no parentheses.

struct FormatParser<Scope: FormatScope> {
  typealias Item = Scope.Item

  let bytes: [UInt8]
  let scope: Scope
  let isExtended: Bool
  var position = 0
  /// Views that ranges stood for so far, and their constraints.
  private var expanded = 0
  /// Stacks that the format has defined, by their names.
  var stacks: [String: FormatName<Item>] = [:]
  private var isInStack = false
  static var expansionLimit: Int { 100_000 }

  init(_ bytes: [UInt8], scope: Scope, isExtended: Bool) throws(FormatFault) {
    self.bytes = bytes
    self.scope = scope
    self.isExtended = isExtended
    if bytes.isEmpty { throw Self.withoutCaret(FormatText.empty, at: 0) }
    if let index = bytes.firstIndex(where: { $0 >= 0x80 }) { throw Self.withoutCaret(FormatText.nonASCII, at: index) }
  }

  private static func withoutCaret(_ message: String, at column: Int) -> FormatFault {
    var fault = FormatFault(message, at: column)
    fault.hasCaret = false
    return fault
  }

  mutating func parse() throws(FormatFault) -> [FormatStatement<Item>] {
    guard isExtended else { return [try parseLine(FormatStatement())] }
    var statements: [FormatStatement<Item>] = []
    while skipLines() { statements.append(try parseStatement()) }
    return statements
  }

  // MARK: - Bytes

  /// The byte here; nil at the end of the statement.
  var current: UInt8? { byte(at: position) }

  func byte(at index: Int) -> UInt8? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    return isExtended && (byte == 0x0A || byte == 0x0D) ? nil : byte
  }

  func fault(_ message: String) -> FormatFault { FormatFault(message, at: position) }

  func notAKey(_ name: String) -> FormatFault {
    FormatFault(FormatText.notAKey(name), at: position, name: .view(name))
  }

  func unknownMetric(_ name: String) -> FormatFault {
    FormatFault(FormatText.unknownMetric(name), at: position, name: .metric(name))
  }

  /// Moves past a byte, and the blanks after it.
  mutating func advance(_ count: Int = 1) {
    position += count
    skipBlanks()
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    advance()
    return true
  }

  /// Goes to the end of the name here.
  mutating func scanName() -> Range<Int> {
    let start = position
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
    return start..<position
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: - Lines

  /// `H:` or `V:`
  private mutating func parseOrientation() throws(FormatFault) -> Axis {
    switch current {
    case UInt8(ascii: "H"):
      position += 1
      guard take(":") else { throw fault(FormatText.afterH) }
      return .horizontal
    case UInt8(ascii: "V"):
      position += 1
      guard take(":") else { throw fault(FormatText.afterV) }
      return .vertical
    default:
      return .horizontal
    }
  }

  /// A row or column. `statement` has its kind if its orientation was read already.
  mutating func parseLine(_ statement: FormatStatement<Item>, hasOrientation: Bool = false) throws(FormatFault)
    -> FormatStatement<Item>
  {
    var statement = statement
    if !hasOrientation { statement.kind = .line([try parseOrientation()]) }
    if current == nil { throw fault(FormatText.moreInput) }
    var connection = FormatConnection<Item>.flush
    if take("|") {
      statement.hasLeadingBar = true
      guard let found = try parseConnection() else {
        guard current == UInt8(ascii: "[") else { throw fault(FormatText.connection) }
        try parseViews(after: .flush, into: &statement)
        return try parseRest(of: statement)
      }
      connection = found
    }
    guard current == UInt8(ascii: "[") else { throw fault(FormatText.view) }
    try parseViews(after: connection, into: &statement)
    return try parseRest(of: statement)
  }

  /// What stands after the first view.
  private mutating func parseRest(of first: FormatStatement<Item>) throws(FormatFault) -> FormatStatement<Item> {
    var statement = first
    var connection: FormatConnection<Item>?
    while current != nil {
      let found = try parseConnection()
      connection = found ?? .flush
      if current == UInt8(ascii: "|") {
        guard let last = statement.views.last, last.all.allSatisfy({ scope.superview(of: $0.item.first) != nil }) else {
          // The caret is after the view, as for a bar in front (see `parseViews`).
          throw FormatFault(FormatText.noSuperview, at: statement.end)
        }
        advance()
        statement.hasTrailingBar = true
        if current != nil { throw fault(FormatText.end) }
        break
      }
      guard current == UInt8(ascii: "[") else { throw fault(FormatText.viewOrBar) }
      try parseViews(after: connection ?? .flush, into: &statement)
      connection = nil
    }
    statement.connections.append(connection ?? .flush)
    statement.end = position
    try joinFirstRange(in: &statement)
    return statement
  }

  // MARK: - Views

  /// `[name(…)]`, or an extended range of views.
  private mutating func parseViews(
    after connection: FormatConnection<Item>, into statement: inout FormatStatement<Item>
  ) throws(FormatFault) {
    advance()
    guard let start = current else { throw fault(FormatText.ranOut) }
    guard isNameByte(start), !isDigit(start) else { throw fault(FormatText.viewName) }
    let range = scanName()
    if isExtended, isStackAhead() { return try parseStack(range, after: connection, into: &statement) }
    let items: [FormatName<Item>]
    if isExtended, byte(at: position) == UInt8(ascii: "."), byte(at: position + 1) == UInt8(ascii: ".") {
      items = try parseRange(from: range).map { .item($0) }
    } else {
      items = [try name(range)]
    }
    skipBlanks()
    let (thickness, isGroup) = try parseThickness(mayGoOn: isExtended && items.count == 1)
    let others = isGroup ? try parseOthers() : []
    // A bar is looked at only once the first view is known, so the caret of this error is after the view.
    statement.end = position
    if statement.hasLeadingBar, statement.views.isEmpty {
      for item in items.prefix(1) + others.map(\.item) where scope.superview(of: item.first) == nil {
        throw fault(FormatText.noSuperview)
      }
    }
    skipBlanks()
    if items.count > 1 { try expand(items.count, thickness.count + connection.count) }
    if isGroup {
      // Each is joined to each of the position before.
      let before = 1 + (statement.views.last?.others.count ?? 0)
      try expand((1 + others.count) * before, connection.count)
    } else if let before = statement.views.last, !before.others.isEmpty {
      try expand(1 + before.others.count, connection.count)
    }
    for item in items {
      statement.views.append(FormatView(item: item, thickness: thickness, others: others))
      statement.connections.append(connection)
    }
    if items.count > 1, items.count == statement.views.count, !statement.hasLeadingBar { firstRange = items.count }
  }

  /// How many views a range at the start of a line stands for; nothing in front of it says how they are joined.
  private var firstRange = 0

  /// Joins the views of a range at the start of a line as they are joined to what follows.
  private mutating func joinFirstRange(in statement: inout FormatStatement<Item>) throws(FormatFault) {
    guard firstRange > 1 else { return }
    let connection = statement.connections[firstRange]
    try expand(firstRange, connection.count)
    for index in 1..<firstRange { statement.connections[index] = connection }
    firstRange = 0
  }

  /// Counts what a range stands for, so that a short format cannot stand for a million constraints.
  private mutating func expand(_ views: Int, _ predicates: Int) throws(FormatFault) {
    let (sum, overflow) = expanded.addingReportingOverflow(views * (1 + predicates))
    guard !overflow, sum <= Self.expansionLimit else { throw fault(FormatText.rangeTooLong) }
    expanded = sum
  }

  /// The item or the stack of a name.
  func name(_ range: Range<Int>) throws(FormatFault) -> FormatName<Item> {
    if scope.boundItem(range) == nil, let stack = stacks[text(range)] { return stack }
    return .item(try item(range))
  }

  /// Whether a `:` is the next thing.
  private func isStackAhead() -> Bool {
    var index = position
    while let byte = byte(at: index), byte == UInt8(ascii: " ") || byte == 0x09 { index += 1 }
    return byte(at: index) == UInt8(ascii: ":")
  }

  /// `[name:[a]-[b]]`: the views of a stack in a line of their own. Stacks do not nest.
  private mutating func parseStack(
    _ range: Range<Int>, after connection: FormatConnection<Item>, into statement: inout FormatStatement<Item>
  ) throws(FormatFault) {
    if isInStack { throw fault(FormatText.nestedStack) }
    let name = text(range)
    guard scope.boundItem(range) == nil, scope.item(name) == nil, stacks[name] == nil else {
      throw fault(FormatText.stackName)
    }
    skipBlanks()
    advance()
    isInStack = true
    defer { isInStack = false }
    // The stack's ends are to its views what a superview is.
    var inside = FormatStatement<Item>()
    inside.hasLeadingBar = true
    var between = try parseConnection()
    repeat {
      guard current == UInt8(ascii: "[") else { throw fault(FormatText.view) }
      try parseViews(after: between ?? .flush, into: &inside)
      between = try parseConnection()
    } while current == UInt8(ascii: "[")
    guard let byte = current else { throw fault(FormatText.ranOut) }
    guard byte == UInt8(ascii: "]"), let first = inside.views.first else { throw fault(FormatText.endOfView) }
    position += 1
    statement.end = position
    skipBlanks()
    inside.connections.append(between ?? .flush)
    let stack = FormatName<Item>.stack(stacks.count, first: first.item.first)
    stacks[name] = stack
    statement.views.append(
      FormatView(item: stack, stack: FormatStack(views: inside.views, connections: inside.connections)))
    statement.connections.append(connection)
  }

  func item(_ range: Range<Int>) throws(FormatFault) -> Item {
    if let item = scope.boundItem(range) { return item }
    let name = text(range)
    guard let item = scope.item(name) else { throw notAKey(name) }
    return item
  }

  /// The predicates after a view's name, and the end of the view; `position` ends after its `]`, or after the `,` of
  /// a list of views.
  private mutating func parseThickness(
    mayGoOn: Bool
  ) throws(FormatFault) -> (predicates: [FormatPredicate<Item>], goesOn: Bool) {
    guard current == UInt8(ascii: "(") else {
      guard let byte = current else { throw fault(FormatText.ranOut) }
      if mayGoOn, take(",") { return ([], true) }
      guard byte == UInt8(ascii: "]") else { throw fault(FormatText.endOfView) }
      position += 1
      return ([], false)
    }
    advance()
    var predicates: [FormatPredicate<Item>] = []
    repeat { predicates.append(try parsePredicate(.thickness)) } while take(",")
    guard current != nil else { throw fault(FormatText.ranOut) }
    guard take(")") else { throw fault(FormatText.endOfThickness) }
    guard let byte = current else { throw fault(FormatText.ranOut) }
    if mayGoOn, take(",") { return (predicates, true) }
    guard byte == UInt8(ascii: "]") else { throw fault(FormatText.afterThickness) }
    position += 1
    return (predicates, false)
  }

  /// The views after the first of an extended list `[a,b(…)]`.
  private mutating func parseOthers() throws(FormatFault) -> [FormatView<Item>] {
    var others: [FormatView<Item>] = []
    while true {
      guard let start = current else { throw fault(FormatText.ranOut) }
      guard isNameByte(start), !isDigit(start) else { throw fault(FormatText.viewName) }
      // Before the call: the error has the position after the name.
      let range = scanName()
      let item = try name(range)
      skipBlanks()
      let (thickness, goesOn) = try parseThickness(mayGoOn: true)
      others.append(FormatView(item: item, thickness: thickness))
      if !goesOn { return others }
    }
  }

  // MARK: - Connections

  /// What stands between two views, or a view and a bar; nil where there is nothing.
  private mutating func parseConnection() throws(FormatFault) -> FormatConnection<Item>? {
    if isExtended, take("~") { return .equal }
    guard take("-") else { return nil }
    switch current {
    case nil, UInt8(ascii: "["), UInt8(ascii: "|"):
      return .standard
    case UInt8(ascii: "]") where isInStack:
      return .standard
    case UInt8(ascii: "-"):
      // An interpolated number may be negative: it is known where it starts.
      guard scope.boundNumber(position) != nil else { throw fault(FormatText.minus) }
    case UInt8(ascii: "~") where isExtended:
      advance()
      guard take("-") else { throw fault(FormatText.bar) }
      return .equal
    case UInt8(ascii: ">") where isExtended && byte(at: position + 1) != UInt8(ascii: "="):
      advance()
      return FormatConnection.none
    default:
      break
    }
    var predicates: [FormatPredicate<Item>] = []
    if take("(") {
      repeat { predicates.append(try parsePredicate(.spaces)) } while take(",")
      guard take(")") else { throw fault(FormatText.endOfList) }
      guard take("-") else { throw fault(FormatText.bar) }
    } else {
      predicates.append(try parsePredicate(.space))
      guard take("-") else { throw fault(current == UInt8(ascii: ",") ? FormatText.barOrList : FormatText.bar) }
    }
    return .predicates(predicates)
  }
}

func isNameByte(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
}

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
