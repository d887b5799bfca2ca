// A view whose content has a size of its own (semantics 2.7).

/// A view that shows part of its content.
///
/// Between a scroll view and something inside it, a constraint on an edge or a margin of the scroll view means its
/// content, and a constraint on its width, height or centre means its frame. Between a scroll view and anything else,
/// all mean its frame. ``contentLayoutGuide`` and ``frameLayoutGuide`` name the two explicitly.
///
/// The content offset is zero: content is laid out with the content area's origin at the scroll view's.
nonisolated open class ScrollView: View {
  /// The content area. Its size is ``contentSize``, its origin the scroll view's.
  public let contentLayoutGuide = LayoutGuide(kind: .contentGuide, identifier: nil)
  /// The scroll view's frame, where content is to stay in sight or take its size from.
  public let frameLayoutGuide = LayoutGuide(kind: .frameGuide, identifier: nil)

  /// Creates a scroll view in no tree.
  public override init(_ name: String? = nil, intrinsicSize: Size = Size(width: -1, height: -1)) {
    super.init(name, intrinsicSize: intrinsicSize)
    adoptGuides()
  }

  /// Creates a scroll view in no tree with a frame; see ``View/init(frame:)``.
  public override init(frame: Rect) {
    super.init(frame: frame)
    adoptGuides()
  }

  /// Creates a scroll view in no tree; see ``View/init(coder:)``.
  public override init?(coder: Any) {
    super.init(coder: coder)
    adoptGuides()
  }

  private func adoptGuides() {
    node.kind = .scrollView
    noteGuides()
    contentLayoutGuide.node.parent = node
    frameLayoutGuide.node.parent = node
  }

  /// The size of the content in points, as of the last layout.
  public var contentSize: Size { contentLayoutGuide.node.frame.size }

  /// `UIScrollView` for a plain scroll view, a subclass's own name for it.
  open override var className: String {
    type(of: self) == ScrollView.self ? "UIScrollView" : String(describing: type(of: self))
  }

  override var allGuides: [LayoutGuide] { super.allGuides + [contentLayoutGuide, frameLayoutGuide] }

  override class var isPlainClass: Bool { self == ScrollView.self }

  override var scrolling: ScrollView? { self }
}

/// Where the content of a scroll view begins: at its frame.
struct ContentArea: RowContributor {
  let content: ItemNode
  let scrollView: ItemNode
  /// The alignment insets of the scroll view.
  let insets: PhysicalInsets

  /// The left and the top of the content, measured from the alignment rectangle.
  var contributedRules: [SystemRule] { Axis.allCases.map(rule) }

  func rule(_ axis: Axis) -> SystemRule {
    let edge = axis == .horizontal ? Attribute.left : .top
    return SystemRule(
      kind: nil, first: content, firstAttribute: edge, second: scrollView, secondAttribute: edge,
      // 0 rather than -0.
      constant: 0 - (axis == .horizontal ? insets.left : insets.top))
  }
}
