// A scene built from a model, and the comparison of two of them.

import Trellis

/// Real views and constraints for a model, and the scene around them.
final class StressStage {
  private let root = View("root")
  private let scene: Scene
  private var views: [Int: View] = [:]
  private var constraints: [Int: Constraint] = [:]
  private(set) var levels: [Float: Double] = [:]

  /// Builds the scene that the model describes, from nothing.
  init(_ model: StressModel) throws {
    views[0] = root
    scene = try Scene(root: root, size: model.size)
    for view in model.views { try add(view) }
    for constraint in model.constraints { try add(constraint) }
  }

  /// The same edit as `StressModel.apply`, on the live scene.
  func apply(_ edit: StressModel.Edit, _ model: StressModel) throws {
    switch edit {
    case .constant(let id, let value): try constraints[id]?.setConstant(value)
    case .priority(let id, let value): try constraints[id]?.setPriority(value)
    case .multiplier(let id, let value): try constraints[id]?.setMultiplier(value)
    case .activate(let id): try constraints[id]?.activate()
    case .deactivate(let id): constraints[id]?.deactivate()
    case .intrinsic(let id, let size): views[id]?.intrinsicSize = size
    case .resize(let size): scene.size = size
    case .addView(let view, let own):
      try add(view)
      for constraint in own { try add(constraint) }
    case .removeView(let id):
      // `model` is the one before the edit: what leaves with the view is looked up there.
      let gone = model.subtree(id)
      views[id]?.removeFromSuperview()
      for id in gone { views[id] = nil }
      for record in model.constraints where gone.contains(record.first) || record.second.map(gone.contains) == true {
        constraints[record.id] = nil
      }
    case .addConstraint(let constraint): try add(constraint)
    case .removeConstraint(let id):
      constraints[id]?.deactivate()
      constraints[id] = nil
    }
  }

  /// Lays out, and checks that the change set names every frame that changed.
  ///
  /// - Returns: The first view whose frame changed without being in the change set; nil if there is none.
  func layout() throws -> String? {
    let before = views.mapValues(\.frame)
    let report = try scene.layout()
    levels = Dictionary(report.levels.map { (Float($0.priority), $0.error) }) { $0 + $1 }
    let named = Set(report.changes.map { ObjectIdentifier($0.item) })
    for (id, view) in views.sorted(by: { $0.key < $1.key })
    where before[id] != view.frame && !named.contains(ObjectIdentifier(view)) {
      return "view \(id) moved from \(describe(before[id])) to \(describe(view.frame)) outside the change set"
    }
    return nil
  }

  /// A view's frame as the last layout left it; nil for none of that id.
  func frame(_ id: Int) -> Rect? { views[id]?.frame }

  /// The first difference between this layout and another one of the same model: a level's error, or a frame that the
  /// constraints determine. `tolerance` is relative to the largest number compared, and at least that many points.
  func difference(from scratch: StressStage, in model: StressModel, tolerance: Double = 1e-6) throws -> String? {
    for priority in Set(levels.keys).union(scratch.levels.keys).sorted(by: >) {
      let ours = levels[priority] ?? 0
      let theirs = scratch.levels[priority] ?? 0
      if !(abs(ours - theirs) <= tolerance * max(1, abs(theirs))) {
        return "the error at priority \(priority) is \(ours), from scratch \(theirs)"
      }
    }
    var free: Set<Freedom>?
    for record in model.views {
      guard let ours = views[record.id]?.frame, let theirs = scratch.views[record.id]?.frame else {
        return "view \(record.id) is missing"
      }
      for axis in Axis.allCases where !agree(ours, theirs, axis, tolerance) {
        if free == nil { free = try scratch.ambiguities() }
        // What nothing mentions is not called ambiguous and does not move with its superview, so its frame is as free as
        // the place of the superview.
        let deciding = model.mentions(record.id) ? [record.id] : model.superviews(record.id)
        let isFree = deciding.contains { free?.contains(Freedom(view: $0, axis: axis)) == true }
        if !isFree { return "view \(record.id) has \(describe(ours)), from scratch \(describe(theirs))" }
      }
    }
    return nil
  }

  /// A view that is not determined along an axis.
  private struct Freedom: Hashable {
    var view: Int
    var axis: Axis
  }

  private func ambiguities() throws -> Set<Freedom> {
    let ids = Dictionary(uniqueKeysWithValues: views.map { (ObjectIdentifier($0.value), $0.key) })
    return Set(
      try scene.ambiguities().compactMap { ambiguity in
        ids[ObjectIdentifier(ambiguity.item)].map { Freedom(view: $0, axis: ambiguity.axis) }
      })
  }

  private func agree(_ first: Rect, _ second: Rect, _ axis: Axis, _ tolerance: Double) -> Bool {
    let pairs =
      axis == .horizontal
      ? [(first.minX, second.minX), (first.width, second.width)]
      : [(first.minY, second.minY), (first.height, second.height)]
    return pairs.allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
  }

  private func describe(_ frame: Rect?) -> String {
    frame.map { "(\($0.minX), \($0.minY), \($0.width), \($0.height))" } ?? "no frame"
  }

  private func add(_ record: StressModel.ViewRecord) throws {
    let view = View("v\(record.id)", intrinsicSize: record.intrinsic)
    for axis in Axis.allCases {
      view.setContentHuggingPriority(record.hugging, for: axis)
      view.setContentCompressionResistancePriority(record.compression, for: axis)
    }
    views[record.superview]?.addSubview(view)
    views[record.id] = view
  }

  private func add(_ record: StressModel.ConstraintRecord) throws {
    let constraint = Constraint(
      item: views[record.first], attribute: record.attribute, relatedBy: record.relation,
      toItem: record.second.flatMap { views[$0] }, attribute: record.secondAttribute, multiplier: record.multiplier,
      constant: record.constant, priority: record.priority)
    constraint.identifier = "c\(record.id)"
    if record.isActive { try constraint.activate() }
    constraints[record.id] = constraint
  }
}
