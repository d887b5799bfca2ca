// The record of a view or guide: what constraints and the engine hold of it.
//
// A constraint holds the record, never the view, and the record does not hold its view, so nothing in a layout keeps a
// view alive but its superview and the caller. The record is also where the engine finds an item's slot in its
// flat arrays, without a dictionary.

internal import CTrellis

/// The engine's record of a view or guide: its position in the tree, the constraints that mention it, its slot in a scene.
@usableFromInline
final class ItemNode {
  enum Kind: UInt8 {
    /// Views come first.
    case view, scrollView, stackView
    case guide
    /// The content area of the scroll view `parent`; its frame is the content size.
    case contentGuide
    /// Another name for the frame of the scroll view `parent`; it has no variables of its own.
    case frameGuide
    /// The area of the view `parent` within its margins, within its safe area, or where lines of text are not too long.
    case marginsGuide, safeAreaGuide, readableGuide
    /// The area of the view `parent` that the keyboard covers, or its safe area leaves at the bottom.
    case keyboardGuide
    /// A guide that the stack view `parent` arranges its views with.
    case stackGuide
  }

  /// What is queued for the engine's next pass.
  struct Dirt: OptionSet {
    let rawValue: UInt8
    /// The item has a slot, and no variables yet.
    static let added = Dirt(rawValue: 1)
    /// The intrinsic size has to be asked for again.
    static let intrinsicSize = Dirt(rawValue: 2)
    /// Hugging or compression resistance changed.
    static let contentPriorities = Dirt(rawValue: 4)
    /// Alignment insets or direction changed: the frame follows, and system rows of a root or scroll view.
    static let geometry = Dirt(rawValue: 8)
    /// The item came in without a content size, and need not be asked for one until someone says that it has one.
    static let unasked = Dirt(rawValue: 16)
    /// A content size was broken or restored, which is not an edit of it.
    static let contentForce = Dirt(rawValue: 32)
  }

  // What is written for every item that comes in is not checked for being accessed exclusively, which costs 76 instructions
  // each: nothing here is accessed for longer than a load or a store.

  @exclusivity(unchecked) var kind: Kind
  @exclusivity(unchecked) var dirt: Dirt = []
  /// What the update cycle knows of the view.
  @exclusivity(unchecked) private var storedLife: Life = []
  /// Whether the view waits for its autoresizing mask to be translated.
  @exclusivity(unchecked) var isMaskQueued = false
  /// Whether the engine works out the view's safe area, because a constraint depends on it.
  var hasDependentSafeArea = false
  /// Set on the items of a subtree while that subtree is taken out.
  var isLeaving = false
  /// The item's position in the engine's arrays; -1 in no scene. A frame guide has its scroll view's slot.
  @exclusivity(unchecked) var slot: Int32 = -1
  /// Where the view is in its superview's list, or a little after it; see `View.removeFromList`.
  @exclusivity(unchecked) var positionHint: Int32 = 0

  // The references below are unowned and unchecked: each is cleared by what it points to before that goes, in its
  // `deinit` or when the scene lets go of the tree. A weak reference would cost every view an allocation of its own and
  // the slow path of each of its retains; these are read several times for each constraint.

  /// The view or the guide that this is the record of; it clears this when it goes.
  @exclusivity(unchecked) unowned(unsafe) private var itself: (any RecordedItem)?
  /// Whether the view or guide is still there.
  @exclusivity(unchecked) private(set) var isPresent = false
  /// The parent, to be compared without being held.
  @exclusivity(unchecked) private(set) var parentReference: Unmanaged<ItemNode>?
  /// The way to the scene's engine, which clears this when the item leaves or the scene goes.
  @exclusivity(unchecked) var link: Unmanaged<SceneLink>?
  /// The first of the active constraints that mention this item; see ``references``.
  @exclusivity(unchecked) var firstReference: Unmanaged<Constraint>?
  /// The ends of the list of constraints that the view owns; see ``ownedConstraints``.
  @exclusivity(unchecked) var firstOwned: Unmanaged<Constraint>?
  @exclusivity(unchecked) var lastOwned: Unmanaged<Constraint>?
  /// What most items never have.
  @exclusivity(unchecked) private var extras: Extras?
  /// How many constraints the view owns, and how many of them are not plain.
  @exclusivity(unchecked) var ownedCount: Int32 = 0
  @exclusivity(unchecked) var ownedSpecialCount: Int32 = 0
  /// Position in the engine's queue of the constraints that came in with the view; -1 where there are none without rows.
  @exclusivity(unchecked) var ownedQueueIndex: Int32 = -1
  private var storedSizing = ContentPriorities()
  /// The frame of an item in no scene: that of the last one it was in. An engine keeps those of its items itself.
  @exclusivity(unchecked) var storedFrame = Rect.zero

  private final class Extras {
    var rare = Rare()
    var contentConstraints: [Constraint?]?
    /// The engine that the item was in when a savepoint was made which is still open; that engine clears it.
    unowned(unsafe) var keeper: (any LayoutEngine)?
    /// Whether an error of a property's setter may wait, and the engine that it waits with where that is not the item's.
    var hasPendingProperties = false
    weak var errorKeeper: (any LayoutEngine)?
  }

  /// What an edit can change and most items never have.
  struct Rare {
    var metrics: ItemMetrics?
    var suppressedContent: [Bool]?
    var baselineSources: BaselineSources?
    var pendingErrors: [PendingError]?
  }

  /// All that an edit of the item can change, except for its position in the tree, which its superview's list says.
  struct State {
    var sizing: ContentPriorities
    var life: Life
    var rare: Rare
  }

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// The same for a view that is being made.
  var unrecordedLife: Life {
    get { storedLife }
    set { storedLife = newValue }
  }

  private func ensureExtras() -> Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  /// The state. Open savepoints keep it before it changes; to put a kept one back does without that.
  var unrecordedState: State {
    get { State(sizing: storedSizing, life: storedLife, rare: extras?.rare ?? Rare()) }
    set {
      storedSizing = newValue.sizing
      storedLife = newValue.life
      // Without extras there is nothing that had to be kept.
      extras?.rare = newValue.rare
    }
  }

  /// What few items have.
  private var rare: Rare {
    get { extras?.rare ?? Rare() }
    _modify {
      if isRecorded { keepState() }
      yield &ensureExtras().rare
    }
  }

  /// How firmly the view keeps to its intrinsic size.
  var sizing: ContentPriorities {
    get { storedSizing }
    set {
      if isRecorded { keepState() }
      storedSizing = newValue
    }
  }

  /// What the update cycle knows of the view.
  var life: Life {
    get { storedLife }
    set {
      if isRecorded { keepState() }
      storedLife = newValue
    }
  }

  /// Whether the item has anything of what most never have.
  @inline(__always) var hasExtras: Bool { extras != nil }

  /// Margins, insets, baselines, direction, where any differs from the default.
  var metrics: ItemMetrics? {
    get { extras?.rare.metrics }
    set { if newValue != nil || extras != nil { rare.metrics = newValue } }
  }

  /// Axes whose content-size constraint the caller removed; invalidating the intrinsic size brings it back.
  var suppressedContent: [Bool]? {
    get { extras?.rare.suppressedContent }
    set { if newValue != nil || extras != nil { rare.suppressedContent = newValue } }
  }

  /// Whose baselines are those of a view, where they are not its own.
  var baselineSources: BaselineSources? {
    get { extras?.rare.baselineSources }
    set { if newValue != nil || extras != nil { rare.baselineSources = newValue } }
  }

  /// Errors that wait, of the time while the item was in no scene; the scene that takes it in throws them.
  var pendingErrors: [PendingError]? {
    get { extras?.rare.pendingErrors }
    set { if newValue != nil || extras != nil { rare.pendingErrors = newValue } }
  }

  /// Whether an error of a setter may wait, of a property of the item or of a constraint that it is the first item of.
  var hasPendingProperties: Bool {
    get { extras?.hasPendingProperties ?? false }
    set { if newValue || extras != nil { ensureExtras().hasPendingProperties = newValue } }
  }

  /// The engine that such an error waits with, also once the item has left.
  var errorKeeper: (any LayoutEngine)? {
    get { extras?.errorKeeper }
    set { if newValue != nil || extras != nil { ensureExtras().errorKeeper = newValue } }
  }

  /// Content-size constraints that were handed out, per axis.
  var contentConstraints: [Constraint?]? {
    get { extras?.contentConstraints }
    set { if newValue != nil || extras != nil { ensureExtras().contentConstraints = newValue } }
  }

  /// The engine whose savepoints cover the item, though it has left.
  var keeper: (any LayoutEngine)? {
    get { extras?.keeper }
    set { if newValue != nil || extras != nil { ensureExtras().keeper = newValue } }
  }

  /// Whether a savepoint is open that is to keep what is changed about the item.
  @inline(__always)
  var isRecorded: Bool {
    if let link { return link.read { $0.isRecording } }
    return lx_block_get() != nil || extras?.keeper != nil
  }

  /// The open savepoints that are to keep what is changed about the item: the innermost of its scene; in no scene, that of
  /// the one that it has left, and that of the block of changes that is running.
  var stateKeepers: [any StateKeeper] {
    if let layoutEngine { return layoutEngine.stateKeeper.map { [$0] } ?? [] }
    let left = keeper?.stateKeeper
    guard let running = ChangeBlock.current?.layoutEngine.stateKeeper, running !== left else {
      return left.map { [$0] } ?? []
    }
    return [running] + (left.map { [$0] } ?? [])
  }

  @inline(never)
  private func keepState() {
    for keeper in stateKeepers { keeper.keep(self) }
  }

  /// Gives an item in no scene a frame.
  func placeOutside(_ frame: Rect) {
    if isRecorded { for keeper in stateKeepers { keeper.keepFrame(of: self) } }
    storedFrame = frame
  }

  /// Where the item lies in its superview as of the last layout. A frame guide has none of its own.
  var frame: Rect {
    guard slot >= 0, kind != .frameGuide, let link else { return storedFrame }
    // A slot has a frame from when it is given out.
    return link.read { $0.frames.elements[Int(slot)] }
  }

  /// The view or the guide that this is the record of; nil once it is gone.
  var item: (any RecordedItem)? {
    get { itself }
    set {
      itself = newValue
      isPresent = newValue != nil
    }
  }

  /// The scene's engine; nil in no scene.
  @inline(__always) var layoutEngine: (any LayoutEngine)? { link.flatMap { $0.read { $0.engine } } }

  var isView: Bool { kind.rawValue <= Kind.stackView.rawValue }

  /// The superview's node; for a guide, the owning view's. A view that goes away clears it in its subviews and guides.
  var parent: ItemNode? {
    get { parentReference?.takeUnretainedValue() }
    set { parentReference = newValue.map(Unmanaged.passUnretained) }
  }

  /// The view node itself, or the view that a guide belongs to; not held.
  var viewReference: Unmanaged<ItemNode>? { isView ? Unmanaged.passUnretained(self) : parentReference }

  /// Whether the item came into its scene after the solver last heard of the tree.
  var isUnknown: Bool { dirt.contains(.added) }

  func isDescendant(of ancestor: ItemNode) -> Bool {
    var node: ItemNode? = self
    while let current = node {
      if current === ancestor { return true }
      node = current.parent
    }
    return false
  }

  /// The direction that applies here: what the view's own content forces, else the nearest one set on the way to the root,
  /// else left to right. Linear in the depth; the engine caches it per slot.
  var effectiveDirection: LayoutDirection {
    (isView ? self : parent)?.metrics?.semantics.direction ?? inheritedDirection
  }

  /// The same but for what the view's own content forces: what subviews inherit.
  var inheritedDirection: LayoutDirection {
    var node: ItemNode? = self
    while let current = node {
      if let direction = current.metrics?.direction { return direction }
      node = current.parent
    }
    return .leftToRight
  }

  /// Whether this is the record of a view of no class of its own that has nothing that most items never have.
  var isPlain: Bool { isPlainView && extras == nil }

  /// Whether nobody is told of what becomes of the item: it is in no scene, and its class is none of a caller's own.
  @inline(__always) var isUnobserved: Bool { link == nil && !storedLife.contains(.answers) }

  /// Whether this is the record of a view of no class of its own.
  var isPlainView: Bool { kind == .view && storedLife.isEmpty }

  func changeMetrics(_ change: (inout ItemMetrics) -> Void) {
    var changed = metrics ?? ItemMetrics()
    change(&changed)
    metrics = changed == ItemMetrics() ? nil : changed
  }
}

/// The numbers of an item that most items leave at their defaults.
struct ItemMetrics: Equatable {
  /// 8 on each side, as in a plain view of UIKit (semantics 2.2).
  static let defaultMargins = EdgeInsets(all: 8)

  var margins = defaultMargins { didSet { marginsArePhysical = margins.isPhysical } }
  /// Part of what tells two of these apart: insets by edge equal those by direction with the same numbers.
  private(set) var marginsArePhysical = false
  /// Whether the superview's margins hold here too, where they are larger.
  var preservesSuperviewMargins = false
  /// Whether margins are measured from the safe area.
  var insetsMarginsFromSafeArea = true
  /// What the view itself adds to its safe area.
  var additionalSafeArea = PhysicalInsets.zero
  var alignmentInsets = EdgeInsets.zero { didSet { alignmentInsetsArePhysical = alignmentInsets.isPhysical } }
  private(set) var alignmentInsetsArePhysical = false
  var firstBaseline = 0.0
  var lastBaseline = 0.0
  /// For the view and what inherits it.
  var direction: LayoutDirection?
  /// For the view alone.
  var semantics = SemanticContentAttribute.unspecified
}

/// How firmly a view keeps to its intrinsic size, per axis.
struct ContentPriorities: Equatable {
  var hugging = (horizontal: Priority.defaultLow, vertical: Priority.defaultLow)
  var compression = (horizontal: Priority.defaultHigh, vertical: Priority.defaultHigh)

  static func == (a: ContentPriorities, b: ContentPriorities) -> Bool {
    a.hugging == b.hugging && a.compression == b.compression
  }

  func hugging(_ axis: Axis) -> Priority { axis == .horizontal ? hugging.horizontal : hugging.vertical }
  func compression(_ axis: Axis) -> Priority { axis == .horizontal ? compression.horizontal : compression.vertical }
}
