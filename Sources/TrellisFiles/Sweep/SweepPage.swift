// Sweeps as one HTML page with a handle to drag: the picture follows exactly, without a solver in the page, as the page
// carries the intervals. As in HTMLPage, everything travels as JSON in a script element, what a file says is only ever
// text, and the page's policy lets nothing else run.

/// One HTML page about sweeps.
public struct SweepPage: Sendable {
  /// The page's title.
  public var title: String
  /// The sweeps, in order.
  public var results: [SweepResult]

  /// Creates a page.
  public init(title: String, results: [SweepResult]) {
    self.title = title
    self.results = results
  }

  /// The whole page as UTF-8 text. Linear in the sweeps.
  public func html() -> String {
    let style = HTMLPage.palette + "\n" + Self.styleSheet
    let data = "[" + results.map { $0.visibleTexts.json() }.joined(separator: ",\n") + "]"
    return HTMLPage.document(
      escapedText(title), style: style, script: Self.script, data: data,
      body: """
        <header><h1>\(escapedText(title))</h1><label id="unitLabel">Layout <select id="unit"></select></label>
        <span class="group"><button id="previous" title="Previous breakpoint (Page Down)">‹</button><button id="next"
        title="Next breakpoint (Page Up)">›</button></span>
        <label><span id="name"></span> <input id="value" type="number" step="any"></label>
        <span id="where" role="status"></span></header>
        <main><div id="stage"><svg id="picture" role="img" aria-label="The layout"></svg></div>
        <div id="strip" role="slider" tabindex="0"><svg id="lanes" aria-hidden="true"></svg></div>
        <section id="info"><div><h2>Here</h2><div id="here"></div></div><div><h2>Breakpoints</h2><div id="events"></div></div>
        <div><h2>Findings</h2><div id="findings"></div></div></section></main>
        """)
  }
}

extension SweepResult {
  /// The same with control characters and what reorders text made visible.
  fileprivate var visibleTexts: SweepResult {
    func shown(_ sources: [Source]) -> [Source] {
      sources.map { Source(id: visible($0.id), equation: visible($0.equation), line: $0.line) }
    }
    var copy = self
    copy.file = visible(file)
    copy.unit = unit.map(visible)
    copy.state = state.map(visible)
    if case .constant(let id) = parameter { copy.parameter = .constant(visible(id)) }
    for index in items.indices {
      copy.items[index].name = visible(items[index].name)
      copy.items[index].label = visible(items[index].label)
    }
    for index in events.indices {
      copy.events[index].message = visible(events[index].message)
      copy.events[index].constraints = shown(events[index].constraints)
    }
    for index in findings.indices {
      copy.findings[index].message = visible(findings[index].message)
      copy.findings[index].item = findings[index].item.map(visible)
      copy.findings[index].constraints = shown(findings[index].constraints)
    }
    return copy
  }
}
