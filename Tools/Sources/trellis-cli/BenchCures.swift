// What helps with a conflict, on the clock: mistakes are planted in W1 to W4, and the cures of each conflict are asked for.
// A second height contradicts two or a few constraints; a second position all that lead there from the root.

import Trellis
import Workloads

/// A kind of mistake that is planted.
private enum PlantedMistake: String, CaseIterable {
  /// A second height, 3 points larger.
  case height
  /// A second left or top edge, 3 points from where the view is, measured from the root or its content.
  case edge
}

extension BenchCommand {
  /// So many mistakes of a kind in one scene.
  private static let plantedCount = 4

  /// All cases of `--mode cures` that are asked for.
  func runCures() throws -> [Measurement] {
    guard path == "core,facade" || path == BenchPath.facade.rawValue else {
      throw Failure.unusable("--path \(path): cures are the façade's; use facade")
    }
    let names = BenchMode.cures.workloads.map(\.rawValue).joined(separator: ",")
    let workloads = try list(workload ?? names, "--workload") { name in
      guard let match = Workload(rawValue: name.uppercased()), BenchMode.cures.workloads.contains(match) else {
        throw Failure.unusable("--workload \(name): has no --mode cures; use \(names)")
      }
      return match
    }
    let sizes = try chosenSizes()
    var progress = Progress("bench", total: sizes.count * workloads.count * PlantedMistake.allCases.count * repeats)
    var measurements: [Measurement] = []
    for size in sizes {
      for workload in workloads {
        guard size >= workload.smallestSize else {
          throw Failure.unusable(
            "--views \(size): too small for \(workload.rawValue); use at least \(workload.smallestSize)")
        }
        for mistake in PlantedMistake.allCases {
          var runs: [Measurement] = []
          for run in 0..<repeats {
            progress.update(measurements.count * repeats + run, "\(workload.rawValue) \(size) \(mistake.rawValue)")
            runs.append(try measure(workload, size, mistake))
          }
          if let median = Measurement.median(of: runs) { try report(median, &measurements) }
        }
      }
    }
    progress.finish()
    return measurements
  }

  /// One scene with mistakes: the first question, with the copy that changes are tried in, and then each of them.
  private func measure(_ workload: Workload, _ size: Int, _ mistake: PlantedMistake) throws -> Measurement {
    var result = Measurement(
      workload: "\(workload.rawValue) \(mistake.rawValue)", mode: .cures, path: .facade,
      views: workload.viewCount(size), build: 0, solve: 0, read: 0, peakKilobytes: 0, checked: false)
    PeakMemory.reset()
    let built = try timed { try Self.scene(of: workload, size, mistake) }
    let scene = built.result
    let conflicts = scene.conflicts
    guard let first = conflicts.first else { throw Failure.unusable("a planted mistake contradicts nothing") }
    let asked = try timed { try first.cures }
    let answers = try conflicts.map { conflict in try timed { try conflict.cures } }
    (result.build, result.cold) = (built.seconds, asked.seconds)
    result.solve = answers.reduce(0) { $0 + $1.seconds }
    result.steps = conflicts.count
    result.peakKilobytes = PeakMemory.read()
    result.checked = try answers.allSatisfy { answer in
      guard let cure = answer.result.first else { return false }
      let left = try scene.whatIf({ try cure.apply() }) { $0.conflicts.count }
      return left == conflicts.count - cure.curedConflicts
    }
    if !result.checked {
      StandardError.print("\(result.workload) \(result.views): a conflict is without a cure, or its cure does not work")
    }
    return result
  }

  /// A workload with mistakes in it, evenly spread, laid out.
  private static func scene(of workload: Workload, _ size: Int, _ mistake: PlantedMistake) throws -> Scene {
    let scene = try ViewProgram(workload, size: size).scene
    scene.log = nil
    try scene.layout()
    // What positions are measured from, and the views without subviews, each with where it lies from there. A content size
    // is not required, so a second height would contradict nothing there.
    let base = scene.root is ScrollView ? scene.root.subviews[0] : scene.root
    var leaves: [(view: View, x: Double, y: Double)] = []
    var pending: [(view: View, x: Double, y: Double)] = [(base, 0, 0)]
    while let (view, x, y) = pending.popLast() {
      if view.subviews.isEmpty, view.intrinsicSize.height < 0 { leaves.append((view, x, y)) }
      for subview in view.subviews.reversed() {
        pending.append((subview, x + subview.frame.minX, y + subview.frame.minY))
      }
    }
    for number in 0..<min(plantedCount, leaves.count) {
      let (view, x, y) = leaves[(2 * number + 1) * leaves.count / (2 * plantedCount)]
      switch mistake {
      case .height: view.heightAnchor.constraint(equalToConstant: view.frame.height + 3).isActive = true
      // The heights of cells follow from contents, which give way.
      case .edge where workload == .distributedSpacing || workload == .cells:
        view.leftAnchor.constraint(equalTo: base.leftAnchor, constant: x + 3).isActive = true
      case .edge: view.topAnchor.constraint(equalTo: base.topAnchor, constant: y + 3).isActive = true
      }
    }
    try scene.layout()
    return scene
  }
}
