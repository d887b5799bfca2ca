// Some of an engine's slots: a bit each, and a list of those that are in. Putting one in costs the same whatever is there,
// and emptying the set costs what is in it, so that a layout that touches little costs little.

/// A set of slots, each once.
final class SlotSet {
  /// Those that are in, ascending after ``sort()``.
  let members = FlatArray<Int32>()
  /// A bit for each slot; none is set beyond those of `members`.
  private let words = FlatArray<UInt64>()

  var isEmpty: Bool { members.isEmpty }

  /// Makes room for slots below `count`.
  func reserve(_ count: Int) { words.fill(to: (count + 63) / 64, with: 0) }

  /// Puts a slot in; there has to be room for it.
  @inline(__always)
  func insert(_ slot: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
    let word = words[slot >> 6]
    guard word & bit == 0 else { return }
    words[slot >> 6] = word | bit
    members.append(Int32(truncatingIfNeeded: slot))
  }

  /// Orders the members: a few by sorting them, many by going through the bits between the first and the last.
  func sort() {
    var members = members.elements
    guard var last = members.first else { return }
    var (least, most, isSorted) = (last, last, true)
    for member in members {
      isSorted = isSorted && member >= last
      least = min(least, member)
      most = max(most, member)
      last = member
    }
    if isSorted { return }
    let range = Int(least >> 6)...Int(most >> 6)
    guard members.count > 32, range.count <= 8 * members.count else { return members.sort() }
    let words = words.elements
    var position = 0
    for index in range {
      var word = words[index]
      while word != 0 {
        members[position] = Int32(truncatingIfNeeded: index << 6 | word.trailingZeroBitCount)
        position &+= 1
        word &= word &- 1
      }
    }
  }

  func removeAll() {
    let words = words.elements
    for slot in members.elements { words[Int(slot) >> 6] = 0 }
    members.removeAll()
  }
}
