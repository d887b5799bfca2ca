// Judges that share none of this code: `hb-shape` for widths, Perl's `\b{lb}` (UAX #14) for places where lines may end.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisText

/// A font of Debian's packages that has all characters of a vocabulary.
private let fontFiles = [
  "noto/NotoSans-Regular.ttf", "noto/NotoSans-Regular.ttf", "noto/NotoSans-Regular.ttf",
  "noto/NotoSansArabic-Regular.ttf",
  "noto/NotoSansHebrew-Regular.ttf", "noto/NotoSansDevanagari-Regular.ttf", "noto/NotoSansThai-Regular.ttf",
  "noto/NotoSansBengali-Regular.ttf", "noto/NotoSansGeorgian-Regular.ttf", "droid/DroidSansFallbackFull.ttf",
].map { "/usr/share/fonts/truetype/" + $0 }

/// What a program prints for lines of text, line by line; nil where it is not installed.
private func answers(of program: String, _ arguments: [String], to lines: [String]) throws -> [String]? {
  guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
  let input = FileManager.default.temporaryDirectory.appendingPathComponent("judge-\(UUID().uuidString)")
  try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: input)
  defer { try? FileManager.default.removeItem(at: input) }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardInput = try FileHandle(forReadingFrom: input)
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

@Suite("Judges of texts")
struct JudgeTests {
  private func texts(_ number: Int, seed: UInt64, isSpaced: Bool) -> [String] {
    var random = SplitMix64(seed: seed + UInt64(number))
    let (_, words, separators) = vocabularies[number]
    return (0..<200).map { _ in
      randomText(words, isSpaced ? separators + [" "] : separators, random.int(1...10), using: &random)
    }
  }

  @Test("Widths are those of hb-shape, in ten scripts", arguments: vocabularies.indices)
  func widths(_ number: Int) throws {
    let path = fontFiles[number]
    guard FileManager.default.fileExists(atPath: path) else { return print("\(path) is not installed; not judged") }
    try check(path, unit: number == 9 ? 256 : 1_000, texts(number, seed: 500, isSpaced: false))
  }

  @Test(
    "A word of many characters, which is shaped in parts, is as wide as shaped as a whole",
    arguments: vocabularies.indices)
  func longWords(_ number: Int) throws {
    let path = fontFiles[number]
    guard FileManager.default.fileExists(atPath: path) else { return print("\(path) is not installed; not judged") }
    var random = SplitMix64(seed: 77 + UInt64(number))
    let words = vocabularies[number].words
    try check(path, unit: number == 9 ? 256 : 1_000, (0..<4).map { _ in randomText(words, [""], 300, using: &random) })
  }

  @Test(
    "Long words are cut into parts where nothing kerns, joins or looks ahead, wherever the parts' ends fall",
    arguments: [
      "truetype/dejavu/DejaVuSans.ttf", "opentype/inter/Inter-Regular.otf", "truetype/noto/NotoSans-Regular.ttf",
    ])
  func cuts(_ file: String) throws {
    let path = "/usr/share/fonts/" + file
    guard FileManager.default.fileExists(atPath: path) else { return print("\(path) is not installed; not judged") }
    var random = SplitMix64(seed: TestRun.seed(78))
    // What kerns, with letters between that do not; and arrows, fractions and multiplications, for which Inter looks ahead.
    var texts = (0..<16).map { String(repeating: "o", count: $0) + String(repeating: "ooAVAVAVAV", count: 60) }
    let parts = ["AV", "To", "ffi", "-->", "1x2", "1/2", "12:30", "(A)", "o", "n", "==", "Y.", "r,", "fj"]
    for _ in 0..<40 { texts.append((0..<400).map { _ in random.pick(parts) }.joined()) }
    let unit = file.contains("Inter-") ? 2_816.0 : file.contains("DejaVu") ? 2_048 : 1_000
    try check(path, unit: unit, texts)
  }

  @Test("Texts with marks are as wide as with the features that move them", arguments: [false, true])
  func marks(_ isHebrew: Bool) throws {
    let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    guard FileManager.default.fileExists(atPath: path) else { return print("\(path) is not installed; not judged") }
    let texts =
      isHebrew
      ? ["שָׁלוֹם", "\u{5D0}\u{5BC}\u{5B8}", "\u{FB48}\u{FB40}\u{306}\u{FB22}\u{FB31}\u{FB41}", "\u{FB2D}\u{30E}\u{FB33}"]
      : ["Tie\u{302}\u{301}ng Vie\u{323}\u{302}t", "a\u{301}\u{316}b", "مَرْحَبًا", "لَا", "A\u{30A}V\u{301}A"]
    try check(path, unit: 2_048, texts)
  }

  /// Texts in a font are as wide as `hb-shape` says, in units of an em.
  private func check(_ path: String, unit: Double, _ texts: [String]) throws {
    let arguments = ["--no-glyph-names", "--no-clusters", "--language=en", path]
    guard let lines = try answers(of: "/usr/bin/hb-shape", arguments, to: texts) else {
      return print("hb-shape is not installed; not judged")
    }
    #expect(lines.count > texts.count)
    for (text, line) in zip(texts, lines) {
      // [75+1298|76@0,20+569]
      let advances = line.dropFirst().dropLast().split(separator: "|").map { glyph in
        glyph.split(separator: "+").last.flatMap { Double($0) } ?? .nan
      }
      let prepared = try text.prepared(in: Font(file: path, size: 1_000))
      #expect(prepared.notes.isEmpty)
      // The judge's are whole ones.
      let width = prepared.naturalSize.width * unit / 1_000
      #expect(abs(width - advances.reduce(0, +)) < 1e-6, "\(text): \(width), judged \(advances.reduce(0, +))")
    }
  }

  @Test("Lines may end where Perl says, but for Thai, which it has no dictionary for", arguments: vocabularies.indices)
  func breaks(_ number: Int) throws {
    guard vocabularies[number].name != "Thai" else { return }
    let texts = texts(number, seed: 900, isSpaced: true)
    let script = #"chomp; print join(",", map { length } split /\b{lb}/), "\n""#
    guard let lines = try answers(of: "/usr/bin/perl", ["-CSD", "-ne", script], to: texts) else {
      return print("Perl is not installed; not judged")
    }
    let shaper = try HarfBuzzShaper()
    for (text, line) in zip(texts, lines) {
      let scalars = Array(text.unicodeScalars)
      let breaks = try shaper.lineBreaks(Array(text.utf16))
      // No character is beyond U+FFFF, so that both count alike.
      var ours: [Int] = []
      var length = 0
      for index in 1...scalars.count {
        length += 1
        guard breaks[index] != .none || index == scalars.count else { continue }
        ours.append(length)
        length = 0
      }
      #expect(ours == line.split(separator: ",").compactMap { Int($0) }, "\(text)")
    }
  }
}

@Suite("Hostile texts and fonts")
struct HostileTextTests {
  private static let font = Font("DejaVu Sans", size: 16)

  @Test("A megabyte of one word, and of characters of several fonts")
  func long() throws {
    let word = String(repeating: "a", count: 1 << 20)
    let text = try word.prepared(in: Self.font)
    #expect(abs(text.naturalSize.width - Double(1 << 20) * 16 * 1_255 / 2_048) < 1e-3)
    let perLine = (100 / (16.0 * 1_255 / 2_048)).rounded(.down)
    #expect(text.lineCount(fitting: 100) == Int((Double(1 << 20) / perLine).rounded(.up)))
    let mixed = try String(repeating: "กa漢", count: 1 << 14).prepared(in: Self.font)
    #expect(mixed.lineCount(fitting: 100) > 1_000)
  }

  @Test("Lone surrogates, controls and nonsense are shaped as something")
  func surrogates() throws {
    let shaper = try HarfBuzzShaper()
    let face = try shaper.typeface(for: Self.font).typeface
    for units: [UInt16] in [[0xD800], [0xDC00, 0x61], [0x61, 0xD800, 0xD800], [0xFFFF, 0xFFFE, 0]] {
      let run = try shaper.shape(units, units.indices, in: face, isRightToLeft: false, script: 0x4C61_746E)
      #expect(run.advances.count == units.count && run.advances.allSatisfy { $0.isFinite && $0 >= 0 })
      #expect(try shaper.lineBreaks(units).count == units.count + 1 && shaper.levels(units).count == units.count)
    }
    for text in [
      "\u{202E}abc\u{202C}", String(repeating: "\u{202B}", count: 1_000) + "x", "\0\0", "\u{301}\u{301}", "\u{FEFF}",
    ] {
      let prepared = try text.prepared(in: Self.font)
      #expect(prepared.naturalSize.width.isFinite)
      #expect(prepared.lines(fitting: 0).last?.range.upperBound == text.utf16.count)
    }
  }

  @Test("The cache of words stays small")
  func eviction() throws {
    let engine = try TextEngine(cacheLimit: 1 << 14)
    for start in stride(from: 0, to: 40_000, by: 1_000) {
      let words = (start..<start + 1_000).map { "word\($0)" }.joined(separator: " ")
      let text = try words.prepared(in: Self.font, by: engine)
      #expect(text.naturalSize.width > 0 && engine.cachedWordCount <= 1 << 10)
    }
  }

  @Test("Broken fonts are refused, or measured, and nothing else")
  func brokenFonts() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SplitMix64(seed: 3)
    for number in 0..<40 {
      var broken = bytes
      if number % 2 == 0 { broken = broken.prefix(random.int(0...broken.count)) }
      for _ in 0..<(number % 2) * 200 { broken[random.int(0...2_000)] = UInt8(random.int(0...255)) }
      let file = folder.appendingPathComponent("\(number).ttf")
      try broken.write(to: file)
      do {
        let size = try "Text in a broken font".prepared(in: Font(file: file.path, size: 12)).size(fitting: 50)
        #expect(size.width.isFinite && size.height.isFinite)
      } catch {
        #expect(error.kind == .unusableFont)
      }
    }
  }
}
