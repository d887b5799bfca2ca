// The answers of the workloads by hand: what arithmetic gives when the structure is known beforehand. Nothing here
// looks at the programs; an engine is right when its frames are these.

extension Workload {
  /// The frames at the size `n`: x, y, width and height of every view in absolute coordinates, in points.
  ///
  /// - Complexity: O(n).
  public func closedForm(_ n: Int) -> [Double] {
    var frames: [Double] = []
    frames.reserveCapacity(4 * viewCount(n))
    func add(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      frames.append(x)
      frames.append(y)
      frames.append(width)
      frames.append(height)
    }
    switch self {
    case .scrollList:
      // Heights run 20, 40 … 200 and again, 1,100 points for each ten rows.
      func top(_ i: Int) -> Double { Double(1100 * (i / 10) + 10 * (i % 10) * (i % 10 + 1)) }
      add(0, 0, 375, 667)
      add(0, 0, 375, top(n))
      add(0, 0, 375, top(n))
      for i in 0..<n { add(0, top(i), 375, top(i + 1) - top(i)) }
    case .equalToFirst, .equalToPrevious:
      add(0, 0, EqualSizes.total(n), 100)
      for i in 0..<n { add(8 + 56 * Double(i), 8, 48, 84) }
    case .distributedSpacing, .equalSpaces:
      var x = 8.0
      let starts = (0..<n).map { i in
        defer { x += Numbers.spacedWidth(i) + 8 }
        return x
      }
      add(0, 0, x, 100)
      for i in 0..<n {
        let height = Numbers.spacedHeight(i)
        add(starts[i], 50 - height / 2, Numbers.spacedWidth(i), height)
      }
      add(0, 49.5, 8, 1)
      for i in 0..<n { add(starts[i] + Numbers.spacedWidth(i), 49.5, 8, 1) }
    case .cells:
      return Self.cellFrames((0..<n / 8).map { ($0, Numbers.nameWidth($0)) }, scrollWidth: 375)
    case .nesting:
      // Depth d begins at the view (4^d - 1) / 3.
      var depth = 0.0
      var next = 1
      var width = 1
      for i in 0..<n {
        if i == next {
          depth += 1
          width *= 4
          next += width
        }
        add(depth, depth, 1000 - 2 * depth, 2000 - 2 * depth)
      }
    }
    return frames
  }

  /// The frames at the size `n` after the edits of `edits(_:count:)` and `resizes(count:)`, those of W5 or W6 or both, in
  /// the order of the array. Edits of other things change nothing.
  ///
  /// - Complexity: O(n + edits).
  public func closedForm(_ n: Int, after edits: [WorkloadEdit]) -> [Double] {
    switch self {
    case .scrollList:
      var heights = (0..<n).map(Numbers.rowHeight)
      for edit in edits where !edit.isWidth && heights.indices.contains(edit.view - Self.firstRow) {
        heights[edit.view - Self.firstRow] = edit.value
      }
      var frames = closedForm(n)
      var y = 0.0
      for (row, height) in heights.enumerated() {
        frames[4 * (Self.firstRow + row) + 1] = y
        frames[4 * (Self.firstRow + row) + 3] = height
        y += height
      }
      for view in [1, 2] { frames[4 * view + 3] = y }
      return frames
    case .cells:
      var cells = (0..<n / 8).map { (number: $0, name: Numbers.nameWidth($0)) }
      var width = 375.0
      let parts = CellPart.allCases.count
      for edit in edits where edit.isWidth {
        if edit.view == 0 { width = edit.value }
        let (cell, part) = (edit.view - Self.firstRow).quotientAndRemainder(dividingBy: parts)
        if part == CellPart.name.rawValue, cells.indices.contains(cell) { cells[cell].name = edit.value }
      }
      return Self.cellFrames(cells, scrollWidth: width)
    case .distributedSpacing, .nesting, .equalToFirst, .equalToPrevious, .equalSpaces:
      return closedForm(n)
    }
  }

  /// The frames of a list whose rows or cells have these numbers, from the top to the bottom: those of the scroll view,
  /// its content and the container, then those of the rows or cells in that order. Empty for workloads without a list.
  ///
  /// - Complexity: O(numbers).
  public func closedForm(list numbers: [Int]) -> [Double] {
    switch self {
    case .scrollList:
      let heights = numbers.map(Numbers.rowHeight)
      let total = heights.reduce(0, +)
      var frames = [0, 0, 375, 667, 0, 0, 375, total, 0, 0, 375, total]
      var y = 0.0
      for height in heights {
        frames += [0, y, 375, height]
        y += height
      }
      return frames
    case .cells:
      return Self.cellFrames(numbers.map { ($0, Numbers.nameWidth($0)) }, scrollWidth: 375)
    case .distributedSpacing, .nesting, .equalToFirst, .equalToPrevious, .equalSpaces:
      return []
    }
  }

  /// The frames of `cells` for the width of the scroll view and the widths the names would like to have.
  private static func cellFrames(_ list: [(number: Int, name: Double)], scrollWidth width: Double) -> [Double] {
    var frames: [Double] = []
    frames.reserveCapacity(4 * cells.viewCount(8 * list.count))
    func add(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      frames.append(x)
      frames.append(y)
      frames.append(width)
      frames.append(height)
    }
    // Above the body 10 + 40 + 8, below it 8, the image, 8, the buttons and 10.
    let imageHeight = 0.75 * (width - 20)
    func height(_ c: Int) -> Double { 58 + Numbers.bodyHeight(c) + 8 + imageHeight + 8 + 32 + 10 }
    let total = list.reduce(0) { $0 + height($1.number) }
    let buttonWidth = (width - 36) / 3
    add(0, 0, width, 667)
    add(0, 0, width, total)
    add(0, 0, width, total)
    var y = 0.0
    for (c, name) in list {
      // From 58 to 10 before the end there is room for the name, 8 of space and the time; the name gives way.
      let time = Numbers.timeWidth(c)
      let body = Numbers.bodyHeight(c)
      add(0, y, width, height(c))
      add(10, y + 10, 40, 40)
      add(58, y + 10, min(name, width - 68 - 8 - time), 20)
      add(width - 10 - time, y + 10, time, 20)
      add(10, y + 58, width - 20, body)
      add(10, y + 66 + body, width - 20, imageHeight)
      for button in 0..<3 { add(10 + (buttonWidth + 8) * Double(button), y + 74 + body + imageHeight, buttonWidth, 32) }
      y += height(c)
    }
    return frames
  }
}
