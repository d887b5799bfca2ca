// Random trees, judged by GLPK level by level; and random edits, each state compared with one from scratch.
//
// TRELLIS_LONG_TESTS=1 runs 2,000 trees and 200 scripts of 200 edits; TRELLIS_SEED replays one seed.

import Judge
import Simplex
import TestSupport
import Testing

@testable import Trellis

@Suite("Random trees")
struct RandomTreeTests {
  @Test("A random tree's layout is optimal, level by level", arguments: [false, true])
  func judged(isMostlyRequired: Bool) throws {
    let seed = TestRun.seed(41)
    for index in TestRun.share(of: TestRun.count(60, long: 1000)) {
      let treeSeed = seed &+ UInt64(index) &* 7919
      let world = try RandomWorld(
        seed: treeSeed, views: 2 + index % 12, requiredShare: isMostlyRequired ? 0.7 : 0.25)
      // What follows from frames: the last pass is judged as it stands.
      if index % 5 == 0 { world.scene.safeAreaInsets = PhysicalInsets(top: 40, left: 10, bottom: 30) }
      if index % 3 == 0 { world.wrapText() }
      let report = try world.scene.layout()
      // At most 64 steps of either kind, and 16 more that only grow.
      #expect(world.scene.engine.fixedPoint.solveCount <= 2 * (64 + 16))
      try judge(world.scene, report, "seed \(treeSeed)")
    }
  }

  @Test("After each edit the layout is that from scratch")
  func warmIsCold() throws {
    let seed = TestRun.seed(97)
    for index in TestRun.share(of: TestRun.count(10, long: 200)) {
      let worldSeed = seed &+ UInt64(index) &* 104_729
      let warm = try RandomWorld(seed: worldSeed, views: 3 + index % 9, requiredShare: 0.4)
      let cold = try RandomWorld(seed: worldSeed, views: 3 + index % 9, requiredShare: 0.4)
      for step in 0...TestRun.count(40, long: 200) {
        let edit = step == 0 ? "start" : try warm.edit()
        if step > 0 { _ = try cold.edit() }
        let comment: Comment = "seed \(worldSeed), step \(step): \(edit)"
        let report = try warm.scene.layout()
        cold.scene.engine.session.needsRebuild = true
        cold.scene.engine.needsLayout = true
        cold.scene.engine.forgetWidths()
        let other = try cold.scene.layout()
        #expect(warm.breaksAreTold, comment)
        guard try isDetermined(warm.scene), try isDetermined(cold.scene) else { continue }
        #expect(warm.broken == cold.broken, comment)
        guard warm.broken == cold.broken else { return }
        guard compare(report.levels, other.levels, comment), try compareFrames(warm, cold, comment) else { return }
        if step % 20 == 0 { try judge(warm.scene, report, comment) }
      }
    }
  }

  @Test("In a state the layout is that of a scene built with its edits; after it, that of before to the last bit")
  func statesAreEdits() throws {
    let seed = TestRun.seed(4_711)
    let seeds = TestRun.share(of: TestRun.count(25, long: 1000))
    var comparisons = 0
    for index in seeds {
      let worldSeed = seed &+ UInt64(index) &* 104_729
      let warm = try RandomWorld(seed: worldSeed, views: 3 + index % 9, requiredShare: 0.4)
      let cold = try RandomWorld(seed: worldSeed, views: 3 + index % 9, requiredShare: 0.4)
      for world in [warm, cold] { world.keepsScene = true }
      try warm.scene.layout()
      let items = warm.items
      let frames = items.map(\.frame)
      var edits: [String] = []
      let count = 1 + index % 7
      let report = try warm.scene.apply(SceneState("edited") { for _ in 0..<count { edits.append(try warm.edit()) } })
      for _ in 0..<count { _ = try cold.edit() }
      let other = try cold.scene.layout()
      let comment: Comment = "seed \(worldSeed): \(edits)"
      if try isDetermined(warm.scene), try isDetermined(cold.scene) {
        #expect(warm.broken == cold.broken, comment)
        if warm.broken == cold.broken, compare(report.levels, other.levels, comment) {
          _ = try compareFrames(warm, cold, comment)
          comparisons += 1
        }
      }
      try warm.scene.apply(nil)
      #expect(items.map(\.frame) == frames, comment)
      #expect(try warm.scene.layout().changes.isEmpty && items.map(\.frame) == frames, comment)
    }
    #expect(comparisons > seeds.count / 3)
  }

  private func judge(_ scene: Scene, _ report: LayoutReport, _ comment: Comment) throws {
    let program = try scene.loweredProgram()
    let bare = Program(
      nonnegative: program.nonnegative,
      rows: program.rows.map { row in
        Program.Row(
          zip(row.variables, row.coefficients).map { Program.Term($0, $1) }, row.relation, row.constant,
          priority: row.priority, priorityBelow: row.priorityBelow, weight: row.weight)
      })
    let judgement = try Judge.judgement(of: bare)
    let residual = bare.requiredResidual(try scene.loweredValues())
    // What followed from frames is rounded to micropoints, and may contradict required rows by less than the tolerance;
    // the judge is exact.
    if scene.engine.hasFrameDependents, !judgement.isFeasible, residual <= 1e-6 { return }
    #expect(judgement.isFeasible, comment)
    compare(report.levels, judgement.levels.filter { $0.priority != brokenPriority }, comment)
    // Broken constraints are as nearly met as they can be.
    let lacking = try scene.engine.solver?.levels().filter { $0.priority == brokenPriority } ?? []
    compare(lacking, judgement.levels.filter { $0.priority == brokenPriority }, comment)
    #expect(residual <= 1e-6, comment)
  }

  @discardableResult
  private func compare(_ levels: [Level], _ expected: [Level], _ comment: Comment) -> Bool {
    #expect(levels.map(\.priority) == expected.map(\.priority), comment)
    let tolerance = 1e-6 * expected.reduce(1) { max($0, $1.error) }
    let wrong = zip(levels, expected).filter { abs($0.error - $1.error) > tolerance }
    #expect(wrong.isEmpty, comment)
    return wrong.isEmpty && levels.count == expected.count
  }

  /// Whether the frames that something follows from (safe areas, readable widths, the tallest view of a row) are. What
  /// follows from one that is open, and with it everything else, is not determined either.
  private func isDetermined(_ scene: Scene) throws -> Bool {
    let engine = scene.engine
    guard engine.hasFrameDependents, let solver = engine.solver else { return true }
    let open = Set(try solver.ambiguousVariables())
    var followed = engine.dependents.safeAreas + engine.dependents.readable
    for case let stack as StackView in engine.dependents.baselineStacks.map(\.view) {
      followed += stack.arrangedSubviews.map(\.node)
    }
    return followed.allSatisfy { node in
      node.slot < 0 || !(0..<4).contains { open.contains(engine.storage.variables[4 * Int(node.slot) + $0]) }
    }
  }

  /// Frames are the same where the optimum is unique.
  private func compareFrames(_ warm: RandomWorld, _ cold: RandomWorld, _ comment: Comment) throws -> Bool {
    let solver = try #require(warm.scene.engine.solver)
    let open = Set(try solver.ambiguousVariables())
    let engine = warm.scene.engine
    let values = try solver.values(Array(engine.storage.variables))
    let coldSolver = try #require(cold.scene.engine.solver)
    let coldValues = try coldSolver.values(Array(cold.scene.engine.storage.variables))
    for (item, other) in zip(warm.items, cold.items) where item.node.kind != .frameGuide {
      let base = 4 * Int(item.node.slot)
      let otherBase = 4 * Int(other.node.slot)
      for offset in 0..<4 where !open.contains(engine.storage.variables[base + offset]) {
        let value = values[base + offset]
        let expected = coldValues[otherBase + offset]
        guard isClose(value, expected, within: 1e-6 * max(1, abs(expected))) else {
          Issue.record("\(comment): \(item.itemName ?? "a guide") has \(value), from scratch \(expected)")
          return false
        }
      }
    }
    return true
  }
}
