// Rows on their way into the solver, with what each stands for.
//
// One block of memory, written from the front, handed over and written again: what a few hundred rows need stays in the
// cache. Arrays would do but for their checks, of bounds, of being unshared and of having room, at each of some thirty
// thousand terms of a screen; here there is one question, after each constraint.

import Simplex

/// Rows in the form in which the solver takes them. Whoever makes it deallocates it.
struct IncomingRows {
  /// How many rows go into the solver at once.
  private static let limit = 512
  /// Room for the few that one item or constraint adds beyond that.
  private static let rowCapacity = limit + 16
  /// A row has eight terms at most.
  private static let entryCapacity = 8 * rowCapacity

  /// Nil until a row comes.
  private var memory: UnsafeMutableRawPointer?
  private(set) var count = 0
  private var entryCount = 0

  // The parts of the block, the widest elements first so that each is aligned.
  private static let tags = 0
  private static let coefficients = tags + rowCapacity * MemoryLayout<RowTag>.stride
  private static let constants = coefficients + entryCapacity * 8
  private static let priorities = constants + rowCapacity * 8
  private static let prioritiesBelow = priorities + rowCapacity * 8
  private static let weights = prioritiesBelow + rowCapacity * 8
  private static let variables = weights + rowCapacity * 8
  private static let starts = variables + entryCapacity * 4
  private static let rows = starts + (rowCapacity + 1) * 4
  private static let relations = rows + rowCapacity * 4
  private static let size = relations + rowCapacity

  func deallocate() { memory?.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// Whether the rows are to go into the solver before more come.
  var isFull: Bool { count >= Self.limit }

  private mutating func block() -> UnsafeMutableRawPointer {
    if let memory { return memory }
    let made = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 16)
    made.storeBytes(of: 0, toByteOffset: Self.starts, as: Int32.self)
    memory = made
    return made
  }

  /// Appends a term to the row being built.
  @inline(__always)
  mutating func append(_ variable: Variable, _ coefficient: Double) {
    let block = block()
    precondition(entryCount < Self.entryCapacity)
    block.storeBytes(of: variable.index, toByteOffset: Self.variables + 4 * entryCount, as: Int32.self)
    block.storeBytes(of: coefficient, toByteOffset: Self.coefficients + 8 * entryCount, as: Double.self)
    entryCount += 1
  }

  /// Ends the row being built; see `RowBatch.end`.
  @inline(__always)
  mutating func end(
    _ tag: RowTag, _ relation: Simplex.Relation, constant: Double, priority: Double = 1000,
    priorityBelow: Double? = nil, weight: Double = 1
  ) {
    let block = block()
    precondition(count < Self.rowCapacity)
    block.storeBytes(
      of: tag, toByteOffset: Self.tags + count * MemoryLayout<RowTag>.stride, as: RowTag.self)
    block.storeBytes(of: constant, toByteOffset: Self.constants + 8 * count, as: Double.self)
    block.storeBytes(of: priority, toByteOffset: Self.priorities + 8 * count, as: Double.self)
    block.storeBytes(of: priorityBelow ?? priority, toByteOffset: Self.prioritiesBelow + 8 * count, as: Double.self)
    block.storeBytes(of: weight, toByteOffset: Self.weights + 8 * count, as: Double.self)
    block.storeBytes(of: relation.rawValue, toByteOffset: Self.relations + count, as: Int8.self)
    count += 1
    block.storeBytes(
      of: Int32(truncatingIfNeeded: entryCount), toByteOffset: Self.starts + 4 * count, as: Int32.self)
  }

  /// Adds the rows to a solver and calls `body` with each and what it stands for, after `room` with the highest of them.
  /// None are left.
  mutating func add(
    to solver: Solver, room: (Row) -> Void, _ body: (Row, RowTag) -> Void
  ) throws(SolverError) {
    guard count > 0, let memory else { return }
    func part<Element>(_ offset: Int) -> UnsafeMutablePointer<Element> {
      (memory + offset).assumingMemoryBound(to: Element.self)
    }
    let rows: UnsafeMutablePointer<Int32> = part(Self.rows)
    try solver.add(
      RowMemory(
        rowCount: count, entryCount: entryCount, starts: part(Self.starts), variables: part(Self.variables),
        coefficients: part(Self.coefficients), relations: part(Self.relations), constants: part(Self.constants),
        priorities: part(Self.priorities), prioritiesBelow: part(Self.prioritiesBelow), weights: part(Self.weights)),
      rows)
    var highest: Int32 = 0
    for index in 0..<count { highest = max(highest, rows[index]) }
    room(Row(index: highest))
    for index in 0..<count {
      let tag = memory.load(
        fromByteOffset: Self.tags + index * MemoryLayout<RowTag>.stride, as: RowTag.self)
      body(Row(index: rows[index]), tag)
    }
    (count, entryCount) = (0, 0)
  }
}
