// Edits of a program as values, so that a script of edits can be generated, replayed, shrunk and printed.

import Simplex

/// One edit of a program. Rows and variables are positions in the program at that moment.
package enum Edit: Equatable, Sendable {
  /// A row and its new number.
  package struct Change: Equatable, Sendable {
    package var row: Int
    package var value: Double
    /// For priorities, that of falling short.
    package var below: Double?

    package init(_ row: Int, _ value: Double, below: Double? = nil) {
      self.row = row
      self.value = value
      self.below = below
    }
  }

  case constants([Change])
  case weights([Change])
  case priorities([Change])
  case terms(row: Int, [Program.Term])
  case addRows([Program.Row])
  case removeRows([Int])
  case addVariables([Bool])
  case removeVariables([Int])
}

extension Program {
  /// Makes an edit. Variables that are removed must not be mentioned.
  package mutating func apply(_ edit: Edit) {
    switch edit {
    case .constants(let changes):
      for change in changes { rows[change.row].constant = change.value }
    case .weights(let changes):
      for change in changes { rows[change.row].weight = change.value }
    case .priorities(let changes):
      for change in changes {
        rows[change.row].priority = change.value
        rows[change.row].priorityBelow = change.below
      }
    case .terms(let row, let terms):
      rows[row].terms = terms
    case .addRows(let added):
      rows += added
    case .removeRows(let removed):
      for row in removed.sorted(by: >) { rows.remove(at: row) }
    case .addVariables(let added):
      nonnegative += added
    case .removeVariables(let removed):
      for variable in removed.sorted(by: >) {
        nonnegative.remove(at: variable)
        for row in rows.indices {
          for term in rows[row].terms.indices where rows[row].terms[term].variable > variable {
            rows[row].terms[term].variable -= 1
          }
        }
      }
    }
  }

  /// Whether the edit makes sense for this program; those of a script that was shrunk may not.
  package func accepts(_ edit: Edit) -> Bool {
    switch edit {
    case .constants(let changes), .weights(let changes), .priorities(let changes):
      changes.allSatisfy { rows.indices.contains($0.row) }
    case .terms(let row, let terms):
      rows.indices.contains(row) && terms.allSatisfy { nonnegative.indices.contains($0.variable) }
    case .addRows(let added):
      added.allSatisfy { $0.terms.allSatisfy { nonnegative.indices.contains($0.variable) } }
    case .removeRows(let removed):
      removed.allSatisfy(rows.indices.contains)
    case .addVariables:
      true
    case .removeVariables(let removed):
      removed.allSatisfy(nonnegative.indices.contains)
        && !rows.contains { $0.terms.contains { removed.contains($0.variable) } }
    }
  }
}
