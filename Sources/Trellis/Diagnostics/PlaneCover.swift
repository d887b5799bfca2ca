// A layout as a function of two numbers: convex polygons on each of which every frame is an affine function of both.
//
// One layout, and how it moves in both directions (`Solver.plane`), give a region that is proven: the intersection of the half
// planes in which no row changes sides, cut by the steps of texts. What is left of the rectangle is kept as convex polygons,
// and a layout inside of one of them gives the next region. What no region of the solver knows of shows when corners and the
// inside of a region are laid out: two points of the border with what is found otherwise give the line that cuts it.
// Reference: Gal and Nedoma, Multiparametric linear programming, Management Science 18 (1972), for regions of a basis.

/// What a layout is at one point of the plane.
package struct PlaneSample<Cause: Hashable> {
  /// A line beyond which another function holds: `value + slopes × (point - here)` is positive where this one does.
  package struct Border {
    package var value: Double
    package var slopes: (x: Double, y: Double)
    package var cause: Cause?

    package init(value: Double, slopes: (x: Double, y: Double), cause: Cause?) {
      (self.value, self.slopes, self.cause) = (value, slopes, cause)
    }
  }

  /// The numbers of the layout, in an order that all samples have in common.
  package var numbers: [Double]
  /// How far each moves per unit of either parameter; nil where that was not asked for, or is not known.
  package var slopes: (x: [Double], y: [Double])?
  package var borders: [Border] = []
  package var facts: [SweepFact<Cause>] = []

  package init(numbers: [Double]) { self.numbers = numbers }
}

/// A polygon on which every number is affine.
package struct PlanePiece<Cause: Hashable> {
  package var polygon: ConvexPolygon
  /// Where it was laid out.
  package var origin: (x: Double, y: Double)
  /// The numbers there.
  package var numbers: [Double]
  /// How far each moves per unit of either parameter.
  package var slopes: (x: [Double], y: [Double])
  /// Whether that follows from the solver's region; else it is what layouts inside agree on, or the layout of one point.
  package var isProven = true
  package var facts: [SweepFact<Cause>] = []

  /// One of the numbers.
  package func number(_ index: Int, _ x: Double, _ y: Double) -> Double {
    numbers[index] + (x - origin.x) * slopes.x[index] + (y - origin.y) * slopes.y[index]
  }

  /// All numbers.
  package func numbers(_ x: Double, _ y: Double) -> [Double] { numbers.indices.map { number($0, x, y) } }
}

/// Finds the polygons of a rectangle.
package struct PlaneCover<Cause: Hashable> {
  /// Lays out at a point; with slopes, borders and facts if asked for.
  package typealias Layout = (_ x: Double, _ y: Double, _ isFull: Bool) throws(LayoutError) -> PlaneSample<Cause>

  /// Layouts at most; each polygon takes about ten.
  private static var mostLayouts: Int { 100_000 }
  /// Pieces of the rectangle thinner than that, relative to its coordinates, are rounding.
  private static var thinnest: Double { 4e-9 }
  /// How often a region is cut by lines that layouts show.
  private static var mostCuts: Int { 12 }
  /// Where no region is agreed on, the rectangle is halved down to this share of its sides.
  private static var coarsest: Double { 1.0 / 32 }

  private let layout: Layout
  private let rectangle: ConvexPolygon
  private let size: (x: Double, y: Double)
  private let scale: Double
  private(set) var layoutCount = 0
  private var open: [ConvexPolygon] = []
  private(set) var pieces: [PlanePiece<Cause>] = []
  /// By the numbers of edges.
  private(set) var lines: [Cause?] = []
  private var lineIndices: [Cause: Int] = [:]

  /// The polygons of a rectangle, in the order in which they were found, and what the lines of their edges are.
  ///
  /// - Throws: What laying out throws; ``LayoutError/Kind/noAnswer`` for more polygons than can be looked at.
  package static func pieces(
    over x: ClosedRange<Double>, _ y: ClosedRange<Double>, _ layout: @escaping Layout
  ) throws(LayoutError) -> (pieces: [PlanePiece<Cause>], lines: [Cause?]) {
    var cover = PlaneCover(x, y, layout)
    try cover.fill()
    cover.merge()
    return (cover.pieces, cover.lines)
  }

  private init(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>, _ layout: @escaping Layout) {
    self.layout = layout
    rectangle = ConvexPolygon(x, y)
    size = (x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
    scale = [1, abs(x.lowerBound), abs(x.upperBound), abs(y.lowerBound), abs(y.upperBound)].max() ?? 1
    open = [rectangle]
  }

  private func isNothing(_ polygon: ConvexPolygon) -> Bool {
    polygon.isEmpty || polygon.thickness <= Self.thinnest * scale
  }

  private mutating func fill() throws(LayoutError) {
    while let part = open.popLast() {
      guard !isNothing(part) else { continue }
      guard layoutCount < Self.mostLayouts else {
        throw LayoutError(
          .noAnswer,
          "The layout changes too often in these ranges: \(pieces.count) polygons, and there are more.  Use smaller ranges."
        )
      }
      if let piece = try region(around: part) {
        pieces.append(piece)
        open = (open + [part]).flatMap { isNothing($0) ? [] : $0.subtracting(piece.polygon) }
      } else {
        try halve(part)
      }
    }
  }

  // MARK: - Regions

  /// The region of a layout in a polygon; nil where layouts in it have none that they agree on.
  private mutating func region(around part: ConvexPolygon) throws(LayoutError) -> PlanePiece<Cause>? {
    for attempt in 0..<4 {
      // Away from halves and thirds, where breakpoints of people's numbers are.
      let point = part.mean { index in 1 + Double((index + 1) * (attempt + 2) * 37 % 61) / 61 }
      let sample = try sample(point, isFull: true)
      guard let slopes = sample.slopes else { return nil }
      guard !sample.borders.contains(where: { $0.value == 0 }) else { continue }
      var piece = PlanePiece<Cause>(
        polygon: rectangle, origin: point, numbers: sample.numbers, slopes: slopes, facts: sample.facts)
      for border in sample.borders {
        let sign: Double = border.value > 0 ? 1 : -1
        let plane = ConvexPolygon.HalfPlane(
          a: sign * border.slopes.x, b: sign * border.slopes.y,
          c: sign * (border.value - border.slopes.x * point.x - border.slopes.y * point.y))
        let tolerance = 1e-12 * scale
        guard let plane = plane.normalized, piece.polygon.isCut(by: plane, tolerance: tolerance) else { continue }
        piece.polygon = piece.polygon.clipped(to: plane, line: number(of: border.cause), tolerance: tolerance)
        if piece.polygon.isEmpty { break }
      }
      guard !isNothing(piece.polygon) else { continue }
      // Where other answers are as good, regions overlap: the one that was found first counts.
      if pieces.contains(where: { !isNothing($0.polygon.intersection(piece.polygon)) }) {
        piece.polygon = part.intersection(piece.polygon)
      }
      guard try trust(&piece), !isNothing(piece.polygon) else { continue }
      return piece
    }
    return nil
  }

  private mutating func number(of cause: Cause?) -> Int? {
    guard let cause else { return nil }
    if let known = lineIndices[cause] { return known }
    lineIndices[cause] = lines.count
    lines.append(cause)
    return lines.count - 1
  }

  /// Cuts a region where layouts do not agree with it. False where that comes to no end.
  private mutating func trust(_ piece: inout PlanePiece<Cause>) throws(LayoutError) -> Bool {
    for _ in 0..<Self.mostCuts {
      guard let wrong = try disagreeing(piece) else { return true }
      guard let cut = try border(of: piece, towards: wrong) else { return false }
      piece.polygon = piece.polygon.clipped(to: cut, line: nil)
      if isNothing(piece.polygon) { return false }
    }
    return false
  }

  /// A point of a region where a layout is another.
  private mutating func disagreeing(_ piece: PlanePiece<Cause>) throws(LayoutError) -> (x: Double, y: Double)? {
    let polygon = piece.polygon
    let middle = polygon.mean()
    let inset = min(0.02, 1e-4 * scale / max(size.x, size.y))
    var points = polygon.corners.map { corner in
      (corner.x + inset * (middle.x - corner.x), corner.y + inset * (middle.y - corner.y))
    }
    for attempt in 1...3 { points.append(polygon.mean { Double(1 + ($0 + 1) * attempt * 53 % 97) }) }
    for point in points {
      if try !agrees(piece, at: point) { return point }
    }
    return nil
  }

  /// The line between where a region's function holds and a point where it does not: through two points of it.
  private mutating func border(
    of piece: PlanePiece<Cause>, towards wrong: (x: Double, y: Double)
  ) throws(LayoutError) -> ConvexPolygon.HalfPlane? {
    let origin = piece.origin
    let first = try bisected(piece, from: origin, to: wrong)
    let (x, y) = (first.x - origin.x, first.y - origin.y)
    for side in [0.05, -0.05, 0.01, -0.01] {
      // Beside the first point, on either side of the border: beyond and before it as seen from the origin.
      let (near, far) = (0.9, 1.1)
      let before = (x: origin.x + near * x - side * y, y: origin.y + near * y + side * x)
      let beyond = (x: origin.x + far * x - side * y, y: origin.y + far * y + side * x)
      guard piece.polygon.contains(before.x, before.y), piece.polygon.contains(beyond.x, beyond.y),
        try agrees(piece, at: before), try !agrees(piece, at: beyond)
      else { continue }
      let second = try bisected(piece, from: before, to: beyond)
      let line = ConvexPolygon.HalfPlane(
        a: first.y - second.y, b: second.x - first.x, c: second.y * first.x - second.x * first.y)
      guard let line = line.normalized else { continue }
      return line.distance(origin.x, origin.y) >= 0 ? line : line.opposite
    }
    return nil
  }

  private mutating func bisected(
    _ piece: PlanePiece<Cause>, from right: (x: Double, y: Double), to wrong: (x: Double, y: Double)
  ) throws(LayoutError) -> (x: Double, y: Double) {
    var (right, wrong) = (right, wrong)
    while max(abs(wrong.x - right.x), abs(wrong.y - right.y)) > 1e-11 * scale {
      let middle = (x: (right.x + wrong.x) / 2, y: (right.y + wrong.y) / 2)
      if try agrees(piece, at: middle) { right = middle } else { wrong = middle }
    }
    return right
  }

  private mutating func agrees(_ piece: PlanePiece<Cause>, at point: (x: Double, y: Double)) throws(LayoutError) -> Bool
  {
    let numbers = try sample(point, isFull: false).numbers
    guard numbers.count == piece.numbers.count else { return false }
    var scale = 1.0
    for number in numbers { scale = max(scale, abs(number)) }
    return numbers.indices.allSatisfy { abs(numbers[$0] - piece.number($0, point.x, point.y)) <= 1e-9 * scale }
  }

  private mutating func sample(
    _ point: (x: Double, y: Double), isFull: Bool
  ) throws(LayoutError) -> PlaneSample<Cause> {
    layoutCount += 1
    return try layout(point.x, point.y, isFull)
  }

  // MARK: - Where no region holds

  /// Halves a polygon across its longer side, or takes its middle's layout for all of it where it is small.
  private mutating func halve(_ part: ConvexPolygon) throws(LayoutError) {
    let (xs, ys) = (part.corners.map(\.x), part.corners.map(\.y))
    let (left, right, top, bottom) = (xs.min() ?? 0, xs.max() ?? 0, ys.min() ?? 0, ys.max() ?? 0)
    let (across, along) = ((right - left) / max(size.x, 1e-300), (bottom - top) / max(size.y, 1e-300))
    guard max(across, along) > Self.coarsest else {
      let point = part.mean()
      let sample = try sample(point, isFull: true)
      let still = [Double](repeating: 0, count: sample.numbers.count)
      pieces.append(
        PlanePiece(
          polygon: part, origin: point, numbers: sample.numbers, slopes: sample.slopes ?? (still, still),
          isProven: false, facts: sample.facts))
      return
    }
    let plane =
      across >= along
      ? ConvexPolygon.HalfPlane(a: 1, b: 0, c: -(left + right) / 2)
      : ConvexPolygon.HalfPlane(a: 0, b: 1, c: -(top + bottom) / 2)
    open.append(part.clipped(to: plane, line: nil))
    open.append(part.clipped(to: plane.opposite, line: nil))
  }

  // MARK: - Neighbours

  /// Joins neighbours that are the same function, where both together are convex.
  private mutating func merge() {
    var index = 0
    while index < pieces.count {
      let other = pieces.indices.first { other in
        other > index && isSame(pieces[index], pieces[other])
          && pieces[index].polygon.union(pieces[other].polygon) != nil
      }
      guard let other, let union = pieces[index].polygon.union(pieces[other].polygon) else {
        index += 1
        continue
      }
      pieces[index].polygon = union
      pieces.remove(at: other)
      index = 0
    }
  }

  private func isSame(_ a: PlanePiece<Cause>, _ b: PlanePiece<Cause>) -> Bool {
    guard a.isProven, b.isProven, a.numbers.count == b.numbers.count, a.facts == b.facts else { return false }
    let largest = b.numbers.reduce(1) { max($0, abs($1)) }
    return a.numbers.indices.allSatisfy { k in
      abs(a.slopes.x[k] - b.slopes.x[k]) <= 1e-9 && abs(a.slopes.y[k] - b.slopes.y[k]) <= 1e-9
        && abs(a.number(k, b.origin.x, b.origin.y) - b.numbers[k]) <= 1e-9 * largest
    }
  }
}
