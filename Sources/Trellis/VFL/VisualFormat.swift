// A format with what was put into it: views and numbers stand in the text at known positions, so no dictionary is needed and
// no name can clash.

/// A format of the Visual Format Language, such as `"H:|-[name]-(>=8@750)-[field(120)]-|"`.
///
/// Views, guides, numbers and priorities can be put into the literal. They stand for themselves, whatever they are
/// called, so a format made in this way needs no dictionary:
///
/// ```swift
/// let constraints = Constraint.constraints(withVisualFormat: "H:|-[\(name)]-\(gap)-[\(field)]-|")
/// ```
///
/// An array of items becomes a row of them joined by standard spaces: `"H:|-\(buttons)-|"`. A `String` is taken as part
/// of the format. A negative number that is put in needs no parentheses. Nothing is checked before the format is used.
public struct VisualFormat: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The format as Auto Layout would read it. Items that were put in appear under their names where those are names in a
  /// format, else as `item`.
  public let description: String
  let bindings: [Int: Binding]

  /// What was put in at an offset of the text.
  struct Binding {
    enum Value {
      case item(any LayoutItem)
      case number(Double)
    }

    var value: Value
    var length: Int
  }

  /// A format whose names come from a dictionary.
  public init(_ text: String) {
    description = text
    bindings = [:]
  }

  /// A format whose names come from a dictionary.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// A format with items and numbers in it.
  public init(stringInterpolation: StringInterpolation) {
    description = stringInterpolation.text
    bindings = stringInterpolation.bindings
  }

  /// What a literal with `\(…)` is collected in.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var bindings: [Int: Binding] = [:]

    /// Starts an empty format.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    /// Adds what stands in the literal.
    public mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Adds a view or guide, for use where a view's name may stand: `[\(view)]`.
    public mutating func appendInterpolation(_ item: any LayoutItem) {
      let name = item.itemName.flatMap { isFormatName($0) ? $0 : nil } ?? "item"
      bind(.item(item), name)
    }

    /// Adds a row of views or guides, in brackets and joined by standard spaces: `H:|-\(views)-|`.
    ///
    /// - Parameters:
    ///   - items: The items, first to last.
    ///   - connection: What stands between two of them; empty for none.
    public mutating func appendInterpolation(_ items: [any LayoutItem], joinedBy connection: String = "-") {
      for (index, item) in items.enumerated() {
        text += index == 0 ? "[" : "\(connection)["
        appendInterpolation(item)
        text += "]"
      }
    }

    /// Adds a number: a space, a size or a priority.
    public mutating func appendInterpolation(_ number: some BinaryFloatingPoint) {
      bind(.number(Double(number)), exactText(Double(number)))
    }

    /// Adds a number: a space, a size or a priority.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      bind(.number(Double(number)), String(number))
    }

    /// Adds a priority: `@\(Priority.defaultHigh)`.
    public mutating func appendInterpolation(_ priority: Priority) {
      bind(.number(Double(priority.rawValue)), exactText(Double(priority.rawValue)))
    }

    /// Adds a part of the format, such as a name or a whole line.
    public mutating func appendInterpolation(_ format: some StringProtocol) {
      text += format
    }

    private mutating func bind(_ value: Binding.Value, _ name: String) {
      bindings[text.utf8.count] = Binding(value: value, length: name.utf8.count)
      text += name
    }
  }
}

extension VisualFormat {
  /// The items by their names, as `NSDictionaryOfVariableBindings` makes them by the names of variables.
  ///
  /// - Parameter items: Views with a ``View/name`` and guides with an identifier.
  /// - Throws: ``LayoutError/Kind/missingItem`` for an item without a name, or two of the same name.
  public static func bindings(_ items: any LayoutItem...) throws(LayoutError) -> [String: any LayoutItem] {
    var bindings: [String: any LayoutItem] = [:]
    for item in items {
      guard let name = item.itemName else {
        throw LayoutError(
          .missingItem, "\(itemDescription(item.node)) has no name to be bound to; give it one, or write a dictionary")
      }
      if let other = bindings.updateValue(item, forKey: name), other !== item {
        throw LayoutError(.missingItem, "Two items have the name \(name); write a dictionary")
      }
    }
    return bindings
  }

  /// The views and guides that an object has as stored properties, by the names of the properties. Those of superclasses
  /// are among them; what a property holds as an optional counts where it is there.
  public static func bindings(reflecting object: Any) -> [String: any LayoutItem] {
    properties(of: object) { $0 as? any LayoutItem }
  }

  /// The numbers that an object has as stored properties, by the names of the properties.
  public static func metrics(reflecting object: Any) -> [String: any FormatMetric] {
    properties(of: object) { $0 as? any FormatMetric }
  }

  private static func properties<Value>(of object: Any, _ convert: (Any) -> Value?) -> [String: Value] {
    var found: [String: Value] = [:]
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for (label, value) in current.children {
        // A lazy property's storage carries a mark.
        guard let label, let value = convert(value) else { continue }
        let name = label.hasPrefix("$__lazy_storage_$_") ? String(label.dropFirst(18)) : label
        if found[name] == nil { found[name] = value }
      }
      mirror = current.superclassMirror
    }
    return found
  }
}

/// Whether a string can stand for a view in a format: a C identifier.
func isFormatName(_ text: String) -> Bool {
  guard let first = text.utf8.first, !isDigit(first) else { return false }
  return text.utf8.allSatisfy(isNameByte)
}

/// A number in digits that read back as the same number, without a point where it has no fraction.
func exactText(_ value: Double) -> String {
  if let integer = Int(exactly: value), abs(integer) < 1 << 53 { return String(integer) }
  return "\(value)"
}
