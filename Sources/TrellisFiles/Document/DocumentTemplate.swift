// A document that many lines of edits are laid out with: read once, and each line only reads its edits.
//
// Names, ids and views of the document stay with the reader of edits, which is a value: each line starts from a copy of it,
// so that what one line adds or removes is not there for the next.

/// A layout document to be laid out many times, each time with other edits.
///
/// ```swift
/// let template = try DocumentTemplate(parsing: text, file: "cell.json")
/// let layout = TemplateLayout(template)
/// for line in lines { print(try layout.result(of: line).json(style: .compact)) }
/// ```
///
/// The template is a value and can be shared between threads; each thread has a ``TemplateLayout`` of its own.
public struct DocumentTemplate: Sendable {
  private(set) var document: LayoutDocument
  /// The reader of edits, which knows the constraints of the document.
  private let reader: ConstraintDecoder

  /// The edits of a line, and the table of constraints with those that they add.
  struct Line {
    var edits: [Edit]
    var constraints: [ConstraintNode]
  }

  /// Parses a document from UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text; a byte order mark is accepted.
  ///   - file: The name to use in errors.
  /// - Throws: The first mistake, with its position and its cure; edits in the document are one.
  /// - Complexity: Linear in the length of the text.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    do throws(Fault) {
      let tree = try JSONReader.read(bytes)
      let (content, reader) = try DocumentDecoder.decodeTemplate(tree)
      document = LayoutDocument(content, source: bytes, file: file)
      self.reader = reader
      if document.editCount > 0 {
        let edits = tree.root.members.first { $0.key.text == "edits" }
        throw Fault(
          edits?.key.offset ?? 0, "a template has no \"edits\" of its own; put them into the lines")
      }
    } catch {
      throw error.located(in: bytes, file: file)
    }
  }

  /// What measures the texts of views; see ``LayoutDocument/textMeasurer``.
  public var textMeasurer: (any TextMeasuring)? {
    get { document.textMeasurer }
    set { document.textMeasurer = newValue }
  }

  /// Reads a line: an edit, or an array of edits.
  func edits(of line: [UInt8]) throws(Fault) -> Line {
    var reader = self.reader
    try reader.decode(editsOf: JSONReader.read(line).root)
    return Line(edits: reader.edits, constraints: reader.constraints)
  }
}

/// A template on one thread: a layout that is kept from line to line.
///
/// Each line's edits are made to the layout, solved, read, and undone, which costs what they touch. A line is laid
/// out from scratch instead where it changes the structure (constraints added or removed, the direction), and where more
/// than one answer is as good (ambiguity) or a constraint has to be broken (a conflict): there the answer would depend on
/// the lines before. So the result of a line is, up to rounding, that of the document with the line as its edits.
public final class TemplateLayout {
  private let template: DocumentTemplate
  /// A kept layout is made again after this many lines, so that rounding of last digits cannot add up.
  private static let longestKept = 4_096
  private var kept: (any DocumentRunner)?
  private var keptCount = 0
  /// How many lines were laid out from scratch so far.
  public private(set) var freshCount = 0

  /// A layout of a template; nothing is computed yet.
  public init(_ template: DocumentTemplate) { self.template = template }

  /// Forgets the lines so far: what comes is as if they had not been. Rounding of the last digits depends on what a kept
  /// layout has seen, so whoever wants the same text from any number of threads begins again at the same lines.
  public func restart() {
    kept = nil
    keptCount = 0
  }

  /// Lays out the template with the edits of a line: one state, that after all of them.
  ///
  /// - Parameter line: An edit or an array of edits, as under `edits` in a document; UTF-8.
  /// - Throws: A mistake in the line, whose file is empty; or what only running finds in the template.
  public func result(of line: [UInt8]) throws(DocumentError) -> DocumentResult {
    let read: DocumentTemplate.Line
    do throws(Fault) { read = try template.edits(of: line) } catch { throw error.located(in: line, file: "") }
    if let state = keptState(after: read.edits) { return DocumentResult(states: [state]) }
    freshCount += 1
    var runner = try runner(with: read.constraints)
    do throws(Fault) {
      return DocumentResult(states: try runner.states(read.edits, detail: .ambiguity).suffix(1))
    } catch {
      throw error.located(in: line, file: "")
    }
  }

  /// The state after the edits, from the layout that is kept; nil where it has to be found from scratch.
  private func keptState(after edits: [Edit]) -> LayoutState? {
    guard var runner = try? kept ?? template.document.content.runner(), edits.allSatisfy(runner.canTakeBack) else {
      return nil
    }
    // What failed is said from scratch; a layout that may be left half edited is not used again.
    let count = keptCount + 1
    restart()
    guard let state = try? runner.stateBetween(edits) else { return nil }
    if count < Self.longestKept { (kept, keptCount) = (runner, count) }
    return state.ambiguous.isEmpty && state.conflicts.isEmpty && state.unsettled.isEmpty ? state : nil
  }

  private func runner(with constraints: [ConstraintNode]) throws(DocumentError) -> any DocumentRunner {
    do throws(Fault) {
      return try template.document.content.replacingConstraints(constraints).runner()
    } catch {
      throw template.document.error(error)
    }
  }
}
