// Arrays by slot, and the words that stand for rows.

import Testing

@testable import Trellis

@Suite struct FlatArrayTests {
  @Test("What is appended, filled in and changed is there, through all growing")
  func elements() {
    let array = FlatArray<Int>()
    #expect(array.isEmpty)
    for value in 0..<100_000 { array.append(value) }
    #expect(array.count == 100_000 && array.elementsEqual(0..<100_000))
    array[70_000] += 1
    #expect(array[70_000] == 70_001 && array[69_999] == 69_999)
    array.fill(to: 100_003, with: -1)
    array.fill(to: 5, with: -2)
    #expect(array.suffix(4) == [99_999, -1, -1, -1])
    array.removeAll()
    #expect(array.isEmpty)
    array.append(4)
    #expect(Array(array) == [4])
  }

  @Test("An array that could not be written is empty")
  func failedWrite() {
    struct Failure: Error {}
    let array = FlatArray<Double>()
    array.fill(to: 3, with: 1)
    #expect(throws: Failure.self) { try array.write(2) { _ throws(Failure) in throw Failure() } }
    #expect(array.isEmpty)
    array.write(2) { $0.update(repeating: 5, count: 2) }
    #expect(Array(array) == [5, 5])
  }

  @Test("A row's tag is what it was made of", arguments: [0, 1, 77, Int32.max], Axis.allCases)
  func tags(slot: Int32, axis: Axis) throws {
    guard case .contentSize(slot, axis) = RowTag.contentSize(slot, axis).meaning,
      case .contentOrigin(slot, axis) = RowTag.contentOrigin(slot, axis).meaning,
      case .rootSize(axis) = RowTag.rootSize(axis).meaning, case .rootOrigin(axis) = RowTag.rootOrigin(axis).meaning,
      case .none = RowTag.none.meaning
    else { throw LayoutError(.noAnswer, "another tag") }
    let view = View()
    let constraint = view.widthAnchor.constraint(equalToConstant: 1)
    let tag = RowTag.constraint(Unmanaged.passUnretained(constraint))
    #expect(tag.constraint?.takeUnretainedValue() === constraint)
    #expect(RowTag.contentSize(slot, axis).constraint == nil && RowTag.none.constraint == nil)
  }
}
