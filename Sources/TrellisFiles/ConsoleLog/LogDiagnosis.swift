// What a console log's conflicts mean: each read back into a scene, solved, put into a sentence and cured.
//
// A log lists a minimal set and nothing else, so the scene has the views and constraints of one message alone. What a log
// does not say is taken as usual: margins are 8 points, a baseline is an edge. Where the constraints do not contradict each
// other then, that is said instead of a cure.

import Trellis

/// What Auto Layout has said in a console log, explained.
public struct LogDiagnosis: Sendable {
  /// A change that resolves a conflict.
  public struct Cure: Sendable, Equatable {
    /// The line of the log that the constraint stands in.
    public var line: Int
    /// What to do, in words.
    public var advice: String
    /// The line of code that does it, for whoever holds the constraint; nil where it is not about one.
    public var code: String?
    /// The file and line that made the constraint, where the log has them.
    public var source: String?
  }

  /// A constraint of a conflict.
  public struct Member: Sendable, Equatable {
    /// The line of the log.
    public var line: Int
    /// As it stands in the log, in one line.
    public var text: String
    /// What it says, in words.
    public var words: String
    /// Whether the system made it: a mask, the size of a cell, a guide, a stack view.
    public var isSystemMade: Bool
    /// Whether it is the one that was broken.
    public var isBroken: Bool
  }

  /// Constraints that cannot hold together.
  public struct Conflict: Sendable, Equatable {
    /// The line of the log that the message begins at.
    public var line: Int
    /// What is wrong, as a person would say it.
    public var sentence: String
    /// The constraints in the order of the log.
    public var constraints: [Member]
    /// What helps, the likeliest first; each was solved. Empty where the constraints do not contradict each other.
    public var cures: [Cure]
    /// What was taken as usual, or could not be read.
    public var notes: [String]
  }

  /// A view that is ambiguous.
  public struct Ambiguity: Sendable, Equatable {
    /// The line of the log.
    public var line: Int
    /// The view in words.
    public var view: String
    /// What of it is open, as in `height`; empty where the log does not say.
    public var attributes: [String]
    /// What is wrong and what would help.
    public var message: String
  }

  /// The log's name, for messages.
  public var file: String
  /// The conflicts in the order of the log; a message that repeats an earlier one is left out.
  public var conflicts: [Conflict]
  /// How often a message repeated an earlier one.
  public var repeated: Int
  /// The ambiguous views in the order of the log.
  public var ambiguities: [Ambiguity]

  /// Reads a log and explains what it says. Any bytes will do: what is no message of Auto Layout is passed over.
  ///
  /// - Complexity: Linear in the log, and a small solve for each different message.
  public init(reading bytes: [UInt8], file: String) {
    let log = LogReader(bytes)
    self.file = file
    conflicts = []
    repeated = 0
    var known: Set<[String]> = []
    for conflict in log.conflicts {
      guard known.insert(conflict.constraints.map(\.text)).inserted || conflict.constraints.isEmpty else {
        repeated += 1
        continue
      }
      conflicts.append(Self.explained(conflict))
    }
    ambiguities = log.ambiguities.map(Self.explained)
  }

  // MARK: Conflicts

  private static func explained(_ conflict: LoggedConflict) -> Conflict {
    let members = conflict.constraints.map { member in
      Member(
        line: member.line, text: member.text, words: LogWords.words(member), isSystemMade: member.isSystemMade,
        isBroken: member.key == conflict.broken?.key)
    }
    var made = Conflict(line: conflict.line, sentence: "", constraints: members, cures: [], notes: [])
    for (line, text) in conflict.unreadable { made.notes.append("line \(line) was not understood: \(text)") }
    if conflict.isPrivate {
      made.sentence =
        "the log hides the constraints as <private>; run the app from Xcode, or with the profile that shows private data"
      return made
    }
    guard !members.isEmpty else {
      made.sentence = "the message has no constraint that can be read"
      return made
    }
    do {
      let scene = try LogScene(conflict)
      made.notes += scene.notes
      if let (sentence, cures) = try scene.explanation() {
        (made.sentence, made.cures) = (sentence, cures)
        return made
      }
    } catch {
      made.notes.append("the constraints cannot be laid out: \(error)")
    }
    made.sentence =
      "these constraints do not contradict each other as the log has them: \(LogWords.list(members.map(\.words)))"
    return made
  }

  // MARK: Ambiguity

  private static func explained(_ ambiguity: LoggedAmbiguity) -> Ambiguity {
    let attributes = ambiguity.attributes
    let view = ambiguity.item.words
    var advice: [String] = []
    for axis in Axis.allCases {
      let open = attributes.filter { $0.axis == axis }
      guard !open.isEmpty else { continue }
      let (edge, ends, size) =
        axis == .horizontal
        ? ("leading edge", "leading and trailing edges", "width") : ("top", "top and bottom", "height")
      let isSizeOpen = open.contains { $0.isSize }
      if isSizeOpen, open.count > 1 {
        advice.append("pin its \(ends), or its \(edge) and give it a \(size)")
      } else {
        advice.append(isSizeOpen ? "give it a \(size), or pin its other edge" : "pin its \(edge), or centre it")
      }
    }
    let names = attributes.map { $0 == .left ? "x" : $0 == .top ? "y" : $0.description }
    let what = names.isEmpty ? "the position or size" : names.joined(separator: ", ")
    let verb = names.count > 1 ? "are" : "is"
    return Ambiguity(
      line: ambiguity.line, view: view, attributes: names,
      message: "\(what) of \(view) \(verb) not determined; "
        + (advice.isEmpty ? "pin its edges, or give it a size" : advice.joined(separator: "; ")))
  }
}

// MARK: - Output

extension LogDiagnosis {
  /// For people: a line for each finding, with `FILE:LINE: `, and below it the cures by number.
  public func text() -> String {
    var text = ""
    for conflict in conflicts {
      text += visible("\(file):\(conflict.line): error: \(conflict.sentence)") + "\n"
      for (number, cure) in conflict.cures.enumerated() {
        let place = cure.source ?? "\(file):\(cure.line)"
        let code = cure.code.map { "    \($0)" } ?? ""
        text += visible("  \(number + 1). \(place): \(cure.advice)\(code)") + "\n"
      }
      for note in conflict.notes { text += visible("  note: \(note)") + "\n" }
    }
    for ambiguity in ambiguities {
      text += visible("\(file):\(ambiguity.line): warning: \(ambiguity.message)") + "\n"
    }
    if repeated > 0 { text += "\(repeated) more message\(repeated == 1 ? "" : "s") repeated these\n" }
    return text
  }

  /// One object of JSON, by `docs/diagnose.schema.json`.
  public func json() -> String {
    let conflicts = conflicts.map { conflict in
      let members = conflict.constraints.map { member in
        "{\"line\": \(member.line), \"text\": \(jsonString(member.text)), \"words\": \(jsonString(member.words)), "
          + "\"system\": \(member.isSystemMade), \"broken\": \(member.isBroken)}"
      }
      let cures = conflict.cures.map { cure in
        "{\"line\": \(cure.line), \"advice\": \(jsonString(cure.advice))"
          + (cure.code.map { ", \"code\": \(jsonString($0))" } ?? "")
          + (cure.source.map { ", \"source\": \(jsonString($0))" } ?? "") + "}"
      }
      return "{\"line\": \(conflict.line), \"sentence\": \(jsonString(conflict.sentence)), \"constraints\": "
        + "[\(members.joined(separator: ", "))], \"cures\": [\(cures.joined(separator: ", "))], \"notes\": "
        + "[\(conflict.notes.map(jsonString).joined(separator: ", "))]}"
    }
    let ambiguous = ambiguities.map { ambiguity in
      "{\"line\": \(ambiguity.line), \"view\": \(jsonString(ambiguity.view)), \"attributes\": "
        + "[\(ambiguity.attributes.map(jsonString).joined(separator: ", "))], \"message\": "
        + "\(jsonString(ambiguity.message))}"
    }
    return "{\"file\": \(jsonString(file)), \"conflicts\": [\(conflicts.joined(separator: ", "))], \"repeated\": "
      + "\(repeated), \"ambiguous\": [\(ambiguous.joined(separator: ", "))]}\n"
  }
}
