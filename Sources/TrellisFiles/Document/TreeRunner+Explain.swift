// What decides a number, from the façade's constraints to the document's.

import Trellis

extension TreeRunner {
  /// An explanation with places as offsets.
  struct Explained {
    struct Influence {
      var id: String
      var derivative: Double
      var constant: Double
      var priority: Double
      var label: String?
      var offset: Int?
    }

    var value: Double
    var isAmbiguous: Bool
    var influences: [Influence]
  }

  static func explain(
    _ document: TreeDocument, _ item: Item, _ attribute: AttributeName, after edits: Int
  ) throws(Fault) -> Explained {
    var runner = try TreeRunner(document)
    _ = try runner.states(Array(document.edits.prefix(edits)), findAmbiguity: false)
    do throws(LayoutError) {
      return try runner.explained(runner.item(item), attribute)
    } catch {
      throw Fault(0, oneLine(error.description))
    }
  }

  private func explained(_ item: any LayoutItem, _ name: AttributeName) throws(LayoutError) -> Explained {
    let attribute = Attribute(rawValue: name.rawValue) ?? .notAnAttribute
    let influences = try scene.influences(on: item, attribute)
    let open = try scene.ambiguities().filter { $0.item === item && $0.axis == attribute.axis }.map(\.attribute)
    // The near edge is a number of its own; the others are made of it and the size.
    let near: [Attribute] = isRightToLeft(item) ? [.left, .top, .trailing] : [.left, .top, .leading]
    let isNear = near.contains(attribute)
    let isAmbiguous =
      attribute.isSize
      ? open.contains(attribute) : open.contains { !$0.isSize } || (!isNear && open.contains { $0.isSize })
    return Explained(
      value: number(item, attribute), isAmbiguous: isAmbiguous,
      influences: influences.map { influence in
        let constraint = influence.constraint
        let origin = origin(of: constraint)
        return Explained.Influence(
          id: origin.id, derivative: influence.derivative, constant: constraint.constant,
          priority: Double(constraint.priority.rawValue), label: constraint.label, offset: origin.offset)
      })
  }

  /// The number as it stands in the frame.
  private func number(_ item: any LayoutItem, _ attribute: Attribute) -> Double {
    let frame = item.frame
    let isRightToLeft = isRightToLeft(item)
    return switch attribute {
    case .left: frame.minX
    case .right: frame.maxX
    case .leading: isRightToLeft ? frame.maxX : frame.minX
    case .trailing: isRightToLeft ? frame.minX : frame.maxX
    case .top: frame.minY
    case .bottom: frame.maxY
    case .width: frame.width
    case .height: frame.height
    case .centerX: frame.midX
    default: frame.midY
    }
  }

  private func isRightToLeft(_ item: any LayoutItem) -> Bool {
    let view = item as? View ?? (item as? LayoutGuide)?.owningView
    return view?.effectiveLayoutDirection == .rightToLeft
  }
}
