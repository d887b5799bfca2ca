// What solving a template gives back: one contiguous table, and for a list where its rows lie.

/// The frames of a table of instances, contiguous.
public struct LayoutTable: Hashable, Sendable {
  /// Items with frames in each instance.
  public let itemCount: Int
  /// x, y, width and height of each item of the first instance, then of the second, and so on, in points.
  public internal(set) var frames: [Double]
  /// What came of each instance.
  public internal(set) var outcomes: [TemplateOutcome] = []

  init(itemCount: Int, frames: [Double]) {
    self.itemCount = itemCount
    self.frames = frames
  }

  /// The frame of an item in an instance, both by their place; nil where there is none, or the instance has no layout.
  public func frame(of item: Int, in instance: Int) -> Rect? {
    guard outcomes.indices.contains(instance), (0..<itemCount).contains(item), outcomes[instance] == .solved else {
      return nil
    }
    let place = 4 * (instance * itemCount + item)
    return Rect(x: frames[place], y: frames[place + 1], width: frames[place + 2], height: frames[place + 3])
  }
}

/// The frames of instances that lie one below the other.
public struct LayoutList: Hashable, Sendable {
  /// The frames, positions in the list.
  public let table: LayoutTable
  /// Where the instances lie.
  public let stacking: LayoutStacking

  /// Where each instance begins, in points from the top of the list.
  public var tops: [Double] { stacking.tops }
  /// How high each instance is, in points.
  public var heights: [Double] { stacking.heights }
  /// How high the content is: where the last instance ends.
  public var contentHeight: Double { stacking.contentHeight }
}

/// Where the instances of a list lie.
public struct LayoutStacking: Hashable, Sendable {
  /// What came of each instance.
  public internal(set) var outcomes: [TemplateOutcome]
  /// Where each instance begins, in points from the top of the list.
  public internal(set) var tops: [Double] = []
  /// How high each instance is, in points.
  public internal(set) var heights: [Double] = []
  /// How high the content is: where the last instance ends.
  public internal(set) var contentHeight = 0.0

  /// Adds up heights; NaN is an instance that is not there.
  mutating func place(_ heights: [Double], spacing: Double) {
    self.heights = heights
    tops.reserveCapacity(heights.count)
    var isFirst = true
    for index in heights.indices {
      if heights[index].isNaN {
        self.heights[index] = 0
        tops.append(contentHeight)
        continue
      }
      if !isFirst { contentHeight += spacing }
      isFirst = false
      tops.append(contentHeight)
      contentHeight += heights[index]
    }
  }
}
