// Shaped words by typeface, so that a word is shaped once however many texts and sizes it appears in.
//
// Two generations: when the young one is full it becomes the old one, and what was in the old one and not asked for since
// is dropped. So memory is bounded, an eviction costs nothing per word, and words in use stay.

/// A word in a typeface. Sizes are not part of it: advances are in ems.
struct WordKey: Hashable {
  var typeface: Int
  var isRightToLeft: Bool
  var units: ArraySlice<UInt16>

  static func == (first: WordKey, second: WordKey) -> Bool {
    first.typeface == second.typeface && first.isRightToLeft == second.isRightToLeft && first.units == second.units
  }

  func hash(into hasher: inout Hasher) {
    units.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(typeface &* 2 &+ (isRightToLeft ? 1 : 0))
  }
}

struct WordCache {
  /// The most UTF-16 units in a generation; each takes about 11 bytes.
  let limit: Int
  private var young: [WordKey: ShapedRun] = [:]
  private var old: [WordKey: ShapedRun] = [:]
  private var youngUnits = 0

  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of words held.
  var count: Int { young.count + old.count }

  mutating func find(_ key: WordKey) -> ShapedRun? {
    if let run = young[key] { return run }
    guard let run = old.removeValue(forKey: key) else { return nil }
    insert(run, for: key)
    return run
  }

  /// Keeps a word. One that is longer than a quarter of a generation is not kept.
  mutating func insert(_ run: ShapedRun, for key: WordKey) {
    guard key.units.count <= limit / 4 else { return }
    // A short word costs about as much as one of sixteen units, for its entry.
    youngUnits += max(16, key.units.count)
    if youngUnits > limit {
      old = young
      young = [:]
      youngUnits = max(16, key.units.count)
    }
    // A slice of its own: the text that the word was met in is not kept.
    young[WordKey(typeface: key.typeface, isRightToLeft: key.isRightToLeft, units: Array(key.units)[...])] = run
  }
}
