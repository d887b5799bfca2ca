// Layouts as one HTML page that needs nothing else: no network, no file beside it.
//
// Pictures are the SVG of `ResultSVG`; the page's script only shows, hides and marks them. Everything else travels as
// JSON in a script element. With many layouts the page opens as a contact sheet.

/// One HTML page about layouts.
public struct HTMLPage: Sendable {
  /// Something that an author should look at.
  public struct Finding: Sendable, Equatable {
    /// What it is about: `conflict`, `outside`.
    public var kind: String
    /// Whether the layout is wrong, not only doubtful.
    public var isError: Bool
    /// What is wrong, and what would help.
    public var message: String
    /// The name of the item that it is about.
    public var item: String?
    /// The id of the constraint that it is about.
    public var constraint: String?
    /// The line in the file.
    public var line: Int?
    /// Changes that resolve a conflict, the likeliest first; those whose frames are known are drawn.
    public var cures: [LayoutState.Cure]

    /// Creates one.
    public init(
      kind: String, isError: Bool, message: String, item: String? = nil, constraint: String? = nil, line: Int? = nil,
      cures: [LayoutState.Cure] = []
    ) {
      self.kind = kind
      self.isError = isError
      self.message = message
      self.item = item
      self.constraint = constraint
      self.line = line
      self.cures = cures
    }
  }

  /// One way a layout is shown: on a device, at a size, after an edit.
  public struct Shown: Sendable {
    /// What the switch says: `iPhone 15, landscape`, `375 × 667`.
    public var title: String
    /// The layout, with what decides each item and constraints as lengths where these are to be shown.
    public var state: LayoutState
    /// What its author should look at.
    public var remarks: [Finding]
    /// What was taken from elsewhere than the file.
    public var notes: [String]

    /// What its author should look at, as texts.
    public var findings: [String] {
      get { remarks.map(\.message) }
      set { remarks = newValue.map { Finding(kind: "finding", isError: false, message: $0) } }
    }

    /// Creates one.
    public init(title: String, state: LayoutState, remarks: [Finding], notes: [String] = []) {
      self.title = title
      self.state = state
      self.remarks = remarks
      self.notes = notes
    }

    /// Creates one whose findings are texts.
    public init(title: String, state: LayoutState, findings: [String] = [], notes: [String] = []) {
      self.init(title: title, state: state, remarks: [], notes: notes)
      self.findings = findings
    }
  }

  /// A layout with all the ways it is shown.
  public struct Entry: Sendable {
    /// The file that it comes from.
    public var file: String
    /// Its name.
    public var name: String
    /// The ways it is shown; the one with the most to look at first. Empty for a file that cannot be used.
    public var shown: [Shown]
    /// Why the file cannot be used; nil where it can.
    public var error: String?

    /// Creates one.
    public init(file: String, name: String, shown: [Shown]) {
      self.file = file
      self.name = name
      self.shown = shown
    }

    /// A file that cannot be used.
    public init(unusable error: DocumentError, name: String) {
      self.init(file: error.file, name: name, shown: [])
      self.error = error.description
    }
  }

  /// The page's title.
  public var title: String
  /// The layouts, in order.
  public var entries: [Entry]

  /// Creates a page.
  public init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }

  /// The whole page as UTF-8 text. Linear in the layouts.
  public func html() -> String {
    let style = [Self.palette, Self.styleSheet, SVGPicture.styleSheet, Self.darkPictures].joined(separator: "\n")
    return Self.document(
      escapedText(title), style: style, script: Self.script, data: data(),
      body: """
        <header><button id="back" hidden>‹ All layouts</button><h1>\(escapedText(title))</h1>
        <span id="count" role="status"></span>
        <span id="searchBox"><input type="search" id="search" placeholder="Search layouts and views"
        aria-label="Search layouts and views">
        <span class="group" id="filter"><button data-grade="all" aria-pressed="true">All</button><button
        data-grade="bad" aria-pressed="false">Errors</button><button data-grade="warn" aria-pressed="false">Warnings</button
        ></span></span>
        <label id="shownLabel">Shown on <select id="shown"></select></label>
        <label id="dimsLabel"><input type="checkbox" id="dims"> Constraints</label></header>
        <main id="sheet"><p id="none" hidden>No layout matches.</p></main>
        <main id="detail" hidden><nav aria-label="Views"><h2>Views</h2><div id="tree" role="tree" aria-label="Views"></div></nav>
        <div id="stage"><div id="trial" hidden><span class="group" role="group" aria-label="Picture"><button id="before"
        title="As it is (b)">Before</button><button id="after" title="With the change (b)">After</button></span>
        <span id="trialText" role="status"></span></div><div id="picture"></div><div class="group" id="zoom"><button id="out"
        aria-label="Zoom out" title="Zoom out (-)">−</button><button id="fit" title="Fit (0)"></button><button id="in"
        aria-label="Zoom in" title="Zoom in (+)">+</button></div></div>
        <aside id="info" aria-label="Findings and details"></aside></main>
        """)
  }

  /// A page around a body: what it may do, its style, and where it has a script, what that reads and the script itself.
  ///
  /// - Parameters:
  ///   - title: Escaped.
  ///   - data: JSON.
  static func document(
    _ title: String, style: String, script: String? = nil, data: String? = nil, body: String
  ) -> String {
    // `</script>` or `<!--` in a text would end the element.
    let read =
      data.map { "<script type=\"application/json\" id=\"data\">\($0.replacing("<", with: "\\u003c"))</script>\n" }
      ?? ""
    let run = script.map { "<script>\($0)</script>" } ?? ""
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      \(policy(style: style, script: script))
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(style)</style></head><body>
      \(body)
      \(read)\(run)</body></html>

      """
  }

  /// What the browser is to let a page do: use its own style, run its own script, and nothing else. No text of a file can
  /// run, load or send anything, were it ever to get out of its quotation marks.
  static func policy(style: String, script: String? = nil) -> String {
    let scripts = script.map { "script-src 'sha256-\(SHA256.base64(of: $0))'; " } ?? ""
    return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      + "style-src 'sha256-\(SHA256.base64(of: style))'; \(scripts)base-uri 'none'; form-action 'none'\">"
  }

  /// The layouts as JSON that may stand in a script element.
  private func data() -> String {
    var writer = JSONWriter(style: .compact)
    writer.open("{")
    writer.array("units", entries) { entry, writer in
      writer.open("{")
      writer.key("file")
      writer.string(entry.file)
      writer.key("name")
      writer.string(visible(entry.name))
      if let error = entry.error {
        writer.key("error")
        writer.string(error)
      }
      writer.array("shown", entry.shown) { shown, writer in Self.write(shown, &writer) }
      writer.close("}")
    }
    writer.close("}")
    // `</script>` or `<!--` in a text would end the element.
    return writer.text.replacing("<", with: "\\u003c")
  }

  /// So many items are drawn for what would resolve conflicts of one layout, besides its likeliest change.
  private static let largestTrials = 4_000

  private static func write(_ shown: Shown, _ writer: inout JSONWriter) {
    var room = largestTrials
    let open = Dictionary(grouping: shown.state.ambiguous, by: \.item)
    let positions = Dictionary(shown.state.items.enumerated().map { ($1.name, $0) }) { first, _ in first }
    writer.open("{")
    writer.key("title")
    writer.string(shown.title)
    writer.key("svg")
    writer.string(SVGPicture.fragment(shown.state))
    writer.array("items", Array(shown.state.items.enumerated())) { entry, writer in
      let (index, item) = entry
      writer.open("{")
      writer.key("n")
      writer.string(visible(item.label ?? item.name))
      writer.key("id")
      writer.string(visible(item.name))
      writer.key("e")
      writer.string(item.element ?? "\(item.role)")
      writer.key("p")
      writer.raw(item.superview.map(String.init) ?? "-1")
      writer.key("f")
      writer.numbers([item.x, item.y, item.width, item.height])
      writer.key("h")
      writer.raw(item.isHidden ? "1" : "0")
      writer.array("c", index < shown.state.influences.count ? shown.state.influences[index] : []) {
        influence, writer in
        writer.open("{")
        writer.key("id")
        writer.string(visible(influence.constraint ?? ""))
        writer.key("t")
        writer.string(visible(influence.text))
        writer.key("d")
        writer.numbers(influence.change)
        writer.close("}")
      }
      writer.key("a")
      writer.strings((open[item.name] ?? []).compactMap(\.attribute))
      writer.close("}")
    }
    // Where a layout is too large for it, there is nothing to say of any item.
    writer.key("known")
    writer.raw(shown.state.influences.isEmpty ? "false" : "true")
    writer.array("conflicts", shown.state.conflicts) { conflict, writer in writer.string(conflict.message) }
    writer.array("findings", shown.remarks) { finding, writer in
      writer.open("{")
      writer.key("kind")
      writer.string(finding.kind)
      writer.key("bad")
      writer.raw(finding.isError ? "true" : "false")
      writer.key("text")
      // Changes stand below it, each with its picture.
      writer.string(visible(finding.message.replacing("; \(finding.cures.help)", with: "")))
      writer.key("i")
      writer.raw("\(finding.item.flatMap { positions[$0] } ?? -1)")
      if let constraint = finding.constraint {
        writer.key("c")
        writer.string(constraint)
      }
      if let line = finding.line {
        writer.key("line")
        writer.raw("\(line)")
      }
      if !finding.cures.isEmpty {
        writer.array("cures", finding.cures) { cure, writer in write(cure, of: shown.state, &room, &writer) }
      }
      writer.close("}")
    }
    writer.key("notes")
    writer.strings(shown.notes.map(visible))
    writer.close("}")
  }

  /// A change with its picture, as long as there is room for some.
  private static func write(
    _ cure: LayoutState.Cure, of state: LayoutState, _ room: inout Int, _ writer: inout JSONWriter
  ) {
    writer.open("{")
    writer.key("text")
    writer.string(visible(cure.advice))
    writer.key("c")
    writer.string(cure.constraint)
    writer.key("cured")
    writer.raw("\(cure.conflicts)")
    writer.key("moved")
    writer.raw("\(cure.moved)")
    writer.key("far")
    writer.number(cure.largestMove)
    if !cure.moves.isEmpty, room == largestTrials || room >= state.items.count {
      room -= state.items.count
      writer.key("svg")
      writer.string(SVGPicture.fragment(state, after: cure.moves))
    }
    writer.array("moves", cure.moves) { move, writer in
      writer.open("{")
      writer.key("i")
      writer.raw("\(move.item)")
      writer.key("f")
      writer.numbers(move.frame)
      writer.close("}")
    }
    writer.close("}")
  }
}
