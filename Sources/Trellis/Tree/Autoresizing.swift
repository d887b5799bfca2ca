// Autoresizing masks, turned into constraints (semantics 2.7, row B16).
//
// A mask says which of the near margin, the size and the far margin of each axis give way when the superview changes
// its size; what is flexible shares the change in proportion to what it measures in the frame that the view was drawn
// with. The translation is a system of constraints held by the superview, made in the layout after a change.

/// Which margins and sizes of a view give way when its superview changes its size. Raw values are those of
/// `UIView.AutoresizingMask`.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates a mask from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The distance to the superview's left edge.
  public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
  /// The width.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance to the superview's right edge.
  public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
  /// The distance to the superview's top edge.
  public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
  /// The height.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance to the superview's bottom edge.
  public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)

  /// `h=--& v=--&`: near margin, size and far margin of each axis, & for flexible.
  var text: String {
    func letters(_ first: Int) -> String {
      String((first..<first + 3).map { rawValue & (1 << UInt($0)) == 0 ? "-" : "&" })
    }
    return "h=\(letters(0)) v=\(letters(3))"
  }

  func flexibility(_ axis: Axis) -> Flexibility {
    let bits = axis == .horizontal ? rawValue : rawValue >> 3
    return Flexibility(near: bits & 1 != 0, size: bits & 2 != 0, far: bits & 4 != 0)
  }

  /// What gives way along one axis.
  struct Flexibility {
    let near: Bool
    let size: Bool
    let far: Bool
  }
}

extension View {
  /// `UIView.AutoresizingMask`.
  public typealias AutoresizingMask = Trellis.AutoresizingMask
}

/// The autoresizing settings of a view, and the constraints made of it.
struct AutoresizingState {
  struct Settings: Equatable {
    var isTranslated = false
    var mask = AutoresizingMask()
    /// The frame to hold; nil: the frame at the first translation.
    var frame: Rect?
    /// The size of the superview that the frame was drawn in; nil: the measured one.
    var superviewSize: Size?

    /// Whether the size is among what gives way.
    var resizes: Bool { !mask.isDisjoint(with: [.flexibleWidth, .flexibleHeight]) }
  }

  var settings = Settings()
  /// In the order of translation.
  var constraints: [Constraint] = []
  /// The superview whose size goes with the frame, and that size: as it was before the superview got another frame, or at
  /// the first translation.
  weak var measuredSuperview: View?
  var measuredSize = Size.zero
}

extension View {
  /// Whether the autoresizing mask holds the view's frame, by constraints of the superview. false by default, unlike
  /// UIKit's, so that constraints made through this library never meet it, also where the view was made with a frame;
  /// setting ``frame`` makes it true. The arranged views of a ``StackView`` take no notice of it.
  public var translatesAutoresizingMaskIntoConstraints: Bool {
    get { autoresizing?.settings.isTranslated ?? false }
    set { changeAutoresizing { $0.isTranslated = newValue } }
  }

  /// What gives way when the superview changes its size; nothing by default. It matters where
  /// ``translatesAutoresizingMaskIntoConstraints`` is true.
  public var autoresizingMask: AutoresizingMask {
    get { autoresizing?.settings.mask ?? [] }
    set { changeAutoresizing { $0.mask = newValue } }
  }

  /// Has the mask hold a frame: ``translatesAutoresizingMaskIntoConstraints`` becomes true.
  ///
  /// - Parameters:
  ///   - frame: The frame in the superview's coordinates, in points.
  ///   - mask: What gives way when the superview's size is another.
  ///   - superviewSize: The size of the superview that goes with the frame. By default that of now: a root's is the
  ///     scene's, or before its first layout that of the frame it was made with; that of a view held in the same way is
  ///     what it is held at. Where it has none yet, that at the next layout's start.
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``.
  public func holdFrame(
    _ frame: Rect, resizing mask: AutoresizingMask = [], in superviewSize: Size? = nil
  ) throws(LayoutError) {
    try checkFrame(frame)
    if let superviewSize { try checkFrame(Rect(origin: .zero, size: superviewSize)) }
    keepDrawnSize(before: frame.size)
    changeAutoresizing(isDrawn: true) {
      $0 = AutoresizingState.Settings(isTranslated: true, mask: mask, frame: frame, superviewSize: superviewSize)
    }
    node.settle(.frame)
  }

  func checkFrame(_ frame: Rect) throws(LayoutError) {
    for number in [frame.minX, frame.minY, frame.width, frame.height] { try checkLength(number, "frame") }
    for number in [frame.width, frame.height] where number < 0 {
      throw outOfRange("The negative size \(formatted(number)) of the frame")
    }
  }

  /// - Parameter isDrawn: Whether a frame is set, which goes with the size that the superview has now.
  private func changeAutoresizing(isDrawn: Bool = false, _ change: (inout AutoresizingState.Settings) -> Void) {
    var state = autoresizing ?? AutoresizingState()
    let before = state.settings
    change(&state.settings)
    guard state.settings != before || isDrawn && state.measuredSuperview != nil else { return }
    if isDrawn { state.measuredSuperview = nil }
    autoresizing = state
    node.layoutEngine?.queueAutoresizing(of: node)
  }
}
