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

/// How many constraints the log of a conflict lists; of more the first and the last half of that. A set may be as large
/// as the scene, and many conflicts may share most of theirs.
private let listedConstraints = 32

/// What is to be said of each constraint of a conflict, cut short in the middle.
func constraintList(
  _ constraints: [Constraint], separator: String, _ words: (Constraint) -> String
) -> String {
  let omitted = constraints.count - listedConstraints
  guard omitted > 0 else { return constraints.map(words).joined(separator: separator) }
  let (first, last) = (constraints.prefix(listedConstraints / 2), constraints.suffix(listedConstraints / 2))
  return (first.map(words) + ["… \(omitted) more …"] + last.map(words)).joined(separator: separator)
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
