// From the solver's values to frames.
//
// After each solve the solver names the variables that changed, and only the items they belong to are looked at, with
// their subviews where an origin moved. Only where values are those of another solver, or the rounding is another, one pass
// over flat arrays goes through everything. Only items whose frame is another are written to and reported. Rounding is the
// last step: each edge, half up, in absolute space, so that what touches before touches after, and a size is the
// difference of rounded edges.

import Simplex

extension Engine {
  /// Writes the frames that changed. Linear in the items of the variables that changed, and the subviews of those whose
  /// origin did; in the scene where everything has to be looked at.
  ///
  /// - Parameter scale: Pixels per point to round to; nil for none.
  /// - Returns: The items whose frame changed; nil for none.
  func readFrames(scale: Double?) throws(LayoutError) -> ChangeList? {
    guard let solver else { return nil }
    makeRoom()
    let reading = EdgeReading(self, scale)
    do {
      if needsFullReading || scale != readScale {
        try readAllValues(solver)
        moveAllEdges(reading)
      } else {
        try readNewValues(solver)
        moveTouchedEdges(reading)
      }
    } catch {
      throw LayoutError(error)
    }
    readScale = scale
    unreadSlots = unknownSlots
    needsFullReading = false
    touchedSlots.sort()
    defer { touchedSlots.removeAll() }
    return writeFrames()
  }

  /// Notes whose variables these are: four of each item.
  func noteSlots(_ added: [Int32], of fresh: [Variable]) {
    // Out of the engine while they are written: there, each access would be checked.
    var variables = variables
    self.variables = []
    let places = variablePlaces
    var highest: Int32 = -1
    for variable in fresh { highest = max(highest, variable.index) }
    places.fill(to: Int(highest) + 1, with: -1)
    for (index, slot) in added.enumerated() {
      for offset in 0..<4 {
        let variable = fresh[4 * index + offset]
        variables[4 * Int(slot) + offset] = variable
        places[Int(variable.index)] = 4 * slot + Int32(truncatingIfNeeded: offset)
      }
    }
    self.variables = variables
  }

  /// Takes over the values that the last solve changed. To be called after each that had an answer, before anything is
  /// edited: the solver tells what the last one changed, and a layout may take several.
  func takeChanges(_ solver: Solver) throws(LayoutError) {
    guard !needsFullReading else { return }
    makeRoom()
    let count: Int
    do {
      count = try solver.readChanges(into: &changedVariables, &changedValues)
    } catch {
      needsFullReading = true
      throw LayoutError(error)
    }
    let (places, values, touched) = (variablePlaces.elements, values.elements, touchedSlots)
    changedVariables.withUnsafeBufferPointer { variables in
      changedValues.withUnsafeBufferPointer { fresh in
        for index in 0..<count {
          let place = Int(places[Int(variables[index].index)])
          guard place >= 0 else { continue }
          values[place] = fresh[index]
          touched.insert(place >> 2)
        }
      }
    }
  }

  /// What came in while this layout was running: it has no variables yet, and waits for the next one.
  private var unknownSlots: [Int32] { addedSlots.filter { slots[Int($0)].node?.isUnknown == true } }

  /// Room by slot for what came in.
  func makeRoom() {
    guard values.count < 4 * slots.count else { return }
    values.fill(to: 4 * slots.count, with: 0)
    edges.fill(to: 4 * slots.count, with: .nan)
    touchedSlots.reserve(slots.count)
  }

  // MARK: Values

  private func readAllValues(_ solver: Solver) throws(SolverError) {
    let variables = variables
    try values.write(variables.count) { place throws(SolverError) in try solver.readValues(variables, to: place) }
    values.fill(to: 4 * slots.count, with: 0)
  }

  /// Reads the values of the items whose frame may be another though no variable changed.
  private func readNewValues(_ solver: Solver) throws(SolverError) {
    touchedSlots.insert(Int(root.slot))
    let known = unreadSlots.filter { slots[Int($0)].node?.isUnknown == false }
    guard !known.isEmpty else { return }
    let fresh = try solver.values(known.flatMap { variables[(4 * Int($0))..<(4 * Int($0) + 4)] })
    for (index, slot) in known.enumerated() {
      for offset in 0..<4 { values[4 * Int(slot) + offset] = fresh[4 * index + offset] }
      touchedSlots.insert(Int(slot))
    }
  }

  // MARK: Edges

  /// Moves the edges of the items that were touched, and touches what lies in an item whose origin moved: its frame may
  /// be another though its edges are not.
  private func moveTouchedEdges(_ reading: EdgeReading) {
    touchedSlots.sort()
    let (slots, values, edges, touched) = (slots.elements, values.elements, edges.elements, touchedSlots)
    // Those that are touched here go behind the others, and the members may move.
    for place in 0..<touched.members.count {
      let slot = Int(touched.members[place])
      let (left, top) = (edges[4 * slot], edges[4 * slot + 1])
      guard slots[slot].isTaken, reading.update(slot, values, edges) else { continue }
      guard left != edges[4 * slot] || top != edges[4 * slot + 1] else { continue }
      var child = Int(slots[slot].firstChild)
      while child >= 0 {
        touched.insert(child)
        child = Int(slots[child].nextSibling)
      }
    }
  }

  /// The same for all items.
  private func moveAllEdges(_ reading: EdgeReading) {
    let (slots, values, edges, unknown) = (slots.elements, values.elements, edges.elements, Set(unknownSlots))
    var moved = [Bool](repeating: false, count: slots.count)
    for slot in slots.indices where slots[slot].isTaken && (unknown.isEmpty || !unknown.contains(Int32(slot))) {
      moved[slot] = reading.update(slot, values, edges)
    }
    for slot in slots.indices {
      let parent = Int(slots[slot].parent)
      if moved[slot] || (parent >= 0 && moved[parent]) { touchedSlots.insert(slot) }
    }
  }

  // MARK: Frames

  /// Writes the frames of the items noted that are not what they were.
  private func writeFrames() -> ChangeList? {
    let (slots, edges, frames) = (slots.elements, edges.elements, frames.elements)
    let (changed, list) = (FlatArray<Int32>(), FlatArray<Rect>())
    let savepoint = transaction.savepoint
    changed.reserveCapacity(touchedSlots.members.count)
    list.reserveCapacity(touchedSlots.members.count)
    for member in touchedSlots.members.elements {
      let slot = Int(member)
      // NaN: an item that was never read.
      guard slots[slot].isTaken, !edges[4 * slot].isNaN else { continue }
      let frame = Rect(at: slot, in: Int(slots[slot].parent), edges)
      guard frame != frames[slot] else { continue }
      if let savepoint { slots[slot].read { savepoint.frames.keep($0, frames[slot]) } }
      frames[slot] = frame
      changed.append(member)
      list.append(frame)
    }
    return changed.isEmpty ? nil : makeChangeList(changed, list)
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

extension Rect {
  /// The frame of the item in a slot, in the one that has the slot `parent`; of the root for none.
  @inline(__always)
  fileprivate init(at slot: Int, in parent: Int, _ edges: UnsafeMutableBufferPointer<Double>) {
    let base = 4 * slot
    let originX = parent < 0 ? 0 : edges[4 * parent]
    let originY = parent < 0 ? 0 : edges[4 * parent + 1]
    // Adding 0 turns -0 into 0.
    self.init(
      x: edges[base] - originX + 0, y: edges[base + 1] - originY + 0, width: edges[base + 2] - edges[base],
      height: edges[base + 3] - edges[base + 1])
  }
}

/// How values become edges: what the reading of one layout has in common.
private struct EdgeReading {
  let scale: Double?
  let insets: [Int32: PhysicalInsets]
  let hasInsets: Bool
  let root: Int
  let rootSize: Size

  init(_ engine: Engine, _ scale: Double?) {
    self.scale = scale
    insets = engine.insets
    hasInsets = !insets.isEmpty
    root = Int(engine.root.slot)
    rootSize = engine.rootSize
  }

  /// Whether any edge of the slot's frame is not where it was.
  @inline(__always)
  func update(
    _ slot: Int, _ values: UnsafeMutableBufferPointer<Double>, _ edges: UnsafeMutableBufferPointer<Double>
  ) -> Bool {
    let base = 4 * slot
    var left = values[base]
    var top = values[base + 1]
    var right = left + values[base + 2]
    var bottom = top + values[base + 3]
    if hasInsets, let inset = insets[Int32(slot)] {
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
