// Sweeping a scene in two parameters at once: its frames as functions of its width and its height, say.

import Simplex

/// What a scene's frames are as functions of two numbers: convex polygons of the plane of both, on each of which every frame
/// is affine.
public struct LayoutPlane {
  /// A polygon of the plane.
  public struct Polygon {
    /// The corners, one after another around it: values of the first and of the second parameter.
    public let corners: [(x: Double, y: Double)]
    /// For each corner, what the edge to the next is the border of: constraints that become tight, change sides or let go
    /// there; none where the range ends, or where what ends is no constraint's doing.
    public let edges: [[Constraint]]
    /// Whether the frames within follow from the solver's region; else they are what layouts inside agree on.
    public let isProven: Bool
    /// Constraints that are broken within it.
    public let broken: [Constraint]
  }

  /// The polygons; they cover the rectangle and overlap in edges alone.
  public let polygons: [Polygon]
  private let pieces: [PlanePiece<SweepCause>]
  private let indices: [ObjectIdentifier: Int]

  init(_ found: (pieces: [PlanePiece<SweepCause>], lines: [SweepCause?]), _ items: [any LayoutItem]) {
    pieces = found.pieces
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, item) in items.enumerated() { indices[ObjectIdentifier(item)] = index }
    self.indices = indices
    polygons = pieces.map { piece in
      var broken: [Constraint] = []
      for case .conflict(_, let cause) in piece.facts {
        if let constraint = cause.constraint { broken.append(constraint) }
      }
      return Polygon(
        corners: piece.polygon.corners.map { ($0.x, $0.y) },
        edges: piece.polygon.corners.map { corner in
          corner.line.flatMap { found.lines[$0]?.constraint }.map { [$0] } ?? []
        }, isProven: piece.isProven, broken: broken)
    }
  }

  /// The polygon that a point lies in, the nearest one for a point outside of all. Linear in the polygons.
  public func polygon(at x: Double, _ y: Double) -> Int? { pieces.piece(x, y) }

  /// The frame of an item in its superview at a point, not rounded; nil for an item that was not in the scene.
  public func frame(of item: any LayoutItem, at x: Double, _ y: Double) -> Rect? {
    guard let index = indices[ObjectIdentifier(item)], let found = polygon(at: x, y) else { return nil }
    let piece = pieces[found]
    return Rect(
      x: piece.number(4 * index, x, y), y: piece.number(4 * index + 1, x, y), width: piece.number(4 * index + 2, x, y),
      height: piece.number(4 * index + 3, x, y))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The polygon that a point lies in: the one that it lies deepest in, or the nearest. Linear.
  package func piece<Cause>(_ x: Double, _ y: Double) -> Int? where Element == PlanePiece<Cause> {
    var best: (index: Int, depth: Double)?
    for index in indices {
      let depth = self[index].polygon.sides.reduce(Double.infinity) { Swift.min($0, $1.plane.distance(x, y)) }
      if depth > best?.depth ?? -.infinity { best = (index, depth) }
    }
    return best?.index
  }
}

extension Scene {
  /// The frames as functions of two numbers, each the width, the height or a constraint's constant: exact polygons.
  ///
  /// Within a polygon every frame is affine in both, as no constraint changes sides and no text takes another line: the
  /// solver's basis says where the polygon ends. Frames are not rounded, whatever ``scale`` is. The scene is as before
  /// afterwards, and laid out. Costs about ten layouts and a factorization for each polygon.
  ///
  /// - Parameters:
  ///   - first: What moves, and from where to where, in points.
  ///   - second: What else moves.
  /// - Throws: As ``layout()``; ``LayoutError/Kind/missingItem`` for a constraint that is not active in the scene;
  ///   ``LayoutError/Kind/noAnswer`` for ranges with more than some thousand polygons.
  public func sweep(
    _ first: (parameter: SweepParameter, range: ClosedRange<Double>),
    _ second: (parameter: SweepParameter, range: ClosedRange<Double>)
  ) throws(LayoutError) -> LayoutPlane {
    for case .constant(let constraint) in [first.parameter, second.parameter] {
      guard constraint.isActive, constraint.first.engine === engine else {
        throw LayoutError(.missingItem, "\(constraint) is not active in this scene, so its constant moves nothing.")
      }
    }
    try layout()
    let items = engine.slots.indices.compactMap { engine.slots[$0].node?.item }
    let before = (size: size, scale: scale)
    let constants = [first.parameter, second.parameter].compactMap(\.constraint).map { ($0, $0.constant) }
    let result: Result<LayoutPlane, LayoutError>
    do throws(LayoutError) {
      scale = nil
      let found = try PlaneCover<SweepCause>.pieces(over: first.range, second.range) {
        x, y, isFull throws(LayoutError) in
        try self.move(first.parameter, to: x)
        try self.move(second.parameter, to: y)
        return try self.planeSample(items, ([first.parameter], [second.parameter]), isFull: isFull)
      }
      result = .success(LayoutPlane(found, items))
    } catch {
      result = .failure(error)
    }
    scale = before.scale
    for (constraint, constant) in constants { try constraint.setConstant(constant) }
    try setSize(before.size)
    try layout()
    return try result.get()
  }

  /// The layout as it is, in the numbers of some items: left, top, width and height of each.
  ///
  /// - Parameters:
  ///   - parameters: What moves in either direction, as one.
  ///   - isFull: Whether slopes, borders and facts are wanted.
  package func planeSample(
    _ items: [any LayoutItem], _ parameters: (x: [SweepParameter], y: [SweepParameter]), isFull: Bool
  ) throws(LayoutError) -> PlaneSample<SweepCause> {
    let state = try sweepNumbers(items, isFull: isFull)
    var sample = PlaneSample<SweepCause>(numbers: state.numbers)
    sample.facts = state.facts
    if isFull { try engine.plane(items, parameters, &sample) }
    return sample
  }
}

extension Engine {
  /// How the frames of items move with two parameters, and the lines beyond which they move otherwise.
  fileprivate func plane(
    _ items: [any LayoutItem], _ parameters: (x: [SweepParameter], y: [SweepParameter]),
    _ sample: inout PlaneSample<SweepCause>
  ) throws(LayoutError) {
    guard let solver, let x = movedRows(parameters.x), let y = movedRows(parameters.y) else { return }
    let found: PlaneRanging
    do {
      found = try solver.plane(of: Array(storage.variables), along: (x.rows, x.slopes), and: (y.rows, y.slopes))
    } catch {
      throw LayoutError(error)
    }
    sample.slopes = (frameSlopes(items, found.slopes.first), frameSlopes(items, found.slopes.second))
    for facet in found.facets {
      sample.borders.append(
        PlaneSample.Border(
          value: facet.value, slopes: (facet.slopes.first, facet.slopes.second), cause: causes([facet.member]).first))
    }
    let (first, second) = (found.slopes.first, found.slopes.second)
    for text in try movingTexts({ abs(first[$0]) > 1e-9 || abs(second[$0]) > 1e-9 }) {
      guard let level = text.table.level(around: text.width, in: 0...1e5) else { continue }
      let slopes = (x: first[text.variable], y: second[text.variable])
      for step in [level.below, level.above].compactMap({ $0 }) {
        sample.borders.append(
          PlaneSample.Border(
            value: text.width - step.width, slopes: slopes,
            cause: .text(slot: text.slot, heights: [level.height, step.height].sorted())))
      }
    }
  }
}
