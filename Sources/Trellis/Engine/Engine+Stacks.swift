// Views that arrange others: when their constraints are brought up to date, and whose baselines are theirs.

extension Engine {
  /// Queues a stack whose arrangement, hidden views or proportions changed, and those around it that share out in
  /// proportion to what it adds up to.
  func queueStack(_ stack: any ArrangingView) {
    needsLayout = true
    // Whoever queued it has queued those around it.
    guard enqueue(stack) else { return }
    var parent = stack.node.parent
    while let node = parent, let outer = node.arranging, !outer.isQueued {
      if outer.sharesInProportion { enqueue(outer) }
      parent = node.parent
    }
  }

  /// Whether the stack was not queued yet.
  @discardableResult
  private func enqueue(_ stack: any ArrangingView) -> Bool {
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
      guard let stack = node.arranging else { continue }
      stack.isQueued = false
      if node.engine === self { stack.updateArrangement(in: self) }
    }
    stacks.finish()
    relowerMovedBaselines()
  }

  /// The intrinsic size of a view changed: stacks around it may share out in proportion to it.
  ///
  /// - Parameter force: Whether they have to be looked at for another reason.
  func queueStacks(around node: ItemNode, force: Bool = false) {
    var parent = node.parent
    while let node = parent, let stack = node.arranging {
      // Whoever came by here has queued those around it.
      if !force, !stacks.visit(node.slot) { return }
      if force || stack.sharesInProportion { queueStack(stack) }
      parent = node.parent
    }
  }

  /// The lengths of a stack's visible views along its axis for shares in proportion: their intrinsic ones; for a stack
  /// that has none, what its arranged views add up to. Negative for none. Linear in the stacks inside, which are looked at
  /// once in each update.
  func intrinsicLengths(of stack: any ArrangingView) -> [Double] {
    let axis = stack.axis
    var known = stacks.lengths[axis]
    defer { stacks.lengths[axis] = known }
    var pending: [(stack: any ArrangingView, isOpen: Bool)] = [(stack, false)]
    func length(of view: View) -> Double {
      guard view.node.slot >= 0 else { return -1 }
      let own = slots[Int(view.node.slot)].contentSize[axis]
      return own < 0 ? known[ObjectIdentifier(view)] ?? -1 : own
    }
    while let (inner, isOpen) = pending.popLast() {
      let views = inner.visibleViews
      if !isOpen {
        pending.append((inner, true))
        for stack in views.lazy.compactMap(\.arranging) where known[ObjectIdentifier(stack)] == nil {
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
        let gaps = views.dropLast().reduce(0) { $0 + inner.spacing(after: $1) }
        known[ObjectIdentifier(inner)] = max(0, lengths.reduce(gaps) { $0 + max(0, $1) })
      }
    }
    return stack.visibleViews.map(length)
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
        if let end = dependents.baselineEnds?[isLast, node.slot], let known = slots[Int(end)].node {
          node = known
          break
        }
        passed.append(node.slot)
      }
      node = next
    }
    for slot in passed { dependents.baselineEnds?[isLast, slot] = node.slot }
    return node
  }

  private func firstBaselineSource(_ node: ItemNode) -> ItemNode? {
    node.kind == .stackView ? stackWithoutBaselines(node)?.firstBaselineNode : node.baselineSources?.first
  }

  private func lastBaselineSource(_ node: ItemNode) -> ItemNode? {
    node.kind == .stackView ? stackWithoutBaselines(node)?.lastBaselineNode : node.baselineSources?.last
  }

  private func stackWithoutBaselines(_ node: ItemNode) -> (any ArrangingView)? {
    guard (node.metrics?.firstBaseline ?? 0) == 0, (node.metrics?.lastBaseline ?? 0) == 0 else { return nil }
    return node.arranging
  }
}
