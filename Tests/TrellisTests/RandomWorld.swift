// A random tree with random constraints, and random edits of it. Two worlds of one seed that take the same steps are
// the same, so one can be laid out warm and the other from scratch.

import TestSupport

@testable import Trellis

final class RandomWorld {
  private(set) var scene: Scene
  private var random: SplitMix64
  private(set) var views: [View] = []
  private(set) var items: [any LayoutItem] = []
  /// All constraints ever made, active or not; the index names one across worlds.
  private(set) var constraints: [Constraint] = []
  /// Views that have left, with what is in them.
  private var outside: [View] = []
  private var made = 0
  /// Whether edits leave the tree in its scene.
  var keepsScene = false
  /// How often a constraint is required.
  private let requiredShare: Double

  init(seed: UInt64, views count: Int, requiredShare: Double = 0.5) throws {
    random = SplitMix64(seed: seed)
    self.requiredShare = requiredShare
    let root = View("root")
    scene = try Scene(
      root: root, size: Size(width: Double(random.int(100...800)), height: Double(random.int(100...800))))
    views = [root]
    items = [root]
    for _ in 1..<max(2, count) { try addView() }
    for _ in 0..<(random.int(1...4) * count) { try addConstraint() }
  }

  private static let priorities: [Priority] = [999.5, 999, 750, 750, 500, 250, 250, 50, 1]

  private func name() -> String {
    made += 1
    return "v\(made)"
  }

  private func length() -> Double {
    random.chance(0.2) ? Double(random.int(-2000...2000)) / 8 : Double(random.int(0...60) * 5)
  }

  private func contentSize() -> Size {
    Size(
      width: random.chance(0.3) ? -1 : Double(random.int(0...200)),
      height: random.chance(0.3) ? -1 : Double(random.int(0...200)))
  }

  private func priority() -> Priority { random.chance(requiredShare) ? .required : random.pick(Self.priorities) }

  private func addView() throws {
    let parent = random.pick(views)
    let view = plainView()
    if random.chance(0.4) { view.intrinsicSize = contentSize() }
    if random.chance(0.1) { view.layoutMargins = insets() }
    if random.chance(0.05) { view.physicalLayoutMargins = PhysicalInsets(top: 3, left: 5, bottom: 7, right: 11) }
    if random.chance(0.1) { view.preservesSuperviewLayoutMargins = true }
    if random.chance(0.1) { view.isHidden = true }
    if random.chance(0.05) { try hold(view) }
    if random.chance(0.1) { view.alignmentRectInsets = insets() }
    if random.chance(0.1) { view.layoutDirection = random.pick(LayoutDirection.allCases) }
    if random.chance(0.1) { try view.setBaselines(first: Double(random.int(0...20)), last: Double(random.int(0...20))) }
    if random.chance(0.2) { view.setContentHuggingPriority(random.pick(Self.priorities), for: .horizontal) }
    if random.chance(0.2) { view.setContentCompressionResistancePriority(priority(), for: .vertical) }
    if let stack = parent as? StackView, random.chance(0.8) {
      stack.insertArrangedSubview(view, at: random.int(0...stack.arrangedSubviews.count))
    } else {
      parent.addSubview(view)
    }
    views.append(view)
    items.append(view)
    if random.chance(0.1) { items.append(view.layoutMarginsGuide) }
    if random.chance(0.05) { items.append(view.safeAreaLayoutGuide) }
    if random.chance(0.03) { items.append(view.readableContentGuide) }
    if random.chance(0.03) { view.additionalSafeAreaInsets = PhysicalInsets(top: 6, left: 1, bottom: 2, right: 4) }
    if random.chance(0.15) {
      let guide = LayoutGuide(name())
      view.addLayoutGuide(guide)
      items.append(guide)
    }
    if let scroll = view as? ScrollView { items += [scroll.contentLayoutGuide, scroll.frameLayoutGuide] }
  }

  private func plainView() -> View {
    if random.chance(0.1) { return ScrollView(name()) }
    guard random.chance(0.15) else { return View(name()) }
    let stack = StackView(name())
    for _ in 0..<5 { rearrange(stack) }
    return stack
  }

  private func hold(_ view: View) throws {
    let frame = Rect(
      x: Double(random.int(-50...300)), y: Double(random.int(-50...300)), width: Double(random.int(0...300)),
      height: Double(random.int(0...300)))
    try view.holdFrame(
      frame, resizing: AutoresizingMask(rawValue: UInt(random.int(0...63))),
      in: Size(width: Double(random.int(0...800)), height: Double(random.int(0...800))))
  }

  /// Changes one thing that a stack was told.
  private func rearrange(_ stack: StackView) {
    switch random.int(0...7) {
    case 0: stack.axis = random.pick(Axis.allCases)
    case 1: stack.distribution = random.pick(StackDistribution.allCases)
    case 2: stack.alignment = random.pick(StackAlignment.allCases)
    case 3: stack.spacing = Double(random.int(0...20))
    case 4: stack.isLayoutMarginsRelativeArrangement = random.chance(0.3)
    case 5: stack.isBaselineRelativeArrangement = random.chance(0.3)
    case 6: if !stack.subviews.isEmpty { stack.addArrangedSubview(random.pick(stack.subviews)) }
    default: if let view = stack.arrangedSubviews.first { stack.removeArrangedSubview(view) }
    }
  }

  private func insets() -> EdgeInsets {
    EdgeInsets(
      top: Double(random.int(0...9)), leading: Double(random.int(0...9)), bottom: Double(random.int(0...9)),
      trailing: Double(random.int(0...9)))
  }

  /// Adds a constraint that passes Auto Layout's checks.
  private func addConstraint() throws {
    if random.chance(0.1) { return try addFormat() }
    while true {
      let first = random.pick(items)
      let isLone = random.chance(0.25)
      let second: (any LayoutItem)? = isLone ? nil : random.pick(items)
      let attribute = random.pick(Attribute.allCases)
      let other = isLone ? .notAnAttribute : random.chance(0.4) ? attribute : random.pick(Attribute.allCases)
      let multiplier = random.chance(0.15) ? random.pick([0.5, 2, 0.75, 0.6, -1]) : 1
      let relation = random.chance(0.6) ? Relation.equal : random.pick(Relation.allCases)
      let constant = length()
      let priority = priority()
      let constraint = Constraint(
        item: first, attribute: attribute, relatedBy: relation, toItem: second, attribute: other,
        multiplier: multiplier, constant: constant, priority: priority)
      guard constraint.lastError == nil else { continue }
      constraints.append(constraint)
      if random.chance(0.9) { try? constraint.activate() }
      return
    }
  }

  /// Adds what a visual format makes of up to three views of one superview.
  private func addFormat() throws {
    let parent = random.pick(views.filter { !$0.subviews.isEmpty })
    let named = (0..<random.int(1...3)).map { _ in random.pick(parent.subviews) }
    let isExtended = random.chance(0.3)
    let axis = random.pick(isExtended ? ["", "H:", "V:", "HV:"] : ["", "H:", "V:"])
    var text = axis
    if random.chance(0.5) { text += "|" + connection(isExtended) }
    for (index, view) in named.enumerated() {
      if index > 0 { text += connection(isExtended) }
      text += "[\(view.name ?? "")\(thickness(named, isExtended))]"
    }
    if random.chance(0.5) { text += connection(isExtended) + "|" }
    let across: [FormatOptions] =
      axis == "V:"
      ? [[], .alignAllLeading, .alignAllCenterX, [.alignAllLeft, .alignAllRight]]
      : [[], .alignAllTop, .alignAllFirstBaseline, .directionRightToLeft, [.alignAllBottom, .directionLeftToRight]]
    let options = axis == "HV:" ? [] : random.pick(across)
    let names = Dictionary(named.map { ($0.name ?? "", $0 as any LayoutItem) }) { first, _ in first }
    let made = Constraint.constraints(
      withVisualFormat: VisualFormat(text), options: options, views: names,
      spacing: random.pick([.standard, .classic, .margins]), dialect: isExtended ? .extended : .apple)
    constraints += made
    if random.chance(0.9) { Constraint.activate(made) }
  }

  private func connection(_ isExtended: Bool) -> String {
    let (number, priority) = (random.int(0...40), random.int(1...1000))
    let forms = [
      "", "-", "-\(number)-", "-(>=\(number)@\(priority))-", "->=\(number)@\(priority)-",
      "-(-\(number),<=9@\(priority))-",
    ]
    return random.pick(isExtended ? forms + ["~", "-\(number)%-"] : forms)
  }

  private func thickness(_ named: [View], _ isExtended: Bool) -> String {
    let (number, priority) = (random.int(0...200), random.int(1...1000))
    let other = random.pick(named).name ?? ""
    let forms = [
      "", "", "(\(number)@\(priority))", "(>=\(number))", "(\(other)@\(priority))",
      "(<=\(other)@\(priority),\(number)@20)",
    ]
    return random.pick(isExtended ? forms + ["(\(other)*0.5+3@\(priority))", "(\(number)%@\(priority))"] : forms)
  }

  /// Gives some views text that wraps: the narrower, the higher.
  func wrapText() {
    for view in views.dropFirst() where random.chance(0.3) {
      let area = Double(random.int(100...9000))
      view.heightForWidth = HeightForWidth { width in (area / max(width, 10)).rounded(.up) }
    }
  }

  /// Makes one random edit, and says which.
  func edit() throws -> String {
    switch random.int(0...20) {
    case 0...3:
      let index = random.int(0...(constraints.count - 1))
      constraints[index].constant = length()
      return "constant of \(index)"
    case 4:
      let index = random.int(0...(constraints.count - 1))
      constraints[index].priority = priority()
      return "priority of \(index)"
    case 5:
      let index = random.int(0...(constraints.count - 1))
      constraints[index].multiplier = random.pick([1, 0.5, 2, 0.25])
      return "multiplier of \(index)"
    case 6, 7:
      let index = random.int(0...(constraints.count - 1))
      if constraints[index].isActive { constraints[index].deactivate() } else { try? constraints[index].activate() }
      return "activation of \(index)"
    case 8:
      try addView()
      for _ in 0..<random.int(0...5) { try addConstraint() }
      return "view in"
    case 9:
      guard views.count > 4 else { return "nothing" }
      let view = views[random.int(1...(views.count - 1))]
      return take(out: view)
    case 10:
      scene.size = Size(width: Double(random.int(0...800)), height: Double(random.int(0...800)))
      return "size"
    case 11:
      random.pick(views).intrinsicSize = contentSize()
      return "content size"
    case 12:
      random.pick(views).setContentHuggingPriority(random.pick(Self.priorities), for: random.pick(Axis.allCases))
      return "hugging"
    case 13:
      let stacks = views.compactMap { $0 as? StackView }
      guard !stacks.isEmpty else { return "nothing" }
      rearrange(random.pick(stacks))
      return "stack"
    case 14:
      random.pick(views).isHidden.toggle()
      return "hidden"
    case 15:
      let view = random.pick(views)
      if view.translatesAutoresizingMaskIntoConstraints {
        view.translatesAutoresizingMaskIntoConstraints = false
      } else {
        try hold(view)
      }
      return "autoresizing"
    case 17:
      guard let view = outside.popLast() else { return "nothing" }
      takeIn(view)
      return "view back"
    case 18:
      guard views.count > 2 else { return "nothing" }
      let view = views[random.int(1...(views.count - 1))]
      _ = take(out: view)
      outside.removeAll { $0 === view }
      view.intrinsicSize = contentSize()
      takeIn(view)
      return "view out and back"
    case 19:
      let view = random.pick(views)
      for (index, length) in [random.int(0...90), random.int(0...90)].enumerated() {
        try view.layout.define("\(index)") { view.width == Double(length) ~ (index == 0 ? .high : .required) }
      }
      try view.layout.state(random.pick(["0", "1", nil]))
      return "state"
    case 20:
      if keepsScene { return "nothing" }
      try renewScene()
      return "scene"
    default:
      let view = random.pick(views)
      switch random.int(0...6) {
      case 6: view.semanticContentAttribute = random.pick(SemanticContentAttribute.allCases)
      case 5: view.additionalSafeAreaInsets = PhysicalInsets(top: Double(random.int(0...9)), left: 3)
      case 0: view.layoutDirection = random.pick([nil, .leftToRight, .rightToLeft])
      case 1: view.layoutMargins = insets()
      case 2: view.alignmentRectInsets = insets()
      case 3: view.preservesSuperviewLayoutMargins.toggle()
      default: view.firstBaselineOffsetFromTop = Double(random.int(0...20))
      }
      return "metrics"
    }
  }

  private func take(out view: View) -> String {
    var leaving = Set<ObjectIdentifier>()
    var pending = [view]
    while let next = pending.popLast() {
      leaving.insert(ObjectIdentifier(next))
      for guide in next.layoutGuides + next.systemGuides { leaving.insert(ObjectIdentifier(guide)) }
      if let scroll = next as? ScrollView {
        leaving.insert(ObjectIdentifier(scroll.contentLayoutGuide))
        leaving.insert(ObjectIdentifier(scroll.frameLayoutGuide))
      }
      pending += next.subviews
    }
    view.removeFromSuperview()
    if random.chance(0.6) { outside.append(view) }
    views.removeAll { leaving.contains(ObjectIdentifier($0)) }
    items.removeAll { leaving.contains(ObjectIdentifier($0)) }
    return "view out"
  }

  private func takeIn(_ view: View) {
    random.pick(views).addSubview(view)
    view.forEachView { view in
      views.append(view)
      items.append(view)
      // Guides that a stack makes for itself come and go with its settings.
      let ownsMarginsGuide = (view as? StackView)?.sharesMarginsGuide == false
      items += view.allGuides.filter { guide in
        guide.node.kind != .stackGuide && !(ownsMarginsGuide && guide.node.kind == .marginsGuide)
      }
    }
  }

  /// The scene goes, and another takes the tree over.
  private func renewScene() throws {
    let (root, size, safeArea, scale) = (scene.root, scene.size, scene.safeAreaInsets, scene.scale)
    scene = try Scene(root: View(), size: .zero)
    scene = try Scene(root: root, size: size)
    scene.safeAreaInsets = safeArea
    scene.scale = scale
  }

  /// Whether a constraint is marked as broken exactly where the scene says so.
  var breaksAreTold: Bool {
    let told = Set(scene.brokenConstraints.map(ObjectIdentifier.init))
    let contents = (views + outside).flatMap { ($0.node.contentConstraints ?? []).compactMap(\.self) }
    return (constraints + contents).allSatisfy { $0.isBroken == told.contains(ObjectIdentifier($0)) }
  }

  /// The indices of the constraints that are broken.
  var broken: [Int] { constraints.indices.filter { constraints[$0].isBroken } }
}
