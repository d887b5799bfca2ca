// Bringing a stack's constraints up to date: by difference, in the layout after a change.
//
// The rules of an arrangement are rewritten, which touches no solver; what they say of a constraint that is there
// already is edited in place, and only what is new or gone costs rows. Where only some neighbours in a line changed,
// and every rule is about a view, its neighbours and the ends of the line, only the rules of that stretch are written
// (`StackStretch`). So a view in or out costs its own constraints and those of its neighbours, and a comparison of lists.

extension StackView {
  /// Makes the constraints those of the arrangement.
  func bringUpToDate(in engine: Engine) {
    let entries = arrangement.views.map(StackEntry.init)
    defer {
      stackState.line = StackLine(arrangement: arrangement.withoutViews, entries: entries)
      stackState.lostViews = []
    }
    if let line = stackState.line,
      let stretch = StackStretch(from: line, to: entries, arrangement, lost: stackState.lostViews)
    {
      apply(written(stretch.after).rules, insteadOf: written(stretch.before).rules.map(\.key))
      for entry in stretch.before + stretch.after {
        if let view = entry.node.view { engine.queueAutoresizing(view) }
      }
      startBaselines(in: engine)
      return
    }
    var usedGaps = Set<ObjectIdentifier>()
    var usesSpanner = false
    let isProportional = arrangement.distribution == .fillProportionally
    var rules = StackRules(
      arrangement, entries, stack: node, canvas: canvas,
      lengths: isProportional ? engine.intrinsicLengths(of: self) : [],
      spanner: { [unowned self] in
        usesSpanner = true
        return theSpanner().node
      },
      gap: { [unowned self] view in
        usedGaps.insert(view)
        return gapGuide(after: view).node
      })
    rules.write()
    apply(rules.rules, insteadOf: Array(madeConstraints.keys))
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

  /// The rules of a stretch of the line.
  private func written(_ entries: [StackEntry]) -> StackRules {
    var rules = StackRules(
      arrangement, entries, stack: node, canvas: canvas, lengths: [],
      spanner: { [unowned self] in theSpanner().node }, gap: { [unowned self] in gapGuide(after: $0).node })
    rules.write()
    return rules
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

  /// - Parameter present: What there was in place of the rules.
  private func apply(_ rules: [StackRule], insteadOf present: [StackRule.Key]) {
    let wanted = Set(rules.map(\.key))
    var gone: [Constraint] = []
    for key in present where !wanted.contains(key) {
      if let constraint = madeConstraints.removeValue(forKey: key) { gone.append(constraint) }
    }
    // Only what was there: between the ends of a stretch and those of the line lies more than the rules say.
    let known = Set(present)
    var missing: [StackRule] = []
    for rule in rules {
      guard let constraint = madeConstraints[rule.key] else {
        if !known.contains(rule.key) { missing.append(rule) }
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
    for constraint in gone.sorted(by: { $0.sequence < $1.sequence }) { constraint.uninstall() }
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

  private func gapGuide(after view: ObjectIdentifier) -> LayoutGuide {
    if let guide = gapGuides[view] { return guide }
    let guide = addSystemGuide(.stackGuide, "UISV-distributing")
    gapGuides[view] = guide
    return guide
  }
}

/// What the constraints of a stack were made of. It holds no view.
struct StackLine {
  let arrangement: StackArrangement
  let entries: [StackEntry]
}

/// The stretch of a line that has changed, as it was and as it is: with the visible view before it, the one after it,
/// and the first and last of the line. Rules that join these ends are the same in both, so that the difference of the
/// rules of the two stretches is that of the rules of the two lines.
struct StackStretch {
  let before: [StackEntry]
  let after: [StackEntry]

  /// nil where there is no such stretch, or it would not be worth it.
  init?(
    from line: StackLine, to entries: [StackEntry], _ arrangement: StackArrangement, lost: Set<ObjectIdentifier>
  ) {
    let old = line.entries
    guard arrangement.isAlike(line.arrangement), Self.isLocal(arrangement), min(old.count, entries.count) > 2 else {
      return nil
    }
    func isSame(_ a: StackEntry, _ b: StackEntry) -> Bool {
      a == b && (lost.isEmpty || !lost.contains(ObjectIdentifier(a.node)))
    }
    let shortest = min(old.count, entries.count)
    var near = 0
    while near < shortest, isSame(old[near], entries[near]) { near += 1 }
    var far = 0
    while far < shortest - near, isSame(old[old.count - 1 - far], entries[entries.count - 1 - far]) { far += 1 }
    guard near > 0 else { return nil }
    // Up to a visible view at either side: hidden ones lie after the visible view before them.
    while near > 0 {
      near -= 1
      if !old[near].isHidden { break }
    }
    while far > 0 {
      far -= 1
      if !old[old.count - 1 - far].isHidden { break }
    }
    guard let head = old.firstIndex(where: { !$0.isHidden }), head <= near, !old[near].isHidden,
      let tail = old.lastIndex(where: { !$0.isHidden }), let newTail = entries.lastIndex(where: { !$0.isHidden }),
      old.count - far - near <= max(8, old.count / 2)
    else { return nil }
    before = Self.stretch(of: old, head, near..<(old.count - far), tail)
    after = Self.stretch(of: entries, head, near..<(entries.count - far), newTail)
  }

  private static func stretch(of line: [StackEntry], _ head: Int, _ range: Range<Int>, _ tail: Int) -> [StackEntry] {
    (head < range.lowerBound ? [line[head]] : []) + line[range] + (tail >= range.upperBound ? [line[tail]] : [])
  }

  /// Whether every rule is about a view, its neighbours and the ends of the line, and its numbers too.
  private static func isLocal(_ arrangement: StackArrangement) -> Bool {
    (arrangement.distribution == .fill || arrangement.distribution == .fillEqually) && !arrangement.alignment.isBaseline
      && arrangement.alignment != .center
  }
}

extension Constraint {
  /// Edits a constraint of the system in place.
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
    stacks.append(stack.node)
    return true
  }

  /// Brings the queued stacks up to date, in the order in which they were queued.
  func updateStacks() {
    var position = 0
    while position < stacks.stacks.count {
      let node = stacks.stacks[position]
      position += 1
      guard let stack = node.view as? StackView else { continue }
      stack.isQueued = false
      if node.engine === self { stack.bringUpToDate(in: self) }
    }
    stacks.finish()
    relowerMovedBaselines()
  }

  /// The intrinsic size of a view changed: stacks around it may share out in proportion to it.
  ///
  /// - Parameter force: Whether they have to be looked at for another reason.
  func queueStacks(around node: ItemNode, force: Bool = false) {
    var parent = node.parent
    while let node = parent, let stack = node.view as? StackView {
      // Whoever came by here has queued those around it.
      if !force, !stacks.visit(node.slot) { return }
      if force || stack.distribution == .fillProportionally { queueStack(stack) }
      parent = node.parent
    }
  }

  /// The lengths of a stack's visible views along its axis for shares in proportion: their intrinsic ones; for a stack
  /// that has none, what its arranged views add up to. Negative for none. Linear in the stacks inside, which are looked at
  /// once in each update.
  func intrinsicLengths(of stack: StackView) -> [Double] {
    let axis = stack.axis
    var known = stacks.lengths[axis]
    defer { stacks.lengths[axis] = known }
    var pending: [(stack: StackView, isOpen: Bool)] = [(stack, false)]
    func visible(_ stack: StackView) -> [View] { stack.arrangement.views.filter { !$0.isHidden } }
    func length(of view: View) -> Double {
      guard view.node.slot >= 0 else { return -1 }
      let own = slots[Int(view.node.slot)].contentSize[axis]
      return own < 0 && view is StackView ? known[ObjectIdentifier(view)] ?? -1 : own
    }
    while let (inner, isOpen) = pending.popLast() {
      let views = visible(inner)
      if !isOpen {
        pending.append((inner, true))
        for case let stack as StackView in views where known[ObjectIdentifier(stack)] == nil {
          pending.append((stack, false))
        }
        continue
      }
      guard inner !== stack else { break }
      let lengths = views.map(length)
      if !lengths.contains(where: { $0 >= 0 }) {
        known[ObjectIdentifier(inner)] = -1
      } else if inner.axis != axis {
        known[ObjectIdentifier(inner)] = lengths.reduce(0, max)
      } else {
        let gaps = views.dropLast().reduce(0) { $0 + inner.arrangement.spacing(after: ObjectIdentifier($1)) }
        known[ObjectIdentifier(inner)] = max(0, lengths.reduce(gaps) { $0 + max(0, $1) })
      }
    }
    return visible(stack).map(length)
  }

  /// The baselines of a stack are another view's or lie elsewhere: rows that mention them, or those of stacks around
  /// it, are to be made again.
  func stackBaselinesChanged(_ node: ItemNode) {
    needsLayout = true
    stacks.noteMovedBaselines(of: node)
  }

  /// Makes rows again that mention baselines which have moved. In place would not do: the view whose variables they have
  /// may be on its way out. Each stack is looked at once, however many inside it have moved.
  private func relowerMovedBaselines() {
    var seen: Set<Int32> = []
    for node in stacks.takeMovedBaselines() where node.engine === self {
      var stack: ItemNode? = node
      while let node = stack, node.kind == .stackView, seen.insert(node.slot).inserted {
        relowerBaselines(of: node)
        stack = node.parent
      }
    }
  }

  /// Whose baseline a stack's baseline is: of a row its tallest visible view's, the first of several; of a column its
  /// first or last visible view's; the stack itself where it is empty or was given baselines. (As UIStackView documents
  /// its views for baselines.) That of another view is its own or, where it says so, that of a view inside it.
  ///
  /// Linear in the length of the chain; while rows are lowered each link of a chain is gone through once.
  func baselineNode(_ node: ItemNode, _ attribute: Attribute) -> ItemNode {
    let isLast = attribute == .lastBaseline
    var node = node
    var links = 0
    var passed: [Int32] = []
    while let next = isLast ? lastBaselineSource(node) : firstBaselineSource(node), next !== node, next.engine === self
    {
      links += 1
      // Nearly all chains are short, and gone through faster than looked up.
      if links > 8 {
        if let end = baselineEnds?[isLast, node.slot], let known = slots[Int(end)].node {
          node = known
          break
        }
        passed.append(node.slot)
      }
      node = next
    }
    for slot in passed { baselineEnds?[isLast, slot] = node.slot }
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

/// Where chains of baselines end, for as long as nothing changes about them.
struct BaselineEnds {
  private var first: [Int32: Int32] = [:]
  private var last: [Int32: Int32] = [:]

  subscript(isLast: Bool, slot: Int32) -> Int32? {
    get { isLast ? last[slot] : first[slot] }
    set { if isLast { last[slot] = newValue } else { first[slot] = newValue } }
  }
}

extension Attribute {
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}
