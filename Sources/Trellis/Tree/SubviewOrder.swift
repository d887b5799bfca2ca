// Subviews together: several at once, which lies inside which, and their order, of which layout takes no notice but in
// descriptions.

extension View {
  /// Adds several views, first to last. Those that can't be added are left out; the next layout throws, as with
  /// ``addSubview(_:fileID:line:)``.
  public func addSubviews(_ views: [View], fileID: String = #fileID, line: UInt = #line) {
    for view in views { addSubview(view, fileID: fileID, line: line) }
  }

  /// Adds a view right after one of the subviews, in front of it. As ``addSubview(_:)`` otherwise. If `sibling` is not a
  /// subview nothing changes, and the next layout throws ``LayoutError/Kind/missingSuperview``.
  public func insertSubview(
    _ view: View, aboveSubview sibling: View, fileID: String = #fileID, line: UInt = #line
  ) {
    insertSubview(view, beside: sibling, 1, fileID, line)
  }

  /// Adds a view right before one of the subviews, behind it. As ``insertSubview(_:aboveSubview:fileID:line:)`` otherwise.
  public func insertSubview(
    _ view: View, belowSubview sibling: View, fileID: String = #fileID, line: UInt = #line
  ) {
    insertSubview(view, beside: sibling, 0, fileID, line)
  }

  private func insertSubview(_ view: View, beside sibling: View, _ step: Int, _ fileID: String, _ line: UInt) {
    guard sibling.superview === self else {
      return node.postpone(
        LayoutError(
          .missingSuperview,
          "Can't add \(itemDescription(view.node)) beside \(itemDescription(sibling.node)), which is not a subview of "
            + "\(itemDescription(node)).", location: "\(fileID):\(line)"))
    }
    guard view !== sibling else { return }
    // Counted without the view.
    let others = subviews.lazy.filter { $0 !== view }
    let position = others.enumerated().first { $0.element === sibling }?.offset ?? subviews.count
    insertSubview(view, at: position + step, fileID: fileID, line: line)
  }

  /// Adds a view to ``subviews``: a function of one view, for `views.forEach(addSubview)`. The error of a mistake has no line
  /// then; see ``addSubview(_:fileID:line:)``.
  @_disfavoredOverload
  public func addSubview(_ view: View) {
    do { try place(view, at: .max) } catch { node.postpone(error) }
  }

  /// Moves a subview to the end of ``subviews``, in front of the others. Does nothing if it is not a subview.
  public func bringSubviewToFront(_ view: View) {
    if view.superview === self { insertSubview(view, at: .max) }
  }

  /// Moves a subview to the beginning of ``subviews``, behind the others. Does nothing if it is not a subview.
  public func sendSubviewToBack(_ view: View) {
    if view.superview === self { insertSubview(view, at: 0) }
  }

  /// Exchanges two subviews. If either position is none of ``subviews`` nothing changes, and the next layout throws
  /// ``LayoutError/Kind/valueOutOfRange``.
  public func exchangeSubview(
    at index1: Int, withSubviewAt index2: Int, fileID: String = #fileID, line: UInt = #line
  ) {
    for index in [index1, index2] where !subviews.indices.contains(index) {
      return node.postpone(
        LayoutError(
          .valueOutOfRange,
          "\(itemDescription(node)) has no subview \(index) to exchange: it has \(subviews.count).",
          location: "\(fileID):\(line)"))
    }
    let (first, second) = (subviews[min(index1, index2)], subviews[max(index1, index2)])
    guard first !== second else { return }
    insertSubview(second, at: min(index1, index2))
    insertSubview(first, at: max(index1, index2))
  }

  /// Whether this is the view, or lies somewhere inside it. Linear in the depth.
  public func isDescendant(of view: View) -> Bool {
    node.isDescendant(of: view.node)
  }
}
