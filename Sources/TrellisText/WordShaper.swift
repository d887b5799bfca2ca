// Words to advances: from the cache, or shaped now, in the typeface asked for and its fallbacks.
//
// What a library takes for a call is a fifth of what it takes for a word, so the new words of a chunk of text are shaped in one
// call, with a space between each and the next, and taken apart again. A word counts only where the library says that shaping it
// by itself would give the same (HarfBuzz: HB_GLYPH_FLAG_UNSAFE_TO_BREAK on neither end); a font that kerns letters against spaces,
// or forms something of both, has those words shaped by themselves.

/// Shapes words, and remembers them.
struct WordShaper {
  /// A word: the units of a text in a range.
  struct Word {
    let range: Range<Int>
    let isRightToLeft: Bool
    fileprivate let hash: UInt64

    init(_ text: [UInt16], _ range: Range<Int>, isRightToLeft: Bool) {
      self.range = range
      self.isRightToLeft = isRightToLeft
      hash = WordCache.hash(text, range)
    }
  }

  let shaper: any TextShaper
  private var cache: WordCache
  private var fallbacks: [FallbackKey: FoundTypeface?] = [:]
  /// What is being shaped, and what is known of it; kept for their memory.
  private var units: [UInt16] = []
  private var run = ShapedRun(advances: [], flags: [])
  private var batch: [(word: Word, start: Int)] = []
  /// The scripts of characters up to U+FFFF; 0 of those that nobody asked for yet.
  private var scripts: [UInt32] = Array(repeating: 0, count: 0x10000)

  private struct FallbackKey: Hashable {
    var typeface: Int
    var character: Unicode.Scalar
  }

  init(_ shaper: any TextShaper, cacheLimit: Int) {
    self.shaper = shaper
    cache = WordCache(limit: cacheLimit)
  }

  /// The number of words that are remembered.
  var cachedCount: Int { cache.count }

  // MARK: - Several words

  /// The most units that are shaped together, and the longest word among them.
  private static let limits = (units: 240, word: 48)

  /// Shapes those of some words of a text that are not known yet, as far as it is safe to shape them together, and remembers
  /// them.
  mutating func shapeTogether(_ text: [UInt16], _ words: [Word], _ typeface: Typeface) throws(TextError) {
    guard words.count > 1 else { return }
    var batchScript: UInt32 = 0
    for word in words where word.range.count <= Self.limits.word {
      guard !cache.has(text, word.range, hash: word.hash, typeface: typeface.index, isRightToLeft: word.isRightToLeft),
        let script = onlyScript(of: text, word.range), shaper.canShapeTogether(text, word.range, script: script)
      else { continue }
      if let first = batch.first,
        first.word.isRightToLeft != word.isRightToLeft || script != batchScript
          || units.count + word.range.count >= Self.limits.units
      {
        try shapeBatch(text, typeface, batchScript)
      }
      if batch.contains(where: { $0.word.hash == word.hash }) { continue }
      batchScript = script
      if !batch.isEmpty { units.append(0x20) }
      batch.append((word, units.count))
      units.append(contentsOf: text[word.range])
    }
    try shapeBatch(text, typeface, batchScript)
  }

  private mutating func shapeBatch(_ text: [UInt16], _ typeface: Typeface, _ script: UInt32) throws(TextError) {
    defer {
      batch.removeAll(keepingCapacity: true)
      units.removeAll(keepingCapacity: true)
    }
    guard let first = batch.first else { return }
    try shaper.shape(
      units, units.indices, in: typeface, isRightToLeft: first.word.isRightToLeft, script: script, into: &run)
    for (word, start) in batch {
      let part = start..<start + word.range.count
      guard start == 0 || isSafe(start), part.upperBound == units.count || isSafe(part.upperBound) else { continue }
      // What the typeface lacks is looked for in others, word by word.
      guard !run.flags[part].contains(where: { $0.contains(.missing) }) else { continue }
      _ = cache.insert(
        run, part, text, word.range, hash: word.hash, typeface: typeface.index, isRightToLeft: word.isRightToLeft)
    }
  }

  /// Whether shaping apart what is before and after a unit gives the same.
  private func isSafe(_ unit: Int) -> Bool {
    run.flags[unit].contains(.cluster) && !run.flags[unit].contains(.unsafe)
  }

  // MARK: - One word

  /// A word of a text in a typeface and its fallbacks.
  mutating func shaped(
    _ text: [UInt16], _ word: Word, _ typeface: Typeface, _ font: Font, _ notes: inout TextNotes
  ) throws(TextError) -> ShapedWord {
    let (range, isRightToLeft) = (word.range, word.isRightToLeft)
    if let known = cache.find(
      text, range, hash: word.hash, typeface: typeface.index, isRightToLeft: isRightToLeft)
    {
      if known.isMissing { noteMissing(text, range, known, typeface, font, &notes) }
      return known
    }
    units.removeAll(keepingCapacity: true)
    units.append(contentsOf: text[range])
    defer { units.removeAll(keepingCapacity: true) }
    try shapeUnits(typeface, font, isRightToLeft)
    let shaped = cache.insert(
      run, 0..<range.count, text, range, hash: word.hash, typeface: typeface.index, isRightToLeft: isRightToLeft)
    if shaped.isMissing { noteMissing(text, range, shaped, typeface, font, &notes) }
    return shaped
  }

  /// Copies a word that was asked for last.
  mutating func copy(_ word: ShapedWord, _ advances: inout [Double], _ flags: inout [ShapedRun.Flags]) {
    cache.copy(word, &advances, &flags)
  }

  /// Shapes ``units`` into ``run``.
  private mutating func shapeUnits(_ typeface: Typeface, _ font: Font, _ isRightToLeft: Bool) throws(TextError) {
    let all = 0..<units.count
    if let script = onlyScript(of: units, all) {
      try shaper.shape(units, all, in: typeface, isRightToLeft: isRightToLeft, script: script, into: &run)
      if run.flags[all].contains(where: { $0.contains(.missing) }) {
        try shapeMissing(in: all, script, typeface, font, isRightToLeft)
      }
      return
    }
    run.resize(0)
    for (range, script) in scriptRuns() {
      let part = try shaper.shape(units, range, in: typeface, isRightToLeft: isRightToLeft, script: script)
      run.advances += part.advances
      run.flags += part.flags
      guard part.flags.contains(where: { $0.contains(.missing) }) else { continue }
      try shapeMissing(in: range, script, typeface, font, isRightToLeft)
    }
  }

  /// Shapes clusters that the typeface lacks in the first that has them.
  private mutating func shapeMissing(
    in range: Range<Int>, _ script: UInt32, _ typeface: Typeface, _ font: Font, _ isRightToLeft: Bool
  ) throws(TextError) {
    var position = range.lowerBound
    // In pieces that grow while one typeface has all of them, so that a word of many typefaces is not shaped to its end
    // for each.
    var piece = 16
    while position < range.upperBound {
      guard run.flags[position].contains(.missing) else {
        position += 1
        continue
      }
      var end = position + 1
      while end < range.upperBound,
        !run.flags[end].contains(.cluster) || (run.flags[end].contains(.missing) && end - position < piece)
      {
        end += 1
      }
      let character = scalar(units, position)
      if let found = fallback(typeface, font, character) {
        var other = try shaper.shape(
          units, position..<end, in: found.typeface, isRightToLeft: isRightToLeft, script: script)
        // What this one lacks too is tried from there with the next.
        var stop = other.flags.firstIndex { $0.contains(.missing) } ?? other.flags.count
        if stop == 0 {
          stop = other.flags.dropFirst().firstIndex { $0.contains(.cluster) } ?? other.flags.count
          let cluster = position..<position + stop
          other = try shapeCluster(cluster, script, typeface, font, isRightToLeft) ?? other
        }
        for offset in 0..<stop {
          run.advances[position + offset] = other.advances[offset]
          run.flags[position + offset] = other.flags[offset]
        }
        position += stop
        piece = stop == other.flags.count ? piece * 2 : 16
      } else {
        position += 1
        while position < end, !run.flags[position].contains(.cluster) { position += 1 }
      }
    }
  }

  /// Characters of a cluster whose typefaces are tried.
  private static let clusterLimit = 8

  /// Shapes a cluster in a typeface that has one of its characters after the first and lacks none: a keycap's digit is in every
  /// font, what goes around it in one of emoji.
  private mutating func shapeCluster(
    _ cluster: Range<Int>, _ script: UInt32, _ typeface: Typeface, _ font: Font, _ isRightToLeft: Bool
  ) throws(TextError) -> ShapedRun? {
    for character in characters(units, cluster).dropFirst() {
      guard let found = fallback(typeface, font, character), found.typeface != typeface else { continue }
      let run = try shaper.shape(
        units, cluster, in: found.typeface, isRightToLeft: isRightToLeft, script: script)
      if !run.flags.contains(where: { $0.contains(.missing) }) { return run }
    }
    return nil
  }

  /// The first characters of a cluster.
  private func characters(_ text: [UInt16], _ cluster: Range<Int>) -> [Unicode.Scalar] {
    var characters: [Unicode.Scalar] = []
    var position = cluster.lowerBound
    while position < cluster.upperBound, characters.count < Self.clusterLimit {
      characters.append(scalar(text, position))
      position += scalar(text, position).value > 0xFFFF ? 2 : 1
    }
    return characters
  }

  private mutating func fallback(_ typeface: Typeface, _ font: Font, _ character: Unicode.Scalar) -> FoundTypeface? {
    let key = FallbackKey(typeface: typeface.index, character: character)
    if let known = fallbacks[key] { return known }
    let found = shaper.fallback(for: font, character: character)
    if fallbacks.count >= 1 << 16 { fallbacks.removeAll() }
    fallbacks[key] = .some(found)
    return found
  }

  /// Notes of each cluster without a glyph the character that no font has, or else the first.
  private mutating func noteMissing(
    _ text: [UInt16], _ range: Range<Int>, _ word: ShapedWord, _ typeface: Typeface, _ font: Font,
    _ notes: inout TextNotes
  ) {
    let flags = Array(cache.flags(of: word))
    for offset in flags.indices where flags[offset].contains(.missing) {
      let unit = range.lowerBound + offset
      let next = flags[(offset + 1)...].firstIndex { $0.contains(.cluster) } ?? flags.count
      guard next > offset + 1 else {
        notes.miss(scalar(text, unit), font)
        continue
      }
      let characters = characters(text, unit..<range.lowerBound + next)
      let unknown = characters.first { fallback(typeface, font, $0) == nil }
      notes.miss(unknown ?? scalar(text, unit), font)
    }
  }

  /// The script of a word whose characters are all of one, or of all; nil if there are several.
  private mutating func onlyScript(of text: [UInt16], _ range: Range<Int>) -> UInt32? {
    var only: UInt32?
    var position = range.lowerBound
    while position < range.upperBound {
      // Most are of the script of those before.
      if let only, scripts[Int(text[position])] == only {
        position += 1
        continue
      }
      let character = scalar(text, position)
      let script = script(of: character)
      if !isOfAllScripts(script) {
        if let only, only != script { return nil }
        only = script
      }
      position += character.value > 0xFFFF ? 2 : 1
    }
    return only ?? latin
  }

  private mutating func script(of character: Unicode.Scalar) -> UInt32 {
    guard let unit = UInt16(exactly: character.value) else { return shaper.script(of: character) }
    if scripts[Int(unit)] == 0 { scripts[Int(unit)] = shaper.script(of: character) }
    return scripts[Int(unit)]
  }

  /// Parts of ``units`` that are of one script. Characters of all scripts go with what is before them.
  private mutating func scriptRuns() -> [(Range<Int>, UInt32)] {
    var parts: [(Range<Int>, UInt32)] = []
    var start = 0
    var current: UInt32?
    var position = 0
    while position < units.count {
      let character = scalar(units, position)
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
    parts.append((start..<units.count, current ?? latin))
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
