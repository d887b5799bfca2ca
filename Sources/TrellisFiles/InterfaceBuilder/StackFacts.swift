// What a `<stackView>` says, and whether its stored frames agree with it.

import Trellis

/// A stack view's properties in one unit.
struct StackFacts {
  var axis: Axis
  var spacing: Double
  /// The word of the file; `fill` if there is none.
  var distribution: String
  /// The word of the file, `top` and `bottom` turned into `leading` and `trailing`; files use either in either
  /// direction.
  var alignment: String
  /// Whether the stack keeps to its margins.
  var usesMargins: Bool
  /// Whether spacing goes from baseline to baseline.
  var usesBaselines: Bool
  /// Positions of the arranged views, in order.
  var arranged: [Int]
  private let unit: ResolvedUnit
  private let stack: Int

  init(_ unit: ResolvedUnit, _ stack: Int) {
    self.unit = unit
    self.stack = stack
    let view = unit.views[stack].view
    let attributes = view.attributes
    axis = attributes["axis"] == "vertical" || attributes["orientation"] == "vertical" ? .vertical : .horizontal
    spacing =
      attributes["spacingType"] == "standard"
      ? 8 : Self.number(attributes["spacing"]) ?? (unit.platform == .macOS ? 8 : 0)
    distribution = attributes["distribution"] ?? "fill"
    let isDesktop = unit.platform == .macOS
    var alignment = attributes["alignment"] ?? (isDesktop ? "center" : "fill")
    if alignment == "centerX" || alignment == "centerY" { alignment = "center" }
    if alignment == "baseline" { alignment = "lastBaseline" }
    if alignment == "top" { alignment = "leading" }
    if alignment == "bottom" { alignment = "trailing" }
    self.alignment = alignment
    usesMargins = view.hasMargins || view.isOn("layoutMarginsRelativeArrangement")
    usesBaselines = view.isOn("baselineRelativeArrangement")
    arranged = unit.views[stack].subviews.filter { unit.views[$0].isArranged }
  }

  private static func number(_ text: String?) -> Double? {
    guard let value = text.flatMap(Double.init), value.isFinite, abs(value) <= 1e8 else { return nil }
    return value
  }

  /// Whether an arranged view takes no part: it is hidden and no activity indicator, and on macOS its stack detaches
  /// hidden views.
  func isOut(_ index: Int) -> Bool {
    let item = unit.views[index]
    guard item.isHidden, item.view.element != "activityIndicatorView" else { return false }
    return unit.platform != .macOS || unit.views[stack].view.isOn("detachesHiddenViews")
  }

  /// The gap after an arranged view.
  func spacing(after position: Int) -> Double {
    let custom = unit.views[stack].view.customSpacing
    return (custom.indices.contains(position) ? custom[position] : nil) ?? spacing
  }

  /// By how much the stored frames of the arranged views miss the edges, and the spacing where that is exact.
  var storedError: Double {
    let shown = arranged.filter { !isOut($0) }
    guard let first = shown.first, let last = shown.last, unit.views[stack].hasFrame else { return 0 }
    let size = unit.views[stack].stored.size[axis]
    let rects = unit.views.map { item in
      let insets = item.control.insets
      return Rect(
        x: item.stored.minX + insets.leading, y: item.stored.minY + insets.top,
        width: item.stored.width - insets.leading - insets.trailing,
        height: item.stored.height - insets.top - insets.bottom)
    }
    func start(_ index: Int) -> Double { axis == .horizontal ? rects[index].minX : rects[index].minY }
    func end(_ index: Int) -> Double { axis == .horizontal ? rects[index].maxX : rects[index].maxY }
    var error = 0.0
    if !usesMargins {
      error = max(abs(start(first)), abs(end(last) - size))
    }
    let isExact = distribution == "fill" || distribution == "fillEqually" || distribution == "fillProportionally"
    guard isExact, !usesBaselines else { return error }
    for (one, two) in zip(shown, shown.dropFirst()) {
      let gap = spacing(after: arranged.firstIndex(of: one) ?? 0)
      error = max(error, abs(start(two) - end(one) - gap))
    }
    return error
  }
}
