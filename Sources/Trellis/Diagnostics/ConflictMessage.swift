// The text that Auto Layout logs for a conflict, word for word (semantics 2.5).

/// UIKit's log of a conflict.
func conflictMessage(_ constraints: [Constraint], broken: Constraint?, style: DescriptionStyle) -> String {
  let list = constraints.map { "    \"\($0.description(style))\"" }.joined(separator: ",\n")
  let note =
    constraints.contains { $0.kind == .autoresizing }
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
    \(broken.map { $0.description(style) } ?? "(null)")

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also be \
    helpful.
    """
}
