// Running a document, and what is worth telling its author about the answer.

extension LayoutDocument {
  /// Lays the document out: the state before any edit, and the state after each.
  ///
  /// - Parameter detail: What to work out besides frames. A bare program has neither influences nor dimensions.
  /// - Throws: What only running can find: the solver refuses a program or gives up on it. Conflicts between required
  ///   constraints are no errors but part of the result.
  public func run(_ detail: LayoutDetail = .ambiguity) throws(DocumentError) -> DocumentResult {
    do throws(Fault) {
      var runner = try content.runner()
      return DocumentResult(states: try runner.states(content.edits, detail: detail))
    } catch {
      throw self.error(error)
    }
  }
}

/// Something that the author of a document should look at.
public struct DocumentFinding: Sendable, Equatable, CustomStringConvertible {
  /// What it is about.
  public enum Kind: String, Sendable {
    /// Required constraints that cannot hold together.
    case conflict
    /// A number that the constraints do not decide.
    case ambiguity
    /// A view smaller than its content.
    case truncation
    /// A view that reaches out of its superview.
    case outside

    /// Whether the layout is wrong, not only doubtful.
    public var isError: Bool { self == .conflict || self == .ambiguity }
  }

  /// What it is about.
  public var kind: Kind
  /// The state it was found in: 0 before any edit.
  public var state: Int
  /// The place in the file, with the finding in one line as its message.
  public var place: DocumentError

  /// `FILE:LINE:COLUMN: MESSAGE`, in one line.
  public var description: String { place.description }
}

extension LayoutDocument {
  /// Conflicts, ambiguity, truncation and views that lie outside of their superviews in a result of this document: state
  /// by state, each in document order.
  ///
  /// - Complexity: Linear in the text and in the number of findings, but for sorting them by place.
  public func findings(in result: DocumentResult) -> [DocumentFinding] {
    let offsets = itemOffsets()
    var found: [(kind: DocumentFinding.Kind, state: Int, offset: Int, message: String)] = []
    for (number, state) in result.states.enumerated() {
      let suffix = number == 0 ? "" : " (after edit \(number))"
      for conflict in state.conflicts {
        let others = conflict.constraints.map(quoted).joined(separator: ", ")
        let message =
          "required constraints cannot hold together: \(others); the layout went on without "
          + "\(quoted(conflict.broken)), so remove it or give one of them a priority below 1000"
        found.append((.conflict, number, conflict.offset ?? 0, message + suffix))
      }
      for ambiguity in state.ambiguous {
        let message = "\(ambiguity.subject) is not determined; add a constraint that decides it"
        found.append((.ambiguity, number, offsets[ambiguity.item] ?? 0, message + suffix))
      }
      for truncation in state.truncations {
        let message = "truncated: \(truncation.message); make room, or lower its compression on purpose"
        found.append((.truncation, number, offsets[truncation.item] ?? 0, message + suffix))
      }
      for (item, message) in state.outside() {
        found.append((.outside, number, offsets[item] ?? 0, message + suffix))
      }
    }
    let places = SourcePosition.linesAndColumns(of: found.map(\.offset), in: source)
    return zip(found, places).map { finding, place in
      DocumentFinding(
        kind: finding.kind, state: finding.state,
        place: DocumentError(file: file, line: place.line, column: place.column, message: finding.message))
    }
  }

  private func itemOffsets() -> [String: Int] {
    guard case .tree(let tree) = content else { return [:] }
    let items = tree.views.map { ($0.name, $0.offset) } + tree.guides.map { ($0.name, $0.offset) }
    return Dictionary(items) { first, _ in first }
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
