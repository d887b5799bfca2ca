// "Did you mean": the nearest known word to a mistyped one. Optimal string alignment distance (Damerau 1964 in its
// restricted form): insertions, deletions, substitutions and swaps of neighbours count one each, which covers most of
// what people mistype.

/// Words that may be meant by one that is not known.
@_spi(Tools) public enum Suggestion {
  /// Words longer than this are not compared; the table would be larger than a typo is worth.
  private static let longestWord = 64

  /// The candidate nearest to a word, or nil if none is near: at most a third of the word's letters may differ, and at
  /// least one may. Letter case costs nothing. The first of equals wins. O(candidates × length²).
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    guard !letters.isEmpty, letters.count <= longestWord else { return nil }
    var best: String?
    var bestDistance = max(1, letters.count / 3) + 1
    for candidate in candidates {
      let other = Array(candidate.lowercased().utf8)
      guard other.count <= longestWord, abs(other.count - letters.count) < bestDistance else { continue }
      let distance = distance(letters, other)
      if distance < bestDistance {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }

  /// `; did you mean 'centerX'?`, or the fallback where nothing is near.
  public static func cure(for word: String, among candidates: some Sequence<String>, otherwise: String) -> String {
    nearest(to: word, among: candidates).map { "did you mean \(quoted($0))?" } ?? otherwise
  }

  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1]
      current.reserveCapacity(second.count + 1)
      for column in 0..<second.count {
        let substitution = last[column] + (first[row] == second[column] ? 0 : 1)
        var best = min(substitution, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
