// What is swept: something that can be built anew at every value, so that each layout is one from scratch.

import Trellis

/// A document or unit, ready to be built at any values of one parameter or two.
struct SweepSubject {
  struct Item {
    var item: SweepResult.Item
    /// Whether what is in it may lie anywhere.
    var scrolls = false
    /// The lengths that its content needs.
    var wanted: (width: Double?, height: Double?) = (nil, nil)
    /// From each width on, the height that its content needs instead.
    var steps: [DocumentSize]?
    /// What content may lack.
    var tolerance = 1e-6
    /// The same of heights, where that differs.
    var heightTolerance: Double?
    /// What of the frame is not the view's to be seen: shadows, say. Taken off where views are compared.
    var insets = EdgeInsets.zero
    var offset = 0
  }

  /// The unit of a storyboard.
  var unit: String?
  /// The state of a document.
  var state: String?
  var items: [Item]
  var size: Size
  /// Builds it, at a value of each parameter.
  var open: ([Double]) throws(LayoutError) -> OpenSweep
}

/// A subject at one value of each parameter.
struct OpenSweep {
  let scene: Scene
  /// In the order of the subject's items.
  let items: [any LayoutItem]
  /// For each parameter, what moves with it.
  let parameters: [[SweepParameter]]
  /// A constraint's name, and its position in the text.
  let source: (Constraint) -> (id: String, equation: String, offset: Int?)
  let itemName: (any LayoutItem) -> String
}

/// What ends an interval, by name.
enum NamedCause: Hashable {
  case constraint(id: String, equation: String, offset: Int?)
  case collapse(item: String, Axis)
  /// A height that follows from a width and takes its next step, with the heights on either side.
  case text(item: String, heights: [Double])

  /// The root's size is what moves, or given.
  var isRootSize: Bool {
    if case .constraint(let id, _, _) = self { id == Self.rootSize } else { false }
  }

  static let rootSize = "root.size"
}

extension OpenSweep {
  /// The layout, with names.
  func sample(isFull: Bool) throws(LayoutError) -> SweepSample<NamedCause> {
    let sample = try scene.sweepSample(items, parameters.first ?? [], isFull: isFull)
    var named = SweepSample<NamedCause>(numbers: sample.numbers)
    named.slopes = sample.slopes
    named.reach = sample.reach
    named.causesBelow = names(sample.causesBelow)
    named.causesAbove = names(sample.causesAbove)
    named.facts = facts(sample.facts)
    return named
  }

  /// The same for two parameters.
  func planeSample(isFull: Bool) throws(LayoutError) -> PlaneSample<NamedCause> {
    let sample = try scene.planeSample(items, (parameters.first ?? [], parameters.last ?? []), isFull: isFull)
    var named = PlaneSample<NamedCause>(numbers: sample.numbers)
    named.slopes = sample.slopes
    named.borders = sample.borders.map {
      PlaneSample.Border(value: $0.value, slopes: $0.slopes, cause: $0.cause.map(name))
    }
    named.facts = facts(sample.facts)
    return named
  }

  private func facts(_ facts: [SweepFact<SweepCause>]) -> [SweepFact<NamedCause>] {
    var named: [SweepFact<NamedCause>] = facts.map { fact in
      switch fact {
      case .conflict(let members, let broken):
        .conflict(names(members).filter { !$0.isRootSize }, broken: name(broken))
      case .ambiguous(let item, let attribute): .ambiguous(item: itemName(slot: item), attribute: attribute)
      case .unsettled(let item, let quantity): .unsettled(item: itemName(slot: item), quantity: quantity)
      }
    }
    // What nobody named, such as a guide that a stack arranges with, is nobody's to determine.
    named.removeAll { if case .ambiguous("", _) = $0 { true } else { false } }
    return named
  }

  private func itemName(slot: String) -> String {
    Int32(slot).flatMap { scene.sweepItem($0) }.map(itemName) ?? ""
  }

  private func names(_ causes: [SweepCause]) -> [NamedCause] {
    var seen: Set<NamedCause> = []
    return causes.map(name).filter { seen.insert($0).inserted }
  }

  private func name(_ cause: SweepCause) -> NamedCause {
    switch cause {
    case .row:
      guard let constraint = cause.constraint else { return .constraint(id: "", equation: "", offset: nil) }
      return name(constraint)
    case .collapse(let slot, let axis): return .collapse(item: itemName(slot: "\(slot)"), axis)
    case .text(let slot, let heights): return .text(item: itemName(slot: "\(slot)"), heights: heights)
    }
  }

  func name(_ constraint: Constraint) -> NamedCause {
    let found = source(constraint)
    return .constraint(id: found.id, equation: found.equation, offset: found.offset)
  }
}

extension SweepSubject {
  /// Sweeps it.
  ///
  /// - Parameter source: The text of the file, for lines.
  func run(
    _ parameter: SweepResult.Parameter, over range: ClosedRange<Double>, file: String, source: [UInt8]
  ) throws(LayoutError) -> SweepResult {
    var result = SweepResult(
      file: file, unit: unit, parameter: parameter, from: range.lowerBound, to: range.upperBound, size: size,
      items: items.map(\.item))
    var count = 0
    let pieces = try SweepCover<NamedCause>.pieces(over: range) { value, isFull throws(LayoutError) in
      count += 1
      return try open([value]).sample(isFull: isFull)
    }
    result.intervals = pieces.map { piece in
      SweepResult.Interval(
        from: piece.lower, to: piece.upper, includesStart: piece.includesLower, isProven: piece.isProven,
        numbers: piece.numbers(at: piece.lower), slopes: piece.slopes)
    }
    let events = SweepEvents.between(pieces)
    let findings = try SweepConditions(self, pieces).findings()
    result.layoutCount = count
    let lines = SweepLines(events, findings, in: source)
    result.events = events.map { event in
      SweepResult.Event(
        value: event.value, kind: event.kind, message: event.message, constraints: lines.sources(event.causes))
    }
    result.findings = findings.map { finding in
      let location = lines.location(finding.offset)
      return SweepResult.Finding(
        kind: finding.kind, from: finding.from, to: finding.to, item: finding.item, message: finding.message,
        constraints: lines.sources(finding.causes), line: location.line, column: location.column)
    }
    return result
  }
}

/// Lines of offsets, all found in one pass.
struct SweepLines {
  private var locations: [Int: (line: Int, column: Int)] = [:]

  init(_ events: [SweepEvents.Event], _ findings: [SweepConditions.Finding], in source: [UInt8]) {
    self.init(events.flatMap(\.causes) + findings.flatMap(\.causes), findings.map(\.offset), in: source)
  }

  init(_ causes: [NamedCause], _ others: [Int], in source: [UInt8]) {
    var offsets = Set(others)
    for cause in causes {
      if case .constraint(_, _, let offset?) = cause { offsets.insert(offset) }
    }
    let list = Array(offsets)
    for (offset, location) in zip(list, SourcePosition.linesAndColumns(of: list, in: source)) {
      locations[offset] = location
    }
  }

  func location(_ offset: Int) -> (line: Int, column: Int) { locations[offset] ?? (1, 1) }

  func sources(_ causes: [NamedCause]) -> [SweepResult.Source] {
    causes.compactMap { cause in
      guard case .constraint(let id, let equation, let offset) = cause else { return nil }
      return SweepResult.Source(id: id, equation: equation, line: offset.map { location($0).line })
    }
  }
}

/// What happens where one interval ends and the next begins.
enum SweepEvents {
  struct Event {
    var value: Double
    var kind: SweepResult.Event.Kind
    var message: String
    var causes: [NamedCause]
  }

  static func between(_ pieces: [SweepPiece<NamedCause>]) -> [Event] {
    var events: [Event] = []
    for (left, right) in zip(pieces, pieces.dropFirst()) {
      let before = Set(left.facts)
      let after = Set(right.facts)
      let count = events.count
      events += right.facts.filter { !before.contains($0) }.compactMap { event(of: $0, at: right.lower, begins: true) }
      events += left.facts.filter { !after.contains($0) }.compactMap { event(of: $0, at: right.lower, begins: false) }
      let hasConflict = events[count...].contains { $0.kind == .conflict || $0.kind == .resolved }
      if !hasConflict { events += changes(left, right) }
      guard events.count == count, left.isProven || right.isProven else { continue }
      events.append(
        Event(
          value: right.lower, kind: .step,
          message:
            "frames change though no constraint does: a text takes another line, say, or margins follow the size",
          causes: []))
    }
    return events
  }

  private static func changes(_ left: SweepPiece<NamedCause>, _ right: SweepPiece<NamedCause>) -> [Event] {
    let value = right.lower
    var events: [Event] = []
    for cause in left.causesAbove {
      switch cause {
      case .collapse(let item, let axis):
        events.append(Event(value: value, kind: .collapse, message: "\(axis.length) of \(item) becomes 0", causes: []))
      case .text: events.append(Event(value: value, kind: .step, message: cause.words, causes: []))
      case .constraint(_, let equation, _):
        let isPassed = right.causesBelow.contains(cause)
        events.append(
          Event(
            value: value, kind: .tight, message: equation + (isPassed ? " changes sides" : " becomes tight"),
            causes: [cause]))
      }
    }
    for cause in right.causesBelow where !left.causesAbove.contains(cause) {
      switch cause {
      case .collapse(let item, let axis):
        events.append(
          Event(value: value, kind: .collapse, message: "\(axis.length) of \(item) is 0 no more", causes: []))
      case .text: events.append(Event(value: value, kind: .step, message: cause.words, causes: []))
      case .constraint(_, let equation, _):
        events.append(Event(value: value, kind: .release, message: equation + " lets go", causes: [cause]))
      }
    }
    return events
  }

  private static func event(of fact: SweepFact<NamedCause>, at value: Double, begins: Bool) -> Event? {
    switch fact {
    case .conflict(let members, _):
      let list = members.prefix(8).map(\.words).joined(separator: "; ")
      return Event(
        value: value, kind: begins ? .conflict : .resolved,
        message: begins ? "cannot hold together from here on: \(list)" : "can hold together: \(list)", causes: members)
    case .ambiguous(let item, let attribute):
      return Event(
        value: value, kind: begins ? .ambiguity : .determined,
        message: "\(attribute) of \(item) is " + (begins ? "not determined from here on" : "determined"), causes: [])
    case .unsettled: return nil
    }
  }
}

extension NamedCause {
  var words: String {
    switch self {
    case .constraint(let id, let equation, _): equation.isEmpty ? id : equation
    case .collapse(let item, let axis): "\(axis.length) of \(item) >= 0"
    case .text(let item, let heights):
      "the content of \(item) is \(rounded(heights.last ?? 0)) pt high instead of \(rounded(heights.first ?? 0)), as it "
        + "breaks at other places"
    }
  }
}

extension Axis {
  /// `width` or `height`.
  var length: String { self == .horizontal ? "width" : "height" }
}
