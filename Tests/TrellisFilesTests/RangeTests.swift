// Documents at the edges of the documented ranges: an answer, or a conflict that says why there is none.

import Testing

@testable import TrellisFiles

@Suite struct RangeTests {
  private func layout(_ text: String) throws -> LayoutState {
    try LayoutDocument(parsing: text, file: "a.json").run([]).states[0]
  }

  /// What is left of an owner's origin beside a multiplier of 0.00001 is that, and not what 1 - 0.99999 leaves of it:
  /// two distances that contradict each other, not two lines that meet at 1e17 points.
  @Test func aSmallMultiplierOnAPositionIsItself() throws {
    let state = try layout(
      """
      {"trellis": 1, "size": [320, 568], "views": [{"name": "v1", "views": [{"name": "v2"}]}],
       "constraints": ["v1.leadingMargin <= 0.00001 * v2.trailing", "v1.left >= 1000 * v2.right"]}
      """)
    #expect(state.conflicts.count == 1)
    for item in state.items { #expect(abs(item.x) < 1e7 && abs(item.width) < 1e7) }
  }

  /// A share of next to nothing of a superview is more than a coefficient may be.
  @Test func aMaskInASuperviewWithoutRoomHoldsWhatWasDrawn() throws {
    let state = try layout(
      """
      {"trellis": 1, "size": [0, 0.000001], "views": [{"name": "v2", "frame": [0, 10000000, 0, 0],
       "autoresizing": ["flexibleTopMargin", "flexibleBottomMargin"]}]}
      """)
    #expect(state.items.contains { $0.y == 1e7 })
  }
}
