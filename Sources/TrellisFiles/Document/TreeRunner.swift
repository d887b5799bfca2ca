// Running a document of views: the tree is built with the façade, edits are the façade's edits, and what the façade
// reports is said in the document's names.

import Simplex
import Trellis

struct TreeRunner: DocumentRunner {
  let document: TreeDocument
  let scene: Scene
  var lastSolver: Solver? { scene.solver }
  var views: [View] = []
  var guides: [LayoutGuide] = []
  /// The constraints of each entry of the document's table: several for a composite, none before an edit adds it.
  var constraints: [[Constraint]]
  /// What stands for a façade constraint in results.
  private var origins: [ObjectIdentifier: (id: String, order: Int, offset: Int)] = [:]
  /// The guides of gaps in visual formats that have been made.
  private var gaps: [Int: LayoutGuide] = [:]
  /// Constraints that hold views with a `frame`; kept alive here as the document's are in `constraints`.
  private var frameConstraints: [Constraint] = []
  /// The state that the document is in, and constraints that were removed.
  var state: Int?
  var removed: Set<Int> = []
  /// In a state with edits: the runner before it, unless the document begins with the state, and the edits made since.
  var outside: [TreeRunner] = []
  var editsInState: [Edit] = []
  /// The intrinsic sizes as edited.
  var intrinsic: [(width: Double?, height: Double?)]
  /// The heights at widths as edited.
  var heights: [[DocumentSize]?]
  /// The texts as edited, and how high each is at a width with all of its lines.
  var texts: [TextNode]
  var wholeHeights: [Int: MeasuredHeight] = [:]
  /// The lines of each text at a width, as far as whoever measures tells.
  var textLines: [Int: @Sendable (Double) -> [MeasuredLine]] = [:]

  // MARK: - Building

  init(_ document: TreeDocument) throws(Fault) {
    self.document = document
    constraints = Array(repeating: [], count: document.constraints.count)
    intrinsic = document.views.map(\.intrinsic)
    heights = document.views.map(\.heightForWidth)
    texts = document.views.map(\.text)
    views.reserveCapacity(document.views.count)
    for node in document.views {
      do throws(LayoutError) {
        try views.append(ViewBuilder.view(node, isRightToLeft: document.isRightToLeft))
        if let superview = node.superview {
          try ViewBuilder.add(views[views.count - 1], node, to: views[superview])
        }
        try ViewBuilder.configure(views[views.count - 1], as: node, ViewBuilder.directedKeys)
      } catch {
        throw document.fault(error, at: node.offset)
      }
    }
    let size = Size(width: document.size.width, height: document.size.height)
    do throws(LayoutError) {
      scene = try Scene(root: views[0], size: size)
    } catch {
      throw document.fault(error, at: document.views[0].offset)
    }
    scene.scale = document.scale
    for (index, node) in document.views.enumerated() where node.text.isShown {
      try measureText(of: index, at: node.offset)
    }
    if let safeArea = document.safeArea { scene.safeAreaInsets = ViewBuilder.physical(safeArea, in: views[0]) }
    for node in document.guides {
      let guide = LayoutGuide(node.name)
      do throws(LayoutError) {
        views[node.owner].addLayoutGuide(guide)
        try scene.throwPendingErrors()
      } catch {
        throw document.fault(error, at: node.offset)
      }
      guides.append(guide)
    }
    for (index, node) in document.views.enumerated() {
      if let frame = node.frame { try hold(index, at: frame) }
    }
    for index in 0..<document.initialCount {
      do throws(LayoutError) {
        try add(index)
      } catch {
        throw document.fault(error, at: document.constraints[index].offset)
      }
    }
    if let initial = document.initialState { try begin(in: initial) }
  }

  /// Fixes a view at a frame in its superview.
  private mutating func hold(_ index: Int, at frame: [Double]) throws(Fault) {
    let node = document.views[index]
    guard let superview = node.superview else { return }
    let view = views[index]
    if let mask = node.autoresizing {
      let drawn = document.views[superview].frame.map { (width: $0[2], height: $0[3]) }
      do throws(LayoutError) {
        try view.holdFrame(
          Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]),
          resizing: AutoresizingMask(rawValue: mask),
          in: Size(
            width: drawn?.width ?? document.drawnSize.width, height: drawn?.height ?? document.drawnSize.height))
      } catch {
        throw document.fault(error, at: node.offset)
      }
      return
    }
    let rect = view.alignmentRect(forFrame: Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]))
    do throws(LayoutError) {
      let sides = [
        Constraint(
          item: view, attribute: .left, toItem: views[superview], attribute: .left, constant: rect.minX),
        Constraint(item: view, attribute: .top, toItem: views[superview], attribute: .top, constant: rect.minY),
        Constraint(item: view, attribute: .width, constant: rect.width),
        Constraint(item: view, attribute: .height, constant: rect.height),
      ]
      for side in sides {
        side.identifier = "\(node.name).frame"
        origins[ObjectIdentifier(side)] = ("\(node.name).frame", -1, node.offset)
      }
      Constraint.activate(sides)
      try scene.throwPendingErrors()
      frameConstraints += sides
    } catch {
      throw document.fault(error, at: node.offset)
    }
  }

  func item(_ item: Item) -> any LayoutItem {
    switch item {
    case .view(let index): return views[index]
    case .guide(let index): return guides[index]
    case .gap(let index): return gaps[index] ?? views[0]
    case .content(let index): return (views[index] as? ScrollView)?.contentLayoutGuide ?? views[index]
    case .frame(let index): return (views[index] as? ScrollView)?.frameLayoutGuide ?? views[index]
    case .margins(let index): return views[index].layoutMarginsGuide
    case .safeArea(let index): return views[index].safeAreaLayoutGuide
    case .readable(let index): return views[index].readableContentGuide
    }
  }

  /// Makes the constraints of an entry, and activates them unless it says otherwise.
  private mutating func add(_ index: Int) throws(LayoutError) {
    let node = document.constraints[index]
    guard case .attributes(let equations) = node.body else { return }
    for gap in node.gaps.indices { gaps[node.firstGap + gap] = LayoutGuide("\(node.id)~\(gap + 1)") }
    for equation in equations {
      let constraint = Constraint(
        item: item(equation.first), attribute: Self.attribute(equation.firstAttribute),
        relatedBy: Self.relation(equation.relation),
        toItem: equation.second.map { item($0) }, attribute: Self.attribute(equation.secondAttribute),
        multiplier: equation.second == nil ? 1 : equation.multiplier, constant: equation.constant,
        priority: Priority(Float(equation.priority ?? node.priority)), fileID: TreeDocument.origin, line: UInt(index))
      if equation.isStandardSpace { constraint.standardSpace = equation.constant }
      if node.weight != 1 { try constraint.setWeight(node.weight) }
      constraint.identifier = node.id
      constraint.label = node.label
      origins[ObjectIdentifier(constraint)] = (node.id, index, node.offset)
      constraints[index].append(constraint)
    }
    for view in node.orders.joined() { views[view].superview?.addSubview(views[view]) }
    if node.isActive { try activate([index]) }
    try scene.throwPendingErrors()
  }

  /// Activates entries, and adds the guides of their gaps to the tree.
  func activate(_ indices: [Int]) throws(LayoutError) {
    for node in indices.lazy.map({ document.constraints[$0] }) {
      for (gap, owner) in node.gaps.enumerated() {
        if let guide = gaps[node.firstGap + gap] { views[owner].addLayoutGuide(guide) }
      }
    }
    Constraint.activate(indices.flatMap { constraints[$0] })
    try scene.throwPendingErrors()
  }

  func deactivate(_ indices: [Int]) {
    Constraint.deactivate(indices.flatMap { constraints[$0] })
    for node in indices.lazy.map({ document.constraints[$0] }) {
      for gap in node.gaps.indices {
        if let guide = gaps[node.firstGap + gap] { guide.owningView?.removeLayoutGuide(guide) }
      }
    }
  }

  private static func attribute(_ name: AttributeName?) -> Attribute {
    name.flatMap { Attribute(rawValue: $0.rawValue) } ?? .notAnAttribute
  }

  private static func relation(_ relation: EquationRelation) -> Trellis.Relation {
    switch relation {
    case .lessOrEqual: return .lessThanOrEqual
    case .equal: return .equal
    case .greaterOrEqual: return .greaterThanOrEqual
    }
  }

  // MARK: - Edits

  mutating func make(_ edit: Edit) throws(Fault) {
    if case .state(let state) = edit.action { return try enter(state, at: edit.offset) }
    try perform(edit)
    if hasEditedState { editsInState.append(edit) }
  }

  /// Makes an edit other than that of the state.
  mutating func perform(_ edit: Edit) throws(Fault) {
    do throws(LayoutError) {
      try apply(edit)
    } catch {
      throw document.fault(error, at: edit.offset)
    }
    if case .view(let index, let node, let keys) = edit.action { try editText(of: index, as: node, keys) }
  }

  private mutating func apply(_ edit: Edit) throws(LayoutError) {
    switch edit.action {
    case .set(let index, let change):
      for constraint in constraints[index] {
        if let constant = change.constant { try constraint.setConstant(constant) }
        if let multiplier = change.multiplier { try constraint.setMultiplier(multiplier) }
        if let priority = change.priority { try constraint.setPriority(Priority(Float(priority))) }
        if let weight = change.weight { try constraint.setWeight(weight) }
      }
    case .activate(let indices):
      // A state may speak of what was removed after it was written.
      try activate(indices.filter { !removed.contains($0) })
    case .deactivate(let indices):
      deactivate(indices)
    case .remove(let indices):
      deactivate(indices)
      removed.formUnion(indices)
    case .state: break
    case .resize(let size):
      scene.size = Size(width: size.width, height: size.height)
    case .intrinsic(let view, let width, let height):
      intrinsic[view] = (width, height)
      views[view].intrinsicSize = ViewBuilder.size((width, height))
    case .view(let index, let node, let keys):
      if keys.contains("arranged") { try ViewBuilder.arrange(views[index], node.isArranged) }
      try ViewBuilder.configure(views[index], as: node, keys)
      if keys.contains("heightForWidth") { heights[index] = node.heightForWidth }
    case .safeArea(let sides):
      try scene.setSafeAreaInsets(ViewBuilder.physical(sides, in: views[0]))
    case .direction(let isRightToLeft):
      views[0].layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    case .add(let index):
      try add(index)
    }
  }

  // MARK: - Results

  func solve(_ detail: LayoutDetail, at offset: Int) throws(Fault) -> LayoutState {
    var state = LayoutState()
    do throws(LayoutError) {
      let report = try scene.layout()
      state.levels = report.levels.map { LayoutState.LevelError(priority: $0.priority, error: $0.error) }
      state.conflicts = report.conflicts.map(conflict)
      if detail.contains(.cures) {
        let cured = report.conflicts.prefix(LayoutState.Conflict.curedConflicts)
        let cures = try cured.map { report throws(LayoutError) in
          try report.cures.prefix(LayoutState.Conflict.longestText)
        }
        let items: [any LayoutItem] = detail.contains(.curedFrames) ? views as [any LayoutItem] + guides : []
        let frames = items.map(\.frame)
        for (index, cures) in cures.enumerated() {
          state.conflicts[index].cures = cures.map { cure in
            var made = LayoutState.Cure(cure, of: origin(of: cure.constraint).id, inWords(cure.constraint))
            if !items.isEmpty { made.findMoves(cure, in: scene, items, from: frames) }
            return made
          }
        }
      }
      state.unsettled = report.unsettled.map(unsettled)
      if detail.contains(.ambiguity) { state.ambiguous = try ambiguities() }
      if detail.contains(.influences) { state.influences = try influences() }
    } catch {
      throw document.fault(error, at: offset)
    }
    for (index, (view, node)) in zip(views, document.views).enumerated() {
      let frame = view.frame
      state.items.append(
        LayoutState.Item(
          name: node.name, role: node.kind == .scroll ? .scroll : .view, superview: node.superview,
          isHidden: view.isHidden, x: frame.minX, y: frame.minY, width: frame.width, height: frame.height,
          shownText: shownText(of: index)))
      if let scroll = view as? ScrollView {
        let size = scroll.contentSize
        state.contentSizes.append(
          LayoutState.ContentSize(name: node.name, width: size.width, height: size.height))
      }
    }
    for (guide, node) in zip(guides, document.guides) {
      let frame = guide.frame
      state.items.append(
        LayoutState.Item(
          name: node.name, role: .guide, superview: node.owner, isHidden: false, x: frame.minX, y: frame.minY,
          width: frame.width, height: frame.height))
    }
    state.unsized = unsized()
    state.truncations = truncations()
    state.drawingOrder = drawingOrder()
    if detail.contains(.dimensions) { state.dimensions = dimensions(state.ambiguous) }
    return state
  }

  private func unsettled(_ finding: UnsettledView) -> LayoutState.Unsettled {
    LayoutState.Unsettled(item: finding.view.name ?? "", quantity: finding.quantity)
  }

  /// The positions of views and guides from back to front, where a format has said something about it.
  private func drawingOrder() -> [Int]? {
    guard document.constraints.contains(where: { !$0.orders.isEmpty }) else { return nil }
    let positions = Dictionary(uniqueKeysWithValues: views.enumerated().map { (ObjectIdentifier($1), $0) })
    var order: [Int] = []
    var pending = [views[0]]
    while let view = pending.popLast() {
      if let position = positions[ObjectIdentifier(view)] { order.append(position) }
      pending.append(contentsOf: view.subviews.reversed())
    }
    return order + (views.count..<(views.count + guides.count))
  }

  private func conflict(_ report: ConflictReport) -> LayoutState.Conflict {
    var members: [(id: String, order: Int, constraint: Constraint)] = []
    var seen: Set<String> = []
    for constraint in report.constraints {
      let origin = origin(of: constraint)
      // The size of the root is given, not something to take out of a document.
      if origin.id == "root.size" { continue }
      if seen.insert(origin.id).inserted { members.append((origin.id, origin.order, constraint)) }
    }
    members.sort { $0.order < $1.order }
    let broken = origin(of: report.broken)
    return LayoutState.Conflict(
      ids: members.map(\.id), broken: members.firstIndex { $0.id == broken.id },
      orElse: (broken.id, inWords(report.broken)), message: report.message, offset: broken.offset
    ) { inWords(members[$0].constraint) }
  }

  /// A constraint as the document writes it, or what the façade has made by itself in words.
  func inWords(_ constraint: Constraint) -> String {
    let number = origin(of: constraint).order
    return number >= 0 ? document.constraints[number].inWords : words(constraint)
  }

  /// The id of a constraint in results, its position in the document's order and in its text. What the façade makes by
  /// itself is named after the view.
  func origin(of constraint: Constraint) -> (id: String, order: Int, offset: Int?) {
    if let origin = origins[ObjectIdentifier(constraint)] { return origin }
    if let stack = constraint.owner as? StackView, constraint.isSystemMade, let identifier = constraint.identifier,
      identifier.hasPrefix("UISV-")
    {
      return ("\(stack.name ?? "").\(identifier)", -2, nil)
    }
    if let guide = constraint.firstItem as? LayoutGuide { return (name(of: guide), -2, nil) }
    let name = (constraint.firstItem as? View)?.name ?? "root"
    if constraint.isAutoresizing { return ("\(name).autoresizing", -2, nil) }
    return (constraint.isContentSize ? "\(name).intrinsic" : "\(name).size", -2, nil)
  }

  private func ambiguities() throws(LayoutError) -> [LayoutState.Ambiguity] {
    try scene.ambiguities().map { ambiguity in
      LayoutState.Ambiguity(
        item: name(of: ambiguity.item), axis: ambiguity.axis == .horizontal ? "horizontal" : "vertical",
        attribute: AttributeName(rawValue: ambiguity.attribute.rawValue)?.word)
    }
  }

  func name(of item: any LayoutItem) -> String {
    if let guide = item as? LayoutGuide, let owner = guide.owningView,
      !owner.layoutGuides.contains(where: { $0 === guide })
    {
      if guide.identifier == "UIViewLayoutMarginsGuide" { return "\(owner.name ?? "").margins" }
      if guide.identifier == "UIViewSafeAreaLayoutGuide" { return "\(owner.name ?? "").safeArea" }
      if guide.identifier == "UIViewReadableContentGuide" { return "\(owner.name ?? "").readable" }
    }
    if let guide = item as? LayoutGuide, let scroll = guide.owningView as? ScrollView {
      if guide === scroll.contentLayoutGuide { return "\(scroll.name ?? "").content" }
      if guide === scroll.frameLayoutGuide { return "\(scroll.name ?? "").frame" }
    }
    return (item as? LayoutGuide)?.identifier ?? (item as? View)?.name ?? ""
  }

  private func unsized() -> [LayoutState.Unsized] {
    let known = UnsizedViews.mentioned(by: constraints.lazy.joined())
    return document.views.indices.dropFirst().filter { index in
      let node = document.views[index]
      let isInStack = node.isArranged && node.superview.map { document.views[$0].kind == .stack } ?? false
      let hasOwnSize =
        intrinsic[index].width != nil || intrinsic[index].height != nil || views[index].heightForWidth != nil
      return node.frame == nil && node.kind != .stack && !isInStack && !hasOwnSize && isSeen(views[index])
        && !known.contains(ObjectIdentifier(views[index]))
    }.map { LayoutState.Unsized(item: document.views[$0].name) }
  }

  private func truncations() -> [LayoutState.Truncation] {
    // Rounding to device pixels moves each edge by up to half of one.
    let tolerance = document.scale.map { 1 / $0 + 1e-6 } ?? 1e-6
    var found: [LayoutState.Truncation] = []
    for (index, node) in document.views.enumerated() where index > 0 && !views[index].isHidden {
      let table = views[index].heightForWidth
      guard intrinsic[index].width != nil || intrinsic[index].height != nil || table != nil else { continue }
      let given = views[index].alignmentRect(forFrame: views[index].frame)
      // Text that wraps is whole at any width, as long as it is high enough.
      if table == nil, let wanted = intrinsic[index].width, given.width < wanted - tolerance {
        found.append(
          LayoutState.Truncation(item: node.name, axis: "horizontal", wanted: wanted, given: given.width))
      }
      // A rounded width may lie a pixel below a step that the layout was on.
      let heights = wholeHeights[index]?.height(fitting:) ?? table?.callAsFunction
      let height = heights.map { min($0(given.width), $0(given.width + tolerance)) } ?? intrinsic[index].height
      if let wanted = height, given.height < wanted - tolerance {
        found.append(
          LayoutState.Truncation(item: node.name, axis: "vertical", wanted: wanted, given: given.height))
      }
    }
    return found
  }
}

extension TreeDocument {
  /// What constraints of a document have in place of a source file; the line is their position.
  static let origin = "document"

  /// A mistake that the façade finds, said of the document: at the constraint that it is about, in the words that the
  /// document has for it, and without the positions of our own sources.
  func fault(_ error: LayoutError, at offset: Int) -> Fault {
    guard let location = error.location, location.hasPrefix(Self.origin + ":"),
      let index = Int(location.dropFirst(Self.origin.count + 1)), constraints.indices.contains(index)
    else { return Fault(offset, oneLine(error.text)) }
    let isElsewhere = hasEditsElsewhere && index < initialCount
    return Fault(
      isElsewhere ? offset : constraints[index].offset, "\(oneLine(error.text)) (\(constraints[index].inWords))")
  }
}

extension LayoutError {
  /// The text on one line, with the constraint's label and without the position where it was made: that is in our sources.
  var withoutLocation: String { oneLine(text) + (label.map { " (\(shortened($0)))" } ?? "") }
}

/// A text of several lines on one.
func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
}
