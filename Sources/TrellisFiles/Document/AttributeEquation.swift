// The constraint of a layout, made from an equation as written: which forms are legal, and what composites stand for.

/// `first.attribute (relation) multiplier × second.attribute + constant @ priority`.
struct AttributeEquation: Equatable, Sendable {
  var first: Item
  var firstAttribute: AttributeName
  var relation: EquationRelation
  var multiplier: Double
  /// Nil for a size against a constant.
  var second: Item?
  var secondAttribute: AttributeName?
  var constant: Double
  /// Nil: that of the document's constraint.
  var priority: Double?
  /// Whether the constant is the standard space of visual formats.
  var isStandardSpace = false

  /// The equations that one written equation stands for: one, or one per attribute of a composite. A constant or
  /// multiplier next to a composite applies to each.
  static func make(from equation: LinearEquation) throws(Fault) -> [AttributeEquation] {
    let (first, firstWord) = try leftSide(of: equation)
    let right = equation.right
    if right.terms.count > 1 {
      throw Fault(
        right.terms[1].offset, "a third item; a constraint relates at most two, so make two constraints of it")
    }
    try NumberLimits.layout.checkValue(right.constant, "the constant", at: equation.rightOffset)
    guard let term = right.terms.first, case .attribute(let second, let secondWord) = term.symbol else {
      return try attributes(of: firstWord).map { attribute throws(Fault) in
        guard attribute.family == .dimension else { throw locationEqualsConstant(equation, attribute) }
        return AttributeEquation(
          first: first, firstAttribute: attribute, relation: equation.relation, multiplier: 0, second: nil,
          secondAttribute: nil, constant: right.constant)
      }
    }
    try NumberLimits.layout.checkFactor(term.coefficient, "the multiplier", at: equation.rightOffset)
    let pairs = try pair(firstWord, secondWord, at: term.offset)
    return try pairs.map { pair throws(Fault) in
      let result = AttributeEquation(
        first: first, firstAttribute: pair.0, relation: equation.relation, multiplier: term.coefficient,
        second: second, secondAttribute: pair.1, constant: right.constant)
      try result.check(at: term.offset)
      return result
    }
  }

  /// Checks that the multiplier and the two attributes go together.
  func check(at offset: Int) throws(Fault) {
    guard let secondAttribute else { return }
    let (first, second) = (firstAttribute.family, secondAttribute.family)
    if (first == .dimension) != (second == .dimension) {
      throw Fault(
        offset,
        "a size paired with a location (\(firstAttribute.word) with \(secondAttribute.word)); "
          + "relate a size to a size, a location to a location")
    }
    if first.isHorizontal != second.isHorizontal {
      throw Fault(
        offset,
        "a horizontal location paired with a vertical one (\(firstAttribute.word) with "
          + "\(secondAttribute.word)); relate locations of one axis")
    }
    if (first == .absolute && second == .directional) || (first == .directional && second == .absolute) {
      throw Fault(
        offset,
        "a leading/trailing attribute paired with a left/right one (\(firstAttribute.word) with "
          + "\(secondAttribute.word)); use leading/trailing for both or neither")
    }
    if multiplier == 0, first != .dimension {
      throw Fault(
        offset,
        "a multiplier of 0 makes a location equal to a constant; locations are related in pairs, "
          + "as in 'a.\(firstAttribute.word) = root.\(firstAttribute.word) + 10'")
    }
  }

  private static func leftSide(of equation: LinearEquation) throws(Fault) -> (Item, AttributeWord) {
    let left = equation.left
    guard let term = left.terms.first, case .attribute(let item, let word) = term.symbol else {
      throw Fault(
        equation.leftOffset, "the left side names no item; write it as 'item.attribute', as in 'head.width >= 44'")
    }
    guard left.terms.count == 1, term.coefficient == 1, left.constant == 0 else {
      throw Fault(
        equation.leftOffset,
        "the left side is one 'item.attribute'; move multiplier, constant and other item to the right")
    }
    return (item, word)
  }

  private static func attributes(of word: AttributeWord) -> [AttributeName] {
    switch word {
    case .single(let attribute): return [attribute]
    case .composite(let composite): return composite.attributes
    }
  }

  private static func pair(
    _ first: AttributeWord, _ second: AttributeWord, at offset: Int
  ) throws(Fault) -> [(AttributeName, AttributeName)] {
    switch (first, second) {
    case (.single(let left), .single(let right)):
      return [(left, right)]
    case (.composite(let left), .composite(let right)) where left == right:
      return left.attributes.map { ($0, $0) }
    default:
      let composite = { if case .composite = first { first } else { second } }()
      throw Fault(
        offset, "'\(first.word)' paired with '\(second.word)'; '\(composite.word)' goes with '\(composite.word)' only")
    }
  }

  private static func locationEqualsConstant(_ equation: LinearEquation, _ attribute: AttributeName) -> Fault {
    Fault(
      equation.rightOffset,
      "a location equal to a constant; locations are related in pairs, as in "
        + "'a.\(attribute.word) = root.\(attribute.word) + 10'")
  }
}

/// How large and how small numbers may be.
struct NumberLimits: Sendable {
  /// Largest absolute value of a constant or length.
  var value: Double
  /// Smallest and largest absolute value of a multiplier or coefficient that is not zero.
  var factor: ClosedRange<Double>

  /// Of layouts: what the façade takes (LayoutError.Kind.valueOutOfRange, .multiplierOutOfRange).
  static let layout = NumberLimits(value: 1e8, factor: 4e-7...1e6)
  /// Of bare programs: what the solver takes (csolver.h, LX_VALUE_LIMIT and LX_COEFFICIENT_MINIMUM).
  static let program = NumberLimits(value: 1e9, factor: 1e-7...1e9)

  func checkValue(_ number: Double, _ what: String, at offset: Int) throws(Fault) {
    guard abs(number) <= value else {
      let limit = value == 1e9 ? "1e9" : "1e8"
      throw Fault(offset, "\(what) is beyond \(limit); write a number within ±\(limit)")
    }
  }

  func checkFactor(_ number: Double, _ what: String, at offset: Int) throws(Fault) {
    guard number == 0 || factor.contains(abs(number)) else {
      throw Fault(
        offset,
        "\(what) is \(formatted(number)); apart from 0, its size is from \(formatted(factor.lowerBound)) to "
          + formatted(factor.upperBound))
    }
  }
}
