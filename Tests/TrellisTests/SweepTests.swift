// A scene as a function of its size or a constant: intervals by hand, and frames of random trees against layouts of their
// own.

import TestSupport
import Testing

@testable import Trellis

@Suite struct SweepTests {
  /// A title between a side bar and the trailing edge, whose width is at least 100 and at most 300.
  private func bar() throws -> (scene: Scene, side: View, title: View, least: Constraint, most: Constraint) {
    let root = View("root")
    let side = View("side")
    let title = View("title")
    root.addSubview(side)
    root.addSubview(title)
    let least = title.widthAnchor.constraint(greaterThanOrEqualToConstant: 100)
    let most = title.widthAnchor.constraint(lessThanOrEqualToConstant: 300)
    let wide = side.widthAnchor.constraint(equalToConstant: 200)
    wide.priority = 700
    Constraint.activate([
      side.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      title.leadingAnchor.constraint(equalTo: side.trailingAnchor),
      title.trailingAnchor.constraint(equalTo: root.trailingAnchor), wide, least, most,
      side.topAnchor.constraint(equalTo: root.topAnchor), side.heightAnchor.constraint(equalToConstant: 20),
      title.topAnchor.constraint(equalTo: root.topAnchor), title.heightAnchor.constraint(equalToConstant: 20),
    ])
    return (try Scene(root: root, size: Size(width: 400, height: 50)), side, title, least, most)
  }

  @Test func intervalsByHand() throws {
    let (scene, side, title, least, most) = try bar()
    let sweep = try scene.sweep(.width, over: 200...900)
    #expect(sweep.intervals.map(\.range) == [200...300, 300...500, 500...900])
    #expect(sweep.intervals.allSatisfy { $0.isProven && $0.broken.isEmpty })
    #expect(sweep.intervals[0].begins.isEmpty)
    #expect(sweep.intervals[1].begins.contains { $0 === least })
    #expect(sweep.intervals[2].begins.contains { $0 === most })
    #expect(sweep.frame(of: title, at: 250) == Rect(x: 150, y: 0, width: 100, height: 20))
    #expect(sweep.frame(of: title, at: 431.25) == Rect(x: 200, y: 0, width: 231.25, height: 20))
    #expect(sweep.frame(of: side, at: 800) == Rect(x: 0, y: 0, width: 500, height: 20))
    #expect(sweep.frame(of: View("stranger"), at: 800) == nil)
    // The scene is as before.
    #expect(scene.size == Size(width: 400, height: 50) && title.frame.width == 200)
  }

  @Test func constants() throws {
    let (scene, side, title, least, most) = try bar()
    let sweep = try scene.sweep(.constant(least), over: 0...400)
    // At 400 points the side bar has 200 at most, and a required 300 against more than that is a conflict.
    #expect(sweep.intervals.map(\.range) == [0...200, 200...300, 300...400])
    #expect(sweep.frame(of: side, at: 250) == Rect(x: 0, y: 0, width: 150, height: 20))
    #expect(sweep.intervals[2].broken.contains { $0 === least || $0 === most })
    #expect(sweep.frame(of: title, at: 100)?.width == 200 && least.constant == 100 && title.frame.width == 200)
    least.isActive = false
    #expect(throws: LayoutError.self) { try scene.sweep(.constant(least), over: 0...400) }
  }

  @Test func aSingleValue() throws {
    let (scene, _, title, _, _) = try bar()
    let sweep = try scene.sweep(.width, over: 640...640)
    #expect(sweep.intervals.count == 1 && sweep.frame(of: title, at: 640)?.width == 300)
  }

  /// Required in both directions: it holds at one width alone.
  @Test func conflictOnBothSides() throws {
    let root = View("root")
    let box = View("box")
    root.addSubview(box)
    Constraint.activate([
      box.leadingAnchor.constraint(equalTo: root.leadingAnchor), box.topAnchor.constraint(equalTo: root.topAnchor),
      box.trailingAnchor.constraint(equalTo: root.trailingAnchor), box.widthAnchor.constraint(equalToConstant: 375),
      box.heightAnchor.constraint(equalToConstant: 10),
    ])
    let scene = try Scene(root: root, size: Size(width: 375, height: 50))
    let sweep = try scene.sweep(.width, over: 300...500)
    for value in [300, 340.5, 375, 400, 500.0] {
      scene.size.width = value
      try scene.layout()
      #expect(sweep.frame(of: box, at: value) == box.frame)
    }
    #expect(sweep.intervals.contains { !$0.broken.isEmpty })
  }

  @Test func linesOfText() throws {
    let root = View("root")
    let text = View("text")
    root.addSubview(text)
    text.heightForWidth = try HeightForWidth(steps: [
      .init(width: 0, height: 80), .init(width: 201.5, height: 40), .init(width: 400, height: 20),
    ])
    Constraint.activate([
      text.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      text.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
      text.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    let scene = try Scene(root: root, size: Size(width: 300, height: 500))
    let sweep = try scene.sweep(.width, over: 100...600)
    #expect(sweep.intervals.map(\.range) == [100...221.5, 221.5...420, 420...600])
    #expect([221.4999, 221.5, 419.99, 420].map { sweep.frame(of: text, at: $0)?.height } == [80, 40, 40, 20])
  }

  /// Where a text takes its next line follows from its steps, to the last digits; layouts alone tell a micropoint.
  @Test func stepsOfTextsAreExact() throws {
    let root = View("root")
    let (one, two) = (View("one"), View("two"))
    root.addSubview(one)
    root.addSubview(two)
    one.heightForWidth = try HeightForWidth(steps: [
      .init(width: 0, height: 60), .init(width: 90.123456789, height: 40), .init(width: 250.987654321, height: 20),
    ])
    two.heightForWidth = try HeightForWidth(steps: [
      .init(width: 0, height: 30), .init(width: 33.333333333, height: 10),
    ])
    Constraint.activate([
      one.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      one.topAnchor.constraint(equalTo: root.topAnchor),
      one.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
      two.topAnchor.constraint(equalTo: one.bottomAnchor), two.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      two.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: -0.5, constant: 200),
    ])
    let scene = try Scene(root: root, size: Size(width: 300, height: 500))
    let sweep = try scene.sweep(.width, over: 60...380)
    let starts = sweep.intervals.map(\.range.lowerBound)
    let expected = [60, 110.123456789, 270.987654321, 2 * (200 - 33.333333333)]
    #expect(starts.count == 4 && zip(starts, expected).allSatisfy { abs($0 - $1) < 1e-11 }, "\(starts)")
    #expect(sweep.intervals.allSatisfy { $0.isProven })
    #expect([111, 300, 340].map { sweep.frame(of: two, at: $0)?.minY } == [40, 20, 20])
    #expect([333, 334].map { sweep.frame(of: two, at: $0)?.height } == [10, 30])
  }

  /// Frames that follow from frames along a slope: the readable width.
  @Test func readableWidths() throws {
    let root = View("root")
    let text = View("text")
    root.addSubview(text)
    Constraint.activate([
      text.leadingAnchor.constraint(equalTo: root.readableContentGuide.leadingAnchor),
      text.trailingAnchor.constraint(equalTo: root.readableContentGuide.trailingAnchor),
      text.topAnchor.constraint(equalTo: root.topAnchor), text.heightAnchor.constraint(equalToConstant: 10),
    ])
    let scene = try Scene(root: root, size: Size(width: 300, height: 500))
    let sweep = try scene.sweep(.width, over: 320...1400)
    for value in stride(from: 320.0, through: 1400, by: 13.37) {
      scene.size.width = value
      try scene.layout()
      let frame = try #require(sweep.frame(of: text, at: value))
      #expect(abs(frame.minX - text.frame.minX) <= 1e-5 && abs(frame.width - text.frame.width) <= 1e-5, "at \(value)")
    }
    #expect(sweep.intervals.count < 100)
  }

  /// At every sampled size the frames are those of a layout of its own.
  @Test func randomTrees() throws {
    let seed = TestRun.seed(72_000)
    var intervals = 0
    for index in TestRun.share(of: TestRun.count(40, long: 400)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let build = Self.tree(seed: random.next())
      let (scene, views) = try build()
      let sweep = try scene.sweep(.width, over: 200...700)
      intervals += sweep.intervals.count
      for sample in 0..<60 {
        let value = sample < 30 ? 200 + 0.25 * Double(random.int(0...2000)) : random.real(200...700)
        let (own, ownViews) = try build()
        own.size.width = value
        try own.layout()
        guard try own.ambiguities().isEmpty else { continue }
        for (view, ownView) in zip(views, ownViews) {
          let found = try #require(sweep.frame(of: view, at: value))
          let numbers = zip(numbers(found), numbers(ownView.frame))
          #expect(numbers.allSatisfy { abs($0 - $1) <= 1e-6 }, "tree \(index) at \(value): \(found), \(ownView.frame)")
        }
      }
    }
    #expect(intervals > 100)
  }

  private func numbers(_ rect: Rect) -> [Double] { [rect.minX, rect.minY, rect.width, rect.height] }

  /// A row of views with gaps, floors, ceilings, shares and wishes at several priorities.
  static func tree(seed: UInt64) -> () throws -> (Scene, [View]) {
    {
      var random = SplitMix64(seed: seed)
      let root = View("root")
      var views: [View] = []
      var constraints: [Constraint] = []
      for number in 0..<random.int(2...7) {
        let view = View("v\(number)")
        root.addSubview(view)
        let previous = views.last?.trailingAnchor ?? root.leadingAnchor
        let gap = view.leadingAnchor.constraint(equalTo: previous, constant: Double(random.int(0...12)))
        constraints += [
          gap, view.topAnchor.constraint(equalTo: root.topAnchor), view.heightAnchor.constraint(equalToConstant: 10),
        ]
        for _ in 0..<random.int(1...3) {
          let length = Double(random.int(10...200))
          let made: Constraint
          switch random.int(0...4) {
          case 0: made = view.widthAnchor.constraint(greaterThanOrEqualToConstant: length / 4)
          case 1: made = view.widthAnchor.constraint(lessThanOrEqualToConstant: length)
          case 2: made = view.widthAnchor.constraint(equalToConstant: length)
          case 3: made = view.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: random.real(0.05...0.4))
          default:
            made =
              views.first.map { view.widthAnchor.constraint(equalTo: $0.widthAnchor) }
              ?? view.widthAnchor.constraint(equalToConstant: length)
          }
          made.priority = Priority(Float([300, 500, 500, 750, 749, 1000][random.int(0...5)]))
          if made.priority == .required, made.relation == .equal { made.priority = 999 }
          constraints.append(made)
        }
        views.append(view)
      }
      if let last = views.last {
        let end = last.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -8)
        end.priority = random.chance(0.7) ? .required : 800
        constraints.append(end)
      }
      Constraint.activate(constraints)
      return (try Scene(root: root, size: Size(width: 400, height: 50)), views)
    }
  }
}
