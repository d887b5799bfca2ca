// One script from a seed: made up and played step by step, and made small where it fails.

import TestSupport

/// What came of the script of one seed.
public struct ScriptResult: Sendable {
  /// The seed of the script.
  public var seed: UInt64
  /// Of its states.
  public var tally = ScriptTally()
  /// How many edits were made.
  public var edits = 0
  /// What was found wrong and how to see it again; nil where nothing was.
  public var failure: String?

  /// The sum of none.
  public init() { seed = 0 }
}

extension ScriptResult {
  /// Makes up the script of a seed and plays it.
  ///
  /// - Parameters:
  ///   - edits: How many edits it has, at least.
  ///   - blocks: How large its layout is at the start; nil for what the seed says.
  ///   - again: Whether the script is played a second time, when every value must come out the same to the bit.
  ///   - budget: How many scripts to try while making a failing one small.
  public init(
    seed: UInt64, edits wanted: Int, blocks: Int? = nil, again: Bool = false, budget: Int = 4000
  ) throws {
    self.seed = seed
    var generator = ScriptGenerator(seed: seed, blocks: blocks)
    // Every fourth script runs out of memory now and then.
    let isFailing = seed % 4 == 3
    let player = try ScriptPlayer(isFailing: isFailing)
    var steps = generator.start()
    var script = steps
    var persistence = 0
    while true {
      if let found = try player.play(steps) {
        tally = player.tally
        failure = Self.describe(found.fault, script, isFailing, seed, edits, budget)
        return
      }
      guard edits < wanted else { break }
      persistence = player.conflicting.isEmpty ? 0 : persistence + 1
      let next = generator.next(player.values, conflict: player.conflicting, persistence: persistence)
      steps = next.steps
      edits += next.edits
      script += steps
    }
    tally = player.tally
    if again {
      let second = try ScriptPlayer(isFailing: isFailing)
      if let found = try second.play(script) {
        failure = "seed \(seed), when played again: \(found.fault)"
      } else if second.tally.digest != tally.digest {
        failure = "seed \(seed): played twice, values differ"
      }
    }
  }

  private static func describe(
    _ fault: String, _ script: [ScriptStep], _ isFailing: Bool, _ seed: UInt64, _ edits: Int, _ budget: Int
  )
    -> String
  {
    // Of what follows the first solve much is often not needed; a fault that takes another form is a fault, too.
    let small = shrink(script, budget: budget) { ((try? Self.fault(of: $0, isFailing: isFailing)) ?? nil) != nil }
    let again = (try? Self.fault(of: small, isFailing: isFailing)) ?? nil
    return """
      seed \(seed), after \(edits) edits: \(fault)
      in \(small.count) steps\(isFailing ? ", memory failing" : ""): \(again ?? "not again")
      \(small.map(\.description).joined(separator: "\n"))
      """
  }

  /// What is wrong with a script; nil where nothing is. `isFailing` refuses memory at each allocation of each call in turn.
  package static func fault(of script: [ScriptStep], isFailing: Bool = false) throws -> String? {
    try ScriptPlayer(isThorough: true, isFailing: isFailing).play(script)?.fault
  }
}
