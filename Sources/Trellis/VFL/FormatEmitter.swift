// From statements to constraints, in Auto Layout's order: for each view what connects it to what stands before it, then its
// own size; the connection to the trailing bar; at the end the alignment of neighbours (semantics 2.11).

struct FormatEmitter<Scope: FormatScope> {
  typealias Item = Scope.Item
  typealias Equation = FormatEquation<Item>

  let scope: Scope
  let settings: FormatSettings
  private(set) var program = FormatProgram<Item>()
  /// The guide of each stack whose definition was met.
  private var stackGaps: [Int: Int] = [:]

  init(scope: Scope, settings: FormatSettings) {
    self.scope = scope
    self.settings = settings
  }

  mutating func emit(_ statement: FormatStatement<Item>) throws(FormatFault) {
    switch statement.kind {
    case .line(let axes):
      for axis in axes { try emitLine(statement, axis) }
    case .explicit:
      for (view, attribute, predicates) in statement.attributes {
        for predicate in predicates {
          program.equations.append(
            try equation(resolved(view), attribute, predicate, container: scope.superview(of: view.first)))
        }
      }
    case .order:
      program.orders.append(statement.views.flatMap(\.all).map(\.item.first))
    }
  }

  private func resolved(_ name: FormatName<Item>) -> FormatItem<Item> {
    switch name {
    case .item(let item): .item(item)
    case .stack(let number, let first): stackGaps[number].map { .gap($0) } ?? .item(first)
    }
  }

  // MARK: - Lines

  private mutating func emitLine(_ statement: FormatStatement<Item>, _ axis: Axis) throws(FormatFault) {
    let alignment = try checkedAlignment(along: axis, at: statement.end)
    for view in statement.views { try emitStack(of: view, axis, at: statement.end) }
    let hasBar = statement.hasLeadingBar || statement.hasTrailingBar
    let items = hasBar ? statement.views.flatMap(\.all).map(\.item.first) : []
    let scope = scope
    try emitViews(statement.views, statement.connections, axis, at: statement.end) { view, isLeading in
      guard isLeading ? statement.hasLeadingBar : statement.hasTrailingBar else { return nil }
      return scope.bar(nextTo: view, among: items).map { .item($0) }
    }
    for (position, nextPosition) in zip(statement.views, statement.views.dropFirst()) {
      for view in position.all {
        for next in nextPosition.all {
          for attribute in alignment {
            program.equations.append(
              Equation(
                first: resolved(view.item), firstAttribute: attribute, second: resolved(next.item),
                secondAttribute: attribute))
          }
        }
      }
    }
  }

  /// The connections and sizes of views in a line.
  ///
  /// - Parameter bar: What the line is connected to before its first or after its last view; nil for nothing.
  private mutating func emitViews(
    _ views: [FormatView<Item>], _ connections: [FormatConnection<Item>], _ axis: Axis, at end: Int,
    bar: (Item, _ isLeading: Bool) -> FormatItem<Item>?
  ) throws(FormatFault) {
    guard let first = views.first, let last = views.last else { return }
    var line = Line(sides: Sides(axis, settings.options))
    for view in first.all {
      guard let bar = bar(view.item.first, true) else { continue }
      try connect(.bar(bar), connections[0], endpoint(view), &line, at: end)
    }
    for (index, here) in views.enumerated() {
      let before = index > 0 ? views[index - 1].all : []
      for view in here.all {
        for previous in before { try connect(endpoint(previous), connections[index], endpoint(view), &line, at: end) }
        for predicate in view.thickness {
          program.equations.append(
            try equation(
              resolved(view.item), axis == .horizontal ? .width : .height, predicate,
              container: scope.superview(of: view.item.first)))
        }
      }
    }
    for view in last.all {
      guard let bar = bar(view.item.first, false) else { continue }
      try connect(endpoint(view), connections[views.count], .bar(bar), &line, at: end)
    }
  }

  private func endpoint(_ view: FormatView<Item>) -> Endpoint { .view(resolved(view.item), first: view.item.first) }

  /// The definition of a stack: a guide, its views in a line between the guide's ends, and from side to side across it.
  private mutating func emitStack(of view: FormatView<Item>, _ axis: Axis, at end: Int) throws(FormatFault) {
    guard let stack = view.stack, case .stack(let number, let first) = view.item, stackGaps[number] == nil else {
      return
    }
    guard let container = scope.superview(of: first) else { throw FormatFault(FormatText.gapWithoutSuperview, at: end) }
    let gap = program.gaps.count
    program.gaps.append(container)
    stackGaps[number] = gap
    try emitViews(stack.views, stack.connections, axis, at: end) { _, _ in .gap(gap) }
    let sides: [Attribute] = axis == .horizontal ? [.top, .bottom] : [.leading, .trailing]
    for view in stack.views.flatMap(\.all) {
      for side in sides {
        program.equations.append(
          Equation(first: resolved(view.item), firstAttribute: side, second: .gap(gap), secondAttribute: side))
      }
    }
  }

  private func checkedAlignment(along axis: Axis, at end: Int) throws(FormatFault) -> [Attribute] {
    guard let alignment = settings.options.alignment else { throw FormatFault(FormatText.options, at: end) }
    if alignment.contains(where: { $0.axis == axis }) {
      throw FormatFault(axis == .horizontal ? FormatText.horizontalEdge : FormatText.verticalEdge, at: end)
    }
    if axis == .horizontal, settings.options.contains(.spacingBaselineToBaseline) {
      throw FormatFault(FormatText.baselines, at: end)
    }
    return alignment
  }

  // MARK: - Connections

  /// What stands on one side of a connection.
  private enum Endpoint {
    case bar(FormatItem<Item>)
    /// With the item that says whose superview is meant.
    case view(FormatItem<Item>, first: Item)

    var item: FormatItem<Item> {
      switch self {
      case .bar(let item), .view(let item, _): item
      }
    }

    var isBar: Bool {
      if case .bar = self { true } else { false }
    }
  }

  private struct Line {
    var sides: Sides
    /// The first gap of those that are equal.
    var equalGap: Int?
  }

  private mutating func connect(
    _ before: Endpoint, _ connection: FormatConnection<Item>, _ after: Endpoint, _ line: inout Line, at end: Int
  ) throws(FormatFault) {
    switch connection {
    case .none:
      break
    case .flush:
      program.equations.append(space(before, after, line.sides))
    case .standard:
      program.equations.append(standardSpace(before, after, line.sides))
    case .equal:
      let gap = try makeGap(before, after, line.sides, at: end)
      if let first = line.equalGap {
        let size = line.sides.size
        program.equations.append(
          Equation(first: .gap(gap), firstAttribute: size, second: .gap(first), secondAttribute: size))
      } else {
        line.equalGap = gap
      }
    case .predicates(let predicates):
      // A space that depends on an item is an item of its own: a constraint has two.
      guard predicates.contains(where: { !$0.value.isConstant }) else {
        for predicate in predicates {
          var equation = space(before, after, line.sides)
          equation.relation = predicate.relation
          equation.constant = predicate.value.constant
          equation.priority = predicate.priority
          program.equations.append(equation)
        }
        return
      }
      let gap = try makeGap(before, after, line.sides, at: end)
      for predicate in predicates {
        program.equations.append(
          try equation(.gap(gap), line.sides.size, predicate, container: program.gaps[gap]))
      }
    }
  }

  /// The constraint of two edges that touch. From right to left the two change positions.
  private func space(_ before: Endpoint, _ after: Endpoint, _ sides: Sides) -> Equation {
    let (near, far) = sides.isReversed ? (before, after) : (after, before)
    // The edge of a superview is met by the same edge of its subview; between views, opposite edges meet.
    if near.isBar {
      return Equation(
        first: near.item, firstAttribute: sides.far, second: far.item, secondAttribute: sides.far)
    }
    if far.isBar {
      return Equation(
        first: near.item, firstAttribute: sides.near, second: far.item, secondAttribute: sides.near)
    }
    return Equation(
      first: near.item, firstAttribute: sides.between.near, second: far.item,
      secondAttribute: sides.between.far)
  }

  private func standardSpace(_ before: Endpoint, _ after: Endpoint, _ sides: Sides) -> Equation {
    var equation = space(before, after, sides)
    guard before.isBar || after.isBar else {
      equation.constant = settings.spacing.sibling
      equation.isStandardSpace = true
      return equation
    }
    switch settings.spacing.superview {
    case .points(let constant):
      equation.constant = constant
      equation.isStandardSpace = true
    case .margin:
      let (near, _) = sides.isReversed ? (before, after) : (after, before)
      if near.isBar {
        equation.firstAttribute = equation.firstAttribute.margin
      } else {
        equation.secondAttribute = equation.secondAttribute.margin
      }
    }
    return equation
  }

  /// A guide that fills the space between two positions, without extent across the line.
  private mutating func makeGap(_ before: Endpoint, _ after: Endpoint, _ sides: Sides, at end: Int) throws(FormatFault)
    -> Int
  {
    guard let container = container(before, after) else {
      throw FormatFault(FormatText.gapWithoutSuperview, at: end)
    }
    let gap = program.gaps.count
    program.gaps.append(container)
    let (near, far) = sides.isReversed ? (before, after) : (after, before)
    let isVertical = sides.size == .height
    program.equations += [
      Equation(
        first: .gap(gap), firstAttribute: sides.near, second: far.item,
        secondAttribute: far.isBar ? sides.near : sides.far),
      near.isBar
        ? Equation(first: near.item, firstAttribute: sides.far, second: .gap(gap), secondAttribute: sides.far)
        : Equation(first: near.item, firstAttribute: sides.near, second: .gap(gap), secondAttribute: sides.far),
      Equation(
        first: .gap(gap), firstAttribute: isVertical ? .leading : .top, second: .item(container),
        secondAttribute: isVertical ? .leading : .top),
      Equation(first: .gap(gap), firstAttribute: isVertical ? .width : .height),
    ]
    return gap
  }

  /// The view that a gap between two positions belongs to.
  private func container(_ before: Endpoint, _ after: Endpoint) -> Item? {
    for position in [before, after] {
      guard case .bar(let bar) = position else { continue }
      switch bar {
      case .item(let item): return item
      case .gap(let stack): return program.gaps[stack]
      }
    }
    guard case .view(_, let first) = before else { return nil }
    return scope.superview(of: first)
  }

  // MARK: - Predicates

  private func equation(
    _ first: FormatItem<Item>, _ attribute: Attribute, _ predicate: FormatPredicate<Item>, container: Item?
  ) throws(FormatFault) -> Equation {
    var equation = Equation(
      first: first, firstAttribute: attribute, relation: predicate.relation, constant: predicate.value.constant,
      priority: predicate.priority)
    switch predicate.value.reference {
    case .none:
      return equation
    case .item(let name):
      equation.second = resolved(name)
    case .superview(let column):
      guard let container else { throw FormatFault(FormatText.percentWithoutSuperview, at: column) }
      equation.second = .item(container)
    }
    equation.secondAttribute = predicate.value.attribute ?? attribute
    equation.multiplier = predicate.value.multiplier
    return equation
  }
}

/// The attributes that a line's constraints are about.
private struct Sides {
  let near: Attribute
  let far: Attribute
  /// Of the later view and the one before, where the space between them is measured.
  let between: (near: Attribute, far: Attribute)
  let size: Attribute
  /// From right to left.
  let isReversed: Bool

  init(_ axis: Axis, _ options: FormatOptions) {
    let direction = options.intersection(.directionMask)
    switch axis {
    case .vertical:
      (near, far) = (.top, .bottom)
      between = options.contains(.spacingBaselineToBaseline) ? (.firstBaseline, .lastBaseline) : (.top, .bottom)
      size = .height
      isReversed = false
    case .horizontal:
      (near, far) = direction.isEmpty ? (.leading, .trailing) : (.left, .right)
      between = (near, far)
      size = .width
      isReversed = direction == .directionRightToLeft
    }
  }
}

extension Attribute {
  /// The margin inside an edge.
  fileprivate var margin: Attribute {
    switch self {
    case .left: .leftMargin
    case .right: .rightMargin
    case .top: .topMargin
    case .bottom: .bottomMargin
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    default: self
    }
  }
}
