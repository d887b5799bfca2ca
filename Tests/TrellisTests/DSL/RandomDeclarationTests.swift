// Declared constraints, applied by difference, against the same description in a tree of its own: random descriptions, one
// after the other, each layout equal in its levels to that from scratch.

import TestSupport
import Testing

@testable import Trellis

@Suite("DSL: random declarations")
struct RandomDeclarationTests {
  /// A description, as indices, so that it can be told of any tree.
  private struct Sentence {
    var first: Int
    var attribute: Attribute
    var relation: Relation
    var second: Int?
    var secondAttribute: Attribute
    var multiplier: Double
    var constant: Double
    var priority: Priority

    func spec(_ items: [View]) -> ConstraintSpec {
      let one = AnchorTerm(node: items[first].node, attribute: attribute)
      guard let second else { return ConstraintSpec(one, relation, constant) ~ priority }
      let other = AnchorTerm(
        node: items[second].node, attribute: secondAttribute, multiplier: multiplier, constant: constant)
      return ConstraintSpec(one, relation, other) ~ priority
    }
  }

  private static let views = 5

  private func tree() throws -> (scene: Scene, items: [View]) {
    let items = (0...Self.views).map { View("v\($0)") }
    items[0].addSubviews(Array(items.dropFirst()))
    return (try Scene(root: items[0], size: Size(width: 300, height: 200)), items)
  }

  private func sentence(_ generator: inout SplitMix64) -> Sentence {
    let families: [[Attribute]] = [[.left, .right, .centerX], [.top, .bottom, .centerY], [.width, .height]]
    let family = generator.pick(families)
    let isSize = family[0] == .width
    let second: Int? = isSize && generator.chance(0.5) ? nil : generator.int(0...Self.views)
    return Sentence(
      first: generator.int(1...Self.views), attribute: generator.pick(family),
      relation: generator.pick(Relation.allCases),
      second: second, secondAttribute: generator.pick(family), multiplier: isSize ? generator.pick([0.5, 1, 2]) : 1,
      constant: Double(generator.int(-40...120)), priority: generator.pick([250, 250.5, 500, 750]))
  }

  /// Some sentences stay, some are edited, some go, some come.
  private func next(_ sentences: [Sentence], _ generator: inout SplitMix64) -> [Sentence] {
    var result: [Sentence] = []
    for var sentence in sentences where !generator.chance(0.2) {
      if generator.chance(0.2) { sentence.constant = Double(generator.int(-40...120)) }
      if generator.chance(0.1) { sentence.priority = generator.pick([250, 400, 750]) }
      result.append(sentence)
    }
    for _ in 0..<generator.int(0...5) { result.append(self.sentence(&generator)) }
    return generator.chance(0.3) ? result.shuffled(using: &generator) : result
  }

  @Test("Each difference lays out as its description does from scratch")
  func differences() throws {
    let seed = TestRun.seed(90_000)
    var kept = 0
    var edited = 0
    for index in TestRun.share(of: TestRun.count(12, long: 500)) {
      var generator = SplitMix64(seed: seed &+ UInt64(index))
      let (scene, items) = try tree()
      let group = ConstraintGroup()
      var sentences: [Sentence] = []
      for step in 0..<12 {
        sentences = next(sentences, &generator)
        let specs = sentences.map { $0.spec(items) }
        let before = Set(group.constraints.map(ObjectIdentifier.init))
        let difference = try group.apply(specs)
        kept += difference.kept.count
        edited += difference.edited.count
        #expect(difference.kept.count + difference.edited.count + difference.added.count == sentences.count)
        #expect(difference.kept.count + difference.edited.count + difference.removed.count == before.count)
        #expect(zip(group.constraints, specs).allSatisfy { $0.key == $1.key && $0.values == $1.values && $0.isActive })
        let levels = try scene.layout().levels
        let (fresh, freshItems) = try tree()
        Constraint.activate(try Constraint.made(sentences.map { $0.spec(freshItems) }))
        let expected = try fresh.layout().levels
        let isEqual =
          levels.map(\.priority) == expected.map(\.priority)
          && zip(levels, expected).allSatisfy { abs($0.error - $1.error) <= 1e-6 * (1 + $1.error) }
        #expect(isEqual, "TRELLIS_SEED=\(seed &+ UInt64(index)), step \(step): \(levels), from scratch \(expected)")
      }
    }
    #expect(kept > 100 && edited > 20)
  }
}
