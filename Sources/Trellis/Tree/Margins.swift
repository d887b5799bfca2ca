// Margins: how far content keeps from a view's edges (semantics 2.2; storyboards rule 11).
//
// A view keeps the margins that it was given, by direction or by edge. What applies is worked out where it is asked for:
// its own, measured from the safe area, and, where it preserves its superview's, what of those reaches into it, which
// follows from frames (`FrameDependentProperties`). So a change of one view's margins is a change of rows, never a walk
// that rewrites margins.

extension View {
  /// The margins that the view was given, by edge, in points; 8 on each side by default. ``effectiveLayoutMargins`` are
  /// those that apply. Unusable margins leave it as it was, and the next layout throws.
  ///
  /// What is set says itself whether it follows the layout direction: insets made with `leading` and `trailing` do, those
  /// made with `left` and `right` stay at their edges. What is read is by edge, as UIKit's `layoutMargins`. Linear in the
  /// depth outside a scene.
  public var layoutMargins: EdgeInsets {
    get { node.ownMargins }
    set { node.postponing(.margins) { () throws(LayoutError) in try setLayoutMargins(newValue) } }
  }

  /// ``layoutMargins`` by direction: as UIKit's `directionalLayoutMargins`.
  public var directionalLayoutMargins: DirectionalEdgeInsets {
    get { node.ownMargins.directional(node.direction) }
    set { node.postponing(.margins) { () throws(LayoutError) in try setLayoutMargins(newValue) } }
  }

  /// Sets ``layoutMargins`` and ``directionalLayoutMargins``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``.
  public func setLayoutMargins(_ margins: EdgeInsets) throws(LayoutError) {
    try checkInsets(margins, "layoutMargins")
    changeMetrics { $0.margins = margins }
    node.settle(.margins)
  }

  /// ``layoutMargins`` by edge, also where what is set was made with `leading` and `trailing`: they stay at the edges that
  /// they are at now.
  public var physicalLayoutMargins: PhysicalInsets {
    get { node.ownMargins }
    set { node.postponing(.margins) { () throws(LayoutError) in try setPhysicalLayoutMargins(newValue) } }
  }

  /// Sets ``physicalLayoutMargins``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``.
  public func setPhysicalLayoutMargins(_ margins: PhysicalInsets) throws(LayoutError) {
    try setLayoutMargins(margins.physical(node.direction))
  }

  /// Whether the superview's margins hold in this view too. false by default.
  ///
  /// Per edge, what is left of the superview's margin at the view's distance from the superview's edge applies where it is
  /// more than the view's own: a view 10 points away from an edge with a margin of 16 has at least 6 there. At most
  /// the superview's margin counts, where the view reaches over that edge. A view in no scene has its own margins.
  public var preservesSuperviewLayoutMargins: Bool {
    get { node.metrics?.preservesSuperviewMargins ?? false }
    set { changeMetrics { $0.preservesSuperviewMargins = newValue } }
  }

  /// Whether margins are measured from the safe area rather than from the edges. true by default; it matters where the
  /// view reaches out of the safe area.
  public var insetsLayoutMarginsFromSafeArea: Bool {
    get { node.metrics?.insetsMarginsFromSafeArea ?? true }
    set { changeMetrics { $0.insetsMarginsFromSafeArea = newValue } }
  }

  /// The margins that apply, by edge, in points: what the margin attributes and ``layoutMarginsGuide`` mean, as of the last
  /// layout where they follow from frames. Linear in the depth outside a scene, and for a view that preserves its
  /// superview's margins and whose margins no constraint mentions.
  public var effectiveLayoutMargins: PhysicalInsets { node.effectiveMargins }

  /// The area within the margins, as an item. Made when first asked for.
  public var layoutMarginsGuide: LayoutGuide {
    arranging?.sharesMarginsGuide = true
    return marginsGuide()
  }

  func marginsGuide() -> LayoutGuide {
    systemGuide(.marginsGuide, "UIViewLayoutMarginsGuide", .marginGuide) { "UIView-\($0)Margin-guide-constraint" }
  }

  /// The area within the safe area, as an item. Made when first asked for.
  ///
  /// The scene gives the root's insets (``Scene/safeAreaInsets``).
  public var safeAreaLayoutGuide: LayoutGuide {
    systemGuide(.safeAreaGuide, "UIViewSafeAreaLayoutGuide", .safeAreaGuide) { "UIViewSafeAreaLayoutGuide-\($0)" }
  }

  /// How far the safe area lies inside the frame, by edge, in points, with ``additionalSafeAreaInsets``; zero outside a
  /// scene. Of an inner view it is worked out where a constraint depends on it: on the safe area or on margins.
  public var safeAreaInsets: PhysicalInsets { node.safeArea }

  /// What the view adds to its safe area, for itself and what is inside, by edge, in points: room for a bar of one's own
  /// (`additionalSafeAreaInsets` of a view controller). Zero by default; negative ones are refused. Unusable insets leave
  /// it as it was, and the next layout throws.
  public var additionalSafeAreaInsets: PhysicalInsets {
    get { node.metrics?.additionalSafeArea ?? .zero }
    set {
      node.postponing(.additionalSafeArea) { () throws(LayoutError) in try setAdditionalSafeAreaInsets(newValue) }
    }
  }

  /// Sets ``additionalSafeAreaInsets``.
  ///
  /// - Throws: ``LayoutError/Kind/valueOutOfRange``: NaN, negative, or more than 1e8.
  public func setAdditionalSafeAreaInsets(_ insets: PhysicalInsets) throws(LayoutError) {
    try checkSafeArea(insets)
    changeMetrics { $0.additionalSafeArea = insets.physical(node.direction) }
    node.settle(.additionalSafeArea)
  }

  /// The area within the margins in which lines of text are not too long, as an item: at most
  /// ``Scene/readableWidth`` wide, in the middle between the margins. Made when first asked for.
  public var readableContentGuide: LayoutGuide {
    systemGuide(.readableGuide, "UIViewReadableContentGuide", .readableGuide) {
      "UIView-\($0)-readable-guide-constraint"
    }
  }

  /// A guide with a constraint on each edge. The edges are named by `identifier`.
  private func systemGuide(
    _ kind: ItemNode.Kind, _ name: String, _ constraintKind: Constraint.Kind,
    identifier: @escaping (Attribute) -> String
  ) -> LayoutGuide {
    if let guide = systemGuides.first(where: { $0.node.kind == kind }) { return guide }
    let guide = addSystemGuide(kind, name)
    _ = EdgeGuide(guide: guide.node, view: node, kind: constraintKind, identifier: identifier).install(on: node)
    return guide
  }

  /// Adds a guide that the view needs for itself; no edit of the caller's.
  func addSystemGuide(_ kind: ItemNode.Kind, _ name: String) -> LayoutGuide {
    let guide = LayoutGuide(kind: kind, identifier: name)
    guide.node.parent = node
    systemGuides.append(guide)
    node.layoutEngine?.attach(guide.node)
    return guide
  }

  /// Takes such a guide out, with the constraints that mention it.
  func removeSystemGuide(_ guide: LayoutGuide) {
    for constraint in guide.node.references.sorted(by: { $0.sequence < $1.sequence }) { constraint.uninstall() }
    node.layoutEngine?.detach(guide.node)
    systemGuides.removeAll { $0 === guide }
    guide.node.parent = nil
  }
}

/// The edges of a guide that follows its view: its margins, its safe area, the readable part of its width or the keyboard.
struct EdgeGuide: RowContributor {
  let guide: ItemNode
  let view: ItemNode
  let kind: Constraint.Kind
  let identifier: (Attribute) -> String

  var contributedRules: [SystemRule] {
    let edges = [Attribute.left, .right, .top, .bottom]
    return edges.map { edge in
      SystemRule(
        kind: kind, first: guide, firstAttribute: edge, second: view,
        // The top of a keyboard guide is measured from the bottom.
        secondAttribute: guide.kind == .keyboardGuide && edge == .top ? .bottom : edge, identifier: identifier(edge))
    }
  }
}

/// Insets of a safe area are lengths.
func checkSafeArea(_ insets: PhysicalInsets) throws(LayoutError) {
  for inset in [insets.top, insets.left, insets.bottom, insets.right] where !(0...valueLimit).contains(inset) {
    throw LayoutError(
      .valueOutOfRange,
      "The safe area inset \(formatted(inset)) is not usable.  It must be between 0 and 1e8 points.")
  }
}
