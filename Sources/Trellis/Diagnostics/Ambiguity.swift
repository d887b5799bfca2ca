// What constraints leave open (semantics 2.6).
//
// A view is ambiguous if it could have another center or other bounds, and a center is measured in the superview. So
// what is pinned to a container that nothing positions is not ambiguous itself, though it moves with it: the container is
// what the author has to look at. The solver's variables are absolute; where a position and that of the superview are
// both open, a second solver tells whether their difference is.

import Simplex

extension Scene {
  /// What the constraints leave open: the numbers of frames that another layout, just as good, would have different.
  /// Superviews mostly before their subviews.
  ///
  /// A position is measured from the superview, as in ``View/frame``: what is pinned to a container is not open because
  /// the container is. Pending edits are laid out first; while views are being laid out, the last solve counts.
  ///
  /// Examines the whole scene at the first call after a layout, and remembers. Where a container is open, that takes
  /// another solve from scratch.
  ///
  /// - Throws: As ``layout()``.
  public func ambiguities() throws(LayoutError) -> [Ambiguity] {
    try layout()
    if let known = engine.ambiguity.found { return known }
    guard let solver = engine.solver, solver.outcome == .optimal else { return [] }
    let found = try engine.openNumbers(solver)
    engine.ambiguity.found = found
    return found
  }
}

extension Engine {
  /// What is ambiguous in the last solve. An item that no constraint mentions is not: nobody asked for anything.
  fileprivate func openNumbers(_ solver: Solver) throws(LayoutError) -> [Ambiguity] {
    let open: Set<Variable>
    do { open = Set(try solver.ambiguousVariables()) } catch { throw LayoutError(error) }
    if open.isEmpty { return [] }
    var candidates: [OpenVariable] = []
    for (slot, node) in slots.lazy.map(\.node).enumerated() {
      // A stack's guides are open across the axis that they are for; nobody sees them.
      guard let node, node.kind != .stackGuide, isConstrained(node), 4 * slot + 4 <= storage.variables.count else {
        continue
      }
      for offset in 0..<4 {
        let isOpen = open.contains(storage.variables[4 * slot + offset])
        let parent = offset < 2 ? Int(slots[slot].parent) : -1
        let isParentOpen = parent >= 0 && open.contains(storage.variables[4 * parent + offset])
        if isOpen || isParentOpen {
          candidates.append(OpenVariable(slot: slot, offset: offset, isCertain: isOpen != isParentOpen))
        }
      }
    }
    let carried = try carriedAlong(candidates.filter { !$0.isCertain })
    let attributes: [Attribute] = [.left, .top, .width, .height]
    return candidates.compactMap { candidate in
      guard !carried.contains(candidate), let item = slots[candidate.slot].node?.item else { return nil }
      let attribute = attributes[candidate.offset]
      return Ambiguity(item: item, axis: attribute.axis ?? .horizontal, attribute: attribute)
    }
  }

  /// Those of the positions that only move together with the superview's: the program once more, with a variable for
  /// each difference.
  private func carriedAlong(_ candidates: [OpenVariable]) throws(LayoutError) -> Set<OpenVariable> {
    guard !candidates.isEmpty, let scene else { return [] }
    let program = try scene.loweredProgram()
    do throws(SolverError) {
      let solver = try Solver()
      let known = try solver.addVariables(nonnegative: program.nonnegative)
      let differences = try solver.addVariables(nonnegative: Array(repeating: false, count: candidates.count))
      var batch = program.batch(over: known)
      for (candidate, difference) in zip(candidates, differences) {
        guard let own = program.firstVariables[Int32(candidate.slot)],
          let parent = program.firstVariables[slots[candidate.slot].parent]
        else { continue }
        batch.append(known[own + candidate.offset], 1)
        batch.append(known[parent + candidate.offset], -1)
        batch.append(difference, -1)
        batch.end(.equal, constant: 0)
      }
      _ = try solver.add(batch)
      guard try solver.solve() == .optimal else { return [] }
      let open = Set(try solver.ambiguousVariables())
      return Set(zip(candidates, differences).lazy.filter { !open.contains($0.1) }.map(\.0))
    } catch {
      throw LayoutError(error)
    }
  }

  private func isConstrained(_ node: ItemNode) -> Bool {
    if !node.references.isEmpty { return true }
    guard node.isView else {
      // The content area is what a scroll view's edges mean to what is inside.
      return node.kind == .contentGuide && node.parent.map { !$0.references.isEmpty } ?? false
    }
    let rows = slots[Int(node.slot)].contentRows
    return rows.horizontal != nil || rows.vertical != nil
  }
}

/// A number of an item that may be open: left, top, width or height by `offset`.
private struct OpenVariable: Hashable {
  let slot: Int
  let offset: Int
  /// Whether it is open for sure. Otherwise it may be that it only moves with the superview.
  let isCertain: Bool
}

extension View {
  /// Whether another layout, with another center in the superview or other bounds for this view, would satisfy the
  /// constraints as well. False for a view that no constraint mentions, and for one in no scene.
  ///
  /// Pending edits are laid out first. An error of that layout is thrown by the next one. The first question after a
  /// layout examines the whole scene; see ``Scene/ambiguities()``.
  public var hasAmbiguousLayout: Bool {
    guard let scene = node.engine?.scene else { return false }
    do {
      return try scene.ambiguities().contains { $0.item === self }
    } catch {
      scene.engine.postpone(error)
      return false
    }
  }
}
