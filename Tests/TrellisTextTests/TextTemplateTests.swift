// Templates with texts against a scene for each instance: the same frames, to the last bit.

import TestSupport
import Testing
import Trellis

@testable import TrellisText

/// A message: an avatar, a name beside a time on its baseline, a text that wraps in at most three quarters of the width, and
/// a picture under it.
private struct Message {
  let cell = View("cell")
  let avatar = View("avatar", intrinsicSize: Size(width: 36, height: 36))
  let name: Label
  let time: Label
  let text: Label
  let picture = View("picture")

  var items: [View] { [cell, avatar, name, time, text, picture] }

  init(name: TextRun, time: TextRun, text: TextRun, scale: Double? = nil) throws {
    self.name = try Label(runs: [name])
    self.time = try Label(runs: [time])
    self.text = try Label(runs: [text], lines: 0)
    for label in [self.name, self.time, self.text] { label.displayScale = scale }
    cell.addSubviews([avatar, self.name, self.time, self.text, picture])
    self.time.setContentCompressionResistancePriority(751, for: .horizontal)
    Constraint.activate([
      avatar.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 12),
      avatar.topAnchor.constraint(equalTo: cell.topAnchor, constant: 8),
      self.name.leadingAnchor.constraint(equalTo: avatar.trailingAnchor, constant: 8),
      self.name.topAnchor.constraint(equalTo: avatar.topAnchor),
      self.time.leadingAnchor.constraint(greaterThanOrEqualTo: self.name.trailingAnchor, constant: 8),
      self.time.trailingAnchor.constraint(equalTo: cell.trailingAnchor, constant: -12),
      Constraint(item: self.time, attribute: .firstBaseline, toItem: self.name, attribute: .firstBaseline),
      self.text.leadingAnchor.constraint(equalTo: self.name.leadingAnchor),
      self.text.topAnchor.constraint(equalTo: self.name.bottomAnchor, constant: 4),
      self.text.widthAnchor.constraint(lessThanOrEqualTo: cell.widthAnchor, multiplier: 0.75),
      picture.leadingAnchor.constraint(equalTo: self.text.leadingAnchor),
      picture.topAnchor.constraint(equalTo: self.text.bottomAnchor, constant: 4),
      picture.widthAnchor.constraint(equalTo: cell.widthAnchor, multiplier: 0.5),
      picture.heightAnchor.constraint(equalTo: picture.widthAnchor, multiplier: 0.5625),
      cell.bottomAnchor.constraint(equalTo: picture.bottomAnchor, constant: 8),
      cell.bottomAnchor.constraint(greaterThanOrEqualTo: avatar.bottomAnchor, constant: 8),
    ])
  }

  static func random(_ random: inout SplitMix64) -> (name: TextRun, time: TextRun, text: TextRun, width: Double) {
    let words = [
      "all", "happy", "families", "are", "alike", "each", "unhappy", "family", "is", "unhappy-in-its", "own", "way",
      "—",
      "Wörter", "слова", "كلمات", "言葉", "soft\u{AD}hyphen", "https://example.org/a/long/path", "😀",
    ]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words[random.int(0...words.count - 1)] }.joined(separator: " ")
    }
    let size = [11.0, 12.5, 15, 17, 20][random.int(0...4)]
    let family = random.chance(0.2) ? Font("DejaVu Sans", size: size) : .system(size)
    return (
      TextRun(text(random.int(1...3)), font: .system(size, weight: .semibold)),
      TextRun("\(random.int(1...12)):\(random.int(10...59))", font: .system(13)),
      TextRun(text(random.int(0...40)), font: family), Double(random.int(640...1_720)) / 4
    )
  }
}

@Suite("Templates with texts")
struct TextTemplateTests {
  private static let run = TextRun("Name", font: .system(15))

  @Test("Cells with texts are laid out as a scene for each, to the last bit")
  func equalsScenes() throws {
    try compare(TestRun.count(2_000, long: 100_000), scale: nil, within: 0)
    try compare(200, scale: 2, within: 0)
    // Thirds of a point are not binary fractions: their sums differ in the last digits by their order.
    try compare(200, scale: 3, within: 1e-9)
  }

  private func compare(_ count: Int, scale: Double?, within tolerance: Double) throws {
    var random = SplitMix64(seed: TestRun.seed(47_000))
    let sample = try Message(name: Self.run, time: Self.run, text: Self.run, scale: scale)
    let template = try LayoutTemplate(
      fitting: sample.cell, width: 320, inputs: ["width": .width],
      texts: ["name": sample.name, "time": sample.time, "text": sample.text], frames: sample.items)
    let messages = (0..<count).map { _ in Message.random(&random) }
    let labels = [sample.name, sample.time, sample.text]
    let texts = TextTable(
      try messages.flatMap { message in
        try zip(labels, [message.name, message.time, message.text]).map { label, run in
          label.content(try TextEngine.shared().prepare([run]))
        }
      }, widths: 100...350)
    let table = try template.solve(messages.map(\.width), texts: texts)
    let alone = try template.solve(messages.map(\.width), texts: texts, threads: 1)
    #expect(table.frames.map(\.bitPattern) == alone.frames.map(\.bitPattern))
    var wrapped = 0
    for (row, message) in messages.enumerated() {
      let own = try Message(name: message.name, time: message.time, text: message.text, scale: scale)
      let scene = try Scene(root: own.cell, size: Size(width: message.width, height: 0))
      let size = try own.cell.fittingSize(
        Size(width: message.width, height: 0), horizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel)
      scene.size.height = size.height
      try scene.layout()
      for (index, view) in own.items.enumerated() {
        let frame = try #require(table.frame(of: index, in: row))
        let own = [view.frame.minX, view.frame.minY, view.frame.width, view.frame.height]
        let differences = zip([frame.minX, frame.minY, frame.width, frame.height], own).map { abs($0 - $1) }
        guard differences.contains(where: { !($0 <= tolerance) }) else { continue }
        Issue.record("row \(row), \(view): \(frame) in the template, \(view.frame) in the scene")
        return
      }
      if own.text.frame.height > own.text.preparedText.height(fitting: .infinity) + 1 { wrapped += 1 }
    }
    #expect(wrapped > count / 2)
  }
}
