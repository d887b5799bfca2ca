// What a document's layout shows besides frames: its constraints as lengths, and what decides each frame.

import Trellis

extension TreeRunner {
  /// Documents with more items times constraints than this are shown without what decides each frame: it would take
  /// longer than anybody waits for a page.
  private static let largestInfluences = 250_000

  // MARK: - Words

  /// A constraint as a document would write it.
  func words(_ constraint: Constraint) -> String {
    let item = constraint.firstItem.map(name) ?? ""
    if constraint.isContentSize {
      return "content \(constraint.firstAttribute) of \(item): \(rounded(constraint.constant))"
    }
    if constraint.firstItem === scene.root, constraint.isSystemMade, constraint.secondItem == nil {
      return "size of root: \(constraint.firstAttribute) \(rounded(constraint.constant))"
    }
    let relation = constraint.relation == .equal ? "=" : constraint.relation == .lessThanOrEqual ? "<=" : ">="
    var text = "\(item).\(constraint.firstAttribute) \(relation) "
    if let second = constraint.secondItem {
      if constraint.multiplier != 1 { text += "\(rounded(constraint.multiplier)) * " }
      text += "\(name(of: second)).\(constraint.secondAttribute)"
      if constraint.constant != 0 {
        text += constraint.constant < 0 ? " - " : " + "
        text += rounded(abs(constraint.constant))
      }
    } else {
      text += rounded(constraint.constant)
    }
    return constraint.priority.isRequired ? text : text + " @ \(constraint.priority)"
  }

  private func words(_ constraint: Constraint, number: Int) -> String {
    guard let label = document.constraints[number].label else { return words(constraint) }
    return "\(words(constraint)) (\(label))"
  }

  // MARK: - Dimensions

  /// The active constraints as lengths between two points.
  func dimensions(_ ambiguous: [LayoutState.Ambiguity]) -> [LayoutState.Dimension] {
    let broken = Set(scene.brokenConstraints.map(ObjectIdentifier.init))
    let open = Set(ambiguous.map { "\($0.item) \($0.axis ?? "")" })
    var dimensions: [LayoutState.Dimension] = []
    for (number, list) in constraints.enumerated() {
      for constraint in list where constraint.isActive {
        guard let first = constraint.firstItem, let axis = constraint.firstAttribute.axis, isSeen(first),
          let line = line(constraint, first, axis)
        else { continue }
        var mark = LayoutState.Dimension.Mark.holds
        if broken.contains(ObjectIdentifier(constraint)) {
          mark = .broken
        } else if open.contains("\(name(of: first)) \(axis == .horizontal ? "horizontal" : "vertical")") {
          mark = .open
        } else if abs(constraint.residual ?? 0) > 0.01 {
          mark = .missed
        }
        let label = MeasuredConstraint(
          attribute: constraint.firstAttribute, relation: constraint.relation, multiplier: constraint.multiplier,
          constant: constraint.constant, isPair: constraint.secondItem != nil
        ).label
        dimensions.append(
          LayoutState.Dimension(
            x1: line.0.x, y1: line.0.y, x2: line.1.x, y2: line.1.y, text: label, mark: mark,
            tip: words(constraint, number: number), isSize: constraint.firstAttribute.isSize,
            constraint: document.constraints[number].id))
      }
    }
    return dimensions
  }

  func isSeen(_ item: any LayoutItem) -> Bool {
    var view = Self.view(of: item)
    while let next = view {
      if next.isHidden { return false }
      view = next.superview
    }
    return true
  }

  private func line(_ constraint: Constraint, _ first: any LayoutItem, _ axis: Axis) -> (Point, Point)? {
    let rect = rect(of: first)
    if constraint.firstAttribute.isSize { return MeasuredConstraint.size(of: rect, axis) }
    guard let second = constraint.secondItem, let one = coordinate(first, constraint.firstAttribute),
      let two = coordinate(second, constraint.secondAttribute)
    else { return nil }
    return MeasuredConstraint.distance(axis, from: one, of: rect, to: two, of: self.rect(of: second))
  }

  private func coordinate(_ item: any LayoutItem, _ attribute: Attribute) -> Double? {
    let margins = (item as? View)?.effectiveLayoutMargins ?? .zero
    let isRightToLeft = Self.view(of: item)?.effectiveLayoutDirection == .rightToLeft
    return MeasuredConstraint.coordinate(attribute, in: rect(of: item), margins: margins, isRightToLeft: isRightToLeft)
  }

  /// The view that an item is, or belongs to.
  static func view(of item: any LayoutItem) -> View? { item as? View ?? (item as? LayoutGuide)?.owningView }

  /// The alignment rectangle of an item in the root's coordinates. Linear in the depth.
  private func rect(of item: any LayoutItem) -> Rect {
    let view = item as? View
    var rect = view.map { $0.alignmentRect(forFrame: $0.frame) } ?? item.frame
    var superview = view == nil ? Self.view(of: item) : view?.superview
    while let next = superview {
      rect.origin.x += next.frame.minX
      rect.origin.y += next.frame.minY
      superview = next.superview
    }
    return rect
  }

  // MARK: - Influences

  /// For each item of the result, the constraints that decide its frame, and by how much; empty for a document that is
  /// too large for that.
  func influences() throws(LayoutError) -> [[LayoutInfluence]] {
    let items: [any LayoutItem] = views + guides
    guard items.count * constraints.count <= Self.largestInfluences else { return [] }
    var result: [[LayoutInfluence]] = []
    for item in items {
      var found: [(constraint: Constraint, change: [Double])] = []
      for (number, attribute) in [Attribute.left, .top, .width, .height].enumerated() {
        for influence in try scene.influences(on: item, attribute) {
          let index = found.firstIndex { $0.constraint === influence.constraint }
          if index == nil { found.append((influence.constraint, [0, 0, 0, 0])) }
          found[index ?? found.count - 1].change[number] += influence.derivative
        }
      }
      result.append(
        found.filter { $0.change.contains { abs($0) > 1e-3 } }.map { constraint, change in
          let origin = origin(of: constraint)
          let isOurs = origin.order >= 0
          return LayoutInfluence(
            constraint: isOurs ? origin.id : nil,
            text: isOurs ? words(constraint, number: origin.order) : words(constraint), change: change)
        })
    }
    return result
  }
}
