// Views whose baselines are another view's: those of the text inside them (`forFirstBaselineLayout`).
//
// A view is asked whose its baselines are when it is asked for its content size. Rows that mention them are made with the
// other view's variables, so they are made again when the answer is another or the other view leaves.

/// Whose baselines are a view's; never both the view's own.
struct BaselineSources: Equatable {
  var first: ItemNode
  var last: ItemNode

  static func == (a: BaselineSources, b: BaselineSources) -> Bool { a.first === b.first && a.last === b.last }
}
