// Words that are shaped together are measured as words that are shaped each by itself, to the last bit.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisText

/// HarfBuzz, with its calls counted; several words in one call only if the test wants it.
private final class CountingShaper: TextShaper {
  let inner: HarfBuzzShaper
  private let isTogether: Bool
  private(set) var calls = 0
  var systemFontIsStandIn: Bool { inner.systemFontIsStandIn }

  init(isTogether: Bool) throws {
    inner = try HarfBuzzShaper()
    self.isTogether = isTogether
  }

  func typeface(for font: Font) throws(TextError) -> FoundTypeface { try inner.typeface(for: font) }
  func fallback(for font: Font, character: Unicode.Scalar) -> FoundTypeface? {
    inner.fallback(for: font, character: character)
  }
  func shape(
    _ text: [UInt16], _ range: Range<Int>, in typeface: Typeface, isRightToLeft: Bool, script: UInt32
  ) throws(TextError) -> ShapedRun {
    calls += 1
    return try inner.shape(text, range, in: typeface, isRightToLeft: isRightToLeft, script: script)
  }
  func canShapeTogether(_ text: [UInt16], _ range: Range<Int>, script: UInt32) -> Bool {
    isTogether && inner.canShapeTogether(text, range, script: script)
  }
  func lineBreaks(_ text: [UInt16]) throws(TextError) -> [LineBreak] { try inner.lineBreaks(text) }
  func levels(_ text: [UInt16]) throws(TextError) -> [UInt8] { try inner.levels(text) }
  func script(of character: Unicode.Scalar) -> UInt32 { inner.script(of: character) }
}

@Suite("Words shaped together")
struct WordShaperTests {
  /// Characters of ten scripts, marks and joiners among them, and what all scripts use.
  private static let alphabets: [ClosedRange<Int>] = [
    0x21...0x24F, 0x370...0x3FF, 0x400...0x45F, 0x621...0x655, 0x5B0...0x5EA, 0x905...0x94D, 0xE01...0xE4E,
    0x985...0x9CD, 0x10D0...0x10FF, 0x4E00...0x4E80,
  ]
  private static let common: [Int] = [
    0x31, 0x2E, 0x2C, 0x2D, 0x28, 0x301, 0x308, 0x200D, 0x200C, 0xAD, 0x2026, 0x1F600, 0xFE0F, 0x1F1E9, 0xA0,
  ]

  /// A word of one script, at times with what all scripts use, at times of two scripts.
  private func word(_ number: Int, using random: inout SplitMix64) -> String {
    var alphabet = Self.alphabets[number]
    var word = ""
    for _ in 0..<random.int(1...random.pick([3, 8, 60])) {
      if random.chance(0.02) { alphabet = random.pick(Self.alphabets) }
      let value = random.chance(0.08) ? random.pick(Self.common) : random.int(alphabet)
      if let scalar = Unicode.Scalar(UInt32(value)) { word.unicodeScalars.append(scalar) }
    }
    return word
  }

  private func check(_ one: PreparedText, _ other: PreparedText, _ text: String) {
    let (one, other) = (one.content, other.content)
    #expect(one.offsets.map(\.bitPattern) == other.offsets.map(\.bitPattern), "\(text)")
    #expect(one.isBoundary == other.isBoundary, "\(text)")
    #expect(
      one.pieces.map { [$0.left, $0.right, $0.startDifference] }
        == other.pieces.map { [$0.left, $0.right, $0.startDifference] })
    #expect(one.notes == other.notes)
  }

  @Test("Random texts in ten scripts, several fonts and runs", arguments: vocabularies.indices)
  func equality(_ number: Int) throws {
    var random = SplitMix64(seed: TestRun.seed(810 + UInt64(number)))
    let fonts: [Font] = [
      Font("DejaVu Sans", size: 16), .system(17), .system(34, weight: .bold), Font("Noto Sans", size: 13),
      Font("Noto Sans \(vocabularies[number].name)", size: 15), Font("Noto Serif", size: 20),
    ]
    let together = try TextEngine(shaper: CountingShaper(isTogether: true))
    for _ in 0..<TestRun.count(60, long: 3_000) {
      // An engine that knows no word yet, and one that knows some.
      let alone = try TextEngine(shaper: CountingShaper(isTogether: false))
      let runs = (0..<random.int(1...3)).map { _ in
        let words = (0..<random.int(1...30)).map { _ in
          random.chance(0.3) ? random.pick(vocabularies[number].words) : word(number, using: &random)
        }
        return TextRun(words.joined(separator: random.pick([" ", "  ", "\n", " \t"])), font: random.pick(fonts))
      }
      let text = runs.map(\.text).joined()
      check(try together.prepare(runs), try alone.prepare(runs), text)
    }
  }

  /// DejaVu Sans with a table of its own for kerning: letters against spaces alone. Nil where it is not installed.
  private func spaceKerningFont() throws -> URL? {
    guard
      var bytes = try? [UInt8](
        Data(contentsOf: URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")))
    else { return nil }
    func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8((value >> (8 * $0)) & 0xFF) } }
    // OpenType, "kern", format 0: glyph 3 is the space, 36 to 61 are A to Z.
    var pairs: [(Int, Int, Int)] = []
    for glyph in 36...61 where glyph % 3 > 0 {
      pairs.append(glyph % 3 == 1 ? (3, glyph, 0x10000 - 10 * glyph) : (glyph, 3, 7 * glyph))
    }
    pairs.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    var table = big(0, 2) + big(1, 2) + big(0, 2) + big(14 + 6 * pairs.count, 2) + big(1, 2)
    table += big(pairs.count, 2) + big(96, 2) + big(4, 2) + big(6 * pairs.count - 96, 2)
    for (left, right, value) in pairs { table += big(left, 2) + big(right, 2) + big(value, 2) }
    for entry in stride(from: 12, to: 12 + 16 * Int(bytes[5]), by: 16) {
      switch String(decoding: bytes[entry..<entry + 4], as: UTF8.self) {
      case "GPOS": bytes[entry + 3] = UInt8(ascii: "T")
      case "kern": bytes.replaceSubrange(entry + 8..<entry + 16, with: big(bytes.count, 4) + big(table.count, 4))
      default: break
      }
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("spaces-\(UUID().uuidString).ttf")
    try Data(bytes + table).write(to: file)
    return file
  }

  @Test("A font that kerns letters against spaces")
  func kerning() throws {
    guard let file = try spaceKerningFont() else { return print("DejaVu Sans is not installed; not judged") }
    defer { try? FileManager.default.removeItem(at: file) }
    let font = Font(file: file.path, size: 2_048)
    // Otherwise the test would show nothing.
    let shaper = try HarfBuzzShaper()
    let face = try shaper.typeface(for: font).typeface
    func advances(_ text: String) throws -> [Double] {
      let units = Array(text.utf16)
      return try shaper.shape(units, units.indices, in: face, isRightToLeft: false, script: 0x4C61_746E).advances
    }
    #expect(try advances("A B") != advances("A") + advances(" ") + advances("B"))
    var random = SplitMix64(seed: TestRun.seed(820))
    for _ in 0..<50 {
      let words = (0..<random.int(2...20)).map { _ in
        String((0..<random.int(1...4)).map { _ in random.pick(Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabc")) })
      }
      let text = words.joined(separator: " ")
      let alone = try TextEngine(shaper: CountingShaper(isTogether: false))
      let together = try TextEngine(shaper: CountingShaper(isTogether: true))
      check(try text.prepared(in: font, by: together), try text.prepared(in: font, by: alone), text)
    }
  }

  @Test("Marks that stand on nothing, fifteen syllables apart")
  func dottedCircles() throws {
    let font = Font("Noto Sans Devanagari", size: 15)
    for count in 0..<32 {
      // A vowel sign without a consonant, syllables, another such sign.
      let text = "\u{941}क " + String(repeating: "क", count: count) + " \u{941}क " + "परीक्षण"
      let alone = try TextEngine(shaper: CountingShaper(isTogether: false))
      let together = try TextEngine(shaper: CountingShaper(isTogether: true))
      check(try text.prepared(in: font, by: together), try text.prepared(in: font, by: alone), text)
    }
  }

  @Test(
    "Which words have whole syllables only",
    arguments: [
      ("नमस्ते", true), ("परीक्षण", true), ("क्षत्र्म", true), ("अंक", true), ("আমি", true), ("தமிழ்", true), ("ड़", true),
      ("ेक", false), ("कःि", false), ("अि", false), ("क्", true), ("्क", false), ("क़़", false), ("कa", false), ("", true),
      ("क्ष्क्ष्क्षि", false),
    ])
  func syllables(_ word: String, _ expected: Bool) {
    let units = Array(word.utf16)
    #expect(hasWholeSyllables(units, units.indices) == expected)
  }

  @Test("The words of a paragraph take a call or two, in both directions")
  func calls() throws {
    let latin = (0..<40).map { "word\($0)x" }.joined(separator: " ")
    let hindi = "नमस्ते दुनिया यह परीक्षण है कमल नमक सड़क कलम"
    let arabic = ["مرحبا", "بالعالم", "هذا", "نص", "تجريبي", "كتاب", "باب", "سلام"].joined(separator: " ")
    for (text, most) in [(latin, 6), (arabic, 4), (hindi, 4)] {
      let shaper = try CountingShaper(isTogether: true)
      let engine = TextEngine(shaper: shaper)
      let font = Font(text == hindi ? "Noto Sans Devanagari" : "DejaVu Sans", size: 16)
      _ = try text.prepared(in: font, by: engine)
      // Of them a space and an ellipsis.
      #expect(shaper.calls <= most, "\(shaper.calls) calls")
      let calls = shaper.calls
      _ = try text.prepared(in: font, by: engine)
      #expect(shaper.calls == calls)
    }
  }

  @Test("A cache of a few words, smaller than what is shaped together")
  func smallCache() throws {
    var random = SplitMix64(seed: TestRun.seed(830))
    let engine = try TextEngine(shaper: CountingShaper(isTogether: true), cacheLimit: 64)
    for _ in 0..<40 {
      let text = (0..<80).map { _ in word(0, using: &random) }.joined(separator: " ")
      let font = Font("DejaVu Sans", size: 16)
      let alone = try TextEngine(shaper: CountingShaper(isTogether: false))
      check(try text.prepared(in: font, by: engine), try text.prepared(in: font, by: alone), text)
    }
  }
}
