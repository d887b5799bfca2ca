// Moving an ambiguous view to another layout that is just as good (semantics 2.6), so that someone sees what is missing.
//
// The open numbers are drawn to others at a level below every priority that a constraint can have, so everything that the
// constraints ask for stays as well met as it was. Where they are drawn to is a function of the seed.

import Simplex

extension View {
  /// Moves the view, and what hangs together with it, to another layout that meets the constraints as well as the last
  /// one, as UIKit's method does: ``exerciseAmbiguityInLayout(seed:)`` with one seed after the other, so that calls on a
  /// scene go through several layouts.
  ///
  /// - Returns: Whether the view moved: false where its layout is not ambiguous, outside a scene, and where the layout
  ///   fails, which the next one throws.
  @discardableResult
  public func exerciseAmbiguityInLayout() -> Bool {
    do { return try exerciseAmbiguityInLayout(seed: nil) } catch { return postponed(error) }
  }

  private func postponed(_ error: LayoutError) -> Bool {
    node.engine?.postponeAgain(error)
    return false
  }

  /// Moves the view, and what hangs together with it, to another layout that meets the constraints as well as the last
  /// one. A tool for finding what is missing: the next layout after an edit may give any of them.
  ///
  /// Pending edits are laid out first. The same seed gives the same layout.
  ///
  /// - Parameter seed: Chooses the layout; nil for a seed that no call before has had.
  /// - Returns: Whether the view moved: false where its layout is not ambiguous, and outside a scene.
  /// - Throws: As ``Scene/layout()``.
  @discardableResult
  public func exerciseAmbiguityInLayout(seed: UInt64?) throws(LayoutError) -> Bool {
    guard let scene = node.engine?.scene else { return false }
    try scene.layout()
    return try scene.exercise(self, seed: seed)
  }
}

extension Scene {
  /// How often one call tries other directions, where what it draws to is out of reach.
  private static let attempts: UInt64 = 8

  fileprivate func exercise(_ view: View, seed: UInt64?) throws(LayoutError) -> Bool {
    let open = try ambiguities().filter { $0.item === view }.map(\.attribute)
    guard !open.isEmpty, engine.solver != nil else { return false }
    engine.ambiguity.exerciseCount += 1
    let before = view.frame
    for attempt in 0..<Self.attempts {
      var generator = Generator(state: (seed ?? engine.ambiguity.exerciseCount) &* 1_000_003 &+ attempt)
      let targets = open.map { attribute in
        let reach = 20 + 180 * generator.unit()
        return (attribute, generator.next() & 1 == 0 ? reach : -reach)
      }
      do { try engine.draw(view.node, targets) } catch { throw LayoutError(error) }
      _ = try engine.readFrames(scale: scale)
      if view.frame != before { return true }
    }
    return false
  }
}

extension Engine {
  /// Below the least float, and above zero: no priority of a constraint is lower.
  private static let drawingPriority = Double(Float.leastNonzeroMagnitude) / 2

  /// Solves with the attributes drawn to so many points from where they are, and takes out again what drew them.
  fileprivate func draw(_ node: ItemNode, _ targets: [(Attribute, Double)]) throws(SolverError) {
    guard let solver else { return }
    var batch = RowBatch()
    for (attribute, distance) in targets {
      let offset = (attribute.isSize ? 2 : 0) + (attribute.axis == .vertical ? 1 : 0)
      let variable = storage.variables[4 * Int(node.slot) + offset]
      let parent = attribute.isSize ? -1 : Int(slots[Int(node.slot)].parent)
      var value = try solver.values([variable])[0]
      batch.append(variable, 1)
      if parent >= 0 {
        // In the superview, as in a frame.
        batch.append(storage.variables[4 * parent + offset], -1)
        value -= try solver.values([storage.variables[4 * parent + offset]])[0]
      }
      let target = attribute.isSize ? abs(value + distance) : value + distance
      batch.end(.equal, constant: target, priority: Self.drawingPriority)
    }
    reader.needsFullRead = true
    let rows = try solver.add(batch)
    let result = Result { () throws(SolverError) in try solver.solve() }
    try solver.remove(rows)
    _ = try result.get()
  }
}

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators (OOPSLA 2014).
private struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Between 0 and 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
