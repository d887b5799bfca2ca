// What a stress run knows of its scene, apart from the scene: plain values from which the same scene can be rebuilt
// at any time, and the edits that change both.
//
// Required constraints are generated so that they can always hold (a position from an earlier neighbour, one length a
// view), since of two conflicting sets of constraints either may rightly be broken. Everything optional is at random.

import Trellis

/// A scene as values.
struct StressModel {
  struct ViewRecord {
    var id: Int
    /// The superview's id; the root has id 0 and no record.
    var superview: Int
    var intrinsic: Size
    var hugging: Priority
    var compression: Priority
  }

  struct ConstraintRecord {
    var id: Int
    var first: Int
    var attribute: Attribute
    var relation: Relation
    /// The second view's id; nil where there is a constant alone.
    var second: Int?
    var secondAttribute: Attribute
    var multiplier: Double
    var constant: Double
    var priority: Priority
    var isActive: Bool

    var isOptional: Bool { priority < .required }
    /// Lengths set by a required constant cannot be negative.
    var wantsNonnegativeConstant: Bool { second == nil && !isOptional }
  }

  enum Edit {
    case constant(Int, Double)
    case priority(Int, Priority)
    case multiplier(Int, Double)
    case activate(Int)
    case deactivate(Int)
    case intrinsic(Int, Size)
    case resize(Size)
    case addView(ViewRecord, [ConstraintRecord])
    case removeView(Int)
    case addConstraint(ConstraintRecord)
    case removeConstraint(Int)
  }

  var size: Size
  /// Superviews before their subviews.
  var views: [ViewRecord] = []
  /// In the order of activation.
  var constraints: [ConstraintRecord] = []

  /// The ids of a view and of all views in it.
  func subtree(_ id: Int) -> Set<Int> {
    var result: Set<Int> = [id]
    for view in views where result.contains(view.superview) { result.insert(view.id) }
    return result
  }

  /// The ids of the views that a view is in, the root's without.
  func superviews(_ id: Int) -> [Int] {
    var result: [Int] = []
    for view in views.reversed() where view.id == result.last ?? id && view.superview != 0 {
      result.append(view.superview)
    }
    return result
  }

  /// Whether a view has a size of its own or an active constraint says anything about it.
  func mentions(_ id: Int) -> Bool {
    views.contains { view in
      view.id == id && [view.intrinsic.width, view.intrinsic.height].contains { $0 != View.noIntrinsicMetric }
    } || constraints.contains { $0.isActive && ($0.first == id || $0.second == id) }
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .constant(let id, let value): change(id) { $0.constant = value }
    case .priority(let id, let value): change(id) { $0.priority = value }
    case .multiplier(let id, let value): change(id) { $0.multiplier = value }
    case .activate(let id): change(id, moveToEnd: true) { $0.isActive = true }
    case .deactivate(let id): change(id) { $0.isActive = false }
    case .intrinsic(let id, let size):
      if let index = views.firstIndex(where: { $0.id == id }) { views[index].intrinsic = size }
    case .resize(let size): self.size = size
    case .addView(let view, let own):
      views.append(view)
      constraints += own
    case .removeView(let id):
      let gone = subtree(id)
      views.removeAll { gone.contains($0.id) }
      constraints.removeAll { gone.contains($0.first) || $0.second.map(gone.contains) == true }
    case .addConstraint(let constraint): constraints.append(constraint)
    case .removeConstraint(let id): constraints.removeAll { $0.id == id }
    }
  }

  private mutating func change(_ id: Int, moveToEnd: Bool = false, _ body: (inout ConstraintRecord) -> Void) {
    guard let index = constraints.firstIndex(where: { $0.id == id }) else { return }
    body(&constraints[index])
    if moveToEnd { constraints.append(constraints.remove(at: index)) }
  }
}
