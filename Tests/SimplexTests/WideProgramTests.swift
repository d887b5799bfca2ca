// Random programs whose numbers spread against the exact judge: in every configuration, and warm after edits.

import Judge
import Simplex
import TestSupport
import Testing

/// What is wrong with the answers to one program, or after edits of it.
private func faults(_ family: WideFamily, seed: UInt64, _ variables: ClosedRange<Int>) throws -> [String] {
  var generator = WideGenerator(family, seed: seed)
  let program = generator.program(variables)
  let judge = try ExactJudge(program)
  for options in configurations {
    if let fault = judge.fault(of: try LoadedProgram(program).solve(options)) {
      return ["\(options): \(fault)\n\(program)"]
    }
  }
  let warm = try LoadedProgram(program)
  _ = try warm.solve()
  var edits: [Edit] = []
  for _ in 0..<3 {
    edits.append(generator.edit(of: warm.program))
    try warm.apply(edits[edits.count - 1])
    if let fault = try ExactJudge(warm.program).fault(of: warm.solve()) {
      return ["after \(edits): \(fault)\n\(program)"]
    }
  }
  return []
}

@Suite struct WideProgramTests {
  @Test(arguments: WideFamily.allCases) func smallPrograms(family: WideFamily) throws {
    let seed = TestRun.seed(500)
    for index in TestRun.share(of: TestRun.isLong ? 20_000 : 150) {
      let found = try faults(family, seed: seed &+ UInt64(index), 1...6)
      #expect(found.isEmpty, "TRELLIS_SEED=\(seed &+ UInt64(index)) \(found)")
    }
  }

  @Test(arguments: WideFamily.allCases) func programsOfAScreen(family: WideFamily) throws {
    let seed = TestRun.seed(500)
    for index in TestRun.share(of: TestRun.isLong ? 1000 : 6) {
      let found = try faults(family, seed: seed &+ UInt64(index), 8...30)
      #expect(found.isEmpty, "TRELLIS_SEED=\(seed &+ UInt64(index)) \(found)")
    }
  }
}
