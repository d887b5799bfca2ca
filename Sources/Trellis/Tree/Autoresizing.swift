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

/// The autoresizing settings of a view, and the constraints made of it.
struct AutoresizingState {
  struct Settings: Equatable {
    var isTranslated = false
    var mask = AutoresizingMask()
    /// The frame to hold; nil: the frame at the first translation.
    var frame: Rect?
    /// The size of the superview that the frame was drawn in; nil: its size at the first translation.
    var superviewSize: Size?
  }

  var settings = Settings()
  /// In the order of translation.
  var constraints: [Constraint] = []
  /// The superview whose size was taken at the first translation, and that size.
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
  ///   - superviewSize: The size of the superview that goes with the frame. By default that at the next layout's
  ///     start: a root's is the scene's, or before its first layout that of the frame it was made with; that of a view
  ///     held in the same way is what it is held at.
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``.
  public func holdFrame(
    _ frame: Rect, resizing mask: AutoresizingMask = [], in superviewSize: Size? = nil
  ) throws(LayoutError) {
    try checkFrame(frame)
    if let superviewSize { try checkFrame(Rect(origin: .zero, size: superviewSize)) }
    changeAutoresizing {
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

  private func changeAutoresizing(_ change: (inout AutoresizingState.Settings) -> Void) {
    var state = autoresizing ?? AutoresizingState()
    let before = state.settings
    change(&state.settings)
    guard state.settings != before else { return }
    autoresizing = state
    node.engine?.queueAutoresizing(self)
  }
}

// MARK: - Translation

/// A frame that a mask holds.
private struct HeldFrame: RowContributor {
  let view: ItemNode
  let superview: ItemNode
  let rules: [AutoresizingRule]

  var contributedRules: [SystemRule] {
    rules.map { rule in
      SystemRule(
        kind: .autoresizing, first: view, firstAttribute: rule.attribute,
        second: rule.other == .notAnAttribute ? nil : superview, secondAttribute: rule.other,
        multiplier: rule.multiplier, constant: rule.constant)
    }
  }
}

/// One constraint of a translation.
private struct AutoresizingRule {
  let attribute: Attribute
  var other = Attribute.notAnAttribute
  var multiplier = 1.0
  let constant: Double
}

extension View {
  /// Makes the constraints those of the mask.
  func translateAutoresizing(in engine: Engine) {
    guard var state = autoresizing else { return }
    defer { autoresizing = state }
    let isArranged = superview?.arranging?.arranges(self) ?? false
    guard state.settings.isTranslated, let superview, !isArranged else {
      for constraint in state.constraints { constraint.uninstall() }
      state.constraints = []
      return
    }
    let rules = rules(&state, superview, engine)
    let isSame =
      state.constraints.count == rules.count
      && zip(state.constraints, rules).allSatisfy { constraint, rule in
        constraint.ownerNode === superview.node && constraint.firstAttribute == rule.attribute
          && constraint.secondAttribute == rule.other
      }
    if isSame {
      for (constraint, rule) in zip(state.constraints, rules) {
        constraint.edit(multiplier: rule.multiplier, constant: rule.constant, priority: .required)
      }
      return
    }
    for constraint in state.constraints { constraint.uninstall() }
    state.constraints = HeldFrame(view: node, superview: superview.node, rules: rules).install(on: superview.node)
  }

  private func rules(_ state: inout AutoresizingState, _ superview: View, _ engine: Engine) -> [AutoresizingRule] {
    if state.settings.frame == nil { state.settings.frame = frame }
    let held = state.settings.frame ?? frame
    let size = state.settings.superviewSize ?? measure(superview, &state, engine)
    // Constraints are about alignment rectangles, of the view and of the superview.
    let inner = node.physicalInsets(node.direction)
    let outer = superview.node.physicalInsets(superview.node.direction)
    let horizontal = AutoresizingRule.rules(
      .horizontal, state.settings.mask, at: held.minX + inner.left - outer.left,
      length: held.width - inner.left - inner.right, in: size.width - outer.left - outer.right)
    let vertical = AutoresizingRule.rules(
      .vertical, state.settings.mask, at: held.minY + inner.top - outer.top,
      length: held.height - inner.top - inner.bottom, in: size.height - outer.top - outer.bottom)
    return horizontal + vertical
  }

  /// The superview's size at the first translation in it.
  private func measure(_ superview: View, _ state: inout AutoresizingState, _ engine: Engine) -> Size {
    if state.measuredSuperview === superview { return state.measuredSize }
    state.measuredSuperview = superview
    if superview.node === engine.root {
      // A root that was made with a frame is resized by its first layout, and what is inside with it.
      let drawn = engine.scene?.report == nil ? superview.frame.size : .zero
      state.measuredSize = drawn == .zero ? engine.rootSize : drawn
    } else if let outer = superview.autoresizing?.settings, outer.isTranslated, let frame = outer.frame {
      state.measuredSize = frame.size
    } else {
      state.measuredSize = superview.frame.size
    }
    return state.measuredSize
  }
}

extension AutoresizingRule {
  /// The two constraints of an axis: position first, except for a fixed size between flexible margins.
  static func rules(
    _ axis: Axis, _ mask: AutoresizingMask, at near: Double, length: Double, in total: Double
  ) -> [AutoresizingRule] {
    let isHorizontal = axis == .horizontal
    let (start, end) = isHorizontal ? (Attribute.left, Attribute.right) : (.top, .bottom)
    let size = isHorizontal ? Attribute.width : .height
    let flexible = mask.flexibility(axis)
    let far = total - near - length
    /// What gives way is this much of the superview's length less what does not.
    let parts = [(flexible.near, near), (flexible.size, length), (flexible.far, far)]
    let rest = parts.reduce(0) { $0 + ($1.0 ? 0 : $1.1) }
    func share(_ part: Double) -> Double {
      let sum = total - rest
      return abs(sum) < 1e-9 ? 1 / Double(parts.count { $0.0 }) : part / sum
    }
    func atShare(_ attribute: Attribute, _ part: Double) -> AutoresizingRule {
      let share = share(part)
      // Too large a share to be a coefficient, of a superview that was drawn with next to no room, holds what was drawn.
      guard max(abs(share), abs(share * rest)) <= 1e9 else {
        return attribute == size
          ? AutoresizingRule(attribute: size, constant: part)
          : AutoresizingRule(attribute: start, other: start, constant: part)
      }
      // Too small a share to be a coefficient is none.
      guard abs(share) >= multiplierMinimum else {
        return attribute == size
          ? AutoresizingRule(attribute: size, constant: 0)
          : AutoresizingRule(attribute: start, other: start, constant: 0)
      }
      return AutoresizingRule(attribute: attribute, other: size, multiplier: share, constant: -share * rest)
    }
    let atStart = AutoresizingRule(attribute: start, other: start, constant: near)
    let atEnd = AutoresizingRule(attribute: end, other: end, constant: -far)
    let fixed = AutoresizingRule(attribute: size, constant: length)
    switch (flexible.near, flexible.size, flexible.far) {
    case (true, false, true): return [fixed, atShare(start, near)]
    case (true, false, false): return [atEnd, fixed]
    case (false, true, false): return [atStart, atEnd]
    case (true, true, false): return [atShare(start, near), atEnd]
    case (false, true, true): return [atStart, atShare(size, length)]
    case (true, true, true): return [atShare(start, near), atShare(size, length)]
    case (false, false, _): return [atStart, fixed]
    }
  }
}
