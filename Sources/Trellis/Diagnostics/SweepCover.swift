// A layout as a function of one number: intervals on each of which every frame is an affine function of it.
//
// One layout, and how it moves (`Solver.ranging`), give an interval that is proven: no row changes sides within it. What is
// left of the range are gaps, and each layout in a gap closes some of it, so there are about as many layouts as intervals,
// and nothing between two of them can be missed. What no region of the solver knows of (a text that takes another line, a size
// class, an answer that is not the only one) shows when the ends and the inside of an interval are laid out: where one is
// not what the interval says, bisection finds how far it holds. Where frames follow from frames along a slope, an interval
// is what layouts at its ends and inside agree on, and says so.

/// What a layout is at one value of the parameter.
package struct SweepSample<Cause: Hashable> {
  /// The numbers of the layout, in an order that all samples have in common.
  package var numbers: [Double]
  /// How far each moves per unit of the parameter; nil where that was not asked for.
  package var slopes: [Double]?
  /// How far the parameter may go down and up with that.
  package var reach = (below: 0.0, above: 0.0)
  /// What ends the reach on either side.
  package var causesBelow: [Cause] = []
  /// See `causesBelow`.
  package var causesAbove: [Cause] = []
  /// What stands at this value besides numbers.
  package var facts: [SweepFact<Cause>] = []

  /// A sample of some numbers.
  package init(numbers: [Double]) { self.numbers = numbers }
}

/// What stands at a value of the parameter besides numbers.
package enum SweepFact<Cause: Hashable>: Hashable {
  /// Required constraints that cannot hold together, and the one that was broken.
  case conflict([Cause], broken: Cause)
  /// A number of an item that the constraints do not decide.
  case ambiguous(item: String, attribute: String)
  /// A view whose frame contradicts what follows from it.
  case unsettled(item: String, quantity: String)
}

/// An interval of the parameter on which every number is affine.
package struct SweepPiece<Cause: Hashable> {
  /// Where it begins.
  package var lower: Double
  /// Where it ends.
  package var upper: Double
  /// Whether the layout at `lower` is this interval's. False where the layout jumps there and is still that of before.
  package var includesLower = true
  /// Where it was laid out.
  package var origin: Double
  /// The numbers there.
  package var numbers: [Double]
  /// How far each moves per unit of the parameter.
  package var slopes: [Double]
  /// Whether that follows from the solver's region; else layouts inside agree with it.
  package var isProven = true
  /// Whether the ends follow from the solver's region; else they were bisected.
  package var hasProvenEnds = (lower: true, upper: true)
  /// What ends it on either side.
  package var causesBelow: [Cause] = []
  /// See `causesBelow`.
  package var causesAbove: [Cause] = []
  /// What stands within it.
  package var facts: [SweepFact<Cause>] = []

  /// One of the numbers.
  @inline(__always)
  package func number(_ index: Int, at value: Double) -> Double {
    numbers[index] + (value - origin) * slopes[index]
  }

  /// All numbers.
  package func numbers(at value: Double) -> [Double] { numbers.indices.map { number($0, at: value) } }
}

/// Finds the intervals of a range.
package struct SweepCover<Cause: Hashable> {
  /// Lays out at a value; with slopes, reach and facts if asked for.
  package typealias Layout = (_ value: Double, _ isFull: Bool) throws(LayoutError) -> SweepSample<Cause>

  /// What is left of the range between two intervals counts as none, relative to its value.
  private static var closed: Double { 2e-9 }
  /// Shorter intervals than that are not looked for where layouts do not agree with regions.
  private static var shortest: Double { 1e-4 }
  /// The same where frames follow from frames along a slope, which is affine between few points.
  private static var coarsest: Double { 0.25 }

  private let layout: Layout
  private(set) var layoutCount = 0
  private var pieces: [SweepPiece<Cause>] = []

  /// The intervals of a range, ascending; neighbours are not the same function.
  package static func pieces(
    over range: ClosedRange<Double>, _ layout: @escaping Layout
  ) throws(LayoutError) -> [SweepPiece<Cause>] {
    var cover = SweepCover(layout: layout)
    try cover.fill(range)
    return cover.pieces
  }

  private init(layout: @escaping Layout) { self.layout = layout }

  private mutating func fill(_ range: ClosedRange<Double>) throws(LayoutError) {
    guard range.lowerBound < range.upperBound else {
      pieces = [try point(range.lowerBound, isFull: true)]
      return
    }
    var gaps = [range]
    while let gap = gaps.popLast() {
      guard Self.isOpen(gap) else { continue }
      if let piece = try region(in: gap) {
        pieces.append(piece)
        gaps.append(gap.lowerBound...max(piece.lower, gap.lowerBound))
        gaps.append(min(piece.upper, gap.upperBound)...gap.upperBound)
      } else {
        try interpolate(gap)
      }
    }
    pieces.sort { $0.lower < $1.lower }
    try close(range)
    merge()
    try settleJumps()
  }

  private static func isOpen(_ gap: ClosedRange<Double>) -> Bool {
    gap.upperBound - gap.lowerBound > closed * max(1, abs(gap.upperBound))
  }

  // MARK: - Intervals of the solver

  /// An interval around a layout in a gap; nil where layouts there have no region that they agree on.
  private mutating func region(in gap: ClosedRange<Double>) throws(LayoutError) -> SweepPiece<Cause>? {
    let width = gap.upperBound - gap.lowerBound
    // Away from halves and thirds, where breakpoints of people's numbers are.
    for share in [0.4871, 0.6183, 0.2917, 0.8329] {
      let origin = gap.lowerBound + share * width
      let sample = try sample(origin, isFull: true)
      guard let slopes = sample.slopes else { return nil }
      let least = min(Self.shortest, 0.01 * width)
      guard sample.reach.below + sample.reach.above > least, sample.reach.below > 0, sample.reach.above > 0 else {
        continue
      }
      var piece = SweepPiece<Cause>(
        lower: max(gap.lowerBound, origin - sample.reach.below),
        upper: min(gap.upperBound, origin + sample.reach.above),
        origin: origin, numbers: sample.numbers, slopes: slopes, facts: sample.facts)
      // An end may be that of the gap as well, where the neighbour was found first.
      let slack = Self.closed * max(1, abs(origin))
      if origin - sample.reach.below > gap.lowerBound - slack { piece.causesBelow = sample.causesBelow }
      if origin + sample.reach.above < gap.upperBound + slack { piece.causesAbove = sample.causesAbove }
      let (lower, upper) = (piece.lower, piece.upper)
      piece.upper = try trusted(piece, to: upper)
      piece.lower = try trusted(piece, to: lower)
      guard piece.upper - piece.lower > least else { continue }
      if piece.upper < upper {
        piece.hasProvenEnds.upper = false
        piece.causesAbove = []
      }
      if piece.lower > lower {
        piece.hasProvenEnds.lower = false
        piece.causesBelow = []
      }
      return piece
    }
    return nil
  }

  /// How far towards an end layouts agree with an interval.
  private mutating func trusted(_ piece: SweepPiece<Cause>, to end: Double) throws(LayoutError) -> Double {
    var end = end
    while true {
      let length = end - piece.origin
      guard abs(length) > 1e-9 else { return end }
      let inset = length * min(0.01, Self.shortest / abs(length))
      var failing: Double?
      for value in [end - inset, piece.origin + 0.5171 * length, piece.origin + 0.2639 * length] {
        if try !agrees(piece, at: value) {
          failing = value
          break
        }
      }
      guard var wrong = failing else { return end }
      var right = piece.origin
      // To the last digits that a layout can tell.
      while abs(wrong - right) > 4e-12 * max(1, abs(right)) {
        let middle = (right + wrong) / 2
        if try agrees(piece, at: middle) { right = middle } else { wrong = middle }
      }
      end = right
    }
  }

  private mutating func agrees(_ piece: SweepPiece<Cause>, at value: Double) throws(LayoutError) -> Bool {
    let numbers = try sample(value, isFull: false).numbers
    guard numbers.count == piece.numbers.count else { return false }
    return Self.areSame(numbers, piece.numbers(at: value))
  }

  /// Whether numbers agree within 1e-9 of the largest.
  private static func areSame(_ a: [Double], _ b: [Double]) -> Bool {
    var scale = 1.0
    for number in a { scale = max(scale, abs(number)) }
    return zip(a, b).allSatisfy { abs($0 - $1) <= 1e-9 * scale }
  }

  private mutating func sample(_ value: Double, isFull: Bool) throws(LayoutError) -> SweepSample<Cause> {
    layoutCount += 1
    return try layout(value, isFull)
  }

  private mutating func point(_ value: Double, isFull: Bool) throws(LayoutError) -> SweepPiece<Cause> {
    let sample = try sample(value, isFull: isFull)
    return SweepPiece(
      lower: value, upper: value, origin: value, numbers: sample.numbers,
      slopes: [Double](repeating: 0, count: sample.numbers.count), facts: sample.facts)
  }

  // MARK: - Intervals of layouts

  /// Closes a gap with chords that layouts inside agree with.
  private mutating func interpolate(_ gap: ClosedRange<Double>) throws(LayoutError) {
    var parts = [gap]
    while let part = parts.popLast() {
      let width = part.upperBound - part.lowerBound
      guard Self.isOpen(part) else { continue }
      let inset = min(0.001 * width, Self.shortest)
      let (left, right) = (part.lowerBound + inset, part.upperBound - inset)
      let first = try sample(left, isFull: true)
      let last = try sample(right, isFull: false)
      let middle = (left + right) / 2
      var piece = SweepPiece<Cause>(
        lower: part.lowerBound, upper: part.upperBound, origin: left, numbers: first.numbers,
        slopes: zip(first.numbers, last.numbers).map { ($1 - $0) / (right - left) }, isProven: false,
        hasProvenEnds: (false, false), facts: first.facts)
      if last.numbers.count != first.numbers.count { piece.slopes = first.numbers.map { _ in 0 } }
      let probes = [middle, left + 0.237 * (right - left), left + 0.791 * (right - left)]
      var isChord = width <= Self.shortest
      if !isChord {
        isChord = true
        for value in probes where isChord { isChord = try agreesRoughly(piece, at: value) }
      }
      if isChord || width <= Self.coarsest {
        pieces.append(piece)
      } else {
        parts.append(part.lowerBound...middle)
        parts.append(middle...part.upperBound)
      }
    }
  }

  /// Whether a layout agrees with an interval to the grid that assumptions of a layout lie on.
  private mutating func agreesRoughly(_ piece: SweepPiece<Cause>, at value: Double) throws(LayoutError) -> Bool {
    let numbers = try sample(value, isFull: false).numbers
    guard numbers.count == piece.numbers.count else { return false }
    return zip(numbers, piece.numbers(at: value)).allSatisfy { abs($0 - $1) <= 4e-6 }
  }

  // MARK: - Neighbours

  /// Lets neighbours end where the next begins, and the first and last at the ends of the range.
  private mutating func close(_ range: ClosedRange<Double>) throws(LayoutError) {
    if pieces.isEmpty {
      pieces = [try point(range.lowerBound, isFull: true)]
      pieces[0].upper = range.upperBound
    }
    pieces[0].lower = range.lowerBound
    pieces[pieces.count - 1].upper = range.upperBound
    for next in pieces.indices.dropFirst() {
      let (end, start) = (pieces[next - 1].upper, pieces[next].lower)
      let isProven = pieces[next - 1].hasProvenEnds.upper && pieces[next].hasProvenEnds.lower
      let value =
        Self.plain(end, isProven) ?? Self.plain(start, isProven) ?? (pieces[next - 1].hasProvenEnds.upper ? end : start)
      pieces[next - 1].upper = min(max(value, pieces[next - 1].lower), range.upperBound)
      pieces[next].lower = pieces[next - 1].upper
    }
  }

  /// The number that people write, where a value is that but for rounding. What follows from frames is compared with a
  /// tolerance of a micropoint, so that a step of a text is found a little before it.
  private static func plain(_ value: Double, _ isProven: Bool) -> Double? {
    let plain = (value * 1024).rounded() / 1024
    return abs(plain - value) <= (isProven ? closed * max(1, abs(value)) : 2e-6) ? plain : nil
  }

  /// Joins neighbours that are the same function.
  private mutating func merge() {
    var merged: [SweepPiece<Cause>] = []
    for piece in pieces {
      guard let last = merged.last else {
        merged.append(piece)
        continue
      }
      // An interval that closing left nothing of.
      if piece.upper <= piece.lower, piece.lower < pieces[pieces.count - 1].upper { continue }
      let isSame =
        last.numbers.count == piece.numbers.count && last.facts == piece.facts
        && zip(last.slopes, piece.slopes).allSatisfy { abs($0 - $1) <= (last.isProven && piece.isProven ? 1e-9 : 1e-5) }
        && (last.isProven == piece.isProven)
        && Self.areSame(last.numbers(at: piece.upper), piece.numbers(at: piece.upper))
        && Self.areSame(last.numbers(at: last.lower), piece.numbers(at: last.lower))
      guard isSame else {
        merged.append(piece)
        continue
      }
      merged[merged.count - 1].upper = piece.upper
      merged[merged.count - 1].causesAbove = piece.causesAbove
      merged[merged.count - 1].hasProvenEnds.upper = piece.hasProvenEnds.upper
    }
    pieces = merged
  }

  /// Where neighbours do not meet, says whose the value between is: of either, or an answer of its own.
  private mutating func settleJumps() throws(LayoutError) {
    var settled: [SweepPiece<Cause>] = []
    for piece in pieces {
      var piece = piece
      let value = piece.lower
      if let last = settled.last, !Self.areSame(last.numbers(at: value), piece.numbers(at: value)) {
        let numbers = try sample(value, isFull: false).numbers
        if Self.areSame(numbers, last.numbers(at: value)) {
          piece.includesLower = false
        } else if !Self.areSame(numbers, piece.numbers(at: value)), piece.isProven, last.isProven {
          settled.append(try point(value, isFull: true))
          piece.includesLower = false
        }
      }
      settled.append(piece)
    }
    pieces = settled
  }
}

extension RandomAccessCollection where Index == Int {
  /// The interval that a value lies in: the nearest for one outside of all. Logarithmic in the number of intervals.
  package func piece<Cause>(at value: Double) -> SweepPiece<Cause>? where Element == SweepPiece<Cause> {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      let starts = self[middle].lower < value || (self[middle].lower == value && self[middle].includesLower)
      if starts { low = middle + 1 } else { high = middle }
    }
    return low > startIndex ? self[low - 1] : first
  }
}
