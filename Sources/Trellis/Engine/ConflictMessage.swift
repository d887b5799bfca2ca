// The text that Auto Layout logs for a conflict, word for word (semantics 2.5).

/// Whose log of a conflict is printed.
public enum ConflictStyle: Hashable, Sendable, CaseIterable {
  /// That of UIKit, with its advice and the note on autoresizing masks.
  case uiKit
  /// That of AppKit.
  case appKit
}

/// How a scene's messages are written.
struct MessageStyle {
  var description = DescriptionStyle.classic
  var conflict = ConflictStyle.uiKit
}

/// The most constraints of a conflict that its texts list, and how many they list of more. A set may be as large as the
/// scene, and many conflicts may share most of theirs.
private let (longestList, shortList) = (32, 8)

/// What is to be said of each constraint of a conflict; of very many, of the first.
func constraintList(
  _ constraints: [Constraint], separator: String, _ words: (Constraint) -> String
) -> String {
  guard constraints.count > longestList else { return constraints.map(words).joined(separator: separator) }
  return constraints.prefix(shortList).map(words).joined(separator: separator)
    + "\(separator)… and \(constraints.count - shortList) more"
}

/// The log of a conflict.
func conflictMessage(_ constraints: [Constraint], broken: Constraint?, style: MessageStyle) -> String {
  let list = constraintList(constraints, separator: ",\n    ") { "\"\($0.description(style.description))\"" }
  let victim = broken.map { $0.description(style.description) } ?? "(null)"
  switch style.conflict {
  case .uiKit: return uiKitMessage(list, victim, hasMasks: constraints.contains { $0.kind == .autoresizing })
  case .appKit: return appKitMessage(list, victim)
  }
}

private func uiKitMessage(_ list: String, _ victim: String, hasMasks: Bool) -> String {
  let note =
    hasMasks
    ? "\n\t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't understand, refer to the "
      + "documentation for the UIView property translatesAutoresizingMaskIntoConstraints) " : ""
  return """
    Unable to simultaneously satisfy constraints.
    \tProbably at least one of the constraints in the following list is one you don't want. \("")
    \tTry this: \("")
    \t\t(1) look at each constraint and try to figure out which you don't expect; \("")
    \t\t(2) find the code that added the unwanted constraint or constraints and fix it. \("")\(note)
    (
        \(list)
    )

    Will attempt to recover by breaking constraint \("")
    \(victim)

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also be \
    helpful.
    """
}

private func appKitMessage(_ list: String, _ victim: String) -> String {
  """
  Unable to simultaneously satisfy constraints:
  (
      \(list)
  )

  Will attempt to recover by breaking constraint \("")
  \(victim)

  Set the NSUserDefault NSConstraintBasedLayoutVisualizeMutuallyExclusiveConstraints to YES to have \
  -[NSWindow visualizeConstraints:] automatically called when this happens.  And/or, set a symbolic breakpoint on \
  LAYOUT_CONSTRAINTS_NOT_SATISFIABLE to catch this in the debugger.
  """
}
