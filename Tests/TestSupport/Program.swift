// A bare program as a plain value: what random tests generate, edit, shrink and print, what a Solver is loaded with and
// what the judge judges. Everything is an index into its arrays, and the errors are computed here from the definition.

import Simplex

/// Variables, and rows `Σ aⱼ xⱼ {=, ≤, ≥} b` at priorities.
package struct Program: Equatable, Sendable {
  /// One coefficient of a row.
  package struct Term: Equatable, Sendable {
    package var variable: Int
    package var coefficient: Double

    package init(_ variable: Int, _ coefficient: Double) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// One row.
  package struct Row: Equatable, Sendable {
    package var terms: [Term]
    package var relation: Relation
    package var constant: Double
    /// Of both sides, or of exceeding the constant where `priorityBelow` is there.
    package var priority: Double
    /// Of falling short of the constant, for equalities.
    package var priorityBelow: Double?
    package var weight: Double

    package init(
      _ terms: [Term], _ relation: Relation, _ constant: Double, priority: Double = 1000,
      priorityBelow: Double? = nil, weight: Double = 1
    ) {
      self.terms = terms
      self.relation = relation
      self.constant = constant
      self.priority = priority
      self.priorityBelow = priorityBelow
      self.weight = weight
    }

    /// The priority of exceeding the constant; nil where that is not an error.
    package var above: Double? { relation == .greaterOrEqual ? nil : priority }

    /// The priority of falling short of the constant; nil where that is not an error.
    package var below: Double? {
      switch relation {
      case .lessOrEqual: nil
      case .equal: priorityBelow ?? priority
      case .greaterOrEqual: priority
      }
    }

    /// The sum of the terms.
    package func activity(_ values: [Double]) -> Double {
      terms.reduce(0) { $0 + $1.coefficient * values[$1.variable] }
    }

    /// The signed error.
    package func error(_ values: [Double]) -> Double {
      let excess = activity(values) - constant
      return (excess > 0 && above != nil) || (excess < 0 && below != nil) ? excess : 0
    }
  }

  /// Per variable, whether it must be ≥ 0.
  package var nonnegative: [Bool]
  package var rows: [Row]

  package init(nonnegative: [Bool], rows: [Row] = []) {
    self.nonnegative = nonnegative
    self.rows = rows
  }

  package init(variables: Int, rows: [Row] = []) {
    self.init(nonnegative: Array(repeating: false, count: variables), rows: rows)
  }

  /// The optional priorities, from high to low.
  package var priorities: [Double] {
    var found: Set<Double> = []
    for row in rows {
      for case let priority? in [row.above, row.below] where priority < 1000 { found.insert(priority) }
    }
    return found.sorted(by: >)
  }

  /// The levels of an assignment of values.
  package func levels(_ values: [Double]) -> [Level] {
    var sums: [Double: Double] = [:]
    for row in rows {
      let error = row.error(values)
      guard error != 0, let priority = error > 0 ? row.above : row.below else { continue }
      sums[priority, default: 0] += row.weight * abs(error)
    }
    return priorities.map { Level(priority: $0, error: sums[$0] ?? 0) }
  }

  /// What rounding may do to an error or a sum of errors where rows are evaluated with these values: 4 units in the last
  /// place of the largest sum of absolute terms, times its weight. 0 where there are no values.
  package func rounding(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return rows.reduce(0) { most, row in
      let size = row.terms.reduce(abs(row.constant)) { $0 + abs($1.coefficient * values[$1.variable]) }
      return max(most, size * max(1, row.weight) * 0x1p-50)
    }
  }

  /// The largest violation of a required side or of a non-negativity.
  package func requiredResidual(_ values: [Double]) -> Double {
    var residual = zip(nonnegative, values).reduce(0.0) { $1.0 ? max($0, -$1.1) : $0 }
    for row in rows {
      let error = row.error(values)
      guard error != 0, (error > 0 ? row.above : row.below) == 1000 else { continue }
      residual = max(residual, abs(error))
    }
    return residual
  }

  /// The largest absolute constant, at least 1.
  package var scale: Double { rows.reduce(1) { max($0, abs($1.constant)) } }
}

extension Program: CustomStringConvertible {
  /// The program in the notation of bare programs in layout documents, one row a line, numbers with all their digits.
  package var description: String {
    var lines = ["variables: \(nonnegative.count)"]
    let bound = nonnegative.indices.filter { nonnegative[$0] }.map { "x\($0)" }
    if !bound.isEmpty { lines.append("nonnegative: \(bound.joined(separator: ", "))") }
    for row in rows {
      let sum = row.terms.map { "\($0.coefficient)*x\($0.variable)" }.joined(separator: " + ")
      let relation =
        switch row.relation {
        case .lessOrEqual: "<="
        case .equal: "="
        case .greaterOrEqual: ">="
        }
      let below = row.priorityBelow.map { " (below \($0))" } ?? ""
      let weight = row.weight == 1 ? "" : " weight \(row.weight)"
      lines.append("\(sum.isEmpty ? "0" : sum) \(relation) \(row.constant) @ \(row.priority)\(below)\(weight)")
    }
    return lines.joined(separator: "\n")
  }
}

extension Program {
  /// A program in the notation of ``description``. Nil where that is not what it is.
  package init?(_ text: String) {
    var lines = text.split(separator: "\n")
    guard let count = lines.first?.split(separator: " ").last.flatMap({ Int($0) }) else { return nil }
    lines.removeFirst()
    self.init(variables: count)
    if let line = lines.first, line.hasPrefix("nonnegative: ") {
      for word in line.split(whereSeparator: { $0 == " " || $0 == "," }).dropFirst() {
        guard let variable = Int(word.dropFirst()), nonnegative.indices.contains(variable) else { return nil }
        nonnegative[variable] = true
      }
      lines.removeFirst()
    }
    for line in lines {
      guard let row = Row(line) else { return nil }
      rows.append(row)
    }
  }
}

extension Program.Row {
  /// `c*xj + … {<=, =, >=} b @ p [(below p)] [weight w]`.
  fileprivate init?(_ line: Substring) {
    var words = line.split(separator: " ").filter { $0 != "+" }[...]
    let relations: [Substring: Relation] = ["<=": .lessOrEqual, "=": .equal, ">=": .greaterOrEqual]
    guard let sign = words.firstIndex(where: { relations[$0] != nil }), let relation = relations[words[sign]] else {
      return nil
    }
    var terms: [Program.Term] = []
    for word in words[..<sign] where word != "0" {
      let factors = word.split(separator: "*")
      guard factors.count == 2, let coefficient = Double(factors[0]), let variable = Int(factors[1].dropFirst()) else {
        return nil
      }
      terms.append(Program.Term(variable, coefficient))
    }
    words = words[(sign + 1)...]
    guard words.count >= 3, let constant = Double(words.removeFirst()), words.removeFirst() == "@",
      let priority = Double(words.removeFirst())
    else { return nil }
    self.init(terms, relation, constant, priority: priority)
    while let word = words.popFirst() {
      guard let number = words.popFirst().flatMap({ Double($0.filter { $0 != ")" }) }) else { return nil }
      switch word {
      case "(below": priorityBelow = number
      case "weight": weight = number
      default: return nil
      }
    }
  }
}
