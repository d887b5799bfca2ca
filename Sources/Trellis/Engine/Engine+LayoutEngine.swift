// What views, guides and constraints know of the engine, and how the engine is found from their records.

extension ItemNode {
  /// The scene's engine, which clears this when the item leaves or the scene goes.
  var engine: Engine? {
    // There is one class of engines.
    @inline(__always) get { layoutEngine.map { unsafeDowncast($0, to: Engine.self) } }
    @inline(__always) set { link = newValue.map { Unmanaged.passUnretained($0.link) } }
  }
}

extension Constraint {
  /// The engine of the scene that the constraint is in.
  var engine: Engine? { isOwned ? ownerNode?.engine : first.engine }
}

extension Engine: LayoutEngine {
  var stateKeeper: (any StateKeeper)? { transaction.savepoint }

  // MARK: Edits

  func attach(subtree view: ItemNode) -> [ItemNode] { view.view.map { attach($0) } ?? [] }
  func detach(subtree view: ItemNode) -> [ItemNode] { view.view.map { detach($0) } ?? [] }

  func metricsEdited(_ node: ItemNode) {
    metricsChanged(node)
    // Within a layout, safe areas are known once it has solved.
    if !cycle.isRunning { tellMargins() }
  }

  func directionChanged(of view: ItemNode) {
    if let view = view.view { directionChanged(view) }
  }

  func queueAutoresizing(of view: ItemNode) {
    if let view = view.view { queueAutoresizing(view) }
  }

  func arrangementChanged(of view: ItemNode) {
    queueArrangement(of: view)
    AnimationBlock.current?.noteStack(in: scene)
  }

  func queueArrangement(of view: ItemNode) {
    if let stack = view.arranging { queueStack(stack) }
  }

  func queueArrangements(around view: ItemNode) { queueStacks(around: view, force: true) }

  // MARK: State

  func direction(of node: ItemNode) -> LayoutDirection { slots[Int(node.slot)].direction }

  func inheritedDirection(of node: ItemNode) -> LayoutDirection { slots[Int(node.slot)].inheritedDirection }

  var traits: TraitCollection { settings.traits }
  func safeArea(of node: ItemNode) -> PhysicalInsets { insets.safeArea[node.slot] ?? .zero }
  func preservedMargins(of node: ItemNode) -> PhysicalInsets? { insets.preservedMargins[node.slot] }
  func readableInset(of node: ItemNode) -> Double { insets.readable[node.slot] ?? 0 }
  func keyboardInset(of node: ItemNode) -> Double { insets.keyboard[node.slot] ?? 0 }

  func intrinsicLengths(of stack: ItemNode) -> [Double] { stack.arranging.map(intrinsicLengths) ?? [] }

  func address(of object: AnyObject, part: UInt8) -> String {
    settings.showsMemoryAddresses ? memoryAddress(of: object) : addressBook.address(of: object, part: part)
  }
}
