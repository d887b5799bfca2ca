// Makes a failing program small enough to read: rows, terms and variables go, numbers become plain, as long as it
// fails. Greedy and bounded; the order tries what saves most first (delta debugging: Zeller, Hildebrandt 2002).

/// The smallest program found that still fails.
package func shrink(_ program: Program, budget: Int = 3000, while fails: (Program) -> Bool) -> Program {
  var best = program
  var attempts = 0
  func attempt(_ candidate: Program) -> Bool {
    guard attempts < budget, candidate != best else { return false }
    attempts += 1
    guard fails(candidate) else { return false }
    best = candidate
    return true
  }

  var progress = true
  while progress, attempts < budget {
    progress = false
    var size = max(1, best.rows.count / 2)
    while size >= 1 {
      var start = 0
      while start < best.rows.count {
        var candidate = best
        candidate.rows.removeSubrange(start..<min(start + size, best.rows.count))
        if attempt(candidate) { progress = true } else { start += size }
      }
      size /= 2
    }
    for variable in best.nonnegative.indices.reversed() {
      var candidate = best
      for row in candidate.rows.indices { candidate.rows[row].terms.removeAll { $0.variable == variable } }
      candidate.apply(.removeVariables([variable]))
      if attempt(candidate) { progress = true }
    }
    for row in best.rows.indices {
      for term in best.rows[row].terms.indices.reversed() {
        var candidate = best
        candidate.rows[row].terms.remove(at: term)
        if attempt(candidate) {
          progress = true
          continue
        }
        for plain in [1.0, -1.0, 2.0] {
          candidate = best
          candidate.rows[row].terms[term].coefficient = plain
          if best.rows[row].terms[term].coefficient.magnitude != 1, attempt(candidate) {
            progress = true
            break
          }
        }
      }
      for simplify in rowSimplifications {
        var candidate = best
        simplify(&candidate.rows[row])
        if attempt(candidate) { progress = true }
      }
    }
    for variable in best.nonnegative.indices where best.nonnegative[variable] {
      var candidate = best
      candidate.nonnegative[variable] = false
      if attempt(candidate) { progress = true }
    }
  }
  return best
}

private let rowSimplifications: [@Sendable (inout Program.Row) -> Void] = [
  { $0.weight = 1 },
  { $0.priorityBelow = nil },
  { $0.constant = 0 },
  { $0.constant = $0.constant == 0 ? 0 : 1 },
  { $0.constant = $0.constant == 1 ? 1 : $0.constant.rounded() },
  { $0.priority = $0.priority == 1000 ? 1000 : 500 },
]

/// The shortest script found that still fails on a program. Edits that no longer make sense are left out.
package func shrink(
  _ program: Program, _ script: [Edit], budget: Int = 2000, while fails: (Program, [Edit]) -> Bool
) -> (program: Program, script: [Edit]) {
  var best = script
  var attempts = 0
  var size = max(1, best.count / 2)
  while size >= 1, attempts < budget {
    var start = 0
    while start < best.count, attempts < budget {
      var candidate = best
      candidate.removeSubrange(start..<min(start + size, best.count))
      attempts += 1
      if isSensible(program, candidate), fails(program, candidate) { best = candidate } else { start += size }
    }
    size /= 2
  }
  let script = best
  let small = shrink(program, budget: budget) { isSensible($0, script) && fails($0, script) }
  return (small, script)
}

private func isSensible(_ program: Program, _ script: [Edit]) -> Bool {
  var program = program
  for edit in script {
    guard program.accepts(edit) else { return false }
    program.apply(edit)
  }
  return true
}
