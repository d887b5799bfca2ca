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

  /// The frame of an item in an instance, both by index; nil where there is none, or the instance has no layout.
  public func frame(of item: Int, in instance: Int) -> Rect? {
    guard outcomes.indices.contains(instance), (0..<itemCount).contains(item), outcomes[instance] == .solved else {
      return nil
    }
    let index = 4 * (instance * itemCount + item)
    return Rect(x: frames[index], y: frames[index + 1], width: frames[index + 2], height: frames[index + 3])
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
  mutating func place(_ count: Int, _ spacing: Double, height: (Int) -> Double) {
    var bottom = 0.0
    var gap = 0.0
    tops = Array(unsafeUninitializedCapacity: count) { tops, initialized in
      heights = Array(unsafeUninitializedCapacity: count) { heights, initialized in
        for row in 0..<count {
          let own = height(row)
          let isThere = !own.isNaN
          if isThere { bottom += gap }
          tops.initializeElement(at: row, to: bottom)
          heights.initializeElement(at: row, to: isThere ? own : 0)
          guard isThere else { continue }
          bottom += own
          gap = spacing
        }
        initialized = count
      }
      initialized = count
    }
    contentHeight = bottom
  }
}
