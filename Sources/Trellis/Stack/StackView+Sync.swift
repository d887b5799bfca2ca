// Bringing a stack's constraints up to date: by difference, in the layout after a change.
//
// The rules of an arrangement are written anew, which is linear in the number of arranged views and touches no solver;
// what they say of a constraint that is there already is edited in place, and only what is new or gone costs rows. So
// a view in or out costs its own constraints and those of its neighbours.

extension StackView {
  /// Makes the constraints those of the arrangement.
  func bringUpToDate(in engine: Engine) {
    let visible = arrangement.views.filter { !$0.isHidden }
    var usedGaps = Set<ObjectIdentifier>()
    var usesSpanner = false
    var rules = StackRules(
      arrangement, stack: node, canvas: canvas,
      visible: visible, lengths: visible.map { engine.intrinsicLength(of: $0, arrangement.axis) },
      spanner: { [unowned self] in
        usesSpanner = true
        return theSpanner().node
      },
      gap: { [unowned self] view in
        usedGaps.insert(ObjectIdentifier(view))
        return gapGuide(behind: view).node
      })
    rules.write()
    apply(rules.rules)
    for (view, guide) in gapGuides where !usedGaps.contains(view) {
      removeSystemGuide(guide)
      gapGuides[view] = nil
    }
    if !usesSpanner, let spanner {
      removeSystemGuide(spanner)
      self.spanner = nil
    }
    releaseMarginsGuide()
    // Arranged views do without their autoresizing masks.
    for view in subviews { engine.queueAutoresizing(view) }
    startBaselines(in: engine)
  }

  /// Takes the baselines where every layout starts from: of a column at its ends, of a row at its first view. Which one
  /// of a row is the tallest is found out by the passes.
  func startBaselines(in engine: Engine) {
    let first = startBaseline
    let last = arrangement.axis == .vertical ? arrangement.views.last { !$0.isHidden }?.node : first
    takeBaselines(first, last, in: engine)
  }

  /// The first visible view.
  var startBaseline: ItemNode? { arrangement.views.first { !$0.isHidden }?.node }

  /// Whether they were other views'.
  @discardableResult
  func takeBaselines(_ first: ItemNode?, _ last: ItemNode?, in engine: Engine) -> Bool {
    guard first !== firstBaselineNode || last !== lastBaselineNode else { return false }
    firstBaselineNode = first
    lastBaselineNode = last
    engine.stackBaselinesChanged(node)
    return true
  }

  private func apply(_ rules: [StackRule]) {
    var gone = madeConstraints
    var missing: [StackRule] = []
    for rule in rules {
      guard let constraint = gone.removeValue(forKey: rule.key) else {
        missing.append(rule)
        continue
      }
      // Something outside the stack took it away: a view that left and came back.
      guard constraint.ownerNode === node else {
        missing.append(rule)
        continue
      }
      constraint.edit(multiplier: rule.multiplier, constant: rule.constant, priority: rule.priority)
    }
    // In the order of activation, so that nothing depends on hashing.
    for constraint in gone.values.sorted(by: { $0.sequence < $1.sequence }) { constraint.uninstall() }
    for key in gone.keys { madeConstraints[key] = nil }
    var sequence = ActivationCounter.shared.take(missing.count)
    for rule in missing {
      let constraint = Constraint(
        kind: rule.role == .spacing ? .stackSpacing : .stack, first: rule.first, rule.firstAttribute, rule.relation,
        second: rule.second, rule.secondAttribute, multiplier: rule.multiplier, constant: rule.constant,
        priority: rule.priority, fileID: #fileID, line: #line)
      constraint.identifier = rule.role.rawValue
      constraint.install(on: node, sequence: sequence)
      madeConstraints[rule.key] = constraint
      sequence += 1
    }
  }

  /// What the views are connected to.
  private var canvas: ItemNode {
    arrangement.isMarginsRelative ? marginsGuide().node : node
  }

  /// Takes the margins guide out once the stack does without, if nobody else has asked for it: its size is not negative,
  /// so it would keep the stack as large as its margins.
  private func releaseMarginsGuide() {
    guard !sharesMarginsGuide, !arrangement.isMarginsRelative else { return }
    if let guide = systemGuides.first(where: { $0.node.kind == .marginsGuide }) { removeSystemGuide(guide) }
  }

  private func theSpanner() -> LayoutGuide {
    if let spanner { return spanner }
    let guide = addSystemGuide(.stackGuide, "UISV-alignment-spanner")
    spanner = guide
    return guide
  }

  private func gapGuide(behind view: View) -> LayoutGuide {
    if let guide = gapGuides[ObjectIdentifier(view)] { return guide }
    let guide = addSystemGuide(.stackGuide, "UISV-distributing")
    gapGuides[ObjectIdentifier(view)] = guide
    return guide
  }
}

extension Constraint {
  /// Edits a constraint of the system's in place.
  func edit(multiplier: Double, constant: Double, priority: Priority) {
    if storedMultiplier != multiplier {
      storedMultiplier = multiplier
      engine?.markDirty(self, .terms)
    }
    if storedConstant != constant {
      storedConstant = constant
      engine?.markDirty(self, .constant)
    }
    if storedPriority != priority {
      storedPriority = priority
      engine?.markDirty(self, .priority)
    }
  }
}

extension Engine {
  /// Queues a stack whose arrangement, hidden views or proportions changed, and those around it that share out in
  /// proportion to what it adds up to.
  func queueStack(_ stack: StackView) {
    needsLayout = true
    // Whoever queued it has queued those around it.
    guard enqueue(stack) else { return }
    var parent = stack.node.parent
    while let node = parent, let outer = node.view as? StackView, !outer.isQueued {
      if outer.distribution == .fillProportionally { enqueue(outer) }
      parent = node.parent
    }
  }

  /// Whether the stack was not queued yet.
  @discardableResult
  private func enqueue(_ stack: StackView) -> Bool {
    guard !stack.isQueued else { return false }
    stack.isQueued = true
    dirtyStacks.append(stack.node)
    return true
  }

  /// Brings the queued stacks up to date, in the order in which they were queued.
  func updateStacks() {
    var position = 0
    while position < dirtyStacks.count {
      let node = dirtyStacks[position]
      position += 1
      guard let stack = node.view as? StackView else { continue }
      stack.isQueued = false
      if node.engine === self { stack.bringUpToDate(in: self) }
    }
    dirtyStacks.removeAll(keepingCapacity: true)
  }

  /// The intrinsic size of a view changed: stacks around it may share out in proportion to it.
  ///
  /// - Parameter force: Whether they have to be looked at for another reason.
  func queueStacks(around node: ItemNode, force: Bool = false) {
    var parent = node.parent
    while let node = parent, let stack = node.view as? StackView {
      if force || stack.distribution == .fillProportionally { queueStack(stack) }
      parent = node.parent
    }
  }

  /// The length of a view along an axis for shares in proportion: its intrinsic one; for a stack that has none, what
  /// its arranged views add up to. Negative for none.
  func intrinsicLength(of view: View, _ axis: Axis) -> Double {
    guard view.node.slot >= 0 else { return -1 }
    let own = slots[Int(view.node.slot)].contentSize[axis]
    guard own < 0, let stack = view as? StackView else { return own }
    let visible = stack.arrangedSubviews.filter { !$0.isHidden }
    let lengths = visible.map { intrinsicLength(of: $0, axis) }
    guard lengths.contains(where: { $0 >= 0 }) else { return -1 }
    if stack.axis != axis { return lengths.reduce(0, max) }
    let gaps = visible.dropLast().reduce(0) { $0 + stack.arrangement.spacing(after: $1) }
    return max(0, lengths.reduce(gaps) { $0 + max(0, $1) })
  }

  /// The baselines of a stack are another view's or lie elsewhere: rows that mention them, or those of stacks around
  /// it, are made anew. In place would not do: the view whose variables they have may be on its way out.
  func stackBaselinesChanged(_ node: ItemNode) {
    var stack: ItemNode? = node
    while let node = stack, node.kind == .stackView {
      for constraint in node.references
      where constraint.firstAttribute.isBaseline || constraint.secondAttribute.isBaseline {
        relower(constraint)
      }
      stack = node.parent
    }
  }

  /// Whose baseline a stack's baseline is: of a row its tallest visible view's, the first of several; of a column its
  /// first or last visible view's; the stack itself where it is empty or was given baselines. (As UIStackView documents
  /// its views for baselines.) That of another view is its own or, where it says so, that of a view inside it.
  func baselineNode(_ node: ItemNode, _ attribute: Attribute) -> ItemNode {
    var node = node
    while let next = attribute == .lastBaseline ? lastBaselineSource(node) : firstBaselineSource(node),
      next !== node, next.engine === self
    { node = next }
    return node
  }

  private func firstBaselineSource(_ node: ItemNode) -> ItemNode? {
    node.kind == .stackView ? stackWithoutBaselines(node)?.firstBaselineNode : node.baselineSources?.first
  }

  private func lastBaselineSource(_ node: ItemNode) -> ItemNode? {
    node.kind == .stackView ? stackWithoutBaselines(node)?.lastBaselineNode : node.baselineSources?.last
  }

  private func stackWithoutBaselines(_ node: ItemNode) -> StackView? {
    guard (node.metrics?.firstBaseline ?? 0) == 0, (node.metrics?.lastBaseline ?? 0) == 0 else { return nil }
    return node.view as? StackView
  }
}

extension Attribute {
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}
