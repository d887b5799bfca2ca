// A workload in a flat scene: items and anchors without an object for each.

import Trellis

/// The items of a workload with their constraints, ready for a layout.
public struct FlatProgram {
  /// The scene around the items.
  public let scene: FlatScene
  /// The items in the order of the frame table.
  private let items: [FlatItem]
  /// The constraints that say how high the rows of `Workload.scrollList` are, in the order of the rows; else none.
  private let rowHeights: [FlatConstraint]

  /// Builds a workload at the size `n`; nil for one that no flat scene is measured with.
  ///
  /// - Throws: What the scene refuses; nothing, as the workloads are sound.
  /// - Complexity: O(n).
  public init?(_ workload: Workload, size n: Int) throws(LayoutError) {
    var builder = FlatBuilder(scene: try FlatScene(size: workload.rootSize(n)), items: workload.viewCount(n))
    switch workload {
    case .scrollList: try builder.addScrollList(n)
    case .distributedSpacing: try builder.addDistributedSpacing(n)
    case .cells: try builder.addCells(n / 8)
    case .nesting: try builder.addNesting(n)
    case .equalToFirst, .equalToPrevious, .equalSpaces: return nil
    }
    (scene, items, rowHeights) = (builder.scene, builder.items, builder.rowHeights)
  }

  /// Lays the scene out.
  public func solve() throws(LayoutError) { try scene.layout() }

  /// The frames of the last layout: x, y, width and height of every item in absolute coordinates, in points.
  public func frames() -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(4 * items.count)
    for item in items {
      let frame = scene.absoluteFrame(of: item)
      result.append(frame.minX)
      result.append(frame.minY)
      result.append(frame.width)
      result.append(frame.height)
    }
    return result
  }

  /// Makes a change: a constraint's constant, a content size, the size of the scene. A change of what is not there does nothing.
  ///
  /// - Throws: What the scene refuses: ``LayoutError/Kind/valueOutOfRange`` for NaN, say.
  public func apply(_ edit: WorkloadEdit) throws(LayoutError) {
    if edit.view == 0 {
      var size = scene.size
      if edit.isWidth { size.width = edit.value } else { size.height = edit.value }
      try scene.setSize(size)
    } else if !edit.isWidth, rowHeights.indices.contains(edit.view - Workload.firstRow) {
      try scene.setConstant(edit.value, of: rowHeights[edit.view - Workload.firstRow])
    } else if items.indices.contains(edit.view) {
      if edit.isWidth {
        try scene.setContentWidth(edit.value, of: items[edit.view])
      } else {
        try scene.setContentHeight(edit.value, of: items[edit.view])
      }
    }
  }
}

/// Makes the items of a workload and the constraints between them.
private struct FlatBuilder {
  let scene: FlatScene
  var items: [FlatItem] = []
  var rowHeights: [FlatConstraint] = []

  init(scene: FlatScene, items count: Int) {
    self.scene = scene
    items.reserveCapacity(count)
    items.append(scene.root)
  }

  private mutating func add(in parent: FlatItem) throws(LayoutError) -> FlatItem {
    let item = try scene.addItem(in: parent)
    items.append(item)
    return item
  }

  /// The content of the scroll view, which is the root, and the container that fills it and is as wide as the root.
  private mutating func addContainer() throws(LayoutError) -> FlatItem {
    let content = try add(in: scene.root)
    try scene.constrain(content.left, to: scene.root.left)
    try scene.constrain(content.top, to: scene.root.top)
    let container = try add(in: scene.root)
    try scene.constrain(container.left, to: content.left)
    try scene.constrain(container.right, to: content.right)
    try scene.constrain(container.top, to: content.top)
    try scene.constrain(container.bottom, to: content.bottom)
    try scene.constrain(container.width, to: scene.root.width)
    return container
  }

  mutating func addScrollList(_ n: Int) throws(LayoutError) {
    let container = try addContainer()
    var above = container.top
    for i in 0..<n {
      let row = try add(in: container)
      try scene.constrain(row.left, to: container.left)
      try scene.constrain(row.right, to: container.right)
      rowHeights.append(try scene.constrain(row.height, to: Numbers.rowHeight(i)))
      try scene.constrain(row.top, to: above)
      above = row.bottom
    }
    if n > 0 { try scene.constrain(container.bottom, to: above) }
  }

  mutating func addDistributedSpacing(_ n: Int) throws(LayoutError) {
    let root = scene.root
    var views: [FlatItem] = []
    var spacers: [FlatItem] = []
    for i in 0..<n {
      let view = try add(in: root)
      try scene.constrain(view.width, to: Numbers.spacedWidth(i))
      try scene.constrain(view.height, to: Numbers.spacedHeight(i))
      try scene.constrain(view.centerY, to: root.centerY)
      views.append(view)
    }
    for _ in 0...n {
      let spacer = try add(in: root)
      try scene.constrain(spacer.height, to: 1)
      try scene.constrain(spacer.centerY, to: root.centerY)
      if let first = spacers.first { try scene.constrain(spacer.width, to: first.width) }
      spacers.append(spacer)
    }
    try scene.constrain(spacers[0].left, to: root.left)
    for i in 0..<n {
      try scene.constrain(views[i].left, to: spacers[i].right)
      try scene.constrain(spacers[i + 1].left, to: views[i].right)
    }
    try scene.constrain(spacers[n].right, to: root.right)
  }

  mutating func addCells(_ count: Int) throws(LayoutError) {
    let container = try addContainer()
    var above = container.top
    for c in 0..<count {
      let cell = try add(in: container)
      try scene.constrain(cell.left, to: container.left)
      try scene.constrain(cell.right, to: container.right)
      try scene.constrain(cell.top, to: above)
      try addParts(of: cell, c)
      above = cell.bottom
    }
    if count > 0 { try scene.constrain(container.bottom, to: above) }
  }

  private mutating func addParts(of cell: FlatItem, _ c: Int) throws(LayoutError) {
    let avatar = try add(in: cell)
    try scene.constrain(avatar.width, to: 40)
    try scene.constrain(avatar.height, to: 40)
    try scene.constrain(avatar.left, to: cell.left, constant: 10)
    try scene.constrain(avatar.top, to: cell.top, constant: 10)

    let name = try add(in: cell)
    try scene.constrain(name.left, to: avatar.right, constant: 8)
    try scene.constrain(name.top, to: avatar.top)
    try scene.setContentWidth(Numbers.nameWidth(c), of: name)
    try scene.setContentHeight(20, of: name)

    let time = try add(in: cell)
    try scene.constrain(time.top, to: name.top)
    try scene.constrain(time.right, to: cell.right, constant: -10)
    try scene.setContentWidth(Numbers.timeWidth(c), of: time, compression: 751)
    try scene.setContentHeight(20, of: time)
    try scene.constrain(name.right, .lessThanOrEqual, to: time.left, constant: -8)

    let body = try add(in: cell)
    try scene.constrain(body.left, to: cell.left, constant: 10)
    try scene.constrain(body.right, to: cell.right, constant: -10)
    try scene.constrain(body.top, to: avatar.bottom, constant: 8)
    try scene.setContentHeight(Numbers.bodyHeight(c), of: body)

    let image = try add(in: cell)
    try scene.constrain(image.left, to: cell.left, constant: 10)
    try scene.constrain(image.right, to: cell.right, constant: -10)
    try scene.constrain(image.top, to: body.bottom, constant: 8)
    try scene.constrain(image.height, to: image.width, multiplier: 0.75)

    let (first, second, third) = (try add(in: cell), try add(in: cell), try add(in: cell))
    try scene.constrain(first.top, to: image.bottom, constant: 8)
    try scene.constrain(first.left, to: cell.left, constant: 10)
    try scene.constrain(first.height, to: 32)
    for (button, previous) in [(second, first), (third, second)] {
      try scene.constrain(button.top, to: first.top)
      try scene.constrain(button.left, to: previous.right, constant: 8)
      try scene.constrain(button.width, to: first.width)
      try scene.constrain(button.height, to: first.height)
    }
    try scene.constrain(third.right, to: cell.right, constant: -10)
    try scene.constrain(cell.bottom, to: first.bottom, constant: 10)
  }

  mutating func addNesting(_ n: Int) throws(LayoutError) {
    for i in 1..<max(n, 1) {
      let parent = items[(i - 1) / 4]
      let item = try add(in: parent)
      try scene.constrain(item.left, to: parent.left, constant: 1)
      try scene.constrain(item.top, to: parent.top, constant: 1)
      try scene.constrain(item.right, to: parent.right, constant: -1)
      try scene.constrain(item.bottom, to: parent.bottom, constant: -1)
    }
  }
}
