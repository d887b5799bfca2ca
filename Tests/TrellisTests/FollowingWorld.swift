// A random scene in which much follows from frames, and random edits of it. Two worlds of one seed that take the same
// steps are the same.
//
// Unlike `RandomWorld` it is built as screens are, from columns, bars and stacks, so that frames are mostly determined, and
// what follows from them is.

import TestSupport

@testable import Trellis

final class FollowingWorld {
  let scene: Scene
  private var random: SplitMix64
  private(set) var views: [View] = []
  private var constraints: [Constraint] = []
  private var made = 0

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    let root = View("root")
    scene = try Scene(root: root, size: Size(width: 320, height: 480))
    scene.safeAreaInsets = insets()
    views = [root]
    try fill(root, depth: 0)
  }

  private func name(_ kind: String) -> String {
    made += 1
    return "\(kind)\(made)"
  }

  private func insets() -> PhysicalInsets {
    PhysicalInsets(
      top: random.pick([0, 20, 44, 59.5]), left: random.pick([0, 0, 44]), bottom: random.pick([0, 16, 34]),
      right: random.pick([0, 0, 44]))
  }

  private func margins() -> EdgeInsets {
    random.chance(0.5)
      ? EdgeInsets(
        top: Double(random.int(0...30)), leading: Double(random.int(0...30)), bottom: Double(random.int(0...30)),
        trailing: Double(random.int(0...30)))
      : EdgeInsets(
        top: Double(random.int(0...30)), left: Double(random.int(0...30)), bottom: Double(random.int(0...30)),
        right: Double(random.int(0...30)))
  }

  private func text() -> HeightForWidth {
    let length = Double(random.int(1...40) * 50)
    return HeightForWidth { width in 18.5 * max(1, (length / max(width, 1)).rounded(.up)) }
  }

  private func contentSize() -> Size { Size(width: Double(random.int(1...160)), height: Double(random.int(1...60))) }

  // MARK: Building

  private func leaf() throws -> View {
    let view = View(name("leaf"), intrinsicSize: contentSize())
    if random.chance(0.4) { view.heightForWidth = text() }
    if random.chance(0.2) { try view.setBaselines(first: Double(random.int(0...20)), last: Double(random.int(0...9))) }
    if random.chance(0.1) { view.alignmentRectInsets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4) }
    return view
  }

  private func configure(_ view: View) {
    if random.chance(0.3) { view.layoutMargins = margins() }
    if random.chance(0.4) { view.preservesSuperviewLayoutMargins = true }
    if random.chance(0.1) { view.insetsLayoutMarginsFromSafeArea = false }
    if random.chance(0.1) { view.additionalSafeAreaInsets = PhysicalInsets(top: Double(random.int(0...30)), left: 3) }
    if random.chance(0.1) { view.layoutDirection = .rightToLeft }
  }

  private func box(_ depth: Int) throws -> View {
    if depth > 3 || random.chance(0.35) { return try leaf() }
    if random.chance(0.4) {
      let stack = StackView(name("stack"))
      stack.axis = random.pick(Axis.allCases)
      stack.alignment = random.pick([.fill, .fill, .leading, .center, .firstBaseline, .lastBaseline])
      stack.distribution = random.pick([.fill, .fill, .fillEqually, .equalSpacing])
      stack.spacing = Double(random.int(0...12))
      stack.isLayoutMarginsRelativeArrangement = random.chance(0.5)
      configure(stack)
      for _ in 0..<random.int(1...4) {
        let view = try box(depth + 2)
        stack.addArrangedSubview(view)
        views.append(view)
        if random.chance(0.1) { view.isHidden = true }
      }
      return stack
    }
    let view = View(name("box"))
    configure(view)
    try fill(view, depth: depth + 1)
    return view
  }

  /// Sides of a view, or of one of its areas.
  private func area(of view: View) -> any LayoutItem {
    switch random.int(0...6) {
    case 0: view.safeAreaLayoutGuide
    case 1, 2: view.layoutMarginsGuide
    case 3: view.readableContentGuide
    default: view
    }
  }

  private func hold(
    _ first: any LayoutItem, _ attribute: Attribute, _ relation: Relation = .equal, _ second: (any LayoutItem)?,
    _ other: Attribute? = nil, times multiplier: Double = 1, plus constant: Double = 0,
    at priority: Priority = .required
  ) throws {
    constraints.append(
      try relate(first, attribute, relation, second, other, times: multiplier, plus: constant, at: priority))
  }

  /// A column of views, or one in the middle.
  private func fill(_ parent: View, depth: Int) throws {
    var above: View?
    let count = random.int(1...3)
    for index in 0..<count {
      let view = try box(depth)
      parent.addSubview(view)
      views.append(view)
      let sides = area(of: parent)
      let isCentred = random.chance(0.15)
      if isCentred {
        try hold(view, .centerX, .equal, sides)
      } else {
        try hold(view, .leading, .equal, sides, plus: random.chance(0.2) ? Double(random.int(-30...30)) : 0)
        try hold(view, .trailing, .equal, sides, at: random.chance(0.8) ? .required : 600)
      }
      if let above {
        let attribute = random.chance(0.1) ? Attribute.lastBaseline : .bottom
        try hold(view, .top, .equal, above, attribute, plus: Double(random.int(0...12)))
      } else if random.chance(0.1), parent === scene.root {
        try hold(view, .centerY, .equal, area(of: parent))
      } else {
        try hold(view, .top, .equal, area(of: parent), plus: random.chance(0.2) ? Double(random.int(-30...60)) : 0)
      }
      if random.chance(0.06) {
        try hold(view, .width, .equal, view, .height, times: random.pick([0.5, 1, 1.5]), at: 700)
      }
      if random.chance(0.1) { try hold(view, .height, .greaterThanOrEqual, nil, plus: Double(random.int(0...90))) }
      above = view
      if index == count - 1, parent !== scene.root {
        try hold(view, .bottom, .equal, area(of: parent), at: random.chance(0.8) ? .required : 500)
      }
    }
  }

  // MARK: Editing

  /// Makes one random edit, and says which.
  func edit() throws -> String {
    let view = random.pick(views)
    switch random.int(0...13) {
    case 0, 1, 2:
      scene.size = Size(width: Double(random.int(0...40) * 25), height: Double(random.int(0...40) * 25))
      return "size \(scene.size)"
    case 3:
      scene.safeAreaInsets = insets()
      return "safe area"
    case 4:
      view.layoutMargins = margins()
      return "margins of \(view.name ?? "")"
    case 5:
      view.preservesSuperviewLayoutMargins.toggle()
      return "preserves of \(view.name ?? "")"
    case 6:
      view.insetsLayoutMarginsFromSafeArea.toggle()
      return "insets from safe area of \(view.name ?? "")"
    case 7:
      view.additionalSafeAreaInsets = PhysicalInsets(
        top: Double(random.int(0...20)), left: Double(random.int(0...9)), bottom: Double(random.int(0...9)))
      return "additional of \(view.name ?? "")"
    case 8:
      if view !== scene.root, !(view is StackView), view.subviews.isEmpty {
        view.heightForWidth = random.chance(0.3) ? nil : text()
      }
      return "text of \(view.name ?? "")"
    case 9:
      if view.subviews.isEmpty { view.intrinsicSize = contentSize() }
      return "content of \(view.name ?? "")"
    case 10:
      if view !== scene.root { view.isHidden.toggle() }
      return "hidden \(view.name ?? "")"
    case 11:
      if random.chance(0.5) {
        view.layoutDirection = random.pick([nil, .leftToRight, .rightToLeft])
      } else {
        view.semanticContentAttribute = random.pick(SemanticContentAttribute.allCases)
      }
      return "direction of \(view.name ?? "")"
    case 12:
      let constraint = random.pick(constraints)
      if constraint.isActive { constraint.deactivate() } else { try? constraint.activate() }
      return "activation"
    default:
      random.pick(constraints).constant = Double(random.int(-10...60))
      return "constant"
    }
  }
}
