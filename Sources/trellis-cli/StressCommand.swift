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
    help: ArgumentHelp("Seed of the scene and its edits; drawn and told if left out.", valueName: "S"))
  var seed: String?

  /// A scene is held three times: as values, live and from scratch. At this limit that is 0.9 GB and some 20 s, at three
  /// times as many 2.6 GB and a minute.
  private static let largestScene = 100_000

  func run() throws {
    guard (1...Self.largestScene).contains(views) else {
      throw Failure.unusable("--views \(views): use a number from 1 to \(Self.largestScene)")
    }
    guard edits >= 0 else { throw Failure.unusable("--edits \(edits): use a number of 0 or more") }
    let seed = try chosenSeed()
    var generator = StressGenerator(seed: seed, views: views)
    var progress = Progress("stress", total: edits + 1)
    var model = generator.scene { progress.update(0, "making view \($0) of \(views)") }
    let live = try StressStage(model)
    var incremental: [Double] = []
    var fromScratch: [Double] = []
    for step in 0...edits {
      progress.update(step)
      var description = "the first layout"
      do {
        if step > 0 {
          let edit = generator.edit(of: model)
          description = "edit \(step), \(edit)"
          try live.apply(edit, model)
          model.apply(edit)
        }
        let edited = try timed { try live.layout() }
        if let lost = edited.result { throw difference(lost, seed, description) }
        let scratch = try StressStage(model)
        let built = try timed { try scratch.layout() }
        if let difference = try live.difference(from: scratch, in: model) {
          throw self.difference(difference, seed, description)
        }
        if step > 0 { incremental.append(edited.seconds) }
        fromScratch.append(built.seconds)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw difference("\(error)", seed, description)
      }
    }
    progress.finish()
    try Output.standard(
      """
      seed \(seed): \(views) views, \(edits) edits, every state equal to a layout from scratch
      median layout: \(median(incremental)) after an edit, \(median(fromScratch)) from scratch

      """)
  }

  private func chosenSeed() throws -> UInt64 {
    guard let seed else { return UInt64.random(in: 0...999_999_999) }
    guard let number = UInt64(seed) else {
      throw Failure.unusable("--seed \(seed): is no seed; use a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  private func difference(_ text: String, _ seed: UInt64, _ step: String) -> Failure {
    Failure(
      status: Failure.findings,
      text: """
        seed \(seed): after \(step): \(text)
        again: trellis stress --views \(views) --edits \(edits) --seed \(seed)
        """)
  }

  private func median(_ values: [Double]) -> String {
    values.isEmpty ? "none" : durationText(values.sorted()[(values.count - 1) / 2])
  }
}
