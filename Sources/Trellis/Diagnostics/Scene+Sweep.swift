// Sweeping a scene: its frames as functions of its width, its height, or a constraint's constant.

import Simplex

/// The number that a sweep moves.
public enum SweepParameter {
  /// The width of the scene.
  case width
  /// The height of the scene.
  case height
  /// The constant of an active constraint of the scene.
  case constant(Constraint)
}

/// What a scene's frames are as functions of one number: intervals on each of which every frame is affine in it.
public struct LayoutSweep {
  /// An interval of the parameter.
  public struct Interval {
    /// Where it begins and ends.
    public let range: ClosedRange<Double>
    /// Whether the frames within follow from the solver's region, so that they are exact and nothing in it is missed. Else
    /// layouts inside agree with them: where frames follow from frames along a slope, as with readable widths.
    public let isProven: Bool
    /// Constraints that are broken within it.
    public let broken: [Constraint]
    /// Constraints that become tight, change sides or let go where it begins; none where it begins with the range, or with
    /// what is no constraint's doing, such as another line of a text.
    public let begins: [Constraint]
  }

  /// The parts of the range, ascending.
  public let intervals: [Interval]
  private let pieces: [SweepPiece<SweepCause>]
  private let indices: [ObjectIdentifier: Int]

  init(_ pieces: [SweepPiece<SweepCause>], _ items: [any LayoutItem]) {
    self.pieces = pieces
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, item) in items.enumerated() { indices[ObjectIdentifier(item)] = index }
    self.indices = indices
    intervals = pieces.indices.map { index in
      let piece = pieces[index]
      var broken: [Constraint] = []
      for case .conflict(_, let cause) in piece.facts {
        if let constraint = cause.constraint { broken.append(constraint) }
      }
      let causes = index > 0 ? pieces[index - 1].causesAbove + piece.causesBelow : []
      var begins: [Constraint] = []
      for constraint in causes.lazy.compactMap(\.constraint) where !begins.contains(where: { $0 === constraint }) {
        begins.append(constraint)
      }
      return Interval(
        range: piece.lower...piece.upper, isProven: piece.isProven, broken: broken, begins: begins)
    }
  }

  /// The frame of an item in its superview at a value of the parameter, not rounded; nil for an item that was not in the
  /// scene. Values outside of the range have the frames of its nearest interval, continued. Logarithmic in the intervals.
  public func frame(of item: any LayoutItem, at value: Double) -> Rect? {
    guard let index = indices[ObjectIdentifier(item)], let piece = pieces.piece(at: value) else { return nil }
    return Rect(
      x: piece.number(4 * index, at: value), y: piece.number(4 * index + 1, at: value),
      width: piece.number(4 * index + 2, at: value), height: piece.number(4 * index + 3, at: value))
  }
}

/// A constraint, or a variable that is 0, as what ends an interval.
package enum SweepCause: Hashable {
  case row(ObjectIdentifier, Unmanaged<Constraint>)
  /// A size that becomes 0: the item's number in the engine, and the axis.
  case collapse(slot: Int32, Axis)
  /// A height that follows from a width and takes its next step: the item's number, and the heights on either side, that of
  /// the smaller parameter first.
  case text(slot: Int32, heights: [Double])

  init(_ constraint: Constraint) { self = .row(ObjectIdentifier(constraint), Unmanaged.passUnretained(constraint)) }

  /// The constraint, as long as the scene that was swept lives.
  package var constraint: Constraint? {
    if case .row(_, let constraint) = self { constraint.takeUnretainedValue() } else { nil }
  }

  package static func == (a: SweepCause, b: SweepCause) -> Bool {
    switch (a, b) {
    case (.row(let a, _), .row(let b, _)): a == b
    case (.collapse(let a, let axis), .collapse(let b, let other)): a == b && axis == other
    case (.text(let a, let heights), .text(let b, let others)): a == b && heights == others
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .row(let id, _): hasher.combine(id)
    case .collapse(let slot, let axis):
      hasher.combine(slot)
      hasher.combine(axis)
    case .text(let slot, let heights):
      hasher.combine(slot)
      hasher.combine(heights)
    }
  }
}

extension Scene {
  /// The frames as functions of the width, the height or a constraint's constant: exact intervals, not samples.
  ///
  /// Within an interval every frame is affine in the parameter, as no constraint changes sides: the solver's basis says how
  /// far; of texts their steps do, as far as they are known (``WrappingText/heightSteps(in:)``; else they are found by bisection).
  /// Frames are not rounded, whatever ``scale`` is. The scene is as before
  /// afterwards, and laid out. Costs some layouts and a factorization for each interval.
  ///
  /// - Parameters:
  ///   - parameter: What moves.
  ///   - range: From where to where, in points.
  /// - Throws: As ``layout()``; ``LayoutError/Kind/missingItem`` for a constraint that is not active in the scene.
  public func sweep(
    _ parameter: SweepParameter, over range: ClosedRange<Double>
  ) throws(LayoutError) -> LayoutSweep {
    if case .constant(let constraint) = parameter {
      guard constraint.isActive, constraint.first.engine === engine else {
        throw LayoutError(.missingItem, "\(constraint) is not active in this scene, so its constant moves nothing.")
      }
    }
    try layout()
    let items = engine.slots.indices.compactMap { engine.slots[$0].node?.item }
    let before = (size: size, scale: scale, constant: parameter.constraint?.constant ?? 0)
    let result: Result<LayoutSweep, LayoutError>
    do throws(LayoutError) {
      scale = nil
      let pieces = try SweepCover<SweepCause>.pieces(over: range) { value, isFull throws(LayoutError) in
        try self.move(parameter, to: value)
        return try self.sweepSample(items, parameter, isFull: isFull)
      }
      result = .success(LayoutSweep(pieces, items))
    } catch {
      result = .failure(error)
    }
    scale = before.scale
    if let constraint = parameter.constraint {
      try constraint.setConstant(before.constant)
    } else {
      try setSize(before.size)
    }
    try layout()
    return try result.get()
  }

  func move(_ parameter: SweepParameter, to value: Double) throws(LayoutError) {
    switch parameter {
    case .width: try setSize(Size(width: value, height: size.height))
    case .height: try setSize(Size(width: size.width, height: value))
    case .constant(let constraint): try constraint.setConstant(value)
    }
  }

  /// The layout as it is, in the numbers of some items: left, top, width and height of each.
  ///
  /// - Parameter isFull: Whether slopes, reach and facts are wanted.
  package func sweepSample(
    _ items: [any LayoutItem], _ parameter: SweepParameter, isFull: Bool
  ) throws(LayoutError) -> SweepSample<SweepCause> {
    try sweepSample(items, [parameter], isFull: isFull)
  }

  /// The same where several constants move as one.
  package func sweepSample(
    _ items: [any LayoutItem], _ parameters: [SweepParameter], isFull: Bool
  ) throws(LayoutError) -> SweepSample<SweepCause> {
    var sample = try sweepNumbers(items, isFull: isFull)
    guard isFull else { return sample }
    try engine.range(items, parameters, &sample)
    return sample
  }

  /// Lays out: the numbers of items, and facts if asked for.
  func sweepNumbers(_ items: [any LayoutItem], isFull: Bool) throws(LayoutError) -> SweepSample<SweepCause> {
    let report = try layout()
    var sample = SweepSample<SweepCause>(numbers: [])
    sample.numbers.reserveCapacity(4 * items.count)
    for item in items {
      let frame = item.frame
      sample.numbers += [frame.minX, frame.minY, frame.width, frame.height]
    }
    guard isFull else { return sample }
    for conflict in report.conflicts {
      sample.facts.append(.conflict(conflict.constraints.map(SweepCause.init), broken: SweepCause(conflict.broken)))
    }
    for ambiguity in try ambiguities() {
      sample.facts.append(
        .ambiguous(item: "\(ambiguity.item.node.slot)", attribute: ambiguity.attribute.description))
    }
    for view in report.unsettled {
      sample.facts.append(.unsettled(item: "\(view.view.node.slot)", quantity: view.quantity.rawValue))
    }
    return sample
  }
}

extension SweepParameter {
  var constraint: Constraint? {
    if case .constant(let constraint) = self { constraint } else { nil }
  }
}

/// Rows whose constants a parameter moves, and by how much each per unit.
struct MovedRows {
  var rows: [Row] = []
  var slopes: [Double] = []
}

extension Engine {
  /// What parameters move that move as one; nil where nothing can be said of the last answer.
  func movedRows(_ parameters: [SweepParameter]) -> MovedRows? {
    guard let solver, solver.outcome == .optimal, session.rootRows.count == 4 else { return nil }
    var moved = MovedRows()
    for parameter in parameters {
      switch parameter {
      case .width: moved.rows.append(session.rootRows[2])
      case .height: moved.rows.append(session.rootRows[3])
      case .constant(let constraint):
        guard let row = constraint.row else { continue }
        moved.rows.append(row)
        moved.slopes.append(isMirrored(constraint) ? -1 : 1)
        continue
      }
      moved.slopes.append(1)
    }
    return moved
  }

  /// How the frames of items move, each in its superview: left, top, width and height.
  ///
  /// - Parameter slopes: Of all variables, four for each slot.
  func frameSlopes(_ items: [any LayoutItem], _ slopes: [Double]) -> [Double] {
    var found: [Double] = []
    found.reserveCapacity(4 * items.count)
    for item in items {
      let node = item.node
      guard node.engine === self, node.slot >= 0, 4 * Int(node.slot) + 4 <= slopes.count else {
        found += [0, 0, 0, 0]
        continue
      }
      let base = 4 * Int(node.slot)
      // The frame guide of a scroll view shares its slot, and lies at its origin.
      let origin = node.kind == .frameGuide ? node.slot : slots[Int(node.slot)].parent
      for offset in 0..<4 {
        var slope = slopes[base + offset]
        if offset < 2, origin >= 0 { slope -= slopes[4 * Int(origin) + offset] }
        found.append(slope)
      }
    }
    return found
  }

  /// How the frames of items move with a parameter, and how far that holds.
  fileprivate func range(
    _ items: [any LayoutItem], _ parameters: [SweepParameter], _ sample: inout SweepSample<SweepCause>
  ) throws(LayoutError) {
    guard let solver, let moved = movedRows(parameters) else { return }
    let ranging: Ranging
    do {
      ranging = try solver.ranging(of: Array(storage.variables), along: moved.rows, moved.slopes)
    } catch {
      throw LayoutError(error)
    }
    sample.slopes = frameSlopes(items, ranging.slopes)
    sample.reach = ranging.reach
    sample.causesBelow = causes(ranging.below)
    sample.causesAbove = causes(ranging.above)
    try endAtTextSteps(ranging.slopes, &sample)
  }

  /// Ends the reach where a text's height takes its next step.
  private func endAtTextSteps(_ slopes: [Double], _ sample: inout SweepSample<SweepCause>) throws(LayoutError) {
    for text in try movingTexts({ abs(slopes[$0]) > 1e-9 }) {
      let slope = slopes[text.variable]
      let (down, up) =
        slope > 0 ? (sample.reach.below, sample.reach.above) : (sample.reach.above, sample.reach.below)
      let range = max(0, text.width - abs(slope) * down)...max(0, text.width + abs(slope) * up)
      guard let level = text.table.level(around: text.width, in: range) else { continue }
      let (below, above) = slope > 0 ? (level.below, level.above) : (level.above, level.below)
      func end(_ step: HeightForWidth.Step, _ reach: inout Double, _ causes: inout [SweepCause], _ heights: [Double]) {
        let distance = abs((step.width - text.width) / slope)
        let isTogether = abs(distance - reach) <= 1e-9 * max(1, distance)
        guard distance < reach || isTogether else { return }
        if !isTogether { (reach, causes) = (distance, []) }
        causes.append(.text(slot: text.slot, heights: heights))
      }
      if let below { end(below, &sample.reach.below, &sample.causesBelow, [below.height, level.height]) }
      if let above { end(above, &sample.reach.above, &sample.causesAbove, [level.height, above.height]) }
    }
  }

  /// A view whose height follows from its width.
  struct MovingText {
    var slot: Int32
    /// Among all variables, that of its width.
    var variable: Int
    var width: Double
    var table: HeightForWidth
  }

  /// Views whose height follows from a width that moves.
  func movingTexts(_ moves: (Int) -> Bool) throws(LayoutError) -> [MovingText] {
    guard let solver else { return [] }
    var found: [MovingText] = []
    for slot in dependents.heights.keys.sorted() {
      let variable = 4 * Int(slot) + 2
      guard let node = dependents.heights[slot]?.node, node.engine === self, variable < storage.variables.count,
        let table = node.view?.storedHeightForWidth, moves(variable)
      else { continue }
      do throws(SolverError) {
        let width = try solver.values([storage.variables[variable]])[0]
        found.append(MovingText(slot: slot, variable: variable, width: width, table: table))
      } catch {
        throw LayoutError(error)
      }
    }
    return found
  }

  func causes(_ members: [Ranging.Member]) -> [SweepCause] {
    var causes: [SweepCause] = []
    for member in members {
      switch member {
      case .row(let row):
        if let constraint = constraint(of: row) { causes.append(SweepCause(constraint)) }
      case .zero(let variable):
        let index = reader.indexOfVariable[Int(variable.index)]
        guard index >= 0 else { continue }
        causes.append(.collapse(slot: index >> 2, index & 1 == 0 ? .horizontal : .vertical))
      }
    }
    var seen: Set<SweepCause> = []
    return causes.filter { seen.insert($0).inserted }
  }
}

extension Scene {
  /// The item in a slot of the scene.
  package func sweepItem(_ slot: Int32) -> (any LayoutItem)? {
    engine.slots.indices.contains(Int(slot)) ? engine.slots[Int(slot)].node?.item : nil
  }
}
