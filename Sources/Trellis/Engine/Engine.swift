// The engine of a scene: what edits invalidate is decided here, and the parts do the rest.
//
// `SlotStorage` has the items in flat arrays, `EditQueue` what waits for the next layout, `SolverSession` the solver and
// what its rows stand for, `FrameReader` the way from values to frames, `Transaction` undo. Views, guides and constraints
// report what changed; an edit queues the constraint or item that it touches and nothing else, and `Engine+Update` hands
// the queue to the solver as whole arrays. Neither the engine nor the records of the items hold each other; the scene
// separates them when it goes.

internal import CTrellis
import Simplex

/// The engine of a scene: its parts, and the order in which they work.
final class Engine {
  let root: ItemNode
  /// What the scene was told.
  var settings: SceneSettings
  weak var scene: Scene?
  /// What the scene's texts print for addresses.
  let addressBook = AddressBook()
  /// Errors of calls that do not throw, for the next layout to throw.
  var pendingErrors: [PendingError] = []
  /// The views that came with the root and may override hooks.
  private var arrivals: [ItemNode] = []

  /// What the items of the scene hold of this engine.
  let link: SceneLink

  // The parts. None refers to another or to the engine, and none calls out while it changes, so the five that each edit,
  // item and constraint goes through are not checked for exclusive access: the check costs more than an append or a load.

  @exclusivity(unchecked) var storage = SlotStorage()
  @exclusivity(unchecked) var queue = EditQueue()
  @exclusivity(unchecked) var reader = FrameReader()
  @exclusivity(unchecked) var transaction: Transaction
  @exclusivity(unchecked) var cycle = UpdateCycle()
  var insets = InsetTable()
  var stacks = StackQueue()
  var dependents = FrameDependents()
  var fixedPoint = FixedPointState()
  var session = SolverSession()
  var recovery = ConflictRecovery()
  var ambiguity = AmbiguityState()

  init(root: View, size: Size) {
    self.root = root.node
    settings = SceneSettings(size: size)
    link = SceneLink(storage.frames)
    transaction = Transaction(link)
    link.engine = self
    arrivals = attach(root)
  }

  /// The views that came with the root and may override hooks, once.
  func takeArrivals() -> [ItemNode] {
    defer { arrivals = [] }
    return arrivals
  }

  func detachAll() {
    finishChangeLists()
    let waiting = pendingErrors
    while transaction.close() != nil {}
    transaction.forgetDeparted(from: self)
    // A broken content size is not broken in the next scene.
    for past in recovery.breaks { past.victim.isBroken = false }
    let slots = slots.elements
    for slot in slots.indices {
      if slot + 8 < slots.count, let later = slots[slot + 8].reference {
        lx_stride_prefetch(UInt(bitPattern: later.toOpaque()))
      }
      if slot + 4 < slots.count { slots[slot + 4].read { $0.prefetchOwned() } }
      slots[slot].read { node in
        release(node)
        node.ownedQueueIndex = -1
        if node.kind == .scrollView { node.view?.scrolling?.frameLayoutGuide.node.engine = nil }
        node.readOwned { constraint in
          constraint.row = nil
          constraint.dirt = []
          constraint.queueIndex = -1
          constraint.isBroken = false
        }
      }
    }
    storage.removeAll()
    session.close()
    for node in stacks.stacks { node.arranging?.isQueued = false }
    stacks = StackQueue()
    for node in queue.masks { node.isMaskQueued = false }
    queue = EditQueue()
    cycle = UpdateCycle()
    recovery = ConflictRecovery()
    ambiguity = AmbiguityState()
    // Nobody was told of them. The tree may come into another scene.
    if !waiting.isEmpty { root.pendingErrors = waiting }
  }
}

// MARK: - What is read of the parts everywhere

extension Engine {
  @inline(__always) var slots: FlatArray<Slot> { storage.slots }
  @inline(__always) var solver: Solver? { session.solver }
  @inline(__always) var needsLayout: Bool {
    get { queue.needsLayout }
    set { queue.needsLayout = newValue }
  }
  var rootSize: Size { settings.size }
  var hasLayout: Bool { scene?.report != nil }
  /// What bars cover of the root.
  var rootSafeArea: PhysicalInsets { settings.safeAreaInsets }
  /// How high the keyboard is, from the root's bottom edge.
  var keyboardHeight: Double { settings.keyboardHeight }
  var appleStrict: Bool { settings.appleStrict }
}

// MARK: - What edits invalidate

extension Engine {
  func add(_ constraint: Constraint) {
    if !constraint.isPlain {
      if constraint.relatesAxes { dependents.crossAxisCount += 1 }
      indexFrameDependents(of: constraint)
    }
    if cycle.updatingNode != nil { noteAddition(constraint) }
    queue(constraint, .added)
  }

  func remove(_ constraint: Constraint) {
    if !constraint.isPlain, constraint.relatesAxes { dependents.crossAxisCount -= 1 }
    if let updating = cycle.updatingNode, constraint.ownerNode === updating { cycle.removedOwn += 1 }
    needsLayout = true
    constraint.revision += 1
    queue.remove(constraint)
    dropRow(of: constraint)
    if constraint.isBroken {
      constraint.isBroken = false
      recovery.remove(constraint)
    }
  }

  func markDirty(_ constraint: Constraint, _ dirt: Constraint.Dirt) {
    needsLayout = true
    constraint.revision += 1
    // A broken one is tried again because its revision changed; its row is updated all the same. One that is
    // queued with all of its owner's is lowered as it is then.
    if !constraint.isQueuedByOwner { queue(constraint, dirt) }
  }

  func queue(_ constraint: Constraint, _ dirt: Constraint.Dirt) {
    needsLayout = true
    queue.append(constraint, dirt)
  }

  func markDirty(_ node: ItemNode, _ dirt: ItemNode.Dirt) {
    needsLayout = true
    if dirt.contains(.intrinsicSize), transaction.savepoint != nil { keepContent(of: node) }
    queue.append(node, dirt)
  }

  func noteMetrics(_ node: ItemNode) {
    let direction = slots[Int(node.slot)].direction
    let changed = node.physicalInsets(direction)
    let before = insets.alignment[node.slot] ?? .zero
    InsetTable.set(changed, of: node.slot, in: &insets.alignment)
    noteAdditionalSafeArea(of: node)
    guard changed != before else { return }
    recovery.systemRevision += 1
    reader.append(node.slot)
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
    if node === root { queue.isRootSizeDirty = true }
  }

  /// The effective margins of a view changed, or its safe area, insets or baselines: rows that mention them are lowered
  /// anew. (Those of subviews that preserve them follow from frames.)
  func marginsChanged(_ node: ItemNode) {
    noteMarginsToTell(node)
    relowerMetrics(of: node)
    guard node.kind == .scrollView, let view = node.view?.scrolling else { return }
    // Both of its guides have the scroll view's margins.
    relowerMetrics(of: view.contentLayoutGuide.node)
    relowerMetrics(of: view.frameLayoutGuide.node)
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

  /// The direction of a view may have changed, and that of what inherits it. Linear in the subtree that does.
  func directionChanged(_ view: View) {
    var pending = [view]
    while let view = pending.popLast() {
      let node = view.node
      let slot = Int(node.slot), parent = Int(slots[slot].parent)
      let inherited = node.metrics?.direction ?? (parent < 0 ? .leftToRight : slots[parent].inheritedDirection)
      let direction = node.metrics?.semantics.direction ?? inherited
      if inherited != slots[slot].inheritedDirection {
        slots[slot].inheritedDirection = inherited
        pending.append(contentsOf: view.subviews)
      }
      guard direction != slots[slot].direction else { continue }
      slots[slot].direction = direction
      for guide in view.allGuides where guide.node.kind != .frameGuide {
        slots[Int(guide.node.slot)].direction = direction
      }
      if node.metrics != nil { metricsChanged(node) }
      view.node.forEachOwned { constraint in
        guard constraint.firstAttribute.isDirectional || constraint.secondAttribute.isDirectional else { return }
        relower(constraint)
      }
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
    queue.isRootSizeDirty = true
    needsLayout = true
    for case let constraint? in recovery.rootConstraints { constraint.revision += 1 }
  }
}
