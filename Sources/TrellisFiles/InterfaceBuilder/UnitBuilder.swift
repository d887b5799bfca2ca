// From a unit to ordinary views: a tree, its guides and constraints, and a scene that lays them out.

import Trellis

/// A unit as views, with what was fed to them.
struct UnitBuilder {
  /// A length of a view that the file does not define and its stored frame stands for.
  struct Fed: Hashable {
    var view: Int
    var axis: Axis
  }

  /// The same by the view's identifier, which holds where another size class has other views.
  struct TextLength: Hashable {
    var view: String
    var axis: Axis
  }

  let unit: ResolvedUnit
  let insets: UnitInsets
  let scene: Scene
  private(set) var views: [View] = []
  private(set) var guides: [LayoutGuide] = []
  /// The façade's constraint of each of the unit's; nil for one that could not be made.
  private(set) var constraints: [Constraint?] = []
  /// Guides' edges, with the inset that each stands for.
  private(set) var guideConstraints: [(constraint: Constraint, key: InsetKey, sign: Double)] = []
  private(set) var fed: [Fed] = []
  private(set) var notes: [InterfaceNote] = []
  /// Views whose stored frames are inputs: the root, a cell's content, what its autoresizing mask holds.
  private(set) var given: Set<Int> = [0]
  /// Views that have the canvas's own size for want of one.
  private(set) var canvasSized: Set<Int> = []
  /// Constraints that hold frames; kept alive here.
  private var held: [Constraint] = []
  /// Lengths that a required constraint sets to a number.
  private var fixed: Set<Fed> = []
  /// Lengths to feed in place of stored ones.
  private let natural: [TextLength: Double]
  /// Measured texts, by view.
  private let texts: [Int: MeasuredText]

  /// Builds a unit.
  ///
  /// - Parameter isOnCanvas: Whether it is laid out as Interface Builder's own canvas does, and not as a device would.
  /// - Throws: What the façade refuses to make of the whole; a constraint that it refuses becomes a note.
  init(
    _ unit: ResolvedUnit, _ insets: UnitInsets, images: [String: Size], natural: [TextLength: Double] = [:],
    texts: [Int: MeasuredText] = [:], isOnCanvas: Bool = true, isRightToLeft: Bool = false
  ) throws(LayoutError) {
    self.natural = natural
    self.texts = texts
    self.unit = unit
    self.insets = insets
    for item in unit.views {
      let view = Self.makeView(item)
      // A stack leaves hidden views out; an activity indicator hides itself, and keeps its position.
      view.isHidden = item.isHidden && item.view.element != "activityIndicatorView"
      if let superview = item.superview, item.isArranged, !StackFacts(unit, superview).isOut(views.count) {
        view.isHidden = false
      }
      views.append(view)
      guard let superview = item.superview else { continue }
      if item.isArranged, let stack = views[superview] as? StackView {
        stack.addArrangedSubview(view)
      } else {
        views[superview].addSubview(view)
      }
    }
    if isRightToLeft { views[0].layoutDirection = .rightToLeft }
    Self.direct(unit, views)
    scene = try Scene(root: views[0], size: unit.size)
    for constraint in unit.constraints where constraint.fixesLength {
      guard case .view(let index) = constraint.first, let axis = constraint.source.firstAttribute.axis else { continue }
      fixed.insert(Fed(view: index, axis: axis))
    }
    for index in unit.views.indices { try prepare(index, images) }
    for guide in unit.guides { try addGuide(guide) }
    for index in unit.views.indices where unit.views[index].superview != nil && isHeld(index) { try hold(index) }
    for constraint in unit.constraints { constraints.append(make(constraint)) }
    if isOnCanvas {
      for index in unit.views.indices where unit.views[index].isArranged { try giveCanvasSize(index) }
    }
  }

  // MARK: - Views

  /// Gives views the directions that their author keeps.
  private static func direct(_ unit: ResolvedUnit, _ views: [View]) {
    for (item, view) in zip(unit.views, views) {
      switch item.view.attributes["semanticContentAttribute"] {
      case "forceLeftToRight": view.semanticContentAttribute = .forceLeftToRight
      case "forceRightToLeft": view.semanticContentAttribute = .forceRightToLeft
      case "spatial": view.semanticContentAttribute = .spatial
      case "playback": view.semanticContentAttribute = .playback
      default: continue
      }
    }
  }

  private static func makeView(_ item: ResolvedView) -> View {
    if item.isStack { return StackView(item.view.label) }
    return item.scrolls ? ScrollView(item.view.label) : View(item.view.label)
  }

  private func arrange(_ stack: StackView, _ index: Int) throws(LayoutError) {
    let facts = StackFacts(unit, index)
    stack.axis = facts.axis
    stack.distribution = StackDistribution(rawValue: facts.distribution) ?? .fill
    stack.alignment = StackAlignment(rawValue: facts.alignment) ?? .fill
    stack.isLayoutMarginsRelativeArrangement = facts.usesMargins
    stack.isBaselineRelativeArrangement = facts.usesBaselines
    try stack.setSpacing(facts.spacing)
    for (position, arranged) in facts.arranged.enumerated() {
      let spacing = facts.spacing(after: position)
      if spacing != facts.spacing { stack.setCustomSpacing(spacing, after: views[arranged]) }
    }
  }

  private mutating func prepare(_ index: Int, _ images: [String: Size]) throws(LayoutError) {
    let item = unit.views[index]
    let view = views[index]
    try view.setAlignmentRectInsets(item.control.insets)
    try view.setLayoutMargins(insets.insets(index, .margins))
    view.insetsLayoutMarginsFromSafeArea = false
    if let stack = view as? StackView { try arrange(stack, index) }
    for (axis, name) in [(Axis.horizontal, "horizontal"), (.vertical, "vertical")] {
      if let priority = priority(item, "\(name)HuggingPriority") {
        view.setContentHuggingPriority(priority, for: axis)
      }
      if let priority = priority(item, "\(name)CompressionResistancePriority") {
        view.setContentCompressionResistancePriority(priority, for: axis)
      }
    }
    view.intrinsicSize = Size(
      width: intrinsic(index, .horizontal, images) ?? View.noIntrinsicMetric,
      height: intrinsic(index, .vertical, images) ?? View.noIntrinsicMetric)
    if let height = texts[index]?.heightForWidth, view.intrinsicSize.height >= 0 {
      view.heightForWidth = HeightForWidth(height)
    }
    if ["label", "button", "textField", "textView"].contains(item.view.element) {
      let baselines = FontMetrics(item.view, platform: unit.platform).baselines(
        height: item.storedAlignment.height, scale: unit.canvas.scale)
      try view.setBaselines(first: baselines.first, last: baselines.last)
    }
  }

  private func priority(_ item: ResolvedView, _ name: String) -> Priority? {
    guard let text = item.view.attributes[name], let value = Float(text), value > 0, value <= 1000 else { return nil }
    return Priority(value)
  }

  /// The intrinsic length of a view's alignment rectangle on an axis, as far as there is one.
  private mutating func intrinsic(_ index: Int, _ axis: Axis, _ images: [String: Size]) -> Double? {
    let item = unit.views[index]
    let placeholder = item.view.attributes[
      axis == .horizontal ? "placeholderIntrinsicWidth" : "placeholderIntrinsicHeight"]
    if let placeholder {
      guard let value = Double(placeholder), value.isFinite, (0...1e8).contains(value) else { return nil }
      return value
    }
    var length = axis == .horizontal ? item.control.width : item.control.height
    if item.view.element == "textView", item.view.attributes["scrollEnabled"] == "NO" { length = .stored }
    let stored = item.storedAlignment.size[axis]
    switch length {
    case .none: return nil
    case .known(let candidates):
      if let known = candidates.first(where: { abs($0 - stored) < 0.26 }) { return known }
      // A release that the table does not know, or a control that is stretched: the stored length stands in.
      guard stored > 0 else { return candidates.first }
    case .image:
      guard let name = item.view.image else { return nil }
      // A symbol is as large as the font around it says, not as its drawing in the resources.
      if item.view.attributes["catalog"] != "system", let size = images[name] { return size[axis] }
    case .stored: break
    }
    guard item.hasFrame, stored >= 0, !hasFixedLength(index, axis) else { return nil }
    let entry = Fed(view: index, axis: axis)
    fed.append(entry)
    if let text = texts[index] { return axis == .horizontal ? text.width : text.height }
    return natural[TextLength(view: item.view.id, axis: axis)] ?? stored
  }

  /// Whether a constraint sets the length of a view to a number.
  private func hasFixedLength(_ index: Int, _ axis: Axis) -> Bool {
    fixed.contains(Fed(view: index, axis: axis))
  }

  // MARK: - Guides

  private mutating func addGuide(_ resolved: ResolvedGuide) throws(LayoutError) {
    let view = views[resolved.view]
    let scroll = view as? ScrollView
    switch resolved.source.kind {
    case .content where scroll != nil: guides.append(scroll?.contentLayoutGuide ?? LayoutGuide())
    case .frame where scroll != nil: guides.append(scroll?.frameLayoutGuide ?? LayoutGuide())
    default:
      let guide = LayoutGuide(resolved.source.id)
      view.addLayoutGuide(guide)
      guides.append(guide)
      for (attribute, sign, key) in edges(resolved) {
        // A guide of a scroll view lies in its frame, not in its content.
        let outer: any LayoutItem = scroll?.frameLayoutGuide ?? view
        let constant = key.map { sign * (insets.insets($0.view, $0.area).side($0.side)) } ?? 0
        let (other, length) = attribute
        let constraint =
          length
          ? Constraint(item: guide, attribute: other, constant: abs(constant))
          : Constraint(item: guide, attribute: other, toItem: outer, attribute: other, constant: constant)
        constraint.identifier = unit.name(of: .guide(guides.count - 1))
        constraint.standsForSystem = true
        try constraint.activate()
        held.append(constraint)
        if let key { guideConstraints.append((constraint, key, length ? 1 : sign)) }
      }
    }
  }

  private typealias GuideEdge = (attribute: (Attribute, isLength: Bool), sign: Double, key: InsetKey?)

  /// How a guide is tied to its view, edge by edge.
  private func edges(_ guide: ResolvedGuide) -> [GuideEdge] {
    func key(_ area: InsetKey.Area, _ side: InsetKey.Side) -> InsetKey {
      InsetKey(view: guide.view, area: area, side: side)
    }
    func around(_ area: InsetKey.Area) -> [GuideEdge] {
      [
        ((.left, false), 1, key(area, .left)), ((.right, false), -1, key(area, .right)),
        ((.top, false), 1, key(area, .top)), ((.bottom, false), -1, key(area, .bottom)),
      ]
    }
    let sides: [GuideEdge] = [((.left, false), 1, nil), ((.right, false), 1, nil)]
    switch guide.source.kind {
    case .safeArea: return around(.safeArea)
    case .margins: return around(.margins)
    case .readable: return around(.readable)
    case .top: return sides + [((.top, false), 1, nil), ((.height, true), 1, key(.topGuide, .top))]
    case .bottom: return sides + [((.bottom, false), 1, nil), ((.height, true), 1, key(.bottomGuide, .bottom))]
    case .keyboard: return sides + [((.bottom, false), 1, nil), ((.height, true), 1, key(.keyboard, .bottom))]
    case .content, .frame: return around(.safeArea)
    }
  }

  // MARK: - Constraints

  /// Whether the stored frame of a view is an input.
  private func isHeld(_ index: Int) -> Bool {
    let item = unit.views[index]
    if item.isArranged { return false }
    if item.view.key == "contentView", unit.root.kind == .cell, item.superview == 0 { return true }
    return item.usesMask
  }

  /// Holds a view at its stored frame, or at what its autoresizing mask makes of that frame in a root of another size.
  private mutating func hold(_ index: Int) throws(LayoutError) {
    guard let superview = unit.views[index].superview else { return }
    given.insert(index)
    var frame = unit.views[index].stored
    frame.size = Size(width: max(frame.width, 0), height: max(frame.height, 0))
    let outer = superview == 0 ? unit.storedSize : unit.views[superview].stored.size
    if unit.views[index].view.key == "contentView", superview == 0 {
      return try pinContentView(index, frame, in: outer)
    }
    var mask = unit.views[index].view.autoresizing ?? .standard
    // In the canvas of the file a stored frame is an input, whatever became of the superview.
    if !unit.isResized || unit.views[superview].scrolls { mask = .standard }
    try views[index].holdFrame(
      frame, resizing: AutoresizingMask(rawValue: UInt(mask.rawValue)),
      in: Size(width: max(outer.width, 0), height: max(outer.height, 0)))
  }

  /// A content view goes with its cell as a cell's own size does: no conflict breaks that before what its author wrote.
  private mutating func pinContentView(_ index: Int, _ frame: Rect, in outer: Size) throws(LayoutError) {
    let insets: [(Attribute, Double)] = [
      (.left, frame.minX), (.top, frame.minY), (.right, frame.maxX - outer.width), (.bottom, frame.maxY - outer.height),
    ]
    for (attribute, constant) in insets {
      let edge = Constraint(
        item: views[index], attribute: attribute, toItem: views[0], attribute: attribute, constant: constant)
      edge.identifier = "size of \(unit.views[0].view.label)"
      edge.standsForSystem = true
      try edge.activate()
      held.append(edge)
    }
  }

  /// A plain view that nothing gives a length across its stack is 240 × 128 points in the canvas, the size of a view from
  /// the library, as far as the stack has room. (On a device it is as thin as its stack lets it be.)
  private mutating func giveCanvasSize(_ index: Int) throws(LayoutError) {
    guard let superview = unit.views[index].superview, unit.views[index].view.element == "view" else { return }
    let facts = StackFacts(unit, superview)
    guard facts.alignment != "fill" else { return }
    // Above what makes lengths that are left open 0 (UISV-ambiguity-suppression, 25), below what keeps a stack from
    // growing (49).
    let constraint = Constraint(
      item: views[index], attribute: facts.axis == .horizontal ? .height : .width,
      constant: facts.axis == .horizontal ? 128 : 240, priority: 30)
    canvasSized.insert(index)
    constraint.identifier = "canvas size of \(unit.views[index].view.label)"
    constraint.standsForSystem = true
    try constraint.activate()
    held.append(constraint)
  }

  private mutating func make(_ constraint: ResolvedConstraint) -> Constraint? {
    let source = constraint.source
    do throws(LayoutError) {
      let made = Constraint(
        item: item(constraint.first), attribute: source.firstAttribute, relatedBy: source.relation,
        toItem: constraint.second.map { item($0) }, attribute: source.secondAttribute,
        multiplier: constraint.second == nil ? 1 : source.multiplier, constant: source.constant,
        priority: Priority(Float(source.priority)))
      made.identifier = source.label
      made.label = source.id
      try views[constraint.holder].addCheckedConstraint(made)
      return made
    } catch {
      notes.append(
        InterfaceNote(
          offset: source.offset, message: "constraint \(quoted(source.id)) was left out: \(oneLine(error.text))"))
      return nil
    }
  }

  private func item(_ item: UnitItem) -> any LayoutItem {
    switch item {
    case .view(let index): views[index]
    case .guide(let index): guides[index]
    }
  }
}

extension EdgeInsets {
  func side(_ side: InsetKey.Side) -> Double {
    switch side {
    case .left: leading
    case .right: trailing
    case .top: top
    case .bottom: bottom
    }
  }
}
