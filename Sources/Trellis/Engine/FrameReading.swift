// From the solver's values to frames.
//
// One pass over flat arrays finds the edges that moved since the last layout; only the items that they, or their
// superview's origin, belong to are written to and reported. Rounding is the last step: each edge, half up, in absolute
// space, so that what touches before touches after, and a size is the difference of rounded edges.

import Simplex

extension Engine {
  /// Reads values and writes the frames that changed.
  ///
  /// - Parameter scale: Pixels per point to round to; nil for none.
  /// - Returns: The items whose frame changed.
  func readFrames(scale: Double?) throws(LayoutError) -> [FrameChange] {
    guard let solver else { return [] }
    do { try solver.readValues(variables, into: &freshValues) } catch { throw LayoutError(error) }
    var moved = [Bool](repeating: false, count: nodes.count)
    var anyMoved = false
    for slot in nodes.indices where nodes[slot] != nil {
      if updateEdges(slot, scale) {
        moved[slot] = true
        anyMoved = true
      }
    }
    guard anyMoved else { return [] }
    var changes: [FrameChange] = []
    for slot in nodes.indices {
      let parent = Int(parents[slot])
      guard moved[slot] || (parent >= 0 && moved[parent]), let node = nodes[slot] else { continue }
      let frame = relativeFrame(slot, parent)
      guard frame != node.frame else { continue }
      node.frame = frame
      if let item = node.item { changes.append(FrameChange(item: item, frame: frame)) }
    }
    return changes
  }

  /// Whether any edge of the slot's frame is not where it was.
  private func updateEdges(_ slot: Int, _ scale: Double?) -> Bool {
    let base = 4 * slot
    var left = freshValues[base]
    var top = freshValues[base + 1]
    var right = left + freshValues[base + 2]
    var bottom = top + freshValues[base + 3]
    if !insets.isEmpty, let inset = insets[Int32(slot)] {
      left -= inset.left
      top -= inset.top
      right += inset.right
      bottom += inset.bottom
    }
    if slot == Int(root.slot) { (left, top, right, bottom) = (0, 0, rootSize.width, rootSize.height) }
    if let scale {
      left = rounded(left, scale)
      top = rounded(top, scale)
      right = rounded(right, scale)
      bottom = rounded(bottom, scale)
    }
    // NaN, of an item that was never read, is unequal to anything.
    if edges[base] == left, edges[base + 1] == top, edges[base + 2] == right, edges[base + 3] == bottom { return false }
    edges[base] = left
    edges[base + 1] = top
    edges[base + 2] = right
    edges[base + 3] = bottom
    return true
  }

  private func relativeFrame(_ slot: Int, _ parent: Int) -> Rect {
    let base = 4 * slot
    let originX = parent < 0 ? 0 : edges[4 * parent]
    let originY = parent < 0 ? 0 : edges[4 * parent + 1]
    return Rect(
      x: edges[base] - originX, y: edges[base + 1] - originY, width: edges[base + 2] - edges[base],
      height: edges[base + 3] - edges[base + 1])
  }

  /// Half up, also below zero, as the pixel grid of a window has it. A value that solving left a hair (1e-9 points
  /// times the pixels per point, far above the solver's residuals) under the half is the half.
  private func rounded(_ value: Double, _ scale: Double) -> Double {
    (value * scale + 0.5 + 1e-7).rounded(.down) / scale
  }

  /// Where the last layout put an item, in the scene's absolute coordinates.
  func absoluteFrame(_ node: ItemNode) -> Rect? {
    guard node.slot >= 0, edges[4 * Int(node.slot)].isFinite else { return nil }
    let base = 4 * Int(node.slot)
    return Rect(
      x: edges[base], y: edges[base + 1], width: edges[base + 2] - edges[base],
      height: edges[base + 3] - edges[base + 1])
  }
}
