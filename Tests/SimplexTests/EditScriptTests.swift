// A little of what `equality scripts` runs (Tools/Sources/equality): lists, chains, nested boxes, grids and random programs under
// edits of every kind, each state compared with a new solver. And the tools themselves: a script comes out the same again,
// and one that fails is made small.

import EditScripts
import Simplex
import TestSupport
import Testing

@Suite struct EditScriptTests {
  @Test(arguments: 0..<12) func everyStateIsThatFromScratch(index: Int) throws {
    let seed = TestRun.seed(300) &+ UInt64(index)
    let result = try ScriptResult(seed: seed, edits: TestRun.count(80, long: 1000), again: true, budget: 1000)
    #expect(result.failure == nil, "\(result.failure ?? "")")
    #expect(result.tally.optimal > result.tally.solves / 2 && result.tally.compared > 0, "seed \(seed)")
    #expect((result.tally.refused > 0) == (seed % 4 == 3), "seed \(seed)")
  }

  /// Every kind of layout is drawn, and of each the blocks are what the rows say they are.
  @Test func scriptsStartWithAnAnswer() throws {
    var random = SplitMix64(seed: 5)
    for seed in 0..<60 {
      var generator = ScriptGenerator(seed: random.next())
      let player = try ScriptPlayer()
      #expect(try player.play(generator.start())?.fault == nil)
      #expect(generator.model.liveVariables.count == player.model.liveVariables.count, "\(seed)")
      #expect(player.tally.solves == 1)
    }
  }

  /// What undoes a step leaves the program as it was.
  @Test func stepsAreTakenBack() {
    var model = ScriptModel()
    model.apply(.addVariable(3, nonnegative: true))
    model.apply(.addRow(7, Program.Row([.init(3, 1)], .equal, 5)))
    let before = model.program
    let steps: [ScriptStep] = [
      .setConstant(7, 9), .setWeight(7, 2), .setPriority(7, 250, below: 750), .setTerms(7, []), .removeVariable(3),
      .removeRow(7), .addVariable(1, nonnegative: false),
    ]
    var inverse: [ScriptStep] = []
    for step in steps where model.accepts(step) { if let back = model.apply(step) { inverse.append(back) } }
    #expect(inverse.count == steps.count && model.program != before)
    for step in inverse.reversed() {
      #expect(model.accepts(step))
      model.apply(step)
    }
    #expect(model.program == before)
  }

  /// Of a long script in which one row matters, that row stays.
  @Test func failingScriptsAreMadeSmall() throws {
    var generator = ScriptGenerator(seed: 8)
    var script = generator.start()
    for _ in 0..<30 { script += generator.next([], conflict: [], persistence: 0).steps }
    let culprit = Program.Row([.init(0, 1)], .equal, 123, priority: 77)
    script.insert(.addRow(9999, culprit), at: script.count - 1)
    let small = shrink(script, budget: 3000) { steps in
      var model = ScriptModel()
      for step in steps where model.accepts(step) { model.apply(step) }
      return model.row(9999)?.priority == 77
    }
    #expect(small.count == 1)
    #expect(small.first?.description.contains("priority: 77.0") == true)
  }

  /// The checks see what is wrong: a solver that another hand edits is no longer what the script says.
  @Test func aDifferenceIsFound() throws {
    let player = try ScriptPlayer()
    let script: [ScriptStep] = [
      .addVariable(0, nonnegative: true), .addVariable(1, nonnegative: false),
      .addRow(0, Program.Row([.init(0, 1)], .equal, 5, priority: 500)),
      .addRow(1, Program.Row([.init(1, 1), .init(0, -1)], .equal, 8)), .solve(.warm),
    ]
    #expect(try player.play(script)?.fault == nil)
    try player.meddle(row: 1, constant: 9)
    #expect(try player.play([.solve(.warm)])?.fault.isEmpty == false)
  }
}

/// A little of what `equality scenes` runs: each way to an answer comes to the same.
@Suite struct SceneRunTests {
  @Test func everyWayIsTheSame() throws {
    let seed = TestRun.seed(9000)
    var total = SceneResult()
    for index in 0..<TestRun.count(40, long: 400) {
      let result = try SceneResult(seed: seed &+ UInt64(index), budget: 1000)
      #expect(result.failure == nil, "\(result.failure ?? "")")
      total.templates += result.templates
    }
    #expect(total.templates.same > total.templates.instances && total.templates.withoutAnswer > 0, "seed \(seed)")
  }
}
