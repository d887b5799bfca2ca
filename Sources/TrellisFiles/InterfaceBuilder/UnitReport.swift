// What a laid out unit has to say: conflicts, ambiguity, views outside their superview, squeezed texts, stale frames.

import Trellis

/// Something that the author of a storyboard should look at.
public struct InterfaceFinding: Sendable {
  /// What it is about.
  public enum Kind: String, Sendable, CaseIterable {
    /// Required constraints that cannot hold together.
    case conflict
    /// A number that the constraints do not decide.
    case ambiguity
    /// A view that nothing sizes or positions.
    case unsized
    /// A safe area, margin or height that contradicts the frames which follow from it.
    case unsettled
    /// A view that reaches out of its superview.
    case outside
    /// A text or control smaller than its content.
    case squeezed
    /// A text, measured in some language and at some text size, that is cut.
    case truncation
    /// A frame that the file stores and its constraints do not give.
    case misplaced

    /// Whether the layout is wrong, not only doubtful.
    public var isError: Bool { self == .conflict || self == .ambiguity || self == .unsized }
  }

  /// What it is about.
  public var kind: Kind
  /// The unit, by its name.
  public var unit: String
  /// The identifier of the view; nil for a conflict.
  public var view: String?
  /// The identifier of the constraint that was broken; nil for what is not a conflict.
  public var constraint: String?
  /// Changes that resolve a conflict, the likeliest first.
  public var cures: [LayoutState.Cure] = []
  /// What is the same in the finding whatever the device.
  @_spi(Tools) public var subject: String
  /// The devices that it was found on; empty for the file's own canvas.
  public var canvases: [String]
  /// The position in the file, with the finding and its cure in one line.
  public var location: DocumentError
  /// The former name of `location`.
  @available(*, deprecated, renamed: "location")
  public var place: DocumentError { location }

  /// `FILE:LINE:COLUMN: KIND: MESSAGE`, and on which devices.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): \(kind.rawValue): \(message)"
  }

  /// What is wrong, what would help, and on which devices.
  public var message: String {
    guard let first = canvases.first else { return location.message }
    let more = canvases.count - 1
    return location.message + " (on \(first)" + (more > 0 ? " and \(more) more)" : ")")
  }

  /// One finding for what is the same on several devices, in order of position.
  public static func merged(_ findings: [InterfaceFinding]) -> [InterfaceFinding] {
    var merged: [InterfaceFinding] = []
    var locations: [String: Int] = [:]
    for finding in findings {
      let key = "\(finding.kind) \(finding.location.line):\(finding.location.column) \(finding.subject)"
      if let location = locations[key] {
        merged[location].canvases += finding.canvases
      } else {
        locations[key] = merged.count
        merged.append(finding)
      }
    }
    return merged.sorted {
      ($0.location.line, $0.location.column, $0.kind.rawValue) < (
        $1.location.line, $1.location.column, $1.kind.rawValue
      )
    }
  }
}

/// Reads a layout for its author.
struct UnitReport {
  struct Finding {
    var kind: InterfaceFinding.Kind
    var view: String?
    var constraint: String?
    var subject: String
    var offset: Int
    var message: String
    var cures: [LayoutState.Cure] = []
  }

  let unit: ResolvedUnit
  let layout: UnitLayout
  private let indices: [ObjectIdentifier: Int]
  /// Absolute alignment rectangles, unrounded.
  private let rects: [Rect]

  init(_ unit: ResolvedUnit, _ layout: UnitLayout) {
    self.unit = unit
    self.layout = layout
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, constraint) in layout.builder.constraints.enumerated() {
      if let constraint { indices[ObjectIdentifier(constraint)] = index }
    }
    self.indices = indices
    var rects: [Rect] = []
    var origins: [Point] = []
    for (index, item) in unit.views.enumerated() {
      let frame = layout.frames[index]
      let base = item.superview.map { origins[$0] } ?? .zero
      origins.append(Point(x: base.x + frame.minX, y: base.y + frame.minY))
      let insets = item.control.insets
      rects.append(
        Rect(
          x: base.x + frame.minX + insets.leading, y: base.y + frame.minY + insets.top,
          width: frame.width - insets.leading - insets.trailing,
          height: frame.height - insets.top - insets.bottom))
    }
    self.rects = rects
  }

  /// Ambiguous views, without those whose author asked not to be warned.
  var ambiguities: [(view: Int, ambiguity: Ambiguity)] {
    guard !layout.ambiguities.isEmpty else { return [] }
    var locations: [ObjectIdentifier: Int] = [:]
    for (index, view) in layout.builder.views.enumerated() { locations[ObjectIdentifier(view)] = index }
    return layout.ambiguities.compactMap { ambiguity in
      guard let index = locations[ObjectIdentifier(ambiguity.item)] else { return nil }
      let word = unit.views[index].view.attributes["verifyAmbiguity"]
      if word == "off" || (word == "ignoreSizes" && ambiguity.attribute.isSize) { return nil }
      return (index, ambiguity)
    }
  }

  /// Visible views that no constraint mentions, and that have no size of their own.
  private var unsized: [Int] {
    let known = UnsizedViews.mentioned(by: layout.builder.constraints.lazy.compactMap { $0 })
    return unit.views.indices.dropFirst().filter { index in
      let item = unit.views[index]
      let view = layout.builder.views[index]
      let hasOwnSize = view.intrinsicSize.width >= 0 || view.intrinsicSize.height >= 0
      return !item.isInvisible && !item.isArranged && !item.isStack && !hasOwnSize
        && !layout.builder.given.contains(index) && !known.contains(ObjectIdentifier(view))
    }
  }

  /// A conflict in the file's identifiers.
  func conflict(_ report: ConflictReport) -> LayoutState.Conflict {
    let members = report.constraints.filter { !isRootSize($0) }
    return LayoutState.Conflict(
      ids: members.map(name), broken: members.firstIndex { $0 === report.broken },
      orElse: (name(report.broken), words(report.broken)), message: report.message,
      offset: indices[ObjectIdentifier(report.broken)].map { unit.constraints[$0].source.offset }
    ) { words(members[$0]) }
  }

  /// What resolves a conflict; nothing where the layout that it was found in is gone.
  private func cures(_ conflict: ConflictReport) -> [ConflictCure] {
    guard let cures = try? conflict.cures else { return [] }
    return Array(
      cures.filter { !$0.constraint.standsForSystem && !isRootSize($0.constraint) }
        .prefix(LayoutState.Conflict.longestText))
  }

  /// The changes in words, with where everything lies then if that is asked for.
  private func described(_ cures: [ConflictCure], withFrames: Bool) -> [LayoutState.Cure] {
    cures.map { cure in
      var made = LayoutState.Cure(cure, of: name(cure.constraint), words(cure.constraint))
      if withFrames {
        made.findMoves(cure, in: layout.builder.scene, layout.builder.views, from: layout.snapped)
      }
      return made
    }
  }

  private func isRootSize(_ constraint: Constraint) -> Bool {
    constraint.isSystemMade && !constraint.isContentSize && constraint.firstItem === layout.builder.views[0]
  }

  private func name(_ constraint: Constraint) -> String {
    if let index = indices[ObjectIdentifier(constraint)] { return unit.constraints[index].source.id }
    return constraint.identifier ?? words(constraint)
  }

  /// A constraint as a person would write it.
  private func words(_ constraint: Constraint) -> String {
    if let index = indices[ObjectIdentifier(constraint)] { return unit.text(of: unit.constraints[index]) }
    if constraint.isContentSize, let item = constraint.firstItem {
      return "content size of \(unit.name(of: item, layout))"
    }
    if constraint.isAutoresizing, let item = constraint.firstItem {
      return "autoresizing of \(unit.name(of: item, layout))"
    }
    return constraint.identifier ?? "\(constraint)"
  }

  /// The frames, rounded to device pixels.
  func state() -> LayoutState {
    var state = LayoutState()
    for (index, item) in unit.views.enumerated() {
      let frame = layout.snapped[index]
      state.items.append(
        LayoutState.Item(
          name: item.view.id, role: item.scrolls ? .scroll : .view, superview: item.superview, isHidden: item.isHidden,
          x: frame.minX, y: frame.minY, width: frame.width, height: frame.height, label: item.view.label,
          element: item.view.element, text: item.view.text,
          fontSize: item.view.text.map { _ in FontMetrics(item.view, platform: unit.platform).size }))
      if let scroll = layout.builder.views[index] as? ScrollView {
        state.contentSizes.append(
          LayoutState.ContentSize(
            name: item.view.id, width: scroll.contentSize.width, height: scroll.contentSize.height))
      }
    }
    return state
  }

  // MARK: - Findings

  /// - Parameter withFrames: Whether to find out where everything lies with each change that resolves a conflict.
  func findings(isElsewhere: Bool, withFrames: Bool = false) -> [Finding] {
    var found: [Finding] = []
    let root = unit.views[0].view
    let conflicts = layout.report.conflicts
    // All before any is tried: that lays out anew.
    let allCures = conflicts.prefix(LayoutState.Conflict.curedConflicts).map(cures)
    for (number, conflict) in conflicts.enumerated() {
      let cures = number < allCures.count ? described(allCures[number], withFrames: withFrames) : []
      let members = conflict.constraints.filter { !isRootSize($0) }
      let index = indices[ObjectIdentifier(conflict.broken)]
      let list = Self.list(members.map(words))
      found.append(
        Finding(
          kind: .conflict, view: nil, constraint: index.map { unit.constraints[$0].source.id },
          subject: members.map(name).joined(separator: " "),
          offset: index.map { unit.constraints[$0].source.offset } ?? root.offset,
          message: "required constraints cannot hold together: \(list).  The layout went on without "
            + "\(words(conflict.broken)); \(cures.help)", cures: cures))
    }
    for (index, ambiguity) in ambiguities { found.append(finding(index, ambiguity)) }
    for index in unsized {
      let item = unit.views[index].view
      found.append(
        Finding(
          kind: .unsized, view: item.id, subject: item.id, offset: item.offset,
          message: "nothing sizes or places \(item.label); pin its edges, or give it a width and a height"))
    }
    for view in layout.report.unsettled {
      guard let index = layout.builder.views.firstIndex(where: { $0 === view.view }) else { continue }
      let item = unit.views[index].view
      let state = LayoutState.Unsettled(item: item.label, quantity: view.quantity)
      found.append(
        Finding(
          kind: .unsettled, view: item.id, subject: "\(item.id).\(state.quantity)", offset: item.offset,
          message: state.message))
    }
    for index in unit.views.indices.dropFirst() where !unit.views[index].isInvisible {
      if let finding = outside(index) { found.append(finding) }
      found += squeezed(index)
      if !isElsewhere, let finding = misplaced(index) { found.append(finding) }
    }
    return found
  }

  /// Each once, and of many the first.
  private static func list(_ texts: [String]) -> String {
    var unique: [String] = []
    for text in texts where !unique.contains(text) { unique.append(text) }
    let shown = unique.prefix(8)
    let more = unique.count - shown.count
    return shown.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }

  private func finding(_ index: Int, _ ambiguity: Ambiguity) -> Finding {
    let item = unit.views[index]
    let isHorizontal = ambiguity.axis == .horizontal
    let cure: String
    if ambiguity.attribute.isSize {
      let edges = isHorizontal ? "its leading and trailing edges" : "its top and bottom"
      cure = "pin \(edges), or give it a \(ambiguity.attribute)"
    } else {
      cure = "pin its \(isHorizontal ? "leading" : "top") edge, or centre it"
    }
    return Finding(
      kind: .ambiguity, view: item.view.id, subject: "\(item.view.id).\(ambiguity.attribute)", offset: item.view.offset,
      message: "\(ambiguity.attribute) of \(item.view.label) is not determined; \(cure)")
  }

  private func outside(_ index: Int) -> Finding? {
    guard let superview = unit.views[index].superview, !unit.views[superview].scrolls else { return nil }
    let inner = rects[index]
    let outer = rects[superview]
    let sides = [
      ("left", outer.minX - inner.minX), ("top", outer.minY - inner.minY), ("right", inner.maxX - outer.maxX),
      ("bottom", inner.maxY - outer.maxY),
    ].filter { $0.1 > 1 }
    guard !sides.isEmpty, inner.width > 0, inner.height > 0 else { return nil }
    let list = sides.map { "\(rounded($0.1.rounded())) pt at the \($0.0)" }.joined(separator: ", ")
    let item = unit.views[index].view
    return Finding(
      kind: .outside, view: item.id, subject: item.id, offset: item.offset,
      message:
        "\(item.label) lies outside of \(unit.views[superview].view.label) by \(list); make room or pin its edges")
  }

  /// What is worth a finding where it is smaller than its content.
  static let textElements: Set = ["label", "button", "textField", "segmentedControl", "switch"]

  private func squeezed(_ index: Int) -> [Finding] {
    let item = unit.views[index].view
    let wanted = layout.builder.views[index].intrinsicSize
    guard Self.textElements.contains(item.element) else { return [] }
    return Axis.allCases.compactMap { axis in
      let given = rects[index].size[axis]
      guard wanted[axis] >= 0, given < wanted[axis] - 1 else { return nil }
      // A text of several lines breaks its lines elsewhere.
      if axis == .horizontal, unit.views[index].wrapsText { return nil }
      let side = axis == .horizontal ? "width" : "height"
      return Finding(
        kind: .squeezed, view: item.id, subject: "\(item.id).\(side)", offset: item.offset,
        message: "\(item.label) is squeezed: its \(side) is \(rounded(given.rounded())), its content needs "
          + "\(rounded(wanted[axis].rounded())); make room, or let it shrink on purpose")
    }
  }

  private func misplaced(_ index: Int) -> Finding? {
    let item = unit.views[index]
    guard item.hasFrame else { return nil }
    let isNear = zip(layout.frames[index].edges, item.stored.edges).allSatisfy { abs($0 - $1) <= 1 + 1e-6 }
    guard !isNear else { return nil }
    let ours = layout.snapped[index].numbers.map(rounded).joined(separator: ", ")
    let stored = item.stored.numbers.map(rounded).joined(separator: ", ")
    return Finding(
      kind: .misplaced, view: item.view.id, subject: item.view.id, offset: item.view.offset,
      message: "\(item.view.label) is stored at (\(stored)), its constraints give (\(ours)); update its frame")
  }

  // MARK: - Dimensions

  /// The constraints of the file as lengths between two points.
  func dimensions() -> [LayoutState.Dimension] {
    let broken = Set(layout.report.brokenConstraints.map(ObjectIdentifier.init))
    let open = Set(ambiguities.map { "\($0.view) \($0.ambiguity.axis)" })
    var dimensions: [LayoutState.Dimension] = []
    for (resolved, constraint) in zip(unit.constraints, layout.builder.constraints) {
      guard let constraint, case .view(let first) = resolved.first, let axis = resolved.source.firstAttribute.axis,
        !unit.views[first].isInvisible
      else { continue }
      var mark = LayoutState.Dimension.Mark.holds
      if broken.contains(ObjectIdentifier(constraint)) {
        mark = .broken
      } else if open.contains("\(first) \(axis)") {
        mark = .open
      } else if abs(constraint.residual ?? 0) > 0.01 {
        mark = .missed
      }
      guard let line = line(resolved, first, axis) else { continue }
      dimensions.append(
        LayoutState.Dimension(
          x1: line.0.x, y1: line.0.y, x2: line.1.x, y2: line.1.y, text: text(resolved), mark: mark,
          tip: unit.text(of: resolved), isSize: resolved.source.firstAttribute.isSize, constraint: resolved.source.id))
    }
    return dimensions
  }

  private func text(_ resolved: ResolvedConstraint) -> String {
    let source = resolved.source
    return MeasuredConstraint(
      attribute: source.firstAttribute, relation: source.relation, multiplier: source.multiplier,
      constant: source.constant, isPair: resolved.second != nil
    ).label
  }

  /// From edge to edge, at the middle of the smaller view; a length lies across the view itself.
  private func line(_ resolved: ResolvedConstraint, _ first: Int, _ axis: Axis) -> (Point, Point)? {
    let attribute = resolved.source.firstAttribute
    if attribute.isSize { return MeasuredConstraint.size(of: rects[first], axis) }
    guard let second = resolved.second, let one = coordinate(resolved.first, attribute),
      let two = coordinate(second, resolved.source.secondAttribute)
    else { return nil }
    return MeasuredConstraint.distance(axis, from: one, of: rects[first], to: two, of: rect(of: second))
  }

  private func rect(of item: UnitItem) -> Rect {
    switch item {
    case .view(let index): return rects[index]
    case .guide(let index):
      let guide = layout.builder.guides[index]
      let base = rects[unit.guides[index].view].origin
      return Rect(
        origin: Point(x: base.x + guide.frame.minX, y: base.y + guide.frame.minY), size: guide.frame.size)
    }
  }

  private func coordinate(_ item: UnitItem, _ attribute: Attribute) -> Double? {
    var margins = PhysicalInsets.zero
    if case .view(let index) = item {
      let insets = layout.builder.insets.insets(index, .margins)
      margins = PhysicalInsets(
        top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing)
    }
    return MeasuredConstraint.coordinate(attribute, in: rect(of: item), margins: margins, isRightToLeft: false)
  }
}
