// The messages of Auto Layout's format parser, word for word (semantics 2.11), and those of the extended dialect.

enum FormatText {
  static let empty = "It's an empty string."
  static let nonASCII = "It contains non-ASCII characters."
  static let afterH = "Expected ':' after 'H' to specify horizontal arrangement"
  static let afterV = "Expected ':' after 'V' to specify vertical arrangement"
  static let connection = "Expected a connection after the '|' character"
  static let view = "Expected a view"
  static let viewOrBar = "Expected a view or '|'"
  static let viewName =
    "Expected a view. View names must start with a letter or an underscore, then contain letters, numbers, and "
    + "underscores."
  static let endOfView = "Expected a ']' here. That is how you give the end of a view."
  static let afterThickness = "Expected ']' after specifying thickness."
  static let endOfThickness =
    "A predicate on a view's thickness must end with ')' and the view must end with ']'"
  static let ranOut = "Unexpectedly ran out of character fodder in the middle of parsing a view"
  static let moreInput = "Expected more input"
  static let number = "Expected a number or key from the metrics dictionary, but encountered something else"
  static let spaceLikeView =
    "It's not possible to set a space equal to the width or height of a view.  Perhaps you want to use a view as a "
    + "spacer? [view1][spacer(==view1)][view2]"
  static let relation = "Unknown relation. Must be ==, >=, or <="
  static let minus =
    "Cannot tell if this - is a minus sign or an accidental extra bar in the connection. Use parentheses around "
    + "negative numbers."
  static let bar = "Expected a '-' here"
  static let barOrList =
    "Expected a '-' here. To specify a list of constraints, you must use parentheses around the list of constraints"
  static let endOfList =
    "Expected a ')' at the end of a constraint modifier, or a ',' before another constraint modifier"
  static let noSuperview =
    "Unable to interpret '|' character, because the related view doesn't have a superview"
  static let horizontalEdge =
    "Options mask required views to be aligned on a horizontal edge, which is not allowed for layout that is also "
    + "horizontal."
  static let verticalEdge =
    "Options mask required views to be aligned on a vertical edge, which is not allowed for layout that is also "
    + "vertical."
  static let baselines = "BaselineToBaseline format option not valid for horizontal layout"
  static let noView = "No view was specified for this constraint"
  static let end = "Expected the end of the format string"

  static func notAKey(_ name: String) -> String { "\(name) is not a key in the views dictionary." }

  static func unknownMetric(_ name: String) -> String {
    "Encountered metric with name \"\(name)\", but value was not specified in metrics or views dictionaries"
  }

  static func priorityTooLow(_ priority: Float) -> String {
    "Invalid priority specified: \(formatted(Double(priority))). Priority must be greater than 0"
  }

  static func priorityTooHigh(_ priority: Float) -> String {
    "Invalid priority specified: \(formatted(Double(priority))). Priority cannot be higher than "
      + "NSLayoutPriorityRequired, which is 1000."
  }

  // MARK: - Without a model at Apple's

  static let options = "The options have a bit without a meaning, or two directions"
  static let percentWithoutSuperview =
    "Unable to interpret '%' character, because the related view doesn't have a superview"
  static let gapWithoutSuperview =
    "Unable to make this gap, because the related view doesn't have a superview"
  static let twoItems = "A constraint relates at most two items, and here is a third"
  static let product = "One side of a product must be a number"
  static let division = "Expected a number other than 0 after '/'"
  static let attribute = "Expected an attribute, as in view.width or view.centerX"
  static let attributeList = "Expected '(' after the attribute, as in C:view.centerX(other.centerX)"
  static let stackName = "A stack needs a name of its own, as in [column:[view1][view2]]"
  static let nestedStack = "A stack cannot stand in another one"
  static let order = "Z: orders views that have the same superview"
  static let range = "Expected the number of the last view of the range, as in [row1..8]"
  static let rangeTooLong = "The ranges of a format can stand for 100000 views and predicates at most"
}
