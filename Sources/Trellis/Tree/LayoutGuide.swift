// A rectangle that takes part in layout and is not a view.

/// A rectangle of a view that constraints can hold on to: a spacer, a safe area, a scroll view's content.
public final class LayoutGuide: RecordedItem, Restorable {
  /// The engine's record of the guide.
  @usableFromInline let node: ItemNode
  private var stored = State()

  /// All that an edit of the guide can change.
  struct State {
    var identifier: String?
    var layoutRecord: (any DescriptionRecord)?
  }

  /// The state, which open savepoints keep before it changes.
  var state: State {
    _read { yield stored }
    _modify {
      if node.isRecorded { for keeper in node.stateKeepers { keeper.keep(self) } }
      yield &stored
    }
  }

  var restoration: () -> Void { { [stored] in self.stored = stored } }

  /// The name that descriptions of constraints print instead of class and address.
  public var identifier: String? {
    get { stored.identifier }
    set { state.identifier = newValue }
  }

  /// What the DSL made for the guide.
  var layoutRecord: (any DescriptionRecord)? {
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

  /// `UILayoutGuide.layoutFrame`: ``frame``.
  public var layoutFrame: Rect { frame }

  /// `UILayoutGuide`.
  public var className: String { "UILayoutGuide" }

  /// The guide's identifier.
  public var itemName: String? { identifier }

  var descriptionTitle: String? { identifier }
  var maskText: String { "" }

  /// The item: the same attribute of it.
  @inlinable public var layoutTarget: LayoutTargetValue { LayoutTargetValue(kind: .item(node)) }
}

// MARK: - Guides of a view

extension View {
  /// Adds a guide, taking it from its present view and the constraints that cross that border with it. Adding it again
  /// does nothing.
  ///
  /// Nothing changes, and the next layout throws ``LayoutError/Kind/systemGuide``, if the guide is one that a view made: a
  /// scroll view's own, that of its margins or its safe area.
  ///
  /// - Parameters:
  ///   - guide: The guide to add.
  ///   - fileID: Where the call is, for its error; the default is right.
  ///   - line: Where the call is; the default is right.
  public func addLayoutGuide(_ guide: LayoutGuide, fileID: String = #fileID, line: UInt = #line) {
    add(guide, location: "\(fileID):\(line)")
  }

  /// Adds a guide: a function of one guide, for `guides.forEach(addLayoutGuide)`. The error of a mistake has no line then; see
  /// ``addLayoutGuide(_:fileID:line:)``.
  @_disfavoredOverload
  public func addLayoutGuide(_ guide: LayoutGuide) { add(guide, location: nil) }

  private func add(_ guide: LayoutGuide, location: String?) {
    guard guide.node.kind == .guide else {
      let error = LayoutError(
        .systemGuide,
        "Can't add \(itemDescription(guide.node)) to \(itemDescription(node)): it belongs to the view that made it.",
        location: location)
      return node.postpone(error)
    }
    guard guide.owningView !== self else { return }
    guide.owningView?.removeLayoutGuide(guide)
    layoutGuides.append(guide)
    guide.node.parent = node
    node.layoutEngine?.attach(guide.node)
  }

  /// Takes a guide out and deactivates the constraints that mention it. Does nothing if the guide is not one of
  /// ``layoutGuides``.
  public func removeLayoutGuide(_ guide: LayoutGuide) {
    guard let position = layoutGuides.firstIndex(where: { $0 === guide }) else { return }
    for constraint in guide.node.references.sorted(by: { $0.sequence < $1.sequence }) { constraint.uninstall() }
    node.layoutEngine?.detach(guide.node)
    layoutGuides.remove(at: position)
    guide.node.parent = nil
  }
}
