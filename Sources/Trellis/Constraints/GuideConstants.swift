// Insets of items, and the constants of the guides that follow them: margins, safe areas, readable widths and the keyboard.

extension ItemNode {
  /// The alignment insets by edge.
  func physicalInsets(_ direction: LayoutDirection) -> PhysicalInsets {
    metrics?.alignmentInsets.physical(direction) ?? PhysicalInsets()
  }
}

extension ItemNode {
  /// The direction that applies: the engine's where there is one, which knows it without a walk.
  var direction: LayoutDirection {
    if let layoutEngine, slot >= 0 { layoutEngine.direction(of: self) } else { effectiveDirection }
  }

  /// The margins that the view was given, by edge.
  var ownMargins: PhysicalInsets {
    (metrics?.margins ?? ItemMetrics.defaultMargins).physical(direction)
  }

  /// How far the safe area lies inside the frame, by edge.
  var safeArea: PhysicalInsets {
    guard let layoutEngine, slot >= 0 else { return .zero }
    return layoutEngine.safeArea(of: self)
  }

  /// The margins that apply. A content area has its scroll view's; a guide has none.
  var effectiveMargins: PhysicalInsets {
    guard isView else { return kind == .contentGuide ? parent?.effectiveMargins ?? .zero : .zero }
    guard metrics?.preservesSuperviewMargins == true, let layoutEngine, slot >= 0 else { return marginsFromSafeArea }
    return hasDependentSafeArea
      ? .max(marginsFromSafeArea, layoutEngine.preservedMargins(of: self) ?? marginsFromSafeArea)
      : layoutEngine.marginsInPlace(of: self)
  }

  /// The margins that the view was given, measured from its safe area unless they are not to be.
  var marginsFromSafeArea: PhysicalInsets { margins(from: safeArea) }

  /// The margins that the view was given, measured from a safe area unless they are not to be.
  func margins(from area: PhysicalInsets) -> PhysicalInsets {
    metrics?.insetsMarginsFromSafeArea == false ? ownMargins : ownMargins + area
  }
}

extension Constraint {
  /// The constant of an edge of a system guide: margins and safe areas are measured from the frame, constraints from
  /// the alignment rectangle.
  var guideConstant: Double {
    guard let view = second else { return 0 }
    let insets = view.physicalInsets(view.direction)
    if first.kind == .keyboardGuide { return keyboardConstant(view, insets) }
    var area = kind == .safeAreaGuide ? view.safeArea : view.effectiveMargins
    if kind == .readableGuide, let inset = view.layoutEngine?.readableInset(of: view) {
      area.left += inset
      area.right += inset
    }
    return switch firstAttribute {
    case .left: area.left - insets.left
    case .right: insets.right - area.right
    case .top: area.top - insets.top
    default: insets.bottom - area.bottom
    }
  }
}

extension Constraint {
  /// The constant of an edge of a keyboard guide.
  private func keyboardConstant(_ view: ItemNode, _ insets: PhysicalInsets) -> Double {
    switch firstAttribute {
    case .left: -insets.left
    case .right: insets.right
    case .top: insets.bottom - max(view.safeArea.bottom, view.layoutEngine?.keyboardInset(of: view) ?? 0)
    default: insets.bottom
    }
  }
}
