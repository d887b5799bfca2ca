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
    case .distributedSpacing:
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
      let count = n / 8
      // Above the body 10 + 40 + 8, below it 8, the image, 8, the buttons and 10.
      let imageHeight = 0.75 * 355
      func height(_ c: Int) -> Double { 58 + Numbers.bodyHeight(c) + 8 + imageHeight + 8 + 32 + 10 }
      let total = (0..<count).reduce(0) { $0 + height($1) }
      add(0, 0, 375, 667)
      add(0, 0, 375, total)
      add(0, 0, 375, total)
      var y = 0.0
      for c in 0..<count {
        // From 58 to 365 there are 307 points for the name, 8 of space and the time; the name gives way.
        let time = Numbers.timeWidth(c)
        let body = Numbers.bodyHeight(c)
        add(0, y, 375, height(c))
        add(10, y + 10, 40, 40)
        add(58, y + 10, min(Numbers.nameWidth(c), 307 - 8 - time), 20)
        add(365 - time, y + 10, time, 20)
        add(10, y + 58, 355, body)
        add(10, y + 66 + body, 355, imageHeight)
        for button in 0..<3 { add(10 + 121 * Double(button), y + 74 + body + imageHeight, 113, 32) }
        y += height(c)
      }
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
}
