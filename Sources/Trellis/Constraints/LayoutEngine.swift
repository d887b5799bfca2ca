// What items and constraints know of the engine of their scene, which lies on a higher floor: `Engine` implements these
// protocols, and nothing below it names it.
//
// Views, guides and constraints appear as their records, so that this file depends on no view either.

/// What edits tell the engine.
protocol EditReceiver: AnyObject {
  /// A view came in, with what is inside it. Returns those of a class that may override hooks.
  func attach(subtree view: ItemNode) -> [ItemNode]
  /// A view is about to leave, with what is inside it. Returns those of a class that may override hooks.
  func detach(subtree view: ItemNode) -> [ItemNode]
  /// A guide came in.
  func attach(_ guide: ItemNode)
  /// A guide is about to leave.
  func detach(_ guide: ItemNode)
  /// Subviews have another order.
  func noteOrderOfSiblings()
  /// A constraint was activated.
  func add(_ constraint: Constraint)
  /// A constraint is about to be deactivated.
  func remove(_ constraint: Constraint)
  func markDirty(_ constraint: Constraint, _ dirt: Constraint.Dirt)
  func markDirty(_ node: ItemNode, _ dirt: ItemNode.Dirt)
  /// A caller changed margins, insets or baselines.
  func metricsEdited(_ node: ItemNode)
  func directionChanged(of view: ItemNode)
  /// The caller removed a content-size constraint.
  func suppressContent(_ node: ItemNode, _ axis: Axis)
  /// The mask of a view, or what its translation depends on, is another.
  func queueAutoresizing(of view: ItemNode)
  /// A caller changed how a view arranges others.
  func arrangementChanged(of view: ItemNode)
  /// The constraints of a view that arranges others are to be brought up to date.
  func queueArrangement(of view: ItemNode)
  /// The same for what lies around a view whose lengths may be others.
  func queueArrangements(around view: ItemNode)
  /// The baselines of a view that arranges others are those of another view.
  func stackBaselinesChanged(_ node: ItemNode)
}

/// What the engine knows of items and constraints.
protocol LayoutState: AnyObject {
  /// The root of the scene.
  var root: ItemNode { get }
  /// The size that the scene gives its root.
  var rootSize: Size { get }
  /// Whether the scene was laid out.
  var hasLayout: Bool { get }
  /// Whether to refuse what Auto Layout refuses.
  var appleStrict: Bool { get }
  func direction(of node: ItemNode) -> LayoutDirection

  /// What subviews of a view inherit.
  func inheritedDirection(of node: ItemNode) -> LayoutDirection

  /// Where the scene is shown.
  var traits: TraitCollection { get }
  func safeArea(of node: ItemNode) -> PhysicalInsets
  /// The margins that apply in a view that preserves its superview's, where a constraint depends on them.
  func preservedMargins(of node: ItemNode) -> PhysicalInsets?
  /// The same for a view whose margins no constraint mentions, by the frames of the last layout.
  func marginsInPlace(of node: ItemNode) -> PhysicalInsets
  /// How far the readable guide lies inside the margins at either side.
  func readableInset(of node: ItemNode) -> Double
  /// How much of the view the keyboard covers.
  func keyboardInset(of node: ItemNode) -> Double
  /// The lengths of the visible views of one that arranges others.
  func intrinsicLengths(of stack: ItemNode) -> [Double]
  /// Whether there is a row that the constraint stands for.
  func hasSystemRow(_ constraint: Constraint) -> Bool
  /// The constant of a constraint that stands for a content size or the root's size.
  func systemConstant(_ constraint: Constraint) -> Double?
  /// The constraints that stand for the content sizes of a view.
  func contentConstraints(of node: ItemNode) -> [Constraint]
  /// What the scene's texts print for the address of an object, or of a part of it.
  func address(of object: AnyObject, part: UInt8) -> String
}

/// The engine of a scene, as far as its items and constraints know it.
protocol LayoutEngine: EditReceiver, LayoutState {
  /// Errors of calls that do not throw, for the next layout to throw.
  var pendingErrors: [PendingError] { get set }
  /// Throws all errors that wait, as one.
  func throwPendingErrors() throws(LayoutError)
  /// The open savepoint that keeps what changes.
  var stateKeeper: (any StateKeeper)? { get }
}

/// What the records of a scene's items share: their engine, and what they read too often to ask it. The engine owns it.
final class SceneLink {
  /// The frames of the last layout, by slot.
  let frames: FlatArray<Rect>
  /// Whether a savepoint is open that keeps what changes.
  @exclusivity(unchecked) var isRecording = false
  /// The engine, which holds this as long as it lives.
  @exclusivity(unchecked) unowned(unsafe) var engine: (any LayoutEngine)?

  init(_ frames: FlatArray<Rect>) { self.frames = frames }
}
