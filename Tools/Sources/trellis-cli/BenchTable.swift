// The benchmark's results for people: times, time per view, and how the time grew from one size to the next.

import Foundation

struct BenchTable {
  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) { self.measurements = measurements }

  /// A line per case. `growth` is the exponent e of total ~ viewsᵉ against the next smaller size of the same case.
  var text: String {
    let mode = measurements.first?.mode ?? .full
    let share = mode.isPerView ? "per view" : "per step"
    var lines = [
      row(
        "workload", "path", "views", "build", "solve", "read", "total", share, "growth", "peak", "frames",
        comparison(mode))
    ]
    for item in measurements {
      lines.append(
        row(
          item.workload, item.path.rawValue, String(item.views), time(item.build), time(item.solve), time(item.read),
          time(item.total), time(item.total / item.share), growth(of: item),
          "\(item.peakKilobytes / 1024) MB", item.checked ? "right" : "WRONG", floor(of: item)))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func comparison(_ mode: BenchMode) -> String {
    if measurements.contains(where: { $0.statistics != nil }) { return "per pivot" }
    return measurements.first?.prepare != nil ? "texts" : mode.comparison
  }

  /// How many times longer than arithmetic by hand; of coupled programs, the entries that a pivot went through; of texts, how long shaping took; of structural edits, how much of a cold solve each is; of conflicts, how
  /// many times longer than where all fit; of cures, the first question.
  private func floor(of item: Measurement) -> String {
    if item.statistics != nil { return item.touchedPerPivot.map { fixed($0, 0) } ?? "" }
    if let prepare = item.prepare { return time(prepare) }
    if item.mode == .cures { return item.cold.map(time) ?? "" }
    if item.mode == .conflict { return item.cold.map { fixed(item.total / $0, 2) + "×" } ?? "" }
    if let cold = item.cold, cold > 0 { return fixed(100 * item.total / item.share / cold, 2) + " %" }
    guard let floor = item.floor, floor > 0 else { return "" }
    return "\(fixed(item.total / floor, 1))×"
  }

  private func growth(of item: Measurement) -> String {
    let smaller = measurements.filter {
      $0.workload == item.workload && $0.path == item.path && $0.views < item.views
    }.max { $0.views < $1.views }
    guard let smaller, smaller.total > 0, item.total > 0 else { return "" }
    let exponent = log(item.total / smaller.total) / log(Double(item.views) / Double(smaller.views))
    return "N^" + fixed(exponent, 2)
  }

  private func row(_ cells: String...) -> String {
    let widths = [10, 7, 8, 9, 9, 9, 9, 9, 7, 8, 6, 9]
    return zip(cells.last?.isEmpty == true ? cells.dropLast() : cells[...], widths).enumerated().map { column, cell in
      let (text, width) = cell
      let gap = String(repeating: " ", count: max(0, width - text.count))
      return column < 2 ? text + gap : gap + text
    }.joined(separator: " ")
  }

  private func time(_ seconds: Double) -> String { durationText(seconds) }
}

/// A duration with three digits or so, in the unit that suits it.
func durationText(_ seconds: Double) -> String {
  switch seconds {
  case ..<1e-6: fixed(seconds * 1e9, 0) + " ns"
  case ..<1e-3: fixed(seconds * 1e6, seconds < 1e-5 ? 2 : seconds < 1e-4 ? 1 : 0) + " µs"
  case ..<1: fixed(seconds * 1e3, seconds < 1e-2 ? 2 : seconds < 1e-1 ? 1 : 0) + " ms"
  default: fixed(seconds, 2) + " s"
  }
}

/// A number with so many digits after the point.
func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
