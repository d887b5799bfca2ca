// Structural edits on the clock: a row of W1 or a cell of W3 out and another in, solved, and what changed read. The frames
// are compared with the closed form after every step, off the clock: a run of wrong ones ends at the first.

import Simplex
import Trellis
import Workloads

extension BenchRun {
  /// The first edits make what the others use, room to plan in and lists of who uses what: they count as building.
  static let settlingEdits = 2

  private mutating func note(_ step: Int, solve: Double, read: Double) {
    if step < Self.settlingEdits {
      build += solve + read
    } else {
      self.solve += solve
      self.read += read
    }
  }

  /// Structural edits through the core.
  static func core(_ workload: Workload, _ size: Int, _ edits: [StructuralEdit]) throws -> BenchRun {
    var run = BenchRun()
    let built = try timed {
      let list = try CoreList(workload, size: size)
      _ = try list?.solver.solve()
      return list
    }
    guard var list = built.result else { return run }
    run.build = built.seconds
    let read = try timed { try list.solver.values(list.variables(list: Array(0..<workload.listCount(size)))) }
    run.cold = built.seconds + read.seconds
    var numbers = Array(0..<workload.listCount(size))
    // By the index of the variable, kept up to date by what each step says has changed.
    var values: [Double] = []
    note(&values, list.variables(list: numbers), read.result)
    var changed: [Variable] = []
    var fresh: [Double] = []
    let clock = ContinuousClock()
    for (step, edit) in edits.enumerated() {
      let start = clock.now
      try list.apply(edit)
      guard try list.solver.solve() == .optimal else { throw Failure.unusable("a step has no answer") }
      let solved = clock.now
      let count = try list.solver.readChanges(into: &changed, &fresh)
      run.note(step, solve: seconds(solved - start), read: seconds(clock.now - solved))
      edit.apply(to: &numbers)
      let variables = list.variables(list: numbers)
      note(&values, list.variables(list: [edit.added]).dropFirst(12), repeatElement(0, count: values.count))
      note(&values, changed.prefix(count), fresh)
      run.frames = variables.map { values[Int($0.index)] }
      guard try isRight(run.frames, workload, numbers, step) else { break }
    }
    return run
  }

  /// Structural edits through views.
  static func facade(_ workload: Workload, _ size: Int, _ edits: [StructuralEdit]) throws -> BenchRun {
    var run = BenchRun()
    let built = try timed {
      let list = try ViewList(workload, size: size)
      try list?.scene.layout()
      return list
    }
    guard var list = built.result else { return run }
    var numbers = Array(0..<workload.listCount(size))
    run.build = built.seconds
    run.cold = built.seconds + timed { list.frames(list: numbers) }.seconds
    let clock = ContinuousClock()
    var sum = 0.0
    for (step, edit) in edits.enumerated() {
      let start = clock.now
      try list.apply(edit)
      let changes = try list.scene.layout().changes
      let solved = clock.now
      for change in changes { sum += change.frame.maxY }
      run.note(step, solve: seconds(solved - start), read: seconds(clock.now - solved))
      edit.apply(to: &numbers)
      run.frames = list.frames(list: numbers)
      guard try isRight(run.frames, workload, numbers, step) else { break }
    }
    // The sum is used, so that reading is not left out.
    if sum.isNaN { run.frames = [] }
    return run
  }

  private static func isRight(
    _ frames: [Double], _ workload: Workload, _ numbers: [Int], _ step: Int
  ) throws -> Bool {
    guard let difference = FrameDifference.first(frames, workload.closedForm(list: numbers)) else { return true }
    StandardError.print("\(workload.rawValue) structural edit \(step): \(difference)")
    return false
  }

  private static func note(
    _ values: inout [Double], _ variables: some Sequence<Variable>, _ fresh: some Sequence<Double>
  ) {
    for (variable, value) in zip(variables, fresh) {
      let position = Int(variable.index)
      if position >= values.count { values += repeatElement(0, count: position + 1 - values.count) }
      values[position] = value
    }
  }
}
