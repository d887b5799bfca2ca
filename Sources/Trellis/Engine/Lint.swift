// What works and is still a mistake: the advice of the documents this was made from, checked (rows B21, B22, C14).

/// Something in a layout that works and is still likely to be a mistake.
public struct LayoutLint {
  /// What kind of mistake.
  public enum Kind: Hashable, Sendable {
    /// A view's `updateConstraints` deactivated all constraints the view owned. It is called many times, and takes out
    /// what others made for the view.
    case removesAllConstraints
    /// A view's `updateConstraints` constrained the view's own size; its intrinsic content size is the way to do that.
    case constrainsOwnSize
    /// A view's `updateConstraints` added constraints to a superview, whose business it is where the view lies.
    case constrainsSuperview
    /// A required width or height next to a content size that differs: a translation, or larger text, will not fit.
    case fixedContentSize
  }

  /// What kind of mistake.
  public let kind: Kind
  /// The view it is about.
  public let view: View
  /// The constraint it is about; nil where it is about several.
  public let constraint: Constraint?
  /// What is wrong, and what would be right.
  public let text: String
}

extension Scene {
  /// What is likely to be a mistake although it works: what views did in ``View/updateConstraints()`` since the scene was
  /// made, in order, and then every fixed size that content contradicts.
  ///
  /// Linear in the constraints of the scene.
  public func lints() -> [LayoutLint] {
    var found = engine.cycle.lints
    root.forEachView { view in
      for constraint in view.node.ownedConstraints {
        if let lint = engine.fixedContentSize(constraint) { found.append(lint) }
      }
    }
    return found
  }
}

extension Engine {
  /// A constraint came in while a view updates its own.
  func noteAddition(_ constraint: Constraint) {
    guard let updating = cycle.updatingNode, let view = updating.view, let owner = constraint.ownerNode else { return }
    if constraint.second == nil, constraint.first === updating, owner === updating {
      let size = constraint.firstAttribute
      note(
        .constrainsOwnSize, view, constraint,
        "\(itemDescription(updating)) constrains its own \(size) in updateConstraints.  Give it an intrinsicContentSize; "
          + "its superview may then constrain it otherwise.")
    } else if owner !== updating, updating.isDescendant(of: owner) {
      note(
        .constrainsSuperview, view, constraint,
        "\(itemDescription(updating)) adds constraints to \(itemDescription(owner)) in updateConstraints.  Where a view "
          + "lies is the business of the view it is in.")
    }
  }

  /// A view has updated its constraints; it owned `count` before.
  func noteRemovals(by view: View, of count: Int) {
    guard count > 0, cycle.removedOwn >= count else { return }
    note(
      .removesAllConstraints, view, nil,
      "\(itemDescription(view.node)) deactivates all its constraints in updateConstraints.  It is called many times: make "
        + "them once, and change them afterwards.")
  }

  private func note(_ kind: LayoutLint.Kind, _ view: View, _ constraint: Constraint?, _ text: String) {
    // Called many times is part of the mistake; once is enough to report it.
    guard !cycle.lints.contains(where: { $0.kind == kind && $0.view === view }) else { return }
    cycle.lints.append(LayoutLint(kind: kind, view: view, constraint: constraint, text: text))
  }

  fileprivate func fixedContentSize(_ constraint: Constraint) -> LayoutLint? {
    guard constraint.second == nil, constraint.firstAttribute.isSize, constraint.relation == .equal,
      constraint.priority.isRequired, constraint.first.isView, constraint.first.slot >= 0,
      let view = constraint.first.view
    else { return nil }
    let axis = constraint.firstAttribute.axis ?? .horizontal
    let content = slots[Int(constraint.first.slot)].contentSize[axis]
    guard content >= 0, content != constraint.constant else { return nil }
    return LayoutLint(
      kind: .fixedContentSize, view: view, constraint: constraint,
      text: "\(itemDescription(constraint.first)) has a fixed \(constraint.firstAttribute) of "
        + "\(formatted(constraint.constant)), and content of \(formatted(content)).  Content and translations vary: "
        + "prefer >= or <=, or hugging and compression resistance.")
  }
}
