// Rows that come into a program nothing was removed of: they are checked and written list by list, not one by one, and must
// be refused and stored as those of any other program.

import Simplex
import Testing

@Suite struct NewRowTests {
  private static let variableCount = 8
  private static let rowCount = 37

  /// What is wrong with a row.
  private enum Fault: CaseIterable {
    case constant, infinite, largeConstant, priority, negativePriority, highPriority, below, weight, smallWeight,
      coefficient
    case smallCoefficient, largeCoefficient, variable, negativeVariable
  }

  private let solver: Solver
  private let variables: [Variable]

  init() throws {
    solver = try Solver()
    variables = try solver.addVariables(Self.variableCount, nonnegative: true)
  }

  private func append(_ fault: Fault?, to batch: inout RowBatch, _ number: Int) {
    var coefficient = number % 3 == 0 ? -1.0 : 0.5
    var variable = variables[number % variables.count]
    switch fault {
    case .coefficient: coefficient = .nan
    case .smallCoefficient: coefficient = 1e-9
    case .largeCoefficient: coefficient = -2e9
    case .variable: variable = Variable(index: Int32(Self.variableCount))
    case .negativeVariable: variable = Variable(index: -1)
    default: break
    }
    // Rows of 1 to 5 terms, the odd one last.
    for offset in 1...(number % 5 + 1) where offset <= number % 5 {
      batch.append(variables[(number + offset) % variables.count], 1)
    }
    batch.append(variable, coefficient)
    let constant: Double =
      switch fault {
      case .constant: .nan
      case .infinite: -.infinity
      case .largeConstant: 2e9
      default: Double(number)
      }
    let priority: Double =
      switch fault {
      case .priority: 0
      case .negativePriority: -1
      case .highPriority: 1001
      default: 1000
      }
    let weight: Double =
      switch fault {
      case .weight: .nan
      case .smallWeight: 0
      default: 1
      }
    batch.end(
      .equal, constant: constant, priority: priority, priorityBelow: fault == .below ? 1000.5 : priority, weight: weight
    )
  }

  @Test func oneThatIsWrongIsRefusedWhereverItStands() throws {
    for fault in Fault.allCases {
      for position in [0, 1, 2, 3, 4, 15, 16, 31, 32, Self.rowCount - 1] {
        var batch = RowBatch()
        for number in 0..<Self.rowCount { append(number == position ? fault : nil, to: &batch, number) }
        #expect(throws: SolverError.self, "\(fault) at \(position)") { try solver.add(batch) }
        #expect(solver.refusedIndex == position, "\(fault)")
        #expect(solver.counts.rows == 0)
      }
    }
  }

  @Test func aVariableThatStandsTwiceIsFound() throws {
    for count in 2...6 {
      for first in 0..<count {
        for second in 0..<count where first < second {
          var batch = RowBatch()
          for number in 0..<3 { append(nil, to: &batch, number) }
          for entry in 0..<count { batch.append(variables[entry == second ? first : entry], 1) }
          batch.end(.equal, constant: 0)
          #expect(throws: SolverError.duplicate, "\(first) and \(second) of \(count)") { try solver.add(batch) }
          #expect(solver.refusedIndex == 3)
        }
      }
      var batch = RowBatch()
      for entry in 0..<count { batch.append(variables[entry], 1) }
      batch.end(.lessOrEqual, constant: 1e6)
      #expect(try solver.add(batch).count == 1)
    }
  }

  /// A variable and a row that were removed make a program one that rows are added to one by one.
  @Test(arguments: [false, true]) func rowsAreStoredAsOneByOne(hasCosts: Bool) throws {
    let other = try Solver()
    let others = try other.addVariables(Self.variableCount + 1, nonnegative: true)
    try other.removeVariables([others[Self.variableCount]])
    var batch = RowBatch()
    for number in 0..<Self.rowCount {
      for offset in 0...(number % 4) {
        batch.append(variables[(number + offset) % variables.count], offset == 1 ? 0 : Double(offset + 1))
      }
      let relation = Relation.allCases[number % 3]
      let priority: Double = hasCosts && number % 2 == 0 ? 250 : 1000
      batch.end(
        relation, constant: Double(number), priority: priority, priorityBelow: hasCosts && number % 5 == 0 ? 750 : nil,
        weight: hasCosts && number % 7 == 0 ? 2 : 1)
    }
    var spare = RowBatch()
    spare.append(variables[0], 1)
    spare.end(.equal, constant: 0)
    try other.remove(other.add(spare))
    let (rows, otherRows) = (try solver.add(batch), try other.add(batch))
    #expect(rows.count == Self.rowCount && otherRows.count == Self.rowCount)
    for (row, otherRow) in zip(rows, otherRows) {
      let (terms, otherTerms) = (try solver.terms(row), try other.terms(otherRow))
      #expect(terms.variables == otherTerms.variables && terms.coefficients == otherTerms.coefficients)
      #expect(!terms.coefficients.contains(0))
    }
    #expect(try solver.constants(rows) == other.constants(otherRows))
    #expect(try solver.relations(rows) == other.relations(otherRows))
    #expect(try solver.weights(rows) == other.weights(otherRows))
    let (costs, otherCosts) = (try solver.priorities(rows), try other.priorities(otherRows))
    #expect(costs.priorities == otherCosts.priorities && costs.below == otherCosts.below)
    #expect(solver.counts == (Self.variableCount, Self.rowCount, other.counts.entries))
  }
}
