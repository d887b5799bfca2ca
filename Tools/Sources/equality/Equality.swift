// `equality`: the long runs that show every way to an answer to be the same way. Optimized, as they are large; the unit
// tests run a little of the same.

import ArgumentParser
import EditScripts
import Foundation

@main
struct Equality: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares every way to an answer with a solve from scratch.",
    discussion: "Exit status: 0 all equal, 1 a difference, with its seed and a script that shows it.",
    subcommands: [Scripts.self, Scenes.self, Memory.self])
}

/// What all runs take.
struct RunOptions: ParsableArguments {
  @Option(help: "The first seed; the others follow it.")
  var seed: UInt64 = 1

  @Option(help: "How many are at work at once.")
  var jobs = 2

  @Option(help: "How many differences to show before it stops.")
  var failures = 3

  /// Does the work of all seeds, and adds up what came of it.
  func run<Result: Sendable>(
    _ count: Int, into total: inout Result, _ add: (inout Result, Result) -> Void, _ failure: (Result) -> String?,
    _ work: @escaping @Sendable (UInt64) throws -> Result
  ) async throws -> Bool {
    let first = seed
    let parts = max(1, jobs)
    let batches = stride(from: 0, to: count, by: 64 * parts)
    var found = 0
    for start in batches where found < failures {
      let results = try await withThrowingTaskGroup(of: [Result].self) { group in
        for part in 0..<parts {
          group.addTask {
            var results: [Result] = []
            for index in stride(from: start + part, to: min(count, start + 64 * parts), by: parts) {
              results.append(try work(first &+ UInt64(index)))
            }
            return results
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      for result in results {
        add(&total, result)
        if let text = failure(result) {
          found += 1
          if found <= failures { print(text) }
        }
      }
    }
    return found == 0
  }
}

struct Scripts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Random edit scripts on the solver: after every solve the answer is that of a new solver.")

  @OptionGroup var options: RunOptions

  @Option(help: "How many scripts.")
  var scripts = 100

  @Option(help: "Edits of each.")
  var edits = 1000

  @Option(help: "Blocks of the layout at the start; drawn by each seed if left out.")
  var blocks: Int?

  @Option(help: "Smaller scripts to try where one fails; 0 prints it as it is.")
  var budget = 4000

  func run() async throws {
    let started = Date()
    var total = ScriptResult()
    let (edits, blocks, budget) = (edits, blocks, budget)
    let isEqual = try await options.run(
      scripts, into: &total,
      { total, result in
        total.tally += result.tally
        total.edits += result.edits
      }, \.failure
    ) { seed in
      try ScriptResult(seed: seed, edits: edits, blocks: blocks, again: seed % 16 == 0, budget: budget)
    }
    let seconds = -started.timeIntervalSinceNow
    let tally = total.tally
    print(
      """
      \(scripts) scripts from seed \(options.seed): \(total.edits) edits, \(tally.solves) states (\(tally.optimal) \
      optimal, \(tally.infeasible) infeasible, \(tally.borderline) either), \(tally.compared) values compared, \
      \(tally.ambiguous) not unique, \(tally.refused) calls refused memory; \(Int(Double(tally.solves) / seconds)) states \
      a second
      """)
    if !isEqual { throw ExitCode.failure }
  }
}

struct Scenes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Random scenes: from scratch, incremental, dense, sparse, without presolve, as templates, in parallel.")

  @OptionGroup var options: RunOptions

  @Option(help: "How many scenes.")
  var scenes = 10_000

  @Option(help: "Smaller scenes to try where one fails; 0 prints it as it is.")
  var budget = 4000

  func run() async throws {
    let started = Date()
    var total = SceneResult()
    let budget = budget
    let isEqual = try await options.run(
      scenes, into: &total,
      { total, result in
        total.tally += result.tally
        total.templates += result.templates
      }, \.failure
    ) { seed in try SceneResult(seed: seed, budget: budget) }
    let (tally, templates) = (total.tally, total.templates)
    print(
      """
      \(scenes) scenes from seed \(options.seed): \(tally.solves) states (\(tally.optimal) optimal, \
      \(tally.infeasible) infeasible, \(tally.borderline) either), \(tally.compared) values compared, \
      \(tally.ambiguous) not unique; \(templates.instances) instances (\(templates.withoutAnswer) without an answer, \
      \(templates.borderline) either), \(templates.same) values the same, \(templates.ambiguous) not unique; \
      \(Int(Double(scenes) / -started.timeIntervalSinceNow)) scenes a second
      """)
    if !isEqual { throw ExitCode.failure }
  }
}
