// W7 as a file: texts as a measure function needs them, so that an engine without fonts lays out the same chat.
//
// Little-endian throughout. Eight bytes "TRELLIS7", then as 64-bit integers the numbers of messages, widths, edits, texts,
// steps and values. Then doubles: the widths of a run of resizes; per text its natural width and height; per step the least
// width, and per step its height; the values: frames by closed form (`Chat.closedForm(width:)`) at 375 points, then at the last
// width, then at 375 after all edits, as many each. Then 32-bit integers: per message its kind (1: own, 2: quoting, both added);
// per edit its message; per text where its steps begin, and one more. Texts are those of each message in turn (text, time, quote
// where there is one), then one for each edit. A text is as high as its last step that is not beyond its width; from the
// natural width on as high as by nature. `Benchmarks/rivals/harness/chat.cpp` reads it.
#if Text
  import TrellisText

  /// A chat, written out for other engines.
  public struct ChatFile {
    /// The whole file.
    public let bytes: [UInt8]

    /// Writes a chat of so many messages, sixty widths and some edits.
    ///
    /// - Throws: As ``Chat/init(count:by:)``.
    public init(size: Int, edits editCount: Int) throws(TextError) {
      let engine = try TextEngine()
      var chat = try Chat(count: size, by: engine)
      let widths = Chat.widths(count: 60)
      let edits = Chat.edits(count: editCount, of: size)
      var texts: [LabelText] = []
      for message in chat.messages {
        texts += [LabelText(message.text), LabelText(message.time, lines: 1)]
        if let quote = message.quote { texts.append(LabelText(quote, lines: 2)) }
      }
      let kinds = chat.messages.map { Int32($0.kind) }
      var values = chat.closedForm(width: 375) + chat.closedForm(width: widths.last ?? 375)
      for edit in edits {
        try chat.setText(edit.message, edit.text, by: engine)
        texts.append(LabelText(chat.messages[edit.message].text))
      }
      values += chat.closedForm(width: 375)

      var sizes: [Double] = []
      var (stepWidths, stepHeights): ([Double], [Double]) = ([], [])
      var starts: [Int32] = [0]
      for text in texts {
        let size = text.naturalSize
        sizes += [size.width, size.height]
        for step in text.heightSteps(in: Chat.textWidths) {
          stepWidths.append(step.width)
          stepHeights.append(step.height)
        }
        starts.append(Int32(stepWidths.count))
      }
      var writer = LittleEndianWriter()
      writer.append(Array("TRELLIS7".utf8))
      for count in [size, widths.count, edits.count, texts.count, stepWidths.count, values.count] {
        writer.append(UInt64(count))
      }
      for list in [widths, sizes, stepWidths, stepHeights, values] { writer.append(list) }
      writer.append(kinds)
      writer.append(edits.map { Int32($0.message) })
      writer.append(starts)
      bytes = writer.bytes
    }
  }
#endif
