// From a view of a document to a view of the façade, and later edits of its properties.

import Trellis

enum ViewBuilder {
  /// The view of a node, with everything but its subviews and constraints.
  static func view(_ node: ViewNode, isRightToLeft: Bool) throws(LayoutError) -> View {
    let view =
      switch node.kind {
      case .scroll: ScrollView(node.name)
      case .stack: StackView(node.name)
      case .view: View(node.name)
      }
    if node.superview == nil { view.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight }
    view.intrinsicSize = size(node.intrinsic)
    try configure(view, as: node, ViewDecoder.propertyKeys.filter { !directedKeys.contains($0) })
    return view
  }

  /// Properties by direction that the façade has by edge: they wait until the view is in the tree.
  static let directedKeys = ["additionalSafeArea"]

  /// Sets the properties that the keys name.
  static func configure(_ view: View, as node: ViewNode, _ keys: [String]) throws(LayoutError) {
    for key in keys {
      switch key {
      case "hugging":
        guard let hugging = node.hugging else { continue }
        view.setContentHuggingPriority(Priority(Float(hugging.0)), for: .horizontal)
        view.setContentHuggingPriority(Priority(Float(hugging.1)), for: .vertical)
      case "compression":
        guard let compression = node.compression else { continue }
        view.setContentCompressionResistancePriority(Priority(Float(compression.0)), for: .horizontal)
        view.setContentCompressionResistancePriority(Priority(Float(compression.1)), for: .vertical)
      case "baseline":
        if let baseline = node.baseline { try view.setBaselines(first: baseline.0, last: baseline.1) }
      case "margins":
        if let margins = node.margins { try view.setLayoutMargins(insets(margins)) }
      case "preservesSuperviewMargins": view.preservesSuperviewLayoutMargins = node.preservesSuperviewMargins
      case "insetsMarginsFromSafeArea": view.insetsLayoutMarginsFromSafeArea = node.insetsMarginsFromSafeArea
      case "additionalSafeArea":
        if let area = node.additionalSafeArea { try view.setAdditionalSafeAreaInsets(physical(area, in: view)) }
      case "alignmentInsets":
        if let alignment = node.alignmentInsets { try view.setAlignmentRectInsets(insets(alignment)) }
      case "heightForWidth":
        guard let steps = node.heightForWidth else {
          view.heightForWidth = nil
          continue
        }
        view.heightForWidth = try HeightForWidth(
          steps: steps.map { HeightForWidth.Step(width: $0.width, height: $0.height) })
      case "hidden": view.isHidden = node.isHidden
      case "direction":
        if let isRightToLeft = node.isRightToLeft { view.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight }
      default: try configureStack(view, as: node, key)
      }
    }
    try view.throwOwnPendingErrors()
  }

  private static func configureStack(_ view: View, as node: ViewNode, _ key: String) throws(LayoutError) {
    if key == "spacingAfter" {
      guard let stack = view.superview as? StackView else { return }
      stack.setCustomSpacing(node.spacingAfter, after: view)
      return try stack.throwOwnPendingErrors()
    }
    guard let stack = view as? StackView else { return }
    switch key {
    case "axis": stack.axis = node.stack.isVertical ? .vertical : .horizontal
    case "spacing":
      switch node.stack.spacing {
      case .standard: try stack.setSpacing(StackView.systemSpacing)
      case .points(let points): try stack.setSpacing(points)
      }
    case "distribution": stack.distribution = StackDistribution(rawValue: node.stack.distribution) ?? .fill
    case "alignment":
      switch node.stack.alignment {
      case "top": stack.alignment = .top
      case "bottom": stack.alignment = .bottom
      case let word: stack.alignment = StackAlignment(rawValue: word) ?? .fill
      }
    case "marginsRelative": stack.isLayoutMarginsRelativeArrangement = node.stack.isMarginsRelative
    case "baselineRelative": stack.isBaselineRelativeArrangement = node.stack.isBaselineRelative
    default: return
    }
  }

  /// Puts a view into its superview, in a stack into the line.
  static func add(_ view: View, _ node: ViewNode, to superview: View) throws(LayoutError) {
    if let stack = superview as? StackView, node.isArranged {
      stack.addArrangedSubview(view)
      stack.setCustomSpacing(node.spacingAfter, after: view)
    } else {
      superview.addSubview(view)
    }
    try superview.throwOwnPendingErrors()
  }

  /// Puts a view into the line of its stack, before the arranged views that follow it in the document, or takes it out.
  static func arrange(_ view: View, _ isArranged: Bool) throws(LayoutError) {
    guard let stack = view.superview as? StackView else { return }
    guard isArranged else { return stack.removeArrangedSubview(view) }
    let before = stack.subviews.prefix { $0 !== view }
    let arranged = Set(stack.arrangedSubviews.map(ObjectIdentifier.init))
    let index = before.filter { arranged.contains(ObjectIdentifier($0)) }.count
    stack.insertArrangedSubview(view, at: index)
    try stack.throwOwnPendingErrors()
  }

  static func insets(_ sides: [Double]) -> EdgeInsets {
    EdgeInsets(top: sides[0], leading: sides[1], bottom: sides[2], trailing: sides[3])
  }

  /// Top, leading, bottom and trailing by edge, as the direction of a view has them.
  static func physical(_ sides: [Double], in view: View) -> PhysicalInsets {
    let isMirrored = view.effectiveLayoutDirection == .rightToLeft
    return PhysicalInsets(
      top: sides[0], left: isMirrored ? sides[3] : sides[1], bottom: sides[2],
      right: isMirrored ? sides[1] : sides[3])
  }

  static func size(_ intrinsic: (width: Double?, height: Double?)) -> Size {
    Size(width: intrinsic.width ?? View.noIntrinsicMetric, height: intrinsic.height ?? View.noIntrinsicMetric)
  }
}
