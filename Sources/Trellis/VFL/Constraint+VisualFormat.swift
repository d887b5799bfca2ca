// Constraints from a visual format.

extension Constraint {
  /// The constraints that a visual format stands for, in Auto Layout's order. They are not active.
  ///
  /// ```swift
  /// let row = Constraint.constraints(
  ///   withVisualFormat: "H:|-left-[name(>=width)]-[field]-|", options: .alignAllFirstBaseline,
  ///   metrics: ["left": 50, "width": 150], views: ["name": name, "field": field])
  /// Constraint.activate(row)
  /// ```
  ///
  /// A name of a size or space is looked up among the metrics first, then among the views. `|` is the superview of the
  /// view next to it; a guide's is its owning view.
  ///
  /// In the extended dialect a gap that depends on an item (`~`, `-50%-`) is a layout guide, which is added to the
  /// superview at once, and `Z:` brings its views to the front of their superview, in order.
  ///
  /// - Parameters:
  ///   - format: The format; a `String` variable is wrapped, `VisualFormat(text)`.
  ///   - options: Alignment across the line, its direction, what spacing is measured from.
  ///   - metrics: Numbers by name, in points or as priorities.
  ///   - views: Views and guides by name.
  ///   - spacing: How wide a standard space is.
  ///   - dialect: The language that the format is written in.
  ///   - fileID: Where the constraints are made; the default is right.
  ///   - line: Where the constraints are made; the default is right.
  /// - Returns: The constraints; of a format that can't be used one constraint that can't be activated. Its ``lastError``
  ///   says why: ``LayoutError/Kind/invalidFormat(column:)`` with Auto Layout's text, the
  ///   format and a caret; ``LayoutError/Kind/valueOutOfRange`` for a constant,
  ///   ``LayoutError/Kind/multiplierOutOfRange``, and in extended formats what can be wrong with any constraint.
  /// - Complexity: Linear in the length of the format and of what its ranges stand for.
  public static func constraints(
    withVisualFormat format: VisualFormat, options: FormatOptions = [], metrics: [String: any FormatMetric]? = nil,
    views: [String: any LayoutItem] = [:], spacing: StandardSpacing = .standard, dialect: FormatDialect = .apple,
    fileID: String = #fileID, line: UInt = #line
  ) -> [Constraint] {
    do {
      return try checkedConstraints(
        withVisualFormat: format, options: options, metrics: metrics ?? [:], views: views, spacing: spacing,
        dialect: dialect, fileID: fileID, line: line)
    } catch {
      let nodes = views.sorted { $0.key < $1.key }.map(\.value.node) + format.boundNodes
      let node = nodes.first { $0.link != nil } ?? nodes.first
      return [refused(error, concerning: node, fileID: fileID, line: line)]
    }
  }

  /// The same with UIKit's types: dictionaries of anything, and a format that may be a variable.
  ///
  /// A value that is not a ``FormatMetric``, and one that is not a ``LayoutItem``, counts as not there, so a format that
  /// names it gets Auto Layout's text for a name that is not a key.
  @_disfavoredOverload
  public static func constraints(
    withVisualFormat format: String, options: FormatOptions = [], metrics: [String: Any]?, views: [String: Any],
    fileID: String = #fileID, line: UInt = #line
  ) -> [Constraint] {
    constraints(
      withVisualFormat: VisualFormat(format), options: options,
      metrics: metrics?.compactMapValues { $0 as? any FormatMetric },
      views: views.compactMapValues { $0 as? any LayoutItem }, fileID: fileID, line: line)
  }

  /// The same for those who can throw. Nothing waits then.
  package static func checkedConstraints(
    withVisualFormat format: VisualFormat, options: FormatOptions = [], metrics: [String: any FormatMetric] = [:],
    views: [String: any LayoutItem] = [:], spacing: StandardSpacing = .standard, dialect: FormatDialect = .apple,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    let scope = ViewScope(format: format, metrics: metrics, views: views)
    let settings = FormatSettings(options: options, spacing: spacing, dialect: dialect)
    let program: FormatProgram<any LayoutItem>
    do {
      program = try FormatProgram(parsing: Array(format.description.utf8), in: scope, settings: settings)
    } catch {
      throw LayoutError(error, in: format.description, dialect, location: "\(fileID):\(line)")
    }
    for order in program.orders { try checkOrder(order, format, "\(fileID):\(line)") }
    let gaps = program.gaps.indices.map { LayoutGuide("gap\($0 + 1)") }
    func node(_ item: FormatItem<any LayoutItem>) -> ItemNode {
      switch item {
      case .item(let item): item.node
      case .gap(let index): gaps[index].node
      }
    }
    var constraints: [Constraint] = []
    constraints.reserveCapacity(program.equations.count)
    for equation in program.equations {
      let constraint = try Constraint(
        checking: node(equation.first), equation.firstAttribute, equation.relation, equation.second.map(node),
        equation.secondAttribute, multiplier: equation.second == nil ? 1 : equation.multiplier,
        constant: equation.constant, priority: equation.priority ?? .required, fileID: fileID, line: line)
      if equation.isStandardSpace { constraint.standardSpace = equation.constant }
      constraints.append(constraint)
    }
    for (gap, owner) in zip(gaps, program.gaps) { owner.node.view?.addLayoutGuide(gap) }
    for case let view as View in program.orders.joined() { view.superview?.addSubview(view) }
    return constraints
  }

  /// Whether the views of a `Z:` are views of one superview.
  private static func checkOrder(
    _ items: [any LayoutItem], _ format: VisualFormat, _ location: String
  ) throws(LayoutError) {
    let superview = items.first?.node.view?.superview
    if superview != nil, items.allSatisfy({ $0.node.view?.superview === superview }) { return }
    let fault = FormatFault(FormatText.order, at: format.description.utf8.count)
    throw LayoutError(fault, in: format.description, .extended, location: location)
  }
}

extension VisualFormat {
  /// The records of the items in the format, from left to right.
  fileprivate var boundNodes: [ItemNode] {
    bindings.sorted { $0.key < $1.key }.compactMap { binding in
      guard case .item(let item) = binding.value.value else { return nil }
      return item.node
    }
  }
}

extension LayoutError {
  /// Auto Layout's text: the message, the format, and a caret under the character that the parser was at. Of a format of
  /// several lines, the one with the mistake.
  init(_ fault: FormatFault, in format: String, _ dialect: FormatDialect, location: String) {
    var text = "Unable to parse constraint format: \(fault.message)"
    if fault.hasCaret {
      let bytes = Array(format.utf8)
      let isEnd = { (byte: UInt8) in dialect == .extended && (byte == 0x0A || byte == 0x0D) }
      let start = bytes[..<fault.column].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
      let end = bytes[fault.column...].firstIndex(where: isEnd) ?? bytes.count
      text =
        "Unable to parse constraint format: \n\(fault.message) \n\(String(decoding: bytes[start..<end], as: UTF8.self)) \n"
        + String(repeating: " ", count: fault.column - start) + "^"
    }
    self.init(.invalidFormat(column: fault.column), text, location: location)
  }
}

/// The names of a call.
private struct ViewScope: FormatScope {
  typealias Item = any LayoutItem

  let format: VisualFormat
  let metrics: [String: any FormatMetric]
  let views: [String: any LayoutItem]

  func boundItem(_ range: Range<Int>) -> (any LayoutItem)? {
    guard let binding = format.bindings[range.lowerBound], binding.length == range.count,
      case .item(let item) = binding.value
    else { return nil }
    return item
  }

  func boundNumber(_ offset: Int) -> (value: Double, length: Int)? {
    guard let binding = format.bindings[offset], case .number(let number) = binding.value else { return nil }
    return (number, binding.length)
  }

  func item(_ name: String) -> (any LayoutItem)? { views[name] }

  func metric(_ name: String) -> Double? { metrics[name]?.metricValue }

  func superview(of item: any LayoutItem) -> (any LayoutItem)? { item.node.parent?.item }
}
