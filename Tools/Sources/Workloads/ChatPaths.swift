// The two ways of W7: one scene of all bubbles, and templates of its four kinds of bubbles.
#if Text
  import Trellis
  import TrellisText

  /// A chat as one scene.
  public final class ChatScene {
    private let scene: Scene
    private let bubbles: [Bubble]

    /// Builds the views of all messages, one below the other.
    public init(_ chat: Chat, width: Double, by engine: TextEngine) throws {
      let root = View("root")
      let list = View("list")
      root.addSubview(list)
      bubbles = try chat.messages.map { try Bubble($0, by: engine) }
      var constraints = [
        list.leadingAnchor.constraint(equalTo: root.leadingAnchor), list.topAnchor.constraint(equalTo: root.topAnchor),
        list.widthAnchor.constraint(equalTo: root.widthAnchor),
      ]
      var above: View?
      for bubble in bubbles {
        list.addSubview(bubble.cell)
        constraints += [
          bubble.cell.leadingAnchor.constraint(equalTo: list.leadingAnchor),
          bubble.cell.trailingAnchor.constraint(equalTo: list.trailingAnchor),
          bubble.cell.topAnchor.constraint(equalTo: above?.bottomAnchor ?? list.topAnchor),
        ]
        above = bubble.cell
      }
      constraints.append(list.bottomAnchor.constraint(equalTo: above?.bottomAnchor ?? list.topAnchor))
      Constraint.activate(constraints)
      scene = try Scene(root: root, size: Size(width: width, height: 667))
    }

    /// Lays out.
    @discardableResult
    public func layout() throws -> LayoutReport { try scene.layout() }

    /// Lays out at another width.
    public func resize(_ width: Double) throws -> LayoutReport {
      scene.size.width = width
      return try scene.layout()
    }

    /// Shows another text.
    public func edit(_ message: Int, _ text: String) throws -> LayoutReport {
      try bubbles[message].text.setText(text)
      return try scene.layout()
    }

    /// All frames, in the order of ``Chat/closedForm(width:)``, but for the bubble's parts, which are in the cell there.
    public func frames() -> [Double] {
      var frames: [Double] = []
      frames.reserveCapacity(20 * bubbles.count)
      for bubble in bubbles {
        let outer = bubble.bubble.frame
        for (index, view) in bubble.items.enumerated() {
          let frame = view.frame
          let isInside = index > 2
          frames += [
            frame.minX + (isInside ? outer.minX : 0), frame.minY + (isInside ? outer.minY : 0), frame.width,
            frame.height,
          ]
        }
      }
      return frames
    }
  }

  /// A chat as instances of four templates: own or not, quoting or not.
  public struct ChatTemplates {
    private var templates: [LayoutTemplate] = []
    private var tables: [TextTable] = []
    /// Per kind, the messages.
    private var members: [[Int]] = [[], [], [], []]
    /// Per message, where it is among those of its kind.
    private var places: [Int] = []
    private var kinds: [Int] = []
    private var frameTables: [[Double]] = []
    private(set) var tops: [Double] = []

    /// Compiles the templates and makes the tables of the texts.
    ///
    /// - Parameter widths: The widths of texts that are of interest.
    public init(_ chat: Chat, widths: ClosedRange<Double>, by engine: TextEngine) throws {
      for (c, message) in chat.messages.enumerated() {
        kinds.append(message.kind)
        places.append(members[message.kind].count)
        members[message.kind].append(c)
      }
      for kind in 0..<4 {
        let message = members[kind].first.map { chat.messages[$0] } ?? chat.messages[0]
        let bubble = try Bubble(message, by: engine)
        let template =
          if let quote = bubble.quote {
            try LayoutTemplate(
              fitting: bubble.cell, width: 375, inputs: ["width": .width],
              texts: ["text": bubble.text, "time": bubble.time, "quote": quote], frames: bubble.items,
              coordinates: .root)
          } else {
            try LayoutTemplate(
              fitting: bubble.cell, width: 375, inputs: ["width": .width],
              texts: ["text": bubble.text, "time": bubble.time], frames: bubble.items, coordinates: .root)
          }
        templates.append(template)
        tables.append(TextTable(members[kind].flatMap { Self.texts(of: chat.messages[$0]) }, widths: widths))
        frameTables.append(Array(repeating: 0, count: members[kind].count * 4 * template.itemCount))
      }
      tops = Array(repeating: 0, count: chat.messages.count + 1)
    }

    private static func texts(of message: Chat.Message) -> [any WrappingText] {
      [LabelText(message.text), LabelText(message.time, lines: 1)]
        + (message.quote.map { [LabelText($0, lines: 2)] } ?? [])
    }

    /// Lays out all bubbles at a width.
    public mutating func solve(width: Double, threads: Int = 1) throws {
      for kind in templates.indices {
        let inputs = Array(repeating: width, count: members[kind].count)
        try inputs.withUnsafeBufferPointer { inputs in
          try frameTables[kind].withUnsafeMutableBufferPointer { frames in
            _ = try templates[kind].solve(inputs, texts: tables[kind], into: frames, threads: threads)
          }
        }
      }
      place(from: 0)
    }

    /// Lays out one message with another text.
    public mutating func edit(_ message: Int, _ text: PreparedText, width: Double) throws {
      let (kind, place) = (kinds[message], places[message])
      let (template, columns) = (templates[kind], templates[kind].textNames.count)
      tables[kind][place * columns] = LabelText(text)
      let row = tables[kind][(place * columns)..<((place + 1) * columns)]
      let stride = 4 * template.itemCount
      try [width].withUnsafeBufferPointer { inputs in
        try frameTables[kind].withUnsafeMutableBufferPointer { frames in
          _ = try template.solve(
            inputs, texts: row,
            into: UnsafeMutableBufferPointer(rebasing: frames[(place * stride)..<((place + 1) * stride)]),
            threads: 1)
        }
      }
      self.place(from: message)
    }

    /// Where messages begin, from one on.
    private mutating func place(from first: Int) {
      for c in first..<kinds.count {
        tops[c + 1] = tops[c] + frameTables[kinds[c]][places[c] * 4 * templates[kinds[c]].itemCount + 3]
      }
    }

    /// All frames, in the order of ``Chat/closedForm(width:)``.
    public func frames() -> [Double] {
      var frames: [Double] = []
      for c in kinds.indices {
        let stride = 4 * templates[kinds[c]].itemCount
        let start = frames.count
        frames += frameTables[kinds[c]][(places[c] * stride)..<((places[c] + 1) * stride)]
        frames[start + 1] += tops[c]
      }
      return frames
    }
  }
#endif
