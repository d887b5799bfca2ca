// `trellis bench`: the measured workloads, each checked against its closed form in the same run.

import ArgumentParser
import Foundation
import Simplex
@_spi(Tools) import TrellisFiles
import Workloads

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the workloads W1 to W4, E1 to E3 and C1 to C6, edits of them and templates.",
    discussion: """
      Each case runs several times; the run with the median total is reported. Frames are compared with the workload's \
      closed form in every run: exit 1 if one differs. Modes: full builds, solves and reads once; edit makes the thousand \
      edits of W5 and resize the sixty of W6, each solved and its changes read before the next; template changes all \
      numbers of the rows or cells of a compiled template. These three stand beside arithmetic by hand in the same run. \
      structure takes a row or cell out and puts another in, a hundred times after two to warm up, solves, reads and \
      checks each, and says how much of building, solving and reading everything once an edit takes. conflict solves W3 with a conflict in every \
      cell, and labels that want twice the room of their row, each beside the same with room for all. cures asks what helps with \
      four mistakes planted in W1 to W4, second heights or second edges: per step is a conflict, first the first question with \
      the copy of the scene's program.

      W7 is a chat of so many bubbles whose texts are measured with the fonts of this machine, in modes full, resize and edit, by the \
      façade and by templates; what is built is then with the shaping of all texts:

      trellis bench --workload W7 --views 1000 --mode edit
      """)

  @Option(
    help: ArgumentHelp(
      """
      Workloads to run, of W1 to W4, E1 to E3 and C1 to C6 (programs without views, through the core alone); of W1 to W4 \
      all that have the mode. Or W7.
      """, valueName: "W1,W3"))
  var workload: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Sizes to run at.", valueName: "1000,10000"))
  var views = "1000,10000"

  @Option(
    help: ArgumentHelp(
      "Ways to run: core, facade; flat, a flat scene, for W1 to W4 in modes full, edit and resize.",
      valueName: "core,facade"))
  var path = "core,facade"

  @Option(
    help: ArgumentHelp(
      "What to measure: full, edit, resize, structure, template, conflict or cures.", valueName: "full"))
  var mode = "full"

  @Option(parsing: .unconditional, help: ArgumentHelp("Runs of each case.", valueName: "N"))
  var repeats = 5

  @Flag(help: "One JSON object a line instead of a table.")
  var json = false

  @Option(help: ArgumentHelp("Also writes the frames to DIR/WORKLOAD-MODE-VIEWS.bin.", valueName: "DIR"))
  var dump: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Measures these documents instead, through the core.", valueName: "FILE"))
  var document: [String] = []

  /// A case of the benchmark: a workload, a size and a way.
  private struct Case {
    var workload: Workload
    var size: Int
    var path: BenchPath
  }

  func run() throws {
    let mode = try chosenMode()
    guard repeats >= 1 else { throw Failure.unusable("--repeats \(repeats): use a number of 1 or more") }
    if let dump { try Output.makeDirectory(dump) }
    let measurements = try measurements(of: mode)
    if !json { try Output.standard(BenchTable(measurements).text) }
    guard measurements.allSatisfy(\.checked) else {
      throw Failure(status: Failure.findings, text: "some frames are wrong")
    }
  }

  private func measurements(of mode: BenchMode) throws -> [Measurement] {
    if !document.isEmpty { return try runDocuments(mode) }
    if isChat { return try runChat(mode) }
    switch mode {
    case .conflict: return try runConflicts()
    case .cures: return try runCures()
    default: return try runAll(mode)
    }
  }

  private func chosenMode() throws -> BenchMode {
    guard let mode = BenchMode(rawValue: mode) else {
      throw Failure.unusable(
        "--mode \(mode): unknown mode; use full, edit, resize, structure, template, conflict or cures")
    }
    return mode
  }

  /// Workloads with views, then coupled programs.
  private func runAll(_ mode: BenchMode) throws -> [Measurement] {
    guard let workload else {
      return try runWorkloads(mode, mode.standardWorkloads.map(\.rawValue).joined(separator: ","))
    }
    let names = try List.values(workload, "--workload")
    let coupled = names.compactMap { Coupled(rawValue: $0.uppercased()) }
    let others = names.filter { Coupled(rawValue: $0.uppercased()) == nil }
    guard !coupled.isEmpty else { return try runWorkloads(mode, workload) }
    guard mode == .full else {
      throw Failure.unusable("--workload \(coupled[0].rawValue): has no --mode \(mode.rawValue); use --mode full")
    }
    let first = others.isEmpty ? [] : try runWorkloads(mode, others.joined(separator: ","))
    return try first + runCoupled(coupled)
  }

  private func runWorkloads(_ mode: BenchMode, _ names: String) throws -> [Measurement] {
    let cases = try self.cases(mode, names)
    var progress = Progress("bench", total: cases.count * repeats)
    var measurements: [Measurement] = []
    for (index, item) in cases.enumerated() {
      var runs: [Measurement] = []
      let expected = mode.expected(item.workload, item.size)
      for run in 0..<repeats {
        progress.update(index * repeats + run, "\(item.workload.rawValue) \(item.size) \(item.path.rawValue)")
        runs.append(
          mode == .full
            ? try measure(item, expected: expected, readsMemory: run == 0)
            : try measure(item, mode, expected: expected))
      }
      if var median = Measurement.median(of: runs) {
        if mode == .full { median.peakKilobytes = runs[0].peakKilobytes }
        try report(median, &measurements)
      }
    }
    progress.finish()
    return measurements
  }

  func report(_ measurement: Measurement, _ measurements: inout [Measurement]) throws {
    measurements.append(measurement)
    guard json else { return }
    Progress.clearLine()
    try Output.standard(measurement.json + "\n")
  }

  /// All cases asked for, small sizes first, so that a long run tells something early.
  private func cases(_ mode: BenchMode, _ names: String) throws -> [Case] {
    let all = mode.workloads.map(\.rawValue).joined(separator: ",")
    let workloads = try list(names, "--workload") { name in
      guard let workload = Workload(rawValue: name.uppercased()) else {
        let modes = [
          "W5": "edits (W5) are --mode edit", "W6": "resizing (W6) is --mode resize",
          "W7": "the chat (W7) runs by itself",
        ]
        throw Failure.unusable(
          "--workload \(name): \(modes[name.uppercased()] ?? "unknown workload"); use W1 to W4, E1 to E3 or C1 to C6")
      }
      guard mode.workloads.contains(workload) else {
        throw Failure.unusable("--workload \(name): has no --mode \(mode.rawValue); use \(all)")
      }
      return workload
    }
    let (sizes, paths) = (try chosenSizes(), try chosenPaths())
    if paths.contains(.flat), let other = workloads.first(where: { !$0.rawValue.hasPrefix("W") }) {
      throw Failure.unusable("--path flat: has no \(other.rawValue); use W1 to W4")
    }
    return try sizes.flatMap { size in
      try workloads.flatMap { workload in
        guard size >= workload.smallestSize else {
          let smallest = workload.smallestSize
          throw Failure.unusable("--views \(size): too small for \(workload.rawValue); use at least \(smallest)")
        }
        return paths.map { Case(workload: workload, size: size, path: $0) }
      }
    }
  }

  func chosenSizes() throws -> [Int] {
    try list(views, "--views") { text in
      guard let size = Int(text), (1...10_000_000).contains(size) else {
        throw Failure.unusable("--views \(text): not a size; use whole numbers from 1 to 10000000")
      }
      return size
    }
  }

  func chosenPaths() throws -> [BenchPath] {
    try list(path, "--path") { name in
      guard let path = BenchPath(rawValue: name), path != .template else {
        throw Failure.unusable("--path \(name): unknown path; use core, facade or flat")
      }
      if path == .flat, !["full", "edit", "resize"].contains(mode) {
        throw Failure.unusable("--path flat: has no --mode \(mode); use full, edit or resize")
      }
      return path
    }
  }

  func list<Element>(
    _ text: String, _ option: String, _ element: (String) throws -> Element
  ) throws -> [Element] {
    try List.values(text, option).map(element)
  }

  /// One run of the mode `full`. Memory is that of the first run, as with the rivals: to ask for it between runs takes the
  /// caches from the next.
  private func measure(_ item: Case, expected: [Double], readsMemory: Bool) throws -> Measurement {
    var result = Measurement(
      workload: item.workload.rawValue, path: item.path, views: item.workload.viewCount(item.size), build: 0, solve: 0,
      read: 0, peakKilobytes: 0, checked: false)
    if readsMemory { PeakMemory.reset() }
    let frames: [Double]
    switch item.path {
    case .core:
      let built = try timed { try CoreProgram(item.workload, size: item.size) }
      let solved = try timed { try built.result.solver.solve() }
      guard solved.result == .optimal else {
        StandardError.print("\(item.workload.rawValue) \(item.size) core: the solver ended \(solved.result)")
        return result
      }
      let read = try timed { try built.result.frames() }
      (result.build, result.solve, result.read) = (built.seconds, solved.seconds, read.seconds)
      frames = read.result
    case .flat:
      let built = try timed { try FlatProgram(item.workload, size: item.size) }
      guard let program = built.result else { return result }
      let solved = try timed { try program.solve() }
      let read = timed { program.frames() }
      (result.build, result.solve, result.read) = (built.seconds, solved.seconds, read.seconds)
      frames = read.result
    case .facade, .template:
      let built = try timed { try ViewProgram(item.workload, size: item.size) }
      let solved = try timed { try built.result.solve() }
      let read = timed { built.result.frames() }
      (result.build, result.solve, result.read) = (built.seconds, solved.seconds, read.seconds)
      frames = read.result
    }
    if readsMemory { result.peakKilobytes = PeakMemory.read() }
    return try checked(result, frames, expected)
  }

  /// One run of a mode beside `full`.
  private func measure(_ item: Case, _ mode: BenchMode, expected: [Double]) throws -> Measurement {
    let steps = mode.steps(item.workload, item.size)
    let structure = mode.structure(item.workload, item.size)
    PeakMemory.reset()
    let run: BenchRun
    switch (mode, item.path) {
    case (.template, _): run = try .template(item.workload, item.size, item.path)
    case (.structure, .core): run = try .core(item.workload, item.size, structure)
    case (.structure, .facade), (.structure, .template), (.structure, .flat):
      run = try .facade(item.workload, item.size, structure)
    case (_, .core): run = try .core(item.workload, item.size, steps)
    case (_, .facade), (_, .template): run = try .facade(item.workload, item.size, steps)
    case (_, .flat): run = try .flat(item.workload, item.size, steps)
    }
    let result = Measurement(
      workload: item.workload.rawValue, mode: mode, path: item.path, views: item.workload.viewCount(item.size),
      build: run.build, solve: run.solve, read: run.read, peakKilobytes: PeakMemory.read(), checked: false,
      steps: max(steps.count + max(structure.count - BenchRun.settlingEdits, 0), 1), floor: run.floor, cold: run.cold)
    return try checked(result, run.frames, expected)
  }

  /// The measurement with what is to be said of its frames, which are dumped if asked for.
  func checked(_ measurement: Measurement, _ frames: [Double], _ expected: [Double]) throws -> Measurement {
    var result = measurement
    if let difference = FrameDifference.first(frames, expected) {
      StandardError.print(
        "\(result.workload) \(result.views) \(result.path.rawValue): \(difference)")
    } else {
      result.checked = true
    }
    try dump(frames, of: result)
    return result
  }

  /// Writes values as little-endian doubles, if that is asked for.
  func dump(_ values: [Double], of result: Measurement) throws {
    guard let dump else { return }
    let bytes = values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
    try Output.file(bytes, at: "\(dump)/\(result.workload)-\(result.mode.rawValue)-\(result.views).bin")
  }

  /// Documents through the core: lowered once by the library, then built, solved and read again and again. The values
  /// must be those that the library's own first solve gave.
  private func runDocuments(_ mode: BenchMode) throws -> [Measurement] {
    guard mode == .full else { throw Failure.unusable("--mode \(mode.rawValue): a document has --mode full only") }
    var measurements: [Measurement] = []
    let allUsable = try Input.forEachDocument(document, "bench") { document in
      let (state, solver) = try document.solveBeforeEdits()
      guard let solver, solver.outcome == .optimal, state.conflicts.isEmpty else {
        throw DocumentError(
          file: document.file, line: 1, column: 1,
          message: "its required constraints conflict; remove the conflict (trellis check tells which)")
      }
      let program = try RecordedProgram(solver)
      let runs = try (0..<repeats).map { _ in try measure(program, of: document) }
      if let median = Measurement.median(of: runs) { try report(median, &measurements) }
    }
    if !allUsable { throw Failure(status: Failure.unusableInput, text: nil) }
    return measurements
  }

  private func measure(_ program: RecordedProgram, of document: LayoutDocument) throws -> Measurement {
    PeakMemory.reset()
    let built = try timed { try program.makeSolver() }
    let (solver, variables) = built.result
    let solved = try timed { try solver.solve() }
    let read = try timed { try solver.values(variables) }
    let isRight = solved.result == .optimal && zip(read.result, program.values).allSatisfy { abs($0 - $1) <= 1e-6 }
    if !isRight { StandardError.print(visible("\(document.file): another answer than the first time")) }
    var result = Measurement(
      workload: document.file == Input.standardInput
        ? "stdin" : URL(fileURLWithPath: document.file).lastPathComponent,
      path: .core, views: document.isProgram ? variables.count : document.itemCount + 1, build: built.seconds,
      solve: solved.seconds, read: read.seconds, peakKilobytes: PeakMemory.read(), checked: isRight)
    if document.isProgram { (result.levels, result.statistics) = (try solver.levels(), solver.statistics) }
    return result
  }
}
