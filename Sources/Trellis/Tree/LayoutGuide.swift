// A rectangle that takes part in layout and is not a view.

/// A rectangle of a view that constraints can hold on to: a spacer, a safe area, a scroll view's content.
public final class LayoutGuide: LayoutItem {
  /// The engine's record of the guide.
  let node: ItemNode
  private var stored = State()

  /// All that an edit of the guide can change.
  struct State {
    var identifier: String?
    var layoutRecord: LayoutRecord?
  }

  /// The state, which open savepoints keep before it changes.
  var state: State {
    _read { yield stored }
    _modify {
      if node.isRecorded { for savepoint in node.savepoints { savepoint.guides.keep(self, stored) } }
      yield &stored
    }
  }

  /// Puts a kept state back.
  func restore(_ state: State) { stored = state }

  /// The name that descriptions of constraints print instead of class and address.
  public var identifier: String? {
    get { stored.identifier }
    set { state.identifier = newValue }
  }

  /// What the DSL made for the guide.
  var layoutRecord: LayoutRecord? {
    get { stored.layoutRecord }
    set { state.layoutRecord = newValue }
  }

  /// Creates a guide of no view.
  public convenience init(_ identifier: String? = nil) {
    self.init(kind: .guide, identifier: identifier)
  }

  init(kind: ItemNode.Kind, identifier: String?) {
    node = ItemNode(kind)
    stored.identifier = identifier
    node.guide = self
  }

  deinit {
    node.guide = nil
  }

  /// The view that the guide was added to.
  public var owningView: View? { node.parent?.view }

  /// Where the guide lies in its owning view's coordinates, in points, as of the last layout.
  public var frame: Rect {
    guard node.kind == .frameGuide, let scrollView = node.parent else { return node.frame }
    return Rect(origin: .zero, size: scrollView.frame.size)
  }

  /// `UILayoutGuide`.
  public var className: String { "UILayoutGuide" }

  /// The guide's identifier.
  public var itemName: String? { identifier }
}
