// Which items have properties that can only be computed from frames. `FixedPoint` computes them.

/// A view whose height follows from its width.
struct WidthDependent {
  let node: ItemNode
  /// The width that the height was asked for last, and what it was; nil for one to be asked again.
  var asked: (width: Double, height: Double)?
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

/// The items whose properties depend on frames. The lists may hold items that have left, until the next layout.
struct FrameDependents {
  /// Views whose height follows from their width, by slot.
  var heights: [Int32: WidthDependent] = [:]
  /// Views whose safe area some constraint depends on.
  var safeAreas: [ItemNode] = []
  /// Views with a readable guide.
  var readable: [ItemNode] = []
  /// Views with a keyboard guide.
  var keyboard: [ItemNode] = []
  /// Stack views whose baselines some constraint mentions.
  var baselineStacks: [ItemNode] = []
  /// Those of them that took another view's than their first.
  var movedBaselines: [ItemNode] = []
  /// Whether any view has ever said that its baselines are another view's.
  var hasBaselineSources = false
  /// Where chains of baselines end, while rows are lowered.
  var baselineEnds: BaselineEnds?
  /// How many active constraints relate a width to a height.
  var crossAxisCount = 0

  /// Whether any active constraint relates a width to a height.
  var isCoupled: Bool { crossAxisCount > 0 }

  /// Forgets what has left, and what is in a list twice because it came back.
  mutating func removeStale(from engine: Engine) {
    safeAreas.removeAll { node in
      guard node.engine === engine, node.hasDependentSafeArea else { return true }
      node.hasDependentSafeArea = false
      return false
    }
    for node in safeAreas { node.hasDependentSafeArea = true }
    var seen: Set<Int32> = []
    readable.removeAll { $0.engine !== engine || !seen.insert($0.slot).inserted }
    seen = []
    keyboard.removeAll { $0.engine !== engine || !seen.insert($0.slot).inserted }
    seen = []
    baselineStacks.removeAll { node in
      node.engine !== engine || node.arranging?.hasDependentBaseline != true || !seen.insert(node.slot).inserted
    }
  }
}
