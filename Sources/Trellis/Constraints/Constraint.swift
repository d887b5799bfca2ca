// One relation between two attributes: first.attribute {==, <=, >=} multiplier × second.attribute + constant.
//
// A class, because its identity matters: it is switched on and off, edited in place and named in reports. It holds its
// items' nodes, which do not hold the items; its owner holds it while it is active, and nobody does while it is not.

import Simplex

/// A relation between an attribute of one item and an attribute of another, or a number.
///
/// `first.firstAttribute {==, <=, >=} multiplier × second.secondAttribute + constant`, with a priority. Make one with
/// an anchor (`a.leadingAnchor.constraint(equalTo: b.leadingAnchor)`), where mixing axes does not compile, or with the
/// untyped initializer. It takes effect while it is active, at the next ``Scene/layout()``.
///
/// An active constraint is held by its ``owner``. An inactive one is held by nobody but you.
///
/// What is spelled as in UIKit does not throw: anchors, initializers, property setters, ``isActive`` and
/// ``activate(_:)-([Constraint])``. On a mistake they leave everything as it was and keep the error in ``lastError``. A
/// constraint made of arguments that do not go together is there, but can't be activated. The error of a setter or of an
/// activation waits, and the next layout of the scene that the items are in or come into throws it with all others that
/// wait. ``setConstant(_:)``, ``setPriority(_:)``, ``setMultiplier(_:)`` and ``activate()`` throw at once.
public final class Constraint {
  enum Kind: UInt8 {
    /// Made by a caller.
    case relation
    /// Stands for the content size of `first` on the axis of `firstAttribute`.
    case contentSize
    /// Stands for the given width or height of a scene's root.
    case rootSize
    /// Holds an edge of a view's margins guide, safe area guide or readable guide. Owned by the view; its constant
    /// follows the view's margins, safe area or width.
    case marginGuide, safeAreaGuide, readableGuide
    /// Arranges the views of a stack view, which owns it. Gaps are the first to yield in a conflict.
    case stack, stackSpacing
    /// Holds a view as its autoresizing mask says; owned by the superview. A position may be related to a size: it is
    /// measured from the superview's edge then.
    case autoresizing
  }

  /// What is queued for the engine's next pass.
  struct Dirt: OptionSet {
    let rawValue: UInt8
    static let added = Dirt(rawValue: 1)
    static let constant = Dirt(rawValue: 2)
    static let priority = Dirt(rawValue: 4)
    static let terms = Dirt(rawValue: 8)
  }

  // What every pass over many constraints reads comes first, so that it lies in one or two lines of the cache.

  let kind: Kind
  /// Whether the constraint relates edges, centres or sizes of one axis: no margins, no baselines. Nearly all do, and are
  /// lowered without asking what they depend on.
  let isPlain: Bool
  /// The attribute on the first side.
  public let firstAttribute: Attribute
  /// How the sides compare.
  public let relation: Relation
  /// The attribute on the second side; ``Attribute/notAnAttribute`` where there is only a constant.
  public let secondAttribute: Attribute
  var dirt: Dirt = []
  /// Whether conflict recovery has broken the constraint. It stays active, is met as nearly as the required ones allow, and
  /// is tried again as soon as something of its conflict changes.
  public internal(set) var isBroken: Bool {
    @inline(__always) get { storedIsBroken }
    @inline(__always) set { storedIsBroken = newValue }
  }
  private var storedIsBroken = false
  private var rowIndex: Int32 = -1
  /// Position in the engine's queue while `dirt` is not empty.
  var queueIndex: Int32 = -1
  /// Counts what could make a conflict with this constraint go away.
  var revision: UInt32 = 0
  // Here it fills a gap: an object that is 8 bytes longer takes 16 more.
  private let storedLine: UInt32
  let first: ItemNode
  let second: ItemNode?
  var ownerLinks = ConstraintLinks()
  @exclusivity(unchecked) private var stored: State
  var firstLinks = ConstraintLinks()
  var secondLinks = ConstraintLinks()
  /// The file that the constraint was made in, as `Module/File.swift`.
  public let fileID: String

  /// All that an edit of the constraint can change.
  struct State {
    var constant: Double
    var multiplier: Double
    var priority: Priority
    /// Whether its attributes, numbers and items go together. One that is not sound is never active.
    var isSound = true
    /// What most constraints never have.
    fileprivate var extras: Extras?
    /// The node of the view that owns the constraint while it is active; the view clears it when it goes.
    var owner: Unmanaged<ItemNode>?
    /// Where the activation stands among all activations.
    var sequence: UInt64 = 0

    /// Changes what most constraints never have; nobody who holds the state of before sees it.
    fileprivate mutating func changeExtras(_ change: (Extras) -> Void) {
      if let present = extras {
        if !isKnownUniquelyReferenced(&extras) { extras = Extras(present) }
      } else {
        extras = Extras()
      }
      if let extras { change(extras) }
    }
  }

  fileprivate final class Extras {
    var identifier: String?
    var label: String?
    var lastError: LayoutError?
    var refusal: LayoutError?
    var standardSpace = Double.nan
    var weight = 1.0
    var standsForSystem = false
    /// The item that an error of a setter or of an activation waited with last.
    weak var errorHolder: ItemNode?

    init() {}

    init(_ other: Extras) {
      identifier = other.identifier
      label = other.label
      lastError = other.lastError
      refusal = other.refusal
      standardSpace = other.standardSpace
      weight = other.weight
      standsForSystem = other.standsForSystem
      errorHolder = other.errorHolder
    }
  }

  /// The state, which open savepoints keep before it changes.
  var state: State {
    @inline(__always) _read { yield stored }
    @inline(__always) _modify {
      if isRecorded { keepState() }
      yield &stored
    }
  }

  /// The state without that: for a constraint whose owner is about to go, and for what puts a kept state back.
  var unrecordedState: State {
    @inline(__always) _read { yield stored }
    @inline(__always) _modify { yield &stored }
  }

  /// Whether a savepoint is open that is to keep what is changed about the constraint. One that is not active is
  /// covered where one of its items is.
  @inline(__always)
  private var isRecorded: Bool {
    if first.isRecorded { return true }
    guard stored.owner == nil, let secondReference else { return false }
    return secondReference.read { $0.isRecorded }
  }

  @inline(never)
  private func keepState() {
    switch kind {
    case .relation, .stack, .stackSpacing, .autoresizing: break
    // The edges of a guide of the system come when the guide is asked for, which is not an edit; that they go may be one.
    case .marginGuide, .safeAreaGuide, .readableGuide: if stored.owner == nil { return }
    case .contentSize, .rootSize: return
    }
    for keeper in first.stateKeepers { keeper.keep(self) }
    for keeper in second?.stateKeepers ?? [] { keeper.keep(self) }
  }

  /// Marks the constraint as active, with an owner.
  @inline(__always)
  func take(_ owner: ItemNode, _ sequence: UInt64) {
    if isRecorded { keepState() }
    stored.owner = Unmanaged.passUnretained(owner)
    stored.sequence = sequence
  }

  @inline(__always) var storedConstant: Double {
    get { stored.constant }
    set { state.constant = newValue }
  }

  @inline(__always) var storedMultiplier: Double {
    get { stored.multiplier }
    set { state.multiplier = newValue }
  }

  @inline(__always) var storedPriority: Priority {
    get { stored.priority }
    set { state.priority = newValue }
  }

  /// The node of the view that owns the constraint while it is active; the view clears it when it goes.
  @inline(__always) var ownerReference: Unmanaged<ItemNode>? { stored.owner }

  /// Where the activation stands among all activations.
  @inline(__always) var sequence: UInt64 { stored.sequence }

  /// - Parameter isPlain: As the property of the name, for a constraint that a caller makes; of no other kind is one.
  @inline(__always)
  init(
    kind: Kind, isPlain: Bool, first: consuming ItemNode, _ firstAttribute: Attribute, _ relation: Relation,
    second: consuming ItemNode?, _ secondAttribute: Attribute, multiplier: Double, constant: Double, priority: Priority,
    fileID: consuming String, line: UInt
  ) {
    self.kind = kind
    self.isPlain = isPlain
    self.first = consume first
    self.firstAttribute = firstAttribute
    self.relation = relation
    self.second = consume second
    self.secondAttribute = secondAttribute
    stored = State(constant: constant, multiplier: multiplier, priority: priority)
    self.fileID = fileID
    storedLine = UInt32(clamping: line)
  }

  @inline(never)
  convenience init(
    kind: Kind, first: consuming ItemNode, _ firstAttribute: Attribute, _ relation: Relation,
    second: consuming ItemNode?, _ secondAttribute: Attribute, multiplier: Double, constant: Double, priority: Priority,
    fileID: consuming String, line: UInt
  ) {
    let isPlain =
      kind == .relation && (second == nil ? firstAttribute.isPlain : firstAttribute.isPlain(beside: secondAttribute))
    self.init(
      kind: kind, isPlain: isPlain, first: consume first, firstAttribute, relation, second: consume second,
      secondAttribute, multiplier: multiplier, constant: constant, priority: priority, fileID: fileID, line: line)
  }

  /// Creates a constraint from items and attributes, with Auto Layout's checks. It is not active. Of arguments that do not
  /// go together comes a constraint that can't be activated; its ``lastError`` says why:
  /// ``LayoutError/Kind/missingItem``, ``LayoutError/Kind/unknownAttribute``,
  /// ``LayoutError/Kind/locationEqualToConstant``, ``LayoutError/Kind/invalidPairing``,
  /// ``LayoutError/Kind/mixedDirections``, ``LayoutError/Kind/valueOutOfRange``,
  /// ``LayoutError/Kind/multiplierOutOfRange`` or ``LayoutError/Kind/priorityOutOfRange``.
  ///
  /// For a size set to a number, leave out `toItem` and its attribute; the multiplier is not looked at then.
  ///
  /// - Parameters:
  ///   - item: The first item. nil is an error.
  ///   - attribute: The attribute on the first side.
  ///   - relation: How the sides compare.
  ///   - secondItem: The second item; nil for a constant alone.
  ///   - secondAttribute: The attribute on the second side.
  ///   - multiplier: What the second attribute is multiplied by. Other than 1 on a position, both sides are measured
  ///     from the origin of the constraint's owner.
  ///   - constant: What is added to the second side, in points.
  ///   - priority: How firmly it holds.
  ///   - fileID: Where it is made; the default is right.
  ///   - line: Where it is made; the default is right.
  public convenience init(
    item: (any LayoutItem)?, attribute: Attribute, relatedBy relation: Relation = .equal,
    toItem secondItem: (any LayoutItem)? = nil, attribute secondAttribute: Attribute = .notAnAttribute,
    multiplier: Double = 1, constant: Double = 0, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) {
    self.init(
      // Without an item, the record of one that is gone.
      kind: .relation, first: item?.node ?? ItemNode(.view), attribute, relation, second: secondItem?.node,
      secondAttribute, multiplier: multiplier, constant: constant, priority: priority, fileID: fileID, line: line)
    do { try checkAll() } catch { refuse(error) }
  }

  /// The same for those who can throw. Nothing waits then.
  convenience init(
    checking first: consuming ItemNode, _ firstAttribute: Attribute, _ relation: Relation,
    _ second: consuming ItemNode?, _ secondAttribute: Attribute, multiplier: Double, constant: Double,
    priority: Priority, fileID: String, line: UInt
  ) throws(LayoutError) {
    self.init(
      kind: .relation, first: consume first, firstAttribute, relation, second: consume second, secondAttribute,
      multiplier: multiplier, constant: constant, priority: priority, fileID: fileID, line: line)
    try checkAll()
  }

  /// What stands for constraints that could not be made, because what describes them is wrong: one that can't be
  /// activated and carries the error. Activating it concerns `node`.
  static func refused(_ error: LayoutError, concerning node: ItemNode?, fileID: String, line: UInt) -> Constraint {
    let constraint = Constraint(
      kind: .relation, first: node ?? ItemNode(.view), .notAnAttribute, .equal, second: nil, .notAnAttribute,
      multiplier: 1, constant: 0, priority: .required, fileID: fileID, line: line)
    constraint.state.changeExtras { $0.refusal = error }
    constraint.refuse(error)
    return constraint
  }

  /// Makes the constraint one that can't be activated, and keeps the reason.
  func refuse(_ error: LayoutError) {
    state.isSound = false
    lastError = error
  }

  /// Whether the constraint can be activated as far as its attributes, numbers and items go.
  var isSound: Bool { stored.isSound }

  /// After an edit: checks again what was wrong when the constraint was made.
  func recheck() {
    guard !isSound else { return }
    do { try checkAll() } catch { return lastError = error }
    state.isSound = true
  }

  /// The solver's row; nil until a layout makes one.
  var row: Row? {
    get { rowIndex < 0 ? nil : Row(index: rowIndex) }
    set { rowIndex = newValue?.index ?? -1 }
  }

  /// Whether the constraint came in with its owner and has no row yet.
  var isQueuedByOwner: Bool {
    isNew && (ownerReference?.read { $0.ownedQueueIndex >= 0 } ?? false)
  }

  /// Whether an active constraint has no row, and is not queued for one.
  var isNew: Bool { rowIndex < 0 && queueIndex < 0 && !isBroken }

  /// The second item's record, to be looked at without being held: the constraint holds it.
  @inline(__always)
  var secondReference: Unmanaged<ItemNode>? {
    if let second { Unmanaged.passUnretained(second) } else { nil }
  }

  /// Whether the constraint has anything of what most never have.
  @inline(__always) var hasExtras: Bool { stored.extras != nil }

  /// A name of your own, printed in quotes in descriptions. Prefixes `NS` and `UI` are the system's.
  public var identifier: String? {
    get { stored.extras?.identifier }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.identifier = newValue } } }
  }

  /// A name for reports, such as `Login.swift:12`; not part of descriptions.
  public var label: String? {
    get { stored.extras?.label }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.label = newValue } } }
  }

  /// What was wrong with the constraint's arguments, its activation, or the value that a property setter was given last;
  /// nil once that is set right.
  public internal(set) var lastError: LayoutError? {
    get { stored.extras?.lastError }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.lastError = newValue } } }
  }

  /// The item that an error of a setter or of an activation waited with last.
  var errorHolder: ItemNode? {
    get { stored.extras?.errorHolder }
    set { if newValue != nil || stored.extras != nil { state.changeExtras { $0.errorHolder = newValue } } }
  }

  /// What was wrong with the description that the constraint stands for, if it stands for one.
  var refusal: LayoutError? { stored.extras?.refusal }

  /// The standard space that the constraint was made with, in points; NaN if with none. Descriptions print the constant
  /// as `NSSpace(8)` while it is that.
  package var standardSpace: Double {
    get { stored.extras?.standardSpace ?? .nan }
    set { state.changeExtras { $0.standardSpace = newValue } }
  }

  /// Whether a caller made the constraint in place of one that the system makes, such as an edge of a safe area as a file or a
  /// log has it. Nobody wrote it, so a conflict is hardly its fault.
  package var standsForSystem: Bool {
    get { stored.extras?.standsForSystem ?? false }
    set { state.changeExtras { $0.standsForSystem = newValue } }
  }

  var storedWeight: Double {
    get { stored.extras?.weight ?? 1 }
    set { if newValue != 1 || stored.extras != nil { state.changeExtras { $0.weight = newValue } } }
  }

  /// The line that it was made at.
  public var line: UInt { UInt(storedLine) }

  /// The item on the first side; nil once it is gone.
  public var firstItem: (any LayoutItem)? { first.item }

  /// The item on the second side; nil if there is none, or once it is gone.
  public var secondItem: (any LayoutItem)? { second?.item }

  /// Where the constraint was made: `Module/File.swift:12`.
  public var location: String { "\(fileID):\(line)" }

  /// Whether the system made the constraint: a content size, the given size of a scene's root, an edge of a margins or safe
  /// area guide, one of a stack view's or of an autoresizing mask. Such a constraint is for reading: it can be changed by
  /// what it follows from, not by itself.
  public var isSystemMade: Bool { kind != .relation }

  /// Whether the constraint stands for an intrinsic content size.
  public var isContentSize: Bool { kind == .contentSize }

  /// Whether the constraint holds a view as its autoresizing mask says.
  public var isAutoresizing: Bool { kind == .autoresizing }

  /// Whether the constraint relates a width to a height.
  var relatesAxes: Bool {
    guard second != nil, let axis = secondAttribute.axis else { return false }
    return axis != firstAttribute.axis
  }

  /// Whether the constraint is a row of its own, held by an owner, rather than a name for a row that the engine makes.
  var isOwned: Bool { kind != .contentSize && kind != .rootSize }

  /// The node of the view that owns the constraint while it is active.
  var ownerNode: ItemNode? { stored.owner?.takeUnretainedValue() }

  /// The engine of the scene that the constraint is in.
  var layoutEngine: (any LayoutEngine)? { isOwned ? ownerNode?.layoutEngine : first.layoutEngine }
}
