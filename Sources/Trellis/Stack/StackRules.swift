// From an arrangement to the constraints that UIStackView makes of it (semantics 2.10).
//
// Pure: nodes in, rules out. What differs from the table there is additional and weak: a stack that equal spacing,
// equal centring or the lack of visible views leaves without a length gets `UISV-canvas-fit` along its axis as well,
// and hidden views get a position, so that nothing that a stack arranges is ambiguous.

/// One constraint of a stack view.
struct StackRule {
  /// What the constraint is for; the raw value is its identifier.
  enum Role: String {
    case canvasConnection = "UISV-canvas-connection"
    case spacing = "UISV-spacing"
    case alignment = "UISV-alignment"
    case fillEqually = "UISV-fill-equally"
    case fillProportionally = "UISV-fill-proportionally"
    case distributingEdge = "UISV-distributing-edge"
    case spanningBoundary = "UISV-spanning-boundary"
    case spanningFit = "UISV-spanning-fit"
    case canvasFit = "UISV-canvas-fit"
    case ambiguitySuppression = "UISV-ambiguity-suppression"
    case textWidthDisambiguation = "UISV-text-width-disambiguation"
    case hiding = "UISV-hiding"
  }

  /// What a constraint cannot change about itself. Rules of one key are one constraint, edited in place.
  struct Key: Hashable {
    let role: Role
    let first: ObjectIdentifier
    let firstAttribute: Attribute
    let relation: Relation
    let second: ObjectIdentifier?
    let secondAttribute: Attribute
  }

  let role: Role
  let first: ItemNode
  let firstAttribute: Attribute
  var relation = Relation.equal
  var second: ItemNode?
  var secondAttribute = Attribute.notAnAttribute
  var multiplier = 1.0
  var constant = 0.0
  var priority = Priority.required

  var key: Key {
    Key(
      role: role, first: ObjectIdentifier(first), firstAttribute: firstAttribute, relation: relation,
      second: second.map(ObjectIdentifier.init), secondAttribute: secondAttribute)
  }
}

extension StackRule {
  /// The rule as the row that it adds to the layout.
  var systemRule: SystemRule {
    SystemRule(
      kind: role == .spacing ? .stackSpacing : .stack, first: first, firstAttribute: firstAttribute, relation: relation,
      second: second, secondAttribute: secondAttribute, multiplier: multiplier, constant: constant, priority: priority,
      identifier: role.rawValue)
  }
}

extension StackRules: RowContributor {
  var contributedRules: [SystemRule] { rules.map(\.systemRule) }
}

/// The attributes along and across a stack's axis.
struct StackAttributes {
  let near: Attribute
  let far: Attribute
  let size: Attribute
  let center: Attribute

  init(_ axis: Axis) {
    let isHorizontal = axis == .horizontal
    near = isHorizontal ? .leading : .top
    far = isHorizontal ? .trailing : .bottom
    size = isHorizontal ? .width : .height
    center = isHorizontal ? .centerX : .centerY
  }
}

/// A view in a line, as far as rules are about it. It does not hold the view.
struct StackEntry: Equatable {
  let node: ItemNode
  let view: ObjectIdentifier
  let isHidden: Bool
  /// Whether the view is text that wraps.
  let wraps: Bool

  init(_ view: View) {
    node = view.node
    self.view = ObjectIdentifier(view)
    isHidden = view.isHidden
    wraps = view.storedHeightForWidth != nil
  }

  static func == (a: StackEntry, b: StackEntry) -> Bool {
    a.node === b.node && a.isHidden == b.isHidden && a.wraps == b.wraps
  }
}

/// Writes the rules of one stack.
struct StackRules {
  let arrangement: StackArrangement
  let stack: ItemNode
  /// What the views are connected to: the stack, or its margins guide.
  let canvas: ItemNode
  let entries: [StackEntry]
  private let visible: [StackEntry]
  /// The intrinsic length of each visible view along the axis, negative for none; only for shares in proportion to it.
  let lengths: [Double]
  /// The guide across all views; made on demand.
  let spanner: () -> ItemNode
  /// The guide after a view; made on demand.
  let gap: (ObjectIdentifier) -> ItemNode

  private(set) var rules: [StackRule] = []
  private let along: StackAttributes
  private let across: StackAttributes
  private let alignment: StackAlignment

  init(
    _ arrangement: StackArrangement, _ entries: [StackEntry], stack: ItemNode, canvas: ItemNode, lengths: [Double],
    spanner: @escaping () -> ItemNode, gap: @escaping (ObjectIdentifier) -> ItemNode
  ) {
    self.arrangement = arrangement
    self.stack = stack
    self.canvas = canvas
    self.entries = entries
    visible = entries.filter { !$0.isHidden }
    self.lengths = lengths
    self.spanner = spanner
    self.gap = gap
    along = StackAttributes(arrangement.axis)
    across = StackAttributes(arrangement.axis == .horizontal ? .vertical : .horizontal)
    alignment = arrangement.axis == .vertical && arrangement.alignment.isBaseline ? .leading : arrangement.alignment
  }

  mutating func write() {
    writeHidden()
    guard let first = visible.first?.node, let last = visible.last?.node else {
      fit(along.size)
      fit(across.size)
      return
    }
    relate(.canvasConnection, canvas, along.near, first, along.near)
    relate(.canvasConnection, canvas, along.far, last, along.far)
    let edges = facingEdges
    writeSpacing(edges)
    switch arrangement.distribution {
    case .fill: break
    case .fillEqually: writeEqualLengths(first)
    case .fillProportionally: writeProportions(first)
    case .equalSpacing: writeGaps(from: edges.from, to: edges.to, isCentring: false)
    case .equalCentering: writeGaps(from: along.center, to: along.center, isCentring: true)
    }
    writeAlignment(first)
  }

  private mutating func relate(
    _ role: StackRule.Role, _ first: ItemNode, _ attribute: Attribute, _ second: ItemNode, _ other: Attribute,
    is relation: Relation = .equal, times multiplier: Double = 1, plus constant: Double = 0,
    at priority: Priority = .required
  ) {
    rules.append(
      StackRule(
        role: role, first: first, firstAttribute: attribute, relation: relation, second: second,
        secondAttribute: other, multiplier: multiplier, constant: constant, priority: priority))
  }

  private mutating func setToZero(
    _ role: StackRule.Role, _ item: ItemNode, _ size: Attribute, at priority: Priority = .required
  ) {
    rules.append(StackRule(role: role, first: item, firstAttribute: size, priority: priority))
  }

  private mutating func fit(_ size: Attribute) {
    setToZero(.canvasFit, stack, size, at: 49)
  }

  // MARK: Along the axis

  /// Where a gap begins and ends: at the edges of its neighbours, in a column that is told so at their baselines.
  private var facingEdges: (from: Attribute, to: Attribute) {
    let usesBaselines = arrangement.isBaselineRelative && arrangement.axis == .vertical
    return usesBaselines ? (.lastBaseline, .firstBaseline) : (along.far, along.near)
  }

  private mutating func writeSpacing(_ edges: (from: Attribute, to: Attribute)) {
    let isExact = arrangement.distribution != .equalSpacing && arrangement.distribution != .equalCentering
    for (view, next) in zip(visible, visible.dropFirst()) {
      relate(
        .spacing, next.node, edges.to, view.node, edges.from, is: isExact ? .equal : .greaterThanOrEqual,
        plus: arrangement.spacing(after: view.view))
    }
  }

  private mutating func writeEqualLengths(_ first: ItemNode) {
    for view in visible.dropFirst() { relate(.fillEqually, view.node, along.size, first, along.size) }
  }

  /// Shares of the canvas, each a little less firm than the one before: with a spacing they add up to more than there
  /// is, and the last one yields. Views without a length get none; the only one that has a length gets all, and where
  /// none has, all are of one length.
  private mutating func writeProportions(_ first: ItemNode) {
    let gaps = visible.dropLast().reduce(0) { $0 + arrangement.spacing(after: $1.view) }
    let total = lengths.reduce(gaps) { $0 + max(0, $1) }
    var shares = lengths.map { length in
      let share = length > 0 && total > 0 ? length / total : 0
      return share < multiplierMinimum || share > multiplierLimit ? 0 : share
    }
    let sharing = shares.count { $0 > 0 }
    guard sharing > 0 else { return writeEqualLengths(first) }
    if gaps == 0 { Self.addUpToOne(&shares) }
    for (index, view) in visible.enumerated() {
      if shares[index] == 0 {
        setToZero(.fillProportionally, view.node, along.size)
      } else if sharing == 1 {
        relate(.fillProportionally, canvas, along.size, view.node, along.size)
      } else {
        relate(
          .fillProportionally, view.node, along.size, canvas, along.size, times: shares[index],
          at: max(Priority(999 - Float(index)), 1))
      }
    }
  }

  /// Makes shares of all there is add up to exactly 1. The lengths of the views add up to that of the canvas, so one share
  /// follows from the others; were the sum 1e-16 off, the rows would all hold for a canvas without length alone, and
  /// deep inside one another the solver could not tell that from rounding. Multiples of 2^-53 up to 1 add up without any.
  private static func addUpToOne(_ shares: inout [Double]) {
    guard let last = shares.lastIndex(where: { $0 > 0 }) else { return }
    var rest = 1.0
    for index in shares.indices where index != last {
      shares[index] = (shares[index] * 0x1p53).rounded() * 0x1p-53
      rest -= shares[index]
    }
    if rest >= multiplierMinimum { shares[last] = rest }
  }

  /// Equal guides between the views: exact for equal spacing; for equal centring each a little less firm than the one
  /// before, so that the spacing is kept.
  private mutating func writeGaps(from: Attribute, to: Attribute, isCentring: Bool) {
    fit(along.size)
    var firstGap: ItemNode?
    for (index, (view, next)) in zip(visible, visible.dropFirst()).enumerated() {
      let guide = gap(view.view)
      relate(.distributingEdge, guide, along.near, view.node, from)
      relate(.distributingEdge, guide, along.far, next.node, to)
      if let firstGap {
        let priority = isCentring ? max(Priority(150 - Float(index)), 1) : .required
        relate(.fillEqually, guide, along.size, firstGap, along.size, at: priority)
      } else {
        firstGap = guide
      }
    }
  }

  // MARK: Across the axis

  private mutating func writeAlignment(_ first: ItemNode) {
    let attributes: [Attribute] =
      switch alignment {
      case .fill: [across.near, across.far]
      case .leading: [across.near]
      case .center: [across.center]
      case .trailing: [across.far]
      case .firstBaseline: [.firstBaseline]
      case .lastBaseline: [.lastBaseline]
      }
    for attribute in attributes {
      for view in visible.dropFirst() { relate(.alignment, first, attribute, view.node, attribute) }
    }
    guard alignment != .fill else {
      relate(.canvasConnection, canvas, across.near, first, across.near)
      relate(.canvasConnection, canvas, across.far, first, across.far)
      return
    }
    let spanner = spanner()
    let near = alignment == .leading || alignment == .firstBaseline ? first : spanner
    let far = alignment == .trailing || alignment == .lastBaseline ? first : spanner
    relate(
      .canvasConnection, canvas, across.near, near, across.near,
      is: alignment == .firstBaseline ? .lessThanOrEqual : .equal)
    relate(
      .canvasConnection, canvas, across.far, far, across.far,
      is: alignment == .lastBaseline ? .greaterThanOrEqual : .equal)
    if alignment == .center { relate(.canvasConnection, canvas, across.center, first, across.center) }
    for view in visible { writeBoundary(spanner, view.node) }
    setToZero(.spanningFit, spanner, across.size, at: 51)
    if alignment.isBaseline || (alignment == .center && visible.count == 1) { fit(across.size) }
    for view in visible { setToZero(.ambiguitySuppression, view.node, across.size, at: 25) }
    if alignment.isBaseline { shareOutText() }
  }

  /// Several texts on one line that wrap could each be any width: they get equal shares.
  private mutating func shareOutText() {
    let texts = visible.filter(\.wraps)
    guard arrangement.distribution == .fill, texts.count > 1 else { return }
    for view in texts {
      relate(
        .textWidthDisambiguation, view.node, along.size, stack, along.size, times: 1 / Double(visible.count), at: 760)
    }
  }

  /// The spanner reaches over the view, and is pulled to it at the edge that views are aligned at. Baselines are not edges:
  /// the line lies where the spanner, as small as it gets, ends at the canvas: first baselines at the far edge, last ones
  /// at the near edge.
  private mutating func writeBoundary(_ spanner: ItemNode, _ view: ItemNode) {
    if alignment == .leading { relate(.spanningBoundary, spanner, across.near, view, across.near, at: 999.5) }
    if alignment == .trailing { relate(.spanningBoundary, spanner, across.far, view, across.far, at: 999.5) }
    if alignment != .leading {
      relate(.spanningBoundary, spanner, across.near, view, across.near, is: .lessThanOrEqual)
    }
    if alignment != .trailing {
      relate(.spanningBoundary, spanner, across.far, view, across.far, is: .greaterThanOrEqual)
    }
  }

  // MARK: Hidden views

  /// Hidden views have no length, and lie after the visible view before them.
  private mutating func writeHidden() {
    var previous: ItemNode?
    for view in entries {
      guard view.isHidden else {
        previous = view.node
        continue
      }
      setToZero(.hiding, view.node, along.size)
      setToZero(.ambiguitySuppression, view.node, across.size, at: 25)
      relate(.canvasConnection, canvas, across.near, view.node, across.near)
      if let previous {
        relate(.spacing, view.node, along.near, previous, along.far)
      } else {
        relate(.canvasConnection, canvas, along.near, view.node, along.near)
      }
    }
  }
}
