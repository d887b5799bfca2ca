// Bringing a stack's constraints up to date: by difference, in the layout after a change.
//
// The rules of an arrangement are rewritten, which touches no solver; what they say of a constraint that is there
// already is edited in place, and only what is new or gone costs rows. Where only some neighbours in a line changed,
// and every rule is about a view, its neighbours and the ends of the line, only the rules of that stretch are written
// (`StackStretch`). So a view in or out costs its own constraints and those of its neighbours, and a comparison of lists.

extension StackView: ArrangingView {
  var sharesInProportion: Bool { distribution == .fillProportionally }

  var visibleViews: [View] { arrangement.views.filter { !$0.isHidden } }

  func arranges(_ view: View) -> Bool { arrangement.contains(view) }

  func spacing(after view: View) -> Double { arrangement.spacing(after: ObjectIdentifier(view)) }

  var spannerNode: ItemNode? { spanner?.node }

  /// Takes the baselines from where every layout starts: of a column from its ends, of a row from its first view. Which
  /// view of a row is the tallest is known once frames are.
  func resetBaselines(in engine: any LayoutEngine) {
    let first = startBaseline
    takeBaselines(first, axis == .vertical ? visibleViews.last?.node : first, in: engine)
  }

  /// Makes the constraints those of the arrangement.
  func updateArrangement(in engine: any LayoutEngine) {
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
        engine.queueAutoresizing(of: entry.node)
      }
      resetBaselines(in: engine)
      return
    }
    var usedGaps = Set<ObjectIdentifier>()
    var usesSpanner = false
    let isProportional = arrangement.distribution == .fillProportionally
    var rules = StackRules(
      arrangement, entries, stack: node, canvas: canvas,
      lengths: isProportional ? engine.intrinsicLengths(of: node) : [],
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
    for view in subviews { engine.queueAutoresizing(of: view.node) }
    resetBaselines(in: engine)
  }

  /// The rules of a stretch of the line.
  private func written(_ entries: [StackEntry]) -> StackRules {
    var rules = StackRules(
      arrangement, entries, stack: node, canvas: canvas, lengths: [],
      spanner: { [unowned self] in theSpanner().node }, gap: { [unowned self] in gapGuide(after: $0).node })
    rules.write()
    return rules
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
    for (rule, constraint) in zip(missing, node.install(missing.map(\.systemRule))) {
      madeConstraints[rule.key] = constraint
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
