// Why a stored frame differs from ours.

import Trellis

/// Looks for reasons in a laid out unit.
struct MismatchReasons {
  private let unit: ResolvedUnit
  private let layout: UnitLayout
  /// Required constraints that the stored frames break, by more than rounding can.
  private let broken: [(constraint: ResolvedConstraint, error: Double, hasInset: Bool)]
  /// The first plain one of them that mentions each view.
  private var brokenByView: [UnitItem: Int] = [:]
  /// What is the same for every view of the unit.
  private var general: (InterfaceComparison.Reason, String)?
  private var openViews: [ObjectIdentifier: Attribute] = [:]

  init(_ unit: ResolvedUnit, _ layout: UnitLayout) {
    self.unit = unit
    self.layout = layout
    var broken: [(ResolvedConstraint, Double, Bool)] = []
    for constraint in unit.constraints where constraint.source.priority == 1000 {
      guard let (error, hasInset) = Self.storedError(constraint, unit, layout.builder.insets) else { continue }
      if error > 1.01 { broken.append((constraint, error, hasInset)) }
    }
    self.broken = broken
    for (position, entry) in self.broken.enumerated() where !entry.hasInset {
      for item in [entry.constraint.first, entry.constraint.second].compactMap({ $0 }) where brokenByView[item] == nil {
        brokenByView[item] = position
      }
    }
    for ambiguity in layout.ambiguities where openViews[ObjectIdentifier(ambiguity.item)] == nil {
      openViews[ObjectIdentifier(ambiguity.item)] = ambiguity.attribute
    }
    general = generalReason()
  }

  /// The reason for a view, and its words.
  func why(_ index: Int) -> (InterfaceComparison.Reason, String) {
    if let position = brokenByView[.view(index)] { return stale(broken[position].constraint, broken[position].error) }
    if let general, general.0 != .ambiguity, general.0 != .fontMetrics, general.0 != .control, general.0 != .foreign {
      return general
    }
    if layout.builder.canvasSized.contains(index) {
      return (.ambiguity, "nothing gives the view a length across its stack; the canvas keeps one of its own")
    }
    if let open = openViews[ObjectIdentifier(layout.builder.views[index])] {
      return (.ambiguity, "the constraints leave \(open) of \(unit.views[index].view.label) open")
    }
    return general ?? (.ours, "no reason found in the file")
  }

  private func stale(_ constraint: ResolvedConstraint, _ error: Double) -> (InterfaceComparison.Reason, String) {
    (
      .stale,
      "the stored frames break constraint \(quoted(constraint.source.id)) of their own file by \(rounded(error)) pt: "
        + unit.text(of: constraint)
    )
  }

  /// What holds for the unit as a whole, the surest first.
  private func generalReason() -> (InterfaceComparison.Reason, String)? {
    if let plain = broken.first(where: { !$0.hasInset }) { return stale(plain.constraint, plain.error) }
    if let stack = staleStack() {
      return (.stale, "the stored frames of stack \(quoted(unit.views[stack].view.id)) break its own spacing or edges")
    }
    if let inset = broken.first {
      return (
        .inset,
        "the stored frames imply another inset (by \(rounded(inset.error)) pt) in constraint "
          + "\(quoted(inset.constraint.source.id)): \(unit.text(of: inset.constraint))"
      )
    }
    if !layout.report.conflicts.isEmpty { return (.conflict, "required constraints cannot all hold; one was broken") }
    if let (constraint, error) = looseConstraint() {
      return (
        .stale,
        "the stored frames miss constraint \(quoted(constraint.source.id)) by \(rounded(error)) pt, and all that matters "
          + "more can hold with it: \(unit.text(of: constraint))"
      )
    }
    if let open = UnitReport(unit, layout).ambiguities.first {
      return (
        .ambiguity, "the constraints leave \(open.ambiguity.attribute) of \(unit.views[open.view].view.label) open"
      )
    }
    if usesBaseline { return (.fontMetrics, "a baseline decides, and the file does not hold the font's metrics") }
    if let control = oddControl() {
      let item = unit.views[control.view].view
      return (
        .control,
        "\(item.label) (\(item.id)) is stored \(rounded(control.length)) pt "
          + "\(control.axis == .horizontal ? "wide" : "high"), a size that no release gives it"
      )
    }
    if let custom = customClass() {
      return (.foreign, "class \(custom) may have a size or layout of its own, which the file does not hold")
    }
    return nil
  }

  private var usesBaseline: Bool {
    unit.constraints.contains {
      [.firstBaseline, .lastBaseline].contains($0.source.firstAttribute)
        || [.firstBaseline, .lastBaseline].contains($0.source.secondAttribute)
    }
      || unit.views.contains { $0.isStack && ($0.view.attributes["alignment"]?.hasSuffix("aseline") ?? false) }
  }

  /// A control of the system whose stored length is none that a release gives it, and that nothing else stretches.
  private func oddControl() -> (view: Int, axis: Axis, length: Double)? {
    for (index, item) in unit.views.enumerated() {
      for axis in Axis.allCases {
        guard case .known(let lengths) = axis == .horizontal ? item.control.width : item.control.height else {
          continue
        }
        let stored = item.storedAlignment.size[axis]
        let ours = layout.builder.views[index].alignmentRect(forFrame: layout.frames[index]).size[axis]
        if !lengths.contains(where: { abs($0 - stored) < 1 }), lengths.contains(where: { abs($0 - ours) < 1 }) {
          return (index, axis, stored)
        }
      }
    }
    return nil
  }

  private func customClass() -> String? {
    for item in unit.views where item.control.width == .none && item.control.height == .none {
      guard item.superview != nil, let name = item.view.attributes["customClass"], item.view.image == nil,
        item.subviews.isEmpty
      else { continue }
      return name
    }
    return nil
  }

  /// An optional constraint of the highest priority at which stored frames do worse than ours: they are not an answer to the
  /// file's own constraints.
  private func looseConstraint() -> (constraint: ResolvedConstraint, error: Double)? {
    var levels: [Double: (ours: Double, stored: Double, worst: (ResolvedConstraint, Double)?)] = [:]
    for (index, constraint) in unit.constraints.enumerated() where constraint.source.priority < 1000 {
      guard let stored = Self.storedError(constraint, unit, layout.builder.insets), !stored.hasInset,
        let ours = layout.builder.constraints[index]?.residual
      else { continue }
      var level = levels[constraint.source.priority] ?? (0, 0, nil)
      level.ours += abs(ours)
      level.stored += stored.error
      if stored.error > level.worst?.1 ?? 1.01 { level.worst = (constraint, stored.error) }
      levels[constraint.source.priority] = level
    }
    for (_, level) in levels.sorted(by: { $0.key > $1.key }) where abs(level.ours - level.stored) > 1.01 {
      return level.stored > level.ours ? level.worst.map { ($0.0, $0.1) } : nil
    }
    return nil
  }

  /// A stack whose stored frames do not touch as they must.
  private func staleStack() -> Int? {
    unit.views.indices.first { stack in
      guard unit.views[stack].isStack else { return false }
      return StackFacts(unit, stack).storedError > 1.01
    }
  }

  /// By how much stored frames miss a constraint, and whether an inset is part of it; nil where they cannot tell.
  private static func storedError(
    _ constraint: ResolvedConstraint, _ unit: ResolvedUnit, _ insets: UnitInsets
  ) -> (error: Double, hasInset: Bool)? {
    let source = constraint.source
    let owner = unit.views[constraint.holder].origin
    guard let first = unit.storedValue(constraint.first, source.firstAttribute, insets) else { return nil }
    var target = source.constant
    var left = first.value
    var hasInset = first.hasInset
    if let item = constraint.second {
      guard let second = unit.storedValue(item, source.secondAttribute, insets) else { return nil }
      hasInset = hasInset || second.hasInset
      var right = second.value
      if source.multiplier != 1, source.firstAttribute.isPosition {
        let origin = source.firstAttribute.axis == .vertical ? owner.y : owner.x
        left -= origin
        right -= origin
      }
      target += source.multiplier * right
    }
    // Between a scroll view and what is inside, edges mean a content that is not stored.
    if unit.meansContent(constraint) { return nil }
    let difference = left - target
    switch source.relation {
    case .equal: return (abs(difference), hasInset)
    case .lessThanOrEqual: return (max(difference, 0), hasInset)
    case .greaterThanOrEqual: return (max(-difference, 0), hasInset)
    }
  }
}

extension ResolvedUnit {
  /// What stored frames say of an attribute; nil where they hold nothing of it.
  func storedValue(
    _ item: UnitItem, _ attribute: Attribute, _ insets: UnitInsets
  ) -> (value: Double, hasInset: Bool)? {
    if let key = insetKey(item, attribute) {
      let view = views[key.view]
      guard view.hasFrame else { return nil }
      let inset = insets.insets(key.view, key.area).side(key.side)
      switch key.side {
      case .left: return (view.origin.x + inset, true)
      case .right: return (view.origin.x + view.stored.width - inset, true)
      case .top: return (view.origin.y + inset, true)
      case .bottom: return (view.origin.y + view.stored.height - inset, true)
      }
    }
    if case .guide(let index) = item, attribute == .centerX || attribute == .centerY {
      let isHorizontal = attribute == .centerX
      guard let one = storedValue(item, isHorizontal ? .left : .top, insets),
        let two = storedValue(item, isHorizontal ? .right : .bottom, insets), guides[index].source.kind == .safeArea
      else { return nil }
      return ((one.value + two.value) / 2, true)
    }
    guard case .view(let index) = item, views[index].hasFrame else { return nil }
    let rect = views[index].storedAlignment
    switch attribute {
    case .left, .leading: return (rect.minX, false)
    case .right, .trailing: return (rect.maxX, false)
    case .top: return (rect.minY, false)
    case .bottom: return (rect.maxY, false)
    case .width: return (rect.width, false)
    case .height: return (rect.height, false)
    case .centerX: return (rect.midX, false)
    case .centerY: return (rect.midY, false)
    default: return nil
    }
  }

  /// Whether one side is a scroll view's content.
  func meansContent(_ constraint: ResolvedConstraint) -> Bool {
    guard let second = constraint.second else { return false }
    for (item, other) in [(constraint.first, second), (second, constraint.first)] {
      switch item {
      case .guide(let index) where guides[index].source.kind == .content: return true
      case .view(let index) where views[index].scrolls && isInside(other, index): return true
      default: continue
      }
    }
    return false
  }

  private func isInside(_ item: UnitItem, _ view: Int) -> Bool {
    var position: Int? =
      switch item {
      case .view(let index): views[index].superview
      case .guide(let index): guides[index].view
      }
    while let current = position {
      if current == view { return true }
      position = views[current].superview
    }
    return false
  }

  /// The name of an item for people.
  func name(of item: UnitItem) -> String {
    switch item {
    case .view(let index): return views[index].view.label
    case .guide(let index):
      let guide = guides[index]
      let owner = views[guide.view].view.label
      switch guide.source.kind {
      case .safeArea: return "safe area of \(owner)"
      case .keyboard: return "keyboard guide of \(owner)"
      case .content: return "content of \(owner)"
      case .frame: return "frame of \(owner)"
      case .margins: return "margins of \(owner)"
      case .readable: return "readable area of \(owner)"
      case .top: return "top layout guide"
      case .bottom: return "bottom layout guide"
      }
    }
  }

  func name(of item: any LayoutItem, _ layout: UnitLayout) -> String {
    if let index = layout.builder.views.firstIndex(where: { $0 === item }) { return views[index].view.label }
    if let index = layout.builder.guides.firstIndex(where: { $0 === item }) { return name(of: .guide(index)) }
    return item.itemName ?? "a guide"
  }

  /// A constraint as a person would write it.
  func text(of constraint: ResolvedConstraint) -> String {
    let source = constraint.source
    var text = "\(name(of: constraint.first)).\(source.firstAttribute) \(source.relation) "
    if let second = constraint.second {
      if source.multiplier != 1 { text += "\(rounded(source.multiplier)) × " }
      text += "\(name(of: second)).\(source.secondAttribute)"
      if source.constant > 0 { text += " + \(rounded(source.constant))" }
      if source.constant < 0 { text += " - \(rounded(-source.constant))" }
    } else {
      text += rounded(source.constant)
    }
    if source.priority != 1000 { text += " @ \(rounded(source.priority))" }
    return text
  }
}
