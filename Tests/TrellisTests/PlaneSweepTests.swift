// A scene as a function of its width and height at once: polygons by hand, and of random trees the frames at random points
// against layouts of their own, and that polygons tile the rectangle.

import TestSupport
import Testing

@testable import Trellis

@Suite struct PlaneSweepTests {
  @Test func polygonsByHand() throws {
    // As wide as the root less 20, at most twice as wide as high is the root, which is a slanted border.
    let root = View("root")
    let box = View("box")
    root.addSubview(box)
    let wide = box.widthAnchor.constraint(equalTo: root.widthAnchor, constant: -20)
    wide.priority = 700
    let most = box.widthAnchor.constraint(lessThanOrEqualTo: root.heightAnchor, multiplier: 2)
    Constraint.activate([
      box.leadingAnchor.constraint(equalTo: root.leadingAnchor), box.topAnchor.constraint(equalTo: root.topAnchor),
      box.heightAnchor.constraint(equalToConstant: 10), wide, most,
    ])
    let scene = try Scene(root: root, size: Size(width: 375, height: 667))
    let plane = try scene.sweep((.width, 100...500), (.height, 100...300))
    #expect(plane.polygons.count == 2 && plane.polygons.allSatisfy { $0.isProven && $0.broken.isEmpty })
    #expect(plane.polygons.allSatisfy { $0.edges.filter { !$0.isEmpty }.count == 1 })
    // On either side the constraint that does not decide there is the one that would.
    let borders = plane.polygons.flatMap(\.edges).compactMap(\.first)
    #expect(borders.count == 2 && borders.contains { $0 === most } && borders.contains { $0 === wide })
    #expect(plane.frame(of: box, at: 400, 250) == Rect(x: 0, y: 0, width: 380, height: 10))
    #expect(plane.frame(of: box, at: 400, 120) == Rect(x: 0, y: 0, width: 240, height: 10))
    // The border runs from 220, 100 to 500, 240.
    let corners = plane.polygons.flatMap(\.corners)
    for (x, y) in [(220.0, 100.0), (500.0, 240.0)] {
      #expect(corners.count { abs($0.x - x) < 1e-8 && abs($0.y - y) < 1e-8 } == 2, "\(corners)")
    }
    #expect(scene.size == Size(width: 375, height: 667) && box.frame.width == 355)
  }

  @Test func textsConflictsAndConstants() throws {
    let root = View("root")
    let (text, foot) = (View("text"), View("foot"))
    root.addSubview(text)
    root.addSubview(foot)
    text.heightForWidth = try HeightForWidth(steps: [
      .init(width: 0, height: 90), .init(width: 120.25, height: 60), .init(width: 260.125, height: 30),
    ])
    let inset = text.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10)
    let least = foot.heightAnchor.constraint(greaterThanOrEqualToConstant: 50)
    Constraint.activate([
      inset, text.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      text.topAnchor.constraint(equalTo: root.topAnchor),
      foot.topAnchor.constraint(equalTo: text.bottomAnchor), foot.bottomAnchor.constraint(equalTo: root.bottomAnchor),
      foot.leadingAnchor.constraint(equalTo: root.leadingAnchor), foot.widthAnchor.constraint(equalToConstant: 10),
      least,
      text.heightAnchor.constraint(equalToConstant: 20).at(.defaultLow),
    ])
    let scene = try Scene(root: root, size: Size(width: 200, height: 300))
    let plane = try scene.sweep((.width, 100...400), (.constant(inset), 0...40))
    // The steps of the text at width - inset: three strips.
    #expect(plane.polygons.count == 3 && plane.polygons.allSatisfy(\.isProven))
    let heights = [(121.0, 1.0), (131, 0), (300, 39.8), (300, 39.9)].map { plane.frame(of: text, at: $0, $1)?.height }
    #expect(heights == [90, 60, 30, 60])
    #expect(inset.constant == 10 && text.frame.width == 190)
    #expect(throws: LayoutError.self) {
      least.isActive = false
      _ = try scene.sweep((.width, 100...400), (.constant(least), 0...40))
    }
  }

  /// At every sampled point the frames are those of a layout of its own, and polygons tile the rectangle.
  @Test func randomTrees() throws {
    let seed = TestRun.seed(74_000)
    var polygons = 0
    for index in TestRun.share(of: TestRun.count(12, long: 200)) {
      var random = SplitMix64(seed: seed &+ UInt64(index))
      let build = Self.tree(seed: random.next())
      let (scene, views) = try build()
      let plane = try scene.sweep((.width, 200...700), (.height, 100...500))
      polygons += plane.polygons.count
      let shapes = plane.polygons.map { polygon in
        ConvexPolygon(corners: polygon.corners.map { ConvexPolygon.Corner(x: $0.x, y: $0.y) })
      }
      let area = shapes.reduce(0) { $0 + $1.area }
      #expect(abs(area - 500 * 400) <= 1e-3, "tree \(index): areas add up to \(area)")
      for sample in 0..<25 {
        let (x, y) = (random.real(200...700), random.real(100...500))
        if sample < 10 {
          let inside = shapes.count { $0.contains(x, y, within: -1e-6) }
          #expect(inside <= 1 && shapes.contains { $0.contains(x, y, within: 1e-6) }, "tree \(index) at \(x), \(y)")
        }
        let (own, ownViews) = try build()
        own.size = Size(width: x, height: y)
        try own.layout()
        guard try own.ambiguities().isEmpty else { continue }
        for (view, ownView) in zip(views, ownViews) {
          let found = try #require(plane.frame(of: view, at: x, y))
          let pairs = zip(Self.numbers(found), Self.numbers(ownView.frame))
          #expect(
            pairs.allSatisfy { abs($0 - $1) <= 1e-9 * 700 }, "tree \(index) at \(x), \(y): \(found), \(ownView.frame)")
        }
      }
    }
    #expect(polygons > 24)
  }

  private static func numbers(_ rect: Rect) -> [Double] { [rect.minX, rect.minY, rect.width, rect.height] }

  /// Views from the left and from the top, with floors, ceilings and wishes, some of them ratios of the other axis.
  private static func tree(seed: UInt64) -> () throws -> (Scene, [View]) {
    {
      var random = SplitMix64(seed: seed)
      let root = View("root")
      var views: [View] = []
      var constraints: [Constraint] = []
      for number in 0..<random.int(2...4) {
        let view = View("v\(number)")
        root.addSubview(view)
        constraints += [
          view.leadingAnchor.constraint(
            equalTo: views.last?.trailingAnchor ?? root.leadingAnchor, constant: Double(random.int(0...12))),
          view.topAnchor.constraint(
            equalTo: views.last?.bottomAnchor ?? root.topAnchor, constant: Double(random.int(0...12))),
        ]
        for (axis, own, other) in [
          (0, view.widthAnchor, root.widthAnchor), (1, view.heightAnchor, root.heightAnchor),
        ] {
          for _ in 0..<2 {
            let length = Double(random.int(20...260))
            let made: Constraint
            switch random.int(0...4) {
            case 0: made = own.constraint(greaterThanOrEqualToConstant: length / 4)
            case 1: made = own.constraint(lessThanOrEqualToConstant: length)
            case 2: made = own.constraint(equalTo: other, multiplier: random.real(0.1...0.5))
            case 3:
              made =
                axis == 0
                ? own.constraint(lessThanOrEqualTo: root.heightAnchor, multiplier: random.real(0.2...1.2))
                : own.constraint(equalTo: view.widthAnchor, multiplier: random.real(0.3...1.5))
            default: made = own.constraint(equalToConstant: length)
            }
            made.priority = Priority(Float([300, 500, 501, 750, 749, 1000][random.int(0...5)]))
            if made.priority == .required, made.relation == .equal { made.priority = 999 }
            constraints.append(made)
          }
        }
        views.append(view)
      }
      Constraint.activate(constraints)
      return (try Scene(root: root, size: Size(width: 400, height: 300)), views)
    }
  }
}

extension Constraint {
  fileprivate func at(_ priority: Priority) -> Constraint {
    self.priority = priority
    return self
  }
}
