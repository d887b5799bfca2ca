// The one question of a view that takes a solver to answer.

/// What answers ``View/systemLayoutSizeFitting(_:)``; `Engine/FittingSize.swift` has the answer.
protocol SizeFitting {
  /// The size that the constraints inside give, as near to a target as they allow.
  func fittedSize(_ target: Size, _ horizontalPriority: Priority, _ verticalPriority: Priority) -> Size
}
