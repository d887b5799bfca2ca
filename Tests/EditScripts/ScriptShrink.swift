// Makes a failing script short enough to read: steps go, rows lose terms, numbers become plain, as long as it fails
// (delta debugging: Zeller, Hildebrandt 2002). Whatever is left out, the steps that then make no sense are skipped.

import TestSupport

/// The smallest script found that still fails.
package func shrink(_ script: [ScriptStep], budget: Int, while fails: ([ScriptStep]) -> Bool) -> [ScriptStep] {
  var best = script
  var attempts = 0
  func attempt(_ candidate: [ScriptStep]) -> Bool {
    guard attempts < budget, candidate != best else { return false }
    attempts += 1
    guard fails(candidate) else { return false }
    best = sensible(candidate)
    return true
  }

  var progress = true
  while progress, attempts < budget {
    progress = false
    var size = max(1, best.count / 2)
    while size >= 1 {
      // From the end: what builds the program is needed by what follows.
      var end = best.count
      while end > 0 {
        var candidate = best
        candidate.removeSubrange(max(0, end - size)..<end)
        if attempt(candidate) { progress = true }
        end = min(end - size, best.count)
      }
      size /= 2
    }
    for index in best.indices {
      for simpler in best[index].simpler {
        guard index < best.count else { break }
        var candidate = best
        candidate[index] = simpler
        if attempt(candidate) { progress = true }
      }
    }
  }
  return best
}

/// The steps that make sense, in a script that is played from the start.
private func sensible(_ script: [ScriptStep]) -> [ScriptStep] {
  var model = ScriptModel()
  return script.filter { step in
    guard model.accepts(step) else { return false }
    model.apply(step)
    return true
  }
}

extension ScriptStep {
  /// Steps to try in its place, each simpler in one way.
  fileprivate var simpler: [ScriptStep] {
    switch self {
    case .addVariable(let id, true): [.addVariable(id, nonnegative: false)]
    case .addRow(let id, let row): Self.simpler(row).map { .addRow(id, $0) }
    case .setTerms(let id, let terms): Self.simpler(terms).map { .setTerms(id, $0) }
    case .setConstant(let id, let value): Self.simpler(value).map { .setConstant(id, $0) }
    case .setPriority(let id, let value, .some): [.setPriority(id, value, below: nil)]
    case .solve(let how) where how != .warm: [.solve(.warm)]
    default: []
    }
  }

  private static func simpler(_ value: Double) -> [Double] {
    // Each is plainer than the one before it, so that this comes to an end.
    if value == 0 { return [] }
    if value == 1 { return [0] }
    let tens = (value / 10).rounded() * 10
    return [0, 1] + (value == tens ? [] : [tens]) + (value == value.rounded() ? [] : [value.rounded()])
  }

  private static func simpler(_ terms: [Program.Term]) -> [[Program.Term]] {
    var result: [[Program.Term]] = []
    for index in terms.indices {
      var fewer = terms
      fewer.remove(at: index)
      result.append(fewer)
      for plain in [1.0, -1] where abs(terms[index].coefficient) != 1 {
        var plainer = terms
        plainer[index].coefficient = plain
        result.append(plainer)
      }
    }
    return result
  }

  private static func simpler(_ row: Program.Row) -> [Program.Row] {
    var result = simpler(row.terms).map { terms in
      var copy = row
      copy.terms = terms
      return copy
    }
    func add(_ change: (inout Program.Row) -> Void) {
      var copy = row
      change(&copy)
      if copy != row { result.append(copy) }
    }
    add { $0.weight = 1 }
    add { $0.priorityBelow = nil }
    add { $0.priority = $0.priority == 1000 ? 1000 : 500 }
    add { $0.relation = .equal }
    for value in simpler(row.constant) { add { $0.constant = value } }
    return result
  }
}
