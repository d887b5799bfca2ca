// From a tag to a row: the one place where rows are made, for layouts, fitting sizes, templates and diagnostics.
//
// An item has four variables: left, top, width and height of its alignment rectangle, in one absolute space with y
// downwards. Every attribute is a sum of at most two of them and a number (margins, baselines), so a row is at most six
// terms: two for each side and two for the owner's origin, which both sides are measured from when a multiplier other
// than 1 scales a position (semantics, table of decisions). Direction is resolved here: in a right-to-left owner a
// directional constraint is mirrored, that is, measured leftwards from the owner's right edge.

import Simplex

/// One row while it is put together. Its storage is its own, so that nothing is allocated per row: six terms are the most
/// that two attributes and an origin come to.
struct LoweredRow {
  private var indices = SIMD8<Int32>(repeating: -1)
  private var factors = SIMD8<Double>(repeating: 0)
  /// How many terms there are.
  private(set) var count = 0
  /// What the sum of the terms is compared with.
  var constant = 0.0
  var relation = Relation.equal
  /// The priority of exceeding the constant.
  var priority = 1000.0
  /// The priority of falling short of it.
  var priorityBelow = 1000.0
  var weight = 1.0

  mutating func start(_ relation: Relation, _ constant: Double) {
    count = 0
    self.relation = relation
    self.constant = constant
    (priority, priorityBelow, weight) = (1000, 1000, 1)
  }

  mutating func add(_ variable: Variable, _ coefficient: Double) {
    for term in 0..<count where indices[term] == variable.index {
      factors[term] += coefficient
      return
    }
    indices[count] = variable.index
    factors[count] = coefficient
    count += 1
  }

  /// Drops terms that cancel. What is left of a cancellation, such as (1 - 0.9) - 0.1, is below 1e-12 of the
  /// multiplier; a genuine coefficient is at least half of `multiplierMinimum`.
  mutating func finish(scale: Double) {
    let threshold = 1e-12 * max(1, abs(scale))
    var kept = 0
    for term in 0..<count where abs(factors[term]) > threshold {
      indices[kept] = indices[term]
      factors[kept] = factors[term]
      kept += 1
    }
    count = kept
  }

  /// Appends the row to a batch.
  func append(to batch: inout IncomingRows, _ tag: RowTag) {
    if !isSurelyUsable { batch.doubt() }
    for term in 0..<count { batch.append(Variable(index: indices[term]), factors[term]) }
    batch.end(
      tag, relation.simplex, constant: constant, priority: priority, priorityBelow: priorityBelow, weight: weight)
  }

  /// Whether the solver takes the numbers. No variable is there twice.
  private var isSurelyUsable: Bool {
    for term in 0..<count where !(abs(factors[term]) <= 1e8 && abs(factors[term]) >= 1.5e-7) { return false }
    return abs(constant) <= 1e9 && priority > 0 && priority <= 1000 && priorityBelow > 0 && priorityBelow <= 1000
      && weight >= 1e-6 && weight <= 1e6
  }

  var variables: [Variable] { (0..<count).map { Variable(index: indices[$0]) } }
  var coefficients: [Double] { (0..<count).map { factors[$0] } }
}

/// An attribute as a multiple of the position and the size along its axis, plus a number.
private struct Expression {
  var position: Double
  var size: Double
  var offset: Double
}

/// What rows are made from: the state of an engine, read once for as many rows as there are. To be released before the
/// engine goes on.
struct Lowering {
  private let engine: Engine
  /// Whether broken constraints have the rows of those that are not.
  private let ignoresBreaks: Bool
  private let root: ItemNode
  private let slots: FlatArray<Slot>
  private let variables: FlatArray<Variable>
  /// The same where they lie: none come in while rows are made.
  private let variableMemory: UnsafeMutableBufferPointer<Variable>
  private let insets: [Int32: PhysicalInsets]

  init(_ engine: Engine, ignoringBreaks: Bool = false) {
    self.engine = engine
    ignoresBreaks = ignoringBreaks
    root = engine.root
    slots = engine.slots
    variables = engine.storage.variables
    variableMemory = variables.elements
    insets = engine.insets.alignment
  }

  /// Puts the row of a tag into `lowered`. Whether there is one: the item of a content size may have left.
  func lower(_ tag: RowTag, into lowered: inout LoweredRow) throws(LayoutError) -> Bool {
    switch tag.meaning {
    case .none: return false
    case .constraint(let constraint): try lower(constraint.takeUnretainedValue(), into: &lowered)
    case .contentSize(let slot, let axis):
      guard let node = slots[Int(slot)].node else { return false }
      lowerContentSize(of: node, axis, into: &lowered)
    case .contentOrigin(let slot, let axis):
      guard let content = slots[Int(slot)].node, let scrollView = content.parent else { return false }
      let area = ContentArea(content: content, scrollView: scrollView, insets: insets[scrollView.slot] ?? .zero)
      lower(area.rule(axis), into: &lowered)
    case .rootOrigin(let axis): lowerRoot(Int(axis.rawValue), into: &lowered)
    case .rootSize(let axis): lowerRoot(2 + Int(axis.rawValue), into: &lowered)
    }
    return true
  }

  /// The size along an axis is that of the content: too large is an error at the hugging priority, too small at the
  /// compression resistance.
  func lowerContentSize(of node: ItemNode, _ axis: Axis, into lowered: inout LoweredRow) {
    let isBroken = !ignoresBreaks && node.isContentBroken(axis)
    lowered.start(.equal, slots[Int(node.slot)].contentSize[axis])
    lowered.add(variables[4 * Int(node.slot) + 2 + Int(axis.rawValue)], 1)
    lowered.priority = Constraint.rowPriority(node.sizing.hugging(axis), isBroken: isBroken)
    lowered.priorityBelow = Constraint.rowPriority(node.sizing.compression(axis), isBroken: isBroken)
  }

  /// Puts a rule that has no constraint into `lowered`: one between two items' own attributes.
  private func lower(_ rule: SystemRule, into lowered: inout LoweredRow) {
    let axis = rule.firstAttribute.axis ?? .horizontal
    let slot = Int(rule.first.slot)
    lowered.start(rule.relation, rule.constant)
    append(slot, axis, expression(rule.firstAttribute, slot, false), 1, to: &lowered)
    guard let second = rule.second.map({ Int($0.slot) }) else { return }
    append(second, axis, expression(rule.secondAttribute, second, false), -rule.multiplier, to: &lowered)
  }

  /// Left, top, width or height of the root's alignment rectangle: empty where the insets leave nothing.
  private func lowerRoot(_ offset: Int, into lowered: inout LoweredRow) {
    let inset = insets[root.slot] ?? .zero
    let size = engine.rootSize
    let constant =
      switch offset {
      case 0: inset.left
      case 1: inset.top
      case 2: max(0, size.width - inset.left - inset.right)
      default: max(0, size.height - inset.top - inset.bottom)
      }
    lowered.start(.equal, constant)
    lowered.add(variables[4 * Int(root.slot) + offset], 1)
  }

  /// Puts the constraint's row into `lowered`.
  func lower(_ constraint: Constraint, into lowered: inout LoweredRow) throws(LayoutError) {
    let first = slot(of: constraint.first, facing: constraint.second, constraint.firstAttribute)
    let multiplier = constraint.second == nil ? 0 : constraint.storedMultiplier
    let axis = constraint.firstAttribute.axis ?? .horizontal
    let isMirrored = engine.isMirrored(constraint)
    let one = expression(constraint.firstAttribute, first, isMirrored)
    // A mirrored coordinate is -x; so is what is compared, and the relation turns round.
    let relation = isMirrored ? constraint.relation.reversed : constraint.relation
    let constant = constraint.constant
    lowered.start(relation, (isMirrored ? -constant : constant) - one.offset)
    append(first, axis, one, 1, to: &lowered)
    if let secondNode = constraint.second, multiplier != 0 {
      let attribute = constraint.secondAttribute
      // The safe area is part of what is in sight, so that of a scroll view is measured from its frame.
      // What an autoresizing mask is relative to is the frame too.
      let isFrame = constraint.kind == .safeAreaGuide || constraint.kind == .autoresizing
      let second =
        isFrame
        ? Int(secondNode.slot) : slot(of: secondNode, facing: constraint.first, attribute)
      let other = expression(attribute, second, isMirrored)
      append(second, attribute.axis ?? axis, other, -multiplier, to: &lowered)
      lowered.constant += multiplier * other.offset
      // The root's left and top are 0.
      if constraint.kind == .autoresizing {
        if constraint.firstAttribute.isPosition, attribute.isSize {
          append(second, axis, Expression(position: 1, size: 0, offset: 0), -1, to: &lowered)
        }
      } else if multiplier != 1, constraint.firstAttribute.isPosition, let owner = constraint.ownerNode,
        owner !== root || isMirrored
      {
        var origin = expression(axis == .vertical ? .top : isMirrored ? .right : .left, Int(owner.slot), false)
        let insets = insets[owner.slot] ?? PhysicalInsets()
        origin.offset += axis == .vertical ? -insets.top : isMirrored ? insets.right : -insets.left
        // multiplier - 1, in the order in which it cancels what the items themselves have of it without rounding.
        let isFirst = owner === constraint.first
        append(Int(owner.slot), axis, origin, isFirst ? -1 : multiplier, to: &lowered)
        append(Int(owner.slot), axis, origin, isFirst ? multiplier : -1, to: &lowered)
        lowered.constant -= (multiplier - 1) * origin.offset
      }
    }
    lowered.finish(scale: multiplier)
    let priority = ignoresBreaks ? Double(constraint.storedPriority.rawValue) : constraint.rowPriority
    (lowered.priority, lowered.priorityBelow, lowered.weight) = (priority, priority, constraint.storedWeight)
    guard abs(lowered.constant) <= 1e9 else {
      throw LayoutError(
        .valueOutOfRange, "The constant, margins and offsets of a constraint add up to more than 1e9 points.",
        constraint)
    }
  }

  /// Appends the terms of what nearly every constraint is: two attributes of one axis, or one and a number, of items that
  /// are what they are, measured in absolute space from left to right. Its constant is the constraint's own.
  ///
  /// - Returns: Whether the constraint is such a one; nothing was appended otherwise.
  @inline(__always)
  func appendPlain(_ constraint: Constraint, to batch: inout IncomingRows) -> Bool {
    guard constraint.isPlain, constraint.first.kind != .scrollView else { return false }
    let (one, other) = (constraint.firstAttribute, constraint.secondAttribute)
    if one.isDirectional || other.isDirectional, engine.isMirrored(constraint) { return false }
    let slot = constraint.first.slot
    guard let first = variables(of: slot) else { return false }
    guard let secondNode = constraint.secondReference else {
      batch.append(PlainSide(one, first), 1)
      return true
    }
    let multiplier = constraint.storedMultiplier
    let (kind, otherSlot) = secondNode.read { ($0.kind, $0.slot) }
    // A frame guide has the slot of its scroll view.
    guard kind != .scrollView, otherSlot != slot, multiplier == 1 || (multiplier != 0 && one.isSize),
      let second = variables(of: otherSlot)
    else { return false }
    batch.append(PlainSide(one, first), 1)
    batch.append(PlainSide(other, second), -multiplier)
    return true
  }

  /// The variables of a slot that is one.
  @inline(__always)
  private func variables(of slot: Int32) -> UnsafePointer<Variable>? {
    guard let start = variableMemory.baseAddress, slot >= 0, 4 &* Int(slot) &+ 4 <= variableMemory.count else {
      return nil
    }
    return UnsafePointer(start + 4 &* Int(slot))
  }

  private func append(
    _ slot: Int, _ axis: Axis, _ expression: Expression, _ factor: Double, to lowered: inout LoweredRow
  ) {
    let base = 4 * slot + (axis == .horizontal ? 0 : 1)
    if expression.position != 0 { lowered.add(variables[base], factor * expression.position) }
    if expression.size != 0 { lowered.add(variables[base + 2], factor * expression.size) }
  }

  /// Whose variables an item's attribute means. A scroll view's edges mean its content where the other item is inside;
  /// a frame guide is its scroll view.
  private func slot(of node: ItemNode, facing other: ItemNode?, _ attribute: Attribute) -> Int {
    if attribute.isBaseline, node.kind == .stackView || node.life.contains(.answers) {
      return Int(engine.baselineNode(node, attribute).slot)
    }
    guard node.kind == .scrollView, let other, other !== node, attribute.isScrollContent,
      other.kind != .contentGuide || other.parent !== node, other.kind != .frameGuide || other.parent !== node,
      other.isDescendant(of: node), let content = node.contentGuide
    else { return Int(node.slot) }
    return Int(content.slot)
  }

  private func expression(_ attribute: Attribute, _ slot: Int, _ isMirrored: Bool) -> Expression {
    let attribute = attribute.leftOrRight(isMirrored)
    let offset = attribute.dependsOnMetrics ? offset(of: attribute, slot) : 0
    switch attribute {
    case .left, .top, .leftMargin, .topMargin, .firstBaseline:
      return Expression(position: 1, size: 0, offset: offset)
    case .right, .bottom, .rightMargin, .bottomMargin, .lastBaseline:
      return Expression(position: 1, size: 1, offset: offset)
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins:
      return Expression(position: 1, size: 0.5, offset: offset)
    case .width, .height, .notAnAttribute, .leading, .trailing, .leadingMargin, .trailingMargin:
      return Expression(position: 0, size: attribute.isSize ? 1 : 0, offset: 0)
    }
  }

  /// The metrics of an item; the content area has its scroll view's margins.
  private func metrics(of node: ItemNode) -> ItemMetrics {
    let source = node.kind == .contentGuide ? node.parent : node
    return source?.metrics ?? ItemMetrics()
  }

  /// How far an attribute lies from the edges or the centre of the alignment rectangle.
  private func offset(of attribute: Attribute, _ slot: Int) -> Double {
    guard let node = slots[slot].node else { return 0 }
    let metrics = metrics(of: node)
    let direction = slots[slot].direction
    let margins = node.effectiveMargins
    let insets = metrics.alignmentInsets.physical(direction)
    // Margins are measured from the frame, which lies `insets` outside the alignment rectangle.
    return switch attribute {
    case .leftMargin: margins.left - insets.left
    case .rightMargin: insets.right - margins.right
    case .topMargin: margins.top - insets.top
    case .bottomMargin: insets.bottom - margins.bottom
    case .centerXWithinMargins: (margins.left - margins.right - insets.left + insets.right) / 2
    case .centerYWithinMargins: (margins.top - margins.bottom - insets.top + insets.bottom) / 2
    case .firstBaseline: metrics.firstBaseline
    case .lastBaseline: -metrics.lastBaseline
    default: 0
    }
  }
}

extension Engine {
  /// Whether the constraint is to be read from right to left: a directional one in a right-to-left owner.
  func isMirrored(_ constraint: Constraint) -> Bool {
    guard constraint.firstAttribute.isDirectional || constraint.secondAttribute.isDirectional,
      let owner = constraint.ownerNode, owner.slot >= 0
    else { return false }
    return slots[Int(owner.slot)].direction == .rightToLeft
  }
}

extension Attribute {
  /// leading and trailing as left or right.
  func leftOrRight(_ isMirrored: Bool) -> Attribute {
    switch self {
    case .leading: isMirrored ? .right : .left
    case .trailing: isMirrored ? .left : .right
    case .leadingMargin: isMirrored ? .rightMargin : .leftMargin
    case .trailingMargin: isMirrored ? .leftMargin : .rightMargin
    default: self
    }
  }

  /// Whether a scroll view's attribute means its content to something inside: edges and margins do, sizes and centres
  /// do not (semantics 2.7).
  fileprivate var isScrollContent: Bool {
    switch self {
    case .width, .height, .centerX, .centerY, .notAnAttribute, .centerXWithinMargins, .centerYWithinMargins: false
    default: true
    }
  }

  /// Whether a change of margins, insets or baselines moves the attribute.
  var dependsOnMetrics: Bool {
    switch self {
    case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin, .centerXWithinMargins,
      .centerYWithinMargins, .firstBaseline, .lastBaseline:
      true
    default: false
    }
  }
}

extension Relation {
  /// The solver's word for the relation.
  var simplex: Simplex.Relation {
    switch self {
    case .lessThanOrEqual: .lessOrEqual
    case .equal: .equal
    case .greaterThanOrEqual: .greaterOrEqual
    }
  }
}
