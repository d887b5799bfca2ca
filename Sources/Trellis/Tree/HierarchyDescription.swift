// What UIKit logs before it refuses a constraint of another subtree (semantics 2.3).

/// The log: the constraint, and the tree of the view that it was added to.
func unpreparedHierarchy(of container: ItemNode, for constraint: Constraint) -> String {
  let items = [constraint.first, constraint.second].compactMap(\.self)
  let stranger = items.first { !$0.isDescendant(of: container) }
  return """
    The view hierarchy is not prepared for the constraint: \(constraint.description)
    \tWhen added to a view, the constraint's items must be descendants of that view (or the view itself). This will \
    crash if the constraint needs to be resolved before the view hierarchy is assembled. Break on \
    -[UIView _viewHierarchyUnpreparedForConstraint:] to debug.
    View hierarchy unprepared for constraint.
    \tConstraint: \(constraint.description)
    \tContainer hierarchy: \("")
    \(container.view.map(recursiveDescription) ?? "(null)")
    \tView not found in container hierarchy: \(stranger.map(itemDescription) ?? "(null)")
    \tThat view's superview: \(stranger?.parent.map(itemDescription) ?? "NO SUPERVIEW")
    """
}

/// A view and what is in it, a line each, indented by depth: `recursiveDescription`. Large trees are cut short, for the
/// text is of a mistake and not of the tree.
private func recursiveDescription(_ root: View) -> String {
  var lines: [String] = []
  var pending = [(view: root, depth: 0)]
  while let (view, depth) = pending.popLast() {
    guard lines.count < 200, depth < 50 else {
      lines.append("   | …")
      break
    }
    lines.append(String(repeating: "   | ", count: depth) + itemDescription(view.node))
    pending.append(contentsOf: view.subviews.reversed().map { ($0, depth + 1) })
  }
  return lines.joined(separator: "\n")
}
