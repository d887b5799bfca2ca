// Programs of small integers with many ties: rows repeated, scaled and at equal priorities, constants that meet in one
// point, variables that must be ≥ 0. At most of their vertices more rows touch than there are variables, so that what is
// optimal depends on which edges can be followed together.

import Simplex

/// A row of a degenerate program.
private func degenerateRow(
  variables: Int, priorities: [Double], required: Double, using random: inout SplitMix64
) -> Program.Row {
  let terms = random.distinct(random.int(1...min(variables, 4)), below: variables)
    .map { Program.Term($0, random.pick([1, 1, -1, -1, 2, 3, -2, 0.5])) }
  let priority = random.chance(required) ? 1000 : random.pick(priorities)
  var row = Program.Row(
    terms, random.pick([Relation.equal, .equal, .lessOrEqual, .greaterOrEqual]),
    random.pick([0, 0, 0, 1, 10, -10, 20, 87, 451]), priority: priority)
  if row.relation == .equal, random.chance(0.2) { row.priorityBelow = random.pick(priorities) }
  row.weight = random.pick([1, 1, 1, 2, 0.5])
  return row
}

/// Draws a degenerate program.
package func degenerateProgram(using random: inout SplitMix64) -> Program {
  let count = random.int(1...6)
  let bound = random.pick([0, 0.5, 1])
  var program = Program(nonnegative: (0..<count).map { _ in random.chance(bound) })
  let priorities: [Double] = random.pick([[1], [1, 2], [500, 250], [10, 80, 300]])
  let required = random.pick([0, 0.2, 0.5])
  let isHomogeneous = random.chance(0.4)
  for _ in 0..<random.int(1...8) {
    var row: Program.Row
    if random.chance(0.25), let old = program.rows.randomElement(using: &random) {
      row = old
      let factor: Double = random.pick([1, 2])
      row.terms = row.terms.map { .init($0.variable, $0.coefficient * factor) }
      row.constant *= factor
      row.priority = random.pick(priorities)
      row.priorityBelow = nil
    } else {
      row = degenerateRow(variables: count, priorities: priorities, required: required, using: &random)
    }
    if isHomogeneous { row.constant = 0 }
    program.rows.append(row)
  }
  return program
}

/// Draws a program that presolve takes apart: chains of equalities, rows about one variable, one row that couples all.
package func reducibleProgram(using random: inout SplitMix64) -> Program {
  enum Kind { case any, chain, median, knapsack }
  let count = random.pick([1, 2, 3, 4, 5, 6, 8, 12])
  let bound = random.pick([0, 0.5, 1])
  let kind: Kind = random.pick([.any, .chain, .median, .knapsack])
  let priorities: [Double] = random.pick([[1], [1, 2], [500, 250], [10, 80, 300]])
  let required = random.pick([0, 0.2, 0.5, 0.7])
  let isHomogeneous = random.chance(0.3)
  var program = Program(nonnegative: (0..<count).map { _ in random.chance(bound) })
  for index in 0..<random.int(1...2 * count + 2) {
    var row = degenerateRow(variables: count, priorities: priorities, required: required, using: &random)
    if kind == .chain, count > 1, random.chance(0.6) {
      let variables = random.distinct(min(count, random.pick([2, 3])), below: count)
      row = Program.Row(variables.enumerated().map { .init($1, $0 == 0 ? 1 : -1) }, .equal, row.constant)
    } else if kind == .knapsack, index == 0 {
      row.terms = (0..<count).map { .init($0, random.pick([1, 1, 2])) }
    } else if kind == .median || kind == .knapsack {
      row.terms = [row.terms[0]]
    }
    if isHomogeneous { row.constant = 0 }
    program.rows.append(row)
  }
  return program
}

extension Program {
  /// The program with some coefficients and weights a thousand times as large or small, by powers of two: what is exact
  /// stays so.
  package func widened(using random: inout SplitMix64) -> Program {
    var result = self
    for row in rows.indices {
      for term in rows[row].terms.indices where random.chance(0.4) {
        result.rows[row].terms[term].coefficient *= random.pick([0x1p-10, 0x1p-5, 0x1p5, 0x1p10])
      }
      result.rows[row].weight *= random.pick([1, 1, 0x1p-10, 0x1p10])
    }
    return result
  }
}

/// Draws an edit of a degenerate program that leaves it one.
package func degenerateEdit(of program: Program, using random: inout SplitMix64) -> Edit {
  let row = random.int(0...(program.rows.count - 1))
  switch random.int(0...5) {
  case 0: return .constants([.init(row, random.pick([0, 1, 10, 20]))])
  case 1: return .priorities([.init(row, random.pick([1, 2, 80, 500]))])
  case 2: return .weights([.init(row, random.pick([1, 2, 0.5]))])
  case 3: return .terms(row: row, program.rows[row].terms.map { .init($0.variable, random.pick([1, -1])) })
  case 4 where program.rows.count > 1: return .removeRows([row])
  default:
    return .addRows([
      degenerateRow(
        variables: program.nonnegative.count, priorities: [1, 2, 500], required: 0.1, using: &random)
    ])
  }
}
