// Taking edits back, so that one layout serves many lines of edits (DocumentTemplate).
//
// Everything goes back to what the document says. What the document leaves to the façade's default cannot be said again
// (margins, baselines, a stack's keys), so edits of these are not undone; nor are constraints that were added or
// removed, and directions.

import Trellis

extension TreeRunner {
  /// Properties of views that a view without them in the document has a value for, too.
  private static let propertiesTakenBack: Set<String> = [
    "hugging", "compression", "alignmentInsets", "heightForWidth", "hidden",
  ]

  func canTakeBack(_ edit: Edit) -> Bool {
    // What a state has edited is not what the document says.
    if hasEditedState { return false }
    return switch edit.action {
    case .set, .resize, .intrinsic, .safeArea: true
    case .activate(let indices), .deactivate(let indices):
      // Constraints of a state come and go with it.
      indices.allSatisfy { !isOfState($0) }
    case .view(_, _, let keys): Self.propertiesTakenBack.isSuperset(of: keys)
    case .direction, .add, .remove, .state: false
    }
  }

  private func isOfState(_ index: Int) -> Bool { document.states.contains { $0.constraints.contains(index) } }

  mutating func takeBack(_ edits: [Edit]) throws(Fault) {
    for edit in edits {
      do throws(LayoutError) {
        try takeBack(edit)
      } catch {
        throw document.fault(error, at: edit.offset)
      }
    }
  }

  private mutating func takeBack(_ edit: Edit) throws(LayoutError) {
    switch edit.action {
    case .set(let index, let change): try takeBack(change, of: index)
    case .resize: try scene.setSize(Size(width: document.size.width, height: document.size.height))
    case .intrinsic(let view, _, _):
      intrinsic[view] = document.views[view].intrinsic
      views[view].intrinsicSize = ViewBuilder.size(intrinsic[view])
    case .safeArea: try scene.setSafeAreaInsets(ViewBuilder.physical(document.safeArea ?? [0, 0, 0, 0], in: views[0]))
    case .activate(let indices), .deactivate(let indices):
      deactivate(indices.filter { !document.constraints[$0].isActive })
      try activate(indices.filter { document.constraints[$0].isActive })
    case .view(let view, _, let keys):
      var node = document.views[view]
      node.hugging = node.hugging ?? (250, 250)
      node.compression = node.compression ?? (750, 750)
      node.alignmentInsets = node.alignmentInsets ?? [0, 0, 0, 0]
      try ViewBuilder.configure(views[view], as: node, keys)
      heights[view] = node.heightForWidth
    case .direction, .add, .remove, .state: break
    }
  }

  /// Gives the constraints of an entry the numbers that the document has for them.
  private func takeBack(_ change: Edit.Change, of index: Int) throws(LayoutError) {
    let node = document.constraints[index]
    guard case .attributes(let equations) = node.body else { return }
    for (equation, constraint) in zip(equations, constraints[index]) {
      if change.constant != nil {
        try constraint.setConstant(equation.constant)
      }
      if change.multiplier != nil, equation.second != nil { try constraint.setMultiplier(equation.multiplier) }
      if change.priority != nil { try constraint.setPriority(Priority(Float(equation.priority ?? node.priority))) }
      if change.weight != nil { try constraint.setWeight(node.weight) }
    }
  }
}
