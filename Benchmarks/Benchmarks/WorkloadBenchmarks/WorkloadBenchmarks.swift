// The workloads W1 to W7, structural edits and templates through the core and through the façade, under ordo-one/benchmark:
// for baselines, comparisons and thresholds between commits. Rivals and absolute tables are the business of `rivals` and `trellis bench`.
//
// Every iteration ends by comparing its frames with the closed form, outside the clock.

import Benchmark
import Simplex
import Trellis
import Workloads

/// Steps of W5 in one iteration; of W6 all sixty.
private let editCount = 100

/// Structural edits in one iteration.
private let structuralCount = 20

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(2),
    maxIterations: 1000)
  for size in [1000, 10_000] {
    for workload in Workload.allCases { addFull(workload, size) }
    for workload in [Workload.scrollList, .cells] {
      let name = "W5 on \(workload.rawValue), \(editCount) edits"
      addStepped(name, workload, size, workload.edits(size, count: editCount))
    }
    addStepped("W6, 60 widths", .cells, size, Workload.cells.resizes(count: 60))
    for workload in [Workload.scrollList, .cells] {
      addStructural(workload, size)
      addTemplate(workload, size)
    }
    addChat(size)
  }
}

/// Build, solve and read.
private func addFull(_ workload: Workload, _ size: Int) {
  let expected = workload.closedForm(size)
  Benchmark("\(workload.rawValue) core \(size)") { benchmark in
    benchmark.startMeasurement()
    let program = try CoreProgram(workload, size: size)
    let outcome = try program.solver.solve()
    let frames = try program.frames()
    benchmark.stopMeasurement()
    check(frames, expected, outcome == .optimal, benchmark)
  }
  Benchmark("\(workload.rawValue) facade \(size)") { benchmark in
    benchmark.startMeasurement()
    let program = try ViewProgram(workload, size: size)
    try program.solve()
    let frames = program.frames()
    benchmark.stopMeasurement()
    check(frames, expected, true, benchmark)
  }
}

/// All steps, each solved and read before the next; building and the first solve are not measured.
private func addStepped(_ name: String, _ workload: Workload, _ size: Int, _ steps: [WorkloadEdit]) {
  let expected = workload.closedForm(size, after: steps)
  Benchmark("\(name), core \(size)") { benchmark in
    let program = try CoreProgram(workload, size: size)
    let rows = try program.rows(of: steps)
    var outcome = try program.solver.solve()
    var frames = try program.frames()
    benchmark.startMeasurement()
    for (row, step) in zip(rows, steps) {
      guard let row else { continue }
      try program.solver.setConstants([row], [step.value])
      outcome = try program.solver.solve()
      try program.solver.readValues(program.variables, into: &frames)
    }
    benchmark.stopMeasurement()
    check(frames, expected, outcome == .optimal, benchmark)
  }
  Benchmark("\(name), facade \(size)") { benchmark in
    let program = try ViewProgram(workload, size: size)
    try program.solve()
    benchmark.startMeasurement()
    for step in steps {
      try program.apply(step)
      // What changed is in the report, so a program that shows frames reads those and no others.
      for change in try program.scene.layout().changes { blackHole(change.frame) }
    }
    benchmark.stopMeasurement()
    check(program.frames(), expected, true, benchmark)
  }
}

/// A row or cell out and another in, each solved and what changed read before the next; building and the first solve are not
/// measured.
private func addStructural(_ workload: Workload, _ size: Int) {
  let edits = workload.structuralEdits(size, count: structuralCount)
  var numbers = Array(0..<workload.listCount(size))
  for edit in edits { edit.apply(to: &numbers) }
  let (list, expected) = (numbers, workload.closedForm(list: numbers))
  let name = "\(workload.rawValue) structure, \(structuralCount) edits"
  Benchmark("\(name), core \(size)") { benchmark in
    guard var program = try CoreList(workload, size: size) else { return }
    var outcome = try program.solver.solve()
    benchmark.startMeasurement()
    for edit in edits {
      try program.apply(edit)
      outcome = try program.solver.solve()
      blackHole(try program.solver.values(try program.solver.changes()))
    }
    benchmark.stopMeasurement()
    let frames = try program.solver.values(program.variables(list: list))
    check(frames, expected, outcome == .optimal, benchmark)
  }
  Benchmark("\(name), facade \(size)") { benchmark in
    guard var program = try ViewList(workload, size: size) else { return }
    _ = try program.scene.layout()
    benchmark.startMeasurement()
    for edit in edits {
      try program.apply(edit)
      for change in try program.scene.layout().changes { blackHole(change.frame) }
    }
    benchmark.stopMeasurement()
    check(program.frames(list: list), expected, true, benchmark)
  }
}

/// All numbers of a compiled row or cell changed; compiling is not measured. Beside it arithmetic by hand.
private func addTemplate(_ workload: Workload, _ size: Int) {
  let expected = workload.closedForm(size)
  let inputs = workload.templateInputs(size)
  let others = inputs.map { $0 + 1 }
  var frames = expected
  Benchmark("\(workload.rawValue) template, core \(size)") { benchmark in
    guard let template = try CoreTemplate(workload) else { return }
    _ = try template.solve(others, into: &frames)
    benchmark.startMeasurement()
    let isSolved = try template.solve(inputs, into: &frames)
    benchmark.stopMeasurement()
    check(frames, expected, isSolved, benchmark)
  }
  Benchmark("\(workload.rawValue) template, facade \(size)") { benchmark in
    guard let template = try ViewTemplate(workload) else { return }
    _ = try template.solve(others, into: &frames)
    benchmark.startMeasurement()
    let isSolved = try template.solve(inputs, into: &frames)
    benchmark.stopMeasurement()
    check(frames, expected, isSolved, benchmark)
  }
  Benchmark("\(workload.rawValue) template, by hand \(size)") { benchmark in
    guard var hand = HandWritten(workload, size: size) else { return }
    hand.solve(others)
    benchmark.startMeasurement()
    hand.solve(inputs)
    benchmark.stopMeasurement()
    check(hand.frames, expected, true, benchmark)
  }
}

/// Fails the benchmark where the answer is not the closed form.
func check(_ frames: [Double], _ expected: [Double], _ isOptimal: Bool, _ benchmark: Benchmark) {
  guard isOptimal else { return benchmark.error("\(benchmark.name): the solver ended without an answer") }
  let tolerance = max(1e-6, 1e-12 * expected.reduce(0) { max($0, abs($1)) })
  let agrees = frames.count == expected.count && zip(frames, expected).allSatisfy { abs($0 - $1) <= tolerance }
  if !agrees { benchmark.error("\(benchmark.name): some frames are wrong") }
}
