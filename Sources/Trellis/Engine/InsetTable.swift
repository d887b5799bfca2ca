// The insets of items, by slot: of alignment rectangles, safe areas, margins, readable widths and the keyboard.
//
// Few items have any, so these are dictionaries. What a layout computes from frames (safe areas of inner views, preserved
// margins, readable and keyboard insets) is an assumption until the frames confirm it: see `FixedPoint`.

/// Insets by slot. An item that is not in a dictionary has none.
struct InsetTable {
  /// Alignment insets.
  var alignment: [Int32: PhysicalInsets] = [:]
  /// What views add to their safe areas.
  var additionalSafeArea: [Int32: PhysicalInsets] = [:]
  /// Safe areas.
  var safeArea: [Int32: PhysicalInsets] = [:]
  /// The margins that apply in views that preserve their superviews', where a constraint depends on them.
  var preservedMargins: [Int32: PhysicalInsets] = [:]
  /// How far readable guides lie inside the margins at either side.
  var readable: [Int32: Double] = [:]
  /// How much of the views that have a keyboard guide the keyboard covers.
  var keyboard: [Int32: Double] = [:]

  /// Sets an entry; zero insets are no entry.
  static func set(_ insets: PhysicalInsets, of slot: Int32, in table: inout [Int32: PhysicalInsets]) {
    table[slot] = insets == .zero ? nil : insets
  }

  /// Restores what layouts compute from frames.
  mutating func restoreAssumptions(of other: InsetTable) {
    (safeArea, preservedMargins) = (other.safeArea, other.preservedMargins)
    (readable, keyboard) = (other.readable, other.keyboard)
  }

  /// Forgets an item that leaves.
  mutating func remove(_ slot: Int32) {
    if !alignment.isEmpty { alignment[slot] = nil }
    if !additionalSafeArea.isEmpty { additionalSafeArea[slot] = nil }
    if !safeArea.isEmpty { safeArea[slot] = nil }
    if !preservedMargins.isEmpty { preservedMargins[slot] = nil }
    if !readable.isEmpty { readable[slot] = nil }
    if !keyboard.isEmpty { keyboard[slot] = nil }
  }
}
