// Coupled programs on the clock. They have no closed form: a run checks its own arithmetic, and prints the errors of the
// levels and what the simplex did as JSON, by which `Benchmarks/rivals/coupled.py` compares it with HiGHS.

import Simplex
import Workloads

extension BenchCommand {
  /// Coupled programs, small sizes first.
  func runCoupled(_ families: [Coupled]) throws -> [Measurement] {
    guard try chosenPaths().contains(.core) else {
      throw Failure.unusable("--path \(path): \(families[0].rawValue) is a program without views; use core")
    }
    let sizes = try chosenSizes()
    for family in families {
      for size in sizes where size < family.smallestSize {
        throw Failure.unusable(
          "--views \(size): too small for \(family.rawValue); use at least \(family.smallestSize)")
      }
    }
    var progress = Progress("bench", total: sizes.count * families.count * repeats)
    var measurements: [Measurement] = []
    for size in sizes {
      for family in families {
        var runs: [Measurement] = []
        for run in 0..<repeats {
          progress.update(measurements.count * repeats + run, "\(family.rawValue) \(size)")
          runs.append(try measure(family, size))
        }
        if let median = Measurement.median(of: runs) { try report(median, &measurements) }
      }
    }
    progress.finish()
    return measurements
  }

  /// One cold solve.
  private func measure(_ family: Coupled, _ size: Int) throws -> Measurement {
    PeakMemory.reset()
    let built = try timed { try CoupledProgram(family, size: size) }
    let program = built.result
    let solved = try timed { try program.solver.solve() }
    var result = Measurement(
      workload: family.rawValue, path: .core, views: program.variables.count, build: built.seconds,
      solve: solved.seconds, read: 0, peakKilobytes: 0, checked: false)
    guard solved.result == .optimal else {
      StandardError.print("\(family.rawValue) \(size): the solver ended \(solved.result)")
      return result
    }
    let read = try timed { try program.values() }
    let levels = try program.solver.levels()
    (result.read, result.peakKilobytes, result.levels) = (read.seconds, PeakMemory.read(), levels)
    result.statistics = program.solver.statistics
    result.checked = try program.agrees(read.result, levels)
    if !result.checked {
      StandardError.print("\(family.rawValue) \(size): the values do not meet the rows as the solver says")
    }
    try dump(read.result, of: result)
    return result
  }
}
