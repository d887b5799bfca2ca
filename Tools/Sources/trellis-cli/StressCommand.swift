// `trellis stress`: edits at random, each state compared with a layout of the same scene built from nothing.

import ArgumentParser
import Foundation

struct StressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress",
    abstract: "Edits a scene at random and compares every state with a layout from scratch.",
    discussion: """
      Level errors must agree always, frames wherever the constraints determine them, and the change set must name \
      every frame that changed. Exit status: 0 all equal, 1 a difference (with the seed and the edit).
      """)

  @Option(parsing: .unconditional, help: ArgumentHelp("Views of the scene.", valueName: "N"))
  var views = 100

  @Option(parsing: .unconditional, help: ArgumentHelp("Edits to make.", valueName: "M"))
  var edits = 200

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the scene and its edits; random and printed if left out.", valueName: "S"))
  var seed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Scenes, one after the other, with the seeds from S on; if several, up to five edits between two layouts.",
      valueName: "K"))
  var scenes = 1

  /// A scene is held three times: as values, live and from scratch. At this limit that is 0.9 GB and some 20 s, at three
  /// times as many 2.6 GB and a minute.
  private static let largestScene = 100_000

  func run() throws {
    guard (1...Self.largestScene).contains(views) else {
      throw Failure.unusable("--views \(views): use a number from 1 to \(Self.largestScene)")
    }
    guard edits >= 0 else { throw Failure.unusable("--edits \(edits): use a number of 0 or more") }
    guard scenes >= 1 else { throw Failure.unusable("--scenes \(scenes): use a number of 1 or more") }
    let seed = try chosenSeed()
    var timings = Timings()
    var progress = Progress("stress", total: scenes * (edits + 1))
    for index in 0..<scenes {
      try runScene(seed &+ UInt64(index), &timings, &progress, from: index * (edits + 1))
    }
    progress.finish()
    let many = scenes == 1 ? "" : "\(scenes) scenes of "
    try Output.standard(
      """
      seed \(seed): \(many)\(views) views, \(edits) edits, every state equal to a layout from scratch
      median layout: \(median(timings.incremental)) after an edit, \(median(timings.fromScratch)) from scratch

      """)
  }

  /// Seconds of layouts.
  private struct Timings {
    var incremental: [Double] = []
    var fromScratch: [Double] = []
  }

  /// One scene and all its edits.
  private func runScene(
    _ seed: UInt64, _ timings: inout Timings, _ progress: inout Progress, from start: Int
  ) throws {
    var generator = StressGenerator(seed: seed, views: views)
    var model = generator.scene { progress.update(start, "making view \($0) of \(views)") }
    let live = try StressStage(model)
    var step = 0
    while true {
      progress.update(start + step)
      var description = "the first layout"
      do {
        if step > 0 {
          let last = min(edits, step + (scenes > 1 ? generator.burst() : 1) - 1)
          for number in step...last {
            let edit = generator.edit(of: model)
            description = "edit \(number), \(edit)"
            try live.apply(edit, model)
            model.apply(edit)
          }
          step = last
        }
        let edited = try timed { try live.layout() }
        if let lost = edited.result { throw difference(lost, seed, description) }
        let scratch = try StressStage(model)
        let built = try timed { try scratch.layout() }
        if let difference = try live.difference(from: scratch, in: model) {
          throw self.difference(difference, seed, description)
        }
        if step > 0 { timings.incremental.append(edited.seconds) }
        timings.fromScratch.append(built.seconds)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw difference("\(error)", seed, description)
      }
      if step >= edits { return }
      step += 1
    }
  }

  private func chosenSeed() throws -> UInt64 {
    guard let seed else { return UInt64.random(in: 0...999_999_999) }
    guard let number = UInt64(seed) else {
      throw Failure.unusable("--seed \(seed): not a seed; use a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  private func difference(_ text: String, _ seed: UInt64, _ step: String) -> Failure {
    Failure(
      status: Failure.findings,
      text: """
        seed \(seed): after \(step): \(text)
        again: trellis stress --views \(views) --edits \(edits) --seed \(seed)\(scenes > 1 ? " --scenes 2" : "")
        """)
  }

  private func median(_ values: [Double]) -> String {
    values.isEmpty ? "none" : durationText(values.sorted()[(values.count - 1) / 2])
  }
}
