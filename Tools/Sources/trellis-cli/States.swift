// Named states of documents, as options ask for them.

import TrellisFiles

/// The states that `--states` names.
enum StateChoice: Sendable {
  case all
  case named([String])

  /// Nil without the option.
  static func parsed(_ text: String?) throws -> StateChoice? {
    guard let text else { return nil }
    if text == "all" { return .all }
    var seen: Set<String> = []
    return .named(try List.values(text, "--states").filter { seen.insert($0).inserted })
  }

  /// Nil for all.
  var names: [String]? {
    if case .named(let names) = self { names } else { nil }
  }

  /// Refuses names where a file has no states.
  func checkInterface(_ file: String) throws {
    guard case .named(let names) = self else { return }
    throw DocumentError(
      file: file, line: 1, column: 1,
      message: "a storyboard has no states such as '\(names[0])'; leave out --states, or use --states all")
  }

  /// What is found in a document in each of the states, what is the same in several once. The state that the document begins
  /// with is checked with the document's edits, the others without.
  func findings(
    of document: LayoutDocument, _ check: (LayoutDocument) throws -> [Diagnostic]
  ) throws -> [Diagnostic] {
    var found: [Diagnostic] = []
    var indices: [String: Int] = [:]
    let states = try document.inStates(names)
    for (name, variant) in states {
      let isFirst = name == document.initialStateName
      for finding in try check(isFirst ? document : variant) {
        let key = "\(finding.kind) \(finding.location.line):\(finding.location.column) \(finding.message)"
        if let index = indices[key] {
          found[index].states.append(name)
        } else {
          indices[key] = found.count
          found.append(finding)
          found[found.count - 1].states = [name]
        }
      }
    }
    guard !document.stateNames.isEmpty else { return found }
    for index in found.indices {
      found[index].isInSomeStates = found[index].states.count < states.count
      found[index].subject += "@" + found[index].states.map { $0 ?? "" }.joined(separator: ",")
    }
    return found
  }
}

/// What `--transition` asks for.
struct StateTransition: Sendable {
  /// Nil for how the document begins.
  var from: String?
  var to: String
  /// How many moments lie between.
  var moments: Int

  /// Nil without the option.
  static func parsed(_ text: String?, frames: Int?) throws -> StateTransition? {
    guard let text else {
      if let frames { throw Failure.unusable("--frames \(frames): is for --transition; give that, or leave it out") }
      return nil
    }
    if let frames, !(0...100).contains(frames) {
      throw Failure.unusable("--frames \(frames): use a number of moments from 0 to 100")
    }
    let dots = text.firstRange(of: "...")
    let from = dots.map { String(text[..<$0.lowerBound]) }
    let to = String(dots.map { text[$0.upperBound...] } ?? text[...])
    guard from != "", !to.isEmpty else {
      throw Failure.unusable(
        "--transition \(text): not a transition; use A...B, two states, or B, from how the document begins")
    }
    return StateTransition(from: from, to: to, moments: frames ?? 3)
  }

  /// Refuses a file that has no states.
  func checkInterface(_ file: String) throws {
    throw DocumentError(
      file: file, line: 1, column: 1, message: "a storyboard has no states such as '\(to)'; leave out --transition")
  }

  func run(_ document: LayoutDocument, _ detail: LayoutDetail) throws(DocumentError) -> DocumentResult {
    try document.transition(from: from ?? document.initialStateName, to: to, moments: moments, detail)
  }
}
