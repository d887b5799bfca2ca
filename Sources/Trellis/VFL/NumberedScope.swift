// A scope for other modules of the package. The parser is generic, and generic code is compiled for the types of its own
// module only: with another module's items every statement's types are looked up at run time, which took two thirds of the
// time of reading a document of visual formats.

/// Names of a format that stand for numbers.
package struct NumberedScope: FormatScope, Sendable {
  private let itemOfName: @Sendable (String) -> Int?
  private let metricOfName: @Sendable (String) -> Double?
  private let superviewOfItem: @Sendable (Int) -> Int?
  private let barOfItems: @Sendable (Int, [Int]) -> Int?

  /// Creates a scope.
  ///
  /// - Parameters:
  ///   - item: What the name of a view stands for.
  ///   - metric: What the name of a number stands for.
  ///   - superview: The view that an item is in.
  ///   - bar: What `|` means next to an item of a line.
  package init(
    item: @escaping @Sendable (String) -> Int?, metric: @escaping @Sendable (String) -> Double?,
    superview: @escaping @Sendable (Int) -> Int?,
    bar: @escaping @Sendable (Int, [Int]) -> Int?
  ) {
    itemOfName = item
    metricOfName = metric
    superviewOfItem = superview
    barOfItems = bar
  }

  package func boundItem(_ range: Range<Int>) -> Int? { nil }
  package func boundNumber(_ offset: Int) -> (value: Double, length: Int)? { nil }
  package func item(_ name: String) -> Int? { itemOfName(name) }
  package func metric(_ name: String) -> Double? { metricOfName(name) }
  package func superview(of item: Int) -> Int? { superviewOfItem(item) }
  package func bar(nextTo item: Int, among items: [Int]) -> Int? { barOfItems(item, items) }
}

extension FormatProgram where Item == Int {
  /// Reads a format whose names stand for numbers.
  package init(numbered bytes: [UInt8], in scope: NumberedScope, settings: FormatSettings) throws(FormatFault) {
    try self.init(parsing: bytes, in: scope, settings: settings)
  }
}
