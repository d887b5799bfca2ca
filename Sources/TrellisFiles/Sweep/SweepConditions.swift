// Where something is wrong: conditions that are affine in the parameter on each interval, so that they begin and end at
// numbers that are solved for, not sampled.

import Trellis

/// Finds where conditions hold.
struct SweepConditions {
  struct Finding {
    var kind: SweepResult.Finding.Kind
    var from: Double
    var to: Double
    var item: String?
    var message: String
    var causes: [NamedCause] = []
    var offset: Int
  }

  /// A number that is positive where something is wrong: its value at the beginning of an interval, and its slope.
  private struct Affine {
    var value: Double
    var slope: Double

    static func - (a: Affine, b: Affine) -> Affine { Affine(value: a.value - b.value, slope: a.slope - b.slope) }
    static func + (a: Affine, b: Affine) -> Affine { Affine(value: a.value + b.value, slope: a.slope + b.slope) }
    static func - (a: Affine, b: Double) -> Affine { Affine(value: a.value - b, slope: a.slope) }
    static prefix func - (a: Affine) -> Affine { Affine(value: -a.value, slope: -a.slope) }
  }

  /// The frame of an item on an interval.
  private struct AffineRect {
    var x, y, width, height: Affine

    init(_ item: Int, _ piece: SweepPiece<NamedCause>, _ insets: EdgeInsets = .zero) {
      func number(_ offset: Int) -> Affine {
        Affine(value: piece.number(4 * item + offset, at: piece.lower), slope: piece.slopes[4 * item + offset])
      }
      x = number(0) - -insets.leading
      y = number(1) - -insets.top
      width = number(2) - (insets.leading + insets.trailing)
      height = number(3) - (insets.top + insets.bottom)
    }

    var maxX: Affine { x + width }
    var maxY: Affine { y + height }
  }

  /// From where to where something holds, and the most of it.
  private struct Span {
    var from: Double
    var to: Double
    var most: Double
  }

  /// Groups of siblings that are compared pair by pair.
  private static let mostSiblings = 100
  /// Findings whose constraints are looked up, each of which costs a factorization.
  private static let mostCauses = 64

  private let subject: SweepSubject
  private let pieces: [SweepPiece<NamedCause>]

  init(_ subject: SweepSubject, _ pieces: [SweepPiece<NamedCause>]) {
    self.subject = subject
    self.pieces = pieces
  }

  private var range: ClosedRange<Double> { (pieces.first?.lower ?? 0)...(pieces.last?.upper ?? 0) }

  func findings() throws(LayoutError) -> [Finding] {
    var found = facts()
    var geometric = truncations() + outside() + collapses() + overlaps()
    try addCauses(to: &geometric)
    found += geometric.map(\.finding)
    return found.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element)
  }

  // MARK: - What layouts report

  private func facts() -> [Finding] {
    var found: [Finding] = []
    var open: [SweepFact<NamedCause>: Int] = [:]
    for piece in pieces {
      for fact in piece.facts {
        if let index = open[fact], found[index].to == piece.lower {
          found[index].to = piece.upper
          continue
        }
        open[fact] = found.count
        found.append(finding(of: fact, piece))
      }
    }
    return found
  }

  private func finding(of fact: SweepFact<NamedCause>, _ piece: SweepPiece<NamedCause>) -> Finding {
    var found = Self.finding(of: fact, subject)
    (found.from, found.to) = (piece.lower, piece.upper)
    return found
  }

  /// What is wrong in a layout, wherever that is.
  static func finding(of fact: SweepFact<NamedCause>, _ subject: SweepSubject) -> Finding {
    func label(_ name: String) -> String { subject.items.first { $0.item.name == name }?.item.label ?? name }
    func offset(_ name: String) -> Int { subject.items.first { $0.item.name == name }?.offset ?? 0 }
    switch fact {
    case .conflict(let members, let broken):
      var list = members.prefix(8).map(\.words).joined(separator: "; ")
      if members.count > 8 { list += "; and \(members.count - 8) more" }
      var position = subject.items.first?.offset ?? 0
      if case .constraint(_, _, let known?) = broken { position = known }
      return Finding(
        kind: .conflict, from: 0, to: 0, item: nil,
        message: "required constraints cannot hold together: \(list).  The layout goes on without \(broken.words)",
        causes: members, offset: position)
    case .ambiguous(let item, let attribute):
      return Finding(
        kind: .ambiguity, from: 0, to: 0, item: item,
        message: "\(attribute) of \(label(item)) is not determined; add a constraint that decides it",
        offset: offset(item))
    case .unsettled(let item, let quantity):
      return Finding(
        kind: .unsettled, from: 0, to: 0, item: item,
        message: "\(quantity) of \(label(item)) does not settle: the frames that follow from it call for another",
        offset: offset(item))
    }
  }

  // MARK: - Geometry

  /// A finding, and the numbers that decide it.
  private typealias Geometric = (finding: Finding, numbers: [(item: Int, attribute: Attribute)])

  /// Where all of some numbers are positive; the first is what `most` is of.
  private func spans(_ conditions: (SweepPiece<NamedCause>) -> [Affine]?) -> [Span] {
    var spans: [Span] = []
    for piece in pieces {
      guard let numbers = conditions(piece), let first = numbers.first else { continue }
      let length = piece.upper - piece.lower
      var (from, to) = (0.0, length)
      for number in numbers {
        let isAtStart = number.value > 0
        let isAtEnd = number.value + length * number.slope > 0
        if isAtStart && isAtEnd { continue }
        if !isAtStart && !isAtEnd {
          (from, to) = (1, 0)
          break
        }
        let crossing = -number.value / number.slope
        if isAtStart { to = min(to, crossing) } else { from = max(from, crossing) }
      }
      guard from <= to, from < to || length == 0 else { continue }
      let most = max(first.value + from * first.slope, first.value + to * first.slope)
      if let last = spans.last, last.to >= piece.lower + from - 1e-9 * max(1, abs(last.to)) {
        spans[spans.count - 1].to = piece.lower + to
        spans[spans.count - 1].most = max(last.most, most)
      } else {
        spans.append(Span(from: piece.lower + from, to: piece.lower + to, most: most))
      }
    }
    return spans
  }

  private func truncations() -> [Geometric] {
    var found: [Geometric] = []
    for (index, item) in subject.items.enumerated() where item.item.isVisible && index > 0 {
      let lacking = item.heightTolerance ?? item.tolerance
      func add(_ attribute: Attribute, _ wanted: Double, _ span: Span) {
        let lack = rounded(((span.most + (attribute == .width ? item.tolerance : lacking)) * 100).rounded() / 100)
        found.append(
          (
            Finding(
              kind: .truncation, from: span.from, to: span.to, item: item.item.name,
              message:
                "\(attribute) of \(item.item.label) is up to \(lack) pt less than the \(rounded(wanted)) that its "
                + "content needs; make room, or lower its compression on purpose", offset: item.offset),
            [(index, attribute)]
          ))
      }
      if item.steps == nil, let wanted = item.wanted.width {
        for span in spans({ [-(AffineRect(index, $0).width - (wanted - item.tolerance))] }) {
          add(.width, wanted, span)
        }
      }
      if let steps = item.steps {
        for span in textSpans(index, steps, item.tolerance, lacking) { add(.height, span.wanted, span.span) }
      } else if let wanted = item.wanted.height {
        for span in spans({ [-(AffineRect(index, $0).height - (wanted - lacking))] }) {
          add(.height, wanted, span)
        }
      }
    }
    return found
  }

  /// Where a text that wraps is higher than its view, line count by line count.
  private func textSpans(
    _ index: Int, _ steps: [DocumentSize], _ tolerance: Double, _ lacking: Double
  ) -> [(span: Span, wanted: Double)] {
    var found: [(span: Span, wanted: Double)] = []
    for (number, step) in steps.enumerated() {
      let next = number + 1 < steps.count ? steps[number + 1].width : .infinity
      let spans = spans { piece in
        let rect = AffineRect(index, piece)
        var conditions = [-(rect.height - (step.height - lacking))]
        // A width a hair below a step has the step's height.
        if number > 0 { conditions.append(rect.width - (step.width - tolerance)) }
        if next.isFinite { conditions.append(-(rect.width - (next - tolerance))) }
        return conditions
      }
      found += spans.map { ($0, step.height) }
    }
    return found
  }

  private func outside() -> [Geometric] {
    var found: [Geometric] = []
    for (index, item) in subject.items.enumerated() where item.item.isVisible && !item.item.isGuide {
      guard let superview = item.item.superview, !subject.items[superview].scrolls else { continue }
      let sides: [(String, Attribute, (AffineRect, AffineRect) -> Affine)] = [
        ("left", .left, { inner, _ in -inner.x }), ("top", .top, { inner, _ in -inner.y }),
        ("right", .right, { $0.maxX - $1.width }), ("bottom", .bottom, { $0.maxY - $1.height }),
      ]
      for (name, attribute, distance) in sides {
        let spans = spans { piece in
          let rect = AffineRect(index, piece, item.insets)
          // By more than a point, as in checks at a size.
          return [distance(rect, AffineRect(superview, piece)) - 1, rect.width, rect.height]
        }
        for span in spans {
          let most = rounded(((span.most + 1) * 100).rounded() / 100)
          let owner = subject.items[superview].item
          found.append(
            (
              Finding(
                kind: .outside, from: span.from, to: span.to, item: item.item.name,
                message:
                  "\(item.item.label) lies outside of \(owner.label) by up to \(most) pt at the \(name); make room "
                  + "or pin its edges", offset: item.offset),
              [(index, attribute), (superview, attribute.axis == .horizontal ? .width : .height)]
            ))
        }
      }
    }
    return found
  }

  private func collapses() -> [Geometric] {
    var found: [Geometric] = []
    for (index, item) in subject.items.enumerated() where item.item.isVisible && !item.item.isGuide && index > 0 {
      for axis in Axis.allCases {
        let spans = spans { piece in
          let rect = AffineRect(index, piece)
          return [-((axis == .horizontal ? rect.width : rect.height) - 1e-6)]
        }
        for span in spans where span.to - span.from < range.upperBound - range.lowerBound {
          found.append(
            (
              Finding(
                kind: .collapse, from: span.from, to: span.to, item: item.item.name,
                message: "\(axis.length) of \(item.item.label) is 0, which it is not elsewhere", offset: item.offset),
              [(index, axis == .horizontal ? .width : .height)]
            ))
        }
      }
    }
    return found
  }

  private func overlaps() -> [Geometric] {
    var children: [Int: [Int]] = [:]
    for (index, item) in subject.items.enumerated() where item.item.isVisible && !item.item.isGuide {
      if let superview = item.item.superview { children[superview, default: []].append(index) }
    }
    var found: [Geometric] = []
    for superview in children.keys.sorted() {
      guard let siblings = children[superview], siblings.count <= Self.mostSiblings else { continue }
      for (number, first) in siblings.enumerated() {
        for second in siblings[(number + 1)...] { found += overlap(first, second) }
      }
    }
    return found
  }

  private func overlap(_ first: Int, _ second: Int) -> [Geometric] {
    let spans = spans { piece in
      let (a, b) = (
        AffineRect(first, piece, subject.items[first].insets), AffineRect(second, piece, subject.items[second].insets)
      )
      return [a.maxX - b.x, b.maxX - a.x, a.maxY - b.y, b.maxY - a.y].map { $0 - 1e-3 } + [
        a.width - 1e-3, b.width - 1e-3, a.height - 1e-3, b.height - 1e-3,
      ]
    }
    let (one, other) = (subject.items[first], subject.items[second])
    return spans.filter { $0.to - $0.from < range.upperBound - range.lowerBound }.map { span in
      (
        Finding(
          kind: .overlap, from: span.from, to: span.to, item: other.item.name,
          message: "\(one.item.label) and \(other.item.label) overlap, which lie apart elsewhere", offset: other.offset),
        edges(first, second, span)
      )
    }
  }

  /// The edges of two items that meet where they begin to overlap.
  private func edges(_ first: Int, _ second: Int, _ span: Span) -> [(item: Int, attribute: Attribute)] {
    let value = span.from > range.lowerBound ? span.from : span.to
    guard let piece = pieces.piece(at: value) else { return [] }
    func edge(_ item: Int, _ attribute: Attribute) -> Double {
      let (axis, isFar): (Int, Bool) =
        switch attribute {
        case .left: (0, false)
        case .right: (0, true)
        case .top: (1, false)
        default: (1, true)
        }
      return piece.number(4 * item + axis, at: value) + (isFar ? piece.number(4 * item + axis + 2, at: value) : 0)
    }
    let pairs: [[(Int, Attribute)]] = [
      [(first, .right), (second, .left)], [(first, .left), (second, .right)], [(first, .bottom), (second, .top)],
      [(first, .top), (second, .bottom)],
    ]
    let closest = pairs.min {
      abs(edge($0[0].0, $0[0].1) - edge($0[1].0, $0[1].1)) < abs(edge($1[0].0, $1[0].1) - edge($1[1].0, $1[1].1))
    }
    return (closest ?? []).map { (item: $0.0, attribute: $0.1) }
  }

  // MARK: - Who is responsible

  /// Where each finding begins, the constraints that decide its numbers: inside of it, close to there. Asked for those that
  /// begin first.
  private func addCauses(to geometric: inout [Geometric]) throws(LayoutError) {
    geometric.sort { $0.finding.from < $1.finding.from }
    var last: (value: Double, open: OpenSweep)?
    for index in geometric.indices.prefix(Self.mostCauses) {
      let finding = geometric[index].finding
      let value = finding.from + min(1e-3, (finding.to - finding.from) / 2)
      let open: OpenSweep
      if let last, last.value == value { open = last.open } else { open = try subject.open([value]) }
      last = (value, open)
      geometric[index].finding.causes = try causes(of: geometric[index].numbers, open)
    }
  }

  private func causes(
    of numbers: [(item: Int, attribute: Attribute)], _ open: OpenSweep
  ) throws(LayoutError) -> [NamedCause] {
    var causes: [NamedCause] = []
    for (item, attribute) in numbers where item < open.items.count {
      for influence in try open.scene.influences(on: open.items[item], attribute)
      where abs(influence.derivative) > 1e-6 {
        let name = open.name(influence.constraint)
        if !name.isRootSize, !causes.contains(name) { causes.append(name) }
      }
    }
    return Array(causes.prefix(8))
  }
}
