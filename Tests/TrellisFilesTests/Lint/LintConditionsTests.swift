// Conditions in words: every box is true, together they are all, and the words are those that people would use.

import Testing
import TestSupport
import Trellis

@testable import TrellisFiles

@Suite struct LintConditionsTests {
  private static let matrix = LintMatrix(
    locales: ["Base", "de", "fi", "ru"].map { LintLocale($0, .own) }, textSizes: TextSize.allCases,
    canvases: [320, 375, 390, 744].map { LintCanvas(size: Size(width: $0, height: 800)) })

  /// The conditions of the combinations that a rule picks, by position.
  private static func conditions(_ rule: (_ locale: Int, _ size: Int, _ canvas: Int) -> Bool) -> LintConditions {
    var set = ConditionSet(matrix)
    for locale in 0..<4 {
      for size in 0..<12 {
        set.insert(row: locale * 12 + size, ConditionSet.mask((0..<4).filter { rule(locale, size, $0) }, of: 4))
      }
    }
    return LintConditions(set, of: matrix)
  }

  @Test func words() {
    #expect(Self.conditions { _, _, _ in true }.text == "")
    #expect(Self.conditions { locale, _, _ in locale > 0 }.text == "in de, fi, ru")
    #expect(Self.conditions { _, size, _ in size >= 4 }.text == "from text size XL")
    #expect(Self.conditions { _, size, _ in size < 2 }.text == "up to text size S")
    #expect(Self.conditions { _, size, _ in (3...5).contains(size) }.text == "at text sizes L to XXL")
    #expect(Self.conditions { _, size, _ in size == 3 || size == 11 }.text == "at text size L, AX5")
    #expect(Self.conditions { _, _, canvas in canvas < 2 }.text == "on widths up to 375")
    #expect(Self.conditions { _, _, canvas in canvas > 2 }.text == "on widths from 744")
    #expect(Self.conditions { _, _, canvas in canvas == 1 }.text == "on the width 375")
    #expect(Self.conditions { _, _, canvas in canvas % 2 == 0 }.text == "on 320 × 800, 390 × 800")
    let all = Self.conditions { locale, size, canvas in locale > 0 && size >= 4 && canvas < 2 }
    #expect(all.text == "in de, fi, ru; from text size XL; on widths up to 375")
    #expect(all.count == 3 * 8 * 2 && all.boxes.count == 1)
    // A text that is longer in one language is cut from a smaller size on.
    let staggered = Self.conditions { locale, size, _ in (locale == 1 && size >= 4) || (locale == 2 && size >= 6) }
    #expect(staggered.text == "in de; from text size XL, or in fi; from text size XXXL")
  }

  @Test func boxesCoverWhatWasFound() {
    var random = SplitMix64(seed: TestRun.seed(16))
    for round in 0..<300 {
      var chosen: Set<[Int]> = []
      // Thresholds, as texts that are too long have, and noise.
      let limits = (0..<4).map { _ in (Int.random(in: 0...13, using: &random), Int.random(in: 0...4, using: &random)) }
      let conditions = Self.conditions { locale, size, canvas in
        let isIn =
          round % 3 == 0
          ? Int.random(in: 0...1, using: &random) == 0 : size >= limits[locale].0 && canvas < limits[locale].1
        if isIn { chosen.insert([locale, size, canvas]) }
        return isIn
      }
      #expect(conditions.count == chosen.count)
      var covered: Set<[Int]> = []
      for box in conditions.boxes {
        for locale in box.locales {
          for size in box.textSizes {
            for canvas in box.canvases {
              covered.insert([
                Self.matrix.locales.firstIndex { $0.name == locale } ?? -1,
                TextSize.allCases.firstIndex(of: size) ?? -1,
                Self.matrix.canvases.firstIndex { $0.name == canvas } ?? -1,
              ])
            }
          }
        }
      }
      #expect(covered.isSubset(of: chosen))
      if conditions.isComplete { #expect(covered == chosen) }
      // Thresholds need a box a locale at most.
      if round % 3 != 0 { #expect(conditions.isComplete) }
    }
  }
}
