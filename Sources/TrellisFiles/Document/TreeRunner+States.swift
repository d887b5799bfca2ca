// A document's states: constraints and edits that are there while it is in one.
//
// Constraints come and go by activation. Edits are a state of the scene, a savepoint that leaving rolls back; what was edited
// meanwhile and is not the state's is then made again. A state that the document begins with is built, not entered: leaving it
// builds the document without it.

import Trellis

extension TreeRunner {
  /// Whether the document is in a state that edits.
  var hasEditedState: Bool { state.map { !document.states[$0].edits.isEmpty } ?? false }

  /// Builds the state that the document begins with.
  mutating func begin(in state: Int) throws(Fault) {
    do throws(LayoutError) {
      try activate(document.states[state].constraints)
    } catch {
      throw document.fault(error, at: document.views[0].offset)
    }
    self.state = state
    for edit in document.states[state].edits { try perform(edit) }
  }

  /// Leaves the present state, then enters another; nil for none.
  ///
  /// - Parameter offset: The position in the text to blame where that fails.
  mutating func enter(_ state: Int?, at offset: Int) throws(Fault) {
    guard state != self.state else { return }
    try leave(at: offset)
    guard let state else { return }
    let node = document.states[state]
    let entered = node.constraints.filter { !removed.contains($0) }
    let before = self
    do {
      if node.edits.isEmpty {
        try activate(entered)
      } else {
        outside = [before]
        _ = try scene.enterState(node.name) {
          try activate(entered)
          for edit in node.edits { try perform(edit) }
        }
      }
    } catch {
      self = before
      if let fault = error as? Fault { throw fault }
      throw document.fault(error as? LayoutError ?? LayoutError(.noAnswer, "\(error)"), at: offset)
    }
    self.state = state
  }

  private mutating func leave(at offset: Int) throws(Fault) {
    guard let left = state else { return }
    let made = editsInState
    if !hasEditedState {
      deactivate(document.states[left].constraints)
    } else if let before = outside.first {
      scene.leaveState()
      self = before
    } else {
      var document = document
      document.initialState = nil
      self = try TreeRunner(document)
    }
    state = nil
    outside = []
    editsInState = []
    for edit in made { try perform(edit) }
  }
}

extension StateNode {
  /// What is wrong with the name of a state, and what would be right.
  static func unknown(_ name: String, among states: [StateNode]) -> String {
    "no state is called \(quoted(name)); "
      + Suggestion.cure(
        for: name, among: states.map(\.name),
        otherwise: states.isEmpty
          ? "add \"states\": {\(jsonString(name)): [\"head.top = root.top\"]}"
          : "the states are \(states.map { quoted($0.name) }.joined(separator: ", "))")
  }
}
