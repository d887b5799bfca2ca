// Asking a scene why: what decides a number, and why it is no other, in the names of a file.

import Trellis

/// A scene with the names that its file has for items and constraints.
struct ExplainedScene {
  let scene: Scene
  /// What can move, by name, in the file's order.
  let items: [(name: String, item: any LayoutItem)]
  /// The id of a constraint, its label, its equation, and its position in the text.
  let name: (Constraint) -> (id: String, label: String?, equation: String?, offset: Int?)

  /// A number of an item's frame, with what decides it.
  func explanation(of item: any LayoutItem, _ attribute: Attribute) throws(LayoutError) -> FoundExplanation {
    let influences = try scene.influences(on: item, attribute)
    let isAmbiguous = try isAmbiguous(item, attribute)
    let value = number(of: item, attribute)
    var found = FoundExplanation(value: value, isAmbiguous: isAmbiguous, influences: [])
    for influence in influences {
      let constraint = influence.constraint
      let name = name(constraint)
      var made = FoundExplanation.Influence(
        id: name.id, derivative: influence.derivative, constant: constraint.constant,
        priority: Double(constraint.decidingPriority.rawValue), label: name.label, equation: name.equation,
        offset: name.offset)
      if let range = try scene.range(of: constraint, on: item, attribute) {
        made.below = side(range.below)
        made.above = side(range.above)
      }
      let before = frames()
      made.without = try scene.without(constraint) { _ throws(LayoutError) in
        LayoutExplanation.Without(
          value: number(of: item, attribute), isAmbiguous: try self.isAmbiguous(item, attribute),
          moves: moves(since: before))
      }
      found.influences.append(made)
    }
    return found
  }

  /// Why a number is not as somebody wishes.
  func objection(_ wish: NumberWish, of item: any LayoutItem, _ attribute: Attribute) throws(LayoutError)
    -> FoundObjection
  {
    try scene.layout()
    let value = number(of: item, attribute)
    var found = FoundObjection(value: value, isMet: wish.isMet(by: value))
    guard !found.isMet else { return found }
    let before = frames()
    let constraint = try constraint(wish, item, attribute, now: value)
    switch try scene.objection(to: constraint) {
    case .forbidden(let members): found.forbidding = members.map { part($0) }
    case .possible(let prices, let violations):
      found.prices = prices.map {
        LayoutObjection.Price(priority: $0.priority, before: $0.before, after: $0.after)
      }
      found.violations = violations.map { (part($0.constraint), $0.before, $0.after) }
      // What it would look like is found by doing it.
      found.moves = try scene.trial({ () throws(LayoutError) in constraint.isActive = true }) {
        moves(since: before)
      }
    }
    return found
  }

  // MARK: - Parts

  /// The wish as a constraint that is not active: positions are in the superview's coordinates, sizes those of frames.
  private func constraint(
    _ wish: NumberWish, _ item: any LayoutItem, _ attribute: Attribute, now value: Double
  ) throws(LayoutError) -> Constraint {
    // Constraints are about alignment rectangles, which differ from frames by insets.
    var aligned = value
    if let view = item as? View {
      aligned = view.alignmentRect(forFrame: view.frame).number(attribute, isRightToLeft(item))
    }
    let constant = wish.number + aligned - value
    guard !attribute.isSize else {
      return Constraint(item: item, attribute: attribute, relatedBy: wish.relation, constant: constant)
    }
    let view = TreeRunner.view(of: item)
    guard let superview = item is View ? view?.superview : view else {
      // The root lies at the origin.
      throw LayoutError(.missingItem, "The root's position is given; ask about its width or height.")
    }
    // Frames are measured from the left and top of the superview's frame; its alignment rectangle may lie elsewhere.
    let rect = superview.alignmentRect(forFrame: Rect(origin: .zero, size: superview.frame.size))
    let isVertical = attribute.axis == .vertical
    let physical: Attribute =
      switch attribute {
      case .leading: isRightToLeft(item) ? .right : .left
      case .trailing: isRightToLeft(item) ? .left : .right
      default: attribute
      }
    return Constraint(
      item: item, attribute: physical, relatedBy: wish.relation, toItem: superview,
      attribute: isVertical ? .top : .left, constant: constant - (isVertical ? rect.minY : rect.minX))
  }

  private func part(_ constraint: Constraint) -> FoundObjection.Part {
    FoundObjection.Part(
      source: source(constraint), constant: constraint.constant,
      priority: Double(constraint.decidingPriority.rawValue))
  }

  private func side(_ side: InfluenceRange.Side) -> LayoutExplanation.Side {
    let beyond: LayoutExplanation.Beyond =
      switch side.beyond {
      case .nothing: .nothing
      case .derivative(let derivative): .derivative(derivative)
      case .conflict(let members): .conflict(members.map(source))
      case .frames: .frames
      case .unknown: .unknown
      }
    return LayoutExplanation.Side(
      derivative: side.derivative, constant: side.constant, causes: side.causes.map(source), beyond: beyond)
  }

  private func source(_ constraint: Constraint) -> LayoutExplanation.Source {
    let name = name(constraint)
    let label = name.label.map { " (\($0))" } ?? ""
    return LayoutExplanation.Source(id: name.id, text: name.equation ?? name.id + label, offset: name.offset)
  }

  private func isRightToLeft(_ item: any LayoutItem) -> Bool {
    TreeRunner.view(of: item)?.effectiveLayoutDirection == .rightToLeft
  }

  private func number(of item: any LayoutItem, _ attribute: Attribute) -> Double {
    item.frame.number(attribute, isRightToLeft(item))
  }

  private func isAmbiguous(_ item: any LayoutItem, _ attribute: Attribute) throws(LayoutError) -> Bool {
    let open = try scene.ambiguities().filter { $0.item === item && $0.axis == attribute.axis }.map(\.attribute)
    // The near edge is a number of its own; the others are made of it and the size.
    let near: [Attribute] = isRightToLeft(item) ? [.left, .top, .trailing] : [.left, .top, .leading]
    let isNear = near.contains(attribute)
    return attribute.isSize
      ? open.contains(attribute) : open.contains { !$0.isSize } || (!isNear && open.contains { $0.isSize })
  }

  private func frames() -> [Rect] { items.map(\.item.frame) }

  private func moves(since before: [Rect]) -> [LayoutExplanation.Move] {
    var moves: [LayoutExplanation.Move] = []
    for (entry, old) in zip(items, before) {
      let new = entry.item.frame
      guard zip(old.numbers, new.numbers).contains(where: { abs($0 - $1) > 1e-6 }) else { continue }
      moves.append(LayoutExplanation.Move(item: entry.name, from: old.numbers, to: new.numbers))
    }
    return moves
  }
}

extension Scene {
  /// ``whatIf(_:read:)`` with typed errors.
  func trial<Result>(
    _ edits: () throws(LayoutError) -> Void, _ read: () -> Result
  ) throws(LayoutError) -> Result {
    do {
      return try whatIf({ try edits() }, read: { _ in read() })
    } catch let error as LayoutError {
      throw error
    } catch {
      throw LayoutError(.noAnswer, "\(error)")
    }
  }
}

extension Attribute {
  init(_ name: AttributeName) { self = Attribute(rawValue: name.rawValue) ?? .notAnAttribute }
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
