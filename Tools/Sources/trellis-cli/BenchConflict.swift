// Constraints that compete, on the clock: W3 with a conflict in every cell, and labels in one row at five priorities, each
// beside its twin in which all fit, in turn in the same run.

import Workloads

extension BenchCommand {
  /// All cases of `--mode conflict` that are asked for.
  func runConflicts() throws -> [Measurement] {
    let names = Competition.allCases.map(\.rawValue).joined(separator: ",")
    let competitions = try list(workload ?? names, "--workload") { name in
      guard let match = Competition.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
        throw Failure.unusable("--workload \(name): has no --mode conflict; use \(names)")
      }
      return match
    }
    let (sizes, paths) = (try chosenSizes(), try chosenPaths())
    var progress = Progress("bench", total: sizes.count * competitions.count * paths.count * repeats)
    var measurements: [Measurement] = []
    for size in sizes {
      for competition in competitions {
        guard size >= competition.smallestSize else {
          throw Failure.unusable(
            "--views \(size): too small for \(competition.rawValue); use at least \(competition.smallestSize)")
        }
        for path in paths {
          var runs: [Measurement] = []
          for run in 0..<repeats {
            progress.update(measurements.count * repeats + run, "\(competition.rawValue) \(size) \(path.rawValue)")
            let fitting = try measure(competition, size, path, isCompeting: false)
            var result = try measure(competition, size, path, isCompeting: true)
            result.cold = fitting.total
            result.checked = result.checked && fitting.checked
            runs.append(result)
          }
          if let median = Measurement.median(of: runs) { try report(median, &measurements) }
        }
      }
    }
    progress.finish()
    return measurements
  }

  /// One cold solve.
  private func measure(
    _ competition: Competition, _ size: Int, _ path: BenchPath, isCompeting: Bool
  ) throws -> Measurement {
    var result = Measurement(
      workload: competition.rawValue, mode: .conflict, path: path, views: competition.viewCount(size), build: 0,
      solve: 0, read: 0, peakKilobytes: 0, checked: false)
    let values: [Double]
    PeakMemory.reset()
    switch path {
    case .core:
      let built = try timed { try CoreCompetition(competition, size: size, isCompeting: isCompeting) }
      let solved = try timed { try built.result.solver.solve() }
      guard solved.result == .optimal else { throw Failure.unusable("a competition has no answer") }
      let read = try timed { try built.result.values() }
      (result.build, result.solve, result.read) = (built.seconds, solved.seconds, read.seconds)
      values = built.result.determined(read.result)
    case .facade, .template, .flat:
      let built = try timed { try ViewCompetition(competition, size: size, isCompeting: isCompeting) }
      let solved = try timed { try built.result.scene.layout() }
      let read = timed { built.result.values() }
      (result.build, result.solve, result.read) = (built.seconds, solved.seconds, read.seconds)
      values = built.result.determined(read.result)
    }
    result.peakKilobytes = PeakMemory.read()
    return try checked(result, values, competition.closedForm(size, isCompeting: isCompeting))
  }
}
