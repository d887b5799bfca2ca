// Random edit scripts: after every edit the warm answer is that of a solve from scratch. Level errors always, values where
// the solver calls them unique, conflicts and every tenth answer by the judge.

import Judge
import Simplex
import TestSupport
import Testing

/// What is wrong after the last edit of a loaded program, and the warm answer.
private func compare(
  _ loaded: LoadedProgram, _ options: SolveOptions, judged: Bool
) throws -> (faults: [String], answer: Answer) {
  let program = loaded.program
  let warm = try loaded.solve(options)
  let fresh = try LoadedProgram(program)
  let scratch = try fresh.solve(options)
  guard warm.outcome == .optimal, scratch.outcome == .optimal else {
    // Each verdict is judged for itself: within the tolerance both stand.
    return (try faults(of: warm, to: program) + faults(of: scratch, to: program).map { "from scratch: \($0)" }, warm)
  }
  var found: [String] = []
  let rounding = max(program.rounding(warm.values), program.rounding(scratch.values))
  if !Agreement.agree(warm.levels, scratch.levels, rounding: rounding) {
    found.append("levels \(warm.levels), from scratch \(scratch.levels)")
  }
  if !Agreement.holds(program, warm.values) {
    found.append("a required residual of \(program.requiredResidual(warm.values))")
  }
  let ambiguous = try loaded.ambiguousVariables().union(fresh.ambiguousVariables())
  for variable in program.nonnegative.indices where !ambiguous.contains(variable) {
    if abs(warm.values[variable] - scratch.values[variable]) > 1e-6 * max(1, program.scale / 100) + 100 * rounding {
      found.append("x\(variable) is \(warm.values[variable]), from scratch \(scratch.values[variable])")
    }
  }
  if judged || !found.isEmpty { found += try faults(of: warm, to: program) }
  return (found, warm)
}

/// Whether a given script comes to a fault.
private func fault(_ program: Program, _ script: [Edit], _ options: SolveOptions) throws -> String? {
  let loaded = try LoadedProgram(program)
  _ = try loaded.solve(options)
  for edit in script {
    try loaded.apply(edit)
    if let fault = try compare(loaded, options, judged: false).faults.first { return fault }
  }
  return nil
}

/// Makes up a script as it goes. Where the program became infeasible, the next edit takes out a row of the conflict, as
/// a layout would.
private func run(seed: UInt64, edits: Int, _ options: SolveOptions) throws -> (failure: String?, optimal: Int) {
  var generator = ProgramGenerator(seed: seed, variables: 1...30)
  let program = generator.program()
  let loaded = try LoadedProgram(program)
  var answer = try loaded.solve(options)
  var script: [Edit] = []
  var optimal = 0
  for step in 0..<edits {
    var edit = generator.edit(of: loaded.program)
    if case .row(let row)? = answer.conflicts.first?.last(where: { if case .row = $0 { true } else { false } }) {
      edit = .removeRows([row])
    }
    script.append(edit)
    let result: (faults: [String], answer: Answer)
    do {
      try loaded.apply(edit)
      result = try compare(loaded, options, judged: step % 10 == 9)
    } catch {
      return ("TRELLIS_SEED=\(seed), step \(step), \(edit): \(error)", optimal)
    }
    answer = result.answer
    optimal += answer.outcome == .optimal ? 1 : 0
    if !result.faults.isEmpty {
      let small = shrink(program, script, budget: 400) { ((try? fault($0, $1, options)) ?? nil) != nil }
      let text = (try? fault(small.program, small.script, options)) ?? nil
      let edits = small.script.map { "\($0)" }.joined(separator: "\n")
      return (
        "TRELLIS_SEED=\(seed), step \(step), \(options): \(result.faults.prefix(3))\n"
          + "small: \(text ?? "not again")\n\(small.program)\n\(edits)", optimal
      )
    }
  }
  return (nil, optimal)
}

@Suite struct ScriptTests {
  @Test func warmEqualsScratch() async throws {
    let seed = TestRun.seed(7000)
    let scripts = TestRun.share(of: TestRun.count(10, long: 200))
    let edits = TestRun.count(60, long: 200)
    let results = await withTaskGroup { group in
      for part in 0..<2 {
        group.addTask {
          var (failures, optimal): ([String], Int) = ([], 0)
          for index in scripts where index % 2 == part && failures.count < 3 {
            let options = configurations[index % configurations.count]
            do {
              let result = try run(seed: seed &+ UInt64(index), edits: edits, options)
              if let failure = result.failure { failures.append(failure) }
              optimal += result.optimal
            } catch {
              failures.append("TRELLIS_SEED=\(seed &+ UInt64(index)): \(error)")
            }
          }
          return (failures, optimal)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for failure in results.flatMap(\.0) { Issue.record(Comment(rawValue: failure)) }
    let optimal = results.reduce(0) { $0 + $1.1 }
    print("scripts from seed \(seed): \(optimal) of \(scripts.count * edits) states optimal")
    #expect(optimal > scripts.count * edits / 2, "seed \(seed): \(optimal) states were optimal")
  }
}
