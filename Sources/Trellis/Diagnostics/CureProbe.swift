// A copy of a scene's program, in which changes are tried. The scene's own solver keeps its basis: where a layout is
// ambiguous, going there and back could leave it at another of its optima.
//
// The copy starts with the conflicts of the last layout broken, as that did. A change edits a few of its rows and is solved
// from where the last one ended; what it moves is compared with the start.

import Simplex

/// A copy of a scene's program as of its last layout.
final class CureProbe {
  let solver: Solver
  private let engine: Engine
  /// Left, top, width and height of each slot: as the copy was solved first, and last.
  private let start: FlatArray<Double>
  private let values: FlatArray<Double>
  /// Slots whose values may not be those of the start.
  private let touched = SlotSet()
  /// Per slot, the last comparison in which it counted.
  private let stamps = FlatArray<UInt32>()
  private var stamp: UInt32 = 0
  private var changedVariables: [Variable] = []
  private var changedValues: [Double] = []

  /// - Returns: nil before the first layout.
  init?(_ engine: Engine) throws {
    guard let original = engine.solver else { return nil }
    self.engine = engine
    solver = try original.copy()
    (start, values) = (FlatArray<Double>(), FlatArray<Double>())
    guard try solver.solveChecked() == .optimal else {
      throw LayoutError(.noAnswer, "The program of the last layout has no answer any more.")
    }
    let variables = UnsafeBufferPointer(engine.storage.variables.elements)
    for array in [start, values] {
      array.fill(to: variables.count, with: 0)
      try array.write(variables.count) { memory throws(SolverError) in try solver.readValues(variables, to: memory) }
    }
    touched.reserve(variables.count / 4)
    stamps.fill(to: variables.count / 4, with: 0)
  }

  /// Solves what was edited. Whether all required rows hold.
  func solve() throws -> Bool {
    guard try solver.solveChecked() == .optimal else { return false }
    let count = try solver.readChanges(into: &changedVariables, &changedValues)
    for position in 0..<count {
      let index = Int(engine.reader.indexOfVariable[Int(changedVariables[position].index)])
      guard index >= 0 else { continue }
      values[index] = changedValues[position]
      touched.insert(index >> 2)
    }
    return true
  }

  /// How many frames are not where they were at the start, and how far the edge that moved most did.
  func movement() -> (items: Int, largest: Double) {
    var (items, largest) = (0, 0.0)
    stamp += 1
    func look(at slot: Int) {
      guard slot < stamps.count, stamps[slot] != stamp else { return }
      stamps[slot] = stamp
      let move = movement(of: slot)
      guard move > Self.tolerance else { return }
      items += 1
      largest = max(largest, move)
    }
    for member in touched.members.elements {
      let slot = Int(member)
      guard engine.slots[slot].isTaken else { continue }
      look(at: slot)
      // What stays where it was while its superview's origin moves has another frame.
      guard (0..<2).contains(where: { abs(values[4 * slot + $0] - start[4 * slot + $0]) > Self.tolerance }) else {
        continue
      }
      var child = Int(engine.slots[slot].firstChild)
      while child >= 0 {
        look(at: child)
        child = Int(engine.slots[child].nextSibling)
      }
    }
    return (items, largest)
  }

  /// Moves up to this, in points, are rounding.
  private static let tolerance = 1e-6

  private func movement(of slot: Int) -> Double {
    let parent = Int(engine.slots[slot].parent)
    var largest = 0.0
    for offset in 0..<2 {
      var near = values[4 * slot + offset] - start[4 * slot + offset]
      if parent >= 0 { near -= values[4 * parent + offset] - start[4 * parent + offset] }
      let size = values[4 * slot + 2 + offset] - start[4 * slot + 2 + offset]
      largest = max(largest, abs(near), abs(near + size))
    }
    return largest
  }
}
