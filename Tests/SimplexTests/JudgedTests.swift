// Random programs against the judge, with every linear algebra, with and without presolve; and the same program twice.

import Judge
import Simplex
import TestSupport
import Testing

/// What is wrong with the answers to one program; the first answer is judged, the others are compared with it.
private func faultsOfAll(_ program: Program) throws -> [String] {
  var found: [String] = []
  var first: Answer?
  for options in configurations {
    let answer = try LoadedProgram(program).solve(options)
    let agrees =
      first.map {
        let rounding = max(program.rounding($0.values), program.rounding(answer.values))
        return $0.outcome == .optimal && answer.outcome == .optimal && Agreement.holds(program, answer.values)
          && Agreement.agree($0.levels, answer.levels, rounding: rounding)
          && Agreement.agree(answer.levels, program.levels(answer.values), rounding: rounding)
      } ?? false
    if !agrees {
      found += try faults(of: answer, to: program).map { "\(options.algebra), whole \(options.whole): \($0)" }
    }
    if first == nil { first = answer }
  }
  return found
}

/// The indices of a share of work; each program is judged without suspension.
private func run(_ indices: some Sequence<Int>, seed: UInt64) -> (failures: [String], optimal: Int, infeasible: Int) {
  var (failures, optimal, infeasible): ([String], Int, Int) = ([], 0, 0)
  for index in indices where failures.count < 5 {
    var generator = ProgramGenerator(seed: seed &+ UInt64(index))
    let program = generator.program()
    do {
      let found = try faultsOfAll(program)
      let outcome = try LoadedProgram(program).solve().outcome
      optimal += outcome == .optimal ? 1 : 0
      infeasible += outcome == .infeasible ? 1 : 0
      guard !found.isEmpty else { continue }
      let small = shrink(program, budget: 1500) { (try? faultsOfAll($0).isEmpty) == false }
      let smallFaults = (try? faultsOfAll(small)) ?? found
      failures.append(
        "TRELLIS_SEED=\(seed &+ UInt64(index)): \(found.prefix(3))\nsmall: \(smallFaults.prefix(3))\n\(small)")
    } catch {
      failures.append("TRELLIS_SEED=\(seed &+ UInt64(index)): \(error)\n\(program)")
    }
  }
  return (failures, optimal, infeasible)
}

@Suite struct JudgedTests {
  @Test func randomProgramsAgreeWithTheJudge() async throws {
    let seed = TestRun.seed(1000)
    let range = TestRun.share(of: TestRun.count(300, long: 20_000))
    let results = await withTaskGroup { group in
      for part in 0..<2 {
        group.addTask { run(range.filter { $0 % 2 == part }, seed: seed) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for failure in results.flatMap(\.failures) { Issue.record(Comment(rawValue: failure)) }
    let (optimal, infeasible) = results.reduce((0, 0)) { ($0.0 + $1.optimal, $0.1 + $1.infeasible) }
    print("judged from seed \(seed): \(optimal) optimal, \(infeasible) infeasible")
    #expect(optimal >= range.count / 2 && infeasible >= range.count / 50, "seed \(seed): \(optimal), \(infeasible)")
  }

  /// Bit for bit: nothing depends on addresses, hashing or what was solved before.
  @Test(arguments: configurations) func theSameProgramTwice(options: SolveOptions) throws {
    let seed = TestRun.seed(90_000)
    for index in 0..<TestRun.count(60, long: 1000) {
      var generator = ProgramGenerator(seed: seed &+ UInt64(index))
      let program = generator.program()
      let first = try LoadedProgram(program)
      let answer = try first.solve(options)
      let second = try LoadedProgram(program)
      #expect(try second.solve(options) == answer, "TRELLIS_SEED=\(seed &+ UInt64(index))")
      #expect(first.solver.statistics == second.solver.statistics)
      guard answer.outcome == .optimal else { continue }
      #expect(try first.ambiguousVariables() == second.ambiguousVariables())
      var cold = options
      cold.cold = true
      #expect(try first.solve(cold) == answer, "TRELLIS_SEED=\(seed &+ UInt64(index)), cold again")
    }
  }

  /// Rows 5 and 6 are one row twice, and take turns in the basis until the rule against cycles comes in; what it picks
  /// first gains at an optional level while a required row is still off.
  @Test(arguments: configurations) func aStallIsNoVerdict(options: SolveOptions) throws {
    let program = Program(
      variables: 10,
      rows: [
        row([0, 0, 0, 0, 1, 0, 1], .greaterOrEqual, 0, 500), row([0, 0, 1, 0, 0, 0, 0, 0, -1], .equal, -0.75),
        row([-1, 0, 1], .equal, 0, 500), row([0, -1, 0, 0, 0, -1], .equal, 0), row([0, 0, -1, -1], .equal, 1.5),
        row([0, 0, 2, 0, 0, 0, 0, 0, 1], .equal, -0.75), row([0, 0, 2, 0, 0, 0, 0, 0, 1], .equal, -0.75),
        row([0, 2], .equal, 0, 1000, below: 750), row([0, 0, 0, -1], .equal, 1),
        row([-1, 0, 0, 0, 0, 0, 1, 0, 0, 1], .equal, 0, 500),
        row([0, 0, 0, 0, 0, 0, 0, 1, 0, 0.333333], .greaterOrEqual, -0.38000037500000006),
        row([0, 0, 0, 0, 0, -0.5], .equal, -0.3125), row([0, 0, 0, 0, 1, 0, 0, 3], .greaterOrEqual, 0, 500),
        row([0, 0, 0, 0, 0, 0, 1], .greaterOrEqual, 0, 500),
      ])
    let answer = try LoadedProgram(program).solve(options)
    #expect(try faults(of: answer, to: program) == [])
  }
}
