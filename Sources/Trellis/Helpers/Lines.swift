// Helpers made of visual formats: inside the superview, over the superview, lines of views, equal sizes (rows E35, E36).
//
// What row E35 has besides is `setDimension(_:to:)` for one length, `setDimensions(to:)` for both, and
// `pinEdges(_:insets:)` for edges with insets of their own.

extension LayoutItem {
  /// Keeps the item inside its superview, at a size that gives way before anything of a higher priority.
  ///
  /// `H:|->=0@priority-[view(==minimumSize@priority)]`, `H:[view]->=0@priority-|`, and the same vertically.
  ///
  /// - Parameters:
  ///   - minimumSize: Width and height, in points.
  ///   - priority: How firmly all of it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Returns: The six constraints, active.
  /// - Throws: ``LayoutError/Kind/missingSuperview``, ``LayoutError/Kind/priorityOutOfRange``,
  ///   ``LayoutError/Kind/valueOutOfRange``.
  @discardableResult
  public func constrainToSuperview(
    minimumSize: Double, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try checkSuperview(fileID, line)
    try checkPriority(priority, nil)
    var constraints: [Constraint] = []
    for axis in ["H", "V"] {
      constraints += try Constraint.checkedConstraints(
        withVisualFormat: "\(axis):|->=0@\(priority)-[\(self)(==\(minimumSize)@\(priority))]->=0@\(priority)-|",
        fileID: fileID, line: line)
    }
    try Constraint.activateTogether(constraints)
    return constraints
  }

  /// Stretches the item over its superview: `H:|-indent-[view]-indent-|` and the same vertically.
  ///
  /// - Parameters:
  ///   - indent: From each edge, in points.
  ///   - priority: How firmly it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Returns: Leading, trailing, top, bottom, active.
  /// - Throws: ``LayoutError/Kind/missingSuperview``, ``LayoutError/Kind/priorityOutOfRange``,
  ///   ``LayoutError/Kind/valueOutOfRange``.
  @discardableResult
  public func stretchToSuperview(
    indent: Double = 0, priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    try checkSuperview(fileID, line)
    try checkPriority(priority, nil)
    var constraints: [Constraint] = []
    for axis in ["H", "V"] {
      constraints += try Constraint.checkedConstraints(
        withVisualFormat: "\(axis):|-(\(indent)@\(priority))-[\(self)]-(\(indent)@\(priority))-|", fileID: fileID,
        line: line)
    }
    try Constraint.activateTogether(constraints)
    return constraints
  }

  private func checkSuperview(_ fileID: String, _ line: UInt) throws(LayoutError) {
    guard node.parent == nil else { return }
    throw LayoutError(
      .missingSuperview, "\(itemDescription(node)) has no superview.  Add it to one first.",
      location: "\(fileID):\(line)")
  }
}

extension Array where Element: LayoutItem {
  /// Builds a line of views, pair by pair. What is aligned says how the line runs: edges and centres of the vertical axis,
  /// and baselines, make a row; leading, trailing, left, right and `centerX` make a column.
  ///
  /// - Parameters:
  ///   - alignment: What neighbours share; nothing makes a row.
  ///   - spacing: What stands between two views in a visual format: `-`, `-8-`, `-(>=4)-`, or nothing.
  ///   - priority: How firmly all of it holds.
  ///   - fileID: The file that the constraints are said to come from; the caller's by default.
  ///   - line: The line in it.
  /// - Returns: For each pair the spaces and then the alignment, active.
  /// - Throws: ``LayoutError/Kind/invalidFormat(column:)`` for an invalid spacing, or alignment along both axes;
  ///   ``LayoutError/Kind/priorityOutOfRange``, and as ``Constraint/activate()``. No constraint is left active then.
  @discardableResult
  public func buildLine(
    aligned alignment: FormatOptions = [], spacing: String = "-", priority: Priority = .required,
    fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    let columns: FormatOptions = [
      .alignAllLeading, .alignAllTrailing, .alignAllLeft, .alignAllRight, .alignAllCenterX,
    ]
    let axis = alignment.isDisjoint(with: columns) ? "H" : "V"
    var constraints: [Constraint] = []
    for (view, next) in zip(self, dropFirst()) {
      constraints += try Constraint.checkedConstraints(
        withVisualFormat: "\(axis):[\(view)]\(spacing)[\(next)]", options: alignment, fileID: fileID, line: line)
    }
    try Constraint.install(constraints, priority: priority)
    return constraints
  }

  /// Gives every item the width and height of the first.
  ///
  /// - Returns: Width and height of each but the first, active.
  /// - Throws: ``LayoutError/Kind/priorityOutOfRange``, and as ``Constraint/activate()``.
  @discardableResult
  public func matchSizes(
    priority: Priority = .required, fileID: String = #fileID, line: UInt = #line
  ) throws(LayoutError) -> [Constraint] {
    guard let first else { return [] }
    try checkPriority(priority, nil)
    var constraints: [Constraint] = []
    for item in dropFirst() {
      for axis in ["H", "V"] {
        constraints += try Constraint.checkedConstraints(
          withVisualFormat: "\(axis):[\(item)(==\(first)@\(priority))]", fileID: fileID, line: line)
      }
    }
    try Constraint.activateTogether(constraints)
    return constraints
  }
}

extension Constraint {
  /// Gives the constraint a priority and activates it.
  ///
  /// - Throws: As ``setPriority(_:)`` and ``activate()``; then it has the priority it had.
  public func install(priority: Priority) throws(LayoutError) {
    try Constraint.install([self], priority: priority)
  }

  /// Gives constraints a priority and activates them: all or, on an error, none.
  ///
  /// - Throws: As ``setPriority(_:)`` and ``activate()``; then all have the priorities they had.
  public static func install(_ constraints: [Constraint], priority: Priority) throws(LayoutError) {
    let before = constraints.map(\.priority)
    do throws(LayoutError) {
      for constraint in constraints { try constraint.setPriority(priority) }
      try Constraint.activateTogether(constraints)
    } catch {
      for (constraint, priority) in zip(constraints, before) { try? constraint.setPriority(priority) }
      throw error
    }
  }
}
