// Sizes of prepared texts against what they are defined to be: lines are measured again by themselves, and the step
// function by passes at widths around each step.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisText

/// Words of ten scripts, with what separates them.
let vocabularies: [(name: String, words: [String], separators: [String])] = [
  (
    "Latin", ["the", "quick", "brown", "fox", "jumps", "AVATAR", "well-known", "Tofu", "e\u{301}te\u{301}", "(yes)"],
    [" ", "  "]
  ),
  ("Greek", ["Αυτό", "είναι", "ένα", "κείμενο", "δοκιμής"], [" "]),
  ("Cyrillic", ["Все", "счастливые", "семьи", "похожи", "кто-то"], [" "]),
  ("Arabic", ["مرحبا", "بالعالم", "هذا", "نص", "تجريبي"], [" "]),
  ("Hebrew", ["שלום", "עולם", "זהו", "טקסט", "קצר"], [" "]),
  ("Devanagari", ["नमस्ते", "दुनिया", "यह", "परीक्षण", "है"], [" "]),
  ("Thai", ["ภาษาไทย", "สวยงาม", "ทดสอบ", "ข้อความ"], ["", " "]),
  ("Bengali", ["নমস্কার", "বিশ্ব", "এটি", "একটি", "পরীক্ষা"], [" "]),
  ("Georgian", ["გამარჯობა", "მსოფლიო", "ეს", "არის"], [" "]),
  ("Han", ["你好", "世界", "这是", "测试", "文本", "。"], [""]),
]

func randomText(_ words: [String], _ separators: [String], _ count: Int, using random: inout SplitMix64) -> String {
  var text = ""
  for index in 0..<count {
    if index > 0 { text += random.pick(separators) }
    text += random.pick(words)
  }
  return text
}

@Suite("Prepared texts")
struct PreparedTextTests {
  static let font = Font("DejaVu Sans", size: 16)

  private func width(_ text: String, _ font: Font) throws -> Double { try text.prepared(in: font).naturalSize.width }

  @Test("Widths are sums of the font's advances: a font file's own numbers")
  func advances() throws {
    // DejaVu Sans, units of 2,048: a 1255, space 651.
    let em = 2_048.0
    #expect(try abs(width("a", Self.font) - 16 * 1_255 / em) < 1e-9)
    #expect(try abs(width("a a", Self.font) - 16 * (2 * 1_255 + 651) / em) < 1e-9)
    // Spaces at the end of a line hang over it; those at its start do not.
    #expect(try abs(width("a  ", Self.font) - 16 * 1_255 / em) < 1e-9)
    #expect(try abs(width(" a", Self.font) - 16 * (1_255 + 651) / em) < 1e-9)
    // ascender 1901, descender -483
    #expect(try abs("a".prepared(in: Self.font).naturalSize.height - 16 * (1_901 + 483) / em) < 1e-9)
    #expect(try "".prepared(in: Self.font).naturalSize == .zero)
  }

  @Test(
    "Lines cover the text, fit, hold as much as fits, and are as wide as by themselves", arguments: vocabularies.indices
  )
  func lines(_ number: Int) throws {
    var random = SplitMix64(seed: UInt64(number + 1))
    // One font for all characters: which one stands in for a missing character depends on what is before it.
    let font =
      number == 9 ? Font(file: "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf", size: 16) : Self.font
    let (_, words, separators) = vocabularies[number]
    for _ in 0..<40 {
      let string = randomText(words, separators, random.int(1...12), using: &random)
      let units = Array(string.utf16)
      let text = try string.prepared(in: font)
      let width = Double(random.int(10...400))
      let lines = text.lines(fitting: width)
      #expect(lines.first?.range.lowerBound == 0 && lines.last?.range.upperBound == units.count, "\(string)")
      for (line, next) in zip(lines, lines.dropFirst()) { #expect(line.range.upperBound == next.range.lowerBound) }
      #expect(text.size(fitting: width).height == (lines.last.map { $0.top + $0.height } ?? 0))
      let breaks = try HarfBuzzShaper().lineBreaks(units)
      for line in lines
      where breaks[line.range.upperBound] != .none && breaks[line.range.lowerBound] != .none || lines.count == 1 {
        #expect(line.width <= width + 1e-6 || lines.count == 1, "\(string)")
        let alone = try self.width(String(decoding: units[line.range], as: UTF16.self), font)
        #expect(abs(alone - line.width) < 1e-6, "\(string): '\(String(decoding: units[line.range], as: UTF16.self))'")
        // One piece more does not fit.
        guard line.range.upperBound < units.count,
          let more = (line.range.upperBound + 1...units.count).first(where: { breaks[$0] != .none || $0 == units.count }
          )
        else { continue }
        let longer = try self.width(
          String(decoding: units[line.range.lowerBound..<more], as: UTF16.self), font)
        #expect(longer > width, "\(string) at \(width)")
      }
    }
  }

  /// The text at a width has the height of the step that the width is on.
  private func check(_ text: PreparedText, _ lines: Int, _ string: String, using random: inout SplitMix64) {
    let steps = text.steps(lines: lines)
    #expect(steps.first?.width == 0)
    let epsilon = 3 * PreparedText.tolerance
    for (step, next) in zip(steps, steps.dropFirst()) {
      #expect(step.width < next.width && step.height != next.height)
      #expect(text.height(fitting: next.width, lines: lines) == next.height, "\(string) at \(next.width)")
      #expect(text.height(fitting: next.width + epsilon, lines: lines) == next.height, "\(string) above \(next.width)")
      #expect(text.height(fitting: next.width - epsilon, lines: lines) == step.height, "\(string) below \(next.width)")
    }
    for _ in 0..<50 {
      let width = Double(random.int(0...400_000)) / 1_000
      let step = steps.last { $0.width <= width }
      // Not where the tolerance decides.
      guard steps.allSatisfy({ abs($0.width - width) > epsilon }) else { continue }
      #expect(text.height(fitting: width, lines: lines) == step?.height, "\(string) at \(width)")
    }
  }

  @Test("Steps are all the widths at which the height changes", arguments: vocabularies.indices)
  func steps(_ number: Int) throws {
    var random = SplitMix64(seed: UInt64(number + 100))
    let (_, words, separators) = vocabularies[number]
    for _ in 0..<10 {
      var string = randomText(words, separators, random.int(1...12), using: &random)
      if random.chance(0.2) { string += "\n" + randomText(words, separators, 3, using: &random) }
      check(try string.prepared(in: Self.font), random.pick([0, 0, 2]), string, using: &random)
    }
  }

  @Test("Steps of texts with tabs, soft hyphens and several fonts")
  func unorderedSteps() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<30 {
      let string = randomText(
        ["in\u{AD}com\u{AD}pre\u{AD}hen\u{AD}si\u{AD}ble", "a\u{AD}b", "word", "il"], [" ", "\t", " \t "], 6,
        using: &random)
      let half = string.index(string.startIndex, offsetBy: string.count / 2)
      let runs = [
        TextRun(String(string[..<half]), font: Self.font), TextRun(String(string[half...]), font: .system(24)),
      ]
      check(try string.prepared(in: Self.font), 0, string, using: &random)
      let engine = try TextEngine.shared()
      check(try engine.prepare(runs), 0, string, using: &random)
    }
  }

  @Test("Steps of texts with tabs are those of a visit to every width at which a line changes")
  func tabSteps() throws {
    var random = SplitMix64(seed: TestRun.seed(70))
    for _ in 0..<TestRun.count(60, long: 2_000) {
      let words = ["a", "il", "word", "W", "in\u{AD}com\u{AD}plete", "AVATAR", "7", "x\ny"]
      let string = randomText(words, [" ", "\t", "\t\t", " \t ", "\n"], random.int(1...25), using: &random)
      let style = ParagraphStyle(tabInterval: random.pick([0.5, 7, 28, 100.25]))
      let text = try string.prepared(in: random.chance(0.5) ? Self.font : .system(13), style: style)
      #expect(text.content.isMonotone)
      let lines = random.pick([0, 0, 3])
      let (ordered, visited) = (text.orderedSteps(lines, 0...(.infinity)), text.visitedSteps(lines, 0...(.infinity)))
      #expect(ordered.map(\.height) == visited.map(\.height), "\(string)")
      #expect(zip(ordered, visited).allSatisfy { abs($0.width - $1.width) <= 2 * PreparedText.tolerance }, "\(string)")
    }
  }

  @Test("A hundred thousand tabs have steps in time that is far from the square of their number")
  func manyTabs() throws {
    func seconds(_ count: Int) throws -> Double {
      let text = try String(repeating: "ab\t", count: count).prepared(in: Self.font)
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
      let steps = text.steps(in: 0...1_000)
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      #expect(steps.count > 20 && steps.last?.lines == text.lineCount(fitting: 1_000))
      return Double(end.tv_sec - start.tv_sec) + 1e-9 * Double(end.tv_nsec - start.tv_nsec)
    }
    // Fifty times as many take fifty times as long; by a visit to every width at which a line changes, 2,500 times.
    let (few, many) = (try seconds(2_000), try seconds(100_000))
    #expect(many < 400 * few, "\(few) s, \(many) s")
  }

  @Test("Soft hyphens show where a line ends at one, tabs go to the next stop, line ends count")
  func specials() throws {
    let hyphen = try width("-", Self.font)
    let text = try "wonder\u{AD}ful".prepared(in: Self.font)
    #expect(try abs(text.naturalSize.width - width("wonderful", Self.font)) < 1e-9)
    let lines = text.lines(fitting: text.naturalSize.width - 1)
    #expect(lines.count == 2)
    #expect(try abs(lines[0].width - width("wonder", Self.font) - hyphen) < 1e-9)
    #expect(try abs(width("a\tb", Self.font) - 28 - width("b", Self.font)) < 1e-9)
    #expect(try "a\nb\n\nc".prepared(in: Self.font).lineCount(fitting: .infinity) == 4)
    #expect(try "a\r\nb".prepared(in: Self.font).lineCount(fitting: .infinity) == 2)
    #expect(try "no\u{A0}break".prepared(in: Self.font).lines(fitting: 40).count > 1)
  }

  @Test("Lines end where the text says so, also after words that a dictionary finds")
  func hardBreaks() throws {
    for text in ["ภาษาไทยสวยงาม\nทดสอบข้อความ", "ภาษาไทยสวยงาม\u{2028}ทดสอบ ข้อความ"] {
      #expect(try text.prepared(in: Self.font).lineCount(fitting: .infinity) == 2)
    }
    #expect(try "ทดสอบ\r\n\nข้อความภาษาไทย".prepared(in: Self.font).lineCount(fitting: .infinity) == 3)
  }

  @Test(
    "Hyphens by Unicode 16, ideographic spaces",
    arguments: [
      ("בית־ספר־קצר", ["בית־", "ספר־", "קצר"]), ("בית-ספר", ["בית-", "ספר"]), ("well-known", ["well-", "known"]),
      ("a -known", ["a ", "-known"]), ("漢字\u{3000}本", ["漢", "字\u{3000}", "本"]), ("בית\tx", ["בית\t", "x"]),
    ])
  func boundaries(_ text: String, _ expected: [String]) throws {
    let units = Array(text.utf16)
    let breaks = try HarfBuzzShaper().lineBreaks(units)
    let ends = units.indices.dropFirst().filter { breaks[$0] != .none } + [units.count]
    let found = zip([0] + ends, ends).map { String(decoding: units[$0..<$1], as: UTF16.self) }
    #expect(found == expected)
  }

  @Test("Spaces of any width hang over the end of a line")
  func hanging() throws {
    for space in ["\u{3000}", "\u{2003}", "  ", "\t"] {
      let text = try ("漢字" + space + "本").prepared(in: Self.font)
      let word = try "漢字".prepared(in: Self.font).naturalSize.width
      #expect(text.lines(fitting: word).map(\.range.count) == [2 + space.utf16.count, 1])
    }
  }

  @Test("A text that is cut ends in an ellipsis that fits")
  func truncation() throws {
    let text = try "All happy families are alike".prepared(in: Self.font)
    let lines = text.lines(fitting: 100, lines: 1)
    #expect(lines.count == 1 && lines[0].width <= 100 + 1e-6)
    #expect(lines[0].range.lowerBound == 0 && text.isTruncated(fitting: 100, lines: 1))
    let count = lines[0].range.upperBound
    let kept = "All happy families".prefix(count)
    #expect(try abs(lines[0].width - width(kept + "…", Self.font)) < 1e-6)
    #expect(try width("All happy families".prefix(count + 1) + "…", Self.font) > 100)
    #expect(!text.isTruncated(fitting: 100, lines: 0) && !text.isTruncated(fitting: 300, lines: 1))
  }

  @Test("Runs are as wide as each by itself; a kern is added to each character that is seen")
  func runs() throws {
    let engine = try TextEngine.shared()
    let fonts = [Self.font, Font("DejaVu Sans", size: 30, weight: .bold), .system(13)]
    let parts = ["Send ", "it", " to all"]
    let text = try engine.prepare(zip(parts, fonts).map { TextRun($0, font: $1) })
    // The parts' ends with the spaces that hang over: a letter after them, taken off again.
    let widths = try zip(parts, fonts).map { part, font in try width(part + "x", font) - width("x", font) }
    #expect(abs(text.naturalSize.width - widths.reduce(0, +)) < 1e-9)
    for kern in [2.5, -0.75] {
      for (string, count) in [("abc", 3), ("a\u{AD}b", 2), ("e\u{301}", 1), ("a b", 3)] {
        let spaced = try engine.prepare([TextRun(string, font: Self.font, kern: kern)]).naturalSize.width
        #expect(try abs(spaced - width(string, Self.font) - Double(count) * kern) < 1e-9, "\(string)")
      }
    }
  }

  @Test("Lines of several fonts are as high as the largest; multiples and spacings")
  func heights() throws {
    let engine = try TextEngine.shared()
    let text = try engine.prepare([TextRun("small ", font: .system(10)), TextRun("large", font: .system(20))])
    #expect(abs(text.naturalSize.height - 20 * 2_444 / 2_048) < 1e-9)
    let narrow = text.lines(fitting: 60)
    #expect(narrow.count == 2 && abs(narrow[0].height - 10 * 2_444 / 2_048) < 1e-9)
    #expect(abs(narrow[1].baseline - (10 * 2_444 / 2_048 + 20 * 1_950 / 2_048)) < 1e-9)
    let spaced = try "a\nb".prepared(in: .system(10), style: ParagraphStyle(lineHeightMultiple: 2, lineSpacing: 3))
    #expect(abs(spaced.naturalSize.height - (4 * 10 * 2_444 / 2_048 + 3)) < 1e-9)
  }

  @Test("Fonts and characters that are not there")
  func notes() throws {
    #expect(try "a".prepared(in: Font("No Such Family", size: 12)).notes.substitutes["No Such Family"] != nil)
    let missing = try "a\u{F1234}".prepared(in: Self.font)
    #expect(missing.notes.missing == ["\u{F1234}"] && missing.naturalSize.width > 0)
    let thai = try "ภาษา".prepared(in: Self.font)
    #expect(thai.notes.isEmpty, "another font has Thai")
    for (path, kind) in [
      ("/nowhere.ttf", TextError.Kind.unusableFont), ("/", .unusableFont), ("/etc/passwd", .unusableFont),
    ] {
      #expect { try "a".prepared(in: Font(file: path, size: 12)) } throws: { ($0 as? TextError)?.kind == kind }
    }
    for size in [0, -1, .nan, .infinity, 1e6] {
      #expect(throws: TextError.self) { try "a".prepared(in: .system(size)) }
    }
  }
}
