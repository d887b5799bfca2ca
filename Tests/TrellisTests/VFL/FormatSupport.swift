// What the tests of visual formats share.

import Testing

@testable import Trellis

/// The message and the caret's column of an error.
struct FoundFault: Equatable {
  let message: String
  let column: Int

  init(_ message: String, _ column: Int) {
    self.message = message
    self.column = column
  }
}

/// A page of 320 × 568 with named views, and formats over them.
struct FormatPage {
  let root = View("root")
  let views: [String: View]
  let scene: Scene
  let metrics: [String: any FormatMetric]

  init(
    _ names: String..., metrics: [String: any FormatMetric] = [:], width: Double = 320, height: Double = 568
  ) throws {
    let made = names.map { View($0) }
    views = Dictionary(uniqueKeysWithValues: zip(names, made))
    self.metrics = metrics
    root.addSubviews(made)
    scene = try Scene(root: root, size: Size(width: width, height: height))
  }

  subscript(name: String) -> View { views[name] ?? root }

  func make(
    _ format: String, _ options: FormatOptions = [], _ spacing: StandardSpacing = .standard,
    _ dialect: FormatDialect = .apple
  ) throws -> [Constraint] {
    try Constraint.constraints(
      withVisualFormat: VisualFormat(format), options: options, metrics: metrics, views: views, spacing: spacing,
      dialect: dialect
    ).sound()
  }

  /// The bodies of what a format makes, as the modern description has them.
  func bodies(
    _ format: String, _ options: FormatOptions = [], _ spacing: StandardSpacing = .standard,
    _ dialect: FormatDialect = .apple
  ) throws -> [String] {
    try make(format, options, spacing, dialect).map(body)
  }

  @discardableResult
  func layout(
    _ formats: String..., options: FormatOptions = [], spacing: StandardSpacing = .standard,
    dialect: FormatDialect = .apple
  ) throws -> LayoutReport {
    for format in formats { try Constraint.activate(make(format, options, spacing, dialect)) }
    return try scene.layout()
  }

  /// The message and the caret's column of the error that a format gives; the text is checked to hold both.
  func fault(
    _ format: String, _ options: FormatOptions = [], _ dialect: FormatDialect = .apple
  ) -> FoundFault? {
    do {
      _ = try make(format, options, .standard, dialect)
      return nil
    } catch {
      guard let error = error as? LayoutError, case .invalidFormat(let column) = error.kind else { return nil }
      let lines = error.text.components(of: "\n")
      guard lines.count >= 4 else {
        let start = "Unable to parse constraint format: "
        return error.text.hasPrefix(start) ? FoundFault(String(error.text.dropFirst(start.count)), column) : nil
      }
      let text =
        "Unable to parse constraint format: \n\(lines[1])\n\(format) \n" + String(repeating: " ", count: column) + "^"
      guard error.text == text, lines[1].hasSuffix(" ") else { return nil }
      return FoundFault(String(lines[1].dropLast()), column)
    }
  }
}

/// A constraint as the modern description has it, without class, address, state and names.
func body(_ constraint: Constraint) -> String {
  let text = masked(constraint.description(.modern)).dropFirst("<NSLayoutConstraint:0x… ".count)
  return String(text.components(of: "   (")[0])
}

/// What a constraint says, its sides in one order: to compare constraints that say the same.
func meaning(_ constraint: Constraint) -> String {
  func name(_ item: (any LayoutItem)?) -> String { item.map { memoryAddress(of: $0) } ?? "" }
  let c = constraint
  let one = "\(name(c.firstItem)).\(c.firstAttribute)"
  let other = c.secondItem == nil ? "" : "\(name(c.secondItem)).\(c.secondAttribute)"
  let priority = c.priority.rawValue
  if other.isEmpty { return "\(one) \(c.relation) \(c.constant + 0) @\(priority)" }
  if c.multiplier != 1 || one < other {
    return "\(one) \(c.relation) \(c.multiplier)*\(other) + \(c.constant + 0) @\(priority)"
  }
  return "\(other) \(c.relation.reversed) 1.0*\(one) + \(0 - c.constant) @\(priority)"
}

extension StringProtocol {
  func components(of separator: String) -> [String] {
    var parts: [String] = []
    var rest = Substring(self)
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
