// A tree with everything that can be edited, in a scene and out of it, a table of all edits, and all of its state as text.

import TestSupport

@testable import Trellis

/// A view of a class of its own: it answers the update cycle, and computes its content size.
private final class Answering: View {
  var answer = Size(width: 31, height: 17)
  override var intrinsicContentSize: Size { answer }
  override var forFirstBaselineLayout: View { subviews.first ?? self }
}

final class UndoWorld {
  let scene: Scene
  let root = View("root")
  private(set) var views: [View] = []
  private(set) var guides: [LayoutGuide] = []
  private(set) var constraints: [Constraint] = []
  private(set) var groups: [ConstraintGroup] = []
  var random: SplitMix64

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    views = [root]
    scene = try Scene(root: root, size: Size(width: 400, height: 300))
    for index in 0..<10 {
      let made: View =
        switch index {
        case 2, 7: StackView("stack \(index)")
        case 4: ScrollView("scroll \(index)")
        case 5: Answering("answering \(index)")
        default: View("view \(index)", intrinsicSize: random.chance(0.5) ? content() : Size(width: -1, height: -1))
        }
      // Some are kept outside.
      if index < 8 { random.pick(views).addSubview(made) }
      views.append(made)
    }
    for _ in 0..<3 { guides.append(LayoutGuide("guide \(guides.count)")) }
    views[1].addLayoutGuide(guides[0])
    for _ in 0..<2 { groups.append(ConstraintGroup()) }
    for _ in 0..<25 { relate() }
    for view in views.prefix(4) {
      for (name, length) in [("small", 30.0), ("large", 90.0)] {
        try view.layout.define(name) {
          view.width == length ~ .high
          view.height >= length / 2 ~ 600
        }
      }
    }
  }

  // MARK: What is picked

  private var view: View { random.pick(views) }
  private var constraint: Constraint { random.pick(constraints) }
  private var length: Double { Double(random.int(0...80)) }
  private var priority: Priority { random.pick([.required, 999, .high, 500, .low, 50, 1]) }
  private var insets: EdgeInsets { EdgeInsets(top: length, leading: length, bottom: 3, trailing: 1) }
  private func content() -> Size { Size(width: random.chance(0.2) ? -1 : length, height: length) }
  private var item: any LayoutItem {
    if random.chance(0.2) { return random.pick(guides) }
    return random.chance(0.1) ? view.layoutMarginsGuide : view
  }
  private var stack: StackView? { random.pick(views.compactMap { $0 as? StackView }) }

  /// Makes a constraint between two items, active where it can be. Some can't until their constant is edited.
  private func relate() {
    let pairs: [(Attribute, Attribute)] = [
      (.left, .left), (.top, .bottom), (.width, .width), (.width, .height), (.centerY, .centerY),
      (.leading, .leadingMargin),
      (.height, .notAnAttribute), (.trailing, .trailing), (.firstBaseline, .lastBaseline), (.bottom, .bottom),
    ]
    let (first, second) = random.pick(pairs)
    let made = Constraint(
      item: item, attribute: first, relatedBy: random.chance(0.7) ? .equal : .greaterThanOrEqual,
      toItem: second == .notAnAttribute ? nil : item, attribute: second, constant: random.chance(0.1) ? .nan : length,
      priority: priority)
    constraints.append(made)
    if random.chance(0.8) { try? made.activate() }
  }

  private func reparent(_ view: View, to other: View) { other.addSubview(view) }

  // MARK: The table

  /// Every edit there is. One that is refused changes nothing.
  static let edits: [(name: String, run: @Sendable (UndoWorld) -> Void)] = [
    ("addSubview", { $0.reparent($0.view, to: $0.view) }),
    ("insertSubview", { world in world.view.insertSubview(world.view, at: world.random.int(0...3)) }),
    ("removeFromSuperview", { $0.view.removeFromSuperview() }),
    (
      "leave, edit and come back",
      { world in
        let (view, superview) = (world.view, world.view)
        view.removeFromSuperview()
        for _ in 0..<3 { world.edit(deep: false) }
        world.reparent(view, to: superview)
      }
    ),
    ("addLayoutGuide", { world in world.view.addLayoutGuide(world.random.pick(world.guides)) }),
    (
      "removeLayoutGuide",
      { world in
        let guide = world.random.pick(world.guides)
        guide.owningView?.removeLayoutGuide(guide)
      }
    ),
    ("guide identifier", { world in world.random.pick(world.guides).identifier = "g\(world.length)" }),
    (
      "guide layout",
      { world in _ = try? world.random.pick(world.guides).layout.make { $0.width.equalTo(world.length) } }
    ),
    ("name", { world in world.view.name = "name \(world.length)" }),
    ("tag", { $0.view.tag += 1 }),
    ("frame", { world in world.view.frame = Rect(x: world.length, y: 1, width: world.length, height: 2) }),
    ("bringSubviewToFront", { world in world.view.superview?.bringSubviewToFront(world.view) }),
    (
      "sendSubviewToBack",
      { world in
        let view = world.view
        view.superview?.sendSubviewToBack(view)
      }
    ),
    ("keyboardHeight", { world in world.scene.keyboardHeight = world.length }),
    ("isHidden", { $0.view.isHidden.toggle() }),
    ("intrinsicSize", { world in world.view.intrinsicSize = world.content() }),
    ("invalidateIntrinsicContentSize", { $0.view.invalidateIntrinsicContentSize() }),
    (
      "an answer",
      { world in
        guard let view = world.views.compactMap({ $0 as? Answering }).first else { return }
        view.invalidateIntrinsicContentSize()
        view.setNeedsUpdateConstraints()
        view.setNeedsLayout()
      }
    ),
    (
      "hugging",
      { world in world.view.setContentHuggingPriority(world.priority, for: world.random.pick(Axis.allCases)) }
    ),
    (
      "compression",
      { world in
        world.view.setContentCompressionResistancePriority(world.priority, for: world.random.pick(Axis.allCases))
      }
    ),
    (
      "a broken content size",
      { world in world.view.constraints.first { $0.isContentSize }?.deactivate() }
    ),
    ("alignmentRectInsets", { world in world.view.alignmentRectInsets = world.insets }),
    ("baselines", { world in try? world.view.setBaselines(first: world.length, last: world.length) }),
    (
      "layoutDirection", { world in world.view.layoutDirection = world.random.pick([nil, .rightToLeft, .leftToRight]) }
    ),
    (
      "semanticContentAttribute",
      { world in world.view.semanticContentAttribute = world.random.pick(SemanticContentAttribute.allCases) }
    ),
    ("layoutMargins", { world in world.view.layoutMargins = world.insets }),
    (
      "margins by edge",
      { world in world.view.layoutMargins = EdgeInsets(top: 1, left: world.length, bottom: 2, right: 3) }
    ),
    ("preservesSuperviewLayoutMargins", { $0.view.preservesSuperviewLayoutMargins.toggle() }),
    ("insetsLayoutMarginsFromSafeArea", { $0.view.insetsLayoutMarginsFromSafeArea.toggle() }),
    (
      "additionalSafeAreaInsets",
      { world in world.view.additionalSafeAreaInsets = EdgeInsets(top: world.length, left: 1, bottom: 0, right: 0) }
    ),
    ("translatesAutoresizingMask", { $0.view.translatesAutoresizingMaskIntoConstraints.toggle() }),
    (
      "autoresizingMask",
      { world in world.view.autoresizingMask = AutoresizingMask(rawValue: UInt(world.random.int(0...63))) }
    ),
    (
      "holdFrame",
      { world in
        try? world.view.holdFrame(
          Rect(x: world.length, y: 4, width: world.length, height: 9), resizing: .flexibleWidth,
          in: Size(width: 100, height: 100))
      }
    ),
    (
      "heightForWidth",
      { world in
        let area = 1000 + world.length
        world.view.heightForWidth =
          world.random.chance(0.3) ? nil : HeightForWidth { (area / max($0, 10)).rounded(.up) }
      }
    ),
    ("addArrangedSubview", { world in world.stack?.addArrangedSubview(world.view) }),
    (
      "removeArrangedSubview",
      { world in
        guard let stack = world.stack, let view = stack.arrangedSubviews.last else { return }
        stack.removeArrangedSubview(view)
      }
    ),
    (
      "a row with equal gaps",
      { world in
        guard let stack = world.stack else { return }
        stack.distribution = .equalSpacing
        for _ in 0..<3 { stack.addArrangedSubview(world.view) }
      }
    ),
    ("axis", { world in world.stack?.axis = world.random.pick(Axis.allCases) }),
    ("distribution", { world in world.stack?.distribution = world.random.pick(StackDistribution.allCases) }),
    ("alignment", { world in world.stack?.alignment = world.random.pick(StackAlignment.allCases) }),
    ("spacing", { world in world.stack?.spacing = world.length }),
    (
      "customSpacing",
      { world in
        guard let stack = world.stack, let view = stack.arrangedSubviews.first else { return }
        stack.setCustomSpacing(world.length, after: view)
      }
    ),
    ("isBaselineRelativeArrangement", { $0.stack?.isBaselineRelativeArrangement.toggle() }),
    ("isLayoutMarginsRelativeArrangement", { $0.stack?.isLayoutMarginsRelativeArrangement.toggle() }),
    ("a new constraint", { $0.relate() }),
    ("activate", { world in try? world.constraint.activate() }),
    ("deactivate", { $0.constraint.deactivate() }),
    ("addConstraint", { world in world.root.addConstraint(world.constraint) }),
    ("constant", { world in world.constraint.constant = world.length }),
    ("priority", { world in world.constraint.priority = world.priority }),
    ("multiplier", { world in world.constraint.multiplier = world.random.pick([0.5, 1, 2]) }),
    ("weight", { world in world.constraint.weight = world.random.pick([0.5, 1, 2]) }),
    ("identifier", { world in world.constraint.identifier = "id \(world.length)" }),
    ("label", { world in world.constraint.label = "label \(world.length)" }),
    ("standardSpace", { world in world.constraint.standardSpace = world.length }),
    ("an unusable constant", { $0.constraint.constant = .nan }),
    ("unusable margins", { $0.view.layoutMargins = EdgeInsets(all: .nan) }),
    ("make", { world in _ = try? world.view.layout.make { $0.height.lessThanOrEqualTo(world.length).priority(700) } }),
    (
      "update",
      { world in _ = try? world.view.layout.update { $0.height.lessThanOrEqualTo(world.length).priority(700) } }
    ),
    ("remake", { world in _ = try? world.view.layout.remake { $0.width.equalTo(world.length).priority(700) } }),
    ("removeAll", { $0.view.layout.removeAll() }),
    (
      "declare",
      { world in
        let view = world.view
        _ = try? view.layout.declare { view.height == world.length ~ .low }
      }
    ),
    (
      "define",
      { world in
        let view = world.view
        _ = try? view.layout.define("state \(world.random.int(0...2))") { view.width == world.length ~ .low }
      }
    ),
    (
      "state",
      { world in
        let view = world.random.pick(world.views.filter { !$0.layout.states.isEmpty })
        try? view.layout.state(world.random.chance(0.2) ? nil : world.random.pick(view.layout.states))
      }
    ),
    (
      "apply",
      { world in
        let view = world.view
        _ = try? world.random.pick(world.groups).apply { view.top == world.root.top + world.length ~ .low }
      }
    ),
    ("group out", { world in world.random.pick(world.groups).deactivate() }),
    ("group in", { world in try? world.random.pick(world.groups).activate() }),
    ("size", { world in world.scene.size.width = 200 + world.length }),
    (
      "safeAreaInsets",
      { world in world.scene.safeAreaInsets = EdgeInsets(top: world.length, left: 0, bottom: 0, right: 0) }
    ),
    ("scale", { world in world.scene.scale = world.random.pick([nil, 1, 2, 3]) }),
    ("traitCollection", { world in world.scene.traitCollection = TraitCollection(displayScale: world.length) }),
    ("readableWidth", { world in world.scene.readableWidth = 50 + world.length }),
    ("appleStrict", { world in world.scene.appleStrict.toggle() }),
    ("descriptionStyle", { world in world.scene.descriptionStyle = .modern }),
    ("conflictStyle", { world in world.scene.conflictStyle = world.random.pick(ConflictStyle.allCases) }),
    ("showsMemoryAddresses", { $0.scene.showsMemoryAddresses.toggle() }),
    ("an unusable size", { world in world.scene.size.width = -1 }),
    (
      "guides of the system",
      { world in
        _ = (
          world.view.safeAreaLayoutGuide, world.view.layoutMarginsGuide, world.view.readableContentGuide,
          world.view.keyboardLayoutGuide
        )
      }
    ),
  ]

  /// Makes one edit of the table; says which.
  @discardableResult
  func edit(deep: Bool = true) -> String {
    let edit = random.pick(Self.edits)
    guard deep || !edit.name.hasPrefix("leave") else { return "" }
    edit.run(self)
    return edit.name
  }

  /// How many guides of the system have been asked for.
  var guideCount: Int { views.reduce(0) { $0 + $1.systemGuides.count { $0.node.kind != .stackGuide } } }

  /// The names of what is in the scene, items and constraints and groups about them: what its savepoints cover.
  var covered: Set<String> {
    var names: Set<String> = ["scene"]
    func isIn(_ constraint: Constraint) -> Bool {
      constraint.first.engine != nil || constraint.second?.engine != nil
    }
    for (index, view) in views.enumerated() where view.node.engine != nil { names.insert("v\(index)") }
    for (index, guide) in guides.enumerated() where guide.node.engine != nil { names.insert("g\(index)") }
    for (index, constraint) in constraints.enumerated() where isIn(constraint) { names.insert("c\(index)") }
    for (index, group) in groups.enumerated() where group.constraints.contains(where: isIn) {
      names.insert("group\(index)")
    }
    return names
  }

  // MARK: All of it as text

  /// What can be observed of all that there is now, by object and field.
  func dump() -> StateDump {
    var dump = StateDump()
    for (index, view) in views.enumerated() { dump.name(view, "v\(index)") }
    for (index, guide) in guides.enumerated() { dump.name(guide, "g\(index)") }
    for (index, constraint) in constraints.enumerated() { dump.name(constraint, "c\(index)") }
    for (index, group) in groups.enumerated() { dump.name(group, "group\(index)") }
    for view in views { dump.add(view) }
    for guide in guides { dump.add(guide) }
    for constraint in constraints { dump.add(constraint) }
    for group in groups { dump.add(group) }
    dump.add(scene)
    return dump
  }
}

/// State as text.
struct StateDump {
  private(set) var lines: [String: String] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// Held, so that no identity is used again.
  private var objects: [AnyObject] = []

  mutating func name(_ object: AnyObject, _ name: String) {
    names[ObjectIdentifier(object)] = name
    objects.append(object)
  }

  private mutating func identity(_ object: AnyObject) -> String {
    if let name = names[ObjectIdentifier(object)] { return name }
    if let node = object as? ItemNode { return node.item.map { identity($0) } ?? "gone" }
    // Nobody holds it but what is described: as what it is.
    objects.append(object)
    if let constraint = object as? Constraint {
      let items = [constraint.first.item, constraint.second?.item].map { $0.map { identity($0) } ?? "-" }
      return "\(items[0]).\(constraint.firstAttribute) \(constraint.relation) \(constraint.constant) "
        + "\(items[1]).\(constraint.secondAttribute) \(constraint.identifier ?? "") \(constraint.priority) "
        + "\(constraint.isActive) \(constraint.sequence)"
    }
    if let group = object as? ConstraintGroup { return "group \(text(group.constraints)) \(group.isActive)" }
    if let guide = object as? LayoutGuide { return "\(guide.node.kind) \(guide.frame)" }
    return "\(type(of: object))"
  }

  /// A value, down to the objects in it.
  private mutating func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class:
      let object = value as AnyObject
      guard "\(type(of: object))" == "Extras" else { return identity(object) }
      return fields(mirror).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
    case .collection, .tuple:
      var parts: [String] = []
      for child in mirror.children { parts.append(text(child.value)) }
      return "[" + parts.joined(separator: ", ") + "]"
    case .set, .dictionary:
      var parts: [String] = []
      for child in mirror.children { parts.append(text(child.value)) }
      return "{" + parts.sorted().joined(separator: ", ") + "}"
    case .struct where !(value is CustomStringConvertible) || value is any OptionSet:
      if let identity = value as? ObjectIdentifier { return names[identity] ?? "?" }
      if mirror.children.isEmpty { return "\(value)" }
      return "(" + fields(mirror).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        + ")"
    default:
      if let identity = value as? ObjectIdentifier { return names[identity] ?? "?" }
      return "\(type(of: value))".contains("->") ? "a function" : "\(value)"
    }
  }

  private mutating func fields(_ mirror: Mirror) -> [String: String] {
    var fields: [String: String] = [:]
    for child in mirror.children {
      // Constraints hold their owner's record unmanaged; it is described apart.
      guard let label = child.label, label != "owner" else { continue }
      // System guides that are asked for stay.
      if label == "systemGuides" {
        let guides = (child.value as? [LayoutGuide] ?? []).filter { $0.node.kind == .stackGuide }
        fields[label] = text(guides)
      } else {
        fields[label] = text(child.value)
      }
    }
    return fields
  }

  private mutating func add(_ state: Any, of object: AnyObject, _ part: String) {
    let name = identity(object)
    for (label, value) in fields(Mirror(reflecting: state)) { lines["\(name) \(part).\(label)"] = value }
    // What is in an extra or in a part of the state has lines of its own, so that fields can be counted.
    for child in Mirror(reflecting: state).children {
      guard let label = child.label, let value = unwrapped(child.value) else { continue }
      let mirror = Mirror(reflecting: value)
      let isPart = ["extras", "rare", "arrangement", "sizing"].contains(label)
      if isPart { for (inner, value) in fields(mirror) { lines["\(name) \(part).\(label).\(inner)"] = value } }
    }
  }

  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }

  mutating func add(_ item: any LayoutItem) {
    let name = identity(item)
    add(item.node.unrecordedState, of: item, "node")
    lines["\(name) frame"] = "\(item.frame)"
    lines["\(name) parent"] = item.node.parent.map { identity($0) } ?? "nil"
    lines["\(name) engine"] = item.node.engine == nil ? "out" : "in"
    lines["\(name) owned"] = text(item.node.ownedConstraints.filter { $0.kind == .relation })
    lines["\(name) made"] = text(
      item.node.ownedConstraints.filter { [.stack, .stackSpacing, .autoresizing].contains($0.kind) })
    if let view = item as? View {
      add(view.unrecordedState, of: view, "view")
      lines["\(name) safe area"] = "\(view.safeAreaInsets)"
      lines["\(name) content"] = text(view.constraints.filter(\.isContentSize).map(\.constant))
      if let stack = view as? StackView { add(stack.stackState, of: stack, "stack") }
    }
    if let guide = item as? LayoutGuide { add(guide.state, of: guide, "guide") }
  }

  mutating func add(_ constraint: Constraint) {
    add(constraint.unrecordedState, of: constraint, "constraint")
    lines["\(identity(constraint)) owner"] = constraint.owner.map { identity($0) } ?? "nil"
    lines["\(identity(constraint)) broken"] = "\(constraint.isBroken)"
  }

  mutating func add(_ group: ConstraintGroup) {
    add(ConstraintGroup.State(constraints: group.constraints, isActive: group.isActive), of: group, "group")
  }

  mutating func add(_ scene: Scene) {
    name(scene, "scene")
    add(scene.engine.settings, of: scene, "settings")
    lines["scene broken"] = text(scene.brokenConstraints)
    lines["scene levels"] = "\(scene.report?.levels.map { ($0.priority, $0.error) } ?? [])"
    lines["scene pending"] = "\(scene.engine.pendingErrors.count)"
  }

  /// The lines that differ.
  func differences(from other: StateDump) -> [String] {
    Set(lines.keys).union(other.lines.keys).sorted().compactMap { key in
      let (one, two) = (lines[key], other.lines[key])
      return one == two ? nil : "\(key): \(two ?? "none") became \(one ?? "none")"
    }
  }
}
