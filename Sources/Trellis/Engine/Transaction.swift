// The open savepoints of a scene: one while it is in a state (`Scene.apply`), one for each block of changes that is running
// (`Scene.animate`), and in strict mode one on top since the last layout.
//
// Only the innermost savepoint keeps states. When it closes it hands them to the next one out, which takes those that it
// does not have; when it is rolled back, it restores them (`Rollback.swift`).

/// The open savepoints, and the items that have left the scene since the first of them.
struct Transaction {
  /// The innermost last.
  private(set) var savepoints: [Savepoint] = []
  /// The innermost, which keeps what changes; nil while there is none, or while kept states are restored.
  private(set) var savepoint: Savepoint? { didSet { link.isRecording = savepoint != nil } }
  /// The name of the state that the scene is in. Not the state: its edits may hold the scene.
  var stateName: String?
  private let link: SceneLink
  private var isSuspended = false
  private var departed: [ItemNode] = []

  /// - Parameter link: What tells the items whether there is a savepoint.
  init(_ link: SceneLink) { self.link = link }

  /// Whether a block of changes is running.
  var isInBlock: Bool { savepoints.contains { $0.kind == .block } }

  mutating func open(_ savepoint: Savepoint) {
    savepoints.append(savepoint)
    self.savepoint = isSuspended ? nil : savepoint
  }

  /// Takes the innermost savepoint off the stack. What it kept is up to the caller.
  mutating func close() -> Savepoint? {
    let closed = savepoints.popLast()
    savepoint = isSuspended ? nil : savepoints.last
    return closed
  }

  /// Closes the innermost savepoint, whose changes are those of the next one out from then on.
  mutating func merge() {
    guard let closed = close() else { return }
    savepoint?.take(closed)
  }

  /// Stops keeping states, or starts again.
  mutating func suspend(_ isSuspended: Bool) {
    self.isSuspended = isSuspended
    savepoint = isSuspended ? nil : savepoints.last
  }

  /// Notes an item that leaves while a savepoint is open: that covers it wherever it goes.
  mutating func noteDeparture(of node: ItemNode, from engine: Engine) {
    node.keeper = engine
    departed.append(node)
  }

  /// What has left is covered no longer.
  mutating func forgetDeparted(from engine: Engine) {
    for node in departed where node.keeper === engine { node.keeper = nil }
    departed = []
  }
}

extension Engine {
  /// Runs a block of changes with a savepoint of its own, inside those that are open.
  ///
  /// - Returns: What the block returns; its changes then belong to the next savepoint out.
  /// - Throws: What the block throws, after its changes are rolled back.
  func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    transaction.open(Savepoint(.block, of: self))
    defer { alignSavepoints() }
    let depth = transaction.savepoints.count
    alignSavepoints()
    do {
      let result = try ChangeBlock.run(ChangeBlock(self), body)
      while transaction.savepoints.count >= depth { transaction.merge() }
      return result
    } catch {
      while transaction.savepoints.count > depth { transaction.merge() }
      rollBack()
      throw error
    }
  }

  /// A layout succeeded: strict mode rolls back to here from now on.
  func layoutSucceeded() {
    if transaction.savepoint?.kind == .layout { transaction.merge() }
    alignSavepoints()
  }

  /// Opens or closes the savepoint of strict mode, as the mode requires.
  func alignSavepoints() {
    let isStrict = settings.mode == .strict && hasLayout
    if isStrict, transaction.savepoint?.kind != .layout { transaction.open(Savepoint(.layout, of: self)) }
    if !isStrict, transaction.savepoint?.kind == .layout { transaction.merge() }
    if transaction.savepoints.count <= (isStrict ? 1 : 0) { transaction.forgetDeparted(from: self) }
  }
}
