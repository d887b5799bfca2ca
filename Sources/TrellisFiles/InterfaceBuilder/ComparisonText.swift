// Comparisons as JSON and as a table.

extension InterfaceComparison {
  /// Sums over the units of one or many files.
  public struct Totals: Sendable {
    /// Units that hold constraints.
    public var units = 0
    /// Those that Interface Builder marks `misplaced` or `ambiguous`; none of the other numbers counts them.
    public var flagged = 0
    /// Units whose visible views are all within 1.0 pt.
    public var matched = 0
    /// Units whose visible views are all within 0.06 pt after rounding.
    public var exact = 0
    /// Visible views.
    public var views = 0
    /// Visible views within 1.0 pt.
    public var matchedViews = 0
    /// Numbers of their frames that were computed.
    public var computed = 0
    /// Numbers that follow from fed ones.
    public var dependent = 0
    /// Numbers that were fed.
    public var fed = 0
    /// Units that do not match, by the reason of their first mismatch.
    public var reasons: [Reason: Int] = [:]

    /// How measured texts compare with stored ones.
    public var texts = TextScore()

    /// Nothing yet.
    public init() {}

    /// Adds the units of a file.
    public mutating func add(_ comparison: InterfaceComparison) {
      for unit in comparison.units {
        units += 1
        if unit.isFlagged {
          flagged += 1
          continue
        }
        if unit.isMatched { matched += 1 }
        if unit.isExact { exact += 1 }
        views += unit.views
        matchedViews += unit.matchedViews
        computed += unit.computed
        dependent += unit.dependent
        fed += unit.fed
        texts.add(unit.texts)
        if let reason = unit.mismatches.first?.reason { reasons[reason, default: 0] += 1 }
      }
    }

    /// One line of JSON, without a newline.
    public func json(file: String = "total") -> String { json(file: file, mismatches: [], notes: nil) }

    fileprivate func json(
      file: String, mismatches: [(unit: String, mismatch: Mismatch)], notes: [DocumentError]?
    ) -> String {
      var writer = JSONWriter(style: .compact)
      writer.open("{")
      writer.key("file")
      writer.string(file)
      for (name, value) in [
        ("units", units), ("flagged", flagged), ("matched", matched), ("exact", exact), ("views", views),
        ("views_matched", matchedViews),
      ] {
        writer.key(name)
        writer.raw("\(value)")
      }
      writer.array("mismatches", mismatches) { item, writer in
        writer.open("{")
        writer.key("unit")
        writer.string(item.unit)
        writer.key("view")
        writer.string(item.mismatch.view)
        writer.key("ours")
        writer.numbers(item.mismatch.ours)
        writer.key("stored")
        writer.numbers(item.mismatch.stored)
        writer.key("why")
        writer.string("\(item.mismatch.reason.rawValue): \(item.mismatch.why)")
        writer.close("}")
      }
      for (name, value) in [("computed", computed), ("dependent", dependent), ("fed", fed)] {
        writer.key(name)
        writer.raw("\(value)")
      }
      if texts.measured > 0 {
        for (name, value) in [
          ("texts_measured", texts.measured), ("text_widths", texts.widths), ("text_widths_near", texts.nearWidths),
          ("text_heights", texts.heights), ("text_heights_near", texts.nearHeights),
        ] {
          writer.key(name)
          writer.raw("\(value)")
        }
      }
      if let notes {
        writer.array("notes", notes) { note, writer in writer.string("\(note.line):\(note.column): \(note.message)") }
      }
      writer.close("}")
      return writer.text
    }
  }

  /// A line of JSON for a file that cannot be used, among those of others: nothing compared, and why.
  public static func json(of error: DocumentError) -> String {
    let why = jsonString("\(error.line):\(error.column): \(error.message)")
    return Totals().json(file: error.file).dropLast() + ", \"error\": \(why)}"
  }

  /// The sums of this file.
  public var totals: Totals {
    var totals = Totals()
    totals.add(self)
    return totals
  }

  /// The comparison as one line of JSON, without a newline.
  public func json() -> String {
    var mismatches: [(unit: String, mismatch: Mismatch)] = []
    for unit in units where !unit.isFlagged { mismatches += unit.mismatches.map { (unit.id, $0) } }
    return totals.json(file: file, mismatches: mismatches, notes: notes + units.flatMap(\.notes))
  }

  /// The comparison as text: a line per unit, and one per view that differs. Ends with a newline.
  public func table() -> String {
    var text = ""
    for unit in units {
      let verdict = unit.isFlagged ? "flagged" : unit.isExact ? "exact" : unit.isMatched ? "matched" : "differs"
      text += "\(verdict.padded(8)) \(unit.matchedViews)/\(unit.views) views  \(visible("\(unit.name) (\(unit.id))"))\n"
      guard !unit.isFlagged else { continue }
      if unit.isMatched {
        for near in unit.nearMisses {
          text +=
            "  \(visible(near.label)): ours \(Self.list(near.ours)), stored \(Self.list(near.stored)), within a point\n"
        }
      }
      for mismatch in unit.mismatches {
        text += "  \(visible("\(mismatch.label) (\(mismatch.view))")): ours \(Self.list(mismatch.ours)), "
        text += "stored \(Self.list(mismatch.stored))\n    \(mismatch.reason.rawValue): \(visible(mismatch.why))\n"
      }
      // Why a unit differs may lie in what the file does not hold.
      if !unit.isMatched { for note in unit.notes { text += "  not in the file: \(visible(note.message))\n" } }
    }
    for note in notes { text += "note at \(note.line):\(note.column): \(visible(note.message))\n" }
    return text
  }

  private static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map(rounded).joined(separator: ", ") + "]"
  }
}

extension InterfaceComparison.Totals {
  /// The sums as text: counts, shares, and the reasons of what differs. Ends with a newline.
  public func table() -> String {
    let counted = units - flagged
    var text = "\(units) units, \(flagged) of them flagged by Interface Builder and left out\n"
    text += "\(matched) of \(counted) match within 1 pt (\(Self.percent(matched, counted))), "
    text += "\(exact) exactly after rounding (\(Self.percent(exact, counted)))\n"
    text += "\(matchedViews) of \(views) visible views match (\(Self.percent(matchedViews, views)))\n"
    let numbers = computed + dependent + fed
    text += "of \(numbers) numbers \(computed) were computed, \(dependent) follow from fed ones, \(fed) were fed\n"
    if texts.measured > 0 {
      text += "\(texts.measured) labels and buttons were measured; of those of one line at their own size "
      text += "\(texts.nearWidths) of \(texts.widths) widths are within 1 pt or 2 % "
      text +=
        "(\(Self.percent(texts.nearWidths, texts.widths))), \(texts.nearHeights) of \(texts.heights) heights within 0.5 pt "
      text += "(\(Self.percent(texts.nearHeights, texts.heights)))\n"
    }
    for reason in InterfaceComparison.Reason.allCases {
      if let count = reasons[reason] { text += "\(String(count).padded(4)) differ: \(reason.rawValue)\n" }
    }
    return text
  }

  private static func percent(_ part: Int, _ whole: Int) -> String {
    guard whole > 0 else { return "–" }
    return rounded((1000 * Double(part) / Double(whole)).rounded() / 10) + " %"
  }
}

extension String {
  func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
