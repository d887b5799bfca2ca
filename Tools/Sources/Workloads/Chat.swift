// W7, a chat: N bubbles at most three quarters as wide as the list, with avatars, times and quoted replies. Every text is
// measured with the fonts of the machine, so that numbers of two machines may differ by their fonts.
//
// A bubble is as wide as the widest of its texts with the room around it, up to three quarters of the width; texts wrap in
// what is left. Messages from others have their avatar before them, one's own after them; every fourth quotes another in
// at most two lines. In points:
//
//     avatar 32 × 32, 8 from the edge of the list and 8 from the bubble, its bottom that of the bubble
//     bubble 4 from the top and bottom of its cell; inside 12 at the sides, 8 above and below
//     quote  13 points, behind a bar that is 3 wide, 6 from it; 6 to the text below
//     text   17 points; 4 to the time below
//     time   11 points, at the trailing side
#if Text
  import Trellis
  import TrellisText

  /// The numbers and texts of W7.
  public struct Chat: Sendable {
    /// A message.
    public struct Message: Sendable {
      /// The characters of its texts.
      public var characters: (text: String, time: String, quote: String?)
      /// Whether one has written it oneself.
      public var isOwn: Bool
      /// The text.
      public var text: PreparedText
      /// When it was written.
      public var time: PreparedText
      /// What it quotes, if anything.
      public var quote: PreparedText?

      /// What of a bubble a message has: two bits, own and quoting.
      public var kind: Int { (isOwn ? 1 : 0) + (quote == nil ? 0 : 2) }
    }

    /// The fonts: of texts, quotes and times.
    public static let fonts = (text: Font.system(17), quote: Font.system(13), time: Font.system(11))

    /// The words of message `c` after `edits` edits of it: a list of 4,096 words, 1 to 40 of them, few more often than many.
    public static func text(_ c: Int, edits: Int = 0) -> String {
      let seed = 64 * (c + 1_000_003 * edits)
      let most = 1 + Numbers.hash(seed + 1) % 40
      let count = 1 + Numbers.hash(seed + 2) % most
      return (0..<count).map { word(Numbers.hash(seed + 3 + $0) % 4_096) }.joined(separator: " ")
    }

    /// One of 4,096 words, of two to four syllables.
    static func word(_ number: Int) -> String {
      let syllables = [
        "ba", "den", "fir", "go", "hal", "ki", "lum", "mor", "na", "pes", "ru", "sti", "ta", "ven", "wo", "ze",
      ]
      let h = Numbers.hash(number + 5)
      let end = ["", "la", "n", "rith"][h % 4]
      return syllables[number & 15] + syllables[(number >> 4) & 15] + (number >> 8 > 0 ? syllables[number >> 8] : "")
        + end
    }

    static func time(_ c: Int) -> String {
      let minute = Numbers.hash(c + 31) % 60
      return "\(Numbers.hash(c + 17) % 24):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// The messages.
    public private(set) var messages: [Message] = []

    /// Shapes all texts of the first `count` messages.
    public init(count: Int, by engine: TextEngine) throws(TextError) {
      messages.reserveCapacity(count)
      for c in 0..<count {
        let quote = Numbers.hash(c + 11) % 4 == 0 && c > 0 ? Self.text(Numbers.hash(c + 13) % c) : nil
        let characters = (text: Self.text(c), time: Self.time(c), quote: quote)
        messages.append(
          Message(
            characters: characters, isOwn: Numbers.hash(c + 3) % 2 == 1,
            text: try characters.text.prepared(in: Self.fonts.text, by: engine),
            time: try characters.time.prepared(in: Self.fonts.time, by: engine),
            quote: try characters.quote.map { (quote) throws(TextError) in
              try quote.prepared(in: Self.fonts.quote, by: engine)
            }))
      }
    }

    /// Replaces the text of a message.
    public mutating func setText(_ c: Int, _ text: String, by engine: TextEngine) throws(TextError) {
      messages[c].text = try text.prepared(in: Self.fonts.text, by: engine)
      messages[c].characters.text = text
    }

    /// Distinct words in all texts, by font.
    public var distinctWords: Int {
      var words: [Set<Substring>] = [[], [], []]
      for message in messages {
        words[0].formUnion(message.characters.text.split(separator: " "))
        words[1].insert(message.characters.time[...])
        words[2].formUnion(message.characters.quote?.split(separator: " ") ?? [])
      }
      return words.reduce(0) { $0 + $1.count }
    }

    /// The edits of one run: a message and its next text.
    public static func edits(count: Int, of messages: Int) -> [(message: Int, text: String)] {
      var seen: [Int: Int] = [:]
      return (0..<count).map { e in
        let c = Numbers.hash(31 * e + 7) % messages
        seen[c, default: 0] += 1
        return (c, text(c, edits: seen[c] ?? 1))
      }
    }

    /// Widths of the list in a run of resizes: those of W6.
    public static func widths(count: Int) -> [Double] { (0..<count).map { Double(320 + 5 * (7 * $0 % 60)) } }

    /// The widths that texts of several lines have at those widths: of 615 points three quarters, less the room beside them.
    public static let textWidths = 100.0...440

    // MARK: - Arithmetic

    /// Frames by arithmetic: of each cell x, y, width and height in the list, then those of its avatar, bubble, text, time and
    /// where there is one quote, in its cell.
    public func closedForm(width: Double) -> [Double] {
      var frames: [Double] = []
      var top = 0.0
      for message in messages {
        let text = LabelText(message.text)
        let time = LabelText(message.time, lines: 1).naturalSize
        let quote = message.quote.map { LabelText($0, lines: 2) }
        let most = 0.75 * width
        let wanted = max(
          text.naturalSize.width + 24, time.width + 24, quote.map { $0.naturalSize.width + 33 } ?? 0)
        let bubble = min(most, wanted)
        let textWidth = min(text.naturalSize.width, bubble - 24)
        let textHeight = text.height(fitting: onMicropoints(textWidth))
        var y = 12.0
        var quoteFrame: [Double] = []
        let left = message.isOwn ? width - 48 - bubble : 48
        if let quote {
          let quoteWidth = min(quote.naturalSize.width, bubble - 33)
          let height = quote.height(fitting: onMicropoints(quoteWidth))
          quoteFrame = [left + 21, y, quoteWidth, height]
          y += height + 6
        }
        let textFrame = [left + 12, y, textWidth, textHeight]
        y += textHeight + 4
        let timeFrame = [left + bubble - 12 - time.width, y, time.width, time.height]
        y += time.height + 8
        frames += [0, top, width, y + 4]
        frames += [message.isOwn ? width - 40 : 8, y - 32, 32, 32]
        frames += [left, 4, bubble, y - 4] + textFrame + timeFrame + quoteFrame
        top += y + 4
      }
      return frames
    }

    /// A width on the grid that heights are asked on.
    private func onMicropoints(_ width: Double) -> Double { (width * 1e6 + 0.6).rounded(.down) / 1e6 }
  }

  /// The views of one message.
  public struct Bubble {
    let cell = View("cell")
    let avatar = View("avatar", intrinsicSize: Size(width: 32, height: 32))
    let bubble = View("bubble")
    let text: Label
    let time: Label
    let quote: Label?

    var items: [View] { [cell, avatar, bubble, text, time] + (quote.map { [$0] } ?? []) }

    /// Creates the views of a message, in no list yet.
    public init(_ message: Chat.Message, by engine: TextEngine) throws {
      let texts = message.characters
      text = try Label(texts.text, font: Chat.fonts.text, lines: 0, engine: engine)
      time = try Label(texts.time, font: Chat.fonts.time, engine: engine)
      quote = try texts.quote.map { try Label($0, font: Chat.fonts.quote, lines: 2, engine: engine) }
      cell.addSubviews([avatar, bubble])
      bubble.addSubviews([text, time])
      var constraints: [Constraint] = [
        avatar.bottomAnchor.constraint(equalTo: bubble.bottomAnchor),
        bubble.topAnchor.constraint(equalTo: cell.topAnchor, constant: 4),
        bubble.bottomAnchor.constraint(equalTo: cell.bottomAnchor, constant: -4),
        bubble.widthAnchor.constraint(lessThanOrEqualTo: cell.widthAnchor, multiplier: 0.75),
        text.leadingAnchor.constraint(equalTo: bubble.leadingAnchor, constant: 12),
        text.trailingAnchor.constraint(lessThanOrEqualTo: bubble.trailingAnchor, constant: -12),
        time.topAnchor.constraint(equalTo: text.bottomAnchor, constant: 4),
        time.leadingAnchor.constraint(greaterThanOrEqualTo: bubble.leadingAnchor, constant: 12),
        time.trailingAnchor.constraint(equalTo: bubble.trailingAnchor, constant: -12),
        time.bottomAnchor.constraint(equalTo: bubble.bottomAnchor, constant: -8),
      ]
      // As narrow as the texts allow.
      let narrow = bubble.widthAnchor.constraint(equalToConstant: 0)
      try narrow.setPriority(.fittingSizeLevel)
      constraints.append(narrow)
      if message.isOwn {
        constraints += [
          avatar.trailingAnchor.constraint(equalTo: cell.trailingAnchor, constant: -8),
          bubble.trailingAnchor.constraint(equalTo: avatar.leadingAnchor, constant: -8),
        ]
      } else {
        constraints += [
          avatar.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 8),
          bubble.leadingAnchor.constraint(equalTo: avatar.trailingAnchor, constant: 8),
        ]
      }
      if let quote {
        let bar = View("bar")
        bubble.addSubviews([quote, bar])
        constraints += [
          bar.leadingAnchor.constraint(equalTo: bubble.leadingAnchor, constant: 12),
          bar.widthAnchor.constraint(equalToConstant: 3),
          bar.topAnchor.constraint(equalTo: quote.topAnchor),
          bar.bottomAnchor.constraint(equalTo: quote.bottomAnchor),
          quote.leadingAnchor.constraint(equalTo: bar.trailingAnchor, constant: 6),
          quote.trailingAnchor.constraint(lessThanOrEqualTo: bubble.trailingAnchor, constant: -12),
          quote.topAnchor.constraint(equalTo: bubble.topAnchor, constant: 8),
          text.topAnchor.constraint(equalTo: quote.bottomAnchor, constant: 6),
        ]
      } else {
        constraints.append(text.topAnchor.constraint(equalTo: bubble.topAnchor, constant: 8))
      }
      Constraint.activate(constraints)
    }
  }
#endif
