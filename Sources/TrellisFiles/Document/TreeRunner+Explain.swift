// What decides a number, from the façade's constraints to the document's.

import Trellis

extension TreeRunner {
  static func explain(
    _ document: TreeDocument, _ item: Item, _ attribute: AttributeName, after edits: Int
  ) throws(Fault) -> FoundExplanation {
    var runner = try TreeRunner(document)
    _ = try runner.states(Array(document.edits.prefix(edits)), detail: [])
    do throws(LayoutError) {
      return try runner.scene.explanation(of: runner.item(item), Attribute(attribute)) { constraint in
        let origin = runner.origin(of: constraint)
        return (origin.id, constraint.label, runner.inWords(constraint), origin.offset)
      }
    } catch {
      throw document.fault(error, at: 0)
    }
  }
}

extension Attribute {
  init(_ name: AttributeName) { self = Attribute(rawValue: name.rawValue) ?? .notAnAttribute }
}

extension Scene {
  /// A number of an item's frame, with what decides it.
  ///
  /// - Parameter name: The id, the label, the equation and the location of a constraint in the file.
  func explanation(
    of item: any LayoutItem, _ attribute: Attribute,
    name: (Constraint) -> (id: String, label: String?, equation: String?, offset: Int?)
  ) throws(LayoutError) -> FoundExplanation {
    let influences = try influences(on: item, attribute)
    let open = try ambiguities().filter { $0.item === item && $0.axis == attribute.axis }.map(\.attribute)
    let view = item as? View ?? (item as? LayoutGuide)?.owningView
    let isRightToLeft = view?.effectiveLayoutDirection == .rightToLeft
    // The near edge is a number of its own; the others are made of it and the size.
    let near: [Attribute] = isRightToLeft ? [.left, .top, .trailing] : [.left, .top, .leading]
    let isNear = near.contains(attribute)
    let isAmbiguous =
      attribute.isSize
      ? open.contains(attribute) : open.contains { !$0.isSize } || (!isNear && open.contains { $0.isSize })
    return FoundExplanation(
      value: item.frame.number(attribute, isRightToLeft), isAmbiguous: isAmbiguous,
      influences: influences.map { influence in
        let constraint = influence.constraint
        let name = name(constraint)
        return FoundExplanation.Influence(
          id: name.id, derivative: influence.derivative, constant: constraint.constant,
          priority: Double(constraint.decidingPriority.rawValue), label: name.label, equation: name.equation,
          offset: name.offset)
      })
  }
}

extension Constraint {
  /// The priority; of a content size, that of the view's compression resistance.
  fileprivate var decidingPriority: Priority {
    guard isContentSize, let view = firstItem as? View, let axis = firstAttribute.axis else { return priority }
    return view.contentCompressionResistancePriority(for: axis)
  }
}

extension Rect {
  /// The number that an attribute is in a frame.
  fileprivate func number(_ attribute: Attribute, _ isRightToLeft: Bool) -> Double {
    switch attribute {
    case .left: minX
    case .right: maxX
    case .leading: isRightToLeft ? maxX : minX
    case .trailing: isRightToLeft ? minX : maxX
    case .top: minY
    case .bottom: maxY
    case .width: width
    case .height: height
    case .centerX: midX
    default: midY
    }
  }
}
