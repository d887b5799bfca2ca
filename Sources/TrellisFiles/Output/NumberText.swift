// Numbers as text. Swift prints the shortest decimal that reads back as the same double (Errol/SwiftDtoa), which is what a
// result file wants; only the `.0` of whole numbers and the sign of zero are in the way.

/// The shortest decimal that reads back as the same double; whole numbers without a point, never `-0`.
func formatted(_ number: Double) -> String {
  if number == 0 { return "0" }
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
