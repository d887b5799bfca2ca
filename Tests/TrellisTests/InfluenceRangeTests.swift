// How far constraints decide a number, what would be without them, and why it is no other: by hand, and on random trees by
// layouts of their own.

import TestSupport
import Testing

@testable import Trellis

@Suite struct InfluenceRangeTests {
  /// A title between a side bar, which wants 200, and the trailing edge; its width is at least 100 and at most 300.
  private struct Bar {
    let scene: Scene
    let side = View("side")
    let title = View("title")
    let wide, least, most, end: Constraint

    init() throws {
      let root = View("root")
      root.addSubview(side)
      root.addSubview(title)
      wide = side.widthAnchor.constraint(equalToConstant: 200)
      wide.priority = 700
      least = title.widthAnchor.constraint(greaterThanOrEqualToConstant: 100)
      most = title.widthAnchor.constraint(lessThanOrEqualToConstant: 300)
      end = title.trailingAnchor.constraint(equalTo: root.trailingAnchor)
      Constraint.activate([
        side.leadingAnchor.constraint(equalTo: root.leadingAnchor),
        title.leadingAnchor.constraint(equalTo: side.trailingAnchor), end, wide, least, most,
        side.topAnchor.constraint(equalTo: root.topAnchor), side.heightAnchor.constraint(equalToConstant: 20),
        title.topAnchor.constraint(equalTo: root.topAnchor), title.heightAnchor.constraint(equalToConstant: 20),
      ])
      scene = try Scene(root: root, size: Size(width: 400, height: 50))
    }
  }

  @Test func byHand() throws {
    let bar = try Bar()
    let range = try #require(try bar.scene.range(of: bar.wide, on: bar.title, .width))
    #expect(!range.isBreakpoint && range.below.derivative == -1 && range.above.derivative == -1)
    #expect(
      abs(range.below.constant - 100) < 1e-9
        && range.below.causes.map(ObjectIdentifier.init) == [ObjectIdentifier(bar.most)])
    #expect(
      abs(range.above.constant - 300) < 1e-9
        && range.above.causes.map(ObjectIdentifier.init) == [ObjectIdentifier(bar.least)])
    guard case .derivative(let beyond) = range.above.beyond else { throw LayoutError(.noAnswer, "\(range.above)") }
    #expect(abs(beyond) < 1e-9)
    // The root's width, and a constraint that decides nothing until it is tight.
    let influences = try bar.scene.influences(on: bar.title, .width)
    let root = try #require(influences.map(\.constraint).first { $0.isSystemMade })
    let width = try #require(try bar.scene.range(of: root, on: bar.title, .width))
    #expect(abs(width.below.constant - 300) < 1e-9 && abs(width.above.constant - 500) < 1e-9)
    // A ceiling below the floor is a conflict.
    bar.most.constant = 150
    let most = try #require(try bar.scene.range(of: bar.most, on: bar.title, .width))
    #expect(most.below.derivative == 1 && abs(most.below.constant - 100) < 1e-9)
    guard case .conflict(let members) = most.below.beyond else { throw LayoutError(.noAnswer, "\(most.below)") }
    #expect(Set(members.map(ObjectIdentifier.init)) == Set([bar.least, bar.most].map(ObjectIdentifier.init)))
    // The scene is as before.
    #expect(bar.title.frame == Rect(x: 250, y: 0, width: 150, height: 20) && bar.most.constant == 150)
    #expect(!bar.scene.needsLayout)
  }

  @Test func breakpoints() throws {
    let bar = try Bar()
    bar.wide.constant = 300
    try bar.scene.layout()
    let range = try #require(try bar.scene.range(of: bar.wide, on: bar.title, .width))
    #expect(range.isBreakpoint && range.below.derivative == -1 && range.above.derivative == 0)
    #expect(abs(range.below.constant - 100) < 1e-9 && range.above.constant == .infinity)
  }

  @Test func linesOfText() throws {
    let root = View("root")
    let text = View("text")
    root.addSubview(text)
    text.heightForWidth = try HeightForWidth(steps: [
      .init(width: 0, height: 80), .init(width: 201.5, height: 40), .init(width: 400, height: 20),
    ])
    let leading = text.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10)
    let top = text.topAnchor.constraint(equalTo: root.topAnchor)
    Constraint.activate([leading, text.trailingAnchor.constraint(equalTo: root.trailingAnchor), top])
    let scene = try Scene(root: root, size: Size(width: 300, height: 500))
    let range = try #require(try scene.range(of: leading, on: text, .height))
    #expect(range.below.derivative == 0 && range.above.derivative == 0)
    #expect(abs(range.above.constant - 98.5) < 1e-5, "\(range.above)")
    guard case .frames = range.above.beyond else { throw LayoutError(.noAnswer, "\(range.above)") }
    #expect(leading.constant == 10 && text.frame.height == 40)
  }

  @Test func withoutAndWhatIf() throws {
    let bar = try Bar()
    let without = try bar.scene.without(bar.wide) { _ in bar.title.frame }
    #expect(without?.width == 100 || without?.width == 300)
    let narrow = try bar.scene.whatIf({ bar.scene.size.width = 250 }) { _ in bar.title.frame }
    #expect(narrow == Rect(x: 150, y: 0, width: 100, height: 20))
    #expect(bar.wide.isActive && bar.title.frame == Rect(x: 200, y: 0, width: 200, height: 20))
    #expect(bar.scene.size.width == 400 && !bar.scene.needsLayout)
    struct Mine: Error {}
    #expect(throws: Mine.self) {
      try bar.scene.whatIf {
        bar.scene.size.width = 250
        throw Mine()
      } read: { _ in
      }
    }
    #expect(bar.scene.size.width == 400 && bar.title.frame.width == 200)
  }

  @Test func objections() throws {
    let bar = try Bar()
    var logged = 0
    bar.scene.log = { _ in logged += 1 }
    let tooWide = bar.title.widthAnchor.constraint(equalToConstant: 350)
    guard case .forbidden(let members) = try bar.scene.objection(to: tooWide) else {
      throw LayoutError(.noAnswer, "not forbidden")
    }
    #expect(members.map(ObjectIdentifier.init) == [ObjectIdentifier(bar.most)])
    let wider = bar.title.widthAnchor.constraint(equalToConstant: 250)
    guard case .possible(let prices, let violations) = try bar.scene.objection(to: wider) else {
      throw LayoutError(.noAnswer, "forbidden")
    }
    #expect(prices == [Objection.Price(priority: 700, before: 0, after: 50)])
    #expect(violations.count == 1 && violations.first?.constraint === bar.wide && violations.first?.after == 50)
    #expect(!wider.isActive && wider.priority == .required && bar.title.frame.width == 200 && logged == 0)
    wider.isActive = true
    #expect(throws: LayoutError.self) { try bar.scene.objection(to: wider) }
  }

  /// What is left of a forbidding set without any one of its members allows the wish.
  @Test func forbiddingSetsAreMinimal() throws {
    let seed = TestRun.seed(73_000)
    var forbidden = 0
    for index in TestRun.share(of: TestRun.count(80, long: 1000)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let (scene, views) = try SweepTests.tree(seed: random.next())()
      let report = try scene.layout()
      let view = random.pick(views)
      guard report.conflicts.isEmpty else { continue }
      let wish = view.widthAnchor.constraint(equalToConstant: Double(random.int(0...500)))
      guard case .forbidden(let members) = try scene.objection(to: wish) else { continue }
      forbidden += 1
      for member in members where member.kind == .relation {
        let isAllowed = try scene.whatIf({ member.isActive = false }) { _ in
          if case .possible = try scene.objection(to: wish) { true } else { false }
        }
        // Another set may forbid it, which then does not have this member.
        if !isAllowed {
          guard
            case .forbidden(let others) = try scene.whatIf(
              { member.isActive = false }, read: { _ in try scene.objection(to: wish) })
          else { continue }
          #expect(!others.contains { $0 === member })
        }
      }
      // The set alone forbids it: everything else required made optional.
      let all = scene.root.constraints + scene.root.subviews.flatMap(\.constraints)
      let isForbiddenAlone = try scene.whatIf({
        for other in all where other.priority.isRequired && !members.contains(where: { $0 === other }) {
          other.isActive = false
        }
      }) { _ in if case .forbidden = try scene.objection(to: wish) { true } else { false } }
      #expect(isForbiddenAlone, "tree \(index)")
    }
    #expect(forbidden > 10)
  }

  /// Within a range the number is on its line, in layouts of their own; beyond an end it leaves it.
  @Test func rangesAgainstLayouts() throws {
    let seed = TestRun.seed(74_000)
    var (inside, ends) = (0, 0)
    for index in TestRun.share(of: TestRun.count(60, long: 1000)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let (scene, views) = try SweepTests.tree(seed: random.next())()
      try scene.layout()
      let view = random.pick(views)
      guard try scene.ambiguities().isEmpty, scene.brokenConstraints.isEmpty else { continue }
      let attribute: Attribute = random.chance(0.5) ? .width : .right
      func number() -> Double { attribute == .width ? view.frame.width : view.frame.maxX }
      let value = number()
      for influence in try scene.influences(on: view, attribute) where influence.constraint.kind == .relation {
        let constraint = influence.constraint
        let constant = constraint.constant
        let range = try #require(try scene.range(of: constraint, on: view, attribute))
        #expect(number() == value && constraint.constant == constant)
        for side in [range.below, range.above] {
          guard let derivative = side.derivative else { continue }
          let reach = side.constant - constant
          let far = min(max(reach, -500), 500)
          func at(_ offset: Double) throws -> (number: Double, isClean: Bool) {
            try scene.whatIf({ constraint.constant = constant + offset }) { report in
              (number(), try report.conflicts.isEmpty && scene.ambiguities().isEmpty)
            }
          }
          for part in [0.05, 0.37, 0.71, 0.999] {
            let layout = try at(part * far)
            guard layout.isClean else { continue }
            #expect(
              abs(layout.number - value - derivative * part * far) <= 1e-6,
              "tree \(index), \(constraint) by \(part * far) of \(reach)")
            inside += 1
          }
          guard reach.isFinite else { continue }
          let beyond = reach + (reach < 0 || (reach == 0 && side.constant == range.below.constant) ? -0.01 : 0.01)
          let layout = try at(beyond)
          switch side.beyond {
          case .derivative(let next) where layout.isClean:
            #expect(abs(next - derivative) > 1e-9)
            #expect(
              abs(layout.number - value - derivative * beyond) > 1e-9, "tree \(index), \(constraint) at \(beyond)")
            ends += 1
          case .conflict(let members):
            #expect(!layout.isClean && members.count > 0)
            ends += 1
          default: break
          }
        }
      }
    }
    #expect(inside > 200 && ends > 50)
  }
}
