// What running documents of views and bare programs have in common: edits are made one after another to something that
// solves.

import Simplex

/// A document at work.
protocol DocumentRunner {
  /// Solves what there is. `offset` is the position in the text to blame where that fails.
  mutating func solve(_ detail: LayoutDetail, at offset: Int) throws(Fault) -> LayoutState
  /// The solver of the last solve; nil where there was nothing to solve.
  var lastSolver: Solver? { get }
  /// Makes an edit; takes effect at the next solve.
  mutating func make(_ edit: Edit) throws(Fault)

  /// Whether ``takeBack(_:)`` can undo an edit so that nothing of it is left: neither in an answer that is the only one,
  /// nor in the order in which constraints came into force where none is broken.
  func canTakeBack(_ edit: Edit) -> Bool
  /// Undoes edits that the document had none of before, also one that failed halfway.
  mutating func takeBack(_ edits: [Edit]) throws(Fault)
}

extension DocumentRunner {
  /// The state before the edits, and that after each.
  mutating func states(_ edits: [Edit], detail: LayoutDetail) throws(Fault) -> [LayoutState] {
    var states = [try solve(detail, at: 0)]
    for edit in edits {
      try make(edit)
      states.append(try solve(detail, at: edit.offset))
    }
    return states
  }

  /// The state after all of the edits, which are undone.
  mutating func stateBetween(_ edits: [Edit]) throws(Fault) -> LayoutState {
    let result: Result<LayoutState, Fault>
    do throws(Fault) {
      for edit in edits { try make(edit) }
      result = .success(try solve(.ambiguity, at: edits.last?.offset ?? 0))
    } catch {
      result = .failure(error)
    }
    try takeBack(edits)
    return try result.get()
  }
}

extension LayoutDocument.Content {
  /// The document before its edits, ready to be solved.
  func runner() throws(Fault) -> any DocumentRunner {
    switch self {
    case .tree(let tree): return try TreeRunner(tree)
    case .program(let program): return try ProgramRunner(program)
    }
  }

  var edits: [Edit] {
    switch self {
    case .tree(let tree): tree.edits
    case .program(let program): program.edits
    }
  }

  /// The same document with another table of constraints: the same ones, and after them those that edits add.
  func replacingConstraints(_ constraints: [ConstraintNode]) -> LayoutDocument.Content {
    switch self {
    case .tree(var tree):
      tree.constraints = constraints
      tree.hasEditsElsewhere = true
      return .tree(tree)
    case .program(var program):
      program.constraints = constraints
      return .program(program)
    }
  }
}
