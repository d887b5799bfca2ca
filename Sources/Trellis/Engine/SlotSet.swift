// Some of an engine's slots: a bit each, and a list of those that are in. Putting one in costs the same whatever is there,
// and emptying the set costs what is in it, so that a layout that touches little costs little.

/// A set of slots, each once.
struct SlotSet {
  /// Those that are in, ascending after ``sort()``.
  private(set) var members: [Int32] = []
  /// A bit for each slot; none is set beyond those of `members`.
  private var words: [UInt64] = []

  var isEmpty: Bool { members.isEmpty }

  /// Makes room for slots below `count`.
  mutating func reserve(_ count: Int) {
    let missing = (count + 63) / 64 - words.count
    if missing > 0 { words.append(contentsOf: repeatElement(0, count: missing)) }
  }

  /// Puts a slot in; there has to be room for it.
  mutating func insert(_ slot: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
    let word = words[slot >> 6]
    guard word & bit == 0 else { return }
    words[slot >> 6] = word | bit
    members.append(Int32(truncatingIfNeeded: slot))
  }

  /// Orders the members: a few by sorting them, many by going through the bits between the first and the last.
  mutating func sort() {
    guard members.count > 1 else { return }
    guard members.count > 32, let first = members.min(), let last = members.max() else {
      members.sort()
      return
    }
    let range = Int(first >> 6)...Int(last >> 6)
    guard range.count <= 8 * members.count else {
      members.sort()
      return
    }
    var place = 0
    members.withUnsafeMutableBufferPointer { members in
      for index in range {
        var word = words[index]
        while word != 0 {
          members[place] = Int32(truncatingIfNeeded: index << 6 + word.trailingZeroBitCount)
          place += 1
          word &= word - 1
        }
      }
    }
  }

  mutating func removeAll() {
    words.withUnsafeMutableBufferPointer { words in
      for slot in members { words[Int(slot) >> 6] = 0 }
    }
    members.removeAll(keepingCapacity: true)
  }
}
