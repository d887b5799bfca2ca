// Margins, safe areas and the old top and bottom guides of a unit: from the device, or from what stored frames imply.
//
// A file holds neither margins nor safe areas nor the bars above a view. In `device` mode they follow rules (10 and 11
// of the importer's), in `inferred` mode the most frequent value wins that the stored frames imply for one side of one
// view's area, and the rules fill the gaps.

import Trellis

/// Where margins and safe areas come from.
public enum InsetSource: String, Sendable, CaseIterable {
  /// From the frames that the file holds, where they imply a value; else from the device.
  case inferred
  /// From the device and the bars that the file says are there.
  case device
}

/// A side of an area of a view.
struct InsetKey: Hashable {
  enum Area: Hashable { case margins, safeArea, topGuide, bottomGuide, keyboard, readable }
  enum Side: Hashable { case left, right, top, bottom }

  var view: Int
  var area: Area
  var side: Side
}

/// The insets of a unit's areas, in points.
struct UnitInsets {
  private(set) var values: [InsetKey: Double] = [:]
  /// Those that were read off stored frames.
  private(set) var inferred: Set<InsetKey> = []
  private let unit: ResolvedUnit
  private var evidence: [InsetKey: [Double]] = [:]

  init(of unit: ResolvedUnit, _ source: InsetSource) {
    self.unit = unit
    if source == .inferred { collectEvidence() }
    let rules = InsetRules(unit)
    if source == .inferred { balanceCentres(rules) }
    // Superviews first: a view that preserves its superview's margins looks at them.
    for view in unit.views.indices {
      for area in [InsetKey.Area.safeArea, .topGuide, .bottomGuide, .keyboard, .readable, .margins] {
        for side in [InsetKey.Side.left, .right, .top, .bottom] {
          let key = InsetKey(view: view, area: area, side: side)
          if let value = decided(key) {
            values[key] = value
            inferred.insert(key)
          } else {
            values[key] = rules.value(of: key, given: values)
          }
        }
      }
    }
  }

  func insets(_ view: Int, _ area: InsetKey.Area) -> EdgeInsets {
    func side(_ side: InsetKey.Side) -> Double { values[InsetKey(view: view, area: area, side: side)] ?? 0 }
    return EdgeInsets(top: side(.top), leading: side(.left), bottom: side(.bottom), trailing: side(.right))
  }

  /// The most frequent value, the first of several; the other side's where a margin has none of its own.
  private func decided(_ key: InsetKey) -> Double? {
    if let value = Self.mode(evidence[key]) { return value }
    guard key.area == .margins else { return nil }
    switch key.side {
    case .left: return Self.mode(evidence[InsetKey(view: key.view, area: .margins, side: .right)])
    case .right: return Self.mode(evidence[InsetKey(view: key.view, area: .margins, side: .left)])
    case .top, .bottom: return nil
    }
  }

  private static func mode(_ values: [Double]?) -> Double? {
    guard let values, !values.isEmpty else { return nil }
    var best = (value: values[0], count: 0)
    for value in values {
      let count = values.count { abs($0 - value) < 0.01 }
      if count > best.count { best = (value, count) }
    }
    return best.value
  }

  // MARK: - Evidence

  private mutating func collectEvidence() {
    for constraint in unit.constraints {
      let source = constraint.source
      guard source.relation == .equal, source.priority == 1000, source.multiplier == 1, let second = constraint.second
      else { continue }
      let one = unit.insetKey(constraint.first, source.firstAttribute)
      let two = unit.insetKey(second, source.secondAttribute)
      switch (one, two) {
      case (let key?, nil):
        if let edge = unit.storedEdge(second, source.secondAttribute) { add(edge + source.constant, key, second) }
      case (nil, let key?):
        if let edge = unit.storedEdge(constraint.first, source.firstAttribute) {
          add(edge - source.constant, key, constraint.first)
        }
      default: continue
      }
    }
  }

  /// Where something lies in the middle of an area, its stored centre implies the difference of two insets. The one that
  /// nothing else implies follows from the other.
  private mutating func balanceCentres(_ rules: InsetRules) {
    for constraint in unit.constraints {
      let source = constraint.source
      guard source.relation == .equal, source.priority == 1000, source.multiplier == 1, let second = constraint.second,
        let axis = source.firstAttribute.axis
      else { continue }
      for (item, attribute, other, otherAttribute, sign) in [
        (constraint.first, source.firstAttribute, second, source.secondAttribute, 1.0),
        (second, source.secondAttribute, constraint.first, source.firstAttribute, -1),
      ] {
        guard let (view, area) = unit.centre(item, attribute), otherAttribute.isCentre,
          let centre = unit.storedCentre(other, axis)
        else { continue }
        let frame = Rect(origin: unit.views[view].origin, size: unit.views[view].stored.size)
        let middle = axis == .horizontal ? frame.midX : frame.midY
        let difference = 2 * (centre + sign * source.constant - middle)
        let near = InsetKey(view: view, area: area, side: axis == .horizontal ? .left : .top)
        let far = InsetKey(view: view, area: area, side: axis == .horizontal ? .right : .bottom)
        if evidence[near] == nil {
          let bottom = Self.mode(evidence[far]) ?? rules.value(of: far, given: values)
          evidence[near] = [max(0, bottom + difference)]
          if bottom + difference < 0 { evidence[far] = [-difference] }
        } else if evidence[far] == nil, let top = Self.mode(evidence[near]) {
          evidence[far] = [max(0, top - difference)]
        }
      }
    }
  }

  private mutating func add(_ edge: Double, _ key: InsetKey, _ other: UnitItem) {
    let view = unit.views[key.view]
    // To what is inside a scroll view, its far margins are those of a content whose size is not stored.
    if view.scrolls, key.area == .margins, key.side == .right || key.side == .bottom { return }
    let frame = Rect(origin: view.origin, size: view.stored.size)
    let inset =
      switch key.side {
      case .left: edge - frame.minX
      case .right: frame.maxX - edge
      case .top: edge - frame.minY
      case .bottom: frame.maxY - edge
      }
    guard inset >= -0.01, inset < 1_000 else { return }
    evidence[key, default: []].append(max(inset, 0))
  }
}

extension ResolvedUnit {
  /// The area and side that an attribute of an item lies at; nil where it is a plain edge.
  func insetKey(_ item: UnitItem, _ attribute: Attribute) -> InsetKey? {
    switch item {
    case .view(let view):
      let side: InsetKey.Side? =
        switch attribute {
        case .leftMargin, .leadingMargin: .left
        case .rightMargin, .trailingMargin: .right
        case .topMargin: .top
        case .bottomMargin: .bottom
        default: nil
        }
      return side.map { InsetKey(view: view, area: .margins, side: $0) }
    case .guide(let index):
      let guide = guides[index]
      let side: InsetKey.Side? =
        switch attribute {
        case .left, .leading: .left
        case .right, .trailing: .right
        case .top: .top
        case .bottom: .bottom
        default: nil
        }
      guard let side else { return nil }
      switch guide.source.kind {
      case .safeArea: return InsetKey(view: guide.view, area: .safeArea, side: side)
      case .margins: return InsetKey(view: guide.view, area: .margins, side: side)
      case .readable: return InsetKey(view: guide.view, area: .readable, side: side)
      case .keyboard:
        // Its top is where the keyboard begins; its other edges are the view's own.
        return side == .top ? InsetKey(view: guide.view, area: .keyboard, side: .bottom) : nil
      case .top: return side == .bottom ? InsetKey(view: guide.view, area: .topGuide, side: .top) : nil
      case .bottom: return side == .top ? InsetKey(view: guide.view, area: .bottomGuide, side: .bottom) : nil
      case .content, .frame: return nil
      }
    }
  }

  /// The view and area that a centre is that of.
  fileprivate func centre(_ item: UnitItem, _ attribute: Attribute) -> (view: Int, area: InsetKey.Area)? {
    switch item {
    case .view(let view):
      return attribute == .centerXWithinMargins || attribute == .centerYWithinMargins ? (view, .margins) : nil
    case .guide(let index):
      guard attribute.isCentre else { return nil }
      switch guides[index].source.kind {
      case .safeArea: return (guides[index].view, .safeArea)
      case .margins: return (guides[index].view, .margins)
      default: return nil
      }
    }
  }

  fileprivate func storedCentre(_ item: UnitItem, _ axis: Axis) -> Double? {
    guard case .view(let index) = item, views[index].hasFrame else { return nil }
    return axis == .horizontal ? views[index].storedAlignment.midX : views[index].storedAlignment.midY
  }

  /// Where the file says that an edge lies, in the root's coordinates; nil for what it does not hold.
  func storedEdge(_ item: UnitItem, _ attribute: Attribute) -> Double? {
    guard case .view(let index) = item, views[index].hasFrame else { return nil }
    let rect = views[index].storedAlignment
    switch attribute {
    case .left, .leading: return rect.minX
    case .right, .trailing: return rect.maxX
    case .top: return rect.minY
    case .bottom: return rect.maxY
    default: return nil
    }
  }
}

extension Attribute {
  fileprivate var isCentre: Bool { self == .centerX || self == .centerY }
}
