// From the solver's values to frames.
//
// After edits of constants the solver names the variables that changed, and only the items they belong to are looked
// at, with their subviews where an origin moved. Otherwise one pass over flat arrays finds the edges that moved. Only
// items whose frame is another are written to and reported. Rounding is the last step: each edge, half up, in absolute
// space, so that what touches before touches after, and a size is the difference of rounded edges.

import Simplex

extension Engine {
  /// Reads values and writes the frames that changed. Linear in the items of the variables that changed, and their
  /// subviews; in the scene where many did.
  ///
  /// - Parameter scale: Pixels per point to round to; nil for none.
  /// - Returns: The items whose frame changed.
  func readFrames(scale: Double?) throws(LayoutError) -> [FrameChange] {
    guard let solver else { return [] }
    let newer = 4 * slots.count - edges.count
    if newer > 0 { edges.append(contentsOf: repeatElement(.nan, count: newer)) }
    var affected: [Int]
    do {
      let touched = scale == readScale ? try touchedSlots(solver) : nil
      if let touched {
        affected = try affectedSlots(touched, solver, scale)
      } else {
        affected = try affectedSlots(solver, scale)
      }
    } catch {
      throw LayoutError(error)
    }
    readScale = scale
    unreadSlots.removeAll(keepingCapacity: true)
    solvesToRead = 0
    needsFullReading = false
    var changes: [FrameChange] = []
    for slot in affected {
      guard let node = slots[slot].node else { continue }
      let frame = relativeFrame(slot, Int(slots[slot].parent))
      guard frame != node.frame else { continue }
      node.frame = frame
      if let item = node.item { changes.append(FrameChange(item: item, frame: frame)) }
    }
    return changes
  }

  /// Notes whose variables these are: four of each item.
  func noteSlots(_ added: [Int32], of fresh: [Variable]) {
    let highest = fresh.reduce(-1) { max($0, Int($1.index)) }
    let missing = highest + 1 - variableSlots.count
    if missing > 0 { variableSlots.append(contentsOf: repeatElement(-1, count: missing)) }
    for (place, variable) in fresh.enumerated() { variableSlots[Int(variable.index)] = added[place / 4] }
  }

  /// The slots whose edges may have moved, each once; nil where everything is to be looked at.
  private func touchedSlots(_ solver: Solver) throws(SolverError) -> [Int]? {
    guard !needsFullReading, solvesToRead <= 1 else { return nil }
    let changes = solvesToRead == 0 ? [] : try solver.changes()
    guard 4 * (changes.count + unreadSlots.count) <= slots.count else { return nil }
    let missing = slots.count - slotMarks.count
    if missing > 0 { slotMarks.append(contentsOf: repeatElement(false, count: missing)) }
    var touched = [Int(root.slot)]
    slotMarks[touched[0]] = true
    func touch(_ slot: Int) {
      guard slot >= 0, 4 * slot + 4 <= variables.count, !slotMarks[slot] else { return }
      slotMarks[slot] = true
      touched.append(slot)
    }
    for slot in unreadSlots { touch(Int(slot)) }
    for variable in changes { touch(Int(variableSlots[Int(variable.index)])) }
    for slot in touched { slotMarks[slot] = false }
    return touched
  }

  /// Of some slots and what lies in them, those whose frame may have changed, ascending.
  private func affectedSlots(_ touched: [Int], _ solver: Solver, _ scale: Double?) throws(SolverError) -> [Int] {
    var touchedVariables: [Variable] = []
    touchedVariables.reserveCapacity(4 * touched.count)
    for slot in touched {
      for place in (4 * slot)..<(4 * slot + 4) { touchedVariables.append(variables[place]) }
    }
    try solver.readValues(touchedVariables, into: &freshValues)
    let reading = EdgeReading(self, scale)
    var affected: [Int] = []
    for (index, slot) in touched.enumerated() {
      guard let node = slots[slot].node else { continue }
      let (left, top) = (edges[4 * slot], edges[4 * slot + 1])
      guard reading.update(slot, freshValues, at: 4 * index, &edges) else { continue }
      affected.append(slot)
      guard let view = node.view, left != edges[4 * slot] || top != edges[4 * slot + 1] else { continue }
      for subview in view.subviews { affected.append(Int(subview.node.slot)) }
      for guide in view.allGuides { affected.append(Int(guide.node.slot)) }
    }
    return affected.sorted().filter { $0 >= 0 }
  }

  /// The slots of the whole scene whose frame may have changed, ascending.
  private func affectedSlots(_ solver: Solver, _ scale: Double?) throws(SolverError) -> [Int] {
    try solver.readValues(variables, into: &freshValues)
    let reading = EdgeReading(self, scale)
    let (slots, values) = (slots, freshValues)
    var moved = [Bool](repeating: false, count: slots.count)
    var affected: [Int] = []
    affected.reserveCapacity(slots.count)
    // Out of the engine while they are written: there, each access would be checked.
    var edges = self.edges
    self.edges = []
    for slot in slots.indices where slots[slot].isTaken {
      moved[slot] = reading.update(slot, values, at: 4 * slot, &edges)
    }
    self.edges = edges
    for slot in slots.indices {
      let parent = Int(slots[slot].parent)
      if moved[slot] || (parent >= 0 && moved[parent]) { affected.append(slot) }
    }
    return affected
  }

  private func relativeFrame(_ slot: Int, _ parent: Int) -> Rect {
    let base = 4 * slot
    let originX = parent < 0 ? 0 : edges[4 * parent]
    let originY = parent < 0 ? 0 : edges[4 * parent + 1]
    // Adding 0 turns -0 into 0.
    return Rect(
      x: edges[base] - originX + 0, y: edges[base + 1] - originY + 0, width: edges[base + 2] - edges[base],
      height: edges[base + 3] - edges[base + 1])
  }

  /// Where the last layout put an item, in the scene's absolute coordinates.
  func absoluteFrame(_ node: ItemNode) -> Rect? {
    guard node.slot >= 0, 4 * Int(node.slot) < edges.count, edges[4 * Int(node.slot)].isFinite else { return nil }
    let base = 4 * Int(node.slot)
    return Rect(
      x: edges[base], y: edges[base + 1], width: edges[base + 2] - edges[base],
      height: edges[base + 3] - edges[base + 1])
  }
}

/// How values become edges: what the reading of one layout has in common.
private struct EdgeReading {
  let scale: Double?
  let insets: [Int32: PhysicalInsets]
  let root: Int
  let rootSize: Size

  init(_ engine: Engine, _ scale: Double?) {
    self.scale = scale
    insets = engine.insets
    root = Int(engine.root.slot)
    rootSize = engine.rootSize
  }

  /// Whether any edge of the slot's frame is not where it was; its values begin at `place`.
  func update(_ slot: Int, _ values: [Double], at place: Int, _ edges: inout [Double]) -> Bool {
    let base = 4 * slot
    var left = values[place]
    var top = values[place + 1]
    var right = left + values[place + 2]
    var bottom = top + values[place + 3]
    if !insets.isEmpty, let inset = insets[Int32(slot)] {
      left -= inset.left
      top -= inset.top
      right += inset.right
      bottom += inset.bottom
    }
    if slot == root { (left, top, right, bottom) = (0, 0, rootSize.width, rootSize.height) }
    if let scale {
      left = rounded(left, scale)
      top = rounded(top, scale)
      right = rounded(right, scale)
      bottom = rounded(bottom, scale)
    }
    // NaN, of an item that was never read, is unequal to anything.
    if edges[base] == left, edges[base + 1] == top, edges[base + 2] == right, edges[base + 3] == bottom { return false }
    edges[base] = left
    edges[base + 1] = top
    edges[base + 2] = right
    edges[base + 3] = bottom
    return true
  }

  /// Half up, also below zero, as the pixel grid of a window has it. A value that solving left a hair (1e-9 points
  /// times the pixels per point, far above the solver's residuals) under the half is the half.
  private func rounded(_ value: Double, _ scale: Double) -> Double {
    (value * scale + 0.5 + 1e-7).rounded(.down) / scale
  }
}
