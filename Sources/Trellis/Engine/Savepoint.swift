// Undo: what a scene can be rolled back to.
//
// Every object that an edit can change keeps what can be changed in one value, and the only way to change that value has
// each open savepoint keep it first (`StateKeeper.swift`): copy on the first write. So nothing that an edit touches can be
// forgotten, and what nobody touched costs nothing. Without an open savepoint an edit costs one look at whether there is one.
//
// `Transaction.swift` has the stack of savepoints, `Rollback.swift` the way back.
//
// What is covered: all that is in the scene, wherever it goes. An item that leaves remembers the engine that it left as
// long as a savepoint is open (`ItemNode.keeper`). A block of changes also covers what is in no scene and is touched
// while it runs.

/// The states of objects of one kind before they changed, each object once, in the order of their first change.
struct KeptStates<Object: AnyObject, State> {
  private var known: Set<ObjectIdentifier> = []
  private(set) var entries: [(object: Object, state: State)] = []

  mutating func keep(_ object: Object, _ state: @autoclosure () -> State) {
    guard known.insert(ObjectIdentifier(object)).inserted else { return }
    entries.append((object, state()))
  }

  /// Takes over what a later savepoint kept: where both have an object, this one's state is the older.
  mutating func take(_ later: KeptStates) {
    for (object, state) in later.entries { keep(object, state) }
  }
}

/// A constraint's state, with its owner held: the view may go before it is restored.
struct KeptConstraint {
  let state: Constraint.State
  let owner: ItemNode?

  init(_ constraint: Constraint) {
    state = constraint.unrecordedState
    owner = constraint.ownerNode
  }
}

/// An object that restores itself.
struct KeptObject {
  let object: any Restorable
  let restore: () -> Void
}

/// What the engine knew of an item's content.
struct KeptContent {
  var size: Size
  /// Whether the height follows from the width.
  var followsWidth: Bool
  /// Whether the size had to be asked for.
  var isToBeAsked: Bool
}

/// What a scene can be rolled back to.
final class Savepoint: StateKeeper {
  enum Kind {
    /// The last layout, in strict mode.
    case layout
    /// The beginning of a block of changes.
    case block
    /// The scene before the state that it is in (`SceneState.swift`).
    case state
  }

  let kind: Kind
  /// What the scene was told.
  let settings: SceneSettings
  let report: LayoutReport?
  let breaks: [Break]
  /// The errors that waited, as far as nobody has been told of them since.
  var pendingErrors: [PendingError]
  let needsLayout: Bool

  var views = KeptStates<View, View.State>()
  var nodes = KeptStates<ItemNode, ItemNode.State>()
  var constraints = KeptStates<Constraint, KeptConstraint>()
  /// Guides, arrangements of stacks, groups of constraints.
  var objects = KeptStates<AnyObject, KeptObject>()
  var contents = KeptStates<ItemNode, KeptContent>()
  var frames = KeptStates<ItemNode, Rect>()

  init(_ kind: Kind, of engine: Engine) {
    self.kind = kind
    settings = engine.settings
    report = engine.scene?.report
    breaks = engine.recovery.breaks
    pendingErrors = engine.pendingErrors
    needsLayout = engine.needsLayout
  }

  /// Takes over what a savepoint made after this one kept.
  func take(_ later: Savepoint) {
    views.take(later.views)
    nodes.take(later.nodes)
    constraints.take(later.constraints)
    objects.take(later.objects)
    contents.take(later.contents)
    frames.take(later.frames)
  }

  // MARK: What changes

  func keep(_ node: ItemNode) { nodes.keep(node, node.unrecordedState) }

  func keepFrame(of node: ItemNode) { frames.keep(node, node.frame) }

  func keepView(of node: ItemNode) {
    if let view = node.view { views.keep(view, view.unrecordedState) }
  }

  func keep(_ constraint: Constraint) { constraints.keep(constraint, KeptConstraint(constraint)) }

  func keep(_ object: any Restorable) {
    objects.keep(object, KeptObject(object: object, restore: object.restoration))
  }

  /// An item is about to come into another scene, which does not tell this savepoint what it changes.
  func keepAll(of node: ItemNode) {
    keep(node)
    keepFrame(of: node)
    if let guide = node.guide { keep(guide) }
    guard let view = node.view else { return }
    keepView(of: node)
    if let arranging = view.arranging { keep(arranging) }
    node.readOwned { keep($0) }
  }
}
