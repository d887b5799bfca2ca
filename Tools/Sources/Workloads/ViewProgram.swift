// A workload as an app would write it: views, anchors and a scene.

import Trellis

/// The views of a workload with their constraints active, ready for a layout.
public struct ViewProgram {
  /// The scene around the views.
  public let scene: Scene
  /// The items in the order of the frame table, each with the index of the item that its frame is relative to.
  private let items: [(item: any LayoutItem, superview: Int?)]
  /// The constraints that say how high the rows of `Workload.scrollList` are, in the order of the rows; else none.
  private let rowHeights: [Constraint]

  /// Builds a workload at the size `n`: makes the views and activates the constraints between them.
  ///
  /// - Throws: what the façade refuses; nothing, as the workloads are sound.
  /// - Complexity: O(n).
  public init(_ workload: Workload, size n: Int) throws(LayoutError) {
    var builder: ViewBuilder
    switch workload {
    case .scrollList:
      builder = ViewBuilder(root: ScrollView(), views: workload.viewCount(n))
      try builder.addScrollList(n)
    case .distributedSpacing:
      builder = ViewBuilder(root: View(), views: workload.viewCount(n))
      try builder.addDistributedSpacing(n)
    case .cells:
      builder = ViewBuilder(root: ScrollView(), views: workload.viewCount(n))
      try builder.addCells(n / 8)
    case .nesting:
      builder = ViewBuilder(root: View(), views: workload.viewCount(n))
      try builder.addNesting(n)
    case .equalToFirst, .equalToPrevious:
      builder = ViewBuilder(root: View(), views: workload.viewCount(n))
      try builder.addEqualSizes(workload, n)
    case .equalSpaces:
      builder = ViewBuilder(root: View(), views: workload.viewCount(n))
      try builder.addDistributedSpacing(n, isWished: true)
    }
    items = builder.items
    rowHeights = builder.rowHeights
    scene = try Scene(root: builder.root, size: workload.rootSize(n))
  }

  /// Lays the scene out.
  public func solve() throws(LayoutError) { _ = try scene.layout() }

  /// The frames of the last layout: x, y, width and height of every item in absolute coordinates, in points.
  public func frames() -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(4 * items.count)
    for (item, superview) in items {
      let frame = item.frame
      let origin = superview.map { (result[4 * $0], result[4 * $0 + 1]) } ?? (0, 0)
      result.append(origin.0 + frame.minX)
      result.append(origin.1 + frame.minY)
      result.append(frame.width)
      result.append(frame.height)
    }
    return result
  }

  /// Makes a change as an app would: a constraint's constant, a view's intrinsic size, the scene's size. A change of
  /// what is not there does nothing.
  ///
  /// - Throws: What the façade refuses: ``LayoutError/Kind/valueOutOfRange`` for NaN, say.
  public func apply(_ edit: WorkloadEdit) throws(LayoutError) {
    if edit.view == 0 {
      var size = scene.size
      if edit.isWidth { size.width = edit.value } else { size.height = edit.value }
      try scene.setSize(size)
    } else if !edit.isWidth, rowHeights.indices.contains(edit.view - Workload.firstRow) {
      try rowHeights[edit.view - Workload.firstRow].setConstant(edit.value)
    } else if items.indices.contains(edit.view), let view = items[edit.view].item as? View {
      if edit.isWidth { view.intrinsicSize.width = edit.value } else { view.intrinsicSize.height = edit.value }
    }
  }
}

/// One row of W1 or one cell of W3 as a tree of its own, whose height follows from its content.
struct ViewInstance {
  let root = View()
  /// The views in the order of the frame table.
  let items: [any LayoutItem]
  /// What instances differ in, in the order of `templateInputs`.
  let inputs: KeyValuePairs<String, TemplateInput>

  init(_ workload: Workload) throws(LayoutError) {
    var builder = ViewBuilder(root: root, views: CellPart.allCases.count)
    if workload == .cells {
      try builder.addParts(of: root, at: 0, 0)
      let views = builder.items.compactMap { $0.item as? View }
      items = views
      let (name, time, body) = (
        views[CellPart.name.rawValue], views[CellPart.time.rawValue], views[CellPart.body.rawValue]
      )
      inputs = [
        "name": .intrinsicWidth(name), "time": .intrinsicWidth(time), "body": .intrinsicHeight(body), "width": .width,
      ]
    } else {
      let height = root.heightAnchor.constraint(equalToConstant: Numbers.rowHeight(0))
      Constraint.activate([height])
      items = [root]
      inputs = ["height": .constant(height), "width": .width]
    }
  }
}

extension Workload {
  /// The size of the outermost view.
  func rootSize(_ n: Int) -> Size {
    switch self {
    case .scrollList, .cells: Size(width: 375, height: 667)
    case .distributedSpacing, .equalSpaces: Size(width: Numbers.spacedTotal(n), height: 100)
    case .equalToFirst, .equalToPrevious: Size(width: EqualSizes.total(n), height: 100)
    case .nesting: Size(width: 1000, height: 2000)
    }
  }
}

/// Makes the views of a workload and the constraints between them, which it activates view by view, as an app would.
struct ViewBuilder {
  let root: View
  var items: [(item: any LayoutItem, superview: Int?)] = []
  var rowHeights: [Constraint] = []

  init(root: View, views: Int) {
    self.root = root
    items.reserveCapacity(views)
    items.append((root, nil))
  }

  /// Adds a view to a superview whose position in the frame table is `position`.
  mutating func add(to superview: View, at index: Int, intrinsicSize: Size? = nil) throws(LayoutError) -> View {
    let view = intrinsicSize.map { View(intrinsicSize: $0) } ?? View()
    superview.addSubview(view)
    items.append((view, index))
    return view
  }

  /// The container that fills the content of the scroll view and is as wide as its frame.
  mutating func addContainer() throws(LayoutError) -> View {
    guard let scroll = root as? ScrollView else { return root }
    items.append((scroll.contentLayoutGuide, 0))
    let container = try add(to: scroll, at: 0)
    let content = scroll.contentLayoutGuide
    Constraint.activate([
      container.leftAnchor.constraint(equalTo: content.leftAnchor),
      container.rightAnchor.constraint(equalTo: content.rightAnchor),
      container.topAnchor.constraint(equalTo: content.topAnchor),
      container.bottomAnchor.constraint(equalTo: content.bottomAnchor),
      container.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
    ])
    return container
  }

  mutating func addScrollList(_ n: Int) throws(LayoutError) {
    let container = try addContainer()
    var previous: View?
    for i in 0..<n { previous = try addRow(i, to: container, after: previous).view }
    if let previous { Constraint.activate([container.bottomAnchor.constraint(equalTo: previous.bottomAnchor)]) }
  }

  /// Adds the row with the number `i`.
  ///
  /// - Returns: The row, and the constraint that puts it below the one before.
  mutating func addRow(
    _ i: Int, to container: View, after previous: View?
  ) throws(LayoutError) -> (view: View, top: Constraint) {
    let row = try add(to: container, at: 2)
    let height = row.heightAnchor.constraint(equalToConstant: Numbers.rowHeight(i))
    rowHeights.append(height)
    let top = row.topAnchor.constraint(equalTo: previous?.bottomAnchor ?? container.topAnchor)
    Constraint.activate([
      row.leftAnchor.constraint(equalTo: container.leftAnchor),
      row.rightAnchor.constraint(equalTo: container.rightAnchor),
      height,
      top,
    ])
    return (row, top)
  }

  mutating func addDistributedSpacing(_ n: Int, isWished: Bool = false) throws(LayoutError) {
    var views: [View] = []
    var spacers: [View] = []
    for i in 0..<n {
      let view = try add(to: root, at: 0)
      Constraint.activate([
        view.widthAnchor.constraint(equalToConstant: Numbers.spacedWidth(i)),
        view.heightAnchor.constraint(equalToConstant: Numbers.spacedHeight(i)),
        view.centerYAnchor.constraint(equalTo: root.centerYAnchor),
      ])
      views.append(view)
    }
    for _ in 0...n {
      let spacer = try add(to: root, at: 0)
      Constraint.activate([
        spacer.heightAnchor.constraint(equalToConstant: 1),
        spacer.centerYAnchor.constraint(equalTo: root.centerYAnchor),
      ])
      if let first = spacers.first {
        let priority = isWished ? Priority(Float(EqualSizes.spaces)) : .required
        Constraint.activate([spacer.widthAnchor.constraint(equalTo: first.widthAnchor, priority: priority)])
      }
      if isWished {
        Constraint.activate([spacer.widthAnchor.constraint(greaterThanOrEqualToConstant: EqualSizes.leastSpace)])
      }
      spacers.append(spacer)
    }
    Constraint.activate([spacers[0].leftAnchor.constraint(equalTo: root.leftAnchor)])
    for i in 0..<n {
      Constraint.activate([
        views[i].leftAnchor.constraint(equalTo: spacers[i].rightAnchor),
        spacers[i + 1].leftAnchor.constraint(equalTo: views[i].rightAnchor),
      ])
    }
    Constraint.activate([spacers[n].rightAnchor.constraint(equalTo: root.rightAnchor)])
  }

  mutating func addCells(_ count: Int) throws(LayoutError) {
    let container = try addContainer()
    var previous: View?
    for c in 0..<count { previous = try addCell(c, to: container, after: previous).view }
    if let previous { Constraint.activate([container.bottomAnchor.constraint(equalTo: previous.bottomAnchor)]) }
  }

  /// Adds the cell with the number `c` and its parts; see ``addRow(_:to:after:)``.
  mutating func addCell(
    _ c: Int, to container: View, after previous: View?
  ) throws(LayoutError) -> (view: View, top: Constraint) {
    let index = items.count
    let cell = try add(to: container, at: 2)
    let top = cell.topAnchor.constraint(equalTo: previous?.bottomAnchor ?? container.topAnchor)
    Constraint.activate([
      cell.leftAnchor.constraint(equalTo: container.leftAnchor),
      cell.rightAnchor.constraint(equalTo: container.rightAnchor),
      top,
    ])
    try addParts(of: cell, at: index, c)
    return (cell, top)
  }

  mutating func addParts(of cell: View, at index: Int, _ c: Int) throws(LayoutError) {
    let avatar = try add(to: cell, at: index)
    Constraint.activate([
      avatar.widthAnchor.constraint(equalToConstant: 40),
      avatar.heightAnchor.constraint(equalToConstant: 40),
      avatar.leftAnchor.constraint(equalTo: cell.leftAnchor, constant: 10),
      avatar.topAnchor.constraint(equalTo: cell.topAnchor, constant: 10),
    ])
    let name = try add(to: cell, at: index, intrinsicSize: Size(width: Numbers.nameWidth(c), height: 20))
    let time = try add(to: cell, at: index, intrinsicSize: Size(width: Numbers.timeWidth(c), height: 20))
    time.setContentCompressionResistancePriority(751, for: .horizontal)
    Constraint.activate([
      name.leftAnchor.constraint(equalTo: avatar.rightAnchor, constant: 8),
      name.topAnchor.constraint(equalTo: avatar.topAnchor),
      time.topAnchor.constraint(equalTo: name.topAnchor),
      time.rightAnchor.constraint(equalTo: cell.rightAnchor, constant: -10),
      name.rightAnchor.constraint(lessThanOrEqualTo: time.leftAnchor, constant: -8),
    ])
    let bodySize = Size(width: View.noIntrinsicMetric, height: Numbers.bodyHeight(c))
    let body = try add(to: cell, at: index, intrinsicSize: bodySize)
    let image = try add(to: cell, at: index)
    Constraint.activate([
      body.leftAnchor.constraint(equalTo: cell.leftAnchor, constant: 10),
      body.rightAnchor.constraint(equalTo: cell.rightAnchor, constant: -10),
      body.topAnchor.constraint(equalTo: avatar.bottomAnchor, constant: 8),
      image.leftAnchor.constraint(equalTo: cell.leftAnchor, constant: 10),
      image.rightAnchor.constraint(equalTo: cell.rightAnchor, constant: -10),
      image.topAnchor.constraint(equalTo: body.bottomAnchor, constant: 8),
      image.heightAnchor.constraint(equalTo: image.widthAnchor, multiplier: 0.75),
    ])
    let first = try add(to: cell, at: index)
    let second = try add(to: cell, at: index)
    let third = try add(to: cell, at: index)
    Constraint.activate([
      first.topAnchor.constraint(equalTo: image.bottomAnchor, constant: 8),
      first.leftAnchor.constraint(equalTo: cell.leftAnchor, constant: 10),
      first.heightAnchor.constraint(equalToConstant: 32),
      second.leftAnchor.constraint(equalTo: first.rightAnchor, constant: 8),
      third.leftAnchor.constraint(equalTo: second.rightAnchor, constant: 8),
      third.rightAnchor.constraint(equalTo: cell.rightAnchor, constant: -10),
    ])
    for button in [second, third] {
      Constraint.activate([
        button.topAnchor.constraint(equalTo: first.topAnchor),
        button.widthAnchor.constraint(equalTo: first.widthAnchor),
        button.heightAnchor.constraint(equalTo: first.heightAnchor),
      ])
    }
    Constraint.activate([cell.bottomAnchor.constraint(equalTo: first.bottomAnchor, constant: 10)])
  }

  mutating func addNesting(_ n: Int) throws(LayoutError) {
    var views = [root]
    for i in 1..<max(n, 1) {
      let parent = (i - 1) / 4
      let superview = views[parent]
      let view = try add(to: superview, at: parent)
      Constraint.activate([
        view.leftAnchor.constraint(equalTo: superview.leftAnchor, constant: 1),
        view.topAnchor.constraint(equalTo: superview.topAnchor, constant: 1),
        view.rightAnchor.constraint(equalTo: superview.rightAnchor, constant: -1),
        view.bottomAnchor.constraint(equalTo: superview.bottomAnchor, constant: -1),
      ])
      views.append(view)
    }
  }
}
