// Scenes and edits at random, from a seed: the same seed makes the same run everywhere.

import Trellis

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// Makes a scene and then one edit after another.
struct StressGenerator {
  private var random: SeededGenerator
  private var nextID = 1
  /// Edits keep the number of views near this.
  private let wantedViews: Int

  init(seed: UInt64, views: Int) {
    random = SeededGenerator(seed: seed)
    wantedViews = views
  }

  /// A scene of the wanted number of views besides the root: a tree at random, or a list of cells as apps have them.
  ///
  /// - Parameter progress: Told how many views there are, as often as one is added.
  mutating func scene(progress: (Int) -> Void = { _ in }) -> StressModel {
    var model = StressModel(size: Size(width: half(200...1000), height: half(200...1000)))
    let isList = Bool.random(using: &random)
    while model.views.count < wantedViews {
      let superview: Int
      if isList, let cell = model.views.last(where: { $0.superview == 0 }), !chance(6) {
        superview = cell.id
      } else if isList || model.views.isEmpty || chance(8) {
        superview = 0
      } else {
        // Recent views more often, so that trees grow deep as well as wide.
        superview = model.views[Int.random(in: model.views.count / 2..<model.views.count, using: &random)].id
      }
      model.apply(addition(to: superview, in: model))
      progress(model.views.count)
    }
    return model
  }

  /// How many edits to make before the next layout: one as a rule, up to five.
  mutating func burst() -> Int { chance(2) ? 1 : Int.random(in: 1...5, using: &random) }

  /// An edit that can be applied to the model.
  mutating func edit(of model: StressModel) -> StressModel.Edit {
    while true {
      if let edit = attempt(model) { return edit }
    }
  }

  private mutating func attempt(_ model: StressModel) -> StressModel.Edit? {
    let constraint = model.constraints.randomElement(using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case ..<35:
      guard let constraint else { return nil }
      return .constant(constraint.id, half(constraint.wantsNonnegativeConstant ? 0...200 : -50...200))
    case ..<47:
      guard let constraint, constraint.isOptional else { return nil }
      return .priority(constraint.id, priority())
    case ..<52:
      guard let constraint, constraint.attribute == .width || constraint.attribute == .height, constraint.second != nil
      else { return nil }
      return .multiplier(constraint.id, quarter())
    case ..<66:
      guard let constraint else { return nil }
      return constraint.isActive ? .deactivate(constraint.id) : .activate(constraint.id)
    case ..<74:
      guard let view = model.views.randomElement(using: &random) else { return nil }
      return .intrinsic(view.id, intrinsic())
    case ..<80:
      return .resize(Size(width: half(100...1200), height: half(100...1200)))
    case ..<86:
      guard let constraint = optionalConstraint(in: model) else { return nil }
      return .addConstraint(constraint)
    case ..<92:
      guard let constraint else { return nil }
      return .removeConstraint(constraint.id)
    case ..<96:
      guard model.views.count < wantedViews + wantedViews / 4 + 1 else { return nil }
      return addition(to: model.views.randomElement(using: &random)?.id ?? 0, in: model)
    default:
      guard let view = model.views.randomElement(using: &random), model.views.count > wantedViews / 2,
        model.subtree(view.id).count <= 8
      else { return nil }
      return .removeView(view.id)
    }
  }

  // MARK: - Parts

  /// A new view with constraints that position and size it.
  private mutating func addition(to superview: Int, in model: StressModel) -> StressModel.Edit {
    let view = StressModel.ViewRecord(
      id: id(), superview: superview, intrinsic: intrinsic(), hugging: chance(3) ? priority() : 250,
      compression: chance(3) ? priority() : 750)
    let neighbour = model.views.last { $0.superview == superview }?.id
    var own: [StressModel.ConstraintRecord] = []
    for (start, end, length) in [
      (Attribute.leading, Attribute.trailing, Attribute.width), (.top, .bottom, .height),
    ] {
      // Along one axis views follow each other, along the other they start with their superview.
      let follows = neighbour != nil && chance(2)
      own.append(
        constraint(
          view.id, start, .equal, follows ? neighbour ?? superview : superview, follows ? end : start,
          constant: half(-10...40), priority: chance(4) ? priority() : .required))
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        own.append(constraint(view.id, length, .equal, nil, .notAnAttribute, constant: half(0...200)))
      case 1:
        own.append(constraint(view.id, length, .equal, superview, length, multiplier: quarter()))
      case 2:
        own.append(constraint(view.id, length, .greaterThanOrEqual, nil, .notAnAttribute, constant: half(0...100)))
      case 3:
        own.append(
          constraint(view.id, end, .lessThanOrEqual, superview, end, constant: half(-40...0), priority: priority()))
      case 4:
        if let neighbour {
          own.append(constraint(view.id, length, .equal, neighbour, length, priority: priority()))
        }
      default: break
      }
    }
    return .addView(view, own)
  }

  /// A constraint below required between two views near each other.
  private mutating func optionalConstraint(in model: StressModel) -> StressModel.ConstraintRecord? {
    guard let first = model.views.randomElement(using: &random) else { return nil }
    let siblings = model.views.filter { $0.superview == first.superview && $0.id != first.id }
    let second = siblings.randomElement(using: &random)?.id ?? first.superview
    let families: [[Attribute]] = [
      [.leading, .trailing, .centerX], [.top, .bottom, .centerY], [.width, .height],
    ]
    guard let family = families.randomElement(using: &random), let attribute = family.randomElement(using: &random),
      let other = family.randomElement(using: &random),
      let relation = [Relation.lessThanOrEqual, .equal, .greaterThanOrEqual].randomElement(using: &random)
    else { return nil }
    return constraint(first.id, attribute, relation, second, other, constant: half(-50...100), priority: priority())
  }

  private mutating func constraint(
    _ first: Int, _ attribute: Attribute, _ relation: Relation, _ second: Int?, _ secondAttribute: Attribute,
    multiplier: Double = 1, constant: Double = 0, priority: Priority = .required
  ) -> StressModel.ConstraintRecord {
    StressModel.ConstraintRecord(
      id: id(), first: first, attribute: attribute, relation: relation, second: second,
      secondAttribute: secondAttribute, multiplier: multiplier, constant: constant, priority: priority, isActive: true)
  }

  private mutating func id() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

  /// A multiple of a half: ties between constraints are the hard cases, so they should happen.
  private mutating func half(_ range: ClosedRange<Int>) -> Double {
    Double(Int.random(in: 2 * range.lowerBound...2 * range.upperBound, using: &random)) / 2
  }

  private mutating func quarter() -> Double { Double(Int.random(in: 1...8, using: &random)) / 4 }

  private mutating func intrinsic() -> Size {
    Size(
      // Seldom none: what nothing decides cannot be compared.
      width: chance(20) ? View.noIntrinsicMetric : half(0...150),
      height: chance(20) ? View.noIntrinsicMetric : half(0...150))
  }

  private mutating func priority() -> Priority {
    let usual: [Priority] = [1, 50, 249, 250, 251, 490, 500, 510, 749, 750, 751, 999, 999.5]
    return usual.randomElement(using: &random) ?? 500
  }
}
