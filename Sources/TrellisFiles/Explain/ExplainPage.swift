// Why a number of a layout is what it is, as one HTML page: the picture with the item, the constraints that decide it with
// their share, what each holds for and what takes over there, and the layout without each; or why the number is not another.
//
// The page has no script. What is drawn is chosen by radio buttons, which a keyboard operates by itself; the style sheet
// shows the picture of the one that is checked (CSS Selectors 4, :has()). Where a browser does not know that, the layout as
// it is stays. What a file says is only ever text, and the page's policy lets nothing run.

/// One HTML page about a number.
public struct ExplainPage: Sendable {
  /// What the page is about.
  public enum Answer: Sendable {
    /// What decides a number.
    case explanation(LayoutExplanation)
    /// Why a number is not another.
    case objection(LayoutObjection)
  }

  /// What the page is about.
  public var answer: Answer

  /// Creates a page.
  public init(_ answer: Answer) { self.answer = answer }

  /// So many constraints are listed.
  private static let longestList = 200
  /// So many items are drawn in pictures of other layouts, besides the first of these.
  private static let largestPictures = 20_000

  /// A layout that can be looked at.
  private struct Choice {
    var caption: String
    /// nil where it is not drawn.
    var svg: String?
  }

  /// The whole page as UTF-8 text. Linear in the layouts that it shows.
  public func html() -> String {
    var choices: [Choice] = []
    let body: String
    let title: String
    let layout: ExplainedLayout?
    let file: (name: String, state: Int)
    switch answer {
    case .explanation(let explanation):
      (layout, file) = (explanation.layout, (explanation.file, explanation.state))
      title = "\(explanation.subject) = \(rounded(explanation.value))"
      if let layout { choices.append(Self.choice(of: layout)) }
      body = Self.list(explanation, &choices)
    case .objection(let objection):
      (layout, file) = (objection.layout, (objection.file, objection.state))
      title = "Why not \(objection.wish)?"
      if let layout { choices.append(Self.choice(of: layout)) }
      body = Self.list(objection, &choices)
    }
    let style = [
      HTMLPage.palette, Self.styleSheet, SVGPicture.styleSheet, HTMLPage.darkPictures, Self.rules(choices),
    ].joined(separator: "\n")
    let pictures = choices.enumerated().map { number, choice in
      "<figure id=\"p\(number)\">\(choice.svg ?? "<p class=\"dim\">Too large to be drawn.</p>")"
        + "<figcaption>\(Self.text(choice.caption))</figcaption></figure>"
    }
    let broken = (layout?.state.conflicts ?? []).prefix(8).map { conflict in
      let words = conflict.brokenEquation.isEmpty ? conflict.broken : conflict.brokenEquation
      return "<p class=\"bad\">Constraints are in conflict: the layout goes on without \(Self.text(words)).</p>"
    }
    let stage = choices.isEmpty ? "" : "<section id=\"stage\" aria-live=\"polite\">\(pictures.joined())</section>"
    let place = file.name + (file.state == 0 ? "" : ", after edit \(file.state)")
    return HTMLPage.document(
      Self.text(title), style: style,
      body: """
        <header><h1>\(Self.text(title))</h1><p class="dim">\(Self.text(place))</p></header>
        <main\(choices.isEmpty ? " class=\"bare\"" : "")>\(stage)<section id="why">\(broken.joined())\(body)</section></main>
        """)
  }

  /// The rule of each choice that shows its picture, and hides the layout as it is.
  private static func rules(_ choices: [Choice]) -> String {
    choices.indices.dropFirst().map {
      "body:has(#w\($0):checked) #p\($0) { display: flex } body:has(#w\($0):checked) #p0 { display: none }"
    }.joined(separator: "\n")
  }

  private static func choice(of layout: ExplainedLayout) -> Choice {
    var state = layout.state
    state.conflicts = []
    return Choice(caption: "As it is", svg: marked(SVGPicture.fragment(state), layout.item))
  }

  /// A picture with the item that the number belongs to marked.
  private static func marked(_ svg: String, _ item: Int?) -> String {
    guard let item else { return svg }
    return svg.replacing("<g data-i=\"\(item)\">", with: "<g data-i=\"\(item)\" class=\"on\">", maxReplacements: 1)
  }

  /// Adds the layout with some items elsewhere, and says with which radio button it is looked at.
  private static func add(
    _ caption: String, _ moves: [LayoutExplanation.Move], of layout: ExplainedLayout?, _ choices: inout [Choice],
    label: String
  ) -> String {
    guard let layout else { return "" }
    let number = choices.count
    let drawn = choices.count { $0.svg != nil }
    var svg: String?
    if drawn == 1 || drawn * layout.state.items.count <= largestPictures {
      let positions = Dictionary(layout.state.items.enumerated().map { ($1.name, $0) }) { first, _ in first }
      let moved = moves.compactMap { move in
        positions[move.item].map { LayoutState.Move(item: $0, frame: move.to) }
      }
      svg = marked(SVGPicture.fragment(layout.state, after: moved), layout.item)
    }
    choices.append(Choice(caption: caption, svg: svg))
    return radio(number, label)
  }

  private static func radio(_ number: Int, _ label: String) -> String {
    "<label class=\"choice\"><input type=\"radio\" name=\"w\" id=\"w\(number)\"\(number == 0 ? " checked" : "")>"
      + "<span>\(text(label))</span></label>"
  }

  static func text(_ string: String) -> String { escapedText(visible(string)) }

  private static func elsewhere(_ moves: [LayoutExplanation.Move]) -> String {
    moves.isEmpty
      ? "nothing lies elsewhere" : "\(moves.count) item\(moves.count == 1 ? "" : "s") elsewhere, dashed: as it is"
  }

  // MARK: What decides it

  private static func list(_ explanation: LayoutExplanation, _ choices: inout [Choice]) -> String {
    var html =
      explanation.isAmbiguous ? "<p class=\"bad\">It could be another number: the constraints leave it open.</p>" : ""
    guard !explanation.influences.isEmpty else { return html + "<p>No constraint decides it.</p>" }
    html += "<form><fieldset><legend>What decides it</legend>"
    if explanation.layout != nil { html += radio(0, "The layout as it is") }
    let shares = explanation.influences.map { $0.derivative * $0.constant }
    let largest = shares.map(abs).max() ?? 0
    for (influence, share) in zip(explanation.influences, shares).prefix(longestList) {
      html += card(influence, share, largest, explanation, &choices)
    }
    html += "</fieldset></form>"
    let left = explanation.influences.count - longestList
    if left > 0 { html += "<p class=\"dim\">\(left) more constraints decide it.</p>" }
    let rest = explanation.value - shares.reduce(0, +)
    html += "<p class=\"dim\">The shares, derivative times constant, add up to \(rounded(explanation.value - rest))"
    return html + (abs(rest) > 1e-6 * max(1, abs(explanation.value)) ? "; \(rounded(rest)) is rounding.</p>" : ".</p>")
  }

  private static func card(
    _ influence: LayoutExplanation.Influence, _ share: Double, _ largest: Double, _ explanation: LayoutExplanation,
    _ choices: inout [Choice]
  ) -> String {
    var html = "<article><h2>\(text(influence.words))</h2><p class=\"dim\">priority \(formatted(influence.priority))"
    if let location = influence.location { html += ", line \(location.line)" }
    html += "</p><dl><dt>Share</dt><dd>\(signed(share)) pt \(bar(share, largest))</dd>"
    html += "<dt>Per point</dt><dd>\(signed(influence.derivative)) pt</dd>"
    html += "<dt>Constant</dt><dd>\(rounded(influence.constant)), holds \(text(influence.range))</dd></dl>"
    html += ExplainChart(influence, value: explanation.value)?.svg ?? ""
    var ends: [String] = []
    if let words = influence.breakpoint { ends.append(words) }
    for (side, word) in [(influence.below, "below"), (influence.above, "above")] {
      if let side, let words = side.words { ends.append("\(word) \(rounded(side.constant)): \(words)") }
    }
    if !ends.isEmpty { html += "<ul>" + ends.map { "<li>\(text($0))</li>" }.joined() + "</ul>" }
    if let without = influence.without {
      let number = "\(rounded(without.value))\(without.isAmbiguous ? ", and could be another" : "")"
      let caption = "Without \(influence.words): \(explanation.subject) = \(number); \(elsewhere(without.moves))"
      let choice = add(
        caption, without.moves, of: explanation.layout, &choices, label: "Without it: \(number)")
      html += choice.isEmpty ? "<p>Without it: \(text(number))</p>" : choice
    } else {
      html += "<p class=\"dim\">It cannot go alone.</p>"
    }
    return html + "</article>"
  }

  private static func signed(_ number: Double) -> String { (number > 0 ? "+" : "") + rounded(number) }

  /// A bar from the middle: to the right what adds, to the left what takes away.
  private static func bar(_ share: Double, _ largest: Double) -> String {
    guard largest > 0 else { return "" }
    let length = 50 * abs(share) / largest
    return
      "<svg class=\"bar\" viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path d=\"M50 0V6\"/>"
      + "<rect class=\"\(share < 0 ? "less" : "more")\" x=\"\(pixelText(share < 0 ? 50 - length : 50))\" y=\"1\" "
      + "width=\"\(pixelText(length))\" height=\"4\"/></svg>"
  }

  // MARK: Why it is no other

  private static func list(_ objection: LayoutObjection, _ choices: inout [Choice]) -> String {
    let now = "<p>It is <b>\(rounded(objection.value))</b>"
    switch objection.verdict {
    case .met: return now + ": it is so already.</p>"
    case .forbidden(let parts):
      guard !parts.isEmpty else { return now + ", and what the layout stands on forbids anything else.</p>" }
      let rows = parts.map { [text($0.source.text), formatted($0.priority), line($0.source)] }
      return now + ", and cannot be otherwise. These forbid it; without any one of them the others allow it.</p>"
        + table(["Constraint", "Priority", "Line"], rows)
    case .possible(let prices, let violations, let moves):
      guard !prices.isEmpty || !violations.isEmpty else { return now + "; nothing stands against it.</p>" }
      var html = now + ", and can be had at a price.</p>"
      if objection.layout != nil {
        let choice = add(
          "\(objection.wish); \(elsewhere(moves))", moves, of: objection.layout, &choices, label: objection.wish)
        html += "<form><fieldset><legend>Picture</legend>\(radio(0, "The layout as it is"))\(choice)</fieldset></form>"
      }
      if !violations.isEmpty {
        html += table(
          ["Gives way", "Priority", "Misses by", "Now", "Line"],
          violations.map {
            [
              text($0.part.source.text), formatted($0.part.priority), "\(rounded($0.after)) pt",
              "\(rounded($0.before)) pt", line($0.part.source),
            ]
          })
      }
      if !prices.isEmpty {
        html += table(
          ["All of priority", "Miss by", "Now"],
          prices.map { [formatted($0.priority), "\(rounded($0.after)) pt", "\(rounded($0.before)) pt"] })
      }
      return html
    }
  }

  private static func line(_ source: LayoutExplanation.Source) -> String { source.line.map { "\($0)" } ?? "–" }

  /// A table of cells that are HTML already.
  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    "<table><thead><tr>" + head.map { "<th scope=\"col\">\($0)</th>" }.joined() + "</tr></thead><tbody>"
      + rows.map { "<tr>" + $0.map { "<td>\($0)</td>" }.joined() + "</tr>" }.joined() + "</tbody></table>"
  }
}
