// What a visual format says, and what it stands for: the parser's result, and the emitter's.
//
// Both are generic over the item, because a layout document reads formats before there are views. Nothing here is
// nested but the views of one position: a format is a list of statements, a statement a list of views with connections
// between them.

/// What the names of a format stand for.
package protocol FormatScope<Item> {
  /// What a view's name stands for.
  associatedtype Item

  /// The item that was put into the format itself, in `range` of its bytes.
  func boundItem(_ range: Range<Int>) -> Item?
  /// The number that was put into the format itself at `offset`, and the length of its text.
  func boundNumber(_ offset: Int) -> (value: Double, length: Int)?
  func item(_ name: String) -> Item?
  func metric(_ name: String) -> Double?
  /// The view that an item is in.
  func superview(of item: Item) -> Item?
  /// What `|` means next to `item`, one of the items of a line; nil where the item has no superview.
  func bar(nextTo item: Item, among items: [Item]) -> Item?
}

extension FormatScope {
  /// Auto Layout's rule: the superview of the item that the bar stands next to.
  package func bar(nextTo item: Item, among items: [Item]) -> Item? { superview(of: item) }
}

/// A mistake in a format: what the error is made from.
package struct FormatFault: Error, Equatable {
  /// Auto Layout's message.
  package var message: String
  /// Index of the character that the caret points at.
  package var column: Int
  /// The name that means nothing, where that is the mistake.
  package var name: Name?
  /// Whether Auto Layout prints the format and a caret with it.
  package var hasCaret = true

  /// A name, and what it should be of.
  package enum Name: Equatable {
    case view(String)
    case metric(String)
  }

  package init(_ message: String, at column: Int, name: Name? = nil) {
    self.message = message
    self.column = column
    self.name = name
  }
}

/// One line of a format: a row or column, or one of the extended statements.
struct FormatStatement<Item> {
  enum Kind {
    case line([Axis])
    /// `C:`
    case explicit
    /// `Z:`
    case order
  }

  var kind = Kind.line([.horizontal])
  var hasLeadingBar = false
  var hasTrailingBar = false
  var views: [FormatView<Item>] = []
  /// What stands in front of each view, and at the end what stands in front of the trailing bar. The first and the last
  /// mean nothing without a bar.
  var connections: [FormatConnection<Item>] = []
  /// The predicates of a `C:`, one list per view and attribute.
  var attributes: [(view: FormatName<Item>, attribute: Attribute, predicates: [FormatPredicate<Item>])] = []
  /// Index after the statement.
  var end = 0
}

/// What a name stands for.
enum FormatName<Item> {
  case item(Item)
  /// Extended `[name:[a][b]]`: a stack that the format defines, by its number, with its first view.
  case stack(Int, first: Item)

  /// The item, or the first view of the stack: its superview is the stack's.
  var first: Item {
    switch self {
    case .item(let item), .stack(_, let item): item
    }
  }
}

/// `[name(predicates)]`
struct FormatView<Item> {
  var item: FormatName<Item>
  var thickness: [FormatPredicate<Item>] = []
  /// Extended `[a,b]`: the others that stand in the same position, each joined to what is before and after.
  var others: [FormatView<Item>] = []
  /// What stands in the stack where this is its definition: views, and what stands in front of each and after the last.
  var stack: FormatStack<Item>?

  /// The view and the others.
  var all: [FormatView<Item>] { [self] + others }
}

/// The inside of an extended stack: a line of its own between the stack's ends.
struct FormatStack<Item> {
  var views: [FormatView<Item>]
  /// What stands in front of each view, and at the end after the last.
  var connections: [FormatConnection<Item>]
}

/// What stands between two views.
enum FormatConnection<Item> {
  /// Nothing: the edges touch.
  case flush
  /// `-`
  case standard
  case predicates([FormatPredicate<Item>])
  /// Extended `~`: as wide as every other of the statement.
  case equal
  /// Extended `->`: the views have nothing to do with each other.
  case none

  /// How many predicates it has.
  var count: Int {
    if case .predicates(let predicates) = self { predicates.count } else { 0 }
  }
}

/// `(<relation>)?<value>(@<priority>)?`
struct FormatPredicate<Item> {
  var relation = Relation.equal
  var value = FormatValue<Item>()
  var priority: Priority?
}

/// A number, or a multiple of an item's attribute and a number.
struct FormatValue<Item> {
  enum Reference {
    case none
    case item(FormatName<Item>)
    /// The superview of the view that the predicate belongs to.
    case superview(column: Int)
  }

  var reference = Reference.none
  /// Nil: the attribute that the predicate is about.
  var attribute: Attribute?
  var multiplier = 1.0
  var constant = 0.0

  var isConstant: Bool {
    if case .none = reference { true } else { false }
  }
}

/// An item of a format's constraints: one that it names, or one of the guides that its gaps and stacks need.
package enum FormatItem<Item> {
  case item(Item)
  case gap(Int)
}

/// One constraint of a format.
package struct FormatEquation<Item> {
  package var first: FormatItem<Item>
  package var firstAttribute: Attribute
  package var relation = Relation.equal
  package var multiplier = 1.0
  package var second: FormatItem<Item>?
  package var secondAttribute = Attribute.notAnAttribute
  package var constant = 0.0
  /// Nil where the format says nothing: required, unless the caller has another.
  package var priority: Priority?
  /// Whether the constant is the standard space.
  package var isStandardSpace = false
}

/// What a format stands for.
package struct FormatProgram<Item> {
  /// In Auto Layout's order (semantics 2.11).
  package var equations: [FormatEquation<Item>] = []
  /// The view that the guide of each gap or stack belongs to.
  package var gaps: [Item] = []
  /// Each `Z:`, from back to front.
  package var orders: [[Item]] = []
}

/// What a call says besides the format and its names.
package struct FormatSettings {
  package var options: FormatOptions
  package var spacing: StandardSpacing
  package var dialect: FormatDialect

  package init(options: FormatOptions = [], spacing: StandardSpacing = .standard, dialect: FormatDialect = .apple) {
    self.options = options
    self.spacing = spacing
    self.dialect = dialect
  }
}

extension FormatProgram {
  /// Reads a format.
  ///
  /// - Complexity: Linear in the length of the format and of what its ranges stand for.
  package init(
    parsing bytes: [UInt8], in scope: some FormatScope<Item>, settings: FormatSettings
  ) throws(FormatFault) {
    var parser = try FormatParser(bytes, scope: scope, isExtended: settings.dialect == .extended)
    let statements = try parser.parse()
    var emitter = FormatEmitter(scope: scope, settings: settings)
    for statement in statements { try emitter.emit(statement) }
    self = emitter.program
  }
}
