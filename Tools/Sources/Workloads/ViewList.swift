// The lists of W1 and W3 as an app would keep them: each row or cell with the constraint that puts it below the one before,
// which is exchanged where another comes between.

import Trellis

/// W1 or W3 as views in a scene, its rows or cells to be taken out and put in.
public struct ViewList {
  /// The scene around the views.
  public let scene: Scene
  private let isCells: Bool
  /// The scroll view's guide and the container.
  private let content: LayoutGuide
  private let container: View
  private var elements: [Element] = []
  private var order: ListOrder
  /// Ends the container with the last row or cell; nil in an empty list.
  private var end: Constraint?

  /// A row or cell; without a view once it is out.
  private struct Element {
    var view: View?
    var top: Constraint?
  }

  /// Builds a workload with rows or cells at the size `n`; nil for one without.
  ///
  /// - Throws: What the façade refuses; nothing, as the workloads are sound.
  public init?(_ workload: Workload, size n: Int) throws(LayoutError) {
    guard workload == .scrollList || workload == .cells else { return nil }
    isCells = workload == .cells
    let count = workload.listCount(n)
    order = ListOrder(count: count)
    let scroll = ScrollView()
    content = scroll.contentLayoutGuide
    var builder = ViewBuilder(root: scroll, views: workload.viewCount(n))
    container = try builder.addContainer()
    for number in 0..<count {
      let (view, top) = try builder.add(isCells, number, to: container, after: elements.last?.view)
      elements.append(Element(view: view, top: top))
    }
    if let last = elements.last?.view {
      let bottom = container.bottomAnchor.constraint(equalTo: last.bottomAnchor)
      Constraint.activate([bottom])
      end = bottom
    }
    scene = try Scene(root: scroll, size: workload.rootSize(n))
  }

  /// Makes an edit, which the next layout is to take up. One of a number that is not in the list does nothing.
  ///
  /// - Throws: What the façade refuses; nothing, as the edits are sound.
  public mutating func apply(_ edit: StructuralEdit) throws(LayoutError) {
    guard elements.indices.contains(edit.removed), let view = elements[edit.removed].view else { return }
    // With it goes the constraint that put the next one below it.
    view.removeFromSuperview()
    elements[edit.removed] = Element()
    let (previous, next) = order.remove(edit.removed)
    try link(next, after: previous)
    try insert(edit.added, after: edit.previous)
  }

  private mutating func insert(_ number: Int, after previous: Int?) throws(LayoutError) {
    let next = order.insert(number, after: previous)
    if let next { elements[next].top?.deactivate() } else { end?.deactivate() }
    var builder = ViewBuilder(root: container, views: CellPart.allCases.count)
    let above = previous.flatMap { elements[$0].view }
    let (view, top) = try builder.add(isCells, number, to: container, after: above)
    while elements.count <= number { elements.append(Element()) }
    elements[number] = Element(view: view, top: top)
    try link(next, after: number)
  }

  /// Puts the row or cell `next` below another; the end of the container where it is nil.
  private mutating func link(_ next: Int?, after previous: Int?) throws(LayoutError) {
    let above = previous.flatMap { elements[$0].view }
    if let next {
      let top = elements[next].view?.topAnchor.constraint(equalTo: above?.bottomAnchor ?? container.topAnchor)
      try top?.activate()
      elements[next].top = top
    } else {
      end = try above.map { last throws(LayoutError) in
        container.bottomAnchor.constraint(equalTo: last.bottomAnchor)
      }
      try end?.activate()
    }
  }

  /// The frames of the last layout, in absolute coordinates: those of the scroll view, its content and the container, then
  /// of the rows or cells in the order of their numbers here.
  public func frames(list numbers: [Int]) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(4 * (Workload.firstRow + numbers.count * (isCells ? CellPart.allCases.count : 1)))
    func add(_ frame: Rect, in origin: Rect) -> Rect {
      let absolute = Rect(
        x: origin.minX + frame.minX, y: origin.minY + frame.minY, width: frame.width, height: frame.height)
      for value in [absolute.minX, absolute.minY, absolute.width, absolute.height] { result.append(value) }
      return absolute
    }
    let scroll = add(scene.root.frame, in: .zero)
    _ = add(content.frame, in: scroll)
    let outer = add(container.frame, in: scroll)
    for number in numbers {
      guard let view = elements[number].view else { continue }
      let origin = add(view.frame, in: outer)
      for part in view.subviews { _ = add(part.frame, in: origin) }
    }
    return result
  }
}

extension ViewBuilder {
  /// Adds a row or cell with its number, and says which constraint puts it below the one before.
  fileprivate mutating func add(
    _ isCell: Bool, _ number: Int, to container: View, after previous: View?
  ) throws(LayoutError) -> (view: View, top: Constraint) {
    try isCell
      ? addCell(number, to: container, after: previous) : addRow(number, to: container, after: previous)
  }
}
