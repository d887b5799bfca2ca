// Running a document, and what is worth telling its author about the answer.

import Simplex
import Trellis

extension LayoutDocument {
  /// Lays the document out: the state before any edit, and the state after each.
  ///
  /// - Parameter detail: What to work out besides frames. A bare program has neither influences nor dimensions.
  /// - Throws: What only running can find: the solver refuses a program or gives up on it. Conflicts between required
  ///   constraints are not errors but part of the result.
  public func run(_ detail: LayoutDetail = .ambiguity) throws(DocumentError) -> DocumentResult {
    do throws(Fault) {
      var runner = try content.runner()
      return DocumentResult(states: try runner.states(content.edits, detail: detail))
    } catch {
      throw self.error(error)
    }
  }

  /// The state before any edit, and the solver that it is from; nil where nothing had to be solved. For tools that measure
  /// the solver alone.
  @_spi(Tools) public func solveBeforeEdits() throws(DocumentError) -> (state: LayoutState, solver: Solver?) {
    do throws(Fault) {
      var runner = try content.runner()
      let state = try runner.solve([], at: 0)
      return (state, runner.lastSolver)
    } catch {
      throw self.error(error)
    }
  }
}

/// Something that the author of a document should look at.
public struct DocumentFinding: Sendable, Equatable, CustomStringConvertible {
  /// What it is about.
  public enum Kind: String, Sendable, CaseIterable {
    /// Required constraints that cannot hold together.
    case conflict
    /// A number that the constraints do not decide.
    case ambiguity
    /// A view that nothing sizes or positions.
    case unsized
    /// A safe area, margin or height that contradicts the frames which follow from it.
    case unsettled
    /// A view smaller than its content.
    case truncation
    /// A view that reaches out of its superview.
    case outside

    /// Whether the layout is wrong, not only doubtful.
    public var isError: Bool { self == .conflict || self == .ambiguity || self == .unsized }
  }

  /// What it is about.
  public var kind: Kind
  /// The state it was found in: 0 before any edit.
  public var state: Int
  /// The item that it is about; nil for a conflict.
  public var item: String?
  /// The id of the constraint that was broken; nil for what is not a conflict.
  public var constraint: String?
  /// Changes that resolve a conflict, the likeliest first; empty unless the result has them.
  public var cures: [LayoutState.Cure] = []
  /// The position in the file, with the finding in one line as its message.
  public var location: DocumentError
  /// What of the item: `horizontal`, `vertical`, an attribute; empty for the item as a whole.
  var axis = ""
  /// By how many points it misses; 0 where that is no number.
  var excess = 0.0
  /// The former name of `location`.
  @available(*, deprecated, renamed: "location")
  public var place: DocumentError { location }

  /// `FILE:LINE:COLUMN: MESSAGE`, in one line.
  public var description: String { location.description }
}

extension LayoutDocument {
  /// Conflicts, ambiguity, truncation and views that lie outside of their superviews in a result of this document: state
  /// by state, each in document order.
  ///
  /// - Complexity: Linear in the text and in the number of findings, except for sorting them by position.
  public func findings(in result: DocumentResult) -> [DocumentFinding] {
    let offsets = itemOffsets()
    typealias Found = (
      kind: DocumentFinding.Kind, state: Int, item: String?, constraint: String?, offset: Int, message: String
    )
    var found: [Found] = []
    /// By position in `found`.
    var measures: [Int: (axis: String, excess: Double)] = [:]
    for (number, state) in result.states.enumerated() {
      let suffix: String
      switch state.origin {
      case .edits: suffix = number == 0 ? "" : " (after edit \(number))"
      case .named(let name): suffix = name.map { " (in the state \($0))" } ?? ""
      // Nothing was asked of it.
      case .between: continue
      }
      for conflict in state.conflicts {
        found.append((.conflict, number, nil, conflict.broken, conflict.offset ?? 0, conflict.inWords + suffix))
      }
      for ambiguity in state.ambiguous {
        let message = "\(ambiguity.subject) is not determined; add a constraint that decides it"
        measures[found.count] = (ambiguity.attribute ?? "", 0)
        found.append((.ambiguity, number, ambiguity.item, nil, offsets[ambiguity.item] ?? 0, message + suffix))
      }
      for view in state.unsized {
        let message = "nothing sizes or places \(view.item); write constraints for it, or give it an intrinsic size"
        found.append((.unsized, number, view.item, nil, offsets[view.item] ?? 0, message + suffix))
      }
      for view in state.unsettled {
        found.append((.unsettled, number, view.item, nil, offsets[view.item] ?? 0, view.message + suffix))
      }
      for truncation in state.truncations {
        let message = "\(truncation.message); make room, or lower its compression on purpose"
        measures[found.count] = (truncation.axis, truncation.wanted - truncation.given)
        found.append((.truncation, number, truncation.item, nil, offsets[truncation.item] ?? 0, message + suffix))
      }
      for (item, message) in state.outside() {
        found.append((.outside, number, item, nil, offsets[item] ?? 0, message + suffix))
      }
    }
    let locations = SourcePosition.linesAndColumns(of: found.map(\.offset), in: source)
    // Conflicts come first in each state, in their order.
    var conflicts = result.states.map { $0.conflicts[...] }
    return zip(found, locations).enumerated().map { index, entry in
      let (finding, location) = entry
      return DocumentFinding(
        kind: finding.kind, state: finding.state, item: finding.item, constraint: finding.constraint,
        cures: finding.kind == .conflict ? conflicts[finding.state].popFirst()?.cures ?? [] : [],
        location: DocumentError(file: file, line: location.line, column: location.column, message: finding.message),
        axis: measures[index]?.axis ?? "", excess: measures[index]?.excess ?? 0)
    }.filter { !ignores($0.kind.rawValue, of: $0.item) }
  }

  /// The findings of each state of a result, for a page.
  public func remarks(in result: DocumentResult) -> [[HTMLPage.Finding]] {
    var remarks: [[HTMLPage.Finding]] = Array(repeating: [], count: result.states.count)
    for finding in findings(in: result) {
      remarks[finding.state].append(
        HTMLPage.Finding(
          kind: finding.kind.rawValue, isError: finding.kind.isError, message: finding.location.message,
          item: finding.item, constraint: finding.constraint, line: finding.location.line, cures: finding.cures))
    }
    return remarks
  }

  private func itemOffsets() -> [String: Int] {
    guard case .tree(let tree) = content else { return [:] }
    let items = tree.views.map { ($0.name, $0.offset) } + tree.guides.map { ($0.name, $0.offset) }
    return Dictionary(items) { first, _ in first }
  }
}

extension LayoutState.Conflict {
  /// The most ids that are listed: a chain of a thousand constraints is in conflict as a whole, and a document may have a
  /// thousand such conflicts.
  static let longestList = 32
  /// So many conflicts of a layout have their cures looked for: a document may have a thousand.
  static let curedConflicts = 16
  /// The most constraints that are written out.
  static let longestText = 8

  /// A conflict of some ids, of which it keeps the first, and that of the broken constraint.
  ///
  /// - Parameters:
  ///   - broken: The position of the broken constraint among the ids; where it is none of them, what is said of it.
  ///   - words: The equation of the id at a position; asked for those that are kept.
  init(
    ids: [String], broken: Int?, orElse other: (id: String, equation: String), message: String, offset: Int?,
    words: (Int) -> String
  ) {
    func kept(_ limit: Int) -> [Int] {
      guard ids.count > limit else { return Array(ids.indices) }
      guard let broken, broken >= limit else { return Array(0..<limit) }
      return Array(0..<limit - 1) + [broken]
    }
    let listed = kept(Self.longestList)
    self.init(
      constraints: listed.map { ids[$0] }, more: ids.count - listed.count, broken: broken.map { ids[$0] } ?? other.id,
      message: message, equations: kept(Self.longestText).map(words),
      brokenEquation: broken.map(words) ?? other.equation, offset: offset)
  }

  /// The equations with semicolons between, of many the first.
  var equationList: String {
    let left = constraints.count + more - equations.count
    return equations.joined(separator: "; ") + (left > 0 ? "; and \(left) more" : "")
  }

  /// What is wrong, and what would help.
  var inWords: String {
    "required constraints cannot hold together: \(equationList).  The layout went on without \(brokenEquation); "
      + cures.help
  }
}

extension LayoutState.Cure {
  /// - Parameters:
  ///   - id: That of its constraint in results.
  ///   - words: What stands for the constraint in the advice.
  init(_ cure: ConflictCure, of id: String, _ words: String) {
    self.init(
      constraint: id, advice: cure.description(of: words), conflicts: cure.curedConflicts, moved: cure.movedItems,
      largestMove: cure.largestMove)
  }

  /// Finds out where everything lies with the change; nothing where no layout is possible then.
  ///
  /// - Parameters:
  ///   - items: What can move, in the order of the state's items.
  ///   - frames: Its frames now.
  mutating func findMoves(_ cure: ConflictCure, in scene: Scene, _ items: [any LayoutItem], from frames: [Rect]) {
    let then = try? scene.whatIf({ try cure.apply() }) { _ in items.map(\.frame) }
    for (index, (now, then)) in zip(frames, then ?? []).enumerated()
    where zip(now.numbers, then.numbers).contains(where: { abs($0 - $1) > 1e-6 }) {
      moves.append(LayoutState.Move(item: index, frame: then.numbers))
    }
  }
}

extension [LayoutState.Cure] {
  /// The most changes that a line names.
  private static var longestHelp: Int { 3 }

  /// What would help with a conflict, in one line.
  var help: String {
    guard !isEmpty else { return "remove one, or give it a priority below 1000" }
    return "what helps: " + prefix(Self.longestHelp).map(\.advice).joined(separator: "; or ")
  }
}

extension LayoutState {
  /// Views that reach out of a superview that does not scroll, by more than a point, with what would help.
  fileprivate func outside() -> [(item: String, message: String)] {
    let visible = visibility()
    var found: [(item: String, message: String)] = []
    for (index, item) in items.enumerated() where visible[index] && item.role != .guide {
      guard item.width > 0, item.height > 0, let superview = item.superview.map({ items[$0] }),
        superview.role != .scroll
      else { continue }
      let sides = [
        ("left", -item.x), ("top", -item.y), ("right", item.x + item.width - superview.width),
        ("bottom", item.y + item.height - superview.height),
      ].filter { $0.1 > 1 }
      guard !sides.isEmpty else { continue }
      let list = sides.map { "\(rounded(($0.1 * 100).rounded() / 100)) pt at the \($0.0)" }.joined(separator: ", ")
      found.append(
        (item.name, "\(item.name) lies outside of \(superview.name) by \(list); make room or pin its edges"))
    }
    return found
  }
}
