// What the update cycle knows of a view (semantics 2.8).

extension ItemNode {
  /// What the cycle knows of a view.
  struct Life: OptionSet {
    let rawValue: UInt8
    /// The class may override the methods of the cycle.
    static let answers = Life(rawValue: 1)
    static let needsUpdateConstraints = Life(rawValue: 2)
    static let needsLayout = Life(rawValue: 4)
  }
}
