// The update cycle (semantics 2.8): constraints are updated from the leaves to the root, then solved, then views are notified
// from the root to the leaves. What a view edits on the way is solved in the same layout.
//
// Only views whose class can answer are asked: a plain `View` or `ScrollView` costs nothing here.

import Simplex

/// What is queued for the cycle, and what it is at.
struct UpdateCycle {
  /// How often views may ask for another round within one layout before the rest waits for the next one. UIKit would continue
  /// forever.
  static let roundLimit = 32

  var updateRequests: [ItemNode] = []
  var layoutRequests: [ItemNode] = []
  /// Views whose margins or safe area may not be what they were told.
  var marginRequests: [ItemNode] = []
  var isRunning = false
  /// Whether a view that may answer has ever come in.
  var hasAnswering = false
  /// How many of the constraints that it owned the view whose `updateConstraints` is running has deactivated.
  var removedOwn = 0
  /// The view whose `updateConstraints` is running.
  var updatingNode: ItemNode?
  /// Whether views are being asked for their content sizes.
  var isApplying = false
  var lints: [LayoutLint] = []
}

extension Engine {
  /// An item that came in brings its requests along.
  func noteRequests(of node: ItemNode) {
    cycle.hasAnswering = true
    if node.life.contains(.needsUpdateConstraints) { cycle.updateRequests.append(node) }
    if node.life.contains(.needsLayout) { cycle.layoutRequests.append(node) }
    noteMarginsToTell(node)
  }

  /// Asks views to update their constraints, deepest first, until no view wants to.
  func updateConstraints() throws(LayoutError) {
    for _ in 0..<UpdateCycle.roundLimit where !cycle.updateRequests.isEmpty {
      let requests = cycle.updateRequests.enumerated()
        .filter { $0.element.engine === self && $0.element.life.contains(.needsUpdateConstraints) }
        .sorted { (-slots[Int($0.element.slot)].depth, $0.offset) < (-slots[Int($1.element.slot)].depth, $1.offset) }
      cycle.updateRequests = []
      for (position, request) in requests.enumerated() where request.element.engine === self {
        do throws(LayoutError) {
          try update(request.element)
        } catch {
          cycle.updateRequests += requests[position...].map(\.element)
          throw error
        }
      }
    }
  }

  private func update(_ node: ItemNode) throws(LayoutError) {
    guard let view = node.view, node.life.contains(.needsUpdateConstraints) else { return }
    // Before the call, so that a view can ask for another one in it.
    node.life = node.life.subtracting(.needsUpdateConstraints)
    let owned = view.node.ownedConstraints.count
    cycle.updatingNode = node
    cycle.removedOwn = 0
    defer { cycle.updatingNode = nil }
    do throws(LayoutError) {
      let hook: () throws(LayoutError) -> Void = view.updateConstraints
      try hook()
    } catch {
      node.life = node.life.union(.needsUpdateConstraints)
      throw error
    }
    noteRemovals(by: view, of: owned)
  }

  /// Notes whom frames that changed concern: a view whose size is another, and the view that an item lies in.
  func noteFrames(of report: LayoutReport) {
    guard cycle.hasAnswering else { return }
    for change in report.changes {
      let node = change.item.node
      if node.life.contains(.answers), let view = node.view, view.lastLayoutSize != view.frame.size {
        requestLayout(node)
      }
      if let parent = node.parent, parent.life.contains(.answers) { requestLayout(parent) }
    }
  }

  private func requestLayout(_ node: ItemNode) {
    guard !node.life.contains(.needsLayout) else { return }
    node.life = node.life.union(.needsLayout)
    cycle.layoutRequests.append(node)
  }

  /// Tells the views that wait for it that they are laid out, superviews before subviews.
  func layoutSubviews() throws(LayoutError) {
    let requests = cycle.layoutRequests.enumerated().filter { $0.element.engine === self }
      .sorted { (slots[Int($0.element.slot)].depth, $0.offset) < (slots[Int($1.element.slot)].depth, $1.offset) }
    cycle.layoutRequests = []
    for (position, request) in requests.enumerated() {
      let node = request.element
      guard node.engine === self, node.life.contains(.needsLayout), let view = node.view else { continue }
      node.life = node.life.subtracting(.needsLayout)
      view.lastLayoutSize = view.frame.size
      do throws(LayoutError) {
        let hook: () throws(LayoutError) -> Void = view.layoutSubviews
        try hook()
      } catch {
        node.life = node.life.union(.needsLayout)
        cycle.layoutRequests += requests[position...].map(\.element)
        throw error
      }
    }
  }

  /// Whether a view waits to be asked or notified.
  var hasRequests: Bool { !cycle.updateRequests.isEmpty || !cycle.layoutRequests.isEmpty }
}

// MARK: - What views say

extension View {
  /// Asks for ``updateConstraints()`` in the next layout.
  public func setNeedsUpdateConstraints() {
    guard node.life.contains(.answers), !node.life.contains(.needsUpdateConstraints) else { return }
    node.life = node.life.union(.needsUpdateConstraints)
    node.engine?.cycle.updateRequests.append(node)
  }

  /// Whether the next layout will call ``updateConstraints()``. A new view of a class of your own needs it; a plain one
  /// never does.
  public var needsUpdateConstraints: Bool { node.life.contains(.needsUpdateConstraints) }

  /// Calls ``updateConstraints()`` now on all views of the scene that need it, subviews before superviews. Does nothing
  /// outside a scene, and within a layout.
  ///
  /// What ``updateConstraints()`` throws, the next ``Scene/layout()`` throws; the view needs the call still, then.
  public func updateConstraintsIfNeeded() {
    guard let engine = node.engine, !engine.cycle.isRunning else { return }
    engine.cycle.isRunning = true
    defer { engine.cycle.isRunning = false }
    do { try engine.updateConstraints() } catch { engine.postponeAgain(error) }
  }

  /// Asks for ``layoutSubviews()`` at the end of the next layout.
  public func setNeedsLayout() {
    guard node.life.contains(.answers), !node.life.contains(.needsLayout) else { return }
    node.life = node.life.union(.needsLayout)
    node.engine?.cycle.layoutRequests.append(node)
  }

  /// Lays the view's scene out now if anything was edited, as ``Scene/layout()`` does: constraints first, then frames.
  /// Does nothing outside a scene, and within a layout.
  ///
  /// Errors that wait continue waiting: the calls they are of changed nothing, and what is there is laid out. Where the
  /// layout itself fails the frames stay, and its error waits too. ``Scene/layout()`` throws them.
  public func layoutIfNeeded() {
    guard let scene = node.engine?.scene else { return }
    do { try scene.layout(SolveOptions(), throwsPending: false) } catch { scene.engine.postponeAgain(error) }
  }
}

// MARK: - The layout of a scene

extension Scene {
  /// One layout: constraints are updated, solved, and views notified, again as long as they edit on the way.
  ///
  /// - Returns: What the passes did together; nil if there was nothing to do, or a layout is running.
  ///
  /// - Parameter throwsPending: Whether errors of calls that do not throw, made on the way, end the layout.
  func runCycle(_ options: SolveOptions, throwsPending: Bool = true) throws(LayoutError) -> LayoutReport? {
    if engine.cycle.isRunning { return nil }
    engine.cycle.isRunning = true
    defer { engine.cycle.isRunning = false }
    try engine.updateConstraints()
    if throwsPending { try engine.throwPendingErrors() }
    var merged: LayoutReport?
    if engine.needsLayout || report == nil {
      let first = try solvePass(options)
      engine.tellMargins()
      engine.noteFrames(of: first)
      merged = first
    }
    for _ in 0..<UpdateCycle.roundLimit {
      // What a view invalidated while it was asked for its content size waits for the next layout.
      let isDeferred = engine.needsLayout
      engine.needsLayout = false
      defer { engine.needsLayout = engine.needsLayout || isDeferred }
      try engine.layoutSubviews()
      try engine.updateConstraints()
      if throwsPending { try engine.throwPendingErrors() }
      guard engine.needsLayout else { break }
      let next = try solvePass(options)
      engine.tellMargins()
      engine.noteFrames(of: next)
      merged = merged?.followed(by: next) ?? next
    }
    return merged
  }
}

extension LayoutReport {
  /// The report of two passes of one layout.
  func followed(by next: LayoutReport) -> LayoutReport {
    let last = Set(next.changes.map { ObjectIdentifier($0.item) })
    let fresh = Set(conflicts.filter(\.isNew).map { ObjectIdentifier($0.broken) })
    let conflicts = next.conflicts.map { conflict in
      guard !conflict.isNew, fresh.contains(ObjectIdentifier(conflict.broken)) else { return conflict }
      return ConflictReport(
        constraints: conflict.constraints, broken: conflict.broken, message: conflict.message, isNew: true)
    }
    return LayoutReport(
      changeList: ChangeList(changes.filter { !last.contains(ObjectIdentifier($0.item)) } + next.changes),
      levels: next.levels, conflicts: conflicts, unsettled: next.unsettled, contentSizes: next.contentSizes,
      statistics: next.statistics)
  }
}
