// States of scenes: what is in one is what the edits make, and coming back is as before, to the last bit.

import TestSupport
import Testing

@testable import Trellis

private struct Stop: Error {}

@Suite("States of scenes")
struct SceneStateTests {
  /// A bar of a side, a gap and a title, in two states.
  private struct Bar {
    let side = View("side", intrinsicSize: Size(width: 80, height: 20))
    let title = View("title", intrinsicSize: Size(width: 120, height: 20))
    let scene: Scene
    let gap: Constraint
    let narrow: Constraint

    init() throws {
      let page = try Page(400, 100, side, title)
      scene = page.scene
      side.setContentHuggingPriority(251, for: .horizontal)
      try relate(side, .left, .equal, page.root)
      gap = try relate(title, .left, .equal, side, .right, plus: 20)
      try relate(title, .right, .equal, page.root)
      narrow = Constraint(item: side, attribute: .width, constant: 30)
    }

    var compact: SceneState {
      SceneState("compact") { [gap, narrow] in
        gap.constant = 8
        try narrow.activate()
      }
    }
  }

  @Test("A state is entered, changed for another and left")
  func applied() throws {
    let bar = try Bar()
    try bar.scene.layout()
    #expect(bar.scene.stateName == nil && bar.title.frame.minX == 100)
    try bar.scene.apply(bar.compact)
    #expect(bar.scene.stateName == "compact" && bar.title.frame.minX == 38)
    // Edits in a state belong to it, and states do not add up.
    bar.gap.constant = 9
    try bar.scene.layout()
    #expect(bar.title.frame.minX == 39)
    try bar.scene.apply(SceneState("wide") { bar.scene.size.width = 800 })
    #expect(bar.scene.stateName == "wide" && bar.title.frame == Rect(x: 100, y: 0, width: 700, height: 20))
    #expect(!bar.narrow.isActive && bar.gap.constant == 20)
    try bar.scene.apply(nil)
    #expect(bar.scene.stateName == nil && bar.scene.size.width == 400 && bar.title.frame.width == 300)
    #expect(bar.scene.engine.transaction.savepoints.isEmpty)
    // What waited when the state was entered stays.
    bar.gap.constant = 30
    try bar.scene.apply(bar.compact)
    try bar.scene.apply(nil)
    #expect(bar.gap.constant == 30 && bar.title.frame.minX == 110)
  }

  @Test("A state that fails leaves the scene as it was before any")
  func failing() throws {
    let bar = try Bar()
    bar.scene.mode = .strict
    try bar.scene.apply(bar.compact)
    #expect(throws: Stop.self) {
      try bar.scene.apply(
        SceneState("broken") {
          bar.gap.constant = 1
          throw Stop()
        })
    }
    #expect(bar.scene.stateName == nil && bar.gap.constant == 20 && bar.title.frame.minX == 100)
    #expect(kind { try bar.scene.apply(SceneState("no room") { bar.scene.size.width = 10 }) } == .unsatisfiable)
    #expect(bar.scene.size.width == 400 && bar.title.frame.minX == 100 && bar.scene.stateName == nil)
    // A layout that fails in a state takes back what was edited since the last, and no more.
    try bar.scene.apply(bar.compact)
    bar.scene.size.width = 10
    #expect(kind { try bar.scene.layout() } == .unsatisfiable)
    #expect(bar.scene.stateName == "compact" && bar.scene.size.width == 400 && bar.title.frame.minX == 38)
    try bar.scene.apply(nil)
    #expect(bar.title.frame.minX == 100 && bar.scene.engine.transaction.savepoints.count == 1)
    #expect(
      kind { try bar.scene.animate(duration: 1) { try bar.scene.apply(bar.compact) } } == .noAnswer)
    #expect(bar.scene.stateName == nil && bar.title.frame.minX == 100)
  }

  @Test("A transition goes from the frames of one state to those of another")
  func transitions() throws {
    let bar = try Bar()
    let animation = try bar.scene.animate(to: bar.compact, duration: 1, curve: .linear)
    #expect(animation.frame(of: bar.title, at: 0).minX == 100 && animation.frame(of: bar.title, at: 1).minX == 38)
    #expect(animation.frame(of: bar.title, at: 0.5).minX == 69)
    let back = View.animate(withDuration: 1) { _ = try? bar.scene.apply(nil) }
    #expect(back.count == 1 && back[0].frame(of: bar.title, at: 0).minX == 38)
    #expect(back[0].frame(of: bar.title, at: 1).minX == 100)
    #expect(kind { try bar.scene.animate(to: bar.compact, duration: .nan) } == .valueOutOfRange)
    #expect(bar.scene.stateName == nil)
  }

  @Test("A scene in a state, whose edits hold it, is freed")
  func lifetime() throws {
    weak var scene: Scene?
    do {
      let bar = try Bar()
      let held = bar.scene
      try held.apply(SceneState("wide") { held.size.width = 800 })
      scene = held
    }
    #expect(scene == nil)
  }

  @Test("Any edits as a state: back is as before to the last bit")
  func anyEdits() throws {
    let base = TestRun.seed(4_711)
    let seeds = TestRun.share(of: TestRun.count(12, long: 300))
    var comparisons = 0
    for index in seeds {
      let seed = base &+ UInt64(index) &* 7919
      let world = try UndoWorld(seed: seed)
      if world.random.chance(0.3) { world.scene.mode = .strict }
      for _ in 0..<3 where (try? world.scene.layout()) == nil {}
      guard (try? world.scene.layout()) != nil else { continue }
      let before = world.dump()
      let all = Set(before.lines.keys.map { String($0.prefix { $0 != " " }) })
      // What is in no scene is the state's only as far as its edits touch it.
      let covered = world.covered
      var isEditedInState = false
      var edits: [String] = []
      for round in 0..<3 {
        let state = SceneState("state \(round)") {
          for _ in 0..<world.random.int(1...8) { edits.append(world.edit()) }
        }
        if (try? world.scene.apply(state)) != nil {
          for _ in 0..<world.random.int(0...3) {
            isEditedInState = true
            edits.append(world.edit())
            _ = try? world.scene.layout()
          }
        }
        // Straight to the next, or back.
        guard round == 2 || world.random.chance(0.5) else { continue }
        _ = try world.scene.apply(nil)
        let known = isEditedInState ? covered : all
        let differences = world.dump().differences(from: before)
          .filter { known.contains(String($0.prefix { $0 != ":" }.split(separator: " ").first ?? "")) }
        #expect(differences.isEmpty, "seed \(seed), \(edits): \(differences.prefix(8).joined(separator: "\n"))")
        #expect(world.scene.engine.transaction.savepoints.count == (world.scene.mode == .strict ? 1 : 0))
        #expect(try world.scene.layout().changes.isEmpty)
        comparisons += 1
      }
    }
    #expect(comparisons > seeds.count / 2)
  }
}
