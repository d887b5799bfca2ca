// A sentence of the maker: `make.top.left.equalTo(other).offset(8).priority(.high)` (rows F05 to F08).
//
// The words only note what was said. What it means is worked out once the block has ended, so that a word may come in any
// order, and a mistake is an error of the whole block, with the line it was made at.

/// Attributes of the item under description, and what is said of them.
///
/// Attributes chain (`make.top.left`), then comes a relation (`equalTo` and its like), then what refines it. `and` and
/// `with` do nothing but read well. A phrase without a relation is an error of the block.
public final class LayoutPhrase {
  let node: ItemNode
  private var attributes: [Attribute]
  private var relation: Relation?
  private var targets: [LayoutTargetValue.Kind] = []
  private var shifts: [LayoutTargetValue.Kind] = []
  private var factor = 1.0
  private var priority: Priority
  private var label: String?
  private var identifier: String?
  /// Where the relation stands; until there is one, where the block does.
  private var fileID: String
  private var line: UInt
  /// The constraints that may be described again.
  private let known: [Constraint]
  /// The constraints, once someone has asked for them.
  private var captured: [Constraint]?

  init(
    _ node: ItemNode, _ attributes: [Attribute], _ fileID: String, _ line: UInt, _ known: [Constraint],
    _ priority: Priority
  ) {
    self.known = known
    self.priority = priority
    self.node = node
    self.attributes = attributes
    self.fileID = fileID
    self.line = line
  }

  private func adding(_ more: Attribute...) -> LayoutPhrase {
    attributes += more
    return self
  }

  // MARK: Attributes

  /// And the leading edge.
  public var leading: LayoutPhrase { adding(.leading) }
  /// And the trailing edge.
  public var trailing: LayoutPhrase { adding(.trailing) }
  /// And the left edge.
  public var left: LayoutPhrase { adding(.left) }
  /// And the right edge.
  public var right: LayoutPhrase { adding(.right) }
  /// And the top edge.
  public var top: LayoutPhrase { adding(.top) }
  /// And the bottom edge.
  public var bottom: LayoutPhrase { adding(.bottom) }
  /// And the width.
  public var width: LayoutPhrase { adding(.width) }
  /// And the height.
  public var height: LayoutPhrase { adding(.height) }
  /// And the horizontal centre.
  public var centerX: LayoutPhrase { adding(.centerX) }
  /// And the vertical centre.
  public var centerY: LayoutPhrase { adding(.centerY) }
  /// And the first baseline.
  public var firstBaseline: LayoutPhrase { adding(.firstBaseline) }
  /// And the last baseline.
  public var lastBaseline: LayoutPhrase { adding(.lastBaseline) }
  /// And the four edges.
  public var edges: LayoutPhrase { adding(.top, .leading, .bottom, .trailing) }
  /// And width and height.
  public var size: LayoutPhrase { adding(.width, .height) }
  /// And both centres.
  public var center: LayoutPhrase { adding(.centerX, .centerY) }
  /// And the leading edge within the margins.
  public var leadingMargin: LayoutPhrase { adding(.leadingMargin) }
  /// And the trailing edge within the margins.
  public var trailingMargin: LayoutPhrase { adding(.trailingMargin) }
  /// And the left edge within the margins.
  public var leftMargin: LayoutPhrase { adding(.leftMargin) }
  /// And the right edge within the margins.
  public var rightMargin: LayoutPhrase { adding(.rightMargin) }
  /// And the top edge within the margins.
  public var topMargin: LayoutPhrase { adding(.topMargin) }
  /// And the bottom edge within the margins.
  public var bottomMargin: LayoutPhrase { adding(.bottomMargin) }
  /// And the horizontal centre within the margins.
  public var centerXWithinMargins: LayoutPhrase { adding(.centerXWithinMargins) }
  /// And the vertical centre within the margins.
  public var centerYWithinMargins: LayoutPhrase { adding(.centerYWithinMargins) }
  /// And the four edges, as ``edges``.
  public var directionalEdges: LayoutPhrase { adding(.top, .leading, .bottom, .trailing) }
  /// And leading and trailing.
  public var horizontalEdges: LayoutPhrase { adding(.leading, .trailing) }
  /// And leading and trailing, as ``horizontalEdges``.
  public var directionalHorizontalEdges: LayoutPhrase { adding(.leading, .trailing) }
  /// And top and bottom.
  public var verticalEdges: LayoutPhrase { adding(.top, .bottom) }
  /// And top and bottom, as ``verticalEdges``.
  public var directionalVerticalEdges: LayoutPhrase { adding(.top, .bottom) }
  /// And the four edges within the margins.
  public var margins: LayoutPhrase { adding(.topMargin, .leadingMargin, .bottomMargin, .trailingMargin) }
  /// And the four edges within the margins, as ``margins``.
  public var directionalMargins: LayoutPhrase { adding(.topMargin, .leadingMargin, .bottomMargin, .trailingMargin) }
  /// And both centres within the margins.
  public var centerWithinMargins: LayoutPhrase { adding(.centerXWithinMargins, .centerYWithinMargins) }
  /// Reads well, does nothing.
  public var and: LayoutPhrase { self }
  /// Reads well, does nothing.
  public var with: LayoutPhrase { self }

  // MARK: Relations

  /// The attributes equal those of the target.
  @discardableResult
  public func equalTo(_ target: some LayoutTarget, fileID: String = #fileID, line: UInt = #line) -> LayoutPhrase {
    relate(.equal, [target.layoutTarget.kind], fileID, line)
  }

  /// The attributes equal those of each target: one constraint per element.
  @discardableResult
  public func equalTo(_ targets: [any LayoutTarget], fileID: String = #fileID, line: UInt = #line) -> LayoutPhrase {
    relate(.equal, targets.map(\.layoutTarget.kind), fileID, line)
  }

  /// The attributes equal the same ones of the superview.
  @discardableResult
  public func equalToSuperview(fileID: String = #fileID, line: UInt = #line) -> LayoutPhrase {
    relate(.equal, [.superview], fileID, line)
  }

  /// The attributes are at least those of the target.
  @discardableResult
  public func greaterThanOrEqualTo(
    _ target: some LayoutTarget, fileID: String = #fileID, line: UInt = #line
  ) -> LayoutPhrase {
    relate(.greaterThanOrEqual, [target.layoutTarget.kind], fileID, line)
  }

  /// The attributes are at least those of each target.
  @discardableResult
  public func greaterThanOrEqualTo(
    _ targets: [any LayoutTarget], fileID: String = #fileID, line: UInt = #line
  ) -> LayoutPhrase {
    relate(.greaterThanOrEqual, targets.map(\.layoutTarget.kind), fileID, line)
  }

  /// The attributes are at least the same ones of the superview.
  @discardableResult
  public func greaterThanOrEqualToSuperview(fileID: String = #fileID, line: UInt = #line) -> LayoutPhrase {
    relate(.greaterThanOrEqual, [.superview], fileID, line)
  }

  /// The attributes are at most those of the target.
  @discardableResult
  public func lessThanOrEqualTo(
    _ target: some LayoutTarget, fileID: String = #fileID, line: UInt = #line
  ) -> LayoutPhrase {
    relate(.lessThanOrEqual, [target.layoutTarget.kind], fileID, line)
  }

  /// The attributes are at most those of each target.
  @discardableResult
  public func lessThanOrEqualTo(
    _ targets: [any LayoutTarget], fileID: String = #fileID, line: UInt = #line
  ) -> LayoutPhrase {
    relate(.lessThanOrEqual, targets.map(\.layoutTarget.kind), fileID, line)
  }

  /// The attributes are at most the same ones of the superview.
  @discardableResult
  public func lessThanOrEqualToSuperview(fileID: String = #fileID, line: UInt = #line) -> LayoutPhrase {
    relate(.lessThanOrEqual, [.superview], fileID, line)
  }

  private func relate(
    _ relation: Relation, _ targets: [LayoutTargetValue.Kind], _ fileID: String, _ line: UInt
  ) -> LayoutPhrase {
    self.relation = relation
    self.targets = targets
    self.fileID = fileID
    self.line = line
    return self
  }

  // MARK: Refinements

  /// Adds a number to every attribute, in points: -10 moves an edge up or to the near side, whichever edge it is.
  @discardableResult
  public func offset(_ offset: Double) -> LayoutPhrase { shift(.number(offset)) }

  /// Adds x to horizontal positions and y to vertical ones, in points.
  @discardableResult
  public func offset(_ offset: Point) -> LayoutPhrase { shift(.point(offset)) }

  /// Adds to width and height, in points.
  @discardableResult
  public func offset(_ offset: Size) -> LayoutPhrase { shift(.size(offset)) }

  /// Moves each edge inwards, in points: 10 lies 10 below the top and 10 above the bottom.
  @discardableResult
  public func insets(_ insets: EdgeInsets) -> LayoutPhrase { shift(.insets(insets)) }

  /// Moves each edge inwards, in points; as ``insets(_:)`` with SnapKit's spelling.
  @discardableResult
  public func inset(_ insets: EdgeInsets) -> LayoutPhrase { shift(.insets(insets)) }

  /// Moves each edge inwards by the same number of points.
  @discardableResult
  public func inset(_ inset: Double) -> LayoutPhrase { shift(.insets(EdgeInsets(all: inset))) }

  /// Multiplies what the attributes are compared with.
  @discardableResult
  public func multipliedBy(_ factor: Double) -> LayoutPhrase {
    self.factor *= factor
    return self
  }

  /// Divides what the attributes are compared with.
  @discardableResult
  public func dividedBy(_ divisor: Double) -> LayoutPhrase {
    factor /= divisor
    return self
  }

  /// How firmly the constraints hold; required where nothing is said.
  @discardableResult
  public func priority(_ priority: Priority) -> LayoutPhrase {
    self.priority = priority
    return self
  }

  /// How firmly the constraints hold, as a number: 1000 is required.
  @discardableResult @_disfavoredOverload
  public func priority(_ priority: Double) -> LayoutPhrase { self.priority(Priority(Float(priority))) }

  /// A name for reports, and what `update` tells constraints between the same attributes by.
  @discardableResult
  public func labeled(_ label: String) -> LayoutPhrase {
    self.label = label
    return self
  }

  /// A name that descriptions print in quotes.
  @discardableResult
  public func identified(_ identifier: String) -> LayoutPhrase {
    self.identifier = identifier
    return self
  }

  private func shift(_ shift: LayoutTargetValue.Kind) -> LayoutPhrase {
    shifts.append(shift)
    return self
  }
}

// MARK: - What a phrase means

extension LayoutPhrase {
  /// The constraint, at the end of a sentence, to be held and changed later: `make.height.equalTo(0).constraint`. The block
  /// activates it when it ends, as it does without. nil of a sentence that makes more than one constraint, or of one
  /// that is wrong, which fails the block; see ``constraints``.
  public var constraint: Constraint? {
    let constraints = constraints
    return constraints.count == 1 ? constraints[0] : nil
  }

  /// The constraints of a sentence that makes several, such as one of `edges`; as ``constraint`` otherwise. What is said
  /// after they have been asked for says nothing.
  public var constraints: [Constraint] {
    if let captured { return captured }
    guard let specs = try? specs() else { return [] }
    var matcher = ConstraintMatcher(known)
    var constraints: [Constraint] = []
    for spec in specs {
      guard let constraint = try? matcher.take(spec.key, spec.values) ?? spec.make() else { return [] }
      constraints.append(constraint)
    }
    captured = constraints
    return constraints
  }

  /// The constraints that the phrase describes: one per target and attribute.
  func specs() throws(LayoutError) -> [ConstraintSpec] {
    var specs = try describedSpecs()
    if let captured, captured.count == specs.count {
      for index in specs.indices { specs[index].captured = captured[index] }
    }
    return specs
  }

  private func describedSpecs() throws(LayoutError) -> [ConstraintSpec] {
    guard let relation else {
      throw fault(
        .incompleteDescription,
        "The description of \(list) of \(itemDescription(node)) has no relation.  Add equalTo, greaterThanOrEqualTo or "
          + "lessThanOrEqualTo.")
    }
    var specs: [ConstraintSpec] = []
    for target in targets {
      for (index, attribute) in attributes.enumerated() {
        specs.append(try spec(attribute, index, relation, target))
      }
    }
    return specs
  }

  private func spec(
    _ attribute: Attribute, _ index: Int, _ relation: Relation, _ target: LayoutTargetValue.Kind
  ) throws(LayoutError) -> ConstraintSpec {
    let first = AnchorTerm(node: node, attribute: attribute)
    var spec: ConstraintSpec
    if var second = try term(attribute, index, target) {
      second.multiplier *= factor
      second.constant *= factor
      for shift in shifts { second.constant += try value(of: shift, for: attribute) }
      spec = ConstraintSpec(first, relation, second)
    } else {
      var constant = factor * (try value(of: target, for: attribute))
      for shift in shifts { constant += try value(of: shift, for: attribute) }
      spec = ConstraintSpec(first, relation, constant)
    }
    spec.priority = priority
    spec.label = label
    spec.identifier = identifier
    return spec.located(fileID, line)
  }

  /// The second side; nil for a size that is a number.
  private func term(
    _ attribute: Attribute, _ index: Int, _ target: LayoutTargetValue.Kind
  ) throws(LayoutError) -> AnchorTerm? {
    switch target {
    case .item(let other):
      return AnchorTerm(node: other, attribute: attribute)
    case .terms(let terms):
      guard terms.count == 1 || terms.count == attributes.count else {
        throw fault(
          .invalidPairing,
          "\(list) of \(itemDescription(node)) can't be compared with \(terms.count) attributes.  "
            + "Compare with one, or with as many.")
      }
      return terms.count == 1 ? terms[0] : terms[index]
    case .superview:
      return AnchorTerm(node: try superview(), attribute: attribute)
    case .number, .point, .size, .insets:
      if attribute.isSize { return nil }
      // A position is a number of points from the superview's.
      return AnchorTerm(
        node: try superview(), attribute: attribute, constant: try value(of: target, for: attribute))
    }
  }

  private func superview() throws(LayoutError) -> ItemNode {
    guard node.isPresent else {
      throw fault(.missingItem, "The view that was to be described is gone: nothing holds it.")
    }
    guard let parent = node.parent else {
      throw fault(
        .missingSuperview,
        "\(itemDescription(node)) has no superview that its \(list) could be measured from.  "
          + "Add it to one before describing its constraints.")
    }
    return parent
  }

  /// What a boxed value says about one attribute.
  private func value(of value: LayoutTargetValue.Kind, for attribute: Attribute) throws(LayoutError) -> Double {
    let fitting: Double?
    switch value {
    case .number(let number): fitting = number
    case .point(let point): fitting = attribute.isSize ? nil : attribute.axis == .horizontal ? point.x : point.y
    case .size(let size): fitting = attribute == .width ? size.width : attribute == .height ? size.height : nil
    case .insets(let insets): fitting = inset(insets, attribute)
    case .item, .terms, .superview: fitting = 0
    }
    guard let fitting else {
      throw fault(
        .invalidPairing, "\(describe(value)) says nothing about the \(attribute) of \(itemDescription(node)).")
    }
    return fitting
  }

  private func inset(_ insets: EdgeInsets, _ attribute: Attribute) -> Double? {
    guard attribute.isEdge else { return nil }
    let inset = insets.inset(of: attribute, in: node)
    return attribute.isFarEdge ? -inset : inset
  }

  private func describe(_ value: LayoutTargetValue.Kind) -> String {
    switch value {
    case .point: "A point"
    case .size: "A size"
    case .insets: "An inset"
    default: "The target"
    }
  }

  private var list: String { attributes.map(\.description).joined(separator: ", ") }

  private func fault(_ kind: LayoutError.Kind, _ text: String) -> LayoutError {
    LayoutError(kind, text, location: "\(fileID):\(line)")
  }
}
