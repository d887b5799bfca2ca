// A view that arranges others in a row or a column (semantics 2.10; storyboards rule 5).
//
// A stack is nothing but constraints: those of UIStackView, under its identifiers, made in the layout after a change
// and kept by difference. So a stack costs the solver what the same constraints would cost by hand, and a conflict with
// one reads as on a phone.

/// A view that lays its arranged views out in a line, by constraints that it makes itself.
///
/// The constraints (`UISV-canvas-connection`, `UISV-spacing` and so on) belong to the stack and are for reading; they
/// are brought up to date by each layout, and what did not change stays. Hidden arranged views take no part but get a
/// length of zero. A stack without visible views collapses where nothing else gives it a size.
///
/// ```swift
/// let row = StackView([icon, title], axis: .horizontal, spacing: 8)
/// row.alignment = .center
/// ```
nonisolated open class StackView: View {
  /// The standard gap between siblings, 8 points: `spacingUseSystem` of UIKit, `spacingType="standard"` of storyboards.
  public static let systemSpacing = standardSpacing

  private var storedStack = StackState()

  /// All that an edit of the stack can change, except for what it can change of any view.
  struct StackState {
    var arrangement = StackArrangement()
    /// The active constraints, by what they relate.
    var madeConstraints: [StackRule.Key: Constraint] = [:]
    /// Guides between arranged views, by the view that they are after.
    var gapGuides: [ObjectIdentifier: LayoutGuide] = [:]
    /// What spans all arranged views across the axis.
    var spanner: LayoutGuide?
    /// What the active constraints were made of.
    var line: StackLine?
    /// Views that have left the stack since, by their records.
    var lostViews: Set<ObjectIdentifier> = []
  }

  /// The stack's part of the state, which open savepoints keep before it changes.
  var stackState: StackState {
    _read { yield storedStack }
    _modify {
      if node.isRecorded { for keeper in node.stateKeepers { keeper.keep(self) } }
      yield &storedStack
    }
  }

  var restoration: () -> Void { { [storedStack] in self.storedStack = storedStack } }

  func restored() { node.layoutEngine?.queueArrangement(of: node) }

  var arrangement: StackArrangement {
    _read { yield storedStack.arrangement }
    _modify { yield &stackState.arrangement }
  }

  var madeConstraints: [StackRule.Key: Constraint] {
    _read { yield storedStack.madeConstraints }
    _modify { yield &stackState.madeConstraints }
  }

  var gapGuides: [ObjectIdentifier: LayoutGuide] {
    _read { yield storedStack.gapGuides }
    _modify { yield &stackState.gapGuides }
  }

  var spanner: LayoutGuide? {
    get { storedStack.spanner }
    set { stackState.spanner = newValue }
  }

  /// The views that the stack's baselines come from, as of the last layout.
  var firstBaselineNode: ItemNode?
  var lastBaselineNode: ItemNode?
  /// Whether anybody but the stack has asked for its margins guide, and may have it still. Undo does not touch it.
  var sharesMarginsGuide = false
  /// Whether the engine looks for the tallest view, because a constraint mentions a baseline.
  var hasDependentBaseline = false
  /// Whether the engine has the stack on its list.
  var isQueued = false

  /// Creates an empty stack in no tree.
  public override init(_ name: String? = nil, intrinsicSize: Size = Size(width: -1, height: -1)) {
    super.init(name, intrinsicSize: intrinsicSize)
    node.kind = .stackView
  }

  /// Creates an empty stack in no tree with a frame; see ``View/init(frame:)``.
  public override init(frame: Rect) {
    super.init(frame: frame)
    node.kind = .stackView
  }

  /// Creates an empty stack in no tree; see ``View/init(coder:)``.
  public override init(coder: Any) {
    super.init(frame: .zero)
    node.kind = .stackView
  }

  /// Creates a row of views, as UIKit's initializer does. Mistakes wait, as with
  /// ``addArrangedSubview(_:fileID:line:)``.
  public convenience init(arrangedSubviews views: [View], fileID: String = #fileID, line: UInt = #line) {
    self.init()
    for view in views { addArrangedSubview(view, fileID: fileID, line: line) }
  }

  /// Creates a stack of views. Mistakes wait, as with ``addArrangedSubview(_:fileID:line:)`` and ``spacing``.
  public convenience init(
    _ views: [View], axis: Axis = .horizontal, spacing: Double = 0, distribution: StackDistribution = .fill,
    alignment: StackAlignment = .fill, fileID: String = #fileID, line: UInt = #line
  ) {
    self.init()
    arrangement.axis = axis
    arrangement.distribution = distribution
    arrangement.alignment = alignment
    do { try setSpacing(spacing) } catch { node.postpone(error.located(fileID, line), .spacing) }
    for view in views { addArrangedSubview(view, fileID: fileID, line: line) }
  }

  deinit {
    // Before the subviews are let go of: see `View.releaseSubviews`.
    storedStack = StackState()
  }

  /// `UIStackView` for a plain stack view, a subclass's own name for it.
  open override var className: String {
    type(of: self) == StackView.self ? "UIStackView" : String(describing: type(of: self))
  }

  /// The views in the line, first to last. They are subviews of the stack; it may have others.
  public var arrangedSubviews: [View] { arrangement.views }

  override class var isPlainClass: Bool { self == StackView.self }

  override var arranging: (any ArrangingView)? { self }

  override func willRemove(_ subview: View) {
    guard arrangement.contains(subview) else { return }
    // Its constraints go with it, also where it is back before anybody looks.
    if stackState.line != nil { stackState.lostViews.insert(ObjectIdentifier(subview.node)) }
    removeArrangedSubview(subview)
    // Its variables go, also where it comes back before the next layout: what is taken from them is to be made again.
    if subview.node === firstBaselineNode || subview.node === lastBaselineNode {
      firstBaselineNode = nil
      lastBaselineNode = nil
      node.layoutEngine?.stackBaselinesChanged(node)
    }
  }

  override func visibilityChanged(of subview: View) {
    if arrangement.contains(subview) { arrangementChanged() }
  }
}

// MARK: - Arranged views

extension StackView {
  /// Puts a view at the end of the line, and makes it a subview if it is not one yet. One that is in the line already
  /// moves. Linear in the number of arranged views.
  ///
  /// On a mistake nothing changes, and the next layout throws, as with ``View/addSubview(_:fileID:line:)``.
  public func addArrangedSubview(_ view: View, fileID: String = #fileID, line: UInt = #line) {
    insertArrangedSubview(view, at: .max, fileID: fileID, line: line)
  }

  /// Puts a view at the end of the line: a function of one view, for `views.forEach(stack.addArrangedSubview)`. The error of a
  /// mistake has no line then.
  @_disfavoredOverload
  public func addArrangedSubview(_ view: View) {
    let add: (View) -> Void = addSubview
    if view.superview !== self { add(view) }
    if view.superview === self { insertArrangedSubview(view, at: .max) }
  }

  /// Puts a view into the line, at a position counted without it; beyond the ends is at the ends.
  ///
  /// On a mistake nothing changes, and the next layout throws, as with ``View/addSubview(_:fileID:line:)``.
  public func insertArrangedSubview(_ view: View, at index: Int, fileID: String = #fileID, line: UInt = #line) {
    if view.superview !== self { addSubview(view, fileID: fileID, line: line) }
    guard view.superview === self else { return }
    if arrangement.contains(view) {
      change {
        $0.remove(view)
        $0.insert(view, at: index)
      }
    } else {
      arrangement.insert(view, at: index)
      arrangementChanged()
    }
  }

  /// Takes a view out of the line, and its custom spacing with it. It stays a subview. Does nothing if it is not
  /// arranged.
  public func removeArrangedSubview(_ view: View) {
    guard arrangement.contains(view) else { return }
    arrangement.remove(view)
    arrangement.customSpacing[ObjectIdentifier(view)] = nil
    arrangementChanged()
  }
}

// MARK: - Properties

extension StackView {
  /// Whether the line is a row or a column. A row by default.
  public var axis: Axis {
    get { arrangement.axis }
    set { change { $0.axis = newValue } }
  }

  /// How the length is shared out. ``StackDistribution/fill`` by default.
  public var distribution: StackDistribution {
    get { arrangement.distribution }
    set { change { $0.distribution = newValue } }
  }

  /// Where the views lie across the axis. ``StackAlignment/fill`` by default.
  public var alignment: StackAlignment {
    get { arrangement.alignment }
    set { change { $0.alignment = newValue } }
  }

  /// The gap between neighbours in points, the smallest for equal spacing and centring; 0 by default, and it may be
  /// negative. An unusable one leaves it as it was, and the next layout throws.
  public var spacing: Double {
    get { arrangement.spacing }
    set { node.postponing(.spacing) { () throws(LayoutError) in try setSpacing(newValue) } }
  }

  /// Sets ``spacing``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``.
  public func setSpacing(_ spacing: Double) throws(LayoutError) {
    try checkLength(spacing, "spacing")
    change { $0.spacing = spacing }
    node.settle(.spacing)
  }

  /// The gap after an arranged view where it has one of its own.
  public func customSpacing(after view: View) -> Double? { arrangement.customSpacing[ObjectIdentifier(view)] }

  /// Gives the gap after an arranged view a size of its own, or with nil or ``spacingUseDefault`` takes that back. It lies
  /// between the view and the next that is visible; while the view is hidden it is not used. Does nothing for a view that
  /// is not arranged.
  ///
  /// An unusable one changes nothing, and the next layout throws ``LayoutError/Kind/valueOutOfRange``.
  public func setCustomSpacing(
    _ spacing: Double?, after view: View, fileID: String = #fileID, line: UInt = #line
  ) {
    let property = PendingProperty.customSpacing(ObjectIdentifier(view))
    let spacing = spacing == StackView.spacingUseDefault ? nil : spacing
    if let spacing {
      do { try checkLength(spacing, "spacing") } catch { return node.postpone(error.located(fileID, line), property) }
    }
    node.settle(property)
    guard arrangement.contains(view) else { return }
    change { $0.customSpacing[ObjectIdentifier(view)] = spacing }
  }

  /// Whether a column measures its gaps from the last baseline of one view to the first baseline of the next. false by
  /// default; a row takes no notice.
  public var isBaselineRelativeArrangement: Bool {
    get { arrangement.isBaselineRelative }
    set { change { $0.isBaselineRelative = newValue } }
  }

  /// Whether the views are arranged within the stack's margins rather than its edges. false by default.
  public var isLayoutMarginsRelativeArrangement: Bool {
    get { arrangement.isMarginsRelative }
    set { change { $0.isMarginsRelative = newValue } }
  }

  private func change(_ change: (inout StackArrangement) -> Void) {
    var changed = arrangement
    change(&changed)
    guard changed != arrangement else { return }
    arrangement = changed
    arrangementChanged()
  }

  private func arrangementChanged() {
    node.layoutEngine?.arrangementChanged(of: node)
  }
}

// MARK: - Names of UIKit

extension StackView {
  /// `UIStackView.Alignment`.
  public typealias Alignment = StackAlignment
  /// `UIStackView.Distribution`.
  public typealias Distribution = StackDistribution
  /// `UIStackView.spacingUseSystem`.
  public static var spacingUseSystem: Double { systemSpacing }
  /// `UIStackView.spacingUseDefault`: as a custom spacing, none.
  public static var spacingUseDefault: Double { .greatestFiniteMagnitude }
}
