// The modes of `trellis bench` beside `full`: edits (W5), resizing (W6) and templates, each beside arithmetic by hand in
// the same run; structural edits, beside the cold solve that they spare; conflicts, beside the same without. What is built,
// and solved a first time, counts as building: these modes measure what comes after.

import Simplex
import Trellis
import Workloads

/// What `trellis bench` measures.
enum BenchMode: String, CaseIterable, Sendable {
  /// Build, solve and read once.
  case full
  /// W5: a thousand edits, each solved and its changes read before the next.
  case edit
  /// W6: sixty widths, likewise.
  case resize
  /// A hundred times a row or cell out and another in, each solved and its changes read before the next.
  case structure
  /// All numbers of a compiled template changed, one solve.
  case template
  /// Constraints that compete, beside the same with room for all; see `Competition`.
  case conflict
  /// What helps with planted mistakes.
  case cures

  /// Whether times are shown per view; else per step.
  var isPerView: Bool { [.full, .template, .conflict].contains(self) }

  /// The heading of what times are compared with.
  var comparison: String {
    switch self {
    case .full: ""
    case .structure: "of cold"
    case .conflict: "fitting"
    case .cures: "first"
    case .edit, .resize, .template: "floor"
    }
  }

  /// The workloads that are run where none is named: W1 to W4 as far as they have such a mode.
  var standardWorkloads: [Workload] { workloads.filter { $0.rawValue.hasPrefix("W") } }

  /// The workloads that have such a mode.
  var workloads: [Workload] {
    switch self {
    case .full: Workload.allCases
    case .edit, .structure, .template: [.scrollList, .cells]
    case .resize, .conflict: [.cells]
    case .cures: [.scrollList, .distributedSpacing, .cells, .nesting]
    }
  }

  /// The edits of one run that change numbers.
  func steps(_ workload: Workload, _ size: Int) -> [WorkloadEdit] {
    switch self {
    case .full, .structure, .template, .conflict, .cures: []
    case .edit: workload.edits(size, count: 1000)
    case .resize: workload.resizes(count: 60)
    }
  }
}

extension BenchMode {
  /// The structural edits of one run.
  func structure(_ workload: Workload, _ size: Int) -> [StructuralEdit] {
    self == .structure ? workload.structuralEdits(size, count: 100 + BenchRun.settlingEdits) : []
  }

  /// The frames at the end of a run.
  func expected(_ workload: Workload, _ size: Int) -> [Double] {
    guard self == .structure else { return workload.closedForm(size, after: steps(workload, size)) }
    var list = Array(0..<workload.listCount(size))
    for edit in structure(workload, size) { edit.apply(to: &list) }
    return workload.closedForm(list: list)
  }
}

/// One run of a mode beside `full`: the phases in seconds over all steps, and the frames at the end.
struct BenchRun {
  var build = 0.0
  var solve = 0.0
  var read = 0.0
  /// Arithmetic by hand for the same; nil if there is none.
  var floor: Double?
  /// Building, solving and reading everything once, as `full` does; nil where that is not what steps compare with.
  var cold: Double?
  var frames: [Double] = []

  /// All steps of W5 or W6 through the core.
  static func core(_ workload: Workload, _ size: Int, _ steps: [WorkloadEdit]) throws -> BenchRun {
    var run = BenchRun()
    let built = try timed {
      let program = try CoreProgram(workload, size: size)
      _ = try program.solver.solve()
      return program
    }
    run.build = built.seconds
    let program = built.result
    run.frames = try program.frames()
    let indices = program.variables.enumerated().reduce(into: [:]) { $0[$1.element] = $1.offset }
    var changed: [Variable] = []
    var values: [Double] = []
    let clock = ContinuousClock()
    for (row, step) in try zip(program.rows(of: steps), steps) {
      guard let row else { continue }
      let start = clock.now
      try program.solver.setConstants([row], [step.value])
      guard try program.solver.solve() == .optimal else { throw Failure.unusable("a step has no answer") }
      let solved = clock.now
      let count = try program.solver.readChanges(into: &changed, &values)
      run.read += seconds(clock.now - solved)
      run.solve += seconds(solved - start)
      for (variable, value) in zip(changed, values).prefix(count) {
        if let index = indices[variable] { run.frames[index] = value }
      }
    }
    run.floor = floor(workload, size, steps)
    return run
  }

  /// All steps of W5 or W6 through views.
  static func facade(_ workload: Workload, _ size: Int, _ steps: [WorkloadEdit]) throws -> BenchRun {
    var run = BenchRun()
    let built = try timed {
      let program = try ViewProgram(workload, size: size)
      try program.solve()
      return program
    }
    run.build = built.seconds
    let clock = ContinuousClock()
    var sum = 0.0
    for step in steps {
      let start = clock.now
      try built.result.apply(step)
      let changes = try built.result.scene.layout().changes
      let solved = clock.now
      for change in changes { sum += change.frame.maxY }
      run.read += seconds(clock.now - solved)
      run.solve += seconds(solved - start)
    }
    // The sum is used, so that reading is not left out.
    run.frames = sum.isNaN ? [] : built.result.frames()
    run.floor = floor(workload, size, steps)
    return run
  }

  /// All steps of W5 or W6 through a flat scene.
  static func flat(_ workload: Workload, _ size: Int, _ steps: [WorkloadEdit]) throws -> BenchRun {
    var run = BenchRun()
    let built = try timed {
      let program = try FlatProgram(workload, size: size)
      try program?.solve()
      return program
    }
    guard let program = built.result else { return run }
    run.build = built.seconds
    let clock = ContinuousClock()
    var sum = 0.0
    for step in steps {
      let start = clock.now
      try program.apply(step)
      let changes = try program.scene.layout().changes
      let solved = clock.now
      for item in changes { sum += program.scene.frame(of: item).maxY }
      run.read += seconds(clock.now - solved)
      run.solve += seconds(solved - start)
    }
    // The sum is used, so that reading is not left out.
    run.frames = sum.isNaN ? [] : program.frames()
    run.floor = floor(workload, size, steps)
    return run
  }

  private static func floor(_ workload: Workload, _ size: Int, _ steps: [WorkloadEdit]) -> Double {
    guard var hand = HandWritten(workload, size: size) else { return 0 }
    return timed { for step in steps { hand.apply(step) } }.seconds
  }

  /// A template: compiled and solved once with other numbers, then with those of the workload.
  static func template(_ workload: Workload, _ size: Int, _ path: BenchPath) throws -> BenchRun {
    var run = BenchRun()
    let inputs = workload.templateInputs(size)
    let others = inputs.map { $0 + 1 }
    run.frames = Array(repeating: 0, count: 4 * workload.viewCount(size))
    var frames = run.frames
    var isSolved = false
    switch path {
    case .core:
      let built = try timed { try CoreTemplate(workload) }
      guard let template = built.result else { return run }
      run.build = built.seconds
      _ = try template.solve(others, into: &frames)
      let solved = try timed { try template.solve(inputs, into: &frames) }
      (run.solve, isSolved) = (solved.seconds, solved.result)
    case .facade, .template, .flat:
      let built = try timed { try ViewTemplate(workload) }
      guard let template = built.result else { return run }
      run.build = built.seconds
      _ = try template.solve(others, into: &frames)
      let solved = try timed { try template.solve(inputs, into: &frames) }
      (run.solve, isSolved) = (solved.seconds, solved.result)
    }
    // The frames lie in the caller's table already, as do those of the arithmetic by hand: there is nothing to read.
    run.frames = frames
    guard isSolved else { throw Failure.unusable("an instance has no answer") }
    if var hand = HandWritten(workload, size: size) {
      hand.solve(others)
      run.floor = timed { hand.solve(inputs) }.seconds
    }
    return run
  }
}
