// A rectangle in a tree: what is laid out.
//
// A view owns its subviews, its guides and, through its record, the active constraints whose common ancestor it is; nothing
// else in a layout holds it. Trees may be 100,000 levels deep, so every walk here iterates, the one that releases a tree
// included.

/// A rectangle in a tree of views, placed by constraints.
///
/// A view holds its subviews, its layout guides and the constraints it owns. It is laid out once it is in the tree of a
/// ``Scene``; ``frame`` then says where. A view is not `Sendable`: a tree belongs to one task at a time.
///
/// Property setters cannot throw. Where one is given an unusable value (NaN, say), the property keeps its old value and
/// the error is thrown by the next ``Scene/layout()`` of the scene that the view is in or comes into.
nonisolated open class View: RecordedItem {
  /// What stands in an intrinsic size for an axis that has none: -1.
  public static let noIntrinsicMetric = -1.0

  // What is looked at of every view that comes into a scene comes first, so that it lies in one line of the cache.

  /// The engine's record of the view.
  @usableFromInline final let node: ItemNode
  // Not checked for exclusive access, which would cost more than adding a view: it is changed by single calls only.
  @exclusivity(unchecked) private var stored: State
  /// Whether there is any guide that lives and dies with the view.
  private(set) var hasGuides = false

  /// All that an edit of the view can change.
  struct State {
    var subviews: [View] = []
    /// What most views never have.
    fileprivate var extras: Extras?
    var intrinsicSize: Size
    var name: String?
    var isHidden = false
    var layoutGuides: [LayoutGuide] = []
    /// The guides of the margins and the safe area, once asked for, and those that a stack arranges its views with.
    var systemGuides: [LayoutGuide] = []

    /// Changes what most views never have; nobody who holds the state of before sees it.
    fileprivate mutating func changeExtras(_ change: (Extras) -> Void) {
      if let present = extras {
        if !isKnownUniquelyReferenced(&extras) { extras = Extras(present) }
      } else {
        extras = Extras()
      }
      if let extras { change(extras) }
    }
  }

  /// The state, which open savepoints keep before it changes.
  var state: State {
    @inline(__always) _read { yield stored }
    @inline(__always) _modify {
      if node.isRecorded { keepState() }
      yield &stored
    }
  }

  /// The state without that: for a view that is about to go, and for what puts a kept state back.
  var unrecordedState: State {
    @inline(__always) _read { yield stored }
    @inline(__always) _modify { yield &stored }
  }

  /// The views inside this one, in the order they were added.
  public internal(set) var subviews: [View] {
    @inline(__always) _read { yield stored.subviews }
    @inline(__always) _modify { yield &state.subviews }
  }
  /// The name that descriptions of constraints print instead of class and address.
  public var name: String? {
    get { stored.name }
    set { state.name = newValue }
  }
  /// Whether the view is to be shown. A hidden view takes part in layout like any other, except for the arranged views of
  /// a ``StackView``, which closes up where one is hidden.
  public var isHidden: Bool {
    get { stored.isHidden }
    set {
      guard newValue != stored.isHidden else { return }
      state.isHidden = newValue
      superview?.visibilityChanged(of: self)
    }
  }
  /// The guides of this view, in the order they were added. A scroll view's own two guides and those of the margins
  /// and the safe area are not among them.
  public internal(set) var layoutGuides: [LayoutGuide] {
    get { stored.layoutGuides }
    set {
      state.layoutGuides = newValue
      noteGuides()
    }
  }

  /// The guides that the view made for itself.
  var systemGuides: [LayoutGuide] {
    get { stored.systemGuides }
    set {
      state.systemGuides = newValue
      noteGuides()
    }
  }

  var storedIntrinsicSize: Size {
    get { stored.intrinsicSize }
    set { state.intrinsicSize = newValue }
  }

  fileprivate final class Extras {
    var autoresizing: AutoresizingState?
    var layoutRecord: (any DescriptionRecord)?
    var heightForWidth: HeightForWidth?
    var lastLayoutSize: Size?
    var tag = 0
    var toldMargins: ToldMargins?
    var associatedValues: [String: Any] = [:]

    init() {}

    init(_ other: Extras) {
      autoresizing = other.autoresizing
      layoutRecord = other.layoutRecord
      heightForWidth = other.heightForWidth
      lastLayoutSize = other.lastLayoutSize
      tag = other.tag
      toldMargins = other.toldMargins
      associatedValues = other.associatedValues
    }
  }

  /// Creates a view in no tree.
  ///
  /// - Parameters:
  ///   - name: The name that descriptions print.
  ///   - intrinsicSize: The size of the view's content in points; ``noIntrinsicMetric`` on an axis that has none.
  public init(_ name: String? = nil, intrinsicSize: Size = Size(width: -1, height: -1)) {
    node = ItemNode(.view)
    stored = State(intrinsicSize: intrinsicSize, name: name)
    noteClass()
  }

  /// Creates a view in no tree with a frame, as UIKit's designated initializer does. The frame is what ``frame`` says
  /// until a layout positions the view, and what its autoresizing mask holds where
  /// ``translatesAutoresizingMaskIntoConstraints`` is set. An unusable one is not taken, and the next layout throws.
  ///
  /// A class that overrides this initializer alone is made with `Card(frame: .zero)`; for `Card()` it wants
  /// `convenience init() { self.init(frame: .zero) }`.
  ///
  /// - Parameter frame: Where the view lies in its superview's coordinates, in points.
  public init(frame: Rect) {
    node = ItemNode(.view)
    stored = State(intrinsicSize: Size(width: -1, height: -1))
    noteClass()
    node.postponing(.frame) { () throws(LayoutError) in
      try checkFrame(frame)
      node.storedFrame = frame
    }
  }

  /// Creates a view in no tree. There is nothing to be decoded: interface files are read by `TrellisFiles`. It is here
  /// for classes that have to call it.
  public init?(coder: Any) {
    node = ItemNode(.view)
    stored = State(intrinsicSize: Size(width: -1, height: -1))
    noteClass()
  }

  /// Whether the class is one of the library, which override no method of the update cycle.
  class var isPlainClass: Bool { self == View.self }

  private func noteClass() {
    node.view = self
    if !Self.isPlainClass {
      node.unrecordedLife = [.answers, .needsUpdateConstraints, .needsLayout]
    }
  }

  deinit {
    node.view = nil
    if hasGuides { for guide in allGuides { guide.node.parent = nil } }
    node.disownAll()
    node.contentConstraints = nil
    releaseSubviews()
  }

  /// The autoresizing settings, where there are any.
  var autoresizing: AutoresizingState? {
    get { stored.extras?.autoresizing }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.autoresizing = newValue } } }
  }

  /// What the DSL made for the view.
  var layoutRecord: (any DescriptionRecord)? {
    get { stored.extras?.layoutRecord }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.layoutRecord = newValue } } }
  }

  var storedHeightForWidth: HeightForWidth? {
    get { stored.extras?.heightForWidth }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.heightForWidth = newValue } } }
  }

  /// The size at the last `layoutSubviews`; only kept for classes that may override it.
  var lastLayoutSize: Size? {
    get { stored.extras?.lastLayoutSize }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.lastLayoutSize = newValue } } }
  }

  /// A number of your own to find the view by, with ``viewWithTag(_:)``. 0 by default.
  public var tag: Int {
    get { stored.extras?.tag ?? 0 }
    set { if newValue != tag { state.changeExtras { $0.tag = newValue } } }
  }

  var storedAssociatedValues: [String: Any] {
    get { stored.extras?.associatedValues ?? [:] }
    set { state.changeExtras { $0.associatedValues = newValue } }
  }

  /// The margins and the safe area that the view was last notified of; only kept for classes that may override the methods.
  var toldMargins: ToldMargins {
    get { stored.extras?.toldMargins ?? ToldMargins() }
    set { state.changeExtras { $0.toldMargins = newValue } }
  }

  /// Lets go of the whole subtree without recursion: a subview that nobody else holds is emptied before it goes.
  private func releaseSubviews() {
    var released = stored.subviews
    stored.subviews = []
    for view in released { view.node.parent = nil }
    while var view = released.popLast() {
      guard isKnownUniquelyReferenced(&view) else { continue }
      for subview in view.subviews {
        subview.node.parent = nil
        released.append(subview)
      }
      view.stored.subviews = []
    }
  }

  /// The class name that descriptions print: `UIView` for a plain view, a subclass's own name for it. Override it to
  /// print another.
  open var className: String { type(of: self) == View.self ? "UIView" : String(describing: type(of: self)) }

  /// The text that a label or button shows. Descriptions of constraints print it after class and address, as in
  /// `UIButton:0x…'OK'`. nil unless overridden.
  open var descriptionTitle: String? { nil }

  /// The view's name.
  public var itemName: String? { name }

  var maskText: String { autoresizingMask.text }

  /// The item: the same attribute of it.
  @inlinable public final var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .item(node)) }

  /// The view that this one is in.
  public var superview: View? { node.parent?.view }

  /// Where the view lies in its superview's coordinates, in points, as of the last layout. Constraints position the
  /// alignment rectangle; the frame is that moved out by ``alignmentRectInsets``.
  ///
  /// Setting it has the next layout hold the view there, as ``holdFrame(_:resizing:in:)`` does with the view's own
  /// ``autoresizingMask``: for views that nothing else positions. An unusable frame changes nothing, and the next layout
  /// throws.
  public var frame: Rect {
    get { node.frame }
    set {
      node.postponing(.frame) { () throws(LayoutError) in
        try holdFrame(newValue, resizing: autoresizingMask)
        if node.link == nil { node.placeOutside(newValue) }
      }
    }
  }

  /// How far the alignment rectangle, which is what constraints and the intrinsic size are about, lies inside the
  /// frame, in points. Zero by default.
  ///
  /// Set it, or override it in a class that knows its own, which is asked together with ``intrinsicContentSize``: what is
  /// set counts for nothing then.
  open var alignmentRectInsets: EdgeInsets { node.metrics?.alignmentInsets ?? .zero }

  /// The view whose first baseline is this view's: itself, unless overridden to give one inside this view, such as a label.
  /// Asked together with ``intrinsicContentSize``; a view that lies elsewhere counts as the view itself.
  open var forFirstBaselineLayout: View { self }

  /// The view whose last baseline is this view's; as ``forFirstBaselineLayout``.
  open var forLastBaselineLayout: View { self }

  /// The size of the view's content in points, with ``noIntrinsicMetric`` (any negative number) on an axis that has
  /// none. The default is ``intrinsicSize``. Override it for a view that computes its size, and call
  /// ``invalidateIntrinsicContentSize()`` when the result changes: it is asked for once, in a layout, subviews before
  /// their superview.
  open var intrinsicContentSize: Size { storedIntrinsicSize }

  /// The view as one that arranges others, where it does.
  var arranging: (any ArrangingView)? { nil }

  /// The view as one that scrolls its content, where it does.
  var scrolling: ScrollView? { nil }

  /// A subview is about to leave.
  func willRemove(_ subview: View) {}

  /// Called once a view has become a subview of this one. Does nothing unless overridden.
  open func didAddSubview(_ subview: View) {}

  /// Called when a subview is about to leave this view. Does nothing unless overridden.
  open func willRemoveSubview(_ subview: View) {}

  /// Called when the view is about to get another superview, or with nil none. Does nothing unless overridden.
  open func willMove(toSuperview newSuperview: View?) {}

  /// Called once the view has got another superview, or none. Does nothing unless overridden.
  open func didMoveToSuperview() {}

  /// Called once ``window`` is another, superviews before subviews. Does nothing unless overridden.
  open func didMoveToWindow() {}

  /// Called once ``traitCollection`` is another; with nil in a scene that the view has come into. Does nothing unless overridden.
  open func traitCollectionDidChange(_ previousTraitCollection: TraitCollection?) {}

  /// Called once ``effectiveLayoutMargins`` have changed: at once where margins were set, in the layout where they follow from
  /// the safe area. Does nothing unless overridden.
  open func layoutMarginsDidChange() {}

  /// Called in the layout that gives the view another ``safeAreaInsets``. Does nothing unless overridden.
  open func safeAreaInsetsDidChange() {}

  /// The size that suits the view best within a size, for layouts by frames: its content's, as high as that is when
  /// it wraps at the width given (``heightForWidth``); on an axis without content the present one. Override it as
  /// with UIKit. Constraints take no notice of it.
  ///
  /// - Parameter size: The room there is, in points; an axis of 0 is without bounds.
  open func sizeThatFits(_ size: Size) -> Size {
    let content = intrinsicContentSize
    var fitting = Size(
      width: content.width < 0 ? frame.width : content.width, height: content.height < 0 ? frame.height : content.height
    )
    if let heightForWidth {
      if size.width > 0, content.width < 0 || size.width < content.width { fitting.width = size.width }
      fitting.height = heightForWidth(fitting.width)
    }
    return fitting
  }

  /// The size that the constraints inside the view give it, when it wants to be as near to a target as they allow, at
  /// ``Priority/fittingSizeLevel``. See ``fittingSize(_:horizontalFittingPriority:verticalFittingPriority:)``.
  ///
  /// - Returns: The size of the frame, in points. On an error it is the present one, and the next layout throws.
  open func systemLayoutSizeFitting(_ targetSize: Size) -> Size {
    systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
  }

  /// The size that the constraints inside the view give it, when it wants to be as near to a target as they allow.
  ///
  /// A cell that is as wide as its list and as high as its content asks for `withHorizontalFittingPriority: .required`.
  ///
  /// - Parameters:
  ///   - targetSize: The size to be near to, in points.
  ///   - horizontalFittingPriority: How much the width matters.
  ///   - verticalFittingPriority: How much the height matters.
  /// - Returns: The size of the frame, in points. On an error it is the present one, and the next layout throws.
  open func systemLayoutSizeFitting(
    _ targetSize: Size, withHorizontalFittingPriority horizontalFittingPriority: Priority,
    verticalFittingPriority: Priority
  ) -> Size {
    let view: some SizeFitting = self
    return view.fittedSize(targetSize, horizontalFittingPriority, verticalFittingPriority)
  }

  /// A subview was hidden or shown.
  func visibilityChanged(of subview: View) {}

  /// Called by a layout, before anything is solved, on a view that needs it: subviews before superviews. Make your
  /// constraints here once, and afterwards only change them; call `super` last. Ask for it with
  /// ``setNeedsUpdateConstraints()``; a new view is asked in its first layout.
  ///
  /// Override it with or without `throws(LayoutError)`. Mistakes of calls that do not throw are thrown by the layout.
  ///
  /// - Throws: Whatever making constraints throws; the layout throws it on, and the view still needs the call.
  @_disfavoredOverload
  open func updateConstraints() throws(LayoutError) {}

  // An override that does not throw calls `super` without `try`, as UIKit's do. Swift has no overloads by `throws` alone;
  // the parameter that nobody gives makes this one another method. It does what the method above does: nothing. In a
  // class whose superclass overrides the method, `super` means that override, as it needs no such parameter.

  /// What `super.updateConstraints()` calls in a class whose superclass is ``View``. Does nothing.
  public func updateConstraints(_ nothing: Void = ()) {}

  /// Called by a layout, after frames were written, on a view whose size or whose subviews' frames have changed:
  /// superviews before subviews. What is edited here is solved in the same layout. Ask for it with ``setNeedsLayout()``.
  ///
  /// Override it with or without `throws(LayoutError)`. Mistakes of calls that do not throw are thrown by the layout.
  ///
  /// - Throws: The layout throws it on.
  @_disfavoredOverload
  open func layoutSubviews() throws(LayoutError) {}

  /// What `super.layoutSubviews()` calls in a class whose superclass is ``View``. Does nothing.
  public func layoutSubviews(_ nothing: Void = ()) {}

  /// Whether the view has no guides and no autoresizing mask.
  var isPlain: Bool { !hasGuides && stored.extras == nil }

  /// Whether the view has no content size of its own, nor a height for a width. Subclasses compute theirs, as they like.
  var hasNoContent: Bool {
    storedIntrinsicSize.width == -1 && storedIntrinsicSize.height == -1 && stored.extras?.heightForWidth == nil
  }

  func noteGuides() {
    hasGuides = node.kind == .scrollView || !systemGuides.isEmpty || !layoutGuides.isEmpty
  }

  @inline(never)
  private func keepState() {
    for keeper in node.stateKeepers { keeper.keepView(of: node) }
  }

  /// All guides that live and die with the view.
  var allGuides: [LayoutGuide] { systemGuides.isEmpty ? layoutGuides : layoutGuides + systemGuides }
}

// MARK: - Hierarchy

extension View {
  /// Adds a view at the end of ``subviews``, taking it from its present superview (and the constraints that cross that
  /// border with it, see ``removeFromSuperview()``). Adding a subview again moves it to the end and keeps its
  /// constraints.
  ///
  /// Linear in the size of the added subtree, and in the depth of this view where the subtree is more than one view.
  ///
  /// Nothing changes, and the next layout throws, on a mistake: ``LayoutError/Kind/cyclicHierarchy`` if the view is this
  /// one or contains it, ``LayoutError/Kind/rootOfScene`` if it is the root of a scene.
  ///
  /// - Parameters:
  ///   - view: The view to add.
  ///   - fileID: Where the call is, for its error; the default is right.
  ///   - line: Where the call is; the default is right.
  public func addSubview(_ view: View, fileID: String = #fileID, line: UInt = #line) {
    insertSubview(view, at: .max, fileID: fileID, line: line)
  }

  /// Adds a view to ``subviews`` at a position counted without it; beyond the ends is at the ends. As
  /// ``addSubview(_:fileID:line:)`` otherwise.
  public func insertSubview(_ view: View, at index: Int, fileID: String = #fileID, line: UInt = #line) {
    do { try place(view, at: index) } catch { node.postpone(error.located(fileID, line)) }
  }

  /// Adds a view to ``subviews``, for those who can throw.
  func place(_ view: View, at index: Int) throws(LayoutError) {
    if view.isNew, view !== self, node.isUnobserved {
      insertIntoList(view, at: index)
      view.node.parent = node
      return
    }
    try checkPlacing(view)
    let isMove = view.superview !== self
    let engine = view.node.layoutEngine
    var answering: [ItemNode] = []
    if isMove, view.node.life.contains(.answers) {
      view.willMove(toSuperview: self)
      // It may have done anything.
      try checkPlacing(view)
    }
    if view.superview === self {
      view.removeFromList()
      insertIntoList(view, at: index)
      node.layoutEngine?.noteOrderOfSiblings()
    } else {
      answering = view.leaveSuperview()
      insertIntoList(view, at: index)
      view.node.parent = node
      if let engine = node.layoutEngine { answering = engine.attach(subtree: view.node) }
    }
    guard isMove else { return }
    if engine !== node.layoutEngine { View.tellWindow(answering) }
    if view.node.life.contains(.answers) { view.didMoveToSuperview() }
    if node.life.contains(.answers) { didAddSubview(view) }
  }

  /// What nearly every view is when it is added: in no tree, with nothing inside and of no class of its own.
  private var isNew: Bool { node.parentReference == nil && node.isUnobserved && stored.subviews.isEmpty }

  private func checkPlacing(_ view: View) throws(LayoutError) {
    if view === self || (!view.subviews.isEmpty && node.isDescendant(of: view.node)) {
      throw LayoutError(
        .cyclicHierarchy,
        "Can't add \(itemDescription(view.node)) as a subview of \(itemDescription(node)): "
          + "it is that view or contains it."
      )
    }
    if let engine = view.node.layoutEngine, engine.root === view.node {
      throw LayoutError(
        .rootOfScene, "Can't add \(itemDescription(view.node)) as a subview: it is the root of a scene.")
    }
  }

  /// Takes the view out of its superview, and deactivates the constraints that cross the border: those that mention an
  /// item inside and are owned outside. Constraints within the subtree stay. Does nothing without a superview.
  ///
  /// Linear in the size of the subtree and the constraints that mention it.
  public func removeFromSuperview() {
    guard superview != nil else { return }
    if node.life.contains(.answers) { willMove(toSuperview: nil) }
    View.tellWindow(leaveSuperview())
    if node.life.contains(.answers) { didMoveToSuperview() }
  }

  /// Leaves the tree; returns the views that left the scene with this one and may override hooks.
  private func leaveSuperview() -> [ItemNode] {
    guard let superview else { return [] }
    if superview.node.life.contains(.answers) { superview.willRemoveSubview(self) }
    guard node.parent === superview.node else { return leaveSuperview() }
    superview.willRemove(self)
    for constraint in crossingConstraints() { constraint.uninstall() }
    let answering = node.layoutEngine?.detach(subtree: node) ?? []
    removeFromList()
    node.parent = nil
    return answering
  }

  private func crossingConstraints() -> [Constraint] {
    var nodes: [ItemNode] = []
    forEachNode {
      $0.isLeaving = true
      nodes.append($0)
    }
    defer { for node in nodes { node.isLeaving = false } }
    var crossing: [Constraint] = []
    for node in nodes {
      for constraint in node.references where constraint.ownerNode?.isLeaving == false {
        // A constraint with both items inside is met twice.
        if constraint.first.isLeaving, node !== constraint.first { continue }
        crossing.append(constraint)
      }
    }
    return crossing.sorted { $0.sequence < $1.sequence }
  }

  /// Removals before a view leave its hint too high, never too low, except for the rare insertion; so search downwards
  /// first. Where many have gone the hints are set right, so that no search gets longer than about the square root of the
  /// list, however many go.
  private func removeFromList() {
    guard let superview = node.parent?.view else { return }
    let position = superview.position(of: self)
    superview.subviews.remove(at: position)
    let distance = Int(node.positionHint) - position
    if distance > 64, distance * distance > superview.subviews.count {
      for (position, view) in superview.subviews.enumerated() { view.node.positionHint = Int32(clamping: position) }
    }
  }

  func position(of view: View) -> Int {
    let subviews = subviews
    var position = min(Int(view.node.positionHint), subviews.count - 1)
    while position >= 0, subviews[position] !== view { position -= 1 }
    return position >= 0 ? position : subviews.firstIndex { $0 === view } ?? 0
  }

  private func insertIntoList(_ view: View, at index: Int) {
    let position = max(0, min(index, subviews.count))
    view.node.positionHint = Int32(clamping: position)
    // Few views have a single subview; growing from one to four would take three blocks of memory.
    if subviews.isEmpty { subviews.reserveCapacity(4) }
    if position == subviews.count { subviews.append(view) } else { subviews.insert(view, at: position) }
  }
}
