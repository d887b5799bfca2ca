// Whatever is edited, active or not, in the scene and out of it, in blocks and blocks in them: what fails leaves
// everything as it was.

import TestSupport
import Testing

@testable import Trellis

private struct Stop: Error {}

@Suite("Undo of everything")
struct UndoFamilyTests {
  private func compare(_ world: UndoWorld, _ before: StateDump, _ known: Set<String>, _ comment: String) -> Bool {
    let differences = world.dump().differences(from: before)
      .filter { line in known.contains(String(line.prefix { $0 != ":" }.split(separator: " ").first ?? "")) }
    let text = differences.prefix(12).joined(separator: "\n")
    #expect(differences.isEmpty, "\(comment):\n\(text)")
    return differences.isEmpty
  }

  /// The names of all that there is, so that what comes later is not looked at.
  private func names(_ dump: StateDump) -> Set<String> {
    Set(dump.lines.keys.map { String($0.prefix { $0 != " " }) })
  }

  @Test("A layout that fails in strict mode leaves everything as it was")
  func strict() throws {
    let base = TestRun.seed(1709)
    let seeds = TestRun.share(of: TestRun.count(30, long: 300))
    var comparisons = 0
    for index in seeds {
      let seed = base &+ UInt64(index) &* 7919
      let world = try UndoWorld(seed: seed)
      _ = try? world.scene.layout()
      _ = try world.scene.layout()
      world.scene.mode = .strict
      for round in 0..<3 {
        #expect(try isStable(world), "seed \(seed), round \(round)")
        let before = world.dump()
        let guideCount = world.guideCount
        let covered = world.covered
        var edits: [String] = []
        for _ in 0..<world.random.int(1...10) { edits.append(world.edit()) }
        try world.root.setDimension(.width, to: -7)
        #expect(throws: LayoutError.self) { try world.scene.layout() }
        let comment = "seed \(seed), round \(round): \(edits.joined(separator: ", "))"
        guard compare(world, before, covered, comment) else { return }
        guard try holds(world, before, covered, guideCount, comment, &comparisons) else { return }
      }
    }
    // Most rounds end with a comparison of layouts.
    #expect(comparisons > seeds.count)
  }

  @Test("A block that fails leaves everything as it was, whatever blocks and layouts were in it")
  func blocks() throws {
    let base = TestRun.seed(577)
    let seeds = TestRun.share(of: TestRun.count(30, long: 300))
    var comparisons = 0
    for index in seeds {
      let seed = base &+ UInt64(index) &* 7919
      let world = try UndoWorld(seed: seed)
      if world.random.chance(0.3) { world.scene.mode = .strict }
      for _ in 0..<3 where (try? world.scene.layout()) == nil {}
      guard (try? world.scene.layout()) != nil else { continue }
      for round in 0..<3 {
        #expect(try isStable(world), "seed \(seed), round \(round)")
        let before = world.dump()
        let guideCount = world.guideCount
        var edits: [String] = []
        #expect(throws: (any Error).self) {
          try world.scene.animate(duration: 1) {
            try run(world, &edits, depth: 0)
            throw Stop()
          }
        }
        let comment = "seed \(seed), round \(round): \(edits.joined(separator: ", "))"
        guard compare(world, before, names(before), comment) else { return }
        #expect(world.scene.engine.transaction.savepoints.count == (world.scene.mode == .strict ? 1 : 0))
        guard try holds(world, before, names(before), guideCount, comment, &comparisons) else { return }
      }
    }
    // Most rounds end with a comparison of layouts.
    #expect(comparisons > seeds.count)
  }

  /// Edits, layouts and blocks that end well or not.
  private func run(_ world: UndoWorld, _ edits: inout [String], depth: Int) throws {
    for _ in 0..<world.random.int(1...8) {
      switch world.random.int(0...9) {
      case 0:
        edits.append("layout")
        _ = try? world.scene.layout()
      case 1 where depth < 3:
        edits.append("(")
        let fails = world.random.chance(0.5)
        let before = world.dump()
        var isUndone = false
        do {
          try world.scene.animate(duration: 1) {
            try run(world, &edits, depth: depth + 1)
            if fails {
              isUndone = true
              throw Stop()
            }
          }
        } catch {
          // What was edited before the block was laid out first. That changes what a layout works out, which is left out:
          // only what edits alone change is compared. The outermost block is compared in full.
          let known = names(before)
          if isUndone {
            let wrong = world.dump().differences(from: before).filter { line in
              guard known.contains(String(line.prefix { $0 != " " })) else { return false }
              return [" constraint.constant", " owner:", " parent:", " view.subviews", " group.", " node.sizing"]
                .contains { line.contains($0) }
            }
            #expect(wrong.isEmpty, "\(edits): \(wrong)")
          }
        }
        edits.append(")")
      default: edits.append(world.edit())
      }
    }
  }

  /// Whether another layout gives the same levels.
  private func isStable(_ world: UndoWorld) throws -> Bool {
    let mode = world.scene.mode
    world.scene.mode = .recover
    defer { world.scene.mode = mode }
    let before = try #require(world.scene.report).levels
    world.scene.engine.needsLayout = true
    let levels = try world.scene.layout().levels
    return zip(levels, before).allSatisfy { abs($0.error - $1.error) <= 1e-6 * max(1, abs($1.error)) }
  }

  /// Whether a layout from scratch is the one of before.
  private func holds(
    _ world: UndoWorld, _ before: StateDump, _ known: Set<String>, _ guideCount: Int,
    _ comment: String, _ comparisons: inout Int
  ) throws -> Bool {
    let engine = world.scene.engine
    let mode = world.scene.mode
    let report = try #require(world.scene.report)
    #expect(try world.scene.layout().changes.isEmpty)
    guard compare(world, before, known, comment + ", laid out") else { return false }
    world.scene.mode = .recover
    defer { world.scene.mode = mode }
    engine.needsLayout = true
    let again = try world.scene.layout()
    // Guides that were asked for on the way stay, and their sizes must not be negative: where there are more than before,
    // errors may be larger, and this layout is what the next round starts from.
    guard world.guideCount == guideCount else { return true }
    comparisons += 1
    #expect(again.levels.map(\.priority) == report.levels.map(\.priority), "\(comment)")
    let wrong = zip(again.levels, report.levels).filter { abs($0.error - $1.error) > 1e-6 * max(1, abs($1.error)) }
    let text = wrong.isEmpty ? "" : world.dump().differences(from: before).joined(separator: "\n")
    #expect(wrong.isEmpty, "\(comment): \(wrong)\n\(text)")
    return wrong.isEmpty
  }

  // MARK: The margins guide of a stack

  @Test("A margins guide that a stack makes for itself goes and comes with what failed, with its edges")
  func ownMarginsGuide() throws {
    let root = View("root")
    let stack = StackView("stack")
    let view = View("view", intrinsicSize: Size(width: 40, height: 20))
    root.addSubview(stack)
    stack.addArrangedSubview(view)
    stack.layoutMargins = EdgeInsets(all: 8)
    try stack.pinEdges()
    let scene = try Scene(root: root, size: Size(width: 200, height: 100))
    func edges() -> Int { stack.constraints.count { $0.kind == .marginGuide } }
    for isRelative in [false, true] {
      stack.isLayoutMarginsRelativeArrangement = isRelative
      try scene.layout()
      let (frame, guides, edgeCount) = (view.frame, stack.systemGuides, edges())
      #expect(throws: Stop.self) {
        try scene.animate(duration: 1) {
          stack.isLayoutMarginsRelativeArrangement.toggle()
          try scene.layout()
          #expect(edges() != edgeCount)
          throw Stop()
        }
      }
      scene.engine.needsLayout = true
      try scene.layout()
      #expect(stack.systemGuides.map(ObjectIdentifier.init) == guides.map(ObjectIdentifier.init))
      #expect(edges() == edgeCount)
      #expect(view.frame == frame)
    }
  }

  @Test("A margins guide of a stack's that was asked for stays, also where what asked failed")
  func sharedMarginsGuide() throws {
    let root = View("root")
    let stack = StackView("stack")
    root.addSubview(stack)
    stack.isLayoutMarginsRelativeArrangement = true
    stack.addArrangedSubview(View("view", intrinsicSize: Size(width: 40, height: 20)))
    try stack.pinEdges()
    let scene = try Scene(root: root, size: Size(width: 200, height: 100))
    try scene.layout()
    var guide: LayoutGuide?
    #expect(throws: Stop.self) {
      try scene.animate(duration: 1) {
        guide = stack.layoutMarginsGuide
        throw Stop()
      }
    }
    stack.isLayoutMarginsRelativeArrangement = false
    try scene.layout()
    #expect(guide?.owningView === stack)
  }

  // MARK: Nothing is left out

  @Test("Every stored property is part of a state that is undone, or is none that an edit can touch")
  func stored() throws {
    let world = try UndoWorld(seed: 1)
    // The state of an object, the links that follow from states, and what the engine works out.
    let known: [(Any, Set<String>)] = [
      (View(), ["node", "stored", "hasGuides"]),
      (
        StackView(),
        [
          "storedStack", "firstBaselineNode", "lastBaselineNode", "hasDependentBaseline", "isQueued",
          "sharesMarginsGuide",
        ]
      ),
      (ScrollView(), ["contentLayoutGuide", "frameLayoutGuide"]),
      (LayoutGuide(), ["node", "stored"]),
      (ConstraintGroup(), ["stored", "item"]),
      (
        ItemNode(.view),
        [
          "kind", "dirt", "storedLife", "storedSizing", "extras", "isMaskQueued", "hasDependentSafeArea", "isLeaving",
          "slot",
          "positionHint", "itself", "isPresent", "parentReference", "link", "firstReference", "firstOwned", "lastOwned",
          "ownedCount", "ownedSpecialCount", "ownedQueueIndex", "storedFrame",
        ]
      ),
      (
        world.constraints[0],
        [
          "kind", "isPlain", "firstAttribute", "relation", "secondAttribute", "dirt", "storedIsBroken", "rowIndex",
          "queueIndex", "revision", "first", "second", "stored", "ownerLinks", "firstLinks", "secondLinks", "fileID",
          "storedLine",
        ]
      ),
      // Who plays the animations is a setting of the host's, as the log is; it is not a state of the layout.
      (world.scene, ["root", "report", "engine", "animationHandler"]),
    ]
    for (object, labels) in known {
      let found = Set(Mirror(reflecting: object).children.compactMap(\.label))
      let strange = found.subtracting(labels).sorted()
      #expect(strange.isEmpty, "\(type(of: object)): is \(strange) something that an edit can touch?")
    }
  }

  @Test("The table of edits touches every field of every state")
  func complete() throws {
    var all = Set<String>()
    var changed = Set<String>()
    func field(_ line: String) -> String {
      String(line.prefix { $0 != ":" }).split(separator: " ").dropFirst().joined(separator: " ")
    }
    for seed in 0..<20 as Range<UInt64> {
      let world = try UndoWorld(seed: seed)
      var last = world.dump()
      for _ in 0..<4 {
        for _ in 0..<20 {
          world.edit()
          if world.random.chance(0.2) { _ = try? world.scene.layout() }
        }
        let next = world.dump()
        all.formUnion(next.lines.keys.map(field))
        let known = names(last)
        for line in next.differences(from: last) {
          let key = String(line.prefix { $0 != ":" })
          guard known.contains(String(key.prefix { $0 != " " })) else { continue }
          // What few objects have at all comes with its defaults.
          if last.lines[key] == nil, ["nil", "nan", "1.0"].contains(next.lines[key]) { continue }
          changed.insert(field(line))
        }
        last = next
      }
    }
    // Functions are not compared, the mode is what the others run in, and a constraint that stands for what could not be
    // made does so from the beginning.
    let exempt: Set<String> = [
      "settings.log", "settings.conflictHandler", "settings.mode", "made", "constraint.extras.refusal",
    ]
    let untouched = all.filter { $0.contains(".") }.subtracting(changed).subtracting(exempt)
    #expect(untouched.isEmpty, "no edit of the table changes \(untouched.sorted())")
  }
}
