// Whose baselines a view has, where they are another view's: rows that mention them are lowered again when the answer
// changes.

extension Engine {
  /// Asks a view of a class of its own whose baselines it has.
  func askBaselines(of view: View, _ node: ItemNode) {
    guard node.life.contains(.answers), node.kind != .stackView else { return }
    let (first, last) = (source(view.forFirstBaselineLayout, node), source(view.forLastBaselineLayout, node))
    let before = node.baselineSources
    guard node.engine === self, (before?.first ?? node) !== first || (before?.last ?? node) !== last else { return }
    let isOwn = first === node && last === node
    node.baselineSources = isOwn ? nil : BaselineSources(first: first, last: last)
    if !isOwn { dependents.hasBaselineSources = true }
    baselinesChanged(of: node)
  }

  private func source(_ view: View, _ node: ItemNode) -> ItemNode {
    view.node.engine === self && view.node.isDescendant(of: node) ? view.node : node
  }

  /// The baselines of a view are another view's or lie elsewhere: so do those of what takes them from there.
  func baselinesChanged(of node: ItemNode) {
    if node.kind != .stackView { relowerBaselines(of: node) }
    baselinesChanged(around: node)
  }

  /// The same of what takes them from a view, whose own rows are seen to.
  func baselinesChanged(around node: ItemNode) {
    if node.kind == .stackView {
      stackBaselinesChanged(node)
    } else if let stack = node.parent, stack.kind == .stackView {
      stackBaselinesChanged(stack)
    }
    guard dependents.hasBaselineSources else { return }
    var outer = node.parent
    while let view = outer {
      if view.baselineSources != nil || view.kind == .stackView { relowerBaselines(of: view) }
      outer = view.parent
    }
  }

  /// Rows that mention a view's baselines are made again.
  func relowerBaselines(of node: ItemNode) {
    for constraint in node.references
    where constraint.firstAttribute.isBaseline || constraint.secondAttribute.isBaseline {
      relower(constraint)
    }
  }

  /// A view leaves: what has its baselines is asked again.
  func noteLeavingBaselines(_ node: ItemNode) {
    guard dependents.hasBaselineSources else { return }
    var outer = node.parent
    var isSource = false
    while let view = outer {
      if view.engine === self, let sources = view.baselineSources, sources.first === node || sources.last === node {
        view.baselineSources = nil
        relowerBaselines(of: view)
        markDirty(view, .intrinsicSize)
        isSource = true
      } else if isSource, view.engine === self, view.baselineSources != nil || view.kind == .stackView {
        // What takes its baselines from one of those.
        relowerBaselines(of: view)
      }
      outer = view.parent
    }
  }
}
