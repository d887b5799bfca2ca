// From the solver's values to frames.
//
// After each solve the solver names the variables that changed, and only the items they belong to are looked at, with
// their subviews where an origin moved. Only where values are those of another solver, or the rounding is another, one pass
// over flat arrays goes through everything. Only items whose frame is another are written to and reported. Rounding is the
// last step: each edge, half up, in absolute space, so that what touches before touches after, and a size is the
// difference of rounded edges.

import Simplex

/// The values of the last solve, and which frames may differ from what was written.
struct FrameReader {
  /// Left, top, width and height of each slot as last solved, unless everything has to be read.
  private let values = FlatArray<Double>()
  /// Where in `values` each variable is, by its number.
  let indexOfVariable = FlatArray<Int32>()
  /// What the last solve changed: memory that is used again.
  private var changedVariables: [Variable] = []
  private var changedValues: [Double] = []
  /// Slots whose values have changed since frames were written; while they are, all whose frames may differ.
  private let touched = SlotSet()
  /// Slots whose frame may differ though no variable changed: the item is new, or its insets are.
  private var unread: [Int32] = []
  /// Whether frames are to be read from all variables: they are those of another solver.
  var needsFullRead = true
  /// What frames were last rounded to.
  private var scale: Double?
  /// What layouts changed, as far as nobody has looked yet; not held.
  var changeLists: [WeakChangeList] = []

  /// Notes an item whose frame may differ at the next layout, whatever the solver says.
  @inline(__always)
  mutating func append(_ slot: Int32) {
    if !needsFullRead { unread.append(slot) }
  }

  /// Notes an item whose frame was restored: the next layout that has something to do reads what the solver has.
  func touch(_ slot: Int32) { touched.insert(Int(slot)) }

  /// Makes room for new slots.
  func makeRoom(in storage: SlotStorage) {
    let count = storage.slots.count
    guard values.count < 4 * count else { return }
    values.fill(to: 4 * count, with: 0)
    storage.edges.fill(to: 4 * count, with: .nan)
    touched.reserve(count)
  }

  /// Takes over the values that the last solve changed. To be called after each that had an answer, before anything is
  /// edited: the solver reports what the last one changed, and a layout may take several.
  mutating func takeChanges(of solver: Solver, _ storage: SlotStorage) throws(SolverError) {
    guard !needsFullRead else { return }
    makeRoom(in: storage)
    let count: Int
    do {
      count = try solver.readChanges(into: &changedVariables, &changedValues)
    } catch {
      needsFullRead = true
      throw error
    }
    let (indices, values, touched) = (indexOfVariable.elements, values.elements, touched)
    changedVariables.withUnsafeBufferPointer { variables in
      changedValues.withUnsafeBufferPointer { fresh in
        for position in 0..<count {
          let index = Int(indices[Int(variables[position].index)])
          guard index >= 0 else { continue }
          values[index] = fresh[position]
          touched.insert(index >> 2)
        }
      }
    }
  }

  /// Brings the edges up to date with the last solve.
  ///
  /// - Parameter unknown: Items that came in while the layout was running: they have no variables yet.
  /// - Returns: The slots whose frames may differ, ascending.
  mutating func updateEdges(
    _ solver: Solver, _ storage: SlotStorage, _ reading: EdgeReading, unknown: [Int32]
  ) throws(SolverError) -> FlatArray<Int32> {
    makeRoom(in: storage)
    if needsFullRead || reading.scale != scale {
      let variables = UnsafeBufferPointer(storage.variables.elements)
      try values.write(variables.count) { memory throws(SolverError) in try solver.readValues(variables, to: memory) }
      values.fill(to: 4 * storage.slots.count, with: 0)
      moveAllEdges(storage, reading, unknown)
    } else {
      try readUnread(solver, storage, root: reading.root)
      moveTouchedEdges(storage, reading)
    }
    scale = reading.scale
    unread = unknown
    needsFullRead = false
    touched.sort()
    return touched.members
  }

  /// Frames have been written.
  func finish() { touched.removeAll() }

  /// Reads the values of the items whose frame may differ though no variable changed.
  private func readUnread(_ solver: Solver, _ storage: SlotStorage, root: Int) throws(SolverError) {
    touched.insert(root)
    let known = unread.filter { storage.slots[Int($0)].node?.isUnknown == false }
    guard !known.isEmpty else { return }
    let fresh = try solver.values(storage.variables(of: known))
    for (position, slot) in known.enumerated() {
      for offset in 0..<4 { values[4 * Int(slot) + offset] = fresh[4 * position + offset] }
      touched.insert(Int(slot))
    }
  }

  /// Moves the edges of the items that were touched, and touches what is in an item whose origin moved: its frame may
  /// differ though its edges do not.
  private func moveTouchedEdges(_ storage: SlotStorage, _ reading: EdgeReading) {
    touched.sort()
    let (slots, values, edges) = (storage.slots.elements, values.elements, storage.edges.elements)
    // Those that are touched here come after the others, and the members may move.
    for index in 0..<touched.members.count {
      let slot = Int(touched.members[index])
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
  private func moveAllEdges(_ storage: SlotStorage, _ reading: EdgeReading, _ unknown: [Int32]) {
    let (slots, values, edges) = (storage.slots.elements, values.elements, storage.edges.elements)
    let unknown = Set(unknown)
    var moved = [Bool](repeating: false, count: slots.count)
    for slot in slots.indices where slots[slot].isTaken && (unknown.isEmpty || !unknown.contains(Int32(slot))) {
      moved[slot] = reading.update(slot, values, edges)
    }
    for slot in slots.indices {
      let parent = Int(slots[slot].parent)
      if moved[slot] || (parent >= 0 && moved[parent]) { touched.insert(slot) }
    }
  }
}

extension Engine {
  /// Writes the frames that changed. Linear in the items of the variables that changed, and the subviews of those whose
  /// origin did; in the scene where everything has to be looked at.
  ///
  /// - Parameter scale: Pixels per point to round to; nil for none.
  /// - Returns: The items whose frame changed; nil for none.
  func readFrames(scale: Double?) throws(LayoutError) -> ChangeList? {
    guard let solver else { return nil }
    let touched: FlatArray<Int32>
    do {
      touched = try reader.updateEdges(solver, storage, EdgeReading(self, scale), unknown: unknownSlots)
    } catch {
      throw LayoutError(error)
    }
    defer { reader.finish() }
    return writeFrames(of: touched)
  }

  /// What came in while this layout was running: it has no variables yet, and waits for the next one.
  private var unknownSlots: [Int32] { queue.addedSlots.filter { slots[Int($0)].node?.isUnknown == true } }

  /// Writes the frames that are not what they were.
  private func writeFrames(of touched: FlatArray<Int32>) -> ChangeList? {
    let (slots, edges, frames) = (storage.slots.elements, storage.edges.elements, storage.frames.elements)
    let (changed, list) = (FlatArray<Int32>(), FlatArray<Rect>())
    let savepoint = transaction.savepoint
    changed.reserveCapacity(touched.count)
    list.reserveCapacity(touched.count)
    for member in touched.elements {
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
struct EdgeReading {
  let scale: Double?
  private let insets: [Int32: PhysicalInsets]
  private let hasInsets: Bool
  let root: Int
  private let rootSize: Size

  init(_ engine: Engine, _ scale: Double?) {
    self.scale = scale
    insets = engine.insets.alignment
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
