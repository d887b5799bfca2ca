// States: named sets of edits that a scene goes into and comes back from.
//
// A state is a savepoint that stays open: what is edited in it is kept as it was, and leaving restores that as a whole, the
// frames to the last bit. The way back needs no list of its own, so no kind of edit can be missing from it.

/// A named set of edits; see ``Scene/apply(_:)``.
public struct SceneState {
  /// The name, for people.
  public let name: String
  let edits: () throws -> Void

  /// A state.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - edits: What it changes: anything that can be edited. It runs each time that a scene enters the state.
  public init(_ name: String, edits: @escaping () throws -> Void) {
    self.name = name
    self.edits = edits
  }
}

extension Scene {
  /// The name of the state that the scene is in; nil where it is in none.
  public var stateName: String? { engine.transaction.stateName }

  /// Leaves the state that the scene is in, then enters another, and lays out.
  ///
  /// ```swift
  /// let compact = SceneState("compact") { side.isHidden = true; gap.constant = 8 }
  /// try scene.apply(compact)
  /// try scene.apply(nil)        // as before
  /// ```
  ///
  /// All that is edited in the scene while it is in a state belongs to the state, and so does what the state's edits touch
  /// outside of the scene: leaving takes it back, and tree, constraints in their order, settings and frames are those of
  /// before, to the last bit. Edits that wait when a state is entered are laid out first, and stay. Costs two layouts of what
  /// the edits touch.
  ///
  /// - Parameter state: The state to enter; nil for none.
  /// - Throws: ``LayoutError/Kind/noAnswer`` in a block of changes or a layout, which changes nothing; what the edits throw,
  ///   and as ``layout()``: the scene is in no state then, and as it was before any.
  @discardableResult
  public func apply(_ state: SceneState?) throws -> LayoutReport {
    try checkStates()
    AnimationBlock.current?.note(self)
    leaveState()
    guard let state else { return try layout() }
    return try enterState(state.name, state.edits)
  }

  /// Does what ``apply(_:)`` does, and gives back the way from the frames before to those after.
  ///
  /// - Parameters:
  ///   - state: The state to enter; nil for none.
  ///   - duration: How long it takes, in seconds; nil for a spring's settling time.
  ///   - curve: How it moves.
  /// - Throws: ``LayoutError/Kind/valueOutOfRange`` for a duration or curve that cannot be computed with, which changes
  ///   nothing, and as ``apply(_:)``.
  @discardableResult
  public func animate(
    to state: SceneState?, duration: Double? = nil, curve: AnimationCurve = .easeInOut
  ) throws -> LayoutAnimation {
    let timing = AnimationTiming(duration: duration ?? curve.settlingDuration ?? 0.25, curve: curve)
    if let error = timing.error { throw error }
    try checkStates()
    return try AnimationBlock.$current.withValue(nil) {
      if report == nil { try layout() }
      let before = engine.framesByItem()
      let report = try apply(state)
      return LayoutAnimation(steps: engine.steps(since: before), timing: timing, report: report)
    }
  }

  /// Enters a state; the scene must be in none.
  package func enterState(_ name: String, _ edits: () throws -> Void) throws -> LayoutReport {
    try checkStates()
    try layout()
    engine.transaction.open(Savepoint(.state, of: engine))
    engine.transaction.stateName = name
    engine.alignSavepoints()
    do {
      return try ChangeBlock.run(ChangeBlock(engine)) {
        try edits()
        return try layout()
      }
    } catch {
      leaveState()
      throw error
    }
  }

  /// Takes back all that was edited in the state that the scene is in, and solves.
  package func leaveState() {
    guard engine.transaction.stateName != nil else { return }
    while let top = engine.transaction.savepoint, top.kind != .state { engine.transaction.merge() }
    engine.transaction.stateName = nil
    engine.rollBack()
    engine.alignSavepoints()
  }

  private func checkStates() throws(LayoutError) {
    guard engine.transaction.isInBlock || engine.cycle.isRunning else { return }
    throw LayoutError(
      .noAnswer, "States cannot be applied within a block of changes or a layout.  Apply them outside of it.")
  }
}
