// What the tests of the façade share: short spellings and comparison within a tolerance.

import Testing

@testable import Trellis

/// A root of a size, with the views in it.
struct Page {
  let root: View
  let scene: Scene

  init(_ width: Double, _ height: Double, _ views: View...) throws {
    root = View("root")
    root.addSubviews(views)
    scene = try Scene(root: root, size: Size(width: width, height: height))
  }
}

/// The untyped constraint, made and active.
@discardableResult
func relate(
  _ first: any LayoutItem, _ attribute: Attribute, _ relation: Relation = .equal, _ second: (any LayoutItem)? = nil,
  _ secondAttribute: Attribute? = nil, times multiplier: Double = 1, plus constant: Double = 0,
  at priority: Priority = .required
) throws -> Constraint {
  let constraint = Constraint(
    item: first, attribute: attribute, relatedBy: relation, toItem: second,
    attribute: secondAttribute ?? (second == nil ? .notAnAttribute : attribute), multiplier: multiplier,
    constant: constant, priority: priority)
  try constraint.activate()
  return constraint
}

/// Pins the four numbers of an item's frame relative to its superview.
func place(_ item: View, _ x: Double, _ y: Double, _ width: Double, _ height: Double) throws {
  let parent = try #require(item.superview)
  try relate(item, .left, .equal, parent, plus: x)
  try relate(item, .top, .equal, parent, plus: y)
  try relate(item, .width, plus: width)
  try relate(item, .height, plus: height)
}

extension Rect {
  /// Whether each of the four numbers is within 1e-6 points.
  func isClose(_ x: Double, _ y: Double, _ width: Double, _ height: Double, within tolerance: Double = 1e-6) -> Bool {
    abs(minX - x) <= tolerance && abs(minY - y) <= tolerance && abs(self.width - width) <= tolerance
      && abs(self.height - height) <= tolerance
  }
}

func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }

/// The kind of the error that the body throws; nil if it throws none.
func kind(of body: () throws -> Void) -> LayoutError.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? LayoutError)?.kind
  }
}

/// The kind of the first error that waits after the body, in the scene of the view or, without one, in its subtree.
func kind(in view: View, of body: () -> Void) -> LayoutError.Kind? {
  body()
  return kind { try view.throwPendingErrors() }
}

extension Constraint {
  /// The constraint, or what is wrong with it.
  func sound() throws(LayoutError) -> Constraint {
    if let lastError { throw lastError }
    return self
  }
}

extension [Constraint] {
  /// The constraints, or what is wrong with the first that has something wrong.
  func sound() throws(LayoutError) -> [Constraint] {
    for constraint in self { _ = try constraint.sound() }
    return self
  }
}

/// The text of the error that the body throws.
func text(of body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? LayoutError)?.text
  }
}

/// A description with each address replaced by `0x…`.
func masked(_ description: String) -> String {
  var result = ""
  var rest = description[...]
  while let start = rest.range(of: "0x") {
    result += rest[..<start.lowerBound] + "0x…"
    rest = rest[start.upperBound...].drop { $0.isHexDigit }
  }
  return result + rest
}

extension Substring {
  fileprivate func range(of needle: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
      start = index(after: start)
    }
    return nil
  }
}
