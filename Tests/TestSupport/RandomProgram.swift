// Random programs and random edits of them. The mix is what layouts and their mistakes look like: sparse rows of
// positions and sizes, aspect ratios, content sizes with two priorities, ties, repeated and dependent rows,
// contradictions, constants of very different size. Coefficients and hidden points are such that rows meant to agree
// agree to rounding.

import Simplex

/// How the programs of a generator look.
package struct ProgramStyle: Sendable {
  /// Variables of a program.
  package var variables: ClosedRange<Int>
  /// The kind of rows.
  package enum Shape: Sendable, CaseIterable {
    /// Chains of items with position and size, as trees of views lower to.
    case layout
    /// One to four terms.
    case sparse
    /// Up to all variables.
    case dense
  }
  package var shape: Shape
  /// The priorities that rows draw from.
  package var priorities: [Double]
  /// Probability that a row is required.
  package var required: Double
  /// Probability that a required row is not made to agree with the others.
  package var contradiction: Double
  /// Size of the constants.
  package var scale: Double
  /// Whether each row has constants of a size of its own, from 1e-2 to 1e4 times the scale.
  package var mixedScales: Bool
  /// Probability that a weight is not 1.
  package var weighted: Double
  /// Probability that a variable must be ≥ 0.
  package var nonnegative: Double

  /// Draws a style.
  package init(variables: ClosedRange<Int>, using random: inout SplitMix64) {
    let size = random.int(variables)
    self.variables = size...size
    shape = random.pick(Shape.allCases)
    let all: [Double] = [999.5, 999, 760, 750, 510, 500, 490, 251, 250, 149, 149.5, 51, 50, 49, 25, 1, 0.333333]
    let count = random.chance(0.3) ? random.int(1...3) : random.int(3...15)
    priorities = random.distinct(count, below: all.count).map { all[$0] }
    required = random.pick([0.1, 0.3, 0.5])
    contradiction = random.chance(0.6) ? 0 : random.pick([0.1, 0.3])
    scale = random.pick([1, 100, 100, 1000, 1e5])
    mixedScales = random.chance(0.2)
    weighted = random.pick([0, 0, 0.2, 0.8])
    nonnegative = random.pick([0, 0.3, 0.9])
  }
}

/// A source of random programs, rows and edits of one style.
package struct ProgramGenerator {
  package var style: ProgramStyle
  package var random: SplitMix64
  /// A point that agreeing rows agree on, per variable; multiples of an eighth.
  private var hidden: [Double] = []

  /// The coefficients other than ±1: spans, aspect ratios, shares.
  static let multipliers: [Double] = [0.5, 0.6, 1.7778, -1, 2, -0.5, 3, 0.333333, 0.25, 1.5]

  package init(seed: UInt64, variables: ClosedRange<Int> = 1...60) {
    random = SplitMix64(seed: seed)
    style = ProgramStyle(variables: variables, using: &random)
  }

  /// Draws a program.
  package mutating func program() -> Program {
    let count = random.int(style.variables)
    var program = Program(nonnegative: (0..<count).map { _ in random.chance(style.nonnegative) })
    hidden = []
    extendHidden(program)
    let rowCount = Int(Double(count) * random.real(0.4...2.6)) + random.int(1...4)
    while program.rows.count < rowCount {
      program.rows += newRows(program)
    }
    return program
  }

  private mutating func extendHidden(_ program: Program) {
    while hidden.count < program.nonnegative.count {
      let value = (random.real(-1...1) * style.scale * 8).rounded() / 8
      hidden.append(program.nonnegative[hidden.count] ? abs(value) : value)
    }
  }

  // MARK: Rows

  /// One row, or several that belong together.
  private mutating func newRows(_ program: Program) -> [Program.Row] {
    if !program.rows.isEmpty, random.chance(0.12) { return [relative(of: program)] }
    if style.shape == .layout, random.chance(0.2) { return contentSize(program) }
    return [row(terms(program.nonnegative.count))]
  }

  /// A fresh row over given terms.
  private mutating func row(_ terms: [Program.Term]) -> Program.Row {
    let required = random.chance(style.required)
    let relation = random.chance(0.5) ? Relation.equal : random.pick([Relation.lessOrEqual, .greaterOrEqual])
    let agreed = terms.reduce(0) { $0 + $1.coefficient * hidden[$1.variable] }
    let scale = style.mixedScales ? style.scale * random.pick([0.01, 0.1, 1, 10, 100, 1e4]) : style.scale
    var constant: Double
    if required ? !random.chance(style.contradiction) : random.chance(0.3) {
      let slack = random.chance(0.3) ? 0 : abs(number(scale))
      switch relation {
      case .equal: constant = agreed
      case .lessOrEqual: constant = agreed + slack
      case .greaterOrEqual: constant = agreed - slack
      }
    } else {
      constant = number(scale)
    }
    constant = min(max(constant, -1e8), 1e8)
    var row = Program.Row(terms, relation, constant)
    row.priority = required ? 1000 : random.pick(style.priorities)
    if relation == .equal, random.chance(0.1) {
      row.priorityBelow = random.chance(style.required) ? 1000 : random.pick(style.priorities)
      if row.below == 1000 || row.above == 1000 { row.constant = agreed }
    }
    if random.chance(style.weighted) { row.weight = random.pick([0.1, 0.5, 2, 3, 10, 7.25]) }
    return row
  }

  /// A constant; often one that others have too, so that there are ties.
  private mutating func number(_ scale: Double) -> Double {
    random.chance(0.4)
      ? random.pick([0, 8, 20, 44, 100, -10, 150, 0.5]) * scale / 100 : (random.real(-1...1) * scale * 8).rounded() / 8
  }

  private mutating func coefficient() -> Double {
    random.chance(0.6) ? random.pick([1, -1]) : random.pick(Self.multipliers)
  }

  private mutating func terms(_ count: Int) -> [Program.Term] {
    switch style.shape {
    case .layout where count >= 4: return layoutTerms(count)
    case .layout, .sparse:
      if random.chance(0.01) { return [] }
      return random.distinct(min(count, random.int(1...4)), below: count).map { .init($0, coefficient()) }
    case .dense:
      return random.distinct(random.int(1...count), below: count).map { .init($0, coefficient()) }
    }
  }

  /// Item i has the variables 4i (left), 4i + 1 (top), 4i + 2 (width), 4i + 3 (height).
  private mutating func layoutTerms(_ count: Int) -> [Program.Term] {
    let items = count / 4
    let (first, second) = (random.int(0...(items - 1)), random.int(0...(items - 1)))
    let axis = random.int(0...1)
    let (position, size) = (4 * first + axis, 4 * first + 2 + axis)
    let (otherPosition, otherSize) = (4 * second + axis, 4 * second + 2 + axis)
    guard first != second else {
      switch random.int(0...3) {
      case 0: return [.init(position, 1)]
      case 1: return [.init(size, 1)]
      case 2: return [.init(4 * first + 2, 1), .init(4 * first + 3, -random.pick(Self.multipliers))]
      default: return [.init(position, 1), .init(size, 1)]
      }
    }
    switch random.int(0...4) {
    case 0: return [.init(position, 1), .init(otherPosition, -1)]
    case 1: return [.init(position, 1), .init(otherPosition, -1), .init(otherSize, -1)]
    case 2: return [.init(position, 1), .init(size, 1), .init(otherPosition, -1), .init(otherSize, -1)]
    case 3: return [.init(position, 1), .init(size, 0.5), .init(otherPosition, -1), .init(otherSize, -0.5)]
    default: return [.init(size, 1), .init(otherSize, -random.pick([1, 1, 0.5, 0.333333, 2]))]
    }
  }

  /// A content size: one equality, exceeding it at the hugging priority, falling short at the compression resistance.
  private mutating func contentSize(_ program: Program) -> [Program.Row] {
    let size = abs(number(style.scale))
    let variable = random.int(0...(program.nonnegative.count - 1))
    return [
      Program.Row(
        [.init(variable, 1)], .equal, size, priority: random.pick(style.priorities),
        priorityBelow: random.pick(style.priorities))
    ]
  }

  /// A row made of rows that are there: repeated, scaled, or the sum of two. Of required ones the result agrees with
  /// them unless it is meant as a contradiction.
  private mutating func relative(of program: Program) -> Program.Row {
    var row = random.pick(program.rows)
    switch random.int(0...3) {
    case 0:
      break
    case 1:
      row.priority = random.pick(style.priorities)
      row.priorityBelow = nil
    case 2:
      let factor: Double = random.pick([2, -1, 0.5])
      for term in row.terms.indices { row.terms[term].coefficient *= factor }
      row.constant *= factor
      if factor < 0 {
        row.relation = Relation(rawValue: -row.relation.rawValue) ?? row.relation
        (row.priority, row.priorityBelow) = (
          row.priorityBelow ?? row.priority, row.priorityBelow.map { _ in row.priority }
        )
      }
    default:
      let other = random.pick(program.rows)
      guard row.relation == other.relation, row.priorityBelow == nil, other.priorityBelow == nil else { break }
      guard let terms = Self.exactSum(row.terms, other.terms) else { break }
      row.terms = terms
      row.constant += other.constant
      row.priority = min(row.priority, other.priority)
    }
    let isRequired = row.above == 1000 || row.below == 1000
    if isRequired ? random.chance(style.contradiction) : random.chance(0.1) {
      row.constant += random.pick([1, -1, 10]) * style.scale / 10
    }
    return row
  }

  /// The sum of two rows' terms, or nil where a double can't hold it. A sum that is rounded depends on the two rows by
  /// sixteen digits and in rationals not at all: what is optimal then is a question to the rounding, not to the solver.
  private static func exactSum(_ left: [Program.Term], _ right: [Program.Term]) -> [Program.Term]? {
    var sum: [Int: Double] = [:]
    for term in left + right {
      let before = sum[term.variable] ?? 0
      let after = before + term.coefficient
      let added = after - before
      guard (before - (after - added)) + (term.coefficient - added) == 0 else { return nil }
      sum[term.variable] = after
    }
    guard sum.values.allSatisfy({ $0 == 0 || abs($0) >= 1e-3 }) else { return nil }
    return sum.keys.sorted().compactMap { key in
      sum[key].flatMap { $0 == 0 ? nil : Program.Term(key, $0) }
    }
  }

  // MARK: Edits

  /// Draws an edit of a program.
  package mutating func edit(of program: Program) -> Edit {
    extendHidden(program)
    if hidden.count > program.nonnegative.count { hidden.removeLast(hidden.count - program.nonnegative.count) }
    guard !program.rows.isEmpty, !program.nonnegative.isEmpty else {
      return program.nonnegative.isEmpty ? .addVariables([random.chance(0.5)]) : .addRows(newRows(program))
    }
    let rows = random.distinct(random.chance(0.7) ? 1 : random.int(1...5), below: program.rows.count)
    switch random.int(0...13) {
    case 0...4:
      return .constants(rows.map { .init($0, edited(program.rows[$0])) })
    case 5:
      return .priorities(
        rows.map { row in
          let split = program.rows[row].priorityBelow != nil && random.chance(0.8)
          return .init(row, random.pick(style.priorities), below: split ? random.pick(style.priorities) : nil)
        })
    case 6:
      return .priorities(rows.map { .init($0, random.chance(0.2) ? 1000 : random.pick(style.priorities)) })
    case 7:
      return .weights(rows.map { .init($0, random.pick([0.1, 0.5, 1, 2, 3, 10])) })
    case 8:
      let row = program.rows[rows[0]]
      guard !row.terms.isEmpty else { return .terms(row: rows[0], terms(program.nonnegative.count)) }
      var changed = row.terms
      changed[random.int(0...(changed.count - 1))].coefficient = coefficient()
      return .terms(row: rows[0], random.chance(0.7) ? changed : terms(program.nonnegative.count))
    case 9, 10:
      return .addRows((0..<random.int(1...3)).flatMap { _ in newRows(program) })
    case 11:
      return .removeRows(rows)
    case 12:
      return .addVariables((0..<random.int(1...2)).map { _ in random.chance(style.nonnegative) })
    default:
      let mentioned = Set(program.rows.flatMap { $0.terms.map(\.variable) })
      let free = program.nonnegative.indices.filter { !mentioned.contains($0) }
      return free.isEmpty ? .removeRows(rows) : .removeVariables([random.pick(free)])
    }
  }

  /// A new constant for a row: a small move, or another of the usual ones. Required rows move little, so that most
  /// scripts stay feasible for long.
  private mutating func edited(_ row: Program.Row) -> Double {
    if random.chance(0.5) { return row.constant + random.pick([1, -1, 0.5, 10, -10]) * style.scale / 100 }
    return row.above == 1000 || row.below == 1000
      ? row.terms.reduce(0) { $0 + $1.coefficient * hidden[$1.variable] } : number(style.scale)
  }
}
