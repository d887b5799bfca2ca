// Layouts with one mistake planted in them, for the judge of cures: what is planted is known, so what is blamed can be
// counted. A layout is made from nothing as often as asked, so a cure can be tried in one that never saw the conflict.

import TestSupport
import Trellis

@testable import TrellisFiles

/// A layout that can be made again: equal each time, without conflicts.
struct FaultSource: Sendable {
  let name: String
  let make: @Sendable () throws -> Scene
}

/// One mistake.
enum PlantedFault: String, CaseIterable {
  case doubledConstraint, typingError, missingPriority, wrongAttribute, staleHeight
}

/// A plan for a mistake: drawn once, carried out in any copy of its layout.
struct FaultPlan {
  let kind: PlantedFault
  /// Which of the layout's constraints, or of its views for what is added.
  let subject: Int
  let constant: Double
  let attributes: (Attribute, Attribute)?

  /// Draws a mistake for a laid out scene; nil where this kind fits nowhere that was looked at.
  init?(_ kind: PlantedFault, in scene: Scene, _ random: inout SplitMix64) {
    let constraints = scene.writtenConstraints
    let views = scene.allViews
    self.kind = kind
    guard !constraints.isEmpty else { return nil }
    let subject = random.int(0...(constraints.count - 1))
    let constraint = constraints[subject]
    switch kind {
    case .doubledConstraint:
      guard constraint.priority.isRequired, constraint.relation == .equal else { return nil }
      (self.subject, attributes) = (subject, nil)
      constant = constraint.constant + random.pick([-12.0, -8, -5, -4, 2, 4, 5, 6, 8, 10, 12, 20])
    case .typingError:
      guard constraint.priority.isRequired, constraint.constant != 0 else { return nil }
      (self.subject, attributes) = (subject, nil)
      constant = Self.mistyped(constraint.constant, &random)
      if constant == constraint.constant { return nil }
    case .missingPriority:
      let wishes = constraints.indices.filter {
        !constraints[$0].priority.isRequired && abs(constraints[$0].residual ?? 0) > 0.01
      }
      guard !wishes.isEmpty else { return nil }
      self.subject = random.pick(wishes)
      (attributes, constant) = (nil, constraints[self.subject].constant)
    case .wrongAttribute:
      guard constraint.priority.isRequired, let pair = Self.mistaken(constraint, &random) else { return nil }
      (self.subject, attributes, constant) = (subject, pair, constraint.constant)
    case .staleHeight:
      let index = random.int(0...(views.count - 1))
      let view = views[index]
      guard view.superview != nil, view.frame.height >= 10, !(view.superview is StackView) else { return nil }
      (self.subject, attributes) = (index, nil)
      constant = (view.frame.height * random.real(0.5...1.8)).rounded()
      if abs(constant - view.frame.height) < 1 { return nil }
    }
  }

  /// Makes the mistake.
  ///
  /// - Returns: The constraint at fault.
  func plant(in scene: Scene) throws -> Constraint {
    if kind == .staleHeight {
      return try active(Constraint(item: scene.allViews[subject], attribute: .height, constant: constant))
    }
    let constraint = scene.writtenConstraints[subject]
    let (first, second) = (constraint.firstAttribute, constraint.secondAttribute)
    switch kind {
    case .doubledConstraint: return try active(copy(of: constraint, first, second))
    case .typingError: try constraint.setConstant(constant)
    case .missingPriority: try constraint.setPriority(.required)
    case .wrongAttribute:
      constraint.isActive = false
      return try active(copy(of: constraint, attributes?.0 ?? first, attributes?.1 ?? second))
    case .staleHeight: break
    }
    return constraint
  }

  private func copy(of constraint: Constraint, _ first: Attribute, _ second: Attribute) -> Constraint {
    let copy = Constraint(
      item: constraint.firstItem ?? View(), attribute: first, relatedBy: constraint.relation,
      toItem: constraint.secondItem, attribute: second, multiplier: constraint.multiplier, constant: constant,
      priority: constraint.priority)
    copy.identifier = constraint.identifier
    return copy
  }

  private func active(_ constraint: Constraint) throws -> Constraint {
    try constraint.activate()
    return constraint
  }

  /// A number as a hurried hand types it: a digit twice, one left out, two swapped, a zero too many, the other sign.
  private static func mistyped(_ number: Double, _ random: inout SplitMix64) -> Double {
    var digits = Array(String(Int(abs(number).rounded())))
    let index = random.int(0...(digits.count - 1))
    let sign = number < 0 ? -1.0 : 1
    switch random.int(0...4) {
    case 0: digits.insert(digits[index], at: index)
    case 1 where digits.count > 1: digits.remove(at: index)
    case 2 where digits.count > 1: digits.swapAt(max(index, 1) - 1, max(index, 1))
    case 3: return -number
    default: digits.append("0")
    }
    return sign * (Double(String(digits)) ?? 0)
  }

  /// The next attribute of the list, at one of the ends.
  private static func mistaken(
    _ constraint: Constraint, _ random: inout SplitMix64
  ) -> (Attribute, Attribute)? {
    func other(_ attribute: Attribute) -> Attribute? {
      switch attribute {
      case .leading: random.pick([.trailing, .centerX])
      case .trailing: random.pick([.leading, .centerX])
      case .left: .right
      case .right: .left
      case .top: random.pick([.bottom, .centerY])
      case .bottom: random.pick([.top, .centerY])
      case .centerX: random.pick([.leading, .trailing])
      case .centerY: random.pick([.top, .bottom])
      case .width: .height
      case .height: .width
      default: nil
      }
    }
    let (first, second) = (constraint.firstAttribute, constraint.secondAttribute)
    let changesSecond = constraint.secondItem != nil && random.chance(0.5)
    guard let changed = other(changesSecond ? second : first) else { return nil }
    return changesSecond ? (first, changed) : (changed, second)
  }
}

extension Scene {
  /// The views in the order of the tree.
  var allViews: [View] {
    var views: [View] = []
    var waiting = [root]
    while let view = waiting.popLast() {
      views.append(view)
      waiting += view.subviews.reversed()
    }
    return views
  }

  /// The active constraints that somebody wrote, in the order of the tree and of their activation.
  var writtenConstraints: [Constraint] {
    allViews.flatMap { $0.constraints }.filter { !$0.isSystemMade && !$0.standsForSystem }
  }
}

// MARK: - Layouts

extension FaultSource {
  /// The units of the real files that lay out without a conflict and have something to get wrong.
  static func storyboards() throws -> [FaultSource] {
    var sources: [FaultSource] = []
    for name in RealFiles.names {
      let bytes = try RealFiles.bytes(name)
      guard bytes.count < 400_000, let file = try? InterfaceFile(parsing: bytes, file: name) else { continue }
      let images = file.model.images
      for (number, unit) in file.units().enumerated() where (4...80).contains(unit.constraints.count) {
        let source = FaultSource(name: "\(name) unit \(number)") {
          try UnitBuilder(unit, UnitInsets(of: unit, .inferred), images: images).scene
        }
        let scene = try source.make()
        guard try scene.layout().conflicts.isEmpty, scene.writtenConstraints.count >= 4 else { continue }
        sources.append(source)
      }
    }
    return sources
  }

  /// A screen as people build them: a column of labels, rows, cards and buttons with usual margins.
  static func generated(seed: UInt64) -> FaultSource {
    FaultSource(name: "screen \(seed)") {
      var random = SplitMix64(seed: seed)
      let root = View("root")
      var builder = ScreenBuilder(random: random.next())
      try builder.fill(root, depth: 0)
      return try Scene(root: root, size: Size(width: 375, height: 812))
    }
  }
}

/// Fills views with what screens are made of.
private struct ScreenBuilder {
  private var random: SplitMix64
  private var count = 0

  init(random seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func view(_ kind: String) -> View {
    count += 1
    return View("\(kind)\(count)")
  }

  private func pin(
    _ first: View, _ attribute: Attribute, _ relation: Relation = .equal, _ second: View? = nil,
    _ other: Attribute? = nil, times multiplier: Double = 1, plus constant: Double = 0,
    at priority: Priority = .required
  ) throws {
    try Constraint(
      item: first, attribute: attribute, relatedBy: relation, toItem: second,
      attribute: other ?? (second == nil ? .notAnAttribute : attribute), multiplier: multiplier, constant: constant,
      priority: priority
    ).activate()
  }

  /// A column whose last view ends above the bottom edge, or at it inside a card.
  mutating func fill(_ parent: View, depth: Int) throws {
    let margin = random.pick([8.0, 12, 16, 20])
    let gap = random.pick([4.0, 8, 10, 12])
    var previous: View?
    for _ in 0..<random.int(3...6) {
      let child = view("item")
      parent.addSubview(child)
      if let previous {
        try pin(child, .top, .equal, previous, .bottom, plus: gap)
      } else {
        try pin(child, .top, .equal, parent, .top, plus: margin)
      }
      try pin(child, .leading, .equal, parent, .leading, plus: margin)
      try pin(child, .trailing, .equal, parent, .trailing, plus: -margin)
      switch random.int(0...(depth < 2 ? 4 : 2)) {
      case 0:
        child.intrinsicSize = Size(width: random.real(40...200).rounded(), height: random.pick([17, 20.5, 36]))
      case 1:
        try pin(child, .height, plus: random.pick([30, 36, 44, 50, 120]))
        if random.chance(0.5) { try pin(child, .width, .equal, plus: 600, at: 750) }
      case 2: try fillRow(child)
      default: try fill(child, depth: depth + 1)
      }
      previous = child
    }
    guard let previous else { return }
    try pin(previous, .bottom, depth == 0 ? .lessThanOrEqual : .equal, parent, .bottom, plus: depth == 0 ? 0 : -margin)
  }

  /// A picture, a title that gives way, and a button; as high as the picture with its margins.
  private mutating func fillRow(_ row: View) throws {
    let (picture, title, button) = (view("picture"), view("title"), view("button"))
    row.addSubviews([picture, title, button])
    let inset = random.pick([4.0, 8, 12])
    let side = random.pick([24.0, 32, 40, 48])
    try pin(picture, .leading, .equal, row, .leading, plus: inset)
    try pin(picture, .top, .equal, row, .top, plus: inset)
    try pin(picture, .bottom, .equal, row, .bottom, plus: -inset)
    try pin(picture, .width, plus: side)
    try pin(picture, .height, .equal, picture, .width)
    try pin(title, .leading, .equal, picture, .trailing, plus: 8)
    try pin(title, .centerY, .equal, picture, .centerY)
    try pin(title, .trailing, .lessThanOrEqual, button, .leading, plus: -8)
    title.intrinsicSize = Size(width: random.real(60...400).rounded(), height: 20.5)
    try pin(button, .trailing, .equal, row, .trailing, plus: -inset)
    try pin(button, .centerY, .equal, title, .centerY)
    try pin(button, .width, .greaterThanOrEqual, plus: 44)
    try pin(button, .height, plus: 32)
  }
}
