// Shaping by Core Text, on Apple's platforms. It compiles there; it has not been run against the tests yet.

#if canImport(CoreText)
  import CoreFoundation
  import CoreText

  /// A shaper of Apple's platforms.
  final class CoreTextShaper: TextShaper {
    let systemFontIsStandIn = false
    private var fonts: [CTFont] = []
    private var found: [Font: FoundTypeface] = [:]
    private var byName: [String: Typeface] = [:]

    init() {}

    func typeface(for font: Font) throws(TextError) -> FoundTypeface {
      var key = font
      key.size = 0
      if let known = found[key] { return known }
      // Advances are taken in ems, from a font of 1,000 points.
      let base: CTFont
      switch font.source {
      case .system:
        base =
          CTFontCreateUIFontForLanguage(.system, 1_000, nil)
          ?? CTFontCreateWithName("Helvetica" as CFString, 1_000, nil)
      case .family(let name): base = CTFontCreateWithName(name as CFString, 1_000, nil)
      case .file(let path, let index):
        let url = CFURLCreateWithFileSystemPath(nil, path as CFString, .cfurlposixPathStyle, false)
        let descriptors = url.flatMap { CTFontManagerCreateFontDescriptorsFromURL($0) } as? [CTFontDescriptor] ?? []
        guard descriptors.indices.contains(index) else {
          throw TextError(.unusableFont, "\(path) cannot be read as a font; name an .otf, .ttf or .ttc.")
        }
        base = CTFontCreateWithFontDescriptor(descriptors[index], 1_000, nil)
      }
      let typeface = add(font.source.isFile ? base : styled(base, font))
      found[key] = typeface
      return typeface
    }

    private func styled(_ base: CTFont, _ font: Font) -> CTFont {
      // Core Text counts weights from -1 to 1, regular 0 and bold 0.4.
      let weight = font.weight.value <= 400 ? (font.weight.value - 400) / 375 : (font.weight.value - 400) / 750
      let traits: [CFString: Any] = [kCTFontWeightTrait: weight, kCTFontSlantTrait: font.isItalic ? 0.07 : 0]
      let attributes = [kCTFontTraitsAttribute: traits] as CFDictionary
      let descriptor = CTFontDescriptorCreateCopyWithAttributes(CTFontCopyFontDescriptor(base), attributes)
      return CTFontCreateWithFontDescriptor(descriptor, 1_000, nil)
    }

    private func add(_ font: CTFont) -> FoundTypeface {
      let name = CTFontCopyPostScriptName(font) as String
      let typeface = byName[name] ?? Typeface(index: fonts.count)
      if typeface.index == fonts.count {
        fonts.append(font)
        byName[name] = typeface
      }
      return FoundTypeface(
        typeface: typeface,
        metrics: TypefaceMetrics(
          ascender: Double(CTFontGetAscent(font)) / 1_000, descender: Double(CTFontGetDescent(font)) / 1_000,
          lineGap: Double(CTFontGetLeading(font)) / 1_000))
    }

    func fallback(for font: Font, character: Unicode.Scalar) -> FoundTypeface? {
      guard let base = try? typeface(for: font) else { return nil }
      let text = String(character) as CFString
      let other = CTFontCreateForString(
        fonts[base.typeface.index], text, CFRange(location: 0, length: CFStringGetLength(text)))
      return add(other)
    }

    func shape(
      _ text: [UInt16], _ range: Range<Int>, in typeface: Typeface, isRightToLeft: Bool, script: UInt32
    ) throws(TextError) -> ShapedRun {
      let word = String(decoding: text[range], as: UTF16.self) as CFString
      let attributes = [kCTFontAttributeName: fonts[typeface.index]] as CFDictionary
      guard let attributed = CFAttributedStringCreate(nil, word, attributes) else {
        throw TextError(.unavailable, "Core Text made no line of a text.")
      }
      var run = ShapedRun(
        advances: Array(repeating: 0, count: range.count), flags: Array(repeating: [], count: range.count))
      for glyphs in CTLineGetGlyphRuns(CTLineCreateWithAttributedString(attributed)) as? [CTRun] ?? [] {
        let count = CTRunGetGlyphCount(glyphs)
        var indices = Array(repeating: CFIndex(0), count: count)
        var advances = Array(repeating: CGSize.zero, count: count)
        CTRunGetStringIndices(glyphs, CFRange(location: 0, length: 0), &indices)
        CTRunGetAdvances(glyphs, CFRange(location: 0, length: 0), &advances)
        for (index, advance) in zip(indices, advances) where run.flags.indices.contains(index) {
          run.advances[index] += Double(advance.width) / 1_000
          // Core Text does not say where shaping apart is safe.
          run.flags[index].formUnion([.cluster, .unsafe])
        }
      }
      return run
    }

    func lineBreaks(_ text: [UInt16]) throws(TextError) -> [LineBreak] {
      var breaks = Array(repeating: LineBreak.none, count: text.count + 1)
      let whole = String(decoding: text, as: UTF16.self) as CFString
      let tokens = CFStringTokenizerCreate(
        nil, whole, CFRange(location: 0, length: CFStringGetLength(whole)), kCFStringTokenizerUnitLineBreak, nil)
      while CFStringTokenizerAdvanceToNextToken(tokens) != [] {
        let range = CFStringTokenizerGetCurrentTokenRange(tokens)
        let end = range.location + range.length
        guard end > 0, end <= text.count else { break }
        let last = text[end - 1]
        breaks[end] = [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029].contains(last) ? .mandatory : .allowed
      }
      return breaks
    }

    /// Core Text finds directions and scripts by itself.
    func levels(_ text: [UInt16]) throws(TextError) -> [UInt8] { Array(repeating: 0, count: text.count) }
    func script(of character: Unicode.Scalar) -> UInt32 { 0x5A79_7979 }
  }

  extension Font.Source {
    fileprivate var isFile: Bool { if case .file = self { true } else { false } }
  }
#endif
