// Texts in templates without fonts: the order in which heights are computed, what is refused, tables, files.

import Simplex
import TestSupport
import Testing

@testable import Trellis

/// Words of 7 points each, lines of 10.
private struct Words: WrappingText {
  var count: Int

  var naturalSize: Size { Size(width: Double(7 * count), height: count > 0 ? 10 : 0) }

  func height(fitting width: Double) -> Double {
    let most = max(1, ((width + 1e-6) / 7).rounded(.down))
    return 10 * (Double(count) / most).rounded(.up)
  }

  func heightSteps(in widths: ClosedRange<Double>) -> [HeightForWidth.Step] {
    let inside = (2...max(2, count)).map { Double(7 * $0) }.filter { widths.lowerBound < $0 && $0 <= widths.upperBound }
    return ([widths.lowerBound] + inside).map { HeightForWidth.Step(width: $0, height: height(fitting: $0)) }
  }
}

private final class TextView: View {
  init(_ name: String, _ count: Int) {
    super.init(name)
    show(count)
  }

  func show(_ count: Int) {
    intrinsicSize = Words(count: count).naturalSize
    heightForWidth = HeightForWidth(Words(count: count))
  }
}

@Suite("Texts in templates")
struct TemplateTextTests {
  /// Two texts below each other in a card, whose height follows.
  private struct Card {
    let card = View("card")
    let title: TextView
    let body: TextView

    init(title: Int = 3, body: Int = 20, _ more: (Card) -> [Constraint] = { _ in [] }) {
      self.title = TextView("title", title)
      self.body = TextView("body", body)
      card.addSubviews([self.title, self.body])
      Constraint.activate([
        self.title.leadingAnchor.constraint(equalTo: card.leadingAnchor),
        self.title.topAnchor.constraint(equalTo: card.topAnchor),
        self.title.trailingAnchor.constraint(lessThanOrEqualTo: card.trailingAnchor),
        self.body.leadingAnchor.constraint(equalTo: card.leadingAnchor),
        self.body.topAnchor.constraint(equalTo: self.title.bottomAnchor, constant: 2),
        self.body.trailingAnchor.constraint(lessThanOrEqualTo: card.trailingAnchor),
        card.bottomAnchor.constraint(equalTo: self.body.bottomAnchor),
      ])
      Constraint.activate(more(self))
    }

    var items: [View] { [card, title, body] }

    /// Makes the heights of texts required, so that what is related to them does not move them.
    func fixHeights() {
      for text in [title, body] {
        text.setContentHuggingPriority(.required, for: .vertical)
        text.setContentCompressionResistancePriority(.required, for: .vertical)
      }
    }

    func frames(_ width: Double) throws -> [Rect] {
      let scene = try Scene(root: card, size: Size(width: width, height: 0))
      scene.size.height = try card.fittingSize(
        Size(width: width, height: 0), horizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
      ).height
      try scene.layout()
      return items.map(\.frame)
    }
  }

  private func compare(stages: Int, _ more: @escaping (Card) -> [Constraint]) throws {
    var random = SplitMix64(seed: TestRun.seed(52_000))
    let card = Card(more)
    let template = try LayoutTemplate(
      fitting: card.card, width: 100, inputs: ["width": .width], texts: ["title": card.title, "body": card.body],
      frames: card.items)
    #expect(template.texts.stages.count == stages)
    let rows = (0..<60).map { _ in (Double(random.int(40...200)), random.int(0...12), random.int(0...60)) }
    // Some widths are beyond those that steps are made for.
    let texts = TextTable(rows.flatMap { [Words(count: $0.1), Words(count: $0.2)] }, widths: 50...150)
    let table = try template.solve(rows.map(\.0), texts: texts)
    for (row, numbers) in rows.enumerated() {
      let own = try Card(title: numbers.1, body: numbers.2, more).frames(numbers.0)
      let got = (0..<3).compactMap { table.frame(of: $0, in: row) }
      #expect(got == own, "row \(row): \(numbers)")
    }
  }

  @Test("Widths come first, then heights; a width may depend on the height of another text")
  func stages() throws {
    try compare(stages: 1) { _ in [] }
    // A square beside both is related to a width by a required equality alone: what it decides is known before.
    try compare(stages: 1) { card in
      [card.title.widthAnchor.constraint(equalTo: card.card.widthAnchor, multiplier: 0.5)]
    }
    try compare(stages: 2) { card in
      card.fixHeights()
      return [card.body.widthAnchor.constraint(equalTo: card.title.heightAnchor, multiplier: 0.25, constant: 30)]
    }
  }

  @Test("A width that depends on its own height is refused, with the views by name")
  func cycles() throws {
    func message(_ more: (Card) -> [Constraint]) -> String? {
      let card = Card(more)
      do throws(LayoutError) {
        _ = try LayoutTemplate(
          fitting: card.card, width: 100, inputs: ["width": .width], texts: ["body": card.body], frames: card.items)
        return nil
      } catch { return error.kind == .templateInput ? error.text : nil }
    }
    let own = message { [$0.body.heightAnchor.constraint(equalTo: $0.body.widthAnchor, multiplier: 0.5)] }
    #expect(own?.contains("depends on its own height") == true && own?.contains("body") == true, "\(own ?? "")")
    let both = message { card in
      card.fixHeights()
      return [
        card.body.widthAnchor.constraint(equalTo: card.title.heightAnchor, constant: 20),
        card.title.widthAnchor.constraint(equalTo: card.body.heightAnchor),
      ]
    }
    #expect(both?.contains("title") == true && both?.contains("body") == true, "\(both ?? "")")
  }

  @Test("Texts that are the same in all instances are looked up as well; a function for a height is refused")
  func fixedTexts() throws {
    let card = Card()
    card.title.heightForWidth = try HeightForWidth(steps: [.init(width: 0, height: 40), .init(width: 15, height: 20)])
    card.title.intrinsicSize = Size(width: 30, height: 20)
    let template = try LayoutTemplate(
      fitting: card.card, width: 100, inputs: ["width": .width], frames: card.items)
    let table = try template.solve([100, 14, 50])
    for (row, width) in [100.0, 14, 50].enumerated() {
      let own = Card()
      own.title.heightForWidth = card.title.heightForWidth
      own.title.intrinsicSize = Size(width: 30, height: 20)
      let expected = try own.frames(width)
      #expect((0..<3).compactMap { table.frame(of: $0, in: row) } == expected)
    }
    card.title.heightForWidth = HeightForWidth { 100 / max(1, $0) }
    #expect(throws: LayoutError.self) {
      _ = try LayoutTemplate(fitting: card.card, width: 100, inputs: ["width": .width], frames: [])
    }
    // By hand, it is a number as any other.
    let byHand = try LayoutTemplate(
      fitting: card.card, width: 100, inputs: ["height": .intrinsicHeight(card.title)], frames: card.items)
    #expect(try byHand.solve([33]).frame(of: 1, in: 0)?.height == 33)
  }

  @Test("Tables of another size, and lengths that are none, are refused before anything is written")
  func mistakes() throws {
    struct Odd: WrappingText {
      var naturalSize = Size(width: 50, height: 10)
      var tall = 10.0
      func height(fitting width: Double) -> Double { tall }
    }
    let card = Card()
    let template = try LayoutTemplate(
      fitting: card.card, width: 100, inputs: ["width": .width], texts: ["title": card.title, "body": card.body],
      frames: card.items)
    func text(_ inputs: [Double], _ texts: [any WrappingText]?) -> String {
      let table = texts.map { TextTable($0) }
      switch Result(catching: { () throws(LayoutError) in try template.solve(inputs, texts: table) }) {
      case .success: return ""
      case .failure(let error): return error.text
      }
    }
    let words = Words(count: 3)
    #expect(text([100], nil).contains("2 texts (title, body)"))
    #expect(text([100, 90], [words, words]).contains("not the same number of rows"))
    #expect(text([100], [words, words, words]).contains("not the same number of rows"))
    #expect(text([100], [words, Odd(naturalSize: Size(width: .nan, height: 1))]).contains("body of row 0"))
    #expect(text([100], [Odd(naturalSize: Size(width: 1, height: -1)), words]).contains("title of row 0"))
    #expect(text([20], [words, Odd(tall: .infinity)]).contains("height inf of the text body"))
    #expect(text([], []).isEmpty)
    let plain = try LayoutTemplate(
      fitting: Card().card, width: 100, inputs: ["width": .width], frames: [])
    #expect(throws: LayoutError.self) { _ = try plain.solve([100], texts: TextTable([words])) }
    #expect(throws: LayoutError.self) {
      _ = try LayoutTemplate(
        fitting: card.card, width: 100, inputs: ["title": .width], texts: ["a": card.title, "b": card.title], frames: []
      )
    }
    #expect(throws: LayoutError.self) {
      _ = try LayoutTemplate(fitting: card.card, width: 100, inputs: [:], texts: ["a": View()], frames: [])
    }
  }

  @Test("A table of texts can be edited, and parts of it are tables")
  func tables() throws {
    let card = Card()
    let template = try LayoutTemplate(
      fitting: card.card, width: 100, inputs: ["width": .width], texts: ["body": card.body],
      frames: [card.card, card.body])
    var random = SplitMix64(seed: TestRun.seed(53_000))
    var counts = (0..<20).map { _ in random.int(1...40) }
    var texts = TextTable(counts.map { Words(count: $0) }, widths: 20...200)
    let widths = counts.map { _ in Double(random.int(30...150)) }
    for _ in 0..<2_000 {
      let position = random.int(0...19)
      counts[position] = random.int(1...40)
      texts[position] = Words(count: counts[position])
    }
    #expect(texts.steps.count < 4_000, "steps of replaced texts stay")
    let fresh = TextTable(counts.map { Words(count: $0) }, widths: 20...200)
    let table = try template.solve(widths, texts: texts)
    #expect(table == (try template.solve(widths, texts: fresh)))
    let part = try template.solve(Array(widths[3..<9]), texts: texts[3..<9])
    #expect(part.frames == Array(table.frames[24..<72]))
    var grown = texts[0..<0]
    for count in counts { grown.append(Words(count: count)) }
    #expect(try template.solve(widths, texts: grown) == table)
    let list = try template.stack(widths, texts: texts, spacing: 3)
    #expect(list.heights == (0..<20).compactMap { table.frame(of: 0, in: $0)?.height })
  }

  @Test("A file has the heights as inputs: solved for the widths, then with their heights")
  func files() throws {
    let card = Card()
    let template = try LayoutTemplate(
      fitting: card.card, width: 100, inputs: ["width": .width], texts: ["body": card.body], frames: card.items)
    #expect(
      template.texts.columnNames(after: template.inputNames) == [
        "width", "body.height", "body.naturalWidth", "title.height",
      ])
    let loaded = try ProgramTemplate(encoded: template.encoded)
    for (width, count) in [(50.0, 30), (100, 4), (33, 17)] {
      let words = Words(count: count)
      let expected = try template.solve([width], texts: TextTable([words]))
      let first = try loaded.solve([width, 0, words.naturalSize.width, 0], count: 1).outputs
      let heights = [words.height(fitting: first[10]), Words(count: 3).height(fitting: first[6])]
      let second = try loaded.solve([width, heights[0], words.naturalSize.width, heights[1]], count: 1).outputs
      #expect(second.map(\.bitPattern) == expected.frames.map(\.bitPattern))
    }
  }
}
