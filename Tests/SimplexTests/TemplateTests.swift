// Templates against a solve of each instance: the same outcome, the same level errors, the same values where they are
// unique; bit for bit the same on any number of threads, and within 1e-9 in tables of any size.

import Judge
import Simplex
import TestSupport
import Testing

/// A random program, some of whose constants are inputs, and a table of instances.
private struct Case {
  var program: Program
  var inputRows: [[(row: Int, factor: Double)]] = []
  var reference: [Double] = []
  var instances: [[Double]] = []

  init(seed: UInt64) {
    var generator = ProgramGenerator(seed: seed, variables: 1...24)
    program = generator.program()
    var random = SplitMix64(seed: seed ^ 0x5EED)
    for row in program.rows.indices where random.chance(0.4) {
      let factor = random.pick([1, 1, -1, 0.5])
      if random.chance(0.2), !inputRows.isEmpty {
        inputRows[random.int(0...inputRows.count - 1)].append((row, factor))
      } else {
        inputRows.append([(row, factor)])
      }
    }
    // The reference has the program's own constants, as far as inputs that are in several rows can.
    reference = inputRows.map { program.rows[$0[0].row].constant / $0[0].factor }
    let base = reference
    for index in 0..<random.int(1...90) {
      let spread = random.pick([0, 0.01, 0.3, 2]) * generator.style.scale
      instances.append(index == 0 ? base : base.map { $0 + (random.real(-1...1) * spread * 8).rounded() / 8 })
    }
  }

  /// The program of an instance.
  func program(_ inputs: [Double]) -> Program {
    var result = program
    for use in inputRows.joined() { result.rows[use.row].constant = 0 }
    for (uses, value) in zip(inputRows, inputs) {
      for use in uses { result.rows[use.row].constant += use.factor * value }
    }
    return result
  }

  func template() throws -> ProgramTemplate {
    let loaded = try LoadedProgram(program(reference))
    var uses: [ProgramTemplate.Use] = []
    for (input, rows) in inputRows.enumerated() {
      uses += rows.map { .init(input: input, row: loaded.rows[$0.row], factor: $0.factor) }
    }
    return try ProgramTemplate(
      loaded.solver, inputCount: inputRows.count, uses: uses, outputs: loaded.variables.map { .init($0) },
      reference: reference)
  }
}

/// What came of a share of cases.
private struct Tally {
  var failures: [String] = []
  var instances = 0
  var same = 0
  var infeasible = 0
}

private func isClose(_ left: ArraySlice<Double>, _ right: ArraySlice<Double>, _ tolerance: Double) -> Bool {
  zip(left, right).allSatisfy { ($0.isNaN && $1.isNaN) || abs($0 - $1) <= tolerance }
}

private func check(_ seed: UInt64, _ tally: inout Tally) throws {
  let item = Case(seed: seed)
  let template = try item.template()
  let columns = template.outputCount
  let table = try template.solve(item.instances.flatMap { $0 }, count: item.instances.count, threads: 1)
  for threads in [2, 5] {
    let other = try template.solve(item.instances.flatMap { $0 }, count: item.instances.count, threads: threads)
    if !zip(table.outputs, other.outputs).allSatisfy({ $0.bitPattern == $1.bitPattern })
      || other.outcomes != table.outcomes
    {
      tally.failures.append("TRELLIS_SEED=\(seed): \(threads) threads differ")
    }
  }
  for (index, inputs) in item.instances.enumerated() {
    tally.instances += 1
    let program = item.program(inputs)
    let values = table.outputs[(index * columns)..<((index + 1) * columns)]
    let answer = try LoadedProgram(program).solve()
    let outcome = table.outcomes[index]
    guard answer.outcome == .optimal, outcome == .optimal else {
      tally.infeasible += answer.outcome == .infeasible ? 1 : 0
      // Between feasible and infeasible lies what either verdict may be given to; the judge knows.
      var stated = Answer(outcome: outcome)
      if outcome == .optimal {
        stated.values = Array(values)
        stated.levels = program.levels(stated.values)
        stated.errors = program.rows.map { $0.error(stated.values) }
      }
      if outcome != answer.outcome, try outcome != .optimal || !faults(of: stated, to: program).isEmpty {
        tally.failures.append("TRELLIS_SEED=\(seed), instance \(index): \(outcome), alone \(answer.outcome)")
      }
      if outcome != .optimal, !values.allSatisfy(\.isNaN) {
        tally.failures.append("TRELLIS_SEED=\(seed), instance \(index): numbers without an answer")
      }
      continue
    }
    let largest = values.reduce(1) { max($0, abs($1)) }
    if isClose(values, answer.values[...], 1e-9 * largest) {
      tally.same += 1
    } else {
      let rounding = max(program.rounding(answer.values), program.rounding(Array(values)))
      let levels = program.levels(Array(values))
      if !Agreement.holds(program, Array(values)) || !Agreement.agree(answer.levels, levels, rounding: rounding) {
        tally.failures.append(
          "TRELLIS_SEED=\(seed), instance \(index): levels \(levels), alone \(answer.levels); \(Array(values)), alone "
            + "\(answer.values)")
      }
    }
    guard index % 7 == 0 else { continue }
    let alone = try template.solve(inputs, count: 1)
    if !isClose(values, alone.outputs[...], 1e-9 * largest) {
      tally.failures.append("TRELLIS_SEED=\(seed), instance \(index): \(Array(values)), in its own table \(alone)")
    }
  }
}

@Suite struct TemplateTests {
  @Test func instancesAgreeWithSolvesOfTheirOwn() async {
    let seed = TestRun.seed(700_000)
    let range = TestRun.share(of: TestRun.count(250, long: 20_000))
    let results = await withTaskGroup { group in
      for part in 0..<2 {
        group.addTask {
          var tally = Tally()
          for index in range where index % 2 == part && tally.failures.count < 5 {
            do { try check(seed &+ UInt64(index), &tally) } catch {
              tally.failures.append("TRELLIS_SEED=\(seed &+ UInt64(index)): \(error)")
            }
          }
          return tally
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for failure in results.flatMap(\.failures) { Issue.record(Comment(rawValue: failure)) }
    let instances = results.reduce(0) { $0 + $1.instances }
    let same = results.reduce(0) { $0 + $1.same }
    let infeasible = results.reduce(0) { $0 + $1.infeasible }
    print("templates from seed \(seed): \(instances) instances, \(same) the same values, \(infeasible) infeasible")
    #expect(same > instances / 4 && infeasible > instances / 50)
  }

  /// A row of two labels, an image and a space: content sizes, limits, an inequality between them.
  private func cell() throws -> (ProgramTemplate, (Double, Double, Double) -> [Double]) {
    let solver = try Solver()
    let x = try solver.addVariables(nonnegative: [true, true, true])
    var batch = RowBatch()
    batch.append(x[0], 1)
    batch.end(.equal, constant: 50, priority: 250, priorityBelow: 750)
    batch.append(x[1], 1)
    batch.end(.equal, constant: 30, priority: 250, priorityBelow: 751)
    batch.append(x[1], 1)
    batch.end(.lessOrEqual, constant: 120)
    batch.append(x[0], 1)
    batch.append(x[1], 1)
    batch.append(x[2], 1)
    batch.end(.equal, constant: 200)
    batch.append(x[2], 1)
    batch.end(.greaterOrEqual, constant: 8)
    let rows = try solver.add(batch)
    let template = try ProgramTemplate(
      solver, inputCount: 3,
      uses: [
        .init(input: 0, row: rows[0]), .init(input: 1, row: rows[1]), .init(input: 2, row: rows[3]),
      ], outputs: [.init(x[0]), .init(x[1]), .init([x[2], x[0]], [2, -1], offset: 3)], reference: [50, 30, 200])
    return (
      template,
      { name, time, total in
        let time = min(time, 120)
        let room = total - time - 8
        let width = min(name, max(room, 0))
        let fitted = min(time, total - 8 - width)
        return [width, fitted, 2 * (total - width - fitted) - width + 3]
      }
    )
  }

  @Test func labelsGiveWayInOrder() throws {
    let (template, expected) = try cell()
    var random = SplitMix64(seed: 12)
    var inputs: [Double] = []
    for _ in 0..<1000 {
      inputs += [
        Double(random.int(0...150)), Double(random.int(0...150)), Double(random.int(0...9) == 0 ? 60 : 200),
      ]
    }
    let answer = try template.solve(inputs, count: 1000)
    for row in 0..<1000 {
      #expect(answer.outcomes[row] == .optimal)
      let wanted = expected(inputs[3 * row], inputs[3 * row + 1], inputs[3 * row + 2])
      #expect(zip(answer.outputs[(3 * row)..<(3 * row + 3)], wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "row \(row)")
    }
  }

  /// Neighbours in a ring are far enough apart together, each as small as that allows: with an odd number of them every
  /// distance moves all, so the inverse of the basis has no zeros, and from eight on it goes by BLAS.
  @Test(arguments: [5, 9, 33])
  func coresWithoutZeros(_ size: Int) throws {
    let solver = try Solver()
    let variables = try solver.addVariables(nonnegative: Array(repeating: true, count: size))
    var batch = RowBatch()
    for k in 0..<size {
      batch.append(variables[k], 1)
      batch.append(variables[(k + 1) % size], 1)
      batch.end(.greaterOrEqual, constant: 100)
    }
    for variable in variables {
      batch.append(variable, 1)
      batch.end(.equal, constant: 0, priority: 250)
    }
    let rows = try solver.add(batch)
    let template = try ProgramTemplate(
      solver, inputCount: size, uses: (0..<size).map { .init(input: $0, row: rows[$0]) },
      outputs: variables.map { .init($0) }, reference: Array(repeating: 100, count: size))
    var random = SplitMix64(seed: TestRun.seed(41))
    let instances = (0..<150).map { _ in (0..<size).map { _ in random.real(98...102) } }
    let whole = try template.solve(instances.flatMap { $0 }, count: instances.count, threads: 1)
    let shared = try template.solve(instances.flatMap { $0 }, count: instances.count, threads: 3)
    #expect(zip(whole.outputs, shared.outputs).allSatisfy { $0.bitPattern == $1.bitPattern })
    for (row, distances) in instances.enumerated() {
      // Half of the distances around the ring from here on, added and taken away in turn.
      let wanted = (0..<size).map { first in
        (0..<size).reduce(0) { $0 + ($1 % 2 == 0 ? 0.5 : -0.5) * distances[(first + $1) % size] }
      }
      #expect(isClose(whole.outputs[(row * size)..<((row + 1) * size)], wanted[...], 1e-9), "row \(row)")
      let alone = try template.solve(distances, count: 1)
      #expect(isClose(alone.outputs[...], wanted[...], 1e-9), "row \(row)")
    }
  }

  @Test func aConflictIsOneInstanceOnly() throws {
    let (template, _) = try cell()
    let answer = try template.solve([50, 30, 200, 50, 30, 5, 50, 30, 200], count: 3)
    #expect(answer.outcomes == [.optimal, .infeasible, .optimal])
    #expect(answer.outputs[3..<6].allSatisfy { $0.isNaN })
    #expect(answer.outputs[0..<3] == answer.outputs[6..<9])
  }

  @Test func unusableInputsAreRefused() throws {
    let (template, _) = try cell()
    for bad in [Double.nan, .infinity, 2e9] {
      let inputs = [50, 30, 200, 50, bad, 200]
      #expect(throws: SolverError.value) { _ = try template.solve(inputs, count: 2) }
      let position = inputs.withUnsafeBufferPointer { template.firstUnusable(in: $0) }
      #expect(position?.row == 1 && position?.column == 1)
    }
    #expect(throws: SolverError.argument) { _ = try template.solve([1, 2], count: 1) }
    #expect(throws: SolverError.argument) { _ = try template.solve([], count: -1) }
    #expect(throws: SolverError.size) { _ = try template.solve([], count: 1 << 62) }
    let nothing = try template.solve([], count: 0)
    #expect(nothing.outputs.isEmpty && nothing.outcomes.isEmpty)
  }

  @Test func whatDoesNotExistIsRefused() throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 5)]))
    let other = try LoadedProgram(Program(variables: 3, rows: [x(.equal, 5), x(.equal, 6)]))
    func make(_ inputs: Int, _ uses: [ProgramTemplate.Use], _ outputs: [ProgramTemplate.Output]) -> SolverError? {
      do throws(SolverError) {
        _ = try ProgramTemplate(loaded.solver, inputCount: inputs, uses: uses, outputs: outputs)
        return nil
      } catch { return error }
    }
    #expect(make(1, [.init(input: 1, row: loaded.rows[0])], []) == .index)
    #expect(make(1, [.init(input: 0, row: other.rows[1])], []) == .index)
    #expect(make(0, [], [.init(other.variables[2])]) == .index)
    #expect(make(1, [.init(input: 0, row: loaded.rows[0], factor: .nan)], []) == .value)
    #expect(make(0, [], [.init([], [1])]) == .argument)
    #expect(make(-1, [], []) == .argument)
  }

  /// A constant that no row may have is one instance without an answer.
  @Test func constantsBeyondTheLimit() throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 5)]))
    let template = try ProgramTemplate(
      loaded.solver, inputCount: 1, uses: [.init(input: 0, row: loaded.rows[0], factor: 1e6)],
      outputs: [.init(loaded.variables[0])])
    let answer = try template.solve([1, 1e6, -1], count: 3)
    #expect(answer.outcomes == [.optimal, .breakdown, .optimal])
    #expect(answer.outputs[0] == 1_000_005 && answer.outputs[1].isNaN && answer.outputs[2] == -999_995)
  }

  /// What happens to the solver later changes nothing.
  @Test func aTemplateIsACopy() throws {
    let loaded = try LoadedProgram(Program(variables: 1, rows: [x(.equal, 5)]))
    let template = try ProgramTemplate(
      loaded.solver, inputCount: 1, uses: [.init(input: 0, row: loaded.rows[0])], outputs: [.init(loaded.variables[0])])
    try loaded.solver.remove(loaded.rows)
    let answer = try template.solve([1, 2], count: 2)
    #expect(answer.outputs == [6, 7])
  }

  @Test func manyTasksAtOnce() async throws {
    let (template, _) = try cell()
    let inputs = (0..<3000).map { Double(($0 * 7919) % 160) }
    let expected = try template.solve(inputs, count: 1000)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let answer = try? template.solve(inputs, count: 1000)
          #expect(answer?.outcomes == expected.outcomes)
          #expect(answer?.outputs.map(\.bitPattern) == expected.outputs.map(\.bitPattern))
        }
      }
    }
  }
}
