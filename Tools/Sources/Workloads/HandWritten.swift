// The floor: arithmetic by hand that knows the structure beforehand and computes nothing else. No engine can be faster;
// how near one comes is what the measurements say. Written for speed where `ClosedForms` is written to be read; each
// checks the other.

/// The frames of `scrollList` and `cells` by hand, kept up to date through edits.
public struct HandWritten: Sendable {
  private let workload: Workload
  /// x, y, width and height of every view in the workload's order, in absolute coordinates, in points.
  public private(set) var frames: [Double]
  /// Per instance: ``Workload/templateInputs(_:)``.
  private var inputs: [Double]

  /// Lays the workload out at the size `n`; nil for workloads without edits and instances.
  public init?(_ workload: Workload, size n: Int) {
    guard workload == .scrollList || workload == .cells else { return nil }
    self.workload = workload
    inputs = workload.templateInputs(n)
    frames = Array(repeating: 0, count: 4 * workload.viewCount(n))
    solve(inputs)
  }

  /// Lays everything out with other numbers, as many as there were.
  public mutating func solve(_ numbers: [Double]) {
    inputs = numbers
    let isList = workload == .scrollList
    numbers.withUnsafeBufferPointer { numbers in
      frames.withUnsafeMutableBufferPointer { frames in
        if isList { Self.list(numbers, frames) } else { Self.cells(numbers, frames) }
      }
    }
  }

  /// Makes one edit of W5 or W6, touching only what moves.
  public mutating func apply(_ edit: WorkloadEdit) {
    let first = Workload.firstRow
    if edit.view == 0 {
      for index in stride(from: 3, to: inputs.count, by: 4) { inputs[index] = edit.value }
      solve(inputs)
    } else if workload == .scrollList {
      let row = edit.view - first
      let more = edit.value - inputs[2 * row]
      inputs[2 * row] = edit.value
      frames.withUnsafeMutableBufferPointer { frames in
        frames[4 * edit.view + 3] = edit.value
        var index = 4 * (edit.view + 1) + 1
        while index < frames.count {
          frames[index] += more
          index += 4
        }
        frames[7] += more
        frames[11] += more
      }
    } else {
      let cell = (edit.view - first) / CellPart.allCases.count
      inputs[4 * cell] = edit.value
      frames[4 * edit.view + 2] = min(edit.value, inputs[4 * cell + 3] - 76 - inputs[4 * cell + 1])
    }
  }

  @inline(__always)
  private static func set(
    _ frames: UnsafeMutableBufferPointer<Double>, _ view: Int, _ x: Double, _ y: Double, _ width: Double,
    _ height: Double
  ) {
    frames[4 * view] = x
    frames[4 * view + 1] = y
    frames[4 * view + 2] = width
    frames[4 * view + 3] = height
  }

  private static func list(_ numbers: UnsafeBufferPointer<Double>, _ frames: UnsafeMutableBufferPointer<Double>) {
    var y = 0.0
    let count = numbers.count / 2
    let width = count > 0 ? numbers[1] : 375
    for row in 0..<count {
      set(frames, Workload.firstRow + row, 0, y, numbers[2 * row + 1], numbers[2 * row])
      y += numbers[2 * row]
    }
    set(frames, 0, 0, 0, width, 667)
    set(frames, 1, 0, 0, width, y)
    set(frames, 2, 0, 0, width, y)
  }

  private static func cells(_ numbers: UnsafeBufferPointer<Double>, _ frames: UnsafeMutableBufferPointer<Double>) {
    var y = 0.0
    let count = numbers.count / 4
    for cell in 0..<count {
      let view = Workload.firstRow + CellPart.allCases.count * cell
      let (name, time, body, width) = (
        numbers[4 * cell], numbers[4 * cell + 1], numbers[4 * cell + 2], numbers[4 * cell + 3]
      )
      let image = 0.75 * (width - 20)
      let button = (width - 36) / 3
      let below = y + 66 + body
      let row = below + image + 8
      set(frames, view, 0, y, width, row + 42 - y)
      set(frames, view + 1, 10, y + 10, 40, 40)
      set(frames, view + 2, 58, y + 10, min(name, width - 76 - time), 20)
      set(frames, view + 3, width - 10 - time, y + 10, time, 20)
      set(frames, view + 4, 10, y + 58, width - 20, body)
      set(frames, view + 5, 10, below, width - 20, image)
      set(frames, view + 6, 10, row, button, 32)
      set(frames, view + 7, 18 + button, row, button, 32)
      set(frames, view + 8, 26 + 2 * button, row, button, 32)
      y = row + 42
    }
    let width = count > 0 ? numbers[3] : 375
    set(frames, 0, 0, 0, width, 667)
    set(frames, 1, 0, 0, width, y)
    set(frames, 2, 0, 0, width, y)
  }
}
