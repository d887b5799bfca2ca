// From runs of text to prepared text: boundaries, words, advances.
//
// Text is cut at spaces into words, and a word is shaped whole in its font, direction and script, once. Line boundaries
// inside a word (after a hyphen, between ideographs, Thai words) take its advances apart; where the font joins or kerns
// across such a boundary, both sides are shaped once more, for lines that end there.

/// Prepares texts, and remembers the words and fonts that it has met. Safe to use from several threads.
public final class TextEngine: @unchecked Sendable {
  private let lock = Lock()
  fileprivate let shaper: any TextShaper
  private var cache: WordCache
  private var fallbacks: [FallbackKey: FoundTypeface?] = [:]
  /// The word that is being shaped, and what is known of it; kept for their memory.
  private var word: [UInt16] = []
  private var run = ShapedRun(advances: [], flags: [])
  /// The scripts of characters up to U+FFFF; 0 of those that nobody asked for yet.
  private var scripts: [UInt32] = []

  private struct FallbackKey: Hashable {
    var typeface: Int
    var character: Unicode.Scalar
  }

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - shaper: What knows fonts.
  ///   - cacheLimit: How many UTF-16 units of words to remember, about; words that are not asked for go first. A unit takes
  ///     about 20 bytes.
  public init(shaper: any TextShaper, cacheLimit: Int = 1 << 21) {
    self.shaper = shaper
    cache = WordCache(limit: cacheLimit / 2)
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
  public var cachedWordCount: Int { lock.hold { cache.count } }

  /// Prepares a text of several runs.
  ///
  /// - Throws: ``TextError``.
  public func prepare(
    _ runs: [TextRun], style: ParagraphStyle = ParagraphStyle()
  ) throws(TextError) -> PreparedText {
    try ParagraphStyle.check(style)
    return try lock.hold { () throws(TextError) in
      var preparation = try Preparation(runs, style, self)
      try preparation.shapeWords()
      return preparation.finish()
    }
  }
}

/// A text that is being prepared. The engine's lock is held.
private struct Preparation {
  let engine: TextEngine
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

  init(_ runs: [TextRun], _ style: ParagraphStyle, _ engine: TextEngine) throws(TextError) {
    self.engine = engine
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
      let typeface = try engine.shaper.typeface(for: run.font)
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
    breaks = try engine.shaper.lineBreaks(units)
    levels = units.contains { $0 >= 0x590 } ? try engine.shaper.levels(units) : []
    extras = self.runs.map { run in
      run.kern + (run.font.source == .system && engine.shaper.systemFontIsStandIn ? SystemFont.spacing(run.font) : 0)
    }
    for index in self.runs.indices { try findDisplay(index) }
  }

  // MARK: - Words

  /// Shapes all words, run by run.
  mutating func shapeWords() throws(TextError) {
    var start = 0
    for (index, end) in runEnds.enumerated() {
      let space = try advance(of: 0x20, index)
      var position = start
      while position < end {
        if isSpace(units[position]) {
          if units[position] == 0x20 { advances[position] = space }
          position += 1
          continue
        }
        var stop = position + 1
        while stop < end, !isSpace(units[stop]), levels.isEmpty || levels[stop] == levels[position] { stop += 1 }
        try place(position..<stop, index)
        position = stop
      }
      start = end
    }
  }

  /// Points added to each character of a run besides its advance.
  private var extras: [Double] = []

  /// Whether another family stands in for the system font, so that corrections apply.
  private var isStandIn: Bool { engine.shaper.systemFontIsStandIn }

  private mutating func findDisplay(_ index: Int) throws(TextError) {
    let font = runs[index].font
    let part = SystemFont.displayPart(font.size)
    guard font.source == .system, part > 0, isStandIn else { return }
    var display = font
    display.source = .family(SystemFont.displayFamily)
    let typeface = try engine.shaper.typeface(for: display)
    if typeface.substitute == nil { displays[index] = (typeface, part) }
  }

  /// The word that was measured last: its advances in ems, and what is known of its units.
  private var wordAdvances: [Double] = []
  private var wordFlags: [ShapedRun.Flags] = []
  private var displayAdvances: [Double] = []
  private var displayFlags: [ShapedRun.Flags] = []

  /// Measures a word, the range of a text, in a run's font.
  private mutating func measure(
    _ text: [UInt16], _ range: Range<Int>, _ index: Int, isRightToLeft: Bool
  ) throws(TextError) {
    let font = runs[index].font
    let word = try engine.word(text, range, found[index], font, isRightToLeft: isRightToLeft, &notes)
    engine.copy(word, &wordAdvances, &wordFlags)
    guard font.source == .system, isStandIn else { return }
    if let display = displays[index] {
      let other = try engine.word(text, range, display.found, font, isRightToLeft: isRightToLeft, &notes)
      engine.copy(other, &displayAdvances, &displayFlags)
      for unit in wordAdvances.indices {
        wordAdvances[unit] += display.part * (displayAdvances[unit] - wordAdvances[unit])
      }
    }
    for (offset, unit) in range.enumerated() where text[unit] < 0x7F {
      wordAdvances[offset] += SystemFont.correction(text[unit])
    }
  }

  /// The advance of one character in a run's font, in points.
  private mutating func advance(of unit: UInt16, _ index: Int) throws(TextError) -> Double {
    try measure([unit], 0..<1, index, isRightToLeft: false)
    return wordAdvances[0] * runs[index].font.size + extras[index]
  }

  /// Shapes a word and takes its advances over, with the differences at boundaries inside of it.
  private mutating func place(_ range: Range<Int>, _ index: Int) throws(TextError) {
    let isRightToLeft = !levels.isEmpty && levels[range.lowerBound] & 1 == 1
    try measure(units, range, index, isRightToLeft: isRightToLeft)
    let (size, extra) = (runs[index].font.size, extras[index])
    var hasUnsafe = false
    for offset in 0..<range.count {
      let unit = range.lowerBound + offset
      let flag = wordFlags[offset]
      flags[unit] = flag
      // Tracking follows characters that are seen: not joiners and soft hyphens.
      let isSeen = flag.contains(.cluster) && wordAdvances[offset] > 0
      advances[unit] = wordAdvances[offset] * size + (isSeen ? extra : 0)
      if flag.contains(.unsafe) { hasUnsafe = true }
    }
    guard hasUnsafe else { return }
    for unit in range.dropFirst() where breaks[unit] != .none && flags[unit].contains(.unsafe) {
      try noteSeam(unit, range, index, isRightToLeft)
    }
  }

  /// The differences in width of both sides of a boundary, shaped by themselves, to what they are in the word.
  var endDifferences: [Int: Double] = [:]
  var startDifferences: [Int: Double] = [:]

  private mutating func noteSeam(
    _ unit: Int, _ word: Range<Int>, _ index: Int, _ isRightToLeft: Bool
  ) throws(TextError) {
    // As far as the nearest boundaries that are safe; 64 units where there are none.
    var start = unit - 1
    while start > word.lowerBound, unit - start < 64, !isSafe(start) { start -= 1 }
    var end = unit + 1
    while end < word.upperBound, end - unit < 64, !isSafe(end) { end += 1 }
    let before = try width(start..<unit, index, isRightToLeft)
    let after = try width(unit..<end, index, isRightToLeft)
    let endDifference = before - advances[start..<unit].reduce(0, +)
    let startDifference = after - advances[unit..<end].reduce(0, +)
    if abs(endDifference) > 1e-9 { endDifferences[unit] = endDifference }
    if abs(startDifference) > 1e-9 { startDifferences[unit] = startDifference }
  }

  /// The width of a part of the text that is shaped by itself, in points.
  private mutating func width(_ range: Range<Int>, _ index: Int, _ isRightToLeft: Bool) throws(TextError) -> Double {
    try measure(units, range, index, isRightToLeft: isRightToLeft)
    let (size, extra) = (runs[index].font.size, extras[index])
    return zip(wordAdvances, wordFlags).reduce(0) { sum, entry in
      sum + entry.0 * size + (entry.1.contains(.cluster) && entry.0 > 0 ? extra : 0)
    }
  }

  private func isSafe(_ unit: Int) -> Bool { flags[unit].contains(.cluster) && !flags[unit].contains(.unsafe) }

  // MARK: - Finish

  mutating func finish() -> PreparedText {
    var hyphens: [Double] = []
    if units.contains(0xAD) {
      for index in runs.indices { hyphens.append((try? advance(of: 0x2D, index)) ?? 0) }
    }
    let ellipsis = (try? advance(of: 0x2026, runs.count - 1)) ?? 0
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

extension TextEngine {
  /// A word, the range of a text, in a typeface and its fallbacks. The lock is held.
  fileprivate func word(
    _ text: [UInt16], _ range: Range<Int>, _ found: FoundTypeface, _ font: Font, isRightToLeft: Bool,
    _ notes: inout TextNotes
  ) throws(TextError) -> ShapedWord {
    let typeface = found.typeface.index
    if let word = cache.find(text, range, typeface: typeface, isRightToLeft: isRightToLeft) {
      if word.isMissing { noteMissing(text, range, word, font, &notes) }
      return word
    }
    word.removeAll(keepingCapacity: true)
    word.append(contentsOf: text[range])
    try shapeWord(found.typeface, font, isRightToLeft)
    let word = cache.insert(run, text, range, typeface: typeface, isRightToLeft: isRightToLeft)
    if word.isMissing { noteMissing(text, range, word, font, &notes) }
    return word
  }

  /// Copies a word that was asked for last.
  fileprivate func copy(_ word: ShapedWord, _ advances: inout [Double], _ flags: inout [ShapedRun.Flags]) {
    cache.copy(word, &advances, &flags)
  }

  /// Shapes ``word`` into ``run``.
  private func shapeWord(_ typeface: Typeface, _ font: Font, _ isRightToLeft: Bool) throws(TextError) {
    if let script = onlyScript(of: word) {
      try shaper.shape(word, word.indices, in: typeface, isRightToLeft: isRightToLeft, script: script, into: &run)
      if run.flags.contains(where: { $0.contains(.missing) }) {
        try shapeMissing(in: word.indices, of: word, script, &run, typeface, font, isRightToLeft)
      }
      return
    }
    run.resize(0)
    for (range, script) in scripts(of: word) {
      let part = try shaper.shape(word, range, in: typeface, isRightToLeft: isRightToLeft, script: script)
      run.advances += part.advances
      run.flags += part.flags
      guard part.flags.contains(where: { $0.contains(.missing) }) else { continue }
      try shapeMissing(in: range, of: word, script, &run, typeface, font, isRightToLeft)
    }
  }

  /// Shapes clusters that the typeface lacks in the first that has them.
  private func shapeMissing(
    in range: Range<Int>, of word: [UInt16], _ script: UInt32, _ result: inout ShapedRun, _ typeface: Typeface,
    _ font: Font, _ isRightToLeft: Bool
  ) throws(TextError) {
    var position = range.lowerBound
    // In pieces that grow while one typeface has all of them, so that a word of many typefaces is not shaped to its end
    // for each.
    var piece = 16
    while position < range.upperBound {
      guard result.flags[position].contains(.missing) else {
        position += 1
        continue
      }
      var end = position + 1
      while end < range.upperBound,
        !result.flags[end].contains(.cluster) || (result.flags[end].contains(.missing) && end - position < piece)
      {
        end += 1
      }
      let character = scalar(word, position)
      if let other = fallback(typeface, font, character) {
        let run = try shaper.shape(
          word, position..<end, in: other.typeface, isRightToLeft: isRightToLeft, script: script)
        // What this one lacks too is tried from there with the next.
        var stop = run.flags.firstIndex { $0.contains(.missing) } ?? run.flags.count
        if stop == 0 { stop = run.flags.dropFirst().firstIndex { $0.contains(.cluster) } ?? run.flags.count }
        for offset in 0..<stop {
          result.advances[position + offset] = run.advances[offset]
          result.flags[position + offset] = run.flags[offset]
        }
        position += stop
        piece = stop == run.flags.count ? piece * 2 : 16
      } else {
        position += 1
        while position < end, !result.flags[position].contains(.cluster) { position += 1 }
      }
    }
  }

  private func fallback(_ typeface: Typeface, _ font: Font, _ character: Unicode.Scalar) -> FoundTypeface? {
    let key = FallbackKey(typeface: typeface.index, character: character)
    if let known = fallbacks[key] { return known }
    let found = shaper.fallback(for: font, character: character)
    if fallbacks.count >= 1 << 16 { fallbacks.removeAll() }
    fallbacks[key] = .some(found)
    return found
  }

  private func noteMissing(
    _ text: [UInt16], _ range: Range<Int>, _ word: ShapedWord, _ font: Font, _ notes: inout TextNotes
  ) {
    for (unit, flags) in zip(range, cache.flags(of: word)) where flags.contains(.missing) {
      notes.miss(scalar(text, unit), font)
    }
  }

  /// The script of a word whose characters are all of one, or of all; nil if there are several.
  private func onlyScript(of word: [UInt16]) -> UInt32? {
    var only: UInt32?
    var position = 0
    while position < word.count {
      let character = scalar(word, position)
      let script = script(of: character)
      if !isOfAllScripts(script) {
        if let only, only != script { return nil }
        only = script
      }
      position += character.value > 0xFFFF ? 2 : 1
    }
    return only ?? latin
  }

  private func script(of character: Unicode.Scalar) -> UInt32 {
    guard let unit = UInt16(exactly: character.value) else { return shaper.script(of: character) }
    if scripts.isEmpty { scripts = Array(repeating: 0, count: 0x10000) }
    if scripts[Int(unit)] == 0 { scripts[Int(unit)] = shaper.script(of: character) }
    return scripts[Int(unit)]
  }

  /// Parts of a word that are of one script. Characters of all scripts go with what is before them.
  private func scripts(of word: [UInt16]) -> [(Range<Int>, UInt32)] {
    var parts: [(Range<Int>, UInt32)] = []
    var start = 0
    var current: UInt32?
    var position = 0
    while position < word.count {
      let character = scalar(word, position)
      let script = script(of: character)
      if !isOfAllScripts(script) {
        if let known = current, known != script {
          parts.append((start..<position, known))
          start = position
        }
        current = script
      }
      position += character.value > 0xFFFF ? 2 : 1
    }
    parts.append((start..<word.count, current ?? latin))
    return parts
  }
}

private let latin: UInt32 = 0x4C61_746E

/// Common and inherited characters: digits, punctuation, marks.
private func isOfAllScripts(_ script: UInt32) -> Bool { script == 0x5A79_7979 || script == 0x5A69_6E68 }

/// The character at a unit; the replacement character for a lone surrogate.
private func scalar(_ units: [UInt16], _ position: Int) -> Unicode.Scalar {
  let unit = UInt32(units[position])
  if unit & 0xFC00 == 0xD800, position + 1 < units.count, UInt32(units[position + 1]) & 0xFC00 == 0xDC00 {
    let value = 0x10000 + ((unit & 0x3FF) << 10) + (UInt32(units[position + 1]) & 0x3FF)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
  return Unicode.Scalar(unit) ?? "\u{FFFD}"
}
