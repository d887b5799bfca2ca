// A root and its engine: where edits become frames.

import Simplex

/// All that a scene is told, as one value, so that it is taken back as a whole.
struct SceneSettings {
  var size: Size
  var safeAreaInsets = PhysicalInsets.zero
  var keyboardHeight = 0.0
  var scale: Double?
  var readableWidth = 672.0
  var traits = TraitCollection()
  var mode = Scene.Mode.recover
  var appleStrict = false
  var descriptionStyle = DescriptionStyle.classic
  var conflictStyle = ConflictStyle.uiKit
  var showsMemoryAddresses = false
  var log: ((String) -> Void)?
  var conflictHandler: (([Constraint]) -> Constraint?)?
}

/// A tree of views that is laid out: the root, the size it is given, and the solver that remembers the last layout.
///
/// Build the tree, make a scene of its root, and call ``layout()``. Then edit anything (constants, priorities,
/// multipliers, activation, views in and out, the size, content sizes, directions) and call ``layout()`` again: it
/// costs what the edits touch. Edits take effect at the next layout, never before.
///
/// A scene and its tree belong to one task at a time; different scenes can be laid out at the same time.
public final class Scene {
  /// What a layout does about required constraints that cannot all hold.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// Report, break one of each conflict, and go on: what Auto Layout does.
    case recover
    /// Throw ``LayoutError/Kind/unsatisfiable`` and take back the edits since the last layout: the tree, the
    /// constraints and the frames are as they were. (A scene that has never been laid out stays as it was built.)
    case strict
  }

  /// The view whose frame the scene gives: at the origin, with the scene's size.
  public let root: View
  /// What to do about a conflict.
  public var mode: Mode {
    get { engine.settings.mode }
    set {
      engine.settings.mode = newValue
      engine.alignSavepoints()
    }
  }
  /// Whether to refuse what Auto Layout refuses and we need not: changing an active constraint from or to required, and
  /// changing a multiplier.
  public var appleStrict: Bool {
    get { engine.settings.appleStrict }
    set { engine.settings.appleStrict = newValue }
  }
  /// How conflicts and errors print constraints.
  public var descriptionStyle: DescriptionStyle {
    get { engine.settings.descriptionStyle }
    set { engine.settings.descriptionStyle = newValue }
  }
  /// Whose words a conflict is reported in.
  public var conflictStyle: ConflictStyle {
    get { engine.settings.conflictStyle }
    set { engine.settings.conflictStyle = newValue }
  }
  /// Whether texts print where objects lie in memory, for a debugger. By default they print numbers in the form of
  /// addresses, given in the order in which the scene's texts first mention the objects, so that the texts of two runs
  /// compare.
  public var showsMemoryAddresses: Bool {
    get { engine.settings.showsMemoryAddresses }
    set { engine.settings.showsMemoryAddresses = newValue }
  }
  /// Called with each animation of ``View/animate(withDuration:delay:options:animations:completion:fileID:line:)`` that
  /// moves this scene, for whoever shows the scene to play it.
  public var animationHandler: ((LayoutAnimation) -> Void)?
  /// Called with the text of each new conflict. Nothing is printed otherwise.
  public var log: ((String) -> Void)? {
    get { engine.settings.log }
    set { engine.settings.log = newValue }
  }
  /// Chooses which constraint of a conflict to break. Called with those that can be; nil, or one that is not among them,
  /// leaves it to the default: a content size or an autoresizing mask, else a gap of a stack, else the most recently
  /// activated; what guides and stacks stand on comes last.
  public var conflictHandler: (([Constraint]) -> Constraint?)? {
    get { engine.settings.conflictHandler }
    set { engine.settings.conflictHandler = newValue }
  }
  /// The result of the last layout that succeeded.
  public internal(set) var report: LayoutReport?

  let engine: Engine

  /// The solver of the last layout; nil before the first.
  package var solver: Solver? { engine.solver }

  /// Takes a tree in.
  ///
  /// - Parameters:
  ///   - root: A view without a superview, in no other scene.
  ///   - size: The root's size in points.
  /// - Throws: ``LayoutError/Kind/rootOfScene``, ``LayoutError/Kind/valueOutOfRange``. Linear in the tree.
  public init(root: View, size: Size) throws(LayoutError) {
    guard root.superview == nil, root.node.engine == nil else {
      throw LayoutError(
        .rootOfScene,
        "Can't make a scene of \(itemDescription(root.node)): it has a superview or is in a scene already.")
    }
    try Scene.check(size)
    self.root = root
    engine = Engine(root: root, size: size)
    engine.scene = self
    View.tellWindow(engine.takeArrivals())
  }

  deinit {
    report = nil
    engine.detachAll()
  }

  /// The size of the root in points. An unusable one leaves it as it was, and the next layout throws.
  public var size: Size {
    get { engine.rootSize }
    set { engine.postponing(.sceneSize) { () throws(LayoutError) in try setSize(newValue) } }
  }

  /// Sets ``size``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: NaN, negative, or more than 1e8.
  public func setSize(_ size: Size) throws(LayoutError) {
    try Scene.check(size)
    engine.setRootSize(size)
    engine.settle(.sceneSize)
  }

  /// What bars and notches cover of the root, by edge, in points; zero by default. The root's margins and
  /// ``View/safeAreaLayoutGuide`` start from here. Unusable insets leave it as it was, and the next layout throws.
  public var safeAreaInsets: PhysicalInsets {
    get { engine.rootSafeArea }
    set { engine.postponing(.sceneSafeArea) { () throws(LayoutError) in try setSafeAreaInsets(newValue) } }
  }

  /// Sets ``safeAreaInsets``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: NaN, negative, or more than 1e8.
  public func setSafeAreaInsets(_ insets: PhysicalInsets) throws(LayoutError) {
    try checkSafeArea(insets)
    engine.setRootSafeArea(insets.physical(root.node.direction))
    engine.settle(.sceneSafeArea)
  }

  /// Pixels per point to round frames to; nil, the default, for frames as they come. Each edge is rounded, half up, in
  /// the root's coordinates; sizes follow. An unusable one leaves it as it was, and the next layout throws.
  public var scale: Double? {
    get { engine.settings.scale }
    set { engine.postponing(.sceneScale) { () throws(LayoutError) in try setScale(newValue) } }
  }

  /// Sets ``scale``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: not between 1e-3 and 1e3.
  public func setScale(_ scale: Double?) throws(LayoutError) {
    if let scale, !(1e-3...1e3).contains(scale) {
      throw LayoutError(
        .valueOutOfRange, "The scale \(formatted(scale)) is not usable.  It is pixels per point, between 1e-3 and 1e3.")
    }
    engine.settle(.sceneScale)
    guard scale != engine.settings.scale else { return }
    engine.settings.scale = scale
    engine.needsLayout = true
  }

  /// The greatest width of readable content guides in points. 672 by default, which is UIKit's for body text of 17 points;
  /// the larger the text the wider. An unusable one leaves it as it was, and the next layout throws.
  public var readableWidth: Double {
    get { engine.settings.readableWidth }
    set { engine.postponing(.readableWidth) { () throws(LayoutError) in try setReadableWidth(newValue) } }
  }

  /// Sets ``readableWidth``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: not between 0 and 1e8.
  public func setReadableWidth(_ width: Double) throws(LayoutError) {
    guard (0...valueLimit).contains(width) else {
      throw LayoutError(
        .valueOutOfRange, "The readable width \(formatted(width)) is not usable.  It must be between 0 and 1e8 points.")
    }
    engine.settle(.readableWidth)
    guard width != engine.settings.readableWidth else { return }
    engine.settings.readableWidth = width
    engine.needsLayout = true
  }

  /// How high the keyboard stands above the root's bottom edge, in points; 0, the default, for none. The
  /// ``View/keyboardLayoutGuide`` of each view follows it at the next layout. An unusable one leaves it as it was, and the
  /// next layout throws.
  public var keyboardHeight: Double {
    get { engine.keyboardHeight }
    set { engine.postponing(.keyboardHeight) { () throws(LayoutError) in try setKeyboardHeight(newValue) } }
  }

  /// Sets ``keyboardHeight``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: NaN, negative, or more than 1e8.
  public func setKeyboardHeight(_ height: Double) throws(LayoutError) {
    guard (0...valueLimit).contains(height) else {
      throw LayoutError(
        .valueOutOfRange,
        "The keyboard height \(formatted(height)) is not usable.  It must be between 0 and 1e8 points.")
    }
    engine.setKeyboardHeight(height)
    engine.settle(.keyboardHeight)
  }

  static func check(_ size: Size) throws(LayoutError) {
    for length in [size.width, size.height] where !(0...valueLimit).contains(length) {
      throw LayoutError(
        .valueOutOfRange,
        "The size \(formatted(size.width)) × \(formatted(size.height)) is not usable.  "
          + "It must be between 0 and 1e8 points."
      )
    }
  }

  /// Whether anything was edited since the last layout, or a view asked for a step of it.
  public var needsLayout: Bool { engine.needsLayout || engine.hasRequests }
}

// MARK: - Layout

extension Scene {
  /// Asks views to update their constraints, solves, writes the frames that changed, and tells views of it; again where
  /// a view edits on the way. Costs next to nothing where nothing was edited.
  ///
  /// - Returns: What changed, how well each priority is met, and which conflicts stand.
  /// - Throws: What waits of calls that do not throw (see ``pendingErrors``), all of it as one error with
  ///   ``LayoutError/others``; ``LayoutError/Kind/valueOutOfRange`` for an intrinsic content
  ///   size; ``LayoutError/Kind/unsatisfiable`` in strict mode; ``LayoutError/Kind/noAnswer`` or
  ///   ``LayoutError/Kind/solver(_:)`` where the solver fails. The frames are those of the last layout then.
  @discardableResult
  public func layout() throws(LayoutError) -> LayoutReport {
    try layout(SolveOptions())
  }

  /// - Parameter throwsPending: Whether errors that wait are thrown, or go on waiting.
  @discardableResult
  func layout(_ options: SolveOptions, throwsPending: Bool = true) throws(LayoutError) -> LayoutReport {
    guard !engine.cycle.isRunning else {
      if throwsPending { try engine.throwPendingErrors() }
      return standingReport
    }
    AnimationBlock.current?.note(self)
    let before = report
    do throws(LayoutError) {
      if throwsPending { try engine.throwPendingErrors() }
      engine.session.statistics = PassStatistics()
      engine.fixedPoint.solveCount = 0
      let made = try runCycle(options, throwsPending: throwsPending)
      if let made { report = made }
      engine.layoutSucceeded()
      return made ?? standingReport
    } catch {
      report = before
      if engine.transaction.savepoint?.kind == .layout {
        engine.rollBack()
        engine.alignSavepoints()
      }
      throw error
    }
  }

  /// Solves what was edited and writes the frames.
  func solvePass(_ options: SolveOptions) throws(LayoutError) -> LayoutReport {
    engine.ambiguity.found = nil
    engine.recovery.probe = nil
    switch mode {
    case .recover: try engine.solveRecovering(options, style: messageStyle, choose: conflictHandler)
    case .strict: try solveStrictly(options)
    }
    let report = try makeReport()
    engine.needsLayout = !engine.queue.nodes.isEmpty
    self.report = report
    for conflict in report.conflicts where conflict.isNew { log?(conflict.message) }
    return report
  }

  /// The report of a layout that had nothing to do.
  var standingReport: LayoutReport {
    LayoutReport(
      changeList: nil, levels: report?.levels ?? [], conflicts: report?.conflicts.map(\.standing) ?? [],
      unsettled: report?.unsettled ?? [], contentSizes: report?.contentSizes ?? [], statistics: Statistics())
  }

  private func makeReport() throws(LayoutError) -> LayoutReport {
    let changeList = try engine.readFrames(scale: engine.settings.scale)
    var levels: [Level]
    do { levels = try solver?.levels() ?? [] } catch { throw LayoutError(error) }
    // What broken constraints lack is no level that a caller knows of.
    levels.removeAll { $0.priority == brokenPriority }
    let contentSizes = engine.storage.scrollViews.compactMap { node in
      node.view?.scrolling.map { (scrollView: $0, size: $0.contentSize) }
    }
    return LayoutReport(
      changeList: changeList, levels: levels, conflicts: engine.recovery.breaks.map(\.report),
      unsettled: engine.fixedPoint.unsettled,
      contentSizes: contentSizes,
      statistics: solver?.statistics ?? Statistics())
  }

  private func solveStrictly(_ options: SolveOptions) throws(LayoutError) {
    engine.releaseBreaks()
    try engine.apply()
    if engine.hasFrameDependents {
      // What follows from frames is settled first, whatever has to give way for that.
      try engine.solveRecovering(options, style: messageStyle, choose: nil)
      engine.releaseBreaks()
      try engine.apply()
    }
    guard try engine.solveOnce(options) == .infeasible else { return }
    throw unsatisfiable(try engine.currentConflicts())
  }

  var messageStyle: MessageStyle {
    MessageStyle(description: descriptionStyle, conflict: conflictStyle)
  }

  private func unsatisfiable(_ conflicts: [[Constraint]]) -> LayoutError {
    let messages = conflicts.map { conflict in
      conflictMessage(conflict, broken: conflict.last { $0.kind != .rootSize }, style: messageStyle)
    }
    let text = messages.joined(separator: "\n\n")
    guard let blamed = conflicts.first?.last(where: { $0.kind != .rootSize }) else {
      return LayoutError(.unsatisfiable, text)
    }
    return LayoutError(.unsatisfiable, text, blamed)
  }

  /// The active constraints that are broken since the last layout; see ``LayoutReport/brokenConstraints``.
  public var brokenConstraints: [Constraint] { engine.recovery.breaks.map(\.victim) }
}

extension ConflictReport {
  /// The same, found by an earlier layout.
  var standing: ConflictReport {
    ConflictReport(constraints: constraints, broken: broken, message: message, isNew: false)
  }
}
