// Rows on their way into the solver, with what each stands for.
//
// One block of memory, written from the front, handed over and written again: what a few hundred rows need stays in the
// cache. Arrays would do but for their checks, of bounds, of being unshared and of having room, at each of some thirty
// thousand terms of a screen; here there is one question, after each constraint.

import Simplex

/// An edge, a centre or a size of an item as at most two terms: its position, and a share of its size.
struct PlainSide {
  let position: Variable
  let size: Variable
  /// 1 where there is the term, else 0.
  let positionCount: Int
  let sizeCount: Int
  /// How much of the size.
  let share: Double

  /// - Parameter variables: The item's left, top, width and height.
  @inline(__always)
  init(_ attribute: Attribute, _ variables: UnsafePointer<Variable>) {
    let axis = attribute.isHorizontal ? 0 : 1
    position = variables[axis]
    size = variables[axis + 2]
    positionCount = attribute.isSize ? 0 : 1
    sizeCount = attribute.isNearEdge ? 0 : 1
    share = attribute.isCenter ? 0.5 : 1
  }
}

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
  /// Whether any row has a weight, or a priority of its own of falling short; else neither is written.
  private var hasOdd = false
  /// Whether all rows are such that the solver would refuse none: variables of items that are in, each once, and numbers
  /// that were checked where they were set or by whoever appends.
  private var isKnown = true

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

  @inline(__always)
  private mutating func block() -> UnsafeMutableRawPointer {
    if let memory { return memory }
    return allocate()
  }

  @inline(never)
  private mutating func allocate() -> UnsafeMutableRawPointer {
    let made = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 16)
    made.storeBytes(of: 0, toByteOffset: Self.starts, as: Int32.self)
    memory = made
    return made
  }

  /// A part of the block, as elements one after another.
  @inline(__always)
  private static func part<Element>(_ block: UnsafeMutableRawPointer, _ offset: Int) -> UnsafeMutablePointer<Element> {
    (block + offset).assumingMemoryBound(to: Element.self)
  }

  /// The solver is to look at the rows itself.
  mutating func doubt() { isKnown = false }

  /// Appends a term to the row being built.
  @inline(__always)
  mutating func append(_ variable: Variable, _ coefficient: Double) {
    let block = block()
    precondition(entryCount < Self.entryCapacity)
    Self.part(block, Self.variables)[entryCount] = variable.index
    Self.part(block, Self.coefficients)[entryCount] = coefficient
    entryCount &+= 1
  }

  /// Appends the terms of a side to the row being built, each times a factor.
  @inline(__always)
  mutating func append(_ side: PlainSide, _ factor: Double) {
    let block = block()
    precondition(entryCount < Self.entryCapacity - 1)
    let variables: UnsafeMutablePointer<Int32> = Self.part(block, Self.variables)
    let coefficients: UnsafeMutablePointer<Double> = Self.part(block, Self.coefficients)
    // What is not there is written over by the next.
    variables[entryCount] = side.position.index
    coefficients[entryCount] = factor
    entryCount &+= side.positionCount
    variables[entryCount] = side.size.index
    coefficients[entryCount] = side.share * factor
    entryCount &+= side.sizeCount
  }

  /// Ends the row being built; see `RowBatch.end`.
  @inline(__always)
  mutating func end(
    _ tag: RowTag, _ relation: Simplex.Relation, constant: Double, priority: Double = 1000,
    priorityBelow: Double? = nil, weight: Double = 1
  ) {
    let block = block()
    precondition(count < Self.rowCapacity)
    Self.part(block, Self.tags)[count] = tag
    Self.part(block, Self.constants)[count] = constant
    Self.part(block, Self.priorities)[count] = priority
    Self.part(block, Self.relations)[count] = relation.rawValue
    if hasOdd || weight != 1 || priorityBelow ?? priority != priority {
      writeOdd(block, priorityBelow ?? priority, weight)
    }
    count &+= 1
    Self.part(block, Self.starts)[count] = Int32(truncatingIfNeeded: entryCount)
  }

  /// Writes what few rows have, and for those before what they have instead.
  private mutating func writeOdd(_ block: UnsafeMutableRawPointer, _ priorityBelow: Double, _ weight: Double) {
    let below: UnsafeMutablePointer<Double> = Self.part(block, Self.prioritiesBelow)
    let weights: UnsafeMutablePointer<Double> = Self.part(block, Self.weights)
    if !hasOdd {
      hasOdd = true
      below.update(from: Self.part(block, Self.priorities), count: count)
      weights.update(repeating: 1, count: count)
    }
    below[count] = priorityBelow
    weights[count] = weight
  }

  /// Adds the rows to a solver and calls `body` with each and what it stands for, after `room` with the highest of them.
  /// None are left.
  mutating func add(
    to solver: Solver, room: (Row) -> Void, _ body: (Row, RowTag) -> Void
  ) throws(SolverError) {
    guard count > 0, let memory else { return }
    func part<Element>(_ offset: Int) -> UnsafeMutablePointer<Element> { Self.part(memory, offset) }
    let rows: UnsafeMutablePointer<Int32> = part(Self.rows)
    try solver.add(
      RowMemory(
        rowCount: count, entryCount: entryCount, starts: part(Self.starts), variables: part(Self.variables),
        coefficients: part(Self.coefficients), relations: part(Self.relations), constants: part(Self.constants),
        priorities: part(Self.priorities), prioritiesBelow: hasOdd ? part(Self.prioritiesBelow) : nil,
        weights: hasOdd ? part(Self.weights) : nil, isKnown: isKnown),
      rows)
    var highest: Int32 = 0
    for index in 0..<count { highest = max(highest, rows[index]) }
    room(Row(index: highest))
    let tags: UnsafeMutablePointer<RowTag> = part(Self.tags)
    for index in 0..<count { body(Row(index: rows[index]), tags[index]) }
    (count, entryCount, hasOdd, isKnown) = (0, 0, false, true)
  }
}
