// What a document's run gives back: one state per edit and one before them, each with everything a reader of the result
// may ask for. Plain values; the writers beside this file turn them into JSON, a table or a picture.

import Trellis

/// The answer to a document: its layout before any edit, and after each.
public struct DocumentResult: Sendable {
  /// The unedited state first, then one per edit; or those that were asked for by name.
  public var states: [LayoutState]

  /// A result of some states.
  public init(states: [LayoutState]) { self.states = states }

  /// What to call a state among those of the result.
  public func caption(_ index: Int) -> String {
    switch states[index].origin {
    case .edits: index == 0 ? "before the edits" : "after edit \(index)"
    case .named(let name): name ?? "no state"
    case .between(let progress): "\(rounded(100 * progress)) %"
    }
  }
}

/// One solved state of a document.
public struct LayoutState: Sendable {
  /// A view or guide with its frame.
  public struct Item: Sendable, Equatable {
    /// What is drawn or listed.
    public enum Role: Sendable, Equatable {
      /// A view.
      case view
      /// A scroll view.
      case scroll
      /// A layout guide.
      case guide
    }

    /// The name in the document; `root` for the root view.
    public var name: String
    /// View, scroll view or guide.
    public var role: Role
    /// Position of the superview (of the owning view, for a guide) in the list of items; nil for the root.
    public var superview: Int?
    /// Whether the document says `"hidden": true`. Hidden views take part in the layout.
    public var isHidden: Bool
    /// Left edge in points, in the superview's coordinates.
    public var x: Double
    /// Top edge in points, in the superview's coordinates, growing downwards.
    public var y: Double
    /// Width in points.
    public var width: Double
    /// Height in points.
    public var height: Double
    /// A name for people, where the item's own is for machines.
    public var label: String?
    /// What an imported view is: `label`, `button`, `stackView`.
    public var element: String?
    /// The text that it shows.
    public var text: String?
    /// The size of its font in points.
    public var fontSize: Double?
    /// Its text in the lines that it has at its width; nil for what shows none.
    var shownText: ShownText?
    /// How much of it is to be seen, from 0 to 1: less than 1 while it appears or disappears.
    var opacity = 1.0
  }

  /// What makes a state.
  public enum Origin: Sendable, Equatable {
    /// The document's edits up to here.
    case edits
    /// A named state; nil for none.
    case named(String?)
    /// A moment on the way from one state to another: how much of the way lies behind it, from 0 to 1.
    case between(Double)
  }

  /// A constraint as a length in the picture.
  public struct Dimension: Sendable, Equatable {
    /// How the layout meets it.
    public enum Mark: String, Sendable {
      /// It holds.
      case holds
      /// It is optional, and something stronger keeps it from holding.
      case missed
      /// It is required and was broken.
      case broken
      /// What it is about is ambiguous.
      case open
    }

    /// Where it begins, in points from the root's corner.
    public var x1: Double
    /// See ``x1``.
    public var y1: Double
    /// Where it ends.
    public var x2: Double
    /// See ``x2``.
    public var y2: Double
    /// The number at it.
    public var text: String
    /// How the layout meets it.
    public var mark: Mark
    /// The constraint in words.
    public var tip: String
    /// Whether it lies within the view that it measures.
    public var isSize = false
    /// The id of the constraint.
    public var constraint: String?
  }

  /// A named number.
  public struct Value: Sendable, Equatable {
    /// The variable.
    public var name: String
    /// Its value.
    public var value: Double
  }

  /// The size of what a scroll view scrolls over.
  public struct ContentSize: Sendable, Equatable {
    /// The scroll view.
    public var name: String
    /// Width in points.
    public var width: Double
    /// Height in points.
    public var height: Double
  }

  /// The error that is left at a priority.
  public struct LevelError: Sendable, Equatable {
    /// The priority, less than 1000.
    public var priority: Double
    /// The weighted sum of the absolute errors of its constraints, in points.
    public var error: Double
  }

  /// A number that the constraints do not decide.
  public struct Ambiguity: Sendable, Equatable {
    /// The view, guide or variable.
    public var item: String
    /// `horizontal` or `vertical`; nil for a variable.
    public var axis: String?
    /// The attribute, as documents spell it; nil for a variable.
    public var attribute: String?
  }

  /// Required constraints that cannot hold together.
  public struct Conflict: Sendable, Equatable {
    /// The ids of a smallest conflicting set, in document order; of a large set the first ones, and ``broken``.
    public var constraints: [String]
    /// How many more there are.
    public var more = 0
    /// The id of the constraint that the layout went on without.
    public var broken: String
    /// The conflict in the words of Auto Layout; several lines.
    public var message: String
    /// The constraints as the document writes them, in the order of ``constraints``.
    public var equations: [String] = []
    /// The constraint that the layout went on without, as the document writes it.
    public var brokenEquation = ""
    /// Changes that resolve it, the likeliest first; empty unless asked for.
    public var cures: [Cure] = []
    /// Where the broken constraint stands in the text; nil where it is not the document's.
    var offset: Int?
  }

  /// A change of one constraint that resolves a conflict. It was solved.
  public struct Cure: Sendable, Equatable {
    /// The id of the constraint.
    public var constraint: String
    /// What to do, in words.
    public var advice: String
    /// How many conflicts of the layout are gone then.
    public var conflicts: Int
    /// How many frames differ then from those without the broken constraint.
    public var moved: Int
    /// How far the edge that moves most does, in its superview, in points.
    public var largestMove = 0.0
    /// The items that lie elsewhere then; empty unless asked for.
    public var moves: [Move] = []
  }

  /// An item that lies elsewhere.
  public struct Move: Sendable, Equatable {
    /// Its position in ``items``.
    public var item: Int
    /// x, y, width and height in its superview then, in points.
    public var frame: [Double]
  }

  /// A visible view that no constraint mentions, and that has no size of its own.
  ///
  /// The layout leaves it at nothing by nothing; Auto Layout does not call that ambiguous, since nobody asked for
  /// anything.
  public struct Unsized: Sendable, Equatable {
    /// The view.
    public var item: String
  }

  /// What of a view follows from frames and does not agree with them.
  public struct Unsettled: Sendable, Equatable {
    /// The view.
    public var item: String
    /// What of it.
    public var quantity: UnsettledView.Quantity

    /// The finding and what would help.
    var message: String {
      let words =
        switch quantity {
        case .height: "the height that follows from the width"
        case .safeArea: "the safe area"
        case .margins: "the layout margins"
        case .readableWidth: "the readable width"
        case .baseline: "the baseline"
        }
      return
        "\(words) of \(item) does not settle: the frames that follow from it call for another; give what depends on "
        + "it a size or a position of its own"
    }
  }

  /// A view that is smaller than its content.
  public struct Truncation: Sendable, Equatable {
    /// The view.
    public var item: String
    /// `horizontal` or `vertical`.
    public var axis: String
    /// The intrinsic length in points.
    public var wanted: Double
    /// The length that the layout gives in points.
    public var given: Double
  }

  /// What makes it.
  public var origin = Origin.edits
  /// Views in document order, the root first, then guides. Empty for a bare program.
  public var items: [Item] = []
  /// The positions of ``items`` from back to front; nil: in their order.
  public var drawingOrder: [Int]?
  /// The variables of a bare program, in document order.
  public var values: [Value] = []
  /// Scroll views in document order.
  public var contentSizes: [ContentSize] = []
  /// Optional levels from high to low.
  public var levels: [LevelError] = []
  /// What is not determined, in document order.
  public var ambiguous: [Ambiguity] = []
  /// Conflicts in the order in which they were met.
  public var conflicts: [Conflict] = []
  /// Views that nothing sizes, in document order.
  public var unsized: [Unsized] = []
  /// What does not settle; empty except for layouts that have no answer which agrees with itself.
  public var unsettled: [Unsettled] = []
  /// Views that are smaller than their intrinsic size, in document order.
  public var truncations: [Truncation] = []
  /// Constraints as lengths, for pictures; empty unless asked for.
  public var dimensions: [Dimension] = []
  /// What decides each item's frame, in the order of ``items``; empty unless asked for.
  public var influences: [[LayoutInfluence]] = []
  /// Whether this is the state of a bare program.
  public var isProgram = false

  /// The frame of the first item with a name, as `[x, y, width, height]`. O(items).
  public func frame(of name: String) -> [Double]? {
    items.first { $0.name == name }.map { [$0.x, $0.y, $0.width, $0.height] }
  }
}
