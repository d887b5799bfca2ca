// Several views along one axis of their superview: by spacing, by centres, in equal regions, with spacers (rows F13, F14,
// F16). A constraint relates two items at most (A15), so each of these is a set of pairs.

/// What a distribution made.
public struct Distribution {
  /// The constraints, active.
  public let constraints: [Constraint]
  /// The spacer views or guides between and around the distributed views, where the technique has any.
  public let spacers: [any LayoutItem]
}

extension Array where Element: LayoutItem {
  /// Lines views up along an axis with a fixed space between neighbours. All but `lastToSuperview` is left to stretch.
  ///
  /// - Parameters:
  ///   - axis: The axis.
  ///   - spacing: Between neighbours, in points.
  ///   - inset: From the superview to the first and from the last to the superview, in points; nil leaves the ends free.
  ///   - alignment: What is aligned across the axis, with the first view: an edge, a centre, a baseline; nil for
  ///     nothing.
  ///   - matchesSizes: Whether all get the size of the first along the axis.
  ///   - priority: How firmly all of it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Throws: ``LayoutError/Kind/missingSuperview``, and as ``Constraint/activate()``.
  @discardableResult
  public func distribute(
    along axis: Axis, spacing: Double, inset: Double? = nil, alignment: Attribute? = nil, matchesSizes: Bool = false,
    priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    let (near, far, extent, _) = axis.attributes
    var specs: [ConstraintSpec] = []
    if let inset, let first { specs.append(try first.pinned(near, inset, .equal, fileID, line)) }
    for (previous, next) in zip(self, dropFirst()) {
      specs.append(next.follows(previous, near, far, spacing))
    }
    if let inset, let last { specs.append(try last.pinned(far, inset, .equal, fileID, line)) }
    if matchesSizes { specs += toFirst(extent) }
    if let alignment { specs += toFirst(alignment) }
    return try install(specs ~ priority, fileID, line)
  }

  /// Lines views up from leading to trailing, `spacing` points apart, aligned with the first.
  ///
  /// - Throws: As `distribute(along:spacing:)`.
  @discardableResult
  public func arrangeInRow(
    spacing: Double = 8, alignment: Attribute? = .centerY, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try distribute(
      along: .horizontal, spacing: spacing, alignment: alignment, priority: priority, fileID: fileID, line: line)
  }

  /// Lines views up from top to bottom, `spacing` points apart, aligned with the first.
  ///
  /// - Throws: As `distribute(along:spacing:)`.
  @discardableResult
  public func arrangeInColumn(
    spacing: Double = 8, alignment: Attribute? = .leading, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try distribute(
      along: .vertical, spacing: spacing, alignment: alignment, priority: priority, fileID: fileID, line: line)
  }

  /// Spreads views over their superview: the space between neighbours, and with `insetsEnds` the space at both ends, is
  /// the same and as large as there is room. Guides of the superview take the space.
  ///
  /// - Throws: ``LayoutError/Kind/missingSuperview`` unless all have the same superview, and as
  ///   ``Constraint/activate()``.
  @discardableResult
  public func distributeWithEqualSpacing(
    along axis: Axis, insetsEnds: Bool = true, alignment: Attribute? = nil, priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Distribution {
    guard let first, let last else { return Distribution(constraints: [], spacers: []) }
    let superview = try commonSuperview(fileID, line)
    let (near, far, extent, _) = axis.attributes
    let gaps = insetsEnds ? count + 1 : count - 1
    let guides = (0..<gaps).map { LayoutGuide("spacing-\($0 + 1)") }
    var chain: [any LayoutItem] = []
    for (index, view) in enumerated() {
      if insetsEnds || index > 0 { chain.append(guides[insetsEnds ? index : index - 1]) }
      chain.append(view)
    }
    if insetsEnds { chain.append(guides[count]) }
    var specs = chained(chain, near, far) + guides.toFirst(extent)
    let ends: [any LayoutItem] = insetsEnds ? [guides[0], guides[count]] : [first, last]
    specs.append(spec(ends[0], near, superview, near))
    specs.append(spec(ends[1], far, superview, far))
    if let alignment { specs += toFirst(alignment) }
    // Guides first need their owner, and go again if a constraint is refused.
    for guide in guides { superview.addLayoutGuide(guide) }
    do throws(LayoutError) {
      return Distribution(constraints: try install(specs ~ priority, fileID, line), spacers: guides)
    } catch {
      for guide in guides { superview.removeLayoutGuide(guide) }
      throw error
    }
  }

  /// Spreads the centres of views evenly over their superview: the first at the near end of its half-share, as far from
  /// the edge as half the distance between two centres (row F14: N equal regions, a view in the middle of each).
  ///
  /// View i of N, counted from 0, has its centre at (2i + 1) / (2N) of the superview's extent. That is bad for views of
  /// unequal sizes, whose gaps then differ; see
  /// `distributeWithEqualSpacing(along:)`.
  ///
  /// - Throws: As `distributeWithEqualSpacing(along:)`.
  @discardableResult
  public func distributeInEqualRegions(
    along axis: Axis, alignment: Attribute? = nil, priority: Priority = .required, fileID: String = #fileID,
    line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    guard !isEmpty else { return [] }
    let superview = try commonSuperview(fileID, line)
    let center = axis.attributes.center
    var specs: [ConstraintSpec] = []
    for (index, view) in enumerated() {
      let share = (2 * Double(index) + 1) / Double(count)
      let middle = AnchorTerm(node: superview.node, attribute: center, multiplier: share)
      specs.append(ConstraintSpec(AnchorTerm(node: view.node, attribute: center), .equal, middle))
    }
    if let alignment { specs += toFirst(alignment) }
    return try install(specs ~ priority, fileID, line)
  }

  /// Spreads the centres of views evenly between the first and the last view, wherever those are.
  ///
  /// - Throws: As ``Constraint/activate()``.
  @discardableResult
  public func distributeWithEqualCenters(
    along axis: Axis, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    guard count > 2 else { return [] }
    let superview = try commonSuperview(fileID, line)
    let center = axis.attributes.center
    // Of the distance between neighbours: a guide from each centre to the next, all of one size.
    let (near, far, extent, _) = axis.attributes
    let guides = (1..<count).map { LayoutGuide("centers-\($0)") }
    var specs = guides.toFirst(extent)
    for (index, guide) in guides.enumerated() {
      specs.append(spec(guide, near, self[index], center))
      specs.append(spec(guide, far, self[index + 1], center))
    }
    for guide in guides { superview.addLayoutGuide(guide) }
    do throws(LayoutError) {
      return try install(specs ~ priority, fileID, line)
    } catch {
      for guide in guides { superview.removeLayoutGuide(guide) }
      throw error
    }
  }

  /// The spacer technique of the Masonry document (row F13): N + 1 square spacer views of one size, before, between and
  /// after the views.
  ///
  /// The spacers are subviews of the views' superview. Across the axis they are centred on the first view.
  ///
  /// - Throws: As `distributeWithEqualSpacing(along:)`.
  @discardableResult
  public func distributeWithSpacers(
    along axis: Axis, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> Distribution {
    guard let first else { return Distribution(constraints: [], spacers: []) }
    let superview = try commonSuperview(fileID, line)
    let (near, far, extent, _) = axis.attributes
    let across = axis.across.attributes
    let spacers = (0...count).map { View("spacer\($0)") }
    var chain: [any LayoutItem] = []
    for (spacer, view) in zip(spacers, self) { chain += [spacer, view] as [any LayoutItem] }
    chain.append(spacers[count])
    var specs = chained(chain, near, far) + spacers.toFirst(extent)
    specs.append(spec(spacers[0], near, superview, near))
    specs.append(spec(spacers[count], far, superview, far))
    for spacer in spacers {
      specs.append(spec(spacer, across.extent, spacer, extent))
      specs.append(spec(spacer, across.center, first, across.center))
    }
    superview.addSubviews(spacers)
    do throws(LayoutError) {
      return Distribution(constraints: try install(specs ~ priority, fileID, line), spacers: spacers)
    } catch {
      for spacer in spacers { spacer.removeFromSuperview() }
      throw error
    }
  }

  private func commonSuperview(_ fileID: String, _ line: UInt) throws(LayoutError) -> View {
    guard let superview = first?.node.parent, allSatisfy({ $0.node.parent === superview }), let view = superview.view
    else {
      throw LayoutError(
        .missingSuperview, "The views to distribute have no superview in common.  Add them to one first.",
        location: "\(fileID):\(line)")
    }
    return view
  }

  /// Each item begins where the one before it ends.
  private func chained(_ items: [any LayoutItem], _ near: Attribute, _ far: Attribute) -> [ConstraintSpec] {
    zip(items, items.dropFirst()).map { previous, next in spec(next, near, previous, far) }
  }

  private func spec(
    _ first: any LayoutItem, _ attribute: Attribute, _ second: any LayoutItem, _ other: Attribute
  ) -> ConstraintSpec {
    ConstraintSpec(
      AnchorTerm(node: first.node, attribute: attribute), .equal, AnchorTerm(node: second.node, attribute: other))
  }
}

extension LayoutItem {
  fileprivate func follows(
    _ previous: any LayoutItem, _ near: Attribute, _ far: Attribute, _ spacing: Double
  ) -> ConstraintSpec {
    ConstraintSpec(
      AnchorTerm(node: node, attribute: near), .equal,
      AnchorTerm(node: previous.node, attribute: far, constant: spacing))
  }
}
