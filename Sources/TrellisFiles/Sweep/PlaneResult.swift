// A document or a unit of a storyboard as a function of two numbers: polygons of the plane of both with affine frames, and what
// ends them at each edge. Plain values; PlaneText, PlaneSVG and PlanePage write them.

import Trellis

/// A layout as a function of two of its width, its height and constants.
public struct PlaneResult: Sendable {
  /// What moves along one axis of the plane.
  public struct Axis: Sendable, Equatable {
    /// What moves.
    public var parameter: SweepResult.Parameter
    /// From where to where, in points.
    public var range: ClosedRange<Double>

    /// Creates an axis.
    public init(_ parameter: SweepResult.Parameter, _ range: ClosedRange<Double>) {
      self.parameter = parameter
      self.range = range
    }
  }

  /// A polygon on which every frame is an affine function of both numbers.
  public struct Polygon: Sendable {
    /// The corners around it, the first parameter's value first.
    public var corners: [[Double]]
    /// For each corner, what ends the polygon at the edge to the next; nil where a range ends, or for a cut between
    /// polygons of one function.
    public var edges: [Border?]
    /// Whether the solver's region proves it; else layouts inside agree with it.
    public var isProven: Bool
    /// A point of the plane, and the frames there: x, y, width and height of each item in its superview.
    public var origin: [Double]
    /// See ``origin``.
    public var numbers: [Double]
    /// How far each of the numbers moves per point of the first parameter.
    public var firstSlopes: [Double]
    /// How far each moves per point of the second.
    public var secondSlopes: [Double]
    /// What is wrong within it: indices of ``PlaneResult/findings``.
    public var findings: [Int]
  }

  /// What ends a polygon at an edge.
  public struct Border: Sendable, Equatable {
    /// In words.
    public var message: String
    /// The constraint that becomes tight, changes sides or lets go there; nil for a size that becomes 0 or a text that breaks
    /// elsewhere.
    public var constraint: SweepResult.Source?
  }

  /// Something to look at in some of the polygons.
  public struct Finding: Sendable {
    /// What it is about: conflicts, ambiguity, what does not settle.
    public var kind: SweepResult.Finding.Kind
    /// The item; nil for a conflict.
    public var item: String?
    /// In words.
    public var message: String
    /// The constraints of a conflict.
    public var constraints: [SweepResult.Source]
    /// The position in the file.
    public var line: Int
    /// See ``line``.
    public var column: Int
  }

  /// The file.
  public var file: String
  /// The unit of a storyboard; nil for a document.
  public var unit: String?
  /// The state that the document is in; nil for none.
  public var state: String?
  /// The size classes that this is of, as `regular width, compact height`; nil for what has no variations for any.
  public var sizeClass: String?
  /// What moves across.
  public var first: Axis
  /// What moves along.
  public var second: Axis
  /// The size of the root in points; parameters take the place of its numbers.
  public var size: Size
  /// Views in document order, the root first, then guides.
  public var items: [SweepResult.Item]
  /// The polygons: they cover the rectangle of the ranges, and have edges alone in common.
  public var polygons: [Polygon] = []
  /// What to look at.
  public var findings: [Finding] = []
  /// How many layouts it took.
  public var layoutCount = 0

  /// Whether every polygon is proven.
  public var isProven: Bool { polygons.allSatisfy(\.isProven) }

  /// The polygon that a point lies in, the nearest for one outside of all; nil without polygons. Linear.
  public func polygon(at x: Double, _ y: Double) -> Int? {
    var best: (index: Int, depth: Double)?
    for (index, polygon) in polygons.enumerated() {
      let shape = ConvexPolygon(corners: polygon.corners.map { ConvexPolygon.Corner(x: $0[0], y: $0[1]) })
      let depth = shape.sides.reduce(Double.infinity) { min($0, $1.plane.distance(x, y)) }
      if depth > best?.depth ?? -.infinity { best = (index, depth) }
    }
    return best?.index
  }

  /// x, y, width and height of an item in its superview at a point.
  public func frame(_ item: Int, at x: Double, _ y: Double) -> [Double] {
    guard items.indices.contains(item), let index = polygon(at: x, y) else { return [] }
    let polygon = polygons[index]
    return (4 * item..<4 * item + 4).map {
      polygon.numbers[$0] + (x - polygon.origin[0]) * polygon.firstSlopes[$0]
        + (y - polygon.origin[1]) * polygon.secondSlopes[$0]
    }
  }
}

extension SweepSubject {
  /// Sweeps it in two parameters.
  ///
  /// - Parameter source: The text of the file, for lines.
  func run(
    _ first: PlaneResult.Axis, _ second: PlaneResult.Axis, file: String, source: [UInt8]
  ) throws(LayoutError) -> PlaneResult {
    var result = PlaneResult(
      file: file, unit: unit, state: state, first: first, second: second, size: size, items: items.map(\.item))
    var count = 0
    let (found, borders) = try PlaneCover<NamedCause>.pieces(over: first.range, second.range) {
      x, y, isFull throws(LayoutError) in
      count += 1
      return try open([x, y]).planeSample(isFull: isFull)
    }
    result.layoutCount = count
    // From the top left on, as people read.
    let pieces = found.sorted { Self.place($0) < Self.place($1) }
    var facts: [SweepFact<NamedCause>: Int] = [:]
    var findings: [SweepConditions.Finding] = []
    var indices: [[Int]] = []
    for piece in pieces {
      indices.append(
        piece.facts.map { fact in
          if let known = facts[fact] { return known }
          facts[fact] = findings.count
          findings.append(SweepConditions.finding(of: fact, self))
          return findings.count - 1
        })
    }
    let lines = SweepLines(borders.compactMap { $0 } + findings.flatMap(\.causes), findings.map(\.offset), in: source)
    let named = borders.map { cause in
      cause.map { PlaneResult.Border(message: $0.borderWords, constraint: lines.sources([$0]).first) }
    }
    for (piece, findings) in zip(pieces, indices) {
      result.polygons.append(
        PlaneResult.Polygon(
          corners: piece.polygon.corners.map { [$0.x, $0.y] },
          edges: piece.polygon.corners.map { $0.line.flatMap { named[$0] } }, isProven: piece.isProven,
          origin: [piece.origin.x, piece.origin.y], numbers: piece.numbers, firstSlopes: piece.slopes.x,
          secondSlopes: piece.slopes.y, findings: findings))
    }
    result.findings = findings.map { finding in
      let location = lines.location(finding.offset)
      return PlaneResult.Finding(
        kind: finding.kind, item: finding.item, message: finding.message, constraints: lines.sources(finding.causes),
        line: location.line, column: location.column)
    }
    return result
  }

  private static func place(_ piece: PlanePiece<NamedCause>) -> (Double, Double) {
    let corner = piece.polygon.corners.map { ($0.y, $0.x) }.min { $0 < $1 } ?? (0, 0)
    return corner
  }
}

extension NamedCause {
  /// What ends a polygon at an edge.
  var borderWords: String {
    switch self {
    case .constraint: words + " changes sides"
    case .collapse(let item, let axis): "\(axis.length) of \(item) becomes 0"
    case .text(let item, let heights):
      "the content of \(item) is \(rounded(heights.first ?? 0)) pt high on one side and "
        + "\(rounded(heights.last ?? 0)) on the other, as it breaks at other places"
    }
  }
}
