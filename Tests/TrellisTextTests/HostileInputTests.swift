// Texts and fonts that nobody would write: an answer or an error, soon, and memory that stays.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisText

@Suite("Hostile input at the boundary")
struct HostileInputTests {
  private static let font = Font("DejaVu Sans", size: 16)

  /// The memory that the process has in use, in bytes; nil where the system does not tell, or where a sanitizer, whose
  /// shadow takes terabytes of addresses, keeps what was freed for a while.
  private func memory() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let pages = text.split(separator: " ").compactMap { Int($0) }
    return pages.count > 1 && pages[0] * 4_096 < 1 << 40 ? pages[1] * 4_096 : nil
  }

  @Test("Many distinct words: memory is that of the cache, whatever their number")
  func distinctWords() throws {
    let engine = try TextEngine(cacheLimit: 1 << 16)
    let count = TestRun.count(60_000, long: 1_000_000)
    var memories: [Int] = []
    for first in stride(from: 0, to: count, by: 500) {
      let words = (first..<first + 500).map { "w\($0)x" }.joined(separator: " ")
      let text = try words.prepared(in: Self.font, by: engine)
      #expect(text.naturalSize.width > 500 * 20)
      // A generation is 32,768 units, a word counts as 16 at least.
      #expect(engine.cachedWordCount <= 2 * 32_768 / 16)
      if (first + 500) * 4 >= count * (memories.count + 1), let now = memory() { memories.append(now) }
    }
    // A word that was evicted is measured as before.
    #expect(
      try "w0x".prepared(in: Self.font, by: engine).naturalSize == "w0x".prepared(in: Self.font).naturalSize)
    // Other tests of the process take memory meanwhile, but hardly in each quarter.
    let growth = zip(memories, memories.dropFirst()).map { $1 - $0 }
    if let least = growth.min() { #expect(least < 16 << 20, "\(growth) bytes more") }
  }

  @Test("Words that come back, long ones and short ones, are measured alike from any generation")
  func generations() throws {
    var random = SplitMix64(seed: TestRun.seed(31))
    let engine = try TextEngine(cacheLimit: 1 << 9)
    for _ in 0..<400 {
      let (_, words, separators) = random.pick(vocabularies)
      let separator = random.chance(0.3) ? "" : random.pick(separators)
      let text = (0..<random.int(1...12)).map { _ in random.pick(words) }.joined(separator: separator)
      let small = try text.prepared(in: Self.font, by: engine)
      let fresh = try text.prepared(in: Self.font, by: TextEngine())
      #expect(small.naturalSize == fresh.naturalSize && small.lines(fitting: 90) == fresh.lines(fitting: 90), "\(text)")
      #expect(small.notes == fresh.notes)
    }
  }

  @Test("Random characters of all planes")
  func randomCharacters() throws {
    var random = SplitMix64(seed: TestRun.seed(32))
    let controls = [0x0, 0x9, 0xA, 0xD, 0xAD, 0x200B, 0x200D, 0x200E, 0x202A, 0x202E, 0x2066, 0x2069, 0xFE0F, 0xFEFF]
    for _ in 0..<TestRun.count(60, long: 2_000) {
      var text = ""
      for _ in 0..<random.int(1...60) {
        let value =
          switch random.int(0...5) {
          case 0: random.pick(controls)
          case 1: random.int(0x300...0x36F)
          case 2: random.int(0x590...0x1FFF)
          case 3: random.int(0x1F1E6...0x1FAFF)
          default: random.int(0...0x10FFFF)
          }
        if let scalar = Unicode.Scalar(UInt32(value)) { text.unicodeScalars.append(scalar) }
      }
      let prepared = try text.prepared(in: random.chance(0.5) ? Self.font : .system(Double(random.int(5...60))))
      for width in [0, 40, 200, .infinity] {
        let lines = prepared.lines(fitting: width)
        #expect(lines.first?.range.lowerBound ?? 0 == 0 && lines.last?.range.upperBound ?? 0 == text.utf16.count)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
        #expect(lines.allSatisfy { $0.width.isFinite && $0.height > 0 })
      }
      #expect(prepared.steps(in: 0...400).allSatisfy { $0.height.isFinite })
    }
  }

  @Test("A word of marks, of joiners, of letters from right to left")
  func longWords() throws {
    for (unit, count) in [("\u{301}", 20_000), ("\u{200D}", 20_000), ("ب", 50_000), ("👩\u{200D}", 10_000)] {
      let text = try ("a" + String(repeating: unit, count: count)).prepared(in: Self.font)
      #expect(text.naturalSize.width.isFinite)
      #expect(text.lines(fitting: 300).last?.range.upperBound == 1 + count * unit.utf16.count)
    }
  }

  @Test("A letter with thousands of marks takes not many times as long as letters", arguments: [false, true])
  func marks(_ isArabic: Bool) throws {
    let shaper = try HarfBuzzShaper()
    let face = try shaper.typeface(for: Self.font).typeface
    /// Processor seconds of this thread.
    func seconds(_ text: String) throws -> Double {
      let units = Array(text.utf16)
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
      let run = try shaper.shape(
        units, units.indices, in: face, isRightToLeft: isArabic, script: isArabic ? 0x4172_6162 : 0x4C61_746E)
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      #expect(run.advances.count == units.count && run.advances[0] > 0)
      return Double(end.tv_sec - start.tv_sec) + 1e-9 * Double(end.tv_nsec - start.tv_nsec)
    }
    let count = 16_000
    let (letter, mark) = isArabic ? ("ب", "\u{64E}") : ("a", "\u{301}")
    let letters = try (0..<3).map { _ in try seconds(String(repeating: letter, count: count)) }.min() ?? 0
    // Ten times; were each mark to look for its letter, several hundred.
    let marks = try seconds(letter + String(repeating: mark, count: count))
    #expect(marks < 60 * letters, "\(marks) s, letters \(letters) s")
  }

  @Test("Fonts that are pipes and devices are refused, and nothing waits for them")
  func pipes() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    for file in [path, "/dev/zero", "/dev/null", "", String(repeating: "x", count: 10_000)] {
      let error = #expect(throws: TextError.self) { try "a".prepared(in: Font(file: file, size: 12)) }
      #expect(error?.kind == .unusableFont)
    }
  }

  @Test("Fonts with bytes changed anywhere are refused, or measured")
  func mutatedFonts() throws {
    var random = SplitMix64(seed: TestRun.seed(33))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let fonts = [
      "truetype/noto/NotoSansArabic-Regular.ttf", "truetype/noto/NotoSansDevanagari-Regular.ttf",
      "truetype/dejavu/DejaVuSans.ttf", "opentype/inter/Inter-Regular.otf",
    ].map { URL(fileURLWithPath: "/usr/share/fonts/" + $0) }.filter { FileManager.default.fileExists(atPath: $0.path) }
    let bytes = try fonts.map { try [UInt8](Data(contentsOf: $0)) }
    guard !bytes.isEmpty else { return print("no fonts are installed; not tried") }
    // An engine of its own: each keeps its fonts open.
    let engine = try TextEngine()
    for number in 0..<TestRun.count(80, long: 2_000) {
      var broken = random.pick(bytes)
      for _ in 0..<random.int(1...300) {
        // The directory and the tables' heads are what breaks most.
        let limit = random.chance(0.3) ? min(400, broken.count) : broken.count
        broken[random.int(0...limit - 1)] = random.chance(0.3) ? 0xFF : UInt8(random.int(0...255))
      }
      let file = folder.appendingPathComponent("\(number).ttf")
      try Data(broken).write(to: file)
      do {
        let text = try "Text नमस्ते مرحبا fi".prepared(in: Font(file: file.path, size: 12), by: engine)
        #expect(text.size(fitting: 50).width.isFinite && text.size(fitting: 50).height.isFinite)
      } catch {
        #expect(error.kind == .unusableFont)
      }
    }
  }
}
