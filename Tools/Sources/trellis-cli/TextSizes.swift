// Texts of documents and storyboards, measured with the fonts of this machine.

import Foundation
import Trellis
import TrellisFiles

#if Text
  import TrellisText

  /// The text engine of the process as files ask for it. What is not there (families, characters) is said once on standard
  /// error.
  struct TextSizes: TextMeasuring {
    static let shared = TextSizes()

    func measure(_ description: TextDescription) throws(TextMeasuringError) -> MeasuredText {
      let text: PreparedText
      do throws(TextError) {
        text = try description.text.prepared(in: Self.font(description))
      } catch {
        throw TextMeasuringError(error.message)
      }
      for message in text.notes.messages { Self.said.say(message) }
      let (lines, scale) = (description.lines, description.scale)
      let size = text.size(fitting: .infinity, lines: lines)
      let height: @Sendable (Double) -> Double = { roundedUp(text.height(fitting: $0, lines: lines), scale) }
      var measured = MeasuredText(
        width: roundedUp(size.width, scale), height: roundedUp(size.height, scale), firstBaseline: text.firstBaseline(),
        lastBaseline: text.lastBaseline(lines: lines), heightForWidth: lines == 1 ? nil : height,
        wholeHeight: { roundedUp(text.height(fitting: $0), scale) },
        linesForWidth: { Self.lines(text, Array(description.text.utf16), fitting: $0, lines: lines) })
      if lines != 1 {
        measured.heightSteps = { widths in Self.steps(text, lines, widths, scale) }
        measured.wholeSteps = { widths in Self.steps(text, 0, widths, scale) }
      }
      return measured
    }

    private static func steps(
      _ text: PreparedText, _ lines: Int, _ widths: ClosedRange<Double>, _ scale: Double?
    ) -> [HeightForWidth.Step] {
      text.steps(lines: lines, in: widths).map { step in
        HeightForWidth.Step(width: step.width, height: roundedUp(step.height, scale))
      }
    }

    private static func lines(
      _ text: PreparedText, _ units: [UInt16], fitting width: Double, lines: Int
    ) -> [MeasuredLine] {
      let isCut = text.isTruncated(fitting: width, lines: lines)
      let shown = text.lines(fitting: width, lines: lines)
      return shown.enumerated().map { index, line in
        let isLast = index == shown.count - 1
        let characters = String(decoding: units[line.range], as: UTF16.self).trimmingCharacters(in: .newlines)
        return MeasuredLine(
          text: characters + (isCut && isLast && line.range.upperBound < units.count ? "…" : ""), width: line.width,
          baseline: line.baseline)
      }
    }

    private static func font(_ description: TextDescription) -> Font {
      let style = description.style.flatMap(TextStyle.init(rawValue:))
      let category = ContentSizeCategory.allCases[TextSize.allCases.firstIndex(of: description.textSize) ?? 3]
      let size = description.size ?? style?.size(in: category) ?? 17
      let weight = description.weight.map { Font.Weight($0) } ?? style?.weight ?? .regular
      var source = Font.Source.system
      if let family = description.family { source = .family(family) }
      if let file = description.file { source = .file(file, index: 0) }
      var font = Font(source: source, size: size, weight: weight, isItalic: description.isItalic)
      // Another size than the style's is not the style's font.
      if let style, source == .system, size == style.size(in: category) {
        font.lineSpacing = Font.style(style, category: category).lineSpacing
      }
      return font
    }

    private static let said = Said()

    /// Messages that were said.
    private final class Said: @unchecked Sendable {
      private let lock = NSLock()
      private var messages: Set<String> = []

      func say(_ message: String) {
        guard lock.withLock({ messages.count < 100 && messages.insert(message).inserted }) else { return }
        StandardError.print("note: \(message)")
      }
    }
  }

#endif

enum InstalledFonts {
  /// What measures texts with the fonts of this machine; nil in a command line that was built without the trait `Text`.
  static var measurer: (any TextMeasuring)? {
    #if Text
      return TextSizes.shared
    #else
      return nil
    #endif
  }
}

extension LayoutDocument {
  /// Reads a document whose texts are measured with the fonts of this machine. A command line that was built without the trait
  /// `Text` measures none: a document with texts is then an error.
  init(measuring bytes: [UInt8], file: String) throws(DocumentError) {
    try self.init(parsing: bytes, file: file)
    #if Text
      textMeasurer = TextSizes.shared
    #endif
  }
}

extension DocumentTemplate {
  /// Reads a template; of its texts holds what holds of a document's.
  init(measuring bytes: [UInt8], file: String) throws(DocumentError) {
    try self.init(parsing: bytes, file: file)
    #if Text
      textMeasurer = TextSizes.shared
    #endif
  }
}
