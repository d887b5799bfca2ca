// Views whose baselines are another view's: those of the text inside them (`forFirstBaselineLayout`).
//
// A view is asked whose its baselines are when it is asked for its content size. Rows that mention them are made with the
// other view's variables, so they are made again when the answer is another or the other view leaves.

/// Whose baselines are a view's; never both the view's own.
struct BaselineSources: Equatable {
  var first: ItemNode
  var last: ItemNode

  static func == (a: BaselineSources, b: BaselineSources) -> Bool { a.first === b.first && a.last === b.last }
}

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
