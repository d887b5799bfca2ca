// Rules 10 and 11: margins and safe areas of a device, where no stored frame is to be asked.

import Trellis

/// The insets of a unit by rule.
struct InsetRules {
  private let unit: ResolvedUnit
  /// The root's safe area.
  let safeArea: EdgeInsets

  init(_ unit: ResolvedUnit) {
    self.unit = unit
    // What covers a view covers no more of it than there is.
    var insets = Self.rootSafeArea(unit)
    insets.top = min(insets.top, unit.size.height)
    insets.bottom = min(insets.bottom, unit.size.height - insets.top)
    insets.leading = min(insets.leading, unit.size.width)
    insets.trailing = min(insets.trailing, unit.size.width - insets.leading)
    safeArea = insets
  }

  /// The inset of one side; `values` has those of superviews and of the other areas.
  func value(of key: InsetKey, given values: [InsetKey: Double]) -> Double {
    switch key.area {
    case .safeArea: return safeInset(key, values)
    case .keyboard:
      // Hidden, the keyboard begins where the safe area ends.
      return values[InsetKey(view: key.view, area: .safeArea, side: key.side)] ?? 0
    case .topGuide: return key.side == .top ? guides.top : 0
    case .bottomGuide: return key.side == .bottom ? guides.bottom : 0
    case .readable, .margins: return margin(key, values)
    }
  }

  // MARK: - Safe area

  private static func rootSafeArea(_ unit: ResolvedUnit) -> EdgeInsets {
    if unit.platform == .tvOS, unit.root.kind == .controller { return Self.overscan(unit) }
    guard unit.platform == .iOS, let device = unit.canvas.device, unit.root.kind != .cell else { return .zero }
    let screen = device.size(isLandscape: unit.canvas.isLandscape)
    let size = unit.size
    var insets = device.safeArea(isLandscape: unit.canvas.isLandscape)
    if !unit.canvas.isLandscape, !unit.isResized {
      // What simulators of the time showed.
      if device.id == "retina6_1", unit.toolsVersion < 21_600 { insets.top = 44 }
      if device.id == "retina6_12", unit.toolsVersion < 22_000 { insets.top = 47 }
    }
    if !unit.isStoryboard {
      if device.id == "retina4_7", unit.toolsVersion >= 16_000 { return .zero }
      if unit.root.context.isFreeform || size.width != screen.width || size.height != screen.height {
        guard device.isNotched, unit.root.context.isFreeform, !unit.canvas.isLandscape else { return .zero }
        // Until about Xcode 12 the home indicator was kept clear of, too [F].
        return EdgeInsets(
          top: insets.top, leading: 0, bottom: unit.toolsVersion < 18_000 ? insets.bottom : 0, trailing: 0)
      }
      return insets
    }
    // A sheet or a child controller has no bars to keep clear of.
    if size.height < screen.height - 0.5 || size.width < screen.width - 0.5 { return .zero }
    let context = unit.root.context
    if context.hidesStatusBar, !device.isNotched, unit.toolsVersion < 14_000 { insets.top = 0 }
    if context.hasNavigationBar { insets.top += 44 }
    if context.hasTabBar { insets.bottom += 49 } else if context.hasToolbar { insets.bottom += 44 }
    return insets
  }

  /// What a television may cut off: 60 points above and below, 80 at the sides (Human Interface Guidelines, Layout,
  /// tvOS), 90 before tvOS 13. A root smaller than the screen is some other view's child.
  private static func overscan(_ unit: ResolvedUnit) -> EdgeInsets {
    guard unit.size.width >= 1920, unit.size.height >= 1080 else { return .zero }
    let side = unit.toolsVersion < 15_000 ? 90.0 : 80
    return EdgeInsets(top: 60, leading: side, bottom: 60, trailing: side)
  }

  /// What of the root's safe area reaches into a view, by its stored position.
  private func safeInset(_ key: InsetKey, _ values: [InsetKey: Double]) -> Double {
    func root(_ standard: Double) -> Double {
      values[InsetKey(view: 0, area: .safeArea, side: key.side)] ?? standard
    }
    let standard =
      switch key.side {
      case .left: safeArea.leading
      case .right: safeArea.trailing
      case .top: safeArea.top
      case .bottom: safeArea.bottom
      }
    guard key.view > 0 else { return standard }
    let view = unit.views[key.view]
    let inset = root(standard)
    let frame = Rect(origin: view.origin, size: view.stored.size)
    let covered =
      switch key.side {
      case .left: inset - frame.minX
      case .right: inset - (unit.size.width - frame.maxX)
      case .top: inset - frame.minY
      case .bottom: inset - (unit.size.height - frame.maxY)
      }
    return max(0, min(covered, inset))
  }

  // MARK: - Top and bottom guides

  /// The bars above and below the screen's usable part, less what of them lies outside the root: the frames of old files
  /// may begin below a bar and run past the bottom of the screen by as much.
  private var guides: (top: Double, bottom: Double) {
    let context = unit.root.context
    let frame = unit.views[0].view.frame ?? Rect(origin: .zero, size: unit.size)
    let screen = unit.canvas.device?.size(isLandscape: unit.canvas.isLandscape) ?? frame.size
    if safeArea.top > 0 || safeArea.bottom > 0 || unit.platform != .iOS { return (safeArea.top, safeArea.bottom) }
    guard frame.maxY >= screen.height - 0.5 || frame.minY > 0 else {
      return (0, context.hasTabBar ? 49 : context.hasToolbar ? 44 : 0)
    }
    let hidesStatusBar = context.hidesStatusBar && unit.toolsVersion < 14_000
    let top = (hidesStatusBar ? 0 : 20) + (context.hasNavigationBar ? 44.0 : 0)
    let bottom = context.hasTabBar ? 49.0 : context.hasToolbar ? 44 : 0
    return (max(0, top - frame.minY), max(0, frame.maxY - (screen.height - bottom)))
  }

  // MARK: - Margins

  private func margin(_ key: InsetKey, _ values: [InsetKey: Double]) -> Double {
    let view = unit.views[key.view]
    var own = ownMargin(key, values)
    if let explicit = view.view.margins { own = explicit.side(key.side) }
    if let superview = view.superview, view.view.isOn("preservesSuperviewLayoutMargins"),
      view.view.element != "tableViewCellContentView"
    {
      own = max(own, values[InsetKey(view: superview, area: .margins, side: key.side)] ?? 0)
    }
    return own
  }

  private func ownMargin(_ key: InsetKey, _ values: [InsetKey: Double]) -> Double {
    let isSide = key.side == .left || key.side == .right
    let element = unit.views[key.view].view.element
    if element == "tableViewCellContentView" || element == "tableViewCell" { return cellMargin(key) }
    let safe = values[InsetKey(view: 0, area: .safeArea, side: key.side)] ?? 0
    if key.view == 0, unit.platform == .tvOS, unit.root.kind == .controller { return safe }
    if key.view == 0, unit.platform == .iOS, unit.root.kind == .controller || !unit.isStoryboard,
      unit.root.kind != .cell
    {
      // Margins of 20 begin at a width of 400: a freeform view of that width has them [F].
      return isSide ? (unit.size.width < 400 ? 16 : 20) : safe
    }
    return 8 + (isSide ? 0 : values[InsetKey(view: key.view, area: .safeArea, side: key.side)] ?? 0)
  }

  /// A cell's margins are its table's at the sides, and depend on the release above and below. [F] except for 16, 20, 11
  /// and 8.
  private func cellMargin(_ key: InsetKey) -> Double {
    guard unit.hasDevice, unit.toolsVersion >= 13_000 else { return 8 }
    switch key.side {
    case .top, .bottom:
      // iOS 26 has more room.
      return (24_000..<32_700).contains(unit.toolsVersion) ? 15 : 11
    case .left, .right:
      let cell = unit.views[0].stored.width
      // An accessory takes the place of the margin at the right.
      if key.side == .right, unit.views[key.view].stored.width < cell - 1 { return 8 }
      if !unit.isStoryboard, (14_500..<17_000).contains(unit.toolsVersion) { return 15 }
      // Cells of grouped tables are narrower than the screen, which decides.
      let screen = unit.canvas.device?.size(isLandscape: unit.canvas.isLandscape).width ?? cell
      return max(cell, unit.isStoryboard ? screen : cell) < 400 ? 16 : 20
    }
  }
}
