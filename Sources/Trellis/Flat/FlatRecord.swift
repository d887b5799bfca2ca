// What is known of a constraint of a flat scene, and the row that follows from it.

import Simplex

/// A constraint, or the content size of an item on one axis.
struct FlatRecord {
  var constant: Double
  var multiplier: Double
  let first: Int32
  /// -1 where there is only a constant.
  let second: Int32
  var row: Int32 = -1
  let stamp: UInt32
  var priority: Priority
  /// Of a content size, its compression resistance; `priority` is its hugging then.
  var priorityBelow: Priority
  let firstAttribute: FlatAttribute
  let secondAttribute: FlatAttribute
  let relation: Simplex.Relation
  var flags: Flags

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The constraint is in the scene; without, the place is free.
    static let present = Flags(rawValue: 1)
    static let content = Flags(rawValue: 2)
    static let broken = Flags(rawValue: 4)
    /// A constraint is broken for its sake, or it is broken itself.
    static let contested = Flags(rawValue: 8)
  }

  @inline(__always) var isPresent: Bool { flags.contains(.present) }
  @inline(__always) var isContent: Bool { flags.contains(.content) }
  @inline(__always) var isBroken: Bool { flags.contains(.broken) }

  /// The priorities of the row, of exceeding and of falling short.
  @inline(__always) var rowPriorities: (above: Double, below: Double) {
    if isBroken {
      return (
        Constraint.rowPriority(priority, isBroken: true), Constraint.rowPriority(priorityBelow, isBroken: true)
      )
    }
    return (Double(priority.rawValue), Double(priorityBelow.rawValue))
  }

  /// Whether the row has to hold.
  var isRequired: Bool { !isBroken && (priority.isRequired || priorityBelow.isRequired) }
}

/// An attribute in a byte: an edge, a centre, a size or none.
struct FlatAttribute {
  private let code: UInt8

  @inline(__always)
  init(_ attribute: Attribute) { code = UInt8(truncatingIfNeeded: attribute.rawValue) }

  var attribute: Attribute { Attribute(rawValue: Int(code)) ?? .notAnAttribute }

  @inline(__always)
  private func isOne(of bits: UInt32) -> Bool { (bits &>> UInt32(code)) & 1 != 0 }

  @inline(__always) var isDirectional: Bool { isOne(of: 0b110_0000) }
  @inline(__always) var isSize: Bool { isOne(of: 0b1_1000_0000) }
  @inline(__always) var isCenter: Bool { isOne(of: 0b110_0000_0000) }
  /// Right, bottom or trailing.
  @inline(__always) var isFarEdge: Bool { isOne(of: 0b101_0100) }
  @inline(__always) var isVertical: Bool { isOne(of: 0b101_0001_1000) }
}

/// Makes rows of the records of a scene.
struct FlatLowering {
  let records: UnsafeMutableBufferPointer<FlatRecord>
  let items: UnsafeMutableBufferPointer<FlatScene.ItemRecord>
  let direction: LayoutDirection

  /// Appends the row of a constraint that is there and has none, and notes the constraint.
  @inline(__always)
  func append(_ index: Int32, to batch: inout IncomingRows, _ pending: inout [Int32]) {
    let record = records[Int(index)]
    guard record.isPresent, record.row < 0 else { return }
    append(record, to: &batch)
    pending.append(index)
  }

  /// Adds the rows to a solver, and says in the records of their constraints which they are.
  @inline(never)
  func flush(_ batch: inout IncomingRows, _ pending: inout [Int32], to solver: Solver) throws(SolverError) {
    var position = 0
    try batch.add(to: solver, room: { _ in }) { row, _ in
      records[Int(pending[position])].row = row.index
      position += 1
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Appends the row of a record.
  @inline(__always)
  private func append(_ record: FlatRecord, to batch: inout IncomingRows) {
    let (one, other) = (record.firstAttribute, record.secondAttribute)
    let (above, below) = record.rowPriorities
    guard direction == .leftToRight || !(one.isDirectional || other.isDirectional), record.first != record.second,
      record.multiplier == 1 || (one.isSize && record.multiplier != 0)
    else { return appendGeneral(record, above, below, to: &batch) }
    append(record.first, one, 1, to: &batch)
    if record.second >= 0 { append(record.second, other, -record.multiplier, to: &batch) }
    batch.end(.none, record.relation, constant: record.constant, priority: above, priorityBelow: below)
  }

  @inline(__always)
  private func append(_ item: Int32, _ attribute: FlatAttribute, _ factor: Double, to batch: inout IncomingRows) {
    let position = 4 &* item &+ (attribute.isVertical ? 1 : 0)
    if !attribute.isSize { batch.append(Variable(index: position), factor) }
    if attribute.isSize || attribute.isFarEdge {
      batch.append(Variable(index: position &+ 2), factor)
    } else if attribute.isCenter {
      batch.append(Variable(index: position &+ 2), 0.5 * factor)
    }
  }

  @inline(never)
  private func appendGeneral(
    _ record: FlatRecord, _ above: Double, _ below: Double, to batch: inout IncomingRows
  ) {
    let (one, other) = (record.firstAttribute.attribute, record.secondAttribute.attribute)
    var row = LoweredRow()
    lower(record, one, other, direction == .rightToLeft && (one.isDirectional || other.isDirectional), into: &row)
    (row.priority, row.priorityBelow) = (above, below)
    row.append(to: &batch, .none)
  }

  /// The row where both items are one, the constraint is mirrored, or a position is multiplied: then both sides are measured
  /// from the origin of the nearest item that both lie in.
  private func lower(
    _ record: FlatRecord, _ one: Attribute, _ other: Attribute, _ isMirrored: Bool, into row: inout LoweredRow
  ) {
    func add(_ item: Int32, _ attribute: Attribute, _ factor: Double) {
      let position = 4 * item + (attribute.isHorizontal ? 0 : 1)
      let share = attribute.leftOrRight(isMirrored).share
      if !attribute.isSize { row.add(Variable(index: position), factor) }
      if share != 0 { row.add(Variable(index: position + 2), factor * share) }
    }
    // A mirrored coordinate is -x; so is what is compared, and the relation turns round.
    row.start(.equal, isMirrored ? -record.constant : record.constant)
    row.relation = Relation(record.relation)
    if isMirrored { row.relation = row.relation.reversed }
    add(record.first, one, 1)
    let multiplier = record.second < 0 ? 0 : record.multiplier
    if multiplier != 0 {
      add(record.second, other, -multiplier)
      if multiplier != 1, one.isPosition {
        let owner = ancestor(record.first, record.second)
        if owner != 0 || isMirrored {
          // multiplier - 1, in the order in which it cancels what the items themselves have of it without rounding.
          let origin: Attribute = one.isHorizontal ? .leading : .top
          add(owner, origin, owner == record.first ? -1 : multiplier)
          add(owner, origin, owner == record.first ? multiplier : -1)
        }
      }
    }
    row.finish(scale: multiplier)
  }

  /// The nearest item that both lie in, an item lying in itself. O(depth).
  private func ancestor(_ first: Int32, _ second: Int32) -> Int32 {
    func depth(_ item: Int32) -> Int {
      var (depth, item) = (0, item)
      while item > 0 {
        item = items[Int(item)].parent
        depth += 1
      }
      return depth
    }
    var (a, b) = (first, second)
    var (depthA, depthB) = (depth(a), depth(b))
    while a != b {
      if depthA >= depthB {
        a = items[Int(a)].parent
        depthA -= 1
      } else {
        b = items[Int(b)].parent
        depthB -= 1
      }
    }
    return a
  }
}

extension Attribute {
  /// What of the size is added to the position, or stands alone for a size. For attributes without margins and baselines, with
  /// directions resolved.
  fileprivate var share: Double {
    switch self {
    case .right, .bottom, .width, .height: 1
    case .centerX, .centerY: 0.5
    default: 0
    }
  }
}

extension Relation {
  init(_ relation: Simplex.Relation) {
    self =
      switch relation {
      case .lessOrEqual: .lessThanOrEqual
      case .equal: .equal
      case .greaterOrEqual: .greaterThanOrEqual
      }
  }
}
