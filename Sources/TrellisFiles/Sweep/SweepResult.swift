// A document or a unit of a storyboard as a function of one number: intervals with affine frames, what happens between
// them, and where something is wrong. Plain values; SweepText writes them.

import Trellis

/// A layout as a function of its width, its height or a constant.
public struct SweepResult: Sendable {
  /// What moves.
  public enum Parameter: Sendable, Equatable {
    /// The width of the root in points.
    case width
    /// The height of the root in points.
    case height
    /// The constant of the constraint with this id.
    case constant(String)

    /// `width`, `height`, or the constraint's id.
    public var name: String {
      switch self {
      case .width: "width"
      case .height: "height"
      case .constant(let id): id
      }
    }
  }

  /// A view or guide.
  public struct Item: Sendable, Equatable {
    /// The name in the document; the identifier in a storyboard.
    public var name: String
    /// A name for people.
    public var label: String
    /// Position of the superview in the list of items; nil for the root.
    public var superview: Int?
    /// Whether it is to be seen.
    public var isVisible: Bool
    /// Whether it is a guide.
    public var isGuide = false
  }

  /// A constraint that is responsible for something.
  public struct Source: Sendable, Hashable {
    /// The id in results.
    public var id: String
    /// The constraint as the file writes it, or what the layout made by itself in words.
    public var equation: String
    /// The line in the file, from 1; nil for what the layout made by itself.
    public var line: Int?
  }

  /// A part of the range on which every frame is an affine function.
  public struct Interval: Sendable {
    /// Where it begins.
    public var from: Double
    /// Where it ends.
    public var to: Double
    /// Whether the layout at `from` is this interval's, and not the one before's.
    public var includesStart: Bool
    /// Whether the solver's region proves it; else layouts inside agree with it.
    public var isProven: Bool
    /// x, y, width and height of each item in its superview at `from`.
    public var numbers: [Double]
    /// How far each moves per point of the parameter.
    public var slopes: [Double]
  }

  /// What happens between two intervals.
  public struct Event: Sendable, Equatable {
    /// What it is.
    public enum Kind: String, Sendable, CaseIterable {
      /// A constraint becomes tight: it decides from here on.
      case tight
      /// A constraint lets go: it decided up to here.
      case release
      /// A size becomes 0, or is no more.
      case collapse
      /// Required constraints cannot hold together from here on.
      case conflict
      /// They can again.
      case resolved
      /// A number is not determined from here on.
      case ambiguity
      /// It is again.
      case determined
      /// The layout becomes another for what no constraint decides: a text takes another line, say.
      case step
    }

    /// Where it happens.
    public var value: Double
    /// What it is.
    public var kind: Kind
    /// In words.
    public var message: String
    /// The constraints that are responsible.
    public var constraints: [Source]
  }

  /// Something to look at, and from where to where.
  public struct Finding: Sendable {
    /// What it is about.
    public enum Kind: String, Sendable, CaseIterable {
      /// Required constraints that cannot hold together.
      case conflict
      /// A number that the constraints do not decide.
      case ambiguity
      /// A safe area, margin or height that contradicts the frames which follow from it.
      case unsettled
      /// A view smaller than its content.
      case truncation
      /// A view that reaches out of its superview.
      case outside
      /// Siblings that overlap, and lie apart elsewhere in the range.
      case overlap
      /// A length that is 0, and is not elsewhere in the range.
      case collapse

      /// Whether the layout is wrong, not only doubtful.
      public var isError: Bool { self == .conflict || self == .ambiguity }
    }

    /// What it is about.
    public var kind: Kind
    /// Where it begins.
    public var from: Double
    /// Where it ends.
    public var to: Double
    /// The item; nil for a conflict.
    public var item: String?
    /// In words.
    public var message: String
    /// The constraints that decide it where it begins.
    public var constraints: [Source]
    /// The position in the file.
    public var line: Int
    /// See ``line``.
    public var column: Int
  }

  /// The file.
  public var file: String
  /// The unit of a storyboard; nil for a document.
  public var unit: String?
  /// The state that the document is in; nil for none.
  public var state: String?
  /// The size class that this is of, as `regular width`; nil for what has no variations for any.
  public var sizeClass: String?
  /// What moves.
  public var parameter: Parameter
  /// From where.
  public var from: Double
  /// To where.
  public var to: Double
  /// The size of the root in points; the parameter takes the place of one of the numbers.
  public var size: Size
  /// Views in document order, the root first, then guides.
  public var items: [Item]
  /// The parts of the range, ascending.
  public var intervals: [Interval] = []
  /// What happens between them, ascending.
  public var events: [Event] = []
  /// What to look at, by where it begins.
  public var findings: [Finding] = []
  /// How many layouts it took.
  public var layoutCount = 0

  /// Whether every interval is proven.
  public var isProven: Bool { intervals.allSatisfy(\.isProven) }

  /// The interval that a value lies in. Logarithmic.
  public func interval(at value: Double) -> Interval? {
    var (low, high) = (0, intervals.count)
    while low < high {
      let middle = (low + high) / 2
      let interval = intervals[middle]
      if interval.from < value || (interval.from == value && interval.includesStart) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low > 0 ? intervals[low - 1] : intervals.first
  }

  /// x, y, width and height of an item in its superview at a value of the parameter.
  public func frame(_ item: Int, at value: Double) -> [Double] {
    guard items.indices.contains(item), let interval = interval(at: value) else { return [] }
    return (4 * item..<4 * item + 4).map { interval.numbers[$0] + (value - interval.from) * interval.slopes[$0] }
  }
}
