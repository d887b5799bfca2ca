// Shaped words by typeface, so that a word is shaped once however many texts and sizes it appears in.
//
// Two generations: when the young one is full it becomes the old one, and what was in the old one and not asked for since
// is dropped. So memory is bounded, an eviction costs nothing per word, and words in use stay. A generation holds its words
// end to end in three arrays with a table of open addressing beside them, so that keeping a word allocates nothing.

/// Where a shaped word lies.
struct ShapedWord {
  /// Its units in the young generation, or in the run that is too long to be kept.
  var range: Range<Int>
  /// Whether a character of it has no glyph.
  var isMissing: Bool
  fileprivate var isKept: Bool
}

struct WordCache {
  /// The most UTF-16 units in a generation; each takes about 11 bytes, and a word 24 more.
  let limit: Int
  private var young = Generation()
  private var old = Generation()
  private var youngUnits = 0
  /// The last word that was too long to be kept.
  private var long = ShapedRun(advances: [], flags: [])
  /// Of this process, so that nobody can write texts whose words all meet in one slot.
  private static let seed = UInt64.random(in: 1...(.max))

  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of words held.
  var count: Int { young.entries.count + old.entries.count }

  /// The words of one age.
  private struct Generation {
    struct Entry {
      var hash: UInt64
      var start: Int
      var count: Int32
      /// Twice the typeface, and one more from right to left.
      var style: Int32
      var isMissing: Bool
    }

    var units: [UInt16] = []
    var advances: [Double] = []
    var flags: [ShapedRun.Flags] = []
    var entries: [Entry] = []
    /// Positions in `entries`, from 1 on; 0 is free. At most half of them are taken.
    var slots: [Int32] = []

    func find(_ text: [UInt16], _ range: Range<Int>, _ style: Int32, _ hash: UInt64) -> Entry? {
      guard !slots.isEmpty else { return nil }
      var slot = Int(hash >> 32) & (slots.count - 1)
      while slots[slot] != 0 {
        let entry = entries[Int(slots[slot]) - 1]
        if entry.hash == hash, entry.style == style, Int(entry.count) == range.count {
          var offset = 0
          while offset < range.count, units[entry.start + offset] == text[range.lowerBound + offset] { offset += 1 }
          if offset == range.count { return entry }
        }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }

    /// Adds an entry whose units were appended.
    mutating func add(_ entry: Entry) {
      entries.append(entry)
      if entries.count * 2 > slots.count {
        slots = Array(repeating: 0, count: max(64, slots.count * 4))
        for position in entries.indices { take(position) }
      } else {
        take(entries.count - 1)
      }
    }

    private mutating func take(_ position: Int) {
      var slot = Int(entries[position].hash >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(position + 1)
    }
  }

  /// A number for the units of a word, to be found by.
  static func hash(_ text: [UInt16], _ range: Range<Int>) -> UInt64 {
    var hash = seed
    for position in range {
      hash = (hash ^ UInt64(text[position])) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash
  }

  /// The same for a word in a style.
  private static func hash(_ word: UInt64, _ style: Int32) -> UInt64 {
    (word ^ UInt64(bitPattern: Int64(style))) &* 0xBF58_476D_1CE4_E5B9
  }

  private static func style(_ typeface: Int, _ isRightToLeft: Bool) -> Int32 {
    Int32(truncatingIfNeeded: typeface &* 2 &+ (isRightToLeft ? 1 : 0))
  }

  /// Whether a word, the range of a text with a hash, is held.
  func has(_ text: [UInt16], _ range: Range<Int>, hash word: UInt64, typeface: Int, isRightToLeft: Bool) -> Bool {
    let style = Self.style(typeface, isRightToLeft)
    let hash = Self.hash(word, style)
    return young.find(text, range, style, hash) != nil || old.find(text, range, style, hash) != nil
  }

  /// A word, the range of a text with a hash, if it is held.
  mutating func find(
    _ text: [UInt16], _ range: Range<Int>, hash word: UInt64, typeface: Int, isRightToLeft: Bool
  ) -> ShapedWord? {
    let style = Self.style(typeface, isRightToLeft)
    let hash = Self.hash(word, style)
    if let entry = young.find(text, range, style, hash) {
      return ShapedWord(
        range: entry.start..<entry.start + Int(entry.count), isMissing: entry.isMissing, isKept: true)
    }
    guard let entry = old.find(text, range, style, hash) else { return nil }
    let kept = entry.start..<entry.start + Int(entry.count)
    let run = ShapedRun(advances: Array(old.advances[kept]), flags: Array(old.flags[kept]))
    return insert(run, 0..<range.count, text, range, style, hash)
  }

  /// Keeps a word, a part of a run. Of one that is longer than a quarter of a generation the last is kept, and no others.
  mutating func insert(
    _ run: ShapedRun, _ part: Range<Int>, _ text: [UInt16], _ range: Range<Int>, hash word: UInt64, typeface: Int,
    isRightToLeft: Bool
  ) -> ShapedWord {
    let style = Self.style(typeface, isRightToLeft)
    return insert(run, part, text, range, style, Self.hash(word, style))
  }

  private mutating func insert(
    _ run: ShapedRun, _ part: Range<Int>, _ text: [UInt16], _ range: Range<Int>, _ style: Int32, _ hash: UInt64
  ) -> ShapedWord {
    let isMissing = run.flags[part].contains { $0.contains(.missing) }
    guard range.count <= limit / 4 else {
      long = ShapedRun(advances: Array(run.advances[part]), flags: Array(run.flags[part]))
      return ShapedWord(range: 0..<range.count, isMissing: isMissing, isKept: false)
    }
    // A short word costs about as much as one of sixteen units, for its entry.
    youngUnits += max(16, range.count)
    if youngUnits > limit {
      old = young
      young = Generation()
      youngUnits = max(16, range.count)
    }
    let start = young.units.count
    young.units.append(contentsOf: text[range])
    young.advances.append(contentsOf: run.advances[part])
    young.flags.append(contentsOf: run.flags[part])
    young.add(
      Generation.Entry(hash: hash, start: start, count: Int32(range.count), style: style, isMissing: isMissing))
    return ShapedWord(range: start..<start + range.count, isMissing: isMissing, isKept: true)
  }

  /// What is known of the units of a word that was just found or inserted.
  func flags(of word: ShapedWord) -> ArraySlice<ShapedRun.Flags> {
    word.isKept ? young.flags[word.range] : long.flags[...]
  }

  /// Copies a word that was just found or inserted.
  mutating func copy(_ word: ShapedWord, _ advances: inout [Double], _ flags: inout [ShapedRun.Flags]) {
    advances.removeAll(keepingCapacity: true)
    flags.removeAll(keepingCapacity: true)
    if word.isKept {
      advances.append(contentsOf: young.advances[word.range])
      flags.append(contentsOf: young.flags[word.range])
    } else {
      (advances, flags) = (long.advances, long.flags)
      long = ShapedRun(advances: [], flags: [])
    }
  }
}
