// From runs of text to prepared text: boundaries, words, advances.
//
// Text is cut at spaces into words, and a word is shaped whole in its font, direction and script, once. Line boundaries
// inside a word (after a hyphen, between ideographs, Thai words) take its advances apart; where the font joins or kerns
// across such a boundary, both sides are shaped once more, for lines that end there.

/// Prepares texts, and remembers the words and fonts that it has met. Safe to use from several threads.
public final class TextEngine: @unchecked Sendable {
  private let lock = Lock()
  private var words: WordShaper

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - shaper: What knows fonts.
  ///   - cacheLimit: How many UTF-16 units of words to remember, about; words that are not asked for go first. A unit takes
  ///     about 20 bytes.
  public init(shaper: any TextShaper, cacheLimit: Int = 1 << 21) {
    words = WordShaper(shaper, cacheLimit: cacheLimit / 2)
  }

  /// Creates an engine that knows the installed fonts.
  ///
  /// - Parameter cacheLimit: As in ``init(shaper:cacheLimit:)``.
  /// - Throws: ``TextError/Kind/unavailable`` without memory for one.
  public convenience init(cacheLimit: Int = 1 << 21) throws(TextError) {
    #if canImport(CoreText)
      self.init(shaper: CoreTextShaper(), cacheLimit: cacheLimit)
    #else
      self.init(shaper: try HarfBuzzShaper(), cacheLimit: cacheLimit)
    #endif
  }

  private static let standard: Result<TextEngine, TextError> = {
    do throws(TextError) {
      return .success(try TextEngine())
    } catch {
      return .failure(error)
    }
  }()

  /// The engine of the process, with the fonts that are installed.
  public static func shared() throws(TextError) -> TextEngine { try standard.get() }

  /// The number of words that are remembered.
  public var cachedWordCount: Int { lock.hold { words.cachedCount } }

  /// Prepares a text of several runs.
  ///
  /// - Throws: ``TextError``.
  public func prepare(
    _ runs: [TextRun], style: ParagraphStyle = ParagraphStyle()
  ) throws(TextError) -> PreparedText {
    try ParagraphStyle.check(style)
    return try lock.hold { () throws(TextError) in
      var preparation = try Preparation(runs, style, words.shaper)
      try preparation.shapeWords(by: &words)
      return preparation.finish(&words)
    }
  }
}

/// A text that is being prepared. The engine's lock is held.
private struct Preparation {
  let shaper: any TextShaper
  let style: ParagraphStyle
  let runs: [TextRun]
  var found: [FoundTypeface] = []
  /// Where a run is in the system font at a large size: its outlines for display, and their part.
  var displays: [Int: (found: FoundTypeface, part: Double)] = [:]
  /// Where each run ends.
  var runEnds: [Int] = []
  var units: [UInt16] = []
  /// Of each unit, in points.
  var advances: [Double]
  var flags: [ShapedRun.Flags]
  let breaks: [LineBreak]
  let levels: [UInt8]
  var notes = TextNotes()

  init(_ runs: [TextRun], _ style: ParagraphStyle, _ shaper: any TextShaper) throws(TextError) {
    self.shaper = shaper
    self.style = style
    self.runs = runs.isEmpty ? [TextRun("", font: .system(17))] : runs
    for run in self.runs {
      guard run.font.size > 0, run.font.size <= 10_000, (0...10_000).contains(run.font.lineSpacing), run.kern.isFinite,
        abs(run.kern) <= 10_000
      else {
        throw TextError(
          .valueOutOfRange,
          "A font of \(run.font.size) points is not usable.  Sizes are more than 0 and at most 10,000 points, as are kerns."
        )
      }
      let typeface = try shaper.typeface(for: run.font)
      if let substitute = typeface.substitute { notes.substitute(run.font, by: substitute) }
      found.append(typeface)
      units.append(contentsOf: run.text.utf16)
      guard units.count <= 1 << 30 else {
        throw TextError(.textTooLong, "A text of more than 2^30 UTF-16 units cannot be measured.")
      }
      runEnds.append(units.count)
    }
    advances = Array(repeating: 0, count: units.count)
    flags = Array(repeating: .cluster, count: units.count)
    breaks = try shaper.lineBreaks(units)
    levels = units.contains { $0 >= 0x590 } ? try shaper.levels(units) : []
    extras = self.runs.map { run in
      run.kern + (run.font.source == .system && shaper.systemFontIsStandIn ? SystemFont.spacing(run.font) : 0)
    }
    for index in self.runs.indices { try findDisplay(index) }
  }

  // MARK: - Words

  /// How many words are looked at before they are placed, so that those among them that are new can be shaped together.
  private static let chunk = 64

  /// Shapes all words, run by run.
  mutating func shapeWords(by words: inout WordShaper) throws(TextError) {
    var start = 0
    var found: [WordShaper.Word] = []
    for (index, end) in runEnds.enumerated() {
      let space = try advance(of: 0x20, index, &words)
      var position = start
      while position < end {
        found.removeAll(keepingCapacity: true)
        while position < end, found.count < Self.chunk {
          if isSpace(units[position]) {
            if units[position] == 0x20 { advances[position] = space }
            position += 1
            continue
          }
          var stop = position + 1
          while stop < end, !isSpace(units[stop]), levels.isEmpty || levels[stop] == levels[position] { stop += 1 }
          let isRightToLeft = !levels.isEmpty && levels[position] & 1 == 1
          found.append(WordShaper.Word(units, position..<stop, isRightToLeft: isRightToLeft))
          position = stop
        }
        try words.shapeTogether(units, found, self.found[index].typeface)
        if let display = displays[index] { try words.shapeTogether(units, found, display.found.typeface) }
        for word in found { try place(word, index, &words) }
      }
      start = end
    }
  }

  /// Points added to each character of a run besides its advance.
  private var extras: [Double] = []

  /// Whether another family stands in for the system font, so that corrections apply.
  private var isStandIn: Bool { shaper.systemFontIsStandIn }

  private mutating func findDisplay(_ index: Int) throws(TextError) {
    let font = runs[index].font
    let part = SystemFont.displayPart(font.size)
    guard font.source == .system, part > 0, isStandIn else { return }
    var display = font
    display.source = .family(SystemFont.displayFamily)
    let typeface = try shaper.typeface(for: display)
    if typeface.substitute == nil { displays[index] = (typeface, part) }
  }

  /// The word that was measured last: its advances in ems, and what is known of its units.
  private var wordAdvances: [Double] = []
  private var wordFlags: [ShapedRun.Flags] = []
  private var displayAdvances: [Double] = []
  private var displayFlags: [ShapedRun.Flags] = []

  /// Measures a word, the range of a text, in a run's font.
  private mutating func measure(
    _ text: [UInt16], _ word: WordShaper.Word, _ index: Int, _ words: inout WordShaper
  ) throws(TextError) {
    let font = runs[index].font
    let shaped = try words.shaped(text, word, found[index].typeface, font, &notes)
    words.copy(shaped, &wordAdvances, &wordFlags)
    guard font.source == .system, isStandIn else { return }
    if let display = displays[index] {
      let other = try words.shaped(text, word, display.found.typeface, font, &notes)
      words.copy(other, &displayAdvances, &displayFlags)
      for unit in wordAdvances.indices {
        wordAdvances[unit] += display.part * (displayAdvances[unit] - wordAdvances[unit])
      }
    }
    for (offset, unit) in word.range.enumerated() where text[unit] < 0x7F {
      wordAdvances[offset] += SystemFont.correction(text[unit])
    }
  }

  /// The advance of one character in a run's font, in points.
  private mutating func advance(
    of unit: UInt16, _ index: Int, _ words: inout WordShaper
  ) throws(TextError) -> Double {
    try measure([unit], WordShaper.Word([unit], 0..<1, isRightToLeft: false), index, &words)
    return wordAdvances[0] * runs[index].font.size + extras[index]
  }

  /// Shapes a word and takes its advances over, with the differences at boundaries inside of it.
  private mutating func place(_ word: WordShaper.Word, _ index: Int, _ words: inout WordShaper) throws(TextError) {
    try measure(units, word, index, &words)
    let (size, extra) = (runs[index].font.size, extras[index])
    let range = word.range
    var all = ShapedRun.Flags()
    advances.withUnsafeMutableBufferPointer { advances in
      flags.withUnsafeMutableBufferPointer { flags in
        for offset in 0..<range.count {
          let (unit, flag, advance) = (range.lowerBound + offset, wordFlags[offset], wordAdvances[offset])
          flags[unit] = flag
          // Tracking follows characters that are seen: not joiners and soft hyphens.
          let isSeen = flag.contains(.cluster) && advance > 0
          advances[unit] = advance * size + (isSeen ? extra : 0)
          all.formUnion(flag)
        }
      }
    }
    guard all.contains(.unsafe) else { return }
    for unit in range.dropFirst() where breaks[unit] != .none && flags[unit].contains(.unsafe) {
      try noteSeam(unit, word, index, &words)
    }
  }

  /// The differences in width of both sides of a boundary, shaped by themselves, to what they are in the word.
  var endDifferences: [Int: Double] = [:]
  var startDifferences: [Int: Double] = [:]

  private mutating func noteSeam(
    _ unit: Int, _ word: WordShaper.Word, _ index: Int, _ words: inout WordShaper
  ) throws(TextError) {
    // As far as the nearest boundaries that are safe; 64 units where there are none.
    var start = unit - 1
    while start > word.range.lowerBound, unit - start < 64, !isSafe(start) { start -= 1 }
    var end = unit + 1
    while end < word.range.upperBound, end - unit < 64, !isSafe(end) { end += 1 }
    let before = try width(start..<unit, index, word.isRightToLeft, &words)
    let after = try width(unit..<end, index, word.isRightToLeft, &words)
    let endDifference = before - advances[start..<unit].reduce(0, +)
    let startDifference = after - advances[unit..<end].reduce(0, +)
    if abs(endDifference) > 1e-9 { endDifferences[unit] = endDifference }
    if abs(startDifference) > 1e-9 { startDifferences[unit] = startDifference }
  }

  /// The width of a part of the text that is shaped by itself, in points.
  private mutating func width(
    _ range: Range<Int>, _ index: Int, _ isRightToLeft: Bool, _ words: inout WordShaper
  ) throws(TextError) -> Double {
    try measure(units, WordShaper.Word(units, range, isRightToLeft: isRightToLeft), index, &words)
    let (size, extra) = (runs[index].font.size, extras[index])
    return zip(wordAdvances, wordFlags).reduce(0) { sum, entry in
      sum + entry.0 * size + (entry.1.contains(.cluster) && entry.0 > 0 ? extra : 0)
    }
  }

  private func isSafe(_ unit: Int) -> Bool { flags[unit].contains(.cluster) && !flags[unit].contains(.unsafe) }

  // MARK: - Finish

  mutating func finish(_ words: inout WordShaper) -> PreparedText {
    var hyphens: [Double] = []
    if units.contains(0xAD) {
      for index in runs.indices { hyphens.append((try? advance(of: 0x2D, index, &words)) ?? 0) }
    }
    let ellipsis = (try? advance(of: 0x2026, runs.count - 1, &words)) ?? 0
    let lines = runs.indices.map { index in
      let metrics = runs[index].font.source == .system ? SystemFont.metrics : found[index].metrics
      return LineMetrics(metrics, runs[index].font, style)
    }
    return PreparedText(
      TextMeasurements(
        units: units, advances: advances, flags: flags, breaks: breaks, endDifferences: endDifferences,
        startDifferences: startDifferences, hyphens: hyphens,
        ellipsis: ellipsis, runEnds: runEnds, lines: lines, style: style, notes: notes))
  }
}

/// Whether a unit ends words: spaces that lines hang over their end, tabs and line ends. No-break spaces do not.
func isSpace(_ unit: UInt16) -> Bool {
  unit == 0x20 || (unit >= 0x09 && unit <= 0x0D) || unit == 0x85 || unit == 0x2028 || unit == 0x2029
}

/// Whether a unit hangs over the end of its line: what ends words, and spaces of other widths (ideographic, em, thin).
func hangs(_ unit: UInt16) -> Bool {
  isSpace(unit) || unit == 0x3000 || (unit >= 0x2000 && unit <= 0x200A && unit != 0x2007) || unit == 0x1680
    || unit == 0x205F
}
