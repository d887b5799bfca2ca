// What a scene knows of its tree, in flat arrays by slot, and what is queued for the next pass.
//
// Views, guides and constraints say what changed; here is the one place that decides what that invalidates. An edit
// queues the constraint or item it touches and nothing else; `Engine+Apply` hands the queue to the solver as whole
// arrays. Neither the engine nor the records
// of the items hold each other; the scene takes them apart when it goes.

import Simplex

/// What the last pass handed to the solver: the cost of an edit on this side.
struct PassStatistics: Equatable {
  var rowsAdded = 0
  var constantsSet = 0
  var prioritiesSet = 0
  var termsSet = 0
}

final class Engine {
  let root: ItemNode
  /// What the scene's texts print for addresses.
  let addressBook = AddressBook()
  /// What the scene was told.
  var settings: SceneSettings
  var rootSize: Size { settings.size }
  /// What bars cover of the root.
  var rootSafeArea: PhysicalInsets { settings.safeAreaInsets }
  var appleStrict: Bool { settings.appleStrict }
  /// The open savepoints. Not checked for exclusive access: each property that changes in the tree asks for it.
  @exclusivity(unchecked) var transaction = Transaction()
  /// Errors of calls that do not throw, for the next layout to throw.
  var pendingErrors: [PendingError] = []

  // MARK: By slot

  // Here and below, arrays to which every item or constraint adds are not checked for being accessed exclusively: the check
  // costs more than what it guards, an append or one element.

  let slots = FlatArray<Slot>()
  var freeSlots: [Int32] = []
  /// Left, top, width, height of each slot. A free slot has the root's.
  @exclusivity(unchecked) var variables: [Variable] = []
  /// Left, top, right, bottom of each frame in absolute space, rounded where the scene rounds; as of the last layout,
  /// NaN for an item that came in since. Slots that are newer than the last layout are not in it.
  let edges = FlatArray<Double>()
  /// The frame of each item in its superview, as of the last layout; of one that came in since, that of before. A free
  /// slot has what it had.
  let frames = FlatArray<Rect>()
  /// Alignment insets of the few items that have any.
  var insets: [Int32: PhysicalInsets] = [:]
  /// Safe areas of the few views that have any.
  var safeAreas: [Int32: PhysicalInsets] = [:]
  /// What the few views that do add to their safe areas.
  var additionalSafeAreas: [Int32: PhysicalInsets] = [:]
  /// The margins that apply in the few views that preserve their superviews', where a constraint depends on them.
  var preservedMargins: [Int32: PhysicalInsets] = [:]
  /// How far readable guides lie inside the margins at either side, as far as that is not 0.
  var readableInsets: [Int32: Double] = [:]

  // MARK: By row

  let rowTags = FlatArray<RowTag>()
  var rootRows: [Row] = []

  // MARK: Queued for the next pass

  /// Items that came in, superviews first.
  let addedSlots = FlatArray<Int32>()
  /// Those of them whose content sizes have to be asked for.
  @exclusivity(unchecked) var slotsToAsk: [Int32] = []
  var dirtyNodes: [ItemNode] = []
  /// May hold some that have left.
  var dirtyStacks: [ItemNode] = []
  /// The stacks that were looked at since, because what is inside changed its content size.
  var climbedStacks: Set<Int32> = []
  /// What stacks without a content size add up to, while stacks are brought up to date.
  var knownLengths = AxisPair<[ObjectIdentifier: Double]>(horizontal: [:], vertical: [:])
  /// Views whose height follows from their width, by slot.
  var widthDependents: [Int32: WidthDependent] = [:]
  /// Views whose safe area some constraint depends on. May hold some that have left.
  var safeAreaDependents: [ItemNode] = []
  /// Views with a readable guide. May hold some that have left.
  var readableDependents: [ItemNode] = []
  /// Stack views whose baselines some constraint mentions, and those that took another view's than their first.
  var baselineStacks: [ItemNode] = []
  var movedBaselines: [ItemNode] = []
  /// Whether any view has ever said that its baselines are another view's.
  var hasBaselineSources = false
  /// How high the keyboard is, from the root's bottom edge.
  var keyboardHeight: Double { settings.keyboardHeight }
  /// How much of the views that have a keyboard guide the keyboard covers, as far as that is not 0.
  var keyboardInsets: [Int32: Double] = [:]
  /// Views with a keyboard guide. May hold some that have left.
  var keyboardDependents: [ItemNode] = []
  /// Stack views whose baselines have moved since rows were lowered.
  var movedRowBaselines: [ItemNode] = []
  /// How many active constraints relate a width to a height.
  var crossAxisCount = 0
  var dirtyAutoresizing: [ItemNode] = []
  /// Active constraints, in the order in which they are to get rows.
  let dirtyConstraints = FlatArray<QueuedConstraints>()
  var removedRows: [Row] = []
  var removedVariables: [Variable] = []
  var isRootSizeDirty = false
  /// Whether the solver has to be filled anew: a call failed half way.
  var needsRebuild = false
  var needsLayout = true

  /// Views that wait for the update cycle, and where it is.
  var cycle = UpdateCycle()
  /// The view whose `updateConstraints` is running.
  var updatingNode: ItemNode?
  weak var scene: Scene?
  /// Whether views are being asked for their content sizes.
  var isApplying = false

  // MARK: Solving

  var solver: Solver?
  /// Left, top, width and height of each slot as last solved, unless everything has to be read.
  let values = FlatArray<Double>()
  /// Where in `values` the value of each variable is, by its index.
  let variablePlaces = FlatArray<Int32>()
  /// What the last solve changed: room that is used again.
  var changedVariables: [Variable] = []
  var changedValues: [Double] = []
  /// Slots whose values have changed since frames were written; while they are, all whose frames may be others.
  let touchedSlots = SlotSet()
  /// Slots whose frame may be another though no variable changed: the item is new, or its insets are.
  @exclusivity(unchecked) var unreadSlots: [Int32] = []
  /// What layouts changed, as far as nobody has looked yet; not held.
  var changeLists: [WeakChangeList] = []
  /// Whether frames are to be read from all variables: they are those of another solver.
  var needsFullReading = true
  /// What frames were last rounded to.
  var readScale: Double?
  /// Constraints that conflict recovery put out of force, in the order of their breaking.
  var breaks: [Break] = []
  /// Counts changes to what no constraint stands for: origins and signs.
  var systemRevision: UInt32 = 0
  var scrollViews: [ItemNode] = []
  /// Whether some of them have left while a view is taken out.
  var hasLeftScrollViews = false
  /// Ambiguous variables of the last layout, once asked for.
  var ambiguity: [Ambiguity]?
  var rootConstraints: [Constraint?] = [nil, nil]
  /// How often an ambiguity was exercised.
  var exercises: UInt64 = 0
  var passStatistics = PassStatistics()
  /// How many solves the last layout took; more than one where sizes or safe areas follow from frames.
  var passes = 0
  /// How far the layout that is running has come.
  var passRun: PassRun?
  /// What the last layout assumed of frames that they do not bear out.
  var unsettled: [UnsettledView] = []

  init(root: View, size: Size) {
    self.root = root.node
    settings = SceneSettings(size: size)
    attach(root)
  }

  func detachAll() {
    finishChangeLists()
    let waiting = pendingErrors
    while transaction.close() != nil {}
    transaction.forgetDeparted(from: self)
    // A content size that is out of force is none of the next scene's business.
    for past in breaks { past.victim.isBroken = false }
    for case let node? in slots.lazy.map(\.node) {
      release(node)
      node.ownedQueueIndex = -1
      (node.view as? ScrollView)?.frameLayoutGuide.node.engine = nil
      node.forEachOwned { constraint in
        constraint.row = nil
        constraint.dirt = []
        constraint.queueIndex = -1
        constraint.isBroken = false
      }
    }
    slots.removeAll()
    rowTags.removeAll()
    addedSlots.removeAll()
    slotsToAsk = []
    dirtyNodes = []
    for node in dirtyStacks { (node.view as? StackView)?.isQueued = false }
    dirtyStacks = []
    for node in dirtyAutoresizing { node.isMaskQueued = false }
    dirtyAutoresizing = []
    cycle = UpdateCycle()
    dirtyConstraints.removeAll()
    breaks = []
    scrollViews = []
    rootConstraints = []
    ambiguity = nil
    // Nobody was told of them. The tree may come into another scene.
    if !waiting.isEmpty { root.pendingErrors = waiting }
  }
}

// MARK: - What edits invalidate

extension Engine {
  func add(_ constraint: Constraint) {
    if !constraint.isPlain {
      if constraint.relatesAxes { crossAxisCount += 1 }
      noteFollowers(of: constraint)
    }
    if updatingNode != nil { noteAddition(constraint) }
    queue(constraint, .added)
  }

  func remove(_ constraint: Constraint) {
    if !constraint.isPlain, constraint.relatesAxes { crossAxisCount -= 1 }
    if let updatingNode, constraint.ownerNode === updatingNode { cycle.removedOwn += 1 }
    needsLayout = true
    constraint.revision += 1
    leaveQueue(constraint)
    dropRow(of: constraint)
    if constraint.isBroken {
      constraint.isBroken = false
      breaks.removeAll { $0.victim === constraint }
    }
  }

  /// What is queued for a constraint is not to be done.
  func leaveQueue(_ constraint: Constraint) {
    if constraint.queueIndex >= 0 { dirtyConstraints[Int(constraint.queueIndex)] = .none }
    constraint.queueIndex = -1
    constraint.dirt = []
  }

  func markDirty(_ constraint: Constraint, _ dirt: Constraint.Dirt) {
    needsLayout = true
    constraint.revision += 1
    // One that is out of force is tried again because its revision changed; its row follows all the same. One that is
    // queued with all of its owner's is lowered as it is then.
    if !constraint.isQueuedByOwner { queue(constraint, dirt) }
  }

  func queue(_ constraint: Constraint, _ dirt: Constraint.Dirt) {
    needsLayout = true
    constraint.dirt = constraint.dirt.union(dirt)
    guard constraint.queueIndex < 0 else { return }
    constraint.queueIndex = Int32(dirtyConstraints.count)
    dirtyConstraints.append(.constraint(Unmanaged.passUnretained(constraint)))
  }

  func markDirty(_ node: ItemNode, _ dirt: ItemNode.Dirt) {
    needsLayout = true
    if dirt.contains(.intrinsicSize), transaction.savepoint != nil { keepContent(of: node) }
    if node.dirt.isEmpty { dirtyNodes.append(node) }
    node.dirt = node.dirt.union(dirt)
    if dirt.contains(.intrinsicSize), node.dirt.contains(.unasked) {
      node.dirt = node.dirt.subtracting(.unasked)
      slotsToAsk.append(node.slot)
    }
  }

  func noteMetrics(_ node: ItemNode) {
    let direction = slots[Int(node.slot)].direction
    let changed = node.physicalInsets(direction)
    let before = insets[node.slot] ?? PhysicalInsets()
    insets[node.slot] = changed == PhysicalInsets() ? nil : changed
    noteAdditionalSafeArea(of: node)
    guard changed != before else { return }
    systemRevision += 1
    unreadSlots.append(node.slot)
    guard let view = node.view else { return }
    queueAutoresizing(view)
    for subview in view.subviews { queueAutoresizing(subview) }
  }

  /// Margins, insets or baselines changed: rows that mention them are lowered anew.
  func metricsChanged(_ node: ItemNode) {
    noteMetrics(node)
    markDirty(node, .geometry)
    marginsChanged(node)
    baselinesChanged(around: node)
    // Both sides are measured from the owner's frame, which lies its insets away from its variables.
    node.forEachOwned { if $0.storedMultiplier != 1 { markDirty($0, .terms) } }
    if node === root { isRootSizeDirty = true }
  }

  /// The effective margins of a view changed, or its safe area, insets or baselines: rows that mention them are lowered
  /// anew. (Those of subviews that preserve them follow from frames.)
  func marginsChanged(_ node: ItemNode) {
    noteMarginsToTell(node)
    relowerMetrics(of: node)
    guard node.kind == .scrollView, let scrollView = node.view as? ScrollView else { return }
    // Both of its guides have the scroll view's margins.
    relowerMetrics(of: scrollView.contentLayoutGuide.node)
    relowerMetrics(of: scrollView.frameLayoutGuide.node)
  }

  private func relowerMetrics(of node: ItemNode) {
    for constraint in node.references {
      switch constraint.kind {
      case .marginGuide, .safeAreaGuide, .readableGuide:
        if constraint.second === node { markDirty(constraint, .constant) }
      default:
        let isMetric = constraint.firstAttribute.dependsOnMetrics || constraint.secondAttribute.dependsOnMetrics
        if isMetric { markDirty(constraint, .terms) }
      }
    }
  }

  /// The direction of a view changed: so did that of what inherits it. Linear in the subtree that does.
  func directionChanged(_ view: View) {
    var pending = [view]
    while let view = pending.popLast() {
      let node = view.node
      let inherited =
        slots[Int(node.slot)].parent < 0 ? .leftToRight : slots[Int(slots[Int(node.slot)].parent)].direction
      let direction = node.metrics?.direction ?? inherited
      guard direction != slots[Int(node.slot)].direction else { continue }
      slots[Int(node.slot)].direction = direction
      for guide in view.allGuides where guide.node.kind != .frameGuide {
        slots[Int(guide.node.slot)].direction = direction
      }
      if node.metrics != nil { metricsChanged(node) }
      view.node.forEachOwned { constraint in
        guard constraint.firstAttribute.isDirectional || constraint.secondAttribute.isDirectional else { return }
        relower(constraint)
      }
      pending.append(contentsOf: view.subviews)
    }
    needsLayout = true
  }

  /// The relation may have turned round, which a row cannot do in place.
  func relower(_ constraint: Constraint) {
    dropRow(of: constraint)
    markDirty(constraint, .added)
  }

  func suppressContent(_ node: ItemNode, _ axis: Axis) {
    var suppressed = node.suppressedContent ?? [false, false]
    suppressed[Int(axis.rawValue)] = true
    node.suppressedContent = suppressed
    markDirty(node, .contentPriorities)
  }

  func setRootSize(_ size: Size) {
    guard size != rootSize else { return }
    settings.size = size
    rootSizeChanged()
  }

  func rootSizeChanged() {
    isRootSizeDirty = true
    needsLayout = true
    for case let constraint? in rootConstraints { constraint.revision += 1 }
  }
}
