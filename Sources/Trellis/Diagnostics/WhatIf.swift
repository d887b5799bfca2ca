// What a scene would be with some edits, without making them: they are made in a savepoint that is rolled back.

import Simplex

/// Ends a block of changes that is only tried.
private struct TakenBack: Error {}

extension Scene {
  /// Makes edits, lays out, has the result read, and takes everything back: tree, constraints in their order, settings and
  /// frames are as before, to the last bit. Conflicts on the way are not logged. Edits that are pending are laid out first,
  /// and stay. Costs two layouts of what the edits touch.
  ///
  /// ```swift
  /// let narrow = try scene.whatIf({ scene.size.width = 320 }) { _ in title.frame }
  /// ```
  ///
  /// - Parameters:
  ///   - edits: What to change.
  ///   - read: What to find out, with the frames as they would be.
  /// - Throws: What the closures throw, and as ``layout()``; everything is taken back then, too.
  public func whatIf<Result>(
    _ edits: () throws -> Void, read: (LayoutReport) throws -> Result
  ) throws -> Result {
    try layout()
    var result: Result?
    do {
      try AnimationBlock.$current.withValue(nil) {
        try engine.withSavepoint {
          log = nil
          try edits()
          result = try read(try layout())
          throw TakenBack()
        }
      }
    } catch is TakenBack {}
    guard let result else { throw LayoutError(.noAnswer, "The edits left nothing to read.") }
    return result
  }

  /// The same where the closures throw nothing but errors of layouts.
  func trying<Result>(
    _ edits: () throws(LayoutError) -> Void, read: (LayoutReport) throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    do {
      return try whatIf({ try edits() }, read: { try read($0) })
    } catch let error as LayoutError {
      throw error
    } catch {
      throw LayoutError(.noAnswer, "\(error)")
    }
  }

  /// What the frames would be without a constraint.
  ///
  /// - Parameters:
  ///   - constraint: An active constraint of the scene: one that a caller made, or a content size.
  ///   - read: What to find out, with the frames as they would be.
  /// - Returns: What `read` returns; nil for the root's size and what stacks, masks and guides made, which cannot go alone.
  /// - Throws: As ``layout()``.
  public func without<Result>(
    _ constraint: Constraint, read: (LayoutReport) throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result? {
    switch constraint.kind {
    case .relation:
      guard constraint.isActive, constraint.first.engine === engine else { return nil }
      return try trying({ () throws(LayoutError) in constraint.isActive = false }, read: read)
    case .contentSize:
      guard let view = constraint.firstItem as? View, view.heightForWidth == nil else { return nil }
      var size = view.intrinsicSize
      if constraint.systemAxis == .horizontal {
        size.width = View.noIntrinsicMetric
      } else {
        size.height = View.noIntrinsicMetric
      }
      return try trying({ () throws(LayoutError) in view.intrinsicSize = size }, read: read)
    default: return nil
    }
  }
}
