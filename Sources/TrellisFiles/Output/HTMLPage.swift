// Layouts as one HTML page that needs nothing else: no network, no file beside it.
//
// Pictures are the SVG of `ResultSVG`; the page's script only shows, hides and marks them. Everything else travels as
// JSON in a script element. With many layouts the page opens as a contact sheet.

/// One HTML page about layouts.
public struct HTMLPage: Sendable {
  /// One way a layout is shown: on a device, at a size, after an edit.
  public struct Shown: Sendable {
    /// What the switch says: `iPhone 15, landscape`, `375 × 667`.
    public var title: String
    /// The layout, with what decides each item and constraints as lengths where these are to be shown.
    public var state: LayoutState
    /// What its author should look at.
    public var findings: [String]
    /// What was taken from elsewhere than the file.
    public var notes: [String]

    /// Creates one.
    public init(title: String, state: LayoutState, findings: [String] = [], notes: [String] = []) {
      self.title = title
      self.state = state
      self.findings = findings
      self.notes = notes
    }
  }

  /// A layout with all the ways it is shown.
  public struct Entry: Sendable {
    /// The file that it comes from.
    public var file: String
    /// Its name.
    public var name: String
    /// The ways it is shown; the first at once.
    public var shown: [Shown]

    /// Creates one.
    public init(file: String, name: String, shown: [Shown]) {
      self.file = file
      self.name = name
      self.shown = shown
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
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escapedText(title))</title>
    <style>
    \(Self.styleSheet)
    \(SVGPicture.styleSheet)
    </style></head><body>
    <header><button id="back" hidden>‹ All layouts</button><h1>\(escapedText(title))</h1>
    <span id="count"></span><label id="shownLabel">Shown on <select id="shown"></select></label>
    <label><input type="checkbox" id="dims"> Constraints</label></header>
    <main id="sheet"></main>
    <main id="detail" hidden><nav><h2>Views</h2><div id="tree"></div></nav>
    <section id="picture"></section><aside id="info"></aside></main>
    <script type="application/json" id="data">\(data())</script>
    <script>
    \(Self.script)
    </script></body></html>

    """
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
      writer.string(entry.name)
      writer.array("shown", entry.shown) { shown, writer in Self.write(shown, &writer) }
      writer.close("}")
    }
    writer.close("}")
    // `</script>` or `<!--` in a text would end the element.
    return writer.text.replacing("<", with: "\\u003c")
  }

  private static func write(_ shown: Shown, _ writer: inout JSONWriter) {
    writer.open("{")
    writer.key("title")
    writer.string(shown.title)
    writer.key("svg")
    writer.string(SVGPicture.fragment(shown.state))
    writer.array("items", Array(shown.state.items.enumerated())) { entry, writer in
      let (index, item) = entry
      writer.open("{")
      writer.key("n")
      writer.string(item.label ?? item.name)
      writer.key("id")
      writer.string(item.name)
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
        writer.string(influence.constraint ?? "")
        writer.key("t")
        writer.string(influence.text)
        writer.key("d")
        writer.numbers(influence.change)
        writer.close("}")
      }
      writer.key("a")
      writer.strings(shown.state.ambiguous.filter { $0.item == item.name }.compactMap(\.attribute))
      writer.close("}")
    }
    writer.array("conflicts", shown.state.conflicts) { conflict, writer in writer.string(conflict.message) }
    writer.key("findings")
    writer.strings(shown.findings)
    writer.key("notes")
    writer.strings(shown.notes)
    writer.close("}")
  }
}
