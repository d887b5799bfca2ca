// A layout document as a value: what the file says, names resolved, every rule of the format checked. Made by
// DocumentDecoder, run by TreeRunner and ProgramRunner. The format is described in the documentation of the package
// ("layout documents"); in short: a tree of views, constraints over it (or a bare program of variables), and edits.

import Trellis

/// A layout as data: views, constraints and edits, or a bare program of variables.
///
/// ```swift
/// let document = try LayoutDocument(parsing: text, file: "login.json")
/// let result = try document.run()
/// print(result.json())
/// ```
///
/// Parsing checks everything that can be checked without solving, and reports the first mistake with its line and
/// column. A document is a value; running it does not change it.
public struct LayoutDocument: Sendable {
  /// The file's name, as it appears in errors.
  public let file: String
  /// The text, kept to give positions to errors that only running finds.
  let source: [UInt8]
  var content: Content

  enum Content: Sendable {
    case tree(TreeDocument)
    case program(ProgramDocument)
  }

  /// Parses a document from UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text; a byte order mark is accepted.
  ///   - file: The name to use in errors.
  /// - Throws: The first mistake, with its position and its cure.
  /// - Complexity: Linear in the length of the text.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    self.file = file
    source = bytes
    do {
      content = try DocumentDecoder.decode(JSONReader.read(bytes))
    } catch {
      throw error.located(in: bytes, file: file)
    }
  }

  init(_ content: Content, source: [UInt8], file: String) {
    self.file = file
    self.source = source
    self.content = content
  }

  /// Parses a document from a string. See ``init(parsing:file:)-([UInt8],_)``.
  public init(parsing text: String, file: String) throws(DocumentError) {
    try self.init(parsing: Array(text.utf8), file: file)
  }

  /// Whether this is a bare program: variables instead of views.
  public var isProgram: Bool {
    if case .program = content { true } else { false }
  }

  /// Width and height of the root view in points; nil for a bare program. Setting it lays the same document out at
  /// another size; setting it on a bare program, or to nil, does nothing.
  public var size: (width: Double, height: Double)? {
    get {
      guard case .tree(let tree) = content else { return nil }
      return (tree.size.width, tree.size.height)
    }
    set {
      guard case .tree(var tree) = content, let newValue else { return }
      tree.size = DocumentSize(width: newValue.width, height: newValue.height)
      content = .tree(tree)
    }
  }

  /// What measures the texts of views; nil, the default, for nothing: then a view with a `"text"` needs an `"intrinsic"`
  /// size. Setting it on a bare program does nothing.
  public var textMeasurer: (any TextMeasuring)? {
    get {
      guard case .tree(let tree) = content else { return nil }
      return tree.textMeasurer
    }
    set {
      guard case .tree(var tree) = content else { return }
      tree.textMeasurer = newValue
      content = .tree(tree)
    }
  }

  /// Gives the root the screen of a device: its size, and its safe area as it is held. Does nothing to a bare program.
  public mutating func show(on canvas: Canvas) {
    guard case .tree(var tree) = content, let device = canvas.device else { return }
    let size = device.size(isLandscape: canvas.isLandscape)
    let safeArea = device.safeArea(isLandscape: canvas.isLandscape)
    tree.size = DocumentSize(width: size.width, height: size.height)
    tree.safeArea = [safeArea.top, safeArea.leading, safeArea.bottom, safeArea.trailing]
    content = .tree(tree)
  }

  /// The number of views besides the root, and guides; 0 for a bare program.
  public var itemCount: Int {
    guard case .tree(let tree) = content else { return 0 }
    return tree.views.count - 1 + tree.guides.count
  }

  /// The number of edits; a result has one state more.
  public var editCount: Int {
    content.edits.count
  }

  func error(_ fault: Fault) -> DocumentError { fault.located(in: source, file: file) }
}

/// A size in points.
struct DocumentSize: Equatable, Sendable {
  var width: Double
  var height: Double
}

/// A document of views.
struct TreeDocument: Sendable {
  var size: DocumentSize
  /// The size that the file gives, which frames with an autoresizing mask go with.
  var drawnSize = DocumentSize(width: 0, height: 0)
  var isRightToLeft = false
  /// Device pixels per point to round to; nil: frames are not rounded.
  var scale: Double?
  /// What bars cover of the root: top, leading, bottom, trailing.
  var safeArea: [Double]?
  /// Standard spacing for VFL.
  var spacing = StandardSpacing.standard
  /// All views, the root first, every view after its superview, in document order.
  var views: [ViewNode]
  var guides: [GuideNode] = []
  /// Those of `constraints` first, those that edits add after them.
  var constraints: [ConstraintNode] = []
  /// How many of `constraints` there are before any edit.
  var initialCount = 0
  /// The named states, in document order.
  var states: [StateNode] = []
  /// The state before any edit; nil for none.
  var initialState: Int?
  var edits: [Edit] = []
  /// What measures texts; nil for documents that have none.
  var textMeasurer: (any TextMeasuring)?
  /// The texts of views in other languages, by locale and by the view's name.
  var strings: [String: StringTable] = [:]
  /// Rules that are not checked in the whole document.
  var ignored: Set<String> = []
  /// Whether the edits are from another text: lines that edit a template.
  var hasEditsElsewhere = false
}

struct ViewNode: Sendable {
  enum Kind: Sendable { case view, scroll, stack }

  var name: String
  var kind = Kind.view
  /// Position of the superview in the table; nil for the root.
  var superview: Int?
  /// Nil on an axis without intrinsic size.
  var intrinsic: (width: Double?, height: Double?) = (nil, nil)
  /// The text that the view shows, where it does.
  var text = TextNode()
  /// Rules that are not checked of the view and of what is in it.
  var ignored: Set<String> = []
  /// From each width on, a height; in the order of widths.
  var heightForWidth: [DocumentSize]?
  /// Horizontal and vertical; nil: the default.
  var hugging: (Double, Double)?
  var compression: (Double, Double)?
  /// First baseline from the top, last baseline from the bottom.
  var baseline: (Double, Double)?
  /// Top, leading, bottom, trailing.
  var margins: [Double]?
  var preservesSuperviewMargins = false
  var insetsMarginsFromSafeArea = true
  /// What the view adds to its safe area: top, leading, bottom, trailing.
  var additionalSafeArea: [Double]?
  var alignmentInsets: [Double]?
  /// The settings of a stack; of other kinds, nothing.
  var stack = StackNode()
  /// In a stack: whether the view is arranged, and the gap after it where it has one of its own.
  var isArranged = true
  var spacingAfter: Double?
  var isHidden = false
  /// Nil: that of the superview.
  var isRightToLeft: Bool?
  /// x, y, width, height in the superview, held by required constraints.
  var frame: [Double]?
  /// The bits of the autoresizing mask that holds the frame instead.
  var autoresizing: UInt?
  /// Where the view stands in the text.
  var offset: Int
}

/// The keys of a stack.
struct StackNode: Sendable {
  enum Spacing: Sendable {
    case points(Double)
    case standard
  }

  var isVertical = false
  var distribution = "fill"
  var alignment = "fill"
  var spacing = Spacing.points(0)
  var isMarginsRelative = false
  var isBaselineRelative = false
}

struct GuideNode: Sendable {
  var name: String
  /// Position of the owning view in the table.
  var owner: Int
  var offset: Int
}

/// A document of variables.
struct ProgramDocument: Sendable {
  var variables: [String]
  var isNonnegative: [Bool]
  var constraints: [ConstraintNode] = []
  var initialCount = 0
  var edits: [Edit] = []
}

struct ConstraintNode: Sendable {
  enum Body: Sendable {
    /// Several for a composite.
    case attributes([AttributeEquation])
    case linear(LinearEquation)
  }

  var id: String
  /// Whether the document gives the id; others are `c1`, `c2` and so on.
  var isNamed = false
  var label: String?
  /// The equation or format as the document writes it, in UTF-8.
  var written: ArraySlice<UInt8> = []
  var body: Body
  var priority: Double
  var weight: Double
  var isActive: Bool
  /// Where the constraint stands in the text.
  var offset: Int
  /// Of a visual format: the views that own the guides of its gaps, and the number of the first of these.
  var gaps: [Int] = []
  var firstGap = 0
  /// Of a visual format: views of one superview from back to front.
  var orders: [[Int]] = []

  /// The constraint as its author knows it: `tap: head.width >= 44 (Login.swift:12)`, of bounded length.
  var inWords: String {
    var text = shortened(String(decoding: written, as: UTF8.self))
    if isNamed { text = "\(shortened(id)): \(text)" }
    return label.map { "\(text) (\(shortened($0)))" } ?? text
  }
}

/// A text of bounded length: of one written by a machine the beginning tells enough.
func shortened(_ text: String) -> String {
  let limit = 160
  return text.utf8.count <= limit || text.count <= limit ? text : text.prefix(limit - 1) + "…"
}

/// A named state.
struct StateNode: Sendable {
  var name: String
  /// Constraints that are active while the document is in it.
  var constraints: [Int] = []
  /// What it changes besides, taken back when the document leaves it.
  var edits: [Edit] = []
}

/// One step of `edits`. Numbers are positions in the tables.
struct Edit: Sendable {
  struct Change: Sendable {
    var constant: Double?
    var multiplier: Double?
    var priority: Double?
    var weight: Double?
  }

  enum Action: Sendable {
    case set(Int, Change)
    case activate([Int])
    case deactivate([Int])
    case resize(DocumentSize)
    case intrinsic(view: Int, width: Double?, height: Double?)
    /// Sets the properties of a view that the keys name to those of the node.
    case view(Int, ViewNode, keys: [String])
    case safeArea([Double])
    case direction(isRightToLeft: Bool)
    /// Adds the constraint, and activates it unless it says otherwise.
    case add(Int)
    case remove([Int])
    /// Leaves the state it is in, then enters this one; nil for none.
    case state(Int?)
  }

  var action: Action
  var offset: Int
}
