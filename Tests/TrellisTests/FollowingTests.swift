// Random screens in which much follows from frames: after any edits and sizes the layout is that of a scene built from
// nothing with them, a fitting size that of a tree of its own, and what is not reported as unsettled agrees with itself.
//
// TRELLIS_LONG_TESTS=1 runs 120 screens of 60 edits; TRELLIS_SEED replays one seed.

import Simplex
import TestSupport
import Testing

@testable import Trellis

@Suite("What follows from frames")
struct FollowingTests {
  @Test("After each edit the layout is that of a scene built from nothing")
  func warmIsCold() throws {
    let seed = TestRun.seed(211)
    var unsettled = 0
    var compared = 0
    let count = TestRun.count(40, long: 120)
    var others: [String] = []
    for index in TestRun.share(of: count) {
      let worldSeed = seed &+ UInt64(index) &* 15_485_863
      let warm = try FollowingWorld(seed: worldSeed)
      var edits: [String] = []
      for step in 0...TestRun.count(12, long: 60) {
        if step > 0 { edits.append(try warm.edit()) }
        let comment: Comment = "seed \(worldSeed), step \(step): \(edits.last ?? "start")"
        let report = try warm.scene.layout()
        let cold = try FollowingWorld(seed: worldSeed)
        for _ in 0..<step { _ = try cold.edit() }
        let other = try cold.scene.layout()
        // Where frames are open, what follows from them is.
        guard try isDetermined(warm.scene), try isDetermined(cold.scene) else { continue }
        compared += 1
        #expect(words(report.unsettled) == words(other.unsettled), comment)
        #expect(try agrees(warm.scene) == report.unsettled.isEmpty, comment)
        if !report.unsettled.isEmpty { unsettled += 1 }
        let open = try Set(warm.scene.engine.solver?.ambiguousVariables() ?? [])
        let apart = zip(warm.views, cold.views).first { one, two in
          guard !isOpen(one, open), one.superview.map({ !isOpen($0, open) }) ?? true else { return false }
          let expected = two.frame
          return !one.frame.isClose(expected.minX, expected.minY, expected.width, expected.height, within: 1e-9)
        }
        guard let (one, two) = apart else { continue }
        others.append("\(comment): \(one.name ?? "") is at \(one.frame), from nothing at \(two.frame)")
        break
      }
    }
    #expect(others.isEmpty, "\(others.count): \(others.prefix(3).joined(separator: "\n"))")
    #expect(compared > 90, "\(compared) layouts were determined, \(unsettled) of them not settled")
  }

  @Test("A fitting size is that of a tree of its own, whatever the scene was")
  func fitting() throws {
    let seed = TestRun.seed(223)
    for index in TestRun.share(of: TestRun.count(30, long: 200)) {
      let worldSeed = seed &+ UInt64(index) &* 32_452_843
      let warm = try FollowingWorld(seed: worldSeed)
      for step in 0..<8 {
        if step > 0 { _ = try warm.edit() }
        try warm.scene.layout()
        let position = (index * 7 + step * 3) % warm.views.count
        let comment: Comment = "seed \(worldSeed), step \(step), view \(warm.views[position].name ?? "")"
        let cold = try FollowingWorld(seed: worldSeed)
        for _ in 0..<step { _ = try cold.edit() }
        // What a view inherits is not a constraint.
        let direction = cold.views[position].effectiveLayoutDirection
        cold.views[position].removeFromSuperview()
        cold.views[position].layoutDirection = direction
        for (target, priority) in [
          (Size.zero, Priority.fittingSizeLevel), (Size(width: 200, height: 0), .required),
          (View.layoutFittingExpandedSize, .fittingSizeLevel),
        ] {
          let size = warm.views[position].systemLayoutSizeFitting(
            target, horizontalFittingPriority: priority, verticalFittingPriority: .fittingSizeLevel)
          let alone = cold.views[position].systemLayoutSizeFitting(
            target, horizontalFittingPriority: priority, verticalFittingPriority: .fittingSizeLevel)
          #expect(
            isClose(size.width, alone.width, within: 1e-9 * max(1, alone.width))
              && isClose(size.height, alone.height, within: 1e-9 * max(1, alone.height)),
            "\(comment): \(size), of its own \(alone)")
        }
        #expect(!warm.scene.needsLayout, comment)
      }
    }
  }

  private func words(_ views: [UnsettledView]) -> [String] {
    views.map { "\($0.view.name ?? "") \($0.quantity)" }
  }

  /// Whether the frames say what was assumed.
  private func agrees(_ scene: Scene) throws -> Bool {
    let engine = scene.engine
    guard engine.hasFrameDependents, let solver = engine.solver else { return true }
    let following = engine.makeFrameDependentProperties()
    let measured = try following.measured(engine) { slots throws(SolverError) in
      try solver.values(slots.flatMap { engine.storage.variables[(4 * Int($0))..<(4 * Int($0) + 4)] })
    }
    return measured == following.assumed(engine)
  }

  private func isOpen(_ view: View, _ open: Set<Variable>) -> Bool {
    guard let engine = view.node.engine else { return true }
    return (0..<4).contains { open.contains(engine.storage.variables[4 * Int(view.node.slot) + $0]) }
  }

  /// Whether the frames that something follows from are.
  private func isDetermined(_ scene: Scene) throws -> Bool {
    guard let solver = scene.engine.solver else { return true }
    let open = Set(try solver.ambiguousVariables())
    return !scene.engine.makeFrameDependentProperties().nodes.contains { $0.view.map { isOpen($0, open) } ?? true }
  }
}
