// What the author of a text may want to know: fonts that are not installed, characters that no font has.

/// What was taken in place of what is not there.
public struct TextNotes: Hashable, Sendable {
  /// Families that are not installed, and what stood in for them.
  public private(set) var substitutes: [String: String] = [:]
  /// Characters that no installed font has; a box of the font's own width stands for each.
  public private(set) var missing: Set<Unicode.Scalar> = []

  /// How many different characters are listed at most.
  static let limit = 256

  mutating func substitute(_ font: Font, by family: String) {
    switch font.source {
    case .family(let name): substitutes[name] = family
    case .system: substitutes[SystemFont.family] = family
    case .file: break
    }
  }

  mutating func miss(_ character: Unicode.Scalar, _ font: Font) {
    guard missing.count < Self.limit else { return }
    missing.insert(character)
  }

  /// Whether there is nothing to say.
  public var isEmpty: Bool { substitutes.isEmpty && missing.isEmpty }

  /// One sentence for each note, in a fixed order.
  public var messages: [String] {
    let families = substitutes.sorted { $0.key < $1.key }.map {
      "font \"\($0.key)\" is not installed; measured in \($0.value)"
    }
    guard !missing.isEmpty else { return families }
    let listed = missing.map(\.value).sorted()
    let codes = listed.prefix(8).map {
      "U+" + String(repeating: "0", count: max(0, 4 - String($0, radix: 16).count))
        + String($0, radix: 16, uppercase: true)
    }
    let more = listed.count > 8 ? " and \(listed.count - 8) more" : ""
    return families + ["no installed font has \(codes.joined(separator: ", "))\(more); install a font that does"]
  }
}
