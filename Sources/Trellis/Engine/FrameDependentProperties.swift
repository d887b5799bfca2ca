// The properties that depend on frames, as numbers: what a layout assumes, and what the frames of a solve give.
//
// Both are vectors of the same form, so that driving them to agree (`FixedPoint`) needs to know nothing of what they
// mean. Per text the height; per view whose safe area or margins a constraint depends on, the four insets of its safe
// area, and of its margins where it preserves its superview's; per readable guide its inset; per row whose baseline a
// constraint mentions, which view it is taken from. A scene has one, a fitting size another, of its subtree alone.

import Simplex

/// The properties in a tree that depend on frames.
struct FrameDependentProperties {
  /// A view on the way from the top to those whose insets are followed.
  private struct Link {
    let node: ItemNode
    /// The index of its superview, which comes before it; -1 for the top.
    let parent: Int
    let isPreserving: Bool
  }

  /// What an element of the vectors is.
  enum Element {
    case height(ItemNode)
    case safeArea(ItemNode, edge: Int)
    case margin(ItemNode, edge: Int)
    case readable(ItemNode)
    case keyboard(ItemNode)
    case baseline(ItemNode)

    /// Whether it depends on horizontal positions and widths alone, where no constraint relates a width to a height.
    var isHorizontal: Bool {
      switch self {
      case .height, .readable: true
      case .safeArea(_, let edge), .margin(_, let edge): edge & 1 == 1
      case .baseline, .keyboard: false
      }
    }
  }

  /// Where the frames begin: the root, or the view whose fitting size is asked for.
  private let top: ItemNode
  private let topArea: PhysicalInsets
  /// What widths without a natural one are asked with.
  private let widthLimit: Double
  let isCoupled: Bool
  private(set) var elements: [Element] = []
  private let texts: [ItemNode]
  private let followed: [ItemNode]
  private let readable: [ItemNode]
  private let rows: [ItemNode]
  /// Views of which the keyboard may cover something, and where it begins.
  private let keyboard: (views: [ItemNode], top: Double)
  /// Superviews before subviews, the top first; empty where no insets are followed.
  private var links: [Link] = []
  /// Where in `links` a slot is.
  private var linkIndices: [Int32: Int] = [:]

  /// The properties in a tree that depend on frames.
  ///
  /// - Parameters:
  ///   - texts: Views whose height follows from their width.
  ///   - insetViews: Views whose safe area or margins matter, but for the top.
  ///   - readable: Views with a readable guide.
  ///   - baselineStacks: Stacks whose baseline matters.
  ///   - keyboard: Views with a keyboard guide, and where in `top` the keyboard begins.
  init(
    _ engine: Engine, top: ItemNode, area: PhysicalInsets, widthLimit: Double, isCoupled: Bool, texts: [ItemNode],
    insetViews: [ItemNode], readable: [ItemNode], baselineStacks: [ItemNode],
    keyboard: (views: [ItemNode], top: Double)
  ) {
    self.top = top
    topArea = area
    self.widthLimit = widthLimit
    self.isCoupled = isCoupled
    self.texts = texts
    self.readable = readable
    self.keyboard = keyboard
    let isInsetFree =
      area == .zero && engine.insets.additionalSafeArea.isEmpty
      && !insetViews.contains { $0.metrics?.preservesSuperviewMargins == true }
    followed = isInsetFree ? [] : insetViews
    rows = Self.rows(in: baselineStacks, engine)
    elements = texts.map { .height($0) }
    if !followed.isEmpty { collectLinks(engine) }
    for node in followed {
      for edge in 0..<4 { elements.append(.safeArea(node, edge: edge)) }
      guard isPreserving(node) else { continue }
      for edge in 0..<4 { elements.append(.margin(node, edge: edge)) }
    }
    elements += readable.map { .readable($0) }
    elements += keyboard.views.map { .keyboard($0) }
    elements += rows.map { .baseline($0) }
  }

  var isEmpty: Bool { elements.isEmpty }

  /// The views whose frames decide.
  var nodes: [ItemNode] {
    texts + links.map(\.node) + readable
      + rows.flatMap { $0.arranging?.visibleViews.map(\.node) ?? [] }
  }

  /// Whether heights are those of the layout before rather than of natural widths.
  var remembersHeights: Bool { !isCoupled && !texts.isEmpty }

  private func isPreserving(_ node: ItemNode) -> Bool {
    node !== top && node.metrics?.preservesSuperviewMargins == true
  }

  /// The views from the top down to those that are followed, each once.
  private mutating func collectLinks(_ engine: Engine) {
    var seen: Set<Int32> = [top.slot]
    var nodes: [ItemNode] = []
    for node in followed {
      var next: ItemNode? = node
      while let view = next, seen.insert(view.slot).inserted {
        nodes.append(view)
        next = view.parent
      }
    }
    nodes.sort { (engine.slots[Int($0.slot)].depth, $0.slot) < (engine.slots[Int($1.slot)].depth, $1.slot) }
    links = [Link(node: top, parent: -1, isPreserving: false)]
    linkIndices[top.slot] = 0
    for node in nodes {
      guard let parent = node.parent, let index = linkIndices[parent.slot] else { continue }
      linkIndices[node.slot] = links.count
      links.append(Link(node: node, parent: index, isPreserving: isPreserving(node)))
    }
  }

  /// The rows among stacks whose baseline is mentioned, and among those that a baseline may come from in turn.
  private static func rows(in stacks: [ItemNode], _ engine: Engine) -> [ItemNode] {
    var rows: [ItemNode] = []
    var seen: Set<Int32> = []
    var pending = Array(stacks.reversed())
    while let node = pending.popLast() {
      guard node.engine === engine, let stack = node.arranging, seen.insert(node.slot).inserted else {
        continue
      }
      let visible = stack.visibleViews.filter { $0.node.engine === engine }
      if stack.axis == .horizontal {
        if visible.count > 1 { rows.append(node) }
        for view in visible.reversed() where view.node.kind == .stackView { pending.append(view.node) }
      } else {
        for view in [visible.last, visible.first] {
          if let view, view.node.kind == .stackView { pending.append(view.node) }
        }
      }
    }
    return rows
  }
}

// MARK: - Comparing

extension FrameDependentProperties {
  /// Whether all views concerned are still in the tree.
  func isPresent(in engine: Engine) -> Bool {
    texts.allSatisfy { $0.engine === engine && $0.view?.storedHeightForWidth != nil }
      && links.allSatisfy { $0.node.engine === engine } && readable.allSatisfy { $0.engine === engine }
      && (keyboard.views + rows).allSatisfy { $0.engine === engine }
  }

  /// Whether anything that horizontal positions decide is another.
  func differHorizontally(_ a: [Double], _ b: [Double]) -> Bool {
    elements.indices.contains { elements[$0].isHorizontal && a[$0] != b[$0] }
  }

  /// Replaces everything else.
  func replaceVertical(of other: [Double], in values: inout [Double]) {
    for index in elements.indices where !elements[index].isHorizontal { values[index] = other[index] }
  }

  /// The larger of each; baselines stay.
  func larger(of present: [Double], _ wanted: [Double]) -> [Double] {
    elements.indices.map { index in
      if case .baseline = elements[index] { return present[index] }
      return max(present[index], wanted[index])
    }
  }

  /// What differs, each once.
  func differences(between assumed: [Double], _ wanted: [Double]) -> [UnsettledView] {
    var found: [UnsettledView] = []
    for index in elements.indices where assumed[index] != wanted[index] {
      let (node, quantity): (ItemNode, UnsettledView.Quantity) =
        switch elements[index] {
        case .height(let node): (node, .height)
        case .safeArea(let node, _): (node, .safeArea)
        case .margin(let node, _): (node, .margins)
        case .readable(let node): (node, .readableWidth)
        case .keyboard(let node): (node, .safeArea)
        case .baseline(let node): (node, .baseline)
        }
      guard let view = node.view, found.last?.view !== view || found.last?.quantity != quantity else { continue }
      found.append(UnsettledView(view: view, quantity: quantity))
    }
    return found
  }
}

// MARK: - What is assumed

extension FrameDependentProperties {
  /// What the engine assumes at present.
  func assumed(_ engine: Engine) -> [Double] {
    elements.map { element in
      switch element {
      case .height(let node): return engine.slots[Int(node.slot)].contentSize.height
      case .safeArea(let node, let edge): return (engine.insets.safeArea[node.slot] ?? .zero)[edge]
      case .margin(let node, let edge):
        return (engine.insets.preservedMargins[node.slot] ?? node.marginsFromSafeArea)[edge]
      case .readable(let node): return engine.insets.readable[node.slot] ?? 0
      case .keyboard(let node): return engine.insets.keyboard[node.slot] ?? 0
      case .baseline(let node): return Double(node.arranging?.firstBaselineNode?.slot ?? -1)
      }
    }
  }

  /// What every layout starts from: safe areas of what views add themselves, margins of their own, texts of their natural
  /// widths.
  ///
  /// - Parameter heights: What texts start from; nil for the heights of natural widths.
  func start(_ engine: Engine, heights: [Double]? = nil) throws(LayoutError) -> [Double] {
    var values: [Double] = []
    values.reserveCapacity(elements.count)
    if let heights {
      values += heights
    } else {
      for node in texts { values.append(try engine.height(of: node, naturalWidth(of: node, engine))) }
    }
    for node in followed {
      let own = engine.insets.additionalSafeArea[node.slot] ?? .zero
      let margins = node.margins(from: own)
      for edge in 0..<4 { values.append(own[edge]) }
      if isPreserving(node) { for edge in 0..<4 { values.append(margins[edge]) } }
    }
    for _ in readable + keyboard.views { values.append(0) }
    for node in rows { values.append(Double(node.arranging?.startBaseline?.slot ?? -1)) }
    return values
  }

  /// The width that a text has without constraints: its intrinsic one, or without that all there is.
  func naturalWidth(of node: ItemNode, _ engine: Engine) -> Double {
    let width = engine.slots[Int(node.slot)].contentSize.width
    return width >= 0 ? width : widthLimit
  }

  /// The heights among values.
  func heights(in values: [Double]) -> [Double] { Array(values.prefix(texts.count)) }

  /// Makes the engine assume other values.
  ///
  /// - Parameter isSilent: Whether nothing is queued for the solver.
  func assume(_ values: [Double], _ engine: Engine, isSilent: Bool) {
    var index = 0
    for node in texts {
      engine.assumeHeight(values[index], of: node, isSilent: isSilent)
      index += 1
    }
    for node in followed {
      let area = PhysicalInsets(values[index..<(index + 4)])
      index += 4
      var margins: PhysicalInsets?
      if isPreserving(node) {
        margins = PhysicalInsets(values[index..<(index + 4)])
        index += 4
      }
      engine.assumeInsets(area, margins, of: node, isSilent: isSilent)
    }
    for node in readable {
      engine.assumeReadableInset(values[index], of: node, isSilent: isSilent)
      index += 1
    }
    for node in keyboard.views {
      engine.assumeKeyboardInset(values[index], of: node, isSilent: isSilent)
      index += 1
    }
    for node in rows {
      engine.assumeBaseline(Int32(values[index]), of: node, isSilent: isSilent)
      index += 1
    }
  }
}

// MARK: - What frames say

extension FrameDependentProperties {
  /// What the frames say.
  ///
  /// - Parameter read: Left, top, width and height of the alignment rectangles of slots, one after another.
  func measured(
    _ engine: Engine, _ read: ([Int32]) throws(SolverError) -> [Double]
  ) throws(LayoutError) -> [Double] {
    var values: [Double] = []
    values.reserveCapacity(elements.count)
    do throws(SolverError) {
      if !texts.isEmpty {
        let rectangles = try read(texts.map(\.slot))
        for index in texts.indices { values.append(rectangles[4 * index + 2]) }
      }
      var margins: [PhysicalInsets] = []
      if !links.isEmpty { margins = measureInsets(engine, try frames(engine, read), &values) }
      if !readable.isEmpty { try measureReadable(engine, read, margins, &values) }
      if !keyboard.views.isEmpty { try measureKeyboard(engine, read, &values) }
      for node in rows { values.append(try tallest(in: node, engine, read)) }
    } catch {
      throw LayoutError(error)
    }
    // Last, as a function of a caller's may edit the tree.
    for (index, node) in texts.enumerated() {
      values[index] = try engine.height(of: node, textWidth(values[index]))
    }
    return values
  }

  /// The margins of a view that is followed, by the frames of the last layout; its own where it has no frame yet.
  func margins(of node: ItemNode, _ engine: Engine) -> PhysicalInsets {
    var frames: [Rect] = []
    for link in links {
      guard let frame = engine.storage.absoluteFrame(of: link.node.slot) else { return node.marginsFromSafeArea }
      frames.append(frame)
    }
    var values: [Double] = []
    let margins = measureInsets(engine, frames, &values)
    return linkIndices[node.slot].map { margins[$0] } ?? node.marginsFromSafeArea
  }

  /// Appends the insets of what is followed. Safe areas go from superviews to subviews: each edge has what is left of the
  /// superview's at its distance from the superview's edge, at least nothing and at most all, and what the view adds.
  /// (Notes on the session "UIKit: Apps for Every Size and Shape", WWDC 2018: beyond its superview's edge a view has
  /// the superview's inset, and no more.) Preserved margins go the same way.
  ///
  /// - Returns: The margins that apply, in the order of `links`.
  private func measureInsets(_ engine: Engine, _ frames: [Rect], _ values: inout [Double]) -> [PhysicalInsets] {
    // What subviews inherit, and what the view itself keeps clear of: not more than all of it.
    var inherited = [topArea]
    var areas = [topArea]
    var margins = [top.margins(from: topArea)]
    for index in links.indices.dropFirst() {
      let (link, frame, outer) = (links[index], frames[index], frames[links[index].parent])
      let distance = PhysicalInsets(
        top: max(0, frame.minY - outer.minY), left: max(0, frame.minX - outer.minX),
        bottom: max(0, outer.maxY - frame.maxY), right: max(0, outer.maxX - frame.maxX))
      let covered = (inherited[link.parent] - distance).map { max(0, rounded($0)) }
      let added = engine.insets.additionalSafeArea[link.node.slot] ?? .zero
      inherited.append(covered + added)
      areas.append(covered.within(frame.size) + added)
      var margin = link.node.margins(from: areas[index])
      if link.isPreserving {
        margin = .max(margin, (margins[link.parent] - distance).map(rounded))
      }
      margins.append(margin)
    }
    for node in followed {
      let index = linkIndices[node.slot] ?? 0
      for edge in 0..<4 { values.append(areas[index][edge]) }
      if links[index].isPreserving { for edge in 0..<4 { values.append(margins[index][edge]) } }
    }
    return margins
  }

  /// The frames of `links`, from alignment rectangles.
  private func frames(
    _ engine: Engine, _ read: ([Int32]) throws(SolverError) -> [Double]
  ) throws(SolverError) -> [Rect] {
    let rectangles = try read(links.map(\.node.slot))
    return links.indices.map { index in
      let inset = engine.insets.alignment[links[index].node.slot] ?? .zero
      return Rect(
        x: rectangles[4 * index] - inset.left, y: rectangles[4 * index + 1] - inset.top,
        width: rectangles[4 * index + 2] + inset.left + inset.right,
        height: rectangles[4 * index + 3] + inset.top + inset.bottom)
    }
  }

  /// Appends the insets of readable guides: of what is wider than lines should be, they take the middle.
  private func measureReadable(
    _ engine: Engine, _ read: ([Int32]) throws(SolverError) -> [Double], _ margins: [PhysicalInsets],
    _ values: inout [Double]
  ) throws(SolverError) {
    let widest = engine.scene?.readableWidth ?? valueLimit
    let rectangles = try read(readable.map(\.slot))
    for (index, node) in readable.enumerated() {
      let insets = engine.insets.alignment[node.slot] ?? .zero
      let margin = linkIndices[node.slot].map { margins[$0] } ?? node.effectiveMargins
      let excess = rectangles[4 * index + 2] + insets.left + insets.right - margin.left - margin.right - widest
      values.append(rounded(max(0, excess / 2)))
    }
  }

  /// Appends how much of views the keyboard covers.
  private func measureKeyboard(
    _ engine: Engine, _ read: ([Int32]) throws(SolverError) -> [Double], _ values: inout [Double]
  ) throws(SolverError) {
    let rectangles = try read(keyboard.views.map(\.slot))
    for (index, node) in keyboard.views.enumerated() {
      let insets = engine.insets.alignment[node.slot] ?? .zero
      let (top, height) = (
        rectangles[4 * index + 1] - insets.top, rectangles[4 * index + 3] + insets.top + insets.bottom
      )
      values.append(rounded(min(max(0, top + height - keyboard.top), max(0, height))))
    }
  }

  /// The slot of the tallest visible view of a row, the first of several.
  private func tallest(
    in node: ItemNode, _ engine: Engine, _ read: ([Int32]) throws(SolverError) -> [Double]
  ) throws(SolverError) -> Double {
    guard let stack = node.arranging else { return -1 }
    let slots = stack.visibleViews.compactMap { $0.node.engine === engine ? $0.node.slot : nil }
    let rectangles = try read(slots)
    var best = 0
    for index in slots.indices.dropFirst() where rectangles[4 * index + 3] > rectangles[4 * best + 3] + 1e-6 {
      best = index
    }
    return slots.isEmpty ? -1 : Double(slots[best])
  }
}

/// A width to a micropoint, so that what solving leaves beside a step of a table, or beside the width of the layout
/// before, makes no difference. Halves and tenths and what they are multiplied with do not lie where it turns.
func textWidth(_ width: Double) -> Double { max(0, rounded(width)) }

/// A length to a micropoint, and no more than a caller could say.
private func rounded(_ length: Double) -> Double {
  let bounded = min(max(length, -valueLimit), valueLimit)
  return (bounded * 1e6 + 0.6).rounded(.down) / 1e6
}

extension PhysicalInsets {
  fileprivate init(_ values: ArraySlice<Double>) {
    let first = values.startIndex
    self.init(top: values[first], left: values[first + 1], bottom: values[first + 2], right: values[first + 3])
  }

  /// Top, left, bottom and right are 0 to 3.
  fileprivate subscript(edge: Int) -> Double {
    switch edge {
    case 0: top
    case 1: left
    case 2: bottom
    default: right
    }
  }

  fileprivate func map(_ change: (Double) -> Double) -> PhysicalInsets {
    PhysicalInsets(top: change(top), left: change(left), bottom: change(bottom), right: change(right))
  }

  fileprivate static func - (a: PhysicalInsets, b: PhysicalInsets) -> PhysicalInsets {
    PhysicalInsets(top: a.top - b.top, left: a.left - b.left, bottom: a.bottom - b.bottom, right: a.right - b.right)
  }

  /// Together at most all of a size; the far edges yield.
  fileprivate func within(_ size: Size) -> PhysicalInsets {
    let above = Swift.min(top, Swift.max(0, size.height))
    let near = Swift.min(left, Swift.max(0, size.width))
    return PhysicalInsets(
      top: rounded(above), left: rounded(near), bottom: rounded(Swift.min(bottom, Swift.max(0, size.height - above))),
      right: rounded(Swift.min(right, Swift.max(0, size.width - near))))
  }
}
