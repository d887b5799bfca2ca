// One measured run: the three phases on the clock, the peak of memory, and whether the frames were right.

import Foundation
import Simplex
@_spi(Tools) import TrellisFiles

/// The way a workload goes through: rows straight to the core, a tree of views, or a flat scene.
enum BenchPath: String, CaseIterable, Sendable {
  case core
  case facade
  case flat
  /// Compiled from views. W7 has it as a path beside the façade; of others it is a mode.
  case template
}

/// What one case of the benchmark took; times in seconds.
struct Measurement {
  /// The workload's name (`W1`), or the file's name.
  var workload: String
  var mode = BenchMode.full
  var path: BenchPath
  /// Views in the tree; variables where a document has no views.
  var views: Int
  /// Handing over the constraints; in modes of steps, with the first solve.
  var build: Double
  var solve: Double
  /// Reading all frames.
  var read: Double
  /// The most memory the process held meanwhile.
  var peakKilobytes: Int
  /// Whether the frames were compared with the expected ones and agreed.
  var checked: Bool
  /// Solves that `solve` and `read` are the sums of.
  var steps = 1
  /// Arithmetic by hand for the same steps; nil where it was not measured.
  var floor: Double?
  /// What structural edits are compared with, building, solving and reading once; for conflicts, solving and reading where
  /// all fit; for cures, the first question; else nil.
  var cold: Double?
  /// Of `build`, shaping the texts; nil for workloads without.
  var prepare: Double?
  /// The errors of the levels, where they are what engines are compared by; else nil.
  var levels: [Level]?
  /// What the simplex did, where it is what is measured; else nil.
  var statistics: Statistics?

  /// What is compared: all phases, or those after building where there are steps to take.
  var total: Double { mode == .full ? build + solve + read : solve + read }

  /// The divisor of the time that a table shows: steps, else views.
  var share: Double { Double(max(mode.isPerView ? views : steps, 1)) }

  /// Entries that a pivot went through; nil where there was none.
  var touchedPerPivot: Double? {
    guard let statistics, statistics.pivots > 0 else { return nil }
    return Double(statistics.touchedEntries) / Double(statistics.pivots)
  }

  /// One line of JSON, keys in the order of the document that fixes them.
  var json: String {
    let name = jsonString(workload)
    let hand = floor.map { ", \"floor_s\": \($0)" } ?? ""
    let once =
      cold.map { ", \"\(mode == .conflict ? "fitting_s" : mode == .cures ? "first_s" : "cold_s")\": \($0)" } ?? ""
    let texts = prepare.map { ", \"prepare_s\": \($0)" } ?? ""
    let list = (levels ?? []).map { "\"\($0.priority)\": \($0.error)" }.joined(separator: ", ")
    let errors = levels == nil ? "" : ", \"levels\": {\(list)}"
    let counts =
      statistics.map {
        ", \"pivots\": \($0.pivots), \"touched\": \($0.touchedEntries), \"interior_steps\": \($0.interiorSteps)"
      } ?? ""
    return """
      {"workload": \(name), "mode": "\(mode.rawValue)", "path": "\(path.rawValue)", "views": \(views), "build_s": \(build), \
      "solve_s": \(solve), "read_s": \(read), "steps": \(steps), "peak_rss_kb": \(peakKilobytes), \
      "checked": \(checked)\(hand)\(once)\(texts)\(errors)\(counts)}
      """
  }

  /// The run whose total is in the middle.
  static func median(of runs: [Measurement]) -> Measurement? {
    guard !runs.isEmpty else { return nil }
    var result = runs.sorted { $0.total < $1.total }[(runs.count - 1) / 2]
    result.peakKilobytes = runs.map(\.peakKilobytes).max() ?? result.peakKilobytes
    result.checked = runs.allSatisfy(\.checked)
    return result
  }
}

/// The seconds a piece of work takes, and its result.
func timed<Result>(_ work: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try work()
  return (seconds(clock.now - start), result)
}

/// A duration as a number.
func seconds(_ duration: Duration) -> Double {
  let (seconds, attoseconds) = duration.components
  return Double(seconds) + Double(attoseconds) * 1e-18
}

/// The peak of the process's memory. Linux can be asked to forget the last peak (proc(5), clear_refs, 5), so that each
/// case has its own; elsewhere the peak is that of the process so far.
enum PeakMemory {
  static func reset() {
    #if os(Linux)
      guard let file = fopen("/proc/self/clear_refs", "w") else { return }
      fputs("5", file)
      fclose(file)
    #endif
  }

  /// Kilobytes since the last reset.
  static func read() -> Int {
    #if os(Linux)
      if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
      {
        return kilobytes
      }
      return 0
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1024
    #endif
  }
}
