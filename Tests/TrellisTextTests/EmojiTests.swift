// Emoji of several characters (UTS #51) are one cluster: no line ends inside, nothing is cut inside. They are measured in an emoji
// font where one is installed (Debian: fonts-noto-color-emoji), else each is a box and named once.

import TestSupport
import Testing
import Trellis

@testable import TrellisText

@Suite("Emoji")
struct EmojiTests {
  private static let font = Font("DejaVu Sans", size: 16)

  private static let sequences: [(name: String, text: String)] = [
    ("family", "👨\u{200D}👩\u{200D}👧\u{200D}👦"), ("profession with a skin tone", "👩🏽\u{200D}🚀"), ("flag", "🇩🇪"),
    ("skin tone", "👍🏿"),
    ("keycap", "1\u{FE0F}\u{20E3}"), ("variation selector", "❤\u{FE0F}"), ("rainbow flag", "🏳\u{FE0F}\u{200D}🌈"),
    ("flag by tags", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"), ("plain", "😀"),
  ]

  /// The font that stands in for an emoji; nil where none does.
  private static var emojiFont: Font? {
    let font = Font("Noto Color Emoji", size: 16)
    return (try? "😀".prepared(in: font))?.notes.isEmpty == true ? font : nil
  }

  @Test("A sequence is one cluster, with a letter around it and in both directions", arguments: sequences.indices)
  func clusters(_ number: Int) throws {
    let sequence = Self.sequences[number].text
    let count = sequence.utf16.count
    for (before, after) in [
      ("a", "b"), ("א", "ב"), ("ب", "ب"), ("", sequence), ("1", "א"), (" ", " "), ("漢", "字"), ("👍", "😀"),
    ] {
      let string = before + sequence + after
      let text = try string.prepared(in: Self.font)
      let start = before.utf16.count
      #expect(text.content.isBoundary[start] && text.content.isBoundary[start + count], "\(string)")
      #expect(!text.content.isBoundary[(start + 1)..<(start + count)].contains(true), "\(string)")
      let breaks = try HarfBuzzShaper().lineBreaks(Array(string.utf16))
      #expect(breaks[(start + 1)..<(start + count)].allSatisfy { $0 == .none }, "\(string)")
    }
  }

  @Test("No line ends inside of a sequence, and none is cut inside, at any width")
  func lines() throws {
    var random = SplitMix64(seed: TestRun.seed(90))
    for _ in 0..<TestRun.count(20, long: 500) {
      // Flags and letters are never joined: each of the parts is a character to Swift, too.
      let parts = (0..<random.int(1...12)).map { _ in
        random.chance(0.3) ? random.pick(["a", "word", " ", "שלום", "ب"]) : random.pick(Self.sequences).text
      }
      let string = parts.joined()
      var ends: Set<Int> = [0]
      for character in string { ends.insert((ends.max() ?? 0) + character.utf16.count) }
      let text = try string.prepared(in: Self.font)
      for width in stride(from: 0.0, through: text.naturalSize.width + 5, by: 3.5) {
        for lines in 0...2 {
          for line in text.lines(fitting: width, lines: lines) {
            #expect(
              ends.contains(line.range.upperBound),
              "\(string.unicodeScalars.map { String($0.value, radix: 16) }) at \(width), \(lines) lines: \(line.range)")
          }
        }
      }
    }
  }

  @Test("Measured in an emoji font as one emoji, or missing and named once", arguments: sequences.indices)
  func widths(_ number: Int) throws {
    let (name, sequence) = Self.sequences[number]
    let text = try (sequence + " " + sequence + sequence).prepared(in: Self.font)
    guard Self.emojiFont != nil else {
      // DejaVu Sans has some of them by itself.
      #expect(text.notes.missing.count <= 1, "\(name): \(text.notes.messages)")
      #expect(!text.notes.missing.contains("1"), "the digit of a keycap is in every font")
      #expect(text.naturalSize.width > 0)
      #expect(text.notes.messages.count <= 1)
      return
    }
    #expect(text.notes.missing.isEmpty, "\(name): \(text.notes.messages)")
    // What DejaVu Sans has itself is not asked of another font, so this is of those it lacks.
    guard ["family", "profession with a skin tone", "flag by tags", "flag"].contains(name) else { return }
    let single = try "🚀".prepared(in: Self.font).naturalSize.width
    let space = try "a b".prepared(in: Self.font).naturalSize.width - "ab".prepared(in: Self.font).naturalSize.width
    #expect(
      abs(text.naturalSize.width - 3 * single - space) < 1e-6, "\(name): \(text.naturalSize.width), one \(single)")
  }

  @Test("An emoji that no font has is named once, however often it is shown")
  func missing() throws {
    // No font has a character of a plane for private use; a joiner and a selector do not count.
    let one = "\u{10F0AB}\u{200D}\u{10F0AB}\u{FE0F}"
    let text = try (one + "a" + one + " " + one).prepared(in: Self.font)
    #expect(text.notes.missing == ["\u{10F0AB}"] && text.notes.messages.count == 1)
  }
}
