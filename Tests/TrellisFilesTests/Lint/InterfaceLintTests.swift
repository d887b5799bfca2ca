// Storyboards in every language and at every text size: what is found, once, and under which conditions.

import Foundation
import TestSupport
import Testing
import Trellis

@testable import TrellisFiles

/// Letters of half the font's size in width, lines of the font's size; body text of 11 to 33 points.
struct LintTypewriter: TextMeasuring {
  func measure(_ text: TextDescription) throws(TextMeasuringError) -> MeasuredText {
    let step = Double(TextSize.allCases.firstIndex(of: text.textSize) ?? 3)
    let size = text.size ?? 11 + 2 * step
    let width = Double(text.text.count) * size / 2
    let whole: @Sendable (Double) -> Double = { size * max(1, (width / max($0, 1)).rounded(.up)) }
    let (lines, limit) = (text.lines, Double(text.lines) * size)
    let shown: @Sendable (Double) -> Double = { lines == 0 ? whole($0) : min(limit, whole($0)) }
    return MeasuredText(
      width: width, height: size, firstBaseline: 0.8 * size, lastBaseline: 0.2 * size,
      heightForWidth: lines == 1 ? nil : shown, wholeHeight: whole)
  }
}

@Suite struct InterfaceLintTests {
  private typealias F = Fixture

  private static let body = #"<fontDescription key="fontDescription" style="UICTFontTextStyleBody"/>"#
  private static let ten = #"<fontDescription key="fontDescription" type="system" pointSize="10"/>"#

  /// A label that may be 60 points wide, its text of 4 letters, and one that is held at both sides.
  private static func screen(font: String = ten, attributes: String = "", rest: String = "") -> String {
    F.storyboard(
      F.view("a", (20, 20, 20, 10), element: "label", attributes: #"text="Send" \#(attributes)"#, body: font + rest),
      constraints: F.constraint("k1", "a.leading", "root.leading", #"constant="20""#)
        + F.constraint("k2", "a.top", "root.top", #"constant="20""#)
        + F.constraint("k3", "a.width", "", #"relation="lessThanOrEqual" constant="60""#))
  }

  private static func translations(_ texts: [String: String]) -> [LintLocale] {
    [.base] + texts.keys.sorted().map { .translated($0, StringTable(["a.text": texts[$0] ?? ""])) }
  }

  private static func lint(
    _ text: String, _ locales: [LintLocale] = [], _ sizes: [TextSize] = [], _ canvases: [LintCanvas] = []
  ) throws -> [LintFault] {
    try F.file(text).lint(
      LintMatrix(locales: locales, textSizes: sizes, canvases: canvases), measuring: LintTypewriter())
  }

  @Test func oneFaultForManyLanguages() throws {
    let locales = Self.translations([
      "de": "Absenden jetzt", "fi": "Lähetä sähköposti", "fr": "Envoyer", "ru": "Отправить письмо",
    ])
    let faults = try Self.lint(Self.screen(), locales)
    #expect(faults.count == 1)
    #expect(faults[0].rule == "truncation" && faults[0].view == "a" && faults[0].subject == "a.width")
    #expect(
      faults[0].location.message
        == "label 'Send' is truncated in de, fi, ru: its width is 60, its text needs 85 in fi; make room, or let it take "
        + "more lines")
    #expect(faults[0].conditions.count == 3)
  }

  @Test func fromATextSizeOn() throws {
    // 4 letters of 11 + 2·i points: more than 60 points wide from 30.6 points on.
    let faults = try Self.lint(Self.screen(font: Self.body), [], TextSize.allCases)
    #expect(faults.map(\.subject) == ["a.width"])
    #expect(faults.first?.conditions.text == "from text size AX4")
    // A font that is no text style has one size.
    #expect(try Self.lint(Self.screen(), [], TextSize.allCases).isEmpty)
  }

  @Test func atEveryWidthInEveryLanguage() throws {
    // 20 points at either side of a text of 20 points, in German of 70, of which 2 % may lack.
    let text = Self.screen().replacingOccurrences(of: #"constant="60""#, with: #"constant="600""#).replacingOccurrences(
      of: "</constraints>",
      with: F.constraint("k4", "root.trailing", "a.trailing", #"constant="20""#) + "</constraints>")
    let file = try F.file(text)
    let matrix = LintMatrix(locales: Self.translations(["de": "Absenden jetzt", "fr": "Oui"]), textSizes: [.l])
    let faults = try file.lint(matrix, atWidths: 65...300, measuring: LintTypewriter())
    #expect(faults.map(\.rule) == ["truncation"] && faults.first?.conditions.text == "in de")
    #expect(
      faults.first?.location.message.hasPrefix("in de: at width from 65 to 108.6: width of label 'Send' is up to 45")
        == true)
    #expect(try file.lint(matrix, atWidths: 109...300, measuring: LintTypewriter()).isEmpty)
  }

  @Test func documentsAtEveryWidthInEveryLanguage() throws {
    var document = try LayoutDocument(
      parsing: #"""
        {"trellis": 1, "size": [300, 100], "views": [{"name": "a", "text": "Send", "font": 10}],
         "strings": {"de": {"a": "Absenden jetzt"}}, "constraints": ["H:|-20-[a]-20-|", "V:|[a]"]}
        """#, file: "send.json")
    document.textMeasurer = LintTypewriter()
    let locales = [LintLocale.base] + document.strings.map { .translated($0.key, $0.value) }
    let faults = try document.lint(LintMatrix(locales: locales), atWidths: 65...300)
    #expect(faults.map(\.rule) == ["truncation"] && faults.first?.conditions.text == "in de")
    #expect(faults.first?.location.message.hasPrefix("in de: at width from 65 to 110: width of a") == true)
    #expect(try document.lint(LintMatrix(locales: locales), atWidths: 110...300).isEmpty)
  }

  @Test func shrinkingIsNoTruncation() throws {
    let attributes = #"adjustsFontSizeToFit="YES" minimumScaleFactor="0.5""#
    let locales = Self.translations(["de": "Absenden jetzt", "xx": String(repeating: "Wort ", count: 10)])
    let faults = try Self.lint(Self.screen(attributes: attributes), locales)
    #expect(faults.map(\.conditions.text) == ["in xx"])
  }

  @Test func onNarrowDevices() throws {
    let wide = F.storyboard(
      F.view("a", (20, 20, 335, 10), element: "label", attributes: #"text="Send""#, body: Self.ten),
      constraints: F.constraint("k1", "a.leading", "root.leading", #"constant="20""#)
        + F.constraint("k2", "root.trailing", "a.trailing", #"constant="20""#)
        + F.constraint("k3", "a.top", "root.top", #"constant="20""#))
    let canvases = ["retina4_0", "retina4_7", "retina6_1", "ipad10_2"].compactMap(InterfaceDevice.named).map {
      LintCanvas(Canvas($0))
    }
    let locales = Self.translations(["de": String(repeating: "m", count: 70)])
    let faults = try Self.lint(wide, locales, [], canvases)
    #expect(faults.map(\.conditions.text) == ["in de; on widths up to 375"])
    let message = try #require(faults.first?.location.message)
    #expect(message.contains("its width is 280, its text needs 350 in de on iPhone SE (1st)"))
  }

  /// A label of two lines whose text needs three is cut, though it is as high as it may be.
  @Test func linesThatAreNotShown() throws {
    let text = F.storyboard(
      F.view("a", (20, 20, 100, 20), element: "label", attributes: #"text="Send" numberOfLines="2""#, body: Self.ten),
      constraints: F.constraint("k1", "a.leading", "root.leading", #"constant="20""#)
        + F.constraint("k2", "a.top", "root.top", #"constant="20""#)
        + F.constraint("k3", "a.width", "", #"constant="100""#))
    let locales = Self.translations(["de": String(repeating: "m", count: 35), "fr": String(repeating: "m", count: 55)])
    let faults = try Self.lint(text, locales)
    #expect(faults.map(\.conditions.text) == ["in fr"])
    #expect(faults.first?.subject == "a.height")
  }

  /// What is pinned to the left overlaps nothing here, but leaves the screen where leading is at the right.
  @Test func rightToLeft() throws {
    let text = F.storyboard(
      F.view("a", (20, 20, 20, 10), element: "label", attributes: #"text="Send""#, body: Self.ten)
        + F.view("b", (60, 20, 300, 10)),
      constraints: F.constraint("k1", "a.left", "root.left", #"constant="20""#)
        + F.constraint("k2", "a.top", "root.top", #"constant="20""#)
        + F.constraint("k3", "b.leading", "a.trailing", #"constant="20""#)
        + F.constraint("k4", "b.width", "", #"constant="300""#)
        + F.constraint("k5", "b.height", "", #"constant="10""#)
        + F.constraint("k6", "b.top", "root.top", #"constant="20""#))
    let faults = try Self.lint(text, [.base, .rightToLeft])
    #expect(faults.map { "\($0.rule) \($0.subject) \($0.conditions.text)" } == ["outside b in rtl"])
  }

  @Test func notesOfTheAuthor() throws {
    let locales = Self.translations(["de": "Absenden jetzt"])
    func note(_ text: String) -> String {
      #"<attributedString key="userComments"><fragment content="\#(text)"/></attributedString>"#
    }
    #expect(try Self.lint(Self.screen(rest: note("Longer in German. trellis:ignore truncation")), locales).isEmpty)
    #expect(try Self.lint(Self.screen(rest: note("trellis:ignore")), locales).isEmpty)
    #expect(try Self.lint(Self.screen(rest: note("trellis:ignore outside, squeezed")), locales).count == 1)
    #expect(try Self.lint(Self.screen(rest: note("ignore truncation")), locales).count == 1)
    let long =
      "<attributedString key=\"userComments\"><fragment><string key=\"content\">a\ntrellis:ignore truncation\nb"
      + "</string></fragment></attributedString>"
    #expect(try Self.lint(Self.screen(rest: long), locales).isEmpty)
    // On the root it is of all that is inside, and of the layout as a whole.
    let root = Self.screen().replacing(#"id="root">"#, with: #"id="root">\#(note("trellis:ignore truncation"))"#)
    #expect(try Self.lint(root, locales).isEmpty)
  }

  /// Scenes that are edited from combination to combination, and combinations that are taken for one, against one layout from
  /// nothing for each combination.
  @Test(
    .enabled(if: RealFiles.areThere),
    arguments: RealFiles.names.enumerated().filter { $0.offset % 9 == 4 }.map(\.element))
  func equalToEachByItself(_ name: String) throws {
    let bytes = try RealFiles.bytes(name)
    guard bytes.count < 120_000 else { return }
    let file = try InterfaceFile(parsing: bytes, file: name)
    var random = SplitMix64(seed: TestRun.seed(17))
    var table = StringTable()
    for view in file.model.views {
      guard let text = view.text, Int.random(in: 0...2, using: &random) > 0 else { continue }
      let words = (0...Int.random(in: 0...3, using: &random)).map { _ in text }
      for key in view.textKeys { table.texts[key] = words.joined(separator: " ") }
    }
    let locales: [LintLocale] = [.base, .translated("de", table), .translated("ar", table), .long]
    let canvases = ["retina4_0", "retina6_12", "ipad10_2"].compactMap(InterfaceDevice.named).map {
      LintCanvas(Canvas($0))
    }
    let sizes = [TextSize.s, .l, .ax3]
    let all = try file.lint(
      LintMatrix(locales: locales, textSizes: sizes, canvases: canvases), measuring: LintTypewriter())
    var counts: [String: Int] = [:]
    for locale in locales {
      for size in sizes {
        for canvas in canvases {
          let one = try file.lint(
            LintMatrix(locales: [locale], textSizes: [size], canvases: [canvas]), measuring: LintTypewriter())
          for fault in one {
            counts["\(fault.rule) \(fault.unit ?? "") \(fault.subject) \(fault.location.line)", default: 0] += 1
          }
        }
      }
    }
    var found: [String: Int] = [:]
    for fault in all {
      found["\(fault.rule) \(fault.unit ?? "") \(fault.subject) \(fault.location.line)", default: 0] +=
        fault.conditions.count
    }
    #expect(found == counts)
  }
}

@Suite struct DocumentLintTests {
  private static func document(_ rest: String = "", view: String = "") throws -> LayoutDocument {
    var document = try LayoutDocument(
      parsing: """
        {"trellis": 1, "size": [100, 100], "views": [{"name": "send", "text": "Send", "font": "body"\(view)}],
         "constraints": ["send.left = root.left", "send.top = root.top", "send.right <= root.right"]\(rest)}
        """, file: "d.json")
    document.textMeasurer = LintTypewriter()
    return document
  }

  private static let strings = #", "strings": {"de": {"send": "Absenden"}, "fi": {"send": "Lähettäminen"}, "ar": {}}"#

  @Test func languagesAndSizes() throws {
    let document = try Self.document(Self.strings)
    let locales =
      [LintLocale.base] + document.strings.keys.sorted().map { .translated($0, document.strings[$0] ?? StringTable()) }
    // 8 letters of 11 + 2·i points are wider than 100 from 27 points on (AX2), 12 letters from 17 points on (L).
    let faults = try document.lint(LintMatrix(locales: locales, textSizes: TextSize.allCases))
    #expect(faults.map(\.conditions.text) == ["in de; from text size AX2, or in fi; from text size L"])
    #expect(faults.first?.rule == "truncation" && faults.first?.subject == "send.horizontal")
    let narrow = try document.lint(LintMatrix(canvases: [LintCanvas(size: Size(width: 20, height: 90)), LintCanvas()]))
    #expect(narrow.map(\.conditions.count) == [1])
  }

  @Test func ignoring() throws {
    let matrix = LintMatrix(textSizes: [.ax5], canvases: [LintCanvas(size: Size(width: 50, height: 90))])
    #expect(try Self.document().lint(matrix).count == 1)
    #expect(try Self.document(view: #", "ignore": ["truncation"]"#).lint(matrix).isEmpty)
    #expect(try Self.document(#", "ignore": ["truncation"]"#).lint(matrix).isEmpty)
    #expect(try Self.document(#", "ignore": ["outside"]"#).lint(matrix).count == 1)
  }

  @Test(arguments: [
    (#", "strings": {"de": {"sent": "x"}}"#, "2:114: unknown view 'sent'; did you mean 'send'?"),
    (#", "strings": {"de": {"send": 1}}"#, "2:122: the text of 'send' in 'de' is a number"),
    (#", "strings": {"d e": {}}"#, "2:107: the locale is 'd e'"),
    (#", "strings": []"#, "2:106: \"strings\" is an array"),
    (#", "ignore": ["truncated"]"#, "2:106: the rule to ignore is 'truncated'"),
    (#", "ignore": "outside""#, "2:105: \"ignore\" is a string"),
  ])
  func mistakes(_ rest: String, _ message: String) {
    do {
      _ = try Self.document(rest)
      Issue.record("no error; expected \(message)")
    } catch let error as DocumentError {
      #expect("\(error.line):\(error.column): \(error.message)".hasPrefix(message), "\(error)")
    } catch {
      Issue.record("\(error)")
    }
  }
}
