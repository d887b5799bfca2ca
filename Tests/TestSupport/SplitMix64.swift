// A seeded generator, so that a random test that fails once fails again: SplitMix64 (Steele, Lea, Flood: Fast
// splittable pseudorandom number generators, OOPSLA 2014). Any seed is a good one, neighbours included.

/// A random number generator that is a function of its seed.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SplitMix64 {
  /// True with the given probability.
  public mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// An integer of the range.
  public mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A number of the range.
  public mutating func real(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// An element of a collection that is not empty.
  public mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element {
    elements[elements.index(elements.startIndex, offsetBy: int(0...(elements.count - 1)))]
  }

  /// As many different integers of `0 ..< limit`, in random order; all of them if there are fewer.
  public mutating func distinct(_ count: Int, below limit: Int) -> [Int] {
    if count * 4 < limit {
      var chosen: [Int] = []
      while chosen.count < count {
        let candidate = int(0...(limit - 1))
        if !chosen.contains(candidate) { chosen.append(candidate) }
      }
      return chosen
    }
    return Array(Array(0..<limit).shuffled(using: &self).prefix(count))
  }
}
