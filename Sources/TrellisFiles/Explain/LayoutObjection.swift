// Why a number of a layout is not another: what forbids it, or what it would cost.

import Trellis

/// What stands against a number that a layout does not have.
public struct LayoutObjection: Sendable {
  /// A constraint that takes part.
  public struct Part: Sendable, Equatable {
    /// The constraint.
    public var source: LayoutExplanation.Source
    /// Its constant in points.
    public var constant: Double
    /// Its priority.
    public var priority: Double
  }

  /// A priority that would be met less well, or better.
  public struct Price: Sendable, Equatable {
    /// The priority.
    public var priority: Double
    /// The sum of its errors now, in points.
    public var before: Double
    /// The same then.
    public var after: Double
  }

  /// A constraint that would be met less well.
  public struct Violation: Sendable, Equatable {
    /// The constraint.
    public var part: Part
    /// Its error now, in points.
    public var before: Double
    /// The same then.
    public var after: Double
  }

  /// What stands against it.
  public enum Verdict: Sendable, Equatable {
    /// It is so already.
    case met
    /// A smallest set of required constraints that forbids it: without any one of them the others allow it.
    case forbidden([Part])
    /// It can be had: these priorities change, these constraints give way, these items move.
    case possible([Price], [Violation], [LayoutExplanation.Move])
  }

  /// The document's file.
  public var file: String
  /// What was asked for, as `title.width = 200`.
  public var wish: String
  /// Which state of the document: 0 before any edit.
  public var state: Int
  /// The number now, in points.
  public var value: Double
  /// What stands against it.
  public var verdict: Verdict
  /// The layout; nil for a bare program.
  public var layout: ExplainedLayout?
}

/// What stands against a number, with positions as offsets into the text.
struct FoundObjection {
  typealias Part = LayoutObjection.Part

  var value: Double
  var isMet: Bool
  var forbidding: [Part]?
  var prices: [LayoutObjection.Price] = []
  var violations: [(part: Part, before: Double, after: Double)] = []
  var moves: [LayoutExplanation.Move] = []
  var layout: ExplainedLayout?
}

extension LayoutObjection {
  init(_ found: FoundObjection, of wish: String, state: Int = 0, file: String, in source: [UInt8]) {
    let parts = (found.forbidding ?? []) + found.violations.map(\.part)
    let lines = SourceLines(parts.map(\.source), in: source)
    func located(_ part: Part) -> Part {
      Part(source: lines.located(part.source), constant: part.constant, priority: part.priority)
    }
    let verdict: Verdict
    if found.isMet {
      verdict = .met
    } else if let forbidding = found.forbidding {
      verdict = .forbidden(forbidding.map(located))
    } else {
      verdict = .possible(
        found.prices,
        found.violations.map { Violation(part: located($0.part), before: $0.before, after: $0.after) }, found.moves)
    }
    self.init(file: file, wish: wish, state: state, value: found.value, verdict: verdict, layout: found.layout)
  }
}

/// `title.width = 200`, read.
struct NumberWish {
  var subject: String
  var relation: Trellis.Relation
  var number: Double

  /// Reads a wish: a subject, a relation, a number.
  static func parse(_ text: String) throws(Fault) -> NumberWish {
    let relations: [(sign: String, relation: Trellis.Relation)] = [
      ("<=", .lessThanOrEqual), (">=", .greaterThanOrEqual), ("==", .equal), ("=", .equal),
    ]
    for (sign, relation) in relations {
      guard let range = text.firstRange(of: sign) else { continue }
      let subject = trimmed(text[..<range.lowerBound])
      let right = trimmed(text[range.upperBound...])
      guard !subject.isEmpty else { break }
      guard let number = Double(right), abs(number) <= 1e8 else {
        throw Fault(
          0, "\(quoted(right)) is not a number between -1e8 and 1e8; write one, as in '\(visible(subject)) = 200'")
      }
      return NumberWish(subject: subject, relation: relation, number: number)
    }
    throw Fault(0, "\(quoted(text)) asks for nothing; write a number and what it should be, as in 'head.width = 200'")
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Whether a number is as wished, within a micropoint.
  func isMet(by value: Double) -> Bool {
    switch relation {
    case .equal: abs(value - number) <= 1e-6
    case .lessThanOrEqual: value <= number + 1e-6
    case .greaterThanOrEqual: value >= number - 1e-6
    }
  }
}

extension LayoutDocument {
  /// Says why a number is not another: what forbids it, or what it would cost.
  ///
  /// - Parameters:
  ///   - wish: An item and one of its attributes, a relation and a number: `head.width = 200`, `head.top <= 40`. Of a bare
  ///     program, a variable instead.
  ///   - edits: How many of the document's edits to make before.
  /// - Throws: A mistake in the wish, with its cure; and what running the document throws.
  public func objection(to wish: String, after edits: Int = 0) throws(DocumentError) -> LayoutObjection {
    do throws(Fault) {
      try check(edits)
      let parsed = try NumberWish.parse(wish)
      let found: FoundObjection
      switch content {
      case .tree(let tree):
        let (item, attribute) = try ExplainedNumber.parse(parsed.subject, in: tree)
        found = try TreeRunner.objection(tree, parsed, item, attribute, after: edits)
      case .program(let program):
        found = try ProgramRunner.objection(
          program, parsed, ExplainedNumber.variable(parsed.subject, in: program), after: edits)
      }
      return LayoutObjection(found, of: wish, state: edits, file: file, in: source)
    } catch {
      throw self.error(error)
    }
  }
}
