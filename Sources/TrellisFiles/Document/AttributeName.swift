// The attributes as documents spell them, and which of them may stand together (semantics.md, 2.1 and 2.3). The pairs are
// checked here as well as in the façade, because here the mistake still has a line and a column.

/// An attribute of an item. Raw values are those of NSLayoutAttribute.
enum AttributeName: Int, CaseIterable, Sendable {
  case left = 1, right, top, bottom, leading, trailing, width, height, centerX, centerY
  case lastBaseline, firstBaseline
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  case centerXWithinMargins, centerYWithinMargins

  /// What an attribute measures, as far as it decides what it may be compared with.
  enum Family: Sendable {
    /// left and right: horizontal positions that do not follow the direction of text.
    case absolute
    /// leading and trailing: horizontal positions that do.
    case directional
    /// Horizontal positions that are the same in both directions.
    case horizontalCenter
    case vertical
    case dimension

    var isHorizontal: Bool { self != .vertical && self != .dimension }
  }

  var family: Family {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: return .absolute
    case .leading, .trailing, .leadingMargin, .trailingMargin: return .directional
    case .centerX, .centerXWithinMargins: return .horizontalCenter
    case .width, .height: return .dimension
    case .top, .bottom, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin, .centerYWithinMargins:
      return .vertical
    }
  }

  var isMargin: Bool { rawValue >= AttributeName.leftMargin.rawValue }

  /// The word in documents.
  var word: String { String(describing: self) }
}

/// What may stand after the point in `item.attribute`: one attribute, or a composite of several.
enum AttributeWord: Equatable, Sendable {
  case single(AttributeName)
  /// Two or four attributes under one word, each related to its namesake.
  case composite(Composite)

  enum Composite: String, CaseIterable, Sendable {
    case edges, size, center

    var attributes: [AttributeName] {
      switch self {
      case .edges: return [.top, .leading, .bottom, .trailing]
      case .size: return [.width, .height]
      case .center: return [.centerX, .centerY]
      }
    }
  }

  var word: String {
    switch self {
    case .single(let attribute): return attribute.word
    case .composite(let composite): return composite.rawValue
    }
  }

  /// Every word, with what it stands for. `baseline` is the older name of `lastBaseline` (NSLayoutAttribute has both).
  static let words: [String: AttributeWord] = {
    var words: [String: AttributeWord] = ["baseline": .single(.lastBaseline)]
    for attribute in AttributeName.allCases { words[attribute.word] = .single(attribute) }
    for composite in Composite.allCases { words[composite.rawValue] = .composite(composite) }
    return words
  }()

  /// All words in a fixed order, for suggestions.
  static let spellings: [String] =
    AttributeName.allCases.map(\.word) + Composite.allCases.map(\.rawValue)
}

/// How the two sides of a constraint compare. Raw values are those of NSLayoutRelation.
enum EquationRelation: Int8, Sendable {
  case lessOrEqual = -1
  case equal = 0
  case greaterOrEqual = 1

  var sign: String {
    switch self {
    case .lessOrEqual: return "<="
    case .equal: return "="
    case .greaterOrEqual: return ">="
    }
  }
}
