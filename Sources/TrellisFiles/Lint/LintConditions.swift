// Under which locales, text sizes and devices a fault shows, and the fewest words for it.
//
// The set is covered by boxes (locales × sizes × devices): one for each group of locales that are alike, as for a text that is
// too long in German from XL on and in Finnish from L on. Where that takes too many, each box is the largest of those that grow
// from a combination which is not covered yet: a greedy cover, not always the smallest, but each box of it is true.

import Trellis

/// Some of the combinations of a matrix.
struct ConditionSet {
  private let sizes: Int
  private let words: Int
  let canvases: Int
  /// For each locale and size a row of bits, one for each canvas.
  private var bits: [UInt64]

  init(_ matrix: LintMatrix) {
    sizes = matrix.textSizes.count
    canvases = matrix.canvases.count
    words = (canvases + 63) / 64
    bits = [UInt64](repeating: 0, count: matrix.locales.count * sizes * words)
  }

  var rowCount: Int { bits.count / words }

  /// Adds all the canvases of a mask to a locale and size.
  mutating func insert(row: Int, _ mask: [UInt64]) {
    for word in 0..<words { bits[row * words + word] |= mask[word] }
  }

  func contains(_ locale: Int, _ size: Int, _ canvas: Int) -> Bool {
    bits[(locale * sizes + size) * words + (canvas >> 6)] >> UInt64(canvas & 63) & 1 == 1
  }

  func row(_ locale: Int, _ size: Int) -> [UInt64] {
    let start = (locale * sizes + size) * words
    return Array(bits[start..<start + words])
  }

  mutating func remove(_ locale: Int, _ size: Int, _ mask: [UInt64]) {
    let start = (locale * sizes + size) * words
    for word in 0..<words { bits[start + word] &= ~mask[word] }
  }

  var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func formUnion(_ other: ConditionSet) {
    for index in bits.indices { bits[index] |= other.bits[index] }
  }

  static func mask(_ canvases: some Sequence<Int>, of count: Int) -> [UInt64] {
    var mask = [UInt64](repeating: 0, count: (count + 63) / 64)
    for canvas in canvases { mask[canvas >> 6] |= 1 << UInt64(canvas & 63) }
    return mask
  }
}

/// Under which locales, text sizes and devices a fault shows.
public struct LintConditions: Sendable, Equatable {
  /// Every combination of these; in the order of the matrix.
  public struct Box: Sendable, Equatable {
    /// Names of locales.
    public var locales: [String]
    /// Text sizes.
    public var textSizes: [TextSize]
    /// Devices and sizes; empty for the file's own.
    public var canvases: [String]
  }

  /// Boxes that cover the combinations; the last of them may be left out.
  public var boxes: [Box] = []
  /// How many combinations there are.
  public var count = 0
  /// Whether ``boxes`` are all.
  public var isComplete = true
  /// The conditions in words, such as `in de, fi; from text size XL; on widths up to 375`; empty for all that was checked.
  public var text = ""

  private static let most = 4

  /// Describes a set of combinations.
  init(_ set: ConditionSet, of matrix: LintMatrix) {
    count = set.count
    var rest = set
    var phrases: [String] = []
    let byLocale = Self.boxesByLocale(set, matrix)
    while rest.count > 0 {
      guard boxes.count < Self.most else {
        isComplete = false
        phrases.append("in \(rest.count) more combinations")
        break
      }
      let next = byLocale.map { $0[boxes.count] } ?? Self.largestBox(in: set, with: rest, matrix)
      guard let found = next else { break }
      for locale in found.locales {
        for size in found.sizes { rest.remove(locale, size, found.mask) }
      }
      let canvases = matrix.canvases.indices.filter { found.mask[$0 >> 6] >> UInt64($0 & 63) & 1 == 1 }
      boxes.append(
        Box(
          locales: found.locales.map { matrix.locales[$0].name }, textSizes: found.sizes.map { matrix.textSizes[$0] },
          canvases: canvases.compactMap { matrix.canvases[$0].name }))
      phrases.append(Self.words(found.locales, found.sizes, canvases, matrix))
    }
    // What holds under all of one box says all.
    text = phrases.contains("") ? "" : phrases.joined(separator: ", or ")
  }

  private struct Found {
    var locales: [Int]
    var sizes: [Int]
    var mask: [UInt64]
    var gain = 0
  }

  /// A box for each group of locales that are alike, if there are few and each is one.
  private static func boxesByLocale(_ set: ConditionSet, _ matrix: LintMatrix) -> [Found]? {
    var found: [Found] = []
    var patterns: [[[UInt64]]] = []
    for locale in matrix.locales.indices {
      let rows = matrix.textSizes.indices.map { set.row(locale, $0) }
      let sizes = rows.indices.filter { rows[$0].contains { $0 != 0 } }
      guard let first = sizes.first else { continue }
      if let index = patterns.firstIndex(of: rows) {
        found[index].locales.append(locale)
        continue
      }
      guard found.count < most, sizes.allSatisfy({ rows[$0] == rows[first] }) else { return nil }
      patterns.append(rows)
      found.append(Found(locales: [locale], sizes: sizes, mask: rows[first]))
    }
    return found
  }

  /// The box of those that grow from the first combination which is left that covers the most of what is left.
  private static func largestBox(in set: ConditionSet, with rest: ConditionSet, _ matrix: LintMatrix) -> Found? {
    let (locales, sizes) = (matrix.locales.indices, matrix.textSizes.indices)
    var seed: (locale: Int, size: Int, canvas: Int)?
    search: for locale in locales {
      for size in sizes {
        for canvas in matrix.canvases.indices where rest.contains(locale, size, canvas) {
          seed = (locale, size, canvas)
          break search
        }
      }
    }
    guard let seed else { return nil }
    let single = ConditionSet.mask([seed.canvas], of: set.canvases)
    let full = set.row(seed.locale, seed.size)
    func holds(_ locale: Int, _ size: Int, _ mask: [UInt64]) -> Bool {
      zip(set.row(locale, size), mask).allSatisfy { $0 & $1 == $1 }
    }
    func grown(_ mask: [UInt64], localesFirst: Bool) -> Found {
      var found = Found(locales: [seed.locale], sizes: [seed.size], mask: mask)
      for step in [localesFirst, !localesFirst] {
        if step {
          found.locales = locales.filter { locale in found.sizes.allSatisfy { holds(locale, $0, mask) } }
        } else {
          found.sizes = sizes.filter { size in found.locales.allSatisfy { holds($0, size, mask) } }
        }
      }
      // As many canvases as all of them have.
      found.mask = [UInt64](repeating: .max, count: mask.count)
      for locale in found.locales {
        for size in found.sizes { found.mask = zip(found.mask, set.row(locale, size)).map { $0 & $1 } }
      }
      for locale in found.locales {
        for size in found.sizes {
          found.gain += zip(found.mask, rest.row(locale, size)).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
        }
      }
      return found
    }
    let candidates = [
      grown(full, localesFirst: true), grown(full, localesFirst: false), grown(single, localesFirst: true),
      grown(single, localesFirst: false),
    ]
    return candidates.reduce(candidates[0]) { $1.gain > $0.gain ? $1 : $0 }
  }

  // MARK: - Words

  private static func words(_ locales: [Int], _ sizes: [Int], _ canvases: [Int], _ matrix: LintMatrix) -> String {
    var parts: [String] = []
    if locales.count < matrix.locales.count { parts.append("in " + list(locales.map { matrix.locales[$0].name }, 8)) }
    if let text = words(ofSizes: sizes, matrix) { parts.append(text) }
    if let text = words(ofCanvases: canvases, matrix) { parts.append(text) }
    return parts.joined(separator: "; ")
  }

  private static func words(ofSizes sizes: [Int], _ matrix: LintMatrix) -> String? {
    let all = matrix.textSizes
    guard sizes.count < all.count, let first = sizes.first, let last = sizes.last else { return nil }
    let isRange = last - first == sizes.count - 1
    if isRange, last == all.count - 1 {
      return first == last ? "at text size \(all[first].name)" : "from text size \(all[first].name)"
    }
    if isRange, first == 0 { return "up to text size \(all[last].name)" }
    if isRange, sizes.count > 2 { return "at text sizes \(all[first].name) to \(all[last].name)" }
    return "at text size \(list(sizes.map { all[$0].name }, 12))"
  }

  private static func words(ofCanvases canvases: [Int], _ matrix: LintMatrix) -> String? {
    guard canvases.count < matrix.canvases.count else { return nil }
    let screens = matrix.canvases.map(\.screen)
    let chosen = Set(canvases)
    for (name, length) in [("widths", \Size.width), ("heights", \Size.height)] {
      let inside = canvases.compactMap { screens[$0]?[keyPath: length] }
      let outside = screens.indices.filter { !chosen.contains($0) }.compactMap { screens[$0]?[keyPath: length] }
      guard inside.count + outside.count == screens.count, let least = inside.min(), let most = inside.max(),
        let nearest = outside.min(), let farthest = outside.max()
      else { continue }
      if most < nearest { return "on \(name) up to \(rounded(most))" }
      if least > farthest { return "on \(name) from \(rounded(least))" }
      if !outside.contains(where: { $0 >= least && $0 <= most }) {
        return least == most
          ? "on the \(name.dropLast()) \(rounded(least))" : "on \(name) from \(rounded(least)) to \(rounded(most))"
      }
    }
    return "on " + list(canvases.compactMap { matrix.canvases[$0].name }, 3)
  }

  private static func list(_ names: [String], _ most: Int) -> String {
    let shown = names.prefix(most).joined(separator: ", ")
    return names.count > most ? "\(shown) and \(names.count - most) more" : shown
  }
}

/// Something that is wrong with a layout, once for all locales, text sizes and devices.
public struct LintFault: Sendable {
  /// The rule that it breaks: `truncation`, `conflict` …
  public var rule: String
  /// Whether the layout is wrong, not only doubtful.
  public var isError: Bool
  /// The unit of a storyboard, by its name.
  public var unit: String?
  /// The view; nil for a conflict.
  public var view: String?
  /// What stays of it when lines, numbers, languages or devices change: for lists of known faults.
  public var subject: String
  /// Under which conditions it shows.
  public var conditions: LintConditions
  /// Where it is, with what is wrong, where, and what would help.
  public var location: DocumentError
}
