// Undo: what a scene can be rolled back to.
//
// Every object that an edit can change keeps what can be changed in one value (`View.State`, `ItemNode.State`,
// `Constraint.State` and so on), and the only way to change that value has each open savepoint keep it first: copy on the
// first write. So nothing that an edit touches can be forgotten, and what nobody touched costs nothing. Without an open
// savepoint an edit costs one look at whether there is one.
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

/// What the engine knew of an item's content.
struct KeptContent {
  var size: Size
  /// Whether the height follows from the width.
  var followsWidth: Bool
  /// Whether the size had to be asked for.
  var isToBeAsked: Bool
}

/// What a scene can be rolled back to.
final class Savepoint {
  enum Kind {
    /// The last layout, in strict mode.
    case layout
    /// The beginning of a block of changes.
    case block
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
  var stacks = KeptStates<StackView, StackView.StackState>()
  var guides = KeptStates<LayoutGuide, LayoutGuide.State>()
  var nodes = KeptStates<ItemNode, ItemNode.State>()
  var constraints = KeptStates<Constraint, KeptConstraint>()
  var groups = KeptStates<ConstraintGroup, ConstraintGroup.State>()
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
    stacks.take(later.stacks)
    guides.take(later.guides)
    nodes.take(later.nodes)
    constraints.take(later.constraints)
    groups.take(later.groups)
    contents.take(later.contents)
    frames.take(later.frames)
  }

  /// Keeps all that can change of an item and of what it owns: it is about to come into another scene, which does not
  /// tell this savepoint what it changes.
  func keepAll(of node: ItemNode) {
    nodes.keep(node, node.unrecordedState)
    frames.keep(node, node.frame)
    if let guide = node.guide { guides.keep(guide, guide.state) }
    guard let view = node.view else { return }
    views.keep(view, view.unrecordedState)
    view.arranging?.keepArrangement(in: self)
    node.readOwned { constraints.keep($0, KeptConstraint($0)) }
  }
}
