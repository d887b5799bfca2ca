// The two generated examples, against their closed forms (Examples/generate.sh says what they hold).

import Testing

@testable import TrellisFiles

@Suite struct LongExampleTests {
  @Test func scrollList() throws {
    let document = try LayoutDocument(parsing: TestFiles.packageBytes("Examples/scroll-list.json"), file: "list")
    let state = try document.run([]).states[0]
    var top = 0.0
    for (row, item) in state.items.dropFirst(3).enumerated() {
      let height = Double(20 * (row % 10 + 1))
      #expect(abs(item.y - top) < 1e-6 && abs(item.height - height) < 1e-6 && item.x == 0 && item.width == 375)
      top += height
    }
    #expect(state.items.count == 5_003)
    #expect(abs((state.contentSizes.first?.height ?? 0) - 550_000) < 1e-6)
    #expect(state.conflicts.isEmpty)
  }

  @Test func spacing() throws {
    let document = try LayoutDocument(parsing: TestFiles.packageBytes("Examples/spacing.json"), file: "spacing")
    let state = try document.run([]).states[0]
    var left = 8.0
    for (number, item) in state.items.dropFirst().prefix(1_000).enumerated() {
      let (width, height) = (Double(10 + 7 * number % 41), Double(10 + 11 * number % 51))
      #expect(abs(item.x - left) < 1e-6 && abs(item.width - width) < 1e-6)
      #expect(abs(item.y - (50 - height / 2)) < 1e-6 && abs(item.height - height) < 1e-6)
      left += width + 8
    }
    #expect(state.items.dropFirst(1_001).allSatisfy { abs($0.width - 8) < 1e-6 })
    #expect(state.items.count == 2_002)
  }
}
