// What decides a number of a frame, and by how much (semantics 2.6).
//
// At a layout every value is a linear function of the constants of the tight rows, so its derivative by each of them says
// which constraints decide it; Auto Layout's `constraintsAffectingLayout` asks for no more than their names.

import Simplex

/// A constraint that decides a number, and how much.
public struct Influence {
  /// The constraint; also one that the system made, such as a content size or the root's size.
  public let constraint: Constraint
  /// How far the number moves, in points, when the constraint's constant grows by one point. Holds until another
  /// constraint becomes tight.
  public let derivative: Double
}

extension Scene {
  /// The constraints that decide a number of the last layout: how far it moves with the constant of each.
  ///
  /// A position is measured from the superview (a guide's from its owning view), as in ``View/frame``. Constraints
  /// need not mention the item. In the order of activation, those that the system made last. Pending edits are laid out
  /// first. Costs a factorization of the scene.
  ///
  /// - Parameters:
  ///   - item: A view or guide of the scene.
  ///   - attribute: The number: an edge, a centre, a size. Baselines and margins move with their edges.
  /// - Throws: ``LayoutError/Kind/unknownAttribute`` for ``Attribute/notAnAttribute``, ``LayoutError/Kind/missingItem``
  ///   for an item of another scene, and as ``layout()``.
  public func influences(on item: any LayoutItem, _ attribute: Attribute) throws(LayoutError) -> [Influence] {
    guard attribute != .notAnAttribute else {
      throw LayoutError(.unknownAttribute, "\(itemDescription(item.node)) has no attribute notAnAttribute.")
    }
    guard item.node.engine === engine else {
      throw LayoutError(.missingItem, "\(itemDescription(item.node)) is not in this scene.")
    }
    try layout()
    return try engine.influences(on: item.node, attribute)
  }
}

extension View {
  /// The constraints that decide where the view lies along an axis and how large it is: those on its centre and on its
  /// width or height. They need not mention the view. None outside a scene.
  ///
  /// - Throws: As ``Scene/influences(on:_:)``.
  public func constraintsAffectingLayout(for axis: Axis) throws(LayoutError) -> [Constraint] {
    guard let scene = node.engine?.scene else { return [] }
    let attributes = axis.attributes
    var found = try scene.influences(on: self, attributes.center).map(\.constraint)
    for influence in try scene.influences(on: self, attributes.extent)
    where !found.contains(where: { $0 === influence.constraint }) {
      found.append(influence.constraint)
    }
    return found.sortedByRank()
  }
}

extension Engine {
  fileprivate func influences(on node: ItemNode, _ attribute: Attribute) throws(LayoutError) -> [Influence] {
    guard let solver, node.slot >= 0 else { return [] }
    guard !node.isUnknown, node.parent?.isUnknown != true || node === root else {
      throw LayoutError(
        .noAnswer, "\(itemDescription(node)) has not been laid out yet.  Ask again after this layout.")
    }
    let (terms, coefficients) = frameTerms(node, attribute)
    let found: [Sensitivity]
    do {
      // Exercising an ambiguity leaves the solver without an answer.
      if solver.outcome != .optimal {
        reader.needsFullRead = true
        _ = try solver.solve()
      }
      found = try solver.sensitivity(of: terms, coefficients)
    } catch {
      throw LayoutError(error)
    }
    var influences: [Influence] = []
    for entry in found {
      guard case .row(let row) = entry.member, let constraint = constraint(of: row) else { continue }
      // A mirrored constraint has its constant negated in its row.
      let isNegated = constraint.kind == .relation && isMirrored(constraint)
      influences.append(
        Influence(constraint: constraint, derivative: isNegated ? -entry.derivative : entry.derivative))
    }
    return influences.map { ($0.constraint.rank, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The variables that a number of an item's frame is made of.
  func frameTerms(_ node: ItemNode, _ attribute: Attribute) -> (variables: [Variable], coefficients: [Double]) {
    let offset = attribute.axis == .vertical ? 1 : 0
    let base = 4 * Int(node.slot) + offset
    if attribute.isSize { return ([storage.variables[base + 2]], [1]) }
    var terms = [storage.variables[base]]
    var coefficients = [1.0]
    let isRightToLeft = slots[Int(node.slot)].direction == .rightToLeft
    let share = attribute.shareOfSize(isRightToLeft)
    if share > 0 {
      terms.append(storage.variables[base + 2])
      coefficients.append(share)
    }
    // The frame guide of a scroll view shares its slot, and lies at its origin.
    let origin = node.kind == .frameGuide ? node.slot : slots[Int(node.slot)].parent
    if origin >= 0 {
      terms.append(storage.variables[4 * Int(origin) + offset])
      coefficients.append(-1)
    }
    return (terms, coefficients)
  }
}

extension Attribute {
  /// How much of the size lies between the near edge and a position.
  fileprivate func shareOfSize(_ isRightToLeft: Bool) -> Double {
    switch self {
    case .left, .top, .leftMargin, .topMargin, .firstBaseline, .notAnAttribute, .width, .height: 0
    case .right, .bottom, .rightMargin, .bottomMargin, .lastBaseline: 1
    case .leading, .leadingMargin: isRightToLeft ? 1 : 0
    case .trailing, .trailingMargin: isRightToLeft ? 0 : 1
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: 0.5
    }
  }
}
