// Convex polygons in a plane of two parameters, cut by lines.
//
// Corners run so that the inside lies to the left of each edge. An edge knows which line made it, by a number of the
// caller's, so that what ends a region there can be said. Reference: Sutherland and Hodgman's clipping, by one line at a time.

/// A convex polygon.
package struct ConvexPolygon: Sendable {
  /// A corner, and the line of the edge from it to the next.
  package struct Corner: Sendable {
    package var x: Double
    package var y: Double
    /// The number of the line that the edge lies on; nil for the rectangle's own edges and cuts that mean nothing.
    package var line: Int?

    package init(x: Double, y: Double, line: Int? = nil) {
      self.x = x
      self.y = y
      self.line = line
    }
  }

  /// What lies on one side of a line: `a × x + b × y + c >= 0`.
  package struct HalfPlane: Sendable {
    package var a: Double
    package var b: Double
    package var c: Double

    package init(a: Double, b: Double, c: Double) {
      (self.a, self.b, self.c) = (a, b, c)
    }

    /// The same with a normal of length 1, so that values are distances; nil for one without a direction.
    package var normalized: HalfPlane? {
      let length = (a * a + b * b).squareRoot()
      guard length > 0, length.isFinite, c.isFinite else { return nil }
      return HalfPlane(a: a / length, b: b / length, c: c / length)
    }

    package var opposite: HalfPlane { HalfPlane(a: -a, b: -b, c: -c) }

    package func distance(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }
  }

  package private(set) var corners: [Corner]

  package init(corners: [Corner]) { self.corners = corners }

  /// A rectangle.
  package init(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
    corners = [
      Corner(x: x.lowerBound, y: y.lowerBound), Corner(x: x.upperBound, y: y.lowerBound),
      Corner(x: x.upperBound, y: y.upperBound), Corner(x: x.lowerBound, y: y.upperBound),
    ]
  }

  package var isEmpty: Bool { corners.count < 3 }

  package var area: Double {
    guard let first = corners.first else { return 0 }
    var twice = 0.0
    for (one, two) in zip(corners.dropFirst(), corners.dropFirst(2)) {
      twice += (one.x - first.x) * (two.y - first.y) - (two.x - first.x) * (one.y - first.y)
    }
    return twice / 2
  }

  /// The area divided by half of the circumference: the radius of a circle that is as thick.
  package var thickness: Double {
    var length = 0.0
    for (one, two) in edges {
      let (x, y) = (two.x - one.x, two.y - one.y)
      length += (x * x + y * y).squareRoot()
    }
    return length > 0 ? 2 * area / length : 0
  }

  /// Each corner and the next.
  package var edges: [(Corner, Corner)] {
    corners.indices.map { (corners[$0], corners[$0 + 1 < corners.count ? $0 + 1 : 0]) }
  }

  /// The half planes whose intersection this is, with the numbers of their lines. Edges of no length are left out.
  package var sides: [(plane: HalfPlane, line: Int?)] {
    edges.compactMap { one, two in
      let (x, y) = (two.x - one.x, two.y - one.y)
      return HalfPlane(a: -y, b: x, c: y * one.x - x * one.y).normalized.map { ($0, one.line) }
    }
  }

  package func contains(_ x: Double, _ y: Double, within tolerance: Double = 0) -> Bool {
    !isEmpty && sides.allSatisfy { $0.plane.distance(x, y) >= -tolerance }
  }

  /// A point inside: the mean of the corners with weights.
  package func mean(_ weight: (Int) -> Double = { _ in 1 }) -> (x: Double, y: Double) {
    var (x, y, sum) = (0.0, 0.0, 0.0)
    for (index, corner) in corners.enumerated() {
      let share = weight(index)
      x += share * corner.x
      y += share * corner.y
      sum += share
    }
    return sum > 0 ? (x / sum, y / sum) : (0, 0)
  }

  /// Whether some of it lies on the negative side of a line with a normal of length 1.
  package func isCut(by plane: HalfPlane, tolerance: Double) -> Bool {
    corners.contains { plane.distance($0.x, $0.y) < -tolerance }
  }

  /// The part on the positive side of a line with a normal of length 1.
  ///
  /// - Parameters:
  ///   - line: What the edge on it is numbered.
  ///   - tolerance: How far beyond the line a corner may lie and count as on it.
  package func clipped(to plane: HalfPlane, line: Int?, tolerance: Double = 1e-10) -> ConvexPolygon {
    let distances = corners.map { plane.distance($0.x, $0.y) }
    guard distances.contains(where: { $0 < -tolerance }) else { return self }
    guard distances.contains(where: { $0 > tolerance }) else { return ConvexPolygon(corners: []) }
    var kept: [Corner] = []
    for (index, corner) in corners.enumerated() {
      let next = index + 1 < corners.count ? index + 1 : 0
      let (here, there) = (distances[index], distances[next])
      let (isIn, isNextIn) = (here >= -tolerance, there >= -tolerance)
      if isIn {
        kept.append(corner)
        // The edge from a corner on the line goes along it where the next corner is out.
        if !isNextIn, here <= tolerance {
          kept[kept.count - 1].line = line
          continue
        }
      }
      guard isIn != isNextIn, abs(isIn ? here : there) > tolerance else { continue }
      let share = here / (here - there)
      let other = corners[next]
      kept.append(
        Corner(
          x: corner.x + share * (other.x - corner.x), y: corner.y + share * (other.y - corner.y),
          line: isIn ? line : corner.line))
    }
    return ConvexPolygon(corners: kept)
  }

  /// What is left of it outside of another: convex parts.
  package func subtracting(_ other: ConvexPolygon) -> [ConvexPolygon] {
    var parts: [ConvexPolygon] = []
    var rest = self
    for (plane, _) in other.sides {
      let outside = rest.clipped(to: plane.opposite, line: nil)
      if !outside.isEmpty { parts.append(outside) }
      rest = rest.clipped(to: plane, line: nil)
      if rest.isEmpty { return [self] }
    }
    return parts
  }

  /// What two have in common.
  package func intersection(_ other: ConvexPolygon) -> ConvexPolygon {
    var common = self
    for (plane, line) in other.sides where !common.isEmpty { common = common.clipped(to: plane, line: line) }
    return common
  }

  /// Both together, where that is convex.
  ///
  /// - Parameter tolerance: How much area may be missing, relative to both.
  package func union(_ other: ConvexPolygon, tolerance: Double = 1e-9) -> ConvexPolygon? {
    var hull = ConvexPolygon(hullOf: corners + other.corners)
    let sum = area + other.area
    guard abs(hull.area - sum) <= tolerance * sum else { return nil }
    let known = edges + other.edges
    for (index, (one, two)) in hull.edges.enumerated() {
      // The edge that it lies on, or the first of several.
      let plane = HalfPlane(a: one.y - two.y, b: two.x - one.x, c: two.y * one.x - two.x * one.y).normalized
      hull.corners[index].line =
        plane.flatMap { plane in
          known.first { edge in
            abs(plane.distance(edge.0.x, edge.0.y)) < 1e-6 && abs(plane.distance(edge.1.x, edge.1.y)) < 1e-6
              && (edge.1.x - edge.0.x) * (two.x - one.x) + (edge.1.y - edge.0.y) * (two.y - one.y) > 0
          }
        }?.0.line
    }
    return hull
  }

  /// The convex hull of points, by Andrew's monotone chain.
  private init(hullOf points: [Corner]) {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: [Corner]) -> [Corner] {
      var chain: [Corner] = []
      for point in points {
        while chain.count > 1 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          let turn = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y)
          let scale = max(abs(b.x - a.x) + abs(b.y - a.y), abs(point.x - a.x) + abs(point.y - a.y))
          if turn > 1e-9 * max(1, scale) { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    corners = Array(chain(sorted).dropLast() + chain(sorted.reversed()).dropLast())
  }
}
