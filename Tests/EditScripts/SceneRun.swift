// One program in every way there is to solve it: from scratch, edited from one set of constants to the next, by either
// linear algebra, whole, without presolve, and as instances of a template, which is where regions are. The template's
// answers are the same to the bit on any number of threads, and within 1e-9 in a table of any size.
//
// A scene is a script whose steps after the first solve are constants and solves only: each of these solves is an instance
// of the template that is compiled at the first one. So a scene that fails is made small as scripts are.

import Judge
import Simplex
import TestSupport

/// What came of the scene of one seed, or of many.
public struct SceneResult: Sendable {
  /// Of its states.
  public var tally = ScriptTally()
  /// Of its instances.
  public var templates = TemplateTally()
  /// What was found wrong and how to see it again; nil where nothing was.
  public var failure: String?

  /// The sum of none.
  public init() {}
}

/// What came of instances.
public struct TemplateTally: Sendable {
  /// All instances.
  public var instances = 0
  /// Those whose program is infeasible.
  public var withoutAnswer = 0
  /// Values within 1e-9 of the scene's.
  public var same = 0
  /// Values of another optimum.
  public var ambiguous = 0
  /// Outcomes on which the template and the scene differ, both right within the judge's tolerance.
  public var borderline = 0

  /// The counts of nothing.
  public init() {}

  /// Adds the counts of other instances.
  public static func += (left: inout TemplateTally, right: TemplateTally) {
    left.instances += right.instances
    left.withoutAnswer += right.withoutAnswer
    left.same += right.same
    left.ambiguous += right.ambiguous
    left.borderline += right.borderline
  }
}

extension SceneResult {
  /// Makes up the scene of a seed and solves it in all ways.
  public init(seed: UInt64, budget: Int = 4000) throws {
    let script = Self.script(seed)
    var run = SceneRun()
    let fault = try run.fault(of: script, isThorough: false)
    tally = run.tally
    templates = run.templates
    guard let fault else { return }
    let small = shrink(script, budget: budget) { steps in
      var run = SceneRun()
      return ((try? run.fault(of: steps, isThorough: true)) ?? nil) != nil
    }
    var again = SceneRun()
    failure = """
      seed \(seed): \(fault)
      in \(small.count) steps: \((try? again.fault(of: small, isThorough: true)) ?? "not again")
      \(small.map(\.description).joined(separator: "\n"))
      """
  }

  /// A layout or a random program, sometimes with edits that no layout has, and sets of constants for some of its rows.
  private static func script(_ seed: UInt64) -> [ScriptStep] {
    var generator = ScriptGenerator(seed: seed)
    var random = SplitMix64(seed: seed ^ 0x5CE0)
    var script = generator.start().filter { $0.kind != .solve }
    for _ in 0..<random.pick([0, 0, 3, 10]) {
      script += generator.next([], conflict: [], persistence: 0).steps.filter { $0.kind != .solve }
    }
    script.append(.solve(.warm))
    let share = random.pick([0.1, 0.4, 1])
    let inputs = generator.model.liveRows.filter { _ in random.chance(share) }
    let largest = generator.model.liveRows.count
    let count = largest > 400 ? 4 : random.chance(0.03) ? 300 : random.int(1...8)
    for _ in 0..<count {
      let spread = random.pick([0.5, 10, 100])
      let part = random.pick([0.1, 1.0])
      for id in inputs where random.chance(part) {
        let constant = generator.model.row(id)?.constant ?? 0
        script.append(.setConstant(id, constant + (random.real(-1...1) * spread * 8).rounded() / 8))
      }
      script.append(.solve(random.chance(0.7) ? .warm : random.pick(ScriptStep.Solve.allCases)))
    }
    return script
  }
}

/// One scene at work.
package struct SceneRun {
  package private(set) var tally = ScriptTally()
  package private(set) var templates = TemplateTally()
  private var measure = ProgramMeasure()

  package init() {}

  /// What is wrong with a scene; nil where nothing is.
  package mutating func fault(of script: [ScriptStep], isThorough: Bool) throws -> String? {
    guard let first = script.firstIndex(where: { $0.kind == .solve }) else { return nil }
    let player = try ScriptPlayer(isThorough: isThorough)
    defer { tally = player.tally }
    if let fault = try player.play(Array(script[...first]))?.fault { return fault }
    let groups = script[(first + 1)...].filter { $0.kind == .constant || $0.kind == .solve }
    var inputs: [Int] = []
    for step in groups where step.kind == .constant && player.model.hasRow(step.id) && !inputs.contains(step.id) {
      inputs.append(step.id)
    }
    let reference = inputs.map { player.model.row($0)?.constant ?? 0 }
    var table: [Double] = []
    var now = Dictionary(uniqueKeysWithValues: zip(inputs, reference))
    var count = 0
    for step in groups {
      if step.kind == .solve {
        table += inputs.map { now[$0] ?? 0 }
        count += 1
      } else if now[step.id] != nil {
        now[step.id] = step.value
      }
    }
    let outputs = player.model.liveVariables
    let template = try ProgramTemplate(
      player.solver, inputCount: inputs.count,
      uses: inputs.enumerated().map { .init(input: $0, row: player.rows[$1]) },
      outputs: outputs.map { .init(player.variables[$0]) }, reference: reference)
    let answers = try template.solve(table, count: count, threads: 1)
    let parallel = try template.solve(table, count: count, threads: 3)
    if answers.outcomes != parallel.outcomes
      || !zip(answers.outputs, parallel.outputs).allSatisfy({ $0.bitPattern == $1.bitPattern })
    {
      return "a template's answers differ on three threads"
    }

    var pending: [ScriptStep] = []
    var instance = 0
    for step in groups {
      pending.append(step)
      guard step.kind == .solve else { continue }
      if let fault = try player.play(pending)?.fault { return fault }
      pending = []
      let values = answers.outputs[(instance * outputs.count)..<((instance + 1) * outputs.count)]
      if instance % 5 == 1 {
        let row = Array(table[(instance * inputs.count)..<((instance + 1) * inputs.count)])
        let alone = try template.solve(row, count: 1)
        let largest = values.reduce(1) { max($0, abs($1)) }
        let isSame = zip(values, alone.outputs).allSatisfy { ($0.isNaN && $1.isNaN) || abs($0 - $1) <= 1e-9 * largest }
        if !isSame || alone.outcomes != [answers.outcomes[instance]] {
          return "instance \(instance) is \(Array(values)) in its table, alone \(alone.outputs)"
        }
      }
      if let fault = try compare(player, answers.outcomes[instance], Array(values), outputs) {
        return "instance \(instance): \(fault)"
      }
      instance += 1
    }
    return nil
  }

  /// Compares an instance with the scene of the same constants, which was compared with a solve from scratch.
  private mutating func compare(
    _ player: ScriptPlayer, _ outcome: Outcome, _ outputs: [Double], _ order: [Int]
  ) throws -> String? {
    templates.instances += 1
    let own = player.solver.outcome
    if outcome != .optimal {
      templates.withoutAnswer += 1
      if !outputs.allSatisfy(\.isNaN) { return "numbers where the outcome is \(outcome)" }
      guard own != outcome else { return nil }
      return try verdict("\(outcome) by the template, \(own) by the scene", player, Answer(outcome: outcome))
    }
    var values = [Double](repeating: 0, count: player.model.variables.count)
    for (id, value) in zip(order, outputs) { values[id] = value }
    measure.take(player.model, values, try? player.solver.levels())
    func stated() -> Answer {
      var answer = Answer(outcome: .optimal)
      answer.values = player.model.liveVariables.map { values[$0] }
      answer.levels = measure.levels
      answer.errors = player.model.program.rows.map { $0.error(answer.values) }
      return answer
    }
    guard own == .optimal else {
      return try verdict("optimal by the template, \(own) by the scene", player, stated())
    }
    if !measure.holds { return "a required residual of \(measure.residual) by the template" }
    let levels = try player.solver.levels()
    if !Agreement.agree(measure.levels, levels, rounding: max(measure.rounding, player.measure.rounding)) {
      return try verdict("levels \(measure.levels) by the template, \(levels) by the scene", player, stated())
    }
    let tolerance = measure.tolerance
    var open: Set<Variable>?
    for id in order {
      let difference = abs(values[id] - player.values[id])
      if difference <= 1e-9 * max(1, measure.scale) { templates.same += 1 }
      if difference <= tolerance { continue }
      if open == nil { open = Set(try player.solver.ambiguousVariables()) }
      guard open?.contains(player.variables[id]) == true else {
        return
          "variable \(id) is \(values[id]) by the template, \(player.values[id]) by the scene, and not called ambiguous"
      }
      templates.ambiguous += 1
    }
    return nil
  }

  private mutating func verdict(_ fault: String, _ player: ScriptPlayer, _ answer: Answer) throws -> String? {
    guard player.model.liveRows.count <= 300 else { return fault }
    // An instance names no conflict; that there is one is what the judge is asked.
    let program = player.model.program
    if answer.outcome == .infeasible {
      if try Judge.leastViolation(program, .exact) < 1e-9 { return "\(fault); the judge finds no contradiction" }
    } else {
      let found = try faults(of: answer, to: program)
      if !found.isEmpty { return "\(fault); the judge: \(found.joined(separator: "; "))" }
    }
    templates.borderline += 1
    return nil
  }
}
