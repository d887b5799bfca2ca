// What a stack view is told: a value, so that an edit is a comparison and strict mode can put the old one back.

/// How a stack view shares its length out among its arranged views.
public enum StackDistribution: String, Hashable, Sendable, CaseIterable {
  /// The views fill the stack; hugging and compression resistance decide which of them stretch or shrink.
  case fill
  /// The views fill the stack, all of one length.
  case fillEqually
  /// The views fill the stack in proportion to their intrinsic lengths.
  case fillProportionally
  /// The gaps between the views are equal, and at least the spacing.
  case equalSpacing
  /// The distances between the views' centres are equal as far as the spacing, a minimum here, allows.
  case equalCentering
}

/// Where a stack view puts its arranged views across its axis.
public enum StackAlignment: String, Hashable, Sendable, CaseIterable {
  /// The views are as high (in a vertical stack, as wide) as the stack.
  case fill
  /// At the top, in a vertical stack at the leading edge.
  case leading
  /// The first baselines lie on one line. A vertical stack, which cannot do that, takes it as ``leading``.
  case firstBaseline
  /// Centred.
  case center
  /// At the bottom, in a vertical stack at the trailing edge.
  case trailing
  /// The last baselines lie on one line. A vertical stack, which cannot do that, takes it as ``leading``.
  case lastBaseline

  /// Another name of ``leading``.
  public static let top = StackAlignment.leading
  /// Another name of ``trailing``.
  public static let bottom = StackAlignment.trailing

  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

/// All settings of a stack view.
struct StackArrangement: Equatable {
  private(set) var views: [View] = []
  private var members: Set<ObjectIdentifier> = []
  var axis = Axis.horizontal
  var distribution = StackDistribution.fill
  var alignment = StackAlignment.fill
  var spacing = 0.0
  /// By the identity of the view that the gap is after.
  var customSpacing: [ObjectIdentifier: Double] = [:]
  var isBaselineRelative = false
  var isMarginsRelative = false

  static func == (a: StackArrangement, b: StackArrangement) -> Bool {
    a.isAlike(b) && a.views.elementsEqual(b.views, by: ===)
  }

  func spacing(after view: ObjectIdentifier) -> Double { customSpacing[view] ?? spacing }

  func contains(_ view: View) -> Bool { members.contains(ObjectIdentifier(view)) }

  /// Puts a view that is not in the line at a position. O(1) at the end.
  mutating func insert(_ view: View, at index: Int) {
    members.insert(ObjectIdentifier(view))
    if index >= views.count { views.append(view) } else { views.insert(view, at: max(0, index)) }
  }

  /// Takes a view out of the line.
  mutating func remove(_ view: View) {
    guard members.remove(ObjectIdentifier(view)) != nil else { return }
    if let index = views.lastIndex(where: { $0 === view }) { views.remove(at: index) }
  }

  /// The same without views, to be kept without holding them.
  var withoutViews: StackArrangement {
    var copy = self
    copy.views = []
    copy.members = []
    return copy
  }

  /// Whether all but the views is equal.
  func isAlike(_ other: StackArrangement) -> Bool {
    axis == other.axis && distribution == other.distribution && alignment == other.alignment
      && spacing == other.spacing && customSpacing == other.customSpacing
      && isBaselineRelative == other.isBaselineRelative && isMarginsRelative == other.isMarginsRelative
  }
}
