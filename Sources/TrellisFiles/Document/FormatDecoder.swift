// Visual formats in documents. The façade's parser reads them over the document's tables, before there are views, so that
// a mistake has its position in the file; what comes out are the equations that other constraints are made of.

import Trellis

struct FormatDecoder {
  static let options: [String: FormatOptions] = [
    "alignAllLeft": .alignAllLeft, "alignAllRight": .alignAllRight, "alignAllTop": .alignAllTop,
    "alignAllBottom": .alignAllBottom, "alignAllLeading": .alignAllLeading, "alignAllTrailing": .alignAllTrailing,
    "alignAllCenterX": .alignAllCenterX, "alignAllCenterY": .alignAllCenterY,
    "alignAllLastBaseline": .alignAllLastBaseline, "alignAllFirstBaseline": .alignAllFirstBaseline,
    "directionLeadingToTrailing": .directionLeadingToTrailing, "directionLeftToRight": .directionLeftToRight,
    "directionRightToLeft": .directionRightToLeft, "spacingEdgeToEdge": .spacingEdgeToEdge,
    "spacingBaselineToBaseline": .spacingBaselineToBaseline,
  ]

  let names: NameTable
  let views: [ViewNode]
  let spacing: StandardSpacing
  let isExtended: Bool
  /// The names of the document as a format sees them.
  private let scope: NumberedScope

  init(names: NameTable, views: [ViewNode], guides: [GuideNode], spacing: StandardSpacing, isExtended: Bool) {
    self.names = names
    self.views = views
    self.spacing = spacing
    self.isExtended = isExtended
    let table = DocumentScope(names: names, views: views, guides: guides)
    scope = NumberedScope(
      item: { table.item($0)?.number }, metric: { names.metric($0) },
      superview: { table.superview(of: Item(number: $0))?.number },
      bar: { table.bar(nextTo: Item(number: $0), among: $1)?.number })
  }

  /// Whether a string is a format rather than an equation.
  func isFormat(_ text: ArraySlice<UInt8>) -> Bool {
    guard !names.isProgram, let first = text.first else { return false }
    switch first {
    case UInt8(ascii: "|"), UInt8(ascii: "["): return true
    case UInt8(ascii: "H"), UInt8(ascii: "V"):
      if text.dropFirst().first == UInt8(ascii: ":") { return true }
    default: break
    }
    return isExtended && Self.extendedStarts.contains { text.starts(with: $0.utf8) }
  }

  private static let extendedStarts = ["HV:", "VH:", "C:", "Z:", "//"]

  /// Refuses what only the extended dialect has; an equation cannot begin like that.
  func checkDialect(_ value: JSONValue) throws(Fault) {
    if names.isProgram || isExtended { return }
    if Self.extendedStarts.contains(where: { value.utf8.starts(with: $0.utf8) }) {
      throw Fault(value.offset, "this is extended VFL; add \"dialect\": \"extended\" to the document")
    }
  }

  /// Reads a format into a constraint. Its gaps get numbers from `firstGap` on.
  func decode(
    _ value: JSONValue, options: JSONValue?, firstGap: Int, into node: inout ConstraintNode
  ) throws(Fault) {
    let settings = FormatSettings(
      options: try options.map { value throws(Fault) in try decodeOptions(value) } ?? [], spacing: spacing,
      dialect: isExtended ? .extended : .apple)
    let program: FormatProgram<Int>
    do {
      program = try FormatProgram(numbered: Array(value.utf8), in: scope, settings: settings)
    } catch {
      throw fault(error, in: value)
    }
    node.gaps = program.gaps.map { Item(number: $0).view }
    node.firstGap = firstGap
    let orders = program.orders.map { $0.map(Item.init(number:)) }
    node.orders = orders.map { $0.map(\.view) }
    for order in orders { try check(order, at: value) }
    node.body = .attributes(
      try program.equations.map { equation throws(Fault) in
        try convert(equation, firstGap: firstGap, at: value.documentOffset(ofContent: 0))
      })
  }

  private func decodeOptions(_ value: JSONValue) throws(Fault) -> FormatOptions {
    guard value.kind == .array else {
      throw Fault(value.offset, "the options are \(value.kind.noun); write an array, as in [\"alignAllTop\"]")
    }
    var options: FormatOptions = []
    for element in value.elements {
      guard let word = element.text else {
        throw Fault(element.offset, "this option is \(element.kind.noun); write a string, as in \"alignAllTop\"")
      }
      guard let option = Self.options[word] else {
        let known = Self.options.keys.sorted()
        let cure = Suggestion.cure(
          for: word, among: known, otherwise: "the options are \(known.joined(separator: ", "))")
        throw Fault(element.offset, "unknown option \(quoted(word)); \(cure)")
      }
      options.formUnion(option)
    }
    return options
  }

  /// The error at the character that Auto Layout's caret would be under.
  private func fault(_ fault: FormatFault, in value: JSONValue) -> Fault {
    let message = fault.message.last == "." ? String(fault.message.dropLast()) : fault.message
    var text = "\(message) (VFL, at character \(fault.column + 1))"
    switch fault.name {
    case .view(let name)?: text += "; \(names.cureForSubject(name))"
    case .metric(let name)?: text += "; \(names.cureForMetric(name))"
    case nil: break
    }
    return Fault(value.documentOffset(ofContent: fault.column), oneLine(text))
  }

  private func check(_ order: [Item], at value: JSONValue) throws(Fault) {
    let superviews = order.map { item -> Int? in
      if case .view(let index) = item { views[index].superview } else { nil }
    }
    guard let first = superviews.first ?? nil, superviews.allSatisfy({ $0 == first }) else {
      throw Fault(value.offset, "Z: orders views that have the same superview; name such views only")
    }
  }

  private func convert(
    _ equation: FormatEquation<Int>, firstGap: Int, at offset: Int
  ) throws(Fault) -> AttributeEquation {
    func item(_ item: FormatItem<Int>) -> Item {
      switch item {
      case .item(let number): Item(number: number)
      case .gap(let index): .gap(firstGap + index)
      }
    }
    guard let attribute = AttributeName(rawValue: equation.firstAttribute.rawValue) else {
      throw Fault(offset, "this format has an attribute that documents have no word for; write an equation")
    }
    try names.limits.checkValue(equation.constant, "the constant", at: offset)
    let result = AttributeEquation(
      first: item(equation.first), firstAttribute: attribute, relation: EquationRelation(equation.relation),
      multiplier: equation.second == nil ? 0 : equation.multiplier, second: equation.second.map(item),
      secondAttribute: AttributeName(rawValue: equation.secondAttribute.rawValue), constant: equation.constant,
      priority: equation.priority.map { Double($0.rawValue) }, isStandardSpace: equation.isStandardSpace)
    if equation.second == nil, attribute.family != .dimension {
      throw Fault(
        offset, "a location equal to a constant; locations are related in pairs, as in 'C:a.top(root.top+10)'")
    }
    if equation.second != nil { try names.limits.checkFactor(equation.multiplier, "the multiplier", at: offset) }
    try result.check(at: offset)
    return result
  }
}

extension EquationRelation {
  fileprivate init(_ relation: Trellis.Relation) {
    switch relation {
    case .lessThanOrEqual: self = .lessOrEqual
    case .equal: self = .equal
    case .greaterThanOrEqual: self = .greaterOrEqual
    }
  }
}

extension Item {
  /// The view that the item is, or belongs to; a guide's is found by its table.
  fileprivate var view: Int {
    switch self {
    case .view(let index), .content(let index), .frame(let index), .margins(let index), .safeArea(let index),
      .readable(let index):
      index
    case .guide, .gap: 0
    }
  }

  /// A view or guide as one number; other items have no name in a format.
  fileprivate var number: Int {
    if case .guide(let index) = self { return 2 * index + 1 }
    return 2 * view
  }

  fileprivate init(number: Int) { self = number % 2 == 0 ? .view(number / 2) : .guide(number / 2) }
}

/// The names of a document as a format sees them.
private struct DocumentScope {
  let names: NameTable
  let views: [ViewNode]
  let guides: [GuideNode]

  func item(_ name: String) -> Item? {
    guard case .item(let item, _)? = names.subject(name) else { return nil }
    return item
  }

  func superview(of item: Item) -> Item? {
    switch item {
    case .view(let index): views[index].superview.map { .view($0) }
    case .guide(let index): .view(guides[index].owner)
    default: .view(item.view)
    }
  }

  /// The nearest view that the superviews of all items are in or are: the common superview of the line.
  func bar(nextTo item: Item, among items: [Int]) -> Item? {
    guard var common = superview(of: item)?.view else { return nil }
    for number in items {
      guard let other = superview(of: Item(number: number))?.view else { return nil }
      if other != common { common = nearestCommonAncestor(common, other) }
    }
    return .view(common)
  }

  /// A view stands after its superview in the table, so the one further back is never an ancestor of the other.
  private func nearestCommonAncestor(_ one: Int, _ other: Int) -> Int {
    var (a, b) = (one, other)
    while a != b {
      if a > b { a = views[a].superview ?? 0 } else { b = views[b].superview ?? 0 }
    }
    return a
  }
}
